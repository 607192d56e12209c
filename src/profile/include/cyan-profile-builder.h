/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a profile node by node.
 *
 * Readers call it in whatever order their format dictates; parents come before their children.
 * Node numbers that it hands out are its own and mean nothing in the finished profile, where
 * nodes are renumbered in preorder.
 */
#pragma once

#include "cyan-budget.h"
#include "cyan-profile.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

typedef struct _CyanProfileBuilder CyanProfileBuilder;

/* @max_nodes is the limit of nodes, CYAN_MAX_NODES for 0. */
CyanProfileBuilder *cyan_profile_builder_new (CyanStrings *strings, guint max_nodes);
void cyan_profile_builder_free (CyanProfileBuilder *self);

CyanStrings *cyan_profile_builder_strings (CyanProfileBuilder *self);

/* What is built is charged to @budget until the builder is freed, its strings apart; adding nodes
 * fails once the budget is used up. */
void cyan_profile_builder_set_budget (CyanProfileBuilder *self, CyanBudget *budget);
/* The builder's, or NULL; for what its reader holds. */
CyanBudget *cyan_profile_builder_budget (const CyanProfileBuilder *self);

/* Adds a metric and returns its index.  All metrics come before the first value. */
guint cyan_profile_builder_metric (CyanProfileBuilder *self, const char *name, const char *unit);

/* The index of the function with these properties, added if new.  Body hash 0: unknown. */
guint32 cyan_profile_builder_function (CyanProfileBuilder *self,
                                       CyanStr name,
                                       CyanStr module,
                                       CyanStr file,
                                       guint32 line,
                                       guint64 body_hash);

/* The same with all that is known of a function. */
guint32 cyan_profile_builder_add_function (CyanProfileBuilder *self, const CyanFunction *function);

/* The child of @parent with this function and call site, added if new.  CYAN_NODE_NONE with
 * CYAN_ERROR_LIMIT once the limit of nodes or of the budget is reached. */
CyanNode cyan_profile_builder_child (
    CyanProfileBuilder *self, CyanNode parent, guint32 function, guint32 call_site, GError **error);

/* Always a new child of @parent, even where it has one with this function and call site: for
 * formats that write trees.  cyan_profile_builder_child() never finds it. */
CyanNode cyan_profile_builder_append (
    CyanProfileBuilder *self, CyanNode parent, guint32 function, guint32 call_site, GError **error);

guint cyan_profile_builder_n_nodes (const CyanProfileBuilder *self);
/* The limit of nodes, the root among them. */
guint cyan_profile_builder_max_nodes (const CyanProfileBuilder *self);

/* Adds to the self value of @node.  @value is finite. */
void cyan_profile_builder_add (CyanProfileBuilder *self, guint metric, CyanNode node, double value);

/* Adds to the calls of @node, which are unknown until then; they saturate below unknown. */
void cyan_profile_builder_add_calls (CyanProfileBuilder *self, CyanNode node, guint64 calls);

void cyan_profile_builder_set_format (CyanProfileBuilder *self, const char *format);
void cyan_profile_builder_set_recording (CyanProfileBuilder *self,
                                         CyanRecording recording,
                                         double period);
/* Says that the order of siblings means nothing. */
void cyan_profile_builder_set_unordered (CyanProfileBuilder *self);
/* Says how many threads' times are added up. */
void cyan_profile_builder_set_threads (CyanProfileBuilder *self, guint n_threads);
/* Sets @key in the meta data; a second value for a key replaces the first.  Here and in names and
 * units of metrics what is not UTF-8 becomes U+FFFD. */
void cyan_profile_builder_set_meta (CyanProfileBuilder *self, const char *key, const char *value);
/* Adds one line for people. */
void cyan_profile_builder_warn (CyanProfileBuilder *self, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* Freezes what was built and rolls totals up.  A profile without a metric gets "time" in "ns",
 * all 0.  The builder is empty afterwards and can only be freed. */
CyanProfile *cyan_profile_builder_finish (CyanProfileBuilder *self);
/* The same with progress.  NULL with CYAN_ERROR_CANCELLED once @tick says stop. */
CyanProfile *
cyan_profile_builder_finish_tick (CyanProfileBuilder *self, const CyanTick *tick, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanProfileBuilder, cyan_profile_builder_free)

G_END_DECLS
