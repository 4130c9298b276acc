#!/bin/bash
# SPDX-License-Identifier: MIT
# Proves that no wide instruction and no mergeable code leaves a kernel module.
#
# The linker keeps one copy of a weak function for all modules. Were there weak code in a kernel module under a name
# that another module can have too, or a call out to generic code, an old CPU could come to an AVX instruction
# (SIGILL), or a new one to slow code. So:
#
# 1. Weak code in the objects of Kernels* has the module in its mangled name: Swift emits a module's own witnesses
#    and specializations weak, but no other module can have them.
# 2. They refer to no code but their own module's and memcpy, memmove and memset, and to what a
#    stack protector calls, or reads on aarch64; these are the C library's.
# 3. All other objects of the package have no instruction of the wide levels.
# 4. In the linked plugin, no function from those other objects has one: nothing was merged.
# 5. The tile machine's instructions call nothing but what a stack protector does at their end, nor are there closures: with a
#    call in its loop, one takes five times as long. Only what chooses instructions may call them.
# 6. No kernel takes a vector lane by lane: the compiler may leave Swift's own operators as such loops, up to fifty times as slow
#    (Operators.swift). Lanes are then stored to the stack by an index, or set one after the other by masks or insertions.
# 7. No operation of CVector is left as a function: it is where Swift puts a small kernel into its witness, which calls one for each
#    vector. Such a kernel is @inline(never).
#
# usage: scripts/check-kernels.sh [--objects] [BUILD_DIR]     (default .build/release; --objects: without 4)
set -euo pipefail
export LC_ALL=C
objects_only=false
if [ "${1:-}" = --objects ]; then
    objects_only=true
    shift
fi
build=${1:-.build/release}
plugin=$build/libgstswiftvideo.so
# The machine that was built for, which may not be this one. x86-64 alone has levels; wide instructions are looked for there.
machine=$(readelf --file-header "$build"/KernelsBaseline.build/Machine.swift.o 2>/dev/null \
    | sed -nE 's/^ *Machine: *(AArch64|.*X86-64)$/\1/p')
case $machine in
AArch64) machine=aarch64 ;;
*X86-64) machine=x86_64 ;;
*) echo "check-kernels: no objects of x86-64 or aarch64 in $build; build them with swift build -c release" >&2; exit 2 ;;
esac
modules=(KernelsBaseline)
[ $machine != x86_64 ] || modules+=(KernelsV3 KernelsV4)
objdump=objdump
[ $machine = "$(uname -m)" ] || objdump=$machine-linux-gnu-objdump
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

fail() {
    echo "check-kernels: $1" >&2
    failed=1
}

stop() {
    echo "check-kernels: $1" >&2
    exit 2
}

for tool in nm $objdump awk; do
    command -v $tool >/dev/null || stop "needs $tool"
done

# Data that is not code: protocol, type and module descriptors, metadata, witness and value witness tables.
data='(Mp|Mn|Mo|MF|Mf|MXM|N|WV|WP|Tq|TL)$'

kernel_objects=0
for module in "${modules[@]}"; do
    own="${#module}$module"
    found=("$build/$module.build"/*.o)
    [ -e "${found[0]}" ] || stop "no objects of $module in $build; build them with swift build -c release"
    for object in "${found[@]}"; do
        kernel_objects=$((kernel_objects + 1))
        nm "$object" >"$scratch/symbols"
        weak=$(awk -v own="$own" '$(NF-1) ~ /^[Wwu]$/ && index($NF, own) == 0 {print $NF}' "$scratch/symbols")
        [ -z "$weak" ] || fail "$object has weak code that another module may have:"$'\n'"$weak"
        calls=$(awk -v own="$own" -v data="$data" '$(NF-1) == "U" && index($NF, own) == 0 \
            && $NF !~ /^(mem(cpy|move|set)|__stack_chk_(fail|guard))$/ && !($NF ~ /^\$s/ && $NF ~ data) {print $NF}' "$scratch/symbols")
        [ -z "$calls" ] || fail "$object calls code of others:"$'\n'"$calls"
        operations=$(awk '$(NF-1) == "t" && $NF ~ /^swv_/ {print $NF}' "$scratch/symbols")
        [ -z "$operations" ] || fail "$object calls a function for each vector:"$'\n'"$operations"
    done
done

# What comes before the instructions: Machine.run, its witness, and the private runRest and machineExecute. And the witnesses of
# vectors as lanes, which only code that isn't specialised would call.
callers='(7MachineO.*3run|7runRest|14machineExecute|10VectorLaneV.*TW$)'
machine_functions=0
for module in "${modules[@]}"; do
    for object in "$build/$module.build"/Machine*.o; do
        closures=$(nm "$object" | awk '$NF ~ /fU[0-9]*_/ {print $NF}')
        [ -z "$closures" ] || fail "$object has closures:"$'\n'"$closures"
        $objdump -dr --no-show-raw-insn "$object" >"$scratch/code"
        # What a call calls is in the line after it.
        calls=$(awk -v callers="$callers" '
            is_call && !/__stack_chk_fail/ && name != last {print name; last = name}
            {is_call = 0}
            /^[0-9a-f]+ <.*>:$/ {name = substr($2, 2, length($2) - 3)}
            /[\t ](call|bl|blr)[lq]?[\t ]/ && name !~ callers {is_call = 1}' "$scratch/code")
        [ -z "$calls" ] || fail "$object has instructions that call:"$'\n'"$calls"
        machine_functions=$((machine_functions + $(grep -c '^[0-9a-f]* <.*>:$' "$scratch/code" || true)))
    done
done
# Under other names the check would see nothing.
[ $machine_functions -gt $((30 * ${#modules[@]})) ] || fail "only $machine_functions functions of the tile machine found"

# Prints the functions of a disassembly that take vectors lane by lane, with counts of what shows it.
lane_functions() {
    awk '/^[0-9a-f]+ <.*>:$/ {name = substr($2, 2, length($2) - 3)}
        /[\t ]mov[bwlq]? +.*,-?(0x[0-9a-f]+)?\(%rsp,%r[a-z0-9]+(,[1248])?\)$/ {stores[name]++}
        /[\t ]vpbroadcast[bw] +%[er]/ {lanes[name]++}
        /[\t ]v?pinsr[bw] / {lanes[name]++}
        END {
            for (name in stores) if (stores[name] > 3) print name ": " stores[name] " indexed stores to the stack"
            for (name in lanes) if (lanes[name] > 40) print name ": " lanes[name] " lanes set"
        }'
}

if [ $machine = x86_64 ]; then
    for module in "${modules[@]}"; do
        for object in "$build/$module.build"/*.o; do
            found=$($objdump -d --no-show-raw-insn "$object" | lane_functions)
            [ -z "$found" ] || fail "$object takes vectors lane by lane:"$'\n'"$found"
        done
    done
fi

# Registers of AVX and AVX-512, anything in AVX's encoding (the v of its mnemonics), and the BMI of x86-64-v3.
wide='%[yz]mm|%xmm(1[6-9]|2[0-9]|3[01])|%k[0-7]|[\t ]v[a-z0-9]+ .*%xmm|[\t ](andn|bextr|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx)[lq]? '

# Prints the functions of a disassembly that have such instructions.
wide_functions() {
    awk -v wide="$wide" '/^[0-9a-f]+ <.*>:$/ {name = substr($2, 2, length($2) - 3)}
        $0 ~ wide && name != last {print name; last = name}'
}

others=()
for folder in "$build"/*.build; do
    case ${folder##*/} in KernelsV3.build | KernelsV4.build | *Tests.build | *.product) continue ;; esac
    while IFS= read -r object; do others+=("$object"); done < <(find "$folder" -name '*.o')
done
if [ $machine = x86_64 ]; then
    for object in "${others[@]}"; do
        found=$(objdump -d --no-show-raw-insn "$object" | wide_functions)
        [ -z "$found" ] || fail "$object has wide instructions in:"$'\n'"$found"
    done
    if ! $objects_only; then
        [ -e "$plugin" ] || stop "no plugin in $build; build it with swift build -c release"
        nm "${others[@]}" 2>/dev/null | awk 'NF > 1 && $(NF-1) ~ /^[TWw]$/ {print $NF}' | sort -u >"$scratch/ours"
        objdump -d --no-show-raw-insn "$plugin" | wide_functions | sort -u >"$scratch/wide"
        # Without symbols the plugin would pass whatever it holds.
        grep -q '9KernelsV3' "$scratch/wide" || fail "$plugin: no wide kernel found; is it stripped?"
        merged=$(comm -12 "$scratch/ours" "$scratch/wide")
        [ -z "$merged" ] || fail "$plugin has wide instructions in functions of the baseline:"$'\n'"$merged"
    fi
fi

[ $failed = 0 ] || exit 1
wide_found="no wide instruction in ${#others[@]} others"
[ $machine = x86_64 ] || wide_found="no levels, as it is $machine"
echo "check-kernels: $kernel_objects kernel objects are sealed, $wide_found"
