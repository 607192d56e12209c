/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the built-in rules, the demangler, and the parser of names in each language. */
#include "cyan-name-parts.h"
#include "cyan-names.h"
#include "fuzz.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanStr name = cyan_strings_add (strings, (const char *) data, (gssize) size);
  g_autofree char *normal = cyan_name_normalise (cyan_strings_get (strings, name));
  g_autofree char *again = cyan_name_normalise (normal);

  FUZZ_CHECK (g_utf8_validate (normal, -1, NULL));
  FUZZ_CHECK (name == CYAN_STR_EMPTY || *normal != '\0');
  if (strcmp (normal, again) != 0)
    fuzz_fail (G_STRLOC, "\"%s\" becomes \"%s\", and that \"%s\"", cyan_strings_get (strings, name),
               normal, again);
  for (guint naming = 0; naming < CYAN_N_NAMINGS; naming++)
    {
      g_auto (CyanNameParts) parts = { 0 };

      cyan_name_parts_init_as (&parts, (CyanNaming) naming, normal);
      FUZZ_CHECK (parts.is_opaque || parts.is_module || *cyan_name_parts_last (&parts) != '\0');
    }
  return 0;
}
