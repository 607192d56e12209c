/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-revisions-view.h"

#include <math.h>

#include "cyan-answers.h"
#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-row-table.h"
#include "cyan-similarity-reader.h"
#include "cyan-spectrum-overview.h"
#include "cyan-sentences.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

/* ---- a revision in words ---- */

typedef enum
{
  COLUMN_NAME,
  COLUMN_SUBJECT,
  COLUMN_MEAN,
  COLUMN_CHANGE,
  COLUMN_CHANGED,
  COLUMN_BELOW,
  COLUMN_EXPECTED,
  COLUMN_RUNS,
  N_COLUMNS
} Column;

/* The titles of the columns, marked by N_(). */
static const char *const titles[N_COLUMNS] = {
  [COLUMN_NAME] = N_ ("Revision"),
  [COLUMN_SUBJECT] = N_ ("Subject"),
  [COLUMN_MEAN] = N_ ("Mean Total"),
  /* Translators: of the mean total against that of the base */
  [COLUMN_CHANGE] = N_ ("Change"),
  [COLUMN_CHANGED] = N_ ("Rows Changed"),
  /* Translators: rows that the rule of the paper calls changed */
  [COLUMN_BELOW] = N_ ("SC Below 1"),
  /* Translators: how many of these chance explains */
  [COLUMN_EXPECTED] = N_ ("By Chance"),
  [COLUMN_RUNS] = N_ ("Runs"),
};

static const CyanSpectrumRevision *
revision_of (const CyanSpectrumOverview *self, guint number)
{
  return &self->revisions[number];
}

/* For people, "" if there is nothing to say.  Caller frees. */
static char *
revision_text (const CyanSpectrumOverview *self, guint number, Column column)
{
  const CyanSpectrumRevision *revision = revision_of (self, number);
  gboolean has_base = revision->base != CYAN_SPECTRUM_NO_BASE;

  switch (column)
    {
    case COLUMN_NAME:
      return cyan_text_for_label (revision->commit.name, CYAN_HISTORY_NAME_CHARS);
    case COLUMN_SUBJECT:
      return revision->commit.subject != NULL
                 ? cyan_text_for_label (revision->commit.subject, CYAN_HISTORY_SUBJECT_CHARS)
                 : g_strdup ("");
    case COLUMN_MEAN:
      return isnan (revision->mean) ? g_strdup (cyan_cell_words (revision->cell))
                                    : cyan_value_to_text (revision->mean, self->unit);
    case COLUMN_CHANGE:
      return cyan_spectrum_change_text (self, revision);
    case COLUMN_CHANGED:
      if (!has_base)
        return g_strdup ("");
      return !cyan_spectrum_revision_is_tested (revision)
                 ? g_strdup (_ ("untested"))
                 : g_strdup_printf (revision->is_outlier ? _ ("outlier, %'u of %'u")
                                                         : _ ("%'u of %'u"),
                                    revision->n_changed, revision->n_rows);
    case COLUMN_BELOW:
      return has_base ? g_strdup_printf ("%'u", revision->n_below) : g_strdup ("");
    case COLUMN_EXPECTED:
      return has_base ? g_strdup_printf ("%.0f", revision->expected) : g_strdup ("");
    case COLUMN_RUNS:
      return revision->n_runs > 0 ? g_strdup_printf ("%'u", revision->n_runs) : g_strdup ("");
    case N_COLUMNS:
    default:
      return g_strdup ("");
    }
}

/* Its base, or why it has none.  Caller frees. */
static char *
base_text (const CyanSpectrumOverview *self, guint number)
{
  const CyanSpectrumRevision *revision = revision_of (self, number);

  if (revision->base != CYAN_SPECTRUM_NO_BASE)
    {
      g_autofree char *base = cyan_text_for_label (revision_of (self, revision->base)->commit.name,
                                                   CYAN_HISTORY_NAME_CHARS);

      return revision->is_outlier ? g_strdup_printf (
                 _ ("Compared with %s; it stands alone: the revisions before and "
                    "after it are alike, so that this says nothing of the "
                    "program"),
                 base)
                                  : g_strdup_printf (_ ("Compared with %s"), base);
    }
  return revision->problem != NULL
             ? cyan_text_for_label (revision->problem, CYAN_HISTORY_SUBJECT_CHARS)
             : g_strdup (cyan_cell_words (revision->cell));
}

/* The whole row for a screen reader.  Caller frees. */
static char *
spoken_text (const CyanSpectrumOverview *self, guint number)
{
  g_autofree char *name = revision_text (self, number, COLUMN_NAME);
  g_autofree char *mean = revision_text (self, number, COLUMN_MEAN);
  g_autofree char *changed = revision_text (self, number, COLUMN_CHANGED);

  if (*changed == '\0')
    return g_strdup_printf ("%s, %s", name, mean);
  /* Translators: a revision, a value, and "3 of 20" */
  return g_strdup_printf (_ ("%s, %s, %s rows changed"), name, mean, changed);
}

struct _CyanRevisionsView
{
  CyanHistoryPane parent_instance;

  /* template children, borrowed */
  CyanRowTable *table; /* newest first */

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
fill_cell (GtkWidget *widget, guint row, guint column, CyanRowCell *cell)
{
  const CyanSpectrumOverview *overview = CYAN_REVISIONS_VIEW (widget)->overview;
  guint number = turned (overview, row);
  const CyanSpectrumRevision *revision = &overview->revisions[number];

  cell->text = revision_text (overview, number, (Column) column);
  if (column == COLUMN_NAME)
    {
      cell->tooltip = g_strdup (_ ("Its changed rows"));
      cell->spoken = spoken_text (overview, number);
    }
  else
    cell->tooltip = column == COLUMN_SUBJECT ? g_strdup (cell->text) : base_text (overview, number);
  if (revision->cell != CYAN_CELL_MEASURED || (revision->is_outlier && column > COLUMN_SUBJECT))
    cell->style = "dim-label";
  else if (column == COLUMN_CHANGED && cyan_spectrum_revision_has_changed (revision))
    cell->style = "cyan-bold";
}

static void
on_selected (CyanRevisionsView *self, guint row)
{
  CyanHistory *history = history_of (self);

  /* Other revisions may be columns of the history than of the overview. */
  cyan_history_select (history,
                       cyan_history_find_column (history, cyan_row_table_key (self->table, row)));
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
  cyan_row_table_follow (CYAN_REVISIONS_VIEW (pane)->table, cyan_history_pane_get_history (pane));
}

/* ---- computing ---- */

static void
drop (CyanHistoryPane *pane)
{
  CyanRevisionsView *self = CYAN_REVISIONS_VIEW (pane);

  cyan_row_table_clear (self->table);
  g_clear_pointer (&self->overview, cyan_spectrum_overview_free);
}

static void
show_overview (CyanRevisionsView *self)
{
  const CyanSpectrumOverview *overview = self->overview;
  g_autofree const char **oids = g_new0 (const char *, overview->n_revisions + 1);

  for (guint i = 0; i < overview->n_revisions; i++)
    oids[turned (overview, i)] = overview->revisions[i].commit.oid;
  cyan_history_pane_set_answer (CYAN_HISTORY_PANE (self), cyan_spectrum_overview_answer (overview));
  cyan_row_table_set (self->table, oids);
  cyan_history_loading_show_content (cyan_history_pane_get_loading (CYAN_HISTORY_PANE (self)));
  cyan_row_table_follow (self->table, history_of (self));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSpectrumOverview) overview = cyan_task_finish (result, &error);
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
  subject->indices[0] = history->line;
  return TRUE;
}

static void
read_overview (CyanHistoryPane *pane, const CyanHistorySubject *subject)
{
  CyanTaskCaller caller;

  drop (pane);
  caller = cyan_history_pane_begin (pane, on_read);
  cyan_spectrum_overview_read_async (cyan_history_pane_get_store (pane),
                                     cyan_history_pane_get_history (pane), subject->indices[0],
                                     CYAN_HISTORY_NONE, &caller);
}

/* ---- object ---- */

static void
cyan_revisions_view_class_init (CyanRevisionsViewClass *class)
{
  CyanHistoryPaneClass *pane_class = CYAN_HISTORY_PANE_CLASS (class);

  pane_class->drop = drop;
  pane_class->get_subject = get_subject;
  pane_class->read = read_overview;
  pane_class->changed = changed;
  pane_class->again = N_ ("Compare _Again");
  pane_class->stopped = N_ ("All runs of all revisions have to be read.");
  g_type_ensure (CYAN_TYPE_ROW_TABLE);
  cyan_history_pane_class_set_template (pane_class, "revisions.ui");
  cyan_children_bind (class, CYAN_CHILD (CyanRevisionsView, table), NULL);
}

static CyanRowColumnKind
kind_of (Column column)
{
  return column == COLUMN_NAME      ? CYAN_ROW_COLUMN_BUTTON
         : column == COLUMN_SUBJECT ? CYAN_ROW_COLUMN_LONG_TEXT
                                    : CYAN_ROW_COLUMN_NUMBER;
}

static void
cyan_revisions_view_init (CyanRevisionsView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < N_COLUMNS; i++)
    cyan_row_table_append_column (self->table, _ (titles[i]), kind_of ((Column) i), fill_cell,
                                  GTK_WIDGET (self));
  cyan_connect (self->table, "selected", on_selected, self);
  cyan_connect (self->table, "activated", on_activated, self);
}
