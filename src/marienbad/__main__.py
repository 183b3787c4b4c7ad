"""``python -m marienbad`` is the command ``marienbad``, which begins and ends here too."""

import gc
import os
import sys

INTERRUPTED = 130
"""What a shell reports of programs that the signal INT has ended."""


def main() -> int:
    """Load the command line and run it.

    Garbage is looked for once the command begins. A process to whose end nothing is tied, neither
    a thread nor a function that was registered, ends without taking apart all that was loaded.
    """
    gc.disable()  # what is loaded until then stays to the end
    try:
        from marienbad.cli import main

        status = main()
    except KeyboardInterrupt:  # before there was a command to say so
        status = INTERRUPTED
    if status == INTERRUPTED and "logging" in sys.modules:
        sys.modules["logging"].disable()  # what libraries report of tasks that they left unfinished
    if not {"atexit", "threading"} & sys.modules.keys():
        sys.stderr.flush()
        os._exit(status)  # standard output is flushed, or given up
    return status


if __name__ == "__main__":
    sys.exit(main())
