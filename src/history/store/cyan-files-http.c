/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files behind HTTP. */
#include "cyan-files.h"

#include <libsoup/soup.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-sync.h"

#define MAX_REDIRECTIONS 5
/* A whole answer may take one second more for each SLOWEST bytes that have come. */
#define SLOWEST (256 * 1024)

#define CHUNK (64 * 1024)

static guint idle_seconds = 10, answer_seconds = 15;

void
cyan_files_http_set_seconds (guint idle, guint answer)
{
  idle_seconds = idle;
  answer_seconds = answer;
}

/* ---- addresses ---- */

static gboolean
is_same_server (GUri *a, GUri *b)
{
  return g_strcmp0 (g_uri_get_scheme (a), g_uri_get_scheme (b)) == 0
         && g_ascii_strcasecmp (g_uri_get_host (a), g_uri_get_host (b)) == 0
         && g_uri_get_port (a) == g_uri_get_port (b);
}

static gboolean
is_this_computer (const char *host)
{
  return strcmp (host, "localhost") == 0 || strcmp (host, "127.0.0.1") == 0
         || strcmp (host, "::1") == 0;
}

/* Where @response leads to from @uri, or NULL. */
static GUri *
follow (GUri *uri, SoupMessage *response, GError **error)
{
  const char *location =
      soup_message_headers_get_one (soup_message_get_response_headers (response), "Location");
  g_autoptr (GUri) next = NULL;

  if (location != NULL)
    next = g_uri_parse_relative (uri, location, SOUP_HTTP_URI_FLAGS, NULL);
  if (next != NULL && g_uri_get_host (next) != NULL && is_same_server (uri, next))
    return g_steal_pointer (&next);
  return cyan_fail_null (error, CYAN_ERROR_IO, _ ("a redirection that leaves the server"));
}

/* ---- time ---- */

/* Cancels what takes too long: a server that sends a byte now and then is never idle.  What has
 * come gives more time, never what is announced or allowed. */
typedef struct
{
  CyanMutex mutex;
  CyanCond ended;
  gboolean has_ended;
  gint64 until;
  GCancellable *cancellable;
} Watch;

static gpointer
watch (gpointer data)
{
  Watch *self = data;

  cyan_mutex_lock (&self->mutex);
  while (!self->has_ended && g_get_monotonic_time () < self->until)
    cyan_cond_wait_until (&self->ended, &self->mutex, self->until);
  if (!self->has_ended)
    g_cancellable_cancel (self->cancellable);
  cyan_mutex_unlock (&self->mutex);
  return NULL;
}

static void
give_time (Watch *self, gsize length)
{
  cyan_mutex_lock (&self->mutex);
  self->until += (gint64) length * G_USEC_PER_SEC / SLOWEST;
  cyan_mutex_unlock (&self->mutex);
}

static void
fail_as (const GError *reason, GError **error)
{
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    cyan_fail (error, CYAN_ERROR_IO, _ ("too slow"));
  else
    cyan_fail (error, CYAN_ERROR_IO, "%s", reason->message);
}

/* ---- one file ---- */

static GBytes *
read_all (GInputStream *stream, gsize max, Watch *watched, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8 *chunk = g_malloc (CHUNK);
  g_autoptr (GError) reason = NULL;
  gssize n;

  while ((n = g_input_stream_read (stream, chunk, CHUNK, watched->cancellable, &reason)) > 0)
    {
      if (bytes->len + (gsize) n > max)
        return cyan_fail_null (error, CYAN_ERROR_LIMIT, _ ("more than %u bytes"), (guint) max);
      g_byte_array_append (bytes, chunk, (guint) n);
      give_time (watched, (gsize) n);
    }
  if (n == 0)
    return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  fail_as (reason, error);
  return NULL;
}

/* Whether the length that @response announces, if it does, is one of at most @max bytes. */
static gboolean
check_length (SoupMessage *response, gsize max, GError **error)
{
  /* libsoup would take "-5" for nearly 2^64. */
  const char *length =
      soup_message_headers_get_one (soup_message_get_response_headers (response), "Content-Length");
  guint64 bytes = 0;

  if (length != NULL && !cyan_parse_uint64 (length, strlen (length), &bytes))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("its Content-Length is no length"));
  return bytes <= max || cyan_fail (error, CYAN_ERROR_LIMIT, _ ("more than %u bytes"), (guint) max);
}

/* Returns NULL without an error, and *@next, for a redirection. */
static GBytes *
get (SoupSession *session, GUri *uri, gsize max, Watch *watched, GUri **next, GError **error)
{
  g_autoptr (SoupMessage) message = soup_message_new_from_uri (SOUP_METHOD_GET, uri);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) reason = NULL;

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  stream = soup_session_send (session, message, watched->cancellable, &reason);
  if (stream == NULL)
    {
      fail_as (reason, error);
      return NULL;
    }
  if (SOUP_STATUS_IS_REDIRECTION (soup_message_get_status (message)))
    {
      *next = follow (uri, message, error);
      return NULL;
    }
  if (soup_message_get_status (message) != SOUP_STATUS_OK)
    return cyan_fail_null (error, CYAN_ERROR_IO, "HTTP %u %s", soup_message_get_status (message),
                           soup_message_get_reason_phrase (message));
  return check_length (message, max, error) ? read_all (stream, max, watched, error) : NULL;
}

static GBytes *
get_redirected (GUri *uri, gsize max, Watch *watched, GError **error)
{
  /* A session belongs to a thread, a store does not. */
  g_autoptr (SoupSession) session =
      soup_session_new_with_options ("timeout", idle_seconds, "user-agent", "cyanotype", NULL);
  g_autoptr (GUri) at = g_uri_ref (uri);

  /* Packed files are wanted as they are. */
  soup_session_remove_feature_by_type (session, SOUP_TYPE_CONTENT_DECODER);
  for (guint i = 0; i <= MAX_REDIRECTIONS; i++)
    {
      GUri *next = NULL;
      GBytes *bytes = get (session, at, max, watched, &next, error);

      if (next == NULL)
        return bytes;
      g_uri_unref (at);
      at = next;
    }
  return cyan_fail_null (error, CYAN_ERROR_IO, _ ("more than %d redirections"), MAX_REDIRECTIONS);
}

static GBytes *
fetch (const CyanFiles *self, const char *path, gsize max, GError **error)
{
  g_autofree char *escaped = g_uri_escape_string (path, "/", FALSE);
  g_autofree char *url = g_strconcat (self->name, escaped, NULL);
  g_autoptr (GUri) uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Watch watched = { .until = g_get_monotonic_time () + answer_seconds * G_USEC_PER_SEC,
                    .cancellable = cancellable };
  GThread *watcher;
  GBytes *bytes;

  cyan_mutex_init (&watched.mutex);
  cyan_cond_init (&watched.ended);
  watcher = g_thread_new ("http-watch", watch, &watched);
  bytes = get_redirected (uri, max, &watched, &reason);
  cyan_mutex_lock (&watched.mutex);
  watched.has_ended = TRUE;
  cyan_cond_signal (&watched.ended);
  cyan_mutex_unlock (&watched.mutex);
  g_thread_join (watcher);
  cyan_mutex_clear (&watched.mutex);
  cyan_cond_clear (&watched.ended);
  if (bytes == NULL)
    cyan_fail_at (error, reason, "%s", url);
  return bytes;
}

/* ---- opening ---- */

CyanFiles *
cyan_files_open_http (const char *url, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
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
