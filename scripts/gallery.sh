#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the gallery: frames before and after each element, as docs/gallery/pictures.txt lists them, and every preset. A filter
# that is not in the list is shown with the settings of its example. SWIFTVIDEO_ELEMENT shows one element alone.
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
# Cells of the current row.
row=()
# Compositor puts checks behind what is transparent.
on_checks=(! compositor ! video/x-raw,width=1280,height=720)

# usage: shoot FILE     writes the scene's frame to FILE
shoot() {
    gst-launch-1.0 -q "${scene[@]}" ! videoconvert ! videoscale method=lanczos add-borders=false ! "$size" ! videoconvert \
        ! video/x-raw,format=RGB ! jpegenc quality=88 ! multifilesink location="$scratch/frame-%d.jpg"
    mv "$scratch/frame-$shot.jpg" "$target/$1"
    rm -f "$scratch"/frame-*.jpg
}

# usage: cell FILE TEXT     one of two images in a row
cell() {
    row+=("![$2]($1)<br>$2")
    [ ${#row[@]} -lt 2 ] || end_row
}

end_row() {
    [ ${#row[@]} = 0 ] || echo "| ${row[0]} | ${row[1]:-} |" >>"$page"
    row=()
}

# usage: show FRAGMENT [PREFIX]     the frame after a part of a launch line, in a file whose name begins with the prefix
show() {
    local file=${2:-}${1//[^a-z0-9.]/-} words
    read -ra words <<<"$1"
    case $scene_name in
    mix) mix_clips "${words[@]}" ;;
    # A format with colours, for the colour maps.
    depth) scene depth; scene+=(! "${words[@]}" ! video/x-raw,format=BGRx) ;;
    blend | ellipse) blend_clips "${words[@]}"; scene+=("${on_checks[@]}") ;;
    key) key_clips "${words[@]}" ;;
    screen) scene screen; scene+=(! "${words[@]}" ! compositor) ;;
    # A source has nothing before it.
    none) scene=("${words[@]}" num-buffers=1); shot=0 ;;
    *) scene "$scene_name"; scene+=(! "${words[@]}") ;;
    esac
    shoot "$file.jpg"
    cell "$file.jpg" "\`$1\`"
}

# usage: values ELEMENT PROPERTY     the nicks of an enum, except custom and shader, which change nothing by themselves
values() {
    gst-inspect-1.0 "$1" | awk -v name="$2" '
        / : / { found = $1 == name }
        found && $1 ~ /^\([0-9]+\):$/ && $2 != "custom" && $2 != "shader" { print $2 }'
}

# usage: section ELEMENT SCENE TEXT
section() {
    end_row
    scene_name=$2
    backdrop=(queue)
    [ "$2" != ellipse ] || backdrop=("${ellipse[@]}")
    printf '\n### %s\n\n%s [Properties](../elements/%s.md).\n\n| | |\n| --- | --- |\n' "$1" "$3" "$1" >>"$page"
    case $2 in
    none) size=video/x-raw,width=640,height=360; return ;;
    clip | dark | moving | screen) scene "$2"; size=video/x-raw,width=640,height=360 ;;
    television) scene "$2"; size=video/x-raw,width=640,height=480 ;;
    blend) blend_clips swiftblend opacity=0; size=video/x-raw,width=640,height=360 ;;
    ellipse) blend_clips swiftblend opacity=0; scene+=("${on_checks[@]}"); size=video/x-raw,width=640,height=360 ;;
    mix) mix_clips swiftmix mix-factor=0; size=video/x-raw,width=640,height=360 ;;
    depth) scene "$2"; size=video/x-raw,width=512,height=288 ;;
    esac
    shoot "$1-before.jpg"
    cell "$1-before.jpg" before
}

# usage: listed_section ELEMENT     as pictures.txt has it
listed_section() {
    local line property found value
    section "$1" "${listed_scene[$1]}" "${listed_text[$1]}"
    while IFS= read -r line; do
        case $line in
        '') ;;
        # Another scene.
        *': '*) scene_name=${line%%: *}; show "${line#*: }" "$1-$scene_name-"; scene_name=${listed_scene[$1]} ;;
        *'=*'*)
            property=${line%%=\**}
            property=${property##* }
            found=$(values "$1" "$property")
            [ -n "$found" ] || { echo "gallery: $1 has no choice of $property" >&2; exit 1; }
            for value in $found; do show "${line/=\*/=$value}"; done
            ;;
        *) show "$line" ;;
        esac
    done <<<"${listed_lines[$1]}"
}

# usage: derived_section ELEMENT     a filter, a mixer or a source with the settings of its example
derived_section() {
    case ${kind[$1]} in
    filter) section "$1" clip "A frame of the clip, 1280x720." ;;
    mixer) section "$1" blend "The clip, which is also the first image, and a plant behind which nothing is." ;;
    source) section "$1" none "The first frame, 640x360." ;;
    *) echo "gallery: pictures.txt has no section of $1, which is a ${kind[$1]}" >&2; exit 1 ;;
    esac
    show "$(python3 scripts/elements.py fragment "$1")"
}

# Sections of pictures.txt.
declare -A listed_scene listed_text listed_lines kind
while IFS= read -r line; do
    case $line in
    '' | '#'*) ;;
    '['*)
        head=${line%%]*}
        read -r element name <<<"${head#[}"
        listed_scene[$element]=$name
        listed_text[$element]=${line#*] }
        ;;
    *) listed_lines[$element]+=$line$'\n' ;;
    esac
done <docs/gallery/pictures.txt

{
    echo '<!-- Written by `make gallery` from pictures.txt and the examples of the declarations. -->'
    echo '# Gallery'
    echo
    echo 'Frames before and after each element, with the part of the launch line that made them. Frames from "Big Buck Bunny",'
    echo '(c) copyright 2008 Blender Foundation, www.bigbuckbunny.org, CC BY 3.0. Depth from "Aloe", Middlebury 2006.'
} >"$page"
while read -r element what _; do kind[$element]=$what; done < <(python3 scripts/elements.py kinds)
for element in $(elements); do
    [ -n "${kind[$element]:-}" ] || { echo "gallery: docs/elements.json lacks $element; run make docs" >&2; exit 1; }
done
for element in "${!listed_scene[@]}"; do
    [ -n "${kind[$element]:-}" ] || { echo "gallery: pictures.txt has a section of $element, which is no element" >&2; exit 1; }
done
previous=
while IFS=$'\t' read -r element family <&3; do
    [ "${SWIFTVIDEO_ELEMENT:-$element}" = "$element" ] || continue
    if [ "$family" != "$previous" ]; then
        end_row
        printf '\n## %s\n' "$family" >>"$page"
        previous=$family
    fi
    if [ -n "${listed_scene[$element]:-}" ]; then listed_section "$element"; else derived_section "$element"; fi
done 3< <(python3 scripts/elements.py families)
end_row
mv "$page" "$target/README.md"
echo "$target: $(find "$target" -name '*.jpg' | wc -l) images"
