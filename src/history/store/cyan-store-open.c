/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kind of store an address means. */
#include "cyan-error.h"
#include "cyan-files.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"

#ifndef CYAN_HAS_POSTGRESQL
CyanStore *
cyan_store_open_postgres (const char *url, CyanStoreMode mode, GError **error)
{
  return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED,
                         _ ("this program was built without PostgreSQL"));
}
#endif

#ifndef CYAN_HAS_HTTP
CyanFiles *
cyan_files_open_http (const char *url, GError **error)
{
  return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED, _ ("this program was built without HTTP"));
}
#endif

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
