/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choice of filters.
 *
 * A thread lists the modules and files when it is first opened.
 */
#include "cyan-filter-popover.h"

#include "cyan-i18n.h"
#include "cyan-task.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#include <string.h>

/* Modules and files that one may choose from. */
#define MAX_PLACES 200
/* Characters of their names that are seen, and of the longest that is kept. */
#define SEEN_CHARS  34
#define PLACE_CHARS 200

struct _CyanFilterPopover
{
  GtkPopover parent_instance;

  /* template children, borrowed */
  GtkWidget *changes_box;
  GtkCheckButton *changed;
  GtkCheckButton *modified;
  GtkCheckButton *one_sided;
  GtkCheckButton *significant;
  GtkWidget *place_box;
  GtkDropDown *place;
  GtkSpinButton *share;

  CyanSession *session;  /* owned */
  GArray *places;        /* owned; of CyanPlace; NULL until they are listed */
  GCancellable *listing; /* owned; of the thread that lists them, or NULL */
  gboolean is_updating;  /* the widgets follow the session */
};

G_DEFINE_FINAL_TYPE (CyanFilterPopover, cyan_filter_popover, GTK_TYPE_POPOVER)

/* By CyanCriterion; NULL for those that are no check buttons. */
static GtkCheckButton *
check_of (CyanFilterPopover *self, guint criterion)
{
  GtkCheckButton *const checks[CYAN_N_CRITERIA] = {
    [CYAN_CRITERION_CHANGED] = self->changed,
    [CYAN_CRITERION_MODIFIED] = self->modified,
    [CYAN_CRITERION_ONE_SIDED] = self->one_sided,
    [CYAN_CRITERION_SIGNIFICANT] = self->significant,
  };

  return checks[criterion];
}

/* ---- modules and files ---- */

static const CyanPlace *
place_at (CyanFilterPopover *self, guint index)
{
  return &g_array_index (self->places, CyanPlace, index);
}

static const char *
place_name (CyanFilterPopover *self, guint index)
{
  return cyan_comparison_string (cyan_session_comparison (self->session),
                                 place_at (self, index)->name);
}

/* Selects the place of the filter; the first choice is everywhere. */
static void
show_place (CyanFilterPopover *self)
{
  const CyanFilter *filter = cyan_session_filter (self->session);
  guint chosen = 0;

  for (guint i = 0; self->places != NULL && filter->place != NULL && i < self->places->len; i++)
    if (cyan_filter_has (filter, CYAN_CRITERION_PLACE)
        && place_at (self, i)->is_file == filter->is_file
        && strcmp (place_name (self, i), filter->place) == 0)
      chosen = i + 1;
  gtk_drop_down_set_selected (self->place, chosen);
}

/* A line of the list: the name, its end being what tells files apart, and the change. */
static void
on_setup (CyanFilterPopover *self, GtkListItem *item)
{
  GtkWidget *name = cyan_label_new (NULL, NULL, 0);
  GtkWidget *change = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_START);
  gtk_label_set_max_width_chars (GTK_LABEL (name), SEEN_CHARS);
  gtk_widget_set_hexpand (name, TRUE);
  cyan_widget_add_classes (change, "dim-label numeric");
  gtk_list_item_set_child (item, cyan_row_new (12, name, change, NULL));
}

static void
on_bind (CyanFilterPopover *self, GtkListItem *item)
{
  GtkWidget *name = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *change = gtk_widget_get_next_sibling (name);
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  guint index = gtk_list_item_get_position (item);
  g_autofree char *text = NULL;

  gtk_label_set_text (GTK_LABEL (name),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
  if (index > 0 && self->places != NULL && index <= self->places->len
      && !comparison->compared.single)
    text = cyan_comparison_part_text (comparison, place_at (self, index - 1)->change,
                                      comparison->compared.same_unit ? CYAN_BASIS_ABSOLUTE
                                                                     : CYAN_BASIS_SHARE);
  gtk_label_set_text (GTK_LABEL (change), text != NULL ? text : "");
}

static void
show_places (CyanFilterPopover *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint n = self->places != NULL ? self->places->len : 0;

  self->is_updating = TRUE;
  gtk_string_list_append (names, _ ("Everywhere"));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = cyan_text_for_label (place_name (self, i), PLACE_CHARS);

      gtk_string_list_append (names, name);
    }
  gtk_drop_down_set_model (self->place, G_LIST_MODEL (names));
  gtk_widget_set_sensitive (self->place_box, n > 0);
  if (self->session != NULL)
    show_place (self);
  self->is_updating = FALSE;
}

static gpointer
list_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  return cyan_places_new (data, tick, error);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanFilterPopover *self = CYAN_FILTER_POPOVER (source);
  g_autoptr (GArray) places = cyan_task_finish (result, NULL);

  if (!cyan_task_end (&self->listing, result) || places == NULL)
    return;
  g_array_set_size (places, MIN (places->len, MAX_PLACES));
  self->places = g_steal_pointer (&places);
  show_places (self);
}

static void
forget_places (CyanFilterPopover *self)
{
  cyan_task_stop (&self->listing);
  g_clear_pointer (&self->places, g_array_unref);
}

static void
on_shown (CyanFilterPopover *self)
{
  if (self->session == NULL || self->places != NULL || self->listing != NULL)
    return;
  cyan_task_run (cyan_task_new_quiet (self, cyan_task_begin (&self->listing), on_listed, NULL),
                 list_in_thread, cyan_comparison_ref (cyan_session_comparison (self->session)),
                 (GDestroyNotify) cyan_comparison_unref, (GDestroyNotify) g_array_unref);
}

/* ---- the session's filter ---- */

static void
update (CyanFilterPopover *self)
{
  const CyanFilter *filter = cyan_session_filter (self->session);

  self->is_updating = TRUE;
  for (guint i = 0; i < CYAN_N_CRITERIA; i++)
    if (check_of (self, i) != NULL)
      gtk_check_button_set_active (check_of (self, i), cyan_filter_has (filter, (CyanCriterion) i));
  gtk_spin_button_set_value (
      self->share, cyan_filter_has (filter, CYAN_CRITERION_SHARE) ? filter->share * 100 : 0);
  show_place (self);
  self->is_updating = FALSE;
}

/* A copy of the filter to change and set; NULL while the widgets follow the session. */
static CyanFilter *
begin_change (CyanFilterPopover *self)
{
  return self->is_updating || self->session == NULL
             ? NULL
             : cyan_filter_copy (cyan_session_filter (self->session));
}

static void
on_checked (CyanFilterPopover *self)
{
  g_autoptr (CyanFilter) filter = begin_change (self);

  if (filter == NULL)
    return;
  for (guint i = 0; i < CYAN_N_CRITERIA; i++)
    if (check_of (self, i) != NULL)
      cyan_filter_set (filter, (CyanCriterion) i, gtk_check_button_get_active (check_of (self, i)));
  cyan_session_set_filter (self->session, filter);
}

static void
on_place (CyanFilterPopover *self)
{
  guint chosen = gtk_drop_down_get_selected (self->place);
  g_autoptr (CyanFilter) filter = begin_change (self);

  if (filter == NULL || chosen == GTK_INVALID_LIST_POSITION)
    return;
  if (chosen == 0)
    cyan_filter_set_place (filter, NULL, FALSE);
  else
    cyan_filter_set_place (filter, place_name (self, chosen - 1),
                           place_at (self, chosen - 1)->is_file);
  cyan_session_set_filter (self->session, filter);
  /* The list that was open had it, and Escape is for what has it. */
  gtk_widget_grab_focus (GTK_WIDGET (self->place));
}

static void
on_share (CyanFilterPopover *self)
{
  g_autoptr (CyanFilter) filter = begin_change (self);

  if (filter == NULL)
    return;
  cyan_filter_set_share (filter, gtk_spin_button_get_value (self->share) / 100);
  cyan_session_set_filter (self->session, filter);
}

/* GTK 4.8 checks a button that has no group when it is left by an arrow. */
static gboolean
on_key (CyanFilterPopover *self, guint key)
{
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      gtk_widget_child_focus (self->changes_box, GTK_DIR_TAB_BACKWARD);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      gtk_widget_child_focus (self->changes_box, GTK_DIR_TAB_FORWARD);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* ---- object ---- */

static void
leave (CyanFilterPopover *self)
{
  cyan_follow (&self->session, NULL, self, NULL);
  forget_places (self);
}

static void
cyan_filter_popover_class_init (CyanFilterPopoverClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
#define CHILD(member) CYAN_CHILD (CyanFilterPopover, member)
  cyan_template_bind (class, "filter-popover.ui", CHILD (changes_box), CHILD (changed),
                      CHILD (modified), CHILD (one_sided), CHILD (significant), CHILD (place_box),
                      CHILD (place), CHILD (share), NULL);
}

static void
cyan_filter_popover_init (CyanFilterPopover *self)
{
  g_autoptr (GtkListItemFactory) factory =
      cyan_factory_new (G_CALLBACK (on_setup), G_CALLBACK (on_bind), self, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  cyan_connect (keys, "key-pressed", on_key, self);
  gtk_widget_add_controller (self->changes_box, keys);
  gtk_drop_down_set_factory (self->place, factory);
  for (guint i = 0; i < CYAN_N_CRITERIA; i++)
    if (check_of (self, i) != NULL)
      cyan_connect (check_of (self, i), "toggled", on_checked, self);
  cyan_connect (self->place, "notify::selected", on_place, self);
  cyan_connect (self->share, "value-changed", on_share, self);
  g_signal_connect (self, "show", G_CALLBACK (on_shown), NULL);
}

void
cyan_filter_popover_set_session (CyanFilterPopover *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::filter", G_CALLBACK (update), NULL))
    return;
  forget_places (self);
  show_places (self);
  if (session == NULL)
    return;
  gtk_widget_set_visible (self->changes_box, !cyan_session_comparison (session)->compared.single);
  gtk_widget_set_sensitive (GTK_WIDGET (self->modified),
                            cyan_source_table_has_sources (cyan_session_model (session)->sources));
  update (self);
}
