/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-sample.h"

#include <errno.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-settings.h"

#define RESOURCES "/io/github/cyanotype/Cyanotype/sample/"

static const char *const files[] = {
  "before.json.gz", "before/index.c", "before/keeper.h", "before/main.c", "before/report.c",
  "after.json.gz",  "after/index.c",  "after/keeper.h",  "after/main.c",  "after/report.c",
};

/* Whether @path has exactly @bytes. */
static gboolean
is_there (const char *path, GBytes *bytes)
{
  g_autofree char *text = NULL;
  gsize length;

  return g_file_get_contents (path, &text, &length, NULL) && length == g_bytes_get_size (bytes)
         && memcmp (text, g_bytes_get_data (bytes, NULL), length) == 0;
}

static gboolean
unpack (const char *folder, const char *name, GError **error)
{
  g_autofree char *resource = g_strconcat (RESOURCES, name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (resource, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GError) reason = NULL;

  if (is_there (path, bytes))
    return TRUE;
  if (g_mkdir_with_parents (parent, 0700) < 0)
    return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be written: %s"), parent,
                      g_strerror (errno));
  if (!g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                            &reason))
    return cyan_fail (error, CYAN_ERROR_IO, "%s", reason->message);
  return TRUE;
}

CyanRequest *
cyan_sample_new_request (GError **error)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "cyanotype", "sample", NULL);
  g_autofree char *before = g_build_filename (folder, "before.json.gz", NULL);
  g_autofree char *after = g_build_filename (folder, "after.json.gz", NULL);
  g_autofree char *source_before = g_build_filename (folder, "before", NULL);
  g_autofree char *source_after = g_build_filename (folder, "after", NULL);
  CyanRequest *request;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (!unpack (folder, files[i], error))
      return NULL;
  request = cyan_settings_new_request (before, after);
  cyan_request_set_sources (request, source_before, source_after);
  return request;
}
