# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of the fleet run `cyan` with real servers and engines, each in a temporary folder: started on free ports of
this machine, without a file outside of the folder, and stopped at the end.

`./dev test --full` installs their packages.
"""

import http.client
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import urllib.request

sys.path.append(str(pathlib.Path(__file__).parents[1] / "cli"))

from cli_test import CYAN, ROOT, TESTS, CliTest, read, unittest, write

# In seconds, for machines that are slow or busy.
PATIENCE = 120


def free_ports(n):
    """Ports that the system gave out; nobody else is given one of them soon."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(n)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def answers(url):
    """Whether a server says 200."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return answer.status == 200
    except (OSError, http.client.HTTPException):
        return False


class FleetTest(CliTest):
    def run(self, result=None):
        """What the programs printed is shown if a test fails."""
        known = len(result.failures) + len(result.errors)
        self.logs = []
        super().run(result)
        if len(result.failures) + len(result.errors) > known:
            for name, text in self.logs:
                print(f"---- {name}\n{text[-8000:]}", file=sys.stderr)

    def assert_status(self, status, run):
        self.assertEqual(run.status, status, f"{run.arguments}\n{run.err}{run.out}")

    def until(self, ready, what, process=None):
        """Waits until ready () returns something, and returns it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := ready():
                return found
            if process and process.poll() is not None:
                self.fail(f"{what} ended with status {process.returncode}")
            time.sleep(0.05)
        self.fail(f"{what} is not ready after {PATIENCE} s")

    def start(self, name, command, ready, **options):
        """Starts a program, which dies with this one, and waits until it is ready; its output goes to NAME.log."""
        with open(f"{name}.log", "w", encoding="utf-8") as log:
            process = subprocess.Popen(["setpriv", "--pdeathsig=TERM", *map(str, command)], stdin=subprocess.DEVNULL,
                                       stdout=log, stderr=log, start_new_session=True, **options)
        self.addCleanup(self.stop, name, process)
        return self.until(ready, name, process)

    def stop(self, name, process):
        """Ends a program and what it started."""
        for number in signal.SIGTERM, signal.SIGKILL:
            try:
                os.killpg(process.pid, number)
                process.wait(10)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass
        process.wait()
        self.logs.append((name, read(f"{name}.log")))
