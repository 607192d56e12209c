/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes labels apart, alike for whoever wrote them.
 *
 * The texts are foreign: whatever does not look as expected is no label of the kind.
 */
#include "cyan-name-parts.h"

#include <string.h>

#define INIT "__init__"

static CyanNamePart
part (const char *at, gsize length)
{
  return (CyanNamePart){ at, length };
}

static gboolean
part_is (CyanNamePart self, const char *text)
{
  return self.length == strlen (text) && memcmp (self.at, text, self.length) == 0;
}

static gboolean
part_ends (CyanNamePart self, const char *text)
{
  gsize n = strlen (text);

  return self.length >= n && memcmp (self.at + self.length - n, text, n) == 0;
}

/* What stands behind the last of @separators, or all of it. */
static CyanNamePart
last_part (CyanNamePart self, const char *separators)
{
  gsize begin = self.length;

  while (begin > 0 && strchr (separators, self.at[begin - 1]) == NULL)
    begin--;
  return part (self.at + begin, self.length - begin);
}

/* Without what last_part() gives and the separator. */
static CyanNamePart
but_last_part (CyanNamePart self, const char *separators)
{
  CyanNamePart last = last_part (self, separators);

  return part (self.at, last.at > self.at ? (gsize) (last.at - 1 - self.at) : 0);
}

static gboolean
is_python_file (CyanNamePart path)
{
  return part_ends (path, ".py") || part_ends (path, ".pyc") || part_ends (path, ".pyx")
         || part_ends (path, ".pyi");
}

/* "importlib._bootstrap" of "<frozen importlib._bootstrap>". */
static gboolean
unfreeze (CyanNamePart *module)
{
  gsize n = strlen ("<frozen ");

  if (module->length <= n || memcmp (module->at, "<frozen", n - 1) != 0
      || (module->at[n - 1] != ' ' && module->at[n - 1] != '_')
      || module->at[module->length - 1] != '>')
    return FALSE;
  *module = part (module->at + n, module->length - n - 1);
  return TRUE;
}

static CyanNamePart
stem_of_module (CyanNamePart module)
{
  return *module.at == '<' ? module : last_part (module, ".");
}

/* The name of a file without its ending; that of its folder where it says nothing. */
static CyanNamePart
stem_of_path (CyanNamePart path)
{
  CyanNamePart stem = last_part (path, "/\\");

  if (unfreeze (&path))
    return stem_of_module (path);
  if (!is_python_file (path))
    return stem;
  stem.length =
      (gsize) ((const char *) g_strrstr_len (stem.at, (gssize) stem.length, ".") - stem.at);
  if (part_is (stem, INIT) && stem.at > path.at)
    stem = last_part (but_last_part (path, "/\\"), "/\\");
  return stem;
}

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (c & 0x80) != 0;
}

/* "Tree.visit", "f.<locals>.<lambda>", "<module>". */
static gboolean
is_python_name (CyanNamePart name)
{
  if (name.length == 0 || g_ascii_isdigit (*name.at))
    return FALSE;
  for (gsize i = 0; i < name.length; i++)
    if (!is_word_byte (name.at[i]) && strchr (".<>", name.at[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* "pkg.tree", "<string>", "<frozen importlib._bootstrap>". */
static gboolean
is_module_name (CyanNamePart module)
{
  gboolean in_brackets = module.length > 2 && *module.at == '<' && part_ends (module, ">");

  if (module.length == 0)
    return FALSE;
  for (gsize i = in_brackets; i < module.length - in_brackets; i++)
    if (!is_word_byte (module.at[i]) && module.at[i] != '.'
        && !(in_brackets && strchr (" -", module.at[i]) != NULL))
      return FALSE;
  return TRUE;
}

static gboolean
split_decorated (CyanNamePart label, CyanNamePython *parts)
{
  const char *open = g_strrstr_len (label.at, (gssize) label.length, " (");

  if (open == NULL || !part_ends (label, ")"))
    return FALSE;
  parts->name = part (label.at, (gsize) (open - label.at));
  parts->module = part (open + 2, (gsize) (label.at + label.length - 1 - (open + 2)));
  return is_python_file (parts->module);
}

static gboolean
split_placed (CyanNamePart label, CyanNamePython *parts)
{
  const char *open = g_strrstr_len (label.at, (gssize) label.length, ".py(");
  const char *colon = g_strrstr_len (label.at, (gssize) label.length, ".py:");

  if (open != NULL && part_ends (label, ")"))
    {
      parts->module = part (label.at, (gsize) (open + 3 - label.at));
      parts->name = part (open + 4, (gsize) (label.at + label.length - 1 - (open + 4)));
      return TRUE;
    }
  if (colon == NULL)
    return FALSE;
  parts->module = part (label.at, (gsize) (colon + 3 - label.at));
  parts->name = part (colon + 4, (gsize) (label.at + label.length - (colon + 4)));
  return TRUE;
}

static gboolean
split_module (CyanNamePart label, CyanNamePython *parts)
{
  const char *colon = memchr (label.at, ':', label.length);

  if (colon == NULL)
    return FALSE;
  parts->module = part (label.at, (gsize) (colon - label.at));
  parts->name = part (colon + 1, (gsize) (label.at + label.length - (colon + 1)));
  if (!is_module_name (parts->module))
    return FALSE;
  unfreeze (&parts->module);
  if (part_ends (parts->module, "." INIT))
    parts->module = but_last_part (parts->module, ".");
  return TRUE;
}

/* The last part of a dotted name; what stands in <> may hold anything. */
static CyanNamePart
bare_name (CyanNamePart name)
{
  return part_ends (name, ">") && memchr (name.at, '<', name.length) == name.at
             ? name
             : last_part (name, ".");
}

void
cyan_name_split_python (const char *label, const char *file, CyanNamePython *parts)
{
  CyanNamePart all = part (label, strlen (label));
  CyanNamePart path = part (file, strlen (file));
  gboolean in_python = is_python_file (path);

  *parts = (CyanNamePython){ .manner = CYAN_NAME_NOT_PYTHON };
  if (split_decorated (all, parts))
    parts->manner = CYAN_NAME_DECORATED;
  else if (split_placed (all, parts))
    parts->manner = CYAN_NAME_PLACED;
  else if (split_module (all, parts))
    parts->manner = CYAN_NAME_MODULE;
  else if (in_python)
    {
      parts->manner = CYAN_NAME_BARE;
      parts->name = all;
      parts->module = path;
    }
  if (parts->manner != CYAN_NAME_NOT_PYTHON && is_python_name (parts->name))
    {
      parts->stem = parts->manner == CYAN_NAME_MODULE ? stem_of_module (parts->module)
                                                      : stem_of_path (parts->module);
      parts->bare = bare_name (parts->name);
      parts->is_sure =
          parts->manner != CYAN_NAME_MODULE || in_python || part_is (parts->bare, "<module>");
      if (parts->stem.length > 0 && parts->bare.length > 0)
        return;
    }
  *parts = (CyanNamePython){ .manner = CYAN_NAME_NOT_PYTHON };
}

/* Whether [@at, @at + @length) is "builtins.len". */
static gboolean
is_dotted (const char *at, gsize length)
{
  gboolean dot = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (at[i] == '.')
        {
          if (i == 0 || i + 1 == length || at[i - 1] == '.')
            return FALSE;
          dot = TRUE;
        }
      else if (!is_word_byte (at[i]))
        return FALSE;
    }
  return dot;
}

char *
cyan_name_native (const char *label)
{
  static const char *const heads[] = { "built-in method ", "built-in function " };
  gsize length = strlen (label);
  CyanNamePart inner, method, type;
  const char *quote;

  if (length < 3
      || !((*label == '<' && label[length - 1] == '>')
           || (*label == '{' && label[length - 1] == '}')))
    return is_dotted (label, length) ? g_strdup (label) : NULL;
  inner = part (label + 1, length - 2);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    if (g_str_has_prefix (inner.at, heads[i]))
      {
        inner = part (inner.at + strlen (heads[i]), inner.length - strlen (heads[i]));
        return is_dotted (inner.at, inner.length) ? g_strndup (inner.at, inner.length) : NULL;
      }
  if (!g_str_has_prefix (inner.at, "method '"))
    return is_dotted (inner.at, inner.length) ? g_strndup (inner.at, inner.length) : NULL;

  /* method 'pop' of 'collections.deque' objects */
  method = part (inner.at + strlen ("method '"), 0);
  quote = strchr (method.at, '\'');
  if (quote == NULL || !g_str_has_prefix (quote, "' of '") || !part_ends (inner, "' objects"))
    return NULL;
  method.length = (gsize) (quote - method.at);
  type.at = quote + strlen ("' of '");
  if (type.at + strlen ("' objects") > inner.at + inner.length)
    return NULL;
  type.length = (gsize) (inner.at + inner.length - strlen ("' objects") - type.at);
  type = last_part (type, ".");
  return g_strdup_printf ("%.*s.%.*s", (int) type.length, type.at, (int) method.length, method.at);
}

/* The length of [@label, @label + @length) without what may stand behind parameters. */
static gsize
without_qualifiers (const char *label, gsize length)
{
  static const char *const words[] = { " const", " volatile", " noexcept", " ", "&" };

  for (guint i = 0; i < G_N_ELEMENTS (words);)
    if (part_ends (part (label, length), words[i]))
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
  if (!is_word_byte (at[-1]) && strchr (">)]}~=+-*/%^&|!<", at[-1]) == NULL)
    return NULL;
  /* The operator that is called so. */
  if (part_ends (part (label, (gsize) (at - label)), "operator") && at[1] == ')')
    return NULL;
  return at;
}

gboolean
cyan_name_has_parameters (const char *label)
{
  return find_parameters (label) != NULL;
}

static gboolean
is_operator (const char *label, const char *at)
{
  return g_str_has_prefix (at, "operator") && !is_word_byte (at[strlen ("operator")])
         && (at == label || !is_word_byte (at[-1]));
}

/* The length of "operator" and of its sign. */
static gsize
operator_length (const char *at)
{
  /* Longer ones first. */
  static const char *const signs[] = {
    "<=>", "<<=", ">>=", "->*", "()", "[]", "->", "<<", ">>", "<=", ">=", "==", "!=",
    "&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<",
    ">",   "+",   "-",   "*",   "/",  "%",  "^",  "&",  "|",  "~",  "!",  "=",  ",",
  };
  gsize n = strlen ("operator");

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (at + n, signs[i]))
      return n + strlen (signs[i]);
  return n;
}

gboolean
cyan_name_has_templates (const char *label)
{
  if (strstr (label, "::") == NULL)
    return FALSE;
  for (const char *at = label; *at != '\0'; at++)
    if (is_operator (label, at))
      at += operator_length (at) - 1;
    else if (*at == '<' && at > label && is_word_byte (at[-1]))
      return strchr (at, '>') != NULL;
  return FALSE;
}

/* Behind the type that [@label, @end) returns: the last blank outside of brackets. */
static const char *
skip_type (const char *label, const char *end)
{
  const char *begin = label;
  guint depth = 0;

  for (const char *at = label; at < end; at++)
    if (depth == 0 && is_operator (label, at))
      break;
    else if (strchr ("<({[", *at) != NULL)
      depth++;
    else if (strchr (">)}]", *at) != NULL && depth > 0)
      depth -= *at != '>' || at == label || at[-1] != '-';
    else if (*at == ' ' && depth == 0)
      begin = at + 1;
  return begin;
}

/* Behind the bracket that closes the one at @at; NULL if none does. */
static const char *
skip_brackets (const char *at, const char *end)
{
  guint depth = 0;

  for (; at < end; at++)
    if (*at == '<')
      depth++;
    else if (*at == '>' && at[-1] != '-' && --depth == 0)
      return at + 1;
  return NULL;
}

static char *
drop_templates (const char *begin, const char *end)
{
  GString *text = g_string_new (NULL);

  for (const char *at = begin; at < end;)
    {
      gboolean is_sign = is_operator (begin, at);
      gsize n = is_sign ? MIN (operator_length (at), (gsize) (end - at)) : 1;
      const char *close = NULL;

      g_string_append_len (text, at, (gssize) n);
      at += n;
      /* "operator< <int>" */
      if (is_sign && g_str_has_prefix (at, " <"))
        close = skip_brackets (at + 1, end);
      else if (at < end && *at == '<' && (is_sign || is_word_byte (at[-1])))
        close = skip_brackets (at, end);
      if (close != NULL)
        at = close;
    }
  return g_string_free (text, FALSE);
}

char *
cyan_name_without_parameters (const char *label, gboolean templates)
{
  const char *end = find_parameters (label);
  const char *begin = label;

  if (end != NULL)
    begin = skip_type (label, end);
  else
    end = label + strlen (label);
  if (begin == end)
    return g_strdup (label);
  return templates ? drop_templates (begin, end) : g_strndup (begin, (gsize) (end - begin));
}
