# SPDX-License-Identifier: GPL-3.0-or-later
"""GNU parallel over ssh, as docs/fleet.md has it."""

import contextlib
import getpass
import os
import shutil
import socket
import subprocess
import sys

from engine_test import HOSTS, EngineTest
from fleet_test import answers, free_ports, unittest, write

# As root the server wants a folder, which its unit or its init script makes.
RUN_FOLDER = "/run/sshd"
SERVER = """\
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/ssh/host
AuthorizedKeysFile {folder}/ssh/user.pub
PidFile none
UsePAM no
StrictModes no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
SetEnv PATH={path}
"""
CLIENT = """\
Host web*
HostName 127.0.0.1
Port {port}
User {user}
IdentityFile {folder}/ssh/user
IdentitiesOnly yes
UserKnownHostsFile {folder}/ssh/known
GlobalKnownHostsFile /dev/null
StrictHostKeyChecking no
LogLevel ERROR
"""


def connects(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


class Parallel(EngineTest):
    def setUp(self):
        super().setUp()
        self.write_parts()

    def start_ssh(self):
        """A server with keys of its own, which plays all hosts, and an `ssh` that knows them."""
        port, = free_ports(1)
        place = {"port": port, "folder": os.getcwd(), "user": getpass.getuser(), "path": self.path}
        write("ssh/server", SERVER.format(**place))
        write("ssh/client", CLIENT.format(**place))
        for key in "host", "user":
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"ssh/{key}"], check=True)
        if os.geteuid() == 0 and not os.path.exists(RUN_FOLDER):
            os.mkdir(RUN_FOLDER)
            self.addCleanup(os.rmdir, RUN_FOLDER)
        self.start("sshd", ["/usr/sbin/sshd", "-D", "-e", "-f", "ssh/server"], lambda: connects(port))
        self.program("ssh", f'exec {shutil.which("ssh")} -F {os.getcwd()}/ssh/client "$@"')

    def test_ssh(self):
        self.start_ssh()
        over_ssh, _ = self.recipe("GNU parallel, over ssh", **{"/srv/profiles": f"{os.getcwd()}/profiles/{{}}"})
        self.assert_status(0, self.bash(over_ssh))
        self.assert_merged("profiles/*/*.cct")

        by_host, = self.recipe("Which host is slow")
        self.assert_status(0, run := self.bash(by_host))
        self.assert_matches("*\nhosts *3, with * each, *", run.out)

        # One host has a part that cannot be read.
        shutil.rmtree("parts")
        os.remove("fleet.cct.gz")
        write("profiles/web2/1.cct", "cct 1\nend\t7\n")
        run = self.bash(over_ssh)
        self.assertNotEqual(run.status, 0)
        self.assertIn("profiles/web2/1.cct", run.err)
        self.assertFalse(os.path.exists("fleet.cct.gz"))

    def test_addresses(self):
        """A server of files plays the endpoints."""
        port, = free_ports(1)
        address = f"http://127.0.0.1:{port}"
        self.start("files", [sys.executable, "-m", "http.server", "--bind=127.0.0.1", port], lambda: answers(address))
        for host in HOSTS:
            os.rename(f"profiles/{host}/2.cct", f"profiles/{host}/profile")
        _, of_endpoints = self.recipe("GNU parallel, over ssh", **{
            "http://{}:6060/debug/pprof/profile?seconds=10": f"{address}/profiles/{{}}/profile"})
        self.assert_status(0, self.bash(of_endpoints))
        self.assert_merged("profiles/*/profile")


if __name__ == "__main__":
    unittest.main()
