/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds that are kept, for the next time that runs are asked. */
#include "cyan-tracker-private.h"

void
cyan_tracker_keep (CyanTracker *self, guint revision, CyanWorkspaceSlot *slot)
{
  const CyanBuiltRevision kept = { revision, slot };

  if (self->kept == NULL)
    self->kept = g_array_new (FALSE, FALSE, sizeof (CyanBuiltRevision));
  g_array_append_val (self->kept, kept);
  while (self->kept->len > MAX (2, self->track->keep))
    {
      cyan_workspace_slot_free (g_array_index (self->kept, CyanBuiltRevision, 0).slot,
                                self->plan->repository);
      g_array_remove_index (self->kept, 0);
    }
}

CyanWorkspaceSlot *
cyan_tracker_take_kept (CyanTracker *self, guint revision)
{
  for (guint i = 0; self->kept != NULL && i < self->kept->len; i++)
    {
      const CyanBuiltRevision *kept = &g_array_index (self->kept, CyanBuiltRevision, i);
      CyanWorkspaceSlot *slot = kept->slot;

      if (kept->revision != revision)
        continue;
      g_array_remove_index (self->kept, i);
      return slot;
    }
  return NULL;
}

void
cyan_tracker_remove_kept (CyanTracker *self)
{
  for (guint i = 0; self->kept != NULL && i < self->kept->len; i++)
    cyan_workspace_slot_free (g_array_index (self->kept, CyanBuiltRevision, i).slot,
                              self->plan->repository);
  g_clear_pointer (&self->kept, g_array_unref);
}
