/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heading of one side of the source pane. */
#include "cyan-source-private.h"

#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

#include <string.h>

#define PATH_CHARS    300
#define VERSION_CHARS 120
/* Of a function's name of several parts. */
#define FUNCTION_CHARS 30

#define ISOLATE     "\xe2\x81\xa6"
#define POP_ISOLATE "\xe2\x81\xa9"

struct _CyanSideHeading
{
  GtkBox parent_instance;

  GtkLabel *role_label;
  GtkLabel *version_label;
  GtkLabel *function_label;
  GtkWidget *place_box;
  GtkLabel *path_label;
  GtkLabel *lines_label;
  GtkWidget *costs_label;
  GtkLabel *note_label;
};

G_DEFINE_FINAL_TYPE (CyanSideHeading, cyan_side_heading, GTK_TYPE_BOX)

static void
cyan_side_heading_class_init (CyanSideHeadingClass *class)
{
#define CHILD(member) CYAN_CHILD (CyanSideHeading, member)
  cyan_template_bind (class, "side-heading.ui", CHILD (role_label), CHILD (version_label),
                      CHILD (function_label), CHILD (place_box), CHILD (path_label),
                      CHILD (lines_label), CHILD (costs_label), CHILD (note_label), NULL);
}

static void
cyan_side_heading_init (CyanSideHeading *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A path and its lines run from left to right wherever one reads. */
  gtk_widget_set_direction (self->place_box, GTK_TEXT_DIR_LTR);
  cyan_side_heading_show (self, NULL, NULL);
}

void
cyan_side_heading_set_role (CyanSideHeading *self, const char *role)
{
  gtk_label_set_text (self->role_label, role);
}

static void
set_text (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), *text != '\0' ? text : NULL);
  gtk_widget_set_visible (GTK_WIDGET (label), *text != '\0');
}

void
cyan_side_heading_set_version (CyanSideHeading *self, const char *version)
{
  g_autofree char *label = NULL;

  label = version != NULL && *version != '\0' ? cyan_text_for_label (version, VERSION_CHARS)
                                              : g_strdup ("");
  /* Files called "before" need not be named twice. */
  set_text (self->version_label,
            strcmp (label, gtk_label_get_text (self->role_label)) != 0 ? label : "");
}

static char *
note_of (const CyanSnippet *snippet)
{
  GString *note = g_string_new (NULL);

  if (snippet->by_line != 0)
    g_string_append_printf (note, _ ("Found by line %u, not by name."), snippet->by_line);
  if (snippet->is_partial)
    {
      g_string_append (note, note->len > 0 ? " " : "");
      g_string_append_printf (note, _ ("Lines %u to %u of %u."), snippet->first_line,
                              snippet->first_line + snippet->n_lines - 1, snippet->file_lines);
    }
  if (snippet->is_cut)
    g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "", _ ("Long lines are cut."));
  return g_string_free (note, FALSE);
}

void
cyan_side_heading_show (CyanSideHeading *self, const CyanSnippet *snippet, const char *function)
{
  g_autofree char *path = NULL, *lines = NULL, *note = NULL, *location = NULL;
  g_autofree char *shown_path = NULL;

  if (snippet == NULL)
    {
      GtkLabel *const labels[] = { self->function_label, self->path_label, self->lines_label,
                                   self->note_label };

      for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
        set_text (labels[i], "");
      return;
    }
  path = cyan_text_for_label (snippet->path, PATH_CHARS);
  shown_path = g_strconcat (ISOLATE, path, POP_ISOLATE, NULL);
  lines = g_strdup_printf (ISOLATE ":%u\xe2\x80\x93%u" POP_ISOLATE, snippet->function_from,
                           snippet->function_to);
  note = note_of (snippet);
  location = g_strdup_printf (ISOLATE "%s:%u\xe2\x80\x93%u" POP_ISOLATE, path,
                              snippet->function_from, snippet->function_to);
  gtk_widget_set_visible (GTK_WIDGET (self->function_label), function != NULL);
  if (function != NULL)
    cyan_name_labels_set (self->function_label, NULL, function, FUNCTION_CHARS);
  set_text (self->path_label, shown_path);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->path_label), location);
  set_text (self->lines_label, lines);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->lines_label), location);
  set_text (self->note_label, note);
}

void
cyan_side_heading_set_costs (CyanSideHeading *self, gboolean has_costs)
{
  gtk_widget_set_visible (self->costs_label, has_costs);
}

char *
cyan_side_heading_words (CyanSideHeading *self)
{
  return g_strdup_printf (_ ("Source %s, %s%s"), gtk_label_get_text (self->role_label),
                          gtk_label_get_text (self->path_label),
                          gtk_label_get_text (self->lines_label));
}
