/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bad inputs 51, 53 and 54: too little memory, odd environments, and outputs that cannot be
 * written. test-errors.c has more cases of closed pipes and full disks.
 */
#include "bad-cases.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Writes a profile that takes about 20 MB to read, and saves it as .cct. */
static void
write_large (void)
{
  g_autoptr (GString) text = g_string_new ("cct 1\nmetric\ttime\tns\nfunction\tmain\n");

  for (guint i = 0; i < 300000; i++)
    g_string_append_printf (text, "%u\t1\t1\t1\n", i);
  g_string_append (text, "end\t300000\n");
  write_file ("large.cct", text->str, (gssize) text->len);
}

/* 51: with decreasing memory limits the result is either complete or one error line. */
TEST ("/bad-input/51-memory-limit")
{
  gboolean refused = FALSE;
  g_autoptr (Run) whole = NULL;

  write_large ();
  write_good_profiles ();
  whole = cyan ("compare", "large.cct", "good.folded", NULL);
  assert_fine (whole);
  for (guint kib = 100000; kib >= 1; kib /= 2)
    {
      g_autofree char *limit = g_strdup_printf ("--memory-limit=%uK", kib);
      g_autoptr (Run) run = cyan ("compare", "large.cct", "good.folded", limit, NULL);

      if (run->status == 0)
        {
          assert_fine (run);
          g_assert_cmpstr (run->out, ==, whole->out);
          g_assert_false (refused);
          continue;
        }
      assert_fails (run, "*of memory*--memory-limit*");
      refused = TRUE;
    }
  g_assert_true (refused);
}

/* The sanitizers' own memory exceeds these limits. */
#ifndef __SANITIZE_ADDRESS__

/* Runs `cyan` in a shell after @limits. */
static Run *
cyan_within (const char *limits, const char *arguments)
{
  g_autofree char *script = g_strdup_printf ("%s; exec \"$0\" %s", limits, arguments);

  return run_program ("sh", "-c", script, cyan_path (), NULL);
}

/* 51: malloc() fails.  Where GLib allocates, it ends the program with a message. */
TEST ("/bad-input/51-address-space")
{
  static const char *const commands[] = { "convert large.cct -o out.cct",
                                          "convert large.cct.gz -o out.cct",
                                          "convert large.cct.zst -o out.cct" };
  g_autoptr (Run) packed = NULL;
  guint n_files;

  write_large ();
  packed = run_program ("sh", "-c", "gzip -k large.cct; zstd -q -k large.cct", NULL);
  assert_fine (packed);
  n_files = count_files ();
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      gboolean refused = FALSE;
      guint kib = 400000;

      for (;; kib = kib * 4 / 5)
        {
          g_autofree char *limit = g_strdup_printf ("ulimit -c 0; ulimit -v %u", kib);
          g_autoptr (Run) run = cyan_within (limit, commands[i]);

          if (strstr (run->err, "shared librar") != NULL)
            break; /* it cannot even start */
          g_assert_cmpuint (count_files (), ==, n_files + (run->status == 0));
          if (run->status == 0)
            {
              assert_fine (run);
              g_assert_cmpint (g_unlink ("out.cct"), ==, 0);
              continue;
            }
          g_assert_cmpstr (run->out, ==, "");
          if (run->status == 2)
            assert_fails (run, "*: *memory*");
          else
            g_assert_nonnull (strstr (run->err, "failed to allocate"));
          refused = TRUE;
        }
      g_assert_true (refused);
    }
}

/* 53: one gigabyte of memory and a stack of half a megabyte are enough for any input. */
TEST ("/bad-input/53-small-system")
{
  static const char *const commands[] = {
    "compare deep.folded good.folded",
    "compare good.folded deep.folded --match=common-tree",
    "compare good.folded deep.folded --match=path",
    "explain good.folded deep.folded",
    "info deep.folded",
    "convert deep.folded -o deep.pb.gz",
    "convert deep.pb.gz -o deep.cct",
    "render good.folded large.cct --open depth:100 -o deep.svg",
    "render good.folded large.cct --open depth:100 -o deep.png",
    "info deep.cct --format json",
    "info nested.json",
  };

  write_good_profiles ();
  write_large ();
  {
    g_autoptr (GString) stack = g_string_new (NULL);

    for (guint i = 0; i < 999999; i++)
      g_string_append (stack, "a;");
    g_string_append (stack, "a 7\n");
    write_file ("deep.folded", stack->str, (gssize) stack->len);
  }
  write_repeated ("nested.json", "{\"traceEvents\":[{\"name\":\"a\",\"args\":", "[", 1000000);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (Run) run = cyan_within ("ulimit -v 1048576; ulimit -s 512", commands[i]);

      if (strstr (commands[i], "nested") != NULL)
        assert_fails (run, "nested.json: byte 20032: event 1: nested more than 20000 deep");
      else
        g_assert_cmpint (run->status, ==, 0);
    }
}

#endif

/* 53: a locale in which i and I are different letters, and a read-only home. */
TEST ("/bad-input/53-language")
{
  static const char script[] =
      "export LOCPATH=$PWD HOME=/proc/1 XDG_CACHE_HOME=/proc/1 XDG_CONFIG_HOME=/proc/1 "
      "LANG=tr_TR.UTF-8 LC_ALL=tr_TR.UTF-8; unset LANGUAGE; "
      "\"$1\" info init.cct && \"$1\" compare --match=COMMON-TREE init.cct init.cct; "
      "exec \"$1\" compare --format=csv --match=common-tree init.cct init.cct";
  g_autoptr (Run) made = NULL, turkish = NULL, usual = NULL;

  /* Uses the Turkish locale if its sources are installed; otherwise only the name. */
  made = run_program ("sh", "-c",
                      "localedef -i tr_TR -f UTF-8 ./tr_TR.UTF-8 > /dev/null 2>&1; exit 0", NULL);
  assert_fine (made);
  write_file ("init.cct",
              "cct 1\nmetric\tTIME\tns\nfunction\tINIT\nfunction\tinit\xc4\xb0\xc4\xb1\n"
              "0\t1\t1\t1234.5\n1\t2\t1\t0.25\nend\t2\n",
              -1);
  turkish = run_program ("sh", "-c", script, "sh", cyan_path (), NULL);
  usual = run_program ("env", "LOCPATH=", "sh", "-c",
                       "\"$1\" info init.cct && exec \"$1\" compare --format=csv "
                       "--match=common-tree init.cct init.cct",
                       "sh", cyan_path (), NULL);
  g_assert_cmpint (turkish->status, ==, 0);
  g_assert_cmpstr (turkish->out, ==, usual->out);
  g_assert_true (g_str_has_prefix (turkish->err, "cyan: --match: no method \"COMMON-TREE\""));
}

/* 54: every command that writes a file fails on a directory, on a full device, and below a file. */
TEST ("/bad-input/54-no-place")
{
  static const struct
  {
    const char *command; /* the name follows it */
    const char *name;
    const char *says;
  } cases[] = {
    { "convert good.folded -o ", "folder.cct", "folder.cct: cannot be written: Is a directory" },
    { "convert good.folded -o ", "full.cct",
      "full.cct: cannot be written: No space left on device" },
    { "convert good.folded -o ", "full.pb.gz",
      "full.pb.gz: cannot be written: No space left on device" },
    { "convert good.folded -o ", "good.folded/x.cct",
      "good.folded/x.cct: cannot be written: Not a directory" },
    { "compare good.folded other.folded --format csv -o ", "folder.cct",
      "folder.cct: cannot be written: Is a directory" },
    { "compare good.folded other.folded --format json -o ", "/dev/full",
      "/dev/full: cannot be written: No space left on device" },
    { "explain good.folded other.folded -o ", "/dev/full",
      "/dev/full: cannot be written: No space left on device" },
    { "render good.folded other.folded -o ", "folder.svg", "folder.svg: *s a directory" },
    { "render good.folded other.folded -o ", "folder.png", "folder.png: *s a directory" },
    { "render good.folded other.folded -o ", "folder.pdf", "folder.pdf: *s a directory" },
    { "render good.folded other.folded -o ", "full.svg", "full.svg: *No space left on device" },
    { "render good.folded other.folded -o ", "full.png", "full.png: *No space left on device" },
    { "render good.folded other.folded -o ", "full.pdf", "full.pdf: *No space left on device" },
    { "render good.folded other.folded -o ", "nowhere/x.svg",
      "nowhere/x.svg: *No such file or directory" },
  };
  static const char *const folders[] = { "folder.cct", "folder.svg", "folder.png", "folder.pdf" };
  static const char *const full[] = { "full.cct", "full.pb.gz", "full.svg", "full.png",
                                      "full.pdf" };
  guint n_files;

  write_good_profiles ();
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    g_assert_cmpint (g_mkdir (folders[i], 0777), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (full); i++)
    g_assert_cmpint (symlink ("/dev/full", full[i]), ==, 0);
  n_files = count_files ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strconcat ("exec \"$0\" ", cases[i].command, cases[i].name, NULL);
      g_autoptr (Run) run = run_program ("sh", "-c", line, cyan_path (), NULL);

      assert_fails (run, cases[i].says);
      g_assert_cmpuint (count_files (), ==, n_files);
    }
}

/* 54: an existing file stays unchanged after any failure. */
TEST ("/bad-input/54-kept")
{
  static const char *const lines[] = {
    "convert bad.folded -o kept.cct",
    "convert good.folded --node-limit 2 -o kept.cct",
    "convert good.folded --memory-limit 1K -o kept.pb.gz",
    "compare bad.folded good.folded --format csv -o kept.csv",
    "compare good.folded other.folded --metric bytes --format json -o kept.json",
    "render good.folded bad.folded -o kept.svg",
    "render good.folded other.folded --palette blue -o kept.png",
  };
  guint n_files;

  write_good_profiles ();
  write_file ("bad.folded", "main 3\nmain\n", -1);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    write_file (strrchr (lines[i], ' ') + 1, "the old one", -1);
  n_files = count_files ();
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *script = g_strconcat ("exec \"$0\" ", lines[i], NULL);
      g_autoptr (Run) run = run_program ("sh", "-c", script, cyan_path (), NULL);
      g_autofree char *kept = read_file (strrchr (lines[i], ' ') + 1, NULL);

      assert_fails (run, "*");
      g_assert_cmpstr (kept, ==, "the old one");
      g_assert_cmpuint (count_files (), ==, n_files);
    }
}

/* 54: a reader takes the first line and closes the pipe. */
TEST ("/bad-input/54-closed-pipe")
{
  g_autoptr (Run) run = NULL;

  write_large ();
  run = run_program ("sh", "-c",
                     "{ \"$1\" convert large.cct -o -; echo \"status $?\" >&2; } | head -n 1", "sh",
                     cyan_path (), NULL);
  g_assert_cmpstr (run->out, ==, "cct 1\n");
  g_assert_cmpstr (run->err, ==,
                   "cyan: standard output: cannot be written: Broken pipe\nstatus 2\n");
}

TESTS ()
{
  cli_test_init ();
#ifndef __SANITIZE_ADDRESS__
#endif
}
