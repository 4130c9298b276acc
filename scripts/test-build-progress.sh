#!/bin/bash
# SPDX-License-Identifier: MIT
# What swift_build shows of a build, on a terminal and elsewhere, with a Swift that only prints.
source "$(dirname "$0")/common.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "test-build-progress: $1" >&2
    exit 1
}

mkdir "$scratch/bin"
cat >"$scratch/bin/swift" <<'SWIFT'
#!/bin/bash
echo "[0/1] Planning build"
[ "$lines" = 0 ] || echo "[1/1] Compiling plugin.c"
for ((i = 1; i <= 200 && lines; i++)); do echo "[$i/200] Compiling Module File$i.swift"; done
[ -z "${broken:-}" ] || { echo "error: a fault in the source"; exit 1; }
SWIFT
chmod +x "$scratch/bin/swift"
export PATH=$scratch/bin:$PATH root=$scratch lines=1

swift_build thing >"$scratch/out" 2>"$scratch/plain" || fail "a build that succeeds fails"
[ ! -s "$scratch/out" ] || fail "it writes to standard output, which callers read"
printf 'Building thing: [%s]\n' 1/1 1/200 50/200 100/200 150/200 200/200 >"$scratch/wanted"
diff "$scratch/wanted" "$scratch/plain" || fail "the milestones are others, see above"
[ "$(grep -c Compiling "$scratch/.build/logs/build-thing.log")" = 201 ] || fail "the log is not whole"

lines=0 swift_build thing 2>"$scratch/plain" || fail "a build with nothing to do fails"
[ ! -s "$scratch/plain" ] || fail "it says something where nothing is compiled: $(cat "$scratch/plain")"

if broken=1 swift_build thing 2>"$scratch/plain"; then fail "a build that fails succeeds"; fi
grep -q 'error: a fault in the source' "$scratch/plain" || fail "it does not show why a build fails"

# On a terminal each line replaces the one before. `script` takes a POSIX shell by default, which drops exported functions.
export -f show_build swift_build
SHELL=$BASH script -qec 'bash -c "set -o pipefail; swift_build thing"' /dev/null >"$scratch/terminal" </dev/null || fail "it fails on a terminal"
[ "$(tr -cd '\r' <"$scratch/terminal" | wc -c)" -ge 200 ] || fail "a terminal does not see every step"
[ "$(tr -cd '\n' <"$scratch/terminal" | wc -c)" = 0 ] || fail "a terminal gets more than one line"
grep -qF 'Building thing: [200/200]' "$scratch/terminal" || fail "a terminal does not see the last step"
echo "test-build-progress: six milestones, one line on a terminal, nothing where nothing is built"
