/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The token form and the normal form of a text in its language. */
#include "cyan-code.h"

#include <string.h>

#include "form/cyan-form.h"
#include "python/cyan-python.h"

static void
normalise_other (const char *text, gsize length, GString *out)
{
  const char *end = text + length;

  while (text < end)
    {
      const char *stop = memchr (text, '\n', (gsize) (end - text));
      const char *last = stop != NULL ? stop : end;
      const char *next = stop != NULL ? stop + 1 : end;

      while (last > text && (last[-1] == ' ' || last[-1] == '\t'))
        last--;
      g_string_append_len (out, text, last - text);
      g_string_append_c (out, '\0');
      text = next;
    }
}

/* @rules: apply those of formatters. */
static void
append_form (CyanLanguage language, const char *text, gsize length, gboolean rules, GString *out)
{
  CyanForm form;

  cyan_form_init (&form, language, length);
  if (cyan_form_is_c (&form))
    cyan_form_read_c (&form, text, length);
  else
    cyan_form_read_tokens (&form, text, length);
  if (rules)
    cyan_form_apply_rules (&form);
  cyan_form_append (&form, out);
  cyan_form_clear (&form);
}

static void
append_token_form (
    CyanLanguage language, const char *text, gsize length, gboolean rules, GString *out)
{
  if (cyan_code_has (language, CYAN_CODE_PYTHON))
    cyan_python_token_form (text, length, out);
  else if (cyan_code_traits[language].find_blocks != NULL)
    append_form (language, text, length, rules, out);
  else
    normalise_other (text, length, out);
}

GString *
cyan_code_token_form (CyanLanguage language, const char *text, gsize length)
{
  GString *out = g_string_sized_new (length + length / 4 + 16);

  append_token_form (language, text, length, FALSE, out);
  return out;
}

GString *
cyan_code_normalise (CyanLanguage language, const char *text, gsize length)
{
  GString *out = g_string_sized_new (length + length / 4 + 16);

  if (!cyan_code_has (language, CYAN_CODE_PYTHON) || !cyan_python_form (text, length, out))
    {
      g_string_truncate (out, 0);
      append_token_form (language, text, length, TRUE, out);
    }
  return out;
}
