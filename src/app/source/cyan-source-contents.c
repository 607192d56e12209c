/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The current contents of the source pane. */
#include "cyan-source-private.h"

#include "cyan-function-compare.h"
#include "cyan-i18n.h"
#include "cyan-line-diff.h"
#include "cyan-source-location.h"
#include "cyan-task.h"
#include "cyan-text.h"
#include "cyan-word-diff.h"

#include <string.h>

#define PATH_CHARS 60

typedef struct
{
  CyanComparison *comparison;
  CyanSourceTable *sources;
  CyanSourceSnapshot *known;  /* owner of inlined */
  const CyanInlined *inlined; /* instead of a pair, or NULL */
  guint32 index;
  gboolean has_call; /* see cyan_source_call_find() */
  guint call_side;
  guint32 caller;
  GPtrArray *touches; /* or NULL */
  guint touch;
  gboolean whole_file;
} Request;

void
cyan_source_contents_free (CyanSourceContents *self)
{
  if (self == NULL)
    return;
  cyan_source_pair_clear (&self->pair);
  g_clear_pointer (&self->changes, g_array_unref);
  g_free (self->no_changes_why);
  cyan_snippet_free (self->call);
  g_clear_pointer (&self->call_text, cyan_function_text_unref);
  g_clear_pointer (&self->call_marks, g_array_unref);
  for (guint side = 0; side < 2; side++)
    {
      cyan_snippet_free (self->snippets[side]);
      g_clear_pointer (&self->words[side], g_array_unref);
      cyan_source_costs_free (self->costs[side]);
      g_free (self->disk_paths[side]);
      g_free (self->no_disk_why[side]);
    }
  g_free (self);
}

/* ---- in the thread ---- */

static gboolean
load_touch (CyanSourceContents *self, const Request *request, GError **error)
{
  const CyanGitTouch *touch = g_ptr_array_index (request->touches, request->touch);
  CyanSourceLocation *location = cyan_source_table_location (request->sources, 1);
  CyanSourcePair *pair = &self->pair;

  if (!cyan_git_touch_load (touch, cyan_source_location_repository (location), &pair->before,
                            &pair->after, error))
    return FALSE;
  if (pair->before != NULL && pair->after != NULL)
    {
      pair->change = cyan_function_text_compare (pair->before, pair->after);
      pair->moved = strcmp (pair->before->path, pair->after->path) != 0;
    }
  return TRUE;
}

static gboolean
load_texts (CyanSourceContents *self, const Request *request, const CyanTick *tick, GError **error)
{
  if (request->touches != NULL)
    return load_touch (self, request, error);
  if (request->inlined != NULL)
    return cyan_source_table_look_up_inlined (request->sources, request->inlined, &self->pair, tick,
                                              error);
  return cyan_source_table_look_up (request->sources, request->index, &self->pair, tick, error);
}

static void
compare_texts (CyanSourceContents *self)
{
  g_autoptr (GError) error = NULL;

  self->changes = cyan_line_diff (self->snippets[0]->text, self->snippets[1]->text, &error);
  if (self->changes == NULL)
    self->no_changes_why = g_strdup (error->message);
  else
    cyan_word_diff (self->snippets[0]->text, self->snippets[1]->text, self->changes, self->words);
}

/* Finds the line that calls a function which only one version has. */
static gboolean
load_call (CyanSourceContents *self, const Request *request, const CyanTick *tick, GError **error)
{
  guint side = request->call_side;
  g_auto (CyanSourcePair) texts = { 0 };
  CyanLineChange mark = { 0 };

  if (!request->has_call || request->touches != NULL)
    return TRUE;
  if (!cyan_source_table_look_up (request->sources, request->caller, &texts, tick, error))
    return FALSE;
  self->call_text = side == 0 ? g_steal_pointer (&texts.before) : g_steal_pointer (&texts.after);
  if (self->call_text == NULL)
    return TRUE;
  self->call = cyan_snippet_new (self->call_text, FALSE);
  self->caller = request->caller;
  if (!cyan_source_call_line (self->call,
                              cyan_comparison_pair_label (request->comparison, request->index),
                              &self->call_line))
    {
      g_clear_pointer (&self->call, cyan_snippet_free);
      return TRUE;
    }
  cyan_source_call_begin (self->call, &self->call_line);
  if (side == 0)
    mark = (CyanLineChange){ .before_start = self->call_line, .before_count = 1 };
  else
    mark = (CyanLineChange){ .after_start = self->call_line, .after_count = 1 };
  self->call_marks = g_array_new (FALSE, FALSE, sizeof mark);
  g_array_append_val (self->call_marks, mark);
  return TRUE;
}

static gpointer
look_up_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Request *request = data;
  g_autoptr (CyanSourceContents) self = g_new0 (CyanSourceContents, 1);

  if (!load_texts (self, request, tick, error) || !load_call (self, request, tick, error))
    return NULL;
  for (guint side = 0; side < 2; side++)
    {
      const CyanFunctionText *text = side == 0 ? self->pair.before : self->pair.after;
      g_autoptr (GError) no_disk = NULL;

      if (text == NULL)
        continue;
      self->snippets[side] = cyan_snippet_new (text, request->whole_file);
      /* The versions between the two sides were not recorded. */
      if (request->touches == NULL)
        self->costs[side] = cyan_source_costs_new (
            request->comparison, request->inlined != NULL ? request->inlined->pair : request->index,
            side, request->inlined != NULL, self->snippets[side]);
      self->disk_paths[side] = cyan_source_location_disk_path (
          cyan_source_table_location (request->sources, side), text, tick, &no_disk);
      if (no_disk != NULL)
        self->no_disk_why[side] = g_strdup (no_disk->message);
    }
  if (self->snippets[0] != NULL && self->snippets[1] != NULL)
    compare_texts (self);
  return g_steal_pointer (&self);
}

void
cyan_source_contents_look_up_async (gpointer owner,
                                    CyanSession *session,
                                    guint32 index,
                                    GPtrArray *touches,
                                    guint touch,
                                    gboolean whole_file,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback)
{
  Request *request = cyan_job_new (Request);

  request->comparison = cyan_job_keep (
      request, cyan_comparison_ref (cyan_session_comparison (session)), cyan_comparison_unref);
  request->sources =
      cyan_job_keep (request, cyan_source_table_ref (cyan_session_model (session)->sources),
                     cyan_source_table_unref);
  request->known =
      cyan_job_keep (request, cyan_source_snapshot_ref (cyan_session_model (session)->known),
                     cyan_source_snapshot_unref);
  request->inlined =
      cyan_readings_inlined (cyan_session_comparison (session), request->known, index);
  request->has_call = cyan_source_call_find (session, index, &request->call_side, &request->caller);
  request->index = index;
  if (touches != NULL)
    request->touches = cyan_job_keep (request, g_ptr_array_ref (touches), g_ptr_array_unref);
  request->touch = touch;
  request->whole_file = whole_file;
  cyan_task_run (cyan_task_new_quiet (owner, cancellable, callback, NULL), look_up_in_thread,
                 request, cyan_job_free, (GDestroyNotify) cyan_source_contents_free);
}

/* ---- in words ---- */

static CyanPresence
presence_of (CyanSourceTable *sources, guint32 index)
{
  g_autoptr (CyanSourceSnapshot) known = cyan_source_table_snapshot (sources);

  return known->presence != NULL ? (CyanPresence) known->presence[index] : CYAN_PRESENCE_UNKNOWN;
}

static const char *
change_words (const CyanSourceContents *self)
{
  switch (self->pair.change)
    {
    case CYAN_CHANGE_MODIFIED:
      return _ ("modified");
    case CYAN_CHANGE_REFORMATTED:
      return _ ("reformatted: differs in comments, white space or notation only");
    case CYAN_CHANGE_UNMODIFIED:
      return _ ("unmodified");
    case CYAN_CHANGE_UNKNOWN:
    default:
      return _ ("unknown whether modified");
    }
}

static const char *
run_words (const CyanSourceContents *self, CyanPresence presence, gboolean ran_before)
{
  if (self->snippets[0] == NULL || self->snippets[1] == NULL)
    {
      if (!ran_before && presence == CYAN_PRESENCE_AFTER_ONLY)
        return _ ("new function");
      if (ran_before && presence == CYAN_PRESENCE_BEFORE_ONLY)
        return _ ("function is gone");
    }
  return ran_before ? _ ("did not run after") : _ ("did not run before");
}

char *
cyan_source_contents_verdict (const CyanSourceContents *self,
                              const CyanComparison *comparison,
                              CyanSourceTable *sources,
                              guint32 index)
{
  const CyanFunctionPair *functions = &comparison->compared.pairs->at[index];
  gboolean ran_before = functions->before != G_MAXUINT32;
  gboolean ran_after = functions->after != G_MAXUINT32;
  gboolean has_both = self->snippets[0] != NULL && self->snippets[1] != NULL;
  g_autoptr (GString) words = g_string_new (NULL);

  if (!ran_before || !ran_after)
    g_string_append (words, run_words (self, presence_of (sources, index), ran_before));
  if ((ran_before && ran_after) || has_both)
    g_string_append_printf (words, "%s%s", words->len > 0 ? ", " : "", change_words (self));
  if (self->pair.moved)
    {
      g_autofree char *path = cyan_text_for_label (self->pair.before->path, PATH_CHARS);

      g_string_append_printf (words, _ (", moved from %s"), path);
    }
  return g_string_free (g_steal_pointer (&words), FALSE);
}

char *
cyan_source_contents_reason (const CyanSourceContents *self,
                             const CyanComparison *comparison,
                             CyanSourceTable *sources,
                             guint32 index,
                             guint side,
                             gboolean *can_choose)
{
  const CyanFunctionPair *functions = &comparison->compared.pairs->at[index];
  gboolean ran = (side == 0 ? functions->before : functions->after) != G_MAXUINT32;
  const char *why = side == 0 ? self->pair.why_before : self->pair.why_after;
  CyanPresence presence = presence_of (sources, index);

  *can_choose = FALSE;
  if (!ran && cyan_source_table_location (sources, side) != NULL)
    {
      if (side == 0 && presence == CYAN_PRESENCE_AFTER_ONLY)
        return g_strdup (_ ("This function is new: the sources before do not have it."));
      if (side == 1 && presence == CYAN_PRESENCE_BEFORE_ONLY)
        return g_strdup (_ ("This function is gone: the sources after do not have it."));
      return g_strdup (
          side == 0 ? _ ("This function did not run before, and its source is not known there.")
                    : _ ("This function did not run after, and its source is not known there."));
    }
  *can_choose = TRUE;
  return g_strdup (why != NULL ? why : "");
}
