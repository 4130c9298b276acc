# SPDX-License-Identifier: MIT
"""Prints what docs/elements.json has of the elements, which `make docs` writes from their declarations, by family.

usage: elements.py kinds             a line for each element: its name, its kind, and the first format that it takes, or makes if it
                                     takes none
       elements.py families          a line for each element, its name, a tab, and its family
       elements.py samples           for each family the first filter that needs no file, as `fragment` prints it
       elements.py fragment NAME     the element with the settings of its example, as a part of a launch line
"""

import itertools
import json
import re
import sys
from pathlib import Path

def elements():
    path = Path(__file__).parent.parent / "docs" / "elements.json"
    return {each["name"]: each for each in json.loads(path.read_text(encoding="utf-8"))}


def first_format(element):
    """The first format that an element takes; of a source the first that it makes."""
    return (element["inputs"] or element["outputs"])[0]


def words(element):
    """The element and the words of its example that are its settings, quotes and all."""
    parts = re.findall(r'(?:[^\s"]|"[^"]*")+', element["example"])
    made = parts[parts.index(element["name"]) :]
    return made[:1] + list(itertools.takewhile(lambda part: "=" in part, made[1:]))


def fragment(element):
    """The element and the words after it that are its settings, without a name; of a text in quotes the first word, which needs none."""
    words = element["example"].split()
    made = [element["name"]]
    for word in words[words.index(element["name"]) + 1 :]:
        if "=" not in word:
            break
        if not word.startswith("name="):
            made.append(word.replace('"', ""))
        if word.count('"') == 1:
            break
    return " ".join(made)


def main():
    known = elements()
    match sys.argv[1:]:
        case ["kinds"]:
            for name, each in known.items():
                print(name, each["kind"], first_format(each))
        case ["families"]:
            for name, each in known.items():
                print(f"{name}\t{each['family']}")
        case ["samples"]:
            for family in dict.fromkeys(each["family"] for each in known.values()):
                filters = (each for each in known.values() if each["family"] == family and each["kind"] == "filter")
                made = (fragment(each) for each in filters)
                if sample := next((each for each in made if "location=" not in each), None):
                    print(sample)
        case ["fragment", name] if name in known:
            print(fragment(known[name]))
        case ["fragment", name]:
            sys.exit(f"elements.py: docs/elements.json does not have {name}; run make docs")
        case _:
            sys.exit(__doc__.split("\n\n", 1)[1].rstrip())


if __name__ == "__main__":
    main()
