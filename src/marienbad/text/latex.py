"""LaTeX: for papers and worksheets."""

from __future__ import annotations

from collections.abc import Sequence

from marienbad.text.mathematics import ATOM, POWER, Expression, Operand
from marienbad.text.notation import GLUE, MARK_SIGNS, SUBSCRIPTS, SUPERSCRIPTS, Notation
from marienbad.text.numbers import ELLIPSIS, THIN_SPACE
from marienbad.text.plain import CONTROLS, is_numeric
from marienbad.text.sentences import Block, Cell, Equation, Items, Section, Table

GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu",
    "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "varphi",
    "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta",
    "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
CALLIGRAPHIC = {"𝒫": "P", "ℐ": "I"}
SIGNS = {
    "−": "-", "×": r"\times", "⊕": r"\oplus", "≠": r"\ne", "≤": r"\le", "≥": r"\ge",
    "≈": r"\approx", "≡": r"\equiv", "∈": r"\in", "∪": r"\cup", "←": r"\leftarrow", "→": r"\to",
    "⌊": r"\lfloor", "⌋": r"\rfloor", "{": r"\{", "}": r"\}", "√": r"\surd", "′": "'", "″": "''",
    "·": r"\cdot", "~": r"\sim", "†": r"\dagger", "∅": r"\emptyset",
}  # fmt: skip


def _small(signs: dict[str, str], mark: str) -> dict[str, str]:
    """Small signs as indices or exponents of TeX."""
    names = SIGNS | {letter: rf"\{name}" for letter, name in GREEK.items()}
    return {small: f"${mark}{{{names.get(sign, sign)}}}$" for sign, small in signs.items() if small}


TEXT_ESCAPES = str.maketrans(
    {unicode: f"${sign}$" for unicode, sign in SIGNS.items()}
    | {letter: rf"$\{name}$" for letter, name in GREEK.items()}
    | _small(SUBSCRIPTS, "_")
    | _small(SUPERSCRIPTS, "^")
    | {sign: "\\" + sign for sign in "{}$&#_%"}
    | {sign: f"{{{sign}}}" for sign in "[*"}  # after the end of a row they would be options
    | {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", '"': "''", "|": r"\textbar{}"}
    | {"–": "--", ELLIPSIS: r"\ldots{}", THIN_SPACE: r"\,", GLUE: "~"}
    | {"ᵉ": r"\textsuperscript{e}", "\N{REPLACEMENT CHARACTER}": "?"}
)
FIGURE_ESCAPES = str.maketrans(
    {",": "{,}", THIN_SPACE: r"\,", GLUE: "~", "−": "-", ELLIPSIS: r"\ldots{}"}
    | {sign: rf"\text{{{sign}}}" for sign in "'’٬٫·"}  # separators, in mathematics other signs
)


class Latex(Notation):
    r"""LaTeX in which nothing that comes from outside is a command.

    >>> from marienbad.text.mathematics import Floor, Symbol
    >>> Latex("en").value("50% of {x}"), Latex("en").part(Floor(27 * Symbol("τ")))
    ('50\\% of \\{x\\}', '\\left\\lfloor 27\\tau \\right\\rfloor ')
    """

    fraction_level = POWER

    def prose(self, text: str) -> str:
        return text.translate(CONTROLS).translate(TEXT_ESCAPES)

    def inline(self, expression: Expression) -> str:
        return f"${self.part(expression)}$"

    def with_mark(self, written: str, mark: str) -> str:
        sign = MARK_SIGNS[mark]
        return f"{written}$^{{{SIGNS.get(sign, sign)}}}$"

    # Blocks

    def blocks(self, blocks: Sequence[Block]) -> str:
        return "\n\n".join(map(self.block, blocks))

    def block(self, block: Block) -> str:
        if isinstance(block, Table):
            return self.table(block)
        if isinstance(block, Equation):
            return f"\\[\n{self.part(block.expression)}\n\\]"
        if isinstance(block, Items):
            kind = "enumerate" if block.is_numbered else "itemize"
            entries = (rf"\item {{}}{self.sentence(entry)}" for entry in block.entries)
            return "\n".join([rf"\begin{{{kind}}}", *entries, rf"\end{{{kind}}}"])
        if isinstance(block, Section):
            heading = rf"\paragraph{{{self.sentence(block.heading)}}}"
            return f"{heading}\n\n{self.blocks(block.blocks)}"
        return self.sentence(block)

    def table(self, table: Table) -> str:
        """Return the table between rules, its caption above and its legend below."""
        columns = range(len(table.columns))
        numeric = [i in table.right or is_numeric(row[i] for row in table.rows) for i in columns]
        layout = "".join("r" if right else "l" for right in numeric)
        rows = [self.table_row(row) for row in table.rows]
        if table.footer_rows:
            rows.insert(len(rows) - table.footer_rows, r"\hline")
        caption = [self.sentence(table.caption) + r"\\[1ex]"] if table.caption else []
        signs = self.word("language.comma").join(self.legend(table))
        legend = [r"\\[1ex]" + signs] if signs else []
        head = [r"\hline", self.table_row(table.columns), r"\hline"]
        body = [rf"\begin{{tabular}}{{{layout}}}", *head, *rows, r"\hline", r"\end{tabular}"]
        return "\n".join([r"\begin{center}", *caption, *body, *legend, r"\end{center}"])

    def table_row(self, cells: Sequence[Cell]) -> str:
        return " & ".join(map(self.cell, cells)) + r" \\"

    # Mathematics

    def figures(self, text: str) -> str:
        return text.translate(FIGURE_ESCAPES)

    def identifier(self, name: str) -> str:
        if name in GREEK:
            return rf"\{GREEK[name]} "
        if name in CALLIGRAPHIC:
            return rf"\mathcal{{{CALLIGRAPHIC[name]}}}"
        if len(name) == 1 and name.isascii() and name.isalpha():
            return name
        return rf"\text{{{self.prose(name)}}}"

    def operator(self, sign: str) -> str:
        return f" {SIGNS.get(sign, sign)} "

    def prefix(self, sign: str) -> str:
        return SIGNS.get(sign, sign)

    def fenced(self, opening: str, inside: str, closing: str) -> str:
        left, right = SIGNS.get(opening, opening), SIGNS.get(closing, closing)
        return rf"\left{left} {inside}\right{right} "

    def prime(self, base: Operand, count: int) -> str:
        return self.part(base, ATOM) + "'" * count

    def subscript(self, base: Operand, indices: Sequence[Operand]) -> str:
        written = self.part(base, ATOM)
        # TeX refuses two indices on the same letter.
        group = f"{{{written}}}" if "_" in written else written
        return f"{group}_{{{self.items(indices)}}}"

    def power(self, base: Operand, exponent: Operand) -> str:
        written = self.part(base, ATOM)
        group = written if len(written) == 1 else f"{{{written}}}"
        return f"{group}^{{{self.part(exponent)}}}"

    def fraction(self, numerator: Operand, denominator: Operand) -> str:
        return rf"\frac{{{self.part(numerator)}}}{{{self.part(denominator)}}}"

    def root(self, radicand: Operand) -> str:
        return rf"\sqrt{{{self.part(radicand)}}}"

    def with_base(self, written: str, base: int) -> str:
        return f"{written}_{{{base}}}"
