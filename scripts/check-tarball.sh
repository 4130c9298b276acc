#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the tar.gz, looks at what it needs, and plays with it where it was unpacked, here and in a new Debian without Swift.
# ARCH=arm64 makes that of aarch64, and plays with it in an emulated Debian alone.
#
# usage: scripts/check-tarball.sh [RELEASE]     (default: trixie, Debian 13, and bookworm, Debian 12: one of them each day)
source "$(dirname "$0")/common.sh"
source scripts/roots.sh
scripts/setup.sh package
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
release=${1:-$(todays_release 1)}
# What Debian 12's Swift and libraries need at least; RHEL 9 has as much.
glibc=2.34
fail() {
    echo "check-tarball: $1" >&2
    exit 1
}

scripts/tarball.sh
tarball=$(echo out/swiftvideo-*-linux-"$machine".tar.gz)
mkdir "$scratch/a place"
tar -xzf "$tarball" -C "$scratch/a place"
tree=$(echo "$scratch/a place/"*)
plugin=$tree/lib/gstreamer-1.0/libgstswiftvideo.so
for file in README.md LICENSES/Apache-2.0.txt docs/elements/swiftrosy.md install.sh; do
    [ -e "$tree/$file" ] || fail "$file is not in it"
done
# Links of its pages lead to files in it, or to the repository's.
links=0
while IFS=: read -r page link; do
    links=$((links + 1))
    file=$(dirname "$page")/$link
    case $link in
    https://github.com/swiftvideo/swiftvideo/blob/main/*) file=${link#*/blob/main/} ;;
    *:*) continue ;;
    esac
    [ -e "$file" ] || fail "${page#"$tree/"} links to $link, which is not there"
done < <(find "$tree" -name '*.md' -exec grep -oHE '\]\([^)#]+' {} + | sed 's/\](//')
[ $links -gt 100 ] || fail "its pages have only $links links"
! grep -n '@' "$tree/README.md" "$tree/install.sh" | grep '@[A-Z]*@' || fail "a number is missing, see above"

newest=$(objdump -T "$plugin" | grep -oE '\bGLIBC_[0-9.]+' | sort -Vu | tail -n 1)
[ "$(printf '%s\n' "$newest" "GLIBC_$glibc" | sort -V | tail -n 1)" = "GLIBC_$glibc" ] || fail "needs $newest, more than $glibc"

scripts/check-plugin.sh "$plugin" || fail "something is wrong with the plugin, see above"
# usage: play_here     as users of this machine do
play_here() {
    plays() {
        env -u GST_PLUGIN_PATH HOME="$scratch" GST_REGISTRY="$scratch/registry" "$@" \
            gst-launch-1.0 -q videotestsrc num-buffers=10 ! swiftntsc ! swiftrosy ! videoconvert ! fakesink
    }
    plays GST_PLUGIN_PATH="$tree/lib/gstreamer-1.0" || fail "it does not play from where it was unpacked"
    HOME=$scratch XDG_DATA_HOME=$scratch/data "$tree/install.sh"
    rm -f "$scratch/registry"
    plays XDG_DATA_HOME="$scratch/data" || fail "it does not play after install.sh"
    (cd "$scratch" && "$tree/install.sh" "one more")
    [ -f "$scratch/one more/libgstswiftvideo.so" ] || fail "install.sh takes a folder from elsewhere than where it is called"
    if message=$(env -u HOME -u XDG_DATA_HOME "$tree/install.sh" 2>&1); then fail "install.sh knows a user's folder without HOME"; fi
    grep -q 'HOME is not set' <<<"$message" || fail "without HOME install.sh says: $message"
    touch "$scratch/file"
    if message=$("$tree/install.sh" "$scratch/file/folder" 2>&1); then fail "install.sh writes below a file"; fi
    grep -q "can't be written" <<<"$message" || fail "install.sh says of a folder it can't write: $message"
    cp -r "$tree" "$scratch/broken"
    truncate --size=64K "$scratch/broken/lib/gstreamer-1.0/libgstswiftvideo.so"
    if message=$("$scratch/broken/install.sh" "$scratch/broken" 2>&1); then fail "install.sh installs what does not load"; fi
    grep -q 'does not load' <<<"$message" || fail "install.sh says of a plugin that does not load: $message"
}
here=
if ! is_cross; then
    play_here
    here="here and "
fi

new_root $release
cp -r "$tree" "$there/swiftvideo"
if message=$(inside /swiftvideo/install.sh 2>&1); then fail "install.sh works without GStreamer"; fi
grep -q 'install GStreamer' <<<"$message" || fail "without GStreamer install.sh says: $message"
inside apt-get -q install -y --no-install-recommends gstreamer1.0-plugins-base gstreamer1.0-tools libjson-glib-1.0-0 \
    >"$scratch/install.log" 2>&1 || { tail -n 5 "$scratch/install.log" >&2; fail "GStreamer can't be installed"; }
inside /swiftvideo/install.sh
inside gst-launch-1.0 -q videotestsrc num-buffers=10 ! swiftntsc ! swiftrosy ! videoconvert ! fakesink \
    || fail "it does not play on Debian $release"
play_families
echo "check-tarball: $(basename "$tarball") plays ${here}on Debian $(cat "$there/etc/debian_version") with" \
    "$(inside gst-inspect-1.0 --version | sed -n 2p) (${played[*]}); needs GLIBC_$glibc at most"
