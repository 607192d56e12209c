/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "merged-text.h"

char *
cyan_merged_tree_to_text (const CyanMergedTree *self,
                          const CyanProfile *before,
                          const CyanProfile *after)
{
  GString *text = g_string_new (NULL);
  CyanNode open = CYAN_NODE_ROOT;

  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      CyanNode a = self->before[i];
      CyanNode b = self->after[i];
      const char *old_name = a != CYAN_NODE_NONE ? cyan_profile_name (before, a) : NULL;
      const char *new_name = b != CYAN_NODE_NONE ? cyan_profile_name (after, b) : NULL;

      while (i >= self->end[open])
        {
          g_string_append_c (text, ')');
          open = self->parent[open];
        }
      if (text->len > 0 && text->str[text->len - 1] != '(')
        g_string_append_c (text, ' ');
      if (old_name == NULL)
        g_string_append_printf (text, "+%s", new_name);
      else if (new_name == NULL)
        g_string_append_printf (text, "-%s", old_name);
      else if (g_str_equal (old_name, new_name))
        g_string_append_printf (text, "=%s", new_name);
      else
        g_string_append_printf (text, "~%s>%s", old_name, new_name);
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
