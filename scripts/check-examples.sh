#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs examples without a screen: every second one of them, the others the next day.
source "$(dirname "$0")/common.sh"
count=0
times=()
others=()
index=0
for example in gst-examples/*/; do
    for file in README.md run.sh; do
        [ -f "$example$file" ] || { echo "check-examples: $example has no $file" >&2; exit 1; }
    done
    grep -qF "(${example#gst-examples/}README.md)" gst-examples/README.md || {
        echo "check-examples: gst-examples/README.md does not name $example" >&2
        exit 1
    }
    index=$((index + 1))
    name=$(basename "$example")
    # What is below needs an output of launch.
    if [ "$name" != launch ] && ! turn $((index % 2)); then
        others+=("$name")
        continue
    fi
    echo "$example"
    start=$SECONDS
    timeout 600 "${example}run.sh" --test || { echo "check-examples: $example failed" >&2; exit 1; }
    count=$((count + 1))
    times+=("$((SECONDS - start)) s $name")
done
[ ${#others[@]} = 0 ] || echo "report: another day: ${others[*]}"
echo "report: the longest: $(printf '%s\n' "${times[@]}" | sort -rn | head -n 6 | paste -sd , | sed 's/,/, /g')"

# --help comes at once, without building, and a video without sound is not waited for; file examples test that themselves.
for run in gst-examples/*/run.sh; do
    PATH=/usr/bin:/bin SWIFT_BIN= timeout 20 "$run" --help | grep '^usage: ' >/dev/null || {
        echo "check-examples: $run --help tells no usage" >&2
        exit 1
    }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
gst-launch-1.0 -q filesrc location="$clip" ! qtdemux ! h264parse ! identity eos-after=20 ! mp4mux \
    ! filesink location="$scratch/silent.mp4"
timeout 120 gst-examples/launch/run.sh file "$scratch/silent.mp4" \
    || { echo "check-examples: launch/run.sh file fails with a video without sound" >&2; exit 1; }
# A line that fails leaves what an earlier run wrote.
before=$(sha256sum <out/launch/equalized.mp4)
head -c 100000 "$scratch/silent.mp4" >"$scratch/broken.mp4"
if timeout 120 gst-examples/launch/run.sh file "$scratch/broken.mp4"; then
    echo "check-examples: launch/run.sh file takes a broken video" >&2
    exit 1
fi
[ "$(sha256sum <out/launch/equalized.mp4)" = "$before" ] \
    || { echo "check-examples: launch/run.sh file fails, and its output is not as it was" >&2; exit 1; }
[ $count -gt 0 ] || { echo "check-examples: there are none" >&2; exit 1; }
echo "check-examples: $count examples run"
