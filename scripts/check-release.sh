#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes a release of the packages that check-deb.sh and check-tarball.sh have left in out/, and looks at its sums and notes.
# Packages of other architectures may be there too.
source "$(dirname "$0")/common.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "check-release: $1" >&2
    exit 1
}

scripts/release.sh --packaged
version=$(plugin_version)
(cd out && sha256sum --strict --check SHA256SUMS) || fail "a sum is wrong, see above"
for kind in "_$version"_.*.deb "-$version"-linux-.*.tar.gz; do
    [ "$(grep -cE "^[0-9a-f]{64}  [^/]*$kind\$" out/SHA256SUMS)" -gt 0 ] || fail "out/SHA256SUMS has no sum of a file as $kind"
done
packages=(out/*_"$version"_*.deb out/*-"$version"-linux-*.tar.gz)
[ "$(wc -l <out/SHA256SUMS)" = ${#packages[@]} ] || fail "out/SHA256SUMS has not a line for each of ${packages[*]}"
# A package that was changed is found.
mkdir "$scratch/changed"
cp out/SHA256SUMS out/*.deb out/*.tar.gz "$scratch/changed/"
for file in "$scratch"/changed/*.deb; do printf x >>"$file"; done
if (cd "$scratch/changed" && sha256sum --quiet --check SHA256SUMS) >/dev/null 2>&1; then fail "the sums hold for a changed package"; fi

notes=out/release-notes-$version.md
grep -q '^- ' "$notes" || fail "$notes has no points"
! grep -q '^#' "$notes" || fail "$notes has headings: more than one section of NEWS.md"
# Each line is one of NEWS.md, and none of the section is missing.
section=$(awk '/^## / { n++; next } n == 1 && NF' NEWS.md)
[ "$(grep . "$notes")" = "$section" ] || fail "$notes is not the first section of NEWS.md"

# Versions that differ are refused, before anything is written.
mkdir "$scratch/tree"
cp -r NEWS.md scripts "$scratch/tree/"
mkdir -p "$scratch/tree/Sources/CPluginEntry"
sed "s/\"$version\"/\"99.0.0\"/" Sources/CPluginEntry/PluginEntry.c >"$scratch/tree/Sources/CPluginEntry/PluginEntry.c"
if "$scratch/tree/scripts/release.sh" --packaged >"$scratch/log" 2>&1; then fail "NEWS.md of another version is taken"; fi
grep -q "the plugin is 99.0.0" "$scratch/log" || fail "it does not say which versions differ: $(cat "$scratch/log")"
[ ! -e "$scratch/tree/out" ] || fail "it writes although versions differ"
echo "check-release: packages, sums and notes of $version"
