#!/bin/bash
# Plays the clip over and over through each element of the release plugin, at full speed, and reports resident memory; it must
# not grow, no frame may be lost, and the last has to have the time of its number.
#
# usage: scripts/attack-film.sh SECONDS     SECONDS of film for each element: 3600 are an hour
source "$(dirname "$0")/attack.sh"
folder=$root/.build/attack-film
rm -rf "$folder"
mkdir -p "$folder"
# Small pictures, so that decoding is not what takes the time.
launch 120 gst-launch-1.0 -q filesrc location=Tests/Media/bigbuckbunny.mp4 ! decodebin ! videoconvert ! videoscale ! \
    video/x-raw,format=I420,width=640,height=360 ! jpegenc ! multifilesink location="$folder/%03d.jpg" ||
    fault "the clip can't be decoded"
pictures=("$folder"/*.jpg)
for element in $(gst-inspect-1.0 swiftvideo | sed -nE 's/^ +(swift[a-z]+):.*/\1/p'); do
    count=$((count + 1))
    /usr/bin/python3 Tests/Attack/film.py "$folder" ${#pictures[@]} "$1" "$element" </dev/null 2>&1 || failed=$((failed + 1))
done
[ $count -gt 0 ] || { echo "attack-film: the plugin has no elements" >&2; exit 1; }
[ $failed = 0 ]
