/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that are like one that does not exist. */
#include "cyan-near.h"

#include <stdlib.h>
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

typedef struct
{
  const char *name;
  guint distance, position;
} Near;

static int
compare_distances (gconstpointer a, gconstpointer b)
{
  const Near *x = a, *y = b;

  if (x->distance != y->distance)
    return x->distance < y->distance ? -1 : 1;
  return x->position < y->position ? -1 : 1;
}

char *
cyan_list_near (const GPtrArray *names, const char *wanted)
{
  GString *list = g_string_new (NULL);
  g_autofree Near *sorted = g_new (Near, names->len + 1);

  for (guint i = 0; i < names->len; i++)
    sorted[i] =
        (Near){ names->pdata[i], wanted != NULL ? find_distance (names->pdata[i], wanted) : 0, i };
  qsort (sorted, names->len, sizeof *sorted, compare_distances);
  for (guint i = 0; i < MIN (names->len, MAX_LISTED); i++)
    {
      g_autofree char *name = cyan_text_for_label (sorted[i].name, MAX_SHOWN);

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", name);
    }
  if (names->len > MAX_LISTED)
    g_string_append_printf (list,
                            ngettext (" and %u other", " and %u others", names->len - MAX_LISTED),
                            names->len - MAX_LISTED);
  return g_string_free (list, FALSE);
}
