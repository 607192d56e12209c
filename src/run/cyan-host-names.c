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

/* Where the address @file leads, without what is no part of the name of its host: "web7:6060/pprof/profile". */
static char *
address_place (const char *file)
{
  g_autofree char *server = cyan_http_server (file), *path = cyan_http_path (file);
  g_autofree char *folder = g_path_get_dirname (path), *label = cyan_file_label (path);

  return g_build_filename (server, folder, label, NULL);
}

/* The same of a file: "/runs/a/web7". */
static char *
file_place (const char *file)
{
  g_autofree char *whole = g_canonicalize_filename (file, NULL), *label = cyan_file_label (file);
  g_autofree char *folder = g_path_get_dirname (whole);

  return g_build_filename (folder, label, NULL);
}

/* Servers whose addresses in @files lead to several places. */
static GHashTable *
find_shared_servers (char *const *files, guint n)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTable *shared = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    if (cyan_http_is_address (files[i]))
      {
        char *server = cyan_http_server (files[i]), *place = address_place (files[i]);
        const char *before = g_hash_table_lookup (places, server);

        if (before != NULL && !g_str_equal (before, place))
          g_hash_table_add (shared, g_strdup (server));
        g_hash_table_insert (places, server, place);
      }
  return shared;
}

/* The place of each of @n @files; that of an address is its server, if that leads nowhere else. */
static char **
find_places (char *const *files, guint n)
{
  g_autoptr (GHashTable) shared = find_shared_servers (files, n);
  char **places = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    if (!cyan_http_is_address (files[i]))
      places[i] = file_place (files[i]);
    else
      {
        places[i] = cyan_http_server (files[i]);
        if (g_hash_table_contains (shared, places[i]))
          {
            g_free (places[i]);
            places[i] = address_place (files[i]);
          }
      }
  return places;
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
  g_auto (GStrv) files = g_new0 (char *, n + 1);
  g_autofree guint *lengths = g_new (guint, n);
  gboolean is_told = FALSE;
  char **names;

  for (guint i = 0; i < n; i++)
    {
      files[i] = cyan_slice_file (paths[i]);
      /* The place of an address is told as a whole. */
      lengths[i] = cyan_http_is_address (files[i]) ? G_MAXUINT : 1;
    }
  names = find_places (files, n);
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
