/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison, and what threads find out about it: its sources, where to start, and why nodes
 * changed.
 *
 *   sources-changed ()   the changes of more functions are known
 *   causes-changed ()    the ranking and what explains the changes are known
 */
#pragma once

#include <gio/gio.h>

#include "cyan-causes.h"
#include "cyan-layout.h"

#define CYAN_TYPE_COMPARISON_MODEL (cyan_comparison_model_get_type ())
G_DECLARE_FINAL_TYPE (CyanComparisonModel, cyan_comparison_model, CYAN, COMPARISON_MODEL, GObject)

struct _CyanComparisonModel
{
  GObject parent_instance;

  /* to be read; owned */
  CyanComparison *comparison;
  CyanSourceTable *sources;
  CyanSourceSnapshot *known;  /* the changes of the sources; another one when sources-changed is
                              * emitted */
  char *problem;              /* why the requested sources could not be opened, or NULL */
  CyanCauses *causes;         /* NULL until they are known, and for a single profile */
  const CyanRanking *ranking; /* where to start by all that is known: without the sources until
                               * causes-changed; NULL for a single profile */
  CyanNode start;             /* its first function if that stands out, or CYAN_NODE_NONE */
  const char *start_name;     /* the name of that function, or NULL */

  CyanRanking *first_ranking; /* without the sources; NULL for a single profile */
  CyanLayout *layout;         /* borrowed; see cyan_comparison_model_start() */
  GCancellable *cancellable;  /* stops the threads */
  guint timer;
  gboolean is_done;    /* all sources are known */
  guint8 *asked;       /* by pair: it was shown, and its sources were requested */
  gboolean asks_again; /* the shown nodes have changed since the request */
  gboolean is_asking;  /* a thread looks up the sources of the shown nodes */
};

/* @sources may be empty.  @ranking, which is taken, knows no sources and takes long for large trees;
 * NULL: it is made when needed.  Everything else is referenced. */
CyanComparisonModel *cyan_comparison_model_new (CyanComparison *comparison,
                                                CyanSourceTable *sources,
                                                CyanRanking *ranking);
/* Looks for the sources, those of what @layout shows first, and then for the causes. */
void cyan_comparison_model_start (CyanComparisonModel *self, CyanLayout *layout);
/* @layout shows other nodes. */
void cyan_comparison_model_look_at_shown (CyanComparisonModel *self);
/* Nobody looks any more, and @layout may go. */
void cyan_comparison_model_stop (CyanComparisonModel *self);

/* Whether sources of one side at least were given. */
gboolean cyan_comparison_model_has_sources (CyanComparisonModel *self);
/* The source change of @node's function. */
CyanChange cyan_comparison_model_change (CyanComparisonModel *self, CyanNode node);
/* Whether its two texts are in files of different paths. */
gboolean cyan_comparison_model_moved (CyanComparisonModel *self, CyanNode node);
