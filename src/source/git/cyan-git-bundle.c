/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unpacks a bundle: a few lines with references, an empty line, and a pack. */
#include "cyan-git.h"

#include <string.h>

#include <git2.h>
#include <git2/sys/odb_backend.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"

#define MAGIC "# v2 git bundle\n"

typedef struct
{
  git_oid id;
  char *name;
} Ref;

static void
ref_clear (gpointer data)
{
  g_free (((Ref *) data)->name);
}

/* Reads the lines up to the empty one.  Returns where the pack begins, or NULL with @error. */
static const char *
read_refs (const char *name, const char *text, gsize length, GArray *refs, GError **error)
{
  const char *line = text + strlen (MAGIC), *end;

  if (length < strlen (MAGIC) || memcmp (text, MAGIC, strlen (MAGIC)) != 0)
    return cyan_fail_null (error, CYAN_ERROR_INVALID, _ ("%s: not a git bundle"), name);
  while ((end = memchr (line, '\n', length - (gsize) (line - text))) != NULL && end != line)
    {
      Ref ref;

      if (*line == '-')
        return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED,
                               _ ("%s: the bundle needs commits that are not in it"), name);
      if (end - line <= GIT_OID_HEXSZ || line[GIT_OID_HEXSZ] != ' '
          || git_oid_fromstrn (&ref.id, line, GIT_OID_HEXSZ) < 0)
        break;
      ref.name = g_strndup (line + GIT_OID_HEXSZ + 1, (gsize) (end - line) - GIT_OID_HEXSZ - 1);
      g_array_append_val (refs, ref);
      line = end + 1;
    }
  if (end == line)
    return end + 1;
  return cyan_fail_null (error, CYAN_ERROR_INVALID, _ ("%s: the git bundle is damaged"), name);
}

static gboolean
write_pack (git_repository *git, const char *pack, gsize length)
{
  git_odb *objects = NULL;
  git_odb_writepack *writer = NULL;
  git_indexer_progress progress = { 0 };
  gboolean ok = git_repository_odb (&objects, git) == 0
                && git_odb_write_pack (&writer, objects, NULL, NULL) == 0
                && writer->append (writer, pack, length, &progress) == 0
                && writer->commit (writer, &progress) == 0;

  if (writer != NULL)
    writer->free (writer);
  git_odb_free (objects);
  return ok;
}

static gboolean
write_refs (git_repository *git, const GArray *refs)
{
  gboolean has_head = FALSE;

  for (guint i = 0; i < refs->len; i++)
    {
      const Ref *ref = &g_array_index (refs, Ref, i);
      git_reference *reference = NULL;

      if (!g_str_has_prefix (ref->name, "refs/"))
        continue;
      if (git_reference_create (&reference, git, ref->name, &ref->id, FALSE, NULL) < 0)
        return FALSE;
      git_reference_free (reference);
      if (has_head || !g_str_has_prefix (ref->name, "refs/heads/"))
        continue;
      if (git_repository_set_head (git, ref->name) < 0)
        return FALSE;
      has_head = TRUE;
    }
  return TRUE;
}

gboolean
cyan_git_unbundle (
    const char *name, gconstpointer bytes, gsize length, const char *folder, GError **error)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (Ref));
  git_repository *git = NULL;
  const char *pack;
  gboolean ok;

  g_array_set_clear_func (refs, ref_clear);
  pack = read_refs (name, bytes, length, refs, error);
  if (pack == NULL)
    return FALSE;
  cyan_libgit2_init ();
  ok = git_repository_init (&git, folder, TRUE) == 0
       && write_pack (git, pack, length - (gsize) (pack - (const char *) bytes))
       && write_refs (git, refs);
  if (!ok)
    cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: the git bundle cannot be unpacked: %s"), name,
               cyan_libgit2_reason ());
  git_repository_free (git);
  return ok;
}
