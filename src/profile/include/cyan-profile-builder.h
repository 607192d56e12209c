/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds a profile node by node.
 *
 * Readers add nodes in the order of their format; a parent must be added before its children.  The
 * node numbers that the builder returns are not those of the finished profile, where nodes are
 * renumbered in preorder.
 */
#pragma once

#include "cyan-budget.h"
#include "cyan-call-sink.h"
#include "cyan-pieces.h"
#include "cyan-profile.h"
#include "cyan-tick.h"

/* @max_nodes is the limit of nodes; 0 means CYAN_MAX_NODES. */
CyanProfileBuilder *cyan_profile_builder_new (CyanStrings *strings, guint max_nodes);
void cyan_profile_builder_free (CyanProfileBuilder *self);

CyanStrings *cyan_profile_builder_strings (CyanProfileBuilder *self);

/* Charges the memory of the builder, without its strings, to @budget until the builder is freed.
 * Adding nodes fails once the budget is exhausted. */
void cyan_profile_builder_set_budget (CyanProfileBuilder *self, CyanBudget *budget);
/* The budget of the builder, or NULL.  Readers charge their memory to it. */
CyanBudget *cyan_profile_builder_budget (const CyanProfileBuilder *self);

/* The unit of metrics that the recording gives none; before the first metric. */
void cyan_profile_builder_set_unit (CyanProfileBuilder *self, const char *unit);

/* Adds a metric and returns its index.  All metrics come before the first value.  @unit is "" if
 * the recording gives none.  NULL for @name: that of cyan_unit_quantity(). */
guint cyan_profile_builder_metric (CyanProfileBuilder *self, const char *name, const char *unit);

guint cyan_profile_builder_n_metrics (const CyanProfileBuilder *self);

/* The index of the function with these properties; adds it if new.  A body hash of 0 is unknown. */
guint32 cyan_profile_builder_function (CyanProfileBuilder *self,
                                       CyanStr name,
                                       CyanStr module,
                                       CyanStr file,
                                       guint32 line,
                                       guint64 body_hash);

/* The same of a function of which only the name is known. */
static inline guint32
cyan_profile_builder_named (CyanProfileBuilder *self, CyanStr name)
{
  return cyan_profile_builder_function (self, name, CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
}

/* The same with all properties of a function. */
guint32 cyan_profile_builder_add_function (CyanProfileBuilder *self, const CyanFunction *function);

/* The child of @parent with this function and call site; adds it if new.  CYAN_NODE_NONE with
 * CYAN_ERROR_LIMIT if the limit of nodes or the budget is reached. */
CyanNode cyan_profile_builder_child (
    CyanProfileBuilder *self, CyanNode parent, guint32 function, guint32 call_site, GError **error);

/* Always adds a new child to @parent, even if it has one with this function and call site; for
 * formats that store trees.  cyan_profile_builder_child() never finds such a child. */
CyanNode cyan_profile_builder_append (
    CyanProfileBuilder *self, CyanNode parent, guint32 function, guint32 call_site, GError **error);

guint cyan_profile_builder_n_nodes (const CyanProfileBuilder *self);
guint32 cyan_profile_builder_node_function (const CyanProfileBuilder *self, CyanNode node);
/* The limit of nodes, including the root. */
guint cyan_profile_builder_max_nodes (const CyanProfileBuilder *self);

/* Adds @value to the self value of @node.  If it is not finite, neither is the total of the root:
 * the caller of cyan_profile_builder_finish() refuses such a profile. */
void cyan_profile_builder_add (CyanProfileBuilder *self, guint metric, CyanNode node, double value);

/* The same without rounding: what the sum of all is rounded by is among the rests of the profile, so
 * that its values do not depend on the order of adding. */
void cyan_profile_builder_add_exact (CyanProfileBuilder *self,
                                     guint metric,
                                     CyanNode node,
                                     double value);

/* Adds to the calls of @node, which are unknown until the first call.  The sum saturates below
 * CYAN_CALLS_UNKNOWN. */
void cyan_profile_builder_add_calls (CyanProfileBuilder *self, CyanNode node, guint64 calls);

/* The calls of @node, or CYAN_CALLS_UNKNOWN. */
guint64 cyan_profile_builder_calls (const CyanProfileBuilder *self, CyanNode node);
/* Sets them. */
void cyan_profile_builder_set_calls (CyanProfileBuilder *self, CyanNode node, guint64 calls);

/* The sink for the calls of a reader of events: by default one that makes the whole tree. */
CyanCallSink *cyan_profile_builder_sink (CyanProfileBuilder *self);
/* Whether one was set that makes something else: then all readers of samples write into it, too,
 * which otherwise add nodes. */
gboolean cyan_profile_builder_has_sink (const CyanProfileBuilder *self);
/* Takes ownership of @sink; before the first event. */
void cyan_profile_builder_set_sink (CyanProfileBuilder *self, CyanCallSink *sink);

/* How much of the total of @node may be missing, at least 0; it is 0 at first. */
void cyan_profile_builder_set_missing (CyanProfileBuilder *self, CyanNode node, double missing);
/* phi and epsilon are at most 1. */
void cyan_profile_builder_set_pruning (CyanProfileBuilder *self, const CyanPruning *pruning);
/* Takes ownership of @flat, whose functions and metrics are those of the builder; NULL: none. */
void cyan_profile_builder_set_flat (CyanProfileBuilder *self, CyanFlatProfile *flat);

/* Asks the reader for the costs of lines. */
void cyan_profile_builder_want_lines (CyanProfileBuilder *self);
gboolean cyan_profile_builder_wants_lines (const CyanProfileBuilder *self);
/* As cyan_line_costs_row(), in the strings and metrics of the builder; after all metrics. */
double *cyan_profile_builder_line (
    CyanProfileBuilder *self, CyanStr name, CyanStr file, CyanStr at, guint32 line);
/* Takes ownership of @lines, whose metrics are those of the builder; NULL: none. */
void cyan_profile_builder_set_lines (CyanProfileBuilder *self, CyanLineCosts *lines);

/* Asks the reader for the pieces of the recording; before the first metric. */
void cyan_profile_builder_want_pieces (CyanProfileBuilder *self);
/* The pieces that the reader adds; NULL: they are not wanted.  Their nodes and metrics are those of
 * the builder in the end. */
CyanPieces *cyan_profile_builder_pieces (CyanProfileBuilder *self);

/* The cells of hosts, of the builder's nodes and metrics; after all metrics.  At first there are
 * none. */
CyanHostCells *cyan_profile_builder_hosts (CyanProfileBuilder *self);
/* Adds the cells that @node of @profile has, if it has hosts, to @to, behind its calls; the metrics of
 * both are the same. */
void cyan_profile_builder_copy_hosts (CyanProfileBuilder *self,
                                      const CyanProfile *profile,
                                      CyanNode node,
                                      CyanNode to);

void cyan_profile_builder_set_format (CyanProfileBuilder *self, const char *format);
/* @period is that of metric 0; what is not above 0 and finite is unknown. */
void cyan_profile_builder_set_recording (CyanProfileBuilder *self,
                                         CyanRecording recording,
                                         double period);
/* How long was recorded, in ns; what is not above 0 and finite is unknown. */
void cyan_profile_builder_set_length (CyanProfileBuilder *self, double length);
/* The period that was set last; 0 if none was. */
double cyan_profile_builder_period (const CyanProfileBuilder *self);
/* Declares that the order of siblings is not known. */
void cyan_profile_builder_set_unordered (CyanProfileBuilder *self);
/* Sets the number of threads whose times are summed. */
void cyan_profile_builder_set_threads (CyanProfileBuilder *self, guint n_threads);
/* Sets @key in the meta data; replaces an earlier value.  Here, and in names and units of metrics,
 * invalid UTF-8 becomes U+FFFD. */
void cyan_profile_builder_set_meta (CyanProfileBuilder *self, const char *key, const char *value);
/* Sets all of these, and adds the warnings, as @profile has them; not its metrics. */
void cyan_profile_builder_describe (CyanProfileBuilder *self, const CyanProfile *profile);
/* Adds a warning, one line for people. */
void cyan_profile_builder_warn (CyanProfileBuilder *self, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
/* The same in the words for one or for many; nothing if @n is 0. */
void cyan_profile_builder_warn_n (CyanProfileBuilder *self,
                                  guint64 n,
                                  const char *one,
                                  const char *many,
                                  ...) G_GNUC_PRINTF (3, 5) G_GNUC_PRINTF (4, 5);

/* Keeps the @n metrics @chosen, in this order, also in the flat profile, among the pieces and of
 * hosts. */
void cyan_profile_builder_choose_metrics (CyanProfileBuilder *self, const guint *chosen, guint n);
/* Sorts functions by all their properties, siblings by function and call site, and meta data by key.
 * After that no node and no function can be added. */
void cyan_profile_builder_sort (CyanProfileBuilder *self);

/* Freezes the profile and computes the totals.  A profile without a metric gets "time" in "ns", all
 * 0.  The builder is empty afterwards and can only be freed. */
CyanProfile *cyan_profile_builder_finish (CyanProfileBuilder *self);
/* The same with progress.  NULL with CYAN_ERROR_CANCELLED if @tick stops the work. */
CyanProfile *
cyan_profile_builder_finish_tick (CyanProfileBuilder *self, const CyanTick *tick, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanProfileBuilder, cyan_profile_builder_free)
