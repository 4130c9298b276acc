#!/bin/bash
# Measures kernels, effects and elements; a whole run writes docs/benchmarks and the README's ratios.
#
# usage: scripts/bench.sh [--quick] [--part PART]... [ELEMENT]...
#
# --quick is a short run that only shows that every part works. Parts (kernels, elements, tiles, cameras, growth) and
# elements are printed alone.
source "$(dirname "$0")/common.sh"
scripts/setup.sh test
build_plugin
use_plugin
build_program Benchmarks swiftvideo-benchmark -c release

# Plots and pages of results go to a tree with a README.md.
# usage: report TREE
report() {
    use_python benchmark Benchmarks/Report/requirements.txt
    "$python" Benchmarks/Report/plots.py "$1/docs/benchmarks"
    python3 Benchmarks/Report/pages.py "$1"
}

# Results name the tree of Sources, which is not what was built where files differ from the commit.
changed=$(git status --porcelain | wc -l)
[ "$changed" = 0 ] || echo "bench: $changed files differ from the commit (git status); the results will say so" >&2

case "$*" in
'')
    mkdir -p docs/benchmarks
    "$program" --plugin "$plugin" --json docs/benchmarks/results.json
    report .
    ;;
--quick)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    mkdir -p "$scratch/docs/benchmarks"
    cp README.md "$scratch/"
    "$program" --quick --plugin "$plugin" --json "$scratch/docs/benchmarks/results.json"
    report "$scratch"
    ;;
*) "$program" --plugin "$plugin" "$@" ;;
esac
