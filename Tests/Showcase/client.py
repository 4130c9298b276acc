# SPDX-License-Identifier: MIT
"""What asks the showcase's server, from the standard library alone.

usage: client.py URL     shows all elements
"""

import email
import http.client
import json
import socket
import sys
import time

# Seconds until what has to come is late, on a machine however busy.
PATIENCE = 60


class Server:
    def __init__(self, url):
        self.host, port = url.removeprefix("http://").rstrip("/").rsplit(":", 1)
        self.port = int(port)

    def ask(self, method, path, body=None, headers=None):
        """The status, the headers and the content of an answer. A body that is no bytes is sent as JSON."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, bytes) and not hasattr(body, "__next__"):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            try:
                connection.request(method, path, body=body, headers=headers, encode_chunked=hasattr(body, "__next__"))
            except (BrokenPipeError, ConnectionResetError):
                # A server that refuses a body need not read it to its end: the answer may have come before.
                pass
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def get(self, path):
        status, _, content = self.ask("GET", path)
        assert status == 200, f"{path}: {status} {content[:200]}"
        return json.loads(content)

    def do(self, method, path, body=None):
        """The state after something that has to work."""
        status, _, content = self.ask(method, path, body)
        assert status == 200, f"{method} {path} {body!r:.200}: {status} {content[:300]}"
        return json.loads(content)

    def state(self):
        return self.get("/api/state")

    def frame(self, after=0):
        """Facts, and the two frames."""
        status, headers, content = self.ask("GET", f"/api/frame?after={after}")
        assert status == 200, f"frame: {status} {content[:200]}"
        head = f"Content-Type: {headers['Content-Type']}\r\n\r\n".encode()
        parts = {
            part.get_param("name", header="Content-Disposition"): part.get_payload(decode=True)
            for part in email.message_from_bytes(head + content).get_payload()
        }
        return json.loads(parts["facts"]), parts["original"], parts["filtered"]

    def raw(self, text, wait=5, first=None):
        """All that comes back for these bytes, until the server closes or is quiet for `wait` seconds; `first`: for the first."""
        with socket.create_connection((self.host, self.port), timeout=first or wait) as connection:
            answer = b""
            try:
                connection.sendall(text)
                while part := connection.recv(65536):
                    answer += part
                    connection.settimeout(wait)
            except (TimeoutError, BrokenPipeError, ConnectionResetError):
                pass
            return answer

    def flows(self, seconds=PATIENCE):
        """Waits for a frame that is newer than the newest."""
        first = self.frame()[0]["number"]
        end = time.monotonic() + seconds
        while self.frame(first)[0]["number"] == first:
            assert time.monotonic() < end, f"no new frame in {seconds} s"

    def settled(self):
        """Facts and frames when they come in the video's own time, 25 a second; as fast as it goes would be hundreds."""
        begin = time.monotonic()
        first = self.frame()[0]["number"]
        while True:
            facts, original, filtered = self.frame()
            spent = time.monotonic() - begin
            assert facts.get("failure") is None, facts
            if facts["number"] >= first + 20 and 2 < facts["rate"] < 40:
                assert 0 < facts["frameTime"] < 1000 * spent, (facts, spent)
                return facts, original, filtered
            assert spent < PATIENCE, f"after {spent:.0f} s: {facts}"
            time.sleep(0.1)

    def watch(self, seconds):
        """How many frames come in so many seconds, and the longest time without one."""
        seen, gap, last = 0, 0, time.monotonic()
        after, end = self.frame()[0]["number"], last + seconds
        while time.monotonic() < end:
            facts = self.frame(after)[0]
            if facts["number"] != after:
                seen += 1
                now = time.monotonic()
                gap, last, after = max(gap, now - last), now, facts["number"]
        return seen, max(gap, time.monotonic() - last)


if __name__ == "__main__":
    server = Server(sys.argv[1])
    for model in server.get("/api/elements"):
        server.do("POST", "/api/shown", {"element": model["name"]})
        server.flows()
        second = server.state().get("second")
        assert (second is None) == (model["inputs"] == 1), (model["name"], second)
        for choice in second["choices"] if second else ():
            server.do("POST", "/api/second", {"second": choice["name"]})
            server.flows()
