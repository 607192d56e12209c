/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The styles in which recorders of Python write names, and module names from paths. */
#include "cyan-name-python.h"
#include "cyan-name-private.h"

#include <string.h>

#define INIT    "__init__"
#define FOLDERS "/\\" /* path separators */

static CyanNameSpan
span (const char *at, const char *end)
{
  return (CyanNameSpan){ at, (gsize) (end - at) };
}

static const char *
span_end (CyanNameSpan self)
{
  return self.at + self.length;
}

static gboolean
span_is (CyanNameSpan self, const char *text)
{
  return self.length == strlen (text) && memcmp (self.at, text, self.length) == 0;
}

/* The span without its last part (see cyan_name_span_last()) and the separator. */
static CyanNameSpan
but_last (CyanNameSpan self, const char *separators)
{
  const char *last = cyan_name_span_last (self, separators).at;

  return span (self.at, last > self.at ? last - 1 : self.at);
}

static gboolean
is_python_file (CyanNameSpan path)
{
  return cyan_name_span_ends (path, ".py") || cyan_name_span_ends (path, ".pyc")
         || cyan_name_span_ends (path, ".pyx") || cyan_name_span_ends (path, ".pyi");
}

/* "importlib._bootstrap" for "<frozen importlib._bootstrap>". */
static gboolean
unfreeze (CyanNameSpan *module)
{
  gsize n = strlen ("<frozen ");

  if (module->length <= n || memcmp (module->at, "<frozen", n - 1) != 0
      || (module->at[n - 1] != ' ' && module->at[n - 1] != '_')
      || !cyan_name_span_ends (*module, ">"))
    return FALSE;
  *module = span (module->at + n, span_end (*module) - 1);
  return TRUE;
}

static CyanNameSpan
short_module (CyanNameSpan module)
{
  return *module.at == '<' ? module : cyan_name_span_last (module, ".");
}

/* The name of a file without its extension; for __init__.py, the name of its folder. */
static CyanNameSpan
short_path (CyanNameSpan path)
{
  CyanNameSpan file = cyan_name_span_last (path, FOLDERS);

  if (unfreeze (&path))
    return short_module (path);
  if (!is_python_file (path))
    return file;
  file = but_last (file, ".");
  if (span_is (file, INIT) && file.at > path.at)
    return cyan_name_span_last (but_last (path, FOLDERS), FOLDERS);
  return file;
}

/* "Tree.visit", "f.<locals>.<lambda>", "<module>". */
static gboolean
is_python_name (CyanNameSpan name)
{
  if (name.length == 0 || g_ascii_isdigit (*name.at))
    return FALSE;
  for (gsize i = 0; i < name.length; i++)
    if (!cyan_name_is_word_byte (name.at[i]) && strchr (".<>", name.at[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* "pkg.tree", "<string>", "<frozen importlib._bootstrap>". */
static gboolean
is_module_name (CyanNameSpan module)
{
  gboolean in_brackets =
      module.length > 2 && *module.at == '<' && cyan_name_span_ends (module, ">");

  if (module.length == 0)
    return FALSE;
  for (gsize i = in_brackets; i < module.length - in_brackets; i++)
    if (!cyan_name_is_word_byte (module.at[i]) && module.at[i] != '.'
        && !(in_brackets && strchr (" -", module.at[i]) != NULL))
      return FALSE;
  return TRUE;
}

static gboolean
read_file_behind (CyanPythonLabel *self, CyanNameSpan label)
{
  const char *open = g_strrstr_len (label.at, (gssize) label.length, " (");

  if (open == NULL || !cyan_name_span_ends (label, ")"))
    return FALSE;
  self->name = span (label.at, open);
  self->module = span (open + 2, span_end (label) - 1);
  return is_python_file (self->module);
}

static gboolean
read_file_in_front (CyanPythonLabel *self, CyanNameSpan label)
{
  const char *at = g_strrstr_len (label.at, (gssize) label.length, ".py(");
  gboolean in_brackets = at != NULL && cyan_name_span_ends (label, ")");

  if (!in_brackets)
    at = g_strrstr_len (label.at, (gssize) label.length, ".py:");
  if (at == NULL)
    return FALSE;
  self->module = span (label.at, at + strlen (".py"));
  self->name = span (at + strlen (".py("), span_end (label) - in_brackets);
  return TRUE;
}

static gboolean
read_module (CyanPythonLabel *self, CyanNameSpan label)
{
  const char *colon = memchr (label.at, ':', label.length);

  if (colon == NULL)
    return FALSE;
  self->module = span (label.at, colon);
  self->name = span (colon + 1, span_end (label));
  if (!is_module_name (self->module))
    return FALSE;
  unfreeze (&self->module);
  if (cyan_name_span_ends (self->module, "." INIT))
    self->module = but_last (self->module, ".");
  return TRUE;
}

/* The last part of a dotted name; text in <> may contain dots. */
static CyanNameSpan
last_of_name (CyanNameSpan name)
{
  return cyan_name_span_ends (name, ">") && *name.at == '<' ? name
                                                            : cyan_name_span_last (name, ".");
}

void
cyan_python_label_read (CyanPythonLabel *self, const char *label, const char *file)
{
  CyanNameSpan all = { label, strlen (label) };
  CyanNameSpan path = { file, strlen (file) };
  gboolean in_python = is_python_file (path);

  *self = (CyanPythonLabel){ .style = CYAN_PYTHON_STYLE_NONE };
  if (read_file_behind (self, all))
    self->style = CYAN_PYTHON_STYLE_FILE_BEHIND;
  else if (read_file_in_front (self, all))
    self->style = CYAN_PYTHON_STYLE_FILE_IN_FRONT;
  else if (read_module (self, all))
    self->style = CYAN_PYTHON_STYLE_MODULE;
  else if (in_python)
    *self = (CyanPythonLabel){ .style = CYAN_PYTHON_STYLE_NAME, .name = all, .module = path };
  if (self->style != CYAN_PYTHON_STYLE_NONE && is_python_name (self->name))
    {
      self->short_module = self->style == CYAN_PYTHON_STYLE_MODULE ? short_module (self->module)
                                                                   : short_path (self->module);
      self->identifier = last_of_name (self->name);
      self->is_sure = self->style != CYAN_PYTHON_STYLE_MODULE || in_python
                      || span_is (self->identifier, "<module>");
      if (self->short_module.length > 0 && self->identifier.length > 0)
        return;
    }
  *self = (CyanPythonLabel){ .style = CYAN_PYTHON_STYLE_NONE };
}

/* "builtins.len". */
static char *
dotted_name (CyanNameSpan name)
{
  gboolean dot = FALSE;

  for (gsize i = 0; i < name.length; i++)
    if (name.at[i] == '.')
      {
        if (i == 0 || i + 1 == name.length || name.at[i - 1] == '.')
          return NULL;
        dot = TRUE;
      }
    else if (!cyan_name_is_word_byte (name.at[i]))
      return NULL;
  return dot ? g_strndup (name.at, name.length) : NULL;
}

char *
cyan_python_native_name (const char *label)
{
  static const char *const heads[] = { "built-in method ", "built-in function " };
  const char *end = label + strlen (label);
  const char *method, *quote;
  CyanNameSpan inner = span (label, end), type;

  if (inner.length < 3 || !((*label == '<' && end[-1] == '>') || (*label == '{' && end[-1] == '}')))
    return dotted_name (inner);
  inner = span (label + 1, --end);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    if (g_str_has_prefix (inner.at, heads[i]))
      return dotted_name (span (inner.at + strlen (heads[i]), end));
  if (!g_str_has_prefix (inner.at, "method '"))
    return dotted_name (inner);

  /* method 'pop' of 'collections.deque' objects */
  method = inner.at + strlen ("method '");
  quote = strchr (method, '\'');
  if (quote == NULL || !g_str_has_prefix (quote, "' of '")
      || !cyan_name_span_ends (inner, "' objects"))
    return NULL;
  type.at = quote + strlen ("' of '");
  end -= strlen ("' objects");
  if (type.at > end)
    return NULL;
  type = cyan_name_span_last (span (type.at, end), ".");
  return g_strdup_printf ("%.*s.%.*s", (int) type.length, type.at, (int) (quote - method), method);
}

void
cyan_python_modules_init (CyanPythonModules *self)
{
  self->packages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
cyan_python_modules_clear (CyanPythonModules *self)
{
  g_hash_table_unref (self->packages);
}

/* Whether @path is the own file of a package; sets @folder to the package's folder. */
static gboolean
is_package (CyanNameSpan path, CyanNameSpan *folder)
{
  CyanNameSpan file = cyan_name_span_last (path, FOLDERS);

  *folder = but_last (path, FOLDERS);
  return file.at > path.at && (span_is (file, INIT ".py") || span_is (file, INIT ".pyc"));
}

void
cyan_python_modules_add (CyanPythonModules *self, const char *path)
{
  CyanNameSpan folder;

  if (is_package ((CyanNameSpan){ path, strlen (path) }, &folder))
    g_hash_table_add (self->packages, g_strndup (folder.at, folder.length));
}

/* Whether modules are installed in @folder. */
static gboolean
is_library (CyanNameSpan folder)
{
  CyanNameSpan name = cyan_name_span_last (folder, FOLDERS);

  if (span_is (name, "site-packages") || span_is (name, "dist-packages"))
    return TRUE;
  /* lib/python3.11 */
  return name.length >= 7 && strncmp (name.at, "python", 6) == 0 && g_ascii_isdigit (name.at[6])
         && cyan_name_span_ends (but_last (folder, FOLDERS), "lib");
}

/* Where the module name begins in a path with the folders @folder: after the innermost folder for
 * installed modules, else at the outermost enclosing package. */
static const char *
find_begin (const CyanPythonModules *self, CyanNameSpan folder)
{
  CyanNameSpan outer = folder;

  for (CyanNameSpan at = folder; at.length > 0; at = but_last (at, FOLDERS))
    if (is_library (at))
      return span_end (at) + 1;
  while (outer.length > 0)
    {
      g_autofree char *package = g_strndup (outer.at, outer.length);

      if (!g_hash_table_contains (self->packages, package))
        break;
      outer = but_last (outer, FOLDERS);
    }
  return outer.length > 0 || folder.length == 0 ? span_end (outer) + 1 : folder.at;
}

char *
cyan_python_modules_name (const CyanPythonModules *self, const char *path)
{
  CyanNameSpan all = { path, strlen (path) }, folder, name;
  const char *begin = path;
  gboolean is_init = is_package (all, &folder);

  if (*path == '<')
    return g_strdup (path);
  if (cyan_name_span_last (all, FOLDERS).at > path)
    begin = find_begin (self, folder);
  /* A package's own file has the name of the folder, whether an outer package encloses it or not.
   */
  if (is_init && begin > span_end (folder))
    begin = cyan_name_span_last (folder, FOLDERS).at;
  begin += strspn (begin, FOLDERS);
  name = span (begin, span_end (all));
  if (cyan_name_span_ends (name, ".py"))
    name.length -= strlen (".py");
  else if (cyan_name_span_ends (name, ".pyc"))
    name.length -= strlen (".pyc");
  if (cyan_name_span_ends (name, "/" INIT) || cyan_name_span_ends (name, "\\" INIT))
    name.length -= strlen ("/" INIT);
  return g_strdelimit (g_strndup (name.at, name.length), FOLDERS, '.');
}
