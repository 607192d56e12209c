#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
Serves a folder over HTTP on 127.0.0.1, and misbehaves below some paths.  Prints its port, and ends
with its standard input.  /requests lists what it was asked for.  With a certificate and its key it prints the
port of HTTPS, too.

usage: hostile-server.py FOLDER [CERTIFICATE KEY]
"""

import functools
import gzip
import http.server
import json
import os
import ssl
import sys
import threading
import time
import urllib.parse

requests = []


def bomb():
    """Folded stacks of 324 MiB that take 1/1000 of that."""
    return 9 * gzip.compress(b"main;work 1\n" * (3 << 20))


class Server(http.server.SimpleHTTPRequestHandler):
    def redirect(self, location):
        self.send_response(302)
        self.send_header("Location", location)
        self.end_headers()

    def answer(self, body, length=None, status=200, **headers):
        self.send_response(status)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def file(self, path):
        with open(self.translate_path("/" + path), "rb") as file:
            return file.read()

    def cut_chunk(self, body):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % (2 * len(body)))
        self.wfile.write(body)

    def record(self, rest, query):
        """What net/http/pprof does: the answer comes when the recording has ended."""
        time.sleep(float(query.get("seconds", ["0"])[0]))
        self.answer(self.file(rest))

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
        request = {"path": self.path, "begin": time.time(), "headers": dict(self.headers)}
        requests.append(request)
        rest, _, query = rest.partition("?")
        query = urllib.parse.parse_qs(query)
        try:
            self.misbehave(kind, rest, query, port, is_profile)
        except OSError:
            pass  # the client has gone
        request["end"] = time.time()

    def misbehave(self, kind, rest, query, port, is_profile):
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
        elif kind == "endless-folded":
            self.send_response(200)
            self.end_headers()
            while True:
                self.wfile.write(b"main;work 1\n" * 5000)
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
        elif kind == "requests":
            self.answer(json.dumps(requests).encode())
        elif kind == "no-page":
            self.answer(b"<html><body>No such page</body></html>", status=404, Content_Type="text/html")
        elif kind == "busy":
            self.answer(b"Could not enable CPU profiling: cpu profiling already in use\nmore\n", status=500,
                        Content_Type="text/plain; charset=utf-8")
        elif kind == "login":
            self.answer(b"", status=401)
        elif kind == "empty":
            self.answer(b"")
        elif kind == "gzip":
            packed = gzip.compress(self.file(rest))
            self.answer(packed, len(packed), Content_Encoding="gzip")
        elif kind == "members":
            text = self.file(rest)
            self.answer(gzip.compress(text[:20]) + gzip.compress(text[20:]), Content_Encoding="x-gzip")
        elif kind == "cut-gzip":
            self.answer(gzip.compress(self.file(rest))[:-5], Content_Encoding="gzip")
        elif kind == "no-gzip":
            self.answer(self.file(rest), Content_Encoding="gzip")
        elif kind == "brotli":
            self.answer(self.file(rest), Content_Encoding="br")
        elif kind == "bomb":
            self.answer(bomb(), Content_Encoding="gzip")
        elif kind == "packed-bomb":
            self.answer(bomb())
        elif kind == "more":
            self.answer(self.file(rest), len(self.file(rest)) + 100)
        elif kind == "less":
            self.answer(self.file(rest), len(self.file(rest)) - 5)
        elif kind == "cut-chunk":
            self.cut_chunk(self.file(rest))
        elif kind == "record":
            self.record(rest, query)
        elif kind == "to":
            self.redirect(query["address"][0])
        elif kind in ("good", "drip", "drip-head", "long", "changed"):
            self.path = "/" + rest
            super().do_GET()
        else:
            self.send_error(404)

    def log_message(self, *arguments):
        pass


def serve(handler, certificate):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)


def main():
    handler = functools.partial(Server, directory=sys.argv[1])
    serve(handler, [])
    if sys.argv[2:]:
        serve(handler, sys.argv[2:])
    sys.stdin.read()
    os._exit(0)


main()
