# SPDX-License-Identifier: MIT
# Sourced by run.sh --test of the examples that are a program: goes to a folder of its own, which is removed at the end together with
# what was started in the background.
example=$(basename "$(dirname "$(cd "$start" && realpath "$0")")")
folder=$(mktemp -d)
children=()
finish() {
    [ ${#children[@]} = 0 ] || kill "${children[@]}" 2>/dev/null || true
    wait
    rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

stop() {
    # The reason comes last: of a long log, the end is shown.
    tail -n 20 ./*.log >&2 || true
    echo "$example: $1" >&2
    exit 1
}

# usage: fails STATUS SENTENCE COMMAND...     ends with that status, and prints the sentence
fails() {
    local wanted=$1 sentence=$2 status=0
    shift 2
    timeout --foreground 120 "$@" >fails.log 2>&1 </dev/null || status=$?
    [ $status = "$wanted" ] || stop "its exit status is $status, not $wanted: $*"
    grep -qF -- "$sentence" fails.log || stop "it does not say \"$sentence\": $*"
}

# usage: screen     starts an X server of its own, and sets DISPLAY. Without -noreset it starts anew when its last client leaves,
# and refuses one that comes just then; autovideosink would then draw where nobody looks.
screen() {
    Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp -noreset 3>display 2>screen.log &
    children+=($!)
    local end=$((SECONDS + 30))
    until [ -s display ]; do
        kill -0 "${children[-1]}" 2>/dev/null && [ $SECONDS -lt $end ] || stop "Xvfb does not start"
        sleep 0.1
    done
    DISPLAY=:$(cat display)
    export DISPLAY
}
