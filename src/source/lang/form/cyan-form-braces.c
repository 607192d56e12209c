/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Braces around one statement: "if (a) { b = c; }" is "if (a) b = c;".
 *
 * In C, a statement that may be the call of a macro keeps its braces, since the macro may expand to
 * several statements.
 */
#include "cyan-form.h"

/* Whether the block follows the head of a statement that takes one statement. */
static gboolean
is_body (const CyanForm *self, guint32 open)
{
  guint32 before = cyan_form_previous (self, open);
  guint32 paren;

  if (cyan_form_is (self, before, "else"))
    return TRUE;
  paren = cyan_form_token (self, before)->partner;
  if (!cyan_form_is (self, before, ")") || paren == CYAN_TOKEN_NONE)
    return FALSE;
  before = cyan_form_previous (self, paren);
  if (cyan_form_is (self, before, "constexpr"))
    before = cyan_form_previous (self, before);
  /* A method may have such a name. */
  return cyan_form_is_any (self, before, "if for while")
         && !cyan_form_is_any (self, cyan_form_previous (self, before), ". ?. -> ::");
}

static gboolean
starts_simple_statement (const CyanForm *self, guint32 index)
{
  static const char compound[] =
      "if for while do switch try function class async struct union enum case default else "
      "lock using fixed with synchronized template asm __asm__";
  static const char certain[] = "return break continue goto throw delete * ++ -- ;";

  if (cyan_form_is_any (self, index, compound))
    return FALSE;
  if (cyan_form_is (self, cyan_form_next (self, index), ":"))
    return FALSE; /* a label */
  if (!cyan_form_is_c (self) || cyan_form_is_any (self, index, certain))
    return TRUE;
  /* A word and "(" may be a macro, and so may a word alone. */
  return cyan_form_is_any (self, cyan_form_next (self, index),
                           ". -> :: = += -= *= /= %= &= |= ^= <<= ++ -- [ <");
}

/* The last token of a block that holds one simple statement; CYAN_TOKEN_NONE if it does not. */
static guint32
single_statement (const CyanForm *self, guint32 open)
{
  guint32 close = cyan_form_token (self, open)->partner;
  guint32 last = cyan_form_previous (self, close);
  gboolean may_lack = cyan_form_is_script (self);

  if (!starts_simple_statement (self, cyan_form_next (self, open))
      || (!may_lack && !cyan_form_is (self, last, ";")))
    return CYAN_TOKEN_NONE;
  for (guint32 i = cyan_form_next (self, open); i != close; i = cyan_form_skip (self, i))
    if (i != last
        && (cyan_form_is_any (self, i, "; {") || cyan_form_is_kind (self, i, CYAN_TOKEN_LINE_END)))
      return CYAN_TOKEN_NONE;
  return cyan_form_is_any (self, last, "{ }") || last == open ? CYAN_TOKEN_NONE : last;
}

void
cyan_form_braces (CyanForm *self)
{
  for (guint32 i = cyan_form_next (self, 0), next; i != cyan_form_last (self); i = next)
    {
      guint32 last;

      next = cyan_form_next (self, i);
      if (!cyan_form_opens (self, i, '{') || cyan_form_token (self, i)->closes != 0
          || (cyan_form_token (self, i)->flags & (CYAN_FORM_OPAQUE | CYAN_FORM_DIRECTIVE)) != 0
          || !is_body (self, i) || (last = single_statement (self, i)) == CYAN_TOKEN_NONE)
        continue;
      if (cyan_form_is (self, last, ";"))
        {
          if (next == last)
            next = cyan_form_token (self, i)->partner;
          cyan_form_drop (self, last);
        }
      cyan_form_set (self, cyan_form_token (self, i)->partner, CYAN_TOKEN_PUNCTUATOR, ";");
      cyan_form_drop (self, i);
    }
}

/* ---- Rust ----
 *
 * What rustfmt writes around one expression: braces of a match arm and of a closure, the comma
 * after an arm, the semicolon after "return". */

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
