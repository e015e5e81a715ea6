"""The sentences: gathered from the code and templates, and each well translated."""

import pytest
from babel.messages.catalog import Catalog

from tools.messages import (
    Sentence,
    check,
    empty,
    fault_of,
    lacks_number,
    merged,
    python_of,
    sentences,
)

GOALS = Sentence(None, "%(n)s goal", "%(n)s goals")


def catalog(sentence: Sentence, text: str | tuple[str, str], fuzzy: bool = False) -> Catalog:
    """A French catalog of one translation."""
    french = empty("fr")
    flags = {"fuzzy"} if fuzzy else set()
    french.add(sentence.id, text, context=sentence.context, flags=flags)
    return french


def test_every_sentence_of_the_site_is_translated() -> None:
    assert check() == []


def test_python_gives_its_sentences_plurals_and_contexts() -> None:
    code = b"""
a = _("one " "two")
b = ngettext("%(n)s goal", "%(n)s goals", n)
c = pgettext_lazy("theme", "dark")
d = f("not a sentence")
"""
    assert sentences(code) == {
        Sentence(None, "one two"),
        GOALS,
        Sentence("theme", "dark"),
    }


def test_templates_give_the_sentences_that_django_will_ask_for() -> None:
    template = """{% load i18n %}
      <p>{% translate "Sign in" %} {% translate "dark" context "theme" %}</p>
    {% blocktranslate trimmed count n=goals %}
      {{ n }} goal
    {% plural %}
      {{ n }} goals
    {% endblocktranslate %}"""
    assert sentences(python_of(template)) == {
        Sentence(None, "Sign in"),
        Sentence("theme", "dark"),
        GOALS,
    }


@pytest.mark.parametrize(
    ("french", "fault"),
    [
        (empty("fr"), "missing"),
        (catalog(GOALS, ("%(n)s but", "")), "not translated"),
        (catalog(GOALS, ("%(n)s but", "%(n)s buts"), fuzzy=True), "fuzzy"),
        (catalog(GOALS, ("un but", "%(n)s buts")), "other placeholders"),
        (catalog(GOALS, ("%(n)s but", "%(m)s buts")), "other placeholders"),
        (catalog(Sentence(None, GOALS.one), "%(n)s but"), "missing"),
        (catalog(GOALS, ("%(n)s but !", "%(n)s buts !")), "a straight apostrophe, or a space"),
        (catalog(GOALS, ("%(n)s « but »", "%(n)s buts")), "a straight apostrophe, or a space"),
        (catalog(GOALS, ("%(n)s but", "%(n)s buts aujourd'hui")), "a straight apostrophe"),
    ],
)
def test_a_bad_translation_is_named(french: Catalog, fault: str) -> None:
    assert (fault_of(GOALS, french) or "").startswith(fault)


def test_a_good_translation_has_no_fault() -> None:
    assert fault_of(GOALS, catalog(GOALS, ("%(n)s but", "%(n)s buts"))) is None


def test_a_singular_holds_the_number_too() -> None:
    assert lacks_number(Sentence(None, "one goal", "%(n)s goals"))
    assert not lacks_number(GOALS)


def test_an_update_keeps_what_still_fits_and_drops_the_rest() -> None:
    old = catalog(GOALS, ("%(n)s but", "%(n)s buts"))
    old.add("gone", "parti")
    new = merged({GOALS, Sentence(None, "new")}, old, into=empty("fr"))
    assert {message.id: message.string for message in new if message.id} == {
        GOALS.id: ("%(n)s but", "%(n)s buts"),
        "new": None,
    }
