# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipes of docs/fleet.md are run as they stand there: each engine makes the file that one merge of all parts
makes."""

import os
import pathlib
import re
import textwrap
import unittest.mock

from fleet_test import CYAN, ROOT, FleetTest, read, write

HOSTS = ["web1", "web2", "web3"]
PART = """\
cct 1
recording	sampled
metric	time	ms
function	main
function	serve
function	only {host}
0	1	-	0.1
1	2	-	{serve}
1	3	-	{only}
end	3
"""


class EngineTest(FleetTest):
    def setUp(self):
        """The engine finds `cyan` by its name."""
        super().setUp()
        self.program("cyan", f'exec {CYAN} "$@"')
        self.path = f"{os.getcwd()}/bin:{os.environ['PATH']}"
        self.enter(unittest.mock.patch.dict(os.environ, PATH=self.path))

    def program(self, name, script):
        write(f"bin/{name}", f"#!/bin/bash\n{script}\n")
        os.chmod(f"bin/{name}", 0o755)

    def recipe(self, section, **places):
        """The indented blocks of a section; what the document calls KEY is VALUE here."""
        text = "\n" + read(ROOT / "docs/fleet.md").split(f"\n## {section}\n")[1].split("\n## ")[0]
        for name, place in places.items():
            self.assertIn(name, text)
            text = text.replace(name, place)
        return [textwrap.dedent(block) for block in re.findall(r"(?<=\n\n)(?:    .*\n+)+", text)]

    def write_parts(self):
        """Three parts of three hosts, whose sums depend on the order in which they are rounded."""
        for i, host in enumerate(HOSTS):
            for j in range(3):
                write(f"profiles/{host}/{j}.cct", PART.format(host=host, serve=0.1 * (3 * i + j), only=f"{10 ** (7 * j)}.7"))
        write("hosts", "".join(f"{host}\n" for host in HOSTS))

    def bash(self, script):
        return self.run_program("bash", "-c", script)

    def assert_merged(self, parts):
        """fleet.cct.gz is what the parts make at once."""
        self.works("merge", *sorted(pathlib.Path().glob(parts)), "-o", "all.cct.gz")
        self.assertEqual(pathlib.Path("fleet.cct.gz").read_bytes(), pathlib.Path("all.cct.gz").read_bytes())
