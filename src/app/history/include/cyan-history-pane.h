/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The base class of views of a history whose rows a thread reads.
 *
 * Nothing is read before the pane is seen.  Its template has a CyanHistoryLoading called "loading"
 * and, in it, a widget with the rows called "table", which the subclass binds.
 *
 *   answered ()   signal: the rows say something else in one sentence
 */
#pragma once

#include "cyan-history-loading.h"
#include "cyan-history-store.h"
#include "cyan-task.h"

#define CYAN_TYPE_HISTORY_PANE (cyan_history_pane_get_type ())
G_DECLARE_DERIVABLE_TYPE (CyanHistoryPane, cyan_history_pane, CYAN, HISTORY_PANE, GtkWidget)

/* The subject of the rows: indices of the history, as many as a pane needs. */
typedef struct
{
  guint indices[3];
} CyanHistorySubject;

typedef void (*CyanHistoryPaneAnswer) (CyanHistoryPane *self);

struct _CyanHistoryPaneClass
{
  GtkWidgetClass parent_class;

  /* Drops all rows. */
  void (*drop) (CyanHistoryPane *self);
  /* Gets the subject of the rows; FALSE if nothing is selected.  Called only with a selected
   * line. */
  gboolean (*get_subject) (CyanHistory *history, CyanHistorySubject *subject);
  /* Begins to read rows of another @subject than before.  What was being read is stopped. */
  void (*read) (CyanHistoryPane *self, const CyanHistorySubject *subject);
  /* Optional: something may be selected, seen or not. */
  void (*changed) (CyanHistoryPane *self);

  /* Marked for translation: the label of the button that reads again, and what is said when
   * somebody stops reading, or "". */
  const char *again;
  const char *stopped;
};

/* Both NULL empty the pane. */
void cyan_history_pane_set_history (CyanHistoryPane *self,
                                    CyanHistory *history,
                                    CyanHistoryStore *store);
/* The answer; owned by @self, NULL before there is one. */
const char *cyan_history_pane_get_answer (CyanHistoryPane *self);
/* Stops reading; FALSE if nothing is being read. */
gboolean cyan_history_pane_cancel (CyanHistoryPane *self);

/* ---- for subclasses ---- */

/* In class_init: the template in ui/@name. */
void cyan_history_pane_class_set_template (CyanHistoryPaneClass *class, const char *name);

/* NULL if the pane is empty, as is the store. */
CyanHistory *cyan_history_pane_get_history (CyanHistoryPane *self);
CyanHistoryStore *cyan_history_pane_get_store (CyanHistoryPane *self);
CyanHistoryLoading *cyan_history_pane_get_loading (CyanHistoryPane *self);
/* Takes @answer, what the rows say in one sentence. */
void cyan_history_pane_set_answer (CyanHistoryPane *self, char *answer);
/* Begins to read; @done gets @self. */
CyanTaskCaller cyan_history_pane_begin (CyanHistoryPane *self, GAsyncReadyCallback done);

void cyan_history_pane_read_again (CyanHistoryPane *self);
/* Where the thread calls back: FALSE if it was stopped, and @self is perhaps gone. */
gboolean cyan_history_pane_finish (CyanHistoryPane *self, GAsyncResult *result);
/* Says why there are no rows.  A button with the label @button calls @answer; both NULL: it reads
 * again. */
void cyan_history_pane_fail (CyanHistoryPane *self,
                             const char *title,
                             const char *description,
                             const char *button,
                             CyanHistoryPaneAnswer answer);
