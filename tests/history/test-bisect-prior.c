/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which commits of a small repository are likelier to be the step. */
#include "cyan-bisect-prior.h"

#include <math.h>
#include <string.h>

#include "cyan-bisect-private.h"
#include "cyan-error.h"
#include "cyan-store-request.h"
#include "git-fixture.h"
#include "store-samples.h"
#include "tests.h"
#include "tree.h"

/* ---- files ---- */

TEST ("/bisect-prior/files")
{
  static const struct
  {
    const char *path;
    gboolean matters;
  } cases[] = {
    { "src/table.c", TRUE },          { "Makefile", TRUE },
    { "CMakeLists.txt", TRUE },       { "src/scanners.re", TRUE },
    { "lib/boot.lua", TRUE },         { "vendor/libfoo", TRUE },
    { "changelog.c", TRUE },          { "README", FALSE },
    { "README.md", FALSE },           { "COPYING", FALSE },
    { "docs/manual.rst", FALSE },     { "man/program.1", FALSE },
    { ".gitignore", FALSE },          { ".github/ci.yml", FALSE },
    { "docs/logo.PNG", FALSE },       { "bench/input.txt", TRUE },
    { "bench/other.txt", FALSE },     { "samples/a.md", TRUE },
    { "samples-of-prose.md", FALSE }, { "src/version.txt", TRUE },
  };
  static const char text[] = "[track]\nbuild=make VERSION=src/version.txt\n[benchmark b]\n"
                             "run=./run bench/input.txt\nfollows=samples\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanTrack) track = cyan_track_parse (text, strlen (text), "/track.ini", &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (cyan_bisect_file_matters (track, track->benchmarks->pdata[0], cases[i].path)
        != cases[i].matters)
      g_error ("%s", cases[i].path);
}

/* ---- a repository whose work() became slower ---- */

enum
{
  GOOD,
  DOCUMENTED, /* README.md only */
  ELSEWHERE,  /* another function */
  MERGED,     /* a branch that changed work() */
  BUILD,      /* the Makefile */
  CHANGED,    /* work() */
  BAD,        /* README.md only */
  N_REVISIONS
};

typedef struct
{
  char *repository, *path;
  CyanTrack *track;
  CyanStore *store;
  CyanBisection *state;
  GPtrArray *notes;
} World;

static void
write_program (const char *folder, guint work, guint rest)
{
  g_autofree char *text =
      g_strdup_printf ("int\nwork (int n)\n{\n  return n * %u;\n}\n\n"
                       "int\nrest (int n)\n{\n  return n + %u;\n}\n\n"
                       "int\nmain (void)\n{\n  return work (1) + rest (2);\n}\n",
                       work, rest);

  tree_write (folder, "program.c", text, -1);
}

static void
make_commits (const char *folder, char **oids)
{
  git_do (folder, "checkout", "-q", "-b", "side", NULL);
  write_program (folder, 1, 1);
  tree_write (folder, "README.md", "0\n", -1);
  oids[GOOD] = git_commit_all (folder, "Begin");
  write_program (folder, 2, 1);
  g_free (git_commit_all (folder, "Work on a branch"));
  git_do (folder, "checkout", "-q", "-b", "trunk", "HEAD~1", NULL);
  tree_write (folder, "README.md", "1\n", -1);
  oids[DOCUMENTED] = git_commit_all (folder, "Document");
  write_program (folder, 1, 2);
  oids[ELSEWHERE] = git_commit_all (folder, "Rest");
  git_do (folder, "merge", "-q", "--no-ff", "-m", "Merge", "side", NULL);
  oids[MERGED] = git_run (folder, "rev-parse", "HEAD", NULL);
  tree_write (folder, "Makefile", "all:\n", -1);
  oids[BUILD] = git_commit_all (folder, "Build");
  write_program (folder, 3, 2);
  oids[CHANGED] = git_commit_all (folder, "Work");
  tree_write (folder, "README.md", "2\n", -1);
  oids[BAD] = git_commit_all (folder, "Document again");
}

/* The first parents between two commits, whichever of them is given first. */
TEST ("/bisect-prior/range")
{
  char *oids[N_REVISIONS] = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL, *side = NULL;
  const gint ends[][2] = { { GOOD, BAD }, { GOOD, DOCUMENTED }, { MERGED, CHANGED } };

  git_fixture_start ();
  folder = git_new ();
  make_commits (folder, oids);
  side = git_run (folder, "rev-parse", "side", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    for (guint back = 0; back < 2; back++)
      {
        gboolean is_reversed = !back;
        g_auto (GStrv) range = cyan_bisect_range (folder, oids[ends[i][back]], oids[ends[i][!back]],
                                                  &is_reversed, NULL, &error);

        g_assert_no_error (error);
        g_assert_true (is_reversed == (gboolean) back);
        g_assert_cmpuint (g_strv_length (range), ==, (guint) (ends[i][1] - ends[i][0] + 1));
        for (gint k = ends[i][0]; k <= ends[i][1]; k++)
          g_assert_cmpstr (range[k - ends[i][0]], ==, oids[k]);
      }
  for (guint same = 0; same < 2; same++)
    {
      gboolean is_reversed;

      g_assert_null (
          cyan_bisect_range (folder, side, same ? side : oids[BAD], &is_reversed, NULL, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, same ? "are the same commit" : "neither"));
      g_clear_error (&error);
    }
  for (guint i = 0; i < N_REVISIONS; i++)
    g_free (oids[i]);
  tree_free (g_steal_pointer (&folder));
}

/* A run in which work() takes @work ms of its own. */
static void
add_run (CyanStore *store, const Sample *sample, gint64 revision, double work)
{
  g_autofree char *text =
      g_strdup_printf ("cct 1\nmetric\ttime\tms\nfunction\tmain\t\tprogram.c\t14\n"
                       "function\twork\t\tprogram.c\t2\nfunction\trest\t\tprogram.c\t8\n"
                       "0\t1\t1\t10\n1\t2\t1\t%g\n1\t3\t1\t30\n",
                       work);
  g_autoptr (CyanProfile) profile = sample_profile (text);
  const CyanStoreValue value = { sample->metric, work / 1000 };
  CyanStoreRun run = sample_plain_run (sample, revision, NULL);

  run.values = &value;
  run.n_values = 1;
  sample_put_run (store, run, profile);
}

static void
add_end (CyanStore *store, const Sample *sample, const char *oid, double work)
{
  gint64 id = sample_put_revision (store, sample, oid, NULL, CYAN_STORE_UNKNOWN);

  for (guint i = 0; i < 3; i++)
    add_run (store, sample, id, work + i * 0.1);
}

/* work() takes @before and @after ms at the ends. */
static void
world_init (World *world, double before, double after)
{
  static const char definition[] = "[track]\nproject=p\n[benchmark b]\nrun=./program\n";
  g_autofree char *ini = NULL;
  g_autoptr (GError) error = NULL;
  Sample sample;

  git_fixture_start ();
  world->repository = git_new ();
  ini = g_build_filename (world->repository, "track.ini", NULL);
  world->path = sample_path ("prior.db");
  world->track = cyan_track_parse (definition, strlen (definition), ini, &error);
  g_assert_no_error (error);
  world->store = sample_open (world->path, CYAN_STORE_CREATE);
  world->notes = g_ptr_array_new_with_free_func (g_free);
  world->state = g_new0 (CyanBisection, 1);
  world->state->n_revisions = N_REVISIONS;
  world->state->revisions = g_new0 (CyanBisectionRevision, N_REVISIONS);
  world->state->project = g_strdup ("p");
  world->state->machine = g_strdup ("m");
  world->state->benchmark = g_strdup ("b");
  world->state->ends = (CyanRatio){ .ratio = after / before };
  {
    char *oids[N_REVISIONS];

    make_commits (world->repository, oids);
    for (guint i = 0; i < N_REVISIONS; i++)
      world->state->revisions[i].commit.oid = oids[i];
  }
  sample = sample_begin (world->store);
  add_end (world->store, &sample, world->state->revisions[GOOD].commit.oid, before);
  add_end (world->store, &sample, world->state->revisions[BAD].commit.oid, after);
}

static void
world_clear (World *world)
{
  cyan_bisection_free (world->state);
  g_ptr_array_unref (world->notes);
  cyan_store_free (world->store);
  cyan_track_free (world->track);
  g_free (world->path);
  tree_free (world->repository);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_clear)

static void
find_prior (World *world)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (cyan_bisect_find_prior (world->state, world->track, world->store, world->notes,
                                         NULL, &error));
  g_assert_no_error (error);
}

static void
assert_priors (const World *world, const CyanPriorKind *expected)
{
  for (guint i = 0; i < N_REVISIONS; i++)
    {
      const CyanBisectionRevision *revision = &world->state->revisions[i];

      if (revision->prior != expected[i])
        g_error ("revision %u is %s", i, cyan_prior_kind_names[revision->prior]);
      g_assert_cmpstr (revision->because, ==,
                       expected[i] == CYAN_PRIOR_SUSPECT ? "work (program.c)" : NULL);
    }
}

/* The commits that touch what became slower, also behind a merge; those that touch a function with
 * much of the benchmark; those that touch nothing. */
TEST ("/bisect-prior/kinds")
{
  static const CyanPriorKind expected[] = { CYAN_PRIOR_EVEN,      CYAN_PRIOR_NO_SOURCES,
                                            CYAN_PRIOR_RISKY,     CYAN_PRIOR_SUSPECT,
                                            CYAN_PRIOR_EVEN,      CYAN_PRIOR_SUSPECT,
                                            CYAN_PRIOR_NO_SOURCES };
  g_auto (World) world = { 0 };

  world_init (&world, 40, 60);
  find_prior (&world);
  if (world.notes->len > 0)
    g_error ("%s", (const char *) world.notes->pdata[0]);
  assert_priors (&world, expected);
  /* Once more is the same. */
  find_prior (&world);
  assert_priors (&world, expected);
}

/* A merge right behind the oldest revision is looked into as any other. */
TEST ("/bisect-prior/merge-first")
{
  static const CyanPriorKind expected[] = { CYAN_PRIOR_EVEN, CYAN_PRIOR_SUSPECT, CYAN_PRIOR_EVEN,
                                            CYAN_PRIOR_SUSPECT, CYAN_PRIOR_NO_SOURCES };
  g_auto (World) world = { 0 };
  CyanBisectionRevision *revisions;
  Sample sample;

  world_init (&world, 40, 60);
  revisions = world.state->revisions;
  for (guint i = GOOD; i < ELSEWHERE; i++)
    g_free (revisions[i].commit.oid);
  world.state->n_revisions = N_REVISIONS - ELSEWHERE;
  memmove (revisions, revisions + ELSEWHERE, world.state->n_revisions * sizeof *revisions);
  sample = sample_begin (world.store);
  add_end (world.store, &sample, revisions[0].commit.oid, 40);
  find_prior (&world);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpint (revisions[i].prior, ==, expected[i]);
}

/* What the profiles do not tell makes no commit likelier, and is said. */
TEST ("/bisect-prior/without-profiles")
{
  static const CyanPriorKind expected[] = { CYAN_PRIOR_EVEN,      CYAN_PRIOR_NO_SOURCES,
                                            CYAN_PRIOR_EVEN,      CYAN_PRIOR_EVEN,
                                            CYAN_PRIOR_EVEN,      CYAN_PRIOR_EVEN,
                                            CYAN_PRIOR_NO_SOURCES };
  g_auto (World) world = { 0 };

  world_init (&world, 40, 60);
  g_free (world.state->benchmark);
  world.state->benchmark = g_strdup ("c");
  cyan_track_add_benchmark (world.track, "c");
  find_prior (&world);
  assert_priors (&world, expected);
  g_assert_cmpuint (world.notes->len, ==, 2);
  g_assert_true (
      g_str_has_prefix (world.notes->pdata[1], "no commit is likelier for what it touches: "));
  g_assert_nonnull (strstr (world.notes->pdata[0], "no such benchmark: "));
}

/* A function that became faster does not explain why the whole is slower; it is risky as
 * any with much of the benchmark. */
TEST ("/bisect-prior/direction")
{
  static const CyanPriorKind expected[] = { CYAN_PRIOR_EVEN,      CYAN_PRIOR_NO_SOURCES,
                                            CYAN_PRIOR_RISKY,     CYAN_PRIOR_RISKY,
                                            CYAN_PRIOR_EVEN,      CYAN_PRIOR_RISKY,
                                            CYAN_PRIOR_NO_SOURCES };
  g_auto (World) world = { 0 };

  world_init (&world, 60, 40);
  world.state->ends.ratio = 1.1;
  find_prior (&world);
  assert_priors (&world, expected);
}

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  return FALSE;
}

TEST ("/bisect-prior/cancelled")
{
  const CyanTick stops = CYAN_TICK_INIT (stop, NULL);
  g_auto (World) world = { 0 };
  g_autoptr (GError) error = NULL;

  world_init (&world, 40, 60);
  g_assert_false (
      cyan_bisect_find_prior (world.state, world.track, world.store, world.notes, &stops, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
}
