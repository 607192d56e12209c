/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings: quotes, joined lines, adjacent literals. */
#include "cyan-form.h"

#include <string.h>

/* Whether it is all of a literal in these quotes. */
static gboolean
is_quoted (const CyanForm *self, guint32 index, char quote)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  const char *text = cyan_form_text (self, index);

  return token->kind == CYAN_TOKEN_STRING && token->opens == 0 && token->closes == 0
         && token->length >= 2 && text[0] == quote && text[token->length - 1] == quote;
}

/* JavaScript: the content in double quotes.  A quote is no longer escaped, and joined lines are
 * joined; in a tag, nothing is escaped. */
static void
normalise_script (CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  gsize start = self->text->len;
  gsize end = token->start + token->length - 1u;

  if (!is_quoted (self, index, '"') && !is_quoted (self, index, '\''))
    return;
  g_string_append_c (self->text, '"');
  for (gsize i = token->start + 1u; i < end; i++)
    {
      char c = self->text->str[i];

      if (c == '\\' && (token->flags & CYAN_FORM_JSX) == 0 && i + 1 < end)
        {
          c = self->text->str[++i];
          if (c == '\n')
            continue;
          if (c != '"' && c != '\'')
            g_string_append_c (self->text, '\\');
        }
      g_string_append_c (self->text, c);
    }
  g_string_append_c (self->text, '"');
  cyan_form_rewrite (self, index, start);
}

/* Ruby: 'a' becomes "a" if nothing in it could mean something else there. */
static void
normalise_ruby (CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  const char *text = cyan_form_text (self, index);
  gsize start = self->text->len;

  if (!is_quoted (self, index, '\'') || memchr (text, '\\', token->length) != NULL
      || memchr (text, '#', token->length) != NULL || memchr (text, '"', token->length) != NULL)
    return;
  g_string_append_len (self->text, text, token->length);
  self->text->str[start] = self->text->str[self->text->len - 1] = '"';
  cyan_form_rewrite (self, index, start);
}

/* Rust: a backslash joins lines without the white space that follows. */
static void
normalise_rust (CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  const char *text = cyan_form_text (self, index);
  gsize start = self->text->len;
  gsize end = token->start + token->length;

  if ((*text != '"' && (token->length < 2 || text[1] != '"')) || *text == 'r'
      || g_strstr_len (text, token->length, "\\\n") == NULL)
    return;
  for (gsize i = token->start; i < end; i++)
    {
      char c = self->text->str[i];
      char next = i + 1 < end ? self->text->str[i + 1] : '\0';

      if (c == '\\' && next == '\n')
        {
          for (i++; i + 1 < end && strchr (" \t\n\r", self->text->str[i + 1]) != NULL; i++)
            ;
          continue;
        }
      g_string_append_c (self->text, c);
      if (c == '\\' && next != '\0')
        g_string_append_c (self->text, self->text->str[++i]);
    }
  cyan_form_rewrite (self, index, start);
}

/* The length of L, u8 and the like before the quote of a C string; G_MAXSIZE: it cannot be joined
 * with others. */
static gsize
c_prefix_length (const CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  const char *text = cyan_form_text (self, index);
  const char *quote = memchr (text, '"', token->length);

  if (token->kind != CYAN_TOKEN_STRING || quote == NULL
      || memchr (text, '\'', (gsize) (quote - text)) != NULL
      || memchr (text, 'R', (gsize) (quote - text)) != NULL || quote == text + token->length - 1
      || text[token->length - 1] != '"' || (token->flags & CYAN_FORM_DIRECTIVE) != 0)
    return G_MAXSIZE;
  return (gsize) (quote - text);
}

/* Appends the content of a C string; what ends an escape of a number is marked, since "\1" "2" is
 * not "\12". */
static void
append_c_content (CyanForm *self, guint32 index, gsize prefix)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  gsize end = token->start + token->length - 1u;

  for (gsize i = token->start + prefix + 1; i < end;)
    {
      char kind = i + 1 < end ? self->text->str[i + 1] : '\0';
      gsize n = 1;

      if (self->text->str[i] == '\\')
        {
          n = kind != '\0' ? 2 : 1;
          if (kind == 'x')
            while (i + n < end && g_ascii_isxdigit (self->text->str[i + n]))
              n++;
          else if (kind >= '0' && kind <= '7')
            while (n < 4 && i + n < end && self->text->str[i + n] >= '0'
                   && self->text->str[i + n] <= '7')
              n++;
        }
      for (gsize stop = i + n; i < stop; i++)
        g_string_append_c (self->text, self->text->str[i]);
      if (kind == 'x' || (kind >= '0' && kind <= '7'))
        if (n > 1)
          g_string_append_c (self->text, ';');
    }
}

static gboolean
same_prefix (const CyanForm *self, guint32 a, gsize length_a, guint32 b, gsize length_b)
{
  return length_a == length_b
         && memcmp (cyan_form_text (self, a), cyan_form_text (self, b), length_a) == 0;
}

/* C: joins a string and those after it. */
static void
normalise_c (CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  gsize length = c_prefix_length (self, index);
  gsize start = self->text->len;
  guint32 prefixed = index, end;

  if (length == G_MAXSIZE)
    return;
  for (end = cyan_form_next (self, index);; end = cyan_form_next (self, end))
    {
      gsize other = c_prefix_length (self, end);

      if (other == G_MAXSIZE
          || (other > 0 && length > 0 && !same_prefix (self, prefixed, length, end, other)))
        break;
      if (length == 0 && other > 0)
        {
          prefixed = end;
          length = other;
        }
    }
  if (end == cyan_form_next (self, index)
      && memchr (cyan_form_text (self, index), '\\', token->length) == NULL)
    return;
  for (gsize i = 0; i <= length; i++)
    g_string_append_c (self->text, cyan_form_text (self, prefixed)[i]);
  for (guint32 i = index; i != end; i = cyan_form_next (self, i))
    {
      append_c_content (self, i, c_prefix_length (self, i));
      if (i != index)
        cyan_form_drop (self, i);
    }
  g_string_append_c (self->text, '"');
  cyan_form_rewrite (self, index, start);
}

static void
normalise_string (CyanForm *self, guint32 index)
{
  if (cyan_form_is_c (self))
    normalise_c (self, index);
  else if (cyan_form_is_script (self))
    normalise_script (self, index);
  else if (cyan_form_has (self, CYAN_CODE_RUBY))
    normalise_ruby (self, index);
  else if (cyan_form_has (self, CYAN_CODE_RUST)
           && (cyan_form_token (self, index)->flags & CYAN_FORM_OPAQUE) == 0)
    normalise_rust (self, index);
}

void
cyan_form_literals (CyanForm *self)
{
  for (guint32 i = cyan_form_next (self, 0); i != cyan_form_last (self);
       i = cyan_form_next (self, i))
    {
      const CyanFormToken *token = cyan_form_token (self, i);

      if (token->kind == CYAN_TOKEN_STRING)
        normalise_string (self, i);
      else if (token->kind == CYAN_TOKEN_NUMBER
               && (token->flags & (CYAN_FORM_OPAQUE | CYAN_FORM_DIRECTIVE)) == 0)
        cyan_form_number (self, i);
    }
}
