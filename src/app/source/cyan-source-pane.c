/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selected function's two sources side by side.  Texts are looked for, cut to size and compared in
 * a thread; a newer selection cancels the older one, whose answer is dropped when it comes. */
#include "cyan-source-private.h"

#include "cyan-fold-box.h"
#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

#include <adwaita.h>
#include <string.h>

/* Milliseconds without an answer after which the pane says that it is looking. */
#define BUSY_DELAY 300
#define NAME_CHARS 160
/* Digits of a commit's id in a heading. */
#define ID_DIGITS 12

G_DEFINE_FINAL_TYPE (CyanSourcePane, cyan_source_pane, GTK_TYPE_WIDGET)

/* ---- showing ---- */

/* The commit whose part of the change is shown; NULL: all of it is. */
static const CyanGitTouch *
chosen_touch (CyanSourcePane *self)
{
  guint index;
  GPtrArray *touches = cyan_commit_list_chosen (self->commits, &index);

  return touches != NULL ? g_ptr_array_index (touches, index) : NULL;
}

static char *
version_of (CyanSourcePane *self, guint side)
{
  const CyanGitTouch *touch = chosen_touch (self);
  CyanSourceLocation *location =
      cyan_source_table_location (cyan_session_model (self->session)->sources, side);

  if (touch != NULL && side == 0)
    return g_strdup_printf (_ ("parent of %.*s"), ID_DIGITS, touch->commit);
  if (touch != NULL)
    return g_strdup_printf (_ ("commit %.*s"), ID_DIGITS, touch->commit);
  if (location != NULL)
    return g_strdup (cyan_source_location_label (location));
  return g_strdup (side == 0 ? cyan_session_before_name (self->session)
                             : cyan_session_after_name (self->session));
}

static gboolean
is_pair (CyanSourcePane *self)
{
  return self->shown_index < cyan_session_comparison (self->session)->compared.pairs->n;
}

/* The function's names, by side, where they are two. */
static gboolean
get_names (CyanSourcePane *self, const char *names[2])
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const CyanFunctionPair *pair;

  if (!is_pair (self))
    return FALSE;
  pair = &comparison->compared.pairs->at[self->shown_index];
  if (pair->before == G_MAXUINT32 || pair->after == G_MAXUINT32 || chosen_touch (self) != NULL)
    return FALSE;
  names[0] = cyan_strings_get (comparison->compared.side[0].profile->strings,
                               comparison->compared.side[0].label[pair->before]);
  names[1] = cyan_strings_get (comparison->compared.side[1].profile->strings,
                               comparison->compared.side[1].label[pair->after]);
  return strcmp (names[0], names[1]) != 0;
}

static char *
reason_of (CyanSourcePane *self, guint side, gboolean *can_choose)
{
  *can_choose = FALSE;
  if (chosen_touch (self) != NULL)
    return g_strdup (side == 0 ? _ ("This commit added the function.")
                               : _ ("This commit took the function out."));
  if (!is_pair (self))
    return g_strdup ("");
  return cyan_source_contents_reason (self->contents, cyan_session_comparison (self->session),
                                      cyan_session_model (self->session)->sources,
                                      self->shown_index, side, can_choose);
}

/* Shows where a function is called that this side lacks. */
static void
show_call (CyanSourcePane *self, guint index)
{
  CyanSourceSide *side = index == 0 ? self->before_side : self->after_side;
  const CyanSourceContents *contents = self->contents;
  g_autofree char *version = version_of (self, 1 - index);

  cyan_source_side_set_role (side, index == 0 ? _ ("after, its caller") : _ ("before, its caller"));
  /* Files called "after" need not be named twice. */
  cyan_source_side_set_version (
      side, g_strcmp0 (version, index == 0 ? _ ("after") : _ ("before")) != 0 ? version : NULL);
  cyan_source_side_show (
      side, contents->call, contents->call_text,
      cyan_comparison_pair_label (cyan_session_comparison (self->session), contents->caller));
}

static void
show_side (CyanSourcePane *self, guint index)
{
  CyanSourceSide *side = index == 0 ? self->before_side : self->after_side;
  const CyanSourceContents *contents = self->contents;
  g_autofree char *version = version_of (self, index);
  const char *names[2] = { NULL, NULL };

  cyan_source_side_set_role (side, index == 0 ? _ ("before") : _ ("after"));
  if (contents->snippets[index] == NULL && contents->call != NULL)
    {
      show_call (self, index);
      return;
    }
  cyan_source_side_set_version (side, version);
  if (contents->snippets[index] != NULL)
    {
      gboolean renamed = get_names (self, names);

      cyan_source_side_show (side, contents->snippets[index],
                             index == 0 ? contents->pair.before : contents->pair.after,
                             renamed ? names[index] : NULL);
      cyan_source_side_set_disk_path (side, contents->disk_paths[index]);
    }
  else
    {
      gboolean can_choose;
      g_autofree char *reason = reason_of (self, index, &can_choose);

      cyan_source_side_show_reason (side, reason, can_choose);
    }
}

/* Whether there is more to say of the two texts than the tab does. */
static gboolean
says_more (CyanSourcePane *self)
{
  const CyanSourceContents *contents = self->contents;
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const CyanFunctionPair *pair;
  gboolean ran;

  if (!is_pair (self))
    return FALSE;
  pair = &comparison->compared.pairs->at[self->shown_index];
  ran = pair->before != G_MAXUINT32 && pair->after != G_MAXUINT32;
  if (contents->snippets[0] == NULL || contents->snippets[1] == NULL)
    return contents->call != NULL;
  return !ran || contents->pair.moved || contents->no_changes_why != NULL
         || contents->pair.change == CYAN_CHANGE_REFORMATTED
         || contents->pair.change == CYAN_CHANGE_UNKNOWN;
}

static void
show_verdict (CyanSourcePane *self)
{
  const CyanGitTouch *touch;
  g_autofree char *words = NULL;

  if (self->contents == NULL || self->session == NULL || self->shown_index == G_MAXUINT32)
    return;
  touch = chosen_touch (self);
  gtk_widget_set_visible (self->note_box, touch != NULL || says_more (self));
  if (!gtk_widget_get_visible (self->note_box))
    return;
  if (touch == NULL && self->contents->call != NULL)
    {
      gboolean can_choose;

      words = reason_of (self, self->contents->snippets[0] == NULL ? 0 : 1, &can_choose);
    }
  else
    words = touch != NULL ? cyan_text_for_label (touch->subject, NAME_CHARS)
                          : cyan_source_contents_verdict (
                              self->contents, cyan_session_comparison (self->session),
                              cyan_session_model (self->session)->sources, self->shown_index);
  gtk_label_set_text (self->verdict_label, words);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self->verdict_label),
      self->contents->no_changes_why != NULL ? self->contents->no_changes_why : words);
}

/* Where one should look first: at the function's head if a change is seen with it, else at the
 * first change in the function; without a change, at the line that costs most. */
static void
scroll_to_start (CyanSourcePane *self)
{
  const CyanSourceContents *contents = self->contents;
  const CyanSnippet *snippet =
      contents->snippets[1] != NULL ? contents->snippets[1] : contents->snippets[0];
  CyanSourceSide *side = contents->snippets[1] != NULL ? self->after_side : self->before_side;
  const CyanSourceCosts *costs;
  guint line;
  guint seen = 0;

  if (snippet == NULL)
    return;
  self->leader = side;
  line = snippet->function_line;
  /* Lines that fit; the height of a line is not known before there is a text. */
  seen = (guint) MAX (cyan_source_side_page (side) / 20, 4);
  for (guint i = 0; contents->changes != NULL && i < contents->changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (contents->changes, CyanLineChange, i);

      if (change->after_start + change->after_count < snippet->function_line)
        continue;
      if (change->after_start >= line + seen
          && change->after_start <= line + snippet->function_to - snippet->function_from)
        {
          cyan_source_side_scroll_to (side, change->after_start, CYAN_SOURCE_PANE_CHANGE_ALIGN);
          return;
        }
      break;
    }
  costs = contents->costs[side == self->after_side ? 1 : 0];
  if ((contents->changes == NULL || contents->changes->len == 0) && costs != NULL
      && costs->dearest >= line + seen)
    cyan_source_side_scroll_to (side, costs->dearest, CYAN_SOURCE_PANE_CHANGE_ALIGN);
  else
    cyan_source_side_scroll_to (side, line, 0);
}

/* Whether it is shown that a function was reformatted, and nothing else. */
static gboolean
is_reformatted (CyanSourcePane *self)
{
  return self->contents->pair.change == CYAN_CHANGE_REFORMATTED
         && gtk_toggle_button_get_active (self->function_button);
}

static double
dearest (const CyanSourceCosts *costs)
{
  return costs != NULL ? costs->values[costs->dearest] : 0;
}

/* Both sides have one scale if they have one unit. */
static void
show_costs (CyanSourcePane *self)
{
  CyanSourceCosts *const *costs = self->contents->costs;
  gboolean same = cyan_session_comparison (self->session)->compared.same_unit;
  double most = MAX (dearest (costs[0]), dearest (costs[1]));
  gboolean fell = same && costs[0] != NULL && costs[1] != NULL && costs[1]->own < costs[0]->own;

  cyan_source_side_show_costs (self->before_side, costs[0], same ? most : dearest (costs[0]),
                               CYAN_VERDICT_UNCHANGED);
  cyan_source_side_show_costs (self->after_side, costs[1], same ? most : dearest (costs[1]),
                               fell ? CYAN_VERDICT_FASTER : CYAN_VERDICT_SLOWER);
}

/* Whether there is a file to open, and why not. */
static void
show_editor (CyanSourcePane *self)
{
  const CyanSourceContents *contents = self->contents;
  const char *why =
      contents->no_disk_why[1] != NULL ? contents->no_disk_why[1] : contents->no_disk_why[0];
  gboolean can_open = contents->disk_paths[0] != NULL || contents->disk_paths[1] != NULL;

  gtk_widget_set_sensitive (self->editor_button, can_open);
  gtk_widget_set_tooltip_text (self->editor_button,
                               can_open || why == NULL ? _ ("Open in Editor (Ctrl+E)") : why);
}

/* Takes @contents. */
static void
show_contents (CyanSourcePane *self, CyanSourceContents *contents)
{
  CyanSourceTable *sources = cyan_session_model (self->session)->sources;

  self->is_syncing = TRUE;
  self->changes = NULL;
  self->current = -1;
  cyan_source_pane_show_current (self); /* nothing, so that no old change marks a new text */
  cyan_source_side_show_costs (self->before_side, NULL, 0, CYAN_VERDICT_UNCHANGED);
  cyan_source_side_show_costs (self->after_side, NULL, 0, CYAN_VERDICT_UNCHANGED);
  g_clear_pointer (&self->contents, cyan_source_contents_free);
  self->contents = contents;
  show_side (self, 0);
  show_side (self, 1);
  show_costs (self);
  self->changes = contents->changes;
  self->is_syncing = FALSE;
  show_verdict (self);
  gtk_widget_set_visible (self->whole_button, chosen_touch (self) != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->marks_button), is_reformatted (self));
  gtk_toggle_button_set_active (self->marks_button, FALSE);
  cyan_source_pane_show_current (self);
  show_editor (self);
  gtk_stack_set_visible_child_name (self->stack, "sources");
  gtk_widget_set_visible (self->controls, TRUE);
  scroll_to_start (self);
  if (chosen_touch (self) == NULL && self->listed_index != self->shown_index
      && gtk_widget_get_visible (GTK_WIDGET (self->commits_button)))
    {
      self->listed_index = self->shown_index;
      cyan_commit_list_set_function (self->commits, cyan_source_table_location (sources, 0),
                                     cyan_source_table_location (sources, 1), contents->pair.before,
                                     contents->pair.after);
    }
}

void
cyan_source_pane_stop_looking (CyanSourcePane *self)
{
  cyan_task_stop (&self->cancellable);
  g_clear_handle_id (&self->busy_timer, g_source_remove);
  gtk_spinner_stop (self->spinner);
}

static void
on_looked_up (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanSourcePane *self = CYAN_SOURCE_PANE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSourceContents) contents = cyan_task_finish (result, &error);

  if (!cyan_task_end (&self->cancellable, result))
    return;
  g_clear_handle_id (&self->busy_timer, g_source_remove);
  gtk_spinner_stop (self->spinner);
  if (contents == NULL)
    return;
  if (contents->snippets[0] != NULL || contents->snippets[1] != NULL)
    show_contents (self, g_steal_pointer (&contents));
  else
    cyan_source_pane_add_textless (self, contents->pair.why_after != NULL
                                             ? contents->pair.why_after
                                             : contents->pair.why_before);
}

static gboolean
show_busy (gpointer data)
{
  CyanSourcePane *self = data;

  self->busy_timer = 0;
  gtk_spinner_start (self->spinner);
  gtk_stack_set_visible_child_name (self->stack, "busy");
  return G_SOURCE_REMOVE;
}

void
cyan_source_pane_look_up (CyanSourcePane *self)
{
  guint touch = 0;
  GPtrArray *touches = cyan_commit_list_chosen (self->commits, &touch);

  cyan_source_pane_stop_looking (self);
  self->busy_timer = g_timeout_add (BUSY_DELAY, show_busy, self);
  cyan_source_contents_look_up_async (self, self->session, self->shown_index, touches, touch,
                                      gtk_toggle_button_get_active (self->file_button),
                                      cyan_task_begin (&self->cancellable), on_looked_up);
}

void
cyan_source_pane_forget_commits (CyanSourcePane *self)
{
  self->listed_index = G_MAXUINT32;
  cyan_commit_list_clear (self->commits);
}

/* Another extent, or another commit. */
static void
look_again (CyanSourcePane *self)
{
  if (self->session != NULL && self->shown_index != G_MAXUINT32)
    cyan_source_pane_look_up (self);
}

/* ---- commits ---- */

static void
on_commits_toggled (CyanSourcePane *self)
{
  gboolean shown = gtk_toggle_button_get_active (self->commits_button)
                   && gtk_widget_get_visible (GTK_WIDGET (self->commits_button));

  gtk_widget_set_visible (GTK_WIDGET (self->commits), shown);
  gtk_widget_set_visible (self->commits_separator, shown);
}

/* Whether there is anything to ask for commits. */
static void
update_commits (CyanSourcePane *self)
{
  CyanSourceTable *sources =
      self->session != NULL ? cyan_session_model (self->session)->sources : NULL;

  gtk_widget_set_visible (
      GTK_WIDGET (self->commits_button),
      sources != NULL
          && cyan_commit_list_can_list (cyan_source_table_location (sources, 0),
                                        cyan_source_table_location (sources, 1)));
  on_commits_toggled (self);
}

static gboolean
has_sources (CyanSourcePane *self)
{
  return self->session != NULL
         && g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "sources") == 0;
}

gboolean
cyan_source_pane_toggle_commits (CyanSourcePane *self)
{
  if (!has_sources (self) || !gtk_widget_get_visible (GTK_WIDGET (self->commits_button)))
    return FALSE;
  gtk_toggle_button_set_active (self->commits_button,
                                !gtk_toggle_button_get_active (self->commits_button));
  return TRUE;
}

gboolean
cyan_source_pane_go_to_commit (CyanSourcePane *self, gboolean older)
{
  if (!has_sources (self) || !gtk_widget_get_visible (GTK_WIDGET (self->commits_button)))
    return FALSE;
  /* They are looked for when they are first seen. */
  if (!gtk_toggle_button_get_active (self->commits_button))
    {
      gtk_toggle_button_set_active (self->commits_button, TRUE);
      return TRUE;
    }
  return cyan_commit_list_go (self->commits, older);
}

gboolean
cyan_source_pane_show_whole_change (CyanSourcePane *self)
{
  if (chosen_touch (self) == NULL)
    return FALSE;
  cyan_commit_list_unchoose (self->commits);
  return TRUE;
}

/* ---- what can be done with a side ---- */

gboolean
cyan_source_pane_toggle_file (CyanSourcePane *self)
{
  if (!has_sources (self))
    return FALSE;
  gtk_toggle_button_set_active (
      gtk_toggle_button_get_active (self->file_button) ? self->function_button : self->file_button,
      TRUE);
  return TRUE;
}

/* The side with the focus, else the one after, else the one that there is. */
static CyanSourceSide *
current_side (CyanSourcePane *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->before_side)))
    return self->before_side;
  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->after_side)))
    return self->after_side;
  return cyan_source_side_has_text (self->after_side) ? self->after_side : self->before_side;
}

gboolean
cyan_source_pane_open_editor (CyanSourcePane *self)
{
  CyanSourceSide *side = current_side (self);

  if (!has_sources (self))
    return FALSE;
  /* Often only one of two revisions is in a file. */
  return cyan_source_side_open_editor (side)
         || cyan_source_side_open_editor (side == self->after_side ? self->before_side
                                                                   : self->after_side);
}

gboolean
cyan_source_pane_copy_function (CyanSourcePane *self)
{
  return has_sources (self) && cyan_source_side_copy_function (current_side (self));
}

/* ---- the object ---- */

static void
on_tab_chosen (CyanSourcePane *self)
{
  if (self->session != NULL)
    cyan_session_show_source (self->session, cyan_source_tabs_chosen (self->tabs));
}

static void
on_sources_changed (CyanSourcePane *self)
{
  cyan_source_pane_follow (self);
  show_verdict (self);
}

static void
leave (CyanSourcePane *self)
{
  cyan_source_pane_set_session (self, NULL);
  g_clear_pointer (&self->textless, g_hash_table_unref);
  if (self->sync_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->sync_tick);
  /* Without changes nothing follows what the sides do as they go. */
  self->changes = NULL;
  cyan_source_side_show_costs (self->before_side, NULL, 0, CYAN_VERDICT_UNCHANGED);
  cyan_source_side_show_costs (self->after_side, NULL, 0, CYAN_VERDICT_UNCHANGED);
  g_clear_pointer (&self->contents, cyan_source_contents_free);
}

static void
cyan_source_pane_class_init (CyanSourcePaneClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (leave));
  cyan_types_ensure (CYAN_TYPE_SOURCE_SIDE, CYAN_TYPE_LINE_BANDS, CYAN_TYPE_COMMIT_LIST,
                     CYAN_TYPE_SOURCE_TABS, CYAN_TYPE_CALL_LISTS, CYAN_TYPE_FOLD_BOX, G_TYPE_NONE);
#define CHILD(member) CYAN_CHILD (CyanSourcePane, member)
  cyan_template_bind (class, "source-pane.ui", CHILD (tabs), CHILD (controls), CHILD (count_label),
                      CHILD (previous_button), CHILD (next_button), CHILD (commits_button),
                      CHILD (function_button), CHILD (file_button), CHILD (editor_button),
                      CHILD (note_box), CHILD (verdict_label), CHILD (whole_button),
                      CHILD (marks_button), CHILD (stack), CHILD (message_label), CHILD (spinner),
                      CHILD (hint_box), CHILD (hint_label), CHILD (recorded_button), CHILD (calls),
                      CHILD (commits), CHILD (commits_separator), CHILD (before_side),
                      CHILD (bands), CHILD (after_side), NULL);
  gtk_widget_class_set_css_name (widget_class, "cyan-source-pane");
}

static void
cyan_source_pane_init (CyanSourcePane *self)
{
  self->shown_index = G_MAXUINT32;
  self->listed_index = G_MAXUINT32;
  self->current = -1;
  self->textless = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  /* It is there as long as there is something that the profiles name. */
  g_object_bind_property (self->recorded_button, "sensitive", self->recorded_button, "visible",
                          G_BINDING_SYNC_CREATE);
  cyan_source_side_set_role (self->before_side, _ ("before"));
  cyan_source_side_set_role (self->after_side, _ ("after"));
  self->leader = self->after_side;
  cyan_line_bands_set_sides (self->bands, self->before_side, self->after_side);
  cyan_source_pane_connect_changes (self);
  cyan_connect (self->tabs, "chosen", on_tab_chosen, self);
  cyan_connect (self->editor_button, "clicked", cyan_source_pane_open_editor, self);
  cyan_connect (self->file_button, "toggled", look_again, self);
  cyan_connect (self->commits_button, "toggled", on_commits_toggled, self);
  cyan_connect (self->whole_button, "clicked", cyan_source_pane_show_whole_change, self);
  cyan_connect (self->commits, "chosen", look_again, self);
  update_commits (self);
  cyan_source_pane_follow (self);
}

void
cyan_source_pane_set_session (CyanSourcePane *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::selected",
                    G_CALLBACK (cyan_source_pane_follow), "causes-changed",
                    G_CALLBACK (cyan_source_pane_follow), "sources-changed",
                    G_CALLBACK (on_sources_changed), NULL))
    return;
  cyan_source_pane_stop_looking (self);
  self->shown_index = G_MAXUINT32;
  g_hash_table_remove_all (self->textless);
  cyan_call_lists_set_session (self->calls, session);
  update_commits (self);
  cyan_source_pane_follow (self);
}
