"""``python -m bench.attack NAME PORT IS_SECURE PATIENCE``: one attack on a server or its proxy.

It prints a line when it begins, attacks for as long as the attack has it, and prints what it saw as
JSON.
"""

import asyncio
import os
import sys

import orjson

from bench.attack import wire
from bench.attack.attacker import Attacker
from bench.attack.measure import ATTACKS

POLITENESS = 10
"""The attacker is elsewhere: here it should take little from the server."""


def main() -> int:
    name, port, is_secure, patience = sys.argv[1:]
    wire.PATIENCE = float(patience)
    attack = ATTACKS[name]
    os.nice(POLITENESS)
    attacker = Attacker(int(port), is_secure == "True", attack.seconds)
    found = asyncio.run(attacker.run(attack.assault))
    print(orjson.dumps(found).decode("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
