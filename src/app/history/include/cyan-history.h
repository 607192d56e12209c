/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of a history page: the evolution of benchmarks, and what is selected and shown of it.
 *
 * Widgets change it through this object and follow its signals:
 *
 *   lines-changed  other lines are shown, or in another order
 *   changed        something else is selected, or the chart is drawn in another way
 *
 * A line is a benchmark on a machine with one metric; the lines of the chosen metric and machine
 * are shown.  A column is a revision.  What is drawn from which columns and lines is in the
 * evolution, which does not change.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-evolution-changes.h"

#define CYAN_TYPE_HISTORY (cyan_history_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistory, cyan_history, CYAN, HISTORY, GObject)

/* No line, or no column. */
#define CYAN_HISTORY_NONE G_MAXUINT

/* The view in the middle of the page. */
typedef enum
{
  CYAN_HISTORY_VIEW_CHART,      /* one benchmark over all revisions */
  CYAN_HISTORY_VIEW_HEAT,       /* what changed in all benchmarks */
  CYAN_HISTORY_VIEW_SIMILARITY, /* which functions changed at the selected revision */
  CYAN_HISTORY_VIEW_REVISIONS,  /* how many changed at each revision */
  CYAN_HISTORY_VIEW_RISK,       /* which revisions are likely to be slower */
} CyanHistoryView;

/* By CyanHistoryView: "chart", "heat" and so on; NULL-terminated. */
extern const char *const cyan_history_view_names[];
/* By CyanEvolutionOrder: "step", "newest", "name"; NULL-terminated. */
extern const char *const cyan_history_order_names[];

/* The summary of a line. */
typedef struct
{
  guint first, n;      /* its series in the evolution */
  guint largest;       /* the column of its largest step, or CYAN_HISTORY_NONE */
  guint newest;        /* likewise, of the newest one */
  guint last_measured; /* likewise */
  double possible;     /* that of CyanSteps of its last series */
} CyanHistoryLine;

/* All may be read; only functions change it. */
struct _CyanHistory
{
  GObject parent_instance;

  CyanEvolution *evolution;
  char **projects; /* the names of all that the store has, with that of the evolution */
  char *function;  /* all values are its self time; or NULL */

  CyanHistoryLine *lines; /* by line */
  GArray *shown;          /* of guint: the lines that are, sorted */

  /* To choose from, both NULL-terminated, and the chosen indices. */
  GPtrArray *metrics, *machines;
  guint metric, machine;
  guint order; /* a CyanEvolutionOrder */

  guint line;   /* selected; CYAN_HISTORY_NONE only if there are no lines */
  guint column; /* the selected revision; CYAN_HISTORY_NONE only if there are none */
  guint second; /* the revision to compare it with, or CYAN_HISTORY_NONE */
  guint base;   /* the base, which others are compared with, or CYAN_HISTORY_NONE */

  gboolean by_date, from_zero; /* properties: how it is drawn */
  gboolean commits;            /* a property: those between two revisions are listed */
  CyanHistoryView view;
  GArray *trail; /* of CyanHistoryView: those that led to it */
};

/* Takes @evolution, whose steps are found, and @projects; NULL: the store has none.  The line with
 * the largest step, and that step, are selected. */
CyanHistory *cyan_history_new (CyanEvolution *evolution, char **projects, const char *function);

/* ---- lines ---- */

/* The name of a line's benchmark. */
const char *cyan_history_line_name (CyanHistory *self, guint line);

/* The index among the shown lines; -1 if it is not shown. */
int cyan_history_position (CyanHistory *self, guint line);

/* The same benchmark stays selected, if it has that metric. */
void cyan_history_set_metric (CyanHistory *self, guint metric);
void cyan_history_set_machine (CyanHistory *self, guint machine);

void cyan_history_set_order (CyanHistory *self, CyanEvolutionOrder order);

/* ---- the selection ---- */

void cyan_history_select_line (CyanHistory *self, guint line);
/* Selects the shown line of @benchmark, if there is one. */
void cyan_history_select_benchmark (CyanHistory *self, const char *benchmark);
/* Selects the line that is shown @offset lines below. */
void cyan_history_move_line (CyanHistory *self, int offset);

/* Selects a revision, alone. */
void cyan_history_select (CyanHistory *self, guint column);
void cyan_history_select_second (CyanHistory *self, guint column);
void cyan_history_set_base (CyanHistory *self, guint column);

/* The next revision of the selected line that is not empty, from @column on in the direction of
 * @offset, 1 or -1; CYAN_HISTORY_NONE if there is none.  After CYAN_HISTORY_NONE comes the
 * first. */
guint cyan_history_next_column (CyanHistory *self, guint column, int offset);
/* Likewise, the next step. */
guint cyan_history_next_step (CyanHistory *self, guint column, int offset);

/* ---- what is there ---- */

/* The column of the commit @oid, or CYAN_HISTORY_NONE. */
guint cyan_history_find_column (CyanHistory *self, const char *oid);

/* The series of @line that has @column, or NULL if it is empty there. */
const CyanEvolutionSeries *cyan_history_series (CyanHistory *self, guint line, guint column);
/* The step of @line at @column, or NULL. */
const CyanStep *cyan_history_step (CyanHistory *self, guint line, guint column);
/* The two revisions to compare: the selected revision with the second one; else with the base; else
 * both sides of its step; else with the one measured before.  Before is the older one.  FALSE if
 * there are no two with runs of one series. */
gboolean cyan_history_sides (CyanHistory *self, guint *before, guint *after);

/* ---- the view ---- */

void cyan_history_set_view (CyanHistory *self, CyanHistoryView view);
/* Back to the view that led to this one; chart and heat map are where one begins. */
gboolean cyan_history_go_back (CyanHistory *self);

static inline gboolean
cyan_history_heat (const CyanHistory *self)
{
  return self->view == CYAN_HISTORY_VIEW_HEAT;
}
