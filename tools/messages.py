"""The sentences of the site and their translations, with Babel alone (no gettext programs).

    tools/messages.py update     gather every sentence of the code into the .po files
    tools/messages.py compile    .po -> .mo (not in git), which Django reads
    tools/messages.py check      exit 1 and name each sentence that is not well translated

English is written in the code itself and needs no .po file.
"""

import os
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
CODE = ("config", "games", "soule", "piedballe", "boules")
TEMPLATES = ("templates", "soule/templates", "piedballe/templates", "boules/templates")
BORROWED = "locale/borrowed.txt"
TEMPLATE_KINDS = {".html", ".txt", ".bbcode"}
PLURALS = {"fr": "nplurals=2; plural=(n > 1);"}

HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""

ONE, MANY = (1,), (1, 2)
ONE_IN_CONTEXT, MANY_IN_CONTEXT = ((1, "c"), 2), ((1, "c"), 2, 3)
KEYWORDS = {
    "_": ONE,
    "gettext": ONE,
    "gettext_lazy": ONE,
    "gettext_noop": ONE,
    "ngettext": MANY,
    "ngettext_lazy": MANY,
    "pgettext": ONE_IN_CONTEXT,
    "pgettext_lazy": ONE_IN_CONTEXT,
    "npgettext": MANY_IN_CONTEXT,
    "npgettext_lazy": MANY_IN_CONTEXT,
}
HAS_KEYWORD = re.compile(r"(?:gettext|\b_)(?:_lazy|_noop)?\(")
UNFRENCH = re.compile(r" [:;!?»]|[^\s(]»|« |«[^\s]|\w'\w")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


class Sentence(NamedTuple):
    """What identifies a sentence: its context (or None), its English, its English plural."""

    context: str | None
    one: str
    many: str | None = None

    @property
    def id(self) -> str | tuple[str, str]:
        """The sentence as Babel's catalogs key it."""
        return self.one if self.many is None else (self.one, self.many)


def update() -> None:
    """Bring each .po file to the sentences of the code; translations that still fit are kept."""
    wanted = gather()
    for language in PLURALS:
        write(language, merged(wanted, read(language), into=empty(language)))


def compile_all() -> None:
    """Write the .mo file beside each .po file, whole at once: somebody may be reading it."""
    for language in PLURALS:
        path = po_path(language).with_suffix(".mo")
        own = path.with_suffix(f".{os.getpid()}.mo")
        with own.open("wb") as file:
            write_mo(file, read(language))
        own.replace(path)


def check() -> list[str]:
    """Each fault of the sentences or their translations, as a line to show."""
    wanted = gather()
    faults = [f"plural without its number: {s.one!r}" for s in wanted if lacks_number(s)]
    for language in PLURALS:
        catalog = read(language)
        known = {sentence_of(message) for message in catalog if message.id}
        faults += [f"{language}: obsolete: {s.one!r}" for s in sorted(known - wanted, key=str)]
        for sentence in sorted(wanted, key=str):
            fault = fault_of(sentence, catalog)
            faults += [f"{language}: {fault}: {sentence.one!r}"] if fault else []
    return faults


def gather() -> set[Sentence]:
    """Every sentence of the code and the templates, and those of libraries we translate anew."""
    return {sentence for source in sources() for sentence in sentences(source)} | borrowed()


def sentences(source: bytes) -> set[Sentence]:
    """The sentences that some Python hands to gettext."""
    found: set[Sentence] = set()
    for _line, message, _comments, context in extract("python", BytesIO(source), KEYWORDS):
        one, many = message if isinstance(message, tuple) else (message, None)
        found.add(Sentence(context, one, many))
    return {sentence for sentence in found if sentence.one}


def sources() -> Iterator[bytes]:
    """Python that holds the sentences: the code itself, and what templates come to."""
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            if HAS_KEYWORD.search(text):
                yield text.encode()
    for folder in TEMPLATES:
        for path in sorted((ROOT / folder).rglob("*.*")):
            if path.suffix in TEMPLATE_KINDS:
                yield python_of(path.read_text("utf-8"))


def python_of(template: str) -> bytes:
    """The gettext calls that a template comes to, without its indentation: Python minds it."""
    return "\n".join(line.strip() for line in templatize(template).splitlines()).encode()


def borrowed() -> set[Sentence]:
    """Sentences of Django and allauth that say "vous" in their French; a plural after a bar."""
    lines = (ROOT / BORROWED).read_text("utf-8").splitlines()
    return {Sentence(None, *line.split(" | ")) for line in lines}


def read(language: str) -> Catalog:
    """The catalog of a language; an empty one when there is no file yet."""
    path = po_path(language)
    return read_po(path.open("rb"), locale=language) if path.exists() else empty(language)


def write(language: str, catalog: Catalog) -> None:
    """Write a catalog sorted, with no line numbers and no dates: a diff shows only sentences."""
    body = BytesIO()
    write_po(body, catalog, width=100, no_location=True, omit_header=True, sort_output=True)
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(header(language).encode() + body.getvalue())


def empty(language: str) -> Catalog:
    """A catalog with the plurals that Django has for the language (Babel's own differ)."""
    return read_po(BytesIO(header(language).encode()), locale=language)


def merged(wanted: set[Sentence], old: Catalog, into: Catalog) -> Catalog:
    """A catalog of exactly these sentences, with the translations the old one has for them."""
    for sentence in wanted:
        known = find(old, sentence)
        flags = {"fuzzy"} if known and known.fuzzy else set()
        text = known.string if known else None
        into.add(sentence.id, text, context=sentence.context, flags=flags)
    return into


def find(catalog: Catalog, sentence: Sentence) -> Message | None:
    """The catalog's message for a sentence, if its plural too is the same."""
    message = catalog.get(sentence.id, sentence.context)
    return message if message and sentence_of(message) == sentence else None


def sentence_of(message: Message) -> Sentence:
    one, many = (message.id, None) if isinstance(message.id, str) else message.id
    return Sentence(message.context, one, many)


def fault_of(sentence: Sentence, catalog: Catalog) -> str | None:
    """What is wrong with the translation of a sentence, or None."""
    message = find(catalog, sentence)
    if message is None:
        return "missing (make messages)"
    forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
    if not forms or not all(forms):
        return "not translated"
    if message.fuzzy:
        return "fuzzy"
    wanted = placeholders(sentence.many or sentence.one)
    if any(placeholders(form) != wanted for form in forms):
        return f"other placeholders than {sorted(wanted)}"
    if str(catalog.locale) == "fr" and any(UNFRENCH.search(form) for form in forms):
        return "a straight apostrophe, or a space that may break beside : ; ! ? « »"
    return None


def lacks_number(sentence: Sentence) -> bool:
    """French says "0 match" with the singular, so the singular must hold the number too."""
    return sentence.many is not None and placeholders(sentence.one) != placeholders(sentence.many)


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text.replace("%%", "")))


def po_path(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def header(language: str) -> str:
    return HEADER.format(language=language, plurals=PLURALS[language])


def main(arguments: list[str]) -> int:
    """Run one of the three commands; the exit status."""
    match arguments:
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["check"]:
            faults = check()
            print(*faults, sep="\n", end="\n" if faults else "")
            return 1 if faults else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
