# SPDX-License-Identifier: MIT
# Sourced by run.sh --test of the examples that make a file of a file: several kinds of files, and what can be wrong with one.
# `preset_text` is what a file for the third argument has, if that is a file.
folder=$(mktemp -d)
children=()
finish() {
    [ ${#children[@]} = 0 ] || kill "${children[@]}" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
case $0 in /*) run=$0 ;; *) run=$start/$0 ;; esac
cd "$folder"
stop() {
    echo "$(basename "$(dirname "$run")"): $1" >&2
    tail -n 20 run.log fails.log make.log signal.log 2>/dev/null | cut -c 1-300 >&2
    exit 1
}

# usage: make_input FILE MUXER ENCODER [AUDIO_ENCODER [WIDTH]]     21 frames of the clip, with sound if there is an encoder for it
make_input() {
    local sound=()
    [ -z "${4:-}" ] || sound=(audiotestsrc num-buffers=40 ! audio/x-raw,channels=2 ! audioconvert ! $4 ! queue ! m.)
    # shellcheck disable=SC2086
    gst-launch-1.0 -q filesrc location="$(gst_text "$clip")" ! qtdemux ! decodebin ! identity eos-after=21 ! videoscale \
        ! "video/x-raw,width=${5:-320},height=180,pixel-aspect-ratio=1/1" ! $3 ! queue ! $2 name=m ! filesink location="$(gst_text "$1")" \
        "${sound[@]}" >make.log 2>&1 || stop "$1 can't be made"
}

# usage: frames FILE     how many video frames it has
#
# On a busy machine decodebin (1.22) may wait for ever at the end where nobody takes the sound: then once more.
frames() {
    local status=124 try
    for ((try = 0; try < 3 && status == 124; try++)); do
        status=0
        bounded 20 gst-launch-1.0 -v filesrc location="$(gst_text "$1")" ! decodebin ! videoconvert \
            ! fakesink name=out silent=false >frames.log 2>&1 || status=$?
        [ $status != 124 ] || echo "report: decodebin waits at the end of $1" >&2
    done
    [ $status = 0 ] || stop "$1 can't be played"
    grep -c 'out: last-message = "\?chain' frames.log || true
}

# usage: takes INPUT OUTPUT CONTAINER [AUDIO [ARGUMENT]]     makes OUTPUT of INPUT: in that container, whole, with that sound or with
# none. ARGUMENT is a third one of run.sh
takes() {
    timeout --foreground 120 "$run" "$1" "$2" "${@:5}" >run.log 2>&1 || stop "it fails with $1"
    gst-discoverer-1.0 "$2" >found.log 2>&1
    grep -qi "container #0: $3" found.log || stop "$2 is not $3"
    grep -q 'video #.*: H.264' found.log || stop "$2 has no H.264"
    if [ -n "${4:-}" ]; then
        grep -q "audio #.*: $4" found.log || stop "$2 has no $4"
    else
        ! grep -q 'audio #' found.log || stop "$2 has sound, and $1 has none"
    fi
    local before after
    before=$(frames "$1")
    after=$(frames "$2")
    # The edit list that mp4mux writes may cut the last frame off where the stream says no duration of it.
    [ "$before" -ge 20 ] && [ "$after" -le "$before" ] && [ "$after" -ge $((before - 1)) ] || stop "$2 has $after frames, $1 has $before"
}

make_input silent.mp4 mp4mux 'x264enc speed-preset=ultrafast'
make_input aac.mov qtmux 'x264enc speed-preset=ultrafast' 'avenc_aac ! aacparse'
# Names need not be plain, and other folders may be current.
mkdir "a folder"
make_input "a folder/vorbis.webm" webmmux 'videoconvert ! vp8enc deadline=1' vorbisenc
make_input opus.mkv matroskamux 'videoconvert ! vp8enc deadline=1' opusenc 321
takes silent.mp4 silent-out.mp4 Quicktime
takes aac.mov out.mkv Matroska 'MPEG-4 AAC'
takes "a folder/vorbis.webm" "new folder/out.mp4" Quicktime 'MPEG-4 AAC'
takes opus.mkv out.mov Quicktime 'MPEG-4 AAC'
# Names that gst-launch-1.0 would take apart, or take for quoted.
odd=$'a "b" \\c  d\'\n! '
make_input "$odd.mp4" mp4mux 'x264enc speed-preset=ultrafast'
third=()
if [ -n "${preset_text:-}" ]; then
    printf '%s\n' "$preset_text" >"$odd.json"
    third=('' "$odd.json")
fi
takes "$odd.mp4" "out $odd.mp4" Quicktime "${third[@]}"
mv "$odd.mp4" 'ends in \'
takes 'ends in \' '"quoted".mkv' Matroska
# AAC is copied: the same buffers come out.
sums() {
    gst-launch-1.0 -q filesrc location="$(gst_text "$1")" ! parsebin ! audio/mpeg ! filesink location=sum.aac >sums.log 2>&1 \
        || stop "the sound of $1 can't be read"
    sha256sum <sum.aac
}
[ "$(sums aac.mov)" = "$(sums out.mkv)" ] || stop "AAC sound was not copied as it is"

# What goes wrong is said in a sentence, and leaves what was there.
# usage: fails STATUS SENTENCE ARGUMENT...     kept.mp4 is there before
fails() {
    local wanted=$1 sentence=$2 status=0
    shift 2
    echo "was here before" >kept.mp4
    timeout --foreground 120 "$run" "$@" >fails.log 2>&1 </dev/null || status=$?
    [ $status = "$wanted" ] || stop "its exit status is $status, not $wanted: $*"
    grep -qF -- "$sentence" fails.log || stop "it does not say \"$sentence\": $*"
    [ "$(cat kept.mp4)" = "was here before" ] || stop "it fails, and kept.mp4 is not as it was: $*"
    [ -z "$(find . -name '.*.part')" ] || stop "it fails, and leaves $(find . -name '.*.part'): $*"
}
head -c 3000 silent.mp4 >broken.mp4
head -c "$(($(stat -c %s opus.mkv) / 2))" opus.mkv >half.mkv
# The same bytes each time, as some begin as sound does.
python3 -c 'import random, sys; sys.stdout.buffer.write(random.Random(1).randbytes(20000))' >noise.mp4
gst-launch-1.0 -q audiotestsrc num-buffers=20 ! vorbisenc ! oggmux ! filesink location=sound.ogg
mkfifo pipe.mkv
fails 1 "There is no $folder/nowhere.mp4." nowhere.mp4 kept.mp4
fails 1 "/. is not a file." . kept.mp4
fails 1 "broken.mp4 can't be played: " broken.mp4 kept.mp4
fails 1 "noise.mp4 can't be played: " noise.mp4 kept.mp4
fails 1 "sound.ogg has no video stream." sound.ogg kept.mp4
# Nobody writes to it.
fails 1 "pipe.mkv is not a file." pipe.mkv kept.mp4
fails 1 "INPUT and OUTPUT are the same file" silent.mp4 ./silent.mp4
fails 2 "OUTPUT must end in .mp4, .mov or .mkv" silent.mp4 out.avi
fails 1 "is not a folder that can be written." silent.mp4 kept.mp4/out.mp4
fails 2 "There is no option --wrong." --wrong silent.mp4 kept.mp4
fails 2 "--timeout takes whole seconds" --timeout never silent.mp4 kept.mp4
fails 2 "arguments; $most at most" silent.mp4 kept.mp4 3 4 5
"$run" --help >help.log 2>&1 || stop "--help fails"
grep -q '^usage: run.sh ' help.log || stop "--help does not tell the usage"

# What stalls is ended, and so is what this is told to end: by Ctrl-C too.
status=0
bounded 1 sleep 1000 || status=$?
[ $status = 124 ] || stop "what neither reads nor writes ends with status $status"
# Nor can the kernel be asked everywhere whether it does.
status=0
(
    grep() { return 1; }
    bounded 1 sleep 20
) || status=$?
[ $status = 124 ] || stop "what can't be watched ends with status $status"
for signal in INT TERM; do
    echo "was here before" >kept.mp4
    env --default-signal=INT "$run" "$clip" kept.mp4 >signal.log 2>&1 &
    children=($!)
    for ((i = 0; i < 600; i++)); do
        [ -z "$(find . -name '.kept.mp4.*.part')" ] || break
        sleep 0.1
    done
    kill -$signal "${children[0]}"
    status=0
    wait "${children[0]}" || status=$?
    children=()
    [ $status -gt 128 ] || stop "SIG$signal ends it with status $status"
    [ "$(cat kept.mp4)" = "was here before" ] || stop "SIG$signal leaves a part of a video in kept.mp4"
    [ -z "$(find . -name '.*.part')" ] || stop "SIG$signal leaves $(find . -name '.*.part')"
done
echo "$(basename "$(dirname "$run")"): MP4, MOV, MKV and WebM, with AAC, Vorbis, Opus and no sound; twelve faults; two signals"
