/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the commits that changed a function.
 *
 * Backwards this is `git log -L`: lines are passed from each commit to its parents, and from a
 * merge to the single parent where they are the same, if there is one.  A function that no longer
 * exists is followed forwards along the first parents, until none of its lines is left.
 */
#include "cyan-git-history.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-private.h"
#include "cyan-git.h"
#include "cyan-i18n.h"

/* Commits between two polls of the tick. */
#define TICK_STRIDE 64
/* Maximum number of sets of lines of a commit that are followed separately; its children may give
 * different sets. */
#define MAX_LINE_SETS 16

typedef struct
{
  CyanGitRepository *repository;
  CyanGitCommits *commits;
  CyanGitFollower *follower;
  const CyanTick *tick;
  GPtrArray *touches;
} Job;

static void
touch_free (CyanGitTouch *self)
{
  g_free (self->author);
  g_free (self->subject);
  g_free (self->path[0]);
  g_free (self->path[1]);
  g_free (self);
}

static void
set_lines (CyanGitTouch *touch, guint side, const CyanGitLines *lines)
{
  if (lines == NULL)
    return;
  touch->path[side] = g_strdup (lines->path);
  touch->first_line[side] = lines->start + 1;
  touch->last_line[side] = lines->end;
}

/* Adds a touch.  @before and @after are the lines in the commit's first parent and in the commit;
 * either may be NULL. */
static gboolean
add_touch (Job *job,
           const CyanGitCommit *commit,
           const CyanGitLines *before,
           const CyanGitLines *after,
           GError **error)
{
  g_autoptr (git_commit) read = cyan_git_load_commit (job->repository, &commit->id, error);
  const git_signature *author;
  CyanGitTouch *touch;

  if (read == NULL)
    return FALSE;
  author = git_commit_author (read);
  touch = g_new0 (CyanGitTouch, 1);
  git_oid_tostr (touch->commit, sizeof touch->commit, &commit->id);
  touch->author = cyan_git_to_line (author->name);
  touch->subject = cyan_git_to_line (git_commit_summary (read));
  touch->author_time = author->when.time;
  touch->author_offset = author->when.offset;
  set_lines (touch, 0, before);
  set_lines (touch, 1, after);
  g_ptr_array_add (job->touches, touch);
  return TRUE;
}

static gboolean
fail_shallow (Job *job, const CyanGitCommit *commit, GError **error)
{
  char digits[13];

  git_oid_tostr (digits, sizeof digits, &commit->id);
  return cyan_fail (
      error, CYAN_ERROR_UNSUPPORTED,
      _ ("%s: the history of this shallow clone ends at %s (git fetch --unshallow completes it)"),
      job->repository->path, digits);
}

/* Adds @lines, which it takes, to the sets of a commit.  Merges overlapping ranges. */
static void
add_lines (GPtrArray **line_sets, CyanGitLines *lines)
{
  if (*line_sets == NULL)
    *line_sets = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_git_lines_free);
  for (guint i = 0; i < (*line_sets)->len; i++)
    {
      CyanGitLines *other = g_ptr_array_index (*line_sets, i);

      if (strcmp (other->path, lines->path) == 0
          && ((other->start <= lines->end && lines->start <= other->end)
              || (*line_sets)->len >= MAX_LINE_SETS))
        {
          other->start = MIN (other->start, lines->start);
          other->end = MAX (other->end, lines->end);
          cyan_git_lines_free (lines);
          return;
        }
    }
  g_ptr_array_add (*line_sets, lines);
}

/* Follows a set of lines of @commit to its parents.  Sets @touched if it differs in all of them. */
static gboolean
step_back (Job *job,
           const CyanGitCommit *commit,
           const CyanGitLines *lines,
           GPtrArray **line_sets,
           gboolean *touched,
           GPtrArray *found,
           GError **error)
{
  guint same = G_MAXUINT;

  *touched = TRUE;
  for (guint i = 0; i < commit->n_parents && *touched; i++)
    {
      CyanGitLines *there;

      if (!cyan_git_follow (job->follower, lines,
                            &(CyanGitStep){ &commit->tree, &commit->parents[i]->tree }, &there,
                            touched, error))
        return FALSE;
      g_ptr_array_add (found, there);
      same = *touched ? same : i;
    }
  for (guint i = 0; i < found->len; i++)
    {
      const CyanGitCommit *parent = commit->parents[i];
      const CyanGitLines *there = g_ptr_array_index (found, i);

      if (there != NULL && !parent->is_hidden && (same == G_MAXUINT || same == i))
        add_lines (&line_sets[parent->index], cyan_git_lines_copy (there));
    }
  return TRUE;
}

static gboolean
follow_back (Job *job, const CyanFunctionText *after, GError **error)
{
  const GPtrArray *order = job->commits->order;
  g_autofree GPtrArray **line_sets = g_new0 (GPtrArray *, order->len + 1);
  CyanGitLines *lines;
  gboolean done = TRUE;

  if (order->len == 0)
    return TRUE;
  lines = cyan_git_lines_new (job->follower, &job->commits->last->tree, after->path,
                              after->first_line - 1, after->last_line, error);
  if (lines == NULL)
    return FALSE;
  add_lines (&line_sets[0], lines);
  for (guint i = 0; i < order->len; i++)
    {
      const CyanGitCommit *commit = g_ptr_array_index (order, i);
      gboolean is_added = FALSE;

      if (i % TICK_STRIDE == 0)
        done =
            done && cyan_tick (job->tick, (double) i / order->len, N_ ("Reading commits"), error);
      for (guint k = 0; done && line_sets[i] != NULL && k < line_sets[i]->len; k++)
        {
          g_autoptr (GPtrArray) found =
              g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_git_lines_free);
          gboolean touched;

          lines = g_ptr_array_index (line_sets[i], k);
          done = commit->is_shallow
                     ? fail_shallow (job, commit, error)
                     : step_back (job, commit, lines, line_sets, &touched, found, error);
          if (!done || !touched || is_added)
            continue;
          done = add_touch (job, commit, found->len > 0 ? g_ptr_array_index (found, 0) : NULL,
                            lines, error);
          is_added = TRUE;
        }
      g_clear_pointer (&line_sets[i], g_ptr_array_unref);
    }
  return done;
}

/* The distinctive lines of a function; a line with only a brace occurs anywhere. */
static GArray *
find_marks (Job *job, const CyanGitLines *lines, GError **error)
{
  g_autoptr (GRefString) text = cyan_git_follower_text (job->follower, lines, error);
  GArray *marks;
  guint line = 0;

  if (text == NULL)
    return NULL;
  marks = g_array_new (FALSE, FALSE, sizeof (guint));
  for (const char *at = text; *at != '\0' && line < lines->end; line++)
    {
      gsize length = strcspn (at, "\n");
      gboolean says = FALSE;

      for (gsize i = 0; i < length && line >= lines->start && !says; i++)
        says = g_ascii_isalnum (at[i]) || (guchar) at[i] >= 0x80;
      if (says)
        g_array_append_val (marks, line);
      at += length + (at[length] == '\n');
    }
  return marks;
}

/* The commits from the later revision down its first parents, as far as they are not hidden. */
static GPtrArray *
find_first_parents (Job *job, const CyanGitCommit **start, GError **error)
{
  g_autoptr (GPtrArray) chain = g_ptr_array_new ();
  CyanGitCommit *commit = job->commits->last;

  *start = NULL;
  while (!commit->is_hidden)
    {
      g_ptr_array_add (chain, commit);
      if (commit->is_shallow)
        {
          fail_shallow (job, commit, error);
          return NULL;
        }
      if (commit->n_parents == 0)
        return g_steal_pointer (&chain);
      commit = commit->parents[0];
    }
  *start = commit;
  return g_steal_pointer (&chain);
}

static gboolean
follow_forwards (Job *job, const CyanFunctionText *before, GError **error)
{
  const CyanGitCommit *from;
  g_autoptr (GPtrArray) chain = find_first_parents (job, &from, error);
  g_autoptr (CyanGitLines) lines = NULL;
  g_autoptr (GArray) marks = NULL;
  CyanGitLines *there;
  gboolean touched;

  if (chain == NULL)
    return FALSE;
  if (from == NULL)
    return TRUE;
  lines = cyan_git_lines_new (job->follower, &job->commits->first->tree, before->path,
                              before->first_line - 1, before->last_line, error);
  /* The earlier revision may be on another branch. */
  if (lines == NULL
      || !cyan_git_follow (job->follower, lines,
                           &(CyanGitStep){ &job->commits->first->tree, &from->tree }, &there,
                           &touched, error))
    return FALSE;
  cyan_git_lines_free (g_steal_pointer (&lines));
  lines = there;
  if (lines == NULL)
    return TRUE;
  marks = find_marks (job, lines, error);
  if (marks == NULL)
    return FALSE;
  for (guint i = chain->len; i-- > 0 && lines != NULL;)
    {
      const CyanGitCommit *commit = g_ptr_array_index (chain, i);
      gboolean done = TRUE;

      if (i % TICK_STRIDE == 0 && !cyan_tick (job->tick, 0, N_ ("Reading commits"), error))
        return FALSE;
      if (!cyan_git_follow (job->follower, lines,
                            &(CyanGitStep){ &from->tree, &commit->tree, TRUE, marks }, &there,
                            &touched, error))
        return FALSE;
      if (touched && marks->len == 0)
        g_clear_pointer (&there, cyan_git_lines_free);
      if (touched)
        done = add_touch (job, commit, lines, there, error);
      cyan_git_lines_free (lines);
      lines = there;
      from = commit;
      if (!done)
        return FALSE;
    }
  for (guint i = 0, k = job->touches->len; i + 1 < k; i++)
    {
      gpointer first = job->touches->pdata[i];

      job->touches->pdata[i] = job->touches->pdata[--k];
      job->touches->pdata[k] = first;
    }
  return TRUE;
}

static gboolean
get_commit (const CyanGitRevision *revision, git_oid *id, GError **error)
{
  if (revision->commit != NULL && git_oid_fromstr (id, revision->commit) == 0)
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: not a revision of a git repository"),
                    revision->label);
}

static CyanGitRepository *
open_common (const char *before, const char *after, GError **error)
{
  g_autoptr (CyanGitRepository) repository = cyan_git_repository_open (after, error);
  g_autoptr (CyanGitRepository) other = NULL;

  if (repository == NULL || strcmp (before, after) == 0)
    return g_steal_pointer (&repository);
  other = cyan_git_repository_open (before, error);
  if (other == NULL)
    return NULL;
  if (cyan_git_repository_equal (repository, other))
    return g_steal_pointer (&repository);
  return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED, _ ("%s and %s are two repositories"),
                         before, after);
}

GPtrArray *
cyan_git_history (const CyanGitRevision *before_revision,
                  const CyanGitRevision *after_revision,
                  const CyanFunctionText *before,
                  const CyanFunctionText *after,
                  const CyanTick *tick,
                  GError **error)
{
  CyanTick walking = cyan_tick_slice (tick, 0, 0.2);
  CyanTick following = cyan_tick_slice (tick, 0.2, 1);
  g_autoptr (CyanGitRepository) repository = NULL;
  g_autoptr (CyanGitCommits) commits = NULL;
  g_autoptr (CyanGitFollower) follower = NULL;
  g_autoptr (GPtrArray) touches = g_ptr_array_new_with_free_func ((GDestroyNotify) touch_free);
  git_oid first, last;
  Job job;
  gboolean done = TRUE;

  if (!get_commit (before_revision, &first, error) || !get_commit (after_revision, &last, error))
    return NULL;
  repository = open_common (before_revision->repository, after_revision->repository, error);
  if (repository == NULL)
    return NULL;
  commits =
      cyan_git_commits_between (repository, &first, &last, CYAN_GIT_MAX_COMMITS, &walking, error);
  if (commits == NULL)
    return NULL;
  follower = cyan_git_follower_new (repository, &following);
  job = (Job){ repository, commits, follower, &following, touches };
  if (after != NULL)
    done = follow_back (&job, after, error);
  else if (before != NULL)
    done = follow_forwards (&job, before, error);
  return done ? g_steal_pointer (&touches) : NULL;
}

static CyanFunctionText *
load_side (const CyanGitTouch *self, guint side, CyanGitTree *tree, GError **error)
{
  char *file_text = cyan_git_tree_read (tree, self->path[side], error);

  return file_text != NULL ? cyan_function_text_new (self->path[side], file_text,
                                                     self->first_line[side], self->last_line[side])
                           : NULL;
}

gboolean
cyan_git_touch_load (const CyanGitTouch *self,
                     const char *repository,
                     CyanFunctionText **before,
                     CyanFunctionText **after,
                     GError **error)
{
  CyanFunctionText **const texts[] = { before, after };
  g_autofree char *parent = g_strconcat (self->commit, "^1", NULL);
  const char *const revisions[] = { parent, self->commit };

  *before = NULL;
  *after = NULL;
  for (guint side = 0; side < 2; side++)
    {
      g_autoptr (CyanGitTree) tree = NULL;

      if (self->path[side] == NULL)
        continue;
      tree = cyan_git_tree_open (repository, revisions[side], error);
      if (tree != NULL)
        *texts[side] = load_side (self, side, tree, error);
      if (*texts[side] == NULL)
        {
          g_clear_pointer (before, cyan_function_text_unref);
          return FALSE;
        }
    }
  return TRUE;
}
