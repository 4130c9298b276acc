# SPDX-License-Identifier: MIT
# Sourced by scripts/test-camera.sh: what is asked of the videos that the guest has left in $videos.

# usage: frames_of NAME ELEMENT     number and time of each frame that an element of the video has told of
frames_of() {
    sed -nE "s/.*:$2: last-message = \"?chain .* pts: ([0-9:.]+), .* offset: ([0-9-]+),.*/\2 \1/p" "$videos/$1.log"
}

# usage: numbers_of NAME | times_of NAME ELEMENT
numbers_of() {
    frames_of "$1" camera | cut -d ' ' -f 1
}
times_of() {
    frames_of "$1" "$2" | cut -d ' ' -f 2
}

# usage: ended NAME     the video ended by itself and without an error
ended() {
    [ -f "$videos/$1.status" ] || { echo "it was not run"; return 1; }
    [ "$(cat "$videos/$1.status")" = 0 ] || { echo "status $(cat "$videos/$1.status")"; errors "$1"; return 1; }
}
errors() {
    grep -aE 'ERROR|CRITICAL|WARNING|Warning' "$videos/$1.log" | head -n 5
}

# usage: all_passed NAME [COUNT]     what the element got from the camera, the screen showed, so many frames if given
all_passed() {
    local count
    ended "$1" || return
    count=$(times_of "$1" out | wc -l)
    [ "$count" = "${2:-$count}" ] || { echo "$count frames on the screen in place of $2"; return 1; }
    [ "$count" -gt 0 ] || { echo "there are no frames"; return 1; }
    diff <(times_of "$1" camera) <(times_of "$1" out) || { echo "the times of frames (<: camera, >: screen) differ"; return 1; }
}

# usage: none_lost NAME | some_lost NAME     by the camera, whose numbers begin 0, 2 whatever comes behind it, and then go on
# one by one
none_lost() {
    [ "$(gaps "$1")" = 0 ] || { echo "the camera lost frames: $(numbers_of "$1" | tr '\n' ' ')"; return 1; }
}
some_lost() {
    [ "$(gaps "$1")" -gt 0 ] || { echo "the camera lost no frames"; return 1; }
}
gaps() {
    numbers_of "$1" | awk 'NR > 2 && $1 != last + 1 { n++ } { last = $1 } END { print n + 0 }'
}

# usage: steady ELEMENT FORMAT     no frame was lost, neither by the camera for want of a free buffer nor after it; by the camera
# they may be before the filter of the day
steady() {
    all_passed "steady-$1-$2" "$frames" || return
    is_sampled "$1" && return
    none_lost "steady-$1-$2" || return
    diff <(numbers_of "steady-identity-$2") <(numbers_of "steady-$1-$2") || { echo "identity got other frames"; return 1; }
}

# usage: play FILE ELEMENT...     what comes out when the host plays a recording, frame by frame
play() {
    local file=$1
    shift
    # shellcheck disable=SC2068
    gst-launch-1.0 -q filesrc location="$file" ! gdpdepay ! $@ ! filesink location="$scratch/played" >"$scratch/log" 2>&1 \
        || { cat "$scratch/log"; return 1; }
}

# usage: same FILE COUNT FORMAT     whether the host's frames are those of a file that has `count`
same() {
    local size=$(($2 * $(frame_size "$3")))
    [ "$(stat -c %s "$1")" = $size ] || { echo "$1 has $(stat -c %s "$1") bytes in place of $size"; return 1; }
    [ "$(stat -c %s "$scratch/played")" -ge $size ] || { echo "the host made too little"; return 1; }
    cmp -n $size "$1" "$scratch/played"
}

# usage: in_place ELEMENT FORMAT     an image that stands still, changed in the camera's own memory
in_place() {
    play "$videos/still-$2.gdp" "$(with_settings "$1")" && same "$videos/steady-$1-$2.raw" $images "$2" || return
    is_sampled "$1" && return
    if [ "$1" != identity ] && cmp -s -n "$(frame_size "$2")" "$videos/steady-$1-$2.raw" "$videos/steady-identity-$2.raw"; then
        echo "it changes nothing"
        return 1
    fi
}

# usage: moving ELEMENT FORMAT     images that change: what the guest made of them is what the host makes of them
moving() {
    local video=moving-$1-$2 input=$videos/in-$1-$2.gdp output=$videos/out-$1-$2.gdp size
    ended "$video" || return
    play "$output" identity && mv "$scratch/played" "$scratch/guest" || return
    play "$input" identity && mv "$scratch/played" "$scratch/input" || return
    play "$input" "$(with_settings "$1")" || return
    cmp "$scratch/guest" "$scratch/played" || return
    size=$(frame_size "$2")
    [ "$(stat -c %s "$scratch/input")" = $((images * size)) ] || { echo "frames are missing"; return 1; }
    ! cmp -s -n "$size" "$scratch/input" <(tail -c +$((size + 1)) "$scratch/input") || { echo "nothing moves"; return 1; }
    is_sampled "$1" || ! cmp -s "$scratch/input" "$scratch/guest" || { echo "it changes nothing"; return 1; }
    gst-launch-1.0 -q filesrc location="$output" ! gdpdepay ! videoconvert ! video/x-raw,format=RGB ! pngenc snapshot=true \
        ! filesink location="$shown/$1-$2.png"
}

# usage: dropped NAME     the camera lost frames, and no others are missing
dropped() {
    all_passed "$1" "$frames" || return
    some_lost "$1"
}

# usage: failed_well NAME     the process said what was wrong and ended with a status of its own, not by a signal
failed_well() {
    local status
    [ -f "$videos/$1.status" ] || { echo "it was not run"; return 1; }
    status=$(cat "$videos/$1.status")
    if [ "$status" = 0 ] || [ "$status" -ge 124 ]; then
        echo "status $status"
        tail -n 5 "$videos/$1.log"
        return 1
    fi
    ! grep -a 'CRITICAL' "$videos/$1.log" || return 1
}

# usage: error_on_bus NAME     ten frames were shown, then the camera's error came
error_on_bus() {
    failed_well "$1" || return
    [ "$(times_of "$1" out | wc -l)" -ge 10 ] || { echo "there were no frames before"; return 1; }
    grep -qaE '^ERROR: from element .*v4l2src' "$videos/$1.log" || { echo "no error of v4l2src"; tail -n 5 "$videos/$1.log"; return 1; }
}

# usage: keys_answered     avcam did what the keys said
keys_answered() {
    local line
    ended avcam || return
    for line in mix-factor=0.55 'rose filter off' smoothing=false; do
        grep -qxF "$line" "$videos/avcam.log" || { echo "a key was lost: $line"; cat "$videos/avcam.log"; return 1; }
    done
}

# usage: photos_taken     avcam took two photos, one with the rose filter on and one with it off
photos_taken() {
    local photo raw=$scratch/photo.raw
    local -a green
    for photo in photo-1.png photo-2.png; do
        gst-launch-1.0 -q filesrc location="$videos/$photo" ! pngdec ! video/x-raw,width=640,height=360 ! videoconvert \
            ! video/x-raw,format=RGB ! filesink location="$raw" || return
        cp "$videos/$photo" "$shown/avcam-$photo"
        # How much of the light is green, in percent: less through the rose filter, which is off in the second.
        green+=("$(od -An -v -tu1 -w3 "$raw" | awk '{ g += $2; all += $1 + $2 + $3 } END { printf "%d", 100 * g / all }')")
    done
    [ $((green[1] - green[0])) -ge 5 ] || { echo "green is ${green[*]} percent of the photos"; return 1; }
}

# usage: video_whole NAME     the video that avcam wrote can be played, and its frames follow each other
video_whole() {
    local log=$videos/$1-video.log wrong
    gst-launch-1.0 -v filesrc location="$videos/$1.mp4" ! qtdemux ! decodebin ! video/x-raw,width=640,height=360 \
        ! fakesink name=out silent=false >"$log" 2>&1 || { tail -n 5 "$log"; return 1; }
    [ "$(times_of "$1-video" out | wc -l)" -ge 20 ] || { echo "it has $(times_of "$1-video" out | wc -l) frames"; return 1; }
    wrong=$(times_of "$1-video" out | awk -F : '{ t = $1 * 3600 + $2 * 60 + $3
        if (NR > 1 && (t - last > 0.0335 || t - last < 0.033)) print last, t
        last = t }')
    [ -z "$wrong" ] || { printf 'frames are not a thirtieth of a second apart:\n%s\n' "$(head -n 5 <<<"$wrong")"; return 1; }
    gst-launch-1.0 -q filesrc location="$videos/$1.mp4" ! qtdemux ! decodebin ! videoconvert ! video/x-raw,format=RGB \
        ! pngenc snapshot=true ! filesink location="$shown/$1.png"
}
