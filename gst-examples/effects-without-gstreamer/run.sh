#!/bin/bash
# SPDX-License-Identifier: MIT
# Applies an effect to an image without GStreamer; run.sh --help says how.
usage='usage: run.sh EFFECT INPUT.png OUTPUT.png | run.sh --test
Applies an effect to a PNG file, without GStreamer. EFFECT is rosy, equalize, clahe or ntsc.

  --test  compare what the program makes with what the elements make
  --help  print this'
later=1
source "$(dirname "$0")/../example.sh" "$@"
here=$root/gst-examples/effects-without-gstreamer
[ -n "$test" ] || [ ${#arguments[@]} = 3 ] || wrong "There are ${#arguments[@]} arguments; 3 are needed."
if [ -n "$test" ]; then scripts/setup.sh examples; else scripts/setup.sh build libpng-dev; fi
build_program "$here" image-effect -c release
if [ -z "$test" ]; then
    cd "$start"
    exec "$program" "${arguments[@]}"
fi

build_plugin
use_plugin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
stop() {
    # The reason comes last: of a long log, the end is shown.
    cat ./*.log >&2
    echo "effects-without-gstreamer: $1" >&2
    exit 1
}

# usage: pixels FILE     its pixels, to FILE.rgba
pixels() {
    gst-launch-1.0 -q filesrc location="$1" ! pngdec ! videoconvert ! video/x-raw,format=RGBA ! filesink location="$1.rgba" \
        >pixels.log 2>&1 || stop "$1 is no image"
}

# GStreamer's libraries are not needed.
[[ $(ldd "$program") != *lib@(gst|glib)* ]] || stop "it needs GStreamer"

# A frame of the clip, dark, with a width that is no round number, and with alpha.
gst-launch-1.0 -q filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=51 ! videoscale \
    ! video/x-raw,width=427,height=241 ! videoconvert ! videobalance contrast=0.5 ! alpha alpha=0.7 ! videoconvert \
    ! video/x-raw,format=RGBA ! pngenc ! multifilesink location=frame.png >frame.log 2>&1 || stop "there is no frame"
pixels frame.png

# usage: same EFFECT ELEMENT...     the program and the element make the same pixels of it, and others than it had
same() {
    local effect=$1
    shift
    "$program" "$effect" frame.png "$effect.png" >"$effect.log" 2>&1 || stop "$effect fails"
    gst-launch-1.0 -q filesrc location=frame.png ! pngdec ! videoconvert ! video/x-raw,format=RGBA ! "$@" \
        ! filesink location=element.rgba >element.log 2>&1 || stop "$* fails"
    pixels "$effect.png"
    [ "$(stat -c %s element.rgba)" = $((427 * 241 * 4)) ] || stop "$* gives no frame"
    cmp "$effect.png.rgba" element.rgba >cmp.log || stop "$effect is not what $* makes"
    ! cmp -s "$effect.png.rgba" frame.png.rgba || stop "$effect changes nothing"
}
same rosy swiftrosy
same equalize swifteq
same clahe swifteq method=clahe
same ntsc swiftntsc preset=vhs-sp

# usage: fails SENTENCE ARGUMENT...
fails() {
    local sentence=$1
    shift
    if timeout 60 "$program" "$@" >fails.log 2>&1; then stop "this is no error: $*"; fi
    grep -qF "$sentence" fails.log || stop "$* does not say \"$sentence\""
}
fails "nowhere.png: No such file or directory" rosy nowhere.png out.png
mkfifo pipe.png
fails "pipe.png: not a file" rosy pipe.png out.png
fails "pipe.png: not a file" rosy frame.png pipe.png
echo "no image" >text.png
fails "text.png: " rosy text.png out.png
fails "nowhere/out.png: " rosy frame.png nowhere/out.png
cp frame.png kept.png
if (ulimit -f 1 && trap '' XFSZ && exec "$program" rosy frame.png kept.png) >fails.log 2>&1; then stop "a file that can't grow is no error"; fi
cmp -s frame.png kept.png || stop "a file that can't be written is gone"
fails "'sepia'" sepia frame.png out.png
echo "effects-without-gstreamer: pixels of 4 effects are those of the elements"
