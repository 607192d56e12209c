/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Generates two folders of sources and measures the time until all functions of two profiles have a
 * status.
 *
 * Half of the files are C, half Python; one in ten differs between the folders.  Every function
 * calls functions of other files, so most names occur in many files and are defined in one.
 */
#include <glib/gstdio.h>

#include "cyan-measure.h"
#include "cyan-change.h"
#include "cyan-function-compare.h"
#include "cyan-function-text.h"
#include "cyan-source-location.h"

/* Functions per file, and files per folder. */
#define N_FUNCTIONS 6
#define N_IN_FOLDER 100

static char *
path_of (const char *root, guint file)
{
  return g_strdup_printf ("%s/d%u/f%u.%s", root, file / N_IN_FOLDER, file,
                          file % 2 > 0 ? "py" : "c");
}

static char *
name_of (guint file, guint function)
{
  return g_strdup_printf ("make_%u_%u", file, function);
}

static void
append_function (GString *text, guint file, guint function, guint n_files, gboolean edited)
{
  gboolean python = file % 2 > 0;

  g_string_append_printf (
      text, python ? "def make_%u_%u(value):\n" : "static int\nmake_%u_%u (int value)\n{\n", file,
      function);
  for (guint i = 0; i < 8; i++)
    {
      guint other = (file * 31 + function * 7919 + i * 104729) % n_files;

      g_string_append_printf (text,
                              python ? "    # the next\n    value = make_%u_%u(value + %u)\n"
                                     : "  /* the next */\n  value = make_%u_%u (value + %u);\n",
                              other, i % N_FUNCTIONS, i + edited);
    }
  g_string_append (text, python ? "    return value\n\n\n" : "  return value;\n}\n\n");
}

static double
write_tree (const char *root, guint n_files, gboolean edited)
{
  double bytes = 0;

  for (guint file = 0; file < n_files; file++)
    {
      g_autofree char *path = path_of (root, file);
      g_autofree char *folder = g_path_get_dirname (path);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      if (file % N_IN_FOLDER == 0)
        g_mkdir_with_parents (folder, 0700);
      for (guint i = 0; i < N_FUNCTIONS; i++)
        append_function (text, file, i, n_files, edited && file % 10 == 0);
      g_file_set_contents_full (path, text->str, (gssize) text->len, G_FILE_SET_CONTENTS_NONE, 0600,
                                &error);
      cyan_measure_must (error);
      bytes += (double) text->len;
    }
  return bytes;
}

static void
remove_tree (const char *root, guint n_files)
{
  for (guint file = 0; file < n_files; file++)
    {
      g_autofree char *path = path_of (root, file);
      g_autofree char *folder = g_path_get_dirname (path);

      g_remove (path);
      if (file + 1 == n_files || (file + 1) % N_IN_FOLDER == 0)
        g_rmdir (folder);
    }
  g_rmdir (root);
}

/* Reads all files one after the other.  Returns the milliseconds, the base of the ratios. */
static double
read_tree (const char *root, guint n_files)
{
  double start = cyan_measure_now ();

  for (guint file = 0; file < n_files; file++)
    {
      g_autofree char *path = path_of (root, file);
      g_autofree char *text = NULL;

      g_file_get_contents (path, &text, NULL, NULL);
    }
  return cyan_measure_now () - start;
}

static CyanFunctionText *
find (CyanSourceLocation *location, const char *name, const char *file)
{
  g_autoptr (GError) error = NULL;
  CyanFunctionQuery query = { name, file, 0 };
  CyanFunctionText *text = cyan_source_location_find (location, &query, NULL, &error);

  cyan_measure_must (error);
  return text;
}

/* The name of function number @i of the profiles.  They are spread over all files. */
static char *
asked_name (guint i, guint n_names, guint n_files)
{
  return name_of ((guint) ((guint64) i * n_files / n_names), i % N_FUNCTIONS);
}

static void
measure (char *const *roots, guint n_files, guint n_names)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  CyanSourceLocation *locations[2];
  guint n_modified = 0;
  double start;

  for (guint i = 0; i < n_names; i++)
    g_ptr_array_add (names, asked_name (i, n_names, n_files));
  for (guint side = 0; side < 2; side++)
    {
      g_autoptr (GError) error = NULL;

      locations[side] = cyan_source_location_open (roots[side], &error);
      cyan_measure_must (error);
      cyan_source_location_expect (locations[side], (const char *const *) names->pdata, n_names);
    }

  start = cyan_measure_now ();
  cyan_function_text_unref (find (locations[0], "make_0_0", "/elsewhere/d0/f0.c"));
  cyan_measure_print ("first-by-file.ms", cyan_measure_now () - start);
  start = cyan_measure_now ();
  for (guint i = 0; i < n_names; i++)
    {
      g_autoptr (CyanFunctionText) before = find (locations[0], g_ptr_array_index (names, i), NULL);
      g_autoptr (CyanFunctionText) after = find (locations[1], g_ptr_array_index (names, i), NULL);

      n_modified += cyan_function_text_compare (before, after) == CYAN_CHANGE_MODIFIED;
      if (i == 0)
        cyan_measure_print ("first-by-name.ms", cyan_measure_now () - start);
    }
  cyan_measure_print ("all.ms", cyan_measure_now () - start);
  cyan_measure_print ("modified", n_modified);
  for (guint side = 0; side < 2; side++)
    cyan_source_location_unref (locations[side]);
}

int
main (int argc, char **argv)
{
  guint n_files = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 0;
  guint n_names = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 0;
  g_autofree char *root = g_dir_make_tmp ("cyan-bench-XXXXXX", NULL);
  char *roots[2];

  if (argc != 3 || n_files == 0 || n_names == 0 || root == NULL)
    {
      g_printerr ("usage: cyan-bench-sources FILES NAMES\n");
      return 2;
    }
  for (guint side = 0; side < 2; side++)
    {
      roots[side] = g_build_filename (root, side == 0 ? "before" : "after", NULL);
      cyan_measure_print (side == 0 ? "before.bytes" : "after.bytes",
                          write_tree (roots[side], n_files, side == 1));
    }
  for (guint round = 0; round < 2; round++)
    for (guint side = 0; side < 2; side++)
      {
        double ms = read_tree (roots[side], n_files);

        /* The first round only warms the cache. */
        if (round == 1)
          cyan_measure_print (side == 0 ? "before.read.ms" : "after.read.ms", ms);
      }
  measure (roots, n_files, n_names);
  cyan_measure_print ("peak", cyan_measure_peak ());
  for (guint side = 0; side < 2; side++)
    {
      remove_tree (roots[side], n_files);
      g_free (roots[side]);
    }
  g_rmdir (root);
  return 0;
}
