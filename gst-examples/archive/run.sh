#!/bin/bash
# SPDX-License-Identifier: MIT
# Renders video files in pieces; run.sh --help says how.
usage='usage: run.sh [OPTION]... [VIDEO]...
Renders video files through filters, in pieces, in several processes or by an engine for many machines. The frames are the same,
bit for bit, however many there are. What has been rendered stays when it is ended; the same line goes on with it.

  --filters TEXT    filters as swiftchain takes them, or elements (default: eq method=clahe smoothing-time=0.5)
  --encoder TEXT    the encoder, as gst-launch-1.0 takes it (default: x264enc pass=quant quantizer=18 speed-preset=veryfast)
  --container NAME  mp4, mov or mkv (default: mkv)
  --segment LENGTH  cut files in pieces of 60s, 2m, 1h or 500f (frames); without it files stay whole
  --job FOLDER      where manifest, pieces and results go (default: out/archive)
  --engine NAME     this, slurm, ray or snakemake (default: this, which is this machine)
  --test            render a clip in pieces, and compare it with the whole
  --help            print this

VIDEO are files that GStreamer can play; without them the clip of Tests/Media is taken.'
own_options=1
later=1
test_job=archive
needs=(gstreamer1.0-plugins-bad libssl-dev)
source "$(dirname "$0")/../example.sh" "$@"
job=$root/out/archive
engine=this
filters="eq method=clahe smoothing-time=0.5"
options=()
videos=()
for ((i = 0; i < ${#arguments[@]}; i++)); do
    value=${arguments[i + 1]:-}
    case ${arguments[i]} in
    --filters | --encoder | --container | --segment | --job | --engine)
        [ -n "$value" ] || wrong "${arguments[i]} takes a value."
        i=$((i + 1))
        ;;&
    --filters) filters=$value ;;
    --job) job=$(from_start "$value") ;;
    --engine) engine=$value ;;
    --encoder | --container | --segment) options+=("${arguments[i - 1]}" "$value") ;;
    -*) wrong "There is no option ${arguments[i]}." ;;
    *) videos+=("$(from_start "${arguments[i]}")") ;;
    esac
done
case $engine in
this) ;;
slurm) tool=sbatch package="slurm-wlm, and a cluster" ;;
ray) tool=ray package="Ray: pip install ray" ;;
snakemake) tool=snakemake package="Snakemake: pip install snakemake" ;;
*) wrong "--engine is this, slurm, ray or snakemake, not \"$engine\"." ;;
esac
[ $engine = this ] || command -v $tool >/dev/null || { echo "There is no $tool; install $package." >&2; exit 1; }
[ ${#videos[@]} -gt 0 ] || videos=("$clip")
prepare_example
build_program "$root/Tools/swift-render" swift-render -c release

if [ -n "$test" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    for cut in --whole "--segment 47f"; do
        "$program" plan "$clip" --filters "$filters" $cut -o "$folder/${cut%% *}" >"$folder/log" && "$program" run "$folder/${cut%% *}" \
            >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
        python3 -c 'import glob, json, sys
for path in sorted(glob.glob(f"{sys.argv[1]}/segments/*/frames.json")): print(*json.load(open(path))["content"]["frames"], sep="\n")' \
            "$folder/${cut%% *}" >"$folder/${cut%% *}.frames"
    done
    cmp "$folder/--whole.frames" "$folder/--segment.frames" || { echo "archive: pieces are not the whole" >&2; exit 1; }
    [ "$(wc -l <"$folder/--whole.frames")" = 132 ] || { echo "archive: frames are missing" >&2; exit 1; }
    echo "archive: 132 frames, in pieces and in one"
    exit
fi

cd "$start"
"$program" plan "${videos[@]}" --filters "$filters" "${options[@]}" -o "$job"
case $engine in
this) "$program" run "$job" ;;
slurm) "$program" slurm "$job" | sh ;;
ray)
    "$program" ray "$job" >"$job/job.py"
    python3 "$job/job.py"
    ;;
snakemake)
    "$program" snakemake "$job" >"$job/Snakefile"
    snakemake --snakefile "$job/Snakefile" --directory "$job" --cores all --keep-going --rerun-incomplete
    ;;
esac
