/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replays files through a fuzz target without libFuzzer.
 *
 *   fuzz-NAME [--cut] PATH...
 *
 * The files of a folder are replayed in the order of their names. --cut also replays every file of
 * at most 4 KB cut at each byte.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUT_MAX 4096

static gboolean cut;
static guint n_files, n_runs;

/* Copies to a block of exactly that size, so that sanitizers find reads past the end. */
static void
run (const char *bytes, gsize length)
{
  g_autofree guint8 *copy = g_memdup2 (bytes, length);

  LLVMFuzzerTestOneInput (length > 0 ? copy : (const guint8 *) "", length);
  n_runs++;
}

static gboolean
replay_file (const char *path)
{
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  if (!g_file_get_contents (path, &bytes, &length, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return FALSE;
    }
  /* Names the input in case the target aborts. */
  fprintf (stderr, "%s\n", path);
  run (bytes, length);
  if (cut && length <= CUT_MAX)
    for (gsize at = 0; at < length; at++)
      run (bytes, at);
  n_files++;
  return TRUE;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
replay (const char *path)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) folder = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return replay_file (path);
  folder = g_dir_open (path, 0, NULL);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    if (!replay_file (g_ptr_array_index (names, i)))
      return FALSE;
  return TRUE;
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      if (strcmp (argv[i], "--cut") == 0)
        cut = TRUE;
      else if (!replay (argv[i]))
        return EXIT_FAILURE;
    }
  if (n_files == 0)
    {
      fprintf (stderr, "nothing to replay\n");
      return EXIT_FAILURE;
    }
  printf ("%u files, %u runs\n", n_files, n_runs);
  return EXIT_SUCCESS;
}
