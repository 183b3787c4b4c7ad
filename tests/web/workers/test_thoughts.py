"""What workers are asked: answers that are ready to be sent."""

import gzip
import json
import pickle

import pytest

import marienbad
from marienbad.games import catalogue
from marienbad.games.language import rule_text
from marienbad.games.language.rule_text import define_rules
from marienbad.play.match import Match
from marienbad.web.api.maps import MapQuestion, solved
from marienbad.web.api.play import advice, choose, judge_match, played

SMALL = MapQuestion(define_rules("heaps 1; take n from one"), (), 8, False, "map", "en")


def test_a_map_without_time_to_describe_it_stands_alone() -> None:
    alone, described = (json.loads(gzip.decompress(part)) for part in solved(SMALL))
    assert (alone["table"], alone["description"]) == ("AQ==", None)
    assert described["table"] == "AQ=="
    assert described["description"]


def test_the_rules_of_a_match_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = marienbad.rules("heaps 2; take n from one; take n, n from two")
    match = Match(game, (3, 4), date="1961-06-25").play((2, 2))
    sent = pickle.dumps((game, match))
    monkeypatch.setattr(rule_text, "read", None)
    catalogue.define.cache_clear()
    game, match = pickle.loads(sent)
    assert choose(game, (3, 4), "perfect") == (2, 2)
    assert advice(game, (3, 4), 3, "en")["take"] == [2, 2]
    turn = played(game, (3, 4), (3, 3), "perfect")
    assert (turn.is_over, turn.replies, turn.is_over_then) == (False, ((0, 1),), True)
    assert judge_match(match, "en")["moves"][0]["judgement"] == "kept"
