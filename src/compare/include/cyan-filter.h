/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Filters: which nodes of a comparison are shown.
 *
 * A node matches a filter if it meets all its criteria.  It is shown with its callers, so that the
 * tree stays connected; the other nodes are hidden.  Values do not change: the total of a caller
 * includes what is hidden below it.
 */
#pragma once

#include "cyan-change.h"
#include "cyan-comparison.h"

/**
 * CyanCriterion:
 * @CYAN_CRITERION_CHANGED: its verdict is not unchanged, or the number of its calls differs
 * @CYAN_CRITERION_MODIFIED: the source of its function was modified
 * @CYAN_CRITERION_ONE_SIDED: added or removed, and not only missed by sampling
 * @CYAN_CRITERION_SIGNIFICANT: its own change, noise left out, is at least the threshold of the
 *   comparison, see cyan_comparison_self_change()
 * @CYAN_CRITERION_PLACE: its function is in that module or file, before or after
 * @CYAN_CRITERION_SHARE: the larger of its two shares is at least that
 */
typedef enum
{
  CYAN_CRITERION_CHANGED,
  CYAN_CRITERION_MODIFIED,
  CYAN_CRITERION_ONE_SIDED,
  CYAN_CRITERION_SIGNIFICANT,
  CYAN_CRITERION_PLACE,
  CYAN_CRITERION_SHARE,
  CYAN_N_CRITERIA
} CyanCriterion;

/* "changed", "modified", "added-or-removed", "significant", "place", "share", NULL. */
extern const char *const cyan_criterion_names[];

typedef struct
{
  guint criteria;   /* a bit by CyanCriterion; 0: everything is shown */
  gboolean is_file; /* whether place is a file, else a module */
  char *place;      /* owned; as recorded; NULL without CYAN_CRITERION_PLACE */
  double share;     /* 0...1 */
} CyanFilter;

CyanFilter *cyan_filter_new (void);
CyanFilter *cyan_filter_copy (const CyanFilter *self);
void cyan_filter_free (CyanFilter *self);
gboolean cyan_filter_equal (const CyanFilter *self, const CyanFilter *other);
gboolean cyan_filter_has (const CyanFilter *self, CyanCriterion criterion);
/* These add and remove criteria.  A NULL @place, and a @share of 0, are none; that of a place is
 * not added without one. */
void cyan_filter_set (CyanFilter *self, CyanCriterion criterion, gboolean has);
void cyan_filter_set_place (CyanFilter *self, const char *place, gboolean is_file);
void cyan_filter_set_share (CyanFilter *self, double share);

/* The result of a filter; immutable. */
typedef struct
{
  CyanRefCount refs;
  guint8 *nodes; /* by node: private bits */
  guint n_nodes;
  /* Contexts, that is, nodes without the root. */
  guint n_matches;
  guint n_shown;                      /* with their callers */
  guint n_hidden_by[CYAN_N_CRITERIA]; /* by each criterion alone; 0 for those that are not used */
} CyanFiltered;

/* @changes, of CyanChange, is by pair of functions; NULL: no sources are known.  Linear in the
 * nodes, a byte for each.  NULL only with CYAN_ERROR_CANCELLED. */
CyanFiltered *cyan_filtered_new (const CyanComparison *comparison,
                                 const CyanFilter *filter,
                                 CyanBasis basis,
                                 const guint8 *changes,
                                 const CyanTick *tick,
                                 GError **error);
/* The same, but @node is shown with its callers, although it does not match. */
CyanFiltered *
cyan_filtered_with (const CyanFiltered *self, const CyanComparison *comparison, CyanNode node);
CyanFiltered *cyan_filtered_ref (CyanFiltered *self);
void cyan_filtered_unref (CyanFiltered *self);

/* Whether @self can be of @comparison: it has as many nodes, or is NULL. */
static inline gboolean
cyan_filtered_fits (const CyanFiltered *self, const CyanComparison *comparison)
{
  return self == NULL || self->n_nodes == comparison->compared.n_nodes;
}

/* Without a filter, a NULL @self, all nodes are shown and match. */
gboolean cyan_filtered_shows (const CyanFiltered *self, CyanNode node);
gboolean cyan_filtered_matches (const CyanFiltered *self, CyanNode node);
/* Whether @node is shown because of cyan_filtered_with() only. */
gboolean cyan_filtered_is_exception (const CyanFiltered *self, CyanNode node);
/* Whether @node matches, or a node above it does. */
gboolean cyan_filtered_is_below_match (const CyanFiltered *self, CyanNode node);

/* A module or a file that functions are in. */
typedef struct
{
  CyanStr name;
  gboolean is_file;
  double change; /* of self values, in parts of the larger run; of a single recording, the share */
} CyanPlace;

/* All modules and files of a comparison, the largest change first.  Free with g_array_unref().
 * NULL only with CYAN_ERROR_CANCELLED. */
GArray *cyan_places_new (const CyanComparison *comparison, const CyanTick *tick, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFilter, cyan_filter_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFiltered, cyan_filtered_unref)
