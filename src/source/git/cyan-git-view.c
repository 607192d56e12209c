/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-git-private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-sync.h"

/* Maximum number of files like HEAD; git makes about ten. */
#define MAX_REFS 1000

/* The views that are there, by path, each with the paths of all that was made, as a GPtrArray.
 * Removing them must take no file descriptor: there may be none left. */
static CyanMutex mutex;
static GHashTable *views;

gboolean
cyan_git_view_is_ref (const char *name)
{
  return strspn (name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == strlen (name);
}

/* Shows @folder/@name in @shown under the same name, there or not: git may make it later. */
static gboolean
show (GPtrArray *made, const char *shown, const char *folder, const char *name)
{
  g_autofree char *target = g_build_filename (folder, name, NULL);
  char *link = g_build_filename (shown, name, NULL);

  g_ptr_array_add (made, link);
  return symlink (target, link) == 0;
}

/* Whatever a link of this name leads to, libgit2 takes the clone for a shallow one. */
static gboolean
show_shallow (GPtrArray *made, const char *view, const char *shared, const char *common)
{
  g_autofree char *path = g_build_filename (common, "shallow", NULL);
  struct stat status;

  return stat (path, &status) < 0 || status.st_size == 0
         || (show (made, view, common, "shallow") && show (made, shared, common, "shallow"));
}

/* Shows HEAD and its like. */
static gboolean
show_refs (GPtrArray *made, const char *view, const char *git_folder)
{
  g_autoptr (GDir) dir = g_dir_open (git_folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && n < MAX_REFS && (name = g_dir_read_name (dir)) != NULL)
    if (cyan_git_view_is_ref (name))
      {
        if (!show (made, view, git_folder, name))
          return FALSE;
        n++;
      }
  return dir != NULL;
}

static gboolean
show_all (GPtrArray *made, const char *view, const char *git_folder, const char *common)
{
  static const char *const own[] = { "index", "logs", "refs" };
  static const char *const shared[] = { "info", "logs", "objects", "packed-refs", "refs" };
  char *link = g_build_filename (view, "commondir", NULL);
  char *inner = g_build_filename (view, CYAN_GIT_VIEW_COMMON, NULL);
  gboolean ok;

  g_ptr_array_add (made, inner);
  g_ptr_array_add (made, link);
  ok = mkdir (inner, 0700) == 0 && g_file_set_contents (link, inner, -1, NULL)
       && show_refs (made, view, git_folder) && show_shallow (made, view, inner, common);
  for (gsize i = 0; i < G_N_ELEMENTS (own) && ok; i++)
    ok = show (made, view, git_folder, own[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (shared) && ok; i++)
    ok = show (made, inner, common, shared[i]);
  return ok;
}

/* Removes the newest entries first, since they are in older ones. */
static void
remove_view (const GPtrArray *made)
{
  for (guint i = made->len; i > 0; i--)
    remove (g_ptr_array_index (made, i - 1));
}

/* A program may end while repositories are open. */
static void
remove_all (void)
{
  GHashTableIter iterator;
  gpointer made;

  cyan_mutex_lock (&mutex);
  g_hash_table_iter_init (&iterator, views);
  while (g_hash_table_iter_next (&iterator, NULL, &made))
    remove_view (made);
  cyan_mutex_unlock (&mutex);
}

static void
make_views (void)
{
  cyan_mutex_init (&mutex);
  views = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  atexit (remove_all);
}

static GPtrArray *
remember (char *view)
{
  static CyanOnce once = CYAN_ONCE_INIT;
  GPtrArray *made = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (made, g_strdup (view));
  cyan_once (&once, make_views);
  cyan_mutex_lock (&mutex);
  g_hash_table_insert (views, view, made);
  cyan_mutex_unlock (&mutex);
  return made;
}

char *
cyan_git_view_new (const char *git_folder, const char *common, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *made = g_dir_make_tmp ("cyan-git-XXXXXX", &reason);
  char *view = made != NULL ? realpath (made, NULL) : NULL;

  if (view != NULL && show_all (remember (view), view, git_folder, common))
    return view;
  cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be opened as a git repository: %s"), git_folder,
             reason != NULL ? reason->message : g_strerror (errno));
  cyan_git_view_free (view);
  return NULL;
}

void
cyan_git_view_free (char *view)
{
  if (view == NULL)
    return;
  cyan_mutex_lock (&mutex);
  remove_view (g_hash_table_lookup (views, view));
  g_hash_table_remove (views, view);
  cyan_mutex_unlock (&mutex);
  free (view);
}
