#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes tiles.png: 8 rows of 8 tiles of 32x32 pixels, each a black disc on white, larger from tile to tile.

usage: make-tiles.py tiles.png

Of the first tile nothing is black, of the last one everything, and of those between in proportion.
"""
import struct
import sys
import zlib

SIDE, COLUMNS = 32, 8
TILES = COLUMNS * COLUMNS
# Each pixel is 4x4 points.
POINTS = 4 * SIDE

# The square of the distance from the middle of each point of a tile, and all of them in order: the disc of so many points ends at that
# place in the order.
distances = [
    [(2 * x + 1 - POINTS) ** 2 + (2 * y + 1 - POINTS) ** 2 for x in range(POINTS)] for y in range(POINTS)
]
ordered = sorted(distance for row in distances for distance in row)


def tile(index):
    """The rows of a tile, of codes from 0 to 255."""
    count = index * len(ordered) // (TILES - 1)
    limit = ordered[count] if count < len(ordered) else ordered[-1] + 1
    return [
        [
            sum(255 for dy in range(4) for dx in range(4) if distances[4 * y + dy][4 * x + dx] >= limit) // 16
            for x in range(SIDE)
        ]
        for y in range(SIDE)
    ]


def chunk(name, content):
    """A part of a PNG file."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def main():
    """Writes the file."""
    rows = b""
    for first in range(0, TILES, COLUMNS):
        tiles = [tile(index) for index in range(first, first + COLUMNS)]
        for y in range(SIDE):
            rows += b"\0" + bytes(code for one in tiles for code in one[y])
    size = SIDE * COLUMNS
    header = struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0)
    with open(sys.argv[1], "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


main()
