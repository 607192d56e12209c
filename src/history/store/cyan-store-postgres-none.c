/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The PostgreSQL driver of a program that was built without it. */
#include "cyan-store-private.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

CyanStore *
cyan_store_open_postgres (const char *url, CyanStoreMode mode, GError **error)
{
  cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("this program was built without PostgreSQL"));
  return NULL;
}
