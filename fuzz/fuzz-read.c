/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fuzzes one reader: any bytes give a valid profile, or an error of one line.
 *
 * The variable FUZZ_FORMAT names the reader's format.  The reader is called even if it does not
 * recognise the bytes.
 */
#include "cyan-error.h"
#include "cyan-format.h"
#include "fuzz.h"

static const CyanFormat *
find_format (void)
{
  const char *name = g_getenv ("FUZZ_FORMAT");

  for (const CyanFormat *const *format = cyan_formats (); *format != NULL; format++)
    if (g_strcmp0 ((*format)->name, name) == 0)
      return *format;
  fuzz_fail (G_STRLOC, "FUZZ_FORMAT is %s, which is no format", name != NULL ? name : "not set");
}

static gboolean
read_all (const CyanFormat *format, CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  const char *bytes;
  gsize length;

  if (!format->read (input, builder, error))
    return FALSE;
  do
    {
      if (!cyan_input_peek (input, 1, &bytes, &length, error))
        return FALSE;
      cyan_input_skip (input, length);
    }
  while (length > 0);
  return TRUE;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const CyanFormat *format;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanInput) input = cyan_input_new_for_memory ("x", data, size, NULL, &error);
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, FUZZ_MAX_NODES);

  if (format == NULL)
    format = find_format ();
  format->sniff ((const char *) data, size);
  if (input == NULL || !read_all (format, input, builder, &error))
    fuzz_check_error (error);
  else
    {
      g_autoptr (CyanProfile) profile = cyan_profile_builder_finish (builder);

      fuzz_check_profile (profile);
    }
  return 0;
}
