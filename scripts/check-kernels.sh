#!/bin/bash
# Proves that no wide instruction and no mergeable code leaves a kernel module.
#
# The linker keeps one copy of a weak function for all modules. If a kernel module had weak code, or called out to
# generic code, an old CPU could run an AVX instruction (SIGILL), or a new one slow code. So in the objects of
# Kernels*: no weak or unique code symbol, no undefined code symbol beyond the few named here. And in all other
# objects: no 256- or 512-bit register.
#
# usage: scripts/check-kernels.sh [BUILD_DIR]     (default .build/release)
set -euo pipefail
build=${1:-.build/release}
failed=0

fail() {
    echo "check-kernels: $1" >&2
    failed=1
}

objects=("$build"/Kernels*.build/*.o)
[ -e "${objects[0]}" ] || { echo "check-kernels: no kernel objects in $build; run swift build -c release" >&2; exit 1; }

# What kernel objects may refer to: memory functions of libc, Swift's type metadata and protocol records (data),
# the vector-capable memcpy family, and PixelCore's and CVector's own names.
allowed='^(memcpy|memmove|memset|swift_.*|\$s(9PixelCore|s|S|B).*(M[a-zA-Z]|W[a-zA-Z]|N|MR)|__swift_FORCE_LOAD.*|.*(Mp|Mn|Ma|WP|N|Tq|TL))$'
for object in "${objects[@]}"; do
    weak=$(nm "$object" | awk '$2 ~ /^[WuT]$/ && $2 != "T" {print $3}')
    [ -z "$weak" ] || fail "weak code in $object: $(echo $weak)"
    calls=$(nm -u "$object" | awk '{print $2}' | grep -Ev "$allowed" || true)
    [ -z "$calls" ] || fail "$object refers to code outside: $(echo $calls)"
done

while IFS= read -r object; do
    case $object in */KernelsV3.build/* | */KernelsV4.build/*) continue ;; esac
    if objdump -d --no-show-raw-insn "$object" | grep -qE '%[yz]mm'; then
        fail "wide registers in $object"
    fi
done < <(find "$build"/ -path '*.build/*' -name '*.o')

[ $failed = 0 ] && echo "check-kernels: ${#objects[@]} kernel objects are sealed, no wide instruction outside them"
exit $failed
