/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes a file of renames, applied to the last line of the input as a name. */
#include "cyan-name-private.h"
#include "cyan-strings.h"
#include "fuzz.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const uint8_t *stop = size > 0 ? memrchr (data, '\n', size) : NULL;
  gsize length = stop != NULL ? (gsize) (stop - data) : size;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanStr name = stop != NULL ? cyan_strings_add (strings, (const char *) stop + 1,
                                                  (gssize) (size - length - 1))
                              : CYAN_STR_EMPTY;
  CyanNameRenames *renames = cyan_name_renames_new ();
  g_autoptr (GError) error = NULL;

  if (!cyan_name_renames_add (renames, (const char *) data, length, "x", &error))
    {
      fuzz_check_error (error);
      FUZZ_CHECK (cyan_name_renames_is_empty (renames));
    }
  else
    for (guint side = 0; side < 2; side++)
      {
        g_autoptr (GError) slow = NULL;
        g_autofree char *renamed =
            cyan_name_renames_apply (renames, side, cyan_strings_get (strings, name), &slow);

        if (renamed == NULL)
          fuzz_check_error (slow);
        else
          {
            FUZZ_CHECK (g_utf8_validate (renamed, -1, NULL));
            FUZZ_CHECK (strlen (renamed) <= CYAN_STRING_MAX);
          }
      }
  cyan_name_renames_free (renames);
  return 0;
}
