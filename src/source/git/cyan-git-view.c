/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-git-view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

/* Maximum number of files like HEAD; git makes about ten. */
#define MAX_REFS 1000

gboolean
cyan_git_view_is_ref (const char *name)
{
  return strspn (name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == strlen (name);
}

/* Shows @folder/@name under the same name, there or not: git may make it later. */
static gboolean
show (const char *view, const char *folder, const char *name)
{
  g_autofree char *target = g_build_filename (folder, name, NULL);
  g_autofree char *link = g_build_filename (view, name, NULL);

  return symlink (target, link) == 0;
}

/* Whatever a link of this name leads to, libgit2 takes the clone for a shallow one. */
static gboolean
show_shallow (const char *view, const char *shared, const char *common)
{
  g_autofree char *path = g_build_filename (common, "shallow", NULL);
  struct stat status;

  return stat (path, &status) < 0 || status.st_size == 0
         || (show (view, common, "shallow") && show (shared, common, "shallow"));
}

/* Shows HEAD and its like. */
static gboolean
show_refs (const char *view, const char *git_folder)
{
  g_autoptr (GDir) dir = g_dir_open (git_folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && n < MAX_REFS && (name = g_dir_read_name (dir)) != NULL)
    if (cyan_git_view_is_ref (name))
      {
        if (!show (view, git_folder, name))
          return FALSE;
        n++;
      }
  return TRUE;
}

static gboolean
show_all (const char *view, const char *git_folder, const char *common)
{
  static const char *const own[] = { "index", "logs", "refs" };
  static const char *const shared[] = { "info", "logs", "objects", "packed-refs", "refs" };
  g_autofree char *link = g_build_filename (view, "commondir", NULL);
  g_autofree char *inner = g_build_filename (view, CYAN_GIT_VIEW_COMMON, NULL);
  gboolean ok = mkdir (inner, 0700) == 0 && g_file_set_contents (link, inner, -1, NULL)
                && show_refs (view, git_folder) && show_shallow (view, inner, common);

  for (gsize i = 0; i < G_N_ELEMENTS (own) && ok; i++)
    ok = show (view, git_folder, own[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (shared) && ok; i++)
    ok = show (inner, common, shared[i]);
  return ok;
}

char *
cyan_git_view_new (const char *git_folder, const char *common, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *made = g_dir_make_tmp ("cyan-git-XXXXXX", &reason);
  char *view = made != NULL ? realpath (made, NULL) : NULL;

  if (view != NULL && show_all (view, git_folder, common))
    return view;
  cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be opened as a git repository: %s"), git_folder,
             reason != NULL ? reason->message : g_strerror (errno));
  cyan_git_view_free (view);
  return NULL;
}

void
cyan_git_view_free (char *view)
{
  static const char *const folders[] = { CYAN_GIT_VIEW_COMMON, "" };

  for (gsize i = 0; i < G_N_ELEMENTS (folders) && view != NULL; i++)
    {
      g_autofree char *folder = g_build_filename (view, folders[i], NULL);
      g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *link = g_build_filename (folder, name, NULL);

          unlink (link);
        }
      rmdir (folder);
    }
  free (view);
}
