# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipes of docs/recording.md for stores of profiles, run as they stand there against a server that answers in
the published form of Pyroscope and Parca to the two queries of a recipe, and to nothing else."""

import base64
import http.server
import json
import re
import textwrap
import threading
import urllib.parse

from cli_test import ROOT, CliTest, pathlib, read, unittest, write

FLAME_GRAPH = {"version": 1, "flamebearer": {"names": ["total", "main", "parse"], "maxSelf": 0, "numTicks": 0},
               "metadata": {"format": "single", "spyName": "", "sampleRate": 1000000000, "units": "samples", "name": "cpu"},
               "timeline": {"startTime": 1700000000, "samples": [], "durationDelta": 10, "watermarks": None},
               "groups": None, "heatmap": None}
# In ms, of main and of parse, which it calls.
VALUES = {"1.4": (300, 100), "1.5": (300, 500)}


def pyroscope(query, version):
    """What pkg/querier/http.go asks of a request, and answers."""
    assert query["query"] == [f'process_cpu:cpu:nanoseconds:cpu:nanoseconds{{service_name="shop",version="{version}"}}']
    assert query["from"] == ["now-1h"] and query["until"] == ["now"] and int(query["maxNodes"][0])
    own, called = (1000000 * value for value in VALUES[version])
    graph = dict(FLAME_GRAPH["flamebearer"], levels=[[0, own + called, 0, 0], [0, own + called, own, 1],
                                                     [0, called, called, 2]])
    return dict(FLAME_GRAPH, flamebearer=graph)


class Stores(CliTest):
    def parca(self, query, version):
        """What proto/parca/query/v1alpha1/query.proto has: bytes are base64, 64-bit numbers texts."""
        self.assertEqual(query["merge.query"],
                         [f'process_cpu:cpu:nanoseconds:cpu:nanoseconds:delta{{job="shop",version="{version}"}}'])
        self.assertEqual((query["mode"], query["reportType"]), (["MODE_MERGE"], ["REPORT_TYPE_PPROF"]))
        self.assertTrue(all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", query[f"merge.{end}"][0]) for end in ("start", "end")))
        return {"pprof": self.profiles[version], "total": "0", "filtered": "0"}

    def serve(self, path, answer):
        """Answers requests for this path; returns the address of the server."""
        class Store(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                url = urllib.parse.urlsplit(self.path)
                version, = re.findall(r'version="([^"]*)"', urllib.parse.unquote(url.query))
                content = json.dumps(answer(urllib.parse.parse_qs(url.query), version)).encode() if url.path == path else b""
                self.send_response(200 if content else 404)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"

    def assert_recipe(self, name, place, address):
        text = read(ROOT / "docs/recording.md").split(f"\n**{name}** ")[1].split("\n\n")[1]
        self.assertIn(place, text)
        script = textwrap.dedent(text).replace(place, address).replace("cyan compare", '"$0" compare --format=csv')
        run = self.shell(f"set -e\n{script}")
        self.assertEqual(run.status, 0, run.err)
        row = {row["name"]: row for row in run.rows}["parse"]
        self.assertEqual(row.numbers("before_total", "after_total"), [100e6, 500e6])

    def test_pyroscope(self):
        self.assert_recipe("Pyroscope", "http://pyroscope:4040", self.serve("/pyroscope/render", pyroscope))

    def test_parca(self):
        self.profiles = {}
        for version, (own, called) in VALUES.items():
            write("answer.cct", f"cct 1\nrecording\tsampled\nmetric\tcpu\tns\nfunction\tmain\nfunction\tparse\n"
                  f"0\t1\t-\t{own}e6\n1\t2\t-\t{called}e6\nend\t2\n")
            self.works("convert", "answer.cct", "-o", "answer.pb.gz")
            self.profiles[version] = base64.b64encode(pathlib.Path("answer.pb.gz").read_bytes()).decode()
        self.assert_recipe("Parca", "http://parca:7070", self.serve("/api/profiles/query", self.parca))


if __name__ == "__main__":
    unittest.main()
