/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that are like one that does not exist. */
#include "cyan-near.h"

#include <string.h>

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

char *
cyan_list_near (const GPtrArray *names, const char *wanted)
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
