#!/bin/bash
# Follows docs/write-an-element.md to the letter: writes its files, applies its changes, runs its commands, in a copy of the
# tree. As root the copy is a layer over the tree, so that Swift builds what is new alone; else it builds all.
source "$(dirname "$0")/common.sh"
page=$root/docs/write-an-element.md
if [ "${1:-}" != --in-copy ]; then
    scripts/setup.sh demo
    build_plugin
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    # The layer is in memory: what a build of a few files writes.
    layered='mount -t tmpfs tmpfs "$1" && mkdir "$1/upper" "$1/work" \
        && mount -t overlay overlay -o "lowerdir=$2,upperdir=$1/upper,workdir=$1/work" "$2"'
    if [ "$(id -u)" = 0 ] && unshare --mount sh -c "$layered" -- "$scratch" "$root" 2>/dev/null; then
        unshare --mount sh -euc "$layered"' && cd "$2" && exec scripts/check-tutorial.sh --in-copy' -- "$scratch" "$root"
    else
        git ls-files -co --exclude-standard -z | tar --null -T - -c | tar -x -C "$scratch"
        "$scratch/scripts/check-tutorial.sh" --in-copy
    fi
    exit
fi

fail() {
    echo "check-tutorial: $1" >&2
    exit 1
}

# Blocks of code in order: swift ones are files, named in backticks by the line before; diffs are applied; sh is run.
blocks=$(mktemp -d)
trap 'rm -rf "$blocks"' EXIT
awk -v to="$blocks" '
    /^```[a-z]+$/ { kind = substr($0, 4); count++; file = sprintf("%s/%02d.%s", to, count, kind)
        print line >(file ".before"); printf "" >file; next }
    /^```$/ { kind = ""; next }
    kind != "" { print >file; next }
    NF > 0 { line = $0 }' "$page"
[ -e "$blocks/01.swift" ] || fail "no block of Swift was found"
for block in "$blocks"/*.{swift,diff}; do
    case $block in
    *.swift)
        file=$(grep -oE '`[^`]+\.swift`' "$block.before" | tail -n 1 | tr -d '`')
        [ -n "$file" ] || fail "the line before a block of Swift names no file: $(cat "$block.before")"
        [ ! -e "$file" ] || fail "$file is there already"
        cp "$block" "$file"
        swift format lint --strict "$file" || fail "$file is not formatted like the others"
        ;;
    *) patch --strip=1 --fuzz=0 <"$block" || fail "a change does not fit, see above" ;;
    esac
done

# One shell runs all commands, as a reader does; what plays for ever plays ten frames, and to nowhere.
{
    echo 'set -euo pipefail'
    cat "$blocks"/*.sh | sed -E 's/autovideosink/fakesink/; s/videotestsrc !/videotestsrc num-buffers=10 !/'
} >"$blocks/commands"
export GST_REGISTRY=$blocks/registry
bash "$blocks/commands" || fail "a command of the page fails, see above"

# What the page says of it besides.
export GST_PLUGIN_PATH=$PWD/.build/release
count=0
for format in $(sed -nE 's/^    case [a-z0-9_]+ = "(.*)"$/\1/p' Sources/PixelCore/PixelFormat.swift); do
    for mode in progressive interleaved; do
        gst-launch-1.0 -q videotestsrc num-buffers=2 ! "video/x-raw,format=$format,width=321,height=243,interlace-mode=$mode" \
            ! swiftinvert strength=0.7 ! fakesink || fail "it does not take $format"
    done
    count=$((count + 1))
done
[ $count -gt 20 ] || fail "found $count formats"
gst-launch-1.0 -q videotestsrc pattern=white num-buffers=1 ! video/x-raw,format=RGB ! swiftinvert \
    ! filesink location="$blocks/black.rgb"
[ -s "$blocks/black.rgb" ] && [ "$(tr -d '\0' <"$blocks/black.rgb" | wc -c)" = 0 ] || fail "the negative of white is not black"
gst-launch-1.0 -q videotestsrc num-buffers=2 ! swiftinvert strength=0 ! fakesink
echo "check-tutorial: swiftinvert of the page builds, is its own inverse, and takes $count formats"
