# Sourced by the attacks that run gst-launch-1.0: finds the release plugin, and runs commands with their output in $output.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_plugin
use_plugin
export GST_DEBUG_NO_COLOR=1 G_DEBUG=fatal-criticals
output=$(mktemp)
trap 'rm -f "$output"' EXIT
count=0
failed=0
retries=0

# usage: launch SECONDS COMMAND...     returns its status; 124 or 137 where it takes longer
#
# gst-launch-1.0 (1.22, gst-launch.c) leaves its main loop from the streaming thread that has an error. Where that is before the
# loop begins the loop goes on for ever, with the error printed; then it is run again, once.
launch() {
    local limit=$1 try status
    shift
    for try in 1 2; do
        status=0
        # The shell itself has a word to say of a signal.
        { timeout --kill-after=5 "$limit" "$@" >"$output" 2>&1 </dev/null || status=$?; } 2>/dev/null
        [ $status = 124 ] && [ $try = 1 ] && grep -q "doesn't want to preroll" "$output" || break
        retries=$((retries + 1))
        echo "retried after $limit s: gst-launch-1.0 waits for ever with its error printed: $*" | cut -c 1-300
    done
    return $status
}

# usage: fault TEXT     counts a fault, and shows the output
fault() {
    failed=$((failed + 1))
    echo "FAILED ${1:0:600}"
    { grep -vE 'Setting pipeline|Pipeline is|Redistribute|GST_TRACER +gsttracer|GST_SCHEDULING +gst' "$output" || true; } |
        head -n 40 | cut -c 1-300 | sed 's/^/    /'
}
