#!/bin/bash
# SPDX-License-Identifier: MIT
# The chain as one line of gst-launch-1.0, without keys.
usage='usage: launch.sh [OUTPUT.mp4 [MIX_FACTOR]]
Writes the clip of Tests/Media with depth mixed over it. MIX_FACTOR is the part of depth, from 0 to 1 (default: 0.5).'
most=2
# For h264parse.
needs=(gstreamer1.0-plugins-bad)
source "$(dirname "$0")/../example.sh" "$@"
output=$(from_start "${arguments[0]:-$root/out/avcam.mp4}")
factor=${arguments[1]:-0.5}
mkdir -p "$(dirname "$output")"

# Written beside, so that a run that fails leaves the old output as it was.
part=$output.$$.part
trap 'rm -f "$part"' EXIT
timeout --foreground 300 gst-launch-1.0 -q swiftmix name=mix mix-factor="$factor" \
    ! x264enc speed-preset=veryfast ! h264parse ! mp4mux ! filesink location="$(gst_text "$part")" \
    filesrc location="$(gst_text "$clip")" ! qtdemux ! decodebin ! swiftrosy ! queue ! mix.sink_0 \
    filesrc location="$(gst_text "$root/Tests/Media/aloe-depth.mkv")" ! matroskademux ! decodebin \
    ! swiftdepthgray smoothing=true max-rate=10 ! video/x-raw,format=I420 ! queue ! mix.sink_1
mv "$part" "$output"
echo "Wrote $output"
