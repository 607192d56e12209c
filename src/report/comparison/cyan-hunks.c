/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a diff of lines. */
#include "cyan-hunks.h"

typedef struct
{
  guint context;
  const CyanHunkForm *form;
  gpointer data;
} Hunks;

/* Writes equal lines from @before and @after on: those near the change above, if @above, and near
 * the change below, if @below. */
static void
write_equal (const Hunks *self, guint before, guint after, guint n, gboolean above, gboolean below)
{
  guint head = above ? MIN (n, self->context) : 0;
  guint tail = below ? MIN (n - head, self->context) : 0;
  guint skipped = n - head - tail;

  for (guint i = 0; i < head; i++)
    self->form->row (self->data, TRUE, before + i, TRUE, after + i);
  if (skipped > 0)
    self->form->cut (self->data, skipped, before + head, after + head);
  for (guint i = n - tail; i < n; i++)
    self->form->row (self->data, TRUE, before + i, TRUE, after + i);
}

void
cyan_hunks_write (
    const GArray *changes, guint n_before, guint context, const CyanHunkForm *form, gpointer data)
{
  const Hunks self = { context, form, data };
  guint before = 0, after = 0;

  for (guint i = 0; i < changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (changes, CyanLineChange, i);

      write_equal (&self, before, after, change->before_start - before, i > 0, TRUE);
      before = change->before_start + change->before_count;
      after = change->after_start + change->after_count;
      for (guint line = change->before_start; line < before; line++)
        form->row (data, TRUE, line, FALSE, 0);
      for (guint line = change->after_start; line < after; line++)
        form->row (data, FALSE, 0, TRUE, line);
    }
  write_equal (&self, before, after, n_before - before, TRUE, FALSE);
}
