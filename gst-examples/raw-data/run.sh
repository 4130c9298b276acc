#!/bin/bash
# SPDX-License-Identifier: MIT
# Hands frames to an application in C and takes others from it; run.sh --help says how.
usage='usage: run.sh [OPTION]... [VIDEO [FILTER]] | run.sh [OPTION]... --size WIDTHxHEIGHT [FILTER] | run.sh --test
Frames of a video file (default: the clip of Tests/Media) pass a filter, and an application reads their pixels: it prints the means of
red, green and blue. With --size the frames are bytes of standard input. FILTER is one element or more (default: a swiftshader that
exchanges red and blue).

  --size WIDTHxHEIGHT  frames come from standard input, as R, G, B bytes of rows from the top, without gaps
  --rate NUMBER        frames a second of standard input (default: 25)
  --bytes              write frames to standard output in the same form, instead of means
  --timeout SECONDS    how long a frame may take (default: 60)
  --test               compare bytes that come out with those that went in
  --help               print this'
own_options=1
needs=(gcc meson ninja-build)
test_job=examples
later=1
source "$(dirname "$0")/../example.sh" "$@"
# Standard output is for frames.
prepare_example >&2
build_c raw-data
if [ -z "$test" ]; then
    cd "$start"
    [ ${#arguments[@]} -gt 0 ] || arguments=("$clip")
    exec "$program" "${arguments[@]}"
fi

source "$root/gst-examples/program-test.sh"
has_all_options "$program" "$root/gst-examples/raw-data/run.sh"
# Four frames whose rows have no multiple of four bytes, of any bytes.
python3 -c 'import random, sys; sys.stdout.buffer.write(random.Random(1).randbytes(4 * 3 * 101 * 37))' >in.rgb
"$program" --bytes --size 101x37 identity <in.rgb >out.rgb 2>program.log || stop "it fails with bytes"
cmp in.rgb out.rgb || stop "bytes are not what went in"
"$program" --bytes --size 101x37 <in.rgb >swapped.rgb 2>program.log || stop "it fails with the shader"
"$program" --size 101x37 --rate 10 swiftinvert <in.rgb >means.log 2>program.log || stop "it prints no means"
python3 - in.rgb swapped.rgb means.log <<'PYTHON' || stop "pixels are not those of the filter"
import sys
before, after = (open(name, "rb").read() for name in sys.argv[1:3])
assert all(after[c::3] == before[2 - c::3] for c in range(3)), "red and blue are not exchanged"
lines, size = open(sys.argv[3]).read().splitlines(), len(before) // 4
for i, line in enumerate(lines):
    frame = before[i * size:(i + 1) * size]
    red, green, blue = (255 - sum(frame[c::3]) / (size // 3) for c in range(3))
    assert line == f"{i / 10:.2f} s: red {red:.1f}, green {green:.1f}, blue {blue:.1f}", (i, line)
assert len(lines) == 4, lines
PYTHON
# A video: the same bytes as those of gst-launch-1.0, through a pipe to another program.
gst-launch-1.0 -q filesrc location="$clip" ! decodebin ! videoconvert ! swiftsepia ! videoconvert ! video/x-raw,format=RGB \
    ! filesink location=launch.rgb >launch.log 2>&1 || stop "gst-launch-1.0 fails"
"$program" --bytes "$clip" swiftsepia 2>program.log | cmp - launch.rgb || stop "frames of a video differ from those of gst-launch-1.0"
[ "$("$program" "$clip" | wc -l)" = 132 ] || stop "there are not 132 means"

cp "$root/LICENSE" text.mp4
head -c 12000 in.rgb >half.rgb
fails 1 "There is no video file nowhere.mp4" "$program" nowhere.mp4
fails 1 "This appears to be a text file" "$program" text.mp4
fails 1 'no element "swiftsepa"' "$program" "$clip" swiftsepa
fails 2 "--size is WIDTHxHEIGHT" "$program" --size 10 swiftsepia
fails 2 "one video or --size is wanted" "$program"
# (fails gives no standard input.)
fails 1 "The last frame has 789 bytes; 101x37 frames have 11211." bash -c '"$1" --size 101x37 <half.rgb' -- "$program"
fails 1 "standard output takes no more" bash -c '"$1" --bytes "$2" >/dev/full' -- "$program" "$clip"
echo "raw-data: bytes of two sources are those of the filters; seven faults"
