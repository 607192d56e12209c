/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-demo.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

#include "cyan-error.h"
#include "cyan-remove.h"
#include "cyan-git.h"
#include "cyan-i18n.h"

#define RESOURCES "/io/github/cyanotype/Cyanotype/demo/"
#define STORE     "keeper.db"
/* As the store names it. */
#define REPOSITORY "keeper.git"

static GBytes *
load (const char *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);

  return g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

char *
cyan_history_demo_path (void)
{
  g_autoptr (GBytes) store = load (STORE);
  /* Another version of the program may bring another history. */
  g_autofree char *checksum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, store);
  g_autofree char *folder = g_strdup_printf ("demo-%.12s", checksum);

  return g_build_filename (g_get_user_cache_dir (), "cyanotype", folder, STORE, NULL);
}

static gboolean
unpack (const char *folder, GError **error)
{
  g_autoptr (GBytes) store = load (STORE);
  g_autoptr (GBytes) bundle = load ("keeper.bundle");
  g_autofree char *path = g_build_filename (folder, STORE, NULL);
  g_autofree char *repository = g_build_filename (folder, REPOSITORY, NULL);
  g_autoptr (GError) reason = NULL;

  if (!g_file_set_contents (path, g_bytes_get_data (store, NULL), (gssize) g_bytes_get_size (store),
                            &reason))
    return cyan_fail (error, CYAN_ERROR_IO, "%s", reason->message);
  return cyan_git_unbundle ("keeper.bundle", g_bytes_get_data (bundle, NULL),
                            g_bytes_get_size (bundle), repository, error);
}

static gboolean
fail_written (const char *path, GError **error)
{
  int number = errno;
  g_autofree char *shown = g_filename_display_name (path);

  return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be written: %s"), shown,
                    g_strerror (number));
}

gboolean
cyan_history_demo_unpack (GError **error)
{
  g_autofree char *path = cyan_history_demo_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *parent = g_path_get_dirname (folder);
  g_autofree char *new_folder = g_strconcat (folder, ".XXXXXX", NULL);
  gboolean ok;

  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return TRUE;
  if (g_mkdir_with_parents (parent, 0700) < 0 || g_mkdtemp (new_folder) == NULL)
    return fail_written (parent, error);
  /* It appears whole or not at all. */
  ok = unpack (new_folder, error);
  if (ok && g_rename (new_folder, folder) == 0)
    return TRUE;
  /* Another window may have been faster. */
  if (ok && !g_file_test (folder, G_FILE_TEST_IS_DIR))
    ok = fail_written (folder, error);
  cyan_remove_folder (new_folder, NULL);
  return ok;
}
