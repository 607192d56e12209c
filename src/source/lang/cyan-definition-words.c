/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds words by the bytes around them.
 *
 * Comments and strings are treated like code, except for brackets in a parameter list.  All
 * searches are limited, so that no text takes long.
 */
#include "cyan-extents.h"

#include <string.h>

#include "cyan-code-tokens.h"

#define is_word_char cyan_code_is_word_char

/* Maximum bytes of a parameter list; a longer one counts as that of a definition. */
#define MAX_LIST 4096
/* Maximum bytes of template arguments, and of other backward searches. */
#define MAX_BACK 256

typedef struct
{
  CyanNaming naming;
  const char *text, *end;
  CyanWordFunc func;
  gpointer data;
} Scan;

static gboolean
is_space (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char *
skip_space_back (const Scan *self, const char *at)
{
  while (at > self->text && is_space (at[-1]))
    at--;
  return at;
}

static const char *
word_start (const Scan *self, const char *end)
{
  while (end > self->text && is_word_char (end[-1]))
    end--;
  return end;
}

static gboolean
is_word (const char *start, const char *end, const char *word)
{
  return (gsize) (end - start) == strlen (word) && memcmp (start, word, (gsize) (end - start)) == 0;
}

static void
tell (const Scan *self, const char *start, const char *end)
{
  if (start < end && !g_ascii_isdigit (*start))
    self->func (start, (gsize) (end - start), self->data);
}

static void
tell_operator (const Scan *self)
{
  self->func ("operator", strlen ("operator"), self->data);
}

/* Skips white space, comments and joined line ends. */
static const char *
skip_blank (const char *at)
{
  for (;;)
    if (is_space (*at) || (*at == '\\' && is_space (at[1])))
      at++;
    else if (at[0] == '/' && at[1] == '/')
      at += strcspn (at, "\n");
    else if (at[0] == '/' && at[1] == '*')
      {
        const char *stop = strstr (at + 2, "*/");

        at = stop != NULL ? stop + 2 : at + strlen (at);
      }
    else
      return at;
}

static const char *
skip_quoted (const char *at)
{
  char quote = *at++;

  for (; *at != '\0' && *at != '\n' && *at != quote; at++)
    at += *at == '\\' && at[1] != '\0';
  return *at == quote ? at + 1 : at;
}

/* Skips to after the bracket that closes the one at @at.  NULL if that is further away than
 * MAX_LIST. */
static const char *
skip_list (const char *at, char open, char close)
{
  const char *start = at;
  guint depth = 0;

  while (*at != '\0' && at - start < MAX_LIST)
    if (*at == open)
      {
        depth++;
        at++;
      }
    else if (*at == close)
      {
        at++;
        if (--depth == 0)
          return at;
      }
    else if (*at == '"')
      at = skip_quoted (at);
    else if (*at == '\'' && (at[1] == '\\' || (at[1] != '\0' && at[2] == '\'')))
      at = skip_quoted (at);
    else if (at[0] == '/' && (at[1] == '/' || at[1] == '*'))
      at = skip_blank (at);
    else
      at++;
  return NULL;
}

/* Whether "->" is followed by a return type and a body, rather than by a member. */
static gboolean
is_return_type (const char *at)
{
  const char *start = at;

  while (is_word_char (*at) || is_space (*at) || (*at != '\0' && strchr (":<>,&*[]", *at) != NULL))
    {
      if (at++ - start > MAX_BACK)
        return TRUE;
    }
  return *at == '{' || (*at == '(' && g_strstr_len (start, at - start, "decltype") != NULL);
}

static gboolean
starts_with_one_of (const char *at, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_has_prefix (at, words[i]))
      return TRUE;
  return FALSE;
}

/* Whether the text may follow the parameters of a definition. */
static gboolean
follows_parameters (CyanNaming naming, const char *at)
{
  static const char *const qualifiers[] = { "{",     "noexcept", "requires", "override",
                                            "const", "final",    "->",       NULL };

  at = skip_blank (at);
  switch (*at)
    {
    case '{':
    case '#':
    case '@':
    case '_':
      return TRUE;
    case ':':
      return at[1] != ':';
    case '=':
      return at[1] == '>';
    case '[':
      return at[1] == '[' || at[1] == ']';
    case '-':
      return at[1] == '>' && naming == CYAN_NAMING_C && is_return_type (at + 2);
    case '&':
      return naming == CYAN_NAMING_C
             && starts_with_one_of (skip_blank (at + strspn (at, "&")), qualifiers);
    default:
      return is_word_char (*at);
    }
}

static gboolean
is_keyword (const char *start, const char *end)
{
  return cyan_code_words_have (
      "if for while switch catch return using sizeof lock function synchronized", start,
      (gsize) (end - start));
}

/* The end of the word before @at, skipping template arguments. */
static const char *
word_end_before (const Scan *self, const char *at)
{
  const char *start;
  guint depth = 0;

  at = skip_space_back (self, at);
  if (at == self->text || at[-1] != '>')
    return at;
  start = at;
  while (at > self->text && start - at < MAX_BACK)
    {
      at--;
      if (*at == '>')
        depth++;
      else if (*at == '<' && --depth == 0)
        return skip_space_back (self, at);
      else if (*at == ';' || *at == '{')
        break;
    }
  return start;
}

/* Whether "operator" and a symbol or a type precede @bracket. */
static gboolean
is_operator (const Scan *self, const char *bracket)
{
  const char *at = bracket;

  while (at > self->text && bracket - at < MAX_BACK && strchr (";{}\"", at[-1]) == NULL)
    {
      const char *end;

      at--;
      if (*at != 'o' || !g_str_has_prefix (at, "operator"))
        continue;
      end = at + strlen ("operator");
      return end <= bracket && !is_word_char (*end) && (at == self->text || !is_word_char (at[-1]));
    }
  return FALSE;
}

/* Reports the word that may be defined with the parameter list at @bracket. */
static void
look_at_bracket (const Scan *self, const char *bracket)
{
  const char *end = word_end_before (self, bracket);
  const char *start = word_start (self, end);
  const char *behind;

  if (start == end)
    {
      /* "(f) (int a)", which prevents expansion of a macro; "operator+ (". */
      if (end > self->text && end[-1] == ')')
        {
          end = skip_space_back (self, end - 1);
          start = word_start (self, end);
          if (start < end && skip_space_back (self, start) > self->text
              && skip_space_back (self, start)[-1] == '(')
            tell (self, start, end);
        }
      else if (self->naming == CYAN_NAMING_C && end > self->text
               && strchr ("+-*/%^&|~!=<>,])", end[-1]) != NULL && is_operator (self, bracket))
        tell_operator (self);
      return;
    }
  if (is_keyword (start, end))
    return;
  behind = skip_list (bracket, '(', ')');
  if (behind == NULL || follows_parameters (self->naming, behind))
    {
      tell (self, start, end);
      if (self->naming == CYAN_NAMING_C && is_operator (self, bracket))
        tell_operator (self);
      /* "int f P((int a))", for compilers without prototypes. */
      if (self->naming == CYAN_NAMING_C && bracket[1] == '(')
        {
          end = skip_space_back (self, start);
          tell (self, word_start (self, end), end);
        }
    }
  else if (self->naming == CYAN_NAMING_C)
    {
      /* "int (*f (int a)) (int b)" */
      const char *before = skip_space_back (self, start);

      if (*skip_blank (behind) == ')' && before > self->text && before[-1] == '*')
        tell (self, start, end);
      /* "operator() (int a)" */
      else if (is_word (start, end, "operator"))
        tell_operator (self);
    }
}

static void
scan_brackets (const Scan *self)
{
  const char *at = self->text;

  while ((at = memchr (at, '(', (gsize) (self->end - at))) != NULL)
    look_at_bracket (self, at++);
}

/* Calls @look at the end of each whole word @word. */
static void
scan_word (const Scan *self, const char *word, void (*look) (const Scan *self, const char *at))
{
  gsize length = strlen (word);
  const char *at = self->text;

  while ((at = memmem (at, (gsize) (self->end - at), word, length)) != NULL)
    {
      if ((at == self->text || !is_word_char (at[-1])) && !is_word_char (at[length]))
        look (self, at + length);
      at += length;
    }
}

static void
tell_next_word (const Scan *self, const char *at)
{
  const char *start = skip_blank (at);
  const char *end;

  /* "function* f", "r#fn" */
  if (*start == '*')
    start = skip_blank (start + 1);
  if (start[0] == 'r' && start[1] == '#')
    start += 2;
  for (end = start; is_word_char (*end); end++)
    ;
  tell (self, start, end);
}

/* "func (t *T) M" */
static void
tell_go_function (const Scan *self, const char *at)
{
  at = skip_blank (at);
  if (*at == '(')
    at = skip_list (at, '(', ')');
  if (at != NULL)
    tell_next_word (self, at);
}

/* "def self.m", "def C.m", "def +" */
static void
tell_ruby_method (const Scan *self, const char *at)
{
  const char *start = at + strspn (at, " \t");
  const char *end;

  for (;;)
    {
      for (end = start; is_word_char (*end); end++)
        ;
      if ((*end != '.' && !g_str_has_prefix (end, "::")) || start == end)
        break;
      tell (self, start, end);
      start = end + strspn (end, ".:");
    }
  if (start == end)
    tell_operator (self);
  tell (self, start, end);
}

static gboolean
is_function_value (const char *at)
{
  static const char *const words[] = { "function", "async", "class", NULL };
  const char *stop;

  at = skip_blank (at);
  if (starts_with_one_of (at, words) || *at == '<')
    return TRUE;
  if (*at == '(')
    {
      stop = skip_list (at, '(', ')');
      if (stop == NULL)
        return TRUE;
      stop = skip_blank (stop);
      return *stop == ':' || g_str_has_prefix (stop, "=>");
    }
  for (stop = at; is_word_char (*stop); stop++)
    ;
  return stop > at && g_str_has_prefix (skip_blank (stop), "=>");
}

/* "name = function", "name: (a) =>". */
static void
scan_assignments (const Scan *self)
{
  for (const char *at = self->text; (at += strcspn (at, "=:")) < self->end; at++)
    {
      const char *end = skip_space_back (self, at);

      if (is_function_value (at + 1))
        tell (self, word_start (self, end), end);
    }
}

/* By naming: the words before the name in a definition, and the functions that report the name. */
static const struct
{
  const char *word;
  void (*look) (const Scan *self, const char *at);
} heads[CYAN_N_NAMINGS][3] = {
  [CYAN_NAMING_PYTHON] = { { "def", tell_next_word }, { "class", tell_next_word } },
  [CYAN_NAMING_GO] = { { "func", tell_go_function } },
  [CYAN_NAMING_RUST] = { { "fn", tell_next_word } },
  [CYAN_NAMING_RUBY] = { { "def", tell_ruby_method },
                         { "class", tell_ruby_method },
                         { "module", tell_ruby_method } },
  [CYAN_NAMING_JAVASCRIPT] = { { "function", tell_next_word },
                               { "class", tell_next_word },
                               { "const", tell_next_word } },
  /* Kotlin and Scala: a body may be an expression. */
  [CYAN_NAMING_JAVA] = { { "fun", tell_next_word }, { "def", tell_next_word } },
};

void
cyan_definition_words (
    CyanNaming naming, const char *text, gsize length, CyanWordFunc func, gpointer data)
{
  const Scan scan = { naming, text, text + length, func, data };

  for (gsize i = 0; i < G_N_ELEMENTS (heads[naming]) && heads[naming][i].word != NULL; i++)
    scan_word (&scan, heads[naming][i].word, heads[naming][i].look);
  if (naming == CYAN_NAMING_JAVASCRIPT)
    scan_assignments (&scan);
  if (naming == CYAN_NAMING_C || naming == CYAN_NAMING_CSHARP || naming == CYAN_NAMING_JAVA
      || naming == CYAN_NAMING_JAVASCRIPT)
    scan_brackets (&scan);
}

char *
cyan_definition_word_of (const char *identifier)
{
  const char *start = identifier;
  gsize length;

  while (*start != '\0' && !is_word_char (*start))
    start++;
  for (length = 0; is_word_char (start[length]); length++)
    ;
  if (length == 0
      || (g_str_has_prefix (start, "operator") && start[length] != '\0'
          && length == strlen ("operator")))
    return g_strdup ("operator");
  return g_strndup (start, length);
}
