"""Integers and decimals as the reader's language writes them, however long they are."""

from __future__ import annotations

from marienbad.text.catalogue import plural_template, template

THIN_SPACE = "\N{NARROW NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"

FIRST_TOO_LONG: int = 10**40
SHOWN_AT_EACH_END = 10


def integer_text(number: int, lang: str, grouped: bool = True) -> str:
    r"""Return the integer in groups of three from five digits on, shortened when it is huge.

    >>> integer_text(1961, "en"), integer_text(1234567, "en"), integer_text(-12345, "fr")
    ('1961', '1,234,567', '−12\u202f345')
    >>> integer_text(10**999_999 + 7, "en")
    '1000000000…0000000007 (1,000,000 digits)'
    """
    if 0 <= number < 10_000:
        return str(number)
    if not is_long(number):
        return short_integer_text(number, lang, grouped)
    _, count = leading_digits(abs(number))
    digits = plural_template("words.digit", count, lang).format(number=integer_text(count, lang))
    return f"{short_integer_text(number, lang)} ({digits})"


def short_integer_text(number: int, lang: str, grouped: bool = True) -> str:
    """Return the integer as integer_text does, but without the count of its digits.

    >>> short_integer_text(-(10**50) - 9, "en")
    '−1000000000…0000000009'
    """
    if 0 <= number < 10_000:
        return str(number)
    size = abs(number)
    if is_long(number):
        first, _ = leading_digits(size)
        last = int(size % 10**SHOWN_AT_EACH_END)
        digits = f"{first}{ELLIPSIS}{last:0{SHOWN_AT_EACH_END}}"
    else:
        mark = template("language.group", lang) if grouped and size >= 10_000 else ""
        digits = f"{int(size):,}".replace(",", mark)  # an mpz knows no such format
    return MINUS + digits if number < 0 else digits


def is_long(number: int) -> bool:
    """Say whether the integer has too many digits to be shown in full."""
    return abs(number) >= FIRST_TOO_LONG


def decimal_text(scaled: int, places: int, lang: str, is_cut: bool = False) -> str:
    """Return scaled / 10**places, and an ellipsis where further decimals are cut off.

    >>> decimal_text(43686918, 6, "fr", is_cut=True), decimal_text(-12345, 1, "en")
    ('43,686918…', '−1234.5')
    """
    whole, fraction = divmod(abs(int(scaled)), 10**places)
    decimals = f"{template('language.decimal', lang)}{fraction:0{places}}" if places else ""
    written = f"{MINUS if scaled < 0 else ''}{short_integer_text(whole, lang)}{decimals}"
    return written + ELLIPSIS * is_cut


def leading_digits(number: int) -> tuple[str, int]:
    """Return the first ten digits of a positive integer and how many digits it has.

    Writing out all digits would be slow and a power of ten of that size as well: the leading
    bits m bracket the number between m·2ˢ and (m + 1)·2ˢ, and the decimal digits that both ends
    share are its own. Where they share fewer than ten the integer is written out after all.

    >>> leading_digits(2**3_321_928)
    ('9363453492', 1000000)
    """
    from decimal import MAX_EMAX, Context, Decimal

    shift = max(number.bit_length() - 200, 0)
    leading = int(number >> shift)
    # 100 digits leave the rounding of the power far below the last of the 200 leading bits;
    # one unit more on each side of the bracket absorbs it.
    context = Context(prec=100, Emax=MAX_EMAX)
    power = context.power(Decimal(2), Decimal(shift))
    low, high = (context.multiply(Decimal(end), power) for end in (leading - 1, leading + 2))
    ends = {(end.as_tuple().digits[:SHOWN_AT_EACH_END], end.adjusted()) for end in (low, high)}
    if len(ends) == 1:
        digits, exponent = ends.pop()
        return "".join(map(str, digits)), exponent + 1
    from marienbad.numeration.integers import digits_of

    text = digits_of(number)
    return text[:SHOWN_AT_EACH_END], len(text)
