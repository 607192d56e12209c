/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hashes and copies a work tree. */
#include "cyan-export-tree.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-track-private.h"

/* Digits of an id. */
#define ID_DIGITS 34

/* As long as the oid of a commit. */
G_STATIC_ASSERT (sizeof CYAN_DIRTY_PREFIX - 1 + ID_DIGITS == 40);

static gboolean
take_link (const char *from, const char *to, GChecksum *checksum, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *target = g_file_read_link (from, &reason);

  if (target == NULL)
    return cyan_fail (error, CYAN_ERROR_IO, "%s", reason->message);
  cyan_track_hash (checksum, "link", strlen ("link"));
  cyan_track_hash (checksum, target, strlen (target));
  return to == NULL || symlink (target, to) == 0 || cyan_track_fail_errno (to, error);
}

static gboolean
take_file (
    const char *from, const char *to, gboolean is_program, GChecksum *checksum, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (GMappedFile) file = g_mapped_file_new (from, FALSE, &reason);
  const char *kind = is_program ? "program" : "file";
  const char *bytes;

  if (file == NULL)
    return cyan_fail (error, CYAN_ERROR_IO, "%s", reason->message);
  bytes = g_mapped_file_get_contents (file);
  cyan_track_hash (checksum, kind, strlen (kind));
  cyan_track_hash (checksum, bytes != NULL ? bytes : "", g_mapped_file_get_length (file));
  if (to == NULL
      || g_file_set_contents_full (to, bytes != NULL ? bytes : "",
                                   (gssize) g_mapped_file_get_length (file),
                                   G_FILE_SET_CONTENTS_NONE, is_program ? 0777 : 0666, &reason))
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_IO, "%s", reason->message);
}

/* Takes the file @name of the work tree @from. */
static gboolean
take (const char *from, const char *to, const char *name, GChecksum *checksum, GError **error)
{
  g_autofree char *source = g_build_filename (from, name, NULL);
  g_autofree char *target = to != NULL ? g_build_filename (to, name, NULL) : NULL;
  g_autofree char *folder = target != NULL ? g_path_get_dirname (target) : NULL;
  struct stat status;

  if (lstat (source, &status) != 0)
    return cyan_track_fail_errno (source, error);
  if (!S_ISREG (status.st_mode) && !S_ISLNK (status.st_mode))
    return TRUE;
  if (folder != NULL && g_mkdir_with_parents (folder, 0777) != 0)
    return cyan_track_fail_errno (folder, error);
  cyan_track_hash (checksum, name, strlen (name));
  if (S_ISLNK (status.st_mode))
    return take_link (source, target, checksum, error);
  return take_file (source, target, (status.st_mode & S_IXUSR) != 0, checksum, error);
}

char *
cyan_dirty_copy (const char *repository, const char *folder, const CyanTick *tick, GError **error)
{
  g_autofree char *from = NULL;
  g_autoptr (GPtrArray) names = cyan_git_list_work_files (repository, &from, error);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  if (names == NULL)
    return NULL;
  if (folder != NULL && g_mkdir (folder, 0777) != 0)
    {
      cyan_track_fail_errno (folder, error);
      return NULL;
    }
  for (guint i = 0; i < names->len; i++)
    if (!cyan_tick (tick, (double) i / names->len, N_ ("Reading"), error)
        || !take (from, folder, names->pdata[i], checksum, error))
      return NULL;
  return g_strdup_printf ("%s%.*s", CYAN_DIRTY_PREFIX, ID_DIGITS, g_checksum_get_string (checksum));
}
