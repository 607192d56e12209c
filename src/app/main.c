/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyanotype`. */
#include "config.h"

#include "cyan-application.h"
#include "cyan-memory.h"

#include <libintl.h>
#include <locale.h>
#include <signal.h>

int
main (int argc, char **argv)
{
  g_autoptr (CyanApplication) application = NULL;

  cyan_memory_return_large_blocks ();
  /* A file that would be larger than is allowed is an error of its writer. */
  signal (SIGXFSZ, SIG_IGN);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, CYAN_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  application = cyan_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
