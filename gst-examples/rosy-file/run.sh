#!/bin/bash
# SPDX-License-Identifier: MIT
# Tints a video; run.sh --help says how.
usage='usage: run.sh [OPTION]... [INPUT [OUTPUT]]
Tints a video.'
source "$(dirname "$0")/../file.sh" "$@"
begin rosy-file

launch filesrc location="$(gst_text "$input")" ! decodebin name=in caps="$decoded" \
    "$muxer" name=out ! filesink location="$(gst_text "$part")" \
    in. ! queue ! swiftrosy ! "${encode[@]}" ! queue ! out. \
    "${sound[@]}"
