# SPDX-License-Identifier: MIT
"""How long an archive takes on many cores: tasks of swift-render, slow machines and lost ones included.

usage: simulate.py [--hours 10000] [--cores 1000] [--speed 1.0] [--overhead 3.2] [--lost 0.02] [--retry 150] [--seed 1]

Prints a table: for whole files and for segments of some lengths, the time until all is done beside the ideal, which is all work
divided by all cores. `speed` is seconds of video that a core renders in a second; `overhead` is seconds that each task takes
besides: what the slowest engine and the start of a piece take, as measured in docs/archives.md; `lost` is the part of cores that go
away once, at a random time, with the task that they are at; `retry` is the seconds until an engine gives a lost task to another core.
Files have the lengths of a broadcaster's: half are up to 30 minutes, the others up to two hours. A tenth of the cores have half of the
speed.
"""

import argparse
import heapq
import random


def tasks(hours, length, random_numbers):
    """Seconds of video of each task: files, or pieces of the same length, none longer than `length`."""
    left, found = hours * 3600.0, []
    while left > 0:
        file = random_numbers.uniform(60, 1800) if random_numbers.random() < 0.5 else random_numbers.uniform(1800, 7200)
        file = min(file, left)
        left -= file
        pieces = 1 if length is None else -(-file // length)
        found += [file / pieces] * int(pieces)
    return found


def simulate(options, length):
    """The seconds until the last task is done, and the ideal."""
    numbers = random.Random(options.seed)
    waiting = sorted(tasks(options.hours, length, numbers))
    speeds = [options.speed * (0.5 if core < options.cores // 10 else 1) for core in range(options.cores)]
    ideal = options.hours * 3600 / sum(speeds)
    lost = {core: numbers.uniform(0, ideal) for core in numbers.sample(range(options.cores), int(options.lost * options.cores))}
    free = [(0.0, core) for core in range(options.cores)]
    heapq.heapify(free)
    again, end = [], 0.0
    while waiting or again:
        now, core = heapq.heappop(free)
        if now >= lost.get(core, float("inf")):
            continue
        if again and again[0][0] <= now:
            task = heapq.heappop(again)[1]
        elif waiting:
            task = waiting.pop()
        else:
            heapq.heappush(free, (again[0][0], core))
            continue
        done = now + task / speeds[core] + options.overhead
        if done > lost.get(core, float("inf")):
            heapq.heappush(again, (lost[core] + options.retry, task))
        else:
            end = max(end, done)
            heapq.heappush(free, (done, core))
    return end, ideal


def main():
    parser = argparse.ArgumentParser()
    for name, value in [("hours", 10000), ("cores", 1000), ("seed", 1)]:
        parser.add_argument(f"--{name}", type=int, default=value)
    for name, value in [("speed", 1.0), ("overhead", 3.2), ("lost", 0.02), ("retry", 150.0)]:
        parser.add_argument(f"--{name}", type=float, default=value)
    options = parser.parse_args()
    print("| tasks | time | ideal | ratio |\n| --- | --- | --- | --- |")
    for name, length in [("whole files", None), ("600 s", 600), ("60 s", 60), ("10 s", 10)]:
        end, ideal = simulate(options, length)
        print(f"| {name} | {end / 3600:.2f} h | {ideal / 3600:.2f} h | {end / ideal:.3f} |")


if __name__ == "__main__":
    main()
