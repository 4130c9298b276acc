#!/bin/bash
# SPDX-License-Identifier: MIT
# Tints a camera; run.sh --help says how.
usage='usage: run.sh [DEVICE] | run.sh --test
Shows a camera (default: /dev/video0) through swiftrosy. Where there is none, it plays the clip of Tests/Media. Ctrl-C ends it;
20 seconds without a frame end it with an error.

  --test  play the clip without a screen
  --help  print this'
most=1
# For watchdog.
needs=(gstreamer1.0-plugins-bad)
source "$(dirname "$0")/../example.sh" "$@"
device=${arguments[0]:-/dev/video0}
show=(videoconvert ! autovideosink)
clip_source=(filesrc location="$(gst_text "$clip")" ! qtdemux ! decodebin)

if [ -n "$test" ]; then
    gst-launch-1.0 -q "${clip_source[@]}" ! swiftrosy ! videoconvert ! fakesink
elif [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set. With --test none is needed." >&2
    exit 1
elif [ -c "$device" ]; then
    gst-launch-1.0 v4l2src device="$(gst_text "$device")" ! video/x-raw,width=1280,height=720 \
        ! watchdog timeout=20000 ! swiftrosy ! "${show[@]}"
else
    echo "There is no camera at $device, so this plays the clip."
    gst-launch-1.0 -q "${clip_source[@]}" ! swiftrosy ! "${show[@]}"
fi
