/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commas after the last of several items. */
#include "cyan-form.h"

/* Type arguments with more tokens are not understood. */
#define MAX_TYPE_TOKENS 64

/* Whether ">" ends the types of "f::<T> (" or "fn f<T> (". */
static gboolean
ends_call_types (const CyanForm *self, guint32 index)
{
  guint depth = 0;

  for (guint n = 0; n < MAX_TYPE_TOKENS && index != 0;
       n++, index = cyan_form_previous (self, index))
    {
      depth += cyan_form_is (self, index, ">");
      if (!cyan_form_is (self, index, "<") || --depth > 0)
        continue;
      index = cyan_form_previous (self, index);
      return cyan_form_is (self, index, "::")
             || cyan_form_is (self, cyan_form_previous (self, index), "fn");
    }
  return FALSE;
}

/* Rust: "(a,)" is a tuple and "(a)" is not, but "f(a,)" is "f(a)" and "(a, b,)" is "(a, b)". */
static gboolean
may_be_rust_tuple (const CyanForm *self, guint32 open, guint32 comma)
{
  static const char before_value[] =
      "as box break const crate do dyn else for if in impl let match move mut pub ref return "
      "static try where while yield";
  guint32 before = cyan_form_previous (self, open);

  if (cyan_form_is_kind (self, before, CYAN_TOKEN_WORD))
    {
      if (!cyan_form_is_any (self, before, before_value))
        return FALSE;
    }
  else if (cyan_form_is (self, before, ">") && ends_call_types (self, before))
    return FALSE;
  for (guint32 i = cyan_form_next (self, open); i != comma; i = cyan_form_skip (self, i))
    {
      /* Before types and closures, which have commas of their own: of another item, or of a
       * parameter. */
      if (cyan_form_is_any (self, i, ", :"))
        return FALSE;
      if (cyan_form_is_any (self, i, "< ||")
          || (cyan_form_is (self, i, "|")
              && !cyan_form_is_kind (self, cyan_form_previous (self, i), CYAN_TOKEN_WORD)))
        return TRUE;
    }
  return TRUE;
}

/* Ruby: "(a,) = b", "in [a,]" and "in A(b,)" match more than without the comma. */
static gboolean
is_ruby_argument (const CyanForm *self, guint32 open)
{
  static const char keywords[] = "and case for if in not or do then until unless while return";
  guint32 before = cyan_form_previous (self, open);

  return (cyan_form_token (self, open)->flags & CYAN_FORM_GLUED) != 0
         && cyan_form_is_kind (self, before, CYAN_TOKEN_WORD)
         && !cyan_form_is_any (self, before, keywords);
}

/* Whether the comma before the closing bracket @close has no meaning. */
static gboolean
is_trailing (const CyanForm *self, guint32 comma, guint32 close, gboolean patterns)
{
  const CyanFormToken *token = cyan_form_token (self, close);
  guint32 before = cyan_form_previous (self, comma);

  if (token->partner == CYAN_TOKEN_NONE || token->partner > close || before == token->partner
      || token->opens != 0 || cyan_form_is_any (self, before, ", ;"))
    return FALSE;
  if (token->closes == '}')
    return TRUE;
  if (cyan_form_has (self, CYAN_CODE_GO))
    return token->closes == ')';
  if (cyan_form_has (self, CYAN_CODE_RUST))
    return token->closes == ']' || !may_be_rust_tuple (self, token->partner, comma);
  if (cyan_form_has (self, CYAN_CODE_RUBY))
    return !patterns && (token->closes == ']' || is_ruby_argument (self, token->partner));
  return cyan_form_is_script (self);
}

/* Ruby: whether there may be a pattern, as after "in" or "=>". */
static gboolean
has_patterns (const CyanForm *self)
{
  if (cyan_form_has (self, CYAN_CODE_RUBY))
    for (guint32 i = 0; i != cyan_form_last (self); i = cyan_form_next (self, i))
      if (cyan_form_is_any (self, i, "in =>"))
        return TRUE;
  return FALSE;
}

/* "where A: B, {": the open bracket around the clause. */
static gboolean
ends_where (const CyanForm *self, guint32 where, guint32 index)
{
  return where != 0 && cyan_form_token (self, where)->outer == cyan_form_token (self, index)->outer
         && cyan_form_is_any (self, index, "{ ;");
}

void
cyan_form_commas (CyanForm *self)
{
  gboolean patterns = has_patterns (self);
  gboolean angles = cyan_form_has (self, CYAN_CODE_RUST | CYAN_CODE_TYPES);
  guint32 where = 0; /* the last one of Rust without its body */

  for (guint32 i = cyan_form_next (self, 0), next; i != cyan_form_last (self); i = next)
    {
      next = cyan_form_next (self, i);
      if (cyan_form_has (self, CYAN_CODE_RUST) && cyan_form_is (self, i, "where"))
        where = i;
      else if (ends_where (self, where, i))
        where = 0;
      if (!cyan_form_is (self, i, ",")
          || (cyan_form_token (self, i)->flags & (CYAN_FORM_OPAQUE | CYAN_FORM_DIRECTIVE)) != 0)
        continue;
      if (is_trailing (self, i, next, patterns) || (angles && cyan_form_is (self, next, ">"))
          || ends_where (self, where, next))
        cyan_form_drop (self, i);
    }
}
