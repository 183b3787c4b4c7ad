/* Grundy values of Wythoff's game: the floor of bench/grundy.py.

   The same algorithm as marienbad's: a set of bits for each hook (row n, which goes on where column
   n met the diagonal) and for each diagonal, the least number in none of three sets by counting
   trailing zeros from the largest hint of a first word that is not full, four words at a time; tiles
   of 64 × 64, only above the diagonal; threads take rows of tiles in turn. Called with the side and
   the number of threads, it prints the seconds and a sum of the values. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TILE 64
#define FULL (~0ull)

typedef long long Four __attribute__((vector_size(32), aligned(8)));
typedef struct {
    _Alignas(64) atomic_int tiles;
} Done;

static int side, threads;
static size_t width;
static uint64_t *hooks, *diagonals;
static int32_t *hook_firsts, *diagonal_firsts;
static uint16_t *values;
static Done *done;

static inline void add(uint64_t *set, int32_t *first, unsigned value) {
    unsigned word = value >> 6;
    set[word] |= 1ull << (value & 63);
    if (set[word] == FULL && *first == (int32_t)word) {
        while (set[word] == FULL) word++;
        *first = (int32_t)word;
    }
}

static inline unsigned mex(const uint64_t *one, const uint64_t *two, const uint64_t *three, int word) {
    uint64_t members = one[word] | two[word] | three[word];
    if (members == FULL) {
        word++;
        for (;;) {
            Four four = *(const Four *)(one + word) | *(const Four *)(two + word)
                      | *(const Four *)(three + word);
            if ((four[0] & four[1] & four[2] & four[3]) != -1ll) break;
            word += 4;
        }
        while ((members = one[word] | two[word] | three[word]) == FULL) word++;
    }
    return 64u * (unsigned)word + (unsigned)__builtin_ctzll(~members);
}

static void solve(int x0, int y0) {
    int rows = x0 + TILE < side ? x0 + TILE : side, columns = y0 + TILE < side ? y0 + TILE : side;
    for (int x = x0; x < rows; x++)
        for (int y = x > y0 ? x : y0; y < columns; y++) {
            uint64_t *row = hooks + x * width, *column = hooks + y * width;
            uint64_t *diagonal = diagonals + (y - x) * width;
            int first = hook_firsts[x];
            if (hook_firsts[y] > first) first = hook_firsts[y];
            if (diagonal_firsts[y - x] > first) first = diagonal_firsts[y - x];
            unsigned value = mex(row, column, diagonal, first);
            values[(size_t)x * side + y] = values[(size_t)y * side + x] = (uint16_t)value;
            add(row, hook_firsts + x, value);
            add(column, hook_firsts + y, value);
            add(diagonal, diagonal_firsts + (y - x), value);
        }
}

static void *work(void *number) {
    int tiles = (side + TILE - 1) / TILE;
    for (int i = (int)(intptr_t)number; i < tiles; i += threads)
        for (int j = i; j < tiles; j++) {
            if (i)
                while (atomic_load_explicit(&done[i - 1].tiles, memory_order_acquire) <= j) {
                }
            solve(i * TILE, j * TILE);
            atomic_store_explicit(&done[i].tiles, j + 1, memory_order_release);
        }
    return NULL;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    side = atoi(arguments[1]);
    threads = atoi(arguments[2]);
    width = (size_t)(2 * side + 63) / 64 + 8;
    double start = now();
    hooks = calloc((size_t)side * width, 8);
    diagonals = calloc((size_t)side * width, 8);
    hook_firsts = calloc((size_t)side, 4);
    diagonal_firsts = calloc((size_t)side, 4);
    values = malloc((size_t)side * (size_t)side * 2);
    done = aligned_alloc(64, sizeof(Done) * (size_t)(side / TILE + 1));
    pthread_t running[threads];
    if (!hooks || !diagonals || !hook_firsts || !diagonal_firsts || !values || !done) return 1;
    memset(done, 0, sizeof(Done) * (size_t)(side / TILE + 1));
    for (int number = 0; number < threads; number++)
        if (pthread_create(running + number, NULL, work, (void *)(intptr_t)number)) return 1;
    for (int number = 0; number < threads; number++) pthread_join(running[number], NULL);
    double seconds = now() - start;
    uint64_t sum = 0;
    for (size_t place = 0; place < (size_t)side * (size_t)side; place++) sum += values[place];
    printf("%.6f %llu\n", seconds, (unsigned long long)sum);
    return 0;
}
