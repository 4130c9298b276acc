#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes cases.json: small depth videos, and what librealsense's post-processing filters make of them.

The laws are written down here a second time, from the description of librealsense's filters and without a look at the
kernels, for EffectTests to compare. Known faults of librealsense are mended as PixelReference says. Needs numpy alone.

usage: generate.py     (in this folder)
"""
import json
import random

import numpy as np

F = np.float32


def pad4(n):
    return (n + 3) // 4 * 4


def decimate(z, k):
    """Medians of non-zero depths for k of 2 and 3, means from 4 on; sizes padded to multiples of 4 with zeros."""
    h, w = z.shape
    if k == 1:
        return z.copy()
    rh, rw = max(1, h // k), max(1, w // k)
    out = np.zeros((pad4(rh), pad4(rw)), int)
    for y in range(rh):
        for x in range(rw):
            block = sorted(v for v in z[y * k:(y + 1) * k, x * k:(x + 1) * k].ravel() if v)
            if not block:
                continue
            out[y, x] = block[(len(block) - 1) // 2] if k < 4 else sum(block) // len(block)
    return out


def threshold(z, unit, low, high):
    metres = z * unit
    return np.where((metres >= low - 1e-9) & (metres <= high + 1e-9), z, 0)


def blend(own, other, alpha, half):
    return int(F(F(F(own) * F(alpha)) + F(F(other) * F(F(1) - F(alpha)))) + F(half))


def spatial(z, alpha, delta, iterations, holes):
    z = z.copy()
    h, w = z.shape
    radius = [0, 2, 4, 8, 16, 255][holes]
    for _ in range(iterations):
        for y in range(h):
            for line in (range(w), range(w - 1, -1, -1)):
                line = list(line)
                run = 0
                for i in range(1, w):
                    x, p = line[i], line[i - 1]
                    if z[y, x] == 0:
                        run += 1
                        if z[y, p] and run < radius:
                            z[y, x] = z[y, p]
                        continue
                    run = 0
                    if z[y, p] and abs(z[y, x] - z[y, p]) <= delta:
                        z[y, x] = blend(z[y, x], z[y, p], alpha, 0.5)
        for x in range(w):
            for line in (range(h), range(h - 1, -1, -1)):
                line = list(line)
                for i in range(1, h):
                    y, p = line[i], line[i - 1]
                    if z[y, x] and z[p, x] and abs(z[y, x] - z[p, x]) < delta:
                        z[y, x] = blend(z[y, x], z[p, x], alpha, 0.5)
    return z


class Temporal:
    RULES = {1: (8, 8), 2: (2, 3), 3: (2, 4), 4: (2, 8), 5: (1, 2), 6: (1, 5), 7: (1, 8)}

    def __init__(self, alpha, delta, persistence):
        self.alpha, self.delta, self.persistence = alpha, delta, persistence
        self.last, self.seen = None, None

    def persists(self, seen):
        """`seen` tells of earlier frames whether there was a depth, the latest last."""
        if self.persistence == 0:
            return False
        if self.persistence == 8:
            return True
        least, frames = self.RULES[self.persistence]
        return sum(seen[-frames:]) >= least

    def step(self, z):
        h, w = z.shape
        if self.last is None:
            self.last = np.zeros((h, w), int)
            self.seen = [[[False] * 8 for _ in range(w)] for _ in range(h)]
        out = z.copy()
        for y in range(h):
            for x in range(w):
                last, seen = self.last[y, x], self.seen[y][x]
                if z[y, x]:
                    if last and abs(z[y, x] - last) < self.delta:
                        out[y, x] = blend(z[y, x], last, self.alpha, 0)
                    else:
                        seen[:] = [False] * 8
                    self.last[y, x] = out[y, x]
                elif last and self.persists(seen):
                    out[y, x] = last
                seen.append(bool(z[y, x]))
                del seen[0]
        return out


def fill(z, mode):
    z = z.copy()
    h, w = z.shape
    if mode == "left":
        for y in range(h):
            for x in range(1, w):
                z[y, x] = z[y, x] or z[y, x - 1]
    elif mode != "none":
        for y in range(1, h - 1):
            for x in range(1, w):
                if z[y, x]:
                    continue
                around = [z[y - 1, x], z[y - 1, x - 1], z[y, x - 1], z[y + 1, x - 1], z[y + 1, x]]
                around = [v for v in around if v]
                if around:
                    z[y, x] = max(around) if mode == "farthest" else min(around)
    return z


DEFAULTS = {
    "decimation": 1, "threshold": False, "threshold-min": 0.1, "threshold-max": 4.0, "spatial": False,
    "spatial-alpha": 0.5, "spatial-delta": 20, "spatial-iterations": 2, "spatial-holes": 0, "temporal": False,
    "temporal-alpha": 0.4, "temporal-delta": 20, "temporal-persistence": 3, "hole-filling": "none",
    "smoothing": False, "unit": 0.001,
}


def clean(video, changes):
    s = {**DEFAULTS, **changes}
    if s["smoothing"]:
        s["spatial"] = s["temporal"] = True
        if s["hole-filling"] == "none":
            s["hole-filling"] = "farthest"
    temporal = Temporal(s["temporal-alpha"], s["temporal-delta"], s["temporal-persistence"])
    result = []
    for z in video:
        z = decimate(z, s["decimation"])
        if s["threshold"]:
            z = threshold(z, s["unit"], s["threshold-min"], s["threshold-max"])
        if s["spatial"]:
            z = spatial(z, s["spatial-alpha"], s["spatial-delta"], s["spatial-iterations"], s["spatial-holes"])
        if s["temporal"]:
            z = temporal.step(z)
        result.append(fill(z, s["hole-filling"]))
    return result


def video(seed, w, h, frames):
    """Slopes with an edge, noise, holes that come and go, some depths of 1 and some very far."""
    r = random.Random(seed)
    result = []
    for n in range(frames):
        z = np.zeros((h, w), int)
        for y in range(h):
            for x in range(w):
                depth = 400 + 5 * x + 9 * y + (900 if x > w // 2 else 0) + n + r.randint(-8, 8)
                kind = r.random()
                if kind < 0.25 or (3 <= x < 3 + n and 2 <= y < 6):
                    depth = 0
                elif kind < 0.28:
                    depth = r.choice([1, 2, 5, 15, 60000, 65535])
                z[y, x] = depth
        result.append(z)
    return result


VIDEOS = {"small": video(1, 13, 11, 1), "long": video(2, 11, 8, 12), "tiny": video(3, 1, 1, 3), "line": video(4, 9, 1, 2)}


def cases():
    for k in range(2, 9):
        yield "small", {"decimation": k}
    yield "tiny", {"decimation": 8}
    yield "line", {"decimation": 2}
    yield "small", {"threshold": True}
    yield "small", {"threshold": True, "threshold-min": 0.5, "threshold-max": 60}
    for holes in range(6):
        yield "small", {"spatial": True, "spatial-holes": holes}
    yield "small", {"spatial": True, "spatial-alpha": 0.25, "spatial-delta": 1, "spatial-iterations": 5}
    yield "small", {"spatial": True, "spatial-alpha": 1, "spatial-delta": 50, "spatial-iterations": 1}
    yield "small", {"spatial": True, "spatial-alpha": 0.6, "spatial-delta": 8, "spatial-iterations": 3, "spatial-holes": 2}
    for persistence in range(9):
        yield "long", {"temporal": True, "temporal-persistence": persistence}
    yield "long", {"temporal": True, "temporal-alpha": 0, "temporal-delta": 100}
    yield "long", {"temporal": True, "temporal-alpha": 1, "temporal-delta": 1}
    for mode in ["left", "farthest", "nearest"]:
        yield "small", {"hole-filling": mode}
    for name in ["small", "long", "tiny", "line"]:
        yield name, {"smoothing": True}
    yield "long", {"smoothing": True, "hole-filling": "nearest", "spatial-holes": 1}
    yield "long", {"decimation": 2, "threshold": True, "spatial": True, "temporal": True, "hole-filling": "left"}


def rows(z):
    return [[int(v) for v in row] for row in z]


def main():
    result = {
        "videos": {name: [rows(z) for z in frames] for name, frames in VIDEOS.items()},
        "cases": [
            {"video": name, "settings": changes, "expected": [rows(z) for z in clean(VIDEOS[name], changes)]}
            for name, changes in cases()
        ],
    }
    with open("cases.json", "w") as file:
        json.dump(result, file, separators=(",", ":"))
        file.write("\n")
    print(len(result["cases"]), "cases")


main()
