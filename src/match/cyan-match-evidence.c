/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-match-evidence.h"

static void
clear_rename (gpointer data)
{
  CyanMatchSourceRename *rename = data;

  g_free (rename->before);
  g_free (rename->after);
}

CyanMatchEvidence *
cyan_match_evidence_new (void)
{
  CyanMatchEvidence *self = g_new0 (CyanMatchEvidence, 1);

  self->renames = g_array_new (FALSE, TRUE, sizeof (CyanMatchSourceRename));
  g_array_set_clear_func (self->renames, clear_rename);
  for (guint side = 0; side < 2; side++)
    self->defined[side] = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
cyan_match_evidence_free (CyanMatchEvidence *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->renames);
  g_ptr_array_unref (self->defined[0]);
  g_ptr_array_unref (self->defined[1]);
  g_free (self);
}

void
cyan_match_evidence_add_rename (CyanMatchEvidence *self,
                                const char *before,
                                const char *after,
                                double similarity)
{
  const CyanMatchSourceRename rename = { g_strdup (before), g_strdup (after), similarity };

  g_assert (similarity >= 0 && similarity <= 1);
  g_array_append_val (self->renames, rename);
}

void
cyan_match_evidence_add_defined (CyanMatchEvidence *self, guint side, const char *name)
{
  g_assert (side < G_N_ELEMENTS (self->defined));
  g_ptr_array_add (self->defined[side], g_strdup (name));
}
