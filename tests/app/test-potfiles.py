#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# po/POTFILES.in lists exactly the files with translatable texts, in order.
#
# usage: test-potfiles.py SOURCE_ROOT

import pathlib
import re
import sys

C_CALL = re.compile(r"\b(?:(?:_|N_|C_|NC_|Q_|n?gettext|g_dp?n?gettext2?)\s*\("
                    r"|cyan_profile_builder_warn_n\s*\((?!\s*CyanProfileBuilder))")
C_NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|\'(?:\\.|[^\'\\\n])\'|"(?:\\.|[^"\\])*"', re.S)
MARKUP = re.compile(r'\btranslatable="yes"|\bgettext-domain="')
# File types that always have translatable texts.
WHOLE_FORMATS = (".desktop.in", ".metainfo.xml.in", ".mime.xml.in")


def has_words(path):
    if path.name.endswith(WHOLE_FORMATS):
        return True
    if path.name == "cyan-i18n.h":
        return False
    if path.suffix in (".c", ".h"):
        return C_CALL.search(C_NOISE.sub('""', path.read_text(encoding="utf-8"))) is not None
    return path.suffix in (".ui", ".xml") and MARKUP.search(path.read_text(encoding="utf-8")) is not None


def main():
    root = pathlib.Path(sys.argv[1])
    lines = (root / "po/POTFILES.in").read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if line and not line.startswith("#")]
    files = [path for folder in ("src", "ui", "data") for path in (root / folder).rglob("*") if path.is_file()]
    wanted = {path.relative_to(root).as_posix() for path in files if has_words(path)}
    problems = []

    assert len(wanted) >= 10, "the sources were not found"
    for name in sorted(wanted - set(listed)):
        problems.append(f"{name} has words for translators, but is not in po/POTFILES.in")
    for name in sorted(set(listed) - wanted):
        problems.append(f"po/POTFILES.in lists {name}, which has nothing to translate or does not exist")
    if listed != sorted(set(listed)):
        problems.append("po/POTFILES.in is not sorted, or lists a file twice")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
