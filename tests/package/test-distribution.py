#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
What a user gets: the files that `meson install` installs, the screenshots of the metadata, and the
Flatpak manifest.

usage: test-distribution.py SOURCE_ROOT BUILD_ROOT
"""

import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

ID = "io.github.cyanotype.Cyanotype"
PROGRAMS = ["cyan", "cyanotype"]


def languages():
    return (ROOT / "po/LINGUAS").read_text(encoding="utf-8").split()


def installed(folder):
    """All files of `meson install`, relative to the prefix, and their texts."""
    subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", folder],
                   check=True, stdout=subprocess.DEVNULL)
    prefix = next(pathlib.Path(folder).rglob("bin")).parent
    return {str(path.relative_to(prefix)): path for path in prefix.rglob("*") if not path.is_dir()}


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.files = installed(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_files(self):
        """Nothing is missing, and nothing else is there."""
        expected = [f"bin/{name}" for name in PROGRAMS]
        expected += [f"share/man/man1/{name}.1" for name in PROGRAMS]
        expected += [f"share/bash-completion/completions/{name}" for name in PROGRAMS]
        expected += [f"share/locale/{name}/LC_MESSAGES/cyanotype.mo" for name in languages()]
        expected += [
            f"share/applications/{ID}.desktop",
            f"share/dbus-1/services/{ID}.service",
            f"share/glib-2.0/schemas/{ID}.gschema.xml",
            f"share/icons/hicolor/scalable/apps/{ID}.svg",
            f"share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg",
            f"share/metainfo/{ID}.metainfo.xml",
            f"share/mime/packages/{ID}.xml",
        ]
        self.assertEqual(sorted(self.files), sorted(expected))

    def test_types(self):
        """Each type that the desktop entry opens is described."""
        entry = self.files[f"share/applications/{ID}.desktop"].read_text(encoding="utf-8")
        types = re.search(r"^MimeType=(.*);$", entry, re.M)[1].split(";")
        package = ElementTree.parse(self.files[f"share/mime/packages/{ID}.xml"]).getroot()
        described = {element.get("type") for element in package}
        metainfo = ElementTree.parse(self.files[f"share/metainfo/{ID}.metainfo.xml"]).getroot()
        for name in types:
            self.assertIn(name, described)
        self.assertEqual({element.text for element in metainfo.iter("mediatype")}, set(types))

    def test_service(self):
        """The service starts the program where it is installed."""
        service = self.files[f"share/dbus-1/services/{ID}.service"].read_text(encoding="utf-8")
        program = pathlib.Path(re.search(r"^Exec=(\S+)", service, re.M)[1])
        self.assertEqual(program.name, "cyanotype")
        self.assertTrue(str(self.files["bin/cyanotype"]).endswith(str(program)))

    def test_starts(self):
        for name in PROGRAMS:
            said = subprocess.run([self.files[f"bin/{name}"], "--version"], check=True,
                                  capture_output=True, text=True).stdout
            self.assertRegex(said, rf"^{name} \d+\.\d+")


class Screenshots(unittest.TestCase):
    def size(self, path):
        """Width and height in the header of a PNG."""
        return struct.unpack(">II", path.read_bytes()[16:24])

    def test_metainfo(self):
        metainfo = ElementTree.parse(ROOT / f"data/{ID}.metainfo.xml.in").getroot()
        images = list(metainfo.iter("image"))
        self.assertGreaterEqual(len(images), 3)
        for image in images:
            path = ROOT / "docs/images" / image.text.rsplit("/", 1)[1]
            self.assertEqual(self.size(path), (int(image.get("width")), int(image.get("height"))))
            self.assertLess(path.stat().st_size, 200_000)

    def test_readme(self):
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        for image in re.findall(r"!\[[^]]+\]\(([^)]+)\)", readme):
            self.assertTrue((ROOT / image).exists(), image)


class Flatpak(unittest.TestCase):
    path = f"data/flatpak/{ID}.json"

    def setUp(self):
        self.manifest = json.loads((ROOT / self.path).read_text(encoding="utf-8"))

    def test_names(self):
        self.assertEqual(self.manifest["id"], ID)
        self.assertEqual(self.manifest["command"], "cyanotype")
        self.assertEqual(self.manifest["runtime"], "org.gnome.Platform")
        self.assertEqual(self.manifest["sdk"], "org.gnome.Sdk")

    def test_permissions(self):
        """The window may be shown, and files may be read: no network, no other bus names."""
        self.assertEqual(self.manifest["finish-args"],
                         ["--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--device=dri",
                          "--filesystem=home:ro"])

    def test_sources(self):
        """What is downloaded is what it was."""
        *modules, own = self.manifest["modules"]
        for module in modules:
            for source in module["sources"]:
                self.assertTrue(source["url"].startswith("https://"), source["url"])
                if source["type"] == "git":
                    self.assertRegex(source["commit"], r"^[0-9a-f]{40}$")
                else:
                    self.assertRegex(source["sha256"], r"^[0-9a-f]{64}$")
        self.assertEqual(own["name"], "cyanotype")
        self.assertEqual([source["type"] for source in own["sources"]], ["dir"])
        folder = (ROOT / self.path).parent / own["sources"][0]["path"]
        self.assertEqual(folder.resolve(), ROOT)

    def test_modules(self):
        """Each library that the build asks for is a module, or the runtime has it, or it is left
        out: a server cannot be reached without a network."""
        in_runtime = {"m", "glib-2.0", "gio-2.0", "gio-unix-2.0", "gmodule-no-export-2.0", "zlib", "libzstd", "cairo",
                      "cairo-pdf", "pango", "pangocairo", "gtk4", "libadwaita-1", "gtksourceview-5",
                      "sqlite3"}
        modules = {module["name"] for module in self.manifest["modules"]} | {"iberty"}
        build = (ROOT / "meson.build").read_text(encoding="utf-8")
        asked = set(re.findall(r"(?:dependency|find_library) ?\('([^']+)'", build))
        options = self.manifest["modules"][-1]["config-opts"]
        left_out = {library for library, feature
                    in re.findall(r"dependency\('([^']+)'.*get_option\('(\w+)'\)", build)
                    if f"-D{feature}=disabled" in options}
        self.assertGreater(len(asked), 10)
        self.assertEqual(asked - in_runtime - modules - left_out, set())
        self.assertIn("libiberty", modules)


if __name__ == "__main__":
    ROOT, BUILD = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
