/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a store. */
#include "cyan-cli.h"

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
