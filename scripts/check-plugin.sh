#!/bin/bash
# SPDX-License-Identifier: MIT
# Looks at the plugin as built, and as GStreamer loads it where no Swift is.
#
# usage: scripts/check-plugin.sh [FILE]     (default: the release build's; ARCH=arm64: that of arm64)
source "$(dirname "$0")/common.sh"
if [ $# -gt 0 ]; then plugin=$1; else build_plugin; fi
failed=0
fail() {
    echo "check-plugin: $1" >&2
    failed=1
}

exported=$(nm --dynamic --defined-only "$plugin" | awk '{print $3}' | sort | tr '\n' ' ')
[ "$exported" = "gst_plugin_swiftvideo_get_desc gst_plugin_swiftvideo_register " ] || fail "exports $exported"

dynamic=$(readelf --dynamic --wide "$plugin")
libraries=$(sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p' <<<"$dynamic")
unwanted=$(grep -Ev '^(lib(gst(reamer|base|video|controller)|gobject|glib|gio|gmodule|json-glib|c|m|dl|pthread|gcc_s)|ld-linux.*)[-.]' <<<"$libraries" || true)
[ -z "$unwanted" ] || fail "needs $(echo $unwanted)"
# SwiftPM always writes $ORIGIN; anything else would be a folder of the machine that built it.
run_path=$(sed -nE 's/.*\((RUNPATH|RPATH)\).*\[(.*)\]/\2/p' <<<"$dynamic")
case $run_path in '' | '$ORIGIN') ;; *) fail "has the run path $run_path" ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Of this tree, its build folder and the user, in messages, assertions and debug information.
swift_folder=$(swift -print-target-info | sed -nE 's/.*"runtimeResourcePath": "(.*)".*/\1/p')
[ -d "$swift_folder" ] || fail "can't be checked: swift does not say where it is"
user=$(realpath "$HOME")
[ "$user" != / ] || user=$root
paths=$(strings -a "$plugin" | grep -F -e "$root/" -e "$user/" | grep -vF "$swift_folder" | sort -u | head -n 5 || true)
[ -z "$paths" ] || fail "has paths of the machine that built it: $(echo $paths)"
# Of Swift too, in what packages have: debug information names its modules.
strip_plugin "$plugin" "$scratch/stripped" --strip-debug
paths=$(strings -a "$scratch/stripped" | grep -F "$swift_folder" | sort -u | head -n 5 || true)
[ -z "$paths" ] || fail "has paths of the Swift that built it: $(echo $paths)"
strip_plugin "$plugin" "$scratch/installed"
size=$(stat -c %s "$scratch/installed")
[ "$size" -lt 13500000 ] || fail "has $size bytes as it is installed; it should have less than 13.5 MB"

# A plugin of a package has no objects beside it.
if [ -d "$(dirname "$plugin")/PixelCore.build" ]; then
    called=$(inexact_calls nm "$(dirname "$plugin")")
    [ -z "$called" ] || fail "calls functions whose results differ between machines: $(echo $called)"
fi

cp "$plugin" "$scratch/"
# usage: inspect WHAT     with nothing of this user's
inspect() {
    (
        for name in $(compgen -e | grep -E '^(GST|LD|SWIFTVIDEO)_' || true); do unset "$name"; done
        export HOME=$scratch GST_REGISTRY=$scratch/registry GST_PLUGIN_PATH=$scratch
        on_target gst-inspect-1.0 "$1"
    )
}
if ! inspect "$scratch/libgstswiftvideo.so" >"$scratch/inspect" 2>&1; then
    cat "$scratch/inspect" >&2
    fail "GStreamer does not load it"
fi
# Every page of documentation has its element, and the other way round.
in_plugin=$(sed -nE 's/^  ([a-z0-9]+): .*/\1/p' "$scratch/inspect" | sort | tr '\n' ' ')
in_docs=$(cd docs/elements && ls swift* | sed -nE 's/\.md$//p' | sort | tr '\n' ' ')
[ "$in_plugin" = "$in_docs" ] || fail "has the elements $in_plugin, docs/elements has $in_docs"
homepage=$(sed -nE 's/^Homepage: //p' packaging/debian/control)
grep -qE "^ +Origin URL +$homepage\$" "$scratch/inspect" || fail "does not name $homepage as its origin, as packaging/debian does"
inspected=$in_plugin
# An emulated program takes long to start: a few other ones each day.
! is_cross || inspected=$(tr ' ' '\n' <<<"$in_plugin" | grep . | sample 8 inspect)
for element in $inspected; do
    G_DEBUG=fatal-criticals inspect "$element" >"$scratch/element" || fail "gst-inspect-1.0 $element fails"
    grep -qE "^ +Doc-uri +$homepage/blob/main/docs/elements/$element\.md\$" "$scratch/element" \
        || fail "$element does not name its page of documentation"
done

if is_cross; then scripts/aarch64/check-symbols.sh "$plugin" || failed=1; fi
[ $failed = 0 ] && echo "check-plugin: two symbols, $size bytes, no Swift libraries, no path of the machine that built it, elements $in_plugin"
exit $failed
