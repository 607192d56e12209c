/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-demo.h"

#include <errno.h>
#include <gio/gio.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-git-bundle.h"

#define RESOURCES "/io/github/cyanotype/Cyanotype/demo/"

static char *
path_of (const char *name)
{
  return g_build_filename (g_get_user_cache_dir (), "cyanotype", "demo", name, NULL);
}

char *
cyan_history_demo_path (void)
{
  return path_of ("keeper.db");
}

/* Whether the store that is there is this one; a newer program may bring another. */
static gboolean
is_unpacked (const char *path, GBytes *store)
{
  g_autofree char *text = NULL;
  gsize length;

  return g_file_get_contents (path, &text, &length, NULL) && length == g_bytes_get_size (store)
         && memcmp (text, g_bytes_get_data (store, NULL), length) == 0;
}

gboolean
cyan_history_demo_unpack (GError **error)
{
  g_autofree char *path = cyan_history_demo_path ();
  g_autofree char *repository = path_of ("keeper.git");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GBytes) store = g_resources_lookup_data (RESOURCES "keeper.db", 0, error);
  g_autoptr (GBytes) bundle =
      store != NULL ? g_resources_lookup_data (RESOURCES "keeper.bundle", 0, error) : NULL;

  if (bundle == NULL)
    return FALSE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", folder, g_strerror (errno));
  if (!g_file_test (repository, G_FILE_TEST_IS_DIR)
      && !cyan_git_unbundle ("keeper.bundle", g_bytes_get_data (bundle, NULL),
                             g_bytes_get_size (bundle), repository, error))
    return FALSE;
  return is_unpacked (path, store)
         || g_file_set_contents (path, g_bytes_get_data (store, NULL),
                                 (gssize) g_bytes_get_size (store), error);
}
