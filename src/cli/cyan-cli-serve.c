/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan serve`: answers for coding agents, by the Model Context Protocol. */
#include "cyan-cli.h"

#include <unistd.h>

#include "cyan-error.h"
#include "cyan-remove.h"
#include "cyan-serve.h"

static int
serve (CyanServeOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *scratch = g_dir_make_tmp ("cyan-serve-XXXXXX", &error);
  gboolean ok;

  if (scratch == NULL)
    return cyan_cli_error (error);
  if (!cyan_serve_is_confined ())
    cyan_cli_note ("this kernel cannot enforce that no other files are opened (Landlock)");
  options->scratch = scratch;
  cyan_cli_stop_on_signals ();
  options->tick = &cyan_cli_tick;
  ok = cyan_serve (options, STDIN_FILENO, STDOUT_FILENO, &error);
  cyan_remove_folder (scratch, NULL);
  /* A client may end it by a signal. */
  return ok || cyan_error_is_cancelled (error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}

int
cyan_cli_serve (int argc, char **argv)
{
  char *here[] = { (char *) ".", NULL };
  g_auto (GStrv) roots = g_new0 (char *, 1);
  gboolean mcp = FALSE;
  CyanServeOptions options = { .seconds = 120 };
  const CyanCliOption entries[] = {
    { "mcp", 0, cyan_cli_flag, &mcp,
      "By the Model Context Protocol, revision 2025-06-18, 2025-03-26 or 2024-11-05" },
    { "root", 0, cyan_cli_paths, &roots,
      "Open only files below this folder, as often as needed (default: the current folder)",
      "FOLDER" },
    { "allow-run", 0, cyan_cli_flag, &options.allow_run,
      "Offer the tool try, which runs any command it is asked to" },
    { "time-limit", 0, cyan_cli_count, &options.seconds,
      "Seconds that an answer may take, but for try (default: %s)", "SECONDS", .low = 1,
      .high = 86400 },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("serve", "--mcp",
                       "Answers coding agents on standard input and output, a message a line.",
                       entries, &argc, &argv, &status))
    return status;
  if (!mcp)
    return cyan_cli_fail ("serve needs --mcp");
  if (argc != 1)
    return cyan_cli_fail ("serve takes no operand: give folders by --root");
  options.roots = *roots != NULL ? roots : here;
  return serve (&options);
}
