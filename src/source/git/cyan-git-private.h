/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of this folder. */
#pragma once

#include <git2.h>
#include <git2/sys/hashsig.h>
#include <glib.h>

#include "cyan-tick.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_commit, git_commit_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_config, git_config_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_hashsig, git_hashsig_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_object, git_object_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_odb_object, git_odb_object_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_tree, git_tree_free)

/* ---- an open repository: its paths and its objects ----
 *
 * None of its configuration applies: libgit2 gets an empty one, and sees a folder without one.  Its
 * files are checked before they are opened, and an object that takes much memory is refused: see
 * cyan-libgit2.h. */

typedef struct
{
  char *path;     /* the path given when it was opened, made absolute */
  char *worktree; /* without links; NULL for a bare repository */
  char *git_folder;
  char *common; /* the folder with its objects and branches */
  char *view;   /* what libgit2 takes for the repository's folder */
  git_repository *git;
  git_odb *objects;
} CyanGitRepository;

/* Fails with CYAN_ERROR_IO if there is none, or if it belongs to another user and the user's
 * safe.directory does not list it; with CYAN_ERROR_UNSUPPORTED for SHA-256 and reftables. */
CyanGitRepository *cyan_git_repository_open (const char *path, GError **error);
void cyan_git_repository_free (CyanGitRepository *self);

/* Why the last call of libgit2 for this repository in this thread failed.  Caller frees. */
char *cyan_git_repository_reason (const CyanGitRepository *self);

/* Whether both have the same objects and branches. */
gboolean cyan_git_repository_equal (const CyanGitRepository *a, const CyanGitRepository *b);

/* Load objects by id.  @where is the path in the tree, or NULL, for error messages.  Fail with
 * CYAN_ERROR_IO if the object is missing or broken, and with CYAN_ERROR_LIMIT. */
git_commit *cyan_git_load_commit (CyanGitRepository *self, const git_oid *id, GError **error);
git_tree *
cyan_git_load_tree (CyanGitRepository *self, const git_oid *id, const char *where, GError **error);
git_odb_object *cyan_git_load_blob (
    CyanGitRepository *self, const git_oid *id, const char *where, gsize max_bytes, GError **error);
/* The text of a blob, by the rules of cyan_source_decode(). */
char *
cyan_git_load_text (CyanGitRepository *self, const git_oid *id, const char *where, GError **error);

/* The commit that @revision names, in any form that `git rev-parse` accepts. */
git_commit *cyan_git_find_commit (CyanGitRepository *self, const char *revision, GError **error);
/* The commit that a reference leads to.  Fails if it leads to none, or in a circle. */
git_commit *
cyan_git_load_reference (CyanGitRepository *self, git_reference *reference, GError **error);
/* The tree of the commit of a revision, whose id goes into @id unless that is NULL. */
git_tree *
cyan_git_find_tree (CyanGitRepository *self, const char *revision, git_oid *id, GError **error);
/* Converts bytes of a commit to one line of valid UTF-8; NULL to "".  Caller frees. */
char *cyan_git_to_line (const char *bytes);

/* Whether an entry of a tree is a regular file. */
gboolean cyan_git_entry_is_file (const git_tree_entry *entry);

/* The entry of @tree for the part of @path before its first "/".  Sets @rest to the part after it,
 * or to NULL at the end of the path.  NULL if there is no such entry, or if the name is invalid. */
const git_tree_entry *cyan_git_find_step (git_tree *tree, const char *path, const char **rest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitRepository, cyan_git_repository_free)

/* ---- where a repository is, and whether it may be read ----
 *
 * The rules are those of git.  The repository's configuration is not applied, and all checks come
 * before libgit2 opens anything. */

typedef struct
{
  char *worktree;   /* without links; NULL if bare */
  char *link;       /* the file ".git" of a linked worktree or a submodule, or NULL */
  char *git_folder; /* ".git", or the bare repository; without links */
} CyanGitPaths;

/* The repository at @path or above it, on the same file system.  Fails with CYAN_ERROR_IO. */
CyanGitPaths *cyan_git_paths_find (const char *path, GError **error);
void cyan_git_paths_free (CyanGitPaths *self);

/* The folder with the objects and branches: that of the main worktree for a linked one, else
 * git_folder.  Caller frees. */
char *cyan_git_paths_common (const CyanGitPaths *self);

/* Checks that the repository belongs to the user or is listed in the user's or the system's
 * safe.directory (CYAN_ERROR_IO), that libgit2 may open its files (CYAN_ERROR_IO,
 * CYAN_ERROR_LIMIT), and that its ids are SHA-1 (CYAN_ERROR_UNSUPPORTED). */
gboolean cyan_git_paths_check (const CyanGitPaths *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitPaths, cyan_git_paths_free)

/* ---- the files of a repository, before libgit2 opens them ----
 *
 * libgit2 opens what it finds under certain names, in folders that anybody may have filled: it
 * would wait for somebody to write into a pipe, and read a device for ever.  What somebody
 * exchanges while the program runs is not seen: they need no trick to stop it. */

/* A regular file's content as a string; NULL if there is none, it is not regular, or has more than
 * @max_bytes.  Caller frees. */
char *cyan_git_files_read (const char *path, gsize max_bytes);

/* Checks all that libgit2 may open of a repository: in @git_folder, in @common, the folder with
 * objects and branches (the same but for a linked worktree), and in the folders of objects that
 * these borrow from.  Fails with CYAN_ERROR_IO if a file is no regular one or a link out of the
 * repository, and with CYAN_ERROR_LIMIT if it is too large or if there are too many. */
gboolean cyan_git_files_check (const char *git_folder, const char *common, GError **error);

/* Checks in the same way the files with rules (.gitignore ...) of all folders of a work tree. */
gboolean cyan_git_files_check_rules (const char *worktree, GError **error);

/* ---- a folder that shows libgit2 a repository without its configuration ----
 *
 * Since libgit2 1.8 even git_repository_open_bare() reads the repository's file "config" and all
 * files that this includes, wherever they are.  A private folder with links to the rest of the
 * repository has none.  Nor does it have any other file that a revision could name, such as
 * "hooks/x".  It is laid out like the folder of a linked worktree, which has some references of its
 * own. */

/* The folder in a view that stands for that with objects and branches. */
#define CYAN_GIT_VIEW_COMMON "common"

/* Makes the view of the repository @git_folder, whose objects and branches are in the folder
 * @common (the same but for a linked worktree).  Returns its path, without links; fails with
 * CYAN_ERROR_IO. */
char *cyan_git_view_new (const char *git_folder, const char *common, GError **error);

/* Removes it with its links, and frees the path. */
void cyan_git_view_free (char *view);

/* Whether git keeps a file of this name, such as HEAD or FETCH_HEAD, at the top of a repository. */
gboolean cyan_git_view_is_ref (const char *name);

/* ---- the commits between two revisions, as a graph ---- */

typedef struct _CyanGitCommit CyanGitCommit;

struct _CyanGitCommit
{
  git_oid id;
  git_oid tree;
  gint64 time;             /* of the committer */
  CyanGitCommit **parents; /* owned by the set */
  guint n_parents;
  gboolean is_hidden;  /* reachable from the earlier revision */
  gboolean is_shallow; /* its parents were not cloned */
  guint index;         /* in the order of the set */
  guint n_children;    /* number of children that are not hidden */
  guint state;         /* of the walk */
};

typedef struct
{
  GHashTable *all;      /* id -> CyanGitCommit */
  GPtrArray *order;     /* those that are not hidden: children before parents, otherwise newest
                         * first */
  CyanGitCommit *first; /* the earlier revision, or NULL */
  CyanGitCommit *last;  /* the later revision, order[0] unless it is hidden */
} CyanGitCommits;

/* The commits reachable from @after but not from @before, which may be NULL.  Their parents outside
 * of this range are included as hidden commits.  Fails with CYAN_ERROR_LIMIT if there are more than
 * @max_commits, or if more than ten times as many had to be read. */
CyanGitCommits *cyan_git_commits_between (CyanGitRepository *repository,
                                          const git_oid *before,
                                          const git_oid *after,
                                          guint max_commits,
                                          const CyanTick *tick,
                                          GError **error);
void cyan_git_commits_free (CyanGitCommits *self);

/* A set or a map of ids, which are copies. */
GHashTable *cyan_git_oid_table (GDestroyNotify free_value);
/* The set of commits whose parents were not cloned: the file "shallow", which libgit2 ignores. */
GHashTable *cyan_git_read_shallow (git_repository *git);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitCommits, cyan_git_commits_free)

/* ---- the files that differ in two trees ----
 *
 * git_diff_tree_to_tree() asks nobody while it looks for files, so folders of folders that share
 * their subfolders and hold no file keep it busy for ever. */

typedef struct
{
  char *path;        /* bytes, relative to the root */
  gboolean is_added; /* a regular file that was not there */
  git_oid blob;      /* if so, its content */
} CyanGitChange;

/* The differences, links and submodules included, in no order, as a GArray of CyanGitChange; files
 * with paths that cannot be checked out are left out.  @what is for the tick, marked by N_().
 * Fails with CYAN_ERROR_IO if a tree cannot be read, and with CYAN_ERROR_LIMIT if too many differ.
 * Free with g_array_unref(). */
GArray *cyan_git_compare_trees (CyanGitRepository *self,
                                const git_oid *before,
                                const git_oid *after,
                                const char *what,
                                const CyanTick *tick,
                                GError **error);

/* ---- the new name of a file that was renamed ---- */

/* A step from one tree to a neighbouring one. */
typedef struct
{
  const git_oid *from, *to;
  gboolean forwards; /* @to is the later tree */
  GArray *marks;     /* of guint: lines of the range with unchanged contents; may be NULL */
} CyanGitStep;

/* Finds the path behind @step of the file @path with the content @blob.  Of the files
 * that are new there it is the one with equal content, else the most similar one, with the
 * measure and the threshold of git's renames (half of its lines).  Sets *@renamed to NULL if there
 * is none; caller frees. */
gboolean cyan_git_find_renamed (CyanGitRepository *repository,
                                const CyanGitStep *step,
                                const char *path,
                                const git_oid *blob,
                                char **renamed,
                                const CyanTick *tick,
                                GError **error);

/* ---- lines of a file, from one tree to a neighbouring one ---- */

typedef struct
{
  char *path;
  guint start, end; /* lines [start, end), from 0; end > start */
  GArray *steps;    /* of git_oid: each folder of the path, the file last */
} CyanGitLines;

CyanGitLines *cyan_git_lines_copy (const CyanGitLines *self);
void cyan_git_lines_free (CyanGitLines *self); /* may be NULL */

typedef struct
{
  CyanGitRepository *repository;
  const CyanTick *tick;
  GPtrArray *texts; /* the texts of the last few blobs, the latest last */
} CyanGitFollower;

/* The caller keeps both; they must outlive the follower. */
CyanGitFollower *cyan_git_follower_new (CyanGitRepository *repository, const CyanTick *tick);
void cyan_git_follower_free (CyanGitFollower *self);

/* Lines @start to @end of @path in @tree.  Fails with CYAN_ERROR_IO if there is no such file. */
CyanGitLines *cyan_git_lines_new (CyanGitFollower *follower,
                                  const git_oid *tree,
                                  const char *path,
                                  guint start,
                                  guint end,
                                  GError **error);

/* Maps @lines through @step, in the same file or its renamed version.  @found is NULL if the other
 * tree does not have them.  Sets @touched if a change intersects them.  Ranges are those of `git
 * log -L`: replaced lines are mapped to their replacement.  Marks are mapped too, and dropped if
 * they change in more than white space. */
gboolean cyan_git_follow (CyanGitFollower *self,
                          const CyanGitLines *lines,
                          const CyanGitStep *step,
                          CyanGitLines **found,
                          gboolean *touched,
                          GError **error);

/* The whole text of the file of @lines; a GRefString. */
char *cyan_git_follower_text (CyanGitFollower *self, const CyanGitLines *lines, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitLines, cyan_git_lines_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitFollower, cyan_git_follower_free)
