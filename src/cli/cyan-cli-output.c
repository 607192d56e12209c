/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the sub-commands: errors, output, and a store that says what it waits for. */
#include "cyan-cli.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-output.h"
#include "cyan-text.h"

static void G_GNUC_PRINTF (2, 0) print_line (const char *kind, const char *format, va_list args)
{
  g_autofree char *message = g_strdup_vprintf (format, args);
  g_autofree char *valid = g_utf8_make_valid (message, -1);
  g_autofree char *safe = cyan_text_for_terminal (valid);

  fprintf (stderr, "cyan: %s%s\n", kind, safe);
}

int
cyan_cli_fail (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  print_line ("", format, args);
  va_end (args);
  return CYAN_EXIT_ERROR;
}

void
cyan_cli_note (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  print_line ("note: ", format, args);
  va_end (args);
}

int
cyan_cli_error (const GError *error)
{
  switch (cyan_error_hint (error))
    {
    case CYAN_HINT_MEMORY_LIMIT:
      return cyan_cli_fail ("%s; --memory-limit sets another limit", error->message);
    case CYAN_HINT_CALL_LIMIT:
      return cyan_cli_fail ("%s; --max-calls sets another limit", error->message);
    case CYAN_HINT_MEMORY_LIMIT_OR_HOT:
      return cyan_cli_fail ("%s; --hot keeps only what matters, --memory-limit sets another limit",
                            error->message);
    case CYAN_HINT_NODE_LIMIT_OR_HOT:
      return cyan_cli_fail ("%s; --hot keeps only what matters, --node-limit sets another limit",
                            error->message);
    case CYAN_HINT_PROJECT:
      return cyan_cli_fail ("%s; --project chooses one", error->message);
    case CYAN_HINT_BENCHMARK:
      return cyan_cli_fail ("%s; --benchmark chooses one", error->message);
    case CYAN_HINT_DEFINITION:
      return cyan_cli_fail ("%s; --definition chooses one", error->message);
    case CYAN_HINT_MACHINE:
      return cyan_cli_fail ("%s; --machine chooses one", error->message);
    case CYAN_HINT_REPOSITORY:
      return cyan_cli_fail ("%s; --repo says where it is", error->message);
    case CYAN_HINT_FORCE:
      return cyan_cli_fail ("%s; --force replaces it", error->message);
    case CYAN_HINT_NODE_LIMIT:
    case CYAN_HINT_TIME_LIMIT:
    case CYAN_HINT_NONE:
      break;
    }
  return cyan_cli_fail ("%s", error->message);
}

/* Characters of the bar of progress, and how often it is drawn. */
#define BAR     30
#define DRAW_US (G_USEC_PER_SEC / 10)

/* When it was drawn last; 0: it is not shown. */
static gint64 drawn = 0;

void
cyan_cli_progress (const char *what, guint done, guint n)
{
  gint64 now = g_get_monotonic_time ();
  int filled = (int) ((guint64) BAR * done / n);

  if (now - drawn < DRAW_US || isatty (STDERR_FILENO) == 0)
    return;
  drawn = now;
  fprintf (stderr, "\r%s %u of %u [%.*s%*s]", what, done, n, filled,
           "##############################", BAR - filled, "");
  fflush (stderr);
}

void
cyan_cli_progress_end (void)
{
  if (drawn != 0)
    fputs ("\r\33[K", stderr);
  drawn = 0;
}

void
cyan_cli_notes (const GPtrArray *warnings)
{
  for (guint i = 0; i < warnings->len; i++)
    cyan_cli_note ("%s", (const char *) g_ptr_array_index (warnings, i));
}

gboolean
cyan_cli_write_piece (const char *bytes, gsize length, gpointer data, GError **error)
{
  return cyan_output_write (data, bytes, (gssize) length, error);
}

gboolean
cyan_cli_report (const CyanReport *report,
                 gconstpointer about,
                 const CyanCliOutput *output,
                 GError **error)
{
  g_autoptr (CyanOutput) out = cyan_output_open (output->path != NULL ? output->path : "-", error);

  return out != NULL
         && cyan_report_write (report, about, output->form, output->raw_cells, cyan_cli_write_piece,
                               out, error)
         && cyan_output_close (g_steal_pointer (&out), error);
}

int
cyan_cli_finish_output (void)
{
  if (fflush (stdout) != 0 || ferror (stdout))
    return cyan_cli_fail ("standard output: cannot be written: %s", g_strerror (errno));
  return CYAN_EXIT_FINE;
}

/* ---- stores ---- */

static void
say_waiting (gpointer data)
{
  cyan_cli_note ("%s: waiting for another program that writes it", (const char *) data);
}

CyanStore *
cyan_cli_open_store (const char *path, CyanStoreMode mode, GError **error)
{
  CyanStore *store = cyan_store_open (path, mode, error);

  if (store == NULL)
    return NULL;
  cyan_store_set_waiting (store, say_waiting, (gpointer) path);
  if (cyan_store_warning (store) != NULL)
    cyan_cli_note ("%s", cyan_store_warning (store));
  return store;
}
