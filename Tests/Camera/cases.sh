# SPDX-License-Identifier: MIT
# What the cameras give and what it goes through: for the guest, which videos, and for the host, which looks at the videos.
# shellcheck disable=SC2034
formats=(YUY2 NV12 I420 BGRx)
filters=(swiftrosy swifteq swiftntsc)
blends=(swiftblend swiftchromakey swiftmask)
# An emulated machine is slow. SWIFTVIDEO_FEW takes one of each, another one each day.
if [ -n "${SWIFTVIDEO_FEW:-}" ]; then
    formats=("${formats[$SWIFTVIDEO_SEED % 4]}")
    filters=("${filters[$SWIFTVIDEO_SEED / 4 % 3]}")
    blends=("${blends[$SWIFTVIDEO_SEED % 3]}")
fi
# Each camera that is pulled out stays away, so that every such test has one of its own; 0 and 1 always stay.
pulled=("${filters[@]}" swiftdepthgray swiftmix avcam)
cameras=$((2 + ${#pulled[@]}))
# A chain of filters that change colours, look through a window, look at neighbours and know where they are.
filters+=(swiftchain)
chain_filters=saturation!gaussianblur!toon!vignette
# One of the other filters, another one each day, with the settings of its example; scripts/test-camera.sh chooses it.
if [ -n "${SAMPLED_FILTER:-}" ]; then filters+=("${SAMPLED_FILTER%% *}"); fi

# usage: mixer NAME     what makes the mix of that name
mixer() {
    case $1 in
    swiftblend) echo swiftblend mode=difference ;;
    # The green and the cyan bar of the camera show the other one.
    swiftchromakey) echo swiftchromakey threshold=0.3 ;;
    swiftmask) echo swiftmask ;;
    *) echo swiftmix mix-factor=0.5 ;;
    esac
}

# usage: with_settings ELEMENT     a part of a launch line
with_settings() {
    case $1 in
    "${SAMPLED_FILTER%% *}") echo "$SAMPLED_FILTER" ;;
    swiftchain) echo "swiftchain filters=$chain_filters" ;;
    *) echo "$1" ;;
    esac
}

# usage: is_sampled ELEMENT     the filter of the day may change nothing, as one of colours, of alpha or of what moves does, and
# may take longer than a frame on this CPU
is_sampled() {
    [ "$1" = "${SAMPLED_FILTER%% *}" ]
}

# usage: screen ELEMENT     a sink like a screen: late frames are not shown, and elements before it are told so
screen() {
    if is_sampled "$1"; then
        echo fakesink name=out silent=false sync=false
    else
        echo fakesink name=out silent=false sync=true qos=true max-lateness=5000000
    fi
}

# Frames of a video whose numbers are checked, and those whose pixels are.
frames=30
images=3

# usage: camera NUMBER FORMAT [FRAMES]     the start of a pipeline
camera() {
    printf 'v4l2src device=/dev/video%d num-buffers=%d ! video/x-raw,format=%s,width=640,height=360,framerate=30/1' \
        "$1" "${3:-$frames}" "$2"
}

# usage: format_for ELEMENT     what a camera of that element gives
format_for() {
    case $1 in swiftdepthgray) echo GRAY16_LE ;; *) echo YUY2 ;; esac
}

# usage: slow_camera NUMBER     another format than that of the camera it is mixed with, half the size and half the rate
slow_camera() {
    printf 'v4l2src device=/dev/video%d num-buffers=%d ! video/x-raw,format=YUY2,width=320,height=180,framerate=15/1' \
        "$1" $((frames / 2))
}

# usage: frame_size FORMAT [WIDTH HEIGHT]     bytes
frame_size() {
    local pixels=$((${2:-640} * ${3:-360}))
    case $1 in
    YUY2 | GRAY16_LE) echo $((pixels * 2)) ;;
    NV12 | I420) echo $((pixels * 3 / 2)) ;;
    BGRx) echo $((pixels * 4)) ;;
    esac
}
