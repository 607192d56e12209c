/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From change to change in the source pane; the side that is not scrolled follows the other. */
#include "cyan-i18n.h"
#include "cyan-source-private.h"
#include "cyan-widgets.h"

#include <math.h>
#include <string.h>

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
  double there = cyan_snippet_map_line (self->changes, moved == self->before_side, line);
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

  if (self->changes == NULL)
    {
      self->sync_tick = 0;
      return G_SOURCE_REMOVE;
    }
  self->is_syncing = TRUE;
  sync_vertically (self, self->leader,
                   self->leader == self->before_side ? self->after_side : self->before_side);
  if (self->sideways_leader != NULL)
    gtk_adjustment_set_value (self->sideways_leader == before ? after : before,
                              gtk_adjustment_get_value (self->sideways_leader));
  self->sideways_leader = NULL;
  self->is_syncing = FALSE;
  self->sync_tick = 0;
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
  gboolean is_before = adjustment == cyan_source_side_vadjustment (self->before_side);
  CyanSourceSide *side = is_before ? self->before_side : self->after_side;
  CyanSourceSide *other = is_before ? self->after_side : self->before_side;

  if (self->is_syncing)
    return;
  /* A text that is new goes to its top by itself, and not because somebody wants to be there. */
  if (cyan_source_side_is_moving (side) || !cyan_source_side_is_moving (other))
    self->leader = side;
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

/* A change that means nothing is marked only when asked for. */
static gboolean
is_marked (CyanSourcePane *self)
{
  return self->changes != NULL
         && (!gtk_widget_get_visible (GTK_WIDGET (self->marks_button))
             || gtk_toggle_button_get_active (self->marks_button));
}

/* Where a function is called that only one version has. */
static void
mark_call (CyanSourcePane *self)
{
  const CyanSourceContents *contents = self->contents;

  if (contents == NULL || contents->call == NULL)
    return;
  if (contents->snippets[0] == NULL)
    cyan_source_side_mark (self->before_side, contents->call_marks, NULL, FALSE, -1);
  else
    cyan_source_side_mark (self->after_side, contents->call_marks, NULL, TRUE, -1);
}

void
cyan_source_pane_show_current (CyanSourcePane *self)
{
  GArray *marked = is_marked (self) ? self->changes : NULL;
  guint n = self->changes != NULL ? self->changes->len : 0;
  g_autofree char *count = NULL;

  if (n == 0)
    count = g_strdup ("");
  else if (self->current >= 0)
    count = g_strdup_printf (_ ("change %'d of %'u"), self->current + 1, n);
  else
    count = g_strdup_printf (ngettext ("%'u change", "%'u changes", n), n);
  gtk_label_set_text (self->count_label, count);
  gtk_widget_set_sensitive (self->previous_button, n > 0);
  gtk_widget_set_sensitive (self->next_button, n > 0);
  cyan_source_side_mark (self->before_side, marked,
                         marked != NULL ? self->contents->words[0] : NULL, TRUE, self->current);
  cyan_source_side_mark (self->after_side, marked, marked != NULL ? self->contents->words[1] : NULL,
                         FALSE, self->current);
  cyan_line_bands_set_changes (self->bands, marked, self->current);
  mark_call (self);
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

  cyan_source_side_scroll_to (side, start, CYAN_SOURCE_PANE_CHANGE_ALIGN);
}

gboolean
cyan_source_pane_go_to_change (CyanSourcePane *self, gboolean next)
{
  int n, target;

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
  gtk_toggle_button_set_active (self->marks_button, TRUE);
  cyan_source_pane_show_current (self);
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

static void
follow_side (CyanSourcePane *self, CyanSourceSide *side)
{
  cyan_connect (cyan_source_side_vadjustment (side), "value-changed", on_scrolled, self);
  /* Heights of lines become known bit by bit. */
  cyan_connect (cyan_source_side_vadjustment (side), "changed", follow_leader, self);
  cyan_connect (cyan_source_side_hadjustment (side), "value-changed", on_scrolled_sideways, self);
}

void
cyan_source_pane_connect_changes (CyanSourcePane *self)
{
  follow_side (self, self->before_side);
  follow_side (self, self->after_side);
  cyan_connect (self->previous_button, "clicked", on_previous_clicked, self);
  cyan_connect (self->next_button, "clicked", on_next_clicked, self);
  cyan_connect (self->marks_button, "toggled", cyan_source_pane_show_current, self);
}
