"""A number in a numeration, and boards: whole, and as they are worked out step by step."""

from marienbad.analysis import Game
from marienbad.heaps import read_heap
from marienbad.study.board import check_square, chequer, chosen_slice, construction, corner_of
from marienbad.study.numbers import neighbours, number_told
from marienbad.study.picture.chequer import CHARACTERS
from marienbad.text.data import json_integer
from marienbad.text.plain import Plain
from marienbad.web.encoding import encoded
from marienbad.web.sizes import bounded_position
from marienbad.web.thoughts.subject import look_for_search

WIDTH = 100


def number_of(written: str, system: str, lang: str) -> bytes:
    """A number as data and in words."""
    number = read_heap(written, "number.wrong")
    words = number_told(number, system)
    beside = neighbours(number, system)
    return encoded(
        {
            "number": json_integer(number),
            "system": system,
            **{name: None if n is None else json_integer(n) for name, n in beside.items()},
            "text": words.render(lang, WIDTH),
            "html": words.html(lang),
        }
    )


def stages_of(game: str, size: int, lang: str) -> bytes:
    """The steps by which a board is decided."""
    definition, plain = Game.named(game).definition, Plain(lang)
    return encoded(
        {
            "game": definition.name,
            "title": plain.line(definition.title),
            "size": size,
            "stages": [
                {"sign": stage.sign, "squares": stage.squares, "text": plain.line(stage.words)}
                for stage in construction(definition, size)
            ],
        }
    )


def board_of(
    game: str, size: int, at: str | None, pairs: int | None, third: int | None, lang: str
) -> bytes:
    """A board with its marks and what they mean."""
    definition, plain = Game.named(game).definition, Plain(lang)
    square = None if at is None else bounded_position(at)
    third = chosen_slice(definition, third, square)
    check_square(square, size, third)
    look_for_search(definition, corner_of(size, third), None)
    board = chequer(definition, size, square, pairs, third)
    return encoded(
        {
            "game": definition.name,
            "title": plain.line(board.title),
            "description": plain.line(board.description),
            "size": size,
            "marks": [(x, y, sign) for (x, y), sign in sorted(board.marks.items())],
            "at": board.at,
            "slice": third,
            "legend": [
                {
                    "sign": sign,
                    "character": CHARACTERS[sign],
                    "text": plain.line(board.meaning(sign)),
                }
                for sign in board.legend
            ],
        }
    )
