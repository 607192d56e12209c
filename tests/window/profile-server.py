#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A server of profiles.  Each recording differs from the one before: its n-th answer has n times as much of "work".
# It prints its port, and appends to a file the path of each request, and "gone" for a client that did not wait.
#
# usage: profile-server.py LOG

import http.server
import json
import select
import sys
import time
import urllib.parse

SECRET = "Bearer sesame"

counts = {}
log = open(sys.argv[1], "w", buffering=1, encoding="utf-8")


def threads(n):
    """Two threads of a recording of calls."""
    names = [("reader", 1), ("writer", 2)]
    events = [
        {"name": "thread_name", "ph": "M", "pid": 1, "tid": tid, "args": {"name": name}} for name, tid in names
    ] + [{"name": "work", "ph": "X", "ts": 0, "dur": 1000 * n * tid, "pid": 1, "tid": tid} for _, tid in names]
    return json.dumps({"traceEvents": events})


def large():
    """Folded stacks of many functions, of which few matter."""
    return "".join(f"main;f{i} 1\n" for i in range(2000)) + "main;work 1000000\n"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def is_gone(self, seconds):
        """Waits, and whether the client closed the connection meanwhile."""
        return bool(select.select([self.connection], [], [], seconds)[0])

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        print(self.path, file=log)
        counts[address.path] = n = counts.get(address.path, 0) + 1
        if address.path == "/locked" and self.headers.get("Authorization") != SECRET:
            return self.answer(401, "who are you?")
        if query.get("token", "sesame") != "sesame":
            return self.answer(403, "no")
        if self.is_gone(float(query.get("seconds", 0))):
            self.close_connection = True
            return print("gone", file=log)
        if address.path.startswith("/missing"):
            return self.answer(404, "<html><body>There is nothing</body></html>")
        return self.answer(200, large() if address.path == "/large" else threads(n))


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
