"""What is left to translate: one test a matter, each listing all that is wrong, in every language.

A translator reads the failures as a list of things to do; see CONTRIBUTING.md, Adding a language.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from gettext import c2py
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import marienbad
from marienbad.text.catalogue import counted_as
from marienbad.text.language import LOCALE

SOURCE = Path(marienbad.__file__).parent


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


TEMPLATES = {path.stem: read(path) for path in sorted(Path(LOCALE).glob("*.pot"))}
TRANSLATIONS = {path: read(path) for path in sorted(Path(LOCALE).glob("*/LC_MESSAGES/*.po"))}
LANGUAGES = sorted({path.parts[-3] for path in TRANSLATIONS})


def key_of(message: Message) -> str:
    return str(message.context)


def messages(catalogue: Catalog) -> dict[str, Message]:
    return {key_of(message): message for message in catalogue if message.id}


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def translated(path: Path) -> Iterator[tuple[Message, Message]]:
    """The entries of a translation that have a sentence, each beside its source."""
    source = messages(TEMPLATES[path.stem]) if path.stem in TEMPLATES else {}
    for key, message in messages(TRANSLATIONS[path]).items():
        if key in source and all(forms(message.string)):
            yield source[key], message


def place(path: Path, key: str) -> str:
    return f"{path.relative_to(LOCALE)}: {key}"


def listed(wrong: list[str]) -> str:
    """All of them, line by line: pytest shortens what it compares."""
    return "\n".join([f"{len(wrong)} to mend:", *wrong])


def placeholders(text: str) -> set[str]:
    """The named places of a sentence, and every brace that is not of one.

    Those of argparse's sentences are marked by per cent signs.
    """
    named = {found.strip("{}") or found for found in re.findall(r"\{\w+}|[{}]", text)}
    return named or set(re.findall(r"%\(\w+\)|%(?=[sr])", text))


def test_the_source_is_in_order() -> None:
    wrong = []
    for domain, catalogue in TEMPLATES.items():
        for key, message in messages(catalogue).items():
            texts = forms(message.id)
            has_name = domain == "argparse" or re.fullmatch(rf"{domain}(\.[a-z0-9_-]+)+", key)
            names = {name.strip("%()") or "s" for text in texts for name in placeholders(text)}
            is_named = has_name and all(name.isidentifier() for name in names)
            if not is_named or "!" in "".join(texts) or message.fuzzy or any(forms(message.string)):
                wrong.append(f"{domain}.pot: {key}")
    assert not wrong, listed(wrong)


def test_no_key_has_two_sentences() -> None:
    """Of two the second would be said, with the values of the first."""
    for path in sorted(Path(LOCALE).rglob("*.po*")):
        keys = re.findall(r'^msgctxt "(.*)"$', path.read_text("utf-8"), re.MULTILINE)
        twice = sorted(key for key, count in Counter(keys).items() if count > 1)
        assert not twice, f"{path.name}: {listed(twice)}"


def test_every_sentence_is_translated() -> None:
    missing = []
    for language in LANGUAGES:
        for domain, template in TEMPLATES.items():
            path = Path(LOCALE) / language / "LC_MESSAGES" / f"{domain}.po"
            known = messages(TRANSLATIONS[path]) if path in TRANSLATIONS else {}
            missing += [
                place(path, key)
                for key in messages(template)
                if key not in known or known[key].fuzzy or not all(forms(known[key].string))
            ]
    assert not missing, listed(missing)


def test_no_translation_is_out_of_date() -> None:
    old = [place(path, "no such template") for path in TRANSLATIONS if path.stem not in TEMPLATES]
    for path, catalogue in TRANSLATIONS.items():
        source = messages(TEMPLATES.get(path.stem, Catalog()))
        old += [place(path, f"{message.id}: obsolete") for message in catalogue.obsolete.values()]
        for key, message in messages(catalogue).items():
            if key not in source:
                old.append(place(path, f"{key}: no such key"))
            elif message.id != source[key].id:
                old.append(place(path, f"{key}: the English is now {source[key].id!r}"))
    assert not old, listed(old)


def test_argparse_can_fill_our_sentences() -> None:
    wrong = [
        key
        for key, message in messages(TEMPLATES["argparse"]).items()
        if any(placeholders(text) != placeholders(key) for text in forms(message.id))
    ]
    assert not wrong, listed(wrong)


def test_every_translation_names_the_values_of_its_source() -> None:
    wrong = []
    for path in TRANSLATIONS:
        for source, message in translated(path):
            expected = {frozenset(placeholders(text)) for text in forms(source.id)}
            found = {frozenset(placeholders(text)) for text in forms(message.string)}
            if not found <= expected:
                wrong.append(place(path, f"{key_of(message)}: expected {set().union(*expected)}"))
    assert not wrong, listed(wrong)


def test_every_language_has_one_plural_rule_and_its_forms() -> None:
    wrong, rules = [], dict[str, str]()
    for path, catalogue in TRANSLATIONS.items():
        rule, count = catalogue.plural_expr, catalogue.num_plurals
        if rules.setdefault(path.parts[-3], rule) != rule:
            wrong.append(place(path, f"another plural rule, {rule}"))
        form = c2py(rule)
        if any(form(n) != form(counted_as(n)) for n in (*range(1200), 10**6, 10**6 + 2)):
            wrong.append(place(path, f"more than two digits decide in {rule}"))
        wrong += [
            place(path, f"{key_of(message)}: {count} plural forms are expected")
            for source, message in translated(path)
            if len(forms(message.string)) != (1 if isinstance(source.id, str) else count)
        ]
    assert not wrong, listed(wrong)


def test_every_language_says_in_which_direction_it_is_written() -> None:
    wrong = [
        place(path, f"language.direction: {message.string}, expected ltr or rtl")
        for path in TRANSLATIONS
        for _, message in translated(path)
        if key_of(message) == "language.direction" and message.string not in ("ltr", "rtl")
    ]
    assert not wrong, listed(wrong)


def test_no_sentence_shouts() -> None:
    loud = [
        place(path, key_of(message))
        for path in TRANSLATIONS
        for _, message in translated(path)
        if "!" in "".join(forms(message.string))
    ]
    assert not loud, listed(loud)


def test_french_punctuation_has_its_narrow_space() -> None:
    """U+202F stands before ; : ? and », and after «; a colon within a word has none."""
    wrong = [
        place(path, key_of(message))
        for path in TRANSLATIONS
        if path.parts[-3] == "fr"
        for _, message in translated(path)
        for text in forms(message.string)
        if len(text) > 1 and re.search(r"(?<!\u202f)([;?»]|:(?!\S))|«(?!\u202f)", text)
    ]
    assert not wrong, listed(wrong)


KEYED = ("say", "Message", "InputError", "OutOfReach")


def used_keys(tree: ast.AST) -> Iterator[str]:
    """Keys given to say(…) and its like, and every other literal that looks like a key."""
    nodes = list(ast.walk(tree))
    fragments = {part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    looks_like_a_key = re.compile(rf"({'|'.join(TEMPLATES)})(\.[a-z0-9_-]+)+")
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(key)), *_]):
                if name in KEYED:
                    yield key
            case ast.Constant(value=str(text)) if node not in fragments:
                if looks_like_a_key.fullmatch(text):
                    yield text


@pytest.mark.slow
def test_every_key_used_has_its_sentence() -> None:
    known = {key for catalogue in TEMPLATES.values() for key in messages(catalogue)}
    missing = {
        (str(path.relative_to(SOURCE)), key)
        for path in SOURCE.rglob("*.py")
        if path.parent.name != "proofs"  # their keys are short; a test of the book completes them
        for key in used_keys(ast.parse(path.read_text("utf-8")))
        if key not in known
    }
    assert not missing
