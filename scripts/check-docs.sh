#!/bin/bash
# SPDX-License-Identifier: MIT
# Fails if docs/elements, docs/elements.json, docs/gst_plugins_cache.json, README.md's lists or the Debian package's description
# are not what the elements declare, pages of docs/benchmarks not what its results say, or a launch line does not run.
source "$(dirname "$0")/common.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/docs/elements" "$scratch/docs/benchmarks" "$scratch/packaging/debian"
cp README.md "$scratch/"
cp packaging/debian/control "$scratch/packaging/debian/"
scripts/docs.sh "$scratch"
cp docs/benchmarks/*.json docs/benchmarks/*.svg "$scratch/docs/benchmarks/"
pages="python3 Benchmarks/Report/pages.py"
PYTHONDONTWRITEBYTECODE=1 $pages "$scratch"
if ! diff -ru docs/benchmarks "$scratch/docs/benchmarks" || ! diff -u docs/performance.md "$scratch/docs/performance.md"; then
    echo "check-docs: docs/benchmarks or docs/performance.md is not what docs/benchmarks/*.json say; run $pages ." >&2
    exit 1
fi
if ! diff -ru docs/elements "$scratch/docs/elements" || ! diff -u README.md "$scratch/README.md" \
    || ! diff -u docs/elements.json "$scratch/docs/elements.json" \
    || ! diff -u packaging/debian/control "$scratch/packaging/debian/control" \
    || ! diff -u docs/gst_plugins_cache.json "$scratch/docs/gst_plugins_cache.json"; then
    echo "check-docs: documentation differs from the declarations; run make docs" >&2
    exit 1
fi

# Elements that are measured, each beside what somebody chose: the special ones, and others that are there.
measured=$(sed -nE 's/^    name: "(swift[a-z0-9]+)".*/\1/p' Benchmarks/Sources/SwiftVideoBenchmark/*.swift | sort)
known=$(python3 scripts/elements.py kinds | cut -d ' ' -f 1 | sort)
for name in "${special[@]}"; do
    grep -qFx "$name" <<<"$measured" || { echo "check-docs: Benchmarks has no ElementBenchmark of $name" >&2; exit 1; }
done
wrong=$(comm -23 <(echo "$measured") <(echo "$known"))
[ -z "$wrong" ] || { echo "check-docs: Benchmarks measures $wrong, which is no element" >&2; exit 1; }

# News begin with the version that the plugin tells.
version=$(plugin_version)
case $(grep -m 1 '^## ' NEWS.md) in
"## $version"*) ;;
*) echo "check-docs: NEWS.md does not begin with version $version" >&2; exit 1 ;;
esac

# Links to files of this tree.
while IFS=: read -r page link; do
    [ -e "$(dirname "$page")/$link" ] || { echo "check-docs: $page links to $link, which is not there" >&2; exit 1; }
done < <(git ls-files -co --exclude-standard '*.md' | xargs grep -oHE '\]\([^)#:]+\)' | sed -E 's/\]\((.*)\)/\1/')

# Every launch line, in a folder with the files that pages speak of. What has no end gets one; cameras, microphones, screens and
# virtual cameras are replaced. The lines of gst-examples/launch need a server or a listener; that example runs them itself.
build_plugin
use_plugin
files=$scratch/files
mkdir "$files"
# A second of the clip, as there are hundreds of lines.
gst-launch-1.0 -q filesrc location="$clip" ! decodebin name=d d. ! videoconvert ! identity eos-after=25 \
    ! x264enc speed-preset=veryfast ! h264parse ! mp4mux name=m ! filesink location="$files/in.mp4" \
    audiotestsrc num-buffers=43 ! audioconvert ! avenc_aac ! aacparse ! m.
gst-launch-1.0 -q videotestsrc num-buffers=25 ! video/x-raw,format=I420,width=640,height=360 ! x264enc speed-preset=veryfast ! h264parse \
    ! mp4mux ! filesink location="$files/second.mp4"
cp Tests/Media/aloe-depth.mkv "$files/depth.mkv"
gst-launch-1.0 -q videotestsrc num-buffers=1 ! jpegenc ! filesink location="$files/in.jpg"
# Tables of colours, an image that serves as one, tiles, and straight curves.
mkdir -p "$files/Tests/Media"
cp Tests/Media/warm.cube Tests/Media/tiles.png "$files/Tests/Media"
cp Tests/Media/warm.cube "$files/look.cube"
mkdir -p "$files/gst-examples/shaders/two" "$files/gst-examples/chains"
cp gst-examples/shaders/*.frag "$files/gst-examples/shaders"
cp gst-examples/shaders/two/*.frag "$files/gst-examples/shaders/two"
cp gst-examples/chains/*.txt "$files/gst-examples/chains"
cp gst-examples/shaders/chromatic-aberration.frag "$files/shader.frag"
cp Tests/Media/tiles.png "$files"
gst-launch-1.0 -q videotestsrc num-buffers=1 ! video/x-raw,width=64,height=64 ! pngenc ! filesink location="$files/hald.png"
printf '\0\4\0\1\0\2\0\0\0\0\0\377\0\377' >"$files/curves.acv"
# The text of a chain, as its page has it.
sed -n '/^# An old photograph/,/^```$/p' docs/elements/swiftchain.md | sed '$d' >"$files/old-photograph.txt"
[ -s "$files/old-photograph.txt" ] || { echo "check-docs: docs/elements/swiftchain.md has no text of a file" >&2; exit 1; }

# usage: runnable     the launch line of the input as it can be run here
runnable() {
    sed -E '
        s/libcamerasrc/v4l2src/g
        s/v4l2src[^!]*! image\/jpeg[^!]*!/videotestsrc num-buffers=10 ! jpegenc !/g
        s/v4l2src( [a-z-]+=[^ ]+)*/videotestsrc num-buffers=10/g
        s/videotestsrc( num-buffers=[0-9]+)?/videotestsrc num-buffers=10/g
        s/(swift[a-z]+src)( num-buffers=[0-9]+)?/\1 num-buffers=10/g
        s/autoaudiosrc/audiotestsrc num-buffers=10/g
        s/autovideosink|glimagesink|autoaudiosink|(v4l2sink|pipewiresink)( [a-z-]+=[^ ]+)*/fakesink/g'
}

# What lines of "Coming from GPUImage" show of a video, with alpha; those that only measure show it as it is.
shown='video/x-raw,format=RGBA ! filesink location=shown.rgba'
plain=$scratch/plain.rgba
gst-launch-1.0 -q filesrc location="$files/in.mp4" ! decodebin ! videoconvert ! ${shown/shown.rgba/$plain}
measures='swifthistogram|swiftmeter|swiftmotiondetector'

count=0
while IFS= read -r line; do
    command=$(runnable <<<"$line")
    screen=()
    if [[ $command = *glupload* ]]; then
        if ! has_mesa; then
            [ -z "${REQUIRED:-}" ] || { echo "check-docs: without OpenGL this line can't be run: $line" >&2; exit 1; }
            echo "skipped: without OpenGL this line can't be run: $line"
            continue
        fi
        screen=(on_mesa)
    fi
    # Nothing may run for ever: a line without an end is a fault of the page. But of two videos by decodebin (1.22) the end may get
    # lost where nobody takes the sound, with compositor too: then once more.
    status=124
    for ((try = 0; try < 3 && status == 124; try++)); do
        status=0
        (cd "$files" && "${screen[@]}" timeout 60 bash -c "$command") >"$scratch/log" 2>&1 || status=$?
        [ $status != 124 ] || echo "report: this line did not end in a minute: $line"
    done
    if [ $status != 0 ]; then
        cat "$scratch/log" >&2
        echo "check-docs: this line does not run: $line" >&2
        echo "check-docs: it was run as: $command" >&2
        exit 1
    fi
    for output in $(grep -oE 'sink location=[^ ]+' <<<"$command" | cut -d = -f 2); do
        [ -s "$files/$output" ] || { echo "check-docs: $output is empty after: $line" >&2; exit 1; }
        if [ "$output" = shown.rgba ] && cmp -s "$plain" "$files/$output" && ! grep -qE " ($measures) !" <<<"$line"; then
            echo "check-docs: this line shows the video as it came: $line" >&2
            exit 1
        fi
    done
    count=$((count + 1))
done < <(git ls-files -co --exclude-standard README.md docs/coming-from-gpuimage.md docs/raspberry-pi.md 'docs/elements/*.md' 'gst-examples/*/README.md' ':!gst-examples/launch' \
    | xargs cat | sed -E ':join; /\\$/ { N; s/ *\\\n */ /; b join }' | sed -nE 's/^(GST_[A-Z_]+=[^ ]+ )?(gst-launch-1\.0 .*)/\2/p'
    sed -nE 's@^\| [^|`]+ \| `([^`]+)` \|$@gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! videoconvert ! \1 ! videoconvert ! '"$shown"'@p' \
        docs/coming-from-gpuimage.md)
[ "$count" -gt 0 ] || { echo "check-docs: no launch line was found" >&2; exit 1; }

# README's Python lines fade its two videos from second 2 to second 4.
sed -n '/^```python$/,/^```$/p' README.md | sed '1d;$d' >"$scratch/fade.py"
PYTHONDONTWRITEBYTECODE=1 timeout 120 /usr/bin/python3 - "$scratch/fade.py" <<'EOF' || { echo "check-docs: README.md's Python lines do not fade" >&2; exit 1; }
import sys
import gi
gi.require_version("Gst", "1.0")
gi.require_version("GstController", "1.0")
from gi.repository import Gst, GstController
Gst.init(None)
source = "videotestsrc num-buffers=50 pattern=%s ! video/x-raw,format=GRAY8,width=16,height=16,framerate=10/1 ! m.sink_%d"
pipeline = Gst.parse_launch(
    "swiftmix name=m ! appsink name=out sync=false " + source % ("black", 0) + " " + source % ("white", 1))
exec(open(sys.argv[1]).read())
pipeline.set_state(Gst.State.PLAYING)
codes = {}
while sample := pipeline.get_by_name("out").emit("pull-sample"):
    buffer = sample.get_buffer()
    codes[buffer.pts // Gst.MSECOND] = buffer.extract_dup(0, 1)[0]
pipeline.set_state(Gst.State.NULL)
# GRAY8 of videotestsrc has codes from 0 to 255, or from 16 to 235.
low, high = codes[0], codes[4500]
middle = codes[3000]
ok = low < 20 and high > 230 and abs(middle - (low + high) / 2) < 3 and codes[1900] == low and low < codes[2500] < middle
sys.exit(0 if ok and len(codes) == 50 else f"codes by milliseconds: {codes}")
EOF
echo "check-docs: pages, lists and links are right; $count launch lines run"
