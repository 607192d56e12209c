#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Files get the types of our MIME package, whatever else is installed, and the desktop entry opens
# only such types.  Uses GIO, as a file manager does.
#
# usage: test-mime.py MIME_PACKAGE DESKTOP_ENTRY

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CCT = b"cct 1\nmetric\ttime\tns\nfunction\tmain\n0\t1\t1\t10\nend\t1\n"
FOLDED = b"main;parse;lex 42\n"
CALLGRIND = b"# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n"

FILES = [
    ("a.cct", CCT, "application/vnd.cyanotype.cct"),
    ("cct-without-ending", CCT, "application/vnd.cyanotype.cct"),
    ("crlf-without-ending", CCT.replace(b"\n", b"\r\n"), "application/vnd.cyanotype.cct"),
    ("a.cct.gz", gzip.compress(CCT), "application/vnd.cyanotype.cct+gzip"),
    ("s.folded", FOLDED, "text/x-folded-stacks"),
    ("s.collapsed", FOLDED, "text/x-folded-stacks"),
    ("cpu.pb.gz", gzip.compress(b"\n\4\10\1\20\2"), "application/x-pprof"),
    ("a.speedscope.json", b'{"exporter":"x"}', "application/x-speedscope+json"),
    ("node.cpuprofile", b'{"nodes":[],"startTime":0}', "application/x-cpuprofile+json"),
    ("node.heapprofile", b'{"head":{},"samples":[]}', "application/x-heapprofile+json"),
    ("app.jfr", b"FLR\0\0\2\0\1", "application/x-jfr"),
    ("jfr-without-ending", b"FLR\0\0\2\0\1", "application/x-jfr"),
    ("callgrind.out.4711", CALLGRIND, "application/x-kcachegrind"),
    ("callgrind-without-ending", CALLGRIND, "application/x-kcachegrind"),
    ("perf.data", b"PERFILE2\x68\0\0\0\0\0\0\0", "application/x-perf-data"),
    ("work.cyanotype", b"{}", "application/x-cyanotype-session+json"),
    ("session-without-ending", b'{\n  "format": "cyanotype-session",\n', "application/x-cyanotype-session+json"),
    # Other files keep their types.
    ("a.json", b'{"traceEvents":[]}', "application/json"),
    ("plain.gz", gzip.compress(FOLDED), "application/gzip"),
    ("notes.txt", b"cct is short for calling context tree\n", "text/plain"),
]


def main():
    package, entry = (pathlib.Path(argument) for argument in sys.argv[1:])
    problems = []

    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        packages = root / "share/mime/packages"
        packages.mkdir(parents=True)
        shutil.copy("/usr/share/mime/packages/freedesktop.org.xml", packages)
        shutil.copy(package, packages)
        environment = {
            **os.environ,
            "LC_ALL": "C.UTF-8",
            "HOME": folder,
            "XDG_DATA_HOME": folder + "/home",
            "XDG_DATA_DIRS": folder + "/share",
        }
        subprocess.run(["update-mime-database", root / "share/mime"], check=True, env=environment)
        for name, content, expected in FILES:
            path = root / name
            path.write_bytes(content)
            answer = subprocess.run(
                ["gio", "info", "-a", "standard::content-type", path],
                check=True, env=environment, capture_output=True, text=True,
            ).stdout
            found = re.search(r"standard::content-type: (\S+)", answer)
            if found is None or found.group(1) != expected:
                problems.append(f"{name}: {found and found.group(1)} instead of {expected}")

    known = set(re.findall(r'<mime-type type="([^"]+)"', package.read_text(encoding="utf-8")))
    claimed = re.search(r"^MimeType=(.*)$", entry.read_text(encoding="utf-8"), re.M).group(1)
    for name in filter(None, claimed.split(";")):
        if name not in known:
            problems.append(f"the desktop entry claims {name}, which the MIME package does not define")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
