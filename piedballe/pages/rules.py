from typing import Any


def rules() -> dict[str, Any]:
    return {}
