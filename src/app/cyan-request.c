/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a window is asked to open. */
#include "cyan-request.h"

#include <gio/gio.h>

#include "cyan-settings.h"

CyanRequest *
cyan_request_new (void)
{
  CyanRequest *self = g_new0 (CyanRequest, 1);
  GSettings *settings = cyan_settings_get ();

  for (guint side = 0; side < 2; side++)
    self->runs[side] = g_new0 (char *, 1);
  self->match = CYAN_MATCH_CONTEXT;
  if (settings != NULL)
    {
      g_autofree char *match = g_settings_get_string (settings, "match");

      cyan_match_method_parse (match, &self->match);
    }
  return self;
}

CyanRequest *
cyan_request_new_pair (const char *before, const char *after)
{
  CyanRequest *self = cyan_request_new ();
  const char *const runs[2][2] = { { before, NULL }, { after, NULL } };

  for (guint side = 0; side < 2; side++)
    cyan_request_set_runs (self, side, runs[side]);
  return self;
}

CyanRequest *
cyan_request_copy (const CyanRequest *self)
{
  CyanRequest *copy = g_new0 (CyanRequest, 1);

  for (guint side = 0; side < 2; side++)
    {
      copy->runs[side] = g_strdupv (self->runs[side]);
      copy->sources[side] = g_strdup (self->sources[side]);
    }
  copy->rename_file = g_strdup (self->rename_file);
  copy->raw_names = self->raw_names;
  copy->metric = g_strdup (self->metric);
  copy->match = self->match;
  copy->match_chosen = self->match_chosen;
  return copy;
}

CyanRequest *
cyan_request_swapped (const CyanRequest *self)
{
  CyanRequest *copy = cyan_request_copy (self);
  char **runs = copy->runs[0];
  char *sources = copy->sources[0];

  copy->runs[0] = copy->runs[1];
  copy->runs[1] = runs;
  copy->sources[0] = copy->sources[1];
  copy->sources[1] = sources;
  return copy;
}

void
cyan_request_free (CyanRequest *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_strfreev (self->runs[side]);
      g_free (self->sources[side]);
    }
  g_free (self->rename_file);
  g_free (self->metric);
  g_free (self);
}

void
cyan_request_set_runs (CyanRequest *self, guint side, const char *const *paths)
{
  g_strfreev (self->runs[side]);
  self->runs[side] = g_strdupv ((char **) paths);
}

guint
cyan_request_n_runs (const CyanRequest *self, guint side)
{
  return g_strv_length (self->runs[side]);
}

gboolean
cyan_request_same_files (const CyanRequest *self, const CyanRequest *other)
{
  return g_strv_equal ((const char *const *) self->runs[0], (const char *const *) other->runs[0])
         && g_strv_equal ((const char *const *) self->runs[1],
                          (const char *const *) other->runs[1]);
}

gboolean
cyan_match_method_parse (const char *name, CyanMatchMethod *method)
{
  for (guint i = 0; cyan_match_method_names[i] != NULL; i++)
    if (g_str_equal (cyan_match_method_names[i], name))
      {
        *method = (CyanMatchMethod) i;
        return TRUE;
      }
  return FALSE;
}

char **
cyan_paths_of_files (GSList *files)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (GSList *l = files; l != NULL; l = l->next)
    {
      g_autofree char *path = g_file_get_path (l->data);

      if (path == NULL)
        return NULL;
      g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}
