/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error domain. */
#include "cyan-error.h"

#include "cyan-text.h"

/* Looked up each time: what G_DEFINE_QUARK() keeps is not for several threads. */
GQuark
cyan_error_quark (void)
{
  return g_quark_from_static_string ("cyan-error-quark");
}

gboolean
cyan_fail (GError **error, CyanError code, const char *format, ...)
{
  if (error != NULL)
    {
      g_autofree char *message = NULL, *valid = NULL, *safe = NULL;
      va_list args;

      /* Messages quote names and paths, which may hold line breaks and worse. */
      va_start (args, format);
      message = g_strdup_vprintf (format, args);
      va_end (args);
      valid = g_utf8_make_valid (message, -1);
      safe = cyan_text_for_terminal (valid);
      g_propagate_error (error, g_error_new_literal (CYAN_ERROR, (gint) code, safe));
    }
  return FALSE;
}

gboolean
cyan_error_is_cancelled (const GError *error)
{
  return g_error_matches (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
}
