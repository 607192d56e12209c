/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody says about functions, in words. */
#include "cyan-claim-words.h"

#include "cyan-i18n.h"
#include "cyan-name-labels.h"

char *
cyan_claim_words (const CyanNameClaim *claim)
{
  g_autofree char *before = claim->before != NULL ? cyan_name_for_sentence (claim->before) : NULL;
  g_autofree char *after = claim->after != NULL ? cyan_name_for_sentence (claim->after) : NULL;

  if (before == NULL)
    return g_strdup_printf (_ ("%s is not a wrapper"), after);
  if (after == NULL)
    return g_strdup_printf (_ ("%s was not inlined"), before);
  /* Translators: the names of two functions. */
  return g_strdup_printf (
      claim->same ? _ ("%s and %s are the same") : _ ("%s and %s are not the same"), before, after);
}
