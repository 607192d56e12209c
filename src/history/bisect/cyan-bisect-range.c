/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which revisions are between two ends. */
#include <string.h>

#include "cyan-bisect-private.h"
#include "cyan-error.h"
#include "cyan-i18n.h"

/* Caller frees; NULL with @error. */
static char *
find_commit (const char *repository, const char *revision, const CyanTick *tick, GError **error)
{
  const char *const revisions[] = { revision, NULL };
  g_autoptr (GPtrArray) commits = cyan_git_log_list (repository, revisions, tick, error);
  const CyanGitLogCommit *commit;

  if (commits == NULL)
    return NULL;
  commit = commits->pdata[0];
  return g_strdup (commit->oid);
}

/* The first parents of @newest up to @oldest; *@range is NULL if that is none of them. */
static gboolean
walk (const char *repository,
      const char *oldest,
      const char *newest,
      GStrv *range,
      const CyanTick *tick,
      GError **error)
{
  const CyanGitRange between = { .tip = newest, .start = oldest };
  g_autoptr (GPtrArray) commits = cyan_git_log_range (repository, &between, tick, error);
  g_autoptr (GStrvBuilder) oids = g_strv_builder_new ();
  const CyanGitLogCommit *first;

  *range = NULL;
  if (commits == NULL)
    return FALSE;
  if (commits->len == 0)
    return TRUE;
  first = commits->pdata[0];
  if (g_strcmp0 (first->parent, oldest) != 0)
    return TRUE;
  g_strv_builder_add (oids, oldest);
  for (guint i = 0; i < commits->len; i++)
    g_strv_builder_add (oids, ((const CyanGitLogCommit *) commits->pdata[i])->oid);
  *range = g_strv_builder_end (oids);
  return TRUE;
}

GStrv
cyan_bisect_range (const char *repository,
                   const char *good,
                   const char *bad,
                   gboolean *is_reversed,
                   const CyanTick *tick,
                   GError **error)
{
  g_autofree char *from = find_commit (repository, good, tick, error);
  g_autofree char *to = from != NULL ? find_commit (repository, bad, tick, error) : NULL;
  GStrv range;

  if (to == NULL)
    return NULL;
  if (strcmp (from, to) == 0)
    {
      cyan_fail (error, CYAN_ERROR_INVALID, _ ("“%s” and “%s” are the same commit"), good, bad);
      return NULL;
    }
  if (!walk (repository, from, to, &range, tick, error))
    return NULL;
  *is_reversed = range == NULL;
  if (range == NULL && !walk (repository, to, from, &range, tick, error))
    return NULL;
  if (range == NULL)
    cyan_fail (error, CYAN_ERROR_INVALID,
               _ ("neither “%s” nor “%s” is among the first parents of the other"), good, bad);
  return range;
}
