/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where profiles may come from: pipes, text in UTF-16, and the user's reader of other formats. */
#include "cli-fixture.h"
#include "tests.h"

#define STRANGE "strange profile\nmain 5\nmain/parse 7\n"
#define READER  "--reader", "tail -n +2 | tr / ';'"

static Run *
shell (const char *script)
{
  g_autofree char *a = data_path ("cmark-a.perf.txt.zst");
  g_autofree char *b = data_path ("cmark-b.perf.txt.zst");

  return run_program ("bash", "-c", script, cyan_path (), a, b, NULL);
}

/* @script must print what files print, but for the names of the sides. */
static void
assert_like_files (const char *script)
{
  g_autoptr (Run) files = shell ("\"$0\" compare -f csv \"$1\" \"$2\" | tail -n +2");
  g_autoptr (Run) pipes = shell (script);

  assert_fine (files);
  assert_fine (pipes);
  g_assert_cmpstr (pipes->out, ==, files->out);
}

TEST ("/cli/input/pipes")
{
  g_autoptr (Run) twice = shell ("\"$0\" compare - /dev/stdin <\"$1\"");
  g_autoptr (Run) names = shell ("\"$0\" compare <(zstdcat \"$1\") - <\"$2\"");

  assert_like_files ("\"$0\" compare -f csv <(zstdcat \"$1\") <(cat \"$2\") | tail -n +2");
  assert_like_files ("zstdcat \"$2\" | \"$0\" compare -f csv \"$1\" /dev/stdin | tail -n +2");
  assert_like_files ("mkfifo one; (sleep 0.1; cat \"$1\" >one) & \"$0\" compare -f csv one \"$2\" "
                     "| tail -n +2");
  assert_fails (twice, "only one profile can be standard input");
  assert_fine (names);
  assert_matches (names->out, "pipe to standard input: *");
}

TEST ("/cli/input/utf16")
{
  g_autoptr (Run) one = shell ("\"$0\" convert \"$1\" -o - | head -c -1 | md5sum");

  assert_fine (one);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *script = g_strdup_printf (
          "zstdcat \"$1\" | (printf '%s'; iconv -f UTF-8 -t UTF-16%s) >wide; \"$0\" convert wide "
          "-o - | head -c -1 | md5sum",
          i == 0 ? "\\377\\376" : "\\376\\377", i == 0 ? "LE" : "BE");
      g_autoptr (Run) other = shell (script);

      assert_fine (other);
      g_assert_cmpstr (other->out, ==, one->out);
    }
}

TEST ("/cli/input/reader")
{
  g_autoptr (Run) unknown = NULL, read = NULL, path = NULL, compare = NULL, fails = NULL,
                  mute = NULL, empty = NULL;

  write_file ("strange", STRANGE "\001", -1);
  write_file ("known.folded", "main;parse 7\nmain 6\n", -1);
  unknown = cyan ("info", "strange", NULL);
  assert_fails (unknown, "strange: not a profile that we know");
  write_file ("strange", STRANGE, -1);
  read = cyan ("convert", "strange", "-o", "-", READER, NULL);
  assert_fine (read);
  assert_matches (read->out, "*function\tmain\n*function\tparse\n*\t5\n*\t7\n*");
  path = cyan ("convert", "strange", "-o", "-", "--reader", "tail -n +2 \"$1\" | tr / ';'", NULL);
  assert_fine (path);
  g_assert_cmpstr (path->out, ==, read->out);

  /* What is certainly known is read as ever. */
  compare = cyan ("compare", "known.folded", "strange", READER, NULL);
  assert_fine (compare);
  assert_matches (compare->out, "known to strange: 13 to 12, *");

  fails = cyan ("info", "strange", "--reader", "echo away >&2; exit 3", NULL);
  assert_fails (fails, "strange: the reader failed with exit status 3: away");
  mute = cyan ("info", "strange", "--reader", "true", NULL);
  assert_fails (mute, "strange: the reader found nothing in it");
  empty = cyan ("info", "strange", "--reader", "", NULL);
  assert_fails (empty, "--reader: the command is empty");
}

TESTS ()
{
  cli_test_init ();
}
