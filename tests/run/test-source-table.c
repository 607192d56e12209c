/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of sources: what it knows, the order of look-ups, and its answers for unknown
 * functions.  The sources are the two folders of the demo. */
#include "cyan-source-table.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-format.h"
#include "cyan-pipeline.h"
#include "profile-text.h"
#include "tests.h"

static char *
demo_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "..", "data", "demo", name, NULL);
}

static CyanComparison *
compare_demo (void)
{
  g_autofree char *before = demo_path ("before.json.gz");
  g_autofree char *after = demo_path ("after.json.gz");
  g_autoptr (CyanRequest) request = cyan_request_new (before, after);
  CyanComparison *comparison = MUST (cyan_pipeline_compare (request, NULL, &failure));

  return comparison;
}

static CyanSourceLocation *
open_demo (const char *side)
{
  g_autofree char *path = demo_path (side);
  CyanSourceLocation *location = MUST (cyan_source_location_open (path, &failure));

  return location;
}

static guint32
pair_of (const CyanComparison *comparison, const char *name)
{
  for (CyanNode node = 0; node < comparison->compared.n_nodes; node++)
    if (strcmp (cyan_comparison_name (comparison, node), name) == 0)
      return comparison->compared.pairs->of_node[node];
  g_error ("no function \"%s\"", name);
}

static CyanChange
change_of (CyanSourceTable *table, const CyanComparison *comparison, const char *name)
{
  g_autoptr (CyanSourceSnapshot) known = cyan_source_table_snapshot (table);

  return (CyanChange) known->changes[pair_of (comparison, name)];
}

static guint
n_filled (CyanSourceTable *table)
{
  g_autoptr (CyanSourceSnapshot) known = cyan_source_table_snapshot (table);

  return known->n_filled;
}

TEST ("/source-table/demo")
{
  static const struct
  {
    const char *name;
    CyanChange change;
  } expected[] = {
    { "find_entry", CYAN_CHANGE_MODIFIED },   { "sort_index", CYAN_CHANGE_MODIFIED },
    { "fold_word", CYAN_CHANGE_REFORMATTED }, { "flush_rows", CYAN_CHANGE_UNMODIFIED },
    { "index_word", CYAN_CHANGE_UNMODIFIED }, { "run_phase", CYAN_CHANGE_UNKNOWN },
    { "hash_word", CYAN_CHANGE_UNKNOWN },
  };
  g_autoptr (CyanComparison) comparison = compare_demo ();
  g_autoptr (CyanSourceLocation) before = open_demo ("before");
  g_autoptr (CyanSourceLocation) after = open_demo ("after");
  g_autoptr (CyanSourceTable) table = cyan_source_table_new (comparison, before, after);
  g_autoptr (CyanSourceSnapshot) empty = cyan_source_table_snapshot (table);
  g_autoptr (CyanSourceSnapshot) full = NULL, again = NULL;
  guint32 find_entry = pair_of (comparison, "find_entry");

  g_assert_true (cyan_source_table_has_sources (table));
  g_assert_cmpuint (empty->n_filled, ==, 0);
  g_assert_cmpint (empty->changes[find_entry], ==, CYAN_CHANGE_UNKNOWN);
  MUST (cyan_source_table_fill (table, NULL, &failure));
  full = cyan_source_table_snapshot (table);
  g_assert_cmpuint (full->n_filled, ==, comparison->compared.pairs->n);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpint (full->changes[pair_of (comparison, expected[i].name)], ==, expected[i].change);
  /* An earlier snapshot does not change. */
  g_assert_cmpuint (empty->n_filled, ==, 0);
  g_assert_cmpint (empty->changes[find_entry], ==, CYAN_CHANGE_UNKNOWN);

  /* Known functions are not looked up again. */
  MUST (cyan_source_table_fill (table, NULL, &failure));
  again = cyan_source_table_snapshot (table);
  g_assert_true (again == full);
}

static CyanPresence
presence_of (CyanSourceTable *table, const CyanComparison *comparison, const char *name)
{
  g_autoptr (CyanSourceSnapshot) known = cyan_source_table_snapshot (table);

  return (CyanPresence) known->presence[pair_of (comparison, name)];
}

/* Functions that only one version has. */
TEST ("/source-table/presence")
{
  g_autoptr (CyanComparison) comparison = compare_demo ();
  g_autoptr (CyanSourceLocation) before = open_demo ("before");
  g_autoptr (CyanSourceLocation) after = open_demo ("after");
  g_autoptr (CyanSourceTable) table = cyan_source_table_new (comparison, before, after);
  g_autoptr (CyanSourceTable) half = cyan_source_table_new (comparison, before, NULL);
  g_autoptr (CyanSourceSnapshot) of_half = cyan_source_table_snapshot (half);

  g_assert_null (of_half->presence);
  g_assert_null (of_half->moved);
  g_assert_cmpint (presence_of (table, comparison, "run_phase"), ==, CYAN_PRESENCE_UNKNOWN);
  MUST (cyan_source_table_fill (table, NULL, &failure));
  g_assert_cmpint (presence_of (table, comparison, "run_phase"), ==, CYAN_PRESENCE_AFTER_ONLY);
  g_assert_cmpint (presence_of (table, comparison, "print_hours"), ==, CYAN_PRESENCE_AFTER_ONLY);
  g_assert_cmpint (presence_of (table, comparison, "hash_word"), ==, CYAN_PRESENCE_BEFORE_ONLY);
  g_assert_cmpint (presence_of (table, comparison, "find_entry"), ==, CYAN_PRESENCE_BOTH);
}

static CyanComparison *
compare_texts (const char *before, const char *after)
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) a = MUST (cyan_profile_from_text (strings, before, &failure));
  g_autoptr (CyanProfile) b = MUST (cyan_profile_from_text (strings, after, &failure));
  CyanComparison *comparison = MUST (cyan_comparison_new (a, b, &options, NULL, &failure));

  return comparison;
}

/* A function that did not run may still exist.  A function in neither folder, or with an impossible
 * name, is unknown. */
TEST ("/source-table/presence-of-what-did-not-run")
{
  g_autoptr (CyanComparison) comparison = compare_texts (
      "main(find_entry(hash_word) add_entry:5 memcpy _ZN4core3fmt5writeE)", "main(find_entry)");
  g_autoptr (CyanSourceLocation) before = open_demo ("before");
  g_autoptr (CyanSourceLocation) after = open_demo ("after");
  g_autoptr (CyanSourceTable) table = cyan_source_table_new (comparison, before, after);
  g_auto (CyanSourcePair) pair = { 0 };

  /* A single look-up before must not keep it from being filled in. */
  g_assert_true (MUST (
      cyan_source_table_look_up (table, pair_of (comparison, "hash_word"), &pair, NULL, &failure)));
  MUST (cyan_source_table_fill (table, NULL, &failure));
  g_assert_cmpint (presence_of (table, comparison, "hash_word"), ==, CYAN_PRESENCE_BEFORE_ONLY);
  g_assert_cmpint (presence_of (table, comparison, "add_entry"), ==, CYAN_PRESENCE_BOTH);
  g_assert_cmpint (presence_of (table, comparison, "memcpy"), ==, CYAN_PRESENCE_UNKNOWN);
  g_assert_cmpint (presence_of (table, comparison, "core::fmt::write"), ==, CYAN_PRESENCE_UNKNOWN);
}

static CyanSourceLocation *
write_location (const char *text, char **folder)
{
  g_autofree char *path = NULL;
  CyanSourceLocation *location;

  *folder = MUST (g_dir_make_tmp ("cyan-source-XXXXXX", &failure));
  path = g_build_filename (*folder, "a.c", NULL);
  MUST (g_file_set_contents (path, text, -1, &failure));
  location = MUST (cyan_source_location_open (*folder, &failure));
  return location;
}

static void
remove_location (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "a.c", NULL);

  g_unlink (path);
  g_rmdir (folder);
}

/* Several functions of one name: what became of them is known only if their number is unchanged or
 * all are gone. */
TEST ("/source-table/presence-of-several")
{
  g_autoptr (CyanComparison) comparison = compare_texts ("main(a b c)", "main");
  char *folders[2] = { NULL, NULL };
  g_autoptr (CyanSourceLocation) before = write_location (
      "#ifdef X\nint a (void)\n{\n  return 1;\n}\n#else\nint a (void)\n{\n  return 2;\n}\n"
      "#endif\n#ifdef X\nint b (void)\n{\n  return 1;\n}\n#else\n"
      "int b (void)\n{\n  return 2;\n}\n#endif\n#ifdef X\n"
      "int c (void)\n{\n  return 1;\n}\n#else\nint c (void)\n{\n  return 2;\n}\n#endif\n",
      &folders[0]);
  g_autoptr (CyanSourceLocation) after = write_location (
      "#ifdef X\nint a (void)\n{\n  return 1;\n}\n#else\nint a (void)\n{\n  return 2;\n}\n"
      "#endif\nint b (void)\n{\n  return 1;\n}\n",
      &folders[1]);
  g_autoptr (CyanSourceTable) table = cyan_source_table_new (comparison, before, after);

  MUST (cyan_source_table_fill (table, NULL, &failure));
  g_assert_cmpint (presence_of (table, comparison, "a"), ==, CYAN_PRESENCE_BOTH);
  g_assert_cmpint (presence_of (table, comparison, "b"), ==, CYAN_PRESENCE_UNKNOWN);
  g_assert_cmpint (presence_of (table, comparison, "c"), ==, CYAN_PRESENCE_BEFORE_ONLY);
  for (guint side = 0; side < 2; side++)
    {
      remove_location (folders[side]);
      g_free (folders[side]);
    }
}

/* If a function ran in one version only, the other text is that of the same function, not of the
 * recorded line. */
TEST ("/source-table/counterparts")
{
  g_autoptr (CyanComparison) comparison = compare_texts ("main(a)", "main");
  char *folders[2] = { NULL, NULL };
  g_autoptr (CyanSourceLocation) before = write_location (
      "int main (void) { return 0; }\nint a (int n)\n{\n  return n;\n}\n", &folders[0]);
  g_autoptr (CyanSourceLocation) after =
      write_location ("int main (void) { return 0; }\nint other (int n)\n{\n  return n;\n}\nint a "
                      "(int n)\n{\n  return -n;\n}\n",
                      &folders[1]);
  g_autoptr (CyanSourceTable) table = cyan_source_table_new (comparison, before, after);
  g_auto (CyanSourcePair) pair = { 0 };

  MUST (cyan_source_table_look_up (table, pair_of (comparison, "a"), &pair, NULL, &failure));
  g_assert_nonnull (pair.before);
  g_assert_nonnull (pair.after);
  g_assert_cmpuint (pair.before->first_line, ==, 2);
  g_assert_cmpuint (pair.after->first_line, ==, 6);
  g_assert_cmpint (pair.change, ==, CYAN_CHANGE_MODIFIED);
  for (guint side = 0; side < 2; side++)
    {
      remove_location (folders[side]);
      g_free (folders[side]);
    }
}

/* One pair: both texts if they exist, otherwise the reason. */
TEST ("/source-table/look-up")
{
  g_autoptr (CyanComparison) comparison = compare_demo ();
  g_autoptr (CyanSourceLocation) before = open_demo ("before");
  g_autoptr (CyanSourceLocation) after = open_demo ("after");
  g_autoptr (CyanSourceTable) table = cyan_source_table_new (comparison, before, after);
  g_auto (CyanSourcePair) changed = { 0 }, added = { 0 }, removed = { 0 }, root = { 0 };
  g_autofree char *body = NULL;

  MUST (cyan_source_table_look_up (table, pair_of (comparison, "find_entry"), &changed, NULL,
                                   &failure));
  g_assert_cmpint (changed.change, ==, CYAN_CHANGE_MODIFIED);
  g_assert_null (changed.why_before);
  g_assert_null (changed.why_after);
  body = cyan_function_text_body (changed.after);
  g_assert_nonnull (strstr (body, "find_entry"));
  g_assert_cmpuint (n_filled (table), ==, 1);
  g_assert_cmpint (change_of (table, comparison, "find_entry"), ==, CYAN_CHANGE_MODIFIED);

  g_assert_true (MUST (cyan_source_table_look_up (table, pair_of (comparison, "run_phase"), &added,
                                                  NULL, &failure)));
  g_assert_null (added.before);
  g_assert_cmpstr (added.why_before, ==, "This function is not in the profile before.");
  g_assert_nonnull (added.after);
  g_assert_null (added.why_after);
  g_assert_true (MUST (cyan_source_table_look_up (table, pair_of (comparison, "hash_word"),
                                                  &removed, NULL, &failure)));
  g_assert_nonnull (removed.before);
  g_assert_cmpstr (removed.why_after, ==, "This function is not in the profile after.");
  /* Not a function: no text, but a reason. */
  MUST (cyan_source_table_look_up (table, comparison->compared.pairs->of_node[0], &root, NULL,
                                   &failure));
  g_assert_null (root.before);
  g_assert_cmpstr (root.why_before, !=, NULL);
  g_assert_cmpint (root.change, ==, CYAN_CHANGE_UNKNOWN);
}

/* Without folders nothing is known; with one, its text can be shown. */
TEST ("/source-table/no-folders")
{
  g_autoptr (CyanComparison) comparison = compare_demo ();
  g_autoptr (CyanSourceTable) none = cyan_source_table_new (comparison, NULL, NULL);
  g_autoptr (CyanSourceSnapshot) of_none = cyan_source_table_snapshot (none);
  g_autoptr (CyanSourceLocation) after = open_demo ("after");
  g_autoptr (CyanSourceTable) one = cyan_source_table_new (comparison, NULL, after);
  g_auto (CyanSourcePair) nothing = { 0 }, half = { 0 };
  guint32 index = pair_of (comparison, "find_entry");

  g_assert_false (cyan_source_table_has_sources (none));
  g_assert_null (of_none->changes);
  MUST (cyan_source_table_look_up (none, index, &nothing, NULL, &failure));
  g_assert_cmpstr (nothing.why_before, ==, "No sources were given for before.");
  g_assert_cmpstr (nothing.why_after, ==, "No sources were given for after.");

  g_assert_false (cyan_source_table_has_sources (one));
  MUST (cyan_source_table_look_up (one, index, &half, NULL, &failure));
  g_assert_null (half.before);
  g_assert_nonnull (half.after);
  g_assert_cmpint (half.change, ==, CYAN_CHANGE_UNKNOWN);
  MUST (cyan_source_table_fill (one, NULL, &failure));
}

typedef struct
{
  CyanSourceTable *table;
  guint n_filled; /* at the last tick */
  guint n_ticks;
  guint stop_at_filled;
  guint stop_at_tick; /* 0: never */
} Filling;

static gboolean
watch (double fraction, const char *what, gpointer data)
{
  Filling *self = data;
  guint n = n_filled (self->table);

  /* One row at a time. */
  g_assert_cmpuint (n, >=, self->n_filled);
  g_assert_cmpuint (n, <=, self->n_filled + 1);
  self->n_filled = n;
  self->n_ticks++;
  return n < self->stop_at_filled && self->n_ticks != self->stop_at_tick;
}

/* The largest differences are looked up first, row by row; after cancelling, the results so far
 * stay. */
TEST ("/source-table/order")
{
  g_autoptr (CyanComparison) comparison = compare_demo ();
  g_autoptr (CyanSourceLocation) before = open_demo ("before");
  g_autoptr (CyanSourceLocation) after = open_demo ("after");
  g_autoptr (CyanSourceTable) table = cyan_source_table_new (comparison, before, after);
  /* Above find_entry there are only "(all)", main, run_phase, index_log, index_line and
   * index_word. */
  Filling filling = { .table = table, .stop_at_filled = 7 };
  CyanTick tick = CYAN_TICK_INIT (watch, &filling);

  MUST_FAIL (CYAN_ERROR_CANCELLED, "*", cyan_source_table_fill (table, &tick, &failure));
  g_assert_cmpuint (filling.n_filled, ==, 7);
  g_assert_cmpint (change_of (table, comparison, "find_entry"), ==, CYAN_CHANGE_MODIFIED);
  g_assert_cmpint (change_of (table, comparison, "fold_word"), ==, CYAN_CHANGE_UNKNOWN);
}

/* Cancelling does not wait until all files of a folder are searched. */
TEST ("/source-table/stop-within")
{
  g_autoptr (CyanComparison) comparison = compare_demo ();
  g_autoptr (CyanSourceLocation) before = open_demo ("before");
  g_autoptr (CyanSourceLocation) after = open_demo ("after");
  g_autoptr (CyanSourceTable) table = cyan_source_table_new (comparison, before, after);
  Filling filling = { .table = table, .stop_at_filled = G_MAXUINT, .stop_at_tick = 2 };
  CyanTick tick = CYAN_TICK_INIT (watch, &filling);

  MUST_FAIL (CYAN_ERROR_CANCELLED, "*", cyan_source_table_fill (table, &tick, &failure));
  g_assert_cmpuint (n_filled (table), ==, 0);
}

static CyanProfile *
hashed (const char *make, const char *fold, const char *find)
{
  g_autofree char *text = g_strdup_printf ("cct 1\nmeta\tbody-hash\t%s\n"
                                           "metric\ttime\tns\nfunction\tmain\n"
                                           "function\tfold_word\t\t\t\t%s\n"
                                           "function\tfind_entry\t\t\t\t%s\n"
                                           "0\t1\t1\t1\n1\t2\t1\t5\n1\t3\t1\t5\nend\t3\n",
                                           make, fold, find);
  CyanProfile *profile =
      MUST (cyan_profile_load_memory ("x", text, strlen (text), NULL, NULL, &failure));

  return profile;
}

/* Body hashes take precedence over the folders, because they come from the code that ran. */
TEST ("/source-table/hashes")
{
  g_autoptr (CyanProfile) a = hashed ("x", "1", "abcdef");
  g_autoptr (CyanProfile) b = hashed ("x", "2", "abcdef");
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) comparison =
      MUST (cyan_comparison_new (a, b, &options, NULL, &failure));
  g_autoptr (CyanSourceLocation) before = open_demo ("before");
  g_autoptr (CyanSourceLocation) after = open_demo ("after");
  g_autoptr (CyanSourceTable) alone = cyan_source_table_new (comparison, NULL, NULL);
  g_autoptr (CyanSourceTable) both = cyan_source_table_new (comparison, before, after);
  CyanSourceTable *tables[] = { alone, both };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (CyanSourceSnapshot) empty = cyan_source_table_snapshot (tables[i]);

      g_assert_true (cyan_source_table_has_sources (tables[i]));
      g_assert_true ((empty->presence != NULL) == (i == 1));
      MUST (cyan_source_table_fill (tables[i], NULL, &failure));
      g_assert_cmpint (change_of (tables[i], comparison, "fold_word"), ==, CYAN_CHANGE_MODIFIED);
      g_assert_cmpint (change_of (tables[i], comparison, "find_entry"), ==, CYAN_CHANGE_UNMODIFIED);
      /* main has no hash, so the folders decide, if there are any. */
      g_assert_cmpint (change_of (tables[i], comparison, "main"), ==,
                       i == 0 ? CYAN_CHANGE_UNKNOWN : CYAN_CHANGE_MODIFIED);
    }
}

/* Hashes of another version say nothing, so only the folders decide. */
TEST ("/source-table/other-hashes")
{
  g_autoptr (CyanProfile) a = hashed ("x", "1", "abcdef");
  g_autoptr (CyanProfile) b = hashed ("y", "2", "abcdef");
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) comparison =
      MUST (cyan_comparison_new (a, b, &options, NULL, &failure));
  g_autoptr (CyanSourceLocation) before = open_demo ("before");
  g_autoptr (CyanSourceLocation) after = open_demo ("after");
  g_autoptr (CyanSourceTable) alone = cyan_source_table_new (comparison, NULL, NULL);
  g_autoptr (CyanSourceTable) both = cyan_source_table_new (comparison, before, after);

  g_assert_false (cyan_source_table_has_sources (alone));
  g_assert_true (cyan_source_table_has_other_hashes (alone));
  MUST (cyan_source_table_fill (both, NULL, &failure));
  g_assert_cmpint (change_of (both, comparison, "fold_word"), ==, CYAN_CHANGE_REFORMATTED);
  g_assert_cmpint (change_of (both, comparison, "find_entry"), ==, CYAN_CHANGE_MODIFIED);
}

/* A recording may have mangled names; sources have the original ones. */
TEST ("/source-table/mangled")
{
  static const char *const texts[2] = { "int twice (int x)\n{\n  return 2 * x;\n}\n"
                                        "int same (int x)\n{\n  return x;\n}\n",
                                        "int twice (int x)\n{\n  return x + x;\n}\n"
                                        "int same (int x)\n{\n  return x;\n}\n" };
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main(_Z5twicei _Z4samei.isra.0)", "main(_Z5twicei _Z4samei)");
  char *folders[2], *paths[2];
  CyanSourceLocation *locations[2];
  g_autoptr (CyanSourceTable) table = NULL;

  for (guint side = 0; side < 2; side++)
    {
      folders[side] = MUST (g_dir_make_tmp ("cyan-source-XXXXXX", &failure));
      paths[side] = g_build_filename (folders[side], "a.cc", NULL);
      MUST (g_file_set_contents (paths[side], texts[side], -1, &failure));
      locations[side] = MUST (cyan_source_location_open (folders[side], &failure));
    }
  table = cyan_source_table_new (comparison, locations[0], locations[1]);
  MUST (cyan_source_table_fill (table, NULL, &failure));
  g_assert_cmpint (change_of (table, comparison, "twice(int)"), ==, CYAN_CHANGE_MODIFIED);
  g_assert_cmpint (change_of (table, comparison, "same(int)"), ==, CYAN_CHANGE_UNMODIFIED);
  for (guint side = 0; side < 2; side++)
    {
      cyan_source_location_unref (locations[side]);
      g_unlink (paths[side]);
      g_rmdir (folders[side]);
      g_free (paths[side]);
      g_free (folders[side]);
    }
}
