/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the functions of Rust, with the enclosing modules, traits and types as scopes; "impl T for
 * S" has the scope S.  Attributes and qualifiers before "fn" belong to the function.
 */
#include "cyan-extents-private.h"

#define MAX_STEPS 256

static gboolean
is_name (const CyanFinder *finder, guint index)
{
  return cyan_finder_is_kind (finder, index, CYAN_TOKEN_WORD)
         && finder->text[cyan_finder_token (finder, index)->start] != '$'
         && finder->text[cyan_finder_token (finder, index)->start] != '\'';
}

/* The "{" of an item whose header continues at @index.  Sets @name to the last name outside of
 * angle brackets before "where". */
static guint
find_item_body (const CyanFinder *finder, guint index, guint *name)
{
  gboolean constraints = FALSE;

  for (guint n = 0; n < MAX_STEPS && index < finder->tokens->len; n++)
    {
      guint next;

      if (cyan_finder_is (finder, index, "{") && !cyan_finder_is (finder, index - 1, "<"))
        return index;
      if (cyan_finder_is (finder, index, ";") || cyan_finder_token (finder, index)->closes != 0)
        break;
      constraints = constraints || cyan_finder_is (finder, index, "where");
      if (is_name (finder, index) && !constraints && !cyan_finder_is (finder, index, "for"))
        *name = index;
      next = cyan_finder_skip_angles (finder, index);
      if (next == CYAN_TOKEN_NONE)
        break;
      index = next != index ? next : finder->after[index];
    }
  return CYAN_TOKEN_NONE;
}

/* The first token of the item whose "fn" is at @index. */
static guint
find_first (const CyanFinder *finder, guint index)
{
  for (guint n = 0; n < MAX_STEPS && index > 0; n++)
    {
      guint last = index - 1;
      guint before = cyan_finder_before (finder, last);

      if (cyan_finder_is_any (finder, last, "pub const async unsafe extern default safe"))
        index = last;
      else if (before == CYAN_TOKEN_NONE)
        break;
      /* extern "C", pub (crate), #[inline] */
      else if (cyan_finder_is_kind (finder, last, CYAN_TOKEN_STRING)
               && cyan_finder_is (finder, before, "extern"))
        index = before;
      else if (cyan_finder_is (finder, last, ")") && cyan_finder_is (finder, before, "pub"))
        index = before;
      else if (cyan_finder_is (finder, last, "]") && cyan_finder_is (finder, before, "#"))
        index = before;
      else
        break;
    }
  return index;
}

/* Adds the function.  Returns the "{" of its body. */
static guint
find_function (CyanFinder *finder, guint index)
{
  guint parameters, body, last;
  guint unused = 0;
  char *name;

  if (!is_name (finder, index + 1))
    return CYAN_TOKEN_NONE;
  parameters = cyan_finder_skip_angles (finder, index + 2);
  if (!cyan_finder_is (finder, parameters, "(")
      || cyan_finder_closing (finder, parameters) == CYAN_TOKEN_NONE)
    return CYAN_TOKEN_NONE;
  body = find_item_body (finder, parameters, &unused);
  last = body != CYAN_TOKEN_NONE ? cyan_finder_closing (finder, body) : CYAN_TOKEN_NONE;
  if (last == CYAN_TOKEN_NONE)
    return CYAN_TOKEN_NONE;
  name = cyan_finder_name (finder, index + 1, index + 1);
  cyan_finder_add (finder, name, NULL, index + 1, parameters, find_first (finder, index), last);
  return body;
}

/* "mod a {", "trait A {", "impl A {": their names are scopes. */
static guint
find_scope (CyanFinder *finder, guint index, guint *name)
{
  guint at = index + 1;

  *name = CYAN_TOKEN_NONE;
  if (cyan_finder_is (finder, index, "impl"))
    {
      at = cyan_finder_skip_angles (finder, at);
      return at != CYAN_TOKEN_NONE ? find_item_body (finder, at, name) : CYAN_TOKEN_NONE;
    }
  if (!is_name (finder, at))
    return CYAN_TOKEN_NONE;
  at = find_item_body (finder, at + 1, name);
  *name = index + 1;
  return at;
}

void
cyan_extents_find_rust (CyanFinder *finder)
{
  guint body = CYAN_TOKEN_NONE;
  guint name = CYAN_TOKEN_NONE;

  for (guint i = 0; i < finder->tokens->len; i++)
    {
      cyan_finder_leave (finder, i);
      if (cyan_finder_is (finder, i, "fn"))
        {
          body = find_function (finder, i);
          name = i + 1;
        }
      /* "-> impl A" is a type. */
      else if (cyan_finder_is_any (finder, i, "mod trait impl")
               && (i == 0 || !cyan_finder_is_any (finder, i - 1, ": -> & ( , < = +")))
        body = find_scope (finder, i, &name);
      else if (i == body && name != CYAN_TOKEN_NONE)
        cyan_finder_enter (finder, cyan_finder_closing (finder, i),
                           cyan_finder_name (finder, name, name));
    }
}
