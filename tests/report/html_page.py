# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages of `cyan compare --format html` for tests."""

import pathlib
import random
import subprocess
import xml.etree.ElementTree as ElementTree

HTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"


def compare(cyan, folder, before, after, *options, form="html"):
    """The path of the page of two profiles, which are paths or the text of folded stacks."""
    sides = []
    for name, side in (("before", before), ("after", after)):
        path = side
        if isinstance(side, str):
            path = pathlib.Path(folder, name + ".folded")
            path.write_text(side)
        sides.append(str(path))
    page = pathlib.Path(folder, "page." + form)
    subprocess.run([cyan, "compare", *sides, *options, "--format", form, "-o", str(page)], check=True)
    return page


def demo(cyan, folder, root, *options, form="html"):
    """The path of the page of the demo, with its sources."""
    data = pathlib.Path(root, "data", "demo")
    return compare(cyan, folder, data / "before.json.gz", data / "after.json.gz",
                   "--source-before", str(data / "before"), "--source-after", str(data / "after"),
                   *options, form=form)


def synthetic(n, seed):
    """Two folded profiles of about N contexts each, of which few matter and some differ."""
    chance = random.Random(seed)
    stacks, lines = ["main"], ([], [])
    while len(stacks) < n:
        stacks.append(chance.choice(stacks[-2000:]) + f";function_{chance.randrange(3000)}")
    for stack in dict.fromkeys(stacks):
        weight = int(chance.paretovariate(0.8)) + 1
        lines[0].append(f"{stack} {weight}")
        lines[1].append(f"{stack} {weight if chance.random() < 0.8 else weight * 2}")
    return "\n".join(lines[0]) + "\n", "\n".join(lines[1]) + "\n"


def parse(page):
    """The root of a page; the page is XML too, and fails if it is not well-formed."""
    return ElementTree.parse(page).getroot()


def text(element):
    return " ".join("".join(element.itertext()).split())
