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

typedef struct
{
  CyanProfileBuilder *builder;
  CyanJsonWalk *walk;
  CyanV8Profile *profile;
  gboolean has_nodes;
  double last; /* time stamp of the older form */
} Reader;

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
add_tree (Reader *self, const CyanJsonTree *tree, GError **error)
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
      if (!cyan_v8_profile_add (self->profile, &node, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_head (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  CyanJsonTree tree;
  gboolean ok;

  self->has_nodes = TRUE;
  cyan_json_tree_init (&tree, self->builder, head_fields, G_N_ELEMENTS (head_fields), "children");
  ok = cyan_json_tree_read (&tree, walk, token, error) && add_tree (self, &tree, error);
  cyan_json_tree_clear (&tree);
  return ok;
}

static gboolean
read_nodes (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  self->has_nodes = TRUE;
  return cyan_json_walk_array (walk, token, cyan_v8_read_node, self->profile, error);
}

static gboolean
read_samples (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_array (walk, token, cyan_v8_read_sample, ((Reader *) data)->profile, error);
}

static gboolean
read_deltas (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_v8_read_deltas (walk, token, ((Reader *) data)->profile, error);
}

static gboolean
read_timestamp (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  CyanV8Profile *profile = self->profile;
  double time, last = self->last;

  if (!cyan_json_walk_number (walk, token, &time, error))
    return FALSE;
  self->last = time;
  return cyan_v8_profile_add_delta (profile, profile->deltas->len > 0 ? time - last : 0, error);
}

static gboolean
read_timestamps (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  if (self->profile->has_deltas)
    return cyan_json_skip (walk->json, token, error);
  self->profile->has_deltas = TRUE;
  return cyan_json_walk_array (walk, token, read_timestamp, data, error);
}

static gboolean
finish (Reader *self, GError **error)
{
  const CyanV8Profile *profile = self->profile;
  guint n = profile->samples->len;
  CyanV8Sums sums = { .has_time = profile->has_deltas && n > 1 };

  if (!self->has_nodes)
    return cyan_json_walk_fail (self->walk, error, _ ("there is no \"%s\" in it"), "nodes");
  /* Some files have one more delta, up to the end of the recording. */
  if (profile->has_deltas && profile->deltas->len < n)
    return cyan_json_walk_refuse (self->walk, error, _ ("timeDeltas: %u values for %u samples"),
                                  profile->deltas->len, n);
  if (sums.has_time)
    sums.time = cyan_profile_builder_metric (self->builder, "time", "us");
  sums.count = cyan_profile_builder_metric (self->builder, "samples", "samples");
  if (!cyan_v8_profile_build (self->profile, &sums, error))
    return FALSE;
  if (n == 0)
    cyan_v8_profile_count_hits (self->profile, &sums);
  cyan_v8_sums_describe (&sums, self->builder);
  cyan_profile_builder_set_threads (self->builder, 1);
  return TRUE;
}

static gboolean
cpuprofile_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "nodes", read_nodes, FALSE },
    { "samples", read_samples, .or_null = TRUE },
    { "timeDeltas", read_deltas, .or_null = TRUE },
    { "head", read_head, FALSE },
    { "timestamps", read_timestamps, .or_null = TRUE },
  };
  Reader reader = { .builder = builder };
  gboolean ok;

  reader.walk = cyan_json_walk_new (input);
  reader.profile = cyan_v8_profile_new (builder, reader.walk);

  ok = cyan_json_walk_document (reader.walk, members, G_N_ELEMENTS (members), &reader, error)
       && finish (&reader, error);

  cyan_v8_profile_free (reader.profile);
  cyan_json_walk_free (reader.walk);
  return ok;
}

static int
cpuprofile_sniff (const char *head, gsize length)
{
  static const char *const paths[] = {
    "nodes[].callFrame", "nodes",   "timeDeltas",        "samples",
    "startTime",         "endTime", "head.functionName", "head.hitCount",
  };
  guint32 found = cyan_json_sniff (head, length, paths, G_N_ELEMENTS (paths));

  if (found & 1)
    return 95;
  if ((found & 64) && (found & 128))
    return 90;
  if (found & 4)
    return 80;
  return (found & 2) && (found & 56) ? 60 : 0;
}

const CyanFormat cyan_format_cpuprofile = {
  .name = "cpuprofile",
  .label = "V8 CPU profile",
  .extensions = (const char *const[]){ ".cpuprofile", NULL },
  .sniff = cpuprofile_sniff,
  .read = cpuprofile_read,
};
