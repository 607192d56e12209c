/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-revisions-view.h"

#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-revision-table.h"
#include "cyan-revisions-words.h"
#include "cyan-similarity-reader.h"
#include "cyan-text.h"

struct _CyanRevisionsView
{
  CyanHistoryPane parent_instance;

  /* template children, borrowed */
  GtkLabel *heading;
  CyanRevisionTable *table; /* newest first */

  CyanSpectrumOverview *overview; /* owned; NULL before it is there */
};

G_DEFINE_FINAL_TYPE (CyanRevisionsView, cyan_revisions_view, CYAN_TYPE_HISTORY_PANE)

static CyanHistory *
history_of (CyanRevisionsView *self)
{
  return cyan_history_pane_get_history (CYAN_HISTORY_PANE (self));
}

/* ---- rows ---- */

/* The revision in a row, or the row of a revision: the newest one is the first row. */
static guint
turned (const CyanSpectrumOverview *overview, guint number)
{
  return overview->n_revisions - 1 - number;
}

static void
fill_cell (GtkWidget *widget, guint row, guint column, CyanRevisionCell *cell)
{
  const CyanSpectrumOverview *overview = CYAN_REVISIONS_VIEW (widget)->overview;
  guint number = turned (overview, row);
  const CyanSpectrumRevision *revision = &overview->revisions[number];

  cell->text = cyan_revisions_text (overview, number, (CyanRevisionsColumn) column);
  if (column == CYAN_REVISIONS_NAME)
    {
      cell->tooltip = g_strdup (_ ("Its changed rows"));
      cell->spoken = cyan_revisions_spoken (overview, number);
    }
  else
    cell->tooltip = column == CYAN_REVISIONS_SUBJECT ? g_strdup (cell->text)
                                                     : cyan_revisions_base_text (overview, number);
  if (revision->cell != CYAN_CELL_MEASURED)
    cell->style = "dim-label";
  else if (column == CYAN_REVISIONS_CHANGED && revision->n_changed > 0)
    cell->style = "cyan-bold";
}

static void
on_selected (CyanRevisionsView *self, guint row)
{
  CyanHistory *history = history_of (self);

  /* Other revisions may be columns of the history than of the overview. */
  cyan_history_select (
      history, cyan_history_find_column (history, cyan_revision_table_oid (self->table, row)));
}

static void
on_activated (CyanRevisionsView *self, guint row)
{
  on_selected (self, row);
  cyan_history_set_view (history_of (self), CYAN_HISTORY_VIEW_SIMILARITY);
}

static void
changed (CyanHistoryPane *pane)
{
  cyan_revision_table_follow (CYAN_REVISIONS_VIEW (pane)->table,
                              cyan_history_pane_get_history (pane));
}

/* ---- computing ---- */

static void
drop (CyanHistoryPane *pane)
{
  CyanRevisionsView *self = CYAN_REVISIONS_VIEW (pane);

  cyan_revision_table_clear (self->table);
  g_clear_pointer (&self->overview, cyan_spectrum_overview_free);
}

static void
show_overview (CyanRevisionsView *self)
{
  const CyanSpectrumOverview *overview = self->overview;
  g_autofree const char **oids = g_new0 (const char *, overview->n_revisions + 1);
  g_autofree char *benchmark = cyan_text_for_label (overview->benchmark, CYAN_HISTORY_NAME_CHARS);
  g_autofree char *metric = cyan_text_for_label (overview->metric, CYAN_HISTORY_NAME_CHARS);
  g_autofree char *text = NULL;
  guint n_changed = 0, n_compared = 0;

  for (guint i = 0; i < overview->n_revisions; i++)
    {
      oids[turned (overview, i)] = overview->revisions[i].commit.oid;
      n_compared += overview->revisions[i].base != CYAN_SPECTRUM_NO_BASE;
      n_changed += overview->revisions[i].n_changed > 0;
    }
  /* Translators: a benchmark, a metric; revisions; those of them with changed rows */
  text =
      g_strdup_printf (ngettext ("%s, %s: %'u revision compared with its base, rows changed in %'u",
                                 "%s, %s: %'u revisions compared with their bases, rows changed "
                                 "in %'u",
                                 n_compared),
                       benchmark, metric, n_compared, n_changed);
  gtk_label_set_text (self->heading, text);
  cyan_revision_table_set (self->table, oids);
  cyan_history_reading_show_content (cyan_history_pane_get_reading (CYAN_HISTORY_PANE (self)));
  cyan_revision_table_follow (self->table, history_of (self));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSpectrumOverview) overview = cyan_spectrum_overview_read_finish (result, &error);
  CyanRevisionsView *self = data;

  if (!cyan_history_pane_finish (data, result))
    return;
  if (overview == NULL)
    {
      cyan_history_pane_fail (CYAN_HISTORY_PANE (self), _ ("Cannot Compare These Revisions"),
                              error->message, NULL, NULL);
      return;
    }
  self->overview = g_steal_pointer (&overview);
  show_overview (self);
}

static gboolean
get_subject (CyanHistory *history, CyanHistorySubject *subject)
{
  subject->indices[0] = cyan_history_selected_line (history);
  return TRUE;
}

static void
read_overview (CyanHistoryPane *pane, const CyanHistorySubject *subject)
{
  CyanHistoryReading *reading = cyan_history_pane_get_reading (pane);

  drop (pane);
  cyan_spectrum_overview_read_async (cyan_history_pane_get_store (pane),
                                     cyan_history_pane_get_history (pane), subject->indices[0],
                                     CYAN_HISTORY_NONE, cyan_history_reading_begin (reading),
                                     cyan_history_reading_progress, reading, on_read, pane);
}

/* ---- object ---- */

static void
cyan_revisions_view_class_init (CyanRevisionsViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  CyanHistoryPaneClass *pane_class = CYAN_HISTORY_PANE_CLASS (class);

  pane_class->drop = drop;
  pane_class->get_subject = get_subject;
  pane_class->read = read_overview;
  pane_class->changed = changed;
  pane_class->again = N_ ("Compare _Again");
  pane_class->stopped = N_ ("All runs of all revisions have to be read.");
  g_type_ensure (CYAN_TYPE_REVISION_TABLE);
  cyan_history_pane_class_set_template (pane_class, "revisions.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanRevisionsView, heading);
  gtk_widget_class_bind_template_child (widget_class, CyanRevisionsView, table);
}

static CyanRevisionColumnKind
kind_of (CyanRevisionsColumn column)
{
  return column == CYAN_REVISIONS_NAME      ? CYAN_REVISION_COLUMN_BUTTON
         : column == CYAN_REVISIONS_SUBJECT ? CYAN_REVISION_COLUMN_LONG_TEXT
                                            : CYAN_REVISION_COLUMN_NUMBER;
}

static void
cyan_revisions_view_init (CyanRevisionsView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < CYAN_REVISIONS_N_COLUMNS; i++)
    cyan_revision_table_append_column (self->table, _ (cyan_revisions_titles[i]),
                                       kind_of ((CyanRevisionsColumn) i), fill_cell,
                                       GTK_WIDGET (self));
  g_signal_connect_swapped (self->table, "selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (on_activated), self);
}
