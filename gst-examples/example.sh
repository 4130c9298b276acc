# Sourced by every run.sh: takes --test, makes the plugin known, keeps the other arguments.
#
# What a run.sh may set before: `needs`, Debian packages besides the demo's, and `test_job`, the job of setup.sh for --test.
start=$PWD
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/common.sh"
test=
arguments=()
for argument in "$@"; do
    if [ "$argument" = --test ]; then test=1; else arguments+=("$argument"); fi
done
if [ -n "$test" ]; then
    scripts/setup.sh "${test_job:-demo}" "${needs[@]}"
else
    scripts/setup.sh demo "${needs[@]}"
fi
build_plugin
use_plugin

# A path as it was meant where the script was started.
from_start() {
    case $1 in /*) echo "$1" ;; *) echo "$start/$1" ;; esac
}
