# SPDX-License-Identifier: MIT
# Sourced by check-archive.sh, check-archive-jobs.sh and check-archive-engines.sh: the plugin, swift-render, and what compares jobs.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_plugin
use_plugin
render=$(swift build -c release --package-path Tools/swift-render --show-bin-path)/swift-render
[ -x "$render" ] || { echo "$render is missing: run swift build -c release --package-path Tools/swift-render" >&2; exit 1; }
# What GStreamer calls a mistake of a program ends it.
export G_DEBUG=fatal-criticals
folder=$(mktemp -d)
cleanup=()
end() {
    local command
    for command in "${cleanup[@]}"; do eval "$command"; done
    rm -rf "$folder"
}
trap end EXIT

stop() {
    echo "$(basename "$0" .sh): $1" >&2
    [ -z "${2:-}" ] || tail -n 20 "$2" >&2
    exit 1
}

# usage: plan JOB SOURCE FILTERS [OPTION]...     lossless, unless an option names another encoder
plan() {
    rm -rf "${folder:?}/$1"
    timeout 300 "$render" plan "$2" --filters "$3" --encoder avenc_ffv1 "${@:4}" -o "$folder/$1" >"$folder/plan.log" 2>&1 \
        || stop "plan of $3 fails" "$folder/plan.log"
}

# usage: finish_job JOB     renders what is missing and joins
finish_job() { timeout 300 "$render" run "$folder/$1" >"$folder/run.log" 2>&1 || stop "run of $1 fails" "$folder/run.log"; }

# usage: hashes JOB     of all rendered frames in order, a line each
hashes() {
    python3 -c 'import json, sys
job = sys.argv[1]
for segment in json.load(open(f"{job}/manifest.json"))["segments"]:
    name = segment["name"]
    print(*json.load(open(f"{job}/segments/{name}/frames.json"))["content"]["frames"], sep="\n")' "$folder/$1"
}

# usage: same_frames JOB JOB
same_frames() {
    local left right
    left=$(hashes "$1") && right=$(hashes "$2") || stop "$1 or $2 has no frames"
    [ -n "$left" ] && [ "$left" = "$right" ] \
        || stop "$1 and $2 differ in $(diff <(echo "$left") <(echo "$right") | grep -c '^>' || true) frames"
}

# usage: fails SENTENCE COMMAND...     which fails and says so
fails() {
    local sentence=$1 status=0
    shift
    timeout 300 "$@" >"$folder/fails.log" 2>&1 || status=$?
    [ $status = 1 ] || [ $status = 64 ] || stop "$* ends with status $status" "$folder/fails.log"
    grep -qF -e "$sentence" "$folder/fails.log" || stop "$* does not say: $sentence" "$folder/fails.log"
}

# usage: flip FILE     a bit of it
flip() {
    python3 -c 'import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(100)
    byte = file.read(1)[0]
    file.seek(100)
    file.write(bytes([byte ^ 1]))' "$1"
}

# A plugin that says that it is of another version, in $folder/old.
make_old_plugin() {
    mkdir -p "$folder/old"
    sed "s/$(plugin_version)/9.9.9/g" "$plugin" >"$folder/old/libgstswiftvideo.so"
}

# usage: decoded FILE     a hash of all frames of a file as they are shown
#
# On a busy machine decodebin may wait for ever at the end where nobody takes the sound: then once more.
decoded() {
    local try frames
    frames=$(mktemp -p "$folder")
    for try in 1 2 3; do
        if timeout 60 gst-launch-1.0 -q filesrc location="$1" ! decodebin ! videoconvert ! video/x-raw,format=AYUV \
            ! filesink location="$frames"; then
            sha256sum <"$frames"
            rm "$frames"
            return
        fi
        echo "report: decoding $1 did not end, try $try" >&2
    done
    return 1
}

# usage: segments JOB     how many there are
segments() { python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["segments"]))' "$folder/$1/manifest.json"; }

# usage: path JOB SEGMENT     the folder of its result
path() {
    echo "$folder/$1/segments/$(python3 -c 'import json, sys
print(json.load(open(sys.argv[1]))["segments"][int(sys.argv[2])]["name"])' "$folder/$1/manifest.json" "$2")"
}

# A small video with scenes, of the clip: 132 frames, with its sound; FFV1 would be large.
# usage: small FILE ENCODER MUXER
small() {
    timeout 120 gst-launch-1.0 -q filesrc location="$clip" ! qtdemux name=in "$3" name=out ! filesink location="$1" \
        in.video_0 ! queue ! decodebin ! videoconvert ! videoscale ! video/x-raw,format=I420,width=320,height=180 \
        ! $2 ! queue ! out. in.audio_0 ! queue ! aacparse ! out. >"$folder/small.log" 2>&1 || stop "$1 can't be made" "$folder/small.log"
}

# usage: same_as_whole FILTERS LENGTH [SOURCE]
same_as_whole() {
    local source=${3:-$folder/small.mkv}
    plan whole "$source" "$1"
    finish_job whole
    plan pieces "$source" "$1" --segment "$2"
    [ "$(segments pieces)" -ge 2 ] || stop "$1: there is one piece"
    finish_job pieces
    same_frames whole pieces
    [ "$(decoded "$folder"/whole/output/*)" = "$(decoded "$folder"/pieces/output/*)" ] || stop "$1: the results differ"
}

# usage: has_sound FILE
has_sound() {
    gst-discoverer-1.0 "$1" >"$folder/discovered" 2>&1 || stop "$1 can't be played" "$folder/discovered"
    grep -q 'audio.*MPEG-4 AAC' "$folder/discovered" || stop "$1 has no sound" "$folder/discovered"
}
