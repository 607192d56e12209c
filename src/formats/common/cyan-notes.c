/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings of calls and ends of calls that do not pair; names of threads in the meta data. */
#include "cyan-notes.h"

static char *
unfinished_text (guint64 n, gboolean timed)
{
  return g_strdup_printf (
      timed ? ngettext ("%'" PRIu64 " call without an end was closed at the last time stamp",
                        "%'" PRIu64 " calls without an end were closed at the last time stamp", n)
            : ngettext ("%'" PRIu64 " call without an end was closed at the end",
                        "%'" PRIu64 " calls without an end were closed at the end", n),
      n);
}

void
cyan_warn_unpaired (CyanProfileBuilder *builder,
                    gboolean timed,
                    guint64 n_stray,
                    guint64 n_cut,
                    guint64 n_unfinished)
{
  g_autofree char *stray = NULL, *cut = NULL, *unfinished = NULL;

  if (n_stray + n_cut + n_unfinished == 0)
    return;
  stray = g_strdup_printf (ngettext ("%'" PRIu64 " end without a call was ignored",
                                     "%'" PRIu64 " ends without a call were ignored", n_stray),
                           n_stray);
  cut = g_strdup_printf (ngettext ("%'" PRIu64 " call ended with the one around it",
                                   "%'" PRIu64 " calls ended with the one around them", n_cut),
                         n_cut);
  unfinished = unfinished_text (n_unfinished, timed);
  /* Translators: each is a number and what was done about so many. */
  cyan_profile_builder_warn (builder, _ ("calls and ends that do not pair: %s, %s, %s"), stray, cut,
                             unfinished);
}

void
cyan_names_add (GPtrArray *names, const char *name)
{
  if (*name != '\0' && names->len < CYAN_NAMES_MAX
      && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (name));
}

void
cyan_names_set (GPtrArray *names, CyanProfileBuilder *builder, const char *key)
{
  g_autofree char *joined = NULL;

  if (names->len == 0)
    return;
  g_ptr_array_add (names, NULL);
  joined = g_strjoinv (", ", (char **) names->pdata);
  cyan_profile_builder_set_meta (builder, key, joined);
}
