/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles of Cleopatra, the viewer of Firefox's profiles before profiler.firefox.com:
 * "profileJSONWithSymbolicationTable,1".
 *
 * The samples of a thread have numbers of symbols, the outermost first.  Threads and symbols are
 * arrays, or objects whose keys are numbers; the oldest files have the samples of one thread.  See
 * old-cleopatra-profile-format.js of github.com/firefox-devtools/profiler before 2020.
 */
#include "cyan-format-entry.h"

#include "cyan-firefox.h"
#include "cyan-i18n.h"
#include "cyan-ids.h"
#include "cyan-json-sniff.h"
#include "cyan-number.h"
#include "cyan-v8-profile.h"

#include <inttypes.h>
#include <string.h>

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  CyanIds ids;     /* of symbols */
  GArray *symbols; /* of CyanStr, by number */
  GArray *frames;  /* of gint64: the ids of all samples */
  GArray *ends;    /* of guint: by sample, its end in frames */
  guint n_threads;
  double interval; /* ms; 0: unknown */
} Reader;

static gboolean
read_sample (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "frames", .required = TRUE, CYAN_JSON_INTEGERS (Reader, frames, 0, G_MAXINT64) },
  };
  Reader *self = data;

  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  cyan_json_walk_append (walk, self->ends, self->frames->len);
  return TRUE;
}

static gboolean
read_thread (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "samples", read_sample, TRUE, .each = TRUE } };

  ((Reader *) data)->n_threads++;
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

static gboolean
read_threads (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember any[] = { { NULL, read_thread, FALSE } };

  return token == CYAN_JSON_OBJECT ? cyan_json_walk_object (walk, token, any, 1, data, error)
                                   : cyan_json_walk_array (walk, token, read_thread, data, error);
}

static gboolean
read_profile (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "threads", read_threads, TRUE } };

  if (token == CYAN_JSON_OBJECT)
    return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
  ((Reader *) data)->n_threads = 1;
  return cyan_json_walk_array (walk, token, read_sample, data, error);
}

/* Reads a symbol, whose id is its key or its place. */
static gboolean
read_symbol (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  const char *key = walk->steps[walk->depth - 1].key;
  guint64 id = walk->steps[walk->depth - 1].index;
  CyanStr symbol;

  if (key != NULL && !cyan_parse_uint64 (key, strlen (key), &id))
    return cyan_json_walk_fail (walk, error, _ ("not the number of a frame"));
  if (cyan_ids_number (&self->ids, id) != self->symbols->len)
    return cyan_json_walk_fail (walk, error, _ ("the same key twice"));
  if (!cyan_json_walk_string (walk, token, walk->strings, &symbol, error))
    return FALSE;
  cyan_json_walk_append (walk, self->symbols, symbol);
  return TRUE;
}

static gboolean
read_symbols (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember any[] = { { NULL, read_symbol, FALSE } };

  return token == CYAN_JSON_OBJECT ? cyan_json_walk_object (walk, token, any, 1, data, error)
                                   : cyan_json_walk_array (walk, token, read_symbol, data, error);
}

/* The function of "name (in library) + 12", of "name (url:12)", or of any other text. */
static guint32
add_function (Reader *self, CyanStr symbol)
{
  const char *text = cyan_strings_get (self->strings, symbol);
  const char *in = strstr (text, " (in "), *close = in != NULL ? strchr (in, ')') : NULL;
  CyanFunction function = { .module = CYAN_STR_EMPTY, .file = CYAN_STR_EMPTY };
  gint32 line;

  if (close != NULL)
    {
      function.name = cyan_strings_add (self->strings, text, in - text);
      in += strlen (" (in ");
      function.module = cyan_strings_add (self->strings, in, close - in);
      return cyan_profile_builder_add_function (self->builder, &function);
    }
  cyan_gecko_split_location (self->strings, symbol, &function.name, &function.file, &line);
  return cyan_v8_function (self->builder, function.name, function.file, MAX (line, 0));
}

/* The node of the frames [@from, @to), CYAN_NODE_NONE with @error if there is none. */
static CyanNode
add_stack (Reader *self, const guint32 *functions, guint from, guint to, GError **error)
{
  CyanNode node = CYAN_NODE_ROOT;

  for (; from < to && node != CYAN_NODE_NONE; from++)
    {
      gint64 id = g_array_index (self->frames, gint64, from);
      guint32 number = cyan_ids_find (&self->ids, (guint64) id);

      if (number >= self->symbols->len)
        {
          cyan_json_walk_refuse (self->walk, error,
                                 _ ("symbolicationTable: no symbol has the number %" PRId64), id);
          return CYAN_NODE_NONE;
        }
      node = cyan_profile_builder_child (self->builder, node, functions[number], 0, error);
    }
  return node;
}

static gboolean
build (Reader *self, GError **error)
{
  gboolean has_time = self->interval > 0;
  double weight = has_time ? self->interval : 1;
  guint metric = cyan_profile_builder_metric (self->builder, has_time ? "time" : "samples",
                                              has_time ? "ms" : "samples");
  g_autofree guint32 *functions = g_new (guint32, self->symbols->len);
  guint from = 0;

  for (guint i = 0; i < self->symbols->len; i++)
    functions[i] = add_function (self, g_array_index (self->symbols, CyanStr, i));
  for (guint i = 0; i < self->ends->len; i++)
    {
      guint to = g_array_index (self->ends, guint, i);
      CyanNode node;

      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->walk->json->input, error))
        return FALSE;
      node = add_stack (self, functions, from, to, error);
      if (node == CYAN_NODE_NONE)
        return FALSE;
      cyan_profile_builder_add (self->builder, metric, node, weight);
      from = to;
    }
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED, weight);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, self->n_threads);
  return TRUE;
}

static gboolean
cleopatra_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember meta[] = {
    { "interval", .or_null = TRUE, CYAN_JSON_REAL (Reader, interval) },
  };
  static const CyanJsonMember members[] = {
    { "meta", CYAN_JSON_MEMBERS (meta) },
    { "profileJSON", read_profile, TRUE },
    { "symbolicationTable", read_symbols, TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = {
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .walk = walk,
    .symbols = cyan_scratch_array (&walk->kept, sizeof (CyanStr)),
    .frames = cyan_scratch_array (&walk->kept, sizeof (gint64)),
    .ends = cyan_scratch_array (&walk->kept, sizeof (guint)),
  };

  walk->strings = reader.strings;
  cyan_ids_init (&reader.ids, &walk->kept);
  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
         && build (&reader, error);
}

CYAN_JSON_SNIFF (cleopatra_sniff,
                 { 93, { "format", "profileJSON" } },
                 { 93, { "symbolicationTable", "profileJSON" } })

const CyanFormat cyan_format_cleopatra = {
  .name = "cleopatra",
  .label = "profile of Cleopatra",
  .sniff = cleopatra_sniff,
  .read = cleopatra_read,
};
