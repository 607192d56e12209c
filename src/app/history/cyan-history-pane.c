/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-pane.h"

#include "cyan-i18n.h"
#include "cyan-widgets.h"

typedef struct
{
  /* template children, borrowed */
  CyanHistoryLoading *loading;
  GtkWidget *table;

  CyanHistory *history;    /* owned, or NULL */
  CyanHistoryStore *store; /* likewise */
  gboolean is_asked;       /* rows of the subject are shown, or on their way */
  CyanHistorySubject subject;
  CyanHistoryPaneAnswer way_out; /* what the button beside a problem does */
  char *answer;                  /* owned */
} CyanHistoryPanePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (CyanHistoryPane, cyan_history_pane, GTK_TYPE_WIDGET)

static CyanHistoryPanePrivate *
private_of (CyanHistoryPane *self)
{
  return cyan_history_pane_get_instance_private (self);
}

/* ---- reading ---- */

/* Reads what is selected, unless it is shown or on its way. */
static void
refresh (CyanHistoryPane *self)
{
  CyanHistoryPanePrivate *priv = private_of (self);
  CyanHistoryPaneClass *class = CYAN_HISTORY_PANE_GET_CLASS (self);
  CyanHistorySubject subject = { 0 };

  if (priv->history == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || priv->history->line == CYAN_HISTORY_NONE || !class->get_subject (priv->history, &subject)
      || (priv->is_asked && memcmp (&subject, &priv->subject, sizeof subject) == 0))
    return;
  priv->is_asked = TRUE;
  priv->subject = subject;
  cyan_history_pane_set_answer (self, NULL);
  cyan_history_loading_end (priv->loading);
  class->read (self, &subject);
}

void
cyan_history_pane_read_again (CyanHistoryPane *self)
{
  private_of (self)->is_asked = FALSE;
  refresh (self);
}

CyanTaskCaller
cyan_history_pane_begin (CyanHistoryPane *self, GAsyncReadyCallback done)
{
  CyanHistoryLoading *loading = cyan_history_pane_get_loading (self);

  return (CyanTaskCaller){ .cancellable = cyan_history_loading_begin (loading),
                           .done = done,
                           .data = self,
                           .progress = cyan_history_loading_progress,
                           .progress_data = loading };
}

gboolean
cyan_history_pane_finish (CyanHistoryPane *self, GAsyncResult *result)
{
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return FALSE;
  cyan_history_loading_end (cyan_history_pane_get_loading (self));
  return TRUE;
}

void
cyan_history_pane_fail (CyanHistoryPane *self,
                        const char *title,
                        const char *description,
                        const char *button,
                        CyanHistoryPaneAnswer answer)
{
  CyanHistoryPanePrivate *priv = private_of (self);

  priv->way_out = answer != NULL ? answer : cyan_history_pane_read_again;
  if (button == NULL)
    button = _ (CYAN_HISTORY_PANE_GET_CLASS (self)->again);
  cyan_history_loading_fail (priv->loading, title, description, button);
}

gboolean
cyan_history_pane_cancel (CyanHistoryPane *self)
{
  CyanHistoryPanePrivate *priv = private_of (self);

  if (!cyan_history_loading_end (priv->loading))
    return FALSE;
  cyan_history_pane_fail (self, _ ("Stopped"), _ (CYAN_HISTORY_PANE_GET_CLASS (self)->stopped),
                          NULL, NULL);
  return TRUE;
}

static void
on_answer (CyanHistoryPane *self)
{
  private_of (self)->way_out (self);
}

void
cyan_history_pane_set_answer (CyanHistoryPane *self, char *answer)
{
  CyanHistoryPanePrivate *priv = private_of (self);

  g_free (priv->answer);
  priv->answer = answer;
  g_signal_emit_by_name (self, "answered");
}

const char *
cyan_history_pane_get_answer (CyanHistoryPane *self)
{
  return private_of (self)->answer;
}

/* ---- the history ---- */

static void
on_changed (CyanHistoryPane *self)
{
  CyanHistoryPaneClass *class = CYAN_HISTORY_PANE_GET_CLASS (self);

  refresh (self);
  if (class->changed != NULL)
    class->changed (self);
}

void
cyan_history_pane_set_history (CyanHistoryPane *self, CyanHistory *history, CyanHistoryStore *store)
{
  CyanHistoryPanePrivate *priv = private_of (self);

  if (!cyan_follow (&priv->history, history, self, "changed", G_CALLBACK (on_changed), NULL))
    return;
  cyan_history_loading_end (priv->loading);
  CYAN_HISTORY_PANE_GET_CLASS (self)->drop (self);
  cyan_history_pane_set_answer (self, NULL);
  priv->is_asked = FALSE;
  g_clear_pointer (&priv->store, cyan_history_store_unref);
  priv->store = store != NULL ? cyan_history_store_ref (store) : NULL;
  if (history == NULL)
    return;
  on_changed (self);
}

CyanHistory *
cyan_history_pane_get_history (CyanHistoryPane *self)
{
  return private_of (self)->history;
}

CyanHistoryStore *
cyan_history_pane_get_store (CyanHistoryPane *self)
{
  return private_of (self)->store;
}

CyanHistoryLoading *
cyan_history_pane_get_loading (CyanHistoryPane *self)
{
  return private_of (self)->loading;
}

/* ---- object ---- */

static void
cyan_history_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_history_pane_parent_class)->map (widget);
  refresh (CYAN_HISTORY_PANE (widget));
}

static gboolean
cyan_history_pane_grab_focus (GtkWidget *widget)
{
  CyanHistoryPanePrivate *priv = private_of (CYAN_HISTORY_PANE (widget));

  return gtk_widget_grab_focus (priv->table)
         || gtk_widget_child_focus (GTK_WIDGET (priv->loading), GTK_DIR_TAB_FORWARD);
}

/* The template of the subclass is there. */
static void
cyan_history_pane_constructed (GObject *object)
{
  CyanHistoryPane *self = CYAN_HISTORY_PANE (object);
  CyanHistoryPanePrivate *priv = private_of (self);

  G_OBJECT_CLASS (cyan_history_pane_parent_class)->constructed (object);
  priv->loading = CYAN_HISTORY_LOADING (
      gtk_widget_get_template_child (GTK_WIDGET (self), G_OBJECT_TYPE (self), "loading"));
  priv->table =
      GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (self), G_OBJECT_TYPE (self), "table"));
  cyan_connect (priv->loading, "cancel", cyan_history_pane_cancel, self);
  cyan_connect (priv->loading, "answer", on_answer, self);
}

static void
cyan_history_pane_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  cyan_history_pane_set_history (CYAN_HISTORY_PANE (object), NULL, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), G_OBJECT_TYPE (object));
  if (child != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (cyan_history_pane_parent_class)->dispose (object);
}

static void
cyan_history_pane_finalize (GObject *object)
{
  g_free (private_of (CYAN_HISTORY_PANE (object))->answer);
  G_OBJECT_CLASS (cyan_history_pane_parent_class)->finalize (object);
}

static void
cyan_history_pane_class_init (CyanHistoryPaneClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->constructed = cyan_history_pane_constructed;
  G_OBJECT_CLASS (class)->dispose = cyan_history_pane_dispose;
  G_OBJECT_CLASS (class)->finalize = cyan_history_pane_finalize;
  cyan_signal_new (class, "answered", 0);
  widget_class->map = cyan_history_pane_map;
  widget_class->grab_focus = cyan_history_pane_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

void
cyan_history_pane_class_set_template (CyanHistoryPaneClass *class, const char *name)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  g_autofree char *path = g_strconcat ("/io/github/cyanotype/Cyanotype/ui/", name, NULL);

  g_type_ensure (CYAN_TYPE_HISTORY_LOADING);
  gtk_widget_class_set_template_from_resource (widget_class, path);
  /* Offset 0: no member of the subclass points to it. */
  gtk_widget_class_bind_template_child_full (widget_class, "loading", FALSE, 0);
}

static void
cyan_history_pane_init (CyanHistoryPane *self)
{
}
