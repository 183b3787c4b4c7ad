"""What one address can do to the others: attacks on a server, and what another's moves suffer.

Every attack is a function that is given an :class:`~bench.attack.attacker.Attacker` and does its
worst within the allowance of its address, while somebody else plays at another address. The
modules are named after what is attacked.
"""

from importlib import import_module

ATTACKED = (
    *("thinking", "answers", "connections", "sockets", "storage", "faults", "manners"),
    *("visits", "company"),
)


def load_all() -> None:
    """Enter all attacks into the list."""
    for name in ATTACKED:
        import_module(f"bench.attack.{name}")
