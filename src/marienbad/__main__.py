"""``python -m marienbad`` is the command ``marienbad``."""

import sys

from marienbad.cli import main

if __name__ == "__main__":
    sys.exit(main())
