# SPDX-License-Identifier: GPL-3.0-or-later
"""Where profiles may come from: pipes, text in UTF-16, and the user's reader of other formats."""

from cli_test import CliTest, data, unittest, write

STRANGE = "strange profile\nmain 5\nmain/parse 7\n"
READER = ["--reader", "tail -n +2 | tr / ';'"]


class Input(CliTest):
    def script(self, script):
        return self.shell(script, data("cmark-a.perf.txt.zst"), data("cmark-b.perf.txt.zst"))

    def printed(self, script):
        return self.assert_fine(self.script(script)).out

    def test_pipes(self):
        """They give what files give, but for the names of the sides."""
        files = self.printed('"$0" compare -f csv "$1" "$2" | tail -n +2')
        for script in ('"$0" compare -f csv <(zstdcat "$1") <(cat "$2")',
                       'zstdcat "$2" | "$0" compare -f csv "$1" /dev/stdin',
                       'mkfifo one; (sleep 0.1; cat "$1" >one) & "$0" compare -f csv one "$2"'):
            self.assertEqual(self.printed(f"{script} | tail -n +2"), files)
        self.assert_fails("only one profile can be standard input", self.script('"$0" compare - /dev/stdin <"$1"'))
        self.assert_matches("pipe to standard input: *", self.printed('"$0" compare <(zstdcat "$1") - <"$2"'))

    def test_utf16(self):
        one = self.printed('"$0" convert "$1" -o - | head -c -1 | md5sum')
        for mark, order in (r"\377\376", "LE"), (r"\376\377", "BE"):
            self.assertEqual(one,
                             self.printed(f'''zstdcat "$1" | (printf '{mark}'; iconv -f UTF-8 -t UTF-16{order}) >wide
                                                   "$0" convert wide -o - | head -c -1 | md5sum'''))

    def test_reader(self):
        write("strange", STRANGE + "\1")
        write("known.folded", "main;parse 7\nmain 6\n")
        self.fails("strange: lines that end in a number, as many files have; if *", "info", "strange")
        write("strange", STRANGE)
        read = self.fine("convert", "strange", "-o", "-", *READER).out
        self.assert_matches("*function\tmain\n*function\tparse\n*\t5\n*\t7\n*", read)
        self.assertEqual(self.fine("convert", "strange", "-o", "-", "--reader", "tail -n +2 \"$1\" | tr / ';'").out,
                         read)
        # What is certainly known is read as ever.
        self.assert_matches("known to strange: 13 to 12, *",
                            self.fine("compare", "known.folded", "strange", *READER).out)
        for reader, message in (("echo away >&2; exit 3", "strange: the reader failed with exit status 3: away"),
                                ("true", "strange: the reader found nothing in it"),
                                ("", "--reader: the command is empty")):
            self.fails(message, "info", "strange", "--reader", reader)


if __name__ == "__main__":
    unittest.main()
