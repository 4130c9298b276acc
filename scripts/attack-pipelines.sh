#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the pipelines of Tests/Attack/pipelines.txt with the release plugin, each in a process of its own that has to end as the
# list says, with as many frames as it says, and looks at them in one of three ways.
#
# usage: scripts/attack-pipelines.sh criticals|leaks|valgrind
# Then it runs every element with the settings of its example, several at a time, elements many times in one process, and
# Tests/Attack/again.py with each. Of elements without lines of their own some are taken each day, see sample of common.sh.
#   criticals: a critical message or warning of GLib's ends the process
#   leaks: GStreamer's leaks tracer finds nothing alive at the end, but what is left there on purpose
#   valgrind: memcheck finds nothing but what Tests/Attack/valgrind.supp names; those that end well several at a time, unless
#     SWIFTVIDEO_LONG is set
source "$(dirname "$0")/attack.sh"
way=${1:-criticals}
seconds=60
frames=12
command=(gst-launch-1.0)
# Each frame that comes to a pad has a line. (What gst-launch-1.0 -v says of a sink is lost, or there twice, where sinks have
# threads of their own: "deep-notify" is a signal that one thread begins anew while another is at it.)
export GST_DEBUG=GST_SCHEDULING:5
case $way in
criticals) export G_DEBUG=fatal-warnings ;;
leaks) export GST_TRACERS=leaks GST_DEBUG=$GST_DEBUG,GST_TRACER:7 ;;
valgrind)
    # Valgrind 3.19 can't read Swift's debug information. It has no AVX-512 either, so that kernels for AVX2 run.
    mkdir -p .build/valgrind
    strip --strip-debug -o .build/valgrind/libgstswiftvideo.so "$plugin"
    export GST_PLUGIN_PATH=$root/.build/valgrind GST_REGISTRY=$root/.build/valgrind/registry.bin G_SLICE=always-malloc
    seconds=600
    frames=4
    command=(
        valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite
        --num-callers=24 --suppressions=Tests/Attack/valgrind.supp gst-launch-1.0
    ) ;;
*) echo "usage: scripts/attack-pipelines.sh criticals|leaks|valgrind" >&2; exit 2 ;;
esac
# The registry is made before, lest a scanner is watched.
names=$(elements) || { echo "attack-pipelines: the plugin has no elements" >&2; exit 1; }
# Those with an input, which lines with & are for.
fed=$(for name in $names; do [ "${kind[$name]}" = source ] || echo "$name"; done)

# usage: number EXPRESSION     how many frames `@`, `#` or a sum of such are; for `^` the name of what counts them
number() {
    local sum=${1//@/$frames}
    if [ "$sum" = ^ ]; then echo "count$lines"; else echo $((${sum//\#/3})); fi
}

# usage: expand PIPELINE [ELEMENT]     adds to `arguments`, and to `sinks`: each counted sink with its least and its greatest number
arguments=() sinks=() lines=0
expand() {
    local pipeline=$1 element=${2:-} what= caps=() word range words added=0
    lines=$((lines + 1))
    [ -z "$element" ] || what=${kind[$element]}
    if [ "$what" = mixer ]; then
        pipeline="${pipeline//%^/%@+#} videotestsrc num-buffers=$(number @+#) ! mix$lines."
        element="$element name=mix$lines"
    fi
    read -ra words <<<"${pipeline//&/$element}"
    for word in "${words[@]}"; do
        case $word in
        @ | \#)
            arguments+=(videotestsrc num-buffers="$(number "$word")")
            [ "$what" != converter ] || caps=(! "video/x-raw,format=${input[$element]}") ;;
        !) arguments+=("${caps[@]}" "!") caps=() ;;
        ^) arguments+=(identity name=count$lines) ;;
        %*)
            added=$((added + 1))
            arguments+=(fakesink name=sink$lines-$added)
            range=${word#%}
            sinks+=("sink$lines-$added $(number "${range%..*}") $(number "${range#*..}")") ;;
        *) arguments+=("$word") ;;
        esac
    done
}

# usage: miscounted     says which sinks got other numbers of frames
miscounted() {
    printf '%s\n' "${sinks[@]}" | awk '
        FILENAME == "-" { sink[++n] = $1; low[n] = $2; high[n] = $3; next }
        match($0, /:<[a-z0-9-]+:sink>.* calling chainfunction /) { split(substr($0, RSTART), part, /[<:]/); got[part[3]]++ }
        END {
            for (i = 1; i <= n; i++) {
                least = low[i] ~ /^[0-9]/ ? low[i] : got[low[i]] + 0
                most = high[i] ~ /^[0-9]/ ? high[i] : got[high[i]] + 0
                if (got[sink[i]] + 0 < least || got[sink[i]] + 0 > most)
                    print sink[i] " got " got[sink[i]] + 0 " frames, not " least (least == most ? "" : " to " most)
            }
        }' - "$output"
}

# Whether the leaks tracer found something: an object, or a buffer. (It does not see pads of GstAggregator's, 1.22.)
is_leak() {
    grep -q 'object-alive, type-name=(string)G' "$output"
}

# usage: attack ENDING TEXT     runs what was expanded
attack() {
    local status=0 expected=0 what=
    [ "$1" = ok ] || expected=1
    launch $seconds "${command[@]}" "${arguments[@]}" || status=$?
    count=$((count + 1))
    if [ $status = 124 ] || [ $status = 137 ]; then what="did not end within $seconds s"
    elif [ $status = 99 ]; then what="valgrind found something"
    elif [ $status != $expected ]; then what="ended with $status, not $expected"
    elif [ -n "$2" ] && ! grep -qE "$2" "$output"; then what="does not say: $2"
    elif [ ${#sinks[@]} != 0 ] && what=$(miscounted) && [ -n "$what" ]; then what=${what//$'\n'/; }
    elif [ "$way" = leaks ] && ! grep -q 'new format string: object-alive' "$output"; then what="was not traced"
    elif is_leak; then what="leaks"
    fi
    [ -z "$what" ] || fault "$what: ${arguments[*]}"
    arguments=() sinks=()
}

# usage: attack_joined     runs those that were put together
joined=0
attack_joined() {
    [ $joined = 0 ] || attack ok ""
    joined=0
}

while IFS= read -r line; do
    [[ $line = ok\|* || $line = error\|* ]] || continue
    ending=${line%%|*}
    rest=${line#*|}
    # A bar that belongs to the expression is written with a backslash.
    text=$(sed -E 's/^((\\\||[^|])*)\|.*/\1/' <<<"$rest")
    pipeline=${rest:$((${#text} + 1))}
    text=${text//\\|/|}
    join=false
    if [ "$way" = valgrind ] && [ -z "${SWIFTVIDEO_LONG:-}" ] && [ "$ending" = ok ] && [ -z "$text" ]; then
        join=true
        if [[ $pipeline == *sync=true* ]]; then
            echo "skipped: valgrind is too slow for the clock beside others: $pipeline"
            continue
        fi
    fi
    each=("")
    [[ $pipeline != *\&* ]] || mapfile -t each < <(sample 1 "$way $pipeline" <<<"$fed")
    $join || attack_joined
    for element in "${each[@]}"; do
        expand "$pipeline" "$element"
        if $join; then
            joined=$((joined + 1))
            [ $joined -lt 8 ] || attack_joined
        else
            attack "$ending" "$text"
        fi
    done
done <Tests/Attack/pipelines.txt
attack_joined
[ $count -gt 0 ] || { echo "attack-pipelines: the list is empty" >&2; exit 1; }

# Every element that has no lines of its own.
for element in $(ordinary_elements); do
    case ${kind[$element]} in
    filter) expand "# ! $(python3 scripts/elements.py fragment "$element") ! %#" ;;
    converter) expand "# ! & ! %#" "$element" ;;
    mixer) expand "# ! & ! %^" "$element" ;;
    source) expand "$(python3 scripts/elements.py fragment "$element") num-buffers=3 ! %#" ;;
    esac
    joined=$((joined + 1))
    [ $joined -lt 8 ] || attack_joined
done
attack_joined

if [ "$way" = valgrind ]; then
    echo "skipped: 65 elements at once: valgrind runs one thread at a time, and has had each of them"
    echo "skipped: again.py: valgrind would watch Python"
else
    # All elements many times in one process, at once: 65 of them.
    for _ in {1..13}; do
        expand "@ ! swiftrosy ! %@ @ ! swifteq n-threads=64 ! %@ @ ! swiftntsc n-threads=2 ! %@"
        expand "@ ! & ! %^" swiftmix
        expand "@ ! & ! %@" swiftdepthgray
    done
    attack ok ""
    command=(/usr/bin/python3)
    for element in $(sample 2 "$way again" <<<"$names"); do
        arguments=(Tests/Attack/again.py "$element" $frames)
        attack ok ""
    done
fi
# Whether leaks are found where there are some.
if [ "$way" = leaks ]; then
    for element in $(sample 2 "$way found" <<<"$names"); do
        count=$((count + 1))
        launch $seconds /usr/bin/python3 Tests/Attack/leak.py "$element" && is_leak || fault "a leak of a $element is not found"
    done
fi
echo "attack-pipelines: $way, $count processes, $interrupts of them interrupted, $failed of them failed"
[ $failed = 0 ]
