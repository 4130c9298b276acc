#!/bin/bash
# SPDX-License-Identifier: MIT
# Fails if the gallery is not what the elements make: another page, or images that differ by more than rounding does.
source "$(dirname "$0")/common.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/gallery"
scripts/gallery.sh "$scratch/gallery"
if ! diff -u docs/gallery/README.md "$scratch/gallery/README.md" ||
    ! diff -u <(cd docs/gallery && ls ./*.jpg) <(cd "$scratch/gallery" && ls ./*.jpg); then
    echo "check-gallery: docs/gallery is not what pictures.txt says; run make gallery" >&2
    exit 1
fi

# usage: samples FILE OUTPUT     the image's R'G'B' samples
samples() {
    gst-launch-1.0 -q filesrc location="$1" ! jpegdec ! videoconvert ! video/x-raw,format=RGB ! filesink location="$2"
}
count=0
for image in docs/gallery/*.jpg; do
    name=$(basename "$image")
    if ! cmp -s "$image" "$scratch/gallery/$name"; then
        samples "$image" "$scratch/stored"
        samples "$scratch/gallery/$name" "$scratch/made"
        python3 - "$name" "$scratch/stored" "$scratch/made" <<'PYTHON'
import sys
stored, made = (open(name, "rb").read() for name in sys.argv[2:])
if len(stored) != len(made):
    sys.exit(f"check-gallery: {sys.argv[1]} has another size; run make gallery")
mean = sum(map(abs, map(int.__sub__, stored, made))) / len(made)
# Decoders and encoders of other versions, but no other effect.
if mean > 2:
    sys.exit(f"check-gallery: {sys.argv[1]} differs by {mean:.1f} levels in the mean; run make gallery")
PYTHON
    fi
    count=$((count + 1))
done
echo "check-gallery: $count images are what the elements make"
