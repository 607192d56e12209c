/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bar of progress on a terminal, for what takes more than a moment. */
#include "cyan-cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What is done sooner shows no bar; and how often it is drawn. */
#define FIRST_US (G_USEC_PER_SEC / 2)
#define EVERY_US (G_USEC_PER_SEC / 10)

#define BAR_CELLS 30

/* Of the only bar there is. */
static gboolean is_shown;
static gint64 next; /* when it is drawn, in us of g_get_monotonic_time(); 0: nothing has begun */

void
cyan_cli_progress (double fraction, const char *what)
{
  gint64 now = g_get_monotonic_time ();
  guint done = (guint) (CLAMP (fraction, 0, 1) * BAR_CELLS);
  char bar[BAR_CELLS + 1] = "";

  if (next == 0)
    next = now + FIRST_US;
  if (now < next || !isatty (STDERR_FILENO))
    return;
  next = now + EVERY_US;
  is_shown = TRUE;
  memset (bar, ' ', BAR_CELLS);
  memset (bar, '=', done);
  /* The cursor returns, and the rest of the line is erased. */
  fprintf (stderr, "\r[%s] %3.0f %% %s\033[K", bar, 100 * CLAMP (fraction, 0, 1), what);
  fflush (stderr);
}

void
cyan_cli_progress_end (void)
{
  if (is_shown)
    fputs ("\r\033[K", stderr);
  fflush (stderr);
  is_shown = FALSE;
  next = 0;
}
