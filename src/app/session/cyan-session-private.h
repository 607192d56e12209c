/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files of the session: cyan-session.c has its state, cyan-session-trail.c the way back,
 * cyan-session-filter.c filters, cyan-session-hot.c shows delta hot paths, cyan-session-nodes.c
 * finds nodes, cyan-session-reading.c says what is read for a node, cyan-session-partition.c is for the icicles and the ring chart, cyan-session-restore.c
 * for session files, cyan-session-continue.c for nodes that were matched anew, cyan-session-marked.c
 * for the marked node.
 */
#pragma once

#include "cyan-causes.h"
#include "cyan-hot-choice.h"
#include "cyan-session.h"

/* Partitions that are made together. */
typedef enum
{
  CYAN_PARTITION_OF_SIZES,  /* one, of the chosen sizes */
  CYAN_PARTITIONS_OF_SIDES, /* of before, and of after */
} CyanPartitionUse;

typedef struct
{
  GPtrArray *made;      /* of CyanPartition; NULL until somebody asks for them */
  GCancellable *making; /* stops the thread that makes them; NULL: there is none */
} CyanSessionPartitions;

struct _CyanSession
{
  GObject parent_instance;

  CyanComparisonModel *model; /* owned */
  CyanComparison *comparison; /* that of the model */
  CyanLabels *labels;
  CyanLayout *layout;
  CyanHotChoice hot;
  char *before_name;
  char *after_name;

  const char *view; /* interned */
  CyanBasis basis;
  CyanNode selected;
  gint64 selected_at; /* when that step was made, in monotonic microseconds; 0: by another step */
  CyanNode marked;    /* or CYAN_NODE_NONE */
  CyanFound *found;   /* or NULL */
  CyanFilter *filter;
  CyanFiltered *filtered; /* NULL: everything */
  CyanShownNodes
      *shown_later; /* what a filter is to show as far as it leaves it, until something else is
                       * asked for; or NULL */
  CyanShownNodes *unfiltered; /* what was shown before there was a filter; NULL: there is none */
  GCancellable *filtering;    /* stops the thread that applies the filter; NULL: there is none */
  gboolean filters_again;     /* the sources have changed since that was started */
  GQueue back;                /* of State, newest first */
  GQueue forward;             /* likewise */
  CyanShownNodes *whole;      /* what was shown before the focus; NULL: nothing was focused */

  CyanSizes sizes;
  CyanSessionPartitions partitions[CYAN_PARTITIONS_OF_SIDES + 1]; /* by CyanPartitionUse */

  CyanNode first;    /* the node that is selected until somebody selects one, or NONE */
  CyanNode read_for; /* the node for which somebody chose what is shown, or NONE */
  guint32 read;      /* a pair; G_MAXUINT32: callers and callees */
};

/* Call it before the shown nodes change. */
void cyan_session_remember (CyanSession *self);
/* The same before another node is selected: selections that follow at once are one step. */
void cyan_session_remember_selection (CyanSession *self);
/* cyan_session_set_basis() without a step. */
void cyan_session_show_basis (CyanSession *self, CyanBasis basis);
/* Clears the way back. */
void cyan_session_forget_views (CyanSession *self);
/* Call it after the shown nodes changed; @keep stays at its position on the screen. */
void cyan_session_layout_changed (CyanSession *self, CyanNode keep);
/* Why a filter is applied. */
typedef enum
{
  CYAN_FILTERED_ASKED,    /* somebody asked for it */
  CYAN_FILTERED_RENEWED,  /* it leaves other nodes by now; the selected one is shown anyway */
  CYAN_FILTERED_RESTORED, /* the same, and nothing else is to be shown than is shown now */
} CyanFilterReason;

/* Applies the filter, at once or in a thread. */
void cyan_session_apply_filter (CyanSession *self, CyanFilterReason why);
/* The same when more of the sources is known, or the basis has changed. */
void cyan_session_renew_filter (CyanSession *self, CyanCriterion by, CyanFilterReason why);
/* Goes back to a filter and what it left, as far as that is known, before the layout does. */
void cyan_session_restore_filter (CyanSession *self,
                                  const CyanFilter *filter,
                                  CyanFiltered *filtered,
                                  CyanShownNodes *unfiltered);
/* Filters without an entry in the way back; the selected node is shown anyway. */
void cyan_session_adopt_filter (CyanSession *self, const CyanFilter *filter);
/* Shows @node although it is hidden; to be called before the layout shows it. */
void cyan_session_admit (CyanSession *self, CyanNode node);
void cyan_session_stop_filtering (CyanSession *self);

/* The basis has changed. */
void cyan_session_renew_partitions (CyanSession *self);
void cyan_session_drop_partitions (CyanSession *self);

/* Where one looks first: the first function of the ranking if it stands out, else the end of the
 * delta hot path. */
CyanNode cyan_session_first_node (CyanSession *self);
/* The causes are known: the selection follows the ranking, to which the sources may have brought
 * another function, unless somebody has selected a node. */
void cyan_session_follow_ranking (CyanSession *self);
