"""Tables as they are written."""

from marienbad.games.catalogue import define
from marienbad.study.tables import tabulate
from marienbad.text.tabular import written


def lines(name: str, form: str, **options: object) -> list[str]:
    return list(written(tabulate(define(name), **options), form, "en"))  # type: ignore[arg-type]
