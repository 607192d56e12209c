/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes a file of renames, applied to the last line of the input as a name. */
#include "cyan-name-claims.h"
#include "cyan-name-private.h"
#include "cyan-strings.h"
#include "fuzz.h"

#include <string.h>

/* Each claim that can be written as a line is read from it again. */
static void
check_claims (const GPtrArray *claims)
{
  for (guint i = 0; i < claims->len; i++)
    {
      const CyanNameClaim *claim = g_ptr_array_index (claims, i), *read;
      g_autofree char *line = cyan_name_claim_line (claim->before, claim->after, claim->same);
      g_autoptr (CyanNameRules) renames = cyan_name_rules_new (FALSE);

      if (line == NULL)
        continue;
      FUZZ_CHECK (cyan_name_rules_add_renames (renames, line, strlen (line), "x", NULL));
      FUZZ_CHECK (cyan_name_rules_claims (renames)->len == 1);
      read = g_ptr_array_index (cyan_name_rules_claims (renames), 0);
      FUZZ_CHECK (g_strcmp0 (read->before, claim->before) == 0);
      FUZZ_CHECK (g_strcmp0 (read->after, claim->after) == 0);
      FUZZ_CHECK (read->same == claim->same);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const uint8_t *stop = size > 0 ? memrchr (data, '\n', size) : NULL;
  gsize length = stop != NULL ? (gsize) (stop - data) : size;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanStr name = stop != NULL ? cyan_strings_add (strings, (const char *) stop + 1,
                                                  (gssize) (size - length - 1))
                              : CYAN_STR_EMPTY;
  CyanNameRules *renames = cyan_name_rules_new (FALSE);
  g_autoptr (GError) error = NULL;

  if (!cyan_name_rules_add_renames (renames, (const char *) data, length, "x", &error))
    {
      fuzz_check_error (error);
      FUZZ_CHECK (cyan_name_rules_claims (renames)->len == 0);
    }
  else
    for (guint side = 0; side < 2; side++)
      {
        g_autoptr (GError) slow = NULL;
        g_autofree char *renamed =
            cyan_name_rules_rename (renames, side, cyan_strings_get (strings, name), &slow);

        if (renamed == NULL)
          fuzz_check_error (slow);
        else
          {
            FUZZ_CHECK (g_utf8_validate (renamed, -1, NULL));
            FUZZ_CHECK (strlen (renamed) <= CYAN_STRING_MAX);
          }
      }
  check_claims (cyan_name_rules_claims (renames));
  cyan_name_rules_free (renames);
  return 0;
}
