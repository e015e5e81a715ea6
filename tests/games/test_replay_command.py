"""``manage.py replay --json``: one line a turn, and the exit status."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

GOAL = Path("tests/matches/soule/goal.json")


def replayed(*files: Path) -> tuple[list[dict[str, Any]], int | str | None]:
    """The lines, and the exit status."""
    out = StringIO()
    status: int | str | None = 0
    try:
        call_command("replay", *map(str, files), "--json", stdout=out)
    except SystemExit as ended:
        status = ended.code
    return [json.loads(line) for line in out.getvalue().splitlines()], status


def written(path: Path, **change: Any) -> Path:
    path.write_text(json.dumps({**json.loads(GOAL.read_text()), **change}))
    return path


def test_a_line_for_each_turn_and_the_result_last() -> None:
    lines, status = replayed(GOAL)
    assert status == 0
    assert [line.get("turn") for line in lines] == [0, 1, 2, 3, None]
    assert {line["file"] for line in lines} == {str(GOAL)}
    first, *_, last, result = lines
    assert set(first) == {"file", "turn", "state", "events", "outcome"}
    assert first["events"][0] == {"kind": "first-strike", "side": "A"}
    assert first["events"][1] == {"kind": "place", "side": "A", "n": 1, "at": -2}
    assert first["outcome"] is None
    assert last["state"]["soule"] == 3
    assert last["events"][-1] == {"kind": "goal", "side": "A"}
    assert last["outcome"] == {"winner": "A", "reason": "goal"}
    assert result == {
        "file": str(GOAL),
        "result": {"winner": "A", "reason": "goal", "turn": 3},
    }


def test_a_refused_order_ends_its_file_and_not_the_others(tmp_path: Path) -> None:
    turns = json.loads(GOAL.read_text())["turns"]
    turns[2]["orders"]["B"] = "0 0 0 0 0 0 14 0 0 0 0"
    broken = written(tmp_path / "broken.json", turns=turns)
    lines, status = replayed(broken, GOAL)
    assert status == 2
    assert [line.get("turn") for line in lines] == [0, 1, 2, 0, 1, 2, 3, None]
    refused = {"kind": "not-opponent", "place": 7, "sign": "14", "most": 11}
    assert lines[2] == {"file": str(broken), "turn": 2, "slot": "B", "refused": refused}


def test_a_draw_too_many_is_named(tmp_path: Path) -> None:
    lines, status = replayed(written(tmp_path / "draws.json", draws=[0, 1]))
    assert status == 2
    assert lines[-1]["refused"] == {"kind": "draw-left-over", "place": None, "draw": 2}


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "json"),
        (b"{", "json"),
        (b"\xff\xfe", "json"),
        (b"[" * 100_000, "json"),
        (b"[]", "game"),
        (b'{"format": 1}', "game"),
        (b'{"format": 1, "game": "chess"}', "game"),
        (b'{"format": 1, "game": ["soule"]}', "game"),
        (b'{"game": "soule"}', "format"),
    ],
)
def test_what_is_no_match_file(tmp_path: Path, content: bytes, kind: str) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    lines, status = replayed(path)
    assert status == 2
    assert [line["refused"]["kind"] for line in lines] == [kind]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    lines, status = replayed(tmp_path / "nowhere.json")
    assert (lines[0]["refused"]["kind"], status) == ("unreadable", 2)
