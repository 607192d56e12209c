/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first read error, which every later call repeats. */
#include "cyan-input-private.h"

/* Records @failure, which it takes, and reports it. */
gboolean
cyan_input_fail (CyanInput *self, GError *failure, GError **error)
{
  if (self->failure == NULL)
    self->failure = failure;
  else
    g_error_free (failure);
  if (error != NULL)
    *error = g_error_copy (self->failure);
  return FALSE;
}

gboolean
cyan_input_fail_file (CyanInput *self, GError **error, CyanError code, const char *format, ...)
{
  va_list args;
  g_autofree char *reason = NULL;
  GError *failure = NULL;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  cyan_fail (&failure, code, "%s: %s", self->name, reason);
  return cyan_input_fail (self, failure, error);
}
