"""An automaton in the text format of Walnut, the prover of automatic sequences.

H. Mousavi, Automatic theorem proving in Walnut, 2016; J. Shallit, The Logical Approach to Automatic
Sequences, Cambridge University Press 2022.
"""

from __future__ import annotations

from marienbad.prover.automata.diagram import Diagram
from marienbad.prover.systems.linear import FIBONACCI, System


def walnut(diagram: Diagram, numeration: str | None = None) -> str:
    """The automaton as Walnut reads it; a state and whether it accepts, then its edges.

    A numeration that Walnut knows (base b, Fibonacci) is named in the first line; for another one
    the digits are listed, unless the name of a custom base is given.

    >>> from marienbad.prover.systems.linear import BINARY
    >>> print(walnut(Diagram(BINARY, ("x", "y"), ((), (((0, 0), 1), ((1, 1), 1))), (1,))))
    msd_2 msd_2
    <BLANKLINE>
    0 1
    0 0 -> 0
    1 1 -> 0
    <BLANKLINE>
    """
    name = numeration or _known(diagram.system)
    lines = [" ".join([name] * len(diagram.tracks)), ""]
    for state, edges in enumerate(diagram.edges[1:]):
        lines.append(f"{state} {int(diagram.accepts(state + 1))}")
        lines += [f"{' '.join(map(str, digits))} -> {target - 1}" for digits, target in edges]
        lines.append("")
    return "\n".join(lines)


def custom_base(system: System, name: str) -> dict[str, str]:
    """The two files that teach Walnut a system: its words, and its sum relation x + y = z.

    >>> from marienbad.prover.systems.linear import continued_fraction
    >>> files = custom_base(continued_fraction(2), "silver")
    >>> list(files)
    ['msd_silver.txt', 'msd_silver_addition.txt']
    >>> print(files["msd_silver.txt"])
    {0,1,2}
    <BLANKLINE>
    0 1
    0 -> 0
    1 -> 0
    2 -> 1
    <BLANKLINE>
    1 1
    0 -> 0
    <BLANKLINE>
    """
    from marienbad.prover.automata.automaton import everything
    from marienbad.prover.automata.fused import automaton

    if system.period > 1:
        raise ValueError(
            f"expected a system of period 1, since Walnut reads words of every length; "
            f"{system.name} has period {system.period}"
        )
    total = automaton(system, {"x": 1, "y": 1, "z": -1}, low=0, high=0)
    digits = _digits(system)
    return {
        f"msd_{name}.txt": walnut(everything(system, "x").diagram(), digits),
        f"msd_{name}_addition.txt": walnut(total.diagram(), digits),
    }


def _known(system: System) -> str:
    if system.order == 1:
        return f"msd_{system.base}"
    return "msd_fib" if system == FIBONACCI else _digits(system)


def _digits(system: System) -> str:
    return "{" + ",".join(map(str, range(system.base))) + "}"
