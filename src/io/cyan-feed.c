/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that asks an HTTP server and writes the answer into a socket. */
#include "cyan-feed.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-sync.h"
#include "cyan-worker.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

struct _CyanFeed
{
  CyanWorker worker;
  char *address;
  char *headers, *ca; /* or NULL */
  int fd;             /* where the answer goes */
  GCancellable *cancellable;
  CyanMutex mutex; /* protects total */
  guint64 total;
};

/* No signal comes when the reader has closed its end. */
static gboolean
write_piece (const char *bytes, gsize length, guint64 total, gpointer data, GError **error)
{
  CyanFeed *self = data;

  cyan_mutex_lock (&self->mutex);
  self->total = total;
  cyan_mutex_unlock (&self->mutex);
  while (length > 0)
    {
      gssize n = send (self->fd, bytes, length, MSG_NOSIGNAL);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return cyan_fail (error, CYAN_ERROR_CANCELLED, _ ("no longer wanted"));
      bytes += n;
      length -= (gsize) n;
    }
  return TRUE;
}

static gboolean
ask (gpointer data, GError **error)
{
  CyanFeed *self = data;
  guint seconds = cyan_http_seconds (self->address);
  const CyanHttpOptions options = {
    .access = { .headers = self->headers, .ca = self->ca },
    .idle_seconds = CYAN_FEED_IDLE_SECONDS + seconds,
    .answer_seconds = CYAN_FEED_ANSWER_SECONDS + seconds,
    .max_bytes = CYAN_FEED_MAX,
  };
  gboolean ok =
      cyan_http_get (self->address, &options, self->cancellable, write_piece, self, error);

  shutdown (self->fd, SHUT_WR);
  return ok;
}

CyanFeed *
cyan_feed_new (const char *address, const CyanHttpAccess *access, int *fd, GError **error)
{
  CyanFeed *self;
  int ends[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
    return cyan_fail_null (error, CYAN_ERROR_IO, "%s", g_strerror (errno));
  self = g_new0 (CyanFeed, 1);
  self->address = g_strdup (address);
  self->headers = g_strdup (access->headers);
  self->ca = g_strdup (access->ca);
  *fd = ends[0];
  self->fd = ends[1];
  self->cancellable = g_cancellable_new ();
  cyan_mutex_init (&self->mutex);
  if (cyan_worker_start (&self->worker, "http", ask, self))
    return self;
  close (ends[0]);
  self->worker.func = NULL;
  cyan_feed_free (self);
  return cyan_fail_null (error, CYAN_ERROR_LIMIT, _ ("no thread could be started"));
}

guint64
cyan_feed_total (CyanFeed *self)
{
  guint64 total;

  cyan_mutex_lock (&self->mutex);
  total = self->total;
  cyan_mutex_unlock (&self->mutex);
  return total;
}

gboolean
cyan_feed_end (CyanFeed *self, GError **error)
{
  return cyan_worker_join (&self->worker, error);
}

void
cyan_feed_free (CyanFeed *self)
{
  g_cancellable_cancel (self->cancellable);
  cyan_worker_join (&self->worker, NULL);
  close (self->fd);
  g_object_unref (self->cancellable);
  cyan_mutex_clear (&self->mutex);
  g_free (self->address);
  g_free (self->headers);
  g_free (self->ca);
  g_free (self);
}
