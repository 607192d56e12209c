/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short names of functions in labels, lists and sentences. */
#include "cyan-name-labels.h"

#include "cyan-i18n.h"
#include "cyan-labels.h"
#include "cyan-name-short.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

#include <string.h>

#define ELLIPSIS "\xe2\x80\xa6"

/* Maximum characters of a name in a sentence, and of a path of callers. */
#define SENTENCE_CHARS 60
#define PATH_CHARS     70
/* Of a name of several parts in a list. */
#define LINE_CHARS 24
/* How many more a scope has, in its smaller letters. */
#define SCOPE_MORE 8

static void
set_without_hyphens (GtkLabel *label)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (label, attributes);
  pango_attr_list_unref (attributes);
}

/* The bytes from @start to @end without a separator at their end, in one line.  Caller frees. */
static char *
part_text (const char *name, gsize start, gsize end)
{
  g_autofree char *part = NULL;

  while (end > start && strchr (".:/", name[end - 1]) != NULL)
    end--;
  part = g_strndup (name + start, end - start);
  return cyan_text_for_label (part, CYAN_NAME_DRAWN_MAX);
}

void
cyan_name_labels_set (GtkLabel *label, GtkLabel *scope, const char *name, guint chars)
{
  CyanNameShort parts = cyan_name_short (name);
  gboolean is_long =
      g_utf8_strlen (name + parts.start, (gssize) (parts.end - parts.start)) > (glong) chars;
  gsize start = is_long ? parts.last : parts.start;
  gsize scope_end = start > parts.start ? start : parts.scope_end;
  g_autofree char *shown = part_text (name, start, parts.end);
  g_autofree char *shown_scope = part_text (name, parts.scope_start, scope_end);
  g_autofree char *whole = cyan_text_for_label (name, CYAN_NAME_DRAWN_MAX);
  gboolean has_scope = scope_end > parts.scope_start;
  const char *inner = shown_scope;
  const char *rest;

  set_without_hyphens (label);
  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_text (label, shown);
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), whole);
  cyan_widget_set_spoken (label, whole);
  if (scope == NULL)
    return;
  set_without_hyphens (scope);
  gtk_label_set_ellipsize (scope, PANGO_ELLIPSIZE_START);
  while (g_utf8_strlen (inner, -1) > (glong) chars + SCOPE_MORE
         && (rest = cyan_labels_shorter_scope (inner)) != NULL)
    inner = rest;
  gtk_label_set_text (scope, has_scope ? inner : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (scope), whole);
  gtk_widget_set_visible (GTK_WIDGET (scope), has_scope);
}

static GtkLabel *
line_new (GtkBox *box, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (box, label);
  return GTK_LABEL (label);
}

GtkWidget *
cyan_name_lines_new (const char *name)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  GtkLabel *label = line_new (box, "heading");
  GtkLabel *scope = line_new (box, "caption");

  gtk_widget_add_css_class (GTK_WIDGET (scope), "dim-label");
  cyan_name_labels_set (label, scope, name, LINE_CHARS);
  return GTK_WIDGET (box);
}

/* @text with its end cut off beyond @chars characters. */
static char *
cut (const char *text, glong chars)
{
  g_autofree char *start = NULL;

  if (g_utf8_strlen (text, -1) <= chars)
    return g_strdup (text);
  start = g_utf8_substring (text, 0, chars - 1);
  return g_strconcat (start, ELLIPSIS, NULL);
}

char *
cyan_name_for_sentence (const char *name)
{
  g_autofree char *short_text = cyan_name_short_text (name);
  g_autofree char *line = cyan_text_for_label (short_text, CYAN_NAME_DRAWN_MAX);

  return cut (line, SENTENCE_CHARS);
}

char *
cyan_name_callers (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const CyanNode *parent = comparison->compared.tree->parent;
  GString *path = g_string_new (NULL);
  glong chars = 0;

  if (node == CYAN_NODE_ROOT)
    return g_string_free (path, FALSE);
  for (CyanNode at = parent[node]; at != CYAN_NODE_ROOT; at = parent[at])
    {
      g_autofree char *name = cyan_name_for_sentence (cyan_comparison_name (comparison, at));

      chars += g_utf8_strlen (name, -1) + 3;
      if (path->len > 0)
        g_string_prepend (path, " > ");
      if (path->len > 0 && chars > PATH_CHARS)
        {
          g_string_prepend (path, ELLIPSIS);
          break;
        }
      g_string_prepend (path, name);
    }
  return g_string_free (path, FALSE);
}

char *
cyan_claim_words (const CyanNameClaim *claim)
{
  g_autofree char *before = claim->before != NULL ? cyan_name_for_sentence (claim->before) : NULL;
  g_autofree char *after = claim->after != NULL ? cyan_name_for_sentence (claim->after) : NULL;

  if (before == NULL)
    return g_strdup_printf (_ ("%s is not a wrapper"), after);
  if (after == NULL)
    return g_strdup_printf (_ ("%s was not inlined"), before);
  /* Translators: the names of two functions. */
  return g_strdup_printf (
      claim->same ? _ ("%s and %s are the same") : _ ("%s and %s are not the same"), before, after);
}
