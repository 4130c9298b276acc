// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// What all commands have that write something for an engine.
struct EngineOptions: ParsableArguments {
    @Argument(help: "The folder of the job, which all machines can reach by this path.")
    var job: String

    @Option(help: "This program on the machines that render.")
    var program = thisProgram

    @Option(help: "CPUs of each segment: threads of the decoder and of each filter.")
    var threads = 1

    func open() throws -> (folder: String, segments: Int) {
        guard (1...256).contains(threads) else { throw ValidationError("--threads is from 1 to 256.") }
        let job = try Job(opening: job)
        try checkName(ofJob: job.folder)
        return (wholePath(job.folder), job.manifest.segments.count)
    }
}

/// The path of this program.
let thisProgram = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "swift-render"

/// As a shell takes it for one word.
func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_./=:,+".utf8.contains(byte)
    }
    return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
}

/// As Python takes it for a text.
private func pythonText(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

struct Commands: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a command line for each segment, for GNU parallel, OpenCue and others.")

    @OptionGroup var options: EngineOptions

    func run() throws {
        let (folder, count) = try options.open()
        for number in 0..<count {
            print("\(quoted(options.program)) segment \(quoted(folder)) \(number) --threads \(options.threads)")
        }
    }
}

struct Slurm: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a shell script that gives the job to Slurm: swift-render slurm JOB | sh",
        discussion:
            "Segments are an array job; join waits until all have ended. Words after -- are options of sbatch.")

    @OptionGroup var options: EngineOptions

    @Option(help: "Segments in one array job; Slurm's MaxArraySize limits it.")
    var array = 1000

    @Argument(parsing: .postTerminator, help: "Options of sbatch.")
    var sbatch: [String] = []

    func run() throws {
        let (folder, count): (String, Int)
        do {
            guard array > 0 else { throw ValidationError("--array is 1 at least.") }
            (folder, count) = try options.open()
        } catch {
            // The status of a shell that reads this is that of its last command.
            print("exit 1")
            throw error
        }
        let words = sbatch.map { " " + quoted($0) }.joined()
        // In names of files for sbatch % begins a pattern.
        let log = "\(folder.replacing("%", with: "%%"))/slurm-%j.log"
        print(
            """
            #!/bin/sh
            # Gives the segments of a job to Slurm, and the join that follows them.
            set -eu
            # Words of a shell, which the scripts below have as they are.
            command=\(quoted("\(quoted(options.program)) segment \(quoted(folder))"))
            join=\(quoted("\(quoted(options.program)) join \(quoted(folder))"))
            submit() { sbatch --parsable --requeue --output=\(quoted(log))\(words) "$@"; }
            ids=
            first=0
            while [ $first -lt \(count) ]; do
                last=$((first + \(array) - 1))
                [ $last -lt \(count) ] || last=\(count - 1)
                id=$(submit --job-name=swift-render --cpus-per-task=\(options.threads) --array=0-$((last - first)) <<EOF
            #!/bin/sh
            exec $command \\$(($first + SLURM_ARRAY_TASK_ID)) --threads \(options.threads)
            EOF
            )
                ids=$ids:${id%%;*}
                first=$((last + 1))
            done
            # Whatever has become of them: it joins the files that are whole, and fails if there are others.
            submit --job-name=swift-render-join --dependency=afterany$ids <<EOF
            #!/bin/sh
            exec $join
            EOF
            """)
    }
}

struct Ray: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a Python program that gives the job to Ray: swift-render ray JOB > job.py; python3 job.py",
        discussion: "It uses the cluster that RAY_ADDRESS names, or this machine.")

    @OptionGroup var options: EngineOptions

    func run() throws {
        let (folder, count) = try options.open()
        print(
            """
            # Gives the segments of a job to Ray. May be ended and started again at any time: what is rendered stays.
            import subprocess
            import sys
            import ray

            program, job, count, threads = \(pythonText(options.program)), \(pythonText(folder)), \(count), \(options.threads)


            @ray.remote(num_cpus=threads, max_retries=5, retry_exceptions=[ConnectionError])
            def segment(number):
                run = subprocess.run(
                    [program, "segment", job, str(number), "--threads", str(threads)], capture_output=True, text=True)
                if run.returncode < 0:  # ended from outside, as where memory runs out
                    raise ConnectionError(f"segment {number}: signal {-run.returncode}")
                if run.returncode:
                    raise RuntimeError(run.stderr.strip())
                return number


            ray.init()
            waiting = [segment.remote(number) for number in range(count)]
            failures = []
            while waiting:
                done, waiting = ray.wait(waiting)
                for task in done:
                    try:
                        ray.get(task)
                    except ray.exceptions.RayError as error:  # of its file alone
                        failures.append(str(getattr(error, "cause", None) or error))
                print(f"{count - len(waiting) - len(failures)}/{count} segments", flush=True)
            # It joins the files that are whole, and fails if there are others.
            status = subprocess.run([program, "join", job]).returncode
            sys.exit("\\n".join(failures) or status)
            """)
    }
}

struct Snakemake: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Prints rules for Snakemake: swift-render snakemake JOB > Snakefile; snakemake --cores all --keep-going",
        discussion: "Its executors take the same rules to Slurm, Kubernetes and others.")

    @OptionGroup var options: EngineOptions

    func run() throws {
        let (folder, _) = try options.open()
        print(
            """
            # Renders the segments of a job and joins them. After a crash: snakemake --unlock, and --rerun-incomplete
            # What a missing result needs is made again. Where join finds damage: swift-render verify JOB --remove, and the same once more.
            # With --keep-going a file that fails keeps no other from its result.
            import json

            program, job = \(pythonText(options.program)), \(pythonText(folder))
            manifest = json.load(open(f"{job}/manifest.json"))
            segments = [[] for source in manifest["sources"]]
            for part in manifest["segments"]:
                segments[part["source"]].append(f"segments/{part['name']}/")
            # Snakemake has no way to write a brace.
            results = [
                [f"joined/{number:05d}.json"] + [f"output/{name}" for name in [source["output"]] if not set("{}") & set(name)]
                for number, source in enumerate(manifest["sources"])]


            # Paths in rules are those in the job: its own may have braces.
            workdir: job


            wildcard_constraints:
                name="seg-[0-9]+-[0-9a-f]+",


            rule all:
                input: results


            # A rule for each file: what one that fails has written is removed.
            for number, parts in enumerate(segments):
                rule:
                    name: f"joined_{number}"
                    input: [folder + file for folder in parts for file in ["stream", "frames.json"]]
                    output: results[number]
                    params: program=lambda wildcards: program, job=lambda wildcards: job, number=number
                    shell: "{params.program:q} join {params.job:q} --file {params.number}"


            rule segment:
                output:
                    "segments/{name}/stream", "segments/{name}/frames.json",
                params:
                    program=lambda wildcards: program,
                    job=lambda wildcards: job,
                    number=lambda wildcards: int(wildcards.name.split("-")[1]),
                threads: \(options.threads)
                retries: 2
                shell:
                    "{params.program:q} segment {params.job:q} {params.number} --threads {threads}"
            """)
    }
}
