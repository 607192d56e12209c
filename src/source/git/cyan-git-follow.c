/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Maps lines through the diff of a file.
 *
 * Most commits do not change the file.  The ids of its parent folders show this; equal folders are
 * not read.
 */

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-private.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-line-diff.h"
#include "cyan-tick.h"
#include "cyan-text.h"

/* Maximum number of kept texts: a commit's file is often the parent file of the next. */
#define MAX_KEPT_TEXTS 4

typedef struct
{
  git_oid blob;
  char *text;
} KeptText;

static void
kept_text_free (gpointer data)
{
  g_ref_string_release (((KeptText *) data)->text);
  g_free (data);
}

void
cyan_git_lines_free (CyanGitLines *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_array_unref (self->steps);
  g_free (self);
}

CyanGitFollower *
cyan_git_follower_new (CyanGitRepository *repository, const CyanTick *tick)
{
  CyanGitFollower *self = g_new0 (CyanGitFollower, 1);

  self->repository = repository;
  self->tick = tick;
  self->texts = g_ptr_array_new_with_free_func (kept_text_free);
  return self;
}

void
cyan_git_follower_free (CyanGitFollower *self)
{
  g_ptr_array_unref (self->texts);
  g_free (self);
}

static const git_oid *
get_blob (const CyanGitLines *lines)
{
  return &g_array_index (lines->steps, git_oid, lines->steps->len - 1);
}

/* The ids along @path in @tree; NULL without @error if it is not a file.  If a folder is the same
 * in @known, the ids below it are taken from there. */
static GArray *
find_steps (CyanGitFollower *self,
            const git_oid *tree,
            const char *path,
            const GArray *known,
            GError **error)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (git_oid));
  const char *rest = path;
  git_oid id = *tree;

  while (rest != NULL)
    {
      g_autofree char *where = rest > path ? g_strndup (path, (gsize) (rest - path) - 1) : NULL;
      g_autoptr (git_tree) folder = cyan_git_load_tree (self->repository, &id, where, error);
      const git_tree_entry *entry;

      if (folder == NULL)
        return NULL;
      entry = cyan_git_find_step (folder, rest, &rest);
      if (entry == NULL
          || (rest != NULL ? git_tree_entry_type (entry) != GIT_OBJECT_TREE
                           : !cyan_git_entry_is_file (entry)))
        return NULL;
      id = *git_tree_entry_id (entry);
      g_array_append_val (steps, id);
      if (known != NULL && rest != NULL
          && git_oid_equal (&g_array_index (known, git_oid, steps->len - 1), &id))
        {
          g_array_append_vals (steps, &g_array_index (known, git_oid, steps->len),
                               known->len - steps->len);
          break;
        }
    }
  return g_steal_pointer (&steps);
}

static CyanGitLines *
make_lines (const char *path, guint start, guint end, GArray *steps)
{
  CyanGitLines *self = g_new (CyanGitLines, 1);

  self->path = g_strdup (path);
  self->start = start;
  self->end = end;
  self->steps = steps;
  return self;
}

CyanGitLines *
cyan_git_lines_copy (const CyanGitLines *self)
{
  return make_lines (self->path, self->start, self->end, g_array_ref (self->steps));
}

CyanGitLines *
cyan_git_lines_new (CyanGitFollower *follower,
                    const git_oid *tree,
                    const char *path,
                    guint start,
                    guint end,
                    GError **error)
{
  g_autoptr (GError) reason = NULL;
  GArray *steps = find_steps (follower, tree, path, NULL, &reason);
  char digits[13];

  if (steps != NULL)
    return make_lines (path, start, end, steps);
  git_oid_tostr (digits, sizeof digits, tree);
  if (reason != NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  else
    cyan_fail (error, CYAN_ERROR_IO, _ ("%s: not in the tree %s"), path, digits);
  return NULL;
}

static char *
get_text (CyanGitFollower *self, const git_oid *blob, const char *path, GError **error)
{
  KeptText *kept;
  char *text;

  for (guint i = self->texts->len; i-- > 0;)
    {
      kept = g_ptr_array_index (self->texts, i);
      if (git_oid_equal (&kept->blob, blob))
        return g_ref_string_acquire (kept->text);
    }
  text = cyan_git_load_text (self->repository, blob, path, error);
  if (text == NULL)
    return NULL;
  if (self->texts->len == MAX_KEPT_TEXTS)
    g_ptr_array_remove_index (self->texts, 0);
  kept = g_new (KeptText, 1);
  kept->blob = *blob;
  kept->text = g_ref_string_acquire (text);
  g_ptr_array_add (self->texts, kept);
  return text;
}

char *
cyan_git_follower_text (CyanGitFollower *self, const CyanGitLines *lines, GError **error)
{
  return get_text (self, get_blob (lines), lines->path, error);
}

/* A change, seen from the tree of the lines. */
typedef struct
{
  guint from, from_end;
  guint to, to_end;
} Change;

static Change
orient (const CyanLineChange *change, gboolean forwards)
{
  Change before_first = { change->before_start, change->before_start + change->before_count,
                          change->after_start, change->after_start + change->after_count };
  Change after_first = { before_first.to, before_first.to_end, before_first.from,
                         before_first.from_end };

  return forwards ? before_first : after_first;
}

/* The effects of changes on a range. */
enum
{
  TOUCHED = 1 << 0,
  START_CHANGED = 1 << 1, /* its first line is in a change */
  END_CHANGED = 1 << 2
};

/* Maps [*start, *end) through @changes.  A change between two lines of the range counts, one at its
 * border does not.  The range is extended to the whole other side of each change that it meets. */
static guint
map_range (const GArray *changes, gboolean forwards, guint *start, guint *end)
{
  guint old_start = *start, old_end = *end;
  guint effect = 0;
  gint64 shift = 0;

  *start = G_MAXUINT;
  for (guint i = 0; i < changes->len; i++)
    {
      Change change = orient (&g_array_index (changes, CyanLineChange, i), forwards);

      if (change.from >= old_end)
        break;
      if (change.from_end > old_start)
        {
          if (effect == 0 && change.from <= old_start)
            {
              *start = change.to;
              effect |= START_CHANGED;
            }
          else if (effect == 0)
            *start = (guint) (old_start + shift);
          effect |= TOUCHED;
          if (change.from_end >= old_end)
            effect |= END_CHANGED;
          *end = change.to_end;
        }
      shift = (gint64) change.to_end - change.from_end;
    }
  if (effect == 0)
    *start = (guint) (old_start + shift);
  if (!(effect & END_CHANGED))
    *end = (guint) (old_end + shift);
  return effect;
}

/* Where each line of @text begins. */
static GArray *
find_lines (const char *text)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (char *));

  for (const char *at = text; *at != '\0'; at += strcspn (at, "\n"), at += *at == '\n')
    g_array_append_val (lines, at);
  return lines;
}

/* A line without white space. */
static char *
squeeze (const GArray *lines, guint line)
{
  const char *at = g_array_index (lines, const char *, line);
  char *squeezed = g_malloc (strcspn (at, "\n") + 1);
  char *out = squeezed;

  for (; *at != '\0' && *at != '\n'; at++)
    if (!g_ascii_isspace (*at))
      *out++ = *at;
  *out = '\0';
  return squeezed;
}

/* Indexes lines of the other side of a change by their text; G_MAXUINT for text that occurs several
 * times. */
static GHashTable *
index_lines (const GArray *lines, guint start, guint end)
{
  GHashTable *index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = start; i < MIN (end, lines->len); i++)
    {
      char *says = squeeze (lines, i);
      guint value = g_hash_table_contains (index, says) ? G_MAXUINT : i;

      g_hash_table_insert (index, says, GUINT_TO_POINTER (value));
    }
  return index;
}

/* Maps marked lines.  A mark in a change survives if its text occurs exactly once on the other
 * side, apart from white space.  @kept are the surviving marks at their old lines. */
static GArray *
map_marks (
    const GArray *changes, gboolean forwards, const char *from, const char *to, GArray *marks)
{
  g_autoptr (GArray) from_lines = find_lines (from);
  g_autoptr (GArray) to_lines = find_lines (to);
  g_autoptr (GArray) mapped = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (guint));
  gint64 shift = 0;
  guint m = 0;

  for (guint i = 0; i <= changes->len; i++)
    {
      Change change = { G_MAXUINT, G_MAXUINT, 0, 0 };
      g_autoptr (GHashTable) index = NULL;

      if (i < changes->len)
        change = orient (&g_array_index (changes, CyanLineChange, i), forwards);
      for (; m < marks->len && g_array_index (marks, guint, m) < change.from; m++)
        {
          guint line = (guint) (g_array_index (marks, guint, m) + shift);

          g_array_append_val (mapped, line);
          g_array_append_val (kept, g_array_index (marks, guint, m));
        }
      for (; m < marks->len && g_array_index (marks, guint, m) < change.from_end; m++)
        {
          g_autofree char *says = NULL;
          gpointer line;

          if (g_array_index (marks, guint, m) >= from_lines->len)
            continue;
          if (index == NULL)
            index = index_lines (to_lines, change.to, change.to_end);
          says = squeeze (from_lines, g_array_index (marks, guint, m));
          if (!g_hash_table_lookup_extended (index, says, NULL, &line)
              || GPOINTER_TO_UINT (line) == G_MAXUINT)
            continue;
          g_array_append_vals (mapped, &(guint){ GPOINTER_TO_UINT (line) }, 1);
          g_array_append_val (kept, g_array_index (marks, guint, m));
        }
      shift = (gint64) change.to_end - change.from_end;
    }
  g_array_sort (mapped, cyan_compare_uint32);
  g_array_set_size (marks, 0);
  g_array_append_vals (marks, mapped->data, mapped->len);
  return kept;
}

/* A change that extends beyond the range may extend the mapped range too far, as when a whole file
 * was reformatted.  So the new borders are limited to the marks next to them. */
static void
clip_range (const CyanGitLines *lines,
            const GArray *kept,
            const GArray *marks,
            guint effect,
            CyanGitLines *mapped)
{
  guint in_front, behind, first, last;

  if (marks->len == 0)
    return;
  in_front = g_array_index (kept, guint, 0) - lines->start;
  behind = lines->end - 1 - g_array_index (kept, guint, kept->len - 1);
  first = g_array_index (marks, guint, 0);
  last = g_array_index (marks, guint, marks->len - 1);
  if ((effect & START_CHANGED) && mapped->start < first)
    mapped->start = MAX (mapped->start, first > in_front ? first - in_front : 0);
  if ((effect & END_CHANGED) && mapped->end > last + 1)
    mapped->end = MIN (mapped->end, last + 1 + behind);
}

static gboolean
follow_in_file (CyanGitFollower *self,
                const CyanGitLines *lines,
                const char *path,
                GArray *steps,
                const CyanGitStep *step,
                CyanGitLines **found,
                gboolean *touched,
                GError **error)
{
  g_autoptr (CyanGitLines) mapped =
      make_lines (path, lines->start, lines->end, g_array_ref (steps));
  g_autoptr (GArray) changes = NULL;
  g_autoptr (GRefString) from = NULL;
  g_autoptr (GRefString) to = NULL;
  guint effect;

  if (git_oid_equal (get_blob (lines), get_blob (mapped)))
    {
      *found = g_steal_pointer (&mapped);
      return TRUE;
    }
  from = get_text (self, get_blob (lines), lines->path, error);
  if (from != NULL)
    to = get_text (self, get_blob (mapped), path, error);
  if (to != NULL)
    changes = step->forwards ? cyan_line_diff (from, to, error) : cyan_line_diff (to, from, error);
  if (changes == NULL)
    return FALSE;
  effect = map_range (changes, step->forwards, &mapped->start, &mapped->end);
  *touched = effect != 0;
  if (step->marks != NULL)
    {
      g_autoptr (GArray) kept = map_marks (changes, step->forwards, from, to, step->marks);

      clip_range (lines, kept, step->marks, effect, mapped);
    }
  if (mapped->end > mapped->start)
    *found = g_steal_pointer (&mapped);
  return TRUE;
}

gboolean
cyan_git_follow (CyanGitFollower *self,
                 const CyanGitLines *lines,
                 const CyanGitStep *step,
                 CyanGitLines **found,
                 gboolean *touched,
                 GError **error)
{
  g_autoptr (GArray) steps = NULL;
  g_autofree char *renamed = NULL;
  g_autoptr (GError) reason = NULL;

  *found = NULL;
  *touched = FALSE;
  if (git_oid_equal (step->from, step->to))
    steps = g_array_ref (lines->steps);
  else
    steps = find_steps (self, step->to, lines->path, lines->steps, &reason);
  if (steps == NULL && reason == NULL
      && cyan_git_find_renamed (self->repository, step, lines->path, get_blob (lines), &renamed,
                                self->tick, &reason)
      && renamed != NULL)
    steps = find_steps (self, step->to, renamed, NULL, &reason);
  if (reason != NULL)
    return cyan_error_pass (&reason, error);
  if (steps != NULL)
    return follow_in_file (self, lines, renamed != NULL ? renamed : lines->path, steps, step, found,
                           touched, error);
  *touched = TRUE;
  return TRUE;
}
