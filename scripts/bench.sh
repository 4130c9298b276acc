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
log=$root/.build/logs/build-benchmark.log
if ! swift build -c release --package-path Benchmarks >"$log" 2>&1; then
    cat "$log" >&2
    echo "The benchmark's build failed; see above, or $log." >&2
    exit 1
fi
program=$(swift build -c release --package-path Benchmarks --show-bin-path)/swiftvideo-benchmark

# Plots and pages of results go to a tree with a README.md.
# usage: report TREE
report() {
    local python=.build/python
    [ -x $python/bin/python ] || python3 -m venv $python
    $python/bin/python -m pip -q --disable-pip-version-check install -r Benchmarks/Report/requirements.txt
    $python/bin/python Benchmarks/Report/plots.py "$1/docs/benchmarks"
    python3 Benchmarks/Report/pages.py "$1"
}

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
