/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants of the normal form in any language. */
#include "code-laws.h"

#include <string.h>

gboolean
code_equal (CyanLanguage language, const char *a, const char *b)
{
  GString *x = cyan_code_normalise (language, a, strlen (a));
  GString *y = cyan_code_normalise (language, b, strlen (b));
  gboolean same = g_string_equal (x, y);

  g_string_free (x, TRUE);
  g_string_free (y, TRUE);
  return same;
}

/* Joins the tokens with @gaps in turn. */
static char *
join (const char *const *tokens, guint n, const char *const *gaps, guint n_gaps, guint turn)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, tokens[i]);
      g_string_append (text, gaps[(i * 7 + turn) % n_gaps]);
    }
  return g_string_free (text, FALSE);
}

void
code_check_laws (CyanLanguage language,
                 const char *const *tokens,
                 guint n,
                 const char *const *gaps,
                 guint n_gaps)
{
  g_autofree char *plain = join (tokens, n, (const char *const[]){ " " }, 1, 0);

  for (guint turn = 0; turn < n_gaps; turn++)
    {
      g_autofree char *spaced = join (tokens, n, gaps, n_gaps, turn);

      if (!code_equal (language, plain, spaced))
        g_test_message ("turn %u: %s", turn, spaced);
      g_assert_true (code_equal (language, plain, spaced));
    }
  for (guint i = 0; i < n; i++)
    {
      g_autofree const char **changed = g_memdup2 (tokens, n * sizeof *tokens);
      g_autofree char *other = NULL;
      g_autofree char *without = NULL;

      changed[i] = "changed";
      other = join (changed, n, gaps, n_gaps, i);
      g_assert_false (code_equal (language, plain, other));
      changed[i] = "";
      without = join (changed, n, gaps, n_gaps, i);
      g_assert_false (code_equal (language, plain, without));
    }
}

void
code_check_layout (CyanLanguage language,
                   const char *text,
                   const char *const *lines,
                   guint n_lines,
                   const char *indent)
{
  g_auto (GStrv) parts = g_strsplit (text, "\n", -1);

  for (guint turn = 0; turn < n_lines + 2; turn++)
    {
      GString *other = g_string_new (NULL);

      for (guint i = 0; parts[i] != NULL; i++)
        {
          if (turn == n_lines && *parts[i] != '\0')
            g_string_append (other, indent);
          g_string_append (other, parts[i]);
          if (turn == n_lines + 1)
            g_string_append (other, " \t");
          if (parts[i + 1] != NULL)
            g_string_append_c (other, '\n');
          if (turn < n_lines)
            g_string_append (other, lines[(i + turn) % n_lines]);
        }
      if (!code_equal (language, text, other->str))
        g_test_message ("turn %u: %s", turn, other->str);
      g_assert_true (code_equal (language, text, other->str));
      g_string_free (other, TRUE);
    }
}

static void
check_ends (CyanLanguage language, const char *text)
{
  static const char *const behind[] = { "`", "'", "\"", "/", "*/", "}", ")", "\n=end\n", "\\" };

  for (gsize length = 0; text[length] != '\0'; length++)
    {
      g_autofree char *cut = g_strndup (text, length);
      g_autofree char *longer = g_strconcat (cut, behind[length % G_N_ELEMENTS (behind)], NULL);
      GString *form = cyan_code_normalise (language, cut, length);
      GString *same = cyan_code_normalise (language, longer, length);

      g_assert_true (g_string_equal (form, same));
      g_string_free (form, TRUE);
      g_string_free (same, TRUE);
      if (strchr ("()[]{}", text[length]) != NULL)
        {
          g_autofree char *without = g_strconcat (cut, text + length + 1, NULL);
          g_autofree char *twice = g_strdup_printf ("%s%c%s", cut, text[length], text + length);

          g_assert_true (!code_equal (language, text, without) || text[length] == '}');
          g_assert_true (!code_equal (language, text, twice) || text[length] == '}');
        }
    }
}

void
code_check_characters (CyanLanguage language, const char *text)
{
  check_ends (language, text);
  for (gsize i = 0; text[i] != '\0'; i++)
    {
      g_autofree char *other = g_strdup (text);

      if (g_ascii_isspace (text[i]))
        continue;
      other[i] = text[i] == 'q' ? 'Q' : 'q';
      if (code_equal (language, text, other))
        g_test_message ("byte %zu: %s", i, other);
      g_assert_false (code_equal (language, text, other));
    }
}
