/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions to read first.
 *
 * They are ranked in a thread, once a session comes and whenever somebody looks the other way.
 */
#include "cyan-suspect-list.h"

#include "cyan-cause-words.h"
#include "cyan-chip.h"
#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-numbers.h"
#include "cyan-suspects.h"
#include "cyan-task.h"
#include "cyan-text.h"
#include "cyan-units.h"

#define N_SUSPECTS 8

struct _CyanSuspectList
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *box;
  GtkLabel *heading;
  GtkListBox *list;
  GtkWidget *empty_label;

  CyanSession *session;
  CyanPalette palette;
  GCancellable *cancellable; /* of the thread that ranks */
  CyanDirection ranked;      /* what they are suspected of */
};

G_DEFINE_FINAL_TYPE (CyanSuspectList, cyan_suspect_list, GTK_TYPE_WIDGET)

/* A row of the list. */
typedef struct
{
  CyanSuspect suspect;
  CyanChip *chip; /* the row's */
  GtkLabel *words;
} SuspectRow;

static GQuark
suspect_row_quark (void)
{
  return g_quark_from_static_string ("cyan-suspect-row");
}

static char *
suspect_words (CyanSession *session, const CyanSuspect *suspect)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  gboolean slower = cyan_session_direction (session) == CYAN_DIRECTION_SLOWER;
  double change = slower ? suspect->change : -suspect->change;
  g_autofree char *by_itself =
      comparison->compared.same_unit
          ? cyan_difference_to_text (change, cyan_comparison_unit (comparison))
          : cyan_share_difference_to_text (change);
  g_autofree char *share = cyan_share_to_text (suspect->share);
  g_autofree char *cause = cyan_cause_short_text (session, suspect->node);
  g_autofree char *words = cyan_numbers_function_words (session, suspect->node);
  /* Translators: what a function does itself, "+5.56 ms by itself, 91 % of the slowdown" */
  g_autofree char *own = g_strdup_printf (slower ? _ ("%s by itself, %s of the slowdown")
                                                 : _ ("%s by itself, %s of the speedup"),
                                          by_itself, share);

  return g_strconcat (words, *words != '\0' ? ", " : "", own, cause != NULL ? ", " : "", cause,
                      NULL);
}

static void
update_suspect_row (CyanSuspectList *self, GtkWidget *widget)
{
  SuspectRow *row = g_object_get_qdata (G_OBJECT (widget), suspect_row_quark ());
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  g_autofree char *name = cyan_text_for_label (cyan_comparison_name (comparison, row->suspect.node),
                                               CYAN_NAME_DRAWN_MAX);
  g_autofree char *words = suspect_words (self->session, &row->suspect);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", name, words);

  cyan_chip_set_node (row->chip, self->session, row->suspect.node, self->palette);
  gtk_label_set_text (row->words, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
}

static GtkWidget *
row_label_new (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
bar_new (double share, gboolean slower)
{
  GtkWidget *bar = gtk_level_bar_new_for_interval (0, 1);

  /* The offsets of GTK would colour it by how full it is. */
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_LOW);
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_HIGH);
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_FULL);
  gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), CLAMP (share, 0, 1));
  gtk_widget_add_css_class (bar, slower ? "cyan-slower" : "cyan-faster");
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (bar, 56, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Part that it explains"), -1);
  return bar;
}

static GtkWidget *
suspect_row_new (CyanSuspectList *self, const CyanSuspect *suspect)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const char *name = cyan_comparison_name (comparison, suspect->node);
  GtkWidget *widget = gtk_list_box_row_new ();
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10));
  GtkBox *texts = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 2));
  SuspectRow *row = g_new0 (SuspectRow, 1);

  row->suspect = *suspect;
  row->chip = CYAN_CHIP (cyan_chip_new ());
  row->words = GTK_LABEL (row_label_new ("", "caption"));
  gtk_label_set_wrap (row->words, TRUE);
  gtk_label_set_max_width_chars (row->words, 26);
  gtk_widget_add_css_class (GTK_WIDGET (row->words), "dim-label");
  gtk_box_append (texts, cyan_name_lines_new (name));
  gtk_box_append (texts, GTK_WIDGET (row->words));
  gtk_widget_set_hexpand (GTK_WIDGET (texts), TRUE);
  gtk_box_append (box, GTK_WIDGET (row->chip));
  gtk_box_append (box, GTK_WIDGET (texts));
  gtk_box_append (box, bar_new (suspect->share,
                                cyan_session_direction (self->session) == CYAN_DIRECTION_SLOWER));
  gtk_widget_set_margin_top (GTK_WIDGET (box), 4);
  gtk_widget_set_margin_bottom (GTK_WIDGET (box), 4);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (widget), GTK_WIDGET (box));
  g_object_set_qdata_full (G_OBJECT (widget), suspect_row_quark (), row, g_free);
  update_suspect_row (self, widget);
  return widget;
}

/* Marks the row of the selected node's function. */
static void
mark_suspect (CyanSuspectList *self)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  CyanNode node = cyan_session_selected (self->session);
  GtkListBoxRow *found = NULL;
  GtkListBoxRow *widget;

  for (int i = 0; (widget = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    {
      SuspectRow *row = g_object_get_qdata (G_OBJECT (widget), suspect_row_quark ());

      if (found == NULL && node != CYAN_NODE_NONE
          && row->suspect.function == cyan_compared_function (&comparison->compared, node))
        found = widget;
    }
  gtk_list_box_select_row (self->list, found);
}

static void
clear_list (GtkListBox *list)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, 0)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

/* What the thread has to do. */
typedef struct
{
  CyanComparison *comparison;
  CyanDirection direction;
} Ranking;

static void
ranking_free (gpointer data)
{
  Ranking *ranking = data;

  cyan_comparison_unref (ranking->comparison);
  g_free (ranking);
}

static gpointer
rank_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Ranking *ranking = data;

  return cyan_suspects_new (ranking->comparison, ranking->direction, N_SUSPECTS);
}

static void
on_ranked (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanSuspectList *self = CYAN_SUSPECT_LIST (source);
  g_autoptr (GArray) suspects = cyan_task_finish (result, NULL);

  if (suspects == NULL || self->cancellable != g_task_get_cancellable (G_TASK (result)))
    return;
  clear_list (self->list);
  for (guint i = 0; i < suspects->len; i++)
    gtk_list_box_append (self->list,
                         suspect_row_new (self, &g_array_index (suspects, CyanSuspect, i)));
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->list), suspects->len > 0);
  gtk_widget_set_visible (self->empty_label, suspects->len == 0);
  mark_suspect (self);
}

static void
start_ranking (CyanSuspectList *self)
{
  Ranking *ranking;

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  if (cyan_session_comparison (self->session)->compared.single)
    return;
  ranking = g_new (Ranking, 1);
  ranking->comparison = cyan_comparison_ref (cyan_session_comparison (self->session));
  ranking->direction = self->ranked = cyan_session_direction (self->session);
  cyan_task_run (g_task_new (self, self->cancellable, on_ranked, NULL), rank_in_thread, ranking,
                 ranking_free, (GDestroyNotify) g_array_unref, NULL, NULL);
}

static void
on_suspect_activated (CyanSuspectList *self, GtkListBoxRow *widget)
{
  SuspectRow *row = g_object_get_qdata (G_OBJECT (widget), suspect_row_quark ());

  cyan_session_select_to_read (self->session, row->suspect.node);
}

/* The basis, the sources or the palette. */
static void
update_rows (CyanSuspectList *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    update_suspect_row (self, GTK_WIDGET (row));
}

static void
on_hot_path (CyanSuspectList *self)
{
  if (cyan_session_direction (self->session) != self->ranked)
    start_ranking (self);
}

static void
cyan_suspect_list_dispose (GObject *object)
{
  CyanSuspectList *self = CYAN_SUSPECT_LIST (object);

  if (self->box != NULL)
    cyan_suspect_list_set_session (self, NULL);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (cyan_suspect_list_parent_class)->dispose (object);
}

static void
cyan_suspect_list_class_init (CyanSuspectListClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_suspect_list_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/suspects.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanSuspectList, box);
  gtk_widget_class_bind_template_child (widget_class, CyanSuspectList, heading);
  gtk_widget_class_bind_template_child (widget_class, CyanSuspectList, list);
  gtk_widget_class_bind_template_child (widget_class, CyanSuspectList, empty_label);
}

static void
cyan_suspect_list_init (CyanSuspectList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_suspect_activated), self);
}

void
cyan_suspect_list_set_session (CyanSuspectList *self, CyanSession *session)
{
  g_return_if_fail (CYAN_IS_SUSPECT_LIST (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_cancellable_cancel (self->cancellable);
      g_clear_object (&self->cancellable);
    }
  g_set_object (&self->session, session);
  clear_list (self->list);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (session == NULL)
    return;
  g_signal_connect_swapped (session, "notify::selected", G_CALLBACK (mark_suspect), self);
  g_signal_connect_swapped (session, "notify::basis", G_CALLBACK (update_rows), self);
  g_signal_connect_swapped (session, "sources-changed", G_CALLBACK (update_rows), self);
  g_signal_connect_swapped (session, "causes-changed", G_CALLBACK (update_rows), self);
  g_signal_connect_swapped (session, "notify::hot-path", G_CALLBACK (on_hot_path), self);
  start_ranking (self);
}

void
cyan_suspect_list_set_palette (CyanSuspectList *self, CyanPalette palette)
{
  g_return_if_fail (CYAN_IS_SUSPECT_LIST (self));

  self->palette = palette;
  if (self->session != NULL)
    update_rows (self);
}
