# SPDX-License-Identifier: MIT
# Sourced by the scripts that make images for pages: still scenes of the clips of Tests/Media, as parts of launch lines.
#
# usage: scene NAME     sets `scene`, elements that make frames, and `shot`, the number of the frame to look at
depth_clip=$root/Tests/Media/aloe-depth.mkv
plant=(filesrc location="$root/Tests/Media/plant.jpg" ! jpegdec ! imagefreeze)
with_alpha=(videoconvert ! video/x-raw,format=BGRA)
# A camera in too little light gives a quarter of the luma and of the chroma.
dark=(videobalance contrast=0.25 saturation=0.25)
scene() {
    local two_seconds=(filesrc location="$clip" ! qtdemux ! decodebin ! videorate ! video/x-raw,framerate=1/2
        ! identity eos-after=3)
    shot=1
    case $1 in
    clip) scene=("${two_seconds[@]}") ;;
    # With all frames before it.
    moving) scene=(filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=22) shot=20 ;;
    dark) scene=("${two_seconds[@]}" ! "${dark[@]}") ;;
    # As the signal has it.
    television) scene=("${two_seconds[@]}" ! aspectratiocrop aspect-ratio=4/3 ! videoconvert ! videoscale method=lanczos
        ! video/x-raw,width=640,height=480,pixel-aspect-ratio=1/1) ;;
    depth) scene=(filesrc location="$depth_clip" ! matroskademux ! decodebin ! identity eos-after=22) shot=20 ;;
    # In a format with alpha.
    screen) scene=("${plant[@]}" num-buffers=1 ! "${with_alpha[@]}") shot=0 ;;
    *) echo "scenes.sh: there is no scene $1" >&2; exit 1 ;;
    esac
}

# usage: mix_clips FRAGMENT...     sets `scene`: the clip through swiftrosy and the depth clip, both into FRAGMENT, a mixer
mix_clips() {
    scene=(filesrc location="$depth_clip" ! matroskademux ! decodebin ! swiftdepthgray smoothing=true
        ! video/x-raw,format=I420 ! queue ! mix.sink_1
        filesrc location="$clip" ! qtdemux ! decodebin ! swiftrosy ! queue ! mix.sink_0
        "$@" name=mix ! identity eos-after=35)
    shot=33
}

# What blend_clips puts behind the clip.
backdrop=(queue)
# An ellipse of it, with nothing around.
ellipse=(videoconvert ! video/x-raw,format=BGRA ! swiftshader
    fragment="c.a = 1.0 - smoothstep(0.48, 0.5, distance(v_texcoord, vec2(0.5)));" ! queue)

# usage: blend_clips FRAGMENT...     sets `scene`: the clip and the plant without its screen, both into FRAGMENT, a mixer
blend_clips() {
    scene=("${plant[@]}" num-buffers=60 ! "${with_alpha[@]}"
        ! swiftchromakey color=0x0047bb threshold=0.1 smoothing=0.2 despill=1 ! queue ! mix.sink_1
        filesrc location="$clip" ! qtdemux ! decodebin ! "${backdrop[@]}" ! mix.sink_0
        "$@" name=mix ! identity eos-after=53)
    shot=51
}

# usage: key_clips FRAGMENT...     sets `scene`: the plant in front of its screen and the clip, both into FRAGMENT, a mixer
key_clips() {
    scene=("${plant[@]}" num-buffers=60 ! queue ! mix.sink_0
        filesrc location="$clip" ! qtdemux ! decodebin ! queue ! mix.sink_1
        "$@" name=mix ! identity eos-after=53)
    shot=51
}
