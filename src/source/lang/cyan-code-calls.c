/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-code-calls.h"

#include <math.h>
#include <string.h>

#include "cyan-code-parts.h"

/* Tokens that are looked at for the end of type arguments, and of arguments without brackets. */
#define MAX_LOOK 64

#define is     cyan_code_part_is
#define is_any cyan_code_part_is_any

/* A call: tokens of the name with its receiver, and those of the arguments. */
typedef struct
{
  guint first, name;
  guint arguments, end;
  const char *suffix; /* what the name has more than its token: "!" or "" */
} Found;

static guint64
mix (guint64 a, guint64 b)
{
  guint64 hash = (a ^ (b >> 32)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  hash = (hash ^ (hash >> 29) ^ b) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return hash ^ (hash >> 32);
}

/* The token behind "<...>" at @index, or @index. */
static guint
skip_types (const CyanCodeParts *parts, guint index)
{
  guint at = index + 1, depth = 1;

  if (!is (parts, index, "<"))
    return index;
  for (; at < MIN (parts->n, index + MAX_LOOK) && depth > 0; at++)
    if (is (parts, at, "<"))
      depth++;
    else if (is (parts, at, ">"))
      depth--;
    else if (parts->parts[at].kind == CYAN_PART_PUNCTUATOR
             && !is_any (parts, at, ", . :: * & [ ] ? -> ( ) |"))
      return index;
  return depth == 0 ? at : index;
}

/* The "(" of a call whose name is at @index, or CYAN_PART_NONE. */
static guint
find_bracket (const CyanCodeParts *parts, guint index)
{
  guint at = index + 1;

  if (cyan_code_has (parts->language, CYAN_CODE_RUST))
    {
      if (is (parts, at, "!") && at + 1 < parts->n && strchr ("([{", parts->parts[at + 1].text[0]))
        return parts->parts[at + 1].kind == CYAN_PART_PUNCTUATOR ? at + 1 : CYAN_PART_NONE;
      if (is (parts, at, "::"))
        at = skip_types (parts, at + 1);
    }
  else if (cyan_code_has (parts->language, CYAN_CODE_TYPE_ARGUMENTS))
    at = skip_types (parts, at);
  if (is (parts, at, "?."))
    at++;
  return is (parts, at, "(") ? at : CYAN_PART_NONE;
}

/* The last word of the type in front of @index in C++: "T" in "T<A> a (b)", or CYAN_PART_NONE. */
static guint
type_before (const CyanCodeParts *parts, guint index)
{
  guint at = index - 1, depth = 0;

  if (index == 0 || !cyan_code_has (parts->language, CYAN_CODE_CPP))
    return CYAN_PART_NONE;
  for (guint n = 0; n < MAX_LOOK && at > parts->first; n++, at--)
    {
      if (is (parts, at, ">"))
        depth++;
      else if (depth > 0 && is (parts, at, "<"))
        depth--;
      else if (depth == 0)
        break;
    }
  return at > parts->first && depth == 0 && cyan_code_part_is_kind (parts, at, CYAN_PART_WORD)
                 && !cyan_code_part_is_keyword (parts, at)
             ? at
             : CYAN_PART_NONE;
}

/* "T name (a)" declares something, unless the word in front is one of an expression. */
static gboolean
is_declared (const CyanCodeParts *parts, guint first)
{
  static const char expressions[] =
      "return else do case throw new await co_await co_return co_yield and or not delete in "
      "yield goto assert when is as sizeof out ref __extension__ typeof";

  if (cyan_code_has (parts->language, CYAN_CODE_CPP) && is (parts, first - 1, ">"))
    return type_before (parts, first) != CYAN_PART_NONE;
  return cyan_code_has (parts->language, CYAN_CODE_TYPED_NAMES) && first > parts->first
         && cyan_code_part_is_kind (parts, first - 1, CYAN_PART_WORD)
         && !is_any (parts, first - 1, expressions);
}

/* "name (a)" and what looks like it. */
static gboolean
find_in_brackets (const CyanCodeParts *parts, guint index, Found *found)
{
  guint bracket = find_bracket (parts, index);
  guint first = parts->parts[index].chain;
  const char *name = parts->parts[index].text;

  if (bracket == CYAN_PART_NONE)
    return FALSE;
  *found = (Found){ .first = first, .name = index, .arguments = bracket + 1, .suffix = "" };
  found->end = parts->parts[bracket].partner;
  if (found->end == CYAN_PART_NONE)
    found->end = found->arguments;
  if (first > parts->first && is (parts, first - 1, "new"))
    found->first = --first;
  else if (cyan_code_has (parts->language, CYAN_CODE_JAVA) && first > 0
           && is (parts, first - 1, "@"))
    return FALSE;
  if (cyan_code_has (parts->language, CYAN_CODE_RUST))
    {
      if (is (parts, index + 1, "!"))
        found->suffix = "!";
      /* "Some (a)" makes a value. */
      else if (g_ascii_isupper (name[0]))
        return FALSE;
    }
  if (!is_declared (parts, first))
    return TRUE;
  /* "T a (b);" calls the constructor. */
  found->name = type_before (parts, first);
  if (found->name == CYAN_PART_NONE)
    return FALSE;
  found->first = parts->parts[found->name].chain;
  return TRUE;
}

/* Calls of Ruby without brackets: "a.name", "name argument", "name do". */
static gboolean
find_ruby (const CyanCodeParts *parts, guint index, Found *found)
{
  const char *name = parts->parts[index].text;
  const char last = name[strlen (name) - 1];
  gboolean is_member = cyan_code_part_is_member (parts, index) && !is (parts, index - 1, "::");
  gboolean has_block, has_argument;
  guint end = index + 1;

  if (last == ':' || strchr ("@$", name[0]) != NULL
      || (!is_member
          && (g_ascii_isupper (name[0])
              || is_any (parts, index, "self nil true false super __method__"))))
    return FALSE;
  has_block = is (parts, end, "do") || is (parts, end, "{");
  has_argument = end < parts->n && parts->parts[end].kind <= CYAN_PART_STRING
                 && !cyan_code_part_is_keyword (parts, end);
  if (!is_member && !has_argument
      && !(has_block && !(index > 0 && is_any (parts, index - 1, "while until in unless if"))))
    return FALSE;
  *found = (Found){ .first = parts->parts[index].chain, .name = index, .suffix = "" };
  if (is_member && is (parts, end, "="))
    {
      found->suffix = "=";
      end++;
      has_argument = TRUE;
    }
  found->arguments = end;
  while (has_argument && end < MIN (parts->n, index + MAX_LOOK)
         && parts->parts[end].kind != CYAN_PART_MARK && !cyan_code_part_is_keyword (parts, end))
    end++;
  found->end = end;
  return TRUE;
}

static gboolean
find_call (const CyanCodeParts *parts, guint index, Found *found)
{
  const CyanPart *part = &parts->parts[index];

  if (part->kind != CYAN_PART_WORD || part->no_call
      || (cyan_code_part_is_keyword (parts, index) && !cyan_code_part_is_member (parts, index)))
    return FALSE;
  return find_in_brackets (parts, index, found)
         || (cyan_code_has (parts->language, CYAN_CODE_RUBY) && find_ruby (parts, index, found));
}

/* The name with its receiver; of a long one only the end. */
static char *
callee_text (const CyanCodeParts *parts, const Found *found)
{
  g_autofree char *text = cyan_code_parts_text (parts, found->first, found->name + 1);

  if (!g_str_has_suffix (text, "…"))
    return g_strconcat (text, found->suffix, NULL);
  return g_strconcat ("…", found->name > found->first ? parts->parts[found->name - 1].text : "",
                      parts->parts[found->name].text, found->suffix, NULL);
}

static void
add_calls (CyanCodeBody *self, const CyanCodeParts *parts)
{
  for (guint i = parts->first; i < parts->n; i++)
    {
      CyanCodeCall call = { 0 };
      g_autofree char *callee = NULL, *name = NULL;
      Found found;

      if (!find_call (parts, i, &found))
        continue;
      callee = callee_text (parts, &found);
      name = g_strconcat (parts->parts[found.name].text, found.suffix, NULL);
      call.block = parts->parts[i].block;
      call.name = g_string_chunk_insert_const (self->strings, name);
      call.callee = g_string_chunk_insert_const (self->strings, callee);
      call.key = mix (mix (cyan_code_parts_hash (parts, found.first, i + 1),
                           cyan_code_parts_hash (parts, found.arguments, found.end)),
                      g_array_index (self->blocks, CyanCodeBlock, call.block).path);
      g_array_append_val (self->calls, call);
    }
}

/* "T *a;" and "(T *) a" of C are no products. */
static gboolean
is_pointer (const CyanCodeParts *parts, guint index)
{
  guint first;

  if (!is (parts, index, "*") && !is (parts, index, "&"))
    return FALSE;
  first = parts->parts[index - 1].chain;
  return is (parts, index + 1, ")") || is (parts, index + 1, "*") || first == 0
         || is_any (parts, first - 1, "const struct static unsigned signed")
         || is_any (parts, first - 1, "; { } :");
}

static void
add_operators (CyanCodeBody *self, const CyanCodeParts *parts)
{
  static const char operators[] =
      "+ - * / % & | ^ << >> && || == != <= >= += -= *= /= %= &= |= ^= ** // <=> === !== "
      "<<= >>= //= **= &^";
  gboolean compares = cyan_code_has (parts->language, CYAN_CODE_COMPARES);
  gboolean has_bars = cyan_code_has (parts->language, CYAN_CODE_BARS);

  for (guint i = MAX (parts->first, 1); i + 1 < parts->n; i++)
    {
      CyanCodeOperator op = { .block = parts->parts[i].block };

      if (parts->parts[i].no_call || parts->parts[i].kind != CYAN_PART_PUNCTUATOR
          || !(is_any (parts, i, operators) || (compares && is_any (parts, i, "< >")))
          || !cyan_code_part_ends_value (parts, i - 1) || (has_bars && is (parts, i, "|"))
          || (cyan_code_has (parts->language, CYAN_CODE_C) && is_pointer (parts, i)))
        continue;
      op.name = g_string_chunk_insert_const (self->strings, parts->parts[i].text);
      op.key = mix (cyan_code_parts_hash (parts, i - 1, i + 2),
                    g_array_index (self->blocks, CyanCodeBlock, op.block).path);
      g_array_append_val (self->operators, op);
    }
}

static void
add_blocks (CyanCodeBody *self, const CyanCodeParts *parts)
{
  for (guint i = 0; i < parts->blocks->len; i++)
    {
      const CyanPartBlock *found = cyan_code_parts_block (parts, i);
      guint end = i > 0 ? MIN (found->last + 1, parts->n) : 0;
      g_autofree char *head = cyan_code_parts_text (parts, found->first, end);
      CyanCodeBlock block = { .kind = found->kind,
                              .parent = found->parent,
                              .choice = found->choice,
                              .trips = 1,
                              .head = g_string_chunk_insert_const (self->strings, head) };

      if (found->kind == CYAN_BLOCK_LOOP)
        block.trips = cyan_code_parts_trips (parts, found->first, found->last);
      else if (found->kind == CYAN_BLOCK_CLOSURE)
        block.trips = NAN;
      if (i > 0)
        block.path = mix (g_array_index (self->blocks, CyanCodeBlock, block.parent).path + 1,
                          cyan_code_parts_hash (parts, found->first, end));
      g_array_append_val (self->blocks, block);
    }
}

CyanCodeBody *
cyan_code_body_new (CyanLanguage language, const char *text, gsize length)
{
  g_autoptr (CyanCodeParts) parts = cyan_code_parts_new (language, text, length);
  CyanCodeBody *self = g_new0 (CyanCodeBody, 1);

  self->blocks = g_array_new (FALSE, FALSE, sizeof (CyanCodeBlock));
  self->calls = g_array_new (FALSE, FALSE, sizeof (CyanCodeCall));
  self->operators = g_array_new (FALSE, FALSE, sizeof (CyanCodeOperator));
  self->strings = g_string_chunk_new (1024);
  add_blocks (self, parts);
  add_calls (self, parts);
  add_operators (self, parts);
  return self;
}

void
cyan_code_body_free (CyanCodeBody *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->blocks);
  g_array_unref (self->calls);
  g_array_unref (self->operators);
  g_string_chunk_free (self->strings);
  g_free (self);
}

gboolean
cyan_code_body_is_fast (const CyanCodeBody *self)
{
  for (guint i = 0; i < self->blocks->len; i++)
    if (g_array_index (self->blocks, CyanCodeBlock, i).kind == CYAN_BLOCK_LOOP)
      return FALSE;
  return self->calls->len == 0;
}
