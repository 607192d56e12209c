/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errors not caused by one file: wrong options, two sides that do not fit, full disks, closed
 * pipes, odd environments.
 */
#include "cli-fixture.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>

static const struct
{
  const char *arguments; /* separated by blanks */
  const char *says;
} wrong[] = {
  { "bogus", "no such command: bogus; see \"cyan --help\"" },
  { "compare", "compare needs two profiles*" },
  { "compare good.folded", "compare needs two profiles*" },
  { "compare good.folded other.folded good.folded", "compare needs two profiles*" },
  { "compare good.folded other.folded --bogus", "compare: *--bogus" },
  { "compare good.folded other.folded --top -1", "--top: \"-1\" is not a number from 0 to *" },
  { "compare good.folded other.folded --top x", "--top: \"x\" is not a number from 0 to *" },
  { "compare good.folded other.folded --top 99999999999",
    "--top: \"99999999999\" is not a number from 0 to *" },
  { "compare good.folded other.folded --format xml", "--format: no format \"xml\"*" },
  { "compare good.folded other.folded --match nearest", "--match: no method \"nearest\"*" },
  { "compare good.folded other.folded --strict", "--strict goes with --match=common-tree" },
  { "compare good.folded --before other.folded --after good.folded",
    "compare: \"good.folded\" stands beside --before and --after*" },
  { "compare --before good.folded",
    "compare: --before and --after go together: --after is missing" },
  { "compare --before good.folded --after nowhere.folded", "nowhere.folded: *" },
  { "compare --before - --after -", "only one profile can be standard input" },
  { "compare good.folded other.folded --alpha 0",
    "--alpha: \"0\" is not a share above 0 and below 1" },
  { "compare good.folded other.folded --alpha 100%",
    "--alpha: \"100%\" is not a share above 0 and below 1" },
  { "compare good.folded other.folded --alpha few", "--alpha: \"few\" is not a share*" },
  { "compare good.folded other.folded --sample-period 0", "--sample-period: \"0\" is no number*" },
  { "compare good.folded other.folded --sample-period x", "--sample-period: \"x\" is no number*" },
  { "compare good.folded other.folded --hot-path cold",
    "--hot-path: no method \"cold\"; mass, slower, faster or delta" },
  { "compare good.folded other.folded --rename-file nowhere", "nowhere: *" },
  { "compare good.folded other.folded --metric bytes", "*no metric \"bytes\"*" },
  { "compare good.folded other.folded --threshold x", "--threshold: \"x\" is not a share*" },
  { "compare good.folded other.folded --threshold -1", "--threshold: \"-1\" is not a share*" },
  { "compare good.folded other.folded --threshold nan", "--threshold: \"nan\" is not a share*" },
  { "compare good.folded other.folded --source-before nowhere --source-after .",
    "nowhere: *No such file or directory" },
  { "compare good.folded other.folded --source-before . --source-after good.folded",
    "good.folded: *Not a directory" },
  { "compare good.folded other.folded --source-before .",
    "--source-before and --source-after go together: --source-after is missing" },
  { "compare good.folded other.folded --source-after .",
    "--source-before and --source-after go together: --source-before is missing" },
  { "bisect", "bisect needs a definition file and two revisions" },
  { "bisect nowhere.ini v1 v2", "nowhere.ini: *" },
  { "bisect good.folded v1 v2", "good.folded:1: *" },
  { "bisect track.ini v1 v2 --confidence x", "--confidence: \"x\" is not a share*" },
  { "risk", "risk needs one store" },
  { "risk nowhere.db", "nowhere.db: *" },
  { "risk good.folded", "good.folded: *" },
  { "risk a.db --threshold x", "--threshold: \"x\" is not a share*" },
  { "risk a.db --range v1", "--range: \"v1\" is not two revisions such as v1.0..main" },
  { "risk a.db --risk high", "--risk: \"high\" is not a number from 0 on" },
  { "render good.folded other.folded", "render needs two profiles, BEFORE and AFTER, and -o FILE" },
  { "render good.folded other.folded -o x.svg --open sesame", "--open: \"sesame\"*" },
  { "render good.folded other.folded -o x.svg --open top:-1", "--open: \"top:-1\"*" },
  { "render good.folded other.folded -o x.svg --palette blue", "--palette: no palette \"blue\"*" },
  { "render good.folded other.folded -o x.svg --view pie", "--view: no view \"pie\"*" },
  { "render good.folded other.folded -o x.svg --view rings --sizes huge",
    "--sizes: no sizes \"huge\"*" },
  { "render good.folded other.folded -o x.svg --view rings --thickness thin",
    "--thickness: no thickness \"thin\"*" },
  { "render good.folded -o x.svg", "render needs two profiles: BEFORE and AFTER" },
  { "render good.folded -o x.svg --view rings --sizes change",
    "--sizes change needs two profiles: BEFORE and AFTER" },
  { "render good.folded other.folded -o x.svg --sizes change",
    "--sizes goes with --view icicle or rings" },
  { "render good.folded other.folded -o x.svg --view icicle --thickness equal",
    "--thickness goes with --view rings" },
  { "render good.folded other.folded -o x.svg --view icicle --unfold",
    "--unfold goes with --view blueprint or rings" },
  { "render --view heat -o x.svg", "--view: no view \"heat\"*" },
  { "render good.folded other.folded -o x.svg --flames", "--flames goes with --view icicle" },
  { "render good.folded other.folded -o x.svg --view icicle --open all",
    "--open goes with --view blueprint" },
  { "render good.folded other.folded -o x.svg --px-per-height -5",
    "--px-per-height: \"-5\" is not a number from 0 to 100000" },
  { "render good.folded other.folded -o x.svg --px-per-width nan",
    "--px-per-width: \"nan\" is not a number from 0 to 100000" },
  { "render good.folded other.folded -o x.svg --px-per-width inf",
    "--px-per-width: \"inf\" is not a number from 0 to 100000" },
  { "info", "info needs one profile" },
  { "info good.folded --memory-limit x", "--memory-limit: \"x\" is not a size such as 2G" },
  { "info good.folded --memory-limit 1K", "good.folded: *needs more than 1 KiB of memory*" },
  { "convert good.folded -o x.cct --memory-limit 1K", "good.folded: *needs more than 1 KiB*" },
  { "compare good.folded other.folded --memory-limit 1K", "*needs more than 1 KiB of memory*" },
  { "info good.folded --node-limit 0", "--node-limit: \"0\" is not a number from 1 to *" },
  { "info good.folded --unit hours",
    "--unit: no unit \"hours\"; ns, us, ms, s, samples, bytes or count" },
  { "info good.folded --node-limit 2",
    "good.folded: line *: more than 2 nodes; --hot keeps only what matters, "
    "--node-limit sets another limit" },
  { "compare good.folded other.folded --node-limit 2", "*: line *: more than 2 nodes; --hot *" },
  { "info good.folded --time-limit -1", "--time-limit: \"-1\" is not a number from 0 to *" },
  { "info good.folded --format csv", "--format: no format \"csv\"; text or json" },
  { "convert good.folded", "convert needs one profile and -o OUT" },
  { "convert good.folded -o", "convert: *-o" },
};

static Run *
cyan_line (const char *line)
{
  g_autofree char *command = g_strconcat ("exec \"$0\" ", line, NULL);

  return run_program ("sh", "-c", command, cyan_path (), NULL);
}

TEST ("/errors/options")
{
  write_good_profiles ();
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (Run) run = cyan_line (wrong[i].arguments);

      assert_fails (run, wrong[i].says);
    }
  g_assert_false (file_exists ("x.svg"));
}

TEST ("/errors/help")
{
  static const char *const commands[] = { "compare", "explain",   "render",  "check",
                                          "info",    "functions", "convert", "merge",
                                          "track",   "bisect",    "risk" };
  g_autoptr (Run) help = cyan ("--help", NULL);
  g_autoptr (Run) version = cyan ("--version", NULL);
  g_autoptr (Run) nothing = cyan (NULL, NULL);

  assert_fine (help);
  assert_fine (version);
  assert_matches (version->out, "cyan *.*.*\n");
  g_assert_cmpint (nothing->status, ==, 2);
  g_assert_cmpstr (nothing->err, ==, help->out);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (Run) run = cyan (commands[i], "--help", NULL);

      assert_fine (run);
      g_assert_nonnull (strstr (help->out, commands[i]));
      g_assert_true (g_str_has_prefix (run->out, "Usage:\n  cyan "));
      g_assert_nonnull (strstr (run->out, commands[i]));
    }
}

/* After "--" a name that begins with a minus is a file. */
TEST ("/errors/operands")
{
  g_autoptr (Run) run = NULL;

  write_good_profiles ();
  write_file ("--top", "main;a 3\n", -1);
  run = cyan ("info", "--", "--top", NULL);
  assert_fine (run);
  assert_matches (run->out, "format     folded\n*");
}

/* 32: the same file twice, nothing in common, one empty side, different units. */
TEST ("/errors/32-two-sides")
{
  g_autoptr (Run) same = NULL, disjoint = NULL, empty = NULL, units = NULL, absolute = NULL,
                  picture = NULL;
  g_autoptr (Table) table = NULL;

  write_good_profiles ();
  same = cyan ("compare", "good.folded", "good.folded", NULL);
  assert_fine (same);
  assert_matches (same->out, "*4 contexts matched*note: both sides are the same recording*");

  write_file ("stranger.folded", "start;read 60\nstart;write 40\n", -1);
  disjoint = cyan ("compare", "good.folded", "stranger.folded", NULL);
  assert_fine (disjoint);
  assert_matches (disjoint->out, "*0 contexts matched, 0 renamed, 3 added, 4 removed\n"
                                 "*note: no function of one recording is in the other\n*");

  write_file ("empty.cct", "cct 1\nmetric\tsamples\tsamples\nend\t0\n", -1);
  empty = cyan ("compare", "good.folded", "empty.cct", NULL);
  assert_fine (empty);
  assert_matches (empty->out, "*note: after: the recording is empty\n*");
  table = compare_csv ("empty.cct", "good.folded", NULL);
  g_assert_cmpuint (count_rows (table, "status", "added"), ==, 4);

  write_file ("time.cct", "cct 1\nmetric\ttime\tns\nfunction\tmain\n0\t1\t1\t100\nend\t1\n", -1);
  units = cyan ("compare", "good.folded", "time.cct", NULL);
  assert_fine (units);
  assert_matches (units->out,
                  "*note: the units differ (before: an unknown unit, after: ns): only shares "
                  "can be compared\n*");
  absolute = cyan ("compare", "good.folded", "time.cct", "--absolute", NULL);
  assert_fails (
      absolute,
      "--basis absolute: before is in an unknown unit and after in ns; only shares can be "
      "compared");
  picture = cyan ("render", "good.folded", "time.cct", "--absolute", "-o", "units.svg", NULL);
  assert_fails (picture, "--basis absolute: before is in an unknown unit*");
  g_assert_false (file_exists ("units.svg"));
}

/* Calls unknown on one side are empty, and so are widths that need them. */
TEST ("/errors/32-unknown-calls")
{
  g_autoptr (Table) table = NULL;
  g_autoptr (Run) run = NULL;
  json_t *json, *row;

  write_file ("calls.cct",
              "cct 1\nmetric\tsamples\tsamples\nfunction\tmain\n0\t1\t5\t100\nend\t1\n", -1);
  write_file ("none.folded", "main 100\n", -1);
  table = compare_csv ("calls.cct", "none.folded", NULL);
  g_assert_cmpstr (cell (table, 1, "before_calls"), ==, "5");
  g_assert_cmpstr (cell (table, 1, "after_calls"), ==, "");
  g_assert_cmpstr (cell (table, 1, "width"), ==, "");
  g_assert_cmpstr (cell (table, 1, "height"), ==, "0");
  run = cyan ("compare", "calls.cct", "none.folded", "--format=json", NULL);
  assert_fine (run);
  json = parse_json (run);
  row = json_array_get (json_object_get (json, "nodes"), 1);
  g_assert_true (json_is_null (json_object_get (row, "after_calls")));
  g_assert_true (json_is_null (json_object_get (row, "width")));
  g_assert_true (json_is_null (json_object_get (row, "line")));
  json_decref (json);
}

/* 54: a full disk and a closed pipe. */
TEST ("/errors/54-lost-output")
{
  static const char *const outputs[] = {
    "compare good.folded other.folded",
    "compare good.folded other.folded --format csv",
    "compare good.folded other.folded --format json",
    "info good.folded",
    "info good.folded --format json",
    "convert good.folded -o -",
    "--help",
    "--version",
    "info --help",
  };
  guint n_files;

  write_good_profiles ();
  n_files = count_files ();
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autofree char *full = g_strconcat (outputs[i], " > /dev/full", NULL);
      g_autofree char *closed = g_strconcat (outputs[i], " >&-", NULL);
      g_autoptr (Run) no_space = cyan_line (full);
      g_autoptr (Run) no_output = cyan_line (closed);
      /* The reader closes the pipe before the first byte. */
      g_autofree char *piped = g_strdup_printf (
          "mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; rm pipe; \"$0\" %s >&4", outputs[i]);
      g_autoptr (Run) no_reader = run_program ("sh", "-c", piped, cyan_path (), NULL);

      assert_fails (no_space, "standard output: cannot be written: No space left on device");
      assert_fails (no_output, "standard output: cannot be written: Bad file descriptor");
      assert_fails (no_reader, "standard output: cannot be written: Broken pipe");
    }
  g_assert_cmpuint (count_files (), ==, n_files);
  {
    g_autoptr (Run) run = cyan ("compare", "good.folded", "other.folded", "-o", "/dev/full", NULL);

    assert_fails (run, "/dev/full: cannot be written: No space left on device");
  }
}

/* A file size limit acts like a full disk: no new file remains, and the old one is unchanged. */
TEST ("/errors/54-full-disk")
{
  static const char *const names[] = { "big.cct", "big.svg", "big.png", "big.pdf", "big.csv" };
  g_autoptr (GString) stacks = g_string_new (NULL);

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (stacks, "main;function_number_%u %u\n", i, i + 1);
  write_file ("many.folded", stacks->str, -1);
  write_file ("few.folded", "main;x 1\n", -1);
  /* Fontconfig writes its cache on first use. */
  {
    g_autoptr (Run) first =
        run_program (cyan_path (), "render", "few.folded", "many.folded", "-o", "first.svg", NULL);

    g_assert_cmpint (first->status, ==, 0);
  }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *line = NULL, *kept = NULL;
      g_autoptr (Run) run = NULL;
      const char *command = g_str_has_suffix (names[i], ".cct") ? "convert many.folded"
                            : g_str_has_suffix (names[i], ".csv")
                                ? "compare few.folded many.folded "
                                  "--format csv"
                                : "render few.folded many.folded "
                                  "--open top:60";
      guint n_files;

      write_file (names[i], "the old one", -1);
      n_files = count_files ();
      /* Blocks of 512 bytes.  Writing beyond the limit is an error and must not raise a signal. */
      line = g_strdup_printf ("trap '' XFSZ; ulimit -f 8; exec \"$0\" %s -o %s", command, names[i]);
      run = run_program ("sh", "-c", line, cyan_path (), NULL);
      g_assert_cmpint (run->status, ==, 2);
      g_assert_true (g_str_has_prefix (run->err, "cyan: "));
      g_assert_nonnull (strstr (run->err, names[i]));
      g_assert_nonnull (strstr (run->err, "File too large"));
      g_assert_true (strchr (run->err, '\n') == run->err + strlen (run->err) - 1);
      kept = read_file (names[i], NULL);
      g_assert_cmpstr (kept, ==, "the old one");
      g_assert_cmpuint (count_files (), ==, n_files);
    }
}

/* A reader that receives nothing stops at the time limit. */
TEST ("/errors/time-limit")
{
  static const char *const scripts[] = {
    "mkfifo silent; exec \"$0\" info - --time-limit 1 <>silent",
    "exec \"$0\" info silent --time-limit 1", /* nobody writes to it */
  };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (Run) run = run_program ("sh", "-c", scripts[i], cyan_path (), NULL);

      assert_fails (run, "took longer than 1 s; --time-limit sets another limit");
    }
}

/* 53: the environment changes neither numbers nor pictures. */
TEST ("/errors/53-surroundings")
{
  static const char *const surroundings[] = {
    "env -u DISPLAY -u WAYLAND_DISPLAY",
    "env -u HOME -u XDG_CACHE_HOME -u XDG_CONFIG_HOME",
    "env HOME=/nonexistent XDG_CACHE_HOME=/nonexistent",
    "env LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8",
    "env LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8",
    "env LC_ALL=C LANG=C",
    "env TZ=Pacific/Chatham",
    "env G_DEBUG=fatal-warnings",
  };
  g_autofree char *before = root_path ("data/demo/before.json.gz");
  g_autofree char *after = root_path ("data/demo/after.json.gz");
  const char *const script = "$2 \"$1\" compare \"$3\" \"$4\" && $2 \"$1\" compare \"$3\" \"$4\" "
                             "--format csv && $2 \"$1\" info \"$3\" --format json && $2 \"$1\" "
                             "render \"$3\" \"$4\" -o \"$5\"";
  g_autoptr (Run) usual =
      run_program ("sh", "-c", script, "sh", cyan_path (), "env", before, after, "usual.svg", NULL);
  g_autofree char *picture = read_file ("usual.svg", NULL);

  assert_fine (usual);
  for (guint i = 0; i < G_N_ELEMENTS (surroundings); i++)
    {
      g_autoptr (Run) run = run_program ("sh", "-c", script, "sh", cyan_path (), surroundings[i],
                                         before, after, "odd.svg", NULL);
      g_autofree char *svg = NULL;

      assert_fine (run);
      g_assert_cmpstr (run->out, ==, usual->out);
      svg = read_file ("odd.svg", NULL);
      g_assert_cmpstr (svg, ==, picture);
      g_assert_cmpint (g_unlink ("odd.svg"), ==, 0);
    }
}

/* Only what opens a store in PostgreSQL needs its library. */
TEST ("/errors/library")
{
  g_autoptr (Run) other = NULL, opened = NULL;

  write_file ("libpq.so.5", "", 0);
  other = run_program ("env", "LD_LIBRARY_PATH=.", cyan_path (), "--version", NULL);
  assert_fine (other);
  opened = run_program ("env", "LD_LIBRARY_PATH=.", cyan_path (), "history",
                        "postgresql://nobody@localhost/none?schema=none", NULL);
  assert_fails (opened, "*PostgreSQL*");
}

TESTS ()
{
  cli_test_init ();
}
