#!/bin/bash
# SPDX-License-Identifier: MIT
# Follows docs/write-an-element.md to the letter: writes its files, applies its changes, runs its commands, in a copy of the
# tree.
#
# Then it runs on the page's element what every element of the catalogue gets without another line: the tests that follow from
# its declaration, attacks, its page and rows, its frames in the gallery. The page changes its own file and the catalogue alone.
source "$(dirname "$0")/common.sh"
page=$root/docs/write-an-element.md
if [ "${1:-}" != --in-copy ]; then
    scripts/setup.sh demo
    build_plugin
    in_copy scripts/check-tutorial.sh --in-copy
    exit
fi

fail() {
    echo "check-tutorial: $1" >&2
    exit 1
}

# Every file of the tree but what commands write.
files() {
    find . \( -name .git -o -name '.build*' -o -path ./out \) -prune -o -type f -printf '%p %s %T@\n' | sort
}
before=$(mktemp)
trap 'rm -f "$before"' EXIT
files >"$before"

# Blocks of code in order: swift ones are files, named in backticks by the line before; diffs are applied; sh is run.
blocks=$(mktemp -d)
trap 'rm -rf "$blocks" "$before"' EXIT
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
    *) patch --strip=1 --fuzz=0 --no-backup-if-mismatch <"$block" || fail "a change does not fit, see above" ;;
    esac
done

# One shell runs all commands, as a reader does; what plays for ever plays ten frames, and to nowhere.
{
    echo 'set -euo pipefail'
    cat "$blocks"/*.sh | sed -E 's/autovideosink/fakesink/; s/videotestsrc !/videotestsrc num-buffers=10 !/'
} >"$blocks/commands"
export GST_REGISTRY=$blocks/registry
bash "$blocks/commands" || fail "a command of the page fails, see above"

# What was written by hand; the commands write to out.
files >"$blocks/after"
changed=$({ diff "$before" "$blocks/after" || true; } | sed -nE 's/^[<>] (\S+) .*/\1/p' | sort -u | tr '\n' ' ')
wanted="./Sources/Filters/Color/Negative.swift ./Sources/Filters/FilterCatalogue.swift "
[ "$changed" = "$wanted" ] || fail "the page changes $changed and not $wanted"

# What the page says of it besides.
export GST_PLUGIN_PATH=$PWD/.build/release
count=0
for format in $(sed -nE 's/^    case [a-z0-9_]+ = "(.*)"$/\1/p' Sources/PixelCore/PixelFormat.swift); do
    for mode in progressive interleaved; do
        gst-launch-1.0 -q videotestsrc num-buffers=2 ! "video/x-raw,format=$format,width=321,height=243,interlace-mode=$mode" \
            ! swiftnegative intensity=0.7 ! fakesink || fail "it does not take $format"
    done
    count=$((count + 1))
done
[ $count -gt 20 ] || fail "found $count formats"
gst-launch-1.0 -q videotestsrc pattern=white num-buffers=1 ! video/x-raw,format=RGB ! swiftnegative \
    ! filesink location="$blocks/black.rgb"
[ -s "$blocks/black.rgb" ] && [ "$(tr -d '\0' <"$blocks/black.rgb" | wc -c)" = 0 ] || fail "the negative of white is not black"
gst-launch-1.0 -q videotestsrc num-buffers=2 ! swiftnegative intensity=0 ! fakesink

# What is written from the declaration names it.
scripts/docs.sh >"$blocks/docs" 2>&1 || { cat "$blocks/docs" >&2; fail "make docs fails"; }
for file in README.md docs/elements.json docs/elements/swiftnegative.md docs/gst_plugins_cache.json packaging/debian/control; do
    grep -q swiftnegative "$file" || fail "make docs leaves it out of $file"
done

# What follows from the declaration, on this element alone.
export SWIFTVIDEO_ELEMENT=swiftnegative
swift_build tests -c release --build-tests || fail "the tests do not build with it, see above"
derived='EffectTests\.(FilterLawTests|FilterExampleTests|ChainEffectTests)/'
swift_test -c release --skip-build --filter "ElementTests|PipelineTests|$derived" \
    --skip 'AttackEndurance|AttackSize|Mixer|Depth|Ntsc|Preset|Equalization|Converters' >"$blocks/tests" 2>&1 \
    || { grep -aE 'recorded an issue|error:' "$blocks/tests" | head -n 20 >&2; fail "a test fails with it, see above"; }
for suite in Formats Passthrough Streams Properties SettingRanges HostileMemory OddAddresses Threads Fuzz Inspect Launch \
    ChainStages '"Filters: against their scalar reading"' '"Filters: published examples, .*"' '"Chains: frames"'; do
    grep -aqE "Suite $suite passed" "$blocks/tests" || fail "the suite $suite did not run"
done
tests=$(sed -nE 's/.*Test run with ([0-9]+) tests.*/\1/p' "$blocks/tests")
scripts/attack-pipelines.sh criticals >"$blocks/attacks" || { cat "$blocks/attacks" >&2; fail "an attack succeeds"; }
mkdir "$blocks/gallery"
scripts/gallery.sh "$blocks/gallery" >"$blocks/log" 2>&1 || { cat "$blocks/log" >&2; fail "make gallery fails"; }
for name in swiftnegative-before swiftnegative-intensity-0.8; do
    [ -s "$blocks/gallery/$name.jpg" ] || fail "the gallery lacks $name.jpg"
done
echo "check-tutorial: swiftnegative of the page builds, is its own inverse, takes $count formats, and stands $tests tests in one file"
