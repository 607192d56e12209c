/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * V8's .cpuprofile, as written by node --cpu-prof, Deno and the developer tools of Chrome.
 *
 * See cyan-v8-profile.h.  An older form has the root of a tree in "head", whose nodes contain their
 * "children", and absolute "timestamps" in microseconds; v8-profiler writes it.  Without times the
 * samples are counted, without samples each node's "hitCount".  The pseudo frames "(root)",
 * "(program)", "(idle)" and "(garbage collector)" are ordinary frames here.
 */
#include "cyan-format-entry.h"

#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-tree.h"
#include "cyan-v8-profile.h"

/* Larger ids are treated as unknown: a double cannot hold all of them. */
#define MAX_ID 9007199254740992.0

/* Members of a node in "head"; those of a call frame are in the node itself. */
enum
{
  HEAD_ID,
  HEAD_NAME,
  HEAD_URL,
  HEAD_LINE, /* from 1 */
  HEAD_HITS,
};

static const CyanJsonTreeField head_fields[] = {
  [HEAD_ID] = { "id", .is_number = TRUE },
  [HEAD_NAME] = { "functionName", .required = TRUE },
  [HEAD_URL] = { "url" },
  [HEAD_LINE] = { "lineNumber", .is_number = TRUE },
  [HEAD_HITS] = { "hitCount", .is_number = TRUE },
};

static gboolean
add_tree (CyanV8Profile *self, const CyanJsonTree *tree, GError **error)
{
  for (guint32 i = 0; i < tree->nodes->len; i++)
    {
      double id = cyan_json_tree_number (tree, i, HEAD_ID);
      CyanV8Node node = {
        .id = id > 0 && id < MAX_ID ? (gint64) id : -1 - (gint64) i,
        .parent = cyan_json_tree_parent (tree, i),
        .hits = MAX (cyan_json_tree_number (tree, i, HEAD_HITS), 0),
      };

      node.function = cyan_v8_function (self->builder, cyan_json_tree_text (tree, i, HEAD_NAME),
                                        cyan_json_tree_text (tree, i, HEAD_URL),
                                        cyan_json_tree_number (tree, i, HEAD_LINE));
      if (!cyan_v8_profile_add (self, &node, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_head (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanV8Profile *self = data;
  g_auto (CyanScratch) scratch = { NULL };
  CyanJsonTree tree;

  self->has_nodes = TRUE;
  cyan_json_tree_init (&tree, &scratch, self->builder, head_fields, G_N_ELEMENTS (head_fields),
                       "children");
  return cyan_json_tree_read (&tree, walk, token, error) && add_tree (self, &tree, error);
}

static gboolean
read_nodes (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  ((CyanV8Profile *) data)->has_nodes = TRUE;
  return cyan_json_walk_array (walk, token, cyan_v8_read_node, data, error);
}

static gboolean
read_timestamp (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanV8Profile *self = data;
  double time, last = self->last;

  if (!cyan_json_walk_number (walk, token, &time, error))
    return FALSE;
  self->last = time;
  return cyan_v8_profile_add_delta (self, self->deltas->len > 0 ? time - last : 0, error);
}

static gboolean
read_timestamps (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanV8Profile *self = data;

  if (self->has_deltas)
    return cyan_json_skip (walk->json, token, error);
  self->has_deltas = TRUE;
  return cyan_json_walk_array (walk, token, read_timestamp, data, error);
}

static gboolean
finish (CyanV8Profile *self, GError **error)
{
  guint n = self->samples->len;
  CyanV8Sums sums = { .has_time = self->has_deltas && n > 1 };

  if (!self->has_nodes)
    return cyan_json_walk_fail (self->walk, error, _ ("there is no \"%s\" in it"), "nodes");
  /* Some files have one more delta, up to the end of the recording. */
  if (self->has_deltas && self->deltas->len < n)
    return cyan_json_walk_refuse (self->walk, error, _ ("timeDeltas: %u values for %u samples"),
                                  self->deltas->len, n);
  if (sums.has_time)
    sums.time = cyan_profile_builder_metric (self->builder, "time", "us");
  sums.count = cyan_profile_builder_metric (self->builder, "samples", "samples");
  if (!cyan_v8_profile_build (self, &sums, error))
    return FALSE;
  if (n == 0)
    cyan_v8_profile_count_hits (self, &sums);
  cyan_v8_sums_describe (&sums, self->builder);
  cyan_profile_builder_set_threads (self->builder, 1);
  return TRUE;
}

static gboolean
cpuprofile_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "nodes", read_nodes },
    { CYAN_V8_SAMPLES },
    { "timeDeltas", cyan_v8_read_deltas, .or_null = TRUE },
    { "head", read_head },
    { "timestamps", read_timestamps, .or_null = TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  CyanV8Profile *profile = cyan_v8_profile_new (&walk->kept, builder, walk);

  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), profile, error)
         && finish (profile, error);
}

/* clang-format off */
CYAN_JSON_SNIFF (cpuprofile_sniff,
                 { 95, { "nodes[].callFrame" } },
                 { 90, { "head.functionName", "head.hitCount" } },
                 { 80, { "timeDeltas" } },
                 { 60, { "nodes", "samples" } },
                 { 60, { "nodes", "startTime" } },
                 { 60, { "nodes", "endTime" } })
/* clang-format on */

const CyanFormat cyan_format_cpuprofile = {
  .name = "cpuprofile",
  .label = "V8 CPU profile",
  .extensions = (const char *const[]){ ".cpuprofile", NULL },
  .sniff = cpuprofile_sniff,
  .read = cpuprofile_read,
};
