#!/bin/bash
# SPDX-License-Identifier: MIT
# Measures kernels, effects and elements. A whole run writes docs/benchmarks and the README's table.
#
# usage: scripts/bench.sh [--quick | --table | --costs | --update PART... [ELEMENT]...] [--part PART]... [ELEMENT]...
#
# --update measures some parts, and writes their results in the place of those of an earlier run: a whole run takes more than an
# hour. Kernels, machine, elements, tiles, declared and shaders are measured together; of elements and cameras, some elements may be
# measured by themselves. --quick is a short run that only shows that every part works. --table measures what one
# frame takes, for the README: two minutes. --costs does so for every element, for docs/performance.md: ten minutes. Parts (kernels,
# machine, settings, elements, tiles, declared, shaders, cameras, growth, start) and elements are printed, and written nowhere.
source "$(dirname "$0")/common.sh"
scripts/setup.sh test
build_plugin
use_plugin
build_program Benchmarks swiftvideo-benchmark -c release

# For glshader, with one thread.
screen=()
if has_mesa; then screen=(on_mesa env LP_NUM_THREADS=1); fi
measure() { "${screen[@]}" "$program" "$@"; }

# usage: plots TREE     draws the plots of results.json
plots() {
    use_python benchmark Benchmarks/Report/requirements.txt
    "$python" Benchmarks/Report/plots.py "$1/docs/benchmarks"
}

# usage: pages TREE     writes the pages of results.json and frames.json, and the README's table
pages() {
    PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/Report/pages.py "$1"
}

# Results name the tree of Sources, which is not what was built where files differ from the commit.
changed=$(git status --porcelain -- ':!docs' ':!README.md' | wc -l)
[ "$changed" = 0 ] || echo "bench: $changed files differ from the commit (git status); the results will say so" >&2

results=docs/benchmarks/results.json
frames=docs/benchmarks/frames.json
case "$*" in
'')
    mkdir -p docs/benchmarks
    measure frames --plugin "$plugin" --json "$frames"
    measure costs --plugin "$plugin" --json docs/benchmarks/costs.json
    measure --plugin "$plugin" --json "$results"
    plots .
    pages .
    # Losses first.
    sed -n '/^## Where this project is slower/,/^## Aims/p' docs/benchmarks/README.md | sed '$d'
    ;;
--table)
    measure frames --plugin "$plugin" --json "$frames"
    pages .
    ;;
--costs)
    measure costs --plugin "$plugin" --json docs/benchmarks/costs.json
    pages .
    ;;
--update\ *)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    parts=() elements=()
    for word in "${@:2}"; do
        case $word in
        swift*) elements+=("$word") ;;
        *) parts+=(--part "$word") ;;
        esac
    done
    measure --plugin "$plugin" --json "$scratch/new.json" "${parts[@]}" "${elements[@]}"
    python3 Benchmarks/Report/merge.py "$results" "$scratch/new.json" "${elements[@]}"
    plots .
    pages .
    ;;
--quick)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    mkdir -p "$scratch/docs/benchmarks"
    cp README.md "$scratch/"
    measure frames --quick --plugin "$plugin" --json "$scratch/$frames"
    measure costs --quick --plugin "$plugin" --json "$scratch/docs/benchmarks/costs.json"
    measure --quick --plugin "$plugin" --json "$scratch/$results"
    plots "$scratch"
    pages "$scratch"
    # What became slower is found.
    if measure gate --old "$plugin" --new "$plugin" --planted 30 --families swiftmask >"$scratch/gate"; then
        echo "bench: the gate does not see that frames take 30 % longer" >&2
        exit 1
    fi
    for row in swiftmask '.*, v3' '.*, two threads' 'swift.* I420' start; do
        grep -m 1 "slower by more than 10 %: $row" "$scratch/gate" || {
            echo "bench: the gate does not see that this takes 30 % longer: $row" >&2
            exit 1
        }
    done
    ;;
*) measure --plugin "$plugin" "$@" ;;
esac
