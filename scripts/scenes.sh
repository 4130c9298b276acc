# Sourced by what makes pictures for the pages: still scenes of the films of Tests/Media, as parts of launch lines.
#
# usage: scene NAME     sets `scene`, elements that make frames, and `shot`, the number of the frame to look at
depth_film=$root/Tests/Media/aloe-depth.mkv
# Filmed with too little light: a quarter of the luma, and of the chroma.
dark=(videobalance contrast=0.25 saturation=0.25)
scene() {
    local two_seconds=(filesrc location="$clip" ! qtdemux ! decodebin ! videorate ! video/x-raw,framerate=1/2
        ! identity eos-after=3)
    shot=1
    case $1 in
    clip) scene=("${two_seconds[@]}") ;;
    dark) scene=("${two_seconds[@]}" ! "${dark[@]}") ;;
    # As the signal has it.
    television) scene=("${two_seconds[@]}" ! aspectratiocrop aspect-ratio=4/3 ! videoconvert ! videoscale method=lanczos
        ! video/x-raw,width=640,height=480,pixel-aspect-ratio=1/1) ;;
    depth) scene=(filesrc location="$depth_film" ! matroskademux ! decodebin ! identity eos-after=22) shot=20 ;;
    *) echo "scenes.sh: there is no scene $1" >&2; exit 1 ;;
    esac
}

# usage: mix_films FRAGMENT...     sets `scene` to the clip through swiftrosy and the film of depth, both into FRAGMENT, a swiftmix
mix_films() {
    scene=(filesrc location="$depth_film" ! matroskademux ! decodebin ! swiftdepthgray smoothing=true
        ! video/x-raw,format=I420 ! queue ! mix.sink_1
        filesrc location="$clip" ! qtdemux ! decodebin ! swiftrosy ! queue ! mix.sink_0
        "$@" name=mix ! identity eos-after=35)
    shot=33
}
