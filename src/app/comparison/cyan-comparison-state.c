/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which actions are enabled, what state they have, and what the window can do, by what the page
 * shows. */
#include "cyan-comparison-private.h"
#include "cyan-slices-dialog.h"
#include "cyan-widgets.h"

static void
set_state (CyanComparisonPage *self, const char *name, const char *state)
{
  g_simple_action_set_state (cyan_actions_get (self->actions, name), g_variant_new_string (state));
}

static void
set_flag (CyanComparisonPage *self, const char *name, gboolean state)
{
  g_simple_action_set_state (cyan_actions_get (self->actions, name), g_variant_new_boolean (state));
}

gboolean
cyan_comparison_page_is_active (CyanComparisonPage *self, const char *action)
{
  g_autoptr (GVariant) state =
      g_action_group_get_action_state (G_ACTION_GROUP (self->actions), action);

  return g_variant_get_boolean (state);
}

/* Of any comparison, and of a single profile. */
static void
enable_for_picture (CyanComparisonPage *self)
{
  gboolean zooms = cyan_comparison_page_is_in_view (self, "blueprint")
                   || cyan_comparison_page_is_in_view (self, "rings");
  static const char *const of_picture[] = { "zoom-in", "zoom-out", "zoom-normal", "zoom-to-fit" };

  for (guint i = 0; i < G_N_ELEMENTS (of_picture); i++)
    cyan_actions_enable (self->actions, of_picture[i], zooms);
  cyan_actions_enable (self->actions, "slices", cyan_slices_dialog_takes (self->request));
  cyan_actions_enable (self->actions, "callers",
                       cyan_session_selected (self->session) != CYAN_NODE_NONE);
  cyan_actions_enable (self->actions, "clear-filters",
                       cyan_session_filter (self->session)->criteria != 0);
  cyan_actions_enable (self->actions, "show-all", cyan_session_is_focused (self->session));
  cyan_actions_enable (self->actions, "sizes",
                       cyan_comparison_page_is_in_view (self, "icicle")
                           || cyan_comparison_page_is_in_view (self, "rings"));
}

static void
enable_for_comparison (CyanComparisonPage *self)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  gboolean compares = !comparison->compared.single;
  gboolean selected = cyan_session_selected (self->session) != CYAN_NODE_NONE;
  static const char *const of_both[] = { "match", "hot-path", "show-edits", "show-sources",
                                         "show-start" };
  const char *before, *after;

  for (guint i = 0; i < G_N_ELEMENTS (of_both); i++)
    cyan_actions_enable (self->actions, of_both[i], compares);
  /* The slowest are always after. */
  cyan_actions_enable (self->actions, "swap", compares && self->request->slowest == NULL);
  cyan_actions_enable (self->actions, "mark", compares && selected);
  cyan_actions_enable (self->actions, "same",
                       compares && !self->busy
                           && cyan_session_get_claimed_pair (self->session, &before, &after));
  cyan_actions_enable (self->actions, "undo-claim", compares && self->claims_before != NULL);
  cyan_actions_enable (self->actions, "basis", compares && comparison->compared.same_unit);
}

/* A single profile has no before, whatever was chosen for others. */
static CyanSizes
shown_sizes (CyanComparisonPage *self)
{
  CyanSizes sizes = cyan_session_sizes (self->session);

  return cyan_session_comparison (self->session)->compared.single && sizes != CYAN_SIZES_EQUAL
             ? CYAN_SIZES_AFTER
             : sizes;
}

void
cyan_comparison_page_update (CyanComparisonPage *self)
{
  set_state (self, "view", cyan_comparison_page_view (self));
  gtk_widget_set_sensitive (GTK_WIDGET (self->edit_list), !self->busy);
  cyan_comparison_page_make_room (self);
  if (self->session == NULL)
    return;
  enable_for_picture (self);
  enable_for_comparison (self);
  set_state (self, "basis", cyan_basis_names[cyan_session_basis (self->session)]);
  set_state (self, "hot-path", cyan_hot_kind_names[cyan_session_hot_kind (self->session)]);
  set_state (self, "width",
             cyan_width_names[cyan_layout_width (cyan_session_layout (self->session))]);
  set_state (self, "sizes", cyan_sizes_names[shown_sizes (self)]);
  set_state (self, "match", cyan_match_method_names[self->request->how.method]);
  set_flag (self, "raw-names", self->request->raw_names);
  set_flag (self, "fold-recursion", self->request->limits.fold_recursion);
  g_signal_emit_by_name (self, "changed");
}

/* ---- for the window ---- */

static guint
get_has (CyanPage *page)
{
  CyanComparisonPage *self = CYAN_COMPARISON_PAGE (page);

  if (self->session == NULL)
    return 0;
  return CYAN_PAGE_HAS_PICTURE | (cyan_comparison_page_is_table (self) ? 0 : CYAN_PAGE_HAS_PAPER)
         | (cyan_request_n_runs (self->request, 1) > 0 ? CYAN_PAGE_HAS_ANSWER : 0)
         /* Runs out of a store have no files. */
         | (self->request->profiles[0] == NULL ? CYAN_PAGE_HAS_SESSION : 0)
         | (cyan_session_selected (self->session) != CYAN_NODE_NONE ? CYAN_PAGE_HAS_FUNCTION : 0)
         | (cyan_session_can_go_back (self->session) ? CYAN_PAGE_HAS_BACK : 0)
         | (cyan_session_can_go_forward (self->session) ? CYAN_PAGE_HAS_FORWARD : 0);
}

static GActionGroup *
get_actions (CyanPage *page)
{
  return G_ACTION_GROUP (CYAN_COMPARISON_PAGE (page)->actions);
}

static gboolean
go (CyanPage *page, gboolean back)
{
  CyanSession *session = CYAN_COMPARISON_PAGE (page)->session;

  return back ? cyan_session_go_back (session) : cyan_session_go_forward (session);
}

void
cyan_comparison_page_init_page (CyanPageInterface *interface)
{
  interface->get_has = get_has;
  interface->get_actions = get_actions;
  interface->go = go;
  interface->fit = cyan_comparison_page_fit;
}
