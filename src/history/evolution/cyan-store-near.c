/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses one of several names, and lists them if it cannot. */
#include "cyan-evolution-private.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-text.h"

/* Names that a message lists at most, and characters of each. */
#define MAX_LISTED 5
#define MAX_SHOWN  80
/* Bytes that are compared. */
#define MAX_COMPARED 64
/* Digits of an oid in text for people. */
#define SHORT_OID 8

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

char *
cyan_store_short_oid (const char *oid)
{
  gboolean is_hash = strlen (oid) >= 40 && oid[strspn (oid, "0123456789abcdef")] == '\0';

  return is_hash ? g_strndup (oid, SHORT_OID) : g_strdup (oid);
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

gboolean
cyan_store_choose (const CyanStore *self,
                   const GPtrArray *names,
                   const char *wanted,
                   gboolean prefix,
                   const char *none,
                   const char *several,
                   CyanHint hint,
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
      if (wanted == NULL || (prefix && g_str_has_prefix (names->pdata[i], wanted)))
        {
          g_ptr_array_add (found, names->pdata[i]);
          *index = i;
        }
    }
  if (found->len == 1)
    return TRUE;
  list = cyan_store_list_near (found->len > 1 ? found : names, wanted);
  if (found->len > 1)
    return cyan_fail_hint (error, CYAN_ERROR_MISMATCH, hint, "%s: %s: %s", cyan_store_name (self),
                           several, list);
  if (names->len == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: nothing was measured"),
                      cyan_store_name (self));
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s: \"%s\" (there are: %s)"),
                    cyan_store_name (self), none, wanted, list);
}
