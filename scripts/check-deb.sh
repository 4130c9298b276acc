#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the Debian package, lets lintian look at it, and installs it, as a user does, in a new Debian that has no Swift.
# ARCH=arm64 makes that of arm64, and installs it in an emulated Debian.
#
# usage: scripts/check-deb.sh [RELEASE]     (default: bookworm, Debian 12, and trixie, Debian 13: one of them each day)
source "$(dirname "$0")/common.sh"
source scripts/roots.sh
scripts/setup.sh package
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "check-deb: $1" >&2
    exit 1
}

scripts/deb.sh
package=$(basename out/gstreamer1.0-swiftvideo_*_"$package_architecture".deb)
# Hints are faults too; those that are overridden are explained in packaging/debian.
lintian --allow-root --fail-on error,warning,info,pedantic --display-info --pedantic "out/$package" \
    || fail "lintian has something to say, see above"
dpkg-deb --field "out/$package" Depends
dpkg-deb --extract "out/$package" "$scratch/extracted"
scripts/check-plugin.sh "$(find "$scratch/extracted" -name libgstswiftvideo.so)" \
    || fail "something is wrong with the plugin, see above"

new_root "${1:-$(todays_release 0)}"
mkdir "$there/package"
cp "out/$package" "$there/package/"
inside sh -c "cd /package && apt-get -q install -y ./$package" >"$scratch/install.log" 2>&1 \
    || { tail -n 5 "$scratch/install.log" >&2; fail "it can't be installed, see above"; }
for program in swift swiftc cc; do
    ! inside which "$program" || fail "$program is there, so this says little about other machines"
done
inside gst-inspect-1.0 swiftvideo >"$scratch/inspect" || { cat "$scratch/inspect" >&2; fail "gst-inspect-1.0 fails"; }
elements=$(sed -nE 's/^  ([a-z0-9]+): .*/\1/p' "$scratch/inspect")
wanted=$(cd docs/elements && ls swift* | sed -nE 's/\.md$//p')
[ "$elements" = "$wanted" ] || fail "has the elements $(echo $elements), docs/elements has $(echo $wanted)"
inside gst-launch-1.0 -q videotestsrc num-buffers=10 ! swiftntsc ! swifteq ! swiftrosy ! videoconvert ! fakesink \
    || fail "gst-launch-1.0 fails"
play_families
inside test -s /usr/share/doc/gstreamer1.0-swiftvideo/docs/elements/swiftrosy.md || fail "the pages are not there"
inside apt-get -q purge -y gstreamer1.0-swiftvideo >/dev/null
! inside gst-inspect-1.0 swiftvideo >/dev/null 2>&1 || fail "it was removed, and the plugin is still there"
echo "check-deb: $package installs on Debian $(cat "$there/etc/debian_version"), plays (${played[*]}) and goes again"
