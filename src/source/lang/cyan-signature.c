/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits parameter lists into types, and types into words. */
#include "cyan-extents.h"

#include <string.h>

#include "cyan-code-tokens.h"

#define is_word_char cyan_code_is_word_char

/* Maximum number of parameters that are compared; only generated code has more. */
#define MAX_PARAMETERS 64

/* One type.  Strings are borrowed from a copy of the text. */
typedef struct
{
  GString *head;  /* "unsignedlong", or the last step of "ns::K" */
  GString *inner; /* words of template arguments: " int K " */
  gboolean is_builtin;
  gboolean is_const;
  gboolean is_reference;
  guint n_pointers;
} Type;

static const char builtins[] =
    "bool boolean byte char double float int long sbyte short signed uint ulong unsigned "
    "ushort void wchar_t decimal object char8_t char16_t char32_t __int128";

/* Words that do not distinguish types. */
static const char ignored[] =
    "volatile struct class enum union typename register restrict final ref out in this "
    "params __restrict constexpr scoped auto inline";

/* Different names of the same type in Java and C#. */
static const char *const aliases[][2] = {
  { "int32", "int" },     { "int64", "long" },     { "int16", "short" }, { "uint32", "uint" },
  { "uint64", "ulong" },  { "uint16", "ushort" },  { "uint8", "byte" },  { "int8", "sbyte" },
  { "float32", "float" }, { "float64", "double" }, { "Int32", "int" },   { "Int64", "long" },
  { "String", "string" }, { "Boolean", "bool" },   { "_Bool", "bool" },  { "__cxx11", "" },
};

static gboolean
is_builtin_word (const char *word)
{
  return cyan_code_words_have (builtins, word, strlen (word));
}

static void
type_clear (Type *self)
{
  g_string_free (self->head, TRUE);
  g_string_free (self->inner, TRUE);
}

/* "unsigned long int" is "unsigned long", and "signed" is "int"; the order of the words does not
 * count. */
static void
append_builtin_type (GString *head, const GPtrArray *words)
{
  guint n_long = 0;
  gboolean is_unsigned = FALSE, is_signed = FALSE;
  const char *base = "int";

  for (guint i = 0; i < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i);

      if (strcmp (word, "long") == 0)
        n_long++;
      else if (strcmp (word, "unsigned") == 0)
        is_unsigned = TRUE;
      else if (strcmp (word, "signed") == 0)
        is_signed = TRUE;
      else if (strcmp (word, "int") != 0)
        base = strcmp (word, "boolean") == 0 ? "bool" : word;
    }
  g_string_printf (head, "%s%s%.*s%s", is_unsigned ? "unsigned " : "",
                   is_signed && strcmp (base, "char") == 0 ? "signed " : "",
                   (int) MIN (n_long, 2) * 5, "long long ", base);
}

static const char *
resolve_alias (const char *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (strcmp (word, aliases[i][0]) == 0)
      return aliases[i][1];
  return word;
}

/* Adds words outside of brackets to @words; words joined by "::" and "." count as one, of which the
 * last step is used.  Words inside are added to the type's arguments. */
static void
collect_words (Type *self, const char *at, const char *end, GPtrArray *words)
{
  guint depth = 0;
  gboolean joined = FALSE;

  while (at < end && !(*at == '=' && depth == 0))
    {
      if (is_word_char (*at))
        {
          const char *start = at;
          g_autofree char *word = NULL;
          const char *known;

          while (at < end && is_word_char (*at))
            at++;
          word = g_strndup (start, (gsize) (at - start));
          known = resolve_alias (word);
          if (depth > 0)
            g_string_append_printf (self->inner, "%s ", known);
          else if (strcmp (known, "const") == 0)
            self->is_const = TRUE;
          else if (known[0] != '\0' && !cyan_code_words_have (ignored, known, strlen (known)))
            {
              if (joined && words->len > 0)
                g_ptr_array_remove_index (words, words->len - 1);
              g_ptr_array_add (words, g_strdup (known));
            }
          joined = FALSE;
          continue;
        }
      if (*at == '<' || *at == '(' || *at == '{')
        depth++;
      else if (*at == '>' || *at == ')' || *at == '}')
        depth -= depth > 0;
      else if (depth == 0 && (*at == '*' || *at == '['))
        self->n_pointers++;
      else if (depth == 0 && *at == '&')
        self->is_reference = TRUE;
      else if (depth == 0 && (g_str_has_prefix (at, "::") || (*at == '.' && at[1] != '.')))
        {
          joined = TRUE;
          at += *at == ':';
        }
      at++;
    }
}

/* @named: the last word may be the parameter's name. */
static void
type_init (Type *self, const char *start, const char *end, gboolean named)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  *self = (Type){ .head = g_string_new (NULL), .inner = g_string_new (" ") };
  collect_words (self, start, end, words);
  if (named && words->len > 1 && !is_builtin_word (g_ptr_array_index (words, words->len - 1)))
    g_ptr_array_remove_index (words, words->len - 1);
  self->is_builtin = words->len > 0;
  for (guint i = 0; i < words->len; i++)
    self->is_builtin = self->is_builtin && is_builtin_word (g_ptr_array_index (words, i));
  if (self->is_builtin)
    append_builtin_type (self->head, words);
  else if (words->len > 0)
    g_string_assign (self->head, g_ptr_array_index (words, words->len - 1));
}

/* Whether @whole has all built-in words of @part's arguments. */
static gboolean
inner_fits (const GString *whole, const GString *part)
{
  g_auto (GStrv) words = g_strsplit (part->str, " ", -1);

  for (guint i = 0; whole->len > 1 && words[i] != NULL; i++)
    {
      g_autofree char *padded = g_strconcat (" ", words[i], " ", NULL);

      if (is_builtin_word (words[i]) && strstr (whole->str, padded) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* @one is of the profile, @other of the source, which may be an alias of any type. */
static CyanSignatureFit
compare_types (const Type *one, const Type *other)
{
  gboolean same = g_string_equal (one->head, other->head) && one->head->len > 0;

  if (other->n_pointers > one->n_pointers)
    return CYAN_SIGNATURE_DIFFERS;
  if (!same)
    return other->is_builtin || (other->is_reference && !one->is_reference)
               ? CYAN_SIGNATURE_DIFFERS
               : CYAN_SIGNATURE_POSSIBLE;
  if (one->n_pointers != other->n_pointers || one->is_reference != other->is_reference
      || ((one->n_pointers > 0 || one->is_reference) && one->is_const != other->is_const)
      || !inner_fits (one->inner, other->inner))
    return CYAN_SIGNATURE_DIFFERS;
  return CYAN_SIGNATURE_SAME;
}

/* Splits the parameters between the brackets; sets the start and end of each.  Returns the text
 * after them. */
static const char *
split_list (const char *text, const char **starts, const char **ends, guint *n)
{
  const char *at = strchr (text, '(');
  guint depth = 0;

  *n = 0;
  if (at == NULL)
    return text + strlen (text);
  starts[0] = ++at;
  for (; *at != '\0' && !(depth == 0 && *at == ')'); at++)
    if (strchr ("<([{", *at) != NULL)
      depth++;
    else if (strchr (">)]}", *at) != NULL && at[-1] != '-')
      depth -= depth > 0;
    else if (*at == ',' && depth == 0 && *n + 1 < MAX_PARAMETERS)
      {
        ends[(*n)++] = at;
        starts[*n] = at + 1;
      }
  ends[(*n)++] = at;
  while (starts[0] < ends[0] && *starts[0] == ' ')
    starts[0]++;
  if (*n == 1
      && (starts[0] == ends[0]
          || (ends[0] - starts[0] == 4 && strncmp (starts[0], "void", 4) == 0)))
    *n = 0;
  return *at != '\0' ? at + 1 : at;
}

static gboolean
has_dots (const char *start, const char *end)
{
  return g_strstr_len (start, end - start, "...") != NULL;
}

static gboolean
is_const_method (const char *behind)
{
  return g_strstr_len (behind, (gssize) strcspn (behind, "["), " const") != NULL;
}

CyanSignatureFit
cyan_signature_fit (const char *parameters, const char *signature)
{
  const char *starts[2][MAX_PARAMETERS], *ends[2][MAX_PARAMETERS];
  const char *behind[2];
  guint n[2];
  CyanSignatureFit worst = CYAN_SIGNATURE_SAME;

  if (parameters == NULL || signature == NULL)
    return CYAN_SIGNATURE_POSSIBLE;
  behind[0] = split_list (parameters, starts[0], ends[0], &n[0]);
  behind[1] = split_list (signature, starts[1], ends[1], &n[1]);
  /* Dots stand for any number of parameters in a template, and for an array in Java. */
  for (guint i = 0; i < n[1]; i++)
    if (has_dots (starts[1][i], ends[1][i])
        && !(n[0] == n[1] && has_dots (starts[0][i], ends[0][i])))
      return n[0] + 1 >= n[1] ? CYAN_SIGNATURE_POSSIBLE : CYAN_SIGNATURE_DIFFERS;
  if (n[0] != n[1] || is_const_method (behind[0]) != is_const_method (behind[1]))
    return CYAN_SIGNATURE_DIFFERS;
  for (guint i = 0; i < n[0]; i++)
    {
      Type one, other;
      CyanSignatureFit fit;

      if (has_dots (starts[1][i], ends[1][i]))
        continue;
      type_init (&one, starts[0][i], ends[0][i], FALSE);
      type_init (&other, starts[1][i], ends[1][i], TRUE);
      fit = compare_types (&one, &other);
      worst = MIN (worst, fit);
      type_clear (&one);
      type_clear (&other);
    }
  return worst;
}
