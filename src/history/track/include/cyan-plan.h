/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a tracker has to do: the revisions of the commit graph, and the cells, revision x benchmark,
 * of one machine.
 *
 * The order is that of the graph, parents first; clocks do not matter.
 */
#pragma once

#include "cyan-git-log.h"
#include "cyan-store.h"
#include "cyan-tick.h"
#include "cyan-track-file.h"

typedef struct
{
  const CyanGitLogCommit *commit; /* of the plan */
  gint64 id;                      /* in the store, or CYAN_STORE_UNKNOWN */
  gboolean is_chosen;             /* to be measured; the others only show the gaps */
  CyanBuildStatus build;          /* by the recipe of the plan, on its machine */
  gint64 build_id;                /* in the store, or CYAN_STORE_UNKNOWN */
} CyanPlanRevision;

typedef struct
{
  guint revision;    /* number of the CyanPlanRevision, which is chosen */
  guint benchmark;   /* number of the CyanTrackBenchmark */
  gint64 definition; /* in the store, or CYAN_STORE_UNKNOWN */
  char *hash;        /* of the definition at this revision, and what it was computed from */
  char *text;
  guint n_ok, n_failed; /* runs in the store, without those that were lost */
  guint n_missing;      /* runs to do, by min_runs; 0 if the build has failed */
} CyanPlanCell;

typedef struct
{
  char *repository; /* absolute */
  char *project;
  char *branch;                  /* that was walked, or NULL */
  char *recipe;                  /* hash of how revisions are built */
  GStrv inputs;                  /* by benchmark: hash of its inputs */
  gint64 project_id, machine_id; /* in the store, or CYAN_STORE_UNKNOWN */

  GPtrArray *revisions; /* of CyanPlanRevision, parents first */
  GPtrArray *cells;     /* of CyanPlanCell, by revision, then by benchmark */
  guint n_missing;      /* runs to do, of all cells */

  GPtrArray *commits;      /* of CyanGitLogCommit */
  CyanGitLogCommit *dirty; /* the work tree, which is the last revision then, or NULL */
} CyanPlan;

/* Whether to measure @commit.  @first: no other commit of the walk is before it. */
typedef gboolean (*CyanPlanFilter) (const CyanGitLogCommit *commit, gboolean first, gpointer data);

typedef struct
{
  const char *machine;          /* its name in the store */
  gboolean retry_failed;        /* plan failed builds and failed runs again */
  const char *const *revisions; /* these, NULL-terminated, in place of those of @track; or NULL */
  gboolean dirty;               /* the work tree is the newest revision: see cyan-dirty.h */
  CyanPlanFilter filter; /* of the revisions that @track chooses, asked in their order; or NULL */
  gpointer filter_data;
} CyanPlanOptions;

/* Compares @track with what is in @store, which may be NULL.  Fails like cyan_git_tree_open(), and
 * with CYAN_ERROR_INVALID if the walk is empty. */
CyanPlan *cyan_plan_new (const CyanTrack *track,
                         CyanStore *store,
                         const CyanPlanOptions *options,
                         const CyanTick *tick,
                         GError **error);
void cyan_plan_free (CyanPlan *self);

/* By their numbers. */
static inline CyanPlanRevision *
cyan_plan_revision (const CyanPlan *self, guint number)
{
  return self->revisions->pdata[number];
}

static inline CyanPlanCell *
cyan_plan_cell (const CyanPlan *self, guint number)
{
  return self->cells->pdata[number];
}

/* "measured", "failed", "not-built" or "missing". */
const char *cyan_plan_status (const CyanPlan *self, const CyanPlanCell *cell);

/* Puts the project, all revisions of the walk and the tip of its branch into @store in one
 * transaction, and sets their ids in the plan. */
gboolean cyan_plan_put (CyanPlan *self, CyanStore *store, gint64 now, GError **error);

/* Writes the profiles of the successful runs of @cell into @folder, which is made unless it is
 * there; their names begin with @name.  Returns their paths; caller frees.  NULL with @error. */
GStrv cyan_plan_save_profiles (const CyanPlan *self,
                               const CyanPlanCell *cell,
                               CyanStore *store,
                               const char *folder,
                               const char *name,
                               GError **error);

/* ---- what makes two runs comparable ---- */

/* The hash of what @benchmark does in the commit @oid, and in *@text the lines that it was computed
 * from.  @inputs is that of cyan_inputs_hash().  Caller frees both; NULL with @error. */
char *cyan_definition_hash (const CyanTrack *track,
                            const CyanTrackBenchmark *benchmark,
                            const char *oid,
                            const char *inputs,
                            char **text,
                            GError **error);
/* The hash of how a revision is built.  Caller frees. */
char *cyan_recipe_hash (const CyanTrack *track);

/* The hash of the names, modes and contents of the inputs.  Caller frees; NULL with @error. */
char *cyan_inputs_hash (const CyanTrackBenchmark *benchmark, GError **error);
/* Copies the inputs into the folder @folder, which must exist. */
gboolean cyan_inputs_copy (const CyanTrackBenchmark *benchmark, const char *folder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPlan, cyan_plan_free)
