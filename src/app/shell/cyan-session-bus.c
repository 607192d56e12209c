/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work without a session bus.
 *
 * GLib asks a bus that accepts connections but does not answer for 25 s, or for ever, and GTK,
 * dconf and the bridge to screen readers each do so again.
 */
#include "cyan-session-bus.h"

#include <errno.h>
#include <gio/gio.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* In seconds; a bus answers in some milliseconds, also on busy machines. */
#define PATIENCE 4

gboolean
cyan_session_bus_answers (void)
{
  pid_t child = fork ();
  int status = -1;

  /* The connection is the child's own: nothing of it is left when it is killed. */
  if (child == 0)
    {
      signal (SIGALRM, SIG_DFL);
      alarm (PATIENCE);
      _exit (g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL) != NULL ? 0 : 1);
    }
  while (child > 0 && waitpid (child, &status, 0) < 0 && errno == EINTR)
    continue;
  return child < 0 || (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

/* Settings are read without the bus, but each one that dconf cannot write would be a warning. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "GLIB_DOMAIN") && g_strcmp0 (fields[i].value, "dconf") == 0)
      return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n_fields, data);
}

void
cyan_session_bus_do_without (void)
{
  /* A transport that fails at once.  Without the variable GLib would look for a bus. */
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  /* The bus of screen readers is found by this variable, or else by the session bus. */
  if (g_getenv ("AT_SPI_BUS_ADDRESS") == NULL)
    g_setenv ("GTK_A11Y", "none", FALSE);
  g_log_set_writer_func (write_log, NULL, NULL);
}
