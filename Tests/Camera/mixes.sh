# SPDX-License-Identifier: MIT
# Sourced by scripts/test-camera.sh: what is asked of videos of two cameras, A and B. The mixer repeats frames to keep its
# rate, so an image that has stopped shows in pixels alone. Each frame of the mix is therefore looked for among the mixes of
# each frame that came from A with each that came from B, which the host makes, without the clock.

# usage: mixed NAME FORMAT [FORMAT_B WIDTH_B HEIGHT_B FRAMES_B]     the cameras lost no frames, the mix has 30 a second, and
# all frames of both are seen in it
mixed() {
    in_time "$1" || return
    take_input a "$1" "$frames" || return
    none_lost "a-$1" || return
    take_input b "$1" "${6:-$frames}" || return
    none_lost "b-$1" || return
    all_seen "$@"
}

# usage: mixed_dropped NAME FORMAT     camera A lost frames; all that came are seen
mixed_dropped() {
    in_time "$1" || return
    take_input a "$1" "$frames" || return
    some_lost "a-$1" || return
    take_input b "$1" "$frames" || return
    none_lost "b-$1" || return
    all_seen "$@"
}

# usage: in_time NAME     one frame each thirtieth of a second, from the first on
in_time() {
    local count wrong
    ended "$1" || return
    count=$(times_of "$1" out | wc -l)
    [ "$count" -ge "$frames" ] || { echo "$count frames on the screen in place of $frames"; return 1; }
    wrong=$(times_of "$1" out | awk -F : '{ t = $1 * 3600 + $2 * 60 + $3; d = t - (NR - 1) / 30
        if (d > 1e-6 || d < -1e-6) print NR - 1, $0 }')
    [ -z "$wrong" ] || { printf 'frames at other times:\n%s\n' "$(head -n 5 <<<"$wrong")"; return 1; }
}

# usage: take_input INPUT NAME COUNT     makes $scratch/INPUT of what the mixer got there, and a log of it. What elements of
# two cameras' threads tell while they record gets mixed up.
take_input() {
    local log=$videos/$1-$2.log count
    gst-launch-1.0 -v filesrc location="$videos/$1-$2.gdp" ! gdpdepay ! identity name=camera silent=false \
        ! filesink location="$scratch/$1" >"$log" 2>&1 || { tail -n 5 "$log"; return 1; }
    count=$(numbers_of "$1-$2" | wc -l)
    [ "$count" = "$3" ] || { echo "the mixer got $count frames from the camera at input $1 in place of $3"; return 1; }
}

# usage: all_seen NAME FORMAT [FORMAT_B WIDTH_B HEIGHT_B FRAMES_B]     of the frames that take_input took
all_seen() {
    local name=$1 format=$2 format_b=${3:-$2} width=${4:-640} height=${5:-360} count=${6:-$frames} size size_b turn
    size=$(frame_size "$format")
    size_b=$(frame_size "$format_b" "$width" "$height")
    # The mixer is given as many from both.
    for ((turn = count; turn < frames; turn += count)); do head -c $((count * size_b)) "$scratch/b"; done >"$scratch/more"
    cat "$scratch/more" >>"$scratch/b"
    {
        sums_of_mix "$(mixer "$name")" "$count" | awk -v n="$frames" -v m="$count" '{
            a = (NR - 1) % n; b = (a + int((NR - 1) / n)) % m; print $2, a + 1, b + 1 }'
        # Where the other has not begun or has ended.
        sums_of_first "$(mixer "$name")" | awk '{ print $2, NR, "-" }'
        sums_of_mix "swiftmix mix-factor=1" 1 | awk -v m="$count" '{ print $2, "-", (NR - 1) % m + 1 }'
    } | sort -u >"$scratch/table" || return
    gst-launch-1.0 -q filesrc location="$videos/out-$name.gdp" ! gdpdepay ! tee name=t \
        t. ! checksumsink hash=md5 async=false t. ! filesink async=false location="$scratch/mix" >"$scratch/sums" || return
    look_up "$frames" "$count" || return
    # A frame by which both cameras have begun, for people.
    head -c $((11 * size)) "$scratch/mix" | tail -c "$size" >"$scratch/frame"
    gst-launch-1.0 -q filesrc location="$scratch/frame" blocksize="$size" \
        ! rawvideoparse format="${format,,}" width=640 height=360 ! videoconvert ! video/x-raw,format=RGB ! pngenc \
        ! filesink location="$shown/$name.png"
}

# usage: sums_of_mix MIXER TURNS     MD5 of each frame of the host's mixes: A's video is played so many times, and B's with it,
# each time one frame further on. Takes sizes from the caller, and caps from the cameras: colorimetry decides about bits.
sums_of_mix() {
    local a b
    a=$(caps_of "a-$name") && b=$(caps_of "b-$name") || return
    # shellcheck disable=SC2086
    gst-launch-1.0 -q $1 name=mix ! checksumsink hash=md5 \
        fdsrc fd=3 blocksize="$size" ! "$a" ! rawvideoparse use-sink-caps=true ! mix. \
        fdsrc fd=4 blocksize="$size_b" ! "$b" ! rawvideoparse use-sink-caps=true ! mix. \
        3< <(for ((turn = 0; turn < $2; turn++)); do cat "$scratch/a"; done) \
        4< <(for ((turn = 0; turn < $2; turn++)); do
            tail -c +$((turn * size_b + 1)) "$scratch/b"
            head -c $((turn * size_b)) "$scratch/b"
        done)
}

# usage: sums_of_first MIXER     MD5 of each frame of what becomes of A alone. From a pipe, as a parser that pulls from a file
# gets no caps.
sums_of_first() {
    local a
    a=$(caps_of "a-$name") || return
    # shellcheck disable=SC2086
    gst-launch-1.0 -q $1 name=mix ! checksumsink hash=md5 \
        fdsrc fd=3 blocksize="$size" ! "$a" ! rawvideoparse use-sink-caps=true ! mix.sink_0 3< <(cat "$scratch/a")
}

# usage: caps_of VIDEO     as take_input logged them, at the mix's rate: each frame of a slower camera is mixed once here
caps_of() {
    sed -n 's/.*camera.GstPad:src: caps = \(.*\)/\1/p' "$videos/$1.log" | tail -n 1 \
        | sed 's|framerate=(fraction)[0-9/]*|framerate=(fraction)30/1|' | grep .
}

# usage: look_up COUNT_A COUNT_B     the frames of $scratch/sums in $scratch/table: each is there, A's and B's follow each
# other, none left out. Only of the first three may one be, before it is known how long the cameras take.
look_up() {
    [ "$(cut -d ' ' -f 1 "$scratch/table" | uniq -d)" = "" ] || { echo "a camera's images are the same"; return 1; }
    awk -v n="$1" -v m="$2" '
        function follow(input, number, count) {
            if (number == "-") wrong = wrong || last[input] > 0 && last[input] < count
            else {
                wrong = wrong || number < last[input] || number > last[input] + 1 && FNR > 3
                last[input] = number
            }
        }
        NR == FNR { a[$1] = $2; b[$1] = $3; next }
        !($2 in a) { seen = seen " ?"; wrong = 1; next }
        { seen = seen " " a[$2] "+" b[$2]; follow("a", a[$2], n); follow("b", b[$2], m) }
        END {
            if (!wrong && last["a"] == n && last["b"] == m) exit 0
            print "frames of the cameras in those of the mix (?: of none):" seen
            exit 1
        }' "$scratch/table" "$scratch/sums"
}
