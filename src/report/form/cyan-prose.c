/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for people. */
#include "cyan-prose.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#define VALUE_CHARS 400

#define ALMOST_CERTAIN 0.999

void
cyan_prose_say (CyanProse *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->out, format, arguments);
  va_end (arguments);
  g_ptr_array_set_size (self->words, 0);
}

const char *
cyan_prose_kept (CyanProse *self, char *text)
{
  g_ptr_array_add (self->words, text);
  return text;
}

const char *
cyan_prose_text (CyanProse *self, const char *format, ...)
{
  va_list arguments;
  char *text;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return cyan_prose_kept (self, text);
}

const char *
cyan_prose_name (CyanProse *self, const char *name, guint chars)
{
  g_autofree char *label = NULL, *safe = NULL;

  if (name == NULL)
    return "";
  label = cyan_text_for_label (name, chars);
  safe = self->html ? cyan_text_for_xml (label) : cyan_text_for_terminal (label);
  return cyan_prose_text (self, self->html ? "<code>%s</code>" : "%s", safe);
}

const char *
cyan_prose_label (CyanProse *self, const char *name)
{
  return cyan_prose_name (self, name, CYAN_PROSE_NAME);
}

const char *
cyan_prose_safe (CyanProse *self, const char *text)
{
  return cyan_prose_value (self, g_strdup (text));
}

const char *
cyan_prose_amount (CyanProse *self, double value, const char *unit)
{
  return cyan_prose_value (self, cyan_value_to_text (value, unit));
}

const char *
cyan_prose_node (CyanProse *self, const CyanComparison *comparison, CyanNode node)
{
  return cyan_prose_label (self, cyan_comparison_name (comparison, node));
}

const char *
cyan_prose_place (CyanProse *self, const char *file, guint line)
{
  g_autofree char *place = line > 0 ? g_strdup_printf ("%s:%u", file, line) : g_strdup (file);

  return cyan_prose_label (self, place);
}

const char *
cyan_prose_location (CyanProse *self, const CyanComparison *comparison, CyanNode node)
{
  const CyanFunction *function = cyan_comparison_function (comparison, node);
  const char *file = cyan_comparison_string (comparison, function->file);

  return *file != '\0' ? cyan_prose_place (self, file, function->line) : "";
}

const char *
cyan_prose_count (CyanProse *self, guint n, const char *noun)
{
  return cyan_prose_text (self, "%u %s%s", n, noun, n == 1 ? "" : "s");
}

guint
cyan_prose_width (CyanProse *self, const char *name, guint chars, guint least)
{
  return MAX (least, (guint) g_utf8_strlen (cyan_prose_name (self, name, chars), -1));
}

const char *
cyan_prose_pad (CyanProse *self, const char *text, guint width)
{
  int pad = (int) width - (int) g_utf8_strlen (text, -1);

  return cyan_prose_text (self, "%s%*s", text, MAX (pad, 0), "");
}

/* Besides letters, in sentences of any language and in numbers of any locale: minus, multiplication
 * sign, dashes, ellipsis, middle dot, arrow, quotes, and blanks that do not break. */
static const gunichar harmless_signs[] = { 0x2212, 0xd7,   0x2013, 0x2014, 0x2026, 0xb7,
                                           0x2192, 0x201c, 0x201d, 0x201e, 0x2018, 0x2019,
                                           0xab,   0xbb,   0xa0,   0x202f };

/* Whether @text has only letters, digits and signs that cannot form markup, a link or a mention. */
static gboolean
is_harmless (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean plain = c < 0x80
                           ? g_ascii_isalnum ((char) c) || strchr (" .,+%()-?;=", (int) c) != NULL
                                 || ((c == ':' || c == '<') && p[1] == ' ')
                           : g_unichar_isalpha (c);

      for (guint i = 0; i < G_N_ELEMENTS (harmless_signs); i++)
        plain |= c == harmless_signs[i];
      if (!plain)
        return FALSE;
    }
  return TRUE;
}

const char *
cyan_prose_value (CyanProse *self, char *text)
{
  const char *safe;

  if (!self->html)
    safe = cyan_prose_kept (self, cyan_text_for_terminal (text));
  else if (is_harmless (text))
    safe = cyan_prose_kept (self, cyan_text_for_xml (text));
  else
    safe = cyan_prose_name (self, text, VALUE_CHARS);
  g_free (text);
  return safe;
}

const char *
cyan_prose_share (CyanProse *self, double share)
{
  return cyan_prose_value (self, cyan_share_to_text (share));
}

const char *
cyan_prose_chance (CyanProse *self, double chance)
{
  return chance > ALMOST_CERTAIN
             ? cyan_prose_text (self, _ ("more than %s"), cyan_prose_share (self, ALMOST_CERTAIN))
             : cyan_prose_share (self, chance);
}

const char *
cyan_prose_ratio (CyanProse *self, const CyanRatio *ratio)
{
  return cyan_prose_value (self, cyan_ratio_to_text (ratio->ratio, ratio->low, ratio->high));
}

const char *
cyan_prose_versions (CyanProse *self, const CyanReportOptions *options, guint chars)
{
  const char *before = options->before_name != NULL ? options->before_name : "before";
  const char *after = options->after_name != NULL ? options->after_name : "after";

  return cyan_prose_text (self, "%s to %s", cyan_prose_name (self, before, chars),
                          cyan_prose_name (self, after, chars));
}

const char *
cyan_prose_path (CyanProse *self,
                 const CyanComparison *comparison,
                 CyanNode node,
                 guint most,
                 const char *ellipsis)
{
  const char *arrow = self->html ? " &gt; " : " > ";
  GString *path = g_string_new (NULL);

  for (guint n = 0; node != CYAN_NODE_NONE && node != CYAN_NODE_ROOT && n <= most + 1;
       node = comparison->compared.tree->parent[node], n++)
    {
      if (n > 0)
        g_string_prepend (path, arrow);
      g_string_prepend (path, n <= most ? cyan_prose_node (self, comparison, node) : ellipsis);
    }
  return cyan_prose_kept (self, g_string_free (path, FALSE));
}

const char *
cyan_prose_change (CyanProse *self, const CyanComparison *comparison, double change)
{
  return cyan_prose_value (self,
                           comparison->compared.same_unit
                               ? cyan_difference_to_text (change, cyan_comparison_unit (comparison))
                               : cyan_share_difference_to_text (change));
}

void
cyan_prose_cell (CyanProse *self, guint width, char *text)
{
  const char *safe = cyan_prose_value (self, text);
  int pad = (int) width - (int) g_utf8_strlen (safe, -1);

  cyan_prose_say (self, "  %*s%s", MAX (pad, 0), "", safe);
}

void
cyan_prose_notes (CyanProse *self, const CyanComparison *comparison)
{
  for (guint i = 0; i < comparison->warnings->len; i++)
    {
      const char *note = cyan_prose_safe (self, g_ptr_array_index (comparison->warnings, i));

      if (self->html)
        cyan_prose_say (self, "<p>%s</p>\n\n", cyan_prose_text (self, _ ("Note: %s"), note));
      else
        cyan_prose_say (self, "note: %s\n", note);
    }
}
