#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# appstreamcli has nothing to say against the metadata.
#
# AppStream names developers in a block of their own since 1.0.  An older one knows only the element
# that this block replaced, and skips the block, so it gets the rest with that element.
#
# usage: test-metainfo.py METAINFO

import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r'<developer id="[a-z.]+">\s*<name translate="no">([^<]+)</name>\s*</developer>')


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text(encoding="utf-8")
    version = subprocess.run(["appstreamcli", "--version"], check=True, capture_output=True, text=True).stdout
    assert len(BLOCK.findall(text)) == 1, "one developer, who has an id and a name"
    with tempfile.TemporaryDirectory() as folder:
        if int(re.search(r"(\d+)\.", version)[1]) < 1:
            path = pathlib.Path(folder, path.name)
            path.write_text(BLOCK.sub(r"<developer_name>\1</developer_name>", text), encoding="utf-8")
        return subprocess.run(
            ["appstreamcli", "validate", "--no-net", "--pedantic", "--strict", "--explain", path]).returncode


sys.exit(main())
