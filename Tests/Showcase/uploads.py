# SPDX-License-Identifier: MIT
"""What is sent to the server: bytes that are no HTTP, and videos."""

import io
import os
import random
import re
import subprocess
import time
import wave

from client import PATIENCE
from refusals import clip, folder, refused, server, uploads

noise = random.Random(1)


def check_wire():
    """What is no proper HTTP, and what hides a request in another."""
    head = f"Host: {server.host}:{server.port}\r\nContent-Type: application/json\r\n"
    hidden = f'POST /api/shown HTTP/1.1\r\n{head}Content-Length: 23\r\n\r\n{{"element": "swiftmix"}}\n'.encode()
    before = server.state()
    for method, path in (("POST", "/api/nothing"), ("GET", "/api/state"), ("PUT", "/"), ("PATCH", "/api/elements/x")):
        for body in (hidden + b" " * 100000, b" " * 100000 + hidden):
            text = f"{method} {path} HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
            answer = server.raw(text, first=PATIENCE)
            assert answer.count(b"HTTP/1.1 ") == 1 and server.state() == before, (method, path, answer[:300])
        chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(hidden), hidden)
        answer = server.raw(f"{method} {path} HTTP/1.1\r\n{head}Transfer-Encoding: chunked\r\n\r\n".encode() + chunks, first=PATIENCE)
        assert answer.count(b"HTTP/1.1 ") == 1 and server.state() == before, (method, path, answer[:300])
    for text in (
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        noise.randbytes(2000) + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20000 + b"\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost",
        b"POST /api/video HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /api/video HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\nabc",
    ):
        answer = server.raw(text, wait=1)
        # FlyingFox answers what it can read the head of, and closes where it can't.
        assert answer == b"" or re.match(rb"HTTP/1\.1 4\d\d ", answer), (text[:80], answer[:200])
        assert server.state() == before and not uploads(), text[:80]


def without_frames(video):
    """An MP4 file whose frames are zeros."""
    begin = video.index(b"mdat") + 4
    end = begin - 8 + int.from_bytes(video[begin - 8 : begin - 4], "big")
    return video[:begin] + bytes(end - begin) + video[end:]


def check_videos(models):
    path = "/api/video?name=video.mp4"
    video = open(clip, "rb").read()
    sound = io.BytesIO()
    with wave.open(sound, "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(bytes(16000))
    still = server.ask("GET", "/api/still.png")[2]
    for body in (
        b"",
        b"x",
        b"This is no video.\n" * 100,
        bytes(100000),
        *(noise.randbytes(100000) for _ in range(8)),
        still,
        sound.getvalue(),
        b"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n",
        b"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
        video[:2000],
        without_frames(video),
        b"<?xml version='1.0'?><MPD></MPD>",
    ):
        refused((400, 415, 422), "POST", path, body)
        server.flows()
    limit = 8 * 1048576
    refused(413, "POST", path, bytes(limit + 1))
    refused(413, "POST", path, (bytes(65536) for _ in range(limit // 65536 + 1)), {"Transfer-Encoding": "chunked"})
    answer = server.raw(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {1 << 40}\r\n\r\n".encode(), first=PATIENCE)
    assert answer.startswith(b"HTTP/1.1 413"), answer[:200]
    # One that goes away in the middle.
    server.raw(
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(video)}\r\n\r\n".encode() + video[:300000],
        wait=0.5,
    )
    end = time.monotonic() + PATIENCE
    while uploads():
        assert time.monotonic() < end, "a video that was not sent to its end is left"
        time.sleep(0.1)

    state = server.do("POST", "/api/video?name=..%2F..%2Fa%20b%00c%22%3Cx%3E.mp4", video)
    assert state["video"] == "_.._a_b_c__x_.mp4" and not state["isBundled"], state["video"]
    assert len(uploads()) == 1 and re.fullmatch(r"video-\d+", os.path.basename(uploads()[0])), uploads()
    server.flows()
    assert len(uploads()) == 1
    server.do("POST", path, video)
    assert len(uploads()) == 1, "the video before is left"
    # FLV can't be played as segments: it begins again all the same, and lasts but two seconds. It is Y444, which can't be cropped.
    server.do("POST", "/api/shown", {"element": "swiftmix"})
    line = "videotestsrc num-buffers=50 ! video/x-raw,framerate=25/1 ! x264enc ! flvmux ! filesink location="
    subprocess.run(f"gst-launch-1.0 -q {line}{folder}/two.flv", shell=True, check=True)
    server.do("POST", path, open(f"{folder}/two.flv", "rb").read())
    first, end = server.frame()[0]["number"], time.monotonic() + PATIENCE
    while server.frame()[0]["number"] < first + 110:
        assert time.monotonic() < end, "a video that has no segments does not begin again"
        time.sleep(0.2)
    server.do("POST", path, video)
    # Elements take it, those for depth too.
    for model in models:
        assert server.do("POST", "/api/shown", {"element": model["name"]})["video"] == "video.mp4"
        server.flows()
    assert server.do("DELETE", "/api/video")["isBundled"] and not uploads()
    server.flows()
