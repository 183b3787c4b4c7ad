"""The graph of a game: every situation and every move once, and nothing drawn over another."""

from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.analysis import Game
from marienbad.cli import main
from marienbad.drawing.shapes import Box, Curve, Drawing, Group, Line, Shape
from marienbad.drawing.svg import svg
from marienbad.heaps import Position
from marienbad.school.graph import By, Graph, graph_of
from marienbad.school.graph_picture import dot, drawing, legend_of
from marienbad.school.situations import Situations
from marienbad.solver.reachable import Reachable
from marienbad.text.plain import Plain

SVG = "{http://www.w3.org/2000/svg}"
STARTS: list[tuple[str, Position]] = [
    ("nim", (1, 2, 3)),
    ("marienbad", (1, 3, 5, 7)),
    ("subtraction:1.2.3", (15,)),
    ("wythoff", (3, 5)),
    ("fibonacci", (9,)),
    ("spite", (2, 3)),
    ("kayles", (7,)),
    ("order:AABB", (6,)),
    ("nim", (30,)),
]


def edges_by_rules(name: str, start: Position) -> set[tuple[Position, Position]]:
    """Every move from every position that can follow, by the rules alone."""
    game = Game.named(name).definition
    form = game.ruleset.form
    waiting, seen, edges = [form(start)], set(), set()
    while waiting:
        position = waiting.pop()
        if position not in seen:
            seen.add(position)
            for move in game.moves(position):
                edges.add((position, form(game.after(position, move))))
                waiting.append(form(game.after(position, move)))
    return edges


def check_places(graph: Graph) -> None:
    """No two frames overlap, none leaves the picture, and layers lie one under another."""
    for one, other in pairwise(graph.nodes):
        if one.layer == other.layer:
            assert one.x + one.width // 2 < other.x - other.width // 2
        else:
            below = [node for node in graph.nodes if node.layer == other.layer]
            above = [node for node in graph.nodes if node.layer == one.layer]
            lowest = max(node.y + node.height // 2 for node in above)
            assert lowest < min(node.y - node.height // 2 for node in below)
    assert all(node.width // 2 < node.x < graph.width - node.width // 2 for node in graph.nodes)
    assert all(node.height // 2 < node.y < graph.height - node.height // 2 for node in graph.nodes)


@pytest.mark.slow
@pytest.mark.parametrize("by", ["total", "moves"])
@pytest.mark.parametrize(("name", "start"), STARTS)
def test_every_situation_and_every_move_once(name: str, start: Position, by: By) -> None:
    found = Situations(Game.named(name), start)
    graph = graph_of(found, by)
    positions = [node.position for node in graph.nodes]
    assert positions[graph.start] == found.start
    assert len(set(positions)) == len(positions) == len(found)
    joined = [(positions[edge.source], positions[edge.target]) for edge in graph.edges]
    assert set(joined) == edges_by_rules(name, start)
    assert len(set(joined)) == len(joined)
    game = found.game.definition
    for edge in graph.edges:
        source = positions[edge.source]
        assert game.is_legal(source, edge.move)
        assert found.form(game.after(source, edge.move)) == positions[edge.target]
    check_places(graph)
    assert graph == graph_of(Situations(Game.named(name), start), by)


@pytest.mark.slow
def test_layers_by_the_total_and_by_moves() -> None:
    found = Situations(Game.named("nim"), (1, 3, 5, 7))
    totals = graph_of(found)
    assert len(totals.nodes) == 143
    assert {n.layer for n in totals.nodes} == {*range(17)}
    assert all(node.layer == 16 - sum(node.position) for node in totals.nodes)
    assert all(totals.nodes[e.source].y < totals.nodes[e.target].y for e in totals.edges)
    moves = graph_of(found, "moves")
    assert all(node.layer == node.distance for node in moves.nodes)
    # four rows: four moves take all of them, and no fewer
    assert {node.distance for node in moves.nodes if not node.position} == {4}
    for levels in range(5):
        near = {node.position for node in graph_of(found, "total", levels).nodes}
        assert near == {node.position for node in moves.nodes if node.distance <= levels}


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=4))
def test_any_start_is_laid_out(heaps: list[int]) -> None:
    found = Situations(Game.named("nim"), tuple(heaps))
    graph = graph_of(found)
    assert {node.position for node in graph.nodes} == {*found.following}
    check_places(graph)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "start"), STARTS)
def test_the_picture(name: str, start: Position) -> None:
    game = Game.named(name)
    found = Situations(game, start)
    graph = graph_of(found)
    plain = drawing(graph, "<&>", game.nouns[1])
    root = ET.fromstring(svg(plain))
    assert root.findtext(f"{SVG}title") == "<&>"
    assert len(root.findall(f"{SVG}g")) == count(plain, Group) == len(graph.nodes)
    assert count(plain, Curve) == len(graph.edges)
    assert count(plain, Box) == 1 + len(graph.nodes)
    marked = drawing(graph, "", game.nouns[1], found.to_leave, Plain("en").line(legend_of(game)))
    search = Reachable(game.definition)
    lost = sum(search.is_p(node.position) for node in graph.nodes)
    assert count(marked, Box) == 1 + len(graph.nodes) + lost
    assert "double frame" in svg(marked)
    written = dot(graph, 'a "b"', found.to_leave)
    assert written.startswith('digraph "a \\"b\\"" {')
    assert written.count(" -> ") == len(graph.edges)
    assert written.count("peripheries=2") == lost


def count(drawing: Drawing | Group, kind: type[Shape]) -> int:
    """The shapes of a kind, those of groups too."""
    inner = sum(count(shape, kind) for shape in drawing.shapes if isinstance(shape, Group))
    return inner + sum(isinstance(shape, kind) for shape in drawing.shapes)


def test_matches_are_drawn_one_by_one_and_large_heaps_as_numbers() -> None:
    small = drawing(graph_of(Situations(Game.named("nim"), (1, 2))), "")
    # of 1·2, 1·1, 2, 1 and 0
    assert count(small, Line) == 3 + 2 + 2 + 1
    large = drawing(graph_of(Situations(Game.named("subtraction:1.2"), (30,))), "")
    assert count(large, Line) == 0
    assert ">30</text>" in svg(large)


@pytest.mark.slow
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "graph.svg"
    assert main(["graph", "marienbad", "1,3,5,7", "--out", str(path), "--lang", "fr"]) == 0
    written = path.read_text("utf-8")
    assert written.count("<g>") == 143
    assert "tout ce qui peut suivre" in written
    assert "cadre" not in written  # nothing is revealed unless it is asked for
    assert main(["graph", "nim", "1,2,3", "--colours", "--levels", "1", "--by", "moves"]) == 0
    shown = capsys.readouterr().out
    assert ET.fromstring(shown).findtext(f"{SVG}title") == "Nim from (1, 2, 3), down to level 1"
    assert shown.count("<g>") == 7
    assert "double frame" in shown
    assert main(["graph", "nim", "1,2", "--out", str(tmp_path / "graph.dot")]) == 0
    assert (tmp_path / "graph.dot").read_text("utf-8").startswith("digraph")
    for words, named in ((["1,2", "--out", "a.gif"], "a.gif"), (["99,99"], "600")):
        assert main(["graph", "nim", *words]) == 2
        assert named in capsys.readouterr().err
