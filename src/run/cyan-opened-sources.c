/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the source locations of a comparison. */
#include "cyan-opened-sources.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-sources.h"

/* The location that @side requests; NULL if it requests none, or with @error. */
static char *
name_side (const CyanRequest *request, const CyanProfile *profile, guint side, GError **error)
{
  char *name = cyan_request_source (request, side, profile);

  if (name == NULL && request->repository != NULL)
    cyan_fail (error, CYAN_ERROR_INVALID, "%s",
               side == 0 ? _ ("the profile before names no revision of the repository")
                         : _ ("the profile after names no revision of the repository"));
  return name;
}

static gboolean
same_maps (char *const *a, char *const *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return g_strv_equal ((const char *const *) a, (const char *const *) b);
}

/* The folder @named of @old, with the files as they were read.  Caller unrefs. */
static CyanSourceLocation *
take_folder (const CyanOpenedSources *old, const char *named)
{
  for (guint side = 0; side < 2; side++)
    if (old->locations[side] != NULL && g_strcmp0 (old->named[side], named) == 0
        && cyan_source_location_commit (old->locations[side]) == NULL)
      return cyan_source_location_ref (old->locations[side]);
  return NULL;
}

/* A commit never changes, so a location of the same commit can be reused.  Caller unrefs. */
static CyanSourceLocation *
take_revision (const CyanOpenedSources *old, const CyanSourceLocation *fresh)
{
  const char *commit = cyan_source_location_commit (fresh);

  for (guint side = 0; side < 2 && commit != NULL; side++)
    {
      CyanSourceLocation *known = old->locations[side];

      if (known != NULL && g_strcmp0 (cyan_source_location_commit (known), commit) == 0
          && g_strcmp0 (cyan_source_location_repository (known),
                        cyan_source_location_repository (fresh))
                 == 0)
        return cyan_source_location_ref (known);
    }
  return NULL;
}

static CyanSourceLocation *
open_side (const CyanOpenedSources *self,
           guint side,
           const CyanOpenedSources *old,
           gboolean keep_folders,
           GError **error)
{
  g_autoptr (CyanSourceLocation) fresh = NULL;
  CyanSourceLocation *known = NULL;

  if (old != NULL && !same_maps (self->maps, old->maps))
    old = NULL;
  if (old != NULL && keep_folders)
    known = take_folder (old, self->named[side]);
  if (known != NULL)
    return known;
  fresh = cyan_sources_open_one (self->named[side], (const char *const *) self->maps, error);
  if (fresh != NULL && old != NULL)
    known = take_revision (old, fresh);
  return known != NULL ? known : g_steal_pointer (&fresh);
}

/* Sets both recorded locations if they differ; a single one cannot show a change. */
static void
find_recorded (CyanOpenedSources *self, const CyanProfile *const *profiles)
{
  g_autofree char *before = cyan_sources_recorded (profiles[0]);
  g_autofree char *after = before != NULL ? cyan_sources_recorded (profiles[1]) : NULL;

  if (after == NULL || g_str_equal (before, after))
    return;
  self->recorded[0] = g_steal_pointer (&before);
  self->recorded[1] = g_steal_pointer (&after);
}

gboolean
cyan_opened_sources_check (const CyanRequest *request, GError **error)
{
  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *name = cyan_request_source (request, side, NULL);
      g_autoptr (CyanSourceLocation) location = NULL;

      if (name == NULL)
        continue;
      location = cyan_sources_open_one (name, (const char *const *) request->maps, error);
      if (location == NULL)
        return FALSE;
    }
  return TRUE;
}

CyanOpenedSources *
cyan_opened_sources_new (const CyanRequest *request,
                         const CyanProfile *const *profiles,
                         const CyanOpenedSources *old,
                         gboolean keep_folders)
{
  CyanOpenedSources *self = g_new0 (CyanOpenedSources, 1);
  g_autoptr (GError) error = NULL;

  cyan_ref_count_init (&self->refs);
  self->maps = g_strdupv (request->maps);
  for (guint side = 0; side < 2 && error == NULL; side++)
    {
      self->named[side] = name_side (request, profiles[side], side, &error);
      if (self->named[side] != NULL)
        self->locations[side] = open_side (self, side, old, keep_folders, &error);
    }
  if (error != NULL)
    {
      self->problem = g_utf8_make_valid (error->message, -1);
      for (guint side = 0; side < 2; side++)
        g_clear_pointer (&self->locations[side], cyan_source_location_unref);
    }
  for (guint side = 0; side < 2 && profiles[0] != NULL; side++)
    self->mismatch[side] = cyan_sources_mismatch (profiles[side], side, self->locations[side]);
  if (profiles[0] != NULL && (self->problem != NULL || !cyan_request_wants_sources (request)))
    find_recorded (self, profiles);
  return self;
}

CYAN_DEFINE_REF (CyanOpenedSources, cyan_opened_sources)

void
cyan_opened_sources_unref (CyanOpenedSources *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  for (guint side = 0; side < 2; side++)
    {
      g_free (self->named[side]);
      g_free (self->recorded[side]);
      g_free (self->mismatch[side]);
      g_clear_pointer (&self->locations[side], cyan_source_location_unref);
    }
  g_strfreev (self->maps);
  g_free (self->problem);
  g_free (self);
}
