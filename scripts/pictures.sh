#!/bin/bash
# Makes the pictures of docs/images, but that of swiftrosy, from the films of Tests/Media.
#
# Needs gstreamer1.0-x (text) and pngquant besides what the demo needs.
source "$(dirname "$0")/common.sh"
source scripts/scenes.sh
scripts/setup.sh demo
build_plugin
use_plugin
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
launch() { gst-launch-1.0 -q "$@"; }

cell_width=426
cell_height=240
# usage: cells TEXT [OVERLAY]     sets `cells`, elements that write frames, small, with a text over them
cells() {
    cells=(videoconvert ! videoscale method=lanczos ! "video/x-raw,width=$cell_width,height=$cell_height,format=BGRx"
        ! "${2:-textoverlay}" valignment=top halignment=left font-desc="Sans 12" shaded-background=true text="$1"
        ! videoconvert ! video/x-raw,format=RGB ! pngenc ! multifilesink location="$scratch/cell-%d.png")
}

# usage: still FILE TEXT FORMAT ELEMENT...     the frame at two seconds, in the dark, through the elements
still() {
    local file=$1 format=$3
    cells "$2"
    shift 3
    scene dark
    launch "${scene[@]}" ! videoconvert ! "video/x-raw,format=$format" ! "$@" ! "${cells[@]}"
    mv "$scratch/cell-$shot.png" "$scratch/$file.png"
}

# usage: sheet OUTPUT COLUMNS FILE...     the files side by side, `cell_width` x `cell_height` each
sheet() {
    local output=$1 columns=$2 i=0 inputs=() pads=()
    local across=$((cell_width + 4)) down=$((cell_height + 4))
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

still dark "a dark scene" I420 identity
still luma "mode=luma on I420" I420 swifteq
still scaled "mode=luma on BGRx" BGRx swifteq
still rgb "mode=rgb" BGRx swifteq mode=rgb
still clahe "method=clahe clip-limit=4" BGRx swifteq method=clahe clip-limit=4
still half "strength=0.5" BGRx swifteq strength=0.5
sheet swifteq 3 dark luma scaled rgb clahe half

# A cut from the dark scene to the whole light, as one film of 24 frames.
mkdir "$scratch/film"
launch filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=13 ! "${dark[@]}" ! videoconvert ! pngenc \
    ! multifilesink location="$scratch/film/%02d.png"
launch filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=13 ! videoconvert ! pngenc \
    ! multifilesink location="$scratch/film/1%02d.png"
for i in {0..11}; do mv "$scratch/film/1$(printf %02d $i).png" "$scratch/film/$((12 + i)).png"; done

# usage: film NAME ELEMENT...     frames 11, 12 and 18: before the cut, at it, a quarter of a second after it
film() {
    local name=$1 frame
    cells "$1" timeoverlay
    shift
    launch multifilesrc location="$scratch/film/%02d.png" stop-index=23 caps=image/png,framerate=25/1 ! pngdec \
        ! videoconvert ! video/x-raw,format=BGRx ! "$@" ! "${cells[@]}"
    for frame in 11 12 18; do mv "$scratch/cell-$frame.png" "$scratch/$name-$frame.png"; done
}
film input identity
film restarts swifteq smoothing=0.5
film fades swifteq smoothing=0.5 scene-change=1
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
look input input identity
for preset in "${looks[@]}"; do look "$preset" "preset=$preset" swiftntsc preset="$preset"; done
look corrected "compatibility=corrected" swiftntsc compatibility=corrected
sheet swiftntsc 4 input "${looks[@]}" corrected

cell_height=180

# usage: depth FILE TEXT ELEMENT...     frame 20 of the film of depth, as the elements show it
depth() {
    local file=$1
    cells "$2"
    shift 2
    scene depth
    launch "${scene[@]}" ! "$@" ! "${cells[@]}"
    mv "$scratch/cell-$shot.png" "$scratch/$file.png"
}
depth gray "as it comes" swiftdepthgray
depth smooth "smoothing=true" swiftdepthgray smoothing=true
depth turbo "colormap=turbo smoothing=true" swiftdepthgray colormap=turbo smoothing=true ! video/x-raw,format=BGRx
depth equalized "equalize=true hole-filling=farthest" swiftdepthgray equalize=true hole-filling=farthest
sheet swiftdepthgray 2 gray smooth turbo equalized

# usage: mix FILE TEXT MIX_FACTOR     frame 33 of the clip through swiftrosy, the film of depth over it
mix() {
    cells "$2"
    mix_films swiftmix mix-factor="$3"
    launch "${scene[@]}" ! "${cells[@]}"
    mv "$scratch/cell-$shot.png" "$scratch/$1.png"
}
mix first "mix-factor=0" 0
mix third "mix-factor=0.3" 0.3
mix most "mix-factor=0.7" 0.7
mix second "mix-factor=1" 1
sheet swiftmix 2 first third most second
ls -l docs/images
