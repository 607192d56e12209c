/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-bisect-prior.h"

gboolean
cyan_bisect_find_prior (CyanBisection *state,
                        const CyanTrack *track,
                        CyanStore *store,
                        GPtrArray *notes,
                        const CyanTick *tick,
                        GError **error)
{
  return cyan_tick (tick, 0, "", error);
}
