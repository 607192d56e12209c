/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests: what to compare, and how. */
#include "cyan-request.h"

#include "cyan-slice.h"
#include "cyan-source-files.h"

CyanRequest *
cyan_request_new (const char *before, const char *after)
{
  CyanRequest *self = g_new0 (CyanRequest, 1);
  const char *const runs[2][2] = { { before, NULL }, { after, NULL } };

  for (guint side = 0; side < 2; side++)
    cyan_request_set_runs (self, side, runs[side]);
  self->how = (CyanCompareOptions) CYAN_COMPARE_OPTIONS_INIT;
  return self;
}

CyanRequest *
cyan_request_copy (const CyanRequest *self)
{
  CyanRequest *copy = g_memdup2 (self, sizeof *self);

  for (guint side = 0; side < 2; side++)
    {
      copy->runs[side] = g_strdupv (self->runs[side]);
      if (self->profiles[side] != NULL)
        g_ptr_array_ref (self->profiles[side]);
      copy->sources[side] = g_strdup (self->sources[side]);
      copy->revisions[side] = g_strdup (self->revisions[side]);
      copy->names[side] = g_strdup (self->names[side]);
    }
  if (self->recordings != NULL)
    cyan_recordings_ref (self->recordings);
  if (self->limits.http.cache != NULL)
    cyan_http_cache_ref (self->limits.http.cache);
  copy->repository = g_strdup (self->repository);
  copy->maps = g_strdupv (self->maps);
  copy->slowest = g_strdup (self->slowest);
  copy->rename_file = g_strdup (self->rename_file);
  copy->claims = self->claims != NULL ? cyan_name_claims_copy (self->claims) : NULL;
  return copy;
}

/* Exchanges two pointers. */
static void
swap (gpointer a, gpointer b)
{
  gpointer *x = a, *y = b, kept = *x;

  *x = *y;
  *y = kept;
}

CyanRequest *
cyan_request_swapped (const CyanRequest *self)
{
  CyanRequest *copy = cyan_request_copy (self);

  swap (&copy->runs[0], &copy->runs[1]);
  swap (&copy->profiles[0], &copy->profiles[1]);
  swap (&copy->sources[0], &copy->sources[1]);
  swap (&copy->revisions[0], &copy->revisions[1]);
  swap (&copy->names[0], &copy->names[1]);
  for (guint i = 0; copy->claims != NULL && i < copy->claims->len; i++)
    {
      CyanNameClaim *claim = g_ptr_array_index (copy->claims, i);

      swap (&claim->before, &claim->after);
    }
  return copy;
}

void
cyan_request_free (CyanRequest *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_strfreev (self->runs[side]);
      g_clear_pointer (&self->profiles[side], g_ptr_array_unref);
      g_free (self->sources[side]);
      g_free (self->revisions[side]);
      g_free (self->names[side]);
    }
  g_clear_pointer (&self->recordings, cyan_recordings_unref);
  g_clear_pointer (&self->limits.http.cache, cyan_http_cache_unref);
  g_free (self->repository);
  g_strfreev (self->maps);
  g_free (self->rename_file);
  g_free (self->slowest);
  g_clear_pointer (&self->claims, g_ptr_array_unref);
  g_free (self);
}

void
cyan_request_set_runs (CyanRequest *self, guint side, const char *const *paths)
{
  g_strfreev (self->runs[side]);
  self->runs[side] = g_strdupv ((char **) paths);
  self->how.visits = (CyanVisits){ .apart = FALSE };
}

void
cyan_request_add_profile (CyanRequest *self, guint side, CyanProfile *profile)
{
  if (self->profiles[side] == NULL)
    self->profiles[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  g_ptr_array_add (self->profiles[side], cyan_profile_ref (profile));
}

guint
cyan_request_n_runs (const CyanRequest *self, guint side)
{
  return self->profiles[side] != NULL ? self->profiles[side]->len
                                      : g_strv_length (self->runs[side]);
}

void
cyan_request_cache_answers (CyanRequest *self)
{
  if (self->limits.http.cache == NULL)
    self->limits.http.cache = cyan_http_cache_new ();
}

void
cyan_request_ask_anew (CyanRequest *self, const char *const *addresses)
{
  CyanHttpCache *old = self->limits.http.cache;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) whole = NULL;

  if (old == NULL)
    return;
  for (guint i = 0; addresses != NULL && addresses[i] != NULL; i++)
    {
      g_autofree char *address = cyan_slice_file (addresses[i]);

      g_strv_builder_add (builder, address);
    }
  whole = g_strv_builder_end (builder);
  self->limits.http.cache = addresses != NULL
                                ? cyan_http_cache_without (old, (const char *const *) whole)
                                : cyan_http_cache_new ();
  cyan_http_cache_unref (old);
}

gboolean
cyan_request_same_files (const CyanRequest *self, const CyanRequest *other)
{
  for (guint side = 0; side < 2; side++)
    if (self->profiles[side] != other->profiles[side]
        || !g_strv_equal ((const char *const *) self->runs[side],
                          (const char *const *) other->runs[side]))
      return FALSE;
  return g_strcmp0 (self->slowest, other->slowest) == 0;
}

gboolean
cyan_request_same_recordings (const CyanRequest *self, const CyanRequest *other)
{
  for (guint side = 0; side < 2; side++)
    {
      guint n = g_strv_length (self->runs[side]);

      if (self->profiles[side] != NULL || other->profiles[side] != NULL
          || n != g_strv_length (other->runs[side]))
        return FALSE;
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *file = cyan_slice_file (self->runs[side][i]);
          g_autofree char *same = cyan_slice_file (other->runs[side][i]);

          if (!g_str_equal (file, same))
            return FALSE;
        }
    }
  return TRUE;
}

gboolean
cyan_request_wants_sources (const CyanRequest *self)
{
  return self->sources[0] != NULL || self->sources[1] != NULL || self->repository != NULL;
}

char *
cyan_request_source (const CyanRequest *self, guint side, const CyanProfile *profile)
{
  const char *revision = self->revisions[side];

  if (self->repository == NULL)
    return g_strdup (self->sources[side]);
  if (revision == NULL && profile != NULL)
    revision = cyan_profile_get_meta (profile, "revision");
  return revision != NULL ? cyan_source_files_join (self->repository, revision) : NULL;
}

void
cyan_request_set_sources (CyanRequest *self, const char *before, const char *after)
{
  const char *const sources[2] = { before, after };

  g_clear_pointer (&self->repository, g_free);
  for (guint side = 0; side < 2; side++)
    {
      char *copy = g_strdup (sources[side]);

      g_clear_pointer (&self->revisions[side], g_free);
      g_free (self->sources[side]);
      self->sources[side] = copy;
    }
}

void
cyan_request_drop_sources (CyanRequest *self, guint side)
{
  /* Keep the repository: it also has the source of the new profile, whose meta data give the
   * revision. */
  g_clear_pointer (&self->revisions[side], g_free);
  g_clear_pointer (&self->sources[side], g_free);
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
