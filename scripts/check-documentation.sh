#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the documentation of the library product Effects with DocC, where a warning is a fault, compiles the example of its
# first page, and fails where a public symbol has no comment. It needs no package besides: docc comes with Swift.
source "$(dirname "$0")/common.sh"
catalogue=Sources/Effects/Documentation.docc
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "check-documentation: $1" >&2
    exit 1
}
command -v docc >/dev/null || fail "there is no docc in $swift_directory; it comes with Swift of swift.org"

mkdir -p "$scratch/graphs"
swift_build documentation -c release --target Effects
products=$(swift build -c release --show-bin-path)
modules=$products/Modules
triple=$(swiftc -print-target-info | sed -nE 's/^ *"triple": "(.*)",$/\1/p' | tail -n 1)
# The C modules that PixelCore and the kernels import.
c_modules=()
for name in CVector CCPUFeatures CMemory; do c_modules+=(-Xcc "-fmodule-map-file=$products/$name.build/module.modulemap"); done

swift-symbolgraph-extract -module-name Effects -target "$triple" -I "$modules" "${c_modules[@]}" \
    -minimum-access-level public -skip-synthesized-members -output-dir "$scratch/graphs"
python3 - "$scratch/graphs/Effects.symbols.json" <<'PYTHON' || fail "a public symbol has no comment, see above"
import json, sys
symbols = json.load(open(sys.argv[1]))["symbols"]
bare = [symbol for symbol in symbols if not symbol.get("docComment", {}).get("lines")]
for symbol in bare:
    location = symbol.get("location", {})
    line = location.get("position", {}).get("line", -1) + 1
    print(f"{location.get('uri', '').removeprefix('file://')}:{line}: {'.'.join(symbol['pathComponents'])}")
print(f"{len(symbols)} public symbols, {len(bare)} without a comment")
sys.exit(bool(bare) or len(symbols) < 100)
PYTHON

# What a reader finds by the first page: a name that is in no list there, DocC puts at its end without a warning.
python3 - "$scratch/graphs/Effects.symbols.json" "$catalogue/Effects.md" <<'PYTHON' || fail "add these to the Topics of $catalogue/Effects.md"
import json, re, sys
symbols = json.load(open(sys.argv[1]))["symbols"]
listed = set(re.findall(r"^- ``(\w+)``$", open(sys.argv[2]).read(), re.M))
public = {symbol["pathComponents"][0] for symbol in symbols if len(symbol["pathComponents"]) == 1}
print("not listed:", *sorted(public - listed), "; not public:", *sorted(listed - public))
sys.exit(public != listed)
PYTHON

docc convert "$catalogue" --additional-symbol-graph-dir "$scratch/graphs" --output-path "$scratch/Effects.doccarchive" \
    --fallback-display-name Effects --fallback-bundle-identifier swiftvideo.Effects --analyze --warnings-as-errors \
    || fail "docc finds fault with the comments, see above"
for page in effects effects/equalizationeffect effects/bandedeffect; do
    [ -s "$scratch/Effects.doccarchive/data/documentation/$page.json" ] || fail "DocC wrote no page of $page"
done

awk '/^```swift$/ { on = 1; next } /^```$/ { on = 0 } on' "$catalogue/Effects.md" >"$scratch/main.swift"
grep -q 'import Effects' "$scratch/main.swift" || fail "the first page has no example"
swiftc -typecheck -swift-version 6 -warnings-as-errors -I "$modules" "${c_modules[@]}" "$scratch/main.swift" \
    || fail "the example of the first page does not compile, see above"
echo "check-documentation: DocC builds Effects without a warning, every public symbol has a comment, the example compiles"
