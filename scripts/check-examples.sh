#!/bin/bash
# Runs every example without a screen.
source "$(dirname "$0")/common.sh"
count=0
for example in gst-examples/*/; do
    for file in README.md run.sh; do
        [ -f "$example$file" ] || { echo "check-examples: $example has no $file" >&2; exit 1; }
    done
    grep -qF "(${example#gst-examples/}README.md)" gst-examples/README.md || {
        echo "check-examples: gst-examples/README.md does not name $example" >&2
        exit 1
    }
    echo "$example"
    timeout 600 "${example}run.sh" --test || { echo "check-examples: $example failed" >&2; exit 1; }
    count=$((count + 1))
done
[ $count -gt 0 ] || { echo "check-examples: there are none" >&2; exit 1; }
echo "check-examples: $count examples run"
