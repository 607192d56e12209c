/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error domain. */
#include "cyan-error.h"

#include "cyan-assert.h"
#include "cyan-text.h"

typedef struct
{
  CyanHint hint;
} CyanErrorPrivate;

static void
cyan_error_private_init (CyanErrorPrivate *self)
{
}

static void
cyan_error_private_copy (const CyanErrorPrivate *from, CyanErrorPrivate *to)
{
  *to = *from;
}

static void
cyan_error_private_clear (CyanErrorPrivate *self)
{
}

G_DEFINE_EXTENDED_ERROR (CyanError, cyan_error)

/* Before there are threads: ThreadSanitizer does not see the lock of GLib's that the first of them
 * would register the domain under. */
__attribute__ ((constructor)) static void
register_domain (void)
{
  cyan_error_quark ();
}

static void fail (GError **error, CyanError code, CyanHint hint, const char *format, va_list args)
    G_GNUC_PRINTF (4, 0);

static void
fail (GError **error, CyanError code, CyanHint hint, const char *format, va_list args)
{
  g_autofree char *message = NULL, *valid = NULL, *safe = NULL;
  GError *failure;

  g_assert (error == NULL || *error == NULL);
  /* The message would end in a line break or in a full stop. */
  cyan_assert_slow (!g_str_has_suffix (format, "\n") && !g_str_has_suffix (format, "."));
  if (error == NULL)
    return;
  /* Messages quote names and paths, which may contain line breaks and other control characters. */
  message = g_strdup_vprintf (format, args);
  valid = g_utf8_make_valid (message, -1);
  safe = cyan_text_for_terminal (valid);
  failure = g_error_new_literal (CYAN_ERROR, (gint) code, safe);
  cyan_error_get_private (failure)->hint = hint;
  g_propagate_error (error, failure);
}

gboolean
cyan_fail (GError **error, CyanError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  fail (error, code, CYAN_HINT_NONE, format, args);
  va_end (args);
  return FALSE;
}

gpointer
cyan_fail_null (GError **error, CyanError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  fail (error, code, CYAN_HINT_NONE, format, args);
  va_end (args);
  return NULL;
}

gboolean
cyan_fail_hint (GError **error, CyanError code, CyanHint hint, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  fail (error, code, hint, format, args);
  va_end (args);
  return FALSE;
}

gboolean
cyan_fail_at (GError **error, const GError *reason, const char *place, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  g_assert (reason->domain == CYAN_ERROR);
  va_start (args, place);
  text = g_strdup_vprintf (place, args);
  va_end (args);
  return cyan_fail_hint (error, (CyanError) reason->code, cyan_error_hint (reason), "%s: %s", text,
                         reason->message);
}

CyanHint
cyan_error_hint (const GError *error)
{
  return error->domain == CYAN_ERROR ? cyan_error_get_private (error)->hint : CYAN_HINT_NONE;
}

gboolean
cyan_error_is_cancelled (const GError *error)
{
  return g_error_matches (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
}

gboolean
cyan_error_goes_on (GError **reason, GError **error)
{
  return !cyan_error_is_cancelled (*reason) || cyan_error_pass (reason, error);
}

gboolean
cyan_error_pass (GError **reason, GError **error)
{
  g_propagate_error (error, g_steal_pointer (reason));
  return FALSE;
}
