#!/bin/bash
# SPDX-License-Identifier: MIT
# Puts an image through a filter, by an application in C; run.sh --help says how.
usage='usage: run.sh [INPUT [OUTPUT [FILTER]]] | run.sh --test
Puts an image through a filter. INPUT is a PNG or a JPEG file, or what else GStreamer decodes (default: a plant of Tests/Media).
OUTPUT ends in .png, .jpg or .jpeg (default: out/simple-image.jpg), and is replaced. FILTER is one element or more, such as
"swiftsketch ! swiftvignette" (default: swifttiltshift).

  --test  try images and faults of several kinds
  --help  print this'
most=3
needs=(gcc gstreamer1.0-plugins-bad meson ninja-build)
test_job=examples
source "$(dirname "$0")/../example.sh" "$@"
build_c simple-image
photo=$root/Tests/Media/plant.jpg
filter=${arguments[2]:-swifttiltshift}

if [ -z "$test" ]; then
    input=$(from_start "${arguments[0]:-$photo}")
    output=$(from_start "${arguments[1]:-$root/out/simple-image.jpg}")
    mkdir -p "$(dirname "$output")" && "$program" "$input" "$output" "$filter" && echo "Wrote $output"
    exit
fi

source "$root/gst-examples/program-test.sh"
# usage: holds FILE TYPE WIDTH HEIGHT
holds() {
    gst-launch-1.0 -v filesrc location="$1" ! typefind ! "$2" ! decodebin ! fakesink >holds.log 2>&1 || stop "$1 is no $2"
    grep -q "fakesink0.*video/x-raw.*width=(int)$3, height=(int)$4" holds.log || stop "$1 is not $3 x $4"
}

# usage: pixels FILE FORMAT
pixels() {
    gst-launch-1.0 -q filesrc location="$1" ! decodebin ! videoconvert ! "video/x-raw,format=$2" ! filesink location="$1.raw" \
        >pixels.log 2>&1 || stop "$1 can't be decoded"
}

# PNG keeps every bit, and alpha: what comes is what the elements make.
gst-launch-1.0 -q filesrc location="$photo" ! decodebin ! videoscale ! video/x-raw,width=323,height=241,pixel-aspect-ratio=1/1 ! videoconvert \
    ! alpha alpha=0.7 ! videoconvert ! video/x-raw,format=RGBA ! pngenc ! filesink location=photo.png
"$program" photo.png out.png swiftinvert >program.log 2>&1 || stop "it fails with PNG"
holds out.png image/png 323 241
pixels photo.png RGBA
pixels out.png RGBA
[ "$(stat -c %s photo.png.raw)" = $((323 * 241 * 4)) ] || stop "there is no frame"
python3 - photo.png.raw out.png.raw <<'PYTHON' || stop "swiftinvert is not what comes out"
import sys
before, after = (open(name, "rb").read() for name in sys.argv[1:])
sys.exit(after != bytes(value if i % 4 == 3 else 255 - value for i, value in enumerate(before)))
PYTHON

# JPEG, turned as a camera says, and of two elements; the output may be the input.
gst-launch-1.0 -q filesrc location=photo.png ! decodebin ! videoconvert ! taginject tags=image-orientation=rotate-90 ! jpegenc ! jifmux \
    ! filesink location=turned.jpg
"$program" turned.jpg "a name.JPG" "swiftsketch ! swiftvignette" >program.log 2>&1 || stop "it fails with JPEG"
holds "a name.JPG" image/jpeg 241 323
cp photo.png same.png
"$program" same.png same.png >program.log 2>&1 || stop "it fails where the output is the input"
holds same.png image/png 323 241

echo "was here before" >kept.png
head -c 3000 photo.png >half.png
cp "$root/LICENSE" text.png
mkfifo pipe.png
fails 1 "There is no image file nowhere.png" "$program" nowhere.png kept.png
fails 1 "There is no image file pipe.png" "$program" pipe.png kept.png
fails 1 "half.png: " "$program" --timeout 5 half.png kept.png
fails 1 "text.png: " "$program" text.png kept.png
fails 1 'no element "swiftsepa"' "$program" photo.png kept.png swiftsepa
fails 1 'intensity' "$program" photo.png kept.png "swiftsepia intensity=seven"
fails 1 "nowhere/out.png" "$program" photo.png nowhere/out.png
fails 2 "OUTPUT must end in .png, .jpg or .jpeg" "$program" photo.png out.gif
fails 2 "an input and an output are wanted" "$program" photo.png
[ "$(cat kept.png)" = "was here before" ] && ! compgen -G '*.part' >/dev/null || stop "a run that fails leaves no old file, or a part"
echo "simple-image: PNG, JPEG, alpha, orientation; nine faults"
