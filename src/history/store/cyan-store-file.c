/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store that is made whole before it gets its name. */
#include "cyan-store-copy-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

static char *
part_of (const char *path)
{
  return g_strconcat (path, ".part", NULL);
}

/* The store, and what SQLite puts beside it. */
static void
remove_store (const char *path)
{
  static const char *const ends[] = { "", "-wal", "-shm", "-journal" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *file = g_strconcat (path, ends[i], NULL);

      g_unlink (file);
    }
}

/* Renames @from to @to, where nothing may be. */
static int
move (const char *from, const char *to)
{
  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
    return 0;
  /* Network folders cannot do it at once. */
  return errno == EINVAL && link (from, to) == 0 ? g_unlink (from) : -1;
}

CyanStore *
cyan_store_new_file (const char *path, GError **error)
{
  g_autofree char *part = part_of (path);
  CyanStore *store;

  if (g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    {
      cyan_fail (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (EEXIST));
      return NULL;
    }
  /* Of a program that was killed. */
  remove_store (part);
  store = cyan_store_open_sqlite (part, CYAN_STORE_CREATE, error);
  if (store == NULL)
    remove_store (part);
  return store;
}

static void
take_mode (const CyanSql *columns, gpointer data)
{
  *(gboolean *) data = g_strcmp0 (columns[0].bytes, "delete") == 0;
}

/* Brings what is in the log into the file itself. */
static gboolean
end_log (CyanStore *store, GError **error)
{
  gboolean ended = FALSE;

  if (!cyan_store_query (store, "PRAGMA journal_mode = DELETE", NULL, 0, take_mode, &ended, error))
    return FALSE;
  return ended
         || cyan_fail (error, CYAN_ERROR_LOCKED, _ ("%s: another program has locked it"),
                       store->name);
}

gboolean
cyan_store_finish_file (CyanStore *store, const char *path, gboolean ok, GError **error)
{
  g_autofree char *part = part_of (path);

  g_assert (!store->in_transaction);
  ok = ok && end_log (store, error);
  cyan_store_free (store);
  /* Whoever made @path meanwhile keeps it. */
  if (ok && move (part, path) != 0)
    ok = cyan_fail (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (errno));
  if (!ok)
    remove_store (part);
  return ok;
}

gboolean
cyan_store_export (CyanStore *from, const char *path, CyanStoreCopied *copied, GError **error)
{
  CyanStore *store = cyan_store_new_file (path, error);
  gboolean ok;

  if (store == NULL)
    return FALSE;
  ok = cyan_store_copy (from, store, copied, error);
  return cyan_store_finish_file (store, path, ok, error);
}
