# SPDX-License-Identifier: MIT
"""Puts parts of the benchmark that were measured by themselves in the place of those of an earlier run.

usage: merge.py RESULTS NEW [ELEMENT]...     both are JSON; what NEW has not measured stays, with the machine and the day of its
run. With elements, only what was measured of these is put in the place of what there is of them.
"""

import json
import sys

#: Rows are of kernels, effects and elements; what is not measured with them has its machine in `earlier`, and what some elements
#: were measured on alone is in `elementMachines`.
PARTS = ("rows", "cameras", "growth", "settings", "starts")


def is_measured(results, part):
    """Whether a run has measured a part."""
    value = results.get(part, [])
    return any(value[key] for key in value if key != "checked") if part == "growth" else bool(value)


def element_of(row):
    """What a row is of: the first word of what it measures, for kernels no element's name."""
    return row.get("element") or row["what"].split()[0]


def replaced(old, new, element):
    """Rows of an element in the place of others of it."""
    first = next((i for i, row in enumerate(old) if element_of(row) == element), len(old))
    own = [row for row in new if element_of(row) == element]
    return old[:first] + own + [row for row in old[first:] if element_of(row) != element]


def merge_elements(results, new, elements):
    """The results of both, where some elements alone were measured anew."""
    merged, machines = dict(results), dict(results.get("elementMachines", {}))
    for part in ("rows", "cameras"):
        for element in elements:
            if any(element_of(row) == element for row in new.get(part, [])):
                merged[part] = replaced(merged[part], new[part], element)
                machines[part] = machines.get(part, {}) | {element: new["machine"]}
    return merged | {"elementMachines": machines}


def merge(results, new):
    """The results of both."""
    lost = {element_of(row) for row in results.get("rows", [])} - {element_of(row) for row in new.get("rows", [])}
    if is_measured(new, "rows") and lost:
        sys.exit(f"merge.py: kernels, machine, elements, tiles, declared and shaders are measured together; these would be lost: {sorted(lost)}")
    merged = dict(results)
    of_elements = results.get("elementMachines", {})
    merged["elementMachines"] = {part: of_elements[part] for part in of_elements if not is_measured(new, part)}
    machines = {part: results.get("earlier", {}).get(part, results["machine"]) for part in PARTS}
    for part in PARTS:
        if is_measured(new, part):
            merged[part], machines[part] = new[part], new["machine"]
    if is_measured(new, "rows"):
        merged |= {key: new[key] for key in ("machine", "rounds", "isQuick") if key in new}
    merged["earlier"] = {part: machines[part] for part in PARTS if machines[part] != merged["machine"]}
    return merged


def main(path, new, *elements):
    with open(path, encoding="utf-8") as file:
        results = json.load(file)
    with open(new, encoding="utf-8") as file:
        new = json.load(file)
    merged = merge_elements(results, new, elements) if elements else merge(results, new)
    # A line for each row, as the benchmark writes them.
    lists = [key for key in merged if isinstance(merged[key], list)]
    texts = [f'"{key}": {json.dumps(merged[key], sort_keys=True)}' for key in merged if key not in lists]
    for key in lists:
        rows = ",\n".join(json.dumps(row, sort_keys=True) for row in merged[key])
        texts.append(f'"{key}": [\n{rows}\n]')
    with open(path, "w", encoding="utf-8") as file:
        file.write("{" + ",\n".join(texts) + "}\n")


if len(sys.argv) < 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
