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

# A film without sound, which nothing waits for.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
gst-launch-1.0 -q filesrc location="$clip" ! qtdemux ! h264parse ! identity eos-after=20 ! mp4mux \
    ! filesink location="$scratch/silent.mp4"
for command in {rosy,equalize,ntsc}-file/run.sh "launch/run.sh file"; do
    # shellcheck disable=SC2086
    timeout 120 gst-examples/$command "$scratch/silent.mp4" "$scratch/film.mp4" \
        || { echo "check-examples: $command fails with a film without sound" >&2; exit 1; }
done
[ $count -gt 0 ] || { echo "check-examples: there are none" >&2; exit 1; }
echo "check-examples: $count examples run"
