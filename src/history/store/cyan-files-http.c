/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files behind HTTP. */
#include "cyan-files.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-http.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"

static guint idle_seconds = 10, answer_seconds = 15;

void
cyan_files_http_set_seconds (guint idle, guint answer)
{
  idle_seconds = idle;
  answer_seconds = answer;
}

static gboolean
is_this_computer (const char *host)
{
  return strcmp (host, "localhost") == 0 || strcmp (host, "127.0.0.1") == 0
         || strcmp (host, "::1") == 0;
}

/* ---- one file ---- */

static gboolean
append (const char *bytes, gsize length, guint64 total, gpointer data, GError **error)
{
  g_byte_array_append (data, (const guint8 *) bytes, (guint) length);
  return TRUE;
}

static GBytes *
fetch (const CyanFiles *self, const char *path, gsize max, GError **error)
{
  g_autofree char *escaped = g_uri_escape_string (path, "/", FALSE);
  g_autofree char *url = g_strconcat (self->name, escaped, NULL);
  const CyanHttpOptions options = { .idle_seconds = idle_seconds,
                                    .answer_seconds = answer_seconds,
                                    .max_bytes = max,
                                    .stays = TRUE,
                                    .packed = TRUE };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) reason = NULL;

  if (cyan_http_get (url, &options, cancellable, append, bytes, &reason))
    return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  cyan_fail_at (error, reason, "%s", url);
  return NULL;
}

/* ---- opening ---- */

/* Of https, or of http on this computer.  Redirections stay on that server. */
static CyanFiles *
open_http (const char *url, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_HAS_PASSWORD, NULL);
  CyanFiles *self;

  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    cyan_fail (error, CYAN_ERROR_INVALID, _ ("not like https://HOST/FOLDER/"));
  /* Addresses are shown and remembered. */
  else if (g_uri_get_userinfo (uri) != NULL || g_uri_get_query (uri) != NULL
           || g_uri_get_fragment (uri) != NULL)
    cyan_fail (error, CYAN_ERROR_INVALID,
               _ ("the address of a store has no user, password, \"?\" or \"#\""));
  else if (strcmp (g_uri_get_scheme (uri), "https") != 0
           && !is_this_computer (g_uri_get_host (uri)))
    cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: only https, except from this computer"), url);
  else
    {
      self = g_new0 (CyanFiles, 1);
      self->fetch = fetch;
      self->name = g_str_has_suffix (url, "/") ? g_strdup (url) : g_strconcat (url, "/", NULL);
      return self;
    }
  return NULL;
}

CyanStore *
cyan_store_open_http (const char *address, CyanStoreMode mode, GError **error)
{
  return cyan_files_open_store (address, mode, open_http, error);
}
