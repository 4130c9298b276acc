#!/bin/bash
# SPDX-License-Identifier: MIT
# Shows a video through a shader of this folder or a file; run.sh --help says how.
usage='usage: run.sh [OPTION]... [SHADER [INPUT]]
Shows a video through a fragment shader. SHADER is a name, such as thermal, or a file that ends in .frag or .fsh (default: thermal).
INPUT is a video file (default: the clip of Tests/Media).

  --test  run every shader of this folder
  --help  print this'
most=2
source "$(dirname "$0")/../example.sh" "$@"
folder=$root/gst-examples/shaders

# usage: through SHADER SINK...     the clip or INPUT through a shader
through() {
    gst-launch-1.0 -q filesrc location="$(gst_text "$input")" ! decodebin ! videoconvert ! swiftshader location="$(gst_text "$1")" \
        ! "${@:2}"
}

input=$(from_start "${arguments[1]:-$clip}")
require_file "$input"
if [ -z "$test" ]; then
    shader=${arguments[0]:-thermal}
    case $shader in
    *.frag | *.fsh) shader=$(from_start "$shader") ;;
    *) shader=$folder/$shader.frag ;;
    esac
    [ -f "$shader" ] || wrong "There is no shader $shader; there are $(cd "$folder" && echo *.frag)."
    through "$shader" videoconvert ! autovideosink
    exit
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
count=0
sums=
for shader in "$folder"/*.frag; do
    timeout 60 gst-launch-1.0 -q filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=4 ! videoconvert \
        ! video/x-raw,format=BGRx ! swiftshader location="$shader" ! filesink location="$scratch/frames" 2>"$scratch/log" \
        || { cat "$scratch/log" >&2; exit 1; }
    [ ! -s "$scratch/log" ] && [ -s "$scratch/frames" ] || { echo "shaders: $shader says:" >&2; cat "$scratch/log" >&2; exit 1; }
    sums+=$(sha256sum <"$scratch/frames")$'\n'
    count=$((count + 1))
done
[ "$(sort -u <<<"$sums" | grep -c .)" = $count ] || { echo "shaders: two shaders make the same frames" >&2; exit 1; }
echo "shaders: $count shaders"
