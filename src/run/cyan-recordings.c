/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole recordings by their files. */
#include "cyan-recordings.h"

#include "cyan-error.h"
#include "cyan-slice.h"
#include "cyan-sync.h"

struct _CyanRecordings
{
  CyanRefCount refs;
  GPtrArray *files;    /* of char * */
  GPtrArray *profiles; /* of CyanProfile, by file */
};

CYAN_DEFINE_REF (CyanRecordings, cyan_recordings)

void
cyan_recordings_unref (CyanRecordings *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->profiles);
  g_free (self);
}

CyanRecordings *
cyan_recordings_read (const char *const *paths,
                      const CyanLoadOptions *options,
                      const CyanTick *tick,
                      GError **error)
{
  g_autoptr (CyanRecordings) self = g_new0 (CyanRecordings, 1);
  guint n = g_strv_length ((char **) paths);
  CyanLoadOptions whole = *options;

  cyan_ref_count_init (&self->refs);
  self->files = g_ptr_array_new_with_free_func (g_free);
  self->profiles = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  whole.pieces = TRUE;
  for (guint i = 0; i < n; i++)
    {
      const CyanTick reading = cyan_tick_slice (tick, (double) i / n, (double) (i + 1) / n);
      g_autofree char *file = cyan_slice_file (paths[i]);
      CyanProfile *profile;

      if (cyan_recordings_find (self, file) != NULL)
        continue;
      profile = cyan_profile_load (file, &whole, &reading, error);
      if (profile == NULL)
        return NULL;
      g_ptr_array_add (self->files, g_steal_pointer (&file));
      g_ptr_array_add (self->profiles, profile);
    }
  return g_steal_pointer (&self);
}

CyanProfile *
cyan_recordings_find (const CyanRecordings *self, const char *path)
{
  g_autofree char *file = cyan_slice_file (path);
  guint at;

  return g_ptr_array_find_with_equal_func (self->files, file, g_str_equal, &at)
             ? g_ptr_array_index (self->profiles, at)
             : NULL;
}

CyanProfile *
cyan_recordings_profile (const CyanRecordings *self,
                         const char *path,
                         const CyanTick *tick,
                         GError **error)
{
  CyanProfile *whole = cyan_recordings_find (self, path), *profile;
  g_autofree char *file = NULL, *text = NULL;
  g_autoptr (CyanSlice) slice = NULL;
  g_autoptr (GError) reason = NULL;

  if (whole == NULL)
    return NULL;
  if (!cyan_slice_split (path, &file, &text))
    return cyan_profile_ref (whole);
  slice = cyan_slice_parse (text, &reason);
  profile = slice != NULL ? cyan_slice_profile (whole, slice, tick, &reason) : NULL;
  if (profile == NULL)
    {
      g_autofree char *name = cyan_input_label (file);

      cyan_fail_at (error, reason, "%s", name);
    }
  return profile;
}
