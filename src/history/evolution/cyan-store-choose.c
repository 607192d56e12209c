/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-store-choose.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-evolution-private.h"
#include "cyan-i18n.h"
#include "cyan-text.h"

void
cyan_store_add_name (GPtrArray *names, const char *name)
{
  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) name);
}

/* How choices are made, and what is said of them. */
typedef struct
{
  const char *none, *several;
  CyanHint hint;
  gboolean by_prefix;
} Choice;

static const Choice choices[] = {
  { N_ ("no such project"), N_ ("several projects"), CYAN_HINT_PROJECT, FALSE },
  { N_ ("no such benchmark"), N_ ("several benchmarks"), CYAN_HINT_BENCHMARK, FALSE },
  { N_ ("no such definition"), N_ ("several definitions"), CYAN_HINT_DEFINITION, TRUE },
  { N_ ("no such machine"), N_ ("several machines"), CYAN_HINT_MACHINE, TRUE },
  { N_ ("no such metric"), N_ ("several metrics"), CYAN_HINT_NONE, FALSE },
};

gboolean
cyan_store_refuse_name (const CyanStore *self,
                        CyanStoreChoice choice,
                        const GPtrArray *names,
                        const char *wanted,
                        GError **error)
{
  g_autofree char *list = NULL;

  if (names->len == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: nothing was measured"),
                      cyan_store_name (self));
  list = cyan_list_near (names, wanted);
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s: \"%s\" (there are: %s)"),
                    cyan_store_name (self), _ (choices[choice].none), wanted, list);
}

gboolean
cyan_store_choose (const CyanStore *self,
                   CyanStoreChoice choice,
                   const GPtrArray *names,
                   const char *wanted,
                   guint *index,
                   GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autofree char *list = NULL;

  for (guint i = 0; i < names->len; i++)
    {
      if (wanted != NULL && strcmp (names->pdata[i], wanted) == 0)
        {
          *index = i;
          return TRUE;
        }
      if (wanted == NULL
          || (choices[choice].by_prefix && g_str_has_prefix (names->pdata[i], wanted)))
        {
          g_ptr_array_add (found, names->pdata[i]);
          *index = i;
        }
    }
  if (found->len == 1)
    return TRUE;
  if (found->len == 0)
    return cyan_store_refuse_name (self, choice, names, wanted, error);
  list = cyan_list_near (found, wanted);
  return cyan_fail_hint (error, CYAN_ERROR_MISMATCH, choices[choice].hint, "%s: %s: %s",
                         cyan_store_name (self), _ (choices[choice].several), list);
}

gpointer
cyan_store_choose_row (const CyanStore *self,
                       CyanStoreChoice choice,
                       const GPtrArray *rows,
                       const char *wanted,
                       GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint chosen;

  G_STATIC_ASSERT (offsetof (CyanStoreProject, name) == offsetof (CyanStoreMachine, name));
  for (guint i = 0; i < rows->len; i++)
    g_ptr_array_add (names, ((const CyanStoreProject *) rows->pdata[i])->name);
  return cyan_store_choose (self, choice, names, wanted, &chosen, error) ? rows->pdata[chosen]
                                                                         : NULL;
}

CyanStoreRevision *
cyan_store_find_revision (const CyanStore *self,
                          const GPtrArray *revisions,
                          const char *name,
                          GError **error)
{
  CyanStoreRevision *found = NULL;
  guint n = 0;

  for (guint i = 0; i < revisions->len; i++)
    {
      CyanStoreRevision *revision = revisions->pdata[i];

      if (strcmp (revision->oid, name) == 0)
        return revision;
      if (!g_str_has_prefix (revision->oid, name))
        continue;
      found = revision;
      n++;
    }
  if (n == 1)
    return found;
  return cyan_fail_null (error, CYAN_ERROR_INVALID,
                         n == 0 ? _ ("%s: no branch or revision \"%s\"")
                                : _ ("%s: several revisions begin with \"%s\""),
                         cyan_store_name (self), name);
}
