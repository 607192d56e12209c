/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-host-names.h"

#include <string.h>

#include "cyan-http.h"
#include "cyan-slice.h"

char *
cyan_file_label (const char *path)
{
  static const char *const endings[] = { ".gz",         ".zst",        ".json",  ".txt",
                                         ".cct",        ".folded",     ".perf",  ".uftrace",
                                         ".collapsed",  ".speedscope", ".trace", ".chrome",
                                         ".cpuprofile", ".pb",         ".prof" };
  char *name = g_path_get_basename (path);
  gboolean cut = TRUE;

  while (cut)
    {
      cut = FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
        if (g_str_has_suffix (name, endings[i]) && strlen (name) > strlen (endings[i]))
          {
            name[strlen (name) - strlen (endings[i])] = '\0';
            cut = TRUE;
          }
    }
  return name;
}

/* Where a profile is, without what is no part of the name of its host: "/runs/a/web7", or
 * "web7:6060" of an address. */
static char *
place_of (const char *path)
{
  g_autofree char *file = cyan_slice_file (path), *label = NULL, *whole = NULL, *folder = NULL;

  if (cyan_http_is_address (file))
    return cyan_http_server (file);
  label = cyan_file_label (file);
  whole = g_canonicalize_filename (file, NULL);
  folder = g_path_get_dirname (whole);
  return g_build_filename (folder, label, NULL);
}

/* The last @n names of the path @place. */
static const char *
tail_of (const char *place, guint n)
{
  const char *tail = place + strlen (place);

  while (tail > place && (tail[-1] != G_DIR_SEPARATOR || --n > 0))
    tail--;
  return tail;
}

/* Whether a longer tail than @n names tells @place from others. */
static gboolean
has_more (const char *place, guint n)
{
  return tail_of (place, n) > place + 1;
}

char **
cyan_host_names_new (const char *const *paths, guint n)
{
  g_autoptr (GHashTable) owners = NULL; /* by tail: the place that has it, "" if several do */
  char **names = g_new0 (char *, n + 1);
  g_autofree guint *lengths = g_new (guint, n);
  gboolean is_told = FALSE;

  for (guint i = 0; i < n; i++)
    {
      names[i] = place_of (paths[i]);
      lengths[i] = 1;
    }
  while (!is_told)
    {
      is_told = TRUE;
      g_clear_pointer (&owners, g_hash_table_unref);
      owners = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = 0; i < n; i++)
        {
          gpointer tail = (gpointer) tail_of (names[i], lengths[i]);
          const char *owner = g_hash_table_lookup (owners, tail);

          g_hash_table_insert (owners, tail,
                               owner == NULL || g_str_equal (owner, names[i]) ? names[i]
                                                                              : (gpointer) "");
        }
      for (guint i = 0; i < n; i++)
        if (*(const char *) g_hash_table_lookup (owners, tail_of (names[i], lengths[i])) == '\0'
            && has_more (names[i], lengths[i]))
          {
            lengths[i]++;
            is_told = FALSE;
          }
    }
  for (guint i = 0; i < n; i++)
    {
      char *place = names[i];

      names[i] = g_filename_display_name (tail_of (place, lengths[i]));
      g_free (place);
    }
  return names;
}
