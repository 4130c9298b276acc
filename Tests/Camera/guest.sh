#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs in the guest: records its cameras. Each video leaves NAME.log and NAME.status in /job/results, and what it has
# made; nothing is judged here.
#
# Files are written to memory and moved when the video is over, as a camera does not wait for the host's disk.
set -uo pipefail
tests=$(dirname "${BASH_SOURCE[0]}")
source "$tests/cases.sh"
results=/job/results
mkdir -p "$results" /tmp/video
cd /tmp/video || exit

to_file='filesink async=false sync=false location'

# usage: keep NAME STATUS
keep() {
    echo "$2" >"$1.status"
    mv /tmp/video/* "$results/"
    echo "$1: $2"
}

# usage: record NAME ELEMENT...     a pipeline that ends by itself
record() {
    play "$@"
    keep "$1" $?
}

play() {
    local name=$1
    shift
    # shellcheck disable=SC2068
    timeout 3000 gst-launch-1.0 -v $@ >"$name.log" 2>&1
}

# usage: record_start COUNT FORMAT NAME ELEMENT...     of what goes into the file `all`, the first frames are kept
record_start() {
    local size=$(($1 * $(frame_size "$2"))) name=$3 status
    shift 2
    play "$@"
    status=$?
    head -c "$size" all >"$name.raw"
    rm all
    keep "$name" $status
}

# usage: record_mix NAME CAMERA CAMERA     what the mixer gets and what it makes are recorded. Without queues, as it waits for
# neither camera; and each frame goes to the mixer first, as writing takes time.
record_mix() {
    record "$1" "$2" ! tee name=a ! identity ! mix. a. ! gdppay ! $to_file="a-$1.gdp" \
        "$3" ! tee name=b ! identity ! mix. b. ! gdppay ! $to_file="b-$1.gdp" \
        "$(mixer "$1")" name=mix ! tee name=made ! "$(screen swiftmix)" made. ! gdppay ! $to_file="out-$1.gdp"
}

# usage: record_until NAME COMMAND ELEMENT...     COMMAND is run when the video is ten frames long
record_until() {
    local name=$1 command=$2 process
    shift 2
    # shellcheck disable=SC2068
    timeout 3000 gst-launch-1.0 -v $@ >"$name.log" 2>&1 &
    process=$!
    wait_for "$process" 10 'out: last-message = .*chain' "$name.log"
    $command >>"$name.log" 2>&1
    wait "$process"
    keep "$name" $?
}

# usage: wait_for PROCESS COUNT PATTERN FILE     until so many lines are there, or the process is not; the process may
# not have made the file yet
wait_for() {
    while kill -0 "$1" 2>/dev/null && [ "$(cat "$4" 2>/dev/null | grep -ac "$3")" -lt "$2" ]; do sleep 0.1; done
}

# usage: chain ELEMENT CAMERA FRAMES     the pipeline up to the screen; swiftmix has camera 1 besides
chain() {
    local start
    start="$(camera "$2" "$(format_for "$1")" "$3")"
    case $1 in
    swiftmix) echo "$start ! queue ! mix. $(camera 1 YUY2 "$3") ! queue ! mix. swiftmix name=mix ! $(screen "$1")" ;;
    swiftdepthgray) echo "$start ! identity name=camera silent=false ! $1 ! video/x-raw,format=I420 ! $(screen "$1")" ;;
    *) echo "$start ! identity name=camera silent=false ! $(with_settings "$1") ! $(screen "$1")" ;;
    esac
}

# What is read from the host's disk while a camera records would cost frames.
preload() {
    local file
    for file in "$PLUGIN" "$AVCAM" /usr/lib/*/gstreamer-1.0/libgst{coreelements,debug,gdp,video4linux2}.so \
        /usr/lib/*/gstreamer-1.0/libgst{x264,isomp4,videoparsersbad,videoconvertscale,playback,png}.so; do
        cat "$file" $(ldd "$file" | awk '$2 == "=>" { print $3 }')
    done >/dev/null
}

# An image that stands still, so that any frame of it can be compared with any other.
still() {
    v4l2-ctl -d 0 -c osd_text_mode=2
}

# Counters, and a pattern that moves; from camera 1 a gray ramp that moves the other way.
moving() {
    v4l2-ctl -d 0 -c osd_text_mode=0,horizontal_movement=5,vertical_movement=4
    v4l2-ctl -d 1 -c osd_text_mode=2,test_pattern=20,horizontal_movement=1,vertical_movement=2
}

steady() {
    local format element
    for format in "${formats[@]}"; do
        record "still-$format" "$(camera 0 "$format" $images)" ! gdppay ! $to_file="still-$format.gdp"
        for element in identity "${filters[@]}"; do
            record_start $images "$format" "steady-$element-$format" "$(camera 0 "$format")" \
                ! identity name=camera silent=false ! "$(with_settings "$element")" ! tee name=t ! $to_file=all t. ! "$(screen "$element")"
        done
    done
    record steady-identity-GRAY16_LE "$(camera 0 GRAY16_LE)" ! identity name=camera silent=false ! "$(screen identity)"
    record steady-swiftdepthgray-GRAY16_LE "$(chain swiftdepthgray 0 $frames)"
}

shown() {
    local format element
    for format in "${formats[@]}" GRAY16_LE; do
        for element in "${filters[@]}" swiftdepthgray; do
            if [ "$element" = swiftdepthgray ] && [ "$format" != GRAY16_LE ]; then continue; fi
            record "moving-$element-$format" "$(camera 0 "$format" $images)" ! tee name=t \
                t. ! queue ! gdppay ! $to_file="in-$element-$format.gdp" \
                t. ! queue ! "$(with_settings "$element")" ! gdppay ! $to_file="out-$element-$format.gdp"
        done
    done
}

mixes() {
    local format element
    for format in "${formats[@]}"; do record_mix "mixed-$format" "$(camera 0 "$format")" "$(camera 1 "$format")"; done
    for element in "${blends[@]}"; do record_mix "$element" "$(camera 0 YUY2)" "$(camera 1 YUY2)"; done
    # qemu 7.2 gathers all lanes from one place where the places are in ymm4, whose number it takes for "no index".
    SWIFTVIDEO_CPU=baseline record_mix mixed-unlike "$(camera 0 NV12)" "$(slow_camera 1)"
}

troubles() {
    local element number
    v4l2-ctl -d 0 -c percentage_of_dropped_buffers=30
    for element in "${filters[@]}" swiftdepthgray; do record "dropped-$element" "$(chain "$element" 0 $frames)"; done
    record_mix dropped-swiftmix "$(camera 0 YUY2)" "$(camera 1 YUY2)"
    v4l2-ctl -d 0 -c percentage_of_dropped_buffers=0,wrap_timestamp=1
    record wrapped-swiftrosy "$(chain swiftrosy 0 $frames)"
    record_mix wrapped-swiftmix "$(camera 0 YUY2)" "$(camera 1 YUY2)"
    v4l2-ctl -d 0 -c wrap_timestamp=0
    for element in "${filters[@]}" swiftdepthgray swiftmix; do
        record_until "fatal-$element" "v4l2-ctl -d 0 -c inject_fatal_streaming_error=1" "$(chain "$element" 0 3000)"
    done
    number=2
    for element in "${pulled[@]}"; do
        case $element in
        avcam) pull_from_avcam $number ;;
        *)
            record_until "pulled-$element" "v4l2-ctl -d $number -c disconnect=1" "$(chain "$element" $number 3000)"
            ;;
        esac
        number=$((number + 1))
    done
    # The cameras that stay work as before.
    record_mix after "$(camera 0 YUY2)" "$(camera 1 YUY2)"
}

# usage: avcam NAME CAMERA OPTION...     keys are read from the pipe `keys`
avcam() {
    local name=$1
    # A video of depth is half as large as the image, as with cameras.
    local depth='v4l2src device=/dev/video1 ! video/x-raw,format=GRAY16_LE,width=320,height=180,framerate=30/1'
    local image="v4l2src device=/dev/video$2 ! video/x-raw,format=YUY2,width=640,height=360,framerate=30/1"
    shift 2
    timeout 3000 "$AVCAM" --headless --video "$image" --depth "$depth" "$@" <keys >"$name.log" 2>&1
}

# usage: avcam_records NAME CAMERA     in the background, with its keys at file 3, and waits for the first frame
avcam_records() {
    mkfifo keys
    avcam "$1" "$2" --record "$1.mp4" --photos . --png &
    process=$!
    exec 3>keys
    while kill -0 "$process" 2>/dev/null && [ ! -s "$1.mp4.part" ]; do sleep 0.1; done
    sleep 0.5
}

# usage: avcam_ends NAME
avcam_ends() {
    local status
    wait "$process"
    status=$?
    exec 3>&-
    rm keys
    keep "$1" $status
}

record_with_keys() {
    local key
    avcam_records avcam 0
    for key in p + f s p q; do
        printf '%s' "$key" >&3
        # As long as the emulated CPU takes to show what a key did.
        sleep 2
    done
    avcam_ends avcam
}

pull_from_avcam() {
    avcam_records pulled-avcam "$1"
    sleep 0.5
    v4l2-ctl -d "$1" -c disconnect=1
    avcam_ends pulled-avcam
}

preload
still
steady
moving
shown
mixes
record_with_keys
troubles
