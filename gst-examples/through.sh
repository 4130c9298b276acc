# SPDX-License-Identifier: MIT
# Sourced by examples that are a folder of texts for an element's `location`, after example.sh. What they set before:
# - `element`: its name; `kind`: what a text is called
# - `ending`: of the files; `others`: a pattern of other endings that are taken; `first`: the name of the default
folder=$root/gst-examples/${kind}s

# usage: through TEXT SINK...     the clip or INPUT through the element with a text
through() {
    gst-launch-1.0 -q filesrc location="$(gst_text "$input")" ! decodebin ! videoconvert ! "$element" location="$(gst_text "$1")" \
        ! "${@:2}"
}

# usage: test_all     every text of the folder changes the clip, and no two alike
test_all() {
    local text count=0 sums=
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    for text in "$folder"/*."$ending"; do
        timeout 60 gst-launch-1.0 -q filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=4 ! videoconvert \
            ! video/x-raw,format=BGRx ! "$element" location="$text" ! filesink location="$scratch/frames" 2>"$scratch/log" \
            || { cat "$scratch/log" >&2; exit 1; }
        [ ! -s "$scratch/log" ] && [ -s "$scratch/frames" ] || {
            echo "${kind}s: $text says:" >&2
            cat "$scratch/log" >&2
            exit 1
        }
        sums+=$(sha256sum <"$scratch/frames")$'\n'
        count=$((count + 1))
    done
    [ "$(sort -u <<<"$sums" | grep -c .)" = $count ] || { echo "${kind}s: two make the same frames" >&2; exit 1; }
    echo "${kind}s: $count texts"
}

input=$(from_start "${arguments[1]:-$clip}")
require_file "$input"
if [ -n "$test" ]; then
    test_all
    exit
fi
text=${arguments[0]:-$first}
# What has an ending is a file.
if [[ $text =~ \.($ending|${others:-$ending})$ ]]; then text=$(from_start "$text"); else text=$folder/$text.$ending; fi
[ -f "$text" ] || wrong "There is no $kind $text; there are $(cd "$folder" && echo *."$ending")."
through "$text" videoconvert ! autovideosink
