#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes a video look like an old tape; run.sh --help says how.
usage='usage: run.sh [OPTION]... [INPUT [OUTPUT [LOOK or PRESET.json]]]
Makes a video look like an old tape, in 640x480. LOOK is a value of swiftntsc preset, such as vhs-ep-worn (default: vhs-sp);
PRESET.json is a preset file of ntsc-rs or ntscQT.'
most=3
preset_text='{"version": 1}'
source "$(dirname "$0")/../file.sh" "$@"
look=${arguments[2]:-vhs-sp}
case $look in
*.json)
    look=$(from_start "$look")
    require_file "$look"
    preset=preset-location=$(gst_text "$look")
    ;;
*) preset=preset=$look ;;
esac
begin ntsc-file 640 480

# The signal has 480 rows, so the video gets them too.
launch filesrc location="$(gst_text "$input")" ! decodebin name=in caps="$decoded" \
    "$muxer" name=out ! filesink location="$(gst_text "$part")" \
    in. ! queue ! videoscale ! video/x-raw,width=640,height=480,pixel-aspect-ratio=1/1 ! swiftntsc "$preset" \
    ! "${encode[@]}" ! queue ! out. \
    "${sound[@]}"
