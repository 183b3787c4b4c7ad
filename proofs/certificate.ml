(* Certificates as docs/certificates.md describes them: what a file must hold to be readable. *)
open Json

type amount = Number of int | Name of string
type bound = Range of int option * int option | Congruence of int * int  (* modulus, residue *)
type condition = { form : (string * int) list; bound : bound }
type take = { amounts : amount list; places : int list option; where : condition list }
type numeration = {
  language : int array array; free : int array; first : int array; recurrence : int array array }
type automaton = { start : int; accepting : bool array; table : int array array }
type witness = { first_state : int; moves : int array array; runs : int array array;
                 sets : int array array }
type part = { positions : automaton; cover : witness }
type claim =
  | Normal of part
  | Misere of part * automaton * witness  (* the terminal positions; that moves are left *)
  | Values of part array  (* for each value from 0 on *)
  | Blocking of int * automaton  (* one more than may be forbidden *)
type t = { game : string; heaps : int; takes : take list; numeration : numeration; base : int;
           letters : int; claim : claim }

let format = Printf.sprintf "marienbad certificate %s"
let heap_names = ["x"; "y"; "z"; "w"]
let keywords = ["abs"; "all"; "and"; "from"; "gcd"; "heaps"; "in"; "last"; "let"; "loses"; "max";
                "min"; "not"; "one"; "or"; "take"; "three"; "two"; "where"; "wins"]
let largest = 1_000_000
let most_states = 400_000
let most_letters = 4096

let field value name = match value with
  | Object pairs -> (try List.assoc name pairs with Not_found -> unreadable "field" name)
  | _ -> unreadable "field" name

(* The values of these fields, which must be all that there are. *)
let fields value names =
  let found = List.map (field value) names in
  (match value with
   | Object pairs ->
     List.iter (fun (name, _) -> if not (List.mem name names) then unreadable "field" name) pairs
   | _ -> ());
  found

let range low high = Printf.sprintf "%d-%d" low high
let integer low high = function
  | Int n when low <= n && n <= high -> n
  | _ -> unreadable "integer" (range low high)
let list shortest longest = function
  | List items when List.compare_length_with items shortest >= 0
                 && List.compare_length_with items longest <= 0 -> items
  | _ -> unreadable "list" (range shortest longest)
let integers ?(shortest = 1) longest low high value =
  Array.of_list (List.rev (List.rev_map (integer low high) (list shortest longest value)))
let rows ?(fewest = 1) ?(shortest = 1) ?(low = 0) longest width value =
  Array.of_list (List.rev (List.rev_map (integers ~shortest width low largest)
                             (list fewest longest value)))
let printable longest = function
  | String s when s <> "" && String.length s <= longest
               && List.for_all (fun c -> c >= ' ' && c <= '~') (List.of_seq (String.to_seq s)) -> s
  | String s -> unreadable "name" s
  | _ -> unreadable "name" ""

let begins prefix s =
  String.length s >= String.length prefix && String.sub s 0 (String.length prefix) = prefix

let name value =
  let s = printable 2048 value in
  let is_plain = String.length s <= 60 && not (String.contains s '"' || String.contains s '\\') in
  if begins "rules:" s || is_plain then s else unreadable "name" s

let is_identifier s =
  let letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_' in
  s <> "" && String.length s <= 2048 && letter s.[0]
  && List.for_all (fun c -> letter c || is_digit c) (List.of_seq (String.to_seq s))

let amount = function
  | String s ->
    if List.mem s heap_names || List.mem s keywords || not (is_identifier s) then
      unreadable "amount" s
    else Name s
  | other -> Number (integer 1 largest other)

let condition names value =
  let factor (name, c) =
    if not (List.mem name names) then unreadable "amount" name;
    (name, integer (-largest) largest c) in
  let form = match field value "form" with
    | Object pairs -> List.map factor pairs
    | _ -> unreadable "field" "form" in
  let is_congruence = match value with Object pairs -> List.mem_assoc "modulus" pairs | _ -> false in
  let bound = function Null -> None | other -> Some (integer (-largest) largest other) in
  match fields value ("form" :: (if is_congruence then ["modulus"; "residue"] else ["low"; "high"])) with
  | [_; modulus; residue] when is_congruence ->
    { form; bound = Congruence (integer 1 largest modulus, integer (-largest) largest residue) }
  | [_; low; high] -> { form; bound = Range (bound low, bound high) }
  | _ -> assert false

let take heaps value = match fields value ["amounts"; "places"; "where"] with
  | [amounts; places; where] ->
    let amounts = List.map amount (list 1 heaps amounts) in
    let places = match places with
      | Null -> None
      | other ->
        let chosen = Array.to_list (integers heaps 0 (heaps - 1) other) in
        if List.length (List.sort_uniq compare chosen) <> List.length amounts
        || List.length chosen <> List.length amounts then unreadable "places" "";
        Some chosen in
    let own = List.filter_map (function Name s -> Some s | Number _ -> None) amounts in
    let names = own @ List.filteri (fun i _ -> i < heaps) heap_names in
    { amounts; places; where = List.map (condition names) (list 0 64 where) }
  | _ -> assert false

let numeration value = match fields value ["name"; "language"; "free"; "first"; "recurrence"] with
  | [label; language; free; first; recurrence] ->
    ignore (printable 2048 label);
    let language = rows 64 64 language in
    { language; free = integers 64 0 (Array.length language - 1) free;
      first = integers 64 1 largest first; recurrence = rows 64 64 ~low:(-largest) recurrence }
  | _ -> assert false

let table letters value =
  let found = rows most_states letters value in
  let last = Array.length found - 1 in
  Array.iter (fun row ->
    if Array.length row <> letters || Array.exists (fun q -> q > last) row then
      unreadable "table" (string_of_int letters)) found;
  if Array.exists (fun q -> q <> 0) found.(0) then unreadable "table" (string_of_int letters);
  found

let automaton letters value = match fields value ["start"; "accepting"; "table"] with
  | [start; accepting; rows] ->
    let table = table letters rows in
    let size = Array.length table in
    let ends = Array.make size false in
    Array.iter (fun q -> ends.(q) <- true) (integers ~shortest:0 size 1 (size - 1) accepting);
    { start = integer 0 (size - 1) start; accepting = ends; table }
  | _ -> assert false

let witness letters value = match fields value ["start"; "runs"; "sets"; "table"] with
  | [start; runs; sets; moves] ->
    let moves = table letters moves in
    let runs = rows ~fewest:0 most_states 100 runs in
    let count = Array.length runs in
    let sorted = List.sort_uniq compare (Array.to_list runs) in
    let sets = rows ~shortest:0 most_states count sets in
    if Array.length sets <> Array.length moves || sets.(0) <> [||] || List.length sorted <> count
    || Array.exists (Array.exists (fun r -> r >= count)) sets then unreadable "sets" "";
    { first_state = integer 0 (Array.length moves - 1) start; moves; runs; sets }
  | _ -> assert false

let part letters positions cover =
  { positions = automaton letters positions; cover = witness letters cover }

let power base exponent =
  let rec go n = if n = 0 then 1 else base * go (n - 1) in go exponent

let read text =
  let data = parse text in
  let number = match List.find_opt (fun n -> field data "format" = String (format n)) ["1"; "2"; "3"] with
    | Some number -> number
    | None -> unreadable "format" (format "1, 2 or 3") in
  let common = ["game"; "heaps"; "takes"; "numeration"; "format"] in
  let special = match number with
    | "2" -> ["value"; "levels"]
    | "3" -> ["block"; "positions"]
    | _ when integer 0 1 (field data "misere") = 1 ->
      ["positions"; "cover"; "terminal"; "movable"; "misere"]
    | _ -> ["positions"; "cover"; "misere"] in
  match fields data (common @ special) with
  | game :: heaps :: takes :: numbers :: _ :: special ->
    let game = name game and heaps = integer 1 4 heaps in
    let numeration = numeration numbers in
    let base = Array.fold_left (fun n row -> max n (Array.length row)) 0 numeration.language in
    let letters = power base heaps in
    if letters > most_letters then unreadable "letters" (string_of_int most_letters);
    let takes = List.map (take heaps) (list 1 64 takes) in
    let claim = match special with
      | [positions; cover; terminal; movable; _] ->
        Misere (part letters positions cover, automaton letters terminal, witness letters movable)
      | [positions; cover; _] -> Normal (part letters positions cover)
      | [block; positions] when number = "3" ->
        Blocking (integer 2 9 block, automaton letters positions)
      | [value; levels] ->
        let value = integer 1 9 value in
        let level item = match fields item ["positions"; "cover"] with
          | [positions; cover] -> part letters positions cover
          | _ -> assert false in
        Values (Array.of_list (List.map level (list (value + 1) (value + 1) levels)))
      | _ -> assert false in
    { game; heaps; takes; numeration; base; letters; claim }
  | _ -> assert false
