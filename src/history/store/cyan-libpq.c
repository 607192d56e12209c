/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-libpq.h"

#include <gmodule.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

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

static gpointer
load (gpointer unused)
{
  GModule *library = g_module_open (LIBRARY, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);

  return GINT_TO_POINTER (library != NULL && find_functions (library));
}

gboolean
cyan_libpq_load (GError **error)
{
  static GOnce once = G_ONCE_INIT;

  return GPOINTER_TO_INT (g_once (&once, load, NULL))
         || cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                       _ ("PostgreSQL's library %s is not installed, or too old"), LIBRARY);
}
