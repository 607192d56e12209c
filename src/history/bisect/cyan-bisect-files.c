/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tells files that matter by their names.
 *
 * The list is of what does not matter, since nobody knows all languages and all files that a build
 * reads.
 */
#include "cyan-bisect-files.h"

#include <string.h>

/* With or without an extension. */
static const char *const prose[] = { "AUTHORS",      "BUGS",    "CHANGELOG", "CHANGES",
                                     "CONTRIBUTING", "COPYING", "CREDITS",   "HISTORY",
                                     "INSTALL",      "LICENCE", "LICENSE",   "MAINTAINERS",
                                     "NEWS",         "README",  "THANKS",    "TODO" };
static const char *const extensions[] = { "md",  "rst", "adoc", "asciidoc", "tex",  "texi", "man",
                                          "1",   "3",   "po",   "pot",      "png",  "jpg",  "jpeg",
                                          "gif", "svg", "ico",  "pdf",      "html", "css",  "txt" };
/* Texts by their extension that builds read. */
static const char *const build_files[] = { "CMakeLists.txt", "meson_options.txt",
                                           "requirements.txt" };
static const char *const folders[] = { ".github/", ".gitlab/", ".circleci/", ".vscode/" };

static gboolean
contains (const char *const *names, guint n, const char *name, gsize length)
{
  for (guint i = 0; i < n; i++)
    if (strlen (names[i]) == length && g_ascii_strncasecmp (names[i], name, length) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_for_people (const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  const char *dot = strrchr (name, '.');

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i]))
      return TRUE;
  /* ".gitignore", ".travis.yml". */
  if (*name == '.')
    return TRUE;
  if (contains (build_files, G_N_ELEMENTS (build_files), name, strlen (name)))
    return FALSE;
  if (contains (prose, G_N_ELEMENTS (prose), name, strcspn (name, ".-_"))
      && (dot == NULL || strcmp (dot, ".md") == 0 || strcmp (dot, ".txt") == 0))
    return TRUE;
  return dot != NULL && contains (extensions, G_N_ELEMENTS (extensions), dot + 1, strlen (dot + 1));
}

static gboolean
is_followed (const CyanTrackBenchmark *benchmark, const char *path)
{
  for (guint i = 0; benchmark->follows != NULL && benchmark->follows[i] != NULL; i++)
    {
      const char *followed = benchmark->follows[i];
      gsize length = strlen (followed);

      if (g_str_has_prefix (path, followed) && (path[length] == '\0' || path[length] == '/'))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_named (const char *command, const char *path)
{
  return command != NULL && strstr (command, path) != NULL;
}

gboolean
cyan_bisect_file_matters (const CyanTrack *track,
                          const CyanTrackBenchmark *benchmark,
                          const char *path)
{
  return !is_for_people (path) || is_followed (benchmark, path) || is_named (track->build, path)
         || is_named (benchmark->run, path) || is_named (benchmark->measure, path);
}
