/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings of different lengths, compared as if they were equally long. */
#include "cyan-pipeline-private.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-slice.h"
#include "cyan-units.h"

/* Lengths that differ by less than this part are equal. */
#define EQUAL 1e-6

static gboolean
has_times (const CyanRequest *request)
{
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; request->profiles[side] == NULL && request->runs[side][i] != NULL; i++)
      {
        g_autofree char *file = NULL, *slice = NULL;

        if (cyan_slice_split (request->runs[side][i], &file, &slice)
            && cyan_slice_text_has_times (slice))
          return TRUE;
      }
  return FALSE;
}

gboolean
cyan_pipeline_scale (const CyanRequest *request, CyanRuns **runs, double *ignored, GError **error)
{
  double lengths[2], longest;

  if (request->slowest != NULL || (!request->per_second && !has_times (request)))
    return TRUE;
  for (guint side = 0; side < 2; side++)
    {
      lengths[side] = runs[side]->mean->length;
      if (lengths[side] <= 0)
        return !request->per_second
               || cyan_fail (error, CYAN_ERROR_MISMATCH,
                             _ ("%s: the recording does not say how long it is"),
                             _ (cyan_pipeline_side_names[side]));
    }
  longest = MAX (lengths[0], lengths[1]);
  for (guint side = 0; side < 2; side++)
    {
      double factor = longest / lengths[side];
      g_autofree char *is = cyan_value_to_text (lengths[side], "ns");
      g_autofree char *as = cyan_value_to_text (longest, "ns");
      g_autofree char *note = g_strdup_printf (
          _ ("compared per second: %s of it count as %s, as long as the other"), is, as);
      g_autoptr (CyanRuns) old = NULL;

      if (factor - 1 < EQUAL)
        continue;
      old = runs[side];
      runs[side] = cyan_runs_scale (old, factor, note);
      ignored[side] *= factor;
    }
  return TRUE;
}
