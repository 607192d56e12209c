/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches names by a part of them, by the beginnings of their words, or by an expression. */
#include "cyan-name-query.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-name-filter.h"

struct _CyanNameQuery
{
  char *text;             /* folded */
  GPtrArray *words;       /* of char *, its words, folded */
  CyanNameFilter *filter; /* of a regular expression, else NULL */
};

/* NFC, so that a letter with an accent is one character.  Caller frees. */
static char *
normalize (const char *text)
{
  char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_DEFAULT_COMPOSE);

  return normal != NULL ? normal : g_utf8_make_valid (text, -1);
}

/* The next word from @text on, which is normalised; NULL if there is none.  A word is a number, or
 * letters of which only the first ones are capitals: "HTTPServer2" has "HTTP", "Server" and "2".
 * With @every_capital, "FE" has two words. */
static const char *
next_word (const char *text, gboolean every_capital, gsize *length)
{
  const char *start = text;
  const char *at;
  gunichar last, c;

  while (*start != '\0' && !g_unichar_isalnum (g_utf8_get_char (start)))
    start = g_utf8_next_char (start);
  if (*start == '\0')
    return NULL;
  last = g_utf8_get_char (start);
  for (at = g_utf8_next_char (start); *at != '\0'; at = g_utf8_next_char (at))
    {
      c = g_utf8_get_char (at);
      if (g_unichar_ismark (c))
        continue;
      if (!g_unichar_isalnum (c) || g_unichar_isdigit (c) != g_unichar_isdigit (last))
        break;
      if (g_unichar_isupper (c)
          && (every_capital || !g_unichar_isupper (last)
              || g_unichar_islower (g_utf8_get_char (g_utf8_next_char (at)))))
        break;
      last = c;
    }
  *length = (gsize) (at - start);
  return start;
}

CyanNameQuery *
cyan_name_query_new (const char *text, gboolean is_regex, GError **error)
{
  g_autoptr (CyanNameQuery) self = g_new0 (CyanNameQuery, 1);
  g_autofree char *normal = normalize (text);
  const char *word;
  gsize length = 0;

  self->text = g_utf8_casefold (normal, -1);
  self->words = g_ptr_array_new_with_free_func (g_free);
  for (word = normal; (word = next_word (word, TRUE, &length)) != NULL; word += length)
    g_ptr_array_add (self->words, g_utf8_casefold (word, (gssize) length));
  if (is_regex)
    {
      const char *const patterns[] = { normal, NULL };

      self->filter = cyan_name_filter_new (_ ("Regular expression"), patterns, TRUE, error);
      if (self->filter == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
cyan_name_query_free (CyanNameQuery *self)
{
  g_clear_pointer (&self->filter, cyan_name_filter_free);
  g_clear_pointer (&self->words, g_ptr_array_unref);
  g_free (self->text);
  g_free (self);
}

/* Takes the first word of @name that fits each time: if there is a way, this is one. */
static gboolean
words_begin (const CyanNameQuery *self, const char *name)
{
  guint n = 0;
  gsize length = 0;

  for (const char *word = name;
       n < self->words->len && (word = next_word (word, FALSE, &length)) != NULL; word += length)
    {
      g_autofree char *folded = g_utf8_casefold (word, (gssize) length);

      if (g_str_has_prefix (folded, g_ptr_array_index (self->words, n)))
        n++;
    }
  return n == self->words->len;
}

gboolean
cyan_name_query_match (const CyanNameQuery *self,
                       const char *name,
                       gboolean *matches,
                       GError **error)
{
  g_autofree char *normal = normalize (name);
  g_autofree char *folded = NULL;

  if (self->filter != NULL)
    {
      guint pattern = 0;

      if (!cyan_name_filter_find (self->filter, normal, 0, &pattern, error))
        return FALSE;
      *matches = pattern == 0;
      return TRUE;
    }
  folded = g_utf8_casefold (normal, -1);
  /* A single word that begins a word is a part of the name, too. */
  *matches =
      strstr (folded, self->text) != NULL || (self->words->len > 1 && words_begin (self, normal));
  return TRUE;
}
