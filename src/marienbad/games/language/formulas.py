"""Reading conditions and numbers, from the operator that binds least to the one that binds most."""

from __future__ import annotations

from collections.abc import Callable

from marienbad.games.expressions import FUNCTIONS, LAST, Expression, Name, Number, Operation
from marienbad.games.language.keywords import PREVIOUS
from marienbad.games.language.program import Located
from marienbad.games.language.tokens import Cursor, Place, RuleError
from marienbad.text.sentences import say

NODES = 600
"""The most numbers, names and operations in a text."""
DEPTH = 40
"""The deepest nesting of an expression."""

_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


class FormulaReader(Cursor):
    """Reads conditions and numbers; over the whole text they are bounded."""

    not_a_condition = "rules.not_a_condition"
    """What is said where a number stands in place of a condition."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.nodes = 0

    def condition(self) -> Located:
        place = self.token.place
        return self.checked(self.disjunction(DEPTH), place, is_condition=True)

    def number(self) -> Located:
        place = self.token.place
        return self.checked(self.nim_sum(DEPTH), place, is_condition=False)

    def disjunction(self, depth: int) -> Located:
        return self.joined("or", self.conjunction, depth)

    def conjunction(self, depth: int) -> Located:
        return self.joined("and", self.negation, depth)

    def joined(self, word: str, operand: Callable[[int], Located], depth: int) -> Located:
        place = self.token.place
        read = [operand(depth)]
        while self.skip(word):
            read.append(operand(depth))
        if len(read) == 1:
            return read[0]
        operands: list[Located] = []
        for part in read:  # (a or b) or c says the same as a or b or c
            inner = part.expression
            is_nested = isinstance(inner, Operation) and inner.operator == word
            operands += part.operands if is_nested else (part,)
        return self.operation(place, word, *operands)

    def negation(self, depth: int) -> Located:
        place = self.token.place
        if self.skip("not"):
            return self.operation(place, "not", self.negation(self.deeper(depth)))
        return self.comparison(depth)

    def comparison(self, depth: int) -> Located:
        """A chain such as 1 <= n <= 3 stands for all of its links; a set ends it."""
        left, links, place = self.nim_sum(depth), list[Located](), self.token.place
        while self.token.text in _COMPARISONS:
            where, operator = self.token.place, self.token.text
            self.at += 1
            right = self.nim_sum(depth)
            links.append(self.operation(where, operator, left, right))
            left = right
        if self.token.text in ("in", "not"):
            links.append(self.membership(left, depth))
        if not links:
            return left
        return links[0] if len(links) == 1 else self.operation(place, "and", *links)

    def membership(self, left: Located, depth: int) -> Located:
        place, is_negated = self.token.place, self.skip("not")
        self.one_of("in")
        self.one_of("{")
        members = self.several(lambda: self.nim_sum(self.deeper(depth)))
        self.close("}")
        found = self.operation(place, "in", left, *members)
        return self.operation(place, "not", found) if is_negated else found

    def nim_sum(self, depth: int) -> Located:
        return self.left_associative(("^",), self.sum, depth)

    def sum(self, depth: int) -> Located:
        return self.left_associative(("+", "-"), self.product, depth)

    def product(self, depth: int) -> Located:
        return self.left_associative(("*", "//", "%"), self.factor, depth)

    def left_associative(
        self, operators: tuple[str, ...], operand: Callable[[int], Located], depth: int
    ) -> Located:
        result = operand(depth)
        while self.token.text in operators:
            place, operator = self.token.place, self.token.text
            self.at += 1
            depth = self.deeper(depth)
            result = self.operation(place, operator, result, operand(depth))
        return result

    def factor(self, depth: int) -> Located:
        place, token = self.token.place, self.token
        if self.skip("-"):
            return self.operation(place, "neg", self.factor(self.deeper(depth)))
        if self.skip("+"):
            return self.checked(self.factor(self.deeper(depth)), place, is_condition=False)
        if self.skip("("):
            inner = self.disjunction(self.deeper(depth))
            self.one_of(")")
            return inner
        if token.text in FUNCTIONS:
            return self.function(depth)
        if self.skip(PREVIOUS):
            return self.node(place, Name(LAST))
        if token.kind not in ("number", "name"):
            raise self.expected(say("rules.what.number"))
        self.at += 1
        return self.node(
            place, Number(int(token.text)) if token.kind == "number" else Name(token.text)
        )

    def function(self, depth: int) -> Located:
        token = self.token
        self.at += 1
        self.one_of("(")
        operands = self.several(lambda: self.nim_sum(self.deeper(depth)))
        self.close(")")
        if (len(operands) == 1) != (token.text == "abs"):
            key = "rules.one_operand" if token.text == "abs" else "rules.two_operands"
            raise RuleError(token.place, say(key, function=token.written))
        return self.operation(token.place, token.text, *operands)

    def operation(self, place: Place, operator: str, *operands: Located) -> Located:
        wants_conditions = operator in ("and", "or", "not")
        for operand in operands:
            self.checked(operand, operand.place, wants_conditions)
        values = tuple(operand.expression for operand in operands)
        return self.node(place, Operation(operator, values), operands)

    def node(
        self, place: Place, expression: Expression, operands: tuple[Located, ...] = ()
    ) -> Located:
        if self.nodes == NODES:
            raise RuleError(place, say("rules.too_many_nodes", most=NODES))
        self.nodes += 1
        return Located(place, expression, operands)

    def checked(self, found: Located, place: Place, is_condition: bool) -> Located:
        if found.is_condition != is_condition:
            if is_condition and self.token.kind in ("name", "number"):
                raise self.expected("<", "==", ">")
            key = self.not_a_condition if is_condition else "rules.not_a_number"
            raise RuleError(place, say(key, found=found.quoted()))
        return found

    def deeper(self, depth: int) -> int:
        if depth == 0:
            raise RuleError(self.token.place, say("rules.too_deep", most=DEPTH))
        return depth - 1
