/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the tracker share. */
#pragma once

#include "cyan-build.h"
#include "cyan-measurement.h"
#include "cyan-tracker.h"
#include "cyan-workspace.h"

/* A revision that is built and may run again. */
typedef struct
{
  guint revision;
  CyanWorkspaceSlot *slot;
} CyanBuiltRevision;

struct _CyanTracker
{
  const CyanTrack *track; /* borrowed */
  CyanPlan *plan;         /* borrowed */
  CyanStore *store;       /* borrowed */
  CyanTrackerOptions options;
  guint *first_cell; /* by revision of the plan, and one more */
  GRand *random;
  guint32 seed;
  GPtrArray *lanes; /* of GArray of guint: processors */

  char *owner;          /* of our claims */
  GThread *thread;      /* the one that uses the store */
  const CyanTick *tick; /* of the caller */
  CyanTick watched;     /* polls it and renews claims */
  gint64 renew_at;      /* in us of g_get_monotonic_time() */

  CyanWorkspace *workspace;  /* NULL before the first build */
  CyanWorkspaceSlot *reused; /* of all builds, if they reuse one tree, or NULL */
  char *reused_oid;          /* whose files are in it, or NULL */
  guint n_slots;             /* made so far: each has a name of its own */
  GStrv inputs;              /* folders, by benchmark */
  gint64 session;            /* or CYAN_STORE_UNKNOWN */
  guint n_done, n_wanted;
  gboolean is_asked; /* for each run: precision adds none */
  GArray *kept;      /* of CyanBuiltRevision: the one that ran last at the end; NULL: none yet */
};

/* Reports an event to the caller. */
static inline void
cyan_tracker_say (const CyanTracker *self, CyanTrackerEvent event)
{
  event.n_done = self->n_done;
  event.n_wanted = self->n_wanted;
  if (self->options.say != NULL)
    self->options.say (&event, self->options.say_data);
}

/* ---- cyan-tracker-set.c ---- */

/* Builds these @revisions (guint of the plan), which are claimed already, and runs what their cells
 * miss. */
gboolean cyan_tracker_measure (CyanTracker *self, const GArray *revisions, GError **error);

/* ---- cyan-tracker-kept.c ---- */

/* Keeps the slot of a revision that is built, for the next time that runs are asked; removes those
 * that are too many. */
void cyan_tracker_keep (CyanTracker *self, guint revision, CyanWorkspaceSlot *slot);
/* The slot of @revision, which is no longer kept; NULL: it is not built. */
CyanWorkspaceSlot *cyan_tracker_take_kept (CyanTracker *self, guint revision);
void cyan_tracker_remove_kept (CyanTracker *self);

/* ---- cyan-tracker-store.c ---- */

/* Puts the machine, the plan and, before the first run, the session. */
gboolean cyan_tracker_put_plan (CyanTracker *self, GError **error);
gboolean cyan_tracker_put_session (CyanTracker *self, GError **error);
/* Each waits while the store is locked. */
gboolean cyan_tracker_put_build (CyanTracker *self,
                                 CyanPlanRevision *revision,
                                 const CyanBuild *build,
                                 GError **error);
gboolean cyan_tracker_put_run (CyanTracker *self,
                               CyanPlanCell *cell,
                               const CyanMeasurement *run,
                               GError **error);
/* Looks at what other trackers have done since the plan was made. */
gboolean cyan_tracker_refresh_cell (CyanTracker *self, CyanPlanCell *cell, GError **error);

/* Claims a revision of the plan. */
gboolean cyan_tracker_claim (CyanTracker *self, guint revision, gboolean *gained, GError **error);
/* Moves the end of all claims, once in a while. */
void cyan_tracker_renew_claims (CyanTracker *self);
/* Releases the claims of trackers of this machine that have ended. */
gboolean cyan_tracker_release_dead (CyanTracker *self, GError **error);

/* ---- cyan-turns.c ---- */

/* Brings @items into a random order. */
void cyan_turns_shuffle (guint *items, guint n, GRand *random);
/* The cells (guint of the plan) of these @revisions that miss a run, each once, shuffled. */
GArray *cyan_turns_next (CyanTracker *self, const GArray *revisions);
/* Adds a run to a cell whose mean is not known precisely enough yet. */
gboolean cyan_turns_extend (CyanTracker *self, CyanPlanCell *cell, GError **error);
/* The values by which @benchmark is judged, of one cell: those of its time without a recorder, or
 * else of the first metric of its profile.  Sets *@metric to its id, *@name and *@unit (may be
 * NULL, else the caller frees). */
GArray *cyan_turns_values (CyanTracker *self,
                           const CyanPlanCell *cell,
                           gint64 *metric,
                           char **name,
                           char **unit,
                           GError **error);
