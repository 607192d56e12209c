/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sources of a profile. */
#include "cyan-sources.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-function-compare.h"
#include "cyan-i18n.h"
#include "cyan-profile-names.h"
#include "cyan-source-files.h"

CyanSourceLocation *
cyan_sources_open_one (const char *location, const char *const *maps, GError **error)
{
  g_autoptr (CyanSourceLocation) opened = cyan_source_location_open (location, error);

  if (opened == NULL)
    return NULL;
  for (guint i = 0; maps != NULL && maps[i] != NULL; i++)
    {
      const char *equals = strchr (maps[i], '=');
      g_autofree char *from =
          equals != NULL ? g_strndup (maps[i], (gsize) (equals - maps[i])) : NULL;

      if (from == NULL)
        return cyan_fail_null (error, CYAN_ERROR_INVALID, _ ("\"%s\" is not FROM=TO"), maps[i]);
      if (!cyan_source_location_map (opened, from, equals + 1, error))
        return NULL;
    }
  return g_steal_pointer (&opened);
}

char *
cyan_sources_recorded (const CyanProfile *profile)
{
  const char *root = cyan_profile_get_meta (profile, "source-root");
  const char *revision = cyan_profile_get_meta (profile, "revision");
  g_autofree char *at_revision = NULL;
  g_autoptr (CyanSourceLocation) location = NULL;

  if (root == NULL || !g_path_is_absolute (root))
    return NULL;
  if (revision != NULL)
    {
      at_revision = cyan_source_files_join (root, revision);
      location = cyan_source_location_open (at_revision, NULL);
    }
  if (location != NULL)
    return g_steal_pointer (&at_revision);
  location = cyan_source_location_open (root, NULL);
  return location != NULL ? g_strdup (root) : NULL;
}

/* Whether @text is a commit id, or an abbreviation that is hardly the name of a branch. */
static gboolean
is_commit_id (const char *text)
{
  gsize length = strspn (text, "0123456789abcdef");

  return length >= 7 && length <= 40 && text[length] == '\0';
}

char *
cyan_sources_mismatch (const CyanProfile *profile, guint side, const CyanSourceLocation *location)
{
  const char *recorded = cyan_profile_get_meta (profile, "revision");
  const char *commit = location != NULL ? cyan_source_location_commit (location) : NULL;

  if (recorded == NULL || commit == NULL || !is_commit_id (recorded)
      || g_str_has_prefix (commit, recorded))
    return NULL;
  return g_strdup_printf (
      side == 0
          ? _ ("before: the profile was recorded at revision %.12s, its sources are those of %.12s")
          : _ ("after: the profile was recorded at revision %.12s, its sources are those of %.12s"),
      recorded, commit);
}

CyanFunctionText *
cyan_sources_find (const CyanProfile *profile,
                   guint32 function,
                   CyanSourceLocation *location,
                   const CyanTick *tick,
                   GError **error)
{
  const CyanFunction *known = &profile->functions[function];
  /* The name as in the source, without the user's renames. */
  const CyanFunctionQuery query = {
    .name = cyan_strings_get (profile->strings, known->normal),
    .file = cyan_strings_get (profile->strings, known->file),
    .line = known->line,
  };

  return cyan_source_location_find (location, &query, tick, error);
}

gboolean
cyan_sources_define (const CyanProfile *profile,
                     guint32 function,
                     const char *label,
                     CyanSourceLocation *location,
                     CyanSourcesDefined *found,
                     const CyanTick *tick,
                     GError **error)
{
  const char *const names[2] = {
    cyan_strings_get (profile->strings, profile->functions[function].name), label
  };

  *found = (CyanSourcesDefined){ CYAN_DEFINED_UNKNOWN, 0 };
  for (guint i = 0; i < 2 && found->defined == CYAN_DEFINED_UNKNOWN; i++)
    if ((i == 0 || strcmp (names[0], names[1]) != 0)
        && !cyan_source_location_defines (location, names[i], &found->defined, &found->n, tick,
                                          error))
      return FALSE;
  return TRUE;
}

CyanPresence
cyan_sources_presence (const CyanSourcesDefined found[2], guint side)
{
  const CyanSourcesDefined *own = &found[side], *other = &found[1 - side];

  /* There are several functions of this name; if their number differs, the missing one may be this
   * one. */
  if (own->defined == CYAN_DEFINED_YES && other->defined == CYAN_DEFINED_YES)
    return own->n == other->n ? CYAN_PRESENCE_BOTH : CYAN_PRESENCE_UNKNOWN;
  if (own->defined == CYAN_DEFINED_YES && other->defined == CYAN_DEFINED_NO)
    return side == 0 ? CYAN_PRESENCE_BEFORE_ONLY : CYAN_PRESENCE_AFTER_ONLY;
  return CYAN_PRESENCE_UNKNOWN;
}

void
cyan_sources_expect (const CyanProfile *profile, CyanSourceLocation *location)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint32 f = 1; f < profile->n_functions; f++)
    g_ptr_array_add (names,
                     (char *) cyan_strings_get (profile->strings, profile->functions[f].normal));
  cyan_source_location_expect (location, (const char *const *) names->pdata, names->len);
}

CyanProfile *
cyan_sources_hash (const CyanProfile *profile,
                   CyanSourceLocation *location,
                   guint *n_found,
                   const CyanTick *tick,
                   GError **error)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) named = cyan_profile_with_normal_names (profile, strings);
  g_autofree CyanFunction *functions = cyan_profile_move_functions (named, strings);
  g_autoptr (CyanProfile) hashed = NULL;
  gboolean same_make =
      g_strcmp0 (cyan_profile_get_meta (profile, CYAN_META_BODY_HASH), CYAN_BODY_HASH_MAKE) == 0;

  cyan_sources_expect (named, location);
  *n_found = 0;
  for (guint32 f = 1; f < named->n_functions; f++)
    {
      const CyanTick slice = cyan_tick_slice (tick, (double) f / named->n_functions,
                                              (double) (f + 1) / named->n_functions);
      g_autoptr (GError) reason = NULL;
      g_autoptr (CyanFunctionText) text = cyan_sources_find (named, f, location, &slice, &reason);

      if (!same_make)
        functions[f].body_hash = 0;
      /* A text that was found by its line may be another function's. */
      if (text != NULL && text->by_line == 0)
        {
          const char *name = cyan_strings_get (strings, functions[f].normal);

          functions[f].body_hash = cyan_function_text_hash_named (text, name);
          ++*n_found;
        }
      else if (!cyan_error_goes_on (&reason, error))
        return NULL;
    }
  hashed = cyan_profile_with_functions (named, strings, g_steal_pointer (&functions));
  return cyan_profile_with_meta (hashed, CYAN_META_BODY_HASH, CYAN_BODY_HASH_MAKE);
}
