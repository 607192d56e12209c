/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bad inputs 40 to 42: names that look like statements, formats, options or paths. test-names.c
 * tests 36 to 39, names with markup or control characters, in every output.
 */
#include "bad-cases.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>

/* The names of main's functions in @file, in preorder, one per line. */
static char *
names_in (const char *file)
{
  g_autoptr (Run) run = cyan ("compare", "--format=json", file, file, NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  json_t *json, *nodes;

  assert_fine (run);
  json = parse_json (run);
  nodes = json_object_get (json, "nodes");
  for (gsize i = 0; i < json_array_size (nodes); i++)
    g_string_append_printf (
        names, "%s\n", json_string_value (json_object_get (json_array_get (nodes, i), "name")));
  json_decref (json);
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static void
convert (const char *in, const char *out)
{
  g_autoptr (Run) run = cyan ("convert", in, "-o", out, NULL);

  g_assert_cmpint (run->status, ==, 0);
}

/* 40: quotes in names have no effect, and a name of a megabyte is cut once. */
TEST ("/bad-input/40-statements")
{
  static const char *const forms[] = { "out.cct.gz", "out.pb.gz", "out.folded" };
  g_autofree char *huge = g_strnfill (1 << 20, 'x');
  g_autofree char *stacks =
      g_strconcat ("main;'; DROP TABLE runs; -- 3\nmain;\"); DELETE FROM runs\\ 4\n"
                   "main;%27%20OR%201=1 5\nmain;",
                   huge, " 6\n", NULL);
  g_autofree char *before = NULL;

  write_file ("statements.folded", stacks, -1);
  before = names_in ("statements.folded");
  g_assert_nonnull (strstr (before, "\n'\n"));
  g_assert_nonnull (strstr (before, "\n DROP TABLE runs\n"));
  g_assert_nonnull (strstr (before, "\n DELETE FROM runs\\\n"));
  g_assert_nonnull (strstr (before, "\n%27%20OR%201=1\n"));
  g_assert_cmpuint (strlen (before), <, 65536 + 1000);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *after = NULL;

      convert ("statements.folded", forms[i]);
      after = names_in (forms[i]);
      g_assert_cmpstr (after, ==, before);
    }
}

/* 41: in names of functions, files, metrics and units. */
TEST ("/bad-input/41-formats")
{
  static const char *const commands[] = {
    "compare -- %s%n.cct %n%1000000d.cct",
    "compare --format=json -- %s%n.cct %n%1000000d.cct",
    "compare --format=csv -- %s%n.cct %n%1000000d.cct",
    "explain -- %s%n.cct %n%1000000d.cct",
    "info -- %s%n.cct",
    "info --format=json -- %s%n.cct",
    "convert -o - -- %s%n.cct",
  };
  g_autoptr (Run) render = NULL, missing = NULL, metric = NULL;
  g_autofree char *svg = NULL;

  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *cct = g_strdup_printf (
          "cct 1\nmeta\t%%s%%n\t%%s%%n\nmetric\t%%s%%n\t%%s%%n\nfunction\t%%s%%n%%1000000d\n"
          "0\t1\t1\t5\n1\t1\t1\t%u\nend\t2\n",
          side * 100);

      write_file (side == 0 ? "%s%n.cct" : "%n%1000000d.cct", cct, -1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *line = g_strconcat ("exec \"$0\" ", commands[i], NULL);
      g_autoptr (Run) run = run_program ("sh", "-c", line, cyan_path (), NULL);

      g_assert_cmpint (run->status, ==, 0);
      g_assert_cmpuint (run->out_length, <, 100000);
      g_assert_nonnull (strstr (run->out, "%s%n"));
    }
  render = cyan ("render", "%s%n.cct", "%n%1000000d.cct", "-o", "%s%n.svg", "--open=all", NULL);
  g_assert_cmpint (render->status, ==, 0);
  svg = read_file ("%s%n.svg", NULL);
  g_assert_nonnull (strstr (svg, "%s%n%1000000d"));
  missing = cyan ("info", "%s%n%n.missing", NULL);
  assert_fails (missing, "%s%n%n.missing: No such file or directory");
  metric = cyan ("compare", "%s%n.cct", "%s%n.cct", "--metric=%n%n%s", NULL);
  assert_fails (metric, "*%n%n%s*");
}

/* 42: files named like options; perf and uftrace do not read them as options, either. */
TEST ("/bad-input/42-options")
{
  static const char *const files[] = { "-o", "--help", "-i", "--libcall" };
  g_autofree char *perf = data_path ("sh.perf.data");
  g_autofree char *uftrace = data_path ("threads.uftrace");
  g_autoptr (Run) copied = NULL, compare = NULL, render = NULL, converted = NULL;

  write_file ("-o", "main;a 1\n", -1);
  write_file ("--help", "main;a 2\n", -1);
  copied = run_program ("sh", "-c", "cp \"$1\" ./-i && cp -r \"$2\" ./--libcall", "sh", perf,
                        uftrace, NULL);
  assert_fine (copied);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (Run) run = cyan ("info", "--", files[i], NULL);

      /* If perf is missing or does not fit the kernel, the error still names the file. */
      if (run->status != 0 && g_str_equal (files[i], "-i"))
        assert_fails (run, "-i: *");
      else
        assert_fine (run);
      g_assert_null (strstr (run->out, "Usage"));
    }
  compare = cyan ("compare", "--", "-o", "--help", NULL);
  assert_fine (compare);
  g_assert_true (g_str_has_prefix (compare->out, "-o to --help: "));
  render = cyan ("render", "-o", "--x.svg", "--", "-o", "--help", NULL);
  assert_fine (render);
  g_assert_true (file_exists ("--x.svg"));
  converted = cyan ("convert", "--output=-y.cct", "--", "-o", NULL);
  assert_fine (converted);
  g_assert_true (file_exists ("-y.cct"));
}

/* 42: a name in a profile never opens a file. */
TEST ("/bad-input/42-paths")
{
  static const char *const outputs[] = { "path.cct", "path.folded", "path.pb.gz", "path.svg" };
  guint n_files;

  write_file ("paths.cct",
              "cct 1\nmeta\tversion\t../../up\nmetric\t/tmp/x\tns\n"
              "function\t../../../tmp/up\t/etc/passwd\t../../etc/shadow\t1\n"
              "function\tnew\\nline\nfunction\t-rf\n"
              "0\t1\t1\t5\n1\t2\t1\t5\n1\t3\t1\t5\nend\t3\n",
              -1);
  n_files = count_files ();
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autoptr (Run) run =
          g_str_has_suffix (outputs[i], ".svg")
              ? cyan ("render", "paths.cct", "paths.cct", "-o", outputs[i], "--open=all", NULL)
              : cyan ("convert", "paths.cct", "-o", outputs[i], NULL);

      g_assert_cmpint (run->status, ==, 0);
      g_assert_true (file_exists (outputs[i]));
      g_assert_cmpuint (count_files (), ==, ++n_files);
    }
}

TESTS ()
{
  cli_test_init ();
}
