#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the images of docs/images from the clips of Tests/Media. Each frame has its label in a strip below it.
#
# Needs gstreamer1.0-x (text) and pngquant besides what the demo needs.
source "$(dirname "$0")/common.sh"
source scripts/scenes.sh
scripts/setup.sh demo pngquant
build_plugin
use_plugin
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
launch() { gst-launch-1.0 -q "$@"; }

cell_width=426
cell_height=240
# Below each frame, for one line of text.
strip=30
font="Sans 12"
# usage: cells TEXT [OVERLAY]     sets `cells`, elements that write frames, small, with a text below them
cells() {
    cells=(videoconvert ! videoscale method=lanczos add-borders=false
        ! "video/x-raw,width=$cell_width,height=$cell_height,pixel-aspect-ratio=1/1,format=BGRx"
        ! videobox bottom=-$strip fill=white
        ! "${2:-textoverlay}" valignment=bottom halignment=left xpad=2 ypad=5 auto-resize=false draw-shadow=false
        draw-outline=false color=0xff202020 font-desc="$font" text="$1"
        ! videoconvert ! video/x-raw,format=RGB ! pngenc ! multifilesink location="$scratch/cell-%d.png")
}

# usage: still FILE TEXT SCENE FORMAT ELEMENT...     a frame of the scene, in the format, through the elements
still() {
    local file=$1 format=$4
    cells "$2"
    scene "$3"
    shift 4
    launch "${scene[@]}" ! videoconvert ! "video/x-raw,format=$format" ! "$@" ! "${cells[@]}"
    mv "$scratch/cell-$shot.png" "$scratch/$file.png"
}

# usage: sheet OUTPUT COLUMNS FILE...     the files side by side, with their strips
sheet() {
    local output=$1 columns=$2 i=0 inputs=() pads=()
    local across=$((cell_width + 4)) down=$((cell_height + strip + 4))
    shift 2
    for file in "$@"; do
        pads+=("sink_$i::xpos=$((i % columns * across))" "sink_$i::ypos=$((i / columns * down))")
        inputs+=(filesrc "location=$scratch/$file.png" ! pngdec ! videoconvert ! "c.sink_$i")
        i=$((i + 1))
    done
    local width=$((columns * across - 4)) height=$(((i + columns - 1) / columns * down - 4))
    launch compositor name=c "${pads[@]}" background=white ! "video/x-raw,width=$width,height=$height" ! videoconvert \
        ! video/x-raw,format=RGB ! pngenc ! filesink location="$scratch/sheet.png" "${inputs[@]}"
    pngquant --force --speed 1 --output "docs/images/$output.png" 256 "$scratch/sheet.png"
}

still before "camera frame" clip YUY2 identity
still rosy "swiftrosy" clip YUY2 swiftrosy
sheet swiftrosy 2 before rosy

still dark "camera frame in little light" dark YUY2 identity
still luma "swifteq" dark YUY2 swifteq
still keep "swifteq chroma=keep" dark YUY2 swifteq chroma=keep
still rgb "swifteq mode=rgb" dark YUY2 swifteq mode=rgb
still clahe "swifteq method=clahe clip-limit=4" dark YUY2 swifteq method=clahe clip-limit=4
still half "swifteq intensity=0.5" dark YUY2 swifteq intensity=0.5
sheet swifteq 3 dark luma keep rgb clahe half

# A cut from the dark scene to the whole light, as one clip of 24 frames.
mkdir "$scratch/cut"
launch filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=13 ! "${dark[@]}" ! videoconvert ! pngenc \
    ! multifilesink location="$scratch/cut/%02d.png"
launch filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=13 ! videoconvert ! pngenc \
    ! multifilesink location="$scratch/cut/1%02d.png"
for i in {0..11}; do mv "$scratch/cut/1$(printf %02d $i).png" "$scratch/cut/$((12 + i)).png"; done

# usage: cut NAME TEXT ELEMENT...     frames 11, 12 and 18: before the cut, at it, a quarter of a second after it
cut() {
    local name=$1 frame
    cells "$2" timeoverlay
    shift 2
    launch multifilesrc location="$scratch/cut/%02d.png" stop-index=23 caps=image/png,framerate=25/1 ! pngdec \
        ! videoconvert ! video/x-raw,format=BGRx ! "$@" ! "${cells[@]}"
    for frame in 11 12 18; do mv "$scratch/cell-$frame.png" "$scratch/$name-$frame.png"; done
}
cut input "input" identity
cut restarts "smoothing-time=0.5" swifteq smoothing-time=0.5
cut fades "smoothing-time=0.5 scene-change=1" swifteq smoothing-time=0.5 scene-change=1
sheet swifteq-smoothing 3 {input,restarts,fades}-{11,12,18}

# usage: look FILE TEXT ELEMENT...     the frame at two seconds, 640 x 480 as the signal has it, through the elements
cell_width=320
cell_height=240
look() {
    local file=$1
    cells "$2"
    shift 2
    scene television
    launch "${scene[@]}" ! videoconvert ! video/x-raw,format=BGRx ! "$@" ! "${cells[@]}"
    mv "$scratch/cell-$shot.png" "$scratch/$file.png"
}
looks=(broadcast-clean composite-tv vhs-sp camcorder default vhs-ep-worn)
look input "input, 640x480" identity
for preset in "${looks[@]}"; do look "$preset" "preset=$preset" swiftntsc preset="$preset"; done
look corrected "compatibility=corrected" swiftntsc compatibility=corrected
sheet swiftntsc 4 input "${looks[@]}" corrected

cell_height=180

# usage: depth FILE TEXT ELEMENT...     frame 20 of the depth clip through the elements
depth() {
    local file=$1
    cells "$2"
    shift 2
    scene depth
    launch "${scene[@]}" ! "$@" ! "${cells[@]}"
    mv "$scratch/cell-$shot.png" "$scratch/$file.png"
}
depth gray "swiftdepthgray" swiftdepthgray
depth smooth "smoothing=true" swiftdepthgray smoothing=true
depth turbo "colormap=turbo smoothing=true" swiftdepthgray colormap=turbo smoothing=true ! video/x-raw,format=BGRx
depth equalized "equalize=true hole-filling=farthest" swiftdepthgray equalize=true hole-filling=farthest
sheet swiftdepthgray 2 gray smooth turbo equalized

# usage: mix FILE TEXT MIX_FACTOR     frame 33 of the clip through swiftrosy, mixed with the depth clip
mix() {
    cells "$2"
    mix_clips swiftmix mix-factor="$3"
    launch "${scene[@]}" ! "${cells[@]}"
    mv "$scratch/cell-$shot.png" "$scratch/$1.png"
}
mix first "mix-factor=0" 0
mix third "mix-factor=0.3" 0.3
mix most "mix-factor=0.7" 0.7
mix second "mix-factor=1" 1
sheet swiftmix 2 first third most second

cell_width=426
cell_height=240
cells "Tests/Media/plant.jpg"
scene screen
launch "${scene[@]}" ! "${cells[@]}"
mv "$scratch/cell-0.png" "$scratch/screen.png"
cells "swiftchromakey, then swiftblend"
blend_clips swiftblend
launch "${scene[@]}" ! "${cells[@]}"
mv "$scratch/cell-$shot.png" "$scratch/keyed.png"
sheet green-screen 2 screen keyed

# The README's: each element once, from the same camera frame, from that frame in little light, and from depth.
cell_width=320
cell_height=180
strip=28
font="Sans 13"
still before "camera frame" clip YUY2 identity
still rosy "swiftrosy" clip YUY2 swiftrosy
still tape "swiftntsc preset=vhs-ep-worn" clip YUY2 videoscale ! video/x-raw,width=640,height=480 \
    ! swiftntsc preset=vhs-ep-worn
still dark "camera frame in little light" dark YUY2 identity
still clahe "swifteq method=clahe clip-limit=4" dark YUY2 swifteq method=clahe clip-limit=4
cells "swiftmix mix-factor=0.4"
launch filesrc location="$depth_clip" ! matroskademux ! decodebin ! swiftdepthgray colormap=turbo ! video/x-raw,format=I420 \
    ! queue ! mix.sink_1 filesrc location="$clip" ! qtdemux ! decodebin ! queue ! mix.sink_0 \
    swiftmix name=mix mix-factor=0.4 ! identity eos-after=53 ! "${cells[@]}"
mv "$scratch/cell-51.png" "$scratch/half.png"
depth gray "depth camera" swiftdepthgray
depth turbo "swiftdepthgray colormap=turbo" swiftdepthgray colormap=turbo ! video/x-raw,format=BGRx
sheet overview 4 before rosy tape half dark clahe gray turbo
ls -l docs/images
