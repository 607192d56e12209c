# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles of servers of Debian by their addresses, and recordings of Node from a server of files."""

import os

from fleet_test import FleetTest, answers, free_ports, re, subprocess, sys, unittest, write

# What each kind is measured in, and what such a server runs or keeps in any case.
KINDS = (("profile?seconds=2", "cpu", ""), ("heap", "inuse_space", "main.main"), ("allocs", "alloc_space", "main.main"),
         ("goroutine", "goroutine", "runtime.main"), ("threadcreate", "threadcreate", ""))

QUICK = "function find(goods, name) { return goods.get(name); }\n"
SLOW = "function find(goods, name) { for (const [key, price] of goods) if (key === name) return price; }\n"
SHOP = """
const goods = new Map();
for (let i = 0; i < 200; i++)
  goods.set("thing " + i, i);
let sum = 0;
for (const end = Date.now() + 400; Date.now() < end;)
  for (const name of goods.keys())
    sum += find(goods, name);
"""


class Servers(FleetTest):
    def assert_kinds(self, address):
        for kind, metric, function in KINDS:
            url = f"{address}/debug/pprof/{kind}"
            out = self.fine("info", url).out
            self.assertRegex(out, r"\Aformat +pprof\n")
            self.assertRegex(out, rf"\n{metric} +\d", kind)
            self.assertIn(function, self.works("convert", "-o", "-", url).out)

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
        for version, find in ("old", QUICK), ("new", SLOW):
            write(f"{version}/shop.js", find + SHOP)
            subprocess.run(["node", "--cpu-prof", "--cpu-prof-name=shop.cpuprofile", "shop.js"], cwd=version, check=True)
        port, = free_ports(1)
        address = f"http://127.0.0.1:{port}"
        self.start("files", [sys.executable, "-m", "http.server", "--bind=127.0.0.1", port],
                   lambda: answers(address))
        run = self.works("explain", f"{address}/old/shop.cpuprofile", f"{address}/new/shop.cpuprofile",
                         "--source-before=old", "--source-after=new")
        self.assertRegex(run.out, r"\nStart here\n  1\. find \(")


if __name__ == "__main__":
    unittest.main()
