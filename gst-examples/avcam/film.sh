#!/bin/bash
# The chain as one line of gst-launch-1.0, without keys.
#
# usage: film.sh [OUTPUT.mp4 [MIX_FACTOR]]
# For h264parse.
needs=(gstreamer1.0-plugins-bad)
source "$(dirname "$0")/../example.sh" "$@"
output=$(from_start "${arguments[0]:-$root/out/avcam.mp4}")
factor=${arguments[1]:-0.5}
mkdir -p "$(dirname "$output")"

gst-launch-1.0 -q swiftmix name=mix mix-factor="$factor" \
    ! x264enc speed-preset=veryfast ! h264parse ! mp4mux ! filesink location="$output" \
    filesrc location="$clip" ! qtdemux ! decodebin ! swiftrosy ! queue ! mix.sink_0 \
    filesrc location="$root/Tests/Media/aloe-depth.mkv" ! matroskademux ! decodebin \
    ! swiftdepthgray smoothing=true max-rate=10 ! video/x-raw,format=I420 ! queue ! mix.sink_1
echo "Wrote $output"
