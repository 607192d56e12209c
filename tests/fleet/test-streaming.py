# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs for Hadoop Streaming and Spark's pipe of docs/fleet.md, in a pipe of the shell."""

import os
import pathlib

from engine_test import EngineTest
from fleet_test import unittest, write

# What either engine does between the programs: lines go to tasks, and their output, sorted, to the last one.
ENGINE = """\
set -e -o pipefail
rm -f task-*
split -n l/{n} names task-
for task in task-*; do ./map.sh <"$task" >"$task.out"; done
sort -r task-*.out | ./reduce.sh >fleet
cut -f 2 fleet | base64 -d >fleet.cct.gz
"""


class Streaming(EngineTest):
    def setUp(self):
        super().setUp()
        self.write_parts()
        # hdfs dfs -cat NAME
        self.program("hdfs", 'exec cat "$3"')
        for name, script in zip(("map.sh", "reduce.sh"), self.recipe("Hadoop Streaming")):
            write(name, script)
            os.chmod(name, 0o755)
        write("names", "".join(f"{part}\n" for part in sorted(pathlib.Path().glob("profiles/*/*.cct"))))

    def test_tasks(self):
        """However many there are, some without a line."""
        for n in 1, 3, 12:
            self.assert_status(0, self.bash(ENGINE.format(n=n)))
            self.assert_merged("profiles/*/*.cct")

    def test_combiner(self):
        """Sums of sums are the same."""
        self.assert_status(0, self.bash("set -e; mkfifo a b; head -n 4 names | ./map.sh | ./reduce.sh > a & "
                                        "tail -n 5 names | ./map.sh > b & cat a b | ./reduce.sh | cut -f 2 | base64 -d "
                                        "> fleet.cct.gz"))
        self.assert_merged("profiles/*/*.cct")

    def test_bad_part(self):
        """The task fails, without a line of output, and says why."""
        write("profiles/web1/1.cct", "cct 1\nend\t7\n")
        run = self.bash("./map.sh < names")
        self.assertEqual((run.status, run.out), (2, ""))
        self.assertIn("part-2", run.err)


if __name__ == "__main__":
    unittest.main()
