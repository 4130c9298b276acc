#!/bin/bash
# SPDX-License-Identifier: MIT
# Plays the clip over and over through elements of the release plugin, the special ones and one more each day, at full speed, and
# reports resident memory; it must not grow, no frame may be lost, and each has to have the time of its number.
#
# usage: scripts/attack-clip.sh SECONDS     SECONDS of video for each element: 3600 are an hour
source "$(dirname "$0")/attack.sh"
folder=$root/.build/attack-clip
rm -rf "$folder"
mkdir -p "$folder"
# Small frames, so that decoding is not what takes the time.
launch 120 gst-launch-1.0 -q filesrc location="$clip" ! decodebin ! videoconvert ! videoscale ! \
    video/x-raw,format=I420,width=640,height=360 ! jpegenc ! multifilesink location="$folder/%03d.jpg" ||
    fault "the clip can't be decoded"
frames=("$folder"/*.jpg)
names=$(elements) || { echo "attack-clip: the plugin has no elements" >&2; exit 1; }
for element in $(sample 1 clip <<<"$names"); do
    /usr/bin/python3 Tests/Attack/clip.py "$folder" ${#frames[@]} "$1" "$element" </dev/null 2>&1 || failed=$((failed + 1))
done
[ $failed = 0 ]
