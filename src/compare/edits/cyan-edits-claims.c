/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person says about functions. */
#include "cyan-edits-private.h"

#include <string.h>

static guint
hash_claim (gconstpointer data)
{
  const CyanNameClaim *claim = data;

  return g_str_hash (claim->before) * 31 + g_str_hash (claim->after);
}

static gboolean
claims_equal (gconstpointer a, gconstpointer b)
{
  const CyanNameClaim *x = a, *y = b;

  return strcmp (x->before, y->before) == 0 && strcmp (x->after, y->after) == 0;
}

GHashTable *
cyan_edits_claims (const CyanCompared *self, gboolean same)
{
  GHashTable *claims = g_hash_table_new (hash_claim, claims_equal);

  for (guint i = 0; i < self->claims->len; i++)
    {
      CyanNameClaim *claim = g_ptr_array_index (self->claims, i);

      if (claim->same == same && claim->before != NULL && claim->after != NULL)
        g_hash_table_add (claims, claim);
    }
  return claims;
}

gboolean
cyan_edits_is_claimed (const CyanCompared *self, GHashTable *claims, CyanStr before, CyanStr after)
{
  const CyanStrings *strings = self->side[0].profile->strings;
  const CyanNameClaim claim = { (char *) cyan_strings_get (strings, before),
                                (char *) cyan_strings_get (strings, after), FALSE };

  return g_hash_table_contains (claims, &claim);
}
