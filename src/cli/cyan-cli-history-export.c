/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history export`: all that a store has, in one new file. */
#include "cyan-cli.h"

#include "cyan-store-copy.h"

int
cyan_cli_history_export (int argc, char **argv)
{
  const char *path = NULL;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "output", 'o', cyan_cli_path, &path, "Where to write; there must be no such file", "FILE" },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse (
          "history export", "STORE",
          "Writes all of a store, with its profiles, to one new file: a store itself,\n"
          "which \"cyan history import\" adds to another one.",
          entries, &argc, &argv, &status))
    return status;
  if (argc != 2 || path == NULL)
    return cyan_cli_fail ("history export needs one store, and -o");
  store = cyan_cli_open_store (argv[1], CYAN_STORE_READ, &error);
  if (store == NULL || !cyan_store_export (store, path, NULL, &error))
    return cyan_cli_error (error);
  return CYAN_EXIT_FINE;
}
