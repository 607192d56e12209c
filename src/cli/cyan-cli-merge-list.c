/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operands of `cyan merge`: folders, patterns and lists of names become names of profiles. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-cli-merge.h"
#include "cyan-error.h"
#include "cyan-input.h"
#include "cyan-slice.h"

/* The names so far. */
typedef struct
{
  GPtrArray *names;    /* of char * */
  GHashTable *places;  /* where each was given, by what it is */
  char *output;        /* what is written to, as what_is() says; NULL: standard output */
  gboolean reads_list; /* standard input is a list of names */
} List;

/* ---- one name ---- */

/* The path without symbolic links, so that one file has one. */
static char *
resolve (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = real != NULL ? g_strdup (real) : g_canonicalize_filename (path, NULL);

  free (real);
  return copy;
}

/* What a name stands for; the same text for the same part. */
static char *
what_is (const char *name)
{
  g_autofree char *file = NULL, *slice = NULL, *path = NULL;

  if (cyan_http_is_address (name))
    return g_strdup (name);
  if (cyan_input_is_standard (name))
    return g_strdup ("-");
  if (!cyan_slice_split (name, &file, &slice))
    return resolve (name);
  path = resolve (file);
  return g_strconcat (path, "@", slice, NULL);
}

static gboolean
add_name (List *self, const char *name, const char *place, GError **error)
{
  g_autofree char *what = what_is (name), *label = cyan_input_label (name);
  const char *before = g_hash_table_lookup (self->places, what);

  if (before != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "%s: is given twice, %s and %s, and would count twice", label, before, place);
  if (self->reads_list && strcmp (what, "-") == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "%s: standard input is the list, not a profile in it", place);
  if (g_strcmp0 (what, self->output) == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "%s: is the output, too, and would count itself; -o writes elsewhere", name);
  g_ptr_array_add (self->names, g_strdup (name));
  g_hash_table_insert (self->places, g_steal_pointer (&what), g_strdup (place));
  return TRUE;
}

/* ---- folders ---- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Whether what is in a folder is meant by it: all but folders that are no profiles, pipes and
 * devices.  A link that leads nowhere is. */
static gboolean
may_be_profile (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_REGULAR) || !g_file_test (path, G_FILE_TEST_EXISTS)
         || cyan_input_is_recorded_folder (path);
}

/* Adds the files of @folder but hidden ones. */
static gboolean
add_folder (List *self, const char *folder, const char *place, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (GDir) directory = g_dir_open (folder, 0, &reason);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *where = g_strdup_printf ("%s in %s", place, folder);
  const char *name;

  if (directory == NULL)
    return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", folder, reason->message);
  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (*name != '.' && may_be_profile (path))
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
  if (paths->len == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s: there is no profile in the folder", folder);
  g_ptr_array_sort (paths, compare_names);
  for (guint i = 0; i < paths->len; i++)
    if (!add_name (self, paths->pdata[i], where, error))
      return FALSE;
  return TRUE;
}

/* ---- patterns ---- */

static gboolean
add_path (List *self, const char *path, const char *place, GError **error)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !cyan_input_is_recorded_folder (path))
    return add_folder (self, path, place, error);
  return add_name (self, path, place, error);
}

static gboolean
add_matches (List *self, const char *pattern, const char *place, GError **error)
{
  glob_t matches;
  gboolean ok = TRUE;

  if (glob (pattern, 0, NULL, &matches) != 0)
    return cyan_fail (error, CYAN_ERROR_IO, "%s: no file matches this pattern", pattern);
  for (gsize i = 0; ok && i < matches.gl_pathc; i++)
    ok = add_path (self, matches.gl_pathv[i], place, error);
  globfree (&matches);
  return ok;
}

/* Adds what an argument stands for, or a line of a list. */
static gboolean
add_one (List *self, const char *text, const char *place, GError **error)
{
  if (cyan_http_is_address (text) || cyan_input_is_standard (text))
    return add_name (self, text, place, error);
  if (strpbrk (text, "*?[") != NULL && !g_file_test (text, G_FILE_TEST_EXISTS))
    {
      g_autofree char *file = cyan_slice_file (text);

      /* A slice may have such characters, too. */
      if (strpbrk (file, "*?[") != NULL && !g_file_test (file, G_FILE_TEST_EXISTS))
        return add_matches (self, text, place, error);
    }
  return add_path (self, text, place, error);
}

/* ---- lists ---- */

static gboolean
add_line (List *self, CyanInput *input, const char *line, GError **error)
{
  g_autofree char *place =
      g_strdup_printf ("in line %" G_GUINT64_FORMAT " of %s", cyan_input_line_number (input),
                       cyan_input_name (input));

  if (*line == '\0')
    return cyan_input_fail_line (input, error, "it is empty; each line is the name of a profile");
  if (*line == '@')
    return cyan_input_fail_line (
        input, error, "%s is a list in a list; the name of a file may begin with ./@", line);
  return add_one (self, line, place, error);
}

/* Adds the names in the file @path, one a line. */
static gboolean
add_list (List *self, const char *path, GError **error)
{
  g_autoptr (CyanInput) input = cyan_input_open (path, NULL, error);
  char *line;
  gsize length;
  int status;

  if (input == NULL)
    return FALSE;
  self->reads_list |= cyan_input_is_standard (path);
  while ((status = cyan_input_line (input, &line, &length, error)) > 0)
    if (!add_line (self, input, line, error))
      return FALSE;
  return status == 0;
}

GPtrArray *
cyan_cli_merge_list (char **operands, const char *output, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *what = strcmp (output, "-") != 0 ? resolve (output) : NULL;
  List self = { .names = names, .places = places, .output = what };

  for (guint i = 0; operands[i] != NULL; i++)
    {
      g_autofree char *place = g_strdup_printf ("as argument %u", i + 1);

      if (*operands[i] == '@' ? !add_list (&self, operands[i] + 1, error)
                              : !add_one (&self, operands[i], place, error))
        return NULL;
    }
  return g_steal_pointer (&names);
}
