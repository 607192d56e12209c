/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From two files to a comparison: reading, cancelling, and messages. */
#include "cyan-pipeline.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-error.h"
#include "profile-text.h"
#include "tests.h"

static char *scratch;

static char *
write_file (const char *name, const char *text)
{
  char *path = g_build_filename (scratch, name, NULL);

  MUST (g_file_set_contents (path, text, -1, &failure));
  return path;
}

static CyanComparison *
run (const char *before, const char *after, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanRequest) request = cyan_request_new (before, after);

  return cyan_pipeline_compare (request, tick, error);
}

TEST ("/pipeline/two")
{
  g_autofree char *a = write_file ("two-a.folded", "main;x 10\nmain;y 10\n");
  g_autofree char *b = write_file ("two-b.folded", "main;x 30\nmain;y 10\n");
  g_autoptr (CyanComparison) comparison = MUST (run (a, b, NULL, &failure));

  g_assert_true (comparison->compared.side[0].profile != comparison->compared.side[1].profile);
  g_assert_cmpuint (comparison->compared.n_nodes, ==, 4);
  g_assert_cmpfloat (comparison->compared.side[0].total, ==, 20);
  g_assert_cmpfloat (comparison->compared.side[1].total, ==, 40);
}

/* If both sides have the same path, it is read once. */
TEST ("/pipeline/same")
{
  g_autofree char *path = write_file ("same.folded", "main;x 10\n");
  g_autoptr (CyanComparison) comparison = MUST (run (path, path, NULL, &failure));

  g_assert_true (comparison->compared.side[0].profile == comparison->compared.side[1].profile);
  for (CyanNode node = 0; node < comparison->compared.n_nodes; node++)
    g_assert_cmpfloat (cyan_comparison_height (comparison, node, CYAN_BASIS_SHARE), ==, 0);
}

TEST ("/pipeline/standard-input")
{
  MUST_FAIL (CYAN_ERROR_MISMATCH, "*", run ("-", "-", NULL, &failure));
}

/* Several runs per side are merged; the total is the mean, and the names say how many there are. */
TEST ("/pipeline/runs")
{
  g_autofree char *a1 = write_file ("run-a1.folded", "main;x 10\nmain;y 10\n");
  g_autofree char *a2 = write_file ("run-a2.folded", "main;x 20\nmain;z 20\n");
  g_autofree char *b1 = write_file ("run-b1.folded", "main;x 30\n");
  const char *const befores[] = { a1, a2, NULL };
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, b1);
  g_autoptr (CyanResult) result = NULL;
  const CyanComparison *comparison;

  cyan_request_set_runs (request, 0, befores);
  result = MUST (cyan_pipeline_run (request, NULL, FALSE, NULL, &failure));
  comparison = result->comparison;
  g_assert_cmpuint (comparison->compared.side[0].n_runs, ==, 2);
  g_assert_cmpuint (comparison->compared.side[1].n_runs, ==, 1);
  g_assert_cmpfloat (comparison->compared.side[0].run_totals[0], ==, 20);
  g_assert_cmpfloat (comparison->compared.side[0].run_totals[1], ==, 40);
  g_assert_cmpfloat (comparison->compared.side[0].total, ==, 30);
  g_assert_cmpuint (comparison->compared.n_nodes, ==, 5);
  g_assert_cmpstr (result->names[0], ==, "run-a1 (2 runs)");
  g_assert_cmpstr (result->names[1], ==, "run-b1");
}

#define PART(number, trigger, cost)                                                                \
  "# callgrind format\ncreator: callgrind-3.19.0\npid: 7\ncmd: ./w\npart: " number                 \
  "\ndesc: Trigger: " trigger "\nevents: Ir\nfn=main\n1 " cost "\ntotals: " cost "\n"

/* The parts of one run are added up and are one run, in files and when they are loaded already. */
TEST ("/pipeline/parts")
{
  g_autofree char *a1 = write_file ("part.out.1", PART ("1", "Client Request", "10"));
  g_autofree char *a2 = write_file ("part.out", PART ("2", "Program termination", "30"));
  g_autofree char *b = write_file ("whole.out", PART ("1", "Program termination", "50"));
  const char *const befores[] = { a1, a2, NULL };
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, b);
  g_autoptr (GPtrArray) loaded =
      g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);

  cyan_request_set_runs (request, 0, befores);
  for (guint pass = 0; pass < 2; pass++)
    {
      g_autoptr (CyanComparison) comparison =
          MUST (cyan_pipeline_compare (request, NULL, &failure));

      g_assert_cmpuint (comparison->compared.side[0].n_runs, ==, 1);
      g_assert_cmpfloat (comparison->compared.side[0].total, ==, 40);
      for (guint i = 0; pass == 0 && befores[i] != NULL; i++)
        g_ptr_array_add (loaded, cyan_profile_load (befores[i], NULL, NULL, NULL));
      if (pass == 0)
        request->profiles[0] = g_ptr_array_ref (loaded);
    }
}

/* Loaded profiles can be compared like files, repeatedly, and do not change. */
TEST ("/pipeline/loaded")
{
  g_autofree char *a = write_file ("loaded-a.folded", "main;x 10\nmain;[idle] 90\n");
  g_autofree char *b = write_file ("loaded-b.folded", "main;x 30\nmain;y 5\n");
  g_autoptr (CyanProfile) before = MUST (cyan_profile_load (a, NULL, NULL, &failure));
  g_autoptr (CyanProfile) after = MUST (cyan_profile_load (b, NULL, NULL, &failure));
  g_autofree char *as_loaded = cyan_profile_to_text (before, CYAN_PROFILE_TEXT_SELF);
  guint n_strings = cyan_strings_count (before->strings);

  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (CyanRequest) request = cyan_request_new (NULL, round == 0 ? NULL : b);
      g_autoptr (CyanResult) result = NULL;

      cyan_request_add_profile (request, 0, before);
      if (round == 0)
        cyan_request_add_profile (request, 1, after);
      result = MUST (cyan_pipeline_run (request, NULL, FALSE, NULL, &failure));
      g_assert_cmpfloat (result->comparison->compared.side[0].total, ==, 10);
      g_assert_cmpfloat (result->comparison->compared.side[1].total, ==, 35);
      g_assert_cmpstr (result->names[0], ==, "before");
      g_assert_cmpstr (result->names[1], ==, round == 0 ? "after" : "loaded-b");
      ASSERT_TEXT (cyan_profile_to_text (before, CYAN_PROFILE_TEXT_SELF), as_loaded);
      g_assert_cmpuint (cyan_strings_count (before->strings), ==, n_strings);
    }
}

/* Missing sources cause a note, and the comparison is still made. */
TEST ("/pipeline/sources")
{
  g_autofree char *a = write_file ("sources.folded", "main;x 10\n");
  g_autoptr (CyanRequest) request = cyan_request_new (a, a);
  g_autoptr (CyanResult) result = NULL;

  request->repository = g_strdup (scratch);
  result = MUST (cyan_pipeline_run (request, NULL, FALSE, NULL, &failure));
  g_assert_cmpstr (result->opened->problem, ==,
                   "the profile before names no revision of the repository");
  g_assert_false (cyan_source_table_has_sources (result->sources));

  cyan_request_set_sources (request, scratch, scratch);
  g_clear_pointer (&result, cyan_result_free);
  result = MUST (cyan_pipeline_run (request, NULL, FALSE, NULL, &failure));
  g_assert_null (result->opened->problem);
  g_assert_true (cyan_source_table_has_sources (result->sources));
  g_assert_cmpstr (result->opened->named[1], ==, scratch);
}

/* Without an after there is one tree without changes. */
TEST ("/pipeline/single")
{
  g_autofree char *a = write_file ("single.folded", "main;x 10\n");
  g_autoptr (CyanComparison) comparison = MUST (run (a, NULL, NULL, &failure));

  g_assert_true (comparison->compared.single);
  g_assert_cmpfloat (comparison->compared.side[1].total, ==, 10);
}

/* A large file on one side is stopped by an error on the other side; that error is reported. */
TEST ("/pipeline/error-wins")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *large = NULL;
  g_autofree char *broken = write_file ("broken.callgrind", "events: Ir\nfn=f\n1 x\n");

  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (text, "main;f%u 1\n", i);
  large = write_file ("large.folded", text->str);
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (i % 2 == 0 ? run (large, broken, NULL, &error)
                                : run (broken, large, NULL, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, "broken.callgrind: line 3"));
    }
}

/* With errors on both sides, one of them is reported in one line. */
TEST ("/pipeline/both-wrong")
{
  g_autofree char *a = write_file ("wrong-a.callgrind", "events: Ir\n1 x\n");
  g_autofree char *b = write_file ("wrong-b.callgrind", "events: Ir\n1 x\n");

  MUST_FAIL (CYAN_ERROR_INVALID, "*: line 2: *", run (a, b, NULL, &failure));
}

typedef struct
{
  gint n_calls;   /* atomic */
  gint stop_at;   /* 0: never */
  gint n_inside;  /* atomic: never more than one */
  gint n_stopped; /* calls after the tick said stop */
  double last;
  gboolean backwards;
} Listener;

static gboolean
listen (double fraction, const char *what, gpointer data)
{
  Listener *self = data;
  gint call = g_atomic_int_add (&self->n_calls, 1) + 1;

  g_assert_cmpint (g_atomic_int_add (&self->n_inside, 1), ==, 0);
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  g_assert_cmpstr (what, !=, "");
  self->backwards |= fraction < self->last - 1e-9;
  self->last = fraction;
  if (self->stop_at > 0 && call > self->stop_at)
    self->n_stopped++;
  g_atomic_int_add (&self->n_inside, -1);
  return self->stop_at == 0 || call < self->stop_at;
}

/* Cancelled at each tick of a whole run, it says so and releases everything, which the leak checker
 * verifies. */
TEST ("/pipeline/cancel")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *a = NULL, *b = NULL;
  Listener whole = { 0 };
  CyanTick tick = CYAN_TICK_INIT (listen, &whole);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanComparison) comparison = NULL;

  for (guint i = 0; i < test_size (30000, 3); i++)
    g_string_append_printf (text, "main;f%u;g%u;h 1\n", i / 10, i);
  a = write_file ("cancel-a.folded", text->str);
  g_string_append (text, "main;new 1\n");
  b = write_file ("cancel-b.folded", text->str);
  comparison = run (a, b, &tick, &error);
  g_assert_no_error (error);
  g_assert_false (whole.backwards);
  g_assert_cmpint (whole.n_calls, >, 5);

  for (gint stop_at = 1; stop_at <= whole.n_calls - 2; stop_at++)
    {
      Listener listener = { .stop_at = stop_at };
      CyanTick stopping = CYAN_TICK_INIT (listen, &listener);
      g_autoptr (GError) stopped = NULL;

      g_assert_null (run (a, b, &stopping, &stopped));
      g_assert_error (stopped, CYAN_ERROR, CYAN_ERROR_CANCELLED);
      g_assert_cmpint (listener.n_stopped, ==, 0);
    }
}

static void
assert_side_name (const char *meta, const char *path, const char *name)
{
  g_autofree char *text =
      g_strdup_printf ("cct 1\n%smetric\ttime\tns\nfunction\ta\n0\t1\t1\t1\nend\t1\n", meta);
  g_autoptr (CyanProfile) profile =
      MUST (cyan_profile_load_memory ("x", text, strlen (text), NULL, NULL, &failure));

  ASSERT_TEXT (cyan_pipeline_side_name (profile, path), name);
}

static char *
write_star (const char *name, guint n)
{
  g_autoptr (GString) text = g_string_new ("cct 1\nmetric\ttime\tns\nfunction\tf\n");

  for (guint i = 0; i < n; i++)
    g_string_append (text, "0\t1\t1\t1\n");
  g_string_append_printf (text, "end\t%u\n", n);
  return write_file (name, text->str);
}

/* Memory for the comparison counts, too, and is checked in advance. */
TEST ("/pipeline/memory")
{
  g_autofree char *a = write_star ("large-a.cct", 20000);
  g_autofree char *b = write_star ("large-b.cct", 30000);
  const guint64 needed[2] = { 20000 * 105, 50000 * 105 };
  static const char *const messages[2] = {
    "a tree of 20000 nodes takes about 2.003 MiB of memory, the limit is 2.003 MiB",
    "comparing 20000 and 30000 nodes takes about 5.007 MiB of memory, the limit is 5.007 MiB",
  };

  for (guint pair = 0; pair < 2; pair++)
    for (guint less = 0; less < 2; less++)
      {
        g_autoptr (CyanRequest) request = cyan_request_new (a, pair ? b : NULL);
        g_autoptr (GError) error = NULL;
        g_autoptr (CyanComparison) comparison = NULL;

        request->limits.memory_limit = needed[pair] - less;
        comparison = cyan_pipeline_compare (request, NULL, &error);
        if (!less)
          {
            g_assert_no_error (error);
            g_assert_nonnull (comparison);
            continue;
          }
        g_assert_null (comparison);
        g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
        g_assert_cmpstr (error->message, ==, messages[pair]);
        g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_MEMORY_LIMIT);
      }
}

/* A profile of 4 MiB of names. */
static char *
write_names (const char *file)
{
  const guint n = 512;
  g_autofree char *name = g_strnfill (8192, 'n');
  g_autoptr (GString) text = g_string_new ("cct 1\nmetric\ttime\tns\n");

  for (guint i = 1; i <= n; i++)
    g_string_append_printf (text, "function\t%s%u\n0\t%u\t1\t1\n", name, i, i);
  g_string_append_printf (text, "end\t%u\n", n);
  return write_file (file, text->str);
}

/* The limit of memory is that of both sides together. */
TEST ("/pipeline/memory-of-both")
{
  g_autofree char *a = write_names ("names-a.cct");
  g_autofree char *b = write_names ("names-b.cct");
  const char *const paths[2] = { a, b };
  g_autoptr (CyanRequest) both = cyan_request_new (a, b);
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (GError) error = NULL;

  for (guint side = 0; side < 2; side++)
    {
      g_autoptr (CyanRequest) alone = cyan_request_new (paths[side], NULL);
      g_autoptr (CyanComparison) shown = NULL;

      alone->limits.memory_limit = 6 * 1024 * 1024;
      shown = cyan_pipeline_compare (alone, NULL, &error);
      g_assert_no_error (error);
      g_assert_nonnull (shown);
    }
  both->limits.memory_limit = 6 * 1024 * 1024;
  comparison = cyan_pipeline_compare (both, NULL, &error);
  g_assert_null (comparison);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_MEMORY_LIMIT);
  /* Whichever comes second. */
  g_assert_true (g_str_has_prefix (error->message, a) || g_str_has_prefix (error->message, b));
  g_assert_true (g_str_has_suffix (error->message, ": needs more than 6 MiB of memory"));
  g_assert_null (strchr (error->message, '\n'));
}

TEST ("/pipeline/side-names")
{
  assert_side_name ("meta\tversion\t1.5\nmeta\trevision\tabc\n", "x.cct", "1.5");
  assert_side_name ("meta\trevision\tabc\n", "x.cct", "abc");
  assert_side_name ("meta\tversion\t\n", "x.cct", "x");
  assert_side_name ("meta\tversion\t\nmeta\trevision\tabc\n", "x.cct", "abc");
  assert_side_name ("", "/some/where/before.json.gz", "before");
  assert_side_name ("", "a.perf.folded", "a");
  assert_side_name ("", "v1.5", "v1.5");
  assert_side_name ("", ".cct", ".cct");
  assert_side_name ("", "-", "standard input");
}

static void
remove_scratch (void)
{
  g_autoptr (GDir) folder = g_dir_open (scratch, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (scratch, name, NULL);

      g_unlink (path);
    }
  g_rmdir (scratch);
}

TESTS ()
{
  scratch = MUST (g_dir_make_tmp ("cyan-run-XXXXXX", &failure));
  atexit (remove_scratch);
}
