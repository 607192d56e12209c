/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sources that a window has open. */
#include "cyan-opened-sources.h"

#include <glib/gi18n.h>

#include "cyan-error.h"
#include "cyan-sources.h"

/* What @side asks for; NULL for nothing, or with @error. */
static char *
name_side (const CyanRequest *request, const CyanComparison *comparison, guint side, GError **error)
{
  const CyanProfile *profile =
      side == 0 ? comparison->compared.side[0].profile : comparison->compared.side[1].profile;
  const char *revision = request->revisions[side];

  if (request->repository == NULL)
    return g_strdup (request->sources[side]);
  if (revision == NULL)
    revision = cyan_profile_get_meta (profile, "revision");
  if (revision != NULL)
    return g_strconcat (request->repository, "@", revision, NULL);
  cyan_fail (error, CYAN_ERROR_INVALID, "%s",
             side == 0 ? _ ("the profile before names no revision of the repository")
                       : _ ("the profile after names no revision of the repository"));
  return NULL;
}

static gboolean
same_maps (char *const *a, char *const *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return g_strv_equal ((const char *const *) a, (const char *const *) b);
}

/* The folder of that name, as it was read.  Caller unrefs. */
static CyanSourceLocation *
take_folder (const CyanOpenedSources *old, const char *named)
{
  for (guint side = 0; side < 2; side++)
    if (old->locations[side] != NULL && g_strcmp0 (old->named[side], named) == 0
        && cyan_source_location_commit (old->locations[side]) == NULL)
      return cyan_source_location_ref (old->locations[side]);
  return NULL;
}

/* A commit never changes: what is known of it still holds.  Caller unrefs. */
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

/* Both sides, and two states of the sources: one alone tells of no change. */
static void
find_recorded (CyanOpenedSources *self, const CyanComparison *comparison)
{
  g_autofree char *before = cyan_sources_recorded (comparison->compared.side[0].profile);
  g_autofree char *after =
      before != NULL ? cyan_sources_recorded (comparison->compared.side[1].profile) : NULL;

  if (after == NULL || g_str_equal (before, after))
    return;
  self->recorded[0] = g_steal_pointer (&before);
  self->recorded[1] = g_steal_pointer (&after);
}

/* Revisions that the profiles were not made of: their lines may be others. */
static void
find_mismatch (CyanOpenedSources *self, const CyanComparison *comparison)
{
  g_autofree char *before =
      cyan_sources_mismatch (comparison->compared.side[0].profile, 0, self->locations[0]);
  g_autofree char *after =
      cyan_sources_mismatch (comparison->compared.side[1].profile, 1, self->locations[1]);

  if (before != NULL && after != NULL)
    self->mismatch = g_strconcat (before, "\n", after, NULL);
  else
    self->mismatch = g_strdup (before != NULL ? before : after);
}

CyanOpenedSources *
cyan_opened_sources_new (const CyanRequest *request,
                         const CyanComparison *comparison,
                         const CyanOpenedSources *old,
                         gboolean keep_folders)
{
  CyanOpenedSources *self = g_new0 (CyanOpenedSources, 1);
  g_autoptr (GError) error = NULL;

  cyan_ref_count_init (&self->refs);
  self->maps = g_strdupv (request->maps);
  for (guint side = 0; side < 2 && error == NULL; side++)
    {
      self->named[side] = name_side (request, comparison, side, &error);
      if (self->named[side] != NULL)
        self->locations[side] = open_side (self, side, old, keep_folders, &error);
    }
  if (error != NULL)
    {
      self->trouble = g_utf8_make_valid (error->message, -1);
      for (guint side = 0; side < 2; side++)
        g_clear_pointer (&self->locations[side], cyan_source_location_unref);
    }
  if (!comparison->compared.single)
    find_mismatch (self, comparison);
  if (!comparison->compared.single
      && (self->trouble != NULL || !cyan_request_wants_sources (request)))
    find_recorded (self, comparison);
  return self;
}

CyanOpenedSources *
cyan_opened_sources_ref (CyanOpenedSources *self)
{
  cyan_ref_count_inc (&self->refs);
  return self;
}

void
cyan_opened_sources_unref (CyanOpenedSources *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  for (guint side = 0; side < 2; side++)
    {
      g_free (self->named[side]);
      g_free (self->recorded[side]);
      g_clear_pointer (&self->locations[side], cyan_source_location_unref);
    }
  g_strfreev (self->maps);
  g_free (self->trouble);
  g_free (self->mismatch);
  g_free (self);
}
