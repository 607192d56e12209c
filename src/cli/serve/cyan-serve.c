/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop that waits for messages, for programs, and for the reader of the answers. */
#include "cyan-serve.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cyan-confine.h"
#include "cyan-error.h"
#include "cyan-serve-session.h"

/* Milliseconds between two looks at the tick: a signal may come just before the wait. */
#define IDLE_MS 500

static gboolean
is_over (const CyanServeSession *session)
{
  return session->stream.at_end && cyan_serve_jobs_n (session->jobs) == 0
         && cyan_serve_stream_n_waiting (&session->stream) == 0;
}

/* Waits until something is to be done, and does it. */
static gboolean
turn (CyanServeSession *session, GArray *fds, GError **error)
{
  CyanServeStream *stream = &session->stream;
  gsize waiting = cyan_serve_stream_n_waiting (stream);
  gboolean reads = !stream->at_end && waiting < CYAN_SERVE_MOST_WAITING;
  GPollFD own[] = { { .fd = reads ? stream->input : -1, .events = G_IO_IN },
                    { .fd = waiting > 0 ? stream->output : -1, .events = G_IO_OUT } };
  int ms;

  g_array_set_size (fds, 0);
  g_array_append_vals (fds, own, G_N_ELEMENTS (own));
  ms = cyan_serve_jobs_wait_for (session->jobs, fds);
  ms = ms < 0 ? IDLE_MS : ms;
  if (g_poll ((GPollFD *) (gpointer) fds->data, fds->len, ms) < 0 && errno != EINTR)
    return cyan_fail (error, CYAN_ERROR_IO, "%s", g_strerror (errno));
  if (!cyan_tick (session->options->tick, 0, "Serving", error))
    return FALSE;
  memcpy (own, fds->data, sizeof own);
  if (reads && own[0].revents != 0)
    cyan_serve_stream_read (stream, cyan_serve_session_take, session);
  if (waiting > 0 && own[1].revents != 0 && !cyan_serve_stream_write (stream, error))
    return FALSE;
  cyan_serve_jobs_look (session->jobs,
                        cyan_serve_stream_n_waiting (stream) < CYAN_SERVE_MANY_WAITING);
  return TRUE;
}

static gboolean
run (CyanServeSession *session, int rules, GError **error)
{
  g_autoptr (GArray) fds = g_array_new (FALSE, FALSE, sizeof (GPollFD));
  gboolean ok = TRUE;

  session->jobs =
      cyan_serve_jobs_new (session->options->seconds, rules, session->options->scratch,
                           cyan_serve_session_answer, cyan_serve_session_reply_free, session);
  while (ok && !is_over (session))
    ok = turn (session, fds, error);
  cyan_serve_jobs_free (session->jobs);
  return ok;
}

gboolean
cyan_serve (const CyanServeOptions *options, int input, int output, GError **error)
{
  CyanServeSession session = { .options = options };
  int rules = -1;
  gboolean ok = cyan_serve_roots_init (&session.roots, options->roots, error);

  cyan_serve_stream_init (&session.stream, input, output);
  cyan_serve_reports_init (&session.reports);
  g_ptr_array_add (session.roots.folders, NULL);
  if (ok)
    rules = cyan_confine_new ((const char *const *) session.roots.folders->pdata, options->scratch,
                              error);
  g_ptr_array_set_size (session.roots.folders, (gint) session.roots.folders->len - 1);
  ok = ok && rules >= 0 && run (&session, rules, error);
  if (rules > 0)
    close (rules);
  cyan_serve_reports_clear (&session.reports);
  cyan_serve_stream_clear (&session.stream);
  cyan_serve_roots_clear (&session.roots);
  return ok;
}

gboolean
cyan_serve_is_confined (void)
{
  const char *const none[] = { NULL };
  int rules = cyan_confine_new (none, "/", NULL);

  if (rules > 0)
    close (rules);
  return rules > 0;
}
