/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The syntax of labels, whoever wrote them.
 *
 * Labels are not trusted: a text that does not have the expected form is not a label of that kind.
 */
#include "cyan-name-private.h"

#include <string.h>

gboolean
cyan_name_is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (c & 0x80) != 0;
}

gboolean
cyan_name_span_ends (CyanNameSpan self, const char *text)
{
  gsize n = strlen (text);

  return self.length >= n && memcmp (self.at + self.length - n, text, n) == 0;
}

CyanNameSpan
cyan_name_span_last (CyanNameSpan self, const char *separators)
{
  gsize begin = self.length;

  while (begin > 0 && strchr (separators, self.at[begin - 1]) == NULL)
    begin--;
  return (CyanNameSpan){ self.at + begin, self.length - begin };
}

const char *
cyan_name_skip_brackets (const char *at, const char *end)
{
  char open = *at, close = (char) (open == '(' ? ')' : open + 2);
  guint depth = 0;

  for (; at < end; at++)
    if (*at == open)
      depth++;
    else if (*at == close && !(close == '>' && at[-1] == '-') && --depth == 0)
      return at + 1;
  return NULL;
}

guint
cyan_name_depth_behind (const char *text, const char *at, guint depth)
{
  if (strchr ("<({[", *at) != NULL)
    return depth + 1;
  if (depth == 0 || strchr (">)}]", *at) == NULL || (*at == '>' && at > text && at[-1] == '-'))
    return depth;
  return depth - 1;
}

gsize
cyan_name_go_word (const char *text)
{
  static const char *const words[] = { "func", "gowrap", "deferwrap" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (text, words[i]))
      return strlen (words[i]);
  return 0;
}

/* The length of [@label, @label + @length) without the qualifiers that may follow parameters. */
static gsize
without_qualifiers (const char *label, gsize length)
{
  static const char *const words[] = { " const", " volatile", " noexcept", " ", "&" };

  for (guint i = 0; i < G_N_ELEMENTS (words);)
    if (cyan_name_span_ends ((CyanNameSpan){ label, length }, words[i]))
      {
        length -= strlen (words[i]);
        i = 0;
      }
    else
      i++;
  return length;
}

/* Where the parameters of @label begin; NULL if it has none. */
static const char *
find_parameters (const char *label)
{
  gsize length = without_qualifiers (label, strlen (label));
  guint depth = 0;
  const char *at = label + length;

  if (length < 3 || label[length - 1] != ')')
    return NULL;
  do
    {
      at--;
      if (*at == ')')
        depth++;
      else if (*at == '(')
        depth--;
    }
  while (at > label && depth > 0);
  if (depth > 0 || at == label)
    return NULL;
  if (!cyan_name_is_word_byte (at[-1]) && strchr (">)]}~=+-*/%^&|!<", at[-1]) == NULL)
    return NULL;
  /* The call operator, "operator()". */
  if (cyan_name_span_ends ((CyanNameSpan){ label, (gsize) (at - label) }, "operator")
      && at[1] == ')')
    return NULL;
  return at;
}

gboolean
cyan_name_has_parameters (const char *label)
{
  return find_parameters (label) != NULL;
}

gboolean
cyan_name_is_operator (const char *label, const char *at)
{
  return g_str_has_prefix (at, "operator") && !cyan_name_is_word_byte (at[strlen ("operator")])
         && (at == label || !cyan_name_is_word_byte (at[-1]));
}

gsize
cyan_name_sign_length (const char *at)
{
  /* Longer signs come first. */
  static const char *const signs[] = {
    "<=>", "<<=", ">>=", "->*", "()", "[]", "->", "<<", ">>", "<=", ">=", "==", "!=",
    "&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<",
    ">",   "+",   "-",   "*",   "/",  "%",  "^",  "&",  "|",  "~",  "!",  "=",  ",",
  };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (at, signs[i]))
      return strlen (signs[i]);
  return 0;
}

/* The length of "operator" and of its sign. */
static gsize
operator_length (const char *at)
{
  gsize n = strlen ("operator");

  return n + cyan_name_sign_length (at + n);
}

gboolean
cyan_name_has_templates (const char *label)
{
  if (strstr (label, "::") == NULL)
    return FALSE;
  for (const char *at = label; *at != '\0'; at++)
    if (cyan_name_is_operator (label, at))
      at += operator_length (at) - 1;
    else if (*at == '<' && at > label && cyan_name_is_word_byte (at[-1]))
      return strchr (at, '>') != NULL;
  return FALSE;
}

/* Skips the return type of [@label, @end): goes after the last blank outside of brackets, unless a
 * qualifier of a function around it follows. */
static const char *
skip_type (const char *label, const char *end)
{
  const char *begin = label;
  guint depth = 0;

  for (const char *at = label; at < end; at++)
    {
      if (depth == 0 && cyan_name_is_operator (label, at))
        break;
      if (depth == 0 && *at == ' ' && !g_str_has_prefix (at, " const::"))
        begin = at + 1;
      depth = cyan_name_depth_behind (label, at, depth);
    }
  return begin;
}

static char *
drop_templates (const char *begin, const char *end)
{
  GString *text = g_string_new (NULL);

  for (const char *at = begin; at < end;)
    {
      gboolean is_sign = cyan_name_is_operator (begin, at);
      gsize n = is_sign ? MIN (operator_length (at), (gsize) (end - at)) : 1;
      const char *close = NULL;

      g_string_append_len (text, at, (gssize) n);
      at += n;
      /* "operator< <int>" */
      if (is_sign && g_str_has_prefix (at, " <"))
        close = cyan_name_skip_brackets (at + 1, end);
      else if (at < end && *at == '<' && (is_sign || cyan_name_is_word_byte (at[-1])))
        close = cyan_name_skip_brackets (at, end);
      if (close != NULL)
        at = close;
    }
  return g_string_free (text, FALSE);
}

/* The end of a lambda function that begins at @at: "{lambda(int)}", "'lambda'(int)" or "$_"; NULL
 * if there is none. */
static const char *
skip_lambda (const char *label, const char *at, const char *end)
{
  static const char quoted[] = "'lambda'";
  gsize n = strlen (quoted);

  if (g_str_has_prefix (at, "{lambda("))
    return cyan_name_skip_brackets (at, end);
  if (g_str_has_prefix (at, quoted))
    return at[n] == '(' ? cyan_name_skip_brackets (at + n, end) : NULL;
  return g_str_has_prefix (at, "$_::") && at >= label + 2 && at[-1] == ':' ? at + 2 : NULL;
}

/* The end of the parameters, at @at, of a function around another one: "(int) const"; NULL if there
 * are none. */
static const char *
skip_outer_parameters (const char *label, const char *at, const char *end)
{
  static const char qualifier[] = " const";
  const char *close = NULL;

  if (*at == '(' && at > label && (cyan_name_is_word_byte (at[-1]) || at[-1] == '>'))
    close = cyan_name_skip_brackets (at, end);
  if (close != NULL && g_str_has_prefix (close, qualifier))
    close += strlen (qualifier);
  return close != NULL && g_str_has_prefix (close, "::") ? close : NULL;
}

/* Drops the parameters of functions around the one of @name, and what distinguishes its lambda
 * functions.  Takes @name. */
static char *
drop_outer_parameters (char *name)
{
  g_autofree char *label = name;
  const char *end = label + strlen (label);
  GString *text = g_string_new (NULL);

  for (const char *at = label; at < end;)
    {
      const char *lambda = skip_lambda (label, at, end);
      const char *close = lambda != NULL ? lambda : skip_outer_parameters (label, at, end);

      if (lambda != NULL)
        g_string_append (text, "{lambda}");
      else if (close == NULL)
        g_string_append_c (text, *at);
      at = close != NULL ? close : at + 1;
    }
  return g_string_free (text, FALSE);
}

char *
cyan_name_without_parameters (const char *label, gboolean templates, gboolean lambdas)
{
  const char *end = find_parameters (label);
  const char *begin = label;
  char *name;

  if (end != NULL)
    begin = skip_type (label, end);
  else
    end = label + strlen (label);
  if (begin == end)
    return g_strdup (label);
  name = templates ? drop_templates (begin, end) : g_strndup (begin, (gsize) (end - begin));
  return lambdas ? drop_outer_parameters (name) : name;
}
