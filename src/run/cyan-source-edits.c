/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sources say about edits: which functions moved, and which were cut out of others. */
#include "cyan-source-table-private.h"

#include <string.h>

#include "cyan-function-contained.h"

/* The part of a function's text that must come from the other's. */
#define LEAST_CONTAINED 0.45

void
cyan_function_move_free (gpointer data)
{
  CyanFunctionMove *self = data;

  g_free (self->place[0]);
  g_free (self->place[1]);
  g_free (self);
}

GPtrArray *
cyan_function_moves_new (void)
{
  return g_ptr_array_new_with_free_func (cyan_function_move_free);
}

/* Whether two qualified names differ in their scopes only, which a compiler did not make up. */
static gboolean
has_other_scope (const char *before, const char *after)
{
  const char *names[] = { before, after }, *last[2];

  for (guint side = 0; side < 2; side++)
    {
      const char *dot = names[side] != NULL ? strrchr (names[side], '.') : NULL;

      if (names[side] == NULL || strstr (names[side], "__anon") != NULL)
        return FALSE;
      last[side] = dot != NULL ? dot + 1 : names[side];
    }
  return strcmp (before, after) != 0 && strcmp (last[0], last[1]) == 0;
}

CyanFunctionMove *
cyan_function_move_new (guint32 index, const CyanSourcePair *pair)
{
  const CyanFunctionText *before = pair->before, *after = pair->after;
  gboolean is_elsewhere = pair->moved;
  CyanFunctionMove *self;

  if (before == NULL || after == NULL || before->by_line != 0 || after->by_line != 0
      || (!is_elsewhere && !has_other_scope (before->name, after->name)))
    return NULL;
  self = g_new0 (CyanFunctionMove, 1);
  self->pair = index;
  self->place[0] = g_strdup (is_elsewhere ? before->path : before->name);
  self->place[1] = g_strdup (is_elsewhere ? after->path : after->name);
  return self;
}

/* Sets *@contained to how much of the text of @part, which only one side has, was taken from, or
 * went to, that of @owner.  FALSE only if cancelled. */
static gboolean
compare_texts (CyanSourceTable *table,
               const CyanFunctionPart *part,
               double *contained,
               const CyanTick *tick,
               GError **error)
{
  g_auto (CyanSourcePair) own = { 0 }, owner = { 0 };
  const CyanFunctionText *text;

  if (!cyan_source_table_look_up (table, part->part, &own, tick, error)
      || !cyan_source_table_look_up (table, part->owner, &owner, tick, error))
    return FALSE;
  *contained = 0;
  text = own.before != NULL ? own.before : own.after;
  if ((own.before == NULL) == (own.after == NULL) || owner.before == NULL || owner.after == NULL
      || text->by_line != 0)
    return TRUE;
  *contained = own.before != NULL
                   ? cyan_function_text_contained (own.before, owner.after, owner.before)
                   : cyan_function_text_contained (own.after, owner.before, owner.after);
  return TRUE;
}

GArray *
cyan_source_parts_new (CyanSourceTable *table,
                       const CyanComparison *comparison,
                       const CyanTick *tick,
                       GError **error)
{
  g_autoptr (GArray) parts = NULL;
  guint n = 0;

  if (cyan_source_table_location (table, 0) == NULL
      || cyan_source_table_location (table, 1) == NULL)
    return g_array_new (FALSE, FALSE, sizeof (CyanFunctionPart));
  parts = cyan_edits_possible_parts (comparison);
  for (guint i = 0; i < parts->len; i++)
    {
      const CyanFunctionPart part = g_array_index (parts, CyanFunctionPart, i);
      double contained;

      if (!compare_texts (table, &part, &contained, tick, error))
        return NULL;
      if (contained >= LEAST_CONTAINED)
        g_array_index (parts, CyanFunctionPart, n++) = part;
    }
  g_array_set_size (parts, n);
  return g_steal_pointer (&parts);
}
