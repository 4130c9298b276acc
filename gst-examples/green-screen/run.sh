#!/bin/bash
# SPDX-License-Identifier: MIT
# Puts what is in front of a green or a blue screen into a video; run.sh --help says how.
usage='usage: run.sh [INPUT [BACKGROUND [OUTPUT [COLOR]]]] | run.sh camera [DEVICE [BACKGROUND [COLOR]]] | run.sh --test
Puts what is in front of a green or a blue screen into a video, without sound. INPUT is a video that GStreamer can play, or an image;
without it a plant in front of a blue screen is taken. BACKGROUND is a video (default: the clip of Tests/Media). OUTPUT ends in .mp4
(default: out/green-screen.mp4), has H.264, and is replaced. COLOR is that of the screen, as 0xRRGGBB: without it 0x00b140, the green
of paint for it, and for the plant 0x0047bb, the blue.

"camera" shows a camera (default: /dev/video0) in front of the background instead. Ctrl-C ends it; 20 seconds without a frame end it
with an error.

  --test  try it without a camera and a screen
  --help  print this'
most=4
# For watchdog.
needs=(gstreamer1.0-plugins-bad)
later=1
source "$(dirname "$0")/../example.sh" "$@"
plant=$root/Tests/Media/plant.jpg

# usage: key COLOR     sets `key`: a format with alpha, and what makes the screen transparent
key() {
    [[ $1 =~ ^0x[0-9a-fA-F]{6}$ ]] || wrong "COLOR is 0xRRGGBB, not \"$1\"."
    key=(videoconvert ! video/x-raw,format=BGRA ! swiftchromakey color="$1" threshold=0.1 smoothing=0.2 despill=1)
}

# usage: blend BACKGROUND SHOW...     sets `line`: the background, and what comes to b.sink_1 in front of it
blend() {
    line=(filesrc location="$(gst_text "$1")" ! decodebin ! queue ! b.sink_0 swiftblend name=b sink_1::sizing=keep-aspect ! videoconvert)
    shift
    line+=("$@")
}

# usage: make INPUT BACKGROUND OUTPUT COLOR
make() {
    local input=$1 still=() status=0
    require_file "$input"
    require_file "$2"
    case $3 in *.mp4) ;; *) wrong "OUTPUT must end in .mp4: $3." ;; esac
    # An image is a video of five seconds.
    case $input in *.jpg | *.jpeg | *.png) still=(! imagefreeze num-buffers=125) ;; esac
    key "$4"
    mkdir -p "$(dirname "$3")"
    blend "$2" ! video/x-raw,format=I420 ! x264enc speed-preset=veryfast ! mp4mux ! filesink location="$(gst_text "$3.part")"
    bounded 60 gst-launch-1.0 -q "${line[@]}" \
        filesrc location="$(gst_text "$input")" ! decodebin "${still[@]}" ! "${key[@]}" ! queue ! b.sink_1 || status=$?
    if [ $status != 0 ]; then
        rm -f "$3.part"
        echo "$input can't be put into $2; see above." >&2
        exit 1
    fi
    mv "$3.part" "$3"
    echo "Wrote $3"
}

if [ -n "$test" ]; then
    prepare_example
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    make "$plant" "$clip" "$folder/out.mp4" 0x0047bb
    # A frame as 8 x 8 boxes: where the screen was is the clip, and where the pot was the pot.
    boxes() {
        gst-launch-1.0 -q filesrc location="$(gst_text "$1")" ! decodebin ! identity eos-after=2 ! videoconvert ! videoscale \
            ! video/x-raw,format=RGB,width=8,height=8 ! filesink location="$folder/$2"
    }
    boxes "$folder/out.mp4" made
    boxes "$clip" clip
    boxes "$plant" plant
    python3 - "$folder/made" "$folder/clip" "$folder/plant" <<'PYTHON'
import sys
made, clip, plant = (open(name, "rb").read()[:192] for name in sys.argv[1:])
for x, y, other in ((0, 7, clip), (0, 4, clip), (7, 7, clip), (5, 7, plant)):
    distance = max(abs(made[24 * y + 3 * x + c] - other[24 * y + 3 * x + c]) for c in range(3))
    if distance > 24:
        sys.exit(f"green-screen: box {x}, {y} differs by {distance}")
PYTHON
    exit
fi

if [ "${arguments[0]:-}" = camera ]; then
    device=${arguments[1]:-/dev/video0}
    background=$(from_start "${arguments[2]:-$clip}")
    if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
        echo "There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set." >&2
        exit 1
    elif [ ! -c "$device" ]; then
        echo "There is no camera at $device." >&2
        exit 1
    fi
    require_file "$background"
    key "${arguments[3]:-0x00b140}"
    prepare_example
    blend "$background" ! autovideosink
    gst-launch-1.0 "${line[@]}" v4l2src device="$(gst_text "$device")" ! video/x-raw,width=1280,height=720 \
        ! watchdog timeout=20000 ! "${key[@]}" ! queue ! b.sink_1
    exit
fi
input=${arguments[0]:-$plant}
color=0x00b140
[ "$input" != "$plant" ] || color=0x0047bb
output=$(from_start "${arguments[2]:-$root/out/green-screen.mp4}")
prepare_example
make "$(from_start "$input")" "$(from_start "${arguments[1]:-$clip}")" "$output" "${arguments[3]:-$color}"
