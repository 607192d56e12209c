/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of one window. */
#include "cyan-session-private.h"

#include "cyan-widgets.h"

G_DEFINE_FINAL_TYPE (CyanSession, cyan_session, G_TYPE_OBJECT)

/* What is told as a property when it changes, and where it is. */
#define KEPT(name, type, member)                                                                   \
  {                                                                                                \
    name, type, G_STRUCT_OFFSET (CyanSession, member)                                              \
  }
static const struct
{
  const char *name;
  GType type;
  gsize offset;
} kept[] = {
  KEPT ("selected", G_TYPE_UINT, selected),
  KEPT ("marked", G_TYPE_UINT, marked),
  KEPT ("basis", G_TYPE_UINT, basis),
  KEPT ("view", G_TYPE_STRING, view),
  KEPT ("sizes", G_TYPE_UINT, sizes),
  KEPT ("partition", G_TYPE_POINTER, partitions[0].made),
  KEPT ("found", G_TYPE_POINTER, found),
  KEPT ("filter", G_TYPE_POINTER, filter),
  KEPT ("filtered", G_TYPE_POINTER, filtered),
  KEPT ("hot-path", G_TYPE_UINT, hot.rank),
};
#define PROP_FOLDS (G_N_ELEMENTS (kept) + 1)

static void
cyan_session_dispose (GObject *object)
{
  CyanSession *self = CYAN_SESSION (object);

  if (self->model != NULL)
    {
      cyan_comparison_model_stop (self->model);
      g_signal_handlers_disconnect_by_data (self->model, self);
    }
  cyan_session_stop_filtering (self);
  cyan_session_drop_partitions (self);
  cyan_session_forget_views (self);
  g_clear_pointer (&self->whole, cyan_shown_nodes_unref);
  g_clear_pointer (&self->shown_later, cyan_shown_nodes_unref);
  g_clear_pointer (&self->unfiltered, cyan_shown_nodes_unref);
  g_clear_pointer (&self->filter, cyan_filter_free);
  g_clear_pointer (&self->filtered, cyan_filtered_unref);
  cyan_hot_choice_clear (&self->hot);
  g_clear_pointer (&self->layout, cyan_layout_free);
  g_clear_pointer (&self->labels, cyan_labels_free);
  g_clear_pointer (&self->found, cyan_found_unref);
  g_clear_object (&self->model);
  g_clear_pointer (&self->before_name, g_free);
  g_clear_pointer (&self->after_name, g_free);
  G_OBJECT_CLASS (cyan_session_parent_class)->dispose (object);
}

static void
cyan_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  gconstpointer place = (const char *) object + kept[id - 1].offset;

  switch (kept[id - 1].type)
    {
    case G_TYPE_UINT:
      g_value_set_uint (value, *(const guint *) place);
      break;
    case G_TYPE_STRING:
      g_value_set_static_string (value, *(const char *const *) place);
      break;
    default:
      g_value_set_pointer (value, *(const gpointer *) place);
    }
}

static void
cyan_session_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  cyan_session_set_folds (CYAN_SESSION (object), g_value_get_boolean (value));
}

static void
cyan_session_class_init (CyanSessionClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = cyan_session_dispose;
  object_class->get_property = cyan_session_get_property;
  object_class->set_property = cyan_session_set_property;
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    g_object_class_install_property (
        object_class, i + 1,
        kept[i].type == G_TYPE_UINT
            ? g_param_spec_uint (kept[i].name, NULL, NULL, 0, G_MAXUINT, 0, flags)
        : kept[i].type == G_TYPE_STRING
            ? g_param_spec_string (kept[i].name, NULL, NULL, NULL, flags)
            : g_param_spec_pointer (kept[i].name, NULL, NULL, flags));
  g_object_class_install_property (
      object_class, PROP_FOLDS,
      g_param_spec_boolean ("folds", NULL, NULL, TRUE, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  cyan_signal_new (class, "layout-changed", 1, G_TYPE_UINT);
  cyan_signal_new (class, "sources-changed", 0);
  cyan_signal_new (class, "causes-changed", 0);
}

static void
cyan_session_init (CyanSession *self)
{
  self->selected = self->marked = self->first = self->read_for = CYAN_NODE_NONE;
  self->filter = cyan_filter_new ();
  self->view = "blueprint";
  g_queue_init (&self->back);
  g_queue_init (&self->forward);
}

/* The selected node is a box, whatever is folded. */
static void
keep_selected (CyanSession *self)
{
  if (self->selected != CYAN_NODE_NONE)
    cyan_layout_keep (self->layout, self->selected);
}

static void
on_sources (CyanSession *self)
{
  if (cyan_layout_keep_modified (self->layout, self->model->known->changes))
    cyan_session_layout_changed (self, self->selected);
  g_signal_emit_by_name (self, "sources-changed");
  cyan_session_renew_filter (self, CYAN_CRITERION_MODIFIED, CYAN_FILTERED_RENEWED);
}

CyanSession *
cyan_session_new (CyanComparison *comparison,
                  CyanSourceTable *sources,
                  GPtrArray *const *hot_paths,
                  CyanRanking *ranking,
                  const char *before_name,
                  const char *after_name)
{
  CyanSession *self = g_object_new (CYAN_TYPE_SESSION, NULL);
  const CyanScale scale = CYAN_SCALE_INIT;

  self->model = cyan_comparison_model_new (comparison, sources, ranking);
  self->comparison = comparison;
  self->before_name = g_strdup (before_name);
  self->after_name = g_strdup (after_name);
  self->labels = cyan_labels_new (comparison, cyan_desktop_font ());
  self->basis = cyan_comparison_basis_auto (comparison);
  self->layout =
      cyan_layout_new (comparison, &scale, self->basis, cyan_labels_measure, self->labels);
  cyan_layout_set_folds (self->layout, TRUE);
  cyan_hot_choice_init (&self->hot, comparison, self->model->start, hot_paths);
  cyan_hot_choice_find (&self->hot, cyan_session_basis (self));
  cyan_layout_open_path (self->layout, cyan_hot_choice_first_path (&self->hot),
                         CYAN_SESSION_MAX_SHOWN);
  self->selected = self->first = cyan_session_first_node (self);
  cyan_layout_reveal (self->layout, self->selected);
  keep_selected (self);
  cyan_connect (self->model, "sources-changed", on_sources, self);
  cyan_connect (self->model, "causes-changed", cyan_session_follow_ranking, self);
  cyan_connect (self, "layout-changed", cyan_comparison_model_look_at_shown, self->model);
  cyan_comparison_model_start (self->model, self->layout);
  return self;
}

CyanComparison *
cyan_session_comparison (CyanSession *self)
{
  return self->comparison;
}

CyanComparisonModel *
cyan_session_model (CyanSession *self)
{
  return self->model;
}

CyanLayout *
cyan_session_layout (CyanSession *self)
{
  return self->layout;
}

CyanLabels *
cyan_session_labels (CyanSession *self)
{
  return self->labels;
}

const char *
cyan_session_before_name (CyanSession *self)
{
  return self->before_name;
}

const char *
cyan_session_after_name (CyanSession *self)
{
  return self->after_name;
}

CyanNode
cyan_session_selected (CyanSession *self)
{
  return self->selected;
}

void
cyan_session_layout_changed (CyanSession *self, CyanNode keep)
{
  if (self->selected != CYAN_NODE_NONE && !cyan_layout_is_shown (self->layout, self->selected))
    {
      self->selected = keep != CYAN_NODE_NONE ? keep : cyan_layout_top (self->layout);
      g_object_notify (G_OBJECT (self), "selected");
    }
  g_signal_emit_by_name (self, "layout-changed", keep);
}

/* Whether @node can be seen, be it as the first one of a link. */
static gboolean
is_box (CyanSession *self, CyanNode node)
{
  return cyan_layout_is_shown (self->layout, node)
         && cyan_layout_drawn_as (self->layout, node) == node;
}

void
cyan_session_select (CyanSession *self, CyanNode node)
{
  self->first = CYAN_NODE_NONE;
  if (self->selected == node)
    return;
  cyan_session_remember_selection (self);
  if (node != CYAN_NODE_NONE && !is_box (self, node))
    {
      cyan_session_admit (self, node);
      cyan_layout_reveal (self->layout, node);
      cyan_layout_keep (self->layout, node);
      self->selected = node;
      cyan_session_layout_changed (self, CYAN_NODE_NONE);
    }
  self->selected = node;
  g_object_notify (G_OBJECT (self), "selected");
}

void
cyan_session_begin_at (CyanSession *self, CyanNode node)
{
  cyan_session_select (self, node);
  cyan_session_forget_views (self);
}

void
cyan_session_jump (CyanSession *self, CyanNode node)
{
  if (self->selected == node)
    return;
  /* A step of its own. */
  self->selected_at = 0;
  if (is_box (self, node))
    g_signal_emit_by_name (self, "layout-changed", CYAN_NODE_NONE);
  cyan_session_select (self, node);
}

const CyanFound *
cyan_session_found (CyanSession *self)
{
  return self->found;
}

void
cyan_session_set_found (CyanSession *self, CyanFound *found)
{
  if (self->found == found)
    return;
  g_clear_pointer (&self->found, cyan_found_unref);
  self->found = found != NULL ? cyan_found_ref (found) : NULL;
  g_object_notify (G_OBJECT (self), "found");
}

CyanBasis
cyan_session_basis (CyanSession *self)
{
  return self->basis;
}

void
cyan_session_show_basis (CyanSession *self, CyanBasis basis)
{
  self->basis = basis;
  cyan_layout_set_basis (self->layout, basis);
  if (self->hot.kind == CYAN_HOT_LARGEST)
    {
      cyan_hot_choice_find (&self->hot, cyan_session_basis (self));
      g_object_notify (G_OBJECT (self), "hot-path");
    }
  cyan_session_renew_partitions (self);
  g_object_notify (G_OBJECT (self), "basis");
  cyan_session_layout_changed (self, self->selected);
  cyan_session_renew_filter (self, CYAN_CRITERION_CHANGED, CYAN_FILTERED_RESTORED);
}

void
cyan_session_set_basis (CyanSession *self, CyanBasis basis)
{
  if (basis == cyan_session_basis (self)
      || (basis == CYAN_BASIS_ABSOLUTE
          && (!self->comparison->compared.same_unit || self->comparison->compared.single)))
    return;
  cyan_session_remember (self);
  cyan_session_show_basis (self, basis);
}

const char *
cyan_session_get_view (CyanSession *self)
{
  return self->view;
}

void
cyan_session_begin_in (CyanSession *self, const char *view)
{
  if (g_str_equal (view, self->view))
    return;
  self->view = g_intern_string (view);
  g_object_notify (G_OBJECT (self), "view");
}

void
cyan_session_set_view (CyanSession *self, const char *view)
{
  if (g_str_equal (view, self->view))
    return;
  cyan_session_remember (self);
  cyan_session_begin_in (self, view);
}

/* Does @change with @node as a step. */
static void
change_layout (CyanSession *self, CyanNode node, void (*change) (CyanLayout *, CyanNode))
{
  cyan_session_remember (self);
  change (self->layout, node);
  cyan_session_layout_changed (self, node);
}

void
cyan_session_show_children (CyanSession *self, CyanNode node)
{
  cyan_session_remember (self);
  cyan_layout_show_children (self->layout, node);
  cyan_layout_keep (self->layout, node);
  cyan_session_layout_changed (self, node);
}

gboolean
cyan_session_show_descendants (CyanSession *self, CyanNode node)
{
  gboolean all;

  cyan_session_remember (self);
  all = cyan_layout_show_descendants (self->layout, node, CYAN_SESSION_MAX_SHOWN);
  cyan_session_layout_changed (self, node);
  return all;
}

void
cyan_session_hide_children (CyanSession *self, CyanNode node)
{
  change_layout (self, node, cyan_layout_hide_children);
}

void
cyan_session_unfold (CyanSession *self, CyanNode node)
{
  cyan_session_remember (self);
  cyan_layout_unfold (self->layout, node);
  cyan_session_layout_changed (self, node);
}

void
cyan_session_fold (CyanSession *self, CyanNode node)
{
  change_layout (self, node, cyan_layout_fold);
}

void
cyan_session_set_folds (CyanSession *self, gboolean folds)
{
  if (folds == cyan_layout_folds (self->layout))
    return;
  cyan_layout_set_folds (self->layout, folds);
  cyan_session_layout_changed (self, self->selected);
}

gboolean
cyan_session_set_width (CyanSession *self, CyanWidth width)
{
  if (width == CYAN_WIDTH_CALLS && cyan_width_default (self->comparison) != CYAN_WIDTH_CALLS)
    return FALSE;
  if (width != cyan_layout_width (self->layout))
    {
      cyan_layout_set_width (self->layout, width);
      cyan_session_layout_changed (self, self->selected);
    }
  return TRUE;
}

void
cyan_session_toggle (CyanSession *self, CyanNode node)
{
  if (cyan_layout_row_length (self->layout, node) > 0)
    cyan_session_unfold (self, node);
  else if (cyan_layout_first_child_of (self->layout, node) != CYAN_NODE_NONE)
    cyan_session_hide_children (self, node);
  else if (cyan_layout_n_hidden_children (self->layout, node) > 0)
    cyan_session_show_children (self, node);
}

void
cyan_session_focus (CyanSession *self, CyanNode node)
{
  cyan_session_remember (self);
  if (!cyan_session_is_focused (self))
    {
      g_clear_pointer (&self->whole, cyan_shown_nodes_unref);
      self->whole = cyan_layout_save (self->layout);
    }
  cyan_layout_set_top (self->layout, node);
  if (cyan_layout_first_child_of (self->layout, node) == CYAN_NODE_NONE)
    cyan_layout_show_children (self->layout, node);
  cyan_session_layout_changed (self, CYAN_NODE_NONE);
}

gboolean
cyan_session_is_focused (CyanSession *self)
{
  return cyan_layout_top (self->layout) != cyan_comparison_top (self->comparison);
}

void
cyan_session_unfocus (CyanSession *self)
{
  if (!cyan_session_is_focused (self))
    return;
  cyan_session_remember (self);
  if (self->whole != NULL)
    cyan_layout_restore (self->layout, self->whole);
  cyan_layout_set_top (self->layout, cyan_comparison_top (self->comparison));
  if (self->selected != CYAN_NODE_NONE)
    cyan_layout_reveal (self->layout, self->selected);
  keep_selected (self);
  cyan_session_layout_changed (self, self->selected);
}

void
cyan_session_reset (CyanSession *self)
{
  cyan_session_remember (self);
  cyan_layout_set_top (self->layout, cyan_comparison_top (self->comparison));
  cyan_layout_open_path (self->layout, cyan_hot_choice_first_path (&self->hot),
                         CYAN_SESSION_MAX_SHOWN);
  cyan_layout_reveal (self->layout, cyan_session_first_node (self));
  if (self->filtered != NULL)
    cyan_layout_show_matches (self->layout, CYAN_LAYOUT_N_MATCHES);
  keep_selected (self);
  cyan_session_layout_changed (self, CYAN_NODE_NONE);
}
