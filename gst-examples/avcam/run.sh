#!/bin/bash
# usage: run.sh [OPTION]...     the options of avcam: see run.sh --help
#        run.sh --test
# For h264parse.
needs=(gstreamer1.0-plugins-bad)
source "$(dirname "$0")/../example.sh" "$@"
here=$root/gst-examples/avcam
build_program "$here" avcam

if [ -z "$test" ]; then
    cd "$start"
    exec "$program" --media "$root/Tests/Media" "${arguments[@]}"
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
stop() {
    echo "avcam: $1" >&2
    cat "$folder"/*.log >&2
    exit 1
}

# The bundled films, keys pressed one by one, and an end that comes before theirs.
keys() {
    local key
    sleep 1
    for key in + + - p f s '<' p q; do
        printf '%s' "$key"
        sleep 0.3
    done
}
films=(--video "$clip" --depth "$root/Tests/Media/aloe-depth.mkv")
keys | "$program" --headless "${films[@]}" --record "$folder/film.mp4" --photos "$folder" --png >"$folder/keys.log" 2>&1 \
    || stop "it fails"
for line in mix-factor=0.55 mix-factor=0.6 'rose filter off' smoothing=false 'depth frames a second: 30.0'; do
    grep -qxF "$line" "$folder/keys.log" || stop "a key was lost: $line"
done
for photo in photo-1.png photo-2.png; do
    gst-launch-1.0 -q filesrc location="$folder/$photo" ! pngdec ! video/x-raw,width=1280,height=720 ! fakesink \
        >"$folder/photo.log" 2>&1 || stop "$photo is no photo"
done
! cmp -s "$folder/photo-1.png" "$folder/photo-2.png" || stop "the photos are the same"
gst-launch-1.0 -v filesrc location="$folder/film.mp4" ! qtdemux ! decodebin ! video/x-raw,width=1280 \
    ! fakesink name=out silent=false >"$folder/film.log" 2>&1 || stop "the film can't be played"
# The clip has 132 frames, and was left before its end.
frames=$(grep -c 'out: last-message = "\?chain' "$folder/film.log" || true)
if [ "$frames" -lt 10 ] || [ "$frames" -gt 125 ]; then stop "the film has $frames frames"; fi

# Elements as sources, and the end of both.
"$program" --headless --video "videotestsrc num-buffers=20" --depth "videotestsrc num-buffers=10 ! video/x-raw,format=GRAY16_LE" \
    </dev/null >"$folder/end.log" 2>&1 || stop "elements as sources fail"
if "$program" --headless --video /nowhere </dev/null >"$folder/none.log" 2>&1; then stop "a missing film is no error"; fi
grep -qF 'There is no /nowhere.' "$folder/none.log" || stop "the error does not say what is missing"
# A camera that breaks leaves a film up to then.
if "$program" --headless --video "videotestsrc is-live=true ! identity error-after=40" --record "$folder/broken.mp4" \
    --depth "videotestsrc is-live=true ! video/x-raw,format=GRAY16_LE" </dev/null >"$folder/broken.log" 2>&1; then
    stop "a source that fails is no error"
fi
gst-launch-1.0 -q filesrc location="$folder/broken.mp4" ! qtdemux ! decodebin ! fakesink >"$folder/broken-film.log" 2>&1 \
    || stop "the film of a source that fails is not whole"
"$here/film.sh" "$folder/launch.mp4" || stop "film.sh fails"
[ -s "$folder/launch.mp4" ] || stop "film.sh writes nothing"
