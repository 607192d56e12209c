/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ctags child process and its protocol.
 *
 * One socket pair is the child's standard input and output, so that writing to a dead child gives
 * an error instead of a signal.  Writing and reading are interleaved, so that a child that answers
 * before it has read everything cannot block both sides.
 */
#include "cyan-ctags.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gio/gio.h>
#include <jansson.h>

#include "cyan-child.h"
#include "cyan-error.h"
#include "cyan-i18n.h"

/* Maximum bytes of an answer line; those of real code are far shorter. */
#define MAX_LINE (1024 * 1024)
/* After this many failures in a row, no more children are started. */
#define MAX_FAILURES 3
/* Interval for polling the tick. */
#define POLL_MS 50

/* Resource limits of the child. */
static const CyanChildLimits child_limits = { .memory = (guint64) 2 * 1024 * 1024 * 1024 };

struct _CyanCtags
{
  guint timeout_ms;
  GSubprocess *child; /* NULL if no child runs */
  int socket;         /* -1 if no child runs */
  GByteArray *input;  /* output of the child that was not processed yet */
  guint n_failures;   /* in a row */
  char *problem;
};

/* Bytes to send to the child, and the deadline of the request. */
typedef struct
{
  const char *parts[2];
  gsize lengths[2];
  gint64 deadline;
  const CyanTick *tick;
} Request;

CyanCtags *
cyan_ctags_new (guint timeout_ms)
{
  CyanCtags *self = g_new0 (CyanCtags, 1);

  self->timeout_ms = timeout_ms;
  self->socket = -1;
  self->input = g_byte_array_new ();
  return self;
}

static void
stop_child (CyanCtags *self)
{
  if (self->child != NULL)
    {
      const char *id = g_subprocess_get_identifier (self->child);

      if (id != NULL)
        cyan_child_kill ((GPid) g_ascii_strtoll (id, NULL, 10));
      g_subprocess_force_exit (self->child);
      g_subprocess_wait (self->child, NULL, NULL);
      g_clear_object (&self->child);
    }
  if (self->socket >= 0)
    close (self->socket);
  self->socket = -1;
  g_byte_array_set_size (self->input, 0);
}

void
cyan_ctags_free (CyanCtags *self)
{
  stop_child (self);
  g_byte_array_unref (self->input);
  g_free (self->problem);
  g_free (self);
}

const char *
cyan_ctags_problem (const CyanCtags *self)
{
  return self->problem;
}

/* Sends the rest of @request and waits for output.  FALSE with an error if the child has ended, is
 * too slow, or the tick stops the work. */
static gboolean
exchange (CyanCtags *self, Request *request, GError **error)
{
  for (;;)
    {
      gint64 left = (request->deadline - g_get_monotonic_time ()) / 1000;
      gboolean unsent = request->lengths[0] + request->lengths[1] > 0;
      struct pollfd pollfd = { self->socket, (short) (POLLIN | (unsent ? POLLOUT : 0)), 0 };
      guint8 buffer[16384];
      gssize n;

      if (left <= 0)
        return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("ctags took longer than %.3g s"),
                          self->timeout_ms / 1000.0);
      if (!cyan_tick (request->tick, 0, N_ ("Reading sources"), error))
        return FALSE;
      if (poll (&pollfd, 1, (int) MIN (left, POLL_MS)) <= 0)
        continue;

      if (unsent && (pollfd.revents & POLLOUT))
        {
          int part = request->lengths[0] > 0 ? 0 : 1;

          n = send (self->socket, request->parts[part], request->lengths[part],
                    MSG_NOSIGNAL | MSG_DONTWAIT);
          if (n >= 0)
            {
              request->parts[part] += n;
              request->lengths[part] -= (gsize) n;
            }
          else if (errno != EAGAIN && errno != EINTR)
            return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                              _ ("ctags ended before it had read all"));
        }
      if (pollfd.revents & (POLLIN | POLLHUP | POLLERR))
        {
          n = recv (self->socket, buffer, sizeof buffer, MSG_DONTWAIT);
          if (n > 0)
            {
              g_byte_array_append (self->input, buffer, (guint) n);
              return TRUE;
            }
          if (n == 0 || (errno != EAGAIN && errno != EINTR))
            return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("ctags ended without an answer"));
        }
    }
}

/* Reads the next line of the child as JSON; the caller owns it. */
static json_t *
read_object (CyanCtags *self, Request *request, GError **error)
{
  gsize searched = 0;

  for (;;)
    {
      const guint8 *bytes = self->input->data;
      const guint8 *stop = self->input->len > searched
                               ? memchr (bytes + searched, '\n', self->input->len - searched)
                               : NULL;

      if (stop != NULL)
        {
          json_t *object = json_loadb ((const char *) bytes, (gsize) (stop - bytes),
                                       JSON_REJECT_DUPLICATES, NULL);

          g_byte_array_remove_range (self->input, 0, (guint) (stop - bytes) + 1);
          if (json_is_object (object))
            return object;
          json_decref (object);
          return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED,
                                 _ ("ctags answered with something that is not JSON"));
        }
      searched = self->input->len;
      if (searched > MAX_LINE)
        return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED,
                               _ ("ctags answered with a line without an end"));
      if (!exchange (self, request, error))
        return NULL;
    }
}

static gboolean
has_type (const json_t *object, const char *type)
{
  return g_strcmp0 (json_string_value (json_object_get (object, "_type")), type) == 0;
}

/* Starts @program and reads its first message. */
static gboolean
start_program (CyanCtags *self, const char *program, const CyanTick *tick, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GError) reason = NULL;
  Request nothing = { .tick = tick };
  json_t *greeting;
  gboolean right;
  int sockets[2];
  int output;

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("ctags cannot be started: %s"),
                      g_strerror (errno));
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_take_stdin_fd (launcher, sockets[1]);
  output = fcntl (sockets[1], F_DUPFD_CLOEXEC, 3);
  g_subprocess_launcher_take_stdout_fd (launcher, output);
  g_subprocess_launcher_set_child_setup (launcher, cyan_child_set_up, (gpointer) &child_limits,
                                         NULL);
  self->socket = sockets[0];
  self->child = g_subprocess_launcher_spawn (
      launcher, &reason, program, "--options=NONE", "--_interactive=sandbox", "--fields=NneKslS",
      "--kinds-C=f", "--kinds-C++=f", "--kinds-Python=fmc", NULL);
  /* The launcher holds the child's ends of the socket; closing them makes the death of the child
   * visible. */
  g_clear_object (&launcher);
  if (self->child == NULL)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("ctags cannot be started: %s"),
                      reason->message);

  nothing.deadline = g_get_monotonic_time () + (gint64) self->timeout_ms * 1000;
  greeting = read_object (self, &nothing, error);
  if (greeting == NULL)
    return FALSE;
  right =
      has_type (greeting, "program")
      && g_strcmp0 (json_string_value (json_object_get (greeting, "name")), "Universal Ctags") == 0;
  json_decref (greeting);
  return right
         || cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("'%s' is not Universal Ctags"), program);
}

static gboolean
start_child (CyanCtags *self, const CyanTick *tick, GError **error)
{
  static const char *const names[] = { "ctags-universal", "ctags" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *program = g_find_program_in_path (names[i]);

      if (program != NULL)
        return start_program (self, program, tick, error);
    }
  self->problem = g_strdup (_ ("The program ctags is not installed (package universal-ctags)"));
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s", self->problem);
}

static void
clear_tag (gpointer data)
{
  CyanTag *tag = data;

  g_free (tag->name);
  g_free (tag->scope);
  g_free (tag->signature);
  g_free (tag->kind);
}

static guint
get_line (const json_t *object, const char *key)
{
  json_int_t value = json_integer_value (json_object_get (object, key));

  return value > 0 && value <= G_MAXINT ? (guint) value : 0;
}

static void
append_tag (GArray *tags, const json_t *object)
{
  const char *name = json_string_value (json_object_get (object, "name"));
  const char *kind = json_string_value (json_object_get (object, "kind"));
  CyanTag tag;

  tag.line = get_line (object, "line");
  tag.end = get_line (object, "end");
  if (name == NULL || kind == NULL || tag.line == 0)
    return;
  tag.name = g_strdup (name);
  tag.kind = g_strdup (kind);
  tag.scope = g_strdup (json_string_value (json_object_get (object, "scope")));
  tag.signature = g_strdup (json_string_value (json_object_get (object, "signature")));
  g_array_append_val (tags, tag);
}

static gboolean
read_tags (CyanCtags *self, Request *request, GArray *tags, GError **error)
{
  guint n_objects = 0;

  for (;;)
    {
      json_t *object = read_object (self, request, error);
      gboolean completed, failed;

      if (object == NULL)
        return FALSE;
      completed = has_type (object, "completed");
      failed = has_type (object, "error");
      if (has_type (object, "tag"))
        append_tag (tags, object);
      json_decref (object);
      if (failed)
        return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("ctags could not read the text"));
      if (++n_objects > CYAN_CTAGS_MAX_TAGS)
        return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("more than %'d definitions in one file"),
                          CYAN_CTAGS_MAX_TAGS);
      if (!completed)
        continue;
      /* Unexpected further output would be taken for the answer to the next request. */
      if (self->input->len > 0 || request->lengths[0] + request->lengths[1] > 0)
        return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("ctags answered out of turn"));
      return TRUE;
    }
}

static char *
make_command (const char *path, gsize length)
{
  const char *slash = strrchr (path, '/');
  const char *dot = strrchr (slash != NULL ? slash : path, '.');
  g_autofree char *filename = g_strconcat ("source", dot, NULL);
  json_t *command = json_pack ("{s:s, s:s, s:I}", "command", "generate-tags", "filename", filename,
                               "size", (json_int_t) length);
  char *text = json_dumps (command, JSON_COMPACT);
  char *line = g_strconcat (text, "\n", NULL);

  free (text);
  json_decref (command);
  return line;
}

GArray *
cyan_ctags_run (CyanCtags *self,
                const char *path,
                const char *text,
                gsize length,
                const CyanTick *tick,
                GError **error)
{
  g_autofree char *command = make_command (path, length);
  g_autoptr (GError) reason = NULL;
  GArray *tags;

  if (self->problem != NULL)
    return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED, "%s", self->problem);
  tags = g_array_new (FALSE, FALSE, sizeof (CyanTag));
  g_array_set_clear_func (tags, clear_tag);
  if (self->child != NULL || start_child (self, tick, &reason))
    {
      Request request = { { command, text },
                          { strlen (command), length },
                          g_get_monotonic_time () + (gint64) self->timeout_ms * 1000,
                          tick };

      if (read_tags (self, &request, tags, &reason))
        {
          self->n_failures = 0;
          return tags;
        }
    }

  g_array_unref (tags);
  stop_child (self);
  if (!cyan_error_is_cancelled (reason) && !g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_LIMIT)
      && ++self->n_failures >= MAX_FAILURES && self->problem == NULL)
    self->problem = g_strdup_printf (_ ("%s, %d times in a row"), reason->message, MAX_FAILURES);
  g_propagate_error (error, g_steal_pointer (&reason));
  return NULL;
}
