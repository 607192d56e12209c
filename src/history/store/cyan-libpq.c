/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-libpq.h"

#include <gmodule.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-sync.h"

/* The name of the library with its ABI, which has been the same since PostgreSQL 8. */
#define LIBRARY "libpq.so.5"

CyanLibpq cyan_libpq;

static gboolean
find_functions (GModule *library)
{
  gboolean has_all = TRUE;

#define FIND(name)                                                                                 \
  has_all = has_all && g_module_symbol (library, #name, (gpointer *) &cyan_libpq.name);
  CYAN_LIBPQ_FUNCTIONS (FIND)
#undef FIND
  return has_all;
}

static gboolean is_loaded;

static void
load (void)
{
  GModule *library = g_module_open (LIBRARY, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);

  is_loaded = library != NULL && find_functions (library);
}

gboolean
cyan_libpq_load (GError **error)
{
  static CyanOnce once = CYAN_ONCE_INIT;

  cyan_once (&once, load);
  return is_loaded
         || cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                       _ ("PostgreSQL's library %s is not installed, or too old"), LIBRARY);
}
