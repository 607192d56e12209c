/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sources of two revisions say about functions that only one profile has. */
#include "cyan-source-evidence.h"

#include "cyan-edits.h"
#include "cyan-error.h"
#include "cyan-pipeline.h"
#include "cyan-sources.h"
#include "git-fixture.h"
#include "profile-text.h"
#include "tests.h"
#include "tree.h"

#define PART                                                                                       \
  "{\n  int sum = 0;\n\n  for (int i = 0; i < n; i++)\n    sum += text[i] * 31 + i;\n"             \
  "  return sum < 0 ? -sum : sum;\n}\n"
#define CHECK "{\n  if (n < 0 || text == 0 || text[0] == 'x')\n    return -1;\n  return n;\n}\n"

/* Two revisions of a program with one file, or two. */
typedef struct
{
  char *folder;
  CyanSourceLocation *locations[2];
} Repository;

static CyanSourceLocation *
commit (Repository *self, const char *file, const char *text)
{
  g_autofree char *revision = NULL, *location = NULL;
  CyanSourceLocation *opened;

  tree_write (self->folder, file, text, -1);
  revision = git_commit_all (self->folder, "Edit");
  location = g_strconcat (self->folder, "@", revision, NULL);
  opened = MUST (cyan_source_location_open (location, &failure));
  return opened;
}

static void
repository_init (Repository *self, const char *before, const char *after_file, const char *after)
{
  self->folder = git_new ();
  self->locations[0] = commit (self, "a.c", before);
  self->locations[1] = commit (self, after_file, after);
}

static void
repository_clear (Repository *self)
{
  cyan_source_location_unref (self->locations[0]);
  cyan_source_location_unref (self->locations[1]);
  tree_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Repository, repository_clear)

static CyanMatchEvidence *
find (CyanSourceLocation *const *locations,
      const char *before,
      const char *after,
      const CyanTick *tick,
      GError **error)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) a = cyan_profile_from_text (strings, before, error);
  g_autoptr (CyanProfile) b = cyan_profile_from_text (strings, after, error);
  CyanMatchEvidence *evidence = NULL;

  g_assert_nonnull (a);
  g_assert_nonnull (b);
  cyan_source_evidence_find ((const CyanProfile *const[]){ a, b }, NULL, locations, &evidence, tick,
                             error);
  return evidence;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(char *const *) a, *(char *const *) b);
}

/* "f = g 0.9, before h, after k" in a fixed order, @swapped with the sides exchanged. */
static char *
text_of (const CyanMatchEvidence *evidence, gboolean swapped)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < evidence->renames->len; i++)
    {
      const CyanMatchSourceRename *rename =
          &g_array_index (evidence->renames, CyanMatchSourceRename, i);

      g_ptr_array_add (
          lines, g_strdup_printf ("%s = %s %.1f", swapped ? rename->after : rename->before,
                                  swapped ? rename->before : rename->after, rename->similarity));
    }
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < evidence->defined[side]->len; i++)
      g_ptr_array_add (lines,
                       g_strdup_printf ("%s %s", (side == 0) != swapped ? "before" : "after",
                                        (char *) g_ptr_array_index (evidence->defined[side], i)));
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv (", ", (char **) lines->pdata);
}

/* Also with the sides exchanged. */
static void
assert_evidence (const Repository *repository,
                 const char *before,
                 const char *after,
                 const char *expected)
{
  CyanSourceLocation *const swapped[2] = { repository->locations[1], repository->locations[0] };
  g_autoptr (CyanMatchEvidence) evidence =
      MUST (find (repository->locations, before, after, NULL, &failure));
  g_autoptr (CyanMatchEvidence) mirrored = MUST (find (swapped, after, before, NULL, &failure));
  g_autofree char *text = NULL, *mirrored_text = NULL;

  g_assert_nonnull (evidence);
  text = text_of (evidence, FALSE);
  mirrored_text = text_of (mirrored, TRUE);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpstr (mirrored_text, ==, expected);
}

/* A renamed function calls a renamed one, and itself; it is written differently.  Functions that
 * did not run on one side are still there. */
TEST ("/source-evidence/renamed")
{
  g_auto (Repository) repository = { 0 };

  repository_init (
      &repository,
      "int check (char *text, int n)\n" CHECK "int part (char *text, int n)\n" PART
      "int old_sum (char *text, int n)\n{\n  int found = part (text, n);\n\n"
      "  if (found > 100 && n > 1)\n    found += old_sum (text + 1, n / 2);\n  return found;\n}\n"
      "int still (int n) { return n; }\nint main (void) { return old_sum (\"a\", 1); }\n",
      "a.c",
      "int check (char *text, int n)\n" CHECK "int hash_part (char *text, int n)\n" PART
      "int new_sum (char *text, int n)\n{\n  /* Both. */\n  int found = hash_part (text, n);\n"
      "  if (found > 100 && n > 1) {\n    found += new_sum (text + 1, n / 2);\n  }\n"
      "  return found;\n}\n"
      "int still (int n) { return n; }\nint main (void) { return new_sum (\"a\", 1); }\n");
  assert_evidence (&repository, "main(old_sum(part old_sum(part)) still memcpy)",
                   "main(check(new_sum(hash_part new_sum(hash_part))))",
                   "after check, before still, old_sum = new_sum 1.0, part = hash_part 1.0");
  /* What both profiles have is not asked for. */
  assert_evidence (&repository, "main(part)", "main(hash_part still)",
                   "after still, part = hash_part 1.0");
}

/* A copy of a function that is still there is no renamed one. */
TEST ("/source-evidence/copied")
{
  g_auto (Repository) repository = { 0 };

  repository_init (&repository, "int part (char *text, int n)\n" PART, "a.c",
                   "int part (char *text, int n)\n" PART "int copy (char *text, int n)\n" PART);
  assert_evidence (&repository, "main(part)", "main(copy)", "before part");
}

/* Which of two copies is it? */
TEST ("/source-evidence/two-copies")
{
  g_auto (Repository) repository = { 0 };

  repository_init (&repository, "int part (char *text, int n)\n" PART, "a.c",
                   "int one (char *text, int n)\n" PART "int two (char *text, int n)\n" PART);
  assert_evidence (&repository, "main(part)", "main(one two)", "");
  assert_evidence (&repository, "main(part)", "main(one)", "part = one 1.0");
}

/* Short bodies are equal by chance, unless they are in one place. */
TEST ("/source-evidence/short")
{
  g_auto (Repository) repository = { 0 }, neighbours = { 0 };

  repository_init (&repository, "int get (int n) { return n; }\n", "a.c", "int other;\n");
  cyan_source_location_unref (repository.locations[1]);
  repository.locations[1] = commit (&repository, "b.c", "int fetch (int n) { return n; }\n");
  assert_evidence (&repository, "main(get)", "main(fetch)", "");

  repository_init (&neighbours, "int get (int n) { return n; }\nint main (void) { return 0; }\n",
                   "a.c", "int fetch (int n) { return n; }\nint main (void) { return 0; }\n");
  assert_evidence (&neighbours, "main(get)", "main(fetch)", "get = fetch 0.8");
}

/* Names that differ only in case say more than short bodies. */
TEST ("/source-evidence/case")
{
  g_auto (Repository) repository = { 0 };

  repository_init (&repository, "void DumpInt (int x, int *d) { DumpBlock (x, d); }\n", "a.c",
                   "void dumpInt (int *d, int x) { dumpSize (d, x); }\n"
                   "void dumpText (int *d, int x) { dumpSize (d, x); }\n");
  assert_evidence (&repository, "main(DumpInt)", "main(dumpInt dumpText)", "DumpInt = dumpInt 0.8");
  assert_evidence (&repository, "main(DumpInt)", "main(dumpText)", "");
}

TEST ("/source-evidence/different")
{
  g_auto (Repository) repository = { 0 };

  repository_init (&repository, "int part (char *text, int n)\n" PART, "a.c",
                   "int check (char *text, int n)\n" CHECK);
  assert_evidence (&repository, "main(part)", "main(check)", "");
}

static gboolean
never (double fraction, const char *what, gpointer data)
{
  return FALSE;
}

/* Without a function of its own on both sides, or without sources, none are read. */
TEST ("/source-evidence/not-asked")
{
  const CyanTick tick = CYAN_TICK_INIT (never, NULL);
  g_auto (Repository) repository = { 0 };
  g_autoptr (GError) error = NULL;
  CyanSourceLocation *half[2] = { NULL, NULL };

  repository_init (&repository, "int part (char *text, int n)\n" PART, "a.c",
                   "int copy (char *text, int n)\n" PART);
  half[0] = repository.locations[0];
  g_assert_null (find (repository.locations, "main(part)", "main", &tick, &error));
  g_assert_null (find (half, "main(part)", "main(copy)", &tick, &error));
  g_assert_no_error (error);
  MUST_FAIL (CYAN_ERROR_CANCELLED, "*",
             find (repository.locations, "main(part)", "main(copy)", &tick, &failure));
}

/* ---- what becomes of it ---- */

/* What is concluded of two recordings in the folder of @repository, one sentence a line, with its
 * sources or without. */
static char *
concluded (const Repository *repository, gboolean swapped, gboolean with_sources)
{
  g_autofree char *before = tree_path (repository->folder, swapped ? "after" : "before");
  g_autofree char *after = tree_path (repository->folder, swapped ? "before" : "after");
  g_autoptr (CyanRequest) request = cyan_request_new (before, after);
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanEdits) edits = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (with_sources)
    {
      request->repository = g_strdup (repository->folder);
      for (guint side = 0; side < 2; side++)
        request->revisions[side] = g_strdup (
            cyan_source_location_commit (repository->locations[swapped ? 1 - side : side]));
    }
  comparison = MUST (cyan_pipeline_compare (request, NULL, &failure));
  edits = cyan_edits_new (comparison, NULL);
  for (guint i = 0; i < edits->n; i++)
    {
      g_autofree char *sentence = cyan_edit_to_sentence (comparison, &edits->at[i]);

      g_string_append_printf (text, "%s\n", sentence);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_concluded (const Repository *repository,
                  gboolean swapped,
                  gboolean with_sources,
                  const char *expected)
{
  ASSERT_TEXT (concluded (repository, swapped, with_sources), expected);
}

/* A renamed function has a new wrapper and only one of its callees: its contexts do not show what
 * it is now called. */
TEST ("/source-evidence/concluded")
{
  g_auto (Repository) repository = { 0 };

  repository_init (&repository, "int old_sum (char *text, int n)\n" PART, "a.c",
                   "int reduce (char *text, int n)\n" PART "int checked (char *text, int n)\n"
                   "{\n  return text != 0 && n > 0 ? reduce (text, n) : 0;\n}\n");
  tree_write (repository.folder, "before",
              "main;old_sum;part 30\nmain;old_sum;scan 20\nmain;old_sum;emit 20\n"
              "main;old_sum 30\nmain;other 100\n",
              -1);
  tree_write (repository.folder, "after",
              "main;checked;reduce;part 30\nmain;checked;reduce;fresh 20\n"
              "main;checked;reduce;hash 20\nmain;checked;reduce 30\nmain;other 100\n",
              -1);
  assert_concluded (&repository, FALSE, TRUE,
                    "old_sum is now reduce (in 1 context; by its source)\n"
                    "checked is new between main and reduce (in 1 context)\n");
  assert_concluded (&repository, TRUE, TRUE,
                    "reduce is now old_sum (in 1 context; by its source)\n"
                    "checked was inlined into main (in 1 context)\n");
  assert_concluded (&repository, FALSE, FALSE,
                    "old_sum was replaced by checked (in 1 context)\n"
                    "reduce is new between main and part (in 1 context)\n");
}

/* A function that is still defined is not taken for a renamed one, whatever its contexts say. */
TEST ("/source-evidence/still-defined")
{
  g_auto (Repository) repository = { 0 };

  repository_init (&repository, "int old_sum (char *text, int n)\n" PART, "a.c",
                   "int old_sum (char *text, int n)\n" PART
                   "int reduce (char *text, int n)\n" CHECK);
  tree_write (repository.folder, "before", "main;old_sum;part 30\nmain;old_sum;scan 20\n", -1);
  tree_write (repository.folder, "after", "main;reduce;part 30\nmain;reduce;scan 20\n", -1);
  assert_concluded (&repository, FALSE, FALSE, "old_sum is probably reduce now (in 1 context)\n");
  assert_concluded (&repository, FALSE, TRUE, "old_sum was replaced by reduce (in 1 context)\n");
  assert_concluded (&repository, TRUE, TRUE, "reduce was replaced by old_sum (in 1 context)\n");
}

TESTS ()
{
  git_fixture_start ();
}
