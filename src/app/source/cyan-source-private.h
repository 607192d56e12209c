/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parts of the source pane: cyan-source-pane.c finds texts and commits and shows them,
 * cyan-source-pane-tabs.c chooses what is shown for the selected function,
 * cyan-source-pane-changes.c goes from change to change and scrolls both sides together.
 */
#pragma once

#include <gtksourceview/gtksource.h>

#include "cyan-call-lists.h"
#include "cyan-snippet.h"
#include "cyan-source-costs.h"
#include "cyan-git-history.h"
#include "cyan-source-pane.h"
#include "cyan-source-side.h"
#include "cyan-source-table.h"
#include "cyan-task.h"

/* ---- side heading ---- */

/* The heading of one side of the source pane: version, file and lines. */

#define CYAN_TYPE_SIDE_HEADING (cyan_side_heading_get_type ())
G_DECLARE_FINAL_TYPE (CyanSideHeading, cyan_side_heading, CYAN, SIDE_HEADING, GtkBox)

/* "before". */
void cyan_side_heading_set_role (CyanSideHeading *self, const char *role);
/* The name of the version; may be NULL. */
void cyan_side_heading_set_version (CyanSideHeading *self, const char *version);
/* Sets the text below the heading; NULL: none.  @function is the name of the function if it must be
 * shown, or NULL. */
void
cyan_side_heading_show (CyanSideHeading *self, const CyanSnippet *snippet, const char *function);
/* Says what the bars beside the lines are. */
void cyan_side_heading_set_costs (CyanSideHeading *self, gboolean has_costs);
/* Role, file and lines, for screen readers.  Caller frees. */
char *cyan_side_heading_words (CyanSideHeading *self);

/* ---- tabs ---- */

/* What can be read for the selected function: one tab for each source, with its name and what became
 * of it, and one for the callers and callees.
 *
 * chosen   somebody chose another tab */

#define CYAN_TYPE_SOURCE_TABS (cyan_source_tabs_get_type ())
G_DECLARE_FINAL_TYPE (CyanSourceTabs, cyan_source_tabs, CYAN, SOURCE_TABS, GtkWidget)

/* Shows @n readings of the selected function, and marks the one of @chosen; G_MAXUINT32: the callers
 * and callees. */
void cyan_source_tabs_show (CyanSourceTabs *self,
                            CyanSession *session,
                            const CyanReading *readings,
                            guint n,
                            guint32 chosen);
void cyan_source_tabs_clear (CyanSourceTabs *self);
/* The pair of the chosen tab, or G_MAXUINT32. */
guint32 cyan_source_tabs_chosen (CyanSourceTabs *self);

/* ---- line numbers ---- */

/* The gutter of the source pane: the line numbers in the file, and a sign for each change, since
 * not everybody can see the colours. */

#define CYAN_TYPE_LINE_NUMBERS (cyan_line_numbers_get_type ())
G_DECLARE_FINAL_TYPE (
    CyanLineNumbers, cyan_line_numbers, CYAN, LINE_NUMBERS, GtkSourceGutterRendererText)

GtkSourceGutterRenderer *cyan_line_numbers_new (void);

/* Sets @n_lines lines, the first with the number @first, and removes all signs. */
void cyan_line_numbers_set_range (CyanLineNumbers *self, guint first, guint n_lines);
/* Sets the sign of @count lines from @line (from 0) on: '+', '-', '~', or 0. */
void cyan_line_numbers_set_sign (CyanLineNumbers *self, guint line, guint count, char sign);

/* ---- cost bars ---- */

/* A bar beside the number of each line that costs anything by itself, with the cost as its
 * tooltip. */

#define CYAN_TYPE_COST_BARS (cyan_cost_bars_get_type ())
G_DECLARE_FINAL_TYPE (CyanCostBars, cyan_cost_bars, CYAN, COST_BARS, GtkSourceGutterRenderer)

GtkSourceGutterRenderer *cyan_cost_bars_new (void);

/* Shows @costs, which must live until others are shown; NULL: no bars.  @most: the cost that is as
 * long as the column is wide.  In the colour of @verdict; CYAN_VERDICT_UNCHANGED: in grey. */
void cyan_cost_bars_show (CyanCostBars *self,
                          const CyanSourceCosts *costs,
                          double most,
                          CyanVerdict verdict);
/* "12.3 ms, 45.6 % of what the function costs by itself", for @line from 0; NULL if it costs nothing.
 * Caller frees. */
char *cyan_cost_bars_words (CyanCostBars *self, guint line);

/* ---- line bands ---- */

/* Bands between the two sources that connect the changed lines of both sides. */

#define CYAN_TYPE_LINE_BANDS (cyan_line_bands_get_type ())
G_DECLARE_FINAL_TYPE (CyanLineBands, cyan_line_bands, CYAN, LINE_BANDS, GtkWidget)

/* Sets the sides to the left and right, which must live as long as the bands.  Redraws when they
 * scroll. */
void cyan_line_bands_set_sides (CyanLineBands *self, CyanSourceSide *before, CyanSourceSide *after);
/* Sets the changes to draw, of CyanLineChange, referenced; NULL: none.  Highlights the change
 * @current; -1: none. */
void cyan_line_bands_set_changes (CyanLineBands *self, GArray *changes, int current);

/* ---- commit list ---- */

/* The commits between two revisions that touched a function, newest first.
 * 
 * A thread searches for them when the list becomes visible.
 * 
 * chosen   another commit was chosen, or none */

#define CYAN_TYPE_COMMIT_LIST (cyan_commit_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanCommitList, cyan_commit_list, CYAN, COMMIT_LIST, GtkWidget)

/* Whether there can be commits between two locations: both are revisions.  Either may be NULL. */
gboolean cyan_commit_list_can_list (CyanSourceLocation *before, CyanSourceLocation *after);

/* Sets the function whose commits are listed; references all arguments.  Unchooses the commit
 * without a signal. */
void cyan_commit_list_set_function (CyanCommitList *self,
                                    CyanSourceLocation *before_location,
                                    CyanSourceLocation *after_location,
                                    CyanFunctionText *before,
                                    CyanFunctionText *after);
/* Removes the function. */
void cyan_commit_list_clear (CyanCommitList *self);

/* The commits (of CyanGitTouch, owned by the list), with the index of the chosen one; NULL if none
 * is chosen. */
GPtrArray *cyan_commit_list_chosen (CyanCommitList *self, guint *index);
/* Chooses the next older or newer commit, the newest first; FALSE if there is none. */
gboolean cyan_commit_list_go (CyanCommitList *self, gboolean older);
/* Unchooses the commit. */
void cyan_commit_list_unchoose (CyanCommitList *self);

/* ---- calls ---- */

/* If only one version has the function @pair: which one it is, and a function that calls it there,
 * near the selected node. */
gboolean cyan_source_call_find (CyanSession *session, guint32 pair, guint *side, guint32 *caller);
/* The line of @snippet, from 0, that has the name of the function @name as a word; FALSE if none
 * has. */
gboolean cyan_source_call_line (const CyanSnippet *snippet, const char *name, guint *line);

/* ---- contents ---- */

/* The contents of the source pane: two texts, their differences, and their locations.
 * 
 * A thread finds all of it. */

/* By side: 0 is before and 1 is after.  All fields are owned. */
typedef struct
{
  CyanSourcePair pair;
  CyanSnippet *snippets[2];  /* NULL if the pair has no text */
  GArray *changes;           /* of CyanLineChange; NULL if there is nothing to compare */
  GArray *words[2];          /* of CyanWordMark; NULL if changes is NULL */
  CyanSourceCosts *costs[2]; /* NULL where they are not known */
  /* Of a function that only one version has: the function that calls it there, which is shown on
   * the other side.  NULL if it was not found. */
  CyanSnippet *call;
  CyanFunctionText *call_text;
  GArray *call_marks;   /* of CyanLineChange: the line that calls it */
  guint call_line;      /* from 0 */
  guint32 caller;       /* a pair */
  char *no_changes_why; /* why two texts were not compared, or NULL */
  char *disk_paths[2];  /* absolute; NULL if the file is not on disk */
  char *no_disk_why[2]; /* in words for people, or NULL */
} CyanSourceContents;

void cyan_source_contents_free (CyanSourceContents *self);

/* Finds the contents for the source @index, see CyanReading, or, if @touches (of CyanGitTouch) is not NULL, the part of
 * its change in the commit @touch.  @owner is the source object of the result.  A cancelled task
 * still calls back, with an error. */
void cyan_source_contents_look_up_async (gpointer owner,
                                         CyanSession *session,
                                         guint32 index,
                                         GPtrArray *touches,
                                         guint touch,
                                         gboolean whole_file,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback);

/* A few words on the pair @index: "modified, moved from a.c".  Caller frees. */
char *cyan_source_contents_verdict (const CyanSourceContents *self,
                                    const CyanComparison *comparison,
                                    CyanSourceTable *sources,
                                    guint32 index);
/* The reason why @side has no text.  Sets @can_choose to whether other sources might have it.  Caller
 * frees. */
char *cyan_source_contents_reason (const CyanSourceContents *self,
                                   const CyanComparison *comparison,
                                   CyanSourceTable *sources,
                                   guint32 index,
                                   guint side,
                                   gboolean *can_choose);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceContents, cyan_source_contents_free)

/* ---- the pane ---- */

/* Vertical position of a change after going to it, as a fraction of the height. */
#define CYAN_SOURCE_PANE_CHANGE_ALIGN 0.3

struct _CyanSourcePane
{
  GtkWidget parent_instance;

  CyanSourceTabs *tabs;
  GtkWidget *controls; /* of the sources */
  GtkLabel *count_label;
  GtkWidget *previous_button;
  GtkWidget *next_button;
  GtkToggleButton *commits_button;
  GtkToggleButton *function_button;
  GtkToggleButton *file_button;
  GtkWidget *editor_button;
  GtkWidget *note_box; /* where there is more to say than a tab says */
  GtkLabel *verdict_label;
  GtkWidget *whole_button;
  GtkToggleButton *marks_button; /* for a function that was only reformatted */
  GtkStack *stack;
  GtkLabel *message_label;
  GtkSpinner *spinner;
  GtkWidget *hint_box; /* says how to give sources, above the callers and callees */
  GtkLabel *hint_label;
  GtkWidget *recorded_button;
  CyanCallLists *calls;
  CyanCommitList *commits;
  GtkWidget *commits_separator;
  CyanSourceSide *before_side;
  CyanLineBands *bands;
  CyanSourceSide *after_side;

  CyanSession *session;
  GCancellable *cancellable; /* of the newest task; NULL if none is running */
  guint busy_timer;
  guint32 shown_index;          /* the source that is shown or being loaded, see CyanReading, or
                                 * G_MAXUINT32 */
  guint32 listed_index;         /* the pair whose commits are listed, or G_MAXUINT32 */
  CyanSourceContents *contents; /* owned; the shown contents, or NULL */
  GHashTable *textless;         /* owned; pairs of which neither side has a text, with the reason */

  GArray *changes;        /* the ones of contents, while they are marked; or NULL */
  int current;            /* index into changes, or -1 */
  CyanSourceSide *leader; /* the side that was scrolled last, which the other one follows */
  gboolean is_syncing;
  guint sync_tick;                /* scrolls the follower at the next frame; 0: not scrolling */
  GtkAdjustment *sideways_leader; /* borrowed from a side; NULL: no side was scrolled
                                   * horizontally */
};

/* Shows what the selected function has to be read, and the tabs.  Looks up its texts if they are not
 * there. */
void cyan_source_pane_follow (CyanSourcePane *self);
/* Looks up the texts of self->shown_index. */
void cyan_source_pane_look_up (CyanSourcePane *self);
void cyan_source_pane_stop_looking (CyanSourcePane *self);
/* Another function is shown, or none. */
void cyan_source_pane_forget_commits (CyanSourcePane *self);
/* Neither side of self->shown_index has a text: others are shown. */
void cyan_source_pane_add_textless (CyanSourcePane *self, const char *why);

/* Marks the changes, shows their number, and highlights the current one. */
void cyan_source_pane_show_current (CyanSourcePane *self);
/* Connects buttons, and the scrolling of both sides.  Call it once. */
void cyan_source_pane_connect_changes (CyanSourcePane *self);
