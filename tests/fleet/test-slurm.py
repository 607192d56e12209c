# SPDX-License-Identifier: GPL-3.0-or-later
"""Slurm on three nodes, which one machine plays, as docs/fleet.md has it."""

import getpass
import os
import re
import shutil
import socket

from engine_test import EngineTest
from fleet_test import ROOT, free_ports, unittest, write

NODES = 3
CONFIGURATION = """\
ClusterName=fleet
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
MailProg=/bin/true
SchedulerParameters=sched_interval=1
NodeName=node[1-{n}] NodeHostname={host} NodeAddr=127.0.0.1 Port={ports} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
"""
PROGRAM = """\
import sys

def work(n):
    return sum(range(n))

def other(n):
    return sorted(range(n), key=lambda i: -i)

with open(sys.argv[1]) as file:
    for line in file:
        (work if int(line) % 2 else other)(int(line))
"""


class Slurm(EngineTest):
    def setUp(self):
        super().setUp()
        self.start_munge()
        self.start_slurm()

    def start_munge(self):
        """What Slurm knows users by, with a key of its own."""
        write("munge/key", os.urandom(1024))
        os.chmod("munge/key", 0o400)
        for folder in ".", "munge":
            os.chmod(folder, 0o711)
        options = {option: f"{os.getcwd()}/munge/{name}" for option, name in (
            ("key-file", "key"), ("socket", "socket"), ("pid-file", "pid"), ("log-file", "log"), ("seed-file", "seed"))}
        self.start("munged", ["munged", "--foreground", *(f"--{name}={path}" for name, path in options.items())],
                   lambda: os.path.exists("munge/socket"))

    def start_slurm(self):
        host, (port, *ports) = socket.gethostname().split(".")[0], free_ports(1 + NODES)
        os.mkdir("state")
        write("slurm.conf", CONFIGURATION.format(
            host=host, user=getpass.getuser(), port=port, folder=os.getcwd(), n=NODES,
            ports=f"[{','.join(map(str, ports))}]"))
        # Newer versions look for control groups, which a container may lack, although nothing here needs them.
        version = re.search(r" (\d+)\.", self.run_program("slurmd", "-V").out)
        write("cgroup.conf", "CgroupPlugin=disabled\n" if int(version[1]) >= 23 else "")
        os.environ["SLURM_CONF"] = f"{os.getcwd()}/slurm.conf"
        self.addCleanup(os.environ.pop, "SLURM_CONF")
        self.start("slurmctld", ["slurmctld", "-D", "-i"], lambda: self.run_program("scontrol", "ping").status == 0)
        for i in range(1, NODES + 1):
            self.start(f"slurmd-{i}", ["slurmd", "-D", "-N", f"node{i}"], lambda name=f"node{i}": "idle" in self.run_program(
                "sinfo", "--noheader", "--nodes", name, "--format=%T").out)

    def test_array(self):
        record, reduce, submit = self.recipe("Slurm")
        write("record.sh", record)
        write("reduce.sh", reduce)
        write("prog.py", PROGRAM)
        shutil.copy(ROOT / "docs/examples/record.py", "record.py")
        for i in range(1, 9):
            write(f"input-{i}", "".join(f"{100 * j + i}\n" for j in range(20)))
        self.assert_status(0, self.bash(submit))
        self.assert_merged("parts/*.cct.gz")
        self.assertEqual(len(os.listdir("parts")), 8)

        # A task fails: there is no sum of the others.
        shutil.rmtree("parts")
        write("input-5", "five\n")
        self.assertNotEqual(self.bash(submit).status, 0)
        self.assertFalse(os.path.exists("fleet.cct.gz"))


if __name__ == "__main__":
    unittest.main()
