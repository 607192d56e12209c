/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tabs of the source pane. */
#include "cyan-source-private.h"

#include "cyan-badge.h"
#include "cyan-columns.h"
#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-name-short.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* Of a name of several parts in a tab, in its tooltip, and the least of a title that is seen. */
#define NAME_CHARS       36
#define WHOLE_CHARS      160
#define LEAST_CHARS      6
#define MOST_TITLE_CHARS 30

/* What a tab was made of, so that one that stays the same keeps the focus. */
typedef struct
{
  CyanReading reading;
  const char *badge; /* static, or NULL */
} Tab;

struct _CyanSourceTabs
{
  GtkWidget parent_instance;

  GArray *tabs; /* of Tab; the last one is that of the lists */
  guint32 chosen;
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (CyanSourceTabs, cyan_source_tabs, GTK_TYPE_WIDGET)

static const char *
name_of (CyanSession *session, const CyanReading *reading)
{
  const CyanComparison *comparison = cyan_session_comparison (session);

  switch (reading->role)
    {
    case CYAN_READING_OWN:
      /* The root has a word instead of a name. */
      return cyan_comparison_name (comparison, cyan_session_selected (session));
    case CYAN_READING_INLINED:
      return cyan_readings_inlined (comparison, cyan_session_model (session)->known,
                                    reading->source)
          ->name;
    case CYAN_READING_CALLER:
    case CYAN_READING_CALLEE:
    default:
      return cyan_comparison_pair_label (comparison, reading->source);
    }
}

static const char *
badge_of (CyanSession *session, const CyanReading *reading)
{
  return reading->role == CYAN_READING_INLINED ? cyan_change_word (CYAN_CHANGE_MODIFIED)
                                               : cyan_badge_word (session, reading->source);
}

static char *
title_of (CyanSession *session, const CyanReading *reading, guint chars)
{
  const char *whole = name_of (session, reading);
  g_autofree char *part = chars < WHOLE_CHARS ? cyan_name_short_text (whole) : g_strdup (whole);
  g_autofree char *name = cyan_text_for_label (part, chars);

  switch (reading->role)
    {
    case CYAN_READING_CALLER:
      /* Translators: the name of a function. */
      return g_strdup_printf (_ ("Caller: %s"), name);
    case CYAN_READING_CALLEE:
      /* Translators: the name of a function. */
      return g_strdup_printf (_ ("Callee: %s"), name);
    case CYAN_READING_INLINED:
      /* Translators: the name of a function that a compiler put into another one. */
      return g_strdup_printf (_ ("Inlined: %s"), name);
    case CYAN_READING_OWN:
    default:
      return g_steal_pointer (&name);
    }
}

static void
on_toggled (CyanSourceTabs *self, GtkToggleButton *button)
{
  if (self->is_updating || !gtk_toggle_button_get_active (button))
    return;
  self->chosen = cyan_widget_number (button);
  g_signal_emit_by_name (self, "chosen");
}

static GtkWidget *
button_new (CyanSourceTabs *self, guint32 pair, const char *title, GtkWidget *badge)
{
  GtkWidget *label = cyan_label_new (title, NULL, 0);
  GtkWidget *button =
      g_object_new (GTK_TYPE_TOGGLE_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_TAB, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MOST_TITLE_CHARS);
  gtk_button_set_child (GTK_BUTTON (button), cyan_row_new (8, label, badge, NULL));
  cyan_widget_add_classes (button, "flat cyan-tab");
  cyan_widget_set_number (button, pair);
  cyan_connect (button, "toggled", on_toggled, self);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  return button;
}

static void
add_reading (CyanSourceTabs *self, CyanSession *session, const Tab *tab)
{
  g_autofree char *title = title_of (session, &tab->reading, NAME_CHARS);
  g_autofree char *whole = title_of (session, &tab->reading, WHOLE_CHARS);
  g_autofree char *spoken = g_strdup_printf ("%s%s%s", whole, tab->badge != NULL ? ", " : "",
                                             tab->badge != NULL ? tab->badge : "");
  gboolean changed =
      tab->reading.role == CYAN_READING_INLINED
      || cyan_readings_changed (cyan_session_model (session)->known, tab->reading.source);
  GtkWidget *badge = cyan_badge_new (tab->badge, changed);
  GtkWidget *button;

  button = button_new (self, tab->reading.source, title, badge);
  gtk_widget_set_tooltip_text (button, spoken);
  cyan_widget_set_spoken (button, spoken);
}

static gboolean
is_same (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const Tab *x = &g_array_index (a, Tab, i), *y = &g_array_index (b, Tab, i);

      if (x->reading.source != y->reading.source || x->reading.role != y->reading.role
          || x->badge != y->badge)
        return FALSE;
    }
  return TRUE;
}

static void
clear (CyanSourceTabs *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
}

static void
build (CyanSourceTabs *self, CyanSession *session)
{
  GtkWidget *lists;

  clear (self);
  for (guint i = 0; i < self->tabs->len; i++)
    add_reading (self, session, &g_array_index (self->tabs, Tab, i));
  lists = button_new (self, G_MAXUINT32, _ ("Callers and Callees"), NULL);
  gtk_widget_set_tooltip_text (lists, _ ("Callers and Callees"));
  cyan_widget_set_spoken (lists, _ ("Callers and Callees"));
}

static void
show_chosen (CyanSourceTabs *self)
{
  self->is_updating = TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      gboolean active = cyan_widget_number (child) == self->chosen;

      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (child), active);
      gtk_accessible_update_state (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_STATE_SELECTED, active,
                                   -1);
    }
  self->is_updating = FALSE;
}

void
cyan_source_tabs_show (CyanSourceTabs *self,
                       CyanSession *session,
                       const CyanReading *readings,
                       guint n,
                       guint32 chosen)
{
  g_autoptr (GArray) tabs = g_array_new (FALSE, TRUE, sizeof (Tab));

  for (guint i = 0; i < n; i++)
    {
      const Tab tab = { readings[i], badge_of (session, &readings[i]) };

      g_array_append_val (tabs, tab);
    }
  if (gtk_widget_get_first_child (GTK_WIDGET (self)) == NULL || !is_same (tabs, self->tabs))
    {
      g_array_set_size (self->tabs, 0);
      g_array_append_vals (self->tabs, tabs->data, tabs->len);
      build (self, session);
    }
  self->chosen = chosen;
  show_chosen (self);
}

void
cyan_source_tabs_clear (CyanSourceTabs *self)
{
  g_array_set_size (self->tabs, 0);
  clear (self);
}

guint32
cyan_source_tabs_chosen (CyanSourceTabs *self)
{
  return self->chosen;
}

static void
cyan_source_tabs_finalize (GObject *object)
{
  g_array_unref (CYAN_SOURCE_TABS (object)->tabs);
  G_OBJECT_CLASS (cyan_source_tabs_parent_class)->finalize (object);
}

static void
cyan_source_tabs_class_init (CyanSourceTabsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, NULL);
  G_OBJECT_CLASS (class)->finalize = cyan_source_tabs_finalize;
  cyan_signal_new (class, "chosen", 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TAB_LIST);
}

static void
cyan_source_tabs_init (CyanSourceTabs *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  self->tabs = g_array_new (FALSE, TRUE, sizeof (Tab));
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 6);
}
