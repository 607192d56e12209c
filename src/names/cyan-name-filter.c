/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regular expressions on names, with limits of steps and time. */
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-name-filter.h"
#include "cyan-name-query.h"
#include "cyan-sync.h"

#include <string.h>

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

/* Backtracking steps for one name: about ten milliseconds. */
#define LIMIT "(*LIMIT_MATCH=100000)"

/* For all names together. */
#define MAX_SECONDS 10

struct _CyanNameFilter
{
  char *label;
  GPtrArray *regexes;  /* of GRegex * */
  GPtrArray *patterns; /* of char * */
  gint64 spent;        /* microseconds; changed under the lock */
  CyanMutex lock;
};

CyanNameFilter *
cyan_name_filter_new (const char *label,
                      const char *const *patterns,
                      gboolean ignore_case,
                      GError **error)
{
  GRegexCompileFlags flags = ignore_case ? G_REGEX_CASELESS : 0;
  g_autoptr (CyanNameFilter) self = g_new0 (CyanNameFilter, 1);

  cyan_mutex_init (&self->lock);
  self->label = g_strdup (label);
  self->regexes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_regex_unref);
  self->patterns = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; patterns[i] != NULL; i++)
    {
      g_autofree char *bounded = g_strconcat (LIMIT, patterns[i], NULL);
      g_autoptr (GError) reason = NULL;
      /* First compile without the limit, so that an error message gives the right position. */
      g_autoptr (GRegex) plain = g_regex_new (patterns[i], flags, 0, &reason);
      GRegex *regex = plain != NULL ? g_regex_new (bounded, flags, 0, &reason) : NULL;

      if (regex == NULL)
        return cyan_fail_null (error, CYAN_ERROR_INVALID, "%s: %s", label, reason->message);
      g_ptr_array_add (self->regexes, regex);
      g_ptr_array_add (self->patterns, g_strdup (patterns[i]));
    }
  return g_steal_pointer (&self);
}

void
cyan_name_filter_free (CyanNameFilter *self)
{
  g_ptr_array_unref (self->regexes);
  g_ptr_array_unref (self->patterns);
  cyan_mutex_clear (&self->lock);
  g_free (self->label);
  g_free (self);
}

const char *
cyan_name_filter_label (const CyanNameFilter *self)
{
  return self->label;
}

guint
cyan_name_filter_n_patterns (const CyanNameFilter *self)
{
  return self->regexes->len;
}

const char *
cyan_name_filter_pattern (const CyanNameFilter *self, guint pattern)
{
  return g_ptr_array_index (self->patterns, pattern);
}

/* Adds to the time spent.  FALSE if the limit is exceeded. */
static gboolean
spend (const CyanNameFilter *self, gint64 time)
{
  CyanNameFilter *shared = (CyanNameFilter *) self;
  gboolean left;

  cyan_mutex_lock (&shared->lock);
  shared->spent += time;
  left = shared->spent <= MAX_SECONDS * G_TIME_SPAN_SECOND;
  cyan_mutex_unlock (&shared->lock);
  return left;
}

gboolean
cyan_name_filter_find (
    const CyanNameFilter *self, const char *name, guint from, guint *pattern, GError **error)
{
  gint64 start = g_get_monotonic_time ();

  for (*pattern = from; *pattern < self->regexes->len; (*pattern)++)
    {
      g_autoptr (GError) reason = NULL;

      if (g_regex_match_full (g_ptr_array_index (self->regexes, *pattern), name, -1, 0, 0, NULL,
                              &reason))
        break;
      if (reason != NULL)
        return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: \"%s\" takes too long on a name"),
                          self->label, cyan_name_filter_pattern (self, *pattern));
    }
  if (!spend (self, g_get_monotonic_time () - start))
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s takes more than %d seconds on the names"),
                      self->label, MAX_SECONDS);
  return TRUE;
}
