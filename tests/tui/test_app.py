"""The terminal application is loaded only where it is used."""

import subprocess
import sys

from tests.support import PATIENCE


def test_only_the_application_loads_textual() -> None:
    code = (
        "import sys; from marienbad.cli import main; main(['analyse', 'nim', '1,2']);"
        "sys.exit('textual' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)
