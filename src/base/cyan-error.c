/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error domain. */
#include "cyan-error.h"

G_DEFINE_QUARK (cyan - error - quark, cyan_error)

gboolean
cyan_fail (GError **error, CyanError code, const char *format, ...)
{
  if (error != NULL)
    {
      va_list args;

      va_start (args, format);
      g_propagate_error (error, g_error_new_valist (CYAN_ERROR, (gint) code, format, args));
      va_end (args);
    }
  return FALSE;
}

gboolean
cyan_error_is_cancelled (const GError *error)
{
  return g_error_matches (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
}
