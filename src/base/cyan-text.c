/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Escapes untrusted text for terminals, XML and labels. */
#include "cyan-text.h"

#include "cyan-assert.h"
#include "cyan-i18n.h"

#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"
#define ELLIPSIS    "\xe2\x80\xa6"

/* Invisible characters that change the text around them, and noncharacters, with which cairo
 * refuses to write a PDF. */
static gboolean
is_deceptive (gunichar c)
{
  return (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef) || (c >= 0x200b && c <= 0x200f)
         || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x2028
         || c == 0x2029 || c == 0xfeff;
}

char *
cyan_text_for_terminal (const char *text)
{
  GString *safe = g_string_sized_new (strlen (text));

  cyan_assert_slow (g_utf8_validate (text, -1, NULL));
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c < 0x20 || (c >= 0x7f && c < 0xa0))
        g_string_append_printf (safe, "\\x%02x", c);
      else if (is_deceptive (c))
        g_string_append (safe, REPLACEMENT);
      else
        g_string_append_unichar (safe, c);
    }
  return g_string_free (safe, FALSE);
}

char *
cyan_text_for_xml (const char *text)
{
  GString *safe = g_string_sized_new (strlen (text));

  cyan_assert_slow (g_utf8_validate (text, -1, NULL));
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0xfffe || c == 0xffff)
        g_string_append (safe, REPLACEMENT);
      else if (c == '&')
        g_string_append (safe, "&amp;");
      else if (c == '<')
        g_string_append (safe, "&lt;");
      else if (c == '>')
        g_string_append (safe, "&gt;");
      else if (c == '"')
        g_string_append (safe, "&quot;");
      else if (c == '\'')
        g_string_append (safe, "&apos;");
      else
        g_string_append_unichar (safe, c);
    }
  return g_string_free (safe, FALSE);
}

char *
cyan_text_for_label (const char *text, guint max_chars)
{
  GString *label = g_string_new (NULL);
  gsize n_chars = (gsize) g_utf8_strlen (text, -1);
  gsize head = n_chars, tail = 0;
  gboolean blank = TRUE;
  gsize i = 0;

  g_assert (max_chars > 0);
  cyan_assert_slow (g_utf8_validate (text, -1, NULL));
  if (n_chars > max_chars && max_chars < 2)
    {
      g_string_append (label, ELLIPSIS);
      return g_string_free (label, FALSE);
    }
  if (n_chars > max_chars)
    {
      head = (max_chars - 1) / 2;
      tail = max_chars - 1 - head;
    }
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p), i++)
    {
      gunichar c = g_utf8_get_char (p);

      if (i == head && tail > 0)
        {
          g_string_append (label, ELLIPSIS);
          p = g_utf8_offset_to_pointer (p, (glong) (n_chars - tail - head));
          i = n_chars - tail;
          c = g_utf8_get_char (p);
        }
      if (g_unichar_iscntrl (c) || is_deceptive (c))
        c = ' ';
      if (!g_unichar_isspace (c) && !g_unichar_ismark (c))
        blank = FALSE;
      g_string_append_unichar (label, c);
    }
  cyan_assert_slow (g_utf8_strlen (label->str, -1) <= (glong) max_chars);
  if (blank)
    g_string_assign (label, _ ("(no name)"));
  return g_string_free (label, FALSE);
}

/* Whether a shell reads @text as the one word @word. */
static gboolean
reads_back (const char *text, const char *word)
{
  g_auto (GStrv) words = NULL;
  int n = 0;

  return g_shell_parse_argv (text, &n, &words, NULL) && n == 1 && strcmp (words[0], word) == 0;
}

void
cyan_text_append_word (GString *command, const char *word)
{
  g_autofree char *quoted = NULL;
  gsize before = command->len;

  g_string_append_c (command, ' ');
  for (const char *c = word; *c != '\0' && quoted == NULL; c++)
    if (!g_ascii_isalnum (*c) && strchr ("._/+:@%,=-", *c) == NULL)
      quoted = g_shell_quote (word);
  if (*word == '\0')
    quoted = g_strdup ("''");
  g_string_append (command, quoted != NULL ? quoted : word);
  cyan_assert_slow (reads_back (command->str + before, word));
}

void
cyan_text_append_option (GString *command, const char *option, const char *value)
{
  if (value == NULL)
    return;
  g_string_append_printf (command, " %s", option);
  cyan_text_append_word (command, value);
}
