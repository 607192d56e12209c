/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * V8's .cpuprofile, as written by node --cpu-prof, Deno and the developer tools of Chrome.
 *
 * It has a tree of "nodes", which name their children or their parent, and the node of each of the
 * "samples". "timeDeltas" are the microseconds since the previous sample; they count for the
 * sample's own node.  Without times the samples are counted, without samples each node's
 * "hitCount".  The pseudo frames "(root)", "(program)", "(idle)" and "(garbage collector)" are
 * ordinary frames here.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"

#include <string.h>

#define NONE G_MAXUINT32

/* Maximum difference of neighbouring times in microseconds, about 285 years. */
#define MAX_DELTA 9e15

/* Larger line numbers are treated as unknown. */
#define MAX_LINE 0x7ffffffe

typedef struct
{
  gint64 id;
  guint32 function;
  guint32 parent; /* index; NONE for the root */
  guint32 first_child, next;
  CyanNode node; /* node of the builder */
  double hits;
} Node;

/* A node and the id of its child, or of its parent. */
typedef struct
{
  guint32 node; /* index */
  gboolean is_parent;
  gint64 other; /* id */
} Link;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  CyanStr anonymous;

  GArray *nodes;       /* of Node */
  GArray *links;       /* of Link */
  GHashTable *indices; /* of nodes by id */
  GArray *samples;     /* of gint64, ids; NULL: the file has none */
  GArray *deltas;      /* of double, us; NULL: the file has none */

  /* The current call frame. */
  CyanStr name, url;
  gint64 line;

  double sum, squares; /* of times, for the period */
} Reader;

/* Spreads ids better than g_int64_hash(), which uses only their lower half. */
static guint
hash_id (gconstpointer id)
{
  guint64 hash = (guint64) * (const gint64 *) id * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) ((hash ^ (hash >> 29)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9) >> 32);
}

static Node *
get_node (const Reader *self, guint32 index)
{
  return &g_array_index (self->nodes, Node, index);
}

static gboolean
read_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  return cyan_json_walk_string (walk, token, self->strings, &self->name, error);
}

/* Turns a "file:" URL into a path; keeps any other URL. */
static gboolean
read_url (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  g_autofree char *url = NULL;
  g_autofree char *path = NULL;

  if (!cyan_json_walk_text (walk, token, &url, error))
    return FALSE;
  if (g_str_has_prefix (url, "file://"))
    path = g_filename_from_uri (url, NULL, NULL);
  self->url = cyan_strings_add (self->strings, path != NULL ? path : url, -1);
  return TRUE;
}

static gboolean
read_line (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  return cyan_json_walk_integer (walk, token, -1, MAX_LINE, &self->line, error);
}

static gboolean
read_call_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "functionName", read_name, TRUE },
    { "url", read_url, FALSE },
    { "lineNumber", read_line, FALSE },
  };
  Reader *self = data;

  self->name = self->url = CYAN_STR_EMPTY;
  self->line = -1;
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  if (self->name == CYAN_STR_EMPTY)
    self->name = self->anonymous;
  get_node (self, self->nodes->len - 1)->function = cyan_profile_builder_function (
      self->builder, self->name, CYAN_STR_EMPTY, self->url, (guint32) (self->line + 1), 0);
  return TRUE;
}

static gboolean
read_id (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  Node *node = get_node (self, self->nodes->len - 1);
  gint64 *key;

  if (!cyan_json_walk_integer (walk, token, G_MININT64, G_MAXINT64, &node->id, error))
    return FALSE;
  key = g_new (gint64, 1);
  *key = node->id;
  cyan_charge_add (&walk->json->charge, sizeof *key + CYAN_CHARGE_HASH_ENTRY);
  if (!g_hash_table_insert (self->indices, key, GUINT_TO_POINTER (self->nodes->len - 1)))
    return cyan_json_walk_fail (walk, error, _ ("another node has this id"));
  return TRUE;
}

static gboolean
read_hits (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  gint64 hits;

  if (!cyan_json_walk_integer (walk, token, 0, G_MAXINT64, &hits, error))
    return FALSE;
  get_node (self, self->nodes->len - 1)->hits = (double) hits;
  return TRUE;
}

static gboolean
add_link (Reader *self, CyanJsonToken token, gboolean is_parent, GError **error)
{
  Link link = { .node = self->nodes->len - 1, .is_parent = is_parent };

  if (!cyan_json_walk_integer (self->walk, token, G_MININT64, G_MAXINT64, &link.other, error))
    return FALSE;
  cyan_json_walk_append (self->walk, self->links, link);
  return TRUE;
}

static gboolean
read_child (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return add_link (data, token, FALSE, error);
}

static gboolean
read_parent (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return add_link (data, token, TRUE, error);
}

static gboolean
read_node (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "id", read_id, TRUE },
    { "callFrame", read_call_frame, TRUE },
    { "hitCount", read_hits, FALSE },
    { "children", read_child, .each = TRUE, .or_null = TRUE },
    { "parent", read_parent, .or_null = TRUE },
  };
  Reader *self = data;
  const Node node = { .parent = NONE, .first_child = NONE, .next = NONE };

  cyan_json_walk_append (walk, self->nodes, node);
  if (self->nodes->len >= cyan_profile_builder_max_nodes (self->builder))
    {
      GError *limit = NULL;

      cyan_fail_hint (&limit, CYAN_ERROR_LIMIT, CYAN_HINT_NODE_LIMIT, _ ("more than %'u nodes"),
                      cyan_profile_builder_max_nodes (self->builder));
      return cyan_json_walk_propagate (walk, limit, error);
    }
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

static gboolean
read_sample (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  gint64 id;

  if (!cyan_json_walk_integer (walk, token, G_MININT64, G_MAXINT64, &id, error))
    return FALSE;
  cyan_json_walk_append (walk, self->samples, id);
  return TRUE;
}

static gboolean
read_samples (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  self->samples = g_array_new (FALSE, FALSE, sizeof (gint64));
  return cyan_json_walk_array (walk, token, read_sample, data, error);
}

static gboolean
read_delta (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  double delta;

  if (!cyan_json_walk_number (walk, token, &delta, error))
    return FALSE;
  if (delta > MAX_DELTA || delta < -MAX_DELTA)
    return cyan_json_walk_fail (walk, error, _ ("out of range"));
  cyan_json_walk_append (walk, self->deltas, delta);
  return TRUE;
}

static gboolean
read_deltas (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  self->deltas = g_array_new (FALSE, FALSE, sizeof (double));
  return cyan_json_walk_array (walk, token, read_delta, data, error);
}

/* The index of the node with @id, or NONE. */
static guint32
find_node (Reader *self, gint64 id)
{
  gpointer index;

  return g_hash_table_lookup_extended (self->indices, &id, NULL, &index) ? GPOINTER_TO_UINT (index)
                                                                         : NONE;
}

/* Gives every node its parent and its first child. */
static gboolean
link_nodes (Reader *self, GError **error)
{
  for (guint i = 0; i < self->links->len; i++)
    {
      const Link *link = &g_array_index (self->links, Link, i);
      guint32 other = find_node (self, link->other);
      guint32 parent = link->is_parent ? other : link->node;
      Node *child;

      if (other == NONE)
        return cyan_json_walk_refuse (
            self->walk, error, _ ("nodes[%u]: no node has the id %" PRId64 " of its %s"),
            link->node, link->other, link->is_parent ? _ ("parent") : _ ("child"));
      child = get_node (self, link->is_parent ? link->node : other);
      if (child->parent == parent)
        continue; /* both nodes name the other */
      if (child->parent != NONE)
        return cyan_json_walk_refuse (self->walk, error,
                                      _ ("nodes: two of them have the node %" PRId64 " as a child"),
                                      child->id);
      child->parent = parent;
    }
  /* From the last to the first, so that children keep the order of the file. */
  for (guint32 i = self->nodes->len; i-- > 0;)
    {
      Node *node = get_node (self, i);

      if (node->parent != NONE)
        {
          node->next = get_node (self, node->parent)->first_child;
          get_node (self, node->parent)->first_child = i;
        }
    }
  return TRUE;
}

/* The node after @index in preorder, or NONE. */
static guint32
next_in_preorder (const Reader *self, guint32 index)
{
  if (get_node (self, index)->first_child != NONE)
    return get_node (self, index)->first_child;
  while (index != NONE && get_node (self, index)->next == NONE)
    index = get_node (self, index)->parent;
  return index != NONE ? get_node (self, index)->next : NONE;
}

static gboolean
build_tree (Reader *self, GError **error)
{
  guint32 root = NONE, n_done = 0;

  if (!link_nodes (self, error))
    return FALSE;
  for (guint32 i = 0; i < self->nodes->len; i++)
    if (get_node (self, i)->parent == NONE)
      {
        if (root != NONE)
          return cyan_json_walk_refuse (self->walk, error,
                                        _ ("nodes[%u]: a second node without a parent"), i);
        root = i;
      }
  if (root == NONE)
    return self->nodes->len == 0
           || cyan_json_walk_refuse (self->walk, error,
                                     _ ("nodes: a circle, as none of them is without a parent"));

  for (guint32 i = root; i != NONE; i = next_in_preorder (self, i), n_done++)
    {
      Node *node = get_node (self, i);
      CyanNode parent = node->parent == NONE ? CYAN_NODE_ROOT : get_node (self, node->parent)->node;

      if (n_done % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->walk->json->input, error))
        return FALSE;
      node->node = cyan_profile_builder_append (self->builder, parent, node->function, 0, error);
      if (node->node == CYAN_NODE_NONE)
        return FALSE;
    }
  if (n_done < self->nodes->len)
    return cyan_json_walk_refuse (self->walk, error,
                                  _ ("nodes: %u of them are in a circle and not below the root"),
                                  self->nodes->len - n_done);
  return TRUE;
}

/* Adds the samples, with their times if these are known. */
static gboolean
add_samples (Reader *self, guint time, guint count, GError **error)
{
  guint64 n_backwards = 0;
  double clock = 0, last = 0;

  for (guint i = 0; i < self->samples->len; i++)
    {
      gint64 id = g_array_index (self->samples, gint64, i);
      guint32 index = find_node (self, id);
      CyanNode node;

      if (index == NONE)
        return cyan_json_walk_refuse (self->walk, error,
                                      _ ("samples[%u]: no node has the id %" PRId64), i, id);
      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->walk->json->input, error))
        return FALSE;
      node = get_node (self, index)->node;
      cyan_profile_builder_add (self->builder, count, node, 1);
      if (self->deltas == NULL)
        continue;

      clock += g_array_index (self->deltas, double, i);
      if (clock < last)
        n_backwards++;
      else
        {
          double length = clock - last;

          cyan_profile_builder_add (self->builder, time, node, length);
          self->sum += length;
          self->squares += length * length;
          last = clock;
        }
    }
  if (n_backwards > 0)
    cyan_profile_builder_warn (
        self->builder,
        ngettext ("%'" PRIu64 " time stamp lies before the one ahead of it and was moved up to it",
                  "%'" PRIu64
                  " time stamps lie before the one ahead of them and were moved up to it",
                  n_backwards),
        n_backwards);
  return TRUE;
}

static gboolean
finish (Reader *self, GError **error)
{
  gboolean has_samples = self->samples != NULL && self->samples->len > 0;
  gboolean has_times = has_samples && self->deltas != NULL;
  guint time = 0, count;

  if (self->samples != NULL && self->deltas != NULL && self->samples->len != self->deltas->len)
    return cyan_json_walk_refuse (self->walk, error, _ ("timeDeltas: %u values for %u samples"),
                                  self->deltas->len, self->samples->len);
  if (has_times)
    time = cyan_profile_builder_metric (self->builder, "time", "us");
  count = cyan_profile_builder_metric (self->builder, "samples", "samples");
  if (!build_tree (self, error))
    return FALSE;

  if (has_samples)
    {
      if (!add_samples (self, time, count, error))
        return FALSE;
    }
  else
    for (guint i = 0; i < self->nodes->len; i++)
      cyan_profile_builder_add (self->builder, count, get_node (self, i)->node,
                                get_node (self, i)->hits);
  if (!has_times && self->nodes->len > 0)
    cyan_profile_builder_warn (self->builder,
                               _ ("there are no times in it, so that samples are counted"));
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED,
                                      !has_times          ? 1
                                      : self->squares > 0 ? self->squares / self->sum
                                                          : 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, 1);
  return TRUE;
}

static gboolean
cpuprofile_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "nodes", read_node, TRUE, .each = TRUE },
    { "samples", read_samples, FALSE },
    { "timeDeltas", read_deltas, FALSE },
  };
  Reader reader = { .builder = builder, .strings = cyan_profile_builder_strings (builder) };
  gboolean ok;

  reader.walk = cyan_json_walk_new (input);
  reader.anonymous = cyan_strings_add (reader.strings, "(anonymous)", -1);
  reader.nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  reader.links = g_array_new (FALSE, FALSE, sizeof (Link));
  reader.indices = g_hash_table_new_full (hash_id, g_int64_equal, g_free, NULL);

  ok = cyan_json_walk_document (reader.walk, members, G_N_ELEMENTS (members), &reader, error)
       && finish (&reader, error);

  cyan_json_walk_free (reader.walk);
  g_array_unref (reader.nodes);
  g_array_unref (reader.links);
  g_hash_table_unref (reader.indices);
  g_clear_pointer (&reader.samples, g_array_unref);
  g_clear_pointer (&reader.deltas, g_array_unref);
  return ok;
}

static int
cpuprofile_sniff (const char *head, gsize length)
{
  static const char *const paths[] = { "nodes[].callFrame", "nodes",     "timeDeltas",
                                       "samples",           "startTime", "endTime" };
  guint32 found = cyan_json_sniff (head, length, paths, G_N_ELEMENTS (paths));

  if (found & 1)
    return 95;
  if (found & 4)
    return 80;
  return (found & 2) && (found & ~2u) ? 60 : 0;
}

static const char *const cpuprofile_extensions[] = { ".cpuprofile", NULL };

const CyanFormat cyan_format_cpuprofile = {
  .name = "cpuprofile",
  .label = "V8 CPU profile",
  .extensions = cpuprofile_extensions,
  .sniff = cpuprofile_sniff,
  .read = cpuprofile_read,
};
