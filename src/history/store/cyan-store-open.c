/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kind of store an address means. */
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"

typedef struct
{
  const char *beginnings[2], *needs;
  CyanStoreOpen *open; /* NULL: this program was built without it */
} Kind;

static const Kind *
find_kind (const char *address)
{
#define ROW(name, first, second, needs) { { first, second }, needs, CYAN_OPEN_##name },
  static const Kind kinds[] = { CYAN_STORE_KINDS (ROW) };
#undef ROW

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (address, kinds[i].beginnings[0])
        || g_str_has_prefix (address, kinds[i].beginnings[1]))
      return &kinds[i];
  return NULL;
}

gboolean
cyan_store_is_url (const char *address)
{
  return find_kind (address) != NULL;
}

CyanStore *
cyan_store_open (const char *path, CyanStoreMode mode, GError **error)
{
  const Kind *kind = find_kind (path);

  g_assert (mode <= CYAN_STORE_CREATE);
  if (kind == NULL)
    return g_file_test (path, G_FILE_TEST_IS_DIR) ? cyan_store_open_folder (path, mode, error)
                                                  : cyan_store_open_sqlite (path, mode, error);
  if (kind->open != NULL)
    return kind->open (path, mode, error);
  return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED, _ ("this program was built without %s"),
                         kind->needs);
}
