# SPDX-License-Identifier: MIT
# Sourced by run.sh of the examples that make a file of a file: what they have in common besides their pipeline.
most=${most:-2}
timeout=60
later=1
# For gst-discoverer-1.0.
needs=(gstreamer1.0-plugins-base-apps)
test_job=examples
usage+="

INPUT is a video file that GStreamer can play: MP4, MOV, MKV, WebM and others, with or without sound. Without it the clip of
Tests/Media is taken. OUTPUT ends in .mp4, .mov or .mkv, and gets H.264 video and AAC sound; AAC is copied as it is. OUTPUT
is replaced when all has been written; a run that fails leaves it as it was.

  --timeout SECONDS  fail when nothing could be read or written for so long (default: $timeout)
  --test             try the example with several kinds of files
  --help             print this"
source "$(dirname "${BASH_SOURCE[0]}")/example.sh"

# Looks at the arguments; prepares the output, the plugin, and the parts of the pipeline that depend on the input.
# usage: begin NAME [WIDTH HEIGHT]     NAME.mp4 is written in out/ where there is no OUTPUT; WIDTH and HEIGHT of the output, if they
# are not the input's
begin() {
    if [ -n "$test" ]; then
        prepare_example
        source "$root/gst-examples/file-test.sh"
        exit
    fi
    input=$(from_start "${arguments[0]:-$clip}")
    output=$(from_start "${arguments[1]:-$root/out/$1.mp4}")
    require_file "$input"
    case $output in
    *.mp4 | *.m4v) muxer=mp4mux ;;
    *.mov) muxer=qtmux ;;
    *.mkv) muxer=matroskamux ;;
    *) wrong "OUTPUT must end in .mp4, .mov or .mkv: $output." ;;
    esac
    if [ "$input" -ef "$output" ]; then
        echo "INPUT and OUTPUT are the same file: $output." >&2
        exit 1
    fi
    if [ -e "$output" ] && [ ! -f "$output" ]; then
        echo "$output is not a file." >&2
        exit 1
    fi
    local folder
    folder=$(dirname "$output")
    mkdir -p "$folder" 2>/dev/null || true
    [ -d "$folder" ] && [ -w "$folder" ] || { echo "$folder is not a folder that can be written." >&2; exit 1; }
    prepare_example
    look_at "$input"
    width=${2:-$width} height=${3:-$height}
    # The output is written beside, so that renaming replaces it at once.
    part=$folder/.$(basename "$output").$$.part
    log=$root/.build/logs/$1.$$.log
    trap 'end_child; rm -f "$part" "$log"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    # H.264 that every player can decode has even sizes, and half as much chroma in both directions.
    encode=(videoconvert ! video/x-raw,format=I420)
    [ $((width % 2 + height % 2)) = 0 ] || encode+=(! videocrop right=$((width % 2)) bottom=$((height % 2)))
    encode+=(! x264enc speed-preset=veryfast)
    # What decodebin hands out: sound that can be copied stays as it is. A muxer waits for every stream that it is promised, so
    # there is a branch for sound only where there is sound.
    decoded='video/x-raw(ANY); audio/x-raw(ANY)'
    case $audio in
    '') sound=() ;;
    'MPEG-4 AAC')
        decoded+='; audio/mpeg,mpegversion=(int)4'
        sound=(in. ! queue ! aacparse ! queue ! out.)
        ;;
    *) sound=(in. ! queue ! audioconvert ! audioresample ! avenc_aac ! aacparse ! queue ! out.) ;;
    esac
}

# Runs a pipeline that writes "$part", and makes that the output.
# usage: launch ELEMENT...     as for gst-launch-1.0
launch() {
    local status=0
    bounded "$timeout" gst-launch-1.0 -q "$@" >"$log" 2>&1 || status=$?
    if [ $status = 124 ]; then
        echo "$input: nothing could be read or written for $timeout seconds." >&2
        exit 1
    elif [ $status != 0 ] || [ ! -s "$part" ]; then
        # GStreamer's first error is the cause of others.
        printf '%s: %s\n' "$input" \
            "$(sed -nE 's/^(ERROR: from element [^:]*: |WARNING: erroneous pipeline: )//p' "$log" | grep -m 1 . || tail -n 3 "$log")" >&2
        exit 1
    fi
    mv "$part" "$output"
    echo "Wrote $output"
}
