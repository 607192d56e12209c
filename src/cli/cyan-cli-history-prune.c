/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history prune`: drops profiles of old runs. */
#include "cyan-cli.h"

#include <stdio.h>

#include "cyan-store-prune.h"
#include "cyan-text.h"
#include "cyan-units.h"

static void
print_line (guint64 profiles, guint64 bytes, const char *of)
{
  g_autofree char *size = cyan_value_to_text ((double) bytes, "bytes");

  printf ("%" G_GUINT64_FORMAT " %s, %s%s\n", profiles, profiles == 1 ? "profile" : "profiles",
          size, of);
}

static void
print_pruned (const GPtrArray *pruned)
{
  guint64 profiles = 0, bytes = 0;

  for (guint i = 0; i < pruned->len; i++)
    {
      const CyanStorePruned *row = pruned->pdata[i];
      g_autofree char *name = g_strescape (row->oid, NULL);
      g_autofree char *of = g_strconcat (" of ", name, NULL);

      print_line (row->profiles, row->bytes, of);
      profiles += row->profiles;
      bytes += row->bytes;
    }
  print_line (profiles, bytes, " in all");
}

int
cyan_cli_history_prune (int argc, char **argv)
{
  guint keep = CYAN_STORE_PRUNE_NEWEST;
  gboolean dry_run = FALSE;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GPtrArray) pruned = NULL;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "keep", 'k', cyan_cli_count, &keep,
      "Keep the profiles of so many newest revisions of each project (default: 50)", "N" },
    { "dry-run", 'n', cyan_cli_flag, &dry_run, "Only say what would be dropped" },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse (
          "history prune", "STORE",
          "Drops profiles of a store to save room, and says which.  Numbers stay, and\n"
          "so do the profiles of the newest revisions, of both sides of each step,\n"
          "and of revisions with a note.",
          entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("history prune needs one store");
  store = cyan_cli_open_store (argv[1], dry_run ? CYAN_STORE_READ : CYAN_STORE_WRITE, &error);
  if (store != NULL)
    pruned = cyan_store_prune (store, keep, dry_run, &error);
  if (pruned == NULL)
    return cyan_cli_error (error);
  print_pruned (pruned);
  return cyan_cli_finish_output ();
}
