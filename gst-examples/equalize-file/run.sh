#!/bin/bash
# SPDX-License-Identifier: MIT
# Brings out what a video hides in the dark; run.sh --help says how.
usage='usage: run.sh [OPTION]... [INPUT [OUTPUT]]
Brings out what a video hides in the dark.'
source "$(dirname "$0")/../file.sh" "$@"
begin equalize-file

launch filesrc location="$(gst_text "$input")" ! decodebin name=in caps="$decoded" \
    "$muxer" name=out ! filesink location="$(gst_text "$part")" \
    in. ! queue ! swifteq method=clahe smoothing-time=0.5 ! "${encode[@]}" ! queue ! out. \
    "${sound[@]}"
