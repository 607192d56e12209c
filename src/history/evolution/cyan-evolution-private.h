/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of the evolution. */
#pragma once

#include "cyan-error.h"
#include "cyan-evolution-read.h"
#include "cyan-evolution.h"
#include "cyan-near.h"
#include "cyan-request.h"
#include "cyan-spectrum-overview.h"
#include "cyan-spectrum-read.h"
#include "cyan-store-query.h"
#include "cyan-store-request.h"
#include "cyan-store.h"

/* The revisions of a branch. */

/* Of CyanStoreRevision, oldest first: the first parents of @tip, see CyanEvolutionQuery.  They are
 * borrowed from @revisions, all of the project.
 *
 * Revisions may be missing in between, if only some of a branch were stored: a chain goes on with
 * the next lower known depth.  *@is_unordered: no revision has a parent; then these are all of
 * them, by depth and as they were added. */
GPtrArray *cyan_evolution_find_columns (CyanStore *store,
                                        gint64 project,
                                        const GPtrArray *revisions,
                                        const char *tip,
                                        gboolean *is_unordered,
                                        GError **error);

/* Whether @revision is a work tree, which is a column only if it is asked for as the tip. */
gboolean cyan_evolution_is_dirty (const CyanStoreRevision *revision);

/* The parts of reading an evolution: what is read, its rows, the series made of them.  Until it is
 * known where the evolution begins, columns are counted from the first revision of the branch. */

/* A value of a series. */
typedef struct
{
  guint column;
  gint64 run;
  double value;
} CyanEvolutionPoint;

/* A series before its columns are known. */
typedef struct
{
  const char *metric, *unit, *function; /* borrowed */
  int better;
  GArray *points; /* of CyanEvolutionPoint, by run */
} CyanEvolutionBuilder;

/* All series of one definition on one machine. */
typedef struct
{
  gint64 definition, machine; /* ids: the key */
  const CyanStoreDefinition *about;
  const CyanStoreMachine *on;
  guint n_machine;     /* among those of the reader */
  GPtrArray *builders; /* of CyanEvolutionBuilder */
  GArray *failures;    /* of CyanEvolutionFailure, by run */
} CyanEvolutionSetting;

typedef struct
{
  CyanStore *store;
  const CyanEvolutionQuery *query;
  gint64 project;
  GPtrArray *definitions, *machines, *metrics, *revisions; /* all of the project or store */
  GPtrArray *functions;                                    /* that match; NULL without a query */
  GPtrArray *function_labels, *units; /* of these functions; of definitions in the same order */
  GPtrArray *branch;                  /* of CyanStoreRevision: borrowed from @revisions */
  GHashTable *columns;                /* by id of a revision: its column + 1 */
  GHashTable *chosen;                 /* definitions by id, that match */
  GHashTable *elsewhere;              /* ids of measured revisions that are no columns */
  GHashTable *settings;               /* CyanEvolutionSetting, by itself */
  GPtrArray *setting_list;            /* the same; owned */
  CyanEvolutionSetting *last_setting; /* rows of one setting often follow each other */
  gint64 *environments,
      *environment_runs; /* by machine, then by column: the last run and its environment */
  CyanEvolution *evolution;
} CyanEvolutionReader;

/* Reads all rows that were asked for into the settings. */
gboolean cyan_evolution_read_rows (CyanEvolutionReader *self, GError **error);

/* Sets columns and series, from the first column on that has a run of these series.  Returns that
 * column. */
guint cyan_evolution_make_series (CyanEvolutionReader *self);
/* Marks the cells whose builds failed. */
gboolean cyan_evolution_set_failed_builds (CyanEvolutionReader *self, guint first, GError **error);

/* The marks of an evolution: what else changed. */

/* The environments of a machine, for the marks. */
typedef struct
{
  const CyanStoreMachine *machine;
  gint64 *environment; /* by column: of its last run, or CYAN_STORE_UNKNOWN */
} CyanEvolutionEnvironments;

/* Sets the marks of @self, whose columns and series are there.  @definitions are those of the
 * project. */
gboolean cyan_evolution_find_marks (CyanEvolution *self,
                                    CyanStore *store,
                                    gint64 project,
                                    const GPtrArray *definitions,
                                    const CyanEvolutionEnvironments *environments,
                                    guint n_environments,
                                    GError **error);

/* ---- names, besides cyan-store-choose.h ---- */

/* Adds @name, borrowed, unless it is there. */
void cyan_store_add_name (GPtrArray *names, const char *name);

/* The rows of a store that a CyanStorePair names. */

/* By side; all is owned. */
typedef struct
{
  char *repository;                /* of the project, or NULL */
  GPtrArray *all;                  /* of CyanStoreRevision: those of the project */
  GHashTable *by_oid;              /* the same by their oid */
  CyanStoreRevision *revisions[2]; /* of @all */
  char *given[2];                  /* what they were called */
  GArray *runs[2];                 /* of CyanStoreMeasured: the successful ones, at least one */
  /* How and where these ran. */
  gint64 project_id, definition_id, machine_id;
  char *definition, *machine; /* hash, name */
} CyanStoreSides;

/* Looks for revisions in @repository too; if it is NULL, in that of the project.  Fails like
 * cyan_store_request(). */
CyanStoreSides *cyan_store_sides_new (CyanStore *self,
                                      const CyanStorePair *pair,
                                      const char *repository,
                                      GError **error);
void cyan_store_sides_free (CyanStoreSides *self);

/* Whether the first parents of @side's revision lead to that of the other side. */
gboolean cyan_store_sides_descends (const CyanStoreSides *self, guint side);

/* The revision of a side as a person named it; an oid is abbreviated.  Caller frees. */
char *cyan_store_sides_name (const CyanStoreSides *self, guint side);

/* The runs of two revisions that may be compared. */

/* Fills in the runs of @sides, whose revisions are known: those of the one definition, of
 * @definitions of one benchmark, and the one machine that have successful runs of both.  @machine
 * is a name or NULL.  Fails like cyan_store_request(). */
gboolean cyan_store_find_runs (CyanStore *self,
                               gint64 project,
                               const GPtrArray *definitions,
                               const char *machine,
                               CyanStoreSides *sides,
                               GError **error);

/* When these runs were measured. */

/* Sets *@visits, all 0 if a time is not known.  The variance is that of @metric. */
gboolean cyan_store_sides_visits (const CyanStoreSides *self,
                                  CyanStore *store,
                                  const char *metric,
                                  CyanVisits *visits,
                                  GError **error);

/* Which revisions have enough runs to be a base. */

/* The successful runs with a profile, by the id of their revision: guint by gint64. */
GHashTable *
cyan_spectrum_count_runs (CyanStore *store, gint64 definition, gint64 machine, GError **error);

/* How many a base of @n_new runs needs. */
guint cyan_spectrum_enough_runs (guint n_new);

/* The runs of a revision. */

/* Whose runs are meant, by their rows' ids. */
typedef struct
{
  gint64 revision, definition, machine;
  gint64 metric; /* of their values; or CYAN_STORE_UNKNOWN */
} CyanSpectrumCell;

/* Sets the runs of @revision from the store. */
gboolean cyan_spectrum_read_runs (CyanStore *store,
                                  const CyanSpectrumCell *cell,
                                  CyanSpectrumRevision *revision,
                                  GError **error);
/* Fills in the largest contexts of these runs: @profiles, of CyanProfile, are those of its
 * successful runs that have one, in their order.  @metric is a name.  Returns whether any of them
 * knows its calls. */
gboolean cyan_spectrum_find_largest (CyanSpectrumRevision *revision,
                                     const GPtrArray *profiles,
                                     const char *metric);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanStoreSides, cyan_store_sides_free)
