/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for people. */
#include "cyan-prose.h"

#include "cyan-text.h"
#include "cyan-units.h"

#define VALUE_CHARS 400

void
cyan_prose_say (CyanProse *self, const char *text)
{
  g_string_append (self->out, text);
}

void
cyan_prose_printf (CyanProse *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->out, format, arguments);
  va_end (arguments);
}

void
cyan_prose_name (CyanProse *self, const char *name, guint chars)
{
  g_autofree char *label = cyan_text_for_label (name, chars);
  g_autofree char *safe = self->html ? cyan_text_for_xml (label) : cyan_text_for_terminal (label);

  if (self->html)
    cyan_prose_printf (self, "<code>%s</code>", safe);
  else
    cyan_prose_say (self, safe);
}

/* Words, numbers and signs, in which no markup, no link and no mention can stand. */
static gboolean
is_harmless (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean plain = c < 0x80
                       && (g_ascii_isalnum ((char) c) || strchr (" .,+%()-?;", (int) c) != NULL
                           || (c == ':' && p[1] == ' '));

      /* The minus, the cross and the micro sign of values. */
      if (!plain && c != 0x2212 && c != 0xd7 && c != 0xb5)
        return FALSE;
    }
  return TRUE;
}

void
cyan_prose_value (CyanProse *self, char *text)
{
  if (self->html && !is_harmless (text))
    cyan_prose_name (self, text, VALUE_CHARS);
  else
    {
      g_autofree char *safe = cyan_text_for_terminal (text);

      cyan_prose_say (self, safe);
    }
  g_free (text);
}

void
cyan_prose_versions (CyanProse *self, const CyanReportOptions *options, guint chars)
{
  cyan_prose_name (self, options->before_name != NULL ? options->before_name : "before", chars);
  cyan_prose_say (self, " to ");
  cyan_prose_name (self, options->after_name != NULL ? options->after_name : "after", chars);
}

void
cyan_prose_path (CyanProse *self,
                 const CyanComparison *comparison,
                 CyanNode node,
                 guint most,
                 const char *ellipsis)
{
  const char *arrow = self->html ? " &gt; " : " > ";
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (; node != CYAN_NODE_NONE && node != CYAN_NODE_ROOT && names->len < most + 1;
       node = comparison->compared.tree->parent[node])
    g_ptr_array_add (names, (char *) cyan_comparison_name (comparison, node));
  if (node != CYAN_NODE_NONE && node != CYAN_NODE_ROOT)
    {
      cyan_prose_say (self, ellipsis);
      cyan_prose_say (self, arrow);
    }
  for (guint i = names->len; i-- > 0;)
    {
      cyan_prose_name (self, g_ptr_array_index (names, i), CYAN_PROSE_NAME);
      if (i > 0)
        cyan_prose_say (self, arrow);
    }
}

void
cyan_prose_change (CyanProse *self, const CyanComparison *comparison, double change)
{
  cyan_prose_value (self, comparison->compared.same_unit
                              ? cyan_difference_to_text (change, cyan_comparison_unit (comparison))
                              : cyan_share_difference_to_text (change));
}

void
cyan_prose_notes (CyanProse *self, const CyanComparison *comparison)
{
  for (guint i = 0; i < comparison->warnings->len; i++)
    {
      cyan_prose_say (self, self->html ? "<p>Note: " : "note: ");
      cyan_prose_value (self, g_strdup (g_ptr_array_index (comparison->warnings, i)));
      cyan_prose_say (self, self->html ? "</p>\n\n" : "\n");
    }
}

char *
cyan_report_location (const CyanComparison *comparison, const CyanFunction *function)
{
  const char *file = cyan_comparison_string (comparison, function->file);

  if (*file == '\0')
    return NULL;
  return function->line > 0 ? g_strdup_printf ("%s:%u", file, function->line) : g_strdup (file);
}
