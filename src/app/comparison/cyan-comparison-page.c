/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of one comparison: its parts, and the session that they all show. */
#include "cyan-comparison-private.h"

#include "cyan-desktop-theme.h"
#include "cyan-settings.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* Of exported ring charts at least, in pixels: they have legible names. */
#define RINGS_RADIUS 360
/* By the order of CyanSessionFile.panes. */
static const char *const pane_actions[] = { "show-details", "show-sources", "show-legend",
                                            "show-edits" };

G_DEFINE_FINAL_TYPE_WITH_CODE (CyanComparisonPage,
                               cyan_comparison_page,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (CYAN_TYPE_PAGE,
                                                      cyan_comparison_page_init_page))

void
cyan_comparison_page_open (CyanComparisonPage *self, const CyanRequest *request)
{
  g_signal_emit_by_name (self, "open", request);
}

void
cyan_comparison_page_toast (CyanComparisonPage *self, const char *text)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", text);
}

/* ---- the session ---- */

static void
on_view (CyanComparisonPage *self)
{
  cyan_comparison_page_show_view (self, cyan_session_get_view (self->session));
}

static void
set_session (CyanComparisonPage *self, CyanSession *session)
{
  if (session != NULL)
    {
      g_object_bind_property (cyan_settings_get (), "fold-calls", session, "folds",
                              G_BINDING_SYNC_CREATE);
      cyan_session_begin_in (session, cyan_comparison_page_view (self));
    }
  if (!cyan_follow (&self->session, session, self, "notify::view", G_CALLBACK (on_view), "notify",
                    G_CALLBACK (cyan_comparison_page_update), "layout-changed",
                    G_CALLBACK (cyan_comparison_page_update), NULL))
    return;
  cyan_search_panel_set_session (self->search_panel, session);
  cyan_answer_set_session (self->answer, session, self->request);
  cyan_view_popover_set_session (self->view_popover, session, self->request);
  cyan_start_list_set_session (self->start_list, session);
  cyan_breadcrumb_set_session (self->breadcrumb, session);
  cyan_picture_set_session (CYAN_PICTURE (self->canvas), session);
  cyan_picture_set_session (CYAN_PICTURE (self->icicle), session);
  cyan_picture_set_session (CYAN_PICTURE (self->sides), session);
  cyan_picture_set_session (CYAN_PICTURE (self->rings), session);
  cyan_table_view_set_session (self->table, session);
  cyan_details_set_session (self->details, session);
  cyan_edit_list_set_session (self->edit_list, session,
                              self->request != NULL ? self->request->claims : NULL);
  cyan_found_list_set_session (self->found_list, session);
  cyan_source_pane_set_session (self->source_pane, session);
  cyan_comparison_page_follow_filter (self);
  if (session == NULL)
    return;
  cyan_comparison_page_show_notices (self);
  cyan_comparison_page_update (self);
}

/* ---- from one comparison to the next ---- */

/* The same files, on the same sides or the other way round. */
static void
resume (CyanSession *session, CyanSession *old, const CyanRequest *request, const CyanRequest *was)
{
  g_autoptr (CyanRequest) swapped = NULL;

  if (cyan_session_comparison (session)->compared.single
      || cyan_session_comparison (old)->compared.single)
    return;
  swapped = cyan_request_swapped (was);
  if (cyan_request_same_recordings (request, was) || cyan_request_same_files (request, was))
    cyan_session_resume (session, old, FALSE);
  else if (cyan_request_same_files (request, swapped))
    cyan_session_resume (session, old, TRUE);
}

/* Where the picture was, if it is to stay there. */
typedef struct
{
  CyanSessionPlace place;
  graphene_rect_t box; /* of the selected node */
  gboolean has_box;
} Place;

/* @session shows what the present one does, as far as that can be. */
static void
go_on_with (CyanComparisonPage *self,
            CyanSession *session,
            const CyanRequest *request,
            gboolean claims_changed,
            Place *place)
{
  if (!claims_changed || !cyan_session_continue (session, self->session))
    {
      resume (session, self->session, request, self->request);
      return;
    }
  cyan_canvas_get_place (self->canvas, &place->place);
  place->has_box = cyan_picture_find_box (CYAN_PICTURE (self->canvas),
                                          cyan_session_selected (self->session), &place->box);
}

static void
keep_place (CyanComparisonPage *self, const Place *place)
{
  cyan_canvas_set_place (self->canvas, &place->place);
  if (place->has_box)
    cyan_canvas_keep_box (self->canvas, cyan_session_selected (self->session), &place->box);
}

void
cyan_comparison_page_take (CyanComparisonPage *self,
                           CyanSession *session,
                           CyanRequest *request,
                           CyanOpenedSources *opened,
                           gboolean afresh)
{
  gboolean claims_changed = cyan_comparison_page_take_claims (self, request);
  Place place = { .has_box = FALSE };

  if (!afresh)
    cyan_comparison_page_size (session);
  if (!afresh && self->session != NULL)
    go_on_with (self, session, request, claims_changed, &place);
  g_clear_pointer (&self->request, cyan_request_free);
  self->request = request;
  g_clear_pointer (&self->opened, cyan_opened_sources_unref);
  self->opened = opened;
  /* From now on these, whatever the profiles say. */
  if (opened->problem == NULL)
    cyan_request_set_sources (self->request, opened->named[0], opened->named[1]);
  set_session (self, session);
  g_object_unref (session);
  /* What is asked for from here on is read anew. */
  g_clear_pointer (&self->request->recordings, cyan_recordings_unref);
  keep_place (self, &place);
  cyan_comparison_page_show_claim (self);
  cyan_comparison_page_follow_times (self);
}

static void
on_metric (CyanComparisonPage *self, const char *name)
{
  g_autoptr (CyanRequest) request = cyan_request_copy (self->request);

  request->how.metric = g_intern_string (name);
  cyan_comparison_page_open (self, request);
}

void
cyan_comparison_page_set_busy (CyanComparisonPage *self, gboolean busy)
{
  if (busy == self->busy)
    return;
  self->busy = busy;
  cyan_comparison_page_update (self);
  cyan_comparison_page_go_on_with_times (self);
}

/* ---- what others ask for ---- */

CyanSession *
cyan_comparison_page_get_session (CyanComparisonPage *self)
{
  return self->session;
}

const CyanRequest *
cyan_comparison_page_get_request (CyanComparisonPage *self)
{
  return self->request;
}

CyanOpenedSources *
cyan_comparison_page_get_opened (CyanComparisonPage *self)
{
  return self->opened;
}

GtkWidget *
cyan_comparison_page_get_title (CyanComparisonPage *self)
{
  return GTK_WIDGET (self->title);
}

GtkWidget *
cyan_comparison_page_get_controls (CyanComparisonPage *self)
{
  return self->controls;
}

const char *
cyan_comparison_page_get_name (CyanComparisonPage *self)
{
  return cyan_answer_get_title (self->answer);
}

char *
cyan_comparison_page_get_answer (CyanComparisonPage *self)
{
  return cyan_answer_for_chat (self->session);
}

void
cyan_comparison_page_get_picture (CyanComparisonPage *self,
                                  gboolean view_only,
                                  CyanExportPicture *picture)
{
  CyanIcicleView *icicle = cyan_comparison_page_icicle (self);

  *picture = (CyanExportPicture){ .palette = cyan_desktop_theme ().palette, .is_part = view_only };
  if (icicle != NULL && cyan_icicle_view_get_look (icicle, &picture->look))
    {
      picture->kind = icicle == self->sides ? CYAN_EXPORT_SIDES : CYAN_EXPORT_ICICLE;
      cyan_partition_view_get_visible (CYAN_PARTITION_VIEW (icicle), &picture->view);
    }
  else if (cyan_comparison_page_is_in_view (self, "rings")
           && cyan_rings_view_get_rings (self->rings) != NULL)
    {
      const CyanRings *rings = cyan_rings_view_get_rings (self->rings);

      picture->kind = CYAN_EXPORT_RINGS;
      picture->radius = MAX (rings->radius, RINGS_RADIUS);
      picture->thickness = rings->thickness;
    }
  else
    cyan_canvas_get_view (self->canvas, &picture->view);
}

CyanSessionFile *
cyan_comparison_page_save (CyanComparisonPage *self)
{
  CyanSessionFile *file =
      cyan_session_file_new (self->request, cyan_session_comparison (self->session));

  cyan_session_save (self->session, file);
  file->view = g_strdup (cyan_comparison_page_view (self));
  file->table = g_strdup (cyan_table_view_get_mode (self->table));
  for (guint pane = 0; pane < G_N_ELEMENTS (pane_actions); pane++)
    file->panes[pane] = cyan_comparison_page_is_active (self, pane_actions[pane]);
  cyan_canvas_get_place (self->canvas, &file->place);
  return file;
}

void
cyan_comparison_page_restore (CyanComparisonPage *self, const CyanSessionFile *file)
{
  for (guint pane = 0; pane < G_N_ELEMENTS (pane_actions); pane++)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), pane_actions[pane],
                                        g_variant_new_boolean (file->panes[pane]));
  if (file->place.is_known)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "keep-scale",
                                        g_variant_new_boolean (file->place.keeps_scale));
  cyan_canvas_set_place (self->canvas, &file->place);
  if (file->table != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self->table), "table.mode", "s", file->table);
  if (file->view != NULL)
    cyan_session_begin_in (self->session, file->view);
}

/* ---- object ---- */

/* There is no room for the list, or somebody clicked beside it. */
static void
on_revealed (CyanComparisonPage *self)
{
  g_simple_action_set_state (cyan_actions_get (self->actions, "show-start"),
                             g_variant_new_boolean (adw_flap_get_reveal_flap (self->start_flap)));
}

static void
leave (CyanComparisonPage *self)
{
  set_session (self, NULL);
  cyan_task_stop (&self->reading_times);
  g_clear_pointer (&self->recordings, cyan_recordings_unref);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->request, cyan_request_free);
  g_clear_pointer (&self->opened, cyan_opened_sources_unref);
  g_clear_pointer (&self->claimed, g_free);
  g_clear_pointer (&self->sheet, g_free);
  g_clear_pointer (&self->claims_before, g_ptr_array_unref);
}

static void
cyan_comparison_page_class_init (CyanComparisonPageClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
  cyan_types_ensure (CYAN_TYPE_ANSWER, CYAN_TYPE_BREADCRUMB, CYAN_TYPE_CANVAS, CYAN_TYPE_DETAILS,
                     CYAN_TYPE_EDIT_LIST, CYAN_TYPE_FILTER_BAR, CYAN_TYPE_FILTER_POPOVER,
                     CYAN_TYPE_FOUND_LIST, CYAN_TYPE_ICICLE_VIEW, CYAN_TYPE_PICTURE_BAR,
                     CYAN_TYPE_RINGS_VIEW, CYAN_TYPE_SEARCH_PANEL, CYAN_TYPE_SOURCE_PANE,
                     CYAN_TYPE_START_LIST, CYAN_TYPE_TABLE_VIEW, CYAN_TYPE_TIME_STRIP,
                     CYAN_TYPE_VIEW_POPOVER, G_TYPE_NONE);
  cyan_signal_new (class, "open", 1, G_TYPE_POINTER);
  cyan_signal_new (class, "toast", 1, ADW_TYPE_TOAST);
#define CHILD(member) CYAN_CHILD (CyanComparisonPage, member)
  cyan_template_bind (
      class, "comparison.ui", CHILD (title), CHILD (answer), CHILD (answer_row), CHILD (controls),
      CHILD (view_button), CHILD (view_popover), CHILD (doubt_bar), CHILD (doubt_label),
      CHILD (sources_bar), CHILD (sources_label), CHILD (recorded_button), CHILD (start_flap),
      CHILD (start_list), CHILD (start_button), CHILD (search_panel), CHILD (found_list),
      CHILD (breadcrumb), CHILD (filter_button), CHILD (filter_popover), CHILD (filter_bar),
      CHILD (times), CHILD (picture_box), CHILD (views), CHILD (nothing_page), CHILD (canvas),
      CHILD (canvas_bar), CHILD (icicle), CHILD (icicle_bar), CHILD (sides), CHILD (sides_bar),
      CHILD (rings), CHILD (rings_bar), CHILD (table), CHILD (details), CHILD (details_paned),
      CHILD (lower), CHILD (sheet_bar), CHILD (sources_toggle), CHILD (edit_list),
      CHILD (source_pane), NULL);
}

static void
cyan_comparison_page_init (CyanComparisonPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_picture_bar_set_picture (self->canvas_bar, CYAN_PICTURE (self->canvas));
  cyan_picture_bar_set_picture (self->icicle_bar, CYAN_PICTURE (self->icicle));
  cyan_picture_bar_set_picture (self->sides_bar, CYAN_PICTURE (self->sides));
  cyan_picture_bar_set_picture (self->rings_bar, CYAN_PICTURE (self->rings));
  cyan_search_panel_set_list (self->search_panel, self->found_list);
  g_signal_connect_swapped (self->found_list, "notify::visible",
                            G_CALLBACK (cyan_comparison_page_make_room), self);
  cyan_comparison_page_install_actions (self);
  cyan_comparison_page_install_claims (self);
  cyan_comparison_page_install_notices (self);
  cyan_comparison_page_install_times (self);
  g_signal_connect_swapped (self->search_panel, "closed", G_CALLBACK (cyan_comparison_page_focus),
                            self);
  g_signal_connect_swapped (self->view_popover, "choose-metric", G_CALLBACK (on_metric), self);
  g_signal_connect_swapped (self->start_flap, "notify::reveal-flap", G_CALLBACK (on_revealed),
                            self);
  cyan_comparison_page_show_view (self, cyan_comparison_page_view (self));
  cyan_comparison_page_update (self);
}
