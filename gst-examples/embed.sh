# SPDX-License-Identifier: MIT
# Sourced by run.sh of the embed examples, which are one application in three languages and have to do the same.

# usage: embed COMMAND...     plays the video that was named, or the clip; with --test, looks at all that it does
embed() {
    if [ -z "$test" ]; then
        cd "$start"
        if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
            echo "There is no screen, so this only prints what it does."
            set -- "$@" --headless
        fi
        [ -z "${arguments[0]:-}" ] || require_file "$(from_start "${arguments[0]}")"
        exec "$@" "${arguments[0]:-$clip}"
    fi
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    cd "$folder"
    embed_test "$@"
}

embed_stop() {
    echo "embed: $1" >&2
    cat "$folder"/*.log >&2
    exit 1
}

# usage: fails SENTENCE COMMAND...     with exit status 1, and prints the sentence
fails() {
    local sentence=$1 status=0
    shift
    timeout --foreground 60 "$@" >fails.log 2>&1 || status=$?
    [ $status = 1 ] || embed_stop "its exit status is $status, not 1: ${*: -1}"
    grep -qF "$sentence" fails.log || embed_stop "it does not say \"$sentence\": ${*: -1}"
}

# usage: embed_look LOG     compares the messages of five seconds of white with the curve; status 2 if no frame is amber
#
# Rose keeps no green, amber 0.6 of green and no blue. What is printed before the line "amber from here on" was rendered before the
# tint changed. After it there may be messages of frames that were rendered before, then of one between the changes of green and
# blue, and from the first amber frame on all are amber.
embed_look() {
    awk '
    function wrong(what) { print "embed: " what ": " $0; bad = 1 }
    function near(green, blue) { return c[2] - green < 3.5 && green - c[2] < 3.5 && c[3] - blue < 3.5 && blue - c[3] < 3.5 }
    / s: red / {
        t = $1
        i = t < 2 ? t / 2 : t < 4 ? (4 - t) / 2 : 0
        split($4 " " $6 " " $8, c, /,? /)
        if (c[1] < 252) wrong("red should be 255")
        rose = near(255 * (1 - i), 255)
        between = near(255 * (1 - 0.4 * i), 255)
        amber = near(255 * (1 - 0.4 * i), 255 * (1 - i))
        if (!said && !rose) wrong("this should be rose")
        if (said && step == 0 && !rose) step = 1
        if (step == 1 && !between) step = 2
        if (step == 2 && !amber) wrong("this should be amber")
        if (count++ && (t - last < 0.15 || t - last > 0.25)) wrong("messages come each fifth of a second")
        if (!said) first = last
        last = t
    }
    /^amber from here on$/ { said = 1; if (last < 2 || first >= 2) wrong("the first message from 2 s on should change the tint") }
    /^the video is over$/ { over = 1 }
    END {
        if (count < 24 || count > 26 || !said || !over) { print "embed: " count + 0 " messages, amber " said + 0 ", over " over + 0; bad = 1 }
        exit bad ? 1 : step < 2 ? 2 : 0
    }' "$1"
}

embed_test() {
    # Five seconds of white.
    gst-launch-1.0 -q videotestsrc pattern=white num-buffers=125 ! video/x-raw,width=320,height=180,framerate=25/1 \
        ! x264enc ! mp4mux ! filesink location=white.mp4
    # A run whose main thread had no CPU from 2 s to 4 s has no amber frame, which says nothing about the application.
    local i found
    for ((i = 0; i < 5; i++)); do
        timeout --foreground 120 "$@" --headless white.mp4 >play.log 2>&1 || embed_stop "it fails"
        found=0
        embed_look play.log || found=$?
        [ $found = 2 ] || break
    done
    [ $found != 1 ] || embed_stop "it does not do what it should"
    [ $found = 0 ] || echo "skipped: no frame of ${*: -1} is amber: in five runs this machine stood still from 2 s to 4 s"

    # Errors, each in a sentence.
    fails "There is no video file /nowhere.mp4" "$@" --headless /nowhere.mp4
    # A pipe that nobody writes would be waited for.
    mkfifo pipe.mp4
    fails "There is no video file pipe.mp4" "$@" --headless pipe.mp4
    cp "$root/LICENSE" text.mp4
    fails "text.mp4: This appears to be a text file" "$@" --headless text.mp4
    # decodebin (1.22, gstdecodebin2.c) drops an error that a demuxer has before the demuxer's start is over, and nothing follows.
    head -c 3000 white.mp4 >half.mp4
    fails "half.mp4: " "$@" --headless --timeout 5 half.mp4
    # The beginning of a transport stream, and then a terabyte of zeros: no frame comes, and no error.
    gst-launch-1.0 -q videotestsrc num-buffers=5 ! x264enc ! mpegtsmux ! filesink location=zeros.ts
    truncate -s 940 zeros.ts
    truncate -s 1T zeros.ts
    fails "zeros.ts: There was no frame within 1 seconds" "$@" --headless --timeout 1 zeros.ts
    # Where no plugin can be found.
    fails 'no element "' env GST_PLUGIN_PATH= GST_PLUGIN_SYSTEM_PATH= GST_REGISTRY="$folder/none" "$@" --headless white.mp4
    # A wrong option gives usage's own status.
    local status=0
    "$@" --wrong >wrong.log 2>&1 || status=$?
    [ $status -gt 1 ] || embed_stop "a wrong option ends with $status"

    # Ctrl-C ends it as the video's end does, well before that.
    gst-launch-1.0 -q videotestsrc pattern=white num-buffers=1500 ! video/x-raw,width=320,height=180,framerate=25/1 \
        ! x264enc ! mp4mux ! filesink location=minute.mp4
    "$@" --headless minute.mp4 >interrupt.log 2>&1 &
    local child=$!
    until grep -qs ' s: red' interrupt.log || ! kill -0 $child 2>/dev/null; do sleep 0.05; done
    kill -INT $child || true
    status=0
    wait $child || status=$?
    [ $status = 0 ] || embed_stop "Ctrl-C ends it with $status"
    grep -qx "the video is over" interrupt.log || embed_stop "Ctrl-C does not end the video"
    ! grep -q '^59' interrupt.log || embed_stop "Ctrl-C ends nothing"
    echo "embed: $(grep -c ' s: red' play.log) messages follow the curve"
}
