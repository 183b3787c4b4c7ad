"""``python -m marienbad.web.workers`` compiles the search ahead of time.

With a mode, ``warm`` or ``light``, it is the fork server.
"""

import sys

from marienbad.web.workers import forkserver, preload

if len(sys.argv) > 1:
    forkserver.main(is_warm=sys.argv[1] == "warm")
preload.load(is_warm=False)
preload.compile_search()
