/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search bar. */
#include "cyan-search-panel.h"

#include "cyan-function-search.h"
#include "cyan-i18n.h"
#include "cyan-task.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* Characters of what is wrong with an expression, which is foreign text. */
#define STATUS_CHARS 300

struct _CyanSearchPanel
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkSearchBar *search_bar;
  GtkEditable *search_entry;
  GtkLabel *search_status;

  CyanFoundList *list; /* borrowed */
  CyanSession *session;
  gboolean open;
  gboolean is_regex;
  char *text;              /* owned; the text of the search; NULL: none */
  GCancellable *searching; /* owned; of the current search, or NULL */
  gboolean selects;        /* a match is selected at the end, unless one is selected already */
  int steps;               /* steps to go then; negative: backwards */
};

G_DEFINE_FINAL_TYPE (CyanSearchPanel, cyan_search_panel, GTK_TYPE_WIDGET)

/* NULL: nothing is to be said. */
static void
show_status (CyanSearchPanel *self, const char *status)
{
  g_autofree char *text =
      status != NULL ? cyan_text_for_label (status, STATUS_CHARS) : g_strdup ("");

  gtk_label_set_text (self->search_status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->search_status), text);
  gtk_widget_set_visible (GTK_WIDGET (self->search_status), *text != '\0');
}

static void
forget (CyanSearchPanel *self)
{
  cyan_task_stop (&self->searching);
  g_clear_pointer (&self->text, g_free);
  self->steps = 0;
  if (self->session != NULL)
    cyan_session_set_found (self->session, NULL);
}

/* From the selected node on, as often as was asked for. */
static void
take_steps (CyanSearchPanel *self)
{
  const CyanFound *found = cyan_session_found (self->session);
  CyanNode node = cyan_session_selected (self->session);

  if (self->steps == 0 && self->selects && cyan_found_function_of (found, node) < 0)
    self->steps = 1;
  for (int i = 0; i < ABS (self->steps); i++)
    node = cyan_found_step (found, node, self->steps < 0);
  self->steps = 0;
  if (found->contexts->len > 0)
    cyan_session_select (self->session, node);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanSearchPanel) self = cyan_weak_take (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanFound) found = cyan_function_search_finish (result, &error);
  g_autofree char *hidden = NULL;

  /* Overtaken by a newer one, or by another session. */
  if (self == NULL || !cyan_task_end (&self->searching, result))
    return;
  cyan_session_set_found (self->session, found);
  if (found == NULL)
    {
      show_status (self, error->message);
      return;
    }
  if (found->n_hidden > 0)
    hidden =
        g_strdup_printf (ngettext ("The filter hides %'u context with that name",
                                   "The filter hides %'u contexts with that name", found->n_hidden),
                         found->n_hidden);
  show_status (self, hidden != NULL              ? hidden
                     : found->contexts->len == 0 ? _ ("No such function")
                                                 : NULL);
  take_steps (self);
}

/* Looks for the text in the search bar, if that is not what was looked for last.  What was found
 * before stays until then. */
static void
start_search (CyanSearchPanel *self)
{
  const char *text = gtk_editable_get_text (self->search_entry);
  CyanFunctionSearch wanted = { .text = text, .is_regex = self->is_regex };

  if (self->session == NULL || *text == '\0')
    {
      forget (self);
      show_status (self, NULL);
      return;
    }
  if (g_strcmp0 (text, self->text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  self->steps = 0;
  wanted.basis = cyan_session_basis (self->session);
  wanted.filtered = cyan_session_filtered (self->session);
  cyan_function_search_async (cyan_session_comparison (self->session), &wanted,
                              cyan_task_begin (&self->searching), on_found, cyan_weak_new (self));
}

static void
search_again (CyanSearchPanel *self, gboolean selects)
{
  if (!gtk_search_bar_get_search_mode (self->search_bar))
    return;
  g_clear_pointer (&self->text, g_free);
  self->selects = selects;
  start_search (self);
}

static void
search_anew (CyanSearchPanel *self)
{
  search_again (self, FALSE);
}

void
cyan_search_panel_set_regex (CyanSearchPanel *self, gboolean is_regex)
{
  self->is_regex = is_regex;
  search_again (self, TRUE);
}

void
cyan_search_panel_step (CyanSearchPanel *self, gboolean backwards)
{
  start_search (self);
  if (self->text == NULL)
    return;
  self->steps += backwards ? -1 : 1;
  if (self->searching == NULL && cyan_session_found (self->session) != NULL)
    take_steps (self);
}

gboolean
cyan_search_panel_is_searching (CyanSearchPanel *self)
{
  return self->searching != NULL;
}

void
cyan_search_panel_open (CyanSearchPanel *self)
{
  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}

static void
on_search_changed (CyanSearchPanel *self)
{
  self->selects = TRUE;
  start_search (self);
}

static void
on_search_next (CyanSearchPanel *self)
{
  cyan_search_panel_step (self, FALSE);
}

static void
on_search_previous (CyanSearchPanel *self)
{
  cyan_search_panel_step (self, TRUE);
}

static void
on_mode (CyanSearchPanel *self)
{
  if (!gtk_search_bar_get_search_mode (self->search_bar))
    g_signal_emit_by_name (self, "closed");
}

/* In the entry and in the list, so that one may go on from either. */
static gboolean
on_key (CyanSearchPanel *self, guint key, guint code, GdkModifierType state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      cyan_found_list_move (self->list, key == GDK_KEY_Up || key == GDK_KEY_KP_Up);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      cyan_search_panel_step (self, (state & GDK_SHIFT_MASK) != 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      gtk_search_bar_set_search_mode (self->search_bar, FALSE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
add_keys (CyanSearchPanel *self, GtkWidget *widget, GtkPropagationPhase phase)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, phase);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, keys);
}

void
cyan_search_panel_set_list (CyanSearchPanel *self, CyanFoundList *list)
{
  self->list = list;
  add_keys (self, GTK_WIDGET (list), GTK_PHASE_CAPTURE);
}

void
cyan_search_panel_set_session (CyanSearchPanel *self, CyanSession *session)
{
  forget (self);
  cyan_follow (&self->session, session, self, "notify::basis", G_CALLBACK (search_anew),
               "notify::filtered", G_CALLBACK (search_anew), NULL);
  search_anew (self);
}

static void
cyan_search_panel_class_init (CyanSearchPanelClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_search_panel_set_session));
  cyan_signal_new (class, "closed", 0);
  cyan_flags_install (class, NULL, CYAN_FLAG (CyanSearchPanel, "open", open), NULL);
#define CHILD(member) CYAN_CHILD (CyanSearchPanel, member)
  cyan_template_bind (class, "search-panel.ui", CHILD (search_bar), CHILD (search_entry),
                      CHILD (search_status), NULL);
}

static void
cyan_search_panel_init (CyanSearchPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->search_entry, "search-changed", G_CALLBACK (on_search_changed),
                            self);
  g_signal_connect_swapped (self->search_entry, "next-match", G_CALLBACK (on_search_next), self);
  g_signal_connect_swapped (self->search_entry, "previous-match", G_CALLBACK (on_search_previous),
                            self);
  g_signal_connect_swapped (self->search_entry, "activate", G_CALLBACK (on_search_next), self);
  /* After the input method of the entry, but before the list moves its cursor. */
  add_keys (self, GTK_WIDGET (self->search_entry), GTK_PHASE_BUBBLE);
  g_object_bind_property (self, "open", self->search_bar, "search-mode-enabled",
                          G_BINDING_BIDIRECTIONAL);
  g_signal_connect_swapped (self->search_bar, "notify::search-mode-enabled", G_CALLBACK (on_mode),
                            self);
  gtk_search_bar_connect_entry (self->search_bar, self->search_entry);
}
