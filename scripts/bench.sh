#!/bin/bash
# Runs the benchmark. Options go to it; --quick is a short run that only shows that it works.
source "$(dirname "$0")/common.sh"
scripts/setup.sh test
build_plugin
use_plugin
exec swift run -c release --package-path Benchmarks swiftvideo-benchmark "$@"
