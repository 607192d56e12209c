/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history check`: whether a store is whole, and what can be saved if not. */
#include "cyan-cli.h"

#include <stdio.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-store-repair.h"

/* Not a server, nor a folder of profiles. */
static gboolean
is_file (const char *store)
{
  return strstr (store, "://") == NULL && !g_file_test (store, G_FILE_TEST_IS_DIR);
}

static int
check (const char *path, gboolean full)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = cyan_cli_open_store (path, CYAN_STORE_READ, &error);
  int status;

  if (store != NULL
      && (full ? cyan_store_check (store, &error) : cyan_store_check_rows (store, &error)))
    return CYAN_EXIT_FINE;
  status = cyan_cli_error (error);
  if (g_error_matches (error, CYAN_ERROR, CYAN_ERROR_INVALID) && is_file (path))
    cyan_cli_note ("\"cyan history check --repair NEW\" saves what can be read");
  return status;
}

static int
repair (const char *path, const char *out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) remains = cyan_store_repair (path, out, &error);

  if (remains == NULL)
    return cyan_cli_error (error);
  puts ("     saved      lost");
  for (guint i = 0; i < remains->len; i++)
    {
      const CyanStoreRemains *row = &g_array_index (remains, CyanStoreRemains, i);

      printf ("%10" G_GUINT64_FORMAT, row->kept);
      if (row->lost == CYAN_STORE_UNKNOWN)
        printf ("%10s", "some");
      else
        printf ("%10" G_GINT64_FORMAT, row->lost);
      printf ("  %s\n", row->what);
    }
  return cyan_cli_finish_output ();
}

int
cyan_cli_history_check (int argc, char **argv)
{
  gboolean full = FALSE;
  const char *out = NULL;
  const CyanCliOption entries[] = {
    { "full", 0, cyan_cli_flag, &full, "Compare every profile with its checksum too" },
    { "repair", 0, cyan_cli_path, &out,
      "Save what can be read in a new store, and say what was lost", "NEW" },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history check", "STORE",
                       "Checks every page, index and reference of a store; fails if it is damaged.",
                       entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("history check needs one store");
  if (out != NULL && !is_file (argv[1]))
    return cyan_cli_fail ("%s: only a store in a file can be repaired", argv[1]);
  return out != NULL ? repair (argv[1], out) : check (argv[1], full);
}
