# SPDX-License-Identifier: MIT
# Sourced by test.sh, test-examples.sh and test-attack.sh, so that all count alike: checks as named steps with their time;
# each step's output is in .build/logs.
#
# All steps run, so that one fault does not hide another, save that nothing can follow a failed set-up or build.
# On a machine so slow that it is late (see common.sh), the steps that remain are left out and named.
#
# Why steps failed is also added, in a few lines each, to the file SWIFTVIDEO_REASONS, if it is set.
#
# The last line counts tests: those of Swift Testing where a step runs it, else one for the step.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
logs=$root/.build/logs
step_minutes=20
# What a script says of what it measured: "report: ...".
reported='^report: '
skipped='^[^[:alnum:]]*(Test|Suite) .* skipped(\.|: .*)?$|^skipped: '
mkdir -p "$logs"
passed=0
failed=0
number=0
failures=()
left_out=()

# usage: reasons LOG     the lines that say why a step failed
reasons() {
    # What a sanitizer found, in which round, and where; what Python stopped at.
    { grep -aE -B 1 -A 16 -m 1 'ERROR: [A-Z][a-z]+Sanitizer|WARNING: ThreadSanitizer|runtime error:' "$1" || true; }
    { grep -aE -A 12 -m 1 '^Traceback ' "$1" || true; }
    # An issue's comment is on the line after it.
    # A test's name may have `error:` too, so tests that fail have a search of their own.
    { grep -aE -A 1 --no-group-separator 'Test .* recorded an issue' "$1" || true; } | head -n 20
    { grep -avE '(Test|Suite) ' "$1" | grep -E 'error:|FAILED|[Ff]atal' || true; } | head -n 20
    grep -aE '^([A-Za-z]+\.)*[A-Za-z]*(Error|Exception)\b' "$1" | tail -n 3 || true
}

# usage: step NAME COMMAND...     adds to the sums; fails as the command does
step() {
    local name=$1 log start end status=0 total bad result=ok note=
    shift
    number=$((number + 1))
    if is_late; then
        left_out+=("$name")
        return
    fi
    log=$logs/$(basename "$0" .sh)-$(printf '%02d' $number)-${name// /-}.log
    start=$(date +%s.%N)
    timeout --foreground --kill-after=10 $((60 * step_minutes)) "$@" >"$log" 2>&1 </dev/null || status=$?
    end=$(date +%s.%N)

    # "Test run with 12 tests in 3 suites failed after ..."; a test that failed has a line of its own.
    total=$(sed -nE 's/.*Test run with ([0-9]+) tests?.*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
    bad=$(grep -acE '^[^[:alnum:]]*Test .* failed after' "$log" || true)
    bad=$((bad - $(grep -acE 'Test run with .* failed after' "$log" || true)))
    if [ $status != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
    if [ $status = 0 ]; then
        [ "$total" -gt 0 ] || total=1
    fi
    [ "$total" -ge "$bad" ] || total=$bad
    passed=$((passed + total - bad))
    failed=$((failed + bad))
    [ $status = 0 ] && [ "$bad" = 0 ] || result=FAILED
    # What a script can't run here it says in a line of its own: "skipped: ...".
    note=$(grep -acE "$skipped" "$log" || true)
    [ "$note" = 0 ] && note= || note=", $note skipped"
    printf '%-6s %6.1f s  %5d  %s\n' "$result" "$(awk -v a="$start" -v b="$end" 'BEGIN { print b - a }')" \
        "$total" "$name$note"
    grep -aE "$skipped|$reported" "$log" | cut -c 1-240 | sed 's/^/       /' || true
    if [ $result = FAILED ]; then
        [ $status != 124 ] || echo "       it took longer than $step_minutes minutes"
        reasons "$log" | cut -c 1-240 | sed 's/^/       /'
        tail -n 10 "$log" | cut -c 1-240 | sed 's/^/       | /'
        {
            echo "$(basename "$0" .sh), $name, exit status $status (124: it took longer than $step_minutes minutes):"
            reasons "$log" | cut -c 1-160 | sed -n 's/^/       /; 1,12p'
            tail -n 4 "$log" | cut -c 1-160 | sed 's/^/       | /'
        } >>"${SWIFTVIDEO_REASONS:-/dev/null}"
        echo "       whole log: $log"
        failures+=("$name ($log)")
        return 1
    fi
}

# usage: must NAME COMMAND...     a step that others need
must() {
    step "$@" || finish
}

finish() {
    [ ${#failures[@]} = 0 ] || printf 'failed: %s\n' "${failures[@]}"
    [ ${#left_out[@]} = 0 ] || echo "left out, as this machine is too slow: ${left_out[*]}"
    echo "$(basename "$0" .sh): $(((SECONDS + 30) / 60)) minutes"
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
    exit
}

# usage: run NAME COMMAND...     COMMAND may be a function of this file
run() {
    local name=$1
    shift
    step "$name" bash -euo pipefail -c '"$@"' -- "$@" || true
}
