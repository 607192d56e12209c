#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
Serves a folder over HTTP on 127.0.0.1, and misbehaves below some paths.  Prints its port, and ends
with its standard input.

usage: hostile-server.py FOLDER
"""

import functools
import http.server
import os
import sys
import threading
import time


class Server(http.server.SimpleHTTPRequestHandler):
    def redirect(self, location):
        self.send_response(302)
        self.send_header("Location", location)
        self.end_headers()

    def answer(self, body, length=None):
        self.send_response(200)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(body)

    def endless(self):
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b" " * 65536)

    def endless_head(self):
        self.wfile.write(b"HTTP/1.0 200 OK\r\n")
        while True:
            self.wfile.write(b"X-Long: 1\r\n" * 5000)

    def drip(self, head):
        self.wfile.write(head)
        while True:
            self.wfile.write(b"x")
            time.sleep(0.5)

    def do_GET(self):
        kind, _, rest = self.path[1:].partition("/")
        port = self.server.server_address[1]
        is_profile = rest.endswith(".pb.gz")
        try:
            if kind == "moved":
                self.redirect(f"/good/{rest}")
            elif kind == "loop":
                self.redirect(self.path)
            elif kind == "other-host":
                self.redirect(f"http://localhost:{port}/good/{rest}")
            elif kind == "other-port":
                self.redirect(f"http://127.0.0.1:{port + 1}/good/{rest}")
            elif kind == "other-scheme":
                self.redirect(f"https://127.0.0.1:{port}/good/{rest}")
            elif kind == "file":
                self.redirect("file:///etc/passwd")
            elif kind == "nowhere":
                self.redirect("")
            elif kind == "html":
                self.answer(b"<html><body>Please log in</body></html>")
            elif kind == "huge":
                self.answer(b"{", 10**12)
            elif kind == "endless":
                self.endless()
            elif kind == "negative":
                self.answer(b'{"version": 1}', -5)
            elif kind == "no-number":
                self.answer(b'{"version": 1}', "5x")
            elif kind == "endless-head":
                self.endless_head()
            elif kind == "drip-index":
                self.drip(b"HTTP/1.0 200 OK\r\n\r\n")
            elif kind == "cut":
                self.answer(b'{"version": 1', 1000)
            elif kind == "silent":
                time.sleep(3600)
            elif kind == "no-http":
                self.wfile.write(b"220 mail.example ESMTP\r\n")
            elif kind == "drip" and is_profile:
                self.drip(b"HTTP/1.0 200 OK\r\n\r\n")
            elif kind == "drip-head" and is_profile:
                self.drip(b"HTTP/1.0 200 OK\r\nX-Long: ")
            elif kind == "long" and is_profile:
                self.answer(b"x" * 100000)
            elif kind == "changed" and is_profile:
                with open(self.translate_path("/" + rest), "rb") as file:
                    self.answer(file.read()[:-1] + b"!")
            elif kind in ("good", "drip", "drip-head", "long", "changed"):
                self.path = "/" + rest
                super().do_GET()
            else:
                self.send_error(404)
        except OSError:
            pass  # the client has gone

    def log_message(self, *arguments):
        pass


def main():
    handler = functools.partial(Server, directory=sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
    os._exit(0)


main()
