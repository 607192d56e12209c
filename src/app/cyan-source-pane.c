/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The selected function's two sources side by side.
 *
 * Texts are looked for, cut to size and compared in a thread; a newer selection cancels the older
 * one, whose answer is dropped when it comes.
 */
#include "cyan-source-pane.h"

#include "cyan-excerpt.h"
#include "cyan-line-bands.h"
#include "cyan-source-side.h"
#include "cyan-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Milliseconds without an answer after which the pane says that it is looking. */
#define BUSY_DELAY 300
/* Where a change is put when one goes to it, in parts of the height. */
#define CHANGE_ALIGN 0.3
#define NAME_CHARS   160

/* What a thread finds out. */
typedef struct
{
  CyanSourcePair pair;
  CyanExcerpt *before; /* NULL where pair has no text */
  CyanExcerpt *after;
  GArray *changes;       /* of CyanLineChange; NULL where there is nothing to compare */
  char *no_changes_why;  /* why two texts were not compared, or NULL */
  gboolean is_identical; /* whether the functions are the same to the letter */
} Sheet;

/* What it is asked. */
typedef struct
{
  CyanSourceTable *sources;
  guint32 index; /* of the pair */
  gboolean whole_file;
} Request;

struct _CyanSourcePane
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkLabel *message_label;
  GtkSpinner *spinner;
  GtkLabel *name_label;
  GtkLabel *verdict_label;
  GtkLabel *count_label;
  GtkWidget *previous_button;
  GtkWidget *next_button;
  GtkToggleButton *function_button;
  GtkToggleButton *file_button;
  CyanSourceSide *before_side;
  CyanLineBands *bands;
  CyanSourceSide *after_side;

  CyanSession *session;
  GCancellable *cancellable; /* of the newest task; NULL if none is under way */
  guint busy_timer;
  guint32 shown_index; /* the pair that is shown or looked for, or G_MAXUINT32 */

  GArray *changes;        /* what is marked; owned reference, or NULL */
  int current;            /* of changes, or -1 */
  CyanSourceSide *leader; /* the side that was scrolled last; the other follows it */
  gboolean is_syncing;
  guint sync_tick;                /* follows the leaders at the next frame; 0: they stand still */
  GtkAdjustment *sideways_leader; /* borrowed from a side; NULL: none moved sideways */
};

G_DEFINE_FINAL_TYPE (CyanSourcePane, cyan_source_pane, GTK_TYPE_WIDGET)

static void
sheet_free (gpointer data)
{
  Sheet *sheet = data;

  cyan_source_pair_clear (&sheet->pair);
  cyan_excerpt_free (sheet->before);
  cyan_excerpt_free (sheet->after);
  g_clear_pointer (&sheet->changes, g_array_unref);
  g_free (sheet->no_changes_why);
  g_free (sheet);
}

static void
request_free (gpointer data)
{
  Request *request = data;

  cyan_source_table_unref (request->sources);
  g_free (request);
}

/* ---- in the thread ---- */

static gboolean
tick_until_cancelled (double fraction, const char *what, gpointer cancellable)
{
  return !g_cancellable_is_cancelled (cancellable);
}

static void
compare_texts (Sheet *sheet)
{
  g_autofree char *before = cyan_function_text_body (sheet->pair.before);
  g_autofree char *after = cyan_function_text_body (sheet->pair.after);
  g_autoptr (GError) error = NULL;

  sheet->is_identical = strcmp (before, after) == 0;
  sheet->changes = cyan_line_diff (sheet->before->text, sheet->after->text, &error);
  if (sheet->changes == NULL)
    sheet->no_changes_why = g_strdup (error->message);
}

static void
look_up_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Request *request = data;
  CyanTick tick = CYAN_TICK_INIT (tick_until_cancelled, cancellable);
  g_autoptr (GError) error = NULL;
  Sheet *sheet = g_new0 (Sheet, 1);

  if (!cyan_source_table_look_up (request->sources, request->index, &sheet->pair, &tick, &error))
    {
      g_free (sheet);
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (sheet->pair.before != NULL)
    sheet->before = cyan_excerpt_new (sheet->pair.before, request->whole_file);
  if (sheet->pair.after != NULL)
    sheet->after = cyan_excerpt_new (sheet->pair.after, request->whole_file);
  if (sheet->before != NULL && sheet->after != NULL)
    compare_texts (sheet);
  g_task_return_pointer (task, sheet, sheet_free);
}

/* ---- scrolling ---- */

/* Puts @other where what it shows stands beside what @moved shows.  At the upper end of the text
 * the upper ends are aligned, at the lower end the lower ones, in between what lies between. */
static void
sync_vertically (CyanSourcePane *self, CyanSourceSide *moved, CyanSourceSide *other)
{
  GtkAdjustment *from = cyan_source_side_vadjustment (moved);
  GtkAdjustment *to = cyan_source_side_vadjustment (other);
  double range = gtk_adjustment_get_upper (from) - gtk_adjustment_get_page_size (from);
  double align = range > 0 ? CLAMP (gtk_adjustment_get_value (from) / range, 0, 1) : 0;
  double line = cyan_source_side_line_at (moved, align * cyan_source_side_page (moved));
  double there = cyan_excerpt_map_line (self->changes, moved == self->before_side, line);
  double y = cyan_source_side_y_of (other, there);

  gtk_adjustment_set_value (to, gtk_adjustment_get_value (to)
                                    + round (y - align * cyan_source_side_page (other)));
}

static gboolean
follow_leaders (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  CyanSourcePane *self = CYAN_SOURCE_PANE (widget);
  GtkAdjustment *before = cyan_source_side_hadjustment (self->before_side);
  GtkAdjustment *after = cyan_source_side_hadjustment (self->after_side);

  self->sync_tick = 0;
  if (self->changes == NULL)
    return G_SOURCE_REMOVE;
  self->is_syncing = TRUE;
  sync_vertically (self, self->leader,
                   self->leader == self->before_side ? self->after_side : self->before_side);
  if (self->sideways_leader != NULL)
    gtk_adjustment_set_value (self->sideways_leader == before ? after : before,
                              gtk_adjustment_get_value (self->sideways_leader));
  self->sideways_leader = NULL;
  self->is_syncing = FALSE;
  return G_SOURCE_REMOVE;
}

/* A text view may learn the heights of its lines, and so move, while it is being drawn.  Others
 * must not be moved then: they follow at the beginning of the next frame. */
static void
follow_leader (CyanSourcePane *self)
{
  if (!self->is_syncing && self->changes != NULL && self->sync_tick == 0)
    self->sync_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), follow_leaders, NULL, NULL);
}

static void
on_scrolled (CyanSourcePane *self, GtkAdjustment *adjustment)
{
  if (self->is_syncing)
    return;
  self->leader = adjustment == cyan_source_side_vadjustment (self->before_side) ? self->before_side
                                                                                : self->after_side;
  follow_leader (self);
}

static void
on_scrolled_sideways (CyanSourcePane *self, GtkAdjustment *adjustment)
{
  if (self->is_syncing)
    return;
  self->sideways_leader = adjustment;
  follow_leader (self);
}

/* ---- changes ---- */

static void
show_current (CyanSourcePane *self)
{
  guint n = self->changes != NULL ? self->changes->len : 0;
  g_autofree char *count = NULL;

  if (n == 0)
    count = g_strdup ("");
  else if (self->current >= 0)
    count = g_strdup_printf (_ ("change %d of %u"), self->current + 1, n);
  else
    count = g_strdup_printf (ngettext ("%u change", "%u changes", n), n);
  gtk_label_set_text (self->count_label, count);
  gtk_widget_set_sensitive (self->previous_button, n > 0);
  gtk_widget_set_sensitive (self->next_button, n > 0);
  cyan_source_side_mark (self->before_side, self->changes, TRUE, self->current);
  cyan_source_side_mark (self->after_side, self->changes, FALSE, self->current);
  cyan_line_bands_set_changes (self->bands, self->changes, self->current);
}

/* The lines of change @i that the side with more of them shows. */
static CyanSourceSide *
larger_side (CyanSourcePane *self, int i, guint *start, guint *count)
{
  const CyanLineChange *change = &g_array_index (self->changes, CyanLineChange, i);

  if (change->before_count > change->after_count)
    {
      *start = change->before_start;
      *count = change->before_count;
      return self->before_side;
    }
  *start = change->after_start;
  *count = change->after_count;
  return self->after_side;
}

/* -1 above what is seen, 1 below, 0 at least partly seen. */
static int
where_is (CyanSourcePane *self, int i)
{
  guint start, count;
  CyanSourceSide *side = larger_side (self, i, &start, &count);

  if (cyan_source_side_y_of (side, start + count) <= 0)
    return -1;
  return cyan_source_side_y_of (side, start) >= cyan_source_side_page (side) ? 1 : 0;
}

static void
scroll_to_change (CyanSourcePane *self, int i)
{
  guint start, count;
  CyanSourceSide *side = larger_side (self, i, &start, &count);

  cyan_source_side_scroll_to (side, start, CHANGE_ALIGN);
}

gboolean
cyan_source_pane_go_to_change (CyanSourcePane *self, gboolean next)
{
  int n, target;

  g_return_val_if_fail (CYAN_IS_SOURCE_PANE (self), FALSE);

  n = self->changes != NULL ? (int) self->changes->len : 0;
  if (n == 0 || g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "sources") != 0)
    return FALSE;
  if (self->current >= 0 && where_is (self, self->current) == 0)
    target = self->current + (next ? 1 : -1);
  else if (next)
    for (target = 0; target < n && where_is (self, target) < 0; target++)
      ;
  else
    for (target = n - 1; target >= 0 && where_is (self, target) > 0; target--)
      ;
  if (target < 0 || target >= n)
    return FALSE;
  self->current = target;
  show_current (self);
  scroll_to_change (self, target);
  return TRUE;
}

static void
on_previous_clicked (CyanSourcePane *self)
{
  if (!cyan_source_pane_go_to_change (self, FALSE))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
on_next_clicked (CyanSourcePane *self)
{
  if (!cyan_source_pane_go_to_change (self, TRUE))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* ---- showing ---- */

static void
show_message (CyanSourcePane *self, const char *message)
{
  gtk_label_set_text (self->message_label, message);
  gtk_stack_set_visible_child_name (self->stack, "message");
}

static const char *
verdict_words (CyanSourcePane *self, const Sheet *sheet)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const CyanFunctionPair *functions = &comparison->pairs[self->shown_index];

  if (functions->before == G_MAXUINT32)
    return _ ("new function");
  if (functions->after == G_MAXUINT32)
    return _ ("function is gone");
  switch (sheet->pair.change)
    {
    case CYAN_CHANGE_MODIFIED:
      return _ ("modified");
    case CYAN_CHANGE_UNMODIFIED:
      if (sheet->before != NULL && sheet->after != NULL && !sheet->is_identical)
        return _ ("unmodified: differs in comments or white space only");
      return _ ("unmodified");
    case CYAN_CHANGE_UNKNOWN:
    default:
      return _ ("unknown whether modified");
    }
}

static void
show_side (CyanSourceSide *side, const CyanExcerpt *excerpt, const char *why)
{
  if (excerpt != NULL)
    cyan_source_side_show (side, excerpt);
  else
    cyan_source_side_show_reason (side, why);
}

/* Where one should look first: at the function's head if a change is seen with it, else at the
 * first change in the function. */
static void
scroll_to_start (CyanSourcePane *self, const Sheet *sheet)
{
  const CyanExcerpt *excerpt = sheet->after != NULL ? sheet->after : sheet->before;
  CyanSourceSide *side = sheet->after != NULL ? self->after_side : self->before_side;
  guint line;
  guint seen = 0;

  if (excerpt == NULL)
    return;
  line = excerpt->function_line;
  /* Lines that fit; the height of a line is not known before there is a text. */
  seen = (guint) MAX (cyan_source_side_page (side) / 20, 4);
  for (guint i = 0; sheet->changes != NULL && i < sheet->changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (sheet->changes, CyanLineChange, i);

      if (change->after_start + change->after_count < excerpt->function_line)
        continue;
      if (change->after_start >= line + seen
          && change->after_start <= line + excerpt->function_to - excerpt->function_from)
        {
          cyan_source_side_scroll_to (side, change->after_start, CHANGE_ALIGN);
          return;
        }
      break;
    }
  cyan_source_side_scroll_to (side, line, 0);
}

static void
show_sheet (CyanSourcePane *self, Sheet *sheet)
{
  const char *words = verdict_words (self, sheet);

  self->is_syncing = TRUE;
  g_clear_pointer (&self->changes, g_array_unref);
  self->current = -1;
  show_current (self); /* nothing, so that no old change marks a new text */
  cyan_source_side_set_version (self->before_side, cyan_session_before_name (self->session));
  cyan_source_side_set_version (self->after_side, cyan_session_after_name (self->session));
  show_side (self->before_side, sheet->before, sheet->pair.why_before);
  show_side (self->after_side, sheet->after, sheet->pair.why_after);
  if (sheet->changes != NULL)
    self->changes = g_array_ref (sheet->changes);
  self->is_syncing = FALSE;
  gtk_label_set_text (self->verdict_label, words);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->verdict_label), sheet->no_changes_why);
  show_current (self);
  gtk_stack_set_visible_child_name (self->stack, "sources");
  scroll_to_start (self, sheet);
}

static void
stop_looking (CyanSourcePane *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->busy_timer, g_source_remove);
  gtk_spinner_stop (self->spinner);
}

static void
on_looked_up (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanSourcePane *self = CYAN_SOURCE_PANE (source);
  g_autoptr (GError) error = NULL;
  Sheet *sheet = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->cancellable == g_task_get_cancellable (G_TASK (result)))
    {
      g_clear_object (&self->cancellable);
      g_clear_handle_id (&self->busy_timer, g_source_remove);
      gtk_spinner_stop (self->spinner);
      if (sheet != NULL
          && (sheet->before != NULL || sheet->after != NULL
              || cyan_source_table_has_sources (cyan_session_sources (self->session))))
        show_sheet (self, sheet);
      else if (sheet != NULL)
        show_message (self, _ ("No sources were given.\nOpen the two profiles with a source folder "
                               "for each of them to see what was modified."));
      else
        show_message (self, error->message);
    }
  g_clear_pointer (&sheet, sheet_free);
}

static gboolean
show_busy (gpointer data)
{
  CyanSourcePane *self = data;

  self->busy_timer = 0;
  gtk_spinner_start (self->spinner);
  gtk_stack_set_visible_child_name (self->stack, "busy");
  return G_SOURCE_REMOVE;
}

static void
look_up (CyanSourcePane *self)
{
  Request *request = g_new (Request, 1);
  g_autoptr (GTask) task = NULL;

  stop_looking (self);
  request->sources = cyan_source_table_ref (cyan_session_sources (self->session));
  request->index = self->shown_index;
  request->whole_file = gtk_toggle_button_get_active (self->file_button);
  self->cancellable = g_cancellable_new ();
  self->busy_timer = g_timeout_add (BUSY_DELAY, show_busy, self);
  task = g_task_new (self, self->cancellable, on_looked_up, NULL);
  g_task_set_task_data (task, request, request_free);
  /* A cancelled task still comes to on_looked_up(), with an error. */
  g_task_run_in_thread (task, look_up_in_thread);
}

static void
on_selected (CyanSourcePane *self)
{
  CyanNode node = self->session != NULL ? cyan_session_selected (self->session) : CYAN_NODE_NONE;
  const CyanComparison *comparison;
  g_autofree char *name = NULL;

  if (node == CYAN_NODE_NONE)
    {
      stop_looking (self);
      self->shown_index = G_MAXUINT32;
      show_message (self, _ ("Select a box to compare the sources of its function."));
      return;
    }
  comparison = cyan_session_comparison (self->session);
  if (self->shown_index == comparison->pair[node])
    return;
  self->shown_index = comparison->pair[node];
  name = cyan_text_for_label (cyan_comparison_name (comparison, node), NAME_CHARS);
  gtk_label_set_text (self->name_label, name);
  look_up (self);
}

static void
on_extent_toggled (CyanSourcePane *self)
{
  if (self->session != NULL && self->shown_index != G_MAXUINT32)
    look_up (self);
}

/* ---- the object ---- */

static void
cyan_source_pane_dispose (GObject *object)
{
  CyanSourcePane *self = CYAN_SOURCE_PANE (object);

  if (self->stack != NULL)
    cyan_source_pane_set_session (self, NULL);
  if (self->sync_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->sync_tick);
  self->sync_tick = 0;
  /* Without changes nothing follows what the sides do as they go. */
  g_clear_pointer (&self->changes, g_array_unref);
  g_clear_pointer ((GtkWidget **) &self->stack, gtk_widget_unparent);
  G_OBJECT_CLASS (cyan_source_pane_parent_class)->dispose (object);
}

static void
cyan_source_pane_class_init (CyanSourcePaneClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_source_pane_dispose;
  g_type_ensure (CYAN_TYPE_SOURCE_SIDE);
  g_type_ensure (CYAN_TYPE_LINE_BANDS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/source-pane.ui");
  gtk_widget_class_set_css_name (widget_class, "cyan-source-pane");
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, stack);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, message_label);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, spinner);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, name_label);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, verdict_label);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, count_label);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, previous_button);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, next_button);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, function_button);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, file_button);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, before_side);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, bands);
  gtk_widget_class_bind_template_child (widget_class, CyanSourcePane, after_side);
}

static void
follow_side (CyanSourcePane *self, CyanSourceSide *side)
{
  g_signal_connect_object (cyan_source_side_vadjustment (side), "value-changed",
                           G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
  /* Heights of lines become known bit by bit. */
  g_signal_connect_object (cyan_source_side_vadjustment (side), "changed",
                           G_CALLBACK (follow_leader), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (cyan_source_side_hadjustment (side), "value-changed",
                           G_CALLBACK (on_scrolled_sideways), self, G_CONNECT_SWAPPED);
}

static void
cyan_source_pane_init (CyanSourcePane *self)
{
  self->shown_index = G_MAXUINT32;
  self->current = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_source_side_set_role (self->before_side, _ ("before"));
  cyan_source_side_set_role (self->after_side, _ ("after"));
  self->leader = self->after_side;
  cyan_line_bands_set_sides (self->bands, self->before_side, self->after_side);
  follow_side (self, self->before_side);
  follow_side (self, self->after_side);
  g_signal_connect_swapped (self->previous_button, "clicked", G_CALLBACK (on_previous_clicked),
                            self);
  g_signal_connect_swapped (self->next_button, "clicked", G_CALLBACK (on_next_clicked), self);
  g_signal_connect_swapped (self->file_button, "toggled", G_CALLBACK (on_extent_toggled), self);
  on_selected (self);
}

void
cyan_source_pane_set_session (CyanSourcePane *self, CyanSession *session)
{
  g_return_if_fail (CYAN_IS_SOURCE_PANE (self));

  if (self->session == session)
    return;
  stop_looking (self);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  self->shown_index = G_MAXUINT32;
  if (session != NULL)
    g_signal_connect_swapped (session, "notify::selected", G_CALLBACK (on_selected), self);
  on_selected (self);
}
