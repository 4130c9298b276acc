#!/bin/bash
# SPDX-License-Identifier: MIT
# Proves that the library products and EffectTests need no header of GStreamer or GLib: neither they nor what they depend on
# reads one, as the compiler noted in the release build, and no target among them is linked with a library of the system.
source "$(dirname "$0")/common.sh"
build=$(swift build -c release --show-bin-path)
fail() {
    echo "check-effects: $1" >&2
    exit 1
}

targets=$(swift package dump-package | python3 -c '
import json, sys
package = json.load(sys.stdin)
targets = {target["name"]: target for target in package["targets"]}
found = ["EffectTests"] + [name for product in package["products"] if product["name"] != "gstswiftvideo"
                           and product["type"].get("library") for name in product["targets"]]
for name in found:
    found += [next(iter(d.values()))[0] for d in targets[name]["dependencies"] if next(iter(d.values()))[0] not in found]
for name in dict.fromkeys(found):
    print(name, targets[name]["type"])')
grep -q '^Effects regular$' <<<"$targets" || fail "the target Effects was not found: $targets"
! grep ' system' <<<"$targets" >&2 || fail "libraries of the system are needed, see above"

# usage: notes TARGET     the files that say which headers it reads
notes() {
    find "$build/$1.build" -name '*.d'
}
header='/(gstreamer-1\.0|glib-2\.0|json-glib-1\.0)/'
# What does read them is found.
notes CElementShim | xargs grep -qE "$header" || fail "CElementShim reads no header of GStreamer, so this says nothing"
count=0
while read -r target _; do
    files=$(notes "$target")
    [ -n "$files" ] || fail "$target was not built"
    ! xargs grep -lE "$header" <<<"$files" >&2 || fail "$target reads headers of GStreamer, see above"
    count=$((count + 1))
done <<<"$targets"
echo "check-effects: $count targets without GStreamer"
