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
export GST_PLUGIN_FEATURE_RANK=glimagesink:NONE,xvimagesink:NONE
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

# shaders: the same frame through each, in rows of four.
names=() pads=() inputs=()
for shader in "$root"/gst-examples/shaders/*.frag; do
    name=shader-$(basename "$shader" .frag).png
    launch filesrc location=frame.png ! pngdec ! videoconvert ! video/x-raw,format=RGBx ! swiftshader location="$shader" \
        ! $still location="$name"
    names+=("$name")
done
for ((i = 0; 4 * i < ${#names[@]}; i++)); do
    row "row-$i.png" 200 113 "${names[@]:4 * i:4}"
    pads+=("sink_$i::ypos=$((i * 117))")
    inputs+=(filesrc "location=row-$i.png" ! pngdec ! videoconvert ! "c.sink_$i")
done
launch compositor name=c "${pads[@]}" background=white ! videoconvert ! video/x-raw,format=RGB ! pngenc \
    ! filesink location=shaders.png "${inputs[@]}"
publish shaders.png shaders/shaders.png

# simple-image: the plant before, with the default and with two filters.
launch filesrc location="$root/Tests/Media/plant.jpg" ! decodebin ! videoconvert ! $still location=plant.png
"$root/gst-examples/simple-image/run.sh" plant.png tiltshift.png
"$root/gst-examples/simple-image/run.sh" plant.png sketch.png "swiftsketch ! swiftvignette"
row simple-image.png 280 210 plant.png tiltshift.png sketch.png
publish simple-image.png simple-image/simple-image.png

# simple-video-file: the frame at two seconds before and after.
"$root/gst-examples/simple-video-file/run.sh" "$clip" "$scratch/pixellated.mkv"
launch filesrc location=pixellated.mkv ! decodebin ! videoconvert ! videorate ! video/x-raw,framerate=1/1 ! $still location=second-%d.png
row simple-video-file.png 400 225 frame.png second-2.png
publish simple-video-file.png simple-video-file/simple-video-file.png

# raw-data: what an application draws, and the same through a filter.
launch videotestsrc num-buffers=1 ! video/x-raw,format=RGB,width=400,height=225 ! filesink location=bars.rgb
"$root/gst-examples/raw-data/run.sh" --size 400x225 --bytes "identity" <bars.rgb >same.rgb
"$root/gst-examples/raw-data/run.sh" --size 400x225 --bytes <bars.rgb >swapped.rgb
for bars in same swapped; do
    launch filesrc location=$bars.rgb ! rawvideoparse format=rgb width=400 height=225 ! videoconvert ! pngenc ! filesink location=$bars.png
done
row raw-data.png 400 225 same.png swapped.png
publish raw-data.png raw-data/raw-data.png

# multi-view: the views of the frame at two seconds.
"$root/gst-examples/multi-view/run.sh" "$clip" "$scratch/views.mp4" >/dev/null
launch filesrc location=views.mp4 ! decodebin ! videoconvert ! videorate ! video/x-raw,framerate=1/1 ! $still location=views-%d.png
row multi-view.png 560 315 views-2.png
publish multi-view.png multi-view/multi-view.png

# color-object-tracking: its window, of the clip whose sky was picked.
DISPLAY=:$(cat display) "$root/gst-examples/color-object-tracking/run.sh" --pick 0.5,0.1 --threshold 0.3 "$clip" >track.log &
children+=($!)
until grep -qE "^3\.[0-9]* s: x" track.log; do sleep 0.02; done
DISPLAY=:$(cat display) launch ximagesrc num-buffers=1 endx=959 endy=539 ! $still location=track.png
row color-object-tracking.png 640 360 track.png
publish color-object-tracking.png color-object-tracking/color-object-tracking.png

# archive: the table of a job while a segment is rendered.
build_program "$root/Tools/swift-render" swift-render -c release
for name in reel-1 reel-2 reel-3; do cp "$clip" $name.mp4; done
"$program" plan reel-*.mp4 --filters "eq method=clahe ! sepia" --segment 47f -o job
for number in 0 1 2 3; do "$program" segment job $number; done
"$program" segment job 4 &
segment=$!
until ls job/segments/*.tmp >/dev/null 2>&1; do sleep 0.05; done
{ echo '$ swift-render status job'; "$program" status job; } >status.txt
wait $segment
launch filesrc location=status.txt blocksize=65536 ! text/x-raw,format=utf8 ! textrender font-desc="DejaVu Sans Mono 14" halignment=left \
    line-alignment=left valignment=top xpad=12 ypad=10 ! video/x-raw,width=720,height=160 ! $still location=status.png
publish status.png archive/status.png

# benchmark-suite: a run on this machine, with the screen that glshader needs.
DISPLAY=:$(cat display) "$root/gst-examples/benchmark-suite/run.sh" --plot "$scratch/benchmark.png" >/dev/null
publish benchmark.png benchmark-suite/benchmark-suite.png

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
