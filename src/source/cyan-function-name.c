/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of functions cut into scopes and identifier.
 *
 * What a source has no name for falls away: arguments, template arguments, return types, the
 * suffixes that compilers add to clones.
 */
#include "cyan-function-name.h"

#include <string.h>

static const char anonymous_namespace[] = "(anonymous namespace)";

static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || c == '~' || (guchar) c >= 0x80;
}

/* Past the bracket that closes the one at @at; the end of the string if none does. */
static const char *
skip_brackets (const char *at, char open, char close)
{
  guint depth = 0;

  for (; *at != '\0'; at++)
    if (*at == open)
      depth++;
    else if (*at == close && at[-1] != '-' && --depth == 0)
      return at + 1;
  return at;
}

/* ".isra.0", ".constprop.0.part.1", ".cold" to the end of the name. */
static gboolean
is_clone_suffix (const char *at)
{
  static const char *const words[] = { ".isra.", ".constprop.", ".part.", ".lto_priv.", ".llvm." };

  if (g_str_has_prefix (at, ".cold") && (at[5] == '\0' || at[5] == '.' || at[5] == ' '))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (at, words[i]) && g_ascii_isdigit (at[strlen (words[i])]))
      return TRUE;
  return FALSE;
}

/* What follows "operator", without white space: a symbol, "()", "new[]" or a type. */
static const char *
take_operator (const char *at, GString *part)
{
  while (*at == ' ')
    at++;
  if (g_str_has_prefix (at, "()"))
    {
      g_string_append (part, "()");
      return at + 2;
    }
  for (; *at != '\0' && *at != '('; at++)
    if (*at != ' ')
      g_string_append_c (part, *at);
  return at;
}

static void
end_part (GString *part, GPtrArray *parts)
{
  if (part->len == 0 || strcmp (part->str, "<locals>") == 0
      || g_str_has_prefix (part->str, "__anon"))
    g_string_truncate (part, 0);
  else
    {
      g_ptr_array_add (parts, g_strdup (part->str));
      g_string_truncate (part, 0);
    }
}

static void
split (CyanFunctionName *self, const char *at, GPtrArray *parts)
{
  GString *part = g_string_new (NULL);

  while (*at != '\0')
    {
      if (g_str_has_prefix (at, anonymous_namespace))
        at += strlen (anonymous_namespace);
      else if (*at == '<' && part->len == 0)
        {
          const char *stop = skip_brackets (at, '<', '>');

          g_string_append_len (part, at, stop - at);
          at = stop;
        }
      else if (*at == '<')
        at = skip_brackets (at, '<', '>');
      else if (g_str_has_prefix (at, "operator") && part->len == 0 && !is_word_char (at[8]))
        {
          g_string_append (part, "operator");
          at = take_operator (at + 8, part);
        }
      else if (*at == '(' && part->len == 0 && at[1] == '*' && strchr (at, ')') != NULL)
        {
          const char *stop = strchr (at, ')');

          g_string_append_len (part, at + 2, stop - at - 2);
          at = stop + 1;
        }
      else if (*at == '(' || *at == '[' || *at == '@')
        break;
      else if (*at == ' ' && (at[1] == '(' || at[1] == '['))
        break;
      else if (*at == ' ')
        {
          /* What stood before is a return type. */
          g_string_truncate (part, 0);
          g_ptr_array_set_size (parts, 0);
          self->n_module = 0;
          at++;
        }
      else if (at[0] == ':' && at[1] == ':')
        {
          end_part (part, parts);
          at += 2;
        }
      else if (*at == ':')
        {
          end_part (part, parts);
          self->n_module = parts->len;
          at++;
        }
      else if (*at == '.' && self->n_module == 0 && is_clone_suffix (at))
        break;
      else if (*at == '.' || *at == '/')
        {
          end_part (part, parts);
          at++;
        }
      else
        g_string_append_c (part, *at++);
    }
  end_part (part, parts);
  g_string_free (part, TRUE);
}

/* A mangled name of C++ or Rust (v0).  Both hold the length of an identifier; "_Reader" and "_Zone"
 * are names that people write. */
static gboolean
is_mangled (const char *text)
{
  if (text[0] != '_' || (text[1] != 'Z' && text[1] != 'R') || text[2] == '\0'
      || strpbrk (text, "0123456789") == NULL
      || strspn (text, "_.$" G_CSET_a_2_z G_CSET_A_2_Z "0123456789") != strlen (text))
    return FALSE;
  return text[1] == 'Z' || strchr ("CMXYNIB", text[2]) != NULL;
}

void
cyan_function_name_init (CyanFunctionName *self, const char *text)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);

  memset (self, 0, sizeof *self);
  if (text == NULL)
    text = "";
  if (is_mangled (text) || g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "[unknown]"))
    self->is_opaque = TRUE;
  else
    split (self, text, parts);

  /* "f.<locals>.<lambda>" stands in f; "<module>" is the file. */
  while (parts->len > self->n_module)
    {
      const char *last = g_ptr_array_index (parts, parts->len - 1);

      if (strcmp (last, "<module>") == 0)
        self->is_module = TRUE;
      else if (strcmp (last, "<lambda>") == 0 || strcmp (last, "<listcomp>") == 0
               || strcmp (last, "<setcomp>") == 0 || strcmp (last, "<dictcomp>") == 0
               || strcmp (last, "<genexpr>") == 0 || g_str_has_prefix (last, "{lambda"))
        self->is_anonymous = TRUE;
      else
        break;
      g_ptr_array_set_size (parts, parts->len - 1);
    }
  if (self->is_anonymous && parts->len == self->n_module)
    self->is_module = TRUE;
  if (parts->len == self->n_module && !self->is_module)
    self->is_opaque = TRUE;
  self->n_parts = parts->len;
  g_ptr_array_add (parts, NULL);
  self->parts = (char **) g_ptr_array_free (parts, FALSE);
}

void
cyan_function_name_clear (CyanFunctionName *self)
{
  g_clear_pointer (&self->parts, g_strfreev);
}

const char *
cyan_function_name_last (const CyanFunctionName *self)
{
  return self->n_parts > self->n_module ? self->parts[self->n_parts - 1] : "";
}

CyanNameFit
cyan_function_name_fit (const CyanFunctionName *self, const char *name, const char *scope)
{
  g_auto (CyanFunctionName) outer = { 0 };
  guint ours, theirs, common = 0;

  if (strcmp (cyan_function_name_last (self), name) != 0)
    return CYAN_NAME_DIFFERS;
  cyan_function_name_init (&outer, scope);
  ours = self->n_parts - self->n_module - 1;
  theirs = outer.n_parts;
  while (common < ours && common < theirs
         && strcmp (self->parts[self->n_parts - 2 - common], outer.parts[theirs - 1 - common]) == 0)
    common++;
  if (common < ours && common < theirs)
    return CYAN_NAME_DIFFERS;
  if (ours == theirs)
    return CYAN_NAME_SAME;
  return common == ours && ours > 0 ? CYAN_NAME_SAME_TAIL : CYAN_NAME_SAME_IDENTIFIER;
}

gboolean
cyan_function_name_fits_path (const CyanFunctionName *self, const char *path)
{
  g_auto (GStrv) folders = NULL;
  guint n_folders, at;
  char *dot;

  if (self->n_module == 0 || strcmp (self->parts[self->n_module - 1], "__main__") == 0)
    return TRUE;
  folders = g_strsplit (path, "/", -1);
  n_folders = g_strv_length (folders);
  dot = n_folders > 0 ? strrchr (folders[n_folders - 1], '.') : NULL;
  if (dot != NULL)
    *dot = '\0';
  /* A package's own file may stand in the module's name or not. */
  if (n_folders > 1 && strcmp (folders[n_folders - 1], "__init__") == 0
      && strcmp (self->parts[self->n_module - 1], "__init__") != 0)
    n_folders--;
  for (at = 0; at < self->n_module && at < n_folders; at++)
    if (strcmp (self->parts[self->n_module - 1 - at], folders[n_folders - 1 - at]) != 0)
      return FALSE;
  return at > 0;
}
