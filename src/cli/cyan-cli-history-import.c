/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history import` and `migrate`: copies of stores. */
#include "cyan-cli.h"

#include "cyan-store-copy.h"

/* Opens the store @to, unless it is open, once @path could be opened. */
static gboolean
add_store (const char *path, CyanStore **store, const char *to, CyanStoreMode mode, GError **error)
{
  g_autoptr (CyanStore) from = cyan_cli_open_store (path, CYAN_STORE_READ, error);
  g_autofree char *name = g_filename_display_name (path);
  CyanStoreCopied copied;

  if (from != NULL && *store == NULL)
    *store = cyan_cli_open_store (to, mode, error);
  if (from == NULL || *store == NULL || !cyan_store_copy (from, *store, &copied, error))
    return FALSE;
  cyan_cli_note ("%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " runs were new", name,
                 copied.added, copied.added + copied.known);
  return TRUE;
}

int
cyan_cli_history_import (int argc, char **argv)
{
  gboolean create = FALSE;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "create", 0, cyan_cli_flag, &create, "Make the store if there is none" },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history import", "STORE FROM...",
                       "Adds to a store all that others have: exported files, or the stores of\n"
                       "other machines.  Runs that are there already are not added again, so an\n"
                       "interrupted import can be repeated.",
                       entries, &argc, &argv, &status))
    return status;
  if (argc < 3)
    return cyan_cli_fail ("history import needs a store, and one to add");
  for (int i = 2; i < argc; i++)
    if (!add_store (argv[i], &store, argv[1], create ? CYAN_STORE_CREATE : CYAN_STORE_WRITE,
                    &error))
      return cyan_cli_error (error);
  return CYAN_EXIT_FINE;
}

int
cyan_cli_history_migrate (int argc, char **argv)
{
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = { { NULL } };
  int status;

  if (!cyan_cli_parse ("history migrate", "FROM TO",
                       "Copies a store to another database, where it is made if there is none.\n"
                       "If it was interrupted, it can be repeated.  FROM stays as it is.",
                       entries, &argc, &argv, &status))
    return status;
  if (argc != 3)
    return cyan_cli_fail ("history migrate needs a store, and where to copy it");
  if (!add_store (argv[1], &store, argv[2], CYAN_STORE_CREATE, &error))
    return cyan_cli_error (error);
  return CYAN_EXIT_FINE;
}
