/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A V8 CPU profile: reads its members, links its nodes, and adds them and their samples to the
 * builder. */
#include "cyan-v8-profile.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-notes.h"
#include "cyan-number.h"
#include "cyan-ids.h"

#include <string.h>

/* A node and the id of its child, or of its parent. */
typedef struct
{
  guint32 node; /* index */
  gboolean is_parent;
  gint64 other; /* id */
} CyanV8Link;

/* Maximum difference of neighbouring times in microseconds, about 285 years. */
#define MAX_DELTA 9e15

/* Larger line numbers are treated as unknown. */
#define MAX_LINE 0x7ffffffe

static CyanV8Node *
last_node (const CyanV8Profile *self)
{
  return &g_array_index (self->nodes, CyanV8Node, self->nodes->len - 1);
}

gboolean
cyan_v8_profile_add (CyanV8Profile *self, const CyanV8Node *node, GError **error)
{
  GError *limit = NULL;

  cyan_json_walk_append (self->walk, self->nodes, *node);
  if (self->nodes->len < cyan_profile_builder_max_nodes (self->builder))
    return TRUE;
  cyan_fail_hint (&limit, CYAN_ERROR_LIMIT, CYAN_HINT_NODE_LIMIT, _ ("more than %'u nodes"),
                  cyan_profile_builder_max_nodes (self->builder));
  return cyan_json_walk_propagate (self->walk, limit, error);
}

/* Turns a "file:" URL into a path; keeps any other URL. */
static CyanStr
path_of_url (CyanStrings *strings, CyanStr url)
{
  const char *text = cyan_strings_get (strings, url);
  g_autofree char *path = NULL;

  if (g_str_has_prefix (text, "file://"))
    path = g_filename_from_uri (text, NULL, NULL);
  return path != NULL ? cyan_strings_add (strings, path, -1) : url;
}

void
cyan_v8_set_function (CyanStrings *strings, CyanFunction *function)
{
  if (function->name == CYAN_STR_EMPTY)
    function->name = cyan_strings_add (strings, "(anonymous)", -1);
  function->file = path_of_url (strings, function->file);
}

guint32
cyan_v8_function (CyanProfileBuilder *builder, CyanStr name, CyanStr url, double line)
{
  CyanFunction function = {
    .name = name,
    .file = url,
    .line = line >= 1 && line <= MAX_LINE ? (guint32) line : 0,
  };

  cyan_v8_set_function (cyan_profile_builder_strings (builder), &function);
  return cyan_profile_builder_add_function (builder, &function);
}

/* Reads a line number, which some programs write as text. */
static gboolean
read_line (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanV8Profile *self = data;
  const CyanJson *json = walk->json;
  guint64 line;

  if (token == CYAN_JSON_STRING && cyan_json_is (json, "-1"))
    self->line = -1;
  else if (token == CYAN_JSON_STRING && cyan_parse_uint64 (json->text, json->length, &line)
           && line <= G_MAXINT64)
    self->line = (gint64) line;
  else
    return cyan_json_walk_integer (walk, token, -1, G_MAXINT64, &self->line, error);
  return TRUE;
}

static gboolean
read_call_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "functionName", .required = TRUE, CYAN_JSON_STR (CyanV8Profile, name) },
    { "url", CYAN_JSON_STR (CyanV8Profile, url) },
    { "lineNumber", read_line },
  };
  CyanV8Profile *self = data;

  self->name = self->url = CYAN_STR_EMPTY;
  self->line = -1;
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  last_node (self)->function =
      cyan_v8_function (self->builder, self->name, self->url, (double) self->line + 1);
  return TRUE;
}

static gboolean
add_link (CyanV8Profile *self, CyanJsonToken token, gboolean is_parent, GError **error)
{
  CyanV8Link link = { .node = self->nodes->len - 1, .is_parent = is_parent };

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

gboolean
cyan_v8_read_node (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "id", .required = TRUE, CYAN_JSON_INTEGER (CyanV8Profile, id, G_MININT64, G_MAXINT64) },
    { "callFrame", read_call_frame, TRUE },
    { "hitCount", CYAN_JSON_INTEGER (CyanV8Profile, hits, 0, G_MAXINT64) },
    { "children", read_child, .each = TRUE, .or_null = TRUE },
    { "parent", read_parent, .or_null = TRUE },
  };
  static const CyanV8Node node = { .parent = CYAN_V8_NONE };
  CyanV8Profile *self = data;

  self->hits = 0;
  if (!cyan_v8_profile_add (self, &node, error)
      || !cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  last_node (self)->id = self->id;
  last_node (self)->hits = (double) self->hits;
  return TRUE;
}

gboolean
cyan_v8_profile_add_delta (CyanV8Profile *self, double delta, GError **error)
{
  if (delta > MAX_DELTA || delta < -MAX_DELTA)
    return cyan_json_walk_fail (self->walk, error, _ ("out of range"));
  cyan_json_walk_append (self->walk, self->deltas, delta);
  return TRUE;
}

static gboolean
read_delta (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  double delta;

  return cyan_json_walk_number (walk, token, &delta, error)
         && cyan_v8_profile_add_delta (data, delta, error);
}

gboolean
cyan_v8_read_deltas (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanV8Profile *self = data;

  self->has_deltas = TRUE;
  return cyan_json_walk_array (walk, token, read_delta, data, error);
}

/* Bytes per node for what is known only while the tree is built: its entry in CyanIds. */
#define ID_BYTES 24

CyanV8Profile *
cyan_v8_profile_new (CyanScratch *scratch, CyanProfileBuilder *builder, CyanJsonWalk *walk)
{
  CyanV8Profile *self = cyan_scratch_own (scratch, g_new0 (CyanV8Profile, 1), g_free);

  self->builder = builder;
  self->walk = walk;
  walk->strings = cyan_profile_builder_strings (builder);
  self->nodes = cyan_scratch_array (scratch, sizeof (CyanV8Node));
  self->links = cyan_scratch_array (scratch, sizeof (CyanV8Link));
  self->samples = cyan_scratch_array (scratch, sizeof (gint64));
  self->deltas = cyan_scratch_array (scratch, sizeof (double));
  return self;
}

static CyanV8Node *
get_node (const CyanV8Profile *self, guint32 index)
{
  return &g_array_index (self->nodes, CyanV8Node, index);
}

static void
move_all (GArray *to, GArray *from)
{
  g_array_append_vals (to, from->data, from->len);
  g_array_set_size (from, 0);
}

void
cyan_v8_profile_forget (CyanV8Profile *self)
{
  GArray *arrays[] = { self->nodes, self->links, self->samples, self->deltas };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    if (arrays[i]->len > 0)
      {
        cyan_charge_drop (&self->walk->json->charge,
                          (guint64) arrays[i]->len * g_array_get_element_size (arrays[i]));
        g_array_set_size (arrays[i], 0);
      }
  self->has_deltas = FALSE;
}

void
cyan_v8_profile_take (CyanV8Profile *self, CyanV8Profile *other)
{
  for (guint i = 0; i < other->links->len; i++)
    g_array_index (other->links, CyanV8Link, i).node += self->nodes->len;
  move_all (self->nodes, other->nodes);
  move_all (self->links, other->links);
  move_all (self->samples, other->samples);
  move_all (self->deltas, other->deltas);
  self->has_deltas |= other->has_deltas;
  other->has_deltas = FALSE;
}

/* Gives every node the number of its id, which is its index. */
static gboolean
number_nodes (CyanV8Profile *self, CyanIds *ids, GError **error)
{
  for (guint32 i = 0; i < self->nodes->len; i++)
    if (cyan_ids_number (ids, (guint64) get_node (self, i)->id) != i)
      return cyan_json_walk_refuse (self->walk, error, _ ("nodes[%u].id: another node has this id"),
                                    i);
  return TRUE;
}

/* Gives every node its parent. */
static gboolean
link_parents (CyanV8Profile *self, const CyanIds *ids, CyanV8Sums *sums, GError **error)
{
  for (guint i = 0; i < self->links->len; i++)
    {
      const CyanV8Link *link = &g_array_index (self->links, CyanV8Link, i);
      guint32 other = cyan_ids_find (ids, (guint64) link->other);
      guint32 parent = link->is_parent ? other : link->node;
      CyanV8Node *child;

      if (other == CYAN_V8_NONE && sums->is_partial)
        {
          sums->n_lost += link->is_parent;
          continue;
        }
      if (other == CYAN_V8_NONE)
        return cyan_json_walk_refuse (
            self->walk, error, _ ("nodes[%u]: no node has the id %" PRId64 " of its %s"),
            link->node, link->other, link->is_parent ? _ ("parent") : _ ("child"));
      child = get_node (self, link->is_parent ? link->node : other);
      if (child->parent != CYAN_V8_NONE && child->parent != parent)
        return cyan_json_walk_refuse (self->walk, error,
                                      _ ("nodes: two of them have the node %" PRId64 " as a child"),
                                      child->id);
      child->parent = parent;
    }
  return TRUE;
}

/* Gives every node its first child and its next sibling; *@first is the first root.  From the last
 * to the first, so that children keep the order of the file. */
static void
link_children (CyanV8Profile *self, guint32 *first)
{
  *first = CYAN_V8_NONE;
  for (guint32 i = 0; i < self->nodes->len; i++)
    get_node (self, i)->first_child = CYAN_V8_NONE;
  for (guint32 i = self->nodes->len; i-- > 0;)
    {
      CyanV8Node *node = get_node (self, i);
      guint32 *head =
          node->parent == CYAN_V8_NONE ? first : &get_node (self, node->parent)->first_child;

      node->next = *head;
      *head = i;
    }
}

/* The node after @index in preorder, or CYAN_V8_NONE. */
static guint32
next_in_preorder (const CyanV8Profile *self, guint32 index)
{
  if (get_node (self, index)->first_child != CYAN_V8_NONE)
    return get_node (self, index)->first_child;
  while (index != CYAN_V8_NONE && get_node (self, index)->next == CYAN_V8_NONE)
    index = get_node (self, index)->parent;
  return index != CYAN_V8_NONE ? get_node (self, index)->next : CYAN_V8_NONE;
}

/* Adds the nodes to the builder. */
static gboolean
add_nodes (CyanV8Profile *self, const CyanV8Sums *sums, GError **error)
{
  guint32 first, n_done = 0;

  link_children (self, &first);
  if (first == CYAN_V8_NONE && self->nodes->len > 0)
    return cyan_json_walk_refuse (self->walk, error,
                                  _ ("nodes: a circle, as none of them is without a parent"));
  if (first != CYAN_V8_NONE && get_node (self, first)->next != CYAN_V8_NONE && !sums->is_partial)
    return cyan_json_walk_refuse (self->walk, error,
                                  _ ("nodes[%u]: a second node without a parent"),
                                  get_node (self, first)->next);
  for (guint32 i = first; i != CYAN_V8_NONE; i = next_in_preorder (self, i), n_done++)
    {
      CyanV8Node *node = get_node (self, i);
      CyanNode parent =
          node->parent == CYAN_V8_NONE ? CYAN_NODE_ROOT : get_node (self, node->parent)->node;

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

/* A sample with its time since the start of the recording. */
typedef struct
{
  double time; /* us */
  guint32 position;
  CyanNode node; /* CYAN_NODE_NONE: not known */
} Sample;

static gint
compare_samples (gconstpointer a, gconstpointer b)
{
  const Sample *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->position < y->position ? -1 : 1;
}

/* Adds a piece from @from to @to, us since the start, to @pieces of the builder. */
static void
add_piece (const CyanV8Profile *self,
           CyanPieces *pieces,
           CyanNode node,
           guint metric,
           double value,
           double from,
           double to)
{
  const CyanPieceRow piece = {
    .node = node,
    .origin = self->origin,
    .metric = metric,
    .value = value,
    .begin = self->start + (gint64) CLAMP (from * 1000, -2e18, 2e18),
    .end = self->start + (gint64) CLAMP (to * 1000, -2e18, 2e18),
  };

  cyan_pieces_add (pieces, &piece);
}

/* Counts the samples, and collects them in @timed. */
static gboolean
count_samples (
    CyanV8Profile *self, const CyanIds *ids, CyanV8Sums *sums, GArray *timed, GError **error)
{
  CyanPieces *pieces = cyan_profile_builder_pieces (self->builder);
  Sample sample = { 0 };
  double latest = -G_MAXDOUBLE;
  gboolean has_time;

  for (guint i = 0; i < self->samples->len; i++)
    {
      gint64 id = g_array_index (self->samples, gint64, i);
      guint32 index = cyan_ids_find (ids, (guint64) id);

      if (index == CYAN_V8_NONE && !sums->is_partial)
        return cyan_json_walk_refuse (self->walk, error,
                                      _ ("samples[%u]: no node has the id %" PRId64), i, id);
      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->walk->json->input, error))
        return FALSE;
      sample.position = i;
      sample.node = index != CYAN_V8_NONE ? get_node (self, index)->node : CYAN_NODE_NONE;
      if (index != CYAN_V8_NONE)
        cyan_profile_builder_add (self->builder, sums->count, sample.node, 1);
      else
        sums->n_lost++;
      has_time = i < self->deltas->len;
      if (has_time)
        {
          sample.time += g_array_index (self->deltas, double, i);
          sums->n_late += sample.time < latest;
          latest = MAX (latest, sample.time);
          cyan_json_walk_append (self->walk, timed, sample);
        }
      if (pieces == NULL || index == CYAN_V8_NONE)
        continue;
      if (has_time)
        add_piece (self, pieces, sample.node, sums->count, 1, sample.time, sample.time);
      else
        cyan_pieces_add_timeless (pieces, sample.node, self->origin, sums->count, 1);
    }
  return TRUE;
}

/* Gives the time between two samples to the earlier one. */
static void
add_times (CyanV8Profile *self, CyanV8Sums *sums, GArray *timed)
{
  CyanPieces *pieces = cyan_profile_builder_pieces (self->builder);

  g_array_sort (timed, compare_samples);
  for (guint i = 1; i < timed->len; i++)
    {
      const Sample *sample = &g_array_index (timed, Sample, i - 1);
      double length = g_array_index (timed, Sample, i).time - sample->time;

      if (sample->node == CYAN_NODE_NONE)
        continue;
      cyan_profile_builder_add (self->builder, sums->time, sample->node, length);
      if (pieces != NULL)
        add_piece (self, pieces, sample->node, sums->time, length, sample->time,
                   sample->time + length);
      sums->sum += length;
      sums->squares += length * length;
    }
}

static gboolean
build (CyanV8Profile *self, const CyanIds *ids, CyanV8Sums *sums, GError **error)
{
  GArray *timed;
  gboolean ok;

  if (!link_parents (self, ids, sums, error) || !add_nodes (self, sums, error))
    return FALSE;
  timed = g_array_new (FALSE, FALSE, sizeof (Sample));
  ok = count_samples (self, ids, sums, timed, error);
  if (ok && sums->has_time)
    add_times (self, sums, timed);
  cyan_json_walk_drop (self->walk, &timed);
  return ok;
}

gboolean
cyan_v8_profile_build (CyanV8Profile *self, CyanV8Sums *sums, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  CyanIds ids;
  guint64 bytes = (guint64) self->nodes->len * ID_BYTES;
  gboolean ok;

  cyan_ids_init (&ids, &scratch);
  cyan_charge_add (&self->walk->json->charge, bytes);
  ok = number_nodes (self, &ids, error) && build (self, &ids, sums, error);
  cyan_charge_drop (&self->walk->json->charge, bytes);
  return ok;
}

void
cyan_v8_profile_count_hits (CyanV8Profile *self, const CyanV8Sums *sums)
{
  CyanPieces *pieces = cyan_profile_builder_pieces (self->builder);

  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const CyanV8Node *node = get_node (self, i);

      cyan_profile_builder_add (self->builder, sums->count, node->node, node->hits);
      if (pieces != NULL)
        cyan_pieces_add_timeless (pieces, node->node, self->origin, sums->count, node->hits);
    }
}

gint
cyan_v8_moment_compare (gconstpointer a, gconstpointer b)
{
  const CyanV8Moment *x = a, *y = b;

  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->position < y->position ? -1 : 1;
}

void
cyan_v8_moment_add_piece (const CyanV8Moment *self,
                          CyanProfileBuilder *builder,
                          CyanNode node,
                          guint metric,
                          double value)
{
  CyanPieces *pieces = cyan_profile_builder_pieces (builder);
  const CyanPieceRow piece = { node, self->origin, metric, value, self->time, self->time };

  if (pieces != NULL)
    cyan_pieces_add (pieces, &piece);
}

void
cyan_v8_sums_add (CyanV8Sums *self,
                  CyanProfileBuilder *builder,
                  CyanNode node,
                  const CyanV8Moment *moment,
                  const CyanV8Moment *next)
{
  CyanPieces *pieces = cyan_profile_builder_pieces (builder);
  double length;

  if (next == NULL || next->thread != moment->thread)
    return;
  length = (double) (next->time - moment->time) / 1000;
  cyan_profile_builder_add (builder, self->time, node, length);
  if (pieces != NULL)
    cyan_pieces_add (pieces, &(const CyanPieceRow){ node, moment->origin, self->time, length,
                                                    moment->time, next->time });
  self->sum += length;
  self->squares += length * length;
}

void
cyan_v8_sums_describe (const CyanV8Sums *self, CyanProfileBuilder *builder)
{
  double mean = self->squares > 0 ? self->squares / self->sum : 0;

  cyan_profile_builder_warn_n (builder, self->n_late,
                               "%'" PRIu64 " sample stands behind later ones, "
                               "and all were put in the order of their times",
                               "%'" PRIu64 " samples stand behind later ones, "
                               "and all were put in the order of their times",
                               self->n_late);
  cyan_profile_builder_warn_n (
      builder, self->n_lost, "%'" PRIu64 " sample or node refers to a node that is missing",
      "%'" PRIu64 " samples or nodes refer to nodes that are missing", self->n_lost);
  if (!self->has_time && cyan_profile_builder_n_nodes (builder) > 1)
    cyan_profile_builder_warn (builder,
                               _ ("there are no times in it, so that samples are counted"));
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, self->has_time ? mean : 1);
  cyan_profile_builder_set_unordered (builder);
}
