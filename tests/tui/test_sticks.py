"""How matches and tokens are drawn with characters."""

import pytest

from marienbad.tui.sticks import DRAWINGS, Drawing, choose_drawing


@pytest.mark.parametrize("drawing", [d for kinds in DRAWINGS.values() for d in kinds])
def test_states_differ_in_shape(drawing: Drawing) -> None:
    states = (
        drawing.standing,
        drawing.pointed,
        drawing.chosen,
        drawing.taken,
        drawing.gone,
    )
    assert len(set(states)) == 5
    assert len({len(lines) for lines in states}) == 1
    assert all(len(line) <= drawing.cell for lines in states for line in lines)


@pytest.mark.parametrize(("room", "height"), [(10, 4), (30, 9), (60, 16), (200, 50)])
@pytest.mark.parametrize("noun", DRAWINGS)
def test_a_drawing_fits_where_any_does(noun: str, room: int, height: int) -> None:
    drawing = choose_drawing(noun, (1, 3, 5, 7), room, height)
    assert 7 * drawing.cell <= room
    assert 4 * drawing.height <= height
