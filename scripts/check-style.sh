#!/bin/bash
# SPDX-License-Identifier: MIT
# Formatting of sources, and what every text file must be.
source "$(dirname "$0")/common.sh"
failed=0
report() {
    [ -z "$2" ] && return
    printf 'check-style: %s:\n%s\n' "$1" "$2" >&2
    failed=1
}

# Tracked files and new ones, but no symbolic link.
list() {
    git ls-files -co --exclude-standard -- "$@" | sort -u | while IFS= read -r file; do
        if [ -f "$file" ] && [ ! -L "$file" ]; then printf '%s\n' "$file"; fi
    done
}
mapfile -t swift_files < <(list '*.swift')
mapfile -t sources < <(list '*.swift' '*.c' '*.h' '*.sh' '*.modulemap' '*.map' '*.build' Makefile .ci scripts/bench-gate)
mapfile -t pages < <(list '*.py' '*.js' '*.css' '*.html')
mapfile -t scripts < <(list '*.sh' .ci/run scripts/bench-gate)
mapfile -t texts < <(list | while IFS= read -r file; do grep -qI . "$file" && printf '%s\n' "$file"; done)
[ ${#swift_files[@]} -gt 0 ] || { echo "check-style: git lists no files here" >&2; exit 1; }

swift format lint --strict --parallel "${swift_files[@]}" || failed=1
report "not ASCII" "$(LC_ALL=C grep -nP '[^\x00-\x7F]' "${sources[@]}" || true)"
report "tabs" "$(printf '%s\n' "${texts[@]}" | grep -vE '^Makefile$|/debian/rules$' | tr '\n' '\0' | xargs -0 grep -nP '\t' || true)"
report "blanks at the end of a line" "$(grep -nP '[ \t\r]+$' "${texts[@]}" || true)"
report "no newline at the end" "$(for file in "${texts[@]}"; do
    [ -z "$(tail -c 1 "$file")" ] || echo "$file"
done)"
report "more than 400 lines" "$(wc -l "${sources[@]}" "${pages[@]}" | awk '$1 > 400 && $2 != "total"')"
# GStreamer's words for a video and its frames, in what users read and in the sources: see Words in CONTRIBUTING.md. Names of
# files may differ, as those of scripts that make images.
mapfile -t prose < <(list README.md CONTRIBUTING.md NEWS.md Makefile 'docs/*.md' 'docs/*.txt' 'meson-notes/*.md' Sources Tests Tools Benchmarks gst-examples \
    scripts packaging | grep -v '^scripts/check-style\.sh$')
report "neutral, where GStreamer says passthrough" "$(grep -rnwiP 'is_?neutral' Sources Tests docs/*.md || true)"
report "film or picture, where GStreamer says video, stream, clip or frame" "$(grep -nP \
    '(?i)(?<![a-z])(films?|filmed|filming|pictures?)(?![a-z]|(-examples)?\.(sh|txt|json))|(?-i:[a-z](Film|Picture))' \
    "${prose[@]}" || true)"
# Package.swift and scripts have a first line that others read.
mapfile -t licensed < <(list '*.swift' '*.c' '*.h' '*.cpp' '*.js' '*.css' '*.html' '*.sh' '*.py' '*.modulemap' '*.map' '*.supp' '*.build' \
    'gst-examples/*.svg' 'Tests/*.txt' 'Benchmarks/*.txt' docs/gallery/pictures.txt \
    Makefile meson_options.txt .ci/run scripts/bench-gate packaging/debian/rules packaging/tarball/install.sh.in)
report "no SPDX-License-Identifier in the first two lines" "$(for file in "${licensed[@]}"; do
    head -n 2 "$file" | grep -q 'SPDX-License-Identifier: [A-Z]' || echo "$file"
done)"
# The least Swift, which is said where users look, where it is checked and where SwiftPM does.
least=$(sed -nE 's/^least=([0-9.]+)$/\1/p' scripts/setup.sh)
mapfile -t manifests < <(list Package.swift '*/Package.swift')
report "another least Swift than $least of scripts/setup.sh" "$(
    grep -L "^// swift-tools-version: $least\$" "${manifests[@]}"
    grep -LF "Swift $least or newer" README.md meson-notes/README.md
)"
report "a function that a script has twice" "$(for script in "${scripts[@]}"; do
    sed -nE 's/^([a-z_]+)\(\) \{.*/\1/p' "$script" | sort | uniq -d | sed "s|^|$script: |"
done)"
for script in "${scripts[@]}"; do
    bash -n "$script" || failed=1
done

[ $failed = 0 ] && echo "check-style: ${#texts[@]} text files, ${#swift_files[@]} of them Swift"
exit $failed
