/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the short name by walking over the label once, from bracket to bracket. */
#include "cyan-name-short.h"

#include "cyan-name-private.h"

#include <string.h>

#define OPERATOR "operator"

/* Of a short name: the identifier and one scope. */
#define NAMED_PARTS 2

/* Where a part of a name begins, and where the separator ahead of it does. */
typedef struct
{
  gsize start;
  gsize separator;
} Part;

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || (c & 0x80) != 0;
}

static gboolean
is_operator (const char *label, gsize at)
{
  return strncmp (label + at, OPERATOR, strlen (OPERATOR)) == 0
         && (at == 0 || !is_word (label[at - 1])) && !is_word (label[at + strlen (OPERATOR)]);
}

/* Past "operator()", "operator->" and the like, which end at the parameters. */
static gsize
skip_operator (const char *label, gsize at)
{
  at += strlen (OPERATOR);
  if (g_str_has_prefix (label + at, "()"))
    return at + 2;
  return at + strcspn (label + at, "(");
}

/* The length of a separator of scopes at @at, or 0. */
static gsize
separator_length (const char *label, gsize at)
{
  if (label[at] == ':' && label[at + 1] == ':')
    return 2;
  /* "..." is no separator, nor is what ends the name. */
  if (strchr (".:#/", label[at]) == NULL || label[at + 1] == '\0' || label[at + 1] == label[at])
    return 0;
  return at > 0 && label[at - 1] != label[at] ? 1 : 0;
}

/* The bracket that closes the one at @at, or the end. */
static gsize
skip_bracket (const char *label, gsize at)
{
  guint depth = 0;

  do
    depth = cyan_name_depth_behind (label, label + at, depth);
  while (label[at++] != '\0' && depth > 0 && label[at] != '\0');
  return at;
}

/* A part without a name: a closure, "<locals>", "{lambda#1}". */
static gboolean
is_nameless (const char *label, gsize start)
{
  return label[start] == '<' || label[start] == '{';
}

static gsize
part_start (const GArray *parts, guint i)
{
  return g_array_index (parts, Part, i).start;
}

/* Past the type that a C++ template returns: "std::ostream& ns::put<int>(int)".  Ruby has blocks:
 * "block in A::B#each". */
static gsize
skip_type (const char *label)
{
  gsize space = 0, at = 0;

  if (strstr (label, "::") == NULL || strchr (label, '#') != NULL)
    return 0;
  while (label[at] != '\0' && !is_operator (label, at))
    {
      if (label[at] == '(' && at > space)
        break;
      if (label[at] == ' ')
        space = at + 1;
      at = strchr ("([{<", label[at]) != NULL ? skip_bracket (label, at) : at + 1;
    }
  return label[space] == '\0' ? 0 : space;
}

CyanNameShort
cyan_name_short (const char *label)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  gsize at = skip_type (label);
  Part first = { at, at };
  CyanNameShort name = { .scope_start = at };
  gboolean is_path = label[0] == '/';
  gsize module_end = 0;
  guint kept;

  g_array_append_val (parts, first);
  name.end = strlen (label);
  while (label[at] != '\0')
    {
      gsize separator = separator_length (label, at);

      if (is_operator (label, at))
        at = skip_operator (label, at);
      else if (separator > 0 && !(is_path && label[at] != '/'))
        {
          Part part = { at + separator, at };

          /* A module or a folder is no scope to keep. */
          if (separator == 1 && (label[at] == ':' || is_path))
            module_end = parts->len;
          g_array_append_val (parts, part);
          at += separator;
        }
      else if (strchr ("([{<", label[at]) != NULL)
        {
          gsize end = skip_bracket (label, at);
          gboolean ends = label[end] == '\0' || label[end] == ' ';

          /* Parameters follow a name and end it. */
          if (label[at] == '(' && ends && at > part_start (parts, parts->len - 1))
            {
              name.end = at;
              break;
            }
          at = end;
        }
      else
        at++;
    }

  kept = parts->len - 1;
  name.last = part_start (parts, kept);
  for (guint named = is_nameless (label, name.last) ? 0 : 1;
       kept > (named > 0 ? module_end : 0) && named < NAMED_PARTS; kept--)
    named += is_nameless (label, part_start (parts, kept - 1)) ? 0 : 1;
  name.start = part_start (parts, kept);
  name.scope_end = g_array_index (parts, Part, kept).separator;
  if (name.start >= name.end)
    name = (CyanNameShort){ .end = strlen (label) };
  return name;
}

char *
cyan_name_short_text (const char *label)
{
  CyanNameShort name = cyan_name_short (label);

  return g_strndup (label + name.start, name.end - name.start);
}

char *
cyan_name_short_scope (const char *label)
{
  CyanNameShort name = cyan_name_short (label);

  return g_strndup (label + name.scope_start, name.scope_end - name.scope_start);
}
