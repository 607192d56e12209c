/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits names of functions into scopes and identifier.
 *
 * Drops everything that sources do not name: arguments, template arguments, return types.
 */
#include "cyan-name-private.h"

#include <string.h>

static const char anonymous_namespace[] = "(anonymous namespace)";

/* Like cyan_name_skip_brackets(), but goes to the end of the text if no bracket closes. */
static const char *
skip_brackets (const char *at)
{
  const char *end = at + strlen (at);
  const char *stop = cyan_name_skip_brackets (at, end);

  return stop != NULL ? stop : end;
}

/* Takes "operator" with its sign, "new[]", or a type, without white space.  Returns the position
 * where template arguments or parameters begin. */
static const char *
take_operator (const char *at, GString *part)
{
  const char *stop;
  gsize length;

  at += strlen ("operator");
  at += strspn (at, " ");
  length = cyan_name_sign_length (at);
  stop = at + (length > 0 ? length : strcspn (at, "("));
  g_string_append (part, "operator");
  for (; at < stop; at++)
    if (*at != ' ')
      g_string_append_c (part, *at);
  return at + (*at == ' ' && (at[1] == '<' || at[1] == '('));
}

static void
end_part (CyanNameReader *self)
{
  if (self->part->len > 0 && strcmp (self->part->str, "<locals>") != 0
      && !g_str_has_prefix (self->part->str, "__anon"))
    g_ptr_array_add (self->parts, g_strdup (self->part->str));
  g_string_truncate (self->part, 0);
}

/* Takes the parameters that start at the bracket @at, with the text that follows them. */
static void
take_parameters (CyanNameReader *self, const char *at)
{
  const char *stop = skip_brackets (at);
  const char *inner = strstr (stop, "::");

  if (self->name->naming == CYAN_NAMING_GO || self->name->naming == CYAN_NAMING_PYTHON)
    return;
  g_free (self->name->parameters); /* drop the parameters of a type in brackets */
  self->name->parameters =
      g_strndup (at, (gsize) ((inner != NULL ? inner : stop + strlen (stop)) - at));
  if (inner != NULL)
    self->name->is_anonymous = TRUE;
}

/* "{closure#0}", "'lambda'", "$_0", "<lambda(int)>": belongs to the enclosing function. */
static gboolean
is_closure (CyanNaming naming, const char *at)
{
  if (naming == CYAN_NAMING_C
      && (g_str_has_prefix (at, "<lambda") || g_str_has_prefix (at, "{lambda")
          || g_str_has_prefix (at, "'lambda") || g_str_has_prefix (at, "'unnamed")
          || g_str_has_prefix (at, "{unnamed")))
    return !g_str_has_prefix (at, "<lambda>");
  if (naming == CYAN_NAMING_C && g_str_has_prefix (at, "$_"))
    return at[2] == '\0' || at[2] == ':' || g_ascii_isdigit (at[2]);
  return g_str_has_prefix (at, "{closure") || g_str_has_prefix (at, "{{closure");
}

/* "<T as Trait>", "<impl Trait for T>", "<&mut T>": returns the type that has the methods. */
static char *
take_rust_type (const char *at, gsize length)
{
  static const char *const words[] = { "&", "*", "mut ", "const ", "dyn ", NULL };
  g_autofree char *type = g_strndup (at, length);
  const char *start = type, *end;
  gboolean found;
  guint depth = 0;

  if (g_str_has_prefix (type, "impl "))
    {
      const char *other = strstr (type, " for ");

      start = other != NULL ? other + 5 : type + 5;
    }
  do
    start = cyan_name_skip_word (start, words, &found);
  while (found);
  for (end = start; *end != '\0' && (depth > 0 || !g_str_has_prefix (end, " as ")); end++)
    depth = cyan_name_depth_behind (start, end, depth);
  return g_strndup (start, (gsize) (end - start));
}

static void read_parts (CyanNameReader *self, const char *at);

/* Takes a "<...>" at the start of a part. */
static const char *
take_angle (CyanNameReader *self, const char *at)
{
  const char *stop = skip_brackets (at);
  CyanNaming naming = self->name->naming;

  if (naming == CYAN_NAMING_RUST)
    {
      g_autofree char *type = take_rust_type (at + 1, (gsize) MAX (stop - at - 2, 0));

      if (self->parts->len == 0 && self->depth == 0)
        {
          self->depth++;
          read_parts (self, type);
          self->depth--;
        }
      else if (g_str_has_prefix (at, "<impl "))
        {
          /* "a::<impl T>::f" is in a, wherever T is. */
          const char *last = g_strrstr_len (type, (gssize) strcspn (type, "<"), "::");

          g_string_assign (self->part, last != NULL ? last + 2 : type);
          g_string_truncate (self->part, strcspn (self->part->str, "<"));
          end_part (self);
        }
      return stop;
    }
  g_string_append_len (self->part, at, stop - at);
  /* "<M>b__0" of C# continues. */
  return stop;
}

static gboolean
is_separator (CyanNaming naming, const char *at, const GString *part)
{
  if (at[0] == '.' || at[0] == '/')
    return TRUE;
  if (naming == CYAN_NAMING_CSHARP)
    return at[0] == '+' && part->len > 0;
  return naming == CYAN_NAMING_RUBY && at[0] == '#' && part->len > 0;
}

/* Methods of Ruby may be called "+" or "[]=". */
static const char *
take_ruby_method (CyanNameReader *self, const char *at)
{
  gsize length = strcspn (at, " ");

  g_string_append_len (self->part, at, (gssize) length);
  return at + length;
}

/* Reads what a bracket opens: returns where the name goes on, NULL if it ends here, and @at if
 * there is no bracket, or one that is a letter of the name. */
static const char *
read_bracket (CyanNameReader *self, const char *at)
{
  CyanNaming naming = self->name->naming;
  GString *part = self->part;
  const char *stop;

  switch (*at)
    {
    case '{':
      if (part->len > 0)
        return at;
      /* "{impl#3}": of a type that the name does not contain. */
      self->name->is_loose |= g_str_has_prefix (at, "{impl");
      self->name->is_opaque |= g_str_has_prefix (at, "{shim");
      return skip_brackets (at);
    case '<':
      if (part->len == 0 || naming == CYAN_NAMING_CSHARP)
        return take_angle (self, at);
      return skip_brackets (at);
    case '(':
      stop = part->len == 0 && at[1] == '*' ? strchr (at, ')') : NULL;
      if (stop != NULL)
        {
          g_string_append_len (part, at + 2, strcspn (at + 2, "[)"));
          return stop + 1;
        }
      if (part->len > 0)
        take_parameters (self, at);
      return NULL;
    case '[':
      return part->len > 0 && naming != CYAN_NAMING_RUBY ? skip_brackets (at) : at;
    default:
      return at;
    }
}

/* Ends the part at a separator: returns where the next one begins, and @at if there is none. */
static const char *
read_separator (CyanNameReader *self, const char *at)
{
  CyanNaming naming = self->name->naming;

  if (at[0] == ':' && at[1] == ':')
    {
      end_part (self);
      return at + 2;
    }
  if (*at == ':' && (naming == CYAN_NAMING_C || naming == CYAN_NAMING_PYTHON))
    {
      end_part (self);
      self->name->n_module = self->parts->len;
      return at + 1;
    }
  if (!is_separator (naming, at, self->part))
    return at;
  end_part (self);
  if (naming == CYAN_NAMING_RUBY && !cyan_name_is_word_byte (at[1]) && strchr ("<$", at[1]) == NULL)
    return take_ruby_method (self, at + 1);
  if (naming == CYAN_NAMING_CSHARP && at[1] == '.')
    {
      g_string_append_c (self->part, '.');
      return at + 2;
    }
  return at + 1;
}

/* One step of read_parts(); NULL where the name ends. */
static const char *
read_step (CyanNameReader *self, const char *at)
{
  CyanNaming naming = self->name->naming;
  GString *part = self->part;
  const char *next;

  if (g_str_has_prefix (at, anonymous_namespace))
    return at + strlen (anonymous_namespace);
  if (part->len == 0 && is_closure (naming, at))
    {
      self->name->is_anonymous = TRUE;
      return NULL;
    }
  next = read_bracket (self, at);
  if (next != at)
    return next;
  if (naming == CYAN_NAMING_C && part->len == 0 && cyan_name_is_operator (at, at))
    return take_operator (at, part);
  if ((*at == '@' && part->len > 0) || (*at == ')' && naming == CYAN_NAMING_PYTHON))
    return NULL;
  if (*at == ' ' && (naming != CYAN_NAMING_C || at[1] == '(' || at[1] == '['))
    return NULL;
  if (*at == ' ')
    {
      /* The text so far was a return type. */
      g_string_truncate (part, 0);
      g_ptr_array_set_size (self->parts, 0);
      self->name->n_module = 0;
      return at + 1;
    }
  next = read_separator (self, at);
  if (next != at)
    return next;
  if (*at == '>' && naming == CYAN_NAMING_RUBY && (at[1] == '#' || at[1] == '.'))
    return at + 1;
  if (*at == '`' && naming == CYAN_NAMING_CSHARP)
    return at + 1 + strspn (at + 1, "0123456789");
  g_string_append_c (part, *at);
  return at + 1;
}

/* A type in brackets is read by a nested call, which does not nest further. */
static void
read_parts (CyanNameReader *self, const char *at)
{
  while (at != NULL && *at != '\0')
    at = read_step (self, at);
  end_part (self);
}

/* Takes the folders and the name at the end of [@path, @path + @length) as the module. */
static void
take_module (CyanNameReader *self, const char *path, gsize length)
{
  g_autofree char *whole = g_strndup (path, length);
  g_auto (GStrv) steps = g_strsplit_set (whole, "/\\", -1);

  for (guint i = 0; steps[i] != NULL; i++)
    if (steps[i][0] != '\0')
      {
        /* Go writes a dot in the last step as %2e. */
        char *step = g_uri_unescape_string (steps[i], NULL);

        g_ptr_array_add (self->parts, step != NULL ? step : g_strdup (steps[i]));
      }
  self->name->n_module = self->parts->len;
}

/* Skips the file that some recorders of Python write first: "tree.py:visit", "tree.py(visit)". */
static const char *
read_python_file (CyanNameReader *self, const char *at)
{
  CyanPythonLabel label;

  cyan_python_label_read (&label, at, "");
  if (label.style != CYAN_PYTHON_STYLE_FILE_IN_FRONT)
    return at;
  take_module (self, label.module.at, label.module.length - strlen (".py"));
  return label.name.at;
}

/* Takes the import path of Go: "github.com/a/b/pkg" before ".T.M". */
static const char *
read_import_path (CyanNameReader *self, const char *at)
{
  gsize length = strcspn (at, "([{<");
  const char *slash = g_strrstr_len (at, (gssize) length, "/");
  const char *package = slash != NULL ? slash + 1 : at;
  const char *dot = strchr (package, '.');

  if (dot == NULL || dot == at || at[0] == '(')
    return at;
  take_module (self, at, (gsize) (dot - at));
  return dot + 1;
}

/* Whether @text is mangled by C++ or Rust (v0).  Both contain the length of an identifier;
 * "_Reader" and "_Zone" are ordinary names. */
static gboolean
is_mangled (const char *text)
{
  if (text[0] != '_' || (text[1] != 'Z' && text[1] != 'R') || text[2] == '\0'
      || strpbrk (text, "0123456789") == NULL
      || strspn (text, "_.$" G_CSET_a_2_z G_CSET_A_2_Z "0123456789") != strlen (text))
    return FALSE;
  return text[1] == 'Z' || strchr ("CMXYNIB", text[2]) != NULL;
}

static gboolean
is_no_name (const char *text)
{
  return is_mangled (text) || text[0] == '[' || g_str_has_prefix (text, "0x")
         || (text[0] == '(' && text[1] != '*' && !g_str_has_prefix (text, anonymous_namespace));
}

void
cyan_name_parts_init_as (CyanNameParts *self, CyanNaming naming, const char *text)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  CyanNameReader reader = { self, parts, g_string_new (NULL), 0 };

  *self = (CyanNameParts){ .naming = naming };
  text = cyan_name_skip_prefix (self, text != NULL ? text : "");
  if (is_no_name (text))
    self->is_opaque = TRUE;
  else if (!self->is_opaque)
    {
      if (naming == CYAN_NAMING_GO)
        text = read_import_path (&reader, text);
      else if (naming == CYAN_NAMING_PYTHON)
        text = read_python_file (&reader, text);
      read_parts (&reader, text);
      cyan_name_resolve_parts (&reader);
    }
  if (self->n_module > parts->len)
    self->n_module = parts->len;
  if (parts->len == self->n_module && !self->is_module)
    self->is_opaque = TRUE;
  self->n_parts = parts->len;
  g_ptr_array_add (parts, NULL);
  self->parts = (char **) g_ptr_array_free (parts, FALSE);
  g_string_free (reader.part, TRUE);
}

static CyanNaming
guess_naming (const char *text)
{
  const char *slash = strrchr (text, '/');
  CyanPythonLabel python;

  if (strstr (text, "{closure") != NULL || strstr (text, "{impl") != NULL
      || (text[0] == '<' && (strstr (text, " as ") != NULL || strstr (text, ">::") != NULL)))
    return CYAN_NAMING_RUST;
  if (strstr (text, ".(*") != NULL || strstr (text, "[...]") != NULL
      || (slash != NULL && strchr (slash, '.') != NULL && strpbrk (text, ":( ") == NULL))
    return CYAN_NAMING_GO;
  if (g_str_has_prefix (text, "block ")
      || (strchr (text, '#') > text && strchr (text, '{') == NULL))
    return CYAN_NAMING_RUBY;
  cyan_python_label_read (&python, text, "");
  if (python.style == CYAN_PYTHON_STYLE_FILE_IN_FRONT || strstr (text, "<locals>") != NULL
      || strstr (text, "<lambda>") != NULL)
    return CYAN_NAMING_PYTHON;
  if (strstr (text, ">b__") != NULL || strstr (text, "..ctor") != NULL)
    return CYAN_NAMING_CSHARP;
  return CYAN_NAMING_C;
}

void
cyan_name_parts_init (CyanNameParts *self, const char *text)
{
  cyan_name_parts_init_as (self, guess_naming (text != NULL ? text : ""), text);
}
