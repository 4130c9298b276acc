#!/bin/bash
# Makes the gallery: each element before and after, by docs/gallery/pictures.txt, and every preset.
#
# usage: scripts/gallery.sh [DIRECTORY]     (default: docs/gallery)
source "$(dirname "$0")/common.sh"
source scripts/scenes.sh
target=${1:-docs/gallery}
scripts/setup.sh demo
build_plugin
use_plugin
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rm -f "$target"/*.jpg
page=$scratch/README.md
# Elements that have a section; cells of the current row.
shown=()
row=()

# usage: shoot FILE     the scene's frame as FILE
shoot() {
    gst-launch-1.0 -q "${scene[@]}" ! videoconvert ! videoscale method=lanczos add-borders=false ! "$size" ! videoconvert \
        ! jpegenc quality=88 ! multifilesink location="$scratch/frame-%d.jpg"
    mv "$scratch/frame-$shot.jpg" "$target/$1"
    rm "$scratch"/frame-*.jpg
}

# usage: cell FILE TEXT     a picture of two in a row
cell() {
    row+=("![$2]($1)<br>$2")
    [ ${#row[@]} -lt 2 ] || end_row
}

end_row() {
    [ ${#row[@]} = 0 ] || echo "| ${row[0]} | ${row[1]:-} |" >>"$page"
    row=()
}

# usage: show FRAGMENT     takes the picture of what a part of a launch line does
show() {
    local file=${1//[^a-z0-9.]/-} words
    read -ra words <<<"$1"
    case $scene_name in
    films) mix_films "${words[@]}" ;;
    # Gray has no colours, and no frame of depth is to be seen as it is.
    depth) scene depth; scene+=(! "${words[@]}" ! video/x-raw,format=BGRx) ;;
    *) scene "$scene_name"; scene+=(! "${words[@]}") ;;
    esac
    shoot "$file.jpg"
    cell "$file.jpg" "\`$1\`"
}

# usage: values ELEMENT PROPERTY     the nicks of an enum but custom, which is whatever there is
values() {
    gst-inspect-1.0 "$1" | awk -v name="$2" '
        / : / { found = $1 == name }
        found && $1 ~ /^\([0-9]+\):$/ && $2 != "custom" { print $2 }'
}

# usage: section ELEMENT SCENE TEXT
section() {
    end_row
    scene_name=$2
    shown+=("$1")
    printf '\n## %s\n\n%s [Its properties](../elements/%s.md).\n\n| | |\n| --- | --- |\n' "$1" "$3" "$1" >>"$page"
    case $2 in
    clip | dark) scene "$2"; size=video/x-raw,width=640,height=360 ;;
    television) scene "$2"; size=video/x-raw,width=640,height=480 ;;
    films) mix_films swiftmix mix-factor=0; size=video/x-raw,width=640,height=360 ;;
    depth) scene "$2"; size=video/x-raw,width=512,height=288 ;;
    esac
    shoot "$1-before.jpg"
    cell "$1-before.jpg" before
}

{
    echo '<!-- Written by `make gallery` from pictures.txt. -->'
    echo '# Gallery'
    echo
    echo 'Each element before and after, with what was written in the launch line. Frames from "Big Buck Bunny", (c) copyright'
    echo '2008 Blender Foundation, www.bigbuckbunny.org, CC BY 3.0. Depth from "Aloe", Middlebury 2006.'
} >"$page"
while IFS= read -r line; do
    case $line in
    '' | '#'*) ;;
    '['*)
        head=${line%%]*}
        read -r element name <<<"${head#[}"
        section "$element" "$name" "${line#*] }"
        ;;
    *'=*'*)
        property=${line%%=\**}
        property=${property##* }
        found=$(values "$element" "$property")
        [ -n "$found" ] || { echo "gallery: $element has no choice of $property" >&2; exit 1; }
        for value in $found; do show "${line/=\*/=$value}"; done
        ;;
    *) show "$line" ;;
    esac
done <docs/gallery/pictures.txt
end_row
mv "$page" "$target/README.md"

for element in $(gst-inspect-1.0 swiftvideo | sed -nE 's/^ +(swift[a-z]+): .*/\1/p'); do
    [[ " ${shown[*]} " == *" $element "* ]] || { echo "gallery: pictures.txt has no section of $element" >&2; exit 1; }
done
echo "$target: $(find "$target" -name '*.jpg' | wc -l) pictures"
