/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of Python modules, by what stands above a file and which of that is a package. */
#include "cyan-name-python-module.h"

#include <string.h>

#define INIT "__init__"

/* The last separator of folders in [@path, @path + @length). */
static const char *
last_separator (const char *path, gsize length)
{
  for (const char *at = path + length; at > path; at--)
    if (at[-1] == '/' || at[-1] == '\\')
      return at - 1;
  return NULL;
}

static gboolean
is_init (const char *base)
{
  return strcmp (base, INIT ".py") == 0 || strcmp (base, INIT ".pyc") == 0;
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

void
cyan_python_modules_add (CyanPythonModules *self, const char *path)
{
  const char *separator = last_separator (path, strlen (path));

  if (separator != NULL && is_init (separator + 1))
    g_hash_table_add (self->packages, g_strndup (path, (gsize) (separator - path)));
}

/* Whether the folder [@folder, @folder + @length) is one that modules are installed in. */
static gboolean
is_library (const char *folder, gsize length)
{
  const char *separator = last_separator (folder, length);
  const char *name = separator != NULL ? separator + 1 : folder;
  gsize size = (gsize) (folder + length - name);

  if (size == 13
      && (strncmp (name, "site-packages", size) == 0 || strncmp (name, "dist-packages", size) == 0))
    return TRUE;
  /* lib/python3.11 */
  return size >= 7 && strncmp (name, "python", 6) == 0 && g_ascii_isdigit (name[6])
         && separator != NULL && separator - folder >= 3 && strncmp (separator - 3, "lib", 3) == 0;
}

/* Where the name begins in @path, whose folders end at @end: behind the innermost folder that
 * modules are installed in, else at the outermost of the packages that enclose each other. */
static gsize
find_begin (const CyanPythonModules *self, const char *path, gsize end)
{
  gsize begin = end;

  for (gsize at = end; at > 0;)
    {
      const char *separator = last_separator (path, at);

      if (is_library (path, at))
        return at + 1;
      at = separator != NULL ? (gsize) (separator - path) : 0;
    }
  while (begin > 0)
    {
      g_autofree char *folder = g_strndup (path, begin);
      const char *separator = last_separator (path, begin);

      if (!g_hash_table_contains (self->packages, folder))
        break;
      begin = separator != NULL ? (gsize) (separator - path) : 0;
    }
  return begin < end && begin > 0 ? begin + 1 : begin == end ? end + 1 : 0;
}

char *
cyan_python_modules_name (const CyanPythonModules *self, const char *path)
{
  const char *separator = last_separator (path, strlen (path));
  GString *name;
  gsize begin;

  if (*path == '<')
    return g_strdup (path);
  begin = separator != NULL ? find_begin (self, path, (gsize) (separator - path)) : 0;
  /* A package's own file is named as the folder, whether the folder is enclosed or not. */
  if (separator != NULL && is_init (separator + 1) && path + begin > separator)
    {
      const char *above = last_separator (path, (gsize) (separator - path));

      begin = above != NULL ? (gsize) (above - path) + 1 : 0;
    }
  while (path[begin] == '/' || path[begin] == '\\')
    begin++;
  name = g_string_new (path + begin);
  if (g_str_has_suffix (name->str, ".py"))
    g_string_truncate (name, name->len - 3);
  else if (g_str_has_suffix (name->str, ".pyc"))
    g_string_truncate (name, name->len - 4);
  if (g_str_has_suffix (name->str, "/" INIT) || g_str_has_suffix (name->str, "\\" INIT))
    g_string_truncate (name, name->len - strlen ("/" INIT));
  for (char *at = name->str; *at != '\0'; at++)
    if (*at == '/' || *at == '\\')
      *at = '.';
  return g_string_free (name, FALSE);
}
