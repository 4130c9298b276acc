#!/bin/bash
# Runs the pipelines of Tests/Attack/pipelines.txt with the release plugin, each in a process of its own that has to end as the
# list says, and looks at them in one of three ways.
#
# usage: scripts/attack-pipelines.sh criticals|leaks|valgrind
# Then it runs all elements many times in one process.
#   criticals: a critical message or warning of GLib's ends the process
#   leaks: GStreamer's leaks tracer finds nothing alive at the end
#   valgrind: memcheck finds nothing but what Tests/Attack/valgrind.supp names; those that end well several at a time, unless
#     SWIFTVIDEO_LONG is set
source "$(dirname "$0")/attack.sh"
way=${1:-criticals}
seconds=60
frames=12
command=(gst-launch-1.0)
case $way in
criticals) ;;
leaks) export GST_TRACERS=leaks GST_DEBUG=GST_TRACER:7 ;;
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
gst-inspect-1.0 swiftvideo >/dev/null

# usage: attack ENDING TEXT PIPELINE
attack() {
    local status=0 expected=0 what= pipeline=$3
    [ "$1" = ok ] || expected=1
    pipeline=${pipeline//@/videotestsrc num-buffers=$frames}
    pipeline=${pipeline//\#/videotestsrc num-buffers=3}
    read -ra arguments <<<"$pipeline"
    launch $seconds "${command[@]}" "${arguments[@]}" || status=$?
    count=$((count + 1))
    if [ $status = 124 ] || [ $status = 137 ]; then what="did not end within $seconds s"
    elif [ $status = 99 ]; then what="valgrind found something"
    elif [ $status != $expected ]; then what="ended with $status, not $expected"
    elif [ -n "$2" ] && ! grep -qE "$2" "$output"; then what="does not say: $2"
    elif grep -q 'object-alive, type-name=(string)G' "$output"; then what="leaks"
    fi
    [ -z "$what" ] || fault "$what: $pipeline"
}

joined= joined_count=0
while IFS= read -r line; do
    [[ $line = ok\|* || $line = error\|* ]] || continue
    ending=${line%%|*}
    rest=${line#*|}
    # A bar that belongs to the expression is written with a backslash.
    text=$(sed -E 's/^((\\\||[^|])*)\|.*/\1/' <<<"$rest")
    pipeline=${rest:$((${#text} + 1))}
    text=${text//\\|/|}
    if [ "$way" = valgrind ] && [ -z "${SWIFTVIDEO_LONG:-}" ] && [ "$ending" = ok ] && [ -z "$text" ]; then
        [[ $pipeline != *sync=true* ]] || continue
        joined="$joined $pipeline" joined_count=$((joined_count + 1))
        [ $joined_count = 8 ] || continue
        pipeline=$joined joined= joined_count=0
    fi
    attack "$ending" "$text" "$pipeline"
done <Tests/Attack/pipelines.txt
[ -z "$joined" ] || attack ok "" "$joined"

# All elements many times in one process, at once: 65 of them. Valgrind runs one thread at a time, and has had them.
if [ "$way" != valgrind ]; then
    all=
    for i in {1..13}; do
        all+=" @ ! swiftrosy ! fakesink @ ! swifteq n-threads=64 ! fakesink @ ! swiftntsc n-threads=2 ! fakesink"
        all+=" @ ! swiftmix name=many$i ! fakesink @ ! many$i. @ ! video/x-raw,format=GRAY8 ! swiftdepthgray ! fakesink"
    done
    attack ok "" "$all"
fi
[ $count -gt 0 ] || { echo "attack-pipelines: the list is empty" >&2; exit 1; }
echo "attack-pipelines: $way, $count processes, $failed of them failed"
[ $failed = 0 ]
