/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the hosts of a profile have of a node, in a sentence. */
#include "cyan-numbers.h"

#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-units.h"

char *
cyan_numbers_hosts (const CyanComparison *comparison, CyanNode node)
{
  g_autofree char *least = NULL, *largest = NULL, *host = NULL;
  const CyanHostSpread *spread;
  const char *unit;
  CyanSide sides[2];
  guint side;

  cyan_comparison_sides (comparison, node, &sides[0], &sides[1]);
  side = sides[1].spread.n > 0 ? 1 : 0;
  spread = &sides[side].spread;
  if (spread->n == 0)
    return NULL;
  unit = cyan_compared_metric (&comparison->compared, side)->unit;
  least = cyan_value_to_text (spread->least, unit);
  largest = cyan_value_to_text (spread->largest, unit);
  host = cyan_name_for_sentence (cyan_comparison_hosts (comparison, side)[spread->host]);
  /* Translators: the least and the largest value of a host, and which has the largest */
  return g_strdup_printf (_ ("A host has %s to %s of it, %s the most."), least, largest, host);
}
