/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of functions like those of a large program: "mod3_f12", "lib7_f12_v2", "mod3_f12::h1f". */
#include "random-edits.h"

#define MODULE_SIZE 24

GArray *
random_names_new (guint n_functions)
{
  GArray *names = g_array_new (FALSE, FALSE, sizeof (RandomName));

  for (guint f = 0; f < n_functions; f++)
    random_name_add (names, f / MODULE_SIZE);
  return names;
}

guint32
random_name_add (GArray *names, guint32 module)
{
  const RandomName name = { .module = module, .base = names->len, .became = RANDOM_NONE };

  g_array_append_val (names, name);
  return names->len - 1;
}

guint32
random_name_add_other (GArray *names, guint32 name)
{
  RandomName other = *RANDOM_NAME (names, name);

  RANDOM_NAME (names, name)->became = names->len;
  g_array_append_val (names, other);
  return names->len - 1;
}

/* Numbers are permuted, so that the order of names is not that of calls. */
CyanStr
random_name_intern (const GArray *names, guint32 name, CyanStrings *strings)
{
  const RandomName *parts = RANDOM_NAME (names, name);
  g_autoptr (GString) text = g_string_new (NULL);

  if (parts->prefix > 0)
    g_string_append_printf (text, "lib%u", parts->prefix);
  else
    g_string_append_printf (text, "mod%u", parts->module * 61 % 1009);
  g_string_append_printf (text, "_f%u", parts->base * 7919 % 100003);
  if (parts->suffix > 0)
    g_string_append_printf (text, "_v%u", parts->suffix);
  if (parts->hash > 0)
    g_string_append_printf (text, "::h%06x", parts->hash * 0x9e3779b1u >> 8);
  return cyan_strings_add (strings, text->str, text->len);
}
