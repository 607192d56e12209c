/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples as calls. */
#include "cyan-call-sink.h"

gboolean
cyan_call_sink_sample (CyanCallSink *self,
                       GArray *open,
                       const guint32 *functions,
                       guint n,
                       guint metric,
                       double value,
                       GError **error)
{
  guint common = 0;

  g_assert (g_array_get_element_size (open) == sizeof *functions);
  while (common < MIN (n, open->len) && g_array_index (open, guint32, common) == functions[common])
    common++;
  for (guint i = common; i < open->len; i++)
    cyan_call_sink_leave (self, 0);
  g_array_set_size (open, common);
  for (guint i = common; i < n; i++)
    {
      if (!cyan_call_sink_enter (self, 0, functions[i], 0, 0, error))
        return FALSE;
      g_array_append_val (open, functions[i]);
    }
  cyan_call_sink_add (self, 0, metric, value);
  return TRUE;
}
