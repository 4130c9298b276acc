# SPDX-License-Identifier: MIT
"""The server that attack.py is given, and what it refuses."""

import glob
import json
import re
import sys

from client import Server

server, clip, folder = Server(sys.argv[1]), sys.argv[2], sys.argv[3]
checks = 0


def uploads():
    return glob.glob(f"{folder}/showcase-*/*")


def refused(statuses, method, path, body=None, headers=None):
    """Asks for what is wrong: a status of these, a sentence, and nothing has changed."""
    global checks
    checks += 1
    before, files = server.state(), uploads()
    status, _, content = server.ask(method, path, body, headers)
    what = f"{method} {path} {body!r:.80} {headers or ''}: {status} {content[:200]}"
    assert status in (statuses if isinstance(statuses, tuple) else (statuses,)), what
    sentence = json.loads(content)["error"]
    assert re.fullmatch(r"[^\n]+[.]", sentence) and len(sentence) < 2000, what
    assert server.state() == before, f"{what}: it has changed something"
    assert uploads() == files, f"{what}: {uploads()} was left"
