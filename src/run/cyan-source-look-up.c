/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks up the sources of one pair of functions. */
#include "cyan-source-table-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-function-compare.h"
#include "cyan-function-counterpart.h"
#include "cyan-i18n.h"
#include "cyan-sources.h"

/* Finds the text of a function that occurs on @side, or the reason why there is none.  FALSE only
 * if cancelled. */
static gboolean
look_up_own (CyanSourceTable *self,
             guint side,
             guint32 function,
             CyanFunctionText **text,
             char **why,
             const CyanTick *tick,
             GError **error)
{
  const CyanProfile *profile = self->comparison->compared.side[side].profile;
  g_autoptr (GError) reason = NULL;

  if (self->locations[side] == NULL)
    {
      *why = g_strdup (side == 0 ? _ ("No sources were given for before.")
                                 : _ ("No sources were given for after."));
      return TRUE;
    }
  *text = cyan_sources_find (profile, function, self->locations[side], tick, &reason);
  if (*text == NULL && !cyan_error_goes_on (&reason, error))
    return FALSE;
  if (*text == NULL)
    *why = g_strdup (reason->message);
  return TRUE;
}

/* Finds the text of a function that does not occur on @side, from its source on the other side. */
static gboolean
look_up_other (CyanSourceTable *self,
               guint side,
               const CyanFunctionText *own,
               CyanFunctionText **text,
               char **why,
               const CyanTick *tick,
               GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (own != NULL && self->locations[side] != NULL)
    *text = cyan_function_counterpart (self->locations[1 - side], own, self->locations[side], tick,
                                       &reason);
  if (*text != NULL)
    return TRUE;
  *why = g_strdup (side == 0 ? _ ("This function is not in the profile before.")
                             : _ ("This function is not in the profile after."));
  return cyan_error_goes_on (&reason, error);
}

static gboolean
is_by_line (const CyanSourcePair *pair)
{
  return (pair->before != NULL && pair->before->by_line != 0)
         || (pair->after != NULL && pair->after->by_line != 0);
}

/* Whether a pair has two different functions, which happens if profiles omit a part of the name, as
 * cProfile omits classes: the function of before is still in the source of after, at another place.
 */
static gboolean
are_different (CyanSourceTable *self,
               const CyanSourcePair *pair,
               gboolean *different,
               const CyanTick *tick,
               GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (CyanFunctionText) still = cyan_function_counterpart (
      self->locations[0], pair->before, self->locations[1], tick, &reason);

  *different = still != NULL
               && (strcmp (still->path, pair->after->path) != 0
                   || still->first_line != pair->after->first_line
                   || still->last_line != pair->after->last_line);
  return cyan_error_goes_on (&reason, error);
}

/* Body hashes come first: they are from the code that was executed.  Only texts can show that it
 * was reformatted. */
gboolean
cyan_source_table_compare_hashes (const CyanSourceTable *self,
                                  const CyanFunctionPair *functions,
                                  CyanChange *change)
{
  guint64 before, after;

  if (!self->has_hashes || functions->before == G_MAXUINT32 || functions->after == G_MAXUINT32)
    return FALSE;
  before = self->comparison->compared.side[0].profile->functions[functions->before].body_hash;
  after = self->comparison->compared.side[1].profile->functions[functions->after].body_hash;
  if (before == 0 || after == 0)
    return FALSE;
  if (before != after)
    *change = CYAN_CHANGE_MODIFIED;
  else if (*change != CYAN_CHANGE_REFORMATTED)
    *change = CYAN_CHANGE_UNMODIFIED;
  return TRUE;
}

/* In a renamed function, its own name does not count as a change of the body. */
static CyanChange
compare_texts (const CyanSourceTable *self,
               const CyanFunctionPair *functions,
               const CyanSourcePair *texts)
{
  const CyanProfile *before = self->comparison->compared.side[0].profile,
                    *after = self->comparison->compared.side[1].profile;
  const char *old_name, *new_name;

  if (functions->before == G_MAXUINT32 || functions->after == G_MAXUINT32)
    return cyan_function_text_compare (texts->before, texts->after);
  old_name = cyan_strings_get (before->strings, before->functions[functions->before].normal);
  new_name = cyan_strings_get (after->strings, after->functions[functions->after].normal);
  return strcmp (old_name, new_name) == 0
             ? cyan_function_text_compare (texts->before, texts->after)
             : cyan_function_text_compare_renamed (texts->before, old_name, texts->after, new_name);
}

static gboolean
look_up_both (CyanSourceTable *self,
              const CyanFunctionPair *functions,
              CyanSourcePair *pair,
              const CyanTick *tick,
              GError **error)
{
  const guint32 ran[2] = { functions->before, functions->after };
  CyanFunctionText **texts[2] = { &pair->before, &pair->after };
  char **why[2] = { &pair->why_before, &pair->why_after };

  for (guint side = 0; side < 2; side++)
    if (ran[side] != G_MAXUINT32
        && !look_up_own (self, side, ran[side], texts[side], why[side], tick, error))
      return FALSE;
  for (guint side = 0; side < 2; side++)
    if (ran[side] == G_MAXUINT32
        && !look_up_other (self, side, *texts[1 - side], texts[side], why[side], tick, error))
      return FALSE;
  return TRUE;
}

/* Finds which sources contain a function of @side.  If @text_found, its own sources are
 * known to have it, whatever class its name leaves out. */
static gboolean
look_for (CyanSourceTable *self,
          guint32 function,
          guint side,
          gboolean text_found,
          CyanPresence *presence,
          const CyanTick *tick,
          GError **error)
{
  const CyanComparedSide *of = &self->comparison->compared.side[side];
  const char *label = cyan_strings_get (of->profile->strings, of->label[function]);
  CyanSourcesDefined found[2];

  for (guint i = 0; i < 2; i++)
    if (!cyan_sources_define (of->profile, function, label, self->locations[i], &found[i], tick,
                              error))
      return FALSE;
  if (text_found && found[side].defined != CYAN_DEFINED_YES)
    found[side] = (CyanSourcesDefined){ CYAN_DEFINED_YES, 1 };
  *presence = cyan_sources_presence (found, side);
  return TRUE;
}

/* A function that occurs only on one side is searched in both sources. */
gboolean
cyan_source_table_fill_presence (CyanSourceTable *self,
                                 guint32 index,
                                 const CyanTick *tick,
                                 GError **error)
{
  const CyanFunctionPair *functions = &self->comparison->compared.pairs->at[index];
  guint side = functions->before != G_MAXUINT32 ? 0 : 1;
  CyanPresence presence = CYAN_PRESENCE_BOTH;

  if (self->presence == NULL)
    return TRUE;
  if (cyan_function_pair_of (functions, !side) == G_MAXUINT32
      && !look_for (self, cyan_function_pair_of (functions, side), side, FALSE, &presence, tick,
                    error))
    return FALSE;
  cyan_source_table_set_presence (self, index, presence);
  return TRUE;
}

/* Looks once more for a function whose text was found on one side only: the sources may be of other
 * versions than those that ran, and profiles may omit its class. */
static gboolean
correct_presence (CyanSourceTable *self,
                  guint32 index,
                  const CyanSourcePair *pair,
                  const CyanTick *tick,
                  GError **error)
{
  const CyanFunctionPair *functions = &self->comparison->compared.pairs->at[index];
  guint side = pair->before != NULL ? 0 : 1;
  guint32 function = cyan_function_pair_of (functions, side);
  CyanFunctionText *text = side == 0 ? pair->before : pair->after;
  CyanPresence presence;

  if (self->presence == NULL || function == G_MAXUINT32
      || (pair->before == NULL) == (pair->after == NULL))
    return TRUE;
  if (!look_for (self, function, side, text->by_line == 0, &presence, tick, error))
    return FALSE;
  if (presence == CYAN_PRESENCE_BEFORE_ONLY || presence == CYAN_PRESENCE_AFTER_ONLY)
    cyan_source_table_set_presence (self, index, presence);
  return TRUE;
}

/* Whether both profiles have the function by one name. */
static gboolean
are_namesakes (const CyanSourceTable *self, const CyanFunctionPair *functions)
{
  const CyanComparedSide *side = self->comparison->compared.side;

  return functions->before != G_MAXUINT32 && functions->after != G_MAXUINT32
         && side[0].label[functions->before] == side[1].label[functions->after];
}

static void
note_move (CyanSourceTable *self, guint32 index, const CyanSourcePair *pair)
{
  CyanFunctionMove *move = cyan_function_move_new (index, pair);

  if (move != NULL)
    cyan_source_table_add_move (self, move);
}

gboolean
cyan_source_table_look_up (CyanSourceTable *self,
                           guint32 index,
                           CyanSourcePair *pair,
                           const CyanTick *tick,
                           GError **error)
{
  const CyanFunctionPair *functions = &self->comparison->compared.pairs->at[index];
  gboolean different = FALSE, compared;

  *pair = (CyanSourcePair){ .change = CYAN_CHANGE_UNKNOWN };
  if (!look_up_both (self, functions, pair, tick, error)
      || (pair->before != NULL && pair->after != NULL
          && !are_different (self, pair, &different, tick, error)))
    {
      cyan_source_pair_clear (pair);
      return FALSE;
    }
  if (pair->before != NULL && pair->after != NULL && !different)
    {
      pair->change = compare_texts (self, functions, pair);
      pair->moved = strcmp (pair->before->path, pair->after->path) != 0;
    }
  compared = !cyan_source_table_compare_hashes (self, functions, &pair->change);
  if (compared && !correct_presence (self, index, pair, tick, error))
    {
      cyan_source_pair_clear (pair);
      return FALSE;
    }
  if (!different && are_namesakes (self, functions))
    note_move (self, index, pair);
  cyan_source_table_set_change (self, index, pair->change, pair->moved,
                                compared && is_by_line (pair));
  return TRUE;
}
