#!/bin/bash
# usage: run.sh [INPUT.mp4 [OUTPUT.mp4]] | run.sh --test
source "$(dirname "$0")/../example.sh" "$@"
input=$(from_start "${arguments[0]:-$clip}")
output=$(from_start "${arguments[1]:-$root/out/equalize-file.mp4}")
sink=(filesink location="$output")
[ -z "$test" ] || sink=(fakesink)
mkdir -p "$(dirname "$output")"
sound_of "$input"

gst-launch-1.0 -q filesrc location="$input" ! qtdemux name=in mp4mux name=out ! "${sink[@]}" \
    in.video_0 ! queue ! decodebin ! swifteq method=clahe smoothing=0.5 ! x264enc speed-preset=veryfast ! queue ! out. \
    "${sound[@]}"
[ -n "$test" ] || echo "Wrote $output"
