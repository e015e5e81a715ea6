"""Exit 0 when the page at the given address answers 200: tools/healthy.py ADDRESS.

The question is put in the name of the site's first allowed host: others are refused.
"""

import os
import sys
from urllib.error import URLError
from urllib.request import Request, urlopen


def main(address: str) -> int:
    """The exit status; what the page says is printed."""
    host = os.environ["ALLOWED_HOSTS"].split(",")[0]
    try:
        with urlopen(Request(address, headers={"Host": host}), timeout=4) as answer:
            print(answer.read().decode())
            return 0 if answer.status == 200 else 1
    except URLError as error:
        print(error)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
