/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sources say about functions. */
#include "cyan-match-evidence.h"

static void
clear_likely (gpointer data)
{
  CyanMatchLikely *likely = data;

  g_free (likely->before);
  g_free (likely->after);
}

CyanMatchEvidence *
cyan_match_evidence_new (void)
{
  CyanMatchEvidence *self = g_new0 (CyanMatchEvidence, 1);

  self->likely = g_array_new (FALSE, TRUE, sizeof (CyanMatchLikely));
  g_array_set_clear_func (self->likely, clear_likely);
  for (guint side = 0; side < 2; side++)
    self->defined[side] = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
cyan_match_evidence_free (CyanMatchEvidence *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->likely);
  g_ptr_array_unref (self->defined[0]);
  g_ptr_array_unref (self->defined[1]);
  g_free (self);
}

void
cyan_match_evidence_add_likely (CyanMatchEvidence *self,
                                const char *before,
                                const char *after,
                                double likeness)
{
  const CyanMatchLikely likely = { g_strdup (before), g_strdup (after), likeness };

  g_assert (likeness >= 0 && likeness <= 1);
  g_array_append_val (self->likely, likely);
}

void
cyan_match_evidence_add_defined (CyanMatchEvidence *self, guint side, const char *name)
{
  g_assert (side < G_N_ELEMENTS (self->defined));
  g_ptr_array_add (self->defined[side], g_strdup (name));
}
