/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes pprof's profile.proto: one sample for each leaf and for each node with values or calls.
 *
 * pprof values are integers.  A metric with fractional values is therefore written in a finer unit.
 * Times use the coarsest of milliseconds, microseconds and nanoseconds that makes all values
 * integers; if none does, they are rounded to nanoseconds.  Other metrics use multiples of 1/10,
 * 1/100 ... 1/1000000.
 *
 * What a profile that was read from pprof has is read again.  Of others, pprof has no place for
 * some things; cyan_pprof_losses() says which.
 */
#include "cyan-pprof.h"

#include "cyan-error.h"
#include "cyan-scratch.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Maximum size in bytes of all stacks together. */
#define MAX_STACKS (G_GUINT64_CONSTANT (4) << 30)

/* 2^63, the least value that does not fit in an int64. */
#define TOO_LARGE 9223372036854775808.0

/* How a metric becomes integers. */
typedef struct
{
  double factor; /* at least 1; value * factor is written */
  char *unit;    /* the unit of the written values in pprof's words; owned */
} Scale;

typedef struct
{
  const CyanProfile *profile;
  CyanOutput *output;
  GByteArray *message; /* the message that is being built */
  GByteArray *inner;   /* a message nested in it */
  Scale *scales;
  gboolean has_calls;

  GPtrArray *strings; /* of char *, owned */
  guint32 *indices;   /* index in @strings by number in the pool; 0: not added yet */

  guint32 *ids;        /* by function, also of its location; 0: not used yet */
  GArray *used;        /* of guint32: functions by id - 1 */
  guint32 *module_ids; /* ids of mappings, by number in the pool */
  GArray *modules;     /* of CyanStr by id - 1 */

  /* The ids of the path to the current node, the leaf first, at the end of the buffer. */
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

/* Whether all values times @factor are integers that fit in an int64, within the precision of
 * doubles. */
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

/* The coarsest scale in which @n @values of @metric are integers that fit, or else the finest
 * available scale. */
static Scale
scale_of (const CyanMetric *metric, const double *values, guint n)
{
  static const char *const units[] = { "s", "ms", "us", "ns" };
  double ns = cyan_pprof_unit_ns (metric->unit);
  const char *unit = metric->unit;
  guint multiplier = 1;
  double factor = 1;

  for (guint i = 0; ns > 0 && i < G_N_ELEMENTS (units) && !are_integers (values, n, factor); i++)
    {
      double finer = ns / cyan_pprof_unit_ns (units[i]);

      if (finer > 1 && do_fit (values, n, finer))
        {
          factor = finer;
          unit = units[i];
        }
    }
  while (ns == 0 && multiplier < 1000000 && !are_integers (values, n, multiplier)
         && do_fit (values, n, 10.0 * multiplier))
    multiplier *= 10;
  return (Scale){ factor * multiplier, cyan_pprof_unit_write (metric->name, unit, multiplier) };
}

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

/* Writes a number. 0 is left out, because it is the default. */
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

/* Writes @content as field @field of the message Profile. */
static gboolean
write_field (Writer *self, guint field, gconstpointer content, gsize length, GError **error)
{
  GByteArray *head = self->inner;

  g_byte_array_set_size (head, 0);
  put_number (head, field << 3 | 2);
  put_number (head, length);
  return cyan_output_write (self->output, (const char *) head->data, head->len, error)
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

      self->scales[m] = scale_of (metric, metric->self, profile->n_nodes);
      if (!do_fit (metric->self, profile->n_nodes, self->scales[m].factor))
        return cyan_fail (error, CYAN_ERROR_LIMIT,
                          "values of %s are too large for pprof, whose values have 64 bits",
                          metric->name);
      if (!write_value_type (self, 1, metric->name, self->scales[m].unit, error))
        return FALSE;
    }
  return !self->has_calls || write_value_type (self, 1, CYAN_PPROF_CALLS, "count", error);
}

/* The number that @value, of an array of @ids, has in @used. */
static guint32
id_of (guint32 *ids, GArray *used, guint32 value)
{
  if (ids[value] == 0)
    {
      g_array_append_val (used, value);
      ids[value] = used->len;
    }
  return ids[value];
}

/* Prepends @id to the path. */
static void
put_id (Writer *self, guint32 id)
{
  guint8 text[5];
  guint n = 0;

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
}

/* Makes the path lead to @node.  Nodes must come in preorder. */
static void
go_to (Writer *self, CyanNode node)
{
  const CyanProfile *profile = self->profile;
  GArray *path = self->above;
  Above here = { node, 0 };

  while (path->len > 0 && profile->end[g_array_index (path, Above, path->len - 1).node] <= node)
    g_array_set_size (path, path->len - 1);
  self->length = path->len > 0 ? g_array_index (path, Above, path->len - 1).length : 0;
  put_id (self, id_of (self->ids, self->used, profile->function[node]));
  here.length = self->length;
  g_array_append_val (path, here);
}

static gint64
value_of (const Writer *self, guint metric, CyanNode node)
{
  return (gint64) nearbyint (self->profile->metrics[metric].self[node]
                             * self->scales[metric].factor);
}

/* Whether @node needs a sample: it has values or calls, or no other sample would keep it. */
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
  return write_message (self, 2, error);
}

static gboolean
write_samples (Writer *self, GError **error)
{
  guint64 bytes = 0;

  /* A stack of a million frames with a value at each frame would need 5 * 10^11 ids. */
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

/* Writes the functions, each with a location of the same id, and the mappings. */
static gboolean
write_functions (Writer *self, GError **error)
{
  for (guint32 id = 1; id <= self->used->len; id++)
    {
      const CyanFunction *function =
          &self->profile->functions[g_array_index (self->used, guint32, id - 1)];
      guint32 module = function->module == CYAN_STR_EMPTY
                           ? 0
                           : id_of (self->module_ids, self->modules, function->module);

      put_field (self->message, 1, id);
      put_field (self->message, 2, module);
      g_byte_array_set_size (self->inner, 0);
      put_field (self->inner, 1, id);
      put_field (self->inner, 2, function->line);
      put_bytes (self->message, 4, self->inner->data, self->inner->len);
      if (!write_message (self, 4, error))
        return FALSE;
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
      /* Tools need not look for symbols: functions, files, lines and inlined frames are
       * complete. */
      for (guint field = 7; field <= 10; field++)
        put_field (self->message, field, 1);
      if (!write_message (self, 3, error))
        return FALSE;
    }
  return TRUE;
}

/* Writes the meta data for which pprof has fields as these, all others as comments. */
static void
put_meta (Writer *self, GByteArray *fields)
{
  g_autoptr (GByteArray) comments = g_byte_array_new ();
  gint64 time = 0, duration = 0;

  for (guint i = 0; i < self->profile->n_meta; i++)
    {
      const CyanMeta *meta = &self->profile->meta[i];
      g_autofree char *text = NULL;

      if ((strcmp (meta->key, "recorded") == 0 && cyan_pprof_time_from_text (meta->value, &time))
          || (strcmp (meta->key, "duration") == 0
              && cyan_pprof_duration_from_text (meta->value, &duration)))
        continue;
      text = strcmp (meta->key, CYAN_PPROF_COMMENT) == 0
                     || g_str_has_prefix (meta->key, CYAN_PPROF_COMMENT " ")
                 ? g_strdup (meta->value)
                 : g_strdup_printf ("%s: %s", meta->key, meta->value);
      put_number (comments, add_text (self, text));
    }
  put_field (fields, 9, (guint64) time);
  put_field (fields, 10, (guint64) duration);
  if (comments->len > 0)
    put_bytes (fields, 13, comments->data, comments->len);
}

static gboolean
write_rest (Writer *self, GError **error)
{
  const CyanProfile *profile = self->profile;
  const CyanMetric *first = &profile->metrics[0];
  g_autoptr (GByteArray) fields = g_byte_array_new ();
  Scale scale = scale_of (first, &profile->period, 1);
  double period = profile->period * scale.factor;
  gboolean ok = TRUE;

  put_meta (self, fields);
  if (period >= 0.5 && period < TOO_LARGE)
    {
      ok = write_value_type (self, 11, first->name, scale.unit, error);
      put_field (fields, 12, (guint64) nearbyint (period));
    }
  put_field (fields, 14, add_text (self, first->name));
  g_free (scale.unit);
  if (!ok
      || (fields->len > 0
          && !cyan_output_write (self->output, (const char *) fields->data, fields->len, error)))
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
  g_auto (CyanScratch) scratch = { NULL };
  guint n_strings = cyan_strings_count (profile->strings);
  Writer self = {
    .profile = profile,
    .output = output,
    .has_calls = cyan_profile_has_calls (profile),
    .message =
        cyan_scratch_own (&scratch, g_byte_array_new (), (GDestroyNotify) g_byte_array_unref),
    .inner = cyan_scratch_own (&scratch, g_byte_array_new (), (GDestroyNotify) g_byte_array_unref),
    .scales = cyan_scratch_own (&scratch, g_new0 (Scale, profile->n_metrics), g_free),
    .strings = cyan_scratch_pointers (&scratch, g_free),
    .indices = cyan_scratch_own (&scratch, g_new0 (guint32, n_strings), g_free),
    .ids = cyan_scratch_own (&scratch, g_new0 (guint32, profile->n_functions), g_free),
    .used = cyan_scratch_array (&scratch, sizeof (guint32)),
    .module_ids = cyan_scratch_own (&scratch, g_new0 (guint32, n_strings), g_free),
    .modules = cyan_scratch_array (&scratch, sizeof (CyanStr)),
    .above = cyan_scratch_array (&scratch, sizeof (Above)),
  };

  for (guint m = 0; m < profile->n_metrics; m++)
    cyan_scratch_free (&scratch, &self.scales[m].unit);
  cyan_scratch_free (&scratch, &self.path);
  g_ptr_array_add (self.strings, g_strdup (""));
  return write_sample_types (&self, error) && write_samples (&self, error)
         && write_functions (&self, error) && write_rest (&self, error);
}

/* The losses of values and calls; NULL: none. */
static char *
number_losses (const CyanProfile *profile)
{
  g_autoptr (GString) rounded = g_string_new (NULL);
  Scale of_period = scale_of (&profile->metrics[0], &profile->period, 1);
  double period = profile->period * of_period.factor;
  gboolean cut = FALSE;

  g_free (of_period.unit);
  for (guint m = 0; m < profile->n_metrics; m++)
    {
      const CyanMetric *metric = &profile->metrics[m];
      Scale scale = scale_of (metric, metric->self, profile->n_nodes);

      if (!are_integers (metric->self, profile->n_nodes, scale.factor))
        g_string_append_printf (rounded, "%s%s", rounded->len > 0 ? ", " : "", metric->name);
      g_free (scale.unit);
    }
  if (period != nearbyint (period))
    g_string_append_printf (rounded, "%sthe period", rounded->len > 0 ? " and of " : "");
  for (CyanNode i = 1; profile->calls != NULL && i < profile->n_nodes; i++)
    cut |= profile->calls[i] > (guint64) G_MAXINT64 && profile->calls[i] != CYAN_CALLS_UNKNOWN;
  if (rounded->len == 0)
    return cut ? g_strdup ("pprof does not carry calls beyond 2^63 - 1: cut") : NULL;
  return g_strdup_printf ("pprof carries whole numbers only: values of %s were rounded%s",
                          rounded->str, cut ? "; and calls beyond 2^63 - 1 were cut" : "");
}

/* Whether calls that are not known are for some nodes that are written. */
static gboolean
has_unknown_calls (const CyanProfile *profile)
{
  if (!cyan_profile_has_calls (profile))
    return FALSE;
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (profile->calls[i] == CYAN_CALLS_UNKNOWN)
      {
        gboolean written = profile->end[i] == i + 1;

        for (guint m = 0; m < profile->n_metrics; m++)
          written |= profile->metrics[m].self[i] != 0;
        if (written)
          return TRUE;
      }
  return FALSE;
}

/* The data that pprof cannot hold, such as ", call sites, body hashes". */
static char *
other_losses (const CyanProfile *profile)
{
  static const char *const recordings[] = { ", that every call was seen", "",
                                            ", that the tree is inferred" };
  /* By function: the last caller in which it was seen. */
  g_autofree CyanNode *caller = g_new0 (CyanNode, profile->n_functions);
  GString *lost = g_string_new (NULL);
  gboolean call_sites = FALSE, bodies = FALSE, folders = FALSE, calls = FALSE;
  guint n_merged = 0;

  for (CyanNode i = 1; profile->call_site != NULL && i < profile->n_nodes; i++)
    call_sites |= profile->call_site[i] != 0;
  for (guint32 f = 1; f < profile->n_functions; f++)
    {
      bodies |= profile->functions[f].body_hash != 0;
      folders |= strpbrk (cyan_strings_get (profile->strings, profile->functions[f].module), "/\\")
                 != NULL;
    }
  for (guint m = 1; !cyan_profile_has_calls (profile) && m < profile->n_metrics; m++)
    calls |= strcmp (profile->metrics[m].name, CYAN_PPROF_CALLS) == 0
             && g_strcmp0 (profile->metrics[m].unit, "count") == 0;
  for (CyanNode parent = 0; parent < profile->n_nodes; parent++)
    for (CyanNode i = parent + 1; i < profile->end[parent]; i = profile->end[i])
      {
        n_merged += caller[profile->function[i]] == parent + 1;
        caller[profile->function[i]] = parent + 1;
      }
  g_string_append (lost, call_sites ? ", call sites" : "");
  g_string_append (lost, bodies ? ", body hashes" : "");
  g_string_append (lost, folders ? ", folders of modules" : "");
  g_string_append (lost, calls ? ", that calls are a metric" : "");
  g_string_append (lost, has_unknown_calls (profile) ? ", which calls are unknown" : "");
  g_string_append (lost, profile->unordered ? "" : ", the order of callees");
  g_string_append (lost, recordings[profile->recording]);
  g_string_append (lost, profile->n_threads > 0 ? ", the number of threads" : "");
  g_string_append (lost, profile->pruning.phi > 0 ? ", what may be missing" : "");
  g_string_append (lost, profile->hosts != NULL ? ", what came from which host" : "");
  if (n_merged > 0)
    g_string_append_printf (lost, ", and what tells %u %s from others of the same functions",
                            n_merged, n_merged == 1 ? "context" : "contexts");
  return g_string_free (lost, FALSE);
}

char *
cyan_pprof_losses (const CyanProfile *profile)
{
  g_autofree char *numbers = number_losses (profile), *others = other_losses (profile);

  if (*others == '\0')
    return g_steal_pointer (&numbers);
  return numbers == NULL
             ? g_strdup_printf ("pprof does not carry %s: left out", others + 2)
             : g_strdup_printf ("%s; pprof does not carry %s: left out", numbers, others + 2);
}
