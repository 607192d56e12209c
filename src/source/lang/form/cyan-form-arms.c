/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What rustfmt writes around one expression of Rust: braces of a match arm and of a closure, the
 * comma after an arm, the semicolon after "return".
 */
#include "cyan-form.h"

static gboolean
is_opaque (const CyanForm *self, guint32 index)
{
  return (cyan_form_token (self, index)->flags & (CYAN_FORM_OPAQUE | CYAN_FORM_MACRO)) != 0;
}

/* Whether an operand ends here, so that "|" after it is an operator. */
static gboolean
ends_operand (const CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);

  if (token->kind == CYAN_TOKEN_WORD)
    return !cyan_form_is_any (self, index, "break else if in match move return while");
  return token->kind == CYAN_TOKEN_NUMBER || token->kind == CYAN_TOKEN_STRING || token->closes != 0
         || cyan_form_is (self, index, "?") || cyan_form_is (self, index, ">");
}

/* Whether a block holds one expression, without statements. */
static gboolean
holds_expression (const CyanForm *self, guint32 open)
{
  guint32 close = cyan_form_token (self, open)->partner;
  guint32 first = cyan_form_next (self, open);

  if (first == close || cyan_form_is_any (self, first, "# let"))
    return FALSE;
  for (guint32 i = first, next; i != close; i = next)
    {
      next = cyan_form_skip (self, i);
      if (cyan_form_is (self, i, ";")
          || (cyan_form_token (self, i)->opens == '{' && next != close
              && !cyan_form_is_any (self, next, "else . ?")))
        return FALSE;
    }
  return TRUE;
}

/* "=> { a }" is "=> a,", and "=> {},", "=> {}". */
static void
normalise_arm (CyanForm *self, guint32 open)
{
  guint32 close = cyan_form_token (self, open)->partner;
  guint32 after = cyan_form_next (self, close);
  gboolean comma = cyan_form_is (self, after, ",");

  if (!holds_expression (self, open))
    {
      if (comma)
        cyan_form_drop (self, after);
      return;
    }
  cyan_form_drop (self, open);
  if (comma || cyan_form_token (self, after)->closes == '}')
    cyan_form_drop (self, close);
  else
    cyan_form_set (self, close, CYAN_TOKEN_PUNCTUATOR, ",");
}

/* "|a| { b }" is "|a| b" if nothing follows that would belong to "b". */
static void
normalise_closure (CyanForm *self, guint32 open)
{
  guint32 close = cyan_form_token (self, open)->partner;
  guint32 after = cyan_form_next (self, close);

  if (!holds_expression (self, open)
      || (cyan_form_token (self, after)->closes == 0 && !cyan_form_is_any (self, after, ", ;")))
    return;
  cyan_form_drop (self, open);
  cyan_form_drop (self, close);
}

/* Drops the semicolon of a last statement that gives no value to its block either way. */
static void
normalise_jump (CyanForm *self, guint32 index)
{
  guint32 end = cyan_form_next (self, index);

  while (!cyan_form_is (self, end, ";") && cyan_form_token (self, end)->closes == 0
         && end != cyan_form_last (self))
    end = cyan_form_skip (self, end);
  if (cyan_form_is (self, end, ";")
      && cyan_form_token (self, cyan_form_next (self, end))->closes == '}')
    cyan_form_drop (self, end);
}

void
cyan_form_arms (CyanForm *self)
{
  guint32 bar = 0;     /* the open "|" of a closure */
  guint32 closure = 0; /* the end of its parameters */

  for (guint32 i = cyan_form_next (self, 0), next; i != cyan_form_last (self); i = next)
    {
      guint32 before = cyan_form_previous (self, i);

      next = cyan_form_next (self, i);
      if (is_opaque (self, i))
        continue;
      if (cyan_form_is_any (self, i, "return break continue")
          && cyan_form_is_any (self, before, "{ } ;"))
        normalise_jump (self, i);
      else if (cyan_form_is (self, i, "||") && !ends_operand (self, before))
        closure = i;
      else if (cyan_form_is (self, i, "|"))
        {
          if (bar != 0 && cyan_form_token (self, bar)->outer == cyan_form_token (self, i)->outer)
            {
              closure = i;
              bar = 0;
            }
          else
            bar = ends_operand (self, before) ? 0 : i;
        }
      else if (cyan_form_opens (self, i, '{'))
        {
          if (cyan_form_is (self, before, "=>"))
            normalise_arm (self, i);
          else if (closure != 0 && closure == before)
            normalise_closure (self, i);
        }
    }
}
