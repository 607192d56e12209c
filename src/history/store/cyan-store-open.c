/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kind of store an address means. */
#include "cyan-store-private.h"

CyanStore *
cyan_store_open (const char *path, CyanStoreMode mode, GError **error)
{
  g_assert (mode <= CYAN_STORE_CREATE);
  if (g_str_has_prefix (path, "postgresql://") || g_str_has_prefix (path, "postgres://"))
    return cyan_store_open_postgres (path, mode, error);
  if (g_str_has_prefix (path, "https://") || g_str_has_prefix (path, "http://")
      || g_file_test (path, G_FILE_TEST_IS_DIR))
    return cyan_store_open_files (path, mode, error);
  return cyan_store_open_sqlite (path, mode, error);
}
