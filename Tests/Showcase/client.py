"""What asks the showcase's server, from the standard library alone.

usage: client.py URL     shows all elements
"""

import email
import http.client
import json
import socket
import sys
import time


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
        connection = http.client.HTTPConnection(self.host, self.port, timeout=40)
        try:
            connection.request(method, path, body=body, headers=headers, encode_chunked=hasattr(body, "__next__"))
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
        """Facts, and the two pictures."""
        status, headers, content = self.ask("GET", f"/api/frame?after={after}")
        assert status == 200, f"frame: {status} {content[:200]}"
        head = f"Content-Type: {headers['Content-Type']}\r\n\r\n".encode()
        parts = {
            part.get_param("name", header="Content-Disposition"): part.get_payload(decode=True)
            for part in email.message_from_bytes(head + content).get_payload()
        }
        return json.loads(parts["facts"]), parts["original"], parts["filtered"]

    def raw(self, text, wait=5):
        """All that comes back for these bytes, until the server closes or is quiet."""
        with socket.create_connection((self.host, self.port), timeout=wait) as connection:
            connection.sendall(text)
            answer = b""
            try:
                while part := connection.recv(65536):
                    answer += part
            except (TimeoutError, ConnectionResetError):
                pass
            return answer

    def flows(self, seconds=10):
        """Waits for a picture that is newer than the newest."""
        first = self.frame()[0]["number"]
        end = time.monotonic() + seconds
        while self.frame(first)[0]["number"] == first:
            assert time.monotonic() < end, f"no new picture in {seconds} s"


if __name__ == "__main__":
    server = Server(sys.argv[1])
    for model in server.get("/api/elements"):
        server.do("POST", "/api/shown", {"element": model["name"]})
        server.flows()
