/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile-text.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-profile-builder.h"

#define SPECIAL " ():*@'"

static void
append_name (GString *text, const char *name)
{
  if (*name != '\0' && strpbrk (name, SPECIAL) == NULL)
    {
      g_string_append (text, name);
      return;
    }
  g_string_append_c (text, '\'');
  for (const char *p = name; *p != '\0'; p++)
    {
      if (*p == '\'')
        g_string_append_c (text, '\'');
      g_string_append_c (text, *p);
    }
  g_string_append_c (text, '\'');
}

char *
cyan_profile_to_text (const CyanProfile *self, CyanProfileTextFlags flags)
{
  GString *text = g_string_new (NULL);
  CyanNode open = CYAN_NODE_ROOT; /* the innermost node with an open bracket */

  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      while (i >= self->end[open])
        {
          g_string_append_c (text, ')');
          open = self->parent[open];
        }
      if (text->len > 0 && text->str[text->len - 1] != '(')
        g_string_append_c (text, ' ');
      append_name (text, cyan_profile_name (self, i));
      if (flags & CYAN_PROFILE_TEXT_SELF)
        {
          g_autofree char *number = cyan_double_to_text (self->metrics[0].self[i]);

          g_string_append_printf (text, ":%s", number);
        }
      if ((flags & CYAN_PROFILE_TEXT_CALLS) && cyan_profile_calls (self, i) != CYAN_CALLS_UNKNOWN)
        g_string_append_printf (text, "*%" G_GUINT64_FORMAT, self->calls[i]);
      if ((flags & CYAN_PROFILE_TEXT_CALL_SITE) && self->call_site != NULL
          && self->call_site[i] != 0)
        g_string_append_printf (text, "@%u", self->call_site[i]);
      if (self->end[i] > i + 1)
        {
          g_string_append_c (text, '(');
          open = i;
        }
    }
  for (; open != CYAN_NODE_ROOT; open = self->parent[open])
    g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static char *
read_name (const char **at)
{
  GString *name = g_string_new (NULL);
  const char *p = *at;

  if (*p == '\'')
    {
      for (p++; *p != '\0' && !(p[0] == '\'' && p[1] != '\''); p++)
        {
          if (*p == '\'')
            p++;
          g_string_append_c (name, *p);
        }
      if (*p == '\'')
        p++;
    }
  else
    {
      gsize length = strcspn (p, SPECIAL);

      g_string_append_len (name, p, (gssize) length);
      p += length;
    }
  *at = p;
  return g_string_free (name, FALSE);
}

/* Reads a node without its children: name, then ":self", "*calls" and "@call-site" in any order. */
static CyanNode
read_node (CyanProfileBuilder *builder, CyanNode parent, const char **at, GError **error)
{
  CyanStrings *strings = cyan_profile_builder_strings (builder);
  g_autofree char *name = read_name (at);
  double self = 1, calls = -1, site = 0;
  guint32 function;
  CyanNode node;

  while (**at == ':' || **at == '*' || **at == '@')
    {
      char kind = *(*at)++;
      gsize length = strcspn (*at, SPECIAL);
      double number;

      if (!cyan_parse_double (*at, length, &number))
        {
          cyan_fail (error, CYAN_ERROR_INVALID, "no number at \"%s\"", *at);
          return CYAN_NODE_NONE;
        }
      *at += length;
      *(kind == ':' ? &self : kind == '*' ? &calls : &site) = number;
    }
  function = cyan_profile_builder_function (builder, cyan_strings_add (strings, name, -1),
                                            CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
  node = cyan_profile_builder_append (builder, parent, function, (guint32) site, error);
  if (node == CYAN_NODE_NONE)
    return node;
  cyan_profile_builder_add (builder, 0, node, self);
  if (calls >= 0)
    cyan_profile_builder_add_calls (builder, node, (guint64) calls);
  return node;
}

CyanProfile *
cyan_profile_from_text (CyanStrings *strings, const char *text, GError **error)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  CyanNode parent = CYAN_NODE_ROOT, last = CYAN_NODE_ROOT;

  cyan_profile_builder_metric (builder, "time", "ns");
  cyan_profile_builder_set_format (builder, "text");
  for (const char *p = text; *p != '\0';)
    {
      if (*p == ' ')
        p++;
      else if (*p == '(')
        {
          g_array_append_val (open, parent);
          parent = last;
          p++;
        }
      else if (*p == ')')
        {
          if (open->len == 0)
            {
              cyan_fail (error, CYAN_ERROR_INVALID, "no bracket is open at \"%s\"", p);
              return NULL;
            }
          last = parent;
          parent = g_array_index (open, CyanNode, open->len - 1);
          g_array_set_size (open, open->len - 1);
          p++;
        }
      else
        {
          last = read_node (builder, parent, &p, error);
          if (last == CYAN_NODE_NONE)
            return NULL;
        }
    }
  if (open->len > 0)
    {
      cyan_fail (error, CYAN_ERROR_INVALID, "%u brackets are not closed", open->len);
      return NULL;
    }
  return cyan_profile_builder_finish (builder);
}
