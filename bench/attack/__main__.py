"""``python -m bench.attack NAME PORT DATABASE PROCESS PATIENCE``: one attack on a server.

It prints a line when it begins, attacks for as long as the attack has it, and prints what it saw as
JSON.
"""

import asyncio
import os
import sys

import orjson

from bench.attack import load_all, wire
from bench.attack.attacker import ATTACKS, Attacker

POLITENESS = 10
"""The attacker is elsewhere: here it should take little from the server."""


def main() -> int:
    name, port, database, process, patience = sys.argv[1:]
    wire.PATIENCE = float(patience)
    load_all()
    attack = ATTACKS[name]
    os.nice(POLITENESS)
    attacker = Attacker(int(port), database, int(process), attack.seconds)
    found = asyncio.run(attacker.run(attack.assault))
    print(orjson.dumps(found).decode("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
