/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Session files: what is written is read again, and bad files get one clear line. */
#include "cyan-session-file.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cyan-error.h"
#include "cyan-pipeline.h"
#include "cyan-units.h"
#include "tests.h"
#include "tree.h"

static char *scratch;

/* A path in the folder of the sessions. */
static char *
at (const char *name)
{
  return g_build_filename (scratch, name, NULL);
}

static char *
write_file (const char *name, const char *text, gssize length)
{
  tree_write (scratch, name, text, length);
  return at (name);
}

static CyanComparison *
compare (const CyanRequest *request)
{
  g_autoptr (GError) error = NULL;
  CyanComparison *comparison = cyan_pipeline_compare (request, NULL, &error);

  g_assert_no_error (error);
  return comparison;
}

static void
save (CyanSessionFile *file, const CyanComparison *comparison, const char *path)
{
  g_autoptr (GError) error = NULL;

  cyan_session_file_write (file, comparison, path, NULL, &error);
  g_assert_no_error (error);
}

static CyanSessionFile *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  CyanSessionFile *file = cyan_session_file_read (path, &error);

  g_assert_no_error (error);
  cyan_session_file_check (file, NULL, &error);
  g_assert_no_error (error);
  return file;
}

/* ---- round trips ---- */

/* Few names, so that siblings and callers share them. */
static char *
random_profile (GRand *random)
{
  static const char *const names[] = { "main",     "parse",      "lex", "a \\\"quoted\\\" one",
                                       "\xc3\xa4", "operator<<", "x" };
  GString *text = g_string_new (NULL);

  for (guint line = 0; line < 60; line++)
    {
      guint depth = (guint) g_rand_int_range (random, 1, 12);

      for (guint i = 0; i < depth; i++)
        g_string_append_printf (text, "%s%s", i > 0 ? ";" : "",
                                names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))]);
      g_string_append_printf (text, " %d\n", g_rand_int_range (random, 1, 1000));
    }
  return g_string_free (text, FALSE);
}

static void
add_random (GRand *random, const CyanComparison *comparison, GArray *nodes)
{
  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    if (g_rand_boolean (random))
      g_array_append_val (nodes, node);
}

static CyanShownNodes *
random_shown (GRand *random, const CyanComparison *comparison)
{
  CyanShownNodes *shown = cyan_shown_nodes_new ();
  gint32 n = (gint32) comparison->compared.n_nodes;

  shown->top = (CyanNode) g_rand_int_range (random, 0, n);
  shown->fold_threshold = g_rand_double (random);
  add_random (random, comparison, shown->below);
  add_random (random, comparison, shown->unfolded);
  add_random (random, comparison, shown->goals);
  return shown;
}

static void
assert_nodes (const GArray *a, const GArray *b)
{
  g_assert_cmpmem (a->data, a->len * sizeof (CyanNode), b->data, b->len * sizeof (CyanNode));
}

static void
assert_shown (const CyanShownNodes *a, const CyanShownNodes *b)
{
  g_assert_cmpuint (a->top, ==, b->top);
  g_assert_true (a->fold_threshold == b->fold_threshold);
  assert_nodes (a->below, b->below);
  assert_nodes (a->unfolded, b->unfolded);
  assert_nodes (a->goals, b->goals);
}

/* Numbers that have no short decimal form. */
static CyanSessionPlace
random_place (GRand *random)
{
  return (CyanSessionPlace){ .is_known = TRUE,
                             .is_fitted = g_rand_boolean (random),
                             .keeps_scale = g_rand_boolean (random),
                             .width = g_rand_double_range (random, 100, 2000),
                             .height = g_rand_double_range (random, 100, 2000),
                             .zoom = g_rand_double_range (random, 0.05, 20),
                             .x = g_rand_double_range (random, -1e5, 1e5),
                             .y = g_rand_double_range (random, -1e5, 1e5),
                             .px_per_height = g_rand_double_range (random, 1, 1e5),
                             .px_per_width = g_rand_double_range (random, 1, 1e3),
                             .level_gap = 30,
                             .part_wide = g_rand_double_range (random, 0.1, 1),
                             .part_high = 1 };
}

static void
assert_place (const CyanSessionPlace *a, const CyanSessionPlace *b)
{
  g_assert_cmpint (a->is_fitted, ==, b->is_fitted);
  g_assert_cmpint (a->keeps_scale, ==, b->keeps_scale);
  g_assert_cmpmem (&a->width, sizeof *a - G_STRUCT_OFFSET (CyanSessionPlace, width), &b->width,
                   sizeof *b - G_STRUCT_OFFSET (CyanSessionPlace, width));
}

static void
add_claims (GRand *random, CyanRequest *request)
{
  if (g_rand_boolean (random))
    return;
  request->claims = cyan_name_claims_new ();
  cyan_name_claims_add (request->claims, "parse", "parse<T> \"x\"", g_rand_boolean (random));
  cyan_name_claims_add (request->claims, NULL, "\xc3\xa4", FALSE);
  cyan_name_claims_add (request->claims, "lex", NULL, FALSE);
}

static void
assert_claims (const GPtrArray *a, const GPtrArray *b)
{
  g_assert_cmpint (a != NULL, ==, b != NULL);
  g_assert_cmpuint (a != NULL ? a->len : 0, ==, b != NULL ? b->len : 0);
  for (guint i = 0; a != NULL && i < a->len; i++)
    {
      const CyanNameClaim *x = g_ptr_array_index (a, i), *y = g_ptr_array_index (b, i);

      g_assert_cmpstr (x->before, ==, y->before);
      g_assert_cmpstr (x->after, ==, y->after);
      g_assert_cmpint (x->same, ==, y->same);
    }
}

static void
check_round (guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree char *before_text = random_profile (random), *after_text = random_profile (random);
  g_autofree char *before = write_file ("random-a.folded", before_text, -1);
  g_autofree char *after = write_file ("random-b.folded", after_text, -1);
  g_autofree char *path = at ("random.cyanotype");
  g_autoptr (CyanRequest) request = cyan_request_new (before, after);
  g_autoptr (CyanRequest) request_again = NULL;
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanSessionFile) file = NULL, again = NULL;
  gint32 n;

  request->how.method = (CyanMatchMethod) g_rand_int_range (random, 0, 3);
  request->raw_names = g_rand_boolean (random);
  request->limits.fold_recursion = g_rand_boolean (random);
  request->limits.hot.phi = g_rand_boolean (random) ? 1e-4 : 0;
  request->limits.unit = g_rand_boolean (random) ? cyan_unit_find ("samples") : NULL;
  add_claims (random, request);
  comparison = compare (request);
  request->slowest = g_rand_boolean (random) ? g_strdup ("function=a \"b\"") : NULL;
  n = (gint32) comparison->compared.n_nodes;
  file = cyan_session_file_new (request, comparison);
  file->view = g_strdup ("table");
  file->table = g_strdup ("functions");
  file->hot_path = g_strdup ("faster");
  file->hot_rank = (guint) g_rand_int_range (random, 0, 5);
  file->basis = g_rand_boolean (random) ? CYAN_BASIS_ABSOLUTE : CYAN_BASIS_SHARE;
  file->width = CYAN_WIDTH_SIZE;
  file->panes[1] = g_rand_boolean (random);
  file->place = random_place (random);
  file->shown = random_shown (random, comparison);
  if (g_rand_boolean (random))
    file->before_focus = random_shown (random, comparison);
  if (g_rand_boolean (random))
    file->before_filter = random_shown (random, comparison);
  for (guint i = 0; i < CYAN_CRITERION_PLACE; i++)
    cyan_filter_set (file->filter, (CyanCriterion) i, g_rand_boolean (random));
  if (g_rand_boolean (random))
    cyan_filter_set_place (file->filter, "src/a \"b\".c", g_rand_boolean (random));
  if (g_rand_boolean (random))
    cyan_filter_set_share (file->filter, g_rand_double_range (random, 0.01, 1));
  file->selected = (CyanNode) g_rand_int_range (random, 0, n);
  file->reads = (CyanNode) g_rand_int_range (random, 0, n);
  save (file, comparison, path);

  again = load (path);
  g_assert_null (cyan_session_file_missing (again));
  request_again = cyan_session_file_new_request (again);
  g_assert_true (cyan_request_same_files (request, request_again));
  g_assert_cmpint (request_again->how.method, ==, request->how.method);
  g_assert_cmpint (request_again->raw_names, ==, request->raw_names);
  g_assert_cmpint (request_again->limits.fold_recursion, ==, request->limits.fold_recursion);
  g_assert_cmpstr (request_again->limits.unit, ==, request->limits.unit);
  g_assert_cmpfloat (request_again->limits.hot.phi, ==, request->limits.hot.phi);
  assert_claims (request_again->claims, request->claims);
  cyan_session_file_find_nodes (again, comparison);
  g_assert_cmpuint (again->n_not_found, ==, 0);
  g_assert_cmpstr (again->view, ==, "table");
  g_assert_cmpstr (again->table, ==, "functions");
  g_assert_cmpstr (again->hot_path, ==, "faster");
  g_assert_cmpuint (again->hot_rank, ==, file->hot_rank);
  g_assert_cmpint (again->basis, ==, file->basis);
  g_assert_cmpint (again->width, ==, file->width);
  g_assert_cmpint (again->panes[1], ==, file->panes[1]);
  assert_place (&again->place, &file->place);
  assert_shown (again->shown, file->shown);
  g_assert_cmpint (again->before_focus != NULL, ==, file->before_focus != NULL);
  if (file->before_focus != NULL)
    assert_shown (again->before_focus, file->before_focus);
  g_assert_cmpint (again->before_filter != NULL, ==, file->before_filter != NULL);
  if (file->before_filter != NULL)
    assert_shown (again->before_filter, file->before_filter);
  g_assert_true (cyan_filter_equal (again->filter, file->filter));
  g_assert_cmpuint (again->selected, ==, file->selected);
  g_assert_cmpuint (again->reads, ==, file->reads);
}

TEST ("/session-file/round")
{
  for (guint32 seed = 0; seed < 40; seed++)
    check_round (seed);
}

/* ---- inputs ---- */

static const CyanSessionInput *
input_of (const CyanSessionFile *file, guint i)
{
  return g_ptr_array_index (file->inputs, i);
}

static gboolean
has_text (const char *path, const char *text)
{
  g_autofree char *all = NULL;

  g_assert_true (g_file_get_contents (path, &all, NULL, NULL));
  return strstr (all, text) != NULL;
}

/* The session lies in work/sessions; profiles lie there, in work/runs, and far away. */
TEST ("/session-file/paths")
{
  g_autofree char *here = write_file ("work/sessions/a b.folded", "main;x 10\n", -1);
  g_autofree char *beside = write_file ("work/runs/b.folded", "main;x 20\n", -1);
  g_autofree char *away = write_file ("c.folded", "main;x 20\n", -1);
  g_autofree char *odd = write_file ("work/runs/\xff.folded", "main;x 20\n", -1);
  const char *const after[] = { beside, away, odd, NULL };
  g_autofree char *path = at ("work/sessions/s.cyanotype");
  g_autofree char *work = at ("work"), *moved = at ("moved");
  g_autofree char *moved_path = at ("moved/sessions/s.cyanotype");
  g_autoptr (CyanRequest) request = cyan_request_new (here, NULL);
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanSessionFile) file = NULL, again = NULL;

  cyan_request_set_runs (request, 1, after);
  comparison = compare (request);
  file = cyan_session_file_new (request, comparison);
  save (file, comparison, path);
  g_assert_true (has_text (path, "\"path\": \"a b.folded\""));
  g_assert_true (has_text (path, "\"path\": \"../runs/b.folded\""));
  g_assert_true (has_text (path, away));
  g_assert_true (has_text (path, "%FF.folded\""));
  again = load (path);
  g_assert_null (cyan_session_file_missing (again));
  for (guint i = 0; i < 4; i++)
    g_assert_false (input_of (again, i)->has_changed);
  g_assert_cmpstr (input_of (again, 3)->path, ==, odd);
  g_clear_pointer (&again, cyan_session_file_unref);

  /* Only what no text can name is not found after a move. */
  g_assert_cmpint (g_rename (work, moved), ==, 0);
  again = load (moved_path);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (input_of (again, i)->is_missing, ==, i == 3);
}

TEST ("/session-file/missing")
{
  g_autofree char *before = write_file ("gone/a.folded", "main;x 10\n", -1);
  g_autofree char *after = write_file ("gone/b.folded", "main;x 20\n", -1);
  g_autofree char *sources = write_file ("gone/src/x.c", "int x;\n", -1);
  g_autofree char *folder = at ("gone/src"), *gone = at ("gone"), *there = at ("there");
  g_autofree char *path = at ("gone.cyanotype"), *other = at ("there/a.folded");
  g_autoptr (CyanRequest) request = cyan_request_new (before, after), again = NULL;
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanSessionFile) file = NULL, found = NULL;

  cyan_request_set_sources (request, folder, NULL);
  comparison = compare (request);
  file = cyan_session_file_new (request, comparison);
  save (file, comparison, path);
  g_assert_cmpint (g_rename (gone, there), ==, 0);
  found = load (path);
  g_assert_cmpstr (cyan_session_file_missing (found)->path, ==, before);
  /* The others are beside it. */
  cyan_session_file_replace (found, cyan_session_file_missing (found), other);
  g_assert_null (cyan_session_file_missing (found));
  again = cyan_session_file_new_request (found);
  g_assert_cmpstr (again->runs[0][0], ==, other);
  g_assert_true (g_str_has_suffix (again->runs[1][0], "there/b.folded"));
  g_assert_true (g_str_has_suffix (again->sources[0], "there/src"));
  cyan_session_file_drop_sources (found);
  g_clear_pointer (&again, cyan_request_free);
  again = cyan_session_file_new_request (found);
  g_assert_null (again->sources[0]);
}

/* Nodes are found by their names; of those that are gone the number is known. */
TEST ("/session-file/changed")
{
  g_autofree char *before = write_file ("old.folded", "main;x 10\nmain;y;z 20\nmain;w 1\n", -1);
  g_autofree char *path = at ("changed.cyanotype");
  g_autoptr (CyanRequest) request = cyan_request_new (before, before);
  g_autoptr (CyanComparison) comparison = compare (request), newer = NULL;
  g_autoptr (CyanSessionFile) file = cyan_session_file_new (request, comparison), again = NULL;

  file->shown = cyan_shown_nodes_new ();
  file->shown->top = 1;
  for (CyanNode node = 2; node < comparison->compared.n_nodes; node++)
    {
      g_array_append_val (file->shown->below, node);
      if (strcmp (cyan_comparison_name (comparison, node), "z") == 0)
        file->selected = node;
    }
  save (file, comparison, path);
  g_free (write_file ("old.folded", "start 3\nmain;first 5\nmain;x 10\nmain;y;z 20\n", -1));
  again = load (path);
  g_assert_true (input_of (again, 0)->has_changed);
  newer = compare (request);
  cyan_session_file_find_nodes (again, newer);
  g_assert_cmpstr (cyan_comparison_name (newer, again->shown->top), ==, "main");
  g_assert_cmpstr (cyan_comparison_name (newer, again->selected), ==, "z");
  g_assert_cmpuint (again->shown->below->len, ==, 3);
  g_assert_cmpuint (again->n_not_found, ==, 1);
}

/* The old file stays if the new one cannot be written. */
TEST ("/session-file/not-written")
{
  g_autofree char *before = write_file ("w.folded", "main;x 10\n", -1);
  g_autofree char *path = at ("no-folder/s.cyanotype");
  g_autoptr (CyanRequest) request = cyan_request_new (before, before);
  g_autoptr (CyanComparison) comparison = compare (request);
  g_autoptr (CyanSessionFile) file = cyan_session_file_new (request, comparison);
  g_autoptr (GError) error = NULL;

  g_assert_false (cyan_session_file_write (file, comparison, path, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
}

/* ---- bad files ---- */

#define HEAD  "{\"format\":\"cyanotype-session\",\"version\":1,"
#define SIDES "\"before\":{\"runs\":[{\"path\":\"a\"}]},\"after\":{\"runs\":[]}"

typedef struct
{
  const char *text;
  const char *says; /* glob: what follows "x.cyanotype: "; NULL: it is read */
} Bad;

static const Bad bad[] = {
  { HEAD SIDES "}", NULL },
  /* What later versions add. */
  { HEAD SIDES ",\"more\":{\"deep\":[[[{}]]]}}", NULL },
  { "", "*empty*" },
  { "{", "byte 1: *" },
  { "[]", "byte 0: not an object" },
  { "{}", "byte *: there is no \"format\" in it" },
  { "{\"format\":\"other\",\"version\":1}", "byte 10: format: \"other\" is not known" },
  { "{\"format\":\"cyanotype-session\",\"version\":2,\"before\":7}",
    "a session of version 2; this program reads up to version 1" },
  { "{\"format\":\"cyanotype-session\",\"version\":0}", "byte *: version: out of range" },
  { HEAD "\"before\":{\"runs\":[]},\"after\":{\"runs\":[]}}", "before.runs: empty" },
  { HEAD "\"after\":{\"runs\":[]}}", "byte *: there is no \"before\" in it" },
  { HEAD "\"before\":[]}", "byte *: before: not an object" },
  { HEAD "\"before\":{\"runs\":{}}}", "byte *: before.runs: not an array" },
  { HEAD "\"before\":{\"runs\":[{\"path\":7}]}}", "byte *: before.runs[0].path: not a string" },
  { HEAD "\"before\":{\"runs\":[{}]}}", "byte *: before.runs[0]: there is no \"path\" in it" },
  { HEAD "\"before\":{\"runs\":[{\"path\":\"\"}]}}", "byte *: before.runs[0].path: empty" },
  { HEAD "\"before\":{\"runs\":[{\"path\":\"file://elsewhere/a\"}]}}",
    "byte *: before.runs[0].path: not a file on this computer" },
  { HEAD "\"before\":{\"runs\":[{\"path\":\"a\",\"size\":-1}]}}",
    "byte *: before.runs[0].size: out of range" },
  { HEAD "\"before\":{\"runs\":[]},\"before\":{\"runs\":[]}}", "byte *: the same key twice" },
  { HEAD SIDES ",\"options\":{\"match\":\"guess\"}}",
    "byte *: options.match: \"guess\" is not known" },
  { HEAD SIDES ",\"options\":{\"unit\":\"m\"}}", "byte *: options.unit: \"m\" is not known" },
  { HEAD SIDES ",\"options\":{\"maps\":[\"=x\"]}}",
    "byte *: options.maps[0]: \"=x\" is not FROM=TO" },
  { HEAD SIDES ",\"options\":{\"raw-names\":1}}",
    "byte *: options.raw-names: neither true nor false" },
  { HEAD SIDES ",\"options\":{\"fold-recursion\":\"yes\"}}",
    "byte *: options.fold-recursion: neither true nor false" },
  { HEAD SIDES ",\"options\":{\"claims\":[{\"after\":\"f\",\"same\":false}]}}", NULL },
  { HEAD SIDES ",\"options\":{\"claims\":{}}}", "byte *: options.claims: not an array" },
  { HEAD SIDES ",\"options\":{\"claims\":[{\"before\":7,\"same\":true}]}}",
    "byte *: options.claims[0].before: not a string" },
  { HEAD SIDES ",\"options\":{\"claims\":[{\"before\":\"f\",\"after\":\"g\"}]}}",
    "byte *: options.claims[0]: there is no \"same\" in it" },
  { HEAD SIDES ",\"options\":{\"claims\":[{\"before\":\"f\",\"same\":true}]}}",
    "byte *: options.claims[0]: a function is missing" },
  { HEAD SIDES ",\"options\":{\"claims\":[{\"same\":false}]}}",
    "byte *: options.claims[0]: a function is missing" },
  { HEAD SIDES ",\"view\":{\"basis\":\"\"}}", "byte *: view.basis: \"\" is not known" },
  { HEAD SIDES ",\"filter\":{\"criteria\":[\"odd\"]}}",
    "byte *: filter.criteria[0]: \"odd\" is not known" },
  { HEAD SIDES ",\"filter\":{\"share\":2}}", "byte *: filter.share: out of range" },
  { HEAD SIDES ",\"canvas\":{\"zoom\":0}}", "byte *: canvas.zoom: out of range" },
  { HEAD SIDES ",\"canvas\":{\"x\":1e400}}", "byte *: canvas.x: out of range" },
  { HEAD SIDES ",\"canvas\":{\"fitted\":true}}",
    "byte *: canvas: there is no \"keeps-scale\" in it" },
  { HEAD SIDES ",\"selected\":1}", "selected: there is no such node" },
  { HEAD SIDES ",\"selected\":-1}", "byte *: selected: out of range" },
  { HEAD SIDES ",\"selected\":4294967295}", "byte *: selected: out of range" },
  { HEAD SIDES ",\"names\":[\"a\"],\"nodes\":[[0,1,0]]}", "nodes[0]: there is no name 1" },
  { HEAD SIDES ",\"nodes\":[[1,0,0]]}", "byte *: nodes[0]: its parent does not come before it" },
  { HEAD SIDES ",\"nodes\":[[0,0]]}", "byte *: nodes[0]: not three numbers" },
  { HEAD SIDES ",\"shown\":{\"top\":0,\"below\":[3]}}", "shown: there is no such node" },
  { HEAD SIDES ",\"shown\":{\"top\":0,\"below\":[],\"fold-threshold\":2}}",
    "byte *: shown.fold-threshold: out of range" },
  { HEAD SIDES "} {}", "byte *" },
  { HEAD SIDES ",\"view\":{\"name\":\"\xff\"}}", "byte *" },
};

static void
check_bad (const char *text, gsize length, const char *says)
{
  g_autofree char *path = write_file ("x.cyanotype", text, (gssize) length);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSessionFile) file = cyan_session_file_read (path, &error);
  g_autofree char *expected = NULL;

  if (says == NULL)
    {
      g_assert_no_error (error);
      g_assert_nonnull (file);
      return;
    }
  g_assert_null (file);
  g_assert_nonnull (error);
  expected = g_strdup_printf ("%s: %s", path, says);
  if (!g_pattern_match_simple (expected, error->message))
    g_error ("\"%s\" is not \"%s\"", error->message, expected);
  g_assert_null (strchr (error->message, '\n'));
}

TEST ("/session-file/bad")
{
  g_autoptr (GString) deep = g_string_new (HEAD "\"x\":");
  static const char with_nul[] = HEAD "\"x\":\"\0\"}";

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    check_bad (bad[i].text, strlen (bad[i].text), bad[i].says);
  check_bad (with_nul, sizeof with_nul - 1, "byte *");
  for (guint i = 0; i < 1000000; i++)
    g_string_append_c (deep, '[');
  check_bad (deep->str, deep->len, "byte *");
  g_string_assign (deep, HEAD SIDES ",\"options\":{\"claims\":[");
  for (guint i = 0; i <= CYAN_SESSION_FILE_MAX_CLAIMS; i++)
    g_string_append_printf (deep, "%s{\"after\":\"f%u\",\"same\":false}", i > 0 ? "," : "", i);
  g_string_append (deep, "]}}");
  check_bad (deep->str, deep->len, "byte *: options.claims[1000]: more than 1000 claims");
  /* More than the largest session. */
  g_string_truncate (deep, 0);
  g_string_append (deep, HEAD SIDES ",\"x\":\"");
  for (guint i = 0; i < CYAN_SESSION_FILE_MAX; i++)
    g_string_append_c (deep, 'x');
  g_string_append (deep, "\"}");
  check_bad (deep->str, deep->len, "a session file has at most 16777216 bytes");
}

/* No other file is opened for it: neither a FIFO nor what is not there. */
TEST ("/session-file/data")
{
  g_autofree char *fifo = at ("fifo");
  g_autofree char *text =
      g_strdup_printf (HEAD "\"before\":{\"runs\":[{\"path\":\"%s\",\"sha256\":\"0\"},"
                            "{\"path\":\"http://localhost/a.json\"}]},\"after\":{\"runs\":[]}}",
                       fifo);
  g_autofree char *path = write_file ("data.cyanotype", text, -1);
  g_autoptr (CyanSessionFile) file = NULL;

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  file = load (path);
  g_assert_true (input_of (file, 0)->has_changed);
  /* No server is asked before somebody says so. */
  g_assert_true (input_of (file, 1)->is_missing);
  g_assert_cmpstr (input_of (file, 1)->path, ==, "http://localhost/a.json");
  cyan_session_file_accept_addresses (file);
  g_assert_false (input_of (file, 1)->is_missing);
}

/* Addresses stay as they are, without secrets; only runs have some. */
TEST ("/session-file/addresses")
{
  g_autofree char *profile = write_file ("one.folded", "main;work 10\n", -1);
  g_autofree char *path = at ("addresses.cyanotype"), *text = NULL;
  g_autoptr (CyanRequest) request = cyan_request_new (profile, profile);
  g_autoptr (CyanComparison) comparison = compare (request);
  g_autoptr (CyanSessionFile) file = NULL;
  g_autoptr (CyanSessionFile) read = NULL;
  g_autoptr (CyanRequest) again = NULL;

  cyan_request_set_runs (request, 1,
                         (const char *const[]){ "https://h.example/a/../p?token=sesame&seconds=3"
                                                "@thread=main",
                                                NULL });
  file = cyan_session_file_new (request, comparison);
  save (file, comparison, path);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_null (strstr (text, "sesame"));
  read = load (path);
  again = cyan_session_file_new_request (read);
  g_assert_cmpstr (again->runs[1][0], ==,
                   "https://h.example/a/../p?token=...&seconds=3@thread=main");
}

TEST ("/session-file/address-of-sources")
{
  g_autofree char *path =
      write_file ("sources.cyanotype",
                  HEAD "\"before\":{\"runs\":[{\"path\":\"a\"}],\"sources\":"
                       "{\"path\":\"http://localhost/src\"}},\"after\":{\"runs\":[]}}",
                  -1);
  g_autoptr (CyanSessionFile) file = load (path);

  g_assert_true (g_str_has_prefix (input_of (file, 1)->path, scratch));
  cyan_session_file_accept_addresses (file);
  g_assert_true (input_of (file, 1)->is_missing);
}

/* The example of the documentation is one. */
TEST ("/session-file/docs")
{
  g_autofree char *page =
      g_test_build_filename (G_TEST_DIST, "..", "docs", "session-file.md", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSessionFile) file = NULL;
  const char *from, *to;

  g_assert_true (g_file_get_contents (page, &text, NULL, NULL));
  from = strstr (text, "```json\n");
  g_assert_nonnull (from);
  from += strlen ("```json\n");
  to = strstr (from, "```");
  file = cyan_session_file_read_memory ("/project/x.cyanotype", from, (gsize) (to - from), &error);
  g_assert_no_error (error);
  g_assert_cmpstr (input_of (file, 0)->path, ==, "/project/before.folded");
  g_assert_cmpstr (input_of (file, 1)->path, ==, "/jq");
  g_assert_cmpstr (input_of (file, 1)->revision, ==, "jq-1.6");
  g_assert_cmpuint (file->names->nodes->len, ==, 5);
  g_assert_cmpuint (file->selected, ==, 4);
}

static void
remove_scratch (void)
{
  tree_free (scratch);
}

TESTS ()
{
  scratch = tree_new ();
  atexit (remove_scratch);
}
