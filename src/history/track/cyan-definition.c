/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What makes two runs comparable: the definition of a benchmark, the recipe of a build.
 *
 * Each is a text of lines NAME=VALUE and its SHA-256.  The text is kept, so that a chart can say
 * what differs.
 */
#include <string.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-plan.h"

static void
add_line (GString *text, const char *name, const char *value)
{
  if (value != NULL)
    g_string_append_printf (text, "%s=%s\n", name, value);
}

static char *
hash_text (const char *text)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

char *
cyan_recipe_hash (const CyanTrack *track)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_line (text, "build", track->build);
  add_line (text, "checkout", track->checkout == CYAN_CHECKOUT_WORKTREE ? "worktree" : "export");
  add_line (text, "reuse", track->reuse ? "yes" : "no");
  return hash_text (text->str);
}

char *
cyan_definition_hash (const CyanTrack *track,
                      const CyanTrackBenchmark *benchmark,
                      const char *oid,
                      const char *inputs,
                      char **text,
                      GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (CyanGitTree) files = NULL;

  g_assert (strlen (inputs) == 64);
  add_line (lines, "version", benchmark->version);
  if (benchmark->version != NULL)
    {
      g_autofree char *hash = hash_text (lines->str);

      /* For people only. */
      add_line (lines, "run", benchmark->run);
      *text = g_string_free (g_steal_pointer (&lines), FALSE);
      return g_steal_pointer (&hash);
    }
  add_line (lines, "run", benchmark->run);
  add_line (lines, "measure", benchmark->measure);
  add_line (lines, "profile", benchmark->profile);
  add_line (lines, "build", track->build);
  if (benchmark->inputs != NULL)
    add_line (lines, "inputs", inputs);
  for (GStrv path = benchmark->follows; path != NULL && *path != NULL; path++)
    {
      g_autofree char *name = g_strconcat ("follows ", *path, NULL);
      g_autofree char *found = NULL;

      if (files == NULL)
        files = cyan_git_tree_open (track->repository, oid, error);
      if (files == NULL)
        return NULL;
      found = cyan_git_tree_object (files, *path);
      add_line (lines, name, found != NULL ? found : "");
    }
  *text = g_string_free (g_steal_pointer (&lines), FALSE);
  return hash_text (*text);
}
