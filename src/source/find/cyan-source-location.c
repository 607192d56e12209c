/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Source locations, and exclusive access to their trees.
 *
 * One thread works at a time; others wait and may be cancelled meanwhile.  While all files are read
 * for the first time, the working thread lets others go first from time to time.
 */
#include "cyan-source-location.h"

#include "cyan-i18n.h"
#include "cyan-source-tree.h"
#include "cyan-tick.h"

#include "cyan-name-parts.h"
#include "cyan-sync.h"
#include <string.h>
#include "cyan-error.h"
#include "cyan-find-private.h"
#include "cyan-function-text.h"

/* Interval for polling the tick while waiting for another thread. */
#define WAIT_MS 50

struct _CyanSourceLocation
{
  CyanRefCount refs;
  CyanSourceTree *tree; /* used only by the thread that has set busy */

  CyanMutex mutex; /* protects all fields below */
  CyanCond idle;
  gboolean busy;
  guint n_waiting;
  guint n_turns; /* number of waiting threads that got their turn */
};

/* Lets a waiting thread go first, since its work may be short. */
static void
let_others (gpointer data)
{
  CyanSourceLocation *self = data;

  cyan_mutex_lock (&self->mutex);
  if (self->n_waiting > 0)
    {
      guint turn = self->n_turns;

      self->busy = FALSE;
      self->n_waiting++;
      cyan_cond_broadcast (&self->idle);
      while (self->busy || (self->n_turns == turn && self->n_waiting > 1))
        cyan_cond_wait (&self->idle, &self->mutex);
      self->n_waiting--;
      self->n_turns++;
      self->busy = TRUE;
    }
  cyan_mutex_unlock (&self->mutex);
}

CyanSourceLocation *
cyan_source_location_open (const char *path, GError **error)
{
  CyanSourceTree *tree = cyan_source_tree_open (path, error);
  CyanSourceLocation *self;

  if (tree == NULL)
    return NULL;
  self = g_new0 (CyanSourceLocation, 1);
  cyan_ref_count_init (&self->refs);
  cyan_mutex_init (&self->mutex);
  cyan_cond_init (&self->idle);
  self->tree = tree;
  cyan_source_tree_set_yield (tree, let_others, self);
  return self;
}

void
cyan_source_location_set_ctags_timeout (CyanSourceLocation *self, guint timeout_ms)
{
  cyan_source_tree_set_ctags_timeout (self->tree, timeout_ms);
}

CYAN_DEFINE_REF (CyanSourceLocation, cyan_source_location)

void
cyan_source_location_unref (CyanSourceLocation *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  cyan_source_tree_free (self->tree);
  cyan_mutex_clear (&self->mutex);
  cyan_cond_clear (&self->idle);
  g_free (self);
}

CyanSourceTree *
cyan_source_location_acquire (CyanSourceLocation *self, const CyanTick *tick, GError **error)
{
  gboolean going_on = TRUE;

  cyan_mutex_lock (&self->mutex);
  self->n_waiting++;
  while (self->busy && going_on)
    if (!cyan_cond_wait_until (&self->idle, &self->mutex,
                               g_get_monotonic_time () + WAIT_MS * G_TIME_SPAN_MILLISECOND))
      {
        cyan_mutex_unlock (&self->mutex);
        going_on = cyan_tick (tick, 0, N_ ("Reading sources"), error);
        cyan_mutex_lock (&self->mutex);
      }
  self->n_waiting--;
  if (going_on)
    {
      self->busy = TRUE;
      self->n_turns++;
    }
  /* A thread that let others go first must see that one of them gave up. */
  else
    cyan_cond_broadcast (&self->idle);
  cyan_mutex_unlock (&self->mutex);
  return going_on ? self->tree : NULL;
}

void
cyan_source_location_release (CyanSourceLocation *self)
{
  cyan_mutex_lock (&self->mutex);
  self->busy = FALSE;
  cyan_cond_broadcast (&self->idle);
  cyan_mutex_unlock (&self->mutex);
}

const char *
cyan_source_location_label (const CyanSourceLocation *self)
{
  return cyan_source_files_label (cyan_source_tree_files (self->tree));
}

const char *
cyan_source_location_repository (const CyanSourceLocation *self)
{
  return cyan_source_files_repository (cyan_source_tree_files (self->tree));
}

const char *
cyan_source_location_commit (const CyanSourceLocation *self)
{
  return cyan_source_files_commit (cyan_source_tree_files (self->tree));
}

CyanGitRevision
cyan_source_location_revision (const CyanSourceLocation *self)
{
  return (CyanGitRevision){ cyan_source_location_label (self),
                            cyan_source_location_repository (self),
                            cyan_source_location_commit (self) };
}

gboolean
cyan_source_location_map (CyanSourceLocation *self,
                          const char *from,
                          const char *to,
                          GError **error)
{
  CyanSourceTree *tree = cyan_source_location_acquire (self, NULL, error);
  gboolean done = tree != NULL && cyan_source_tree_map (tree, from, to, error);

  cyan_source_location_release (self);
  return done;
}

void
cyan_source_location_expect (CyanSourceLocation *self, const char *const *names, guint n)
{
  CyanSourceTree *tree = cyan_source_location_acquire (self, NULL, NULL);

  for (guint i = 0; i < n; i++)
    for (guint naming = 0; naming < CYAN_N_NAMINGS; naming++)
      {
        g_auto (CyanNameParts) name = { 0 };

        cyan_name_parts_init_as (&name, naming, names[i]);
        if (cyan_name_parts_last (&name)[0] != '\0')
          cyan_source_tree_expect (tree, cyan_name_parts_last (&name));
      }
  cyan_source_location_release (self);
}

/* ---- the file on disk of a source text ---- */

/* Uses the same protected access as reading sources: no path and no link leads outside. */
static gboolean
holds (const char *root, const CyanFunctionText *text, gboolean same_text)
{
  g_autoptr (CyanSourceDirectory) directory = cyan_source_directory_open (root, NULL);
  g_autoptr (GRefString) there = NULL;

  if (directory == NULL || !cyan_source_directory_has (directory, text->path))
    return FALSE;
  if (!same_text)
    return TRUE;
  there = cyan_source_directory_read (directory, text->path, NULL);
  return there != NULL && strcmp (there, text->file_text) == 0;
}

char *
cyan_source_location_disk_path (CyanSourceLocation *self,
                                const CyanFunctionText *text,
                                const CyanTick *tick,
                                GError **error)
{
  gboolean is_revision = cyan_source_location_commit (self) != NULL;
  g_autofree char *root = NULL;
  CyanSourceTree *tree = cyan_source_location_acquire (self, tick, error);

  if (tree == NULL)
    return NULL;
  root = g_strdup (cyan_source_files_real_path (cyan_source_tree_files (tree)));
  cyan_source_location_release (self);
  if (root == NULL)
    return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED,
                           is_revision
                               ? _ ("The repository has no work tree: the file is not on disk")
                               : _ ("The source folder is not there any more"));
  if (!holds (root, text, is_revision))
    return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED,
                           is_revision
                               ? _ ("The file in the work tree is another than the one shown")
                               : _ ("The file is not there any more"));
  return g_build_filename (root, text->path, NULL);
}
