/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed in a function, in few bytes. */
#include "cyan-brief-diff.h"

#include "cyan-hunks.h"
#include "cyan-prose.h"

/* Bytes, characters of a line, and equal lines around a change. */
#define MAX_DIFF 2500
#define MAX_LINE 160
#define CONTEXT  2

typedef struct
{
  CyanProse *prose;
  GStrv lines[2];
  guint first[2];     /* the numbers of their first lines */
  guint n_cut;        /* lines that are left out, since the diff is too long */
  gboolean is_inside; /* of a hunk, whose head was written */
} Diff;

static void
append_row (gpointer data, gboolean has_before, guint before, gboolean has_after, guint after)
{
  Diff *self = data;
  const char *sign = has_before && has_after ? " " : has_before ? "-" : "+";
  const char *line = has_after ? self->lines[1][after] : self->lines[0][before];

  if (self->prose->out->len > MAX_DIFF)
    {
      self->n_cut++;
      return;
    }
  if (!self->is_inside)
    cyan_prose_say (self->prose, "@@ -%u +%u @@\n", self->first[0] + before,
                    self->first[1] + after);
  self->is_inside = TRUE;
  cyan_prose_say (self->prose, "%s%s\n", sign,
                  *line != '\0' ? cyan_prose_name (self->prose, line, MAX_LINE) : "");
}

static void
append_cut (gpointer data, guint n, guint before, guint after)
{
  ((Diff *) data)->is_inside = FALSE;
}

char *
cyan_brief_diff (CyanReportTextsFunc find, gpointer data, guint32 pair)
{
  static const CyanHunkForm form = { append_row, append_cut };
  CyanFunctionText *texts[2] = { NULL, NULL };
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) changes = NULL;
  CyanProse prose = { .out = g_string_new (NULL), .words = words };
  Diff diff = { .prose = &prose };

  if (find != NULL)
    find (pair, texts, data);
  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *body =
          texts[side] != NULL ? cyan_function_text_body (texts[side]) : g_strdup ("");

      diff.lines[side] = g_strsplit (body, "\n", -1);
      diff.first[side] = texts[side] != NULL ? texts[side]->first_line : 0;
      g_ptr_array_add (words, g_steal_pointer (&body));
    }
  changes = cyan_line_diff (g_ptr_array_index (words, 0), g_ptr_array_index (words, 1), NULL);
  if (changes != NULL && changes->len > 0)
    cyan_hunks_write (changes, g_strv_length (diff.lines[0]) - 1, CONTEXT, &form, &diff);
  if (diff.n_cut > 0)
    cyan_prose_say (&prose, "... %u more lines\n", diff.n_cut);
  for (guint side = 0; side < 2; side++)
    {
      g_strfreev (diff.lines[side]);
      g_clear_pointer (&texts[side], cyan_function_text_unref);
    }
  return g_string_free (prose.out, prose.out->len == 0);
}
