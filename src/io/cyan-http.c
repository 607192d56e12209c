/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks an HTTP server by libsoup. */
#include "cyan-http-private.h"

#include <libsoup/soup.h>
#include <string.h>

#include "cyan-decompress.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-sync.h"
#include "cyan-text.h"

#define MAX_REDIRECTIONS 5
/* A whole answer may take one second more for each SLOWEST bytes that have come. */
#define SLOWEST (64 * 1024)

#define CHUNK (64 * 1024)
/* Bytes and characters of what a server says about its failure. */
#define REASON_BYTES 1024
#define REASON_CHARS 200

/* ---- time ---- */

/* Cancels what takes too long: a server that sends a byte now and then is never idle.  What has
 * come gives more time, never what is announced or allowed. */
typedef struct
{
  CyanMutex mutex;
  CyanCond ended;
  gboolean has_ended;
  gboolean was_slow;
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
  self->was_slow = !self->has_ended;
  if (self->was_slow)
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

/* ---- one request ---- */

typedef struct
{
  const CyanHttpOptions *options;
  SoupSession *session;
  char **headers; /* name, value, ...; NULL: none */
  Watch *watch;
  GTlsCertificateFlags
      distrust; /* why the certificate is not trusted; 0: it is, or there is none */
  CyanHttpSink sink;
  gpointer data;
  guint64 total;
  guint64 n_raw, n_bytes; /* that came, and that the sink got */
} Request;

static gboolean
fail_as (const Request *self, const GError *reason, GError **error)
{
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cyan_fail (error, CYAN_ERROR_CANCELLED, _ ("no longer wanted"));
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return cyan_fail (error, CYAN_ERROR_IO, _ ("the server has sent nothing for %u s: timed out"),
                      self->options->idle_seconds);
  if (self->distrust != 0)
    return cyan_fail_hint (error, CYAN_ERROR_IO, CYAN_HINT_HTTP_CA,
                           self->distrust & G_TLS_CERTIFICATE_UNKNOWN_CA
                               ? _ ("the issuer of its certificate is unknown")
                           : self->distrust & G_TLS_CERTIFICATE_BAD_IDENTITY
                               ? _ ("its certificate is that of another server")
                           : self->distrust & G_TLS_CERTIFICATE_EXPIRED
                               ? _ ("its certificate has expired")
                               : _ ("its certificate is not to be trusted"));
  return cyan_fail (error, CYAN_ERROR_IO, "%s", reason->message);
}

static gboolean
refuse (SoupMessage *message, GTlsCertificate *certificate, GTlsCertificateFlags why, gpointer data)
{
  Request *self = data;

  self->distrust = why;
  return FALSE;
}

/* ---- redirections ---- */

static gboolean
is_same_server (GUri *a, GUri *b)
{
  return g_strcmp0 (g_uri_get_scheme (a), g_uri_get_scheme (b)) == 0
         && g_ascii_strcasecmp (g_uri_get_host (a), g_uri_get_host (b)) == 0
         && g_uri_get_port (a) == g_uri_get_port (b);
}

/* Whether @next, where @uri leads to, may be asked.  From https it goes to https alone. */
static gboolean
may_follow (const Request *self, GUri *uri, GUri *next, GError **error)
{
  const char *from = g_uri_get_scheme (uri), *to = g_uri_get_scheme (next);

  if (is_same_server (uri, next))
    return TRUE;
  if (self->options->stays)
    return cyan_fail (error, CYAN_ERROR_IO, _ ("a redirection that leaves the server"));
  return strcmp (to, "https") == 0 || (strcmp (to, "http") == 0 && strcmp (from, "http") == 0)
         || cyan_fail (error, CYAN_ERROR_IO, _ ("a redirection from %s: to %s:"), from, to);
}

/* Where @response leads to from @uri, or NULL. */
static GUri *
follow (const Request *self, GUri *uri, SoupMessage *response, GError **error)
{
  const char *location =
      soup_message_headers_get_one (soup_message_get_response_headers (response), "Location");
  g_autoptr (GUri) next = NULL;

  if (location != NULL)
    next = g_uri_parse_relative (uri, location, CYAN_HTTP_URI_FLAGS, NULL);
  if (next == NULL)
    return cyan_fail_null (error, CYAN_ERROR_IO, _ ("a redirection to nowhere"));
  if (!may_follow (self, uri, next, error))
    return NULL;
  if (g_uri_get_host (next) == NULL || *g_uri_get_host (next) == '\0')
    return cyan_fail_null (error, CYAN_ERROR_IO, _ ("a redirection to nowhere"));
  return g_steal_pointer (&next);
}

/* ---- the answer ---- */

static gboolean
fail_long (const Request *self, GError **error)
{
  return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("more than %" PRIu64 " bytes"),
                    self->options->max_bytes);
}

static gboolean
pass (Request *self, const char *bytes, gsize length, GError **error)
{
  self->n_bytes += length;
  if (self->n_bytes > self->options->max_bytes)
    return fail_long (self, error);
  return length == 0 || self->sink (bytes, length, self->total, self->data, error);
}

/* Undoes the gzip of one piece, and what a bomb does. */
static gboolean
unpack (Request *self,
        CyanDecompressor *gzip,
        const char *bytes,
        gsize length,
        gboolean *ended,
        GError **error)
{
  char *out = g_malloc (CHUNK);
  gboolean ok = TRUE;

  if (*ended)
    cyan_decompressor_restart (gzip);
  *ended = FALSE;
  while (ok && !*ended)
    {
      const char *reason = NULL;
      gsize consumed, made;
      CyanDecompressStatus status =
          cyan_decompressor_step (gzip, bytes, length, &consumed, out, CHUNK, &made, &reason);

      if (status == CYAN_DECOMPRESS_BROKEN || status == CYAN_DECOMPRESS_NO_MEMORY)
        ok = cyan_fail (error, CYAN_ERROR_INVALID, _ ("byte %" PRIu64 ": broken %s data: %s"),
                        self->n_raw + consumed, cyan_compression_name (CYAN_COMPRESSION_GZIP),
                        reason != NULL ? reason : "");
      bytes += consumed;
      length -= consumed;
      *ended = status == CYAN_DECOMPRESS_END;
      if (*ended && length > 0)
        {
          cyan_decompressor_restart (gzip);
          *ended = FALSE;
        }
      ok = ok && pass (self, out, made, error);
      if (ok
          && self->n_bytes / cyan_decompressor_max_ratio (self->n_bytes) > self->n_raw + consumed)
        ok = cyan_fail (error, CYAN_ERROR_LIMIT,
                        _ ("the %s data grow to more than %" PRIu64 " times their size"),
                        cyan_compression_name (CYAN_COMPRESSION_GZIP),
                        cyan_decompressor_max_ratio (self->n_bytes));
      if (made == 0 && length == 0)
        break;
    }
  g_free (out);
  return ok;
}

/* @gzip may be NULL. */
static gboolean
read_all (Request *self, GInputStream *stream, CyanDecompressor *gzip, GError **error)
{
  char *chunk = g_malloc (CHUNK);
  g_autoptr (GError) reason = NULL;
  gboolean ok = TRUE, ended = FALSE;
  gssize n = 0;

  while (ok
         && (n = g_input_stream_read (stream, chunk, CHUNK, self->watch->cancellable, &reason)) > 0)
    {
      ok = gzip != NULL ? unpack (self, gzip, chunk, (gsize) n, &ended, error)
                        : pass (self, chunk, (gsize) n, error);
      self->n_raw += (guint64) n;
      give_time (self->watch, (gsize) n);
      if (ok && self->n_raw > self->options->max_bytes)
        ok = fail_long (self, error);
    }
  g_free (chunk);
  if (ok && n < 0)
    return fail_as (self, reason, error);
  if (ok && gzip != NULL && !ended)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("ends in the middle of the %s data"),
                      cyan_compression_name (CYAN_COMPRESSION_GZIP));
  return ok;
}

/* Checks the length that @headers announce, if they do. */
static gboolean
check_length (Request *self, SoupMessageHeaders *headers, gboolean encoded, GError **error)
{
  /* libsoup would take "-5" for nearly 2^64. */
  const char *length = soup_message_headers_get_one (headers, "Content-Length");
  guint64 bytes = 0;

  if (length != NULL && !cyan_parse_uint64 (length, strlen (length), &bytes))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("its Content-Length is no length"));
  self->total = encoded ? 0 : bytes;
  return bytes <= self->options->max_bytes || fail_long (self, error);
}

static gboolean
read_answer (Request *self, SoupMessage *message, GInputStream *stream, GError **error)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  const char *encoding =
      self->options->packed ? NULL : soup_message_headers_get_one (headers, "Content-Encoding");
  CyanDecompressor *gzip = NULL;
  gboolean ok;

  if (encoding != NULL && g_ascii_strcasecmp (encoding, "identity") == 0)
    encoding = NULL;
  if (encoding != NULL && g_ascii_strcasecmp (encoding, "gzip") != 0
      && g_ascii_strcasecmp (encoding, "x-gzip") != 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("its content is encoded by “%s”"),
                      encoding);
  if (!check_length (self, headers, encoding != NULL, error))
    return FALSE;
  if (encoding != NULL)
    gzip = cyan_decompressor_new (CYAN_COMPRESSION_GZIP);
  ok = read_all (self, stream, gzip, error);
  g_clear_pointer (&gzip, cyan_decompressor_free);
  return ok;
}

/* The first line of what a server says about its failure, if it is a plain text.  Caller frees. */
static char *
read_reason (const Request *self, SoupMessage *message, GInputStream *stream)
{
  const char *type =
      soup_message_headers_get_content_type (soup_message_get_response_headers (message), NULL);
  char text[REASON_BYTES + 1];
  gsize n = 0;

  if (g_strcmp0 (type, "text/plain") != 0 && g_strcmp0 (type, "application/json") != 0)
    return NULL;
  g_input_stream_read_all (stream, text, REASON_BYTES, &n, self->watch->cancellable, NULL);
  text[n] = '\0';
  g_strchug (text);
  text[strcspn (text, "\r\n")] = '\0';
  return *text != '\0' ? cyan_text_for_label (text, REASON_CHARS) : NULL;
}

static gboolean
fail_status (const Request *self, SoupMessage *message, GInputStream *stream, GError **error)
{
  guint status = soup_message_get_status (message);
  g_autofree char *reason = read_reason (self, message, stream);

  return cyan_fail_hint (error, CYAN_ERROR_IO,
                         status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_FORBIDDEN
                             ? CYAN_HINT_HTTP_HEADERS
                             : CYAN_HINT_NONE,
                         "HTTP %u %s%s%s", status, soup_message_get_reason_phrase (message),
                         reason != NULL ? ": " : "", reason != NULL ? reason : "");
}

/* ---- asking ---- */

/* Sets *@next for a redirection. */
static gboolean
ask (Request *self, GUri *uri, GUri **next, GError **error)
{
  g_autoptr (SoupMessage) message = soup_message_new_from_uri (SOUP_METHOD_GET, uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) reason = NULL;

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  g_signal_connect (message, "accept-certificate", G_CALLBACK (refuse), self);
  if (!self->options->packed)
    soup_message_headers_replace (headers, "Accept-Encoding", "gzip");
  for (guint i = 0; self->headers != NULL && self->headers[i] != NULL; i += 2)
    soup_message_headers_append (headers, self->headers[i], self->headers[i + 1]);
  stream = soup_session_send (self->session, message, self->watch->cancellable, &reason);
  if (stream == NULL)
    return fail_as (self, reason, error);
  if (SOUP_STATUS_IS_REDIRECTION (soup_message_get_status (message)))
    {
      *next = follow (self, uri, message, error);
      return *next != NULL;
    }
  if (soup_message_get_status (message) != SOUP_STATUS_OK)
    return fail_status (self, message, stream, error);
  return read_answer (self, message, stream, error);
}

static gboolean
ask_redirected (Request *self, GUri *uri, GError **error)
{
  g_autoptr (GUri) at = g_uri_ref (uri);

  for (guint i = 0; i <= MAX_REDIRECTIONS; i++)
    {
      GUri *next = NULL;

      if (!ask (self, at, &next, error))
        return FALSE;
      if (next == NULL)
        return TRUE;
      if (!is_same_server (uri, next))
        self->headers = NULL;
      g_uri_unref (at);
      at = next;
    }
  return cyan_fail (error, CYAN_ERROR_IO, _ ("more than %d redirections"), MAX_REDIRECTIONS);
}

/* A session belongs to a thread. */
static SoupSession *
make_session (const CyanHttpOptions *options, GError **error)
{
  g_autoptr (GTlsDatabase) trusted = NULL;
  g_autoptr (GError) reason = NULL;
  SoupSession *session;

  if (options->access.ca != NULL)
    {
      /* The database wants an absolute path. */
      g_autofree char *path = g_canonicalize_filename (options->access.ca, NULL);

      trusted = g_tls_file_database_new (path, &reason);
      if (trusted == NULL)
        return cyan_fail_null (error, CYAN_ERROR_INVALID, "%s: %s", options->access.ca,
                               reason->message);
    }
  session = soup_session_new_with_options ("timeout", options->idle_seconds, "user-agent",
                                           "cyanotype", NULL);
  if (trusted != NULL)
    soup_session_set_tls_database (session, trusted);
  soup_session_remove_feature_by_type (session, SOUP_TYPE_CONTENT_DECODER);
  return session;
}

static gboolean
ask_watched (Request *self, GUri *uri, GCancellable *cancellable, GError **error)
{
  const CyanHttpOptions *options = self->options;
  Watch watched = { .until =
                        g_get_monotonic_time () + options->answer_seconds * (gint64) G_USEC_PER_SEC,
                    .cancellable = cancellable };
  GError *reason = NULL;
  GThread *watcher;
  gboolean ok;

  cyan_mutex_init (&watched.mutex);
  cyan_cond_init (&watched.ended);
  self->watch = &watched;
  watcher = g_thread_new ("http-watch", watch, &watched);
  ok = ask_redirected (self, uri, &reason);
  cyan_mutex_lock (&watched.mutex);
  watched.has_ended = TRUE;
  cyan_cond_signal (&watched.ended);
  cyan_mutex_unlock (&watched.mutex);
  g_thread_join (watcher);
  cyan_mutex_clear (&watched.mutex);
  cyan_cond_clear (&watched.ended);
  if (ok || !watched.was_slow)
    return ok || cyan_error_pass (&reason, error);
  g_error_free (reason);
  return cyan_fail (error, CYAN_ERROR_IO, _ ("the server is too slow"));
}

gboolean
cyan_http_get (const char *address,
               const CyanHttpOptions *options,
               GCancellable *cancellable,
               CyanHttpSink sink,
               gpointer data,
               GError **error)
{
  g_autoptr (GUri) uri = cyan_http_parse (address, error);
  g_auto (GStrv) headers = NULL;
  g_autoptr (SoupSession) session = NULL;
  Request self = { .options = options, .sink = sink, .data = data };

  if (uri == NULL)
    return FALSE;
  if (!options->stays)
    {
      headers = cyan_http_headers (&options->access, error);
      if (headers == NULL)
        return FALSE;
    }
  session = make_session (options, error);
  if (session == NULL)
    return FALSE;
  self.session = session;
  self.headers = headers;
  return ask_watched (&self, uri, cancellable, error);
}
