#!/bin/bash
# SPDX-License-Identifier: MIT
# A job of swift-render on an engine that runs here for the test, with a node or the driver killed in the middle, a byte that is flipped, a
# segment that is missing, another worker on the same segments, and an old plugin on one; its frames have to be those of one process.
#
# An engine that can't be had counts as skipped; REQUIRED=1 makes that a failure. --cost then also reports what the engine takes for
# each segment, by a job whose segments have all been rendered.
#
# usage: scripts/check-archive-engines.sh commands|slurm|ray|snakemake [--cost]
source "$(dirname "$0")/archive.sh"
export PYTHONDONTWRITEBYTECODE=1

# usage: needs_engine SENTENCE COMMAND...     ends the script where the command fails
needs_engine() {
    local sentence=$1
    shift
    "$@" >"$folder/engine.log" 2>&1 && return
    [ -z "${REQUIRED:-}" ] || stop "$sentence" "$folder/engine.log"
    echo "skipped: $sentence"
    exit
}

# A job of twelve segments, and what one process makes of it.
small "$folder/small.mkv" "x264enc pass=quant quantizer=20 key-int-max=24" matroskamux
filters="swiftntsc preset=vhs-sp ! swifteq smoothing-time=0.02"
plan whole "$folder/small.mkv" "$filters"
finish_job whole
# Its name has what shells, Python, Slurm and Snakemake read otherwise.
name="pieces {number} \$HOME 'a' \"b\" %j"
plan "$name" "$folder/small.mkv" "$filters" --segment 11f
all=$(segments "$name")
job=$folder/$name
cost=${2:-}
many=$folder/many
if [ -n "$cost" ]; then
    plan many "$folder/small.mkv" sepia --segment 2f
    finish_job many
    rm "$many"/output/*
fi

# Of two files the first has changed since it was planned: it fails, and keeps the second from nothing.
cp "$folder/small.mkv" "$folder/bad.mkv"
cp "$folder/small.mkv" "$folder/good.mkv"
plan files "$folder/bad.mkv" sepia "$folder/good.mkv" --segment 47f
printf x >>"$folder/bad.mkv"
files=$folder/files
check_files() {
    [ -s "$files/output/good.mkv" ] || stop "$1: a file that fails keeps another from its result" "$folder/log"
    [ "$(ls "$files/output")" = good.mkv ] || stop "$1: there is a result of a file that fails"
}

# usage: rendered     how many segments there are
rendered() { find "$job/segments" -name frames.json -not -path '*.tmp/*' | wc -l; }

# usage: wait_for SECONDS COMMAND...     until it succeeds
wait_for() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.2
    done
}
has_rendered() { [ "$(rendered)" -ge "$1" ]; }
is_joined() { [ -s "$job/output/small.mkv" ]; }
ends_by_itself() { ! kill -0 "$1" 2>/dev/null; }

# usage: check_result ENGINE
check_result() {
    is_joined || stop "$1: there is no result"
    "$render" verify "$job" >"$folder/log" 2>&1 || stop "$1: the result is damaged" "$folder/log"
    same_frames whole "$name"
    [ "$(decoded "$job/output/small.mkv")" = "$(decoded "$folder/whole/output/small.mkv")" ] || stop "$1: the results differ"
    echo "$1: $all segments, the frames of one process"
}

# usage: check_damage ENGINE RUN     RUN has the engine make what is missing, by $program if there is one, and fails where the engine does; what
# it said is in $folder/log then
check_damage() {
    local engine=$1 run=$2 worker number program=
    # join names a segment that is damaged; what is missing is made again.
    flip "$(path "$name" 2)/stream"
    rm -r "$(path "$name" 4)" "$job/output/small.mkv"
    ! $run || stop "$engine: a flipped byte is not found"
    grep -q "Segment 2" "$folder/log" || stop "$engine: a damaged segment is not named" "$folder/log"
    fails "Segment 2" "$render" verify "$job" --remove
    # It is repaired beside another worker on the same segments.
    rm -r "$(path "$name" 6)" "$(path "$name" 7)"
    (for number in 7 2 6; do "$render" segment "$job" $number; done) >"$folder/other.log" 2>&1 &
    worker=$!
    $run || stop "$engine: it fails after damage, beside another worker" "$folder/log"
    wait $worker || stop "$engine: another worker fails" "$folder/other.log"
    check_result "$engine, after damage, beside another worker"
    # A worker with an old plugin, which has segment 5.
    make_old_plugin
    cat >"$folder/mixed" <<EOF
#!/bin/sh
[ "\$1 \$3" != "segment 5" ] || export GST_PLUGIN_PATH="$folder/old" GST_REGISTRY="$folder/old/registry"
exec "$render" "\$@"
EOF
    chmod +x "$folder/mixed"
    rm -r "$(path "$name" 5)" "$(path "$name" 8)" "$job/output/small.mkv"
    program=$folder/mixed
    ! $run || stop "$engine: an old plugin is not refused"
    grep -q "has plugin swiftvideo 9.9.9" "$folder/log" && grep -q "Segment 5" "$folder/log" \
        || stop "$engine: it does not say which segment an old plugin had" "$folder/log"
    program=
    [ ! -e "$(path "$name" 5)/stream" ] || stop "$engine: an old plugin has rendered a segment"
    $run || stop "$engine: it fails after an old plugin" "$folder/log"
    check_result "$engine, after an old plugin"
}

# usage: report_cost SLOTS ENGINE COMMAND...     with --cost: the seconds for each segment, on each of so many CPUs, that COMMAND takes
# for the job `many`, of which nothing is left to render; $folder/many.ENGINE is what swift-render gives the engine
report_cost() {
    local slots=$1 engine=$2 count start
    [ -n "$cost" ] || return 0
    shift 2
    "$render" "$engine" "$many" >"$many.$engine"
    count=$(segments many)
    start=$(date +%s%N)
    "$@" >"$folder/log" 2>&1 || stop "it fails with what has been rendered" "$folder/log"
    awk -v n="$count" -v slots="$slots" -v ns=$(($(date +%s%N) - start)) 'BEGIN {
        printf "report: %d segments that have been rendered, %d at once: %.2f s each\n", n, slots, ns / 1e9 * slots / n }'
}

check_commands() {
    "$render" commands "$job" >"$folder/commands"
    [ "$(wc -l <"$folder/commands")" = "$all" ] || stop "there are not $all commands" "$folder/commands"
    # As GNU parallel would; each line is one that a shell takes.
    xargs -P 3 -d '\n' -n 1 sh -c <"$folder/commands" >"$folder/log" 2>&1 || stop "a command fails" "$folder/log"
    "$render" join "$job" >"$folder/log" 2>&1 || stop "join fails" "$folder/log"
    check_result commands
    report_cost 1 commands sh -e "$many.commands"
}

# Three nodes on ports of this machine.
check_slurm() {
    needs_engine "Slurm's nodes need root" test "$(id -u)" = 0
    needs_engine "Slurm and munge are not installed" scripts/setup.sh archive munge slurm-wlm
    local node id pids=() host
    host=$(hostname -s)
    mkdir -p "$folder/slurm"/{state,spool,munge}
    chmod 711 "$folder" "$folder/slurm" "$folder/slurm/munge"
    dd if=/dev/urandom of="$folder/slurm/key" bs=64 count=1 2>/dev/null
    chmod 600 "$folder/slurm/key"
    /usr/sbin/munged --force --foreground --num-threads=2 --key-file="$folder/slurm/key" --socket="$folder/slurm/munge/socket" \
        --pid-file="$folder/slurm/munge/pid" --log-file="$folder/slurm/munge/log" --seed-file="$folder/slurm/munge/seed" \
        >"$folder/munged.log" 2>&1 &
    cleanup+=("kill $! 2>/dev/null || true")
    export SLURM_CONF=$folder/slurm/slurm.conf
    cat >"$SLURM_CONF" <<EOF
ClusterName=archive
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
AuthType=auth/munge
AuthInfo=socket=$folder/slurm/munge/socket
CredType=cred/munge
SlurmUser=root
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=5
BatchStartTimeout=5
MessageTimeout=5
MinJobAge=600
JobRequeue=1
StateSaveLocation=$folder/slurm/state
SlurmdSpoolDir=$folder/slurm/spool/%n
SlurmdPidFile=$folder/slurm/%n.pid
SlurmctldPidFile=$folder/slurm/slurmctld.pid
SlurmdParameters=config_overrides
$(for node in 1 2 3; do
        echo "NodeName=node$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$((16820 + node)) CPUs=1 RealMemory=1000 State=UNKNOWN"
    done)
PartitionName=all Nodes=node[1-3] Default=YES MaxTime=INFINITE State=UP
EOF
    wait_for 10 test -S "$folder/slurm/munge/socket" || stop "munged does not start" "$folder/munged.log"
    slurmctld -D -i >"$folder/slurmctld.log" 2>&1 &
    cleanup+=("kill $! 2>/dev/null; wait $! 2>/dev/null || true")
    for node in 1 2 3; do
        slurmd -D -N "node$node" >"$folder/slurmd$node.log" 2>&1 &
        pids[node]=$!
        cleanup+=("kill -KILL $! 2>/dev/null || true")
    done
    nodes_are_up() { [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | sort -u | wc -l)" = 3 ]; }
    wait_for 60 nodes_are_up || { sinfo -N >&2; tail -n 5 "$folder"/slurmd*.log >&2; stop "the nodes do not start" "$folder/slurmctld.log"; }

    "$render" slurm "$job" >"$folder/job.sh"
    sh "$folder/job.sh" >"$folder/log" 2>&1 || stop "the job is not taken" "$folder/log"
    wait_for 120 has_rendered 3 || { squeue >&2; stop "nothing is rendered" "$folder/slurmctld.log"; }
    kill_node 3
    node_is_down() { sinfo -h -n node3 -o %T 2>/dev/null | grep -qE 'down|not_responding|\*'; }
    wait_for 120 node_is_down || stop "Slurm does not miss the node" "$folder/slurmctld.log"
    # Slurm would wait two minutes before it gives the segment to another node.
    for id in $(squeue -h -t PENDING -n swift-render -o %i); do scontrol update JobId="$id" StartTime=now || true; done
    wait_for 300 is_joined || { squeue >&2; sinfo -N >&2; stop "the job does not end" "$folder/slurmctld.log"; }
    check_result slurm
    check_damage slurm run_slurm
    "$render" slurm "$files" >"$folder/files.sh"
    sh "$folder/files.sh" >"$folder/log" 2>&1 || stop "the job is not taken" "$folder/log"
    wait_for 120 test -s "$files/output/good.mkv" || { squeue >&2; stop "a file that fails keeps another from its result"; }
    join_state() { scontrol show job "$(tail -n 1 "$folder/log")" | grep -o 'JobState=[A-Z]*'; }
    join_has_failed() { join_state | grep -q FAILED; }
    wait_for 30 join_has_failed || stop "join does not fail: $(join_state)"
    check_files slurm
    report_cost 2 slurm submit_many
}
run_slurm() {
    local state
    rm -f "$job"/slurm-*.log
    "$render" slurm "$job" ${program:+--program "$program"} >"$folder/job.sh"
    sh "$folder/job.sh" >"$folder/id" 2>"$folder/log" || return
    has_ended() {
        state=$(scontrol show job "$(tail -n 1 "$folder/id")" | grep -oE 'JobState=(COMPLETED|FAILED)')
    }
    wait_for 120 has_ended || { squeue >&2; stop "a job of Slurm does not end"; }
    cat "$job"/slurm-*.log >"$folder/log"
    [ "$state" = JobState=COMPLETED ]
}
submit_many() { sh "$many.slurm" && wait_for 300 test -s "$many/output/small.mkv"; }

# usage: kill_node NUMBER     its slurmd, and the job that it runs with the process that watches over it
kill_node() {
    local process
    kill -KILL "${pids[$1]}"
    for process in $(grep -lsz "^SLURM_CONF=$SLURM_CONF\$" /proc/[0-9]*/environ | cut -d / -f 3); do
        grep -qsz "^SLURMD_NODENAME=node$1\$" "/proc/$process/environ" || continue
        kill -KILL "$(ps -o ppid= -p "$process" | tr -d ' ')" "$process" 2>/dev/null || true
    done
}

has_started() { grep -qs 'Process exit logs' "$folder/ray$node.log"; }

# A head without CPUs, and three nodes.
check_ray() {
    needs_engine "Ray can't be installed" use_python ray Tests/Archive/requirements.txt
    local ray node pids=()
    ray=$(dirname "$python")/ray
    # Said for all: a head takes the user's token if there is one, and nodes do not.
    export RAY_AUTH_MODE=token RAY_AUTH_TOKEN
    RAY_AUTH_TOKEN=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
    export RAY_ADDRESS=127.0.0.1:6479 RAY_DISABLE_IMPORT_WARNING=1 RAY_USAGE_STATS_ENABLED=0 RAY_DEDUP_LOGS=0
    cleanup+=("for p in \$(pgrep -f '$folder/ray'); do kill -KILL \$p 2>/dev/null; done; true")
    "$ray" start --head --port=6479 --num-cpus=0 --include-dashboard=false --temp-dir="$folder/ray" --object-store-memory=100000000 \
        --disable-usage-stats >"$folder/ray.log" 2>&1 || stop "Ray does not start" "$folder/ray.log"
    # One after another: together they take so long to start that some give up.
    for node in 1 2 3; do
        "$ray" start --address="$RAY_ADDRESS" --num-cpus=1 --object-store-memory=100000000 --block >"$folder/ray$node.log" 2>&1 &
        pids[node]=$!
        wait_for 60 has_started || stop "a node of Ray does not start" "$folder/ray$node.log"
    done
    "$render" ray "$job" >"$folder/job.py"
    "$python" "$folder/job.py" >"$folder/log" 2>&1 &
    local driver=$!
    wait_for 180 has_rendered 2 || stop "nothing is rendered" "$folder/log"
    # The driver dies; what it began ends with it, and the same again goes on.
    kill -KILL $driver
    wait $driver 2>/dev/null || true
    local kept
    kept=$(rendered)
    "$python" "$folder/job.py" >"$folder/log" 2>&1 &
    driver=$!
    wait_for 180 has_rendered $((kept + 2)) || stop "it does not go on" "$folder/log"
    # A node: its raylet, and with it all that it runs.
    kill -KILL "$(pgrep -P "${pids[3]}" -f raylet/raylet | head -n 1)" || stop "there is no node to kill"
    wait $driver || stop "the job fails" "$folder/log"
    check_result ray
    check_damage ray run_ray
    "$render" ray "$files" >"$folder/files.py"
    fails "Segment 0: $folder/bad.mkv is not the file" "$python" "$folder/files.py"
    check_files ray
    report_cost 2 ray "$python" "$many.ray"
}

run_ray() {
    "$render" ray "$job" ${program:+--program "$program"} >"$folder/job.py"
    "$python" "$folder/job.py" >"$folder/log" 2>&1
}

check_snakemake() {
    needs_engine "Snakemake can't be installed" use_python snakemake Tests/Archive/requirements-snakemake.txt
    local snakemake driver kept
    snakemake=$(dirname "$python")/snakemake
    "$render" snakemake "$job" >"$folder/Snakefile"
    cd "$folder"
    setsid "$snakemake" --cores 3 >"$folder/log" 2>&1 &
    driver=$!
    cleanup+=("kill -KILL -- -$driver 2>/dev/null || true")
    wait_for 180 has_rendered 3 || stop "nothing is rendered" "$folder/log"
    kill -KILL -- -$driver
    wait $driver 2>/dev/null || true
    kept=$(rendered)
    [ "$kept" -lt "$all" ] || stop "it was not killed in the middle"
    "$snakemake" --unlock >"$folder/log" 2>&1 || stop "it can't be unlocked" "$folder/log"
    "$snakemake" --cores 3 --rerun-incomplete >"$folder/log" 2>&1 || stop "it does not go on" "$folder/log"
    check_result snakemake
    check_damage snakemake run_snakemake
    "$render" snakemake "$files" >"$folder/Files"
    fails "$folder/bad.mkv is not the file" "$snakemake" --snakefile "$folder/Files" --cores 3 --keep-going
    check_files snakemake
    # What is missing for a result is made again, and nothing else.
    rm "$(path "$name" 4)/stream" "$job/output/small.mkv"
    touch "$folder/damaged"
    "$snakemake" --cores 3 >"$folder/log" 2>&1 || stop "it makes nothing again" "$folder/log"
    [ "$(find "$job/segments" -name stream -newer "$folder/damaged" | wc -l)" = 1 ] || stop "it makes other segments again" "$folder/log"
    check_result snakemake
    report_cost 3 snakemake snakemake_many
}

run_snakemake() {
    "$render" snakemake "$job" ${program:+--program "$program"} >"$folder/Snakefile"
    "$snakemake" --cores 3 --keep-going >"$folder/log" 2>&1
}

# It removes what a rule makes before it makes that: so segments that have been rendered come from a copy.
snakemake_many() {
    [ -d "$many.kept" ] || cp -r "$many/segments" "$many.kept"
    cat >"$folder/kept" <<EOF
#!/bin/sh
[ "\$1" != segment ] || cp -r "$many.kept/\$(printf seg-%05d- "\$3")"* "$many/segments/"
exec "$render" "\$@"
EOF
    chmod +x "$folder/kept"
    "$render" snakemake "$many" --program "$folder/kept" >"$many.snakemake"
    "$snakemake" --snakefile "$many.snakemake" --cores 3 --forceall
}

case ${1:-} in
commands | slurm | ray | snakemake) "check_$1" ;;
*) echo "usage: scripts/check-archive-engines.sh commands|slurm|ray|snakemake [--cost]" >&2; exit 2 ;;
esac
