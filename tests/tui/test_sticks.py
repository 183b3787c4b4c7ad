"""How matches and tokens are drawn with characters."""

import pytest

from marienbad.tui.sticks import GLYPHS, Glyph, choose_glyph


@pytest.mark.parametrize("glyph", [glyph for sizes in GLYPHS.values() for glyph in sizes])
def test_states_differ_in_shape(glyph: Glyph) -> None:
    states = (
        glyph.standing,
        glyph.pointed,
        glyph.chosen,
        glyph.taken,
        glyph.gone,
    )
    assert len(set(states)) == 5
    assert len({len(lines) for lines in states}) == 1
    assert all(len(line) <= glyph.cell for lines in states for line in lines)


@pytest.mark.parametrize(("room", "height"), [(10, 4), (30, 9), (60, 16), (200, 50)])
@pytest.mark.parametrize("noun", GLYPHS)
def test_a_drawing_fits_where_any_does(noun: str, room: int, height: int) -> None:
    glyph = choose_glyph(noun, (1, 3, 5, 7), room, height)
    assert 7 * glyph.cell <= room
    assert 4 * glyph.height <= height
