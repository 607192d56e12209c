/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes pprof's profile.proto: one sample for each leaf and for each node with values or calls.
 *
 * pprof values are integers.  A metric with fractional values is therefore written in a finer unit.
 * Times use the coarsest of milliseconds, microseconds and nanoseconds that makes all values
 * integers; if none does, they are rounded to nanoseconds.  Other metrics use multiples of 1/10,
 * 1/100 ... 1/1000000.  A node with unknown calls gets a label that says so if other nodes have
 * known calls.
 *
 * As everywhere in pprof, the line of a caller's location is the line of its call.  A comment
 * (CyanPprofExtensions) tells our reader so.  Without that comment it identifies contexts by their
 * path of functions alone.
 */
#include "cyan-format-pprof.h"

#include "cyan-error.h"
#include "cyan-pprof-scale.h"

#include <math.h>
#include <string.h>

/* Maximum size in bytes of all stacks together. */
#define MAX_STACKS (G_GUINT64_CONSTANT (4) << 30)

/* A function, a line in it, and the number of the callee if several callees share this function and
 * call site. */
typedef struct
{
  guint32 function, line, duplicate;
} Location;

typedef struct
{
  const CyanProfile *profile;
  CyanOutput *output;
  GByteArray *message; /* the message that is being built */
  GByteArray *inner;   /* a message nested in it */
  CyanPprofScale *scales;
  gboolean has_calls;

  GPtrArray *strings; /* of char *, owned */
  guint32 *indices;   /* index in @strings by number in the pool; 0: not added yet */
  guint32 calls, unknown;

  CyanPprofExtensions extensions;
  guint32 *duplicates; /* by node: number of earlier siblings with its function and call site, or
                          NULL */

  guint32 *ids;        /* by function; 0: not used yet */
  GArray *used;        /* of guint32: functions by id - 1 */
  guint32 *usual_ids;  /* by function: its location at the line of its definition; 0: not used
                          yet */
  GHashTable *others;  /* ids of all other locations, by Location */
  GArray *locations;   /* of Location: locations by id - 1 */
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

static guint
location_hash (gconstpointer key)
{
  const Location *location = key;

  return (location->function * 31 + location->line) * 31 + location->duplicate;
}

static gboolean
location_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Location)) == 0;
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

static gboolean
write_value_type (Writer *self, guint field, const char *type, const char *unit, GError **error)
{
  put_field (self->message, 1, add_text (self, type));
  put_field (self->message, 2, add_text (self, unit));
  return write_message (self, field, error);
}

/* Records the unit as an extension if pprof's unit does not say all about it. */
static void
set_unit (Writer *self, guint m)
{
  const CyanMetric *metric = &self->profile->metrics[m];
  double divisor;
  g_autofree char *unit = cyan_pprof_unit_read (metric->name, self->scales[m].unit, &divisor);

  if (strcmp (unit, metric->unit) != 0 || divisor != self->scales[m].factor)
    self->extensions.units[m] = (CyanPprofUnit){ self->scales[m].factor, g_strdup (metric->unit) };
}

static gboolean
write_sample_types (Writer *self, GError **error)
{
  const CyanProfile *profile = self->profile;

  for (guint m = 0; m < profile->n_metrics; m++)
    {
      const CyanMetric *metric = &profile->metrics[m];

      self->scales[m] = cyan_pprof_scale_of (metric, profile->n_nodes);
      set_unit (self, m);
      if (!cyan_pprof_scale_fits (&self->scales[m], metric, profile->n_nodes))
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
add_location (Writer *self, Location location)
{
  g_array_append_val (self->locations, location);
  return self->locations->len;
}

/* The id of the location of @node's function at @line. */
static guint32
id_of (Writer *self, CyanNode node, guint32 line)
{
  guint32 function = self->profile->function[node];
  const Location location = { function, line,
                              self->duplicates != NULL ? self->duplicates[node] : 0 };
  guint32 id;

  if (self->ids[function] == 0)
    {
      g_array_append_val (self->used, function);
      self->ids[function] = self->used->len;
    }
  if (location.duplicate == 0 && line == self->profile->functions[function].line)
    {
      if (self->usual_ids[function] == 0)
        self->usual_ids[function] = add_location (self, location);
      return self->usual_ids[function];
    }
  id = GPOINTER_TO_UINT (g_hash_table_lookup (self->others, &location));
  if (id == 0)
    {
      id = add_location (self, location);
      g_hash_table_insert (self->others, g_memdup2 (&location, sizeof location),
                           GUINT_TO_POINTER (id));
    }
  return id;
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

static inline Above *
above_at (const Writer *self, guint depth)
{
  return &g_array_index (self->above, Above, depth);
}

/* Makes the path lead to @node.  Nodes must come in preorder. */
static void
go_to (Writer *self, CyanNode node)
{
  const CyanProfile *profile = self->profile;
  GArray *path = self->above;
  Above here = { node, 0 };

  while (path->len > 0 && profile->end[above_at (self, path->len - 1)->node] <= node)
    g_array_set_size (path, path->len - 1);
  self->length = path->len > 0 ? above_at (self, path->len - 1)->length : 0;
  if (self->extensions.call_sites && path->len > 0)
    {
      Above *caller = above_at (self, path->len - 1);

      self->length = path->len > 1 ? above_at (self, path->len - 2)->length : 0;
      put_id (self, id_of (self, caller->node, profile->call_site[node]));
      caller->length = self->length;
    }
  put_id (self, id_of (self, node, cyan_profile_function (profile, node)->line));
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

/* The name, followed by the hash of the body if there is one. */
static guint32
system_name (Writer *self, const CyanFunction *function)
{
  g_autofree char *text = NULL;

  if (function->body_hash == 0)
    return self->extensions.body_hashes ? 0 : add_string (self, function->name);
  text = cyan_pprof_body_write (cyan_strings_get (self->profile->strings, function->name),
                                function->body_hash);
  return add_text (self, text);
}

static gboolean
write_locations (Writer *self, GError **error)
{
  for (guint32 id = 1; id <= self->locations->len; id++)
    {
      const Location *location = &g_array_index (self->locations, Location, id - 1);
      const CyanFunction *function = &self->profile->functions[location->function];

      put_field (self->message, 1, id);
      put_field (self->message, 2, mapping_of (self, function->module));
      put_field (self->message, 3, location->duplicate);
      g_byte_array_set_size (self->inner, 0);
      put_field (self->inner, 1, self->ids[location->function]);
      put_field (self->inner, 2, location->line);
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
      put_field (self->message, 3, system_name (self, function));
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

static gboolean
write_rest (Writer *self, GError **error)
{
  const CyanProfile *profile = self->profile;
  g_autoptr (GByteArray) fields = g_byte_array_new ();
  g_autoptr (GByteArray) comments = g_byte_array_new ();
  g_autoptr (GPtrArray) texts = NULL;
  double period = profile->period * self->scales[0].factor;
  gint64 time, duration;

  if (self->extensions.units[0].unit != NULL)
    self->extensions.period = profile->period;
  texts = cyan_pprof_extensions_comments (&self->extensions, profile, &time, &duration);
  for (guint i = 0; i < texts->len; i++)
    put_number (comments, add_text (self, g_ptr_array_index (texts, i)));
  put_field (fields, 9, (guint64) time);
  put_field (fields, 10, (guint64) duration);
  if (period >= 0.5 && period < CYAN_PPROF_TOO_LARGE)
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
  self.scales = g_new0 (CyanPprofScale, profile->n_metrics);
  self.strings = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self.strings, g_strdup (""));
  self.indices = g_new0 (guint32, n_strings);
  self.ids = g_new0 (guint32, profile->n_functions);
  self.used = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.usual_ids = g_new0 (guint32, profile->n_functions);
  self.others = g_hash_table_new_full (location_hash, location_equal, g_free, NULL);
  self.locations = g_array_new (FALSE, FALSE, sizeof (Location));
  self.duplicates = cyan_pprof_extensions_collect (&self.extensions, profile);
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
  cyan_pprof_extensions_clear (&self.extensions);
  g_free (self.duplicates);
  g_free (self.ids);
  g_array_unref (self.used);
  g_free (self.usual_ids);
  g_hash_table_unref (self.others);
  g_array_unref (self.locations);
  g_free (self.module_ids);
  g_array_unref (self.modules);
  g_free (self.path);
  g_array_unref (self.above);
  return ok;
}
