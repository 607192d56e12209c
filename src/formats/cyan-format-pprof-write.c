/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes pprof's profile.proto: a sample for each node that says something, and for each leaf.
 *
 * Values are integers there.  A metric that has fractions is written in a finer unit: times in
 * the coarsest of milliseconds, microseconds and nanoseconds that has none, rounded to whole
 * nanoseconds if all have; others as multiples of 1/10, 1/100 ... 1/1000000.  A node whose calls
 * are unknown where those of others are known has a label that says so.  Call sites and body
 * hashes are lost.
 */
#include "cyan-format-pprof.h"

#include "cyan-error.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Bytes that all stacks, each written out, may take. */
#define MAX_STACKS (G_GUINT64_CONSTANT (4) << 30)

/* The least that no longer fits in an int64. */
#define TOO_LARGE 9223372036854775808.0

/* How a metric becomes integers. */
typedef struct
{
  double factor;
  char *unit;
} Scale;

typedef struct
{
  const CyanProfile *profile;
  CyanOutput *output;
  GByteArray *message; /* the one at hand */
  GByteArray *inner;   /* a message in it */
  Scale *scales;
  gboolean has_calls;

  GPtrArray *strings; /* of char *, owned */
  guint32 *indices;   /* in @strings, by number of the pool; 0 not there yet */
  guint32 calls, unknown;

  guint32 *ids;        /* of functions and their locations; 0 not used yet */
  GArray *used;        /* of guint32: functions by id - 1 */
  guint32 *module_ids; /* of mappings, by number of the pool */
  GArray *modules;     /* of CyanStr by id - 1 */

  /* The ids of the path to a node, the leaf first, at the end of the room. */
  guchar *path;
  gsize room, length;
  GArray *above; /* of Above */
} Writer;

/* A node on the path, and the length of the path down to it. */
typedef struct
{
  CyanNode node;
  gsize length;
} Above;

static void
put_number (GByteArray *bytes, guint64 value)
{
  guint8 text[10];
  guint n = 0;

  for (; value >= 0x80; value >>= 7)
    text[n++] = (guint8) (value | 0x80);
  text[n++] = (guint8) value;
  g_byte_array_append (bytes, text, n);
}

/* A field that is a number; 0 is what is read where there is none. */
static void
put_field (GByteArray *bytes, guint field, guint64 value)
{
  if (value == 0)
    return;
  put_number (bytes, field << 3);
  put_number (bytes, value);
}

static void
put_bytes (GByteArray *bytes, guint field, gconstpointer content, gsize length)
{
  put_number (bytes, field << 3 | 2);
  put_number (bytes, length);
  g_byte_array_append (bytes, content, (guint) length);
}

/* Writes @content as the field @field of the profile. */
static gboolean
write_field (Writer *self, guint field, gconstpointer content, gsize length, GError **error)
{
  guint8 head[20];
  GByteArray *bytes = self->inner;

  g_byte_array_set_size (bytes, 0);
  put_number (bytes, field << 3 | 2);
  put_number (bytes, length);
  memcpy (head, bytes->data, bytes->len);
  return cyan_output_write (self->output, (const char *) head, bytes->len, error)
         && cyan_output_write (self->output, content, (gssize) length, error);
}

static gboolean
write_message (Writer *self, guint field, GError **error)
{
  gboolean ok = write_field (self, field, self->message->data, self->message->len, error);

  g_byte_array_set_size (self->message, 0);
  return ok;
}

static guint32
add_text (Writer *self, const char *text)
{
  if (*text == '\0')
    return 0;
  g_ptr_array_add (self->strings, g_strdup (text));
  return self->strings->len - 1;
}

static guint32
add_string (Writer *self, CyanStr string)
{
  if (string != CYAN_STR_EMPTY && self->indices[string] == 0)
    self->indices[string] = add_text (self, cyan_strings_get (self->profile->strings, string));
  return self->indices[string];
}

/* Whether all values times @factor are integers that fit, as far as doubles can tell. */
static gboolean
are_integers (const double *values, guint n, double factor)
{
  for (guint i = 0; i < n; i++)
    {
      double value = values[i] * factor;

      if (fabs (value) >= TOO_LARGE
          || fabs (value - nearbyint (value)) > (factor == 1 ? 0 : 4 * DBL_EPSILON * fabs (value)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
do_fit (const double *values, guint n, double factor)
{
  for (guint i = 0; i < n; i++)
    if (fabs (values[i] * factor) >= TOO_LARGE)
      return FALSE;
  return TRUE;
}

static Scale
time_scale (const CyanMetric *metric, guint n)
{
  static const char *const units[] = { "s", "ms", "us", "ns" };
  Scale scale = { 1, NULL };
  const char *unit = metric->unit;

  for (guint i = 0; i < G_N_ELEMENTS (units) && !are_integers (metric->self, n, scale.factor); i++)
    {
      double factor = cyan_pprof_unit_ns (metric->unit) / cyan_pprof_unit_ns (units[i]);

      if (factor > 1 && do_fit (metric->self, n, factor))
        {
          scale.factor = factor;
          unit = units[i];
        }
    }
  scale.unit = cyan_pprof_unit_write (metric->name, unit, 1);
  return scale;
}

static Scale
scale_of (const CyanMetric *metric, guint n)
{
  guint multiplier = 1;

  if (cyan_pprof_unit_ns (metric->unit) > 0)
    return time_scale (metric, n);
  while (multiplier < 1000000 && !are_integers (metric->self, n, multiplier)
         && do_fit (metric->self, n, 10.0 * multiplier))
    multiplier *= 10;
  return (Scale){ multiplier, cyan_pprof_unit_write (metric->name, metric->unit, multiplier) };
}

static gboolean
write_value_type (Writer *self, guint field, const char *type, const char *unit, GError **error)
{
  put_field (self->message, 1, add_text (self, type));
  put_field (self->message, 2, add_text (self, unit));
  return write_message (self, field, error);
}

static gboolean
write_sample_types (Writer *self, GError **error)
{
  const CyanProfile *profile = self->profile;

  for (guint m = 0; m < profile->n_metrics; m++)
    {
      const CyanMetric *metric = &profile->metrics[m];

      self->scales[m] = scale_of (metric, profile->n_nodes);
      if (!do_fit (metric->self, profile->n_nodes, self->scales[m].factor))
        return cyan_fail (error, CYAN_ERROR_LIMIT,
                          "values of %s are too large for pprof, whose values have 64 bits",
                          metric->name);
      if (!write_value_type (self, 1, metric->name, self->scales[m].unit, error))
        return FALSE;
    }
  if (!self->has_calls)
    return TRUE;
  self->calls = self->strings->len;
  if (!write_value_type (self, 1, CYAN_PPROF_CALLS, "count", error))
    return FALSE;
  self->unknown = add_text (self, CYAN_PPROF_UNKNOWN);
  return TRUE;
}

static guint32
id_of (Writer *self, guint32 function)
{
  if (self->ids[function] == 0)
    {
      g_array_append_val (self->used, function);
      self->ids[function] = self->used->len;
    }
  return self->ids[function];
}

/* Makes the path that to @node, which comes in preorder. */
static void
go_to (Writer *self, CyanNode node)
{
  const CyanProfile *profile = self->profile;
  guint32 id = id_of (self, profile->function[node]);
  Above above;
  guint8 text[5];
  guint n = 0;

  while (self->above->len > 0
         && profile->end[g_array_index (self->above, Above, self->above->len - 1).node] <= node)
    g_array_set_size (self->above, self->above->len - 1);
  self->length =
      self->above->len > 0 ? g_array_index (self->above, Above, self->above->len - 1).length : 0;
  if (self->room - self->length < sizeof text)
    {
      gsize room = MAX (1024, 2 * self->room);
      guchar *path = g_malloc (room);

      if (self->length > 0)
        memcpy (path + room - self->length, self->path + self->room - self->length, self->length);
      g_free (self->path);
      self->path = path;
      self->room = room;
    }
  for (; id >= 0x80; id >>= 7)
    text[n++] = (guint8) (id | 0x80);
  text[n++] = (guint8) id;
  self->length += n;
  memcpy (self->path + self->room - self->length, text, n);
  above = (Above){ node, self->length };
  g_array_append_val (self->above, above);
}

static gint64
value_of (const Writer *self, guint metric, CyanNode node)
{
  return (gint64) nearbyint (self->profile->metrics[metric].self[node]
                             * self->scales[metric].factor);
}

/* Whether a sample is needed: its node says something, or nothing else would keep it. */
static gboolean
is_wanted (const Writer *self, CyanNode node)
{
  const CyanProfile *profile = self->profile;

  if (node != CYAN_NODE_ROOT
      && (profile->end[node] == node + 1
          || cyan_profile_calls (profile, node) != CYAN_CALLS_UNKNOWN))
    return TRUE;
  for (guint m = 0; m < self->profile->n_metrics; m++)
    if (value_of (self, m, node) != 0)
      return TRUE;
  return FALSE;
}

static gboolean
write_sample (Writer *self, CyanNode node, GError **error)
{
  guint64 calls = cyan_profile_calls (self->profile, node);

  if (self->length > 0)
    put_bytes (self->message, 1, self->path + self->room - self->length, self->length);
  g_byte_array_set_size (self->inner, 0);
  for (guint m = 0; m < self->profile->n_metrics; m++)
    put_number (self->inner, (guint64) value_of (self, m, node));
  if (self->has_calls)
    put_number (self->inner, calls != CYAN_CALLS_UNKNOWN ? MIN (calls, (guint64) G_MAXINT64) : 0);
  put_bytes (self->message, 2, self->inner->data, self->inner->len);
  if (self->has_calls && calls == CYAN_CALLS_UNKNOWN)
    {
      g_byte_array_set_size (self->inner, 0);
      put_field (self->inner, 1, self->calls);
      put_field (self->inner, 2, self->unknown);
      put_bytes (self->message, 3, self->inner->data, self->inner->len);
    }
  return write_message (self, 2, error);
}

static gboolean
write_samples (Writer *self, GError **error)
{
  guint64 bytes = 0;

  /* A stack of a million frames with a value at each is half a million million ids. */
  for (CyanNode node = 1; node < self->profile->n_nodes; node++)
    {
      go_to (self, node);
      if (is_wanted (self, node))
        bytes += self->length;
    }
  if (bytes > MAX_STACKS)
    return cyan_fail (error, CYAN_ERROR_LIMIT,
                      "the stacks are so deep that pprof, which writes each of them out, would "
                      "take %" G_GUINT64_FORMAT " bytes",
                      bytes);
  g_array_set_size (self->above, 0);
  self->length = 0;
  if (is_wanted (self, CYAN_NODE_ROOT) && !write_sample (self, CYAN_NODE_ROOT, error))
    return FALSE;
  for (CyanNode node = 1; node < self->profile->n_nodes; node++)
    {
      go_to (self, node);
      if (is_wanted (self, node) && !write_sample (self, node, error))
        return FALSE;
    }
  return TRUE;
}

static guint32
mapping_of (Writer *self, CyanStr module)
{
  if (module != CYAN_STR_EMPTY && self->module_ids[module] == 0)
    {
      g_array_append_val (self->modules, module);
      self->module_ids[module] = self->modules->len;
    }
  return self->module_ids[module];
}

/* A location a function: it is what a node has. */
static gboolean
write_locations (Writer *self, GError **error)
{
  for (guint32 id = 1; id <= self->used->len; id++)
    {
      const CyanFunction *function =
          &self->profile->functions[g_array_index (self->used, guint32, id - 1)];

      put_field (self->message, 1, id);
      put_field (self->message, 2, mapping_of (self, function->module));
      g_byte_array_set_size (self->inner, 0);
      put_field (self->inner, 1, id);
      put_field (self->inner, 2, function->line);
      put_bytes (self->message, 4, self->inner->data, self->inner->len);
      if (!write_message (self, 4, error))
        return FALSE;
    }
  for (guint32 id = 1; id <= self->used->len; id++)
    {
      const CyanFunction *function =
          &self->profile->functions[g_array_index (self->used, guint32, id - 1)];

      put_field (self->message, 1, id);
      put_field (self->message, 2, add_string (self, function->name));
      put_field (self->message, 3, add_string (self, function->name));
      put_field (self->message, 4, add_string (self, function->file));
      put_field (self->message, 5, function->line);
      if (!write_message (self, 5, error))
        return FALSE;
    }
  for (guint32 id = 1; id <= self->modules->len; id++)
    {
      put_field (self->message, 1, id);
      put_field (self->message, 5,
                 add_string (self, g_array_index (self->modules, CyanStr, id - 1)));
      /* So that nobody looks for symbols: functions, files, lines and inlined frames are there. */
      for (guint field = 7; field <= 10; field++)
        put_field (self->message, field, 1);
      if (!write_message (self, 3, error))
        return FALSE;
    }
  return TRUE;
}

static void
add_comment (Writer *self, GByteArray *comments, const char *text)
{
  put_number (comments, add_text (self, text));
}

static void
add_own_comment (
    Writer *self, GByteArray *comments, const char *prefix, const char *key, const char *value)
{
  g_autofree char *text = g_strconcat (prefix, key, "=", value, NULL);

  add_comment (self, comments, text);
}

/* Meta data: what pprof has a field for is put in @fields, the rest is a comment. */
static void
put_meta (Writer *self, GByteArray *fields, GByteArray *comments)
{
  const CyanProfile *profile = self->profile;

  if (profile->recording != CYAN_RECORDING_SAMPLED)
    add_own_comment (self, comments, CYAN_PPROF_FACT, CYAN_PPROF_RECORDING,
                     cyan_pprof_recordings[profile->recording]);
  if (!profile->unordered)
    add_own_comment (self, comments, CYAN_PPROF_FACT, CYAN_PPROF_SIBLINGS, CYAN_PPROF_ORDERED);
  if (profile->n_threads != 0)
    {
      g_autofree char *n = g_strdup_printf ("%u", profile->n_threads);

      add_own_comment (self, comments, CYAN_PPROF_FACT, CYAN_PPROF_THREADS, n);
    }
  for (guint i = 0; i < profile->n_meta; i++)
    {
      const CyanMeta *meta = &profile->meta[i];
      gint64 ns;

      if (strcmp (meta->key, "recorded") == 0 && cyan_pprof_time_from_text (meta->value, &ns))
        put_field (fields, 9, (guint64) ns);
      else if (strcmp (meta->key, "duration") == 0
               && cyan_pprof_duration_from_text (meta->value, &ns))
        put_field (fields, 10, (guint64) ns);
      else if (strcmp (meta->key, CYAN_PPROF_COMMENT_KEY) == 0
               || g_str_has_prefix (meta->key, CYAN_PPROF_COMMENT_KEY " "))
        add_comment (self, comments, meta->value);
      else
        add_own_comment (self, comments, CYAN_PPROF_META, meta->key, meta->value);
    }
}

static gboolean
write_rest (Writer *self, GError **error)
{
  const CyanProfile *profile = self->profile;
  g_autoptr (GByteArray) fields = g_byte_array_new ();
  g_autoptr (GByteArray) comments = g_byte_array_new ();
  double period = profile->period * self->scales[0].factor;

  put_meta (self, fields, comments);
  if (period >= 0.5 && period < TOO_LARGE)
    {
      if (!write_value_type (self, 11, profile->metrics[0].name, self->scales[0].unit, error))
        return FALSE;
      put_field (fields, 12, (guint64) nearbyint (period));
    }
  if (comments->len > 0)
    put_bytes (fields, 13, comments->data, comments->len);
  put_field (fields, 14, add_text (self, profile->metrics[0].name));
  if (fields->len > 0
      && !cyan_output_write (self->output, (const char *) fields->data, fields->len, error))
    return FALSE;
  for (guint i = 0; i < self->strings->len; i++)
    {
      const char *text = g_ptr_array_index (self->strings, i);

      if (!write_field (self, 6, text, strlen (text), error))
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_pprof_write (const CyanProfile *profile, CyanOutput *output, GError **error)
{
  Writer self = { .profile = profile, .output = output };
  guint n_strings = cyan_strings_count (profile->strings);
  gboolean ok;

  self.has_calls = cyan_profile_has_calls (profile);
  self.message = g_byte_array_new ();
  self.inner = g_byte_array_new ();
  self.scales = g_new0 (Scale, profile->n_metrics);
  self.strings = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self.strings, g_strdup (""));
  self.indices = g_new0 (guint32, n_strings);
  self.ids = g_new0 (guint32, profile->n_functions);
  self.used = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.module_ids = g_new0 (guint32, n_strings);
  self.modules = g_array_new (FALSE, FALSE, sizeof (CyanStr));
  self.above = g_array_new (FALSE, FALSE, sizeof (Above));

  ok = write_sample_types (&self, error) && write_samples (&self, error)
       && write_locations (&self, error) && write_rest (&self, error);

  for (guint m = 0; m < profile->n_metrics; m++)
    g_free (self.scales[m].unit);
  g_free (self.scales);
  g_byte_array_unref (self.message);
  g_byte_array_unref (self.inner);
  g_ptr_array_unref (self.strings);
  g_free (self.indices);
  g_free (self.ids);
  g_array_unref (self.used);
  g_free (self.module_ids);
  g_array_unref (self.modules);
  g_free (self.path);
  g_array_unref (self.above);
  return ok;
}
