/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-store-choose.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-evolution-private.h"
#include "cyan-i18n.h"
#include "cyan-text.h"

/* Names that a message lists at most, and characters of each. */
#define MAX_LISTED 5
#define MAX_SHOWN  80
/* Bytes that are compared. */
#define MAX_COMPARED 64

/* Levenshtein's distance of the first bytes. */
static guint
find_distance (const char *a, const char *b)
{
  gsize n = strnlen (a, MAX_COMPARED), m = strnlen (b, MAX_COMPARED);
  guint row[MAX_COMPARED + 1];

  for (guint j = 0; j <= m; j++)
    row[j] = j;
  for (guint i = 1; i <= n; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (guint j = 1; j <= m; j++)
        {
          guint replaced = diagonal + (a[i - 1] != b[j - 1]);

          diagonal = row[j];
          row[j] = MIN (replaced, MIN (row[j], row[j - 1]) + 1);
        }
    }
  return row[m];
}

static int
compare_distances (gconstpointer a, gconstpointer b, gpointer wanted)
{
  guint first = find_distance (*(const char *const *) a, wanted);
  guint second = find_distance (*(const char *const *) b, wanted);

  return (first > second) - (first < second);
}

void
cyan_store_add_name (GPtrArray *names, const char *name)
{
  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) name);
}

char *
cyan_store_list_near (const GPtrArray *names, const char *wanted)
{
  GString *list = g_string_new (NULL);
  g_autofree const char **sorted =
      names->len > 0 ? g_memdup2 (names->pdata, names->len * sizeof (char *)) : NULL;

  if (wanted != NULL && names->len > 0)
    g_qsort_with_data (sorted, (gint) names->len, sizeof *sorted, compare_distances,
                       (gpointer) wanted);
  for (guint i = 0; i < MIN (names->len, MAX_LISTED); i++)
    {
      g_autofree char *name = cyan_text_for_label (sorted[i], MAX_SHOWN);

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", name);
    }
  if (names->len > MAX_LISTED)
    g_string_append_printf (list,
                            ngettext (" and %u other", " and %u others", names->len - MAX_LISTED),
                            names->len - MAX_LISTED);
  return g_string_free (list, FALSE);
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
  list = cyan_store_list_near (names, wanted);
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
  list = cyan_store_list_near (found, wanted);
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
