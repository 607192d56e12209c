/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of a window: its comparison, and what is selected and shown.
 *
 * It has all state that several widgets need: the selected node, the shown nodes, the basis and the
 * way back.  Widgets change it through this object and follow its signals:
 *
 *   notify::selected  the selected node has changed
 *   notify::marked    another node is marked, or none
 *   notify::view      another view is shown
 *   notify::basis     shares or absolute values; the layout has changed as well
 *   notify::found     the search has another result, or none
 *   notify::sizes     the icicle and the ring chart show other sizes
 *   notify::partition these or the icicles side by side divide their room in another way, or can be
 *                     drawn by now
 *   notify::filter    another filter is asked for
 *   notify::filtered  it leaves other nodes; the layout has changed as well
 *   notify::hot-path  the chosen delta hot path, or the list of them, has changed
 *   layout-changed    nodes were shown or hidden, or the top has changed; its argument is the
 *                     node to keep at its position, or CYAN_NODE_NONE
 *   sources-changed   the changes of more functions are known
 *   causes-changed    the ranking and what explains the changes are known, or another source is
 *                     read
 */
#pragma once

#include <gio/gio.h>

#include "cyan-comparison-model.h"
#include "cyan-readings.h"
#include "cyan-filter.h"
#include "cyan-hot-path.h"
#include "cyan-layout.h"
#include "cyan-partition.h"
#include "cyan-scene.h"
#include "cyan-function-search.h"
#include "cyan-session-file.h"

#define CYAN_TYPE_SESSION (cyan_session_get_type ())
G_DECLARE_FINAL_TYPE (CyanSession, cyan_session, CYAN, SESSION, GObject)

/* Maximum number of delta hot paths. */
#define CYAN_SESSION_MAX_HOT_PATHS 5

/**
 * CyanHotKind:
 * @CYAN_HOT_SLOWER: the paths to what got slower by itself
 * @CYAN_HOT_FASTER: to what got faster
 * @CYAN_HOT_LARGEST: the one path of the paper, each time to the child with the largest difference
 */
typedef enum
{
  CYAN_HOT_SLOWER,
  CYAN_HOT_FASTER,
  CYAN_HOT_LARGEST,
} CyanHotKind;

/* "slower", "faster", "largest"; NULL-terminated. */
extern const char *const cyan_hot_kind_names[];

/* Maximum number of nodes that one command adds to the picture. */
#define CYAN_SESSION_MAX_SHOWN 20000

/* @sources may be empty.  @hot_paths is by CyanDirection, see cyan_hot_paths_new(), which takes
 * long for large trees, as does @ranking, which is taken and knows no sources; NULL: they are made
 * when needed.  Everything else is referenced or copied.  The delta hot path is shown, and the
 * first function of the ranking selected, or, where none stands out, the end of the path.
 * @before_name is NULL for a single profile. */
CyanSession *cyan_session_new (CyanComparison *comparison,
                               CyanSourceTable *sources,
                               GPtrArray *const *hot_paths,
                               CyanRanking *ranking,
                               const char *before_name,
                               const char *after_name);

/* All of these are owned by the session. */
CyanComparison *cyan_session_comparison (CyanSession *self);
/* What is known of it.  What is shown follows it before sources-changed and causes-changed. */
CyanComparisonModel *cyan_session_model (CyanSession *self);
CyanLayout *cyan_session_layout (CyanSession *self);
CyanLabels *cyan_session_labels (CyanSession *self);
/* The chosen path, which is drawn. */
const CyanHotPath *cyan_session_hot_path (CyanSession *self);
/* Of CyanHotPath, sorted by importance; at least one. */
const GPtrArray *cyan_session_hot_paths (CyanSession *self);
guint cyan_session_hot_rank (CyanSession *self);
CyanHotKind cyan_session_hot_kind (CyanSession *self);
/* The direction of the paths: slower or faster. */
CyanDirection cyan_session_direction (CyanSession *self);
/* NULL if there is only one profile. */
const char *cyan_session_before_name (CyanSession *self);
const char *cyan_session_after_name (CyanSession *self);

/* The selected node, or CYAN_NODE_NONE. */
CyanNode cyan_session_selected (CyanSession *self);
/* Selects @node, and reveals it if it is not shown. */
void cyan_session_select (CyanSession *self, CyanNode node);

/* The same from afar: the picture scrolls there. */
void cyan_session_jump (CyanSession *self, CyanNode node);
/* The same, and the way back begins here: somebody came from outside. */
void cyan_session_begin_at (CyanSession *self, CyanNode node);

/* A node that is marked, the first of two, or CYAN_NODE_NONE. */
CyanNode cyan_session_marked (CyanSession *self);
void cyan_session_mark (CyanSession *self, CyanNode node);
/* The labels of the marked and the selected function, owned by the comparison, if one can be said
 * to be what became of the other: one is of before, one of after, and they are not matched by their
 * names.  FALSE otherwise. */
gboolean cyan_session_get_claimed_pair (CyanSession *self, const char **before, const char **after);

/* What can be read for the selected node; FALSE if nothing is selected. */
gboolean cyan_session_get_readings (CyanSession *self, CyanReadings *readings);
/* The pair of functions whose source is to be shown for the selected node: the one that somebody
 * chose, else the first reading.  G_MAXUINT32 if nothing is selected, or none was chosen. */
guint32 cyan_session_source_pair (CyanSession *self);
/* Whether somebody chose what is to be shown for the selected node. */
gboolean cyan_session_chose_source (CyanSession *self);
/* Shows the source of @pair as long as the same node is selected; G_MAXUINT32: no source, but the
 * callers and callees. */
void cyan_session_show_source (CyanSession *self, guint32 pair);
/* Selects @node, and shows the first reading whatever was chosen for it before. */
void cyan_session_select_with_source (CyanSession *self, CyanNode node);
/* Goes from the source of the selected function to the next one to read for it, or back.  FALSE if
 * there is no other. */
gboolean cyan_session_toggle_source (CyanSession *self);

/* The result of the search, which is marked wherever it is shown; NULL: there is no search. */
const CyanFound *cyan_session_found (CyanSession *self);
/* Takes a reference. */
void cyan_session_set_found (CyanSession *self, CyanFound *found);

/* The filter and its result.  The result is NULL if nothing is filtered, and until it is known,
 * since a thread filters large trees. */
const CyanFilter *cyan_session_filter (CyanSession *self);
const CyanFiltered *cyan_session_filtered (CyanSession *self);
/* Shows only what matches @filter, with its callers: what was shown of it, and what changed most.
 * If the selected node is hidden, its next caller that is left is selected.  Without a filter, what
 * was shown before there was one is shown again.  Going back undoes it.
 *
 * A hidden node that is selected is shown as an exception. */
void cyan_session_set_filter (CyanSession *self, const CyanFilter *filter);
/* Whether the present filter is still being applied. */
gboolean cyan_session_is_filtering (CyanSession *self);

CyanBasis cyan_session_basis (CyanSession *self);
/* Does nothing if the units differ. */
void cyan_session_set_basis (CyanSession *self, CyanBasis basis);

/* The name of the view that shows it: "blueprint" at first.  Static. */
const char *cyan_session_get_view (CyanSession *self);
void cyan_session_set_view (CyanSession *self, const char *view);
/* The same without a step in the way back. */
void cyan_session_begin_in (CyanSession *self, const char *view);

/* The quantity that sizes show in the icicle and in the ring chart. */
CyanSizes cyan_session_sizes (CyanSession *self);
void cyan_session_set_sizes (CyanSession *self, CyanSizes sizes);
/* The partition of the basis and these sizes, made when it is first asked for.  A thread makes that
 * of a large tree: until it is there, this is the one before, or NULL. */
CyanPartition *cyan_session_partition (CyanSession *self);
/* The same of both sides, by sizes before and after; FALSE until they are there.  Borrowed. */
gboolean cyan_session_get_sides (CyanSession *self, CyanPartition *sides[2]);

/* The interactions of the paper, and focus.  Going back undoes each of them. */
void cyan_session_show_hot_path (CyanSession *self, CyanNode node);
/* Chooses the path of that rank, shows it to its end and selects what it leads to. */
void cyan_session_show_nth_hot_path (CyanSession *self, guint rank);
/* Shows the first path of another kind; the same node stays selected. */
void cyan_session_set_hot_kind (CyanSession *self, CyanHotKind kind);
void cyan_session_show_children (CyanSession *self, CyanNode node);
/* FALSE if CYAN_SESSION_MAX_SHOWN was reached. */
gboolean cyan_session_show_descendants (CyanSession *self, CyanNode node);
void cyan_session_hide_children (CyanSession *self, CyanNode node);
/* Shows the nodes of the link that stands for @node, and folds those around @node again. */
void cyan_session_unfold (CyanSession *self, CyanNode node);
void cyan_session_fold (CyanSession *self, CyanNode node);
/* Whether rows of nodes without an own change are folded into links; the property "folds". */
void cyan_session_set_folds (CyanSession *self, gboolean folds);
/* Sets the quantity that box widths show.  Returns FALSE and does nothing if it is calls and they
 * are not known. */
gboolean cyan_session_set_width (CyanSession *self, CyanWidth width);
/* "9 calls: luaD_call > … > luaV_execute", one name a line; NULL if @node is not in a link.  Caller
 * frees. */
char *cyan_session_row_text (CyanSession *self, CyanNode node);
/* A link unfolds.  Children of another @node are hidden if any are shown, else shown. */
void cyan_session_toggle (CyanSession *self, CyanNode node);
void cyan_session_focus (CyanSession *self, CyanNode node);
/* Whether only a part of the tree can be shown; and shows what was shown before, with the selected
 * node. */
gboolean cyan_session_is_focused (CyanSession *self);
void cyan_session_unfocus (CyanSession *self);
/* Restores the initial view. */
void cyan_session_reset (CyanSession *self);

gboolean cyan_session_can_go_back (CyanSession *self);
gboolean cyan_session_can_go_forward (CyanSession *self);
/* FALSE if there is nothing to go to. */
gboolean cyan_session_go_back (CyanSession *self);
gboolean cyan_session_go_forward (CyanSession *self);

/* Copies the state of @old, a session of the same files: its basis, sizes, width, folds, filter and
 * its selected function, if that still exists.  @swapped: the sides of @old are exchanged. */
void cyan_session_resume (CyanSession *self, CyanSession *old, gboolean swapped);

/* Shows all that @old, a session of the same recordings that were matched in another way, shows: a
 * node that was matched may be two now, or the reverse.  FALSE, and nothing happens, if the
 * recordings have other nodes. */
gboolean cyan_session_continue (CyanSession *self, CyanSession *old);

/* Tells @file, of cyan_session_file_new(), what is shown. */
void cyan_session_save (CyanSession *self, CyanSessionFile *file);
/* Shows what @file tells, which has nodes of the same comparison. */
void cyan_session_restore (CyanSession *self, const CyanSessionFile *file);

/* The node of @self for @node of @old: the same recorded node, else the same path of names, else
 * the first node of its function; CYAN_NODE_NONE if the function does not occur. */
CyanNode
cyan_session_counterpart (CyanSession *self, CyanSession *old, CyanNode node, gboolean swapped);

/* The other nodes of @node's function, in preorder, as a GArray of CyanNode; free with
 * g_array_unref(). */
GArray *cyan_session_other_contexts (CyanSession *self, CyanNode node);

/* The node at the other end of a move; CYAN_NODE_NONE if @node did not move. */
CyanNode cyan_session_moved_node (CyanSession *self, CyanNode node);

/* "main > parse > lex", for copying.  Caller frees. */
char *cyan_session_path_text (CyanSession *self, CyanNode node);
