# SPDX-License-Identifier: MIT
"""Puts parts of the benchmark that were measured by themselves in the place of those of an earlier run.

usage: merge.py RESULTS NEW     both are JSON; what NEW has not measured stays, with the machine and the day of its run
"""

import json
import sys

#: Rows are of kernels, effects and elements; what is not measured with them has its machine in `earlier`.
PARTS = ("rows", "cameras", "growth")


def is_measured(results, part):
    """Whether a run has measured a part."""
    value = results.get(part, [])
    return any(value[key] for key in value if key != "checked") if part == "growth" else bool(value)


def merge(results, new):
    """The results of both."""
    merged = dict(results)
    machines = {part: results.get("earlier", {}).get(part, results["machine"]) for part in PARTS}
    for part in PARTS:
        if is_measured(new, part):
            merged[part], machines[part] = new[part], new["machine"]
    if is_measured(new, "rows"):
        merged |= {key: new[key] for key in ("machine", "rounds", "settings", "isQuick") if key in new}
    merged["earlier"] = {part: machines[part] for part in PARTS if machines[part] != merged["machine"]}
    return merged


def main(path, new):
    with open(path, encoding="utf-8") as file:
        results = json.load(file)
    with open(new, encoding="utf-8") as file:
        merged = merge(results, json.load(file))
    # A line for each row, as the benchmark writes them.
    lists = [key for key in merged if isinstance(merged[key], list)]
    texts = [f'"{key}": {json.dumps(merged[key], sort_keys=True)}' for key in merged if key not in lists]
    for key in lists:
        rows = ",\n".join(json.dumps(row, sort_keys=True) for row in merged[key])
        texts.append(f'"{key}": [\n{rows}\n]')
    with open(path, "w", encoding="utf-8") as file:
        file.write("{" + ",\n".join(texts) + "}\n")


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
