/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asv: a file of its folder of results, one for each commit and environment. */
#include "cyan-results-private.h"

#include <math.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-json-sniff.h"

/* By the type in benchmarks.json, or else by the beginning of a benchmark's name, as asv knows them.
 * What is better of a tracked value is nowhere. */
static const struct
{
  const char *prefix, *type, *metric, *unit;
  int better;
} kinds[] = {
  { "time_", "time", "time", "s", -1 },
  { "timeraw_", "time", "time", "s", -1 },
  { "mem_", "memory", "memory", "bytes", -1 },
  { "peakmem_", "peakmemory", "peak_memory", "bytes", -1 },
  { "track_", "track", "tracked_value", "", 0 },
};

typedef struct
{
  CyanResults *results;
  const GHashTable *known; /* of Known; or NULL */
  char *commit, *machine;
  gint64 date;        /* of the commit, in ms */
  GPtrArray *columns; /* of char *: what the cells of a row are */

  /* Of a row. */
  guint column, combination;
  GArray *values;        /* of double, by combination; NAN: none */
  GArray *samples;       /* of Sample */
  GPtrArray *parameters; /* of GPtrArray of char *: the choices of each */
} Reader;

typedef struct
{
  guint combination;
  double value;
} Sample;

/* A benchmark in benchmarks.json. */
typedef struct
{
  char *type, *unit;     /* or NULL */
  GPtrArray *parameters; /* as of Reader */
} Known;

/* ---- cells ---- */

static gboolean
read_value (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  double value = NAN;

  /* It failed, or was left out. */
  if (token != CYAN_JSON_NULL && !cyan_json_walk_number (walk, token, &value, error))
    return FALSE;
  g_array_append_val (self->values, value);
  return TRUE;
}

static gboolean
read_sample (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  Sample sample = { .combination = self->combination };

  if (!cyan_json_walk_number (walk, token, &sample.value, error))
    return FALSE;
  g_array_append_val (self->samples, sample);
  return TRUE;
}

static gboolean
read_samples (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  if (token != CYAN_JSON_NULL && !cyan_json_walk_array (walk, token, read_sample, self, error))
    return FALSE;
  self->combination++;
  return TRUE;
}

static gboolean
read_choice (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  char *choice = NULL;

  if (!cyan_json_walk_text (walk, token, &choice, error))
    return FALSE;
  g_ptr_array_add (data, choice);
  return TRUE;
}

static gboolean
read_choices (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  GPtrArray **parameters = data, *choices = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (*parameters, choices);
  return cyan_json_walk_array (walk, token, read_choice, choices, error);
}

static gboolean
read_cell (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const struct
  {
    const char *column;
    CyanJsonRead read;
  } readers[] = {
    { "result", read_value },
    { "params", read_choices },
    { "samples", read_samples },
  };
  Reader *self = data;
  const char *column = self->column < self->columns->len ? self->columns->pdata[self->column] : "";

  self->column++;
  for (guint i = 0; token == CYAN_JSON_ARRAY && i < G_N_ELEMENTS (readers); i++)
    if (strcmp (column, readers[i].column) == 0)
      return cyan_json_walk_array (
          walk, token, readers[i].read,
          readers[i].read == read_choices ? (gpointer) &self->parameters : self, error);
  return cyan_json_skip (walk->json, token, error);
}

/* ---- rows ---- */

/* How many combinations there are, 0 if too many. */
static guint
count_combinations (const GPtrArray *parameters)
{
  guint64 n = 1;

  for (guint i = 0; i < parameters->len && n <= G_MAXUINT; i++)
    n *= MAX (((const GPtrArray *) parameters->pdata[i])->len, 1);
  return n <= G_MAXUINT ? (guint) n : 0;
}

/* Those of the row; else those of benchmarks.json, if they can be of this row. */
static const GPtrArray *
parameters_of (const Reader *self, const Known *known)
{
  if (self->parameters->len == 0 && known != NULL
      && count_combinations (known->parameters) == self->values->len)
    return known->parameters;
  return self->parameters;
}

/* The name with the parameters of a combination, of which the last changes first. */
static char *
name_of (const GPtrArray *parameters, const char *benchmark, guint combination)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = parameters->len; i-- > 0;)
    {
      const GPtrArray *choices = parameters->pdata[i];

      if (choices->len == 0)
        continue;
      if (text->len > 0)
        g_string_prepend (text, ", ");
      g_string_prepend (text, choices->pdata[combination % choices->len]);
      combination /= choices->len;
    }
  return text->len > 0 ? g_strdup_printf ("%s(%s)", benchmark, text->str) : g_strdup (benchmark);
}

static void
set_kind (CyanResultsValue *value, const char *benchmark, const Known *known)
{
  const char *dot = strrchr (benchmark, '.'), *last = dot != NULL ? dot + 1 : benchmark;
  const char *type = known != NULL ? known->type : NULL;
  CyanResultsUnit unit;

  value->metric = "value";
  value->unit = "";
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (type != NULL ? strcmp (type, kinds[i].type) == 0 : g_str_has_prefix (last, kinds[i].prefix))
      {
        value->metric = kinds[i].metric;
        value->unit = kinds[i].unit;
        value->better = kinds[i].better;
        break;
      }
  /* The units of others are any text. */
  if (*value->unit != '\0' || known == NULL || known->unit == NULL
      || !cyan_results_parse_unit (known->unit, &unit))
    return;
  value->unit = known->unit;
  g_free (unit.unit);
}

static gboolean
add_combination (
    CyanJsonWalk *walk, Reader *self, const char *benchmark, guint combination, GError **error)
{
  const Known *known =
      self->known != NULL ? g_hash_table_lookup ((GHashTable *) self->known, benchmark) : NULL;
  g_autofree char *name = name_of (parameters_of (self, known), benchmark, combination);
  CyanResultsValue value = { .benchmark = name,
                             .value = g_array_index (self->values, double, combination),
                             .time = CYAN_RESULTS_NO_TIME,
                             .revision_time = CYAN_RESULTS_NO_TIME };
  guint n = 0;

  set_kind (&value, benchmark, known);
  if (isnan (value.value))
    {
      self->results->n_failed++;
      return TRUE;
    }
  for (guint i = 0; i < self->samples->len; i++)
    {
      const Sample *sample = &g_array_index (self->samples, Sample, i);
      CyanResultsValue one = value;

      one.value = sample->value;
      if (sample->combination != combination)
        continue;
      n++;
      if (!cyan_results_add_walked (self->results, walk, &one, error))
        return FALSE;
    }
  return n > 0 || cyan_results_add_walked (self->results, walk, &value, error);
}

static gboolean
read_row (CyanJsonWalk *walk, CyanJsonToken token, Reader *self, const char *name, GError **error)
{
  gboolean ok;

  self->column = self->combination = 0;
  g_array_set_size (self->values, 0);
  g_array_set_size (self->samples, 0);
  g_ptr_array_set_size (self->parameters, 0);
  ok = token == CYAN_JSON_NULL || cyan_json_walk_array (walk, token, read_cell, self, error);
  /* The benchmark as a whole failed. */
  if (ok && self->values->len == 0)
    self->results->n_failed++;
  for (guint i = 0; ok && i < self->values->len; i++)
    ok = add_combination (walk, self, name, i, error);
  return ok;
}

static gboolean
read_rows (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  if (token != CYAN_JSON_OBJECT)
    return cyan_json_walk_fail (walk, error, _ ("not an object"));
  if (self->columns->len == 0)
    return cyan_json_walk_fail (walk, error, _ ("there is no \"%s\" in it"), "result_columns");
  while ((token = cyan_json_next (walk->json, error)) == CYAN_JSON_KEY)
    {
      g_autofree char *name = cyan_json_dup (walk->json);

      token = cyan_json_next (walk->json, error);
      if (token == CYAN_JSON_ERROR || !read_row (walk, token, self, name, error))
        return FALSE;
    }
  return token == CYAN_JSON_OBJECT_END;
}

/* ---- the file ---- */

static gboolean
read_column (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_choice (walk, token, ((Reader *) data)->columns, error);
}

static const CyanJsonMember params_members[] = {
  { "machine", .or_null = TRUE, CYAN_JSON_TEXT (Reader, machine) },
};

static const CyanJsonMember members[] = {
  { "commit_hash", .required = TRUE, CYAN_JSON_TEXT (Reader, commit) },
  { "date", .or_null = TRUE, CYAN_JSON_INTEGER (Reader, date, 0, G_MAXINT64) },
  { "params", .or_null = TRUE, CYAN_JSON_MEMBERS (params_members) },
  { "result_columns", read_column, .required = TRUE, .each = TRUE },
  { "results", read_rows, .required = TRUE },
};

gboolean
cyan_results_read_asv (CyanInput *input,
                       const GHashTable *known,
                       CyanResults *results,
                       GError **error)
{
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = {
    .results = results,
    .known = known,
    .date = -1,
    .columns = g_ptr_array_new_with_free_func (g_free),
    .values = g_array_new (FALSE, FALSE, sizeof (double)),
    .samples = g_array_new (FALSE, FALSE, sizeof (Sample)),
    .parameters = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref),
  };
  gboolean ok = cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error);

  results->common.revision = cyan_results_keep (results, reader.commit);
  results->common.machine = cyan_results_keep (results, reader.machine);
  if (reader.date >= 0)
    results->common.revision_time = reader.date / 1000;
  g_free (reader.commit);
  g_free (reader.machine);
  g_ptr_array_unref (reader.columns);
  g_array_unref (reader.values);
  g_array_unref (reader.samples);
  g_ptr_array_unref (reader.parameters);
  return ok;
}

static gboolean
read_asv (CyanInput *input, CyanResults *results, GError **error)
{
  return cyan_results_read_asv (input, NULL, results, error);
}

/* ---- benchmarks.json ---- */

static gboolean
read_known_choices (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_choices (walk, token, &((Known *) data)->parameters, error);
}

static const CyanJsonMember known_members[] = {
  { "type", .or_null = TRUE, CYAN_JSON_TEXT (Known, type) },
  { "unit", .or_null = TRUE, CYAN_JSON_TEXT (Known, unit) },
  { "params", read_known_choices, .or_null = TRUE, .each = TRUE },
};

static Known *
known_new (void)
{
  Known *self = g_new0 (Known, 1);

  self->parameters = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  return self;
}

static void
known_free (gpointer data)
{
  Known *self = data;

  g_free (self->type);
  g_free (self->unit);
  g_ptr_array_unref (self->parameters);
  g_free (self);
}

/* Beside the benchmarks there is the version of the file, a number. */
static gboolean
read_known (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Known *known;

  if (token == CYAN_JSON_NUMBER)
    return TRUE;
  known = known_new ();
  g_hash_table_replace (data, g_strdup (cyan_json_walk_key (walk)), known);
  return cyan_json_walk_object (walk, token, known_members, G_N_ELEMENTS (known_members), known,
                                error);
}

GHashTable *
cyan_results_read_asv_benchmarks (CyanInput *input, GError **error)
{
  static const CyanJsonMember all[] = { { NULL, read_known } };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  GHashTable *known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, known_free);

  if (cyan_json_walk_document (walk, all, G_N_ELEMENTS (all), known, error))
    return known;
  g_hash_table_unref (known);
  return NULL;
}

static gboolean
recognises (const char *head, gsize length)
{
  static const CyanJsonSign sign = { 1, { "commit_hash", "result_columns" } };

  return cyan_json_score (head, length, &sign, 1) > 0;
}

const CyanResultsKind cyan_results_asv = { "asv", recognises, read_asv };
