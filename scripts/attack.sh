# SPDX-License-Identifier: MIT
# Sourced by the attacks that run gst-launch-1.0: finds the release plugin, and runs commands with their output in $output.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_plugin
use_plugin
export GST_DEBUG_NO_COLOR=1 G_DEBUG=fatal-criticals
output=$(mktemp)
trap 'rm -f "$output"' EXIT
count=0
failed=0
interrupts=0

# What each element is: filter, converter, mixer or source; and the first format that it takes, or makes if it takes none.
declare -A kind input
while read -r name what format; do
    kind[$name]=$what
    input[$name]=$format
done < <(python3 scripts/elements.py kinds)
for name in $(elements); do
    [ -n "${kind[$name]:-}" ] || { echo "docs/elements.json lacks $name; run make docs" >&2; exit 1; }
done

# usage: launch SECONDS COMMAND...     returns its status; 124 or 137 where it takes longer
#
# gst-launch-1.0 (1.22, gst-launch.c) leaves its main loop from the streaming thread that has an error. Where that is before the
# loop begins the loop goes on for ever, with the error printed. An interrupt ends that, and with it the pipeline, as the error
# would have; what waits for something of ours does not end by it. (In the foreground one comes, not two, which end the process.)
launch() {
    local limit=$1 status=0 begin=$SECONDS
    shift
    # The shell itself has a word to say of a signal.
    { timeout --foreground --preserve-status --signal=INT --kill-after=10 "$limit" "$@" >"$output" 2>&1 </dev/null || status=$?; } 2>/dev/null
    [ $((SECONDS - begin)) -ge "$limit" ] || return $status
    if [ $status = 1 ] && grep -q "doesn't want to preroll" "$output"; then
        interrupts=$((interrupts + 1))
        echo "report: interrupted after $limit s, as gst-launch-1.0 waits with its error printed: $*" | cut -c 1-300
        return 1
    fi
    [ $status = 137 ] || status=124
    return $status
}

# usage: fault TEXT     counts a fault, and shows the output
fault() {
    failed=$((failed + 1))
    echo "FAILED ${1:0:600}"
    { grep -vE 'Setting pipeline|Pipeline is|Redistribute|GST_TRACER +gsttracer|GST_SCHEDULING +gst' "$output" || true; } |
        head -n 40 | cut -c 1-300 | sed 's/^/    /'
}
