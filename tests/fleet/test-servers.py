# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles of servers of Debian by their addresses, and recordings of Node from a server of files."""

import contextlib
import pathlib
import re
import subprocess
import sys
import threading
import urllib.request

from fleet_test import FleetTest, answers, free_ports, unittest, write

# What each kind is measured in, and a function of each such server.
KINDS = (("profile?seconds=2", "cpu", "net/http.(*conn).serve"), ("heap", "inuse_space", "main.main"),
         ("allocs", "alloc_space", "net/http.(*conn).serve"), ("goroutine", "goroutine", "runtime.main"),
         ("threadcreate", "threadcreate", ""))

TOTAL = "function total(goods) {\n  let sum = 0;\n  for (const name of goods.keys())\n    sum += %s;\n  return sum;\n}\n"
QUICK = TOTAL % "goods.get(name)"
SLOW = TOTAL % "[...goods].find(([other]) => other === name)[1]"
SHOP = """
function search(goods, text) {
  let n = 0;
  for (const name of goods.keys())
    n += name.split("").reverse().join("").includes(text);
  return n;
}

const goods = new Map();
for (let i = 0; i < 200; i++)
  goods.set("thing " + i, i);
let sum = 0;
for (let i = 0; i < 1000; i++)
  sum += total(goods) + search(goods, "91");
"""


@contextlib.contextmanager
def visitors(url):
    """Within it, somebody asks for a page all the time."""
    def visit():
        while not over.is_set():
            urllib.request.urlopen(url).read()

    over = threading.Event()
    thread = threading.Thread(target=visit)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class Servers(FleetTest):
    def assert_kinds(self, address):
        for kind, metric, function in KINDS:
            url = f"{address}/debug/pprof/{kind}"
            with visitors(f"{address}/metrics"):
                out = self.fine("info", url).out
                self.works("convert", url, "-o", "kept.folded", "--force")
                self.assert_same_sum(url, metric)
            self.assertRegex(out, r"\Aformat +pprof\n")
            self.assertRegex(out, rf"\n{metric} +[1-9]", kind)
            self.assertIn(function, pathlib.Path("kept.folded").read_text(encoding="utf-8"))

    def assert_same_sum(self, url, metric):
        """Of one answer, kept as a file, the sum is that of Go's own tool."""
        with urllib.request.urlopen(url) as answer:
            write("kept.pb.gz", answer.read())
        value, unit = re.search(rf"\n{metric} .*\((\d+) (\w+)\)\n", self.works("info", "kept.pb.gz").out).groups()
        top = subprocess.run(["go", "tool", "pprof", "-top", f"-sample_index={metric}", f"-unit={unit}", "kept.pb.gz"],
                             check=True, capture_output=True, text=True).stdout
        self.assertRegex(top, rf" of {value}(ns|B)? total\n")

    def test_prometheus(self):
        port, = free_ports(1)
        address = f"http://127.0.0.1:{port}"
        write("prometheus.yml", "global: {scrape_interval: 1s}\nscrape_configs:\n"
              f"- {{job_name: itself, static_configs: [{{targets: ['127.0.0.1:{port}']}}]}}\n")
        self.start("prometheus", ["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data",
                                  f"--web.listen-address=127.0.0.1:{port}"], lambda: answers(f"{address}/-/ready"))
        self.assert_kinds(address)
        heap = f"{address}/debug/pprof/heap"
        self.works("compare", heap, heap)

    def test_etcd(self):
        client, peer = (f"http://127.0.0.1:{port}" for port in free_ports(2))
        self.start("etcd", ["etcd", "--enable-pprof", "--data-dir=data", f"--listen-client-urls={client}",
                            f"--advertise-client-urls={client}", f"--listen-peer-urls={peer}",
                            f"--initial-advertise-peer-urls={peer}", f"--initial-cluster=default={peer}"],
                   lambda: answers(f"{client}/health"))
        self.assert_kinds(client)

    def test_node(self):
        """--cpu-prof of two versions, from any server of files."""
        for version, total in ("old", QUICK), ("new", SLOW):
            write(f"{version}/shop.js", total + SHOP)
            subprocess.run(["node", "--cpu-prof", "--cpu-prof-name=shop.cpuprofile", "shop.js"], cwd=version, check=True)
        port, = free_ports(1)
        address = f"http://127.0.0.1:{port}"
        self.start("files", [sys.executable, "-m", "http.server", "--bind=127.0.0.1", port],
                   lambda: answers(address))
        run = self.works("explain", f"{address}/old/shop.cpuprofile", f"{address}/new/shop.cpuprofile",
                         "--source-before=old", "--source-after=new")
        self.assertRegex(run.out, r"\nStart here\n  1\. total \(")


if __name__ == "__main__":
    unittest.main()
