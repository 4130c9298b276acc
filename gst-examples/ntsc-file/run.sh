#!/bin/bash
# usage: run.sh [INPUT.mp4 [OUTPUT.mp4 [LOOK or PRESET.json]]] | run.sh --test
source "$(dirname "$0")/../example.sh" "$@"
input=$(from_start "${arguments[0]:-$clip}")
output=$(from_start "${arguments[1]:-$root/out/ntsc-file.mp4}")
look=${arguments[2]:-vhs-sp}
case $look in
*.json) preset=preset-location=$(from_start "$look") ;;
*) preset=preset=$look ;;
esac
sink=(filesink location="$output")
[ -z "$test" ] || sink=(fakesink)
mkdir -p "$(dirname "$output")"
sound_of "$input"

# The signal has 480 rows, so the film gets them too.
gst-launch-1.0 -q filesrc location="$input" ! qtdemux name=in mp4mux name=out ! "${sink[@]}" \
    in.video_0 ! queue ! decodebin ! videoscale ! video/x-raw,width=640,height=480,pixel-aspect-ratio=1/1 \
    ! swiftntsc "$preset" ! x264enc speed-preset=veryfast ! queue ! out. \
    "${sound[@]}"
[ -n "$test" ] || echo "Wrote $output"
