/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The language of a file, and the names of functions beside definitions: scopes with scopes, and the rest of the profile's
 * name (a package, a module, a crate) with the file's path.
 */
#include "cyan-name-parts.h"

#include <string.h>

#include "cyan-language.h"

CyanLanguage
cyan_language_of_path (const char *path)
{
#define EXTENSIONS(name, naming, extensions) " " extensions " ",
  static const char *const table[CYAN_N_LANGUAGES] = { CYAN_LANGUAGES (EXTENSIONS) };
#undef EXTENSIONS
  const char *slash = strrchr (path, '/');
  const char *dot = strrchr (slash != NULL ? slash : path, '.');
  char extension[16];

  if (dot == NULL || dot[1] == '\0' || strlen (dot) + 2 > sizeof extension)
    return CYAN_LANGUAGE_OTHER;
  g_snprintf (extension, sizeof extension, " %s ", dot + 1);
  for (guint i = 0; i < CYAN_N_LANGUAGES; i++)
    if (strstr (table[i], extension) != NULL)
      return i;
  return CYAN_LANGUAGE_OTHER;
}

CyanNaming
cyan_naming_of_path (const char *path)
{
#define NAMING(name, naming, extensions) CYAN_NAMING_##naming,
  static const CyanNaming namings[CYAN_N_LANGUAGES] = { CYAN_LANGUAGES (NAMING) };
#undef NAMING
  static const char *const jvm[] = { ".kt", ".kts", ".scala", ".groovy" };

  for (gsize i = 0; i < G_N_ELEMENTS (jvm); i++)
    if (g_str_has_suffix (path, jvm[i]))
      return CYAN_NAMING_JAVA;
  return namings[cyan_language_of_path (path)];
}

void
cyan_name_parts_clear (CyanNameParts *self)
{
  g_clear_pointer (&self->parts, g_strfreev);
  g_clear_pointer (&self->parameters, g_free);
}

const char *
cyan_name_parts_last (const CyanNameParts *self)
{
  return self->n_parts > self->n_module ? self->parts[self->n_parts - 1] : "";
}

char *
cyan_name_identifier (const char *name)
{
  g_auto (CyanNameParts) parts = { 0 };

  cyan_name_parts_init (&parts, name);
  return g_strdup (cyan_name_parts_last (&parts));
}

/* The scopes of a tag, outermost first, without those that have no name. */
static GPtrArray *
split_scope (const char *scope)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  const char *at = scope != NULL ? scope : "";

  while (*at != '\0')
    {
      gsize length = strcspn (at, ".:");

      if (length > 0 && !g_str_has_prefix (at, "__anon"))
        g_ptr_array_add (parts, g_strndup (at, length));
      at += length + strspn (at + length, ".:");
    }
  return parts;
}

/* The parts of a module's or package's name that the language derives from a path. */
static GPtrArray *
split_path (CyanNaming naming, const char *path)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) steps = g_strsplit (path, "/", -1);
  guint n = g_strv_length (steps);

  for (guint i = 0; i < n; i++)
    {
      gboolean last = i + 1 == n;
      char *dot = last ? strrchr (steps[i], '.') : NULL;

      if (last && naming != CYAN_NAMING_PYTHON && naming != CYAN_NAMING_RUST
          && naming != CYAN_NAMING_C)
        break;
      if (dot != NULL)
        *dot = '\0';
      if (naming == CYAN_NAMING_RUST)
        {
          if ((!last && strcmp (steps[i], "src") == 0)
              || (last
                  && (strcmp (steps[i], "mod") == 0 || strcmp (steps[i], "lib") == 0
                      || strcmp (steps[i], "main") == 0)))
            continue;
          g_strdelimit (steps[i], "-", '_');
        }
      g_ptr_array_add (parts, g_strdup (steps[i]));
    }
  return parts;
}

/* "v2", or "yaml.v3" beside "yaml". */
static gboolean
is_version (const char *text)
{
  return text[0] == 'v' && text[1] != '\0' && strspn (text + 1, "0123456789") == strlen (text + 1);
}

/* Whether the last parts of the name equal the last steps of @path, as many as both have.  No part
 * may differ: "copy" of the standard library is not a project's util/copy. */
static gboolean
is_tail (char *const *parts, guint n_parts, const GPtrArray *path)
{
  guint n = MIN (n_parts, path->len);

  for (guint i = 0; i < n; i++)
    if (strcmp (parts[n_parts - 1 - i], g_ptr_array_index (path, path->len - 1 - i)) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
fits_go (char *const *parts, guint n_parts, const GPtrArray *path, const char *package)
{
  const char *last = parts[n_parts - 1];
  const char *version = strrchr (last, '.');

  if (strcmp (last, "main") == 0 && n_parts == 1)
    return g_strcmp0 (package, "main") == 0;
  if (path->len > 0 && is_tail (parts, n_parts, path))
    return TRUE;
  if (n_parts > 1 && is_version (last))
    {
      n_parts--;
      last = parts[n_parts - 1];
      if (path->len > 0 && is_tail (parts, n_parts, path))
        return TRUE;
    }
  /* The module's own folder; its name inside the location is not known. */
  if (path->len > 0 || package == NULL)
    return FALSE;
  return strcmp (last, package) == 0
         || (version != NULL && is_version (version + 1)
             && strncmp (last, package, (gsize) (version - last)) == 0
             && package[version - last] == '\0');
}

/* "crate::module::...": the crate's name is in its manifest and may differ from that of its folder;
 * the folder may also be the location itself. */
static gboolean
fits_rust (char *const *parts, guint n_parts, const GPtrArray *path)
{
  if (path->len >= n_parts)
    return is_tail (parts, n_parts, path);
  return path->len + 1 == n_parts && is_tail (parts + 1, n_parts - 1, path)
         && strcmp (parts[0], "std") != 0 && strcmp (parts[0], "core") != 0
         && strcmp (parts[0], "alloc") != 0;
}

/* Whether the parts of a name that are not scopes of the source fit the file. */
static gboolean
outer_parts_fit (const CyanNameParts *self, guint n, const char *path, const char *package)
{
  g_autoptr (GPtrArray) steps = split_path (self->naming, path);
  guint with_init = steps->len;

  switch (self->naming)
    {
    case CYAN_NAMING_GO:
      return fits_go (self->parts, n, steps, package);
    case CYAN_NAMING_RUST:
      return fits_rust (self->parts, n, steps);
    case CYAN_NAMING_JAVA:
    case CYAN_NAMING_CSHARP:
      return steps->len > 0 && is_tail (self->parts, n, steps);
    case CYAN_NAMING_PYTHON:
    case CYAN_NAMING_C:
      if (strcmp (self->parts[n - 1], "__main__") == 0)
        return TRUE;
      /* A package's own file may or may not be part of the module's name. */
      if (with_init > 1 && strcmp (g_ptr_array_index (steps, with_init - 1), "__init__") == 0
          && strcmp (self->parts[n - 1], "__init__") != 0)
        g_ptr_array_set_size (steps, (gint) with_init - 1);
      return is_tail (self->parts, n, steps);
    case CYAN_NAMING_JAVASCRIPT:
    case CYAN_NAMING_RUBY:
    case CYAN_N_NAMINGS:
    default:
      return FALSE;
    }
}

gboolean
cyan_name_parts_fits_path (const CyanNameParts *self, const char *path)
{
  return self->n_module == 0 || outer_parts_fit (self, self->n_module, path, NULL);
}

/* Languages with names in which a part may be a folder or file instead of a scope. */
static gboolean
has_packages (CyanNaming naming)
{
  return naming == CYAN_NAMING_JAVA || naming == CYAN_NAMING_CSHARP || naming == CYAN_NAMING_RUST
         || naming == CYAN_NAMING_PYTHON;
}

CyanNameFit
cyan_name_parts_fit (const CyanNameParts *self,
                     const char *name,
                     const char *scope,
                     const char *path)
{
  g_autoptr (GPtrArray) outer = NULL;
  g_autofree char *package = NULL;
  g_autofree char *constructor = NULL;
  guint ours, theirs, common = 0, left;

  if (self->is_opaque || self->is_module)
    return CYAN_NAME_DIFFERS;
  outer = split_scope (scope);
  /* JavaScript names a constructor after its class. */
  if (self->naming == CYAN_NAMING_JAVASCRIPT && strcmp (name, "constructor") == 0 && outer->len > 0)
    {
      constructor = g_ptr_array_steal_index (outer, outer->len - 1);
      name = constructor;
    }
  if (strcmp (cyan_name_parts_last (self), name) != 0)
    return CYAN_NAME_DIFFERS;
  if (self->naming == CYAN_NAMING_GO && outer->len > 0)
    package = g_ptr_array_steal_index (outer, 0);
  if (self->is_loose && self->naming == CYAN_NAMING_RUST)
    g_ptr_array_set_size (outer, 0);
  ours = self->n_parts - self->n_module - 1;
  theirs = outer->len;
  while (common < ours && common < theirs
         && strcmp (self->parts[self->n_parts - 2 - common],
                    g_ptr_array_index (outer, theirs - 1 - common))
                == 0)
    common++;
  if (common < ours && common < theirs)
    return self->is_loose ? CYAN_NAME_SAME_IDENTIFIER : CYAN_NAME_DIFFERS;

  left = self->n_module + ours - common;
  if (path != NULL && left > 0 && (ours == common || has_packages (self->naming)))
    {
      if (outer_parts_fit (self, left, path, package))
        ours = common;
      else if (ours == common)
        return CYAN_NAME_DIFFERS;
    }
  if (common < ours)
    return CYAN_NAME_SAME_IDENTIFIER;
  if (common == theirs)
    return CYAN_NAME_SAME;
  return common > 0 ? CYAN_NAME_SAME_TAIL : CYAN_NAME_SAME_IDENTIFIER;
}
