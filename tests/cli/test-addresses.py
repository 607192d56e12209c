# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles by address, from a server that does well and does harm."""

import gzip
import json
import os
import pathlib
import pty
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

from cli_test import CYAN, DEMO, TESTS, CliTest, read, unittest, write

SECRET = "s3cr3t"


class Addresses(CliTest):
    def setUp(self):
        super().setUp()
        self.serve()

    def serve(self, *certificate):
        server = self.enter(subprocess.Popen(
            [sys.executable, TESTS / "hostile-server.py", ".", *certificate], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True))
        self.port = int(server.stdout.readline())
        self.base = f"http://127.0.0.1:{self.port}"
        if certificate:
            self.secure = f"https://localhost:{int(server.stdout.readline())}"

    def requests(self):
        """Those of `cyan`."""
        with urllib.request.urlopen(f"{self.base}/requests") as answer:
            return [request for request in json.load(answer) if request["path"] != "/requests"]

    def request(self, path):
        return next(request for request in self.requests() if request["path"] == path)

    def assert_same(self, address, file="good.folded"):
        """What is at the address is what is in the file."""
        self.assertEqual(self.works("info", "--format=json", address).json, self.works("info", "--format=json", file).json)

    # ---- what works ----

    def test_file(self):
        self.assert_same(f"{self.base}/good/good.folded")
        self.assert_same(f"HTTP://127.0.0.1:{self.port}/good/good.folded")

    def test_compressed(self):
        write("good.folded.gz", gzip.compress(read("good.folded").encode()))
        for kind in ["good/good.folded.gz", "gzip/good.folded", "members/good.folded", "gzip/good.folded.gz"]:
            with self.subTest(kind):
                self.assert_same(f"{self.base}/{kind}")
        self.assertEqual(self.request("/gzip/good.folded")["headers"]["Accept-Encoding"], "gzip")

    def test_commands(self):
        """Each command that takes a file."""
        before, after = f"{self.base}/good/good.folded", f"{self.base}/good/other.folded"
        for command in (["compare"], ["explain"], ["callers"], ["check", "--fail-above=200%"]):
            with self.subTest(command):
                run = self.works(*command, before, after)
                files = self.works(*command, "good.folded", "other.folded")
                names = [f"127.0.0.1:{self.port}/good", f"127.0.0.1:{self.port}/other"]
                self.assertEqual(run.out.replace(names[0], "good").replace(names[1], "other")
                                 .replace(before, "good.folded").replace(after, "other.folded"), files.out)
        self.works("convert", before, "-o", "copy.cct.gz")
        self.assertEqual(self.compare("copy.cct.gz", "other.folded"), self.compare("good.folded", "other.folded"))
        self.works("render", before, after, "-o", "out.svg")
        self.works("compare", "--before", before, "--before", before, "--after", after)

    def test_slice(self):
        write("trace.json", json.dumps([
            {"ph": "X", "name": name, "ts": 0, "dur": 10, "pid": 1, "tid": thread}
            for name, thread in (("left", 1), ("right", 2))]))
        self.assert_same(f"{self.base}/good/trace.json@tid=2", "trace.json@tid=2")
        # Both slices are of one recording.
        self.works("compare", f"{self.base}/record/trace.json@tid=1", f"{self.base}/record/trace.json@tid=2")
        self.assertEqual(sum(request["path"] == "/record/trace.json" for request in self.requests()), 1)

    def test_demo(self):
        for path in DEMO:
            shutil.copy(path, ".")
        names = [f"{self.base}/good/{os.path.basename(path)}" for path in DEMO]
        self.assertEqual(self.works("compare", *names, "--format=csv").rows,
                         self.works("compare", *DEMO, "--format=csv").rows)

    def test_side_by_side(self):
        """Both sides are recorded at the same time."""
        self.works("compare", f"{self.base}/record/good.folded?seconds=1",
                   f"{self.base}/record/other.folded?seconds=1")
        first, second = self.requests()
        self.assertLess(max(first["begin"], second["begin"]), min(first["end"], second["end"]))

    def test_progress(self):
        """A terminal sees how long the server records."""
        master, slave = pty.openpty()
        with subprocess.Popen([CYAN, "info", f"{self.base}/record/good.folded?seconds=2"], stdout=subprocess.DEVNULL,
                              stderr=slave) as program:
            os.close(slave)
            seen = b""
            try:
                while piece := os.read(master, 4096):
                    seen += piece
            except OSError:
                pass
            os.close(master)
        self.assertEqual(program.returncode, 0)
        shares = [int(share) for share in re.findall(r"\[=* *\] +(\d+) % Recording", seen.decode())]
        self.assertEqual(shares, sorted(shares))
        self.assertLess(shares[0], 50)
        self.assertGreater(shares[-1], 50)
        self.assertTrue(seen.endswith(b"\r\x1b[K"))

    def test_merge(self):
        """Of many servers, also in a list, and as hosts."""
        first = self.base
        self.serve()
        write("list", f"{first}/good/good.folded\n{self.base}/gzip/good.folded\n")
        self.works("merge", "--by=host", "@list", f"{first}/good/other.folded?key={SECRET}", "-o", "all.cct")
        server, other = (base.removeprefix("http://") for base in (first, self.base))
        self.assertEqual([line.split("\t")[1] for line in read("all.cct").splitlines() if line.startswith("host\t")],
                         sorted([f"{server}/good/good", f"{server}/good/other", other]))
        self.assertNotIn(SECRET, read("all.cct"))
        self.assertEqual(self.works("info", "--format=json", "all.cct").json["total"], 100 + 100 + 200)
        address = f"{first}/good/good.folded"
        self.fails(f"{address}?key=...: is given twice, as argument 1 and as argument 2, and would count twice", "merge",
                   f"{address}?key={SECRET}", f"{address}?key={SECRET}", "-o", "no.cct")
        run = self.works("merge", address, f"{first}/no-page/?key={SECRET}", "--partial", "-o", "part.cct")
        self.assertIn(f"{first}/no-page/?key=...: HTTP 404", run.err)
        self.assertNotIn(SECRET, run.err)

    def test_odd_characters(self):
        """An address is asked for as it was pasted."""
        self.works("info", f'{self.base}/record/good.folded?query=cpu{{service="a b"}}&from=now-1h')
        self.assertEqual(self.requests()[0]["path"],
                         "/record/good.folded?query=cpu%7Bservice=%22a%20b%22%7D&from=now-1h")

    # ---- secrets ----

    def test_headers(self):
        write("headers", f"Authorization: Bearer {SECRET}\r\n\nX-Scope-OrgID: 7\n")
        run = self.works("info", "--http-headers=@headers", f"{self.base}/good/good.folded")
        self.assertNotIn(SECRET, run.out + run.err)
        headers = self.requests()[0]["headers"]
        self.assertEqual((headers["Authorization"], headers["X-Scope-OrgID"]), (f"Bearer {SECRET}", "7"))

    def test_environment(self):
        write("headers", f"X-Key: {SECRET}\n")
        for value in (f"X-Key: {SECRET}", "@headers"):
            self.works("info", f"{self.base}/good/good.folded", env={**os.environ, "CYANOTYPE_HTTP_HEADERS": value})
            self.assertEqual(self.requests()[-1]["headers"]["X-Key"], SECRET)

    def test_redirections_keep_secrets(self):
        write("headers", f"Authorization: Bearer {SECRET}\n")
        for path, sent in (("/moved/good.folded", True), ("/other-host/good.folded", False)):
            with self.subTest(path):
                self.works("info", "--http-headers=@headers", self.base + path)
                last = self.requests()[-1]
                self.assertEqual((last["path"], last["headers"].get("Authorization") is not None),
                                 ("/good/good.folded", sent))
        # Home again, they stay away.
        home = f"{self.base}/good/good.folded"
        self.works("info", "--http-headers=@headers",
                   f"{self.base}/to/?address=http://localhost:{self.port}/to/?address={home}")
        self.assertNotIn("Authorization", self.requests()[-1]["headers"])

    def test_headers_refused(self):
        address = f"{self.base}/good/good.folded"
        self.fails(f"*headers are read from a file*", "info", f"--http-headers=Authorization: {SECRET}", address)
        self.fails("*none*No such file*", "info", "--http-headers=@none", address)
        for text in (f"{SECRET}\n", f"a b: {SECRET}\n", f"a: {SECRET}\x01\n"):
            write("headers", text)
            run = self.cyan("info", "--http-headers=@headers", address)
            self.assert_fails(f"{address}: headers: line 1: not a header like \"Name: value\"", run)
            self.assertNotIn(SECRET, run.err)
        self.assertEqual(self.requests(), [])

    def test_password(self):
        for user in (f"me:{SECRET}@", f"{SECRET}@"):
            run = self.cyan("info", f"http://{user}127.0.0.1:{self.port}/good/good.folded?token={SECRET}&seconds=1")
            self.assert_fails(f"{self.base}/good/good.folded?token=...&seconds=1: other users of this computer can see a "
                              "user and a password in an address; --http-headers @FILE sends *", run)
        self.assertEqual(self.requests(), [])

    def test_brief(self):
        """No command that is offered would fetch another recording, or has a secret."""
        names = [f"{self.base}/good/{name}.folded?token={SECRET}" for name in ("good", "other")]
        for arguments in (["explain", *names], ["callers", *names, "eval"]):
            brief = self.works(*arguments, "--brief").out
            self.assertIn("cyan callers BEFORE AFTER", brief)
            self.assertNotIn(SECRET, brief)

    def test_history(self):
        """A store has the profile, not from where it came."""
        for revision, name in (("1", "good"), ("2", "other")):
            self.works("history", "add", "perf.db", "--create", f"--revision={revision}", "--benchmark=b",
                       f"{self.base}/good/{name}.folded?token={SECRET}")
        self.assertNotIn(SECRET.encode(), pathlib.Path("perf.db").read_bytes())
        self.assertEqual(self.compare("--store=perf.db", "1", "2"), self.compare("good.folded", "other.folded"))

    def test_no_secret_is_shown(self):
        for query in (f"access_token={SECRET}", f"a=1&api_key={SECRET}", f"X-Amz-Signature={SECRET}", f"key={SECRET}"):
            run = self.cyan("info", f"{self.base}/good/none?{query}")
            self.assert_fails("*HTTP 404*", run)
            self.assertNotIn(SECRET, run.err)
        address = f"{self.base}/good/good.folded?token={SECRET}"
        for command in (["info", "--slices"], ["structures"], ["compare", address], ["explain", address]):
            run = self.works(*command, address)
            self.assertNotIn(SECRET, run.out + run.err)
        self.works("compare", address, address, "-f", "html", "-o", "out.html")
        self.assertNotIn(SECRET, read("out.html"))

    # ---- certificates ----

    def test_certificates(self):
        self.run_program("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out",
                         "cert.pem", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
        self.serve("cert.pem", "key.pem")
        address = f"{self.secure}/good/good.folded"
        self.fails(f"{address}: the issuer of its certificate is unknown; --http-ca FILE trusts another one", "info", address)
        self.assertEqual(self.requests(), [])
        self.works("info", "--http-ca=cert.pem", address)
        self.fails("https://127.0.0.1:*: its certificate is that of another server; *", "info", "--http-ca=cert.pem",
                   address.replace("localhost", "127.0.0.1"))
        self.fails("*: good.folded: *", "info", "--http-ca=good.folded", address)
        self.fails("*: a redirection from https: to http:", "info", "--http-ca=cert.pem",
                   f"{self.secure}/to/?address={self.base}/good/good.folded")
        self.works("info", "--http-ca=cert.pem", f"{self.base}/to/?address={address}")

    # ---- harm ----

    def test_harm(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            port = unused.getsockname()[1]
            self.check_harm(port)

    def check_harm(self, closed):
        write("profile.cct.gz", gzip.compress(b"main;work 1\n" * 1000))
        cases = {
            "http://host.invalid/x": "*Error resolving*host.invalid*",
            f"http://127.0.0.1:{closed}/x": "*Connection refused*",
            "/no-page/": "*HTTP 404 Not Found",
            "/busy/": "*HTTP 500 Internal Server Error: Could not enable CPU profiling: cpu profiling already in use",
            "/login/": "*HTTP 401 Unauthorized; --http-headers @FILE sends headers such as Authorization",
            "/empty/": "*empty answer",
            "/html/": "*this is a web page and not a profile*",
            "/good/profile.png": "*HTTP 404*",
            "/cut-gzip/good.folded": "*ends in the middle of the gzip data",
            "/no-gzip/good.folded": "*broken gzip data*",
            "/brotli/good.folded": "*its content is encoded by*br*",
            "/bomb/": "*the gzip data grow to more than 500 times their size",
            "/packed-bomb/": "*the gzip data grow to more than 500 times their size",
            "/loop/": "*more than 5 redirections",
            "/file/": "*a redirection from http: to file:",
            "/nowhere/": "*",
            "/more/good.folded": "*",
            "/less/profile.cct.gz": "*ends in the middle of the gzip data",
            "/cut-chunk/good.folded": "*",
            "/huge/": "*more than 4294967296 bytes",
            "/no-number/": "*",
            "/no-http/": "*",
            "/endless-head/": "*",
        }
        for address, pattern in cases.items():
            with self.subTest(address):
                if address.startswith("/"):
                    address = self.base + address
                with self.no_new_files():
                    self.fails(f"{address}: {pattern}", "convert", address, "-o", "out.cct")

    def test_slow(self):
        """The limit of time is that of reading files."""
        for path in ("silent/", "drip-index/", "endless-folded/", "record/good.folded?seconds=30"):
            with self.subTest(path):
                self.fails(f"{self.base}/{path}: *took longer than 1 s; --time-limit sets another limit", "info",
                           "--time-limit=1", f"{self.base}/{path}")

    def test_other_side(self):
        """One side that fails stops the other."""
        begin = time.monotonic()
        self.fails("*HTTP 404*", "compare", f"{self.base}/no-page/", f"{self.base}/record/good.folded?seconds=30")
        self.assertLess(time.monotonic() - begin, 20)

    def test_memory_limit(self):
        lines = "".join(f"main;f{i};g{i} 1\n" for i in range(300000))
        write("large.folded", lines)
        self.fails(f"{self.base}/good/large.folded: *memory*", "info", "--memory-limit=16M", f"{self.base}/good/large.folded")


unittest.main()
