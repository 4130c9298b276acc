# Sourced by run.sh of the embed examples, which are one application in three languages and have to do the same.

# usage: embed COMMAND...     plays the film that was named, or the clip; with --test, looks at all that it does
embed() {
    if [ -z "$test" ]; then
        cd "$start"
        if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
            echo "There is no screen, so this only prints what it does."
            set -- "$@" --headless
        fi
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
#
# decodebin (1.22, gstdecodebin2.c) drops an error that a demuxer has before the demuxer's start is over, and nothing follows:
# then it is run again.
fails() {
    local sentence=$1 status try
    shift
    for try in 1 2 3 4 5; do
        status=0
        timeout --foreground 20 "$@" >fails.log 2>&1 || status=$?
        [ $status = 124 ] && [ ! -s fails.log ] || break
    done
    [ $status = 1 ] || embed_stop "its exit status is $status, not 1: ${*: -1}"
    grep -qF "$sentence" fails.log || embed_stop "it does not say \"$sentence\": ${*: -1}"
}

embed_test() {
    # Five seconds of white.
    gst-launch-1.0 -q videotestsrc pattern=white num-buffers=125 ! video/x-raw,width=320,height=180,framerate=25/1 \
        ! x264enc ! mp4mux ! filesink location=white.mp4
    timeout --foreground 60 "$@" --headless white.mp4 >play.log 2>&1 || embed_stop "it fails"
    # What the curve gives at each time, in white: rose keeps no green, amber 0.6 of green and no blue. The change comes
    # from another thread than frames do, so it may be a fifth of a second later.
    awk '
    function wrong(what) { print "embed: " what ": " $0; bad = 1 }
    function off(a, b) { return a - b > 3 || b - a > 3 }
    / s: red / {
        t = $1
        i = t < 2 ? t / 2 : t < 4 ? (4 - t) / 2 : 0
        split($4 " " $6 " " $8, c, /,? /)
        if (off(c[1], 255)) wrong("red should be 255")
        if (!amber && (off(c[2], 255 * (1 - i)) || off(c[3], 255)) || t > 2.3 && !amber) wrong("this should be rose")
        if (amber && (off(c[2], 255 * (1 - 0.4 * i)) || off(c[3], 255 * (1 - i))) && t > 2.3) wrong("this should be amber")
        if (count++ && (t - last < 0.15 || t - last > 0.25)) wrong("messages come each fifth of a second")
        last = t
    }
    /^amber from here on$/ { amber = 1; if (last < 2 || last > 2.2) wrong("the change should come at 2 s") }
    /^the film is over$/ { over = 1 }
    END { if (count < 24 || count > 26 || !amber || !over) { print "embed: " count + 0 " messages, amber " amber + 0 ", over " over + 0; bad = 1 }
        exit bad }' play.log || embed_stop "it does not do what it should"

    # Errors, each in a sentence.
    fails "There is no film /nowhere.mp4" "$@" --headless /nowhere.mp4
    cp "$root/LICENSE" text.mp4
    fails "text.mp4: This appears to be a text file" "$@" --headless text.mp4
    head -c 3000 white.mp4 >half.mp4
    fails "half.mp4: " "$@" --headless half.mp4
    # Where no plugin can be found.
    fails 'no element "' env GST_PLUGIN_PATH= GST_PLUGIN_SYSTEM_PATH= GST_REGISTRY="$folder/none" "$@" --headless white.mp4
    # A wrong option gives usage's own status.
    local status=0
    "$@" --wrong >wrong.log 2>&1 || status=$?
    [ $status -gt 1 ] || embed_stop "a wrong option ends with $status"

    # Ctrl-C ends it as the film's end does, well before that.
    "$@" --headless white.mp4 >interrupt.log 2>&1 &
    local child=$! i
    for ((i = 0; i < 200; i++)); do
        grep -q '^0.[46]0 s' interrupt.log && break
        sleep 0.05
    done
    kill -INT $child
    status=0
    wait $child || status=$?
    [ $status = 0 ] || embed_stop "Ctrl-C ends it with $status"
    grep -qx "the film is over" interrupt.log || embed_stop "Ctrl-C does not end the film"
    ! grep -q '^3' interrupt.log || embed_stop "Ctrl-C ends nothing"
    echo "embed: $(grep -c ' s: red' play.log) messages follow the curve"
}
