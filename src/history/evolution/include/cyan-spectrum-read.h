/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which revision in a store is the base of another, and the similarity of each revision with its
 * base.
 */
#pragma once

#include "cyan-similarity.h"
#include "cyan-spectrum-overview.h"
#include "cyan-store-request.h"

/* A base has at least so many successful runs with a profile, or as many as the new revision if
 * these are fewer. */
#define CYAN_SPECTRUM_BASE_RUNS 2

/* Two revisions to compare. */
typedef struct
{
  char *oids[2];         /* the base, the new revision */
  char *names[2];        /* the same for people: as they were asked for, or few digits */
  char *definition;      /* its hash */
  char *machine;         /* its name */
  guint n_runs[2];       /* successful ones with a profile */
  gboolean is_ancestor;  /* the base is a first parent, or one of a first parent, and so on */
  guint n_passed;        /* then those between them */
  gboolean has_outliers; /* one of these was passed over since it stands alone */
  gboolean has_few_runs; /* fewer than CYAN_SPECTRUM_BASE_RUNS demands */
} CyanSpectrumBase;

/* Sets @base to pair->revisions[0] for pair->revisions[1].  Without the former, it is the nearest
 * first parent with enough successful runs that have a profile, of the same definition and on the
 * same machine, that is no outlier; if none has enough, the nearest with one.  Revisions are looked up in @repository
 * too; if that is NULL, in the project's.
 *
 * Fails like cyan_store_request(), and with CYAN_ERROR_MISMATCH if no first parent has a run.
 * Clear @base with cyan_spectrum_base_clear(). */
gboolean cyan_spectrum_find_base (CyanStore *store,
                                  const CyanStorePair *pair,
                                  const char *repository,
                                  CyanSpectrumBase *base,
                                  GError **error);
void cyan_spectrum_base_clear (CyanSpectrumBase *self);

/* The selection of an overview, and how revisions are compared. */
typedef struct
{
  const char *project, *benchmark, *machine; /* NULL: the only one; benchmark: its name */
  const char *metric;                        /* NULL: the first one of the newest profile */
  const char *tip;                           /* as in CyanEvolutionQuery */
  guint last;                                /* maximum revisions, the newest ones; 0: all */
  CyanMatchMethod match;
  CyanSimilarityOptions similarity;
  CyanLoadOptions limits;
  const CyanRequest *like; /* names, renames, sample period and so on are as in this request; NULL:
                            * the defaults */
} CyanSpectrumQuery;

/* Compares each revision with its base, one after the other, so that not more than two revisions
 * are in memory.  A revision that cannot be compared is no error: its problem says why.
 *
 * Fails like reading the store, with CYAN_ERROR_INVALID if there is no such benchmark, project,
 * machine or tip, with CYAN_ERROR_MISMATCH if there are several choices, and with
 * CYAN_ERROR_CANCELLED.  Caller frees. */
CyanSpectrumOverview *cyan_spectrum_overview_read (CyanStore *store,
                                                   const CyanSpectrumQuery *query,
                                                   const CyanTick *tick,
                                                   GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSpectrumBase, cyan_spectrum_base_clear)
