#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the images of gst-examples, by running the examples.
#
# Needs pngquant besides what their tests need.
source "$(dirname "$0")/common.sh"
scripts/setup.sh examples pngquant
build_plugin
use_plugin
scratch=$(mktemp -d)
children=()
finish() {
    [ ${#children[@]} = 0 ] || kill "${children[@]}" 2>/dev/null || true
    wait
    rm -rf "$scratch"
}
trap finish EXIT
cd "$scratch"
launch() { gst-launch-1.0 -q "$@"; }
still="videoconvert ! video/x-raw,format=RGB ! pngenc ! multifilesink"

# usage: publish FILE IMAGE     with a palette: less than 100 kB
publish() {
    pngquant --force --speed 1 --quality 0-90 --output "$root/gst-examples/$2" 192 "$1"
}

# usage: row OUTPUT WIDTH HEIGHT FILE...     files side by side, scaled to that size
row() {
    local output=$1 width=$2 height=$3 i=0 inputs=() pads=()
    shift 3
    for file in "$@"; do
        pads+=("sink_$i::xpos=$((i * (width + 4)))")
        inputs+=(filesrc "location=$file" ! pngdec ! videoconvert ! videoscale "method=lanczos"
            ! "video/x-raw,width=$width,height=$height" ! "c.sink_$i")
        i=$((i + 1))
    done
    launch compositor name=c "${pads[@]}" background=white ! "video/x-raw,width=$((i * (width + 4) - 4)),height=$height" \
        ! videoconvert ! video/x-raw,format=RGB ! pngenc ! filesink location="$output" "${inputs[@]}"
}

# launch: the line itself, and of what it shows the frame at two seconds.
ln -s "$clip" in.mp4
line=$(awk '/^## / { here = $2 == "views" } here && /^```/ { code = !code; next } here && code' \
    "$root/gst-examples/launch/README.md")
bash -c "${line/autovideosink/identity eos-after=51 ! videoscale method=lanczos ! video/x-raw,width=480,height=270 \
    ! $still location=views.png}" >/dev/null
publish views.png launch/views.png

# embed: the application in a window, the screen at 0, 1, 2 and 3 seconds of the clip.
Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp -noreset 3>display 2>/dev/null &
children+=($!)
until [ -s display ]; do sleep 0.1; done
# A window that looks the same on every machine.
export GST_PLUGIN_FEATURE_RANK=glimagesink:NONE
: >times.log
DISPLAY=:$(cat display) "$root/gst-examples/embed-python/run.sh" >times.log &
children+=($!)
for second in 0 1 2 3; do
    until grep -qE "^$second\.[0-9]* s" times.log; do sleep 0.02; done
    DISPLAY=:$(cat display) launch ximagesrc num-buffers=1 ! $still location=window-$second.png
done
row embed.png 240 135 window-{0,1,2,3}.png
publish embed.png embed.png

# effects-without-gstreamer: what the program makes of the frame at two seconds.
launch filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=51 ! videoscale ! video/x-raw,width=640,height=360 \
    ! $still location=frame.png
for effect in rosy equalize clahe ntsc; do
    "$root/gst-examples/effects-without-gstreamer/run.sh" $effect frame.png $effect.png
done
row effects.png 192 108 {frame,rosy,equalize,clahe,ntsc}.png
publish effects.png effects-without-gstreamer/effects.png

# virtual-camera: the clip as a camera in the dark, and what a program gets of it, through PipeWire.
KEEP=$scratch "$root/gst-examples/virtual-camera/run.sh" --test
row camera.png 426 240 {dark,call-9}.png
publish camera.png virtual-camera/virtual-camera.png

# showcase: the page at the size of a desktop. The server starts in the tree, so that the page names no folder above it.
cd "$root"
scripts/setup.sh showcase
use_python showcase Tests/Showcase/requirements.txt
serve 300 "$scratch/showcase.log" env XDG_DATA_HOME="$scratch/data" gst-examples/showcase/run.sh --port 0
children+=("$server")
[ -n "$url" ] || { cat "$scratch/showcase.log" >&2; exit 1; }
PYTHONDONTWRITEBYTECODE=1 "$python" Tests/Showcase/browse.py "$url" "$clip" "$scratch" "$root" check_looks
publish "$scratch/look.png" showcase/page.png
ls -l "$root"/gst-examples/*.png "$root"/gst-examples/*/*.png
