/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads one sample of a pprof profile: its stack, its values, its labels.
 *
 * Samples make up most of a file.  Neighbouring samples share most of their callers, so the bytes
 * of these ids are equal and are not decoded again.
 */
#include "cyan-pprof.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <string.h>

/* Maximum number of samples in a profile. */
#define MAX_SAMPLES (100u * 1000 * 1000)

/* Counts the packed ids, from the root, that are the same in the previous sample.  Sets *@length to
 * the bytes of the other ids. */
static guint
common_locations (const CyanPprofReader *self, const guchar *ids, gsize *length)
{
  const guchar *end = ids + *length, *at = end;
  const guchar *begin_before = self->packed->data, *before = begin_before;
  guint n = 0;

  if (self->packed->len == 0)
    return 0;
  before += self->packed->len;
  for (; at - ids >= 8 && before - begin_before >= 8; at -= 8, before -= 8)
    {
      guint64 word, word_before;

      memcpy (&word, at - 8, 8);
      memcpy (&word_before, before - 8, 8);
      if (word != word_before)
        break;
      /* Counts the bytes that end an id: sums their inverted top bits into the highest byte. */
      word = ~word >> 7 & G_GUINT64_CONSTANT (0x0101010101010101);
      n += (guint) (word * G_GUINT64_CONSTANT (0x0101010101010101) >> 56);
    }
  for (; at > ids && before > begin_before && at[-1] == before[-1]; at--, before--)
    n += at[-1] < 0x80;
  /* The first common byte may end an id that begins differently; skip it. */
  while (at < end
         && ((at > ids && at[-1] >= 0x80) || (before > begin_before && before[-1] >= 0x80)))
    {
      n -= *at < 0x80;
      at++;
      before++;
    }
  *length = (gsize) (at - ids);
  return n;
}

static gboolean
add_location (CyanPprofReader *self, const CyanProtobuf *wire, guint64 id, GError **error)
{
  if (id == 0)
    return cyan_protobuf_fail (wire, self->input, error, _ ("a sample of location 0"));
  self->stack[self->n_stack++] = cyan_ids_number (&self->tables.location_ids, id);
  return TRUE;
}

/* Reads the location ids of a sample: one id, or packed ids.  @is_all: the sample has no others. */
static gboolean
read_locations (CyanPprofReader *self, const CyanProtobuf *wire, gboolean is_all, GError **error)
{
  const guchar *at = wire->bytes, *end;
  gsize length = wire->type == CYAN_PROTOBUF_BYTES ? wire->length : 1;
  guint64 id;

  if (is_all)
    self->n_common = common_locations (self, wire->bytes, &length);
  if (self->n_stack + length > self->stack_room)
    {
      self->stack_room = (guint) MAX (self->n_stack + length, 2 * (gsize) self->stack_room);
      self->stack = g_renew (guint32, self->stack, self->stack_room);
    }
  if (wire->type == CYAN_PROTOBUF_NUMBER)
    return add_location (self, wire, wire->value, error);
  for (end = at + length; at < end;)
    {
      const char *problem = cyan_protobuf_number (&at, end, &id);

      if (problem != NULL)
        return cyan_protobuf_fail (wire, self->input, error, "%s", problem);
      if (!add_location (self, wire, id, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_value (gpointer data, const CyanProtobuf *wire, guint64 value, GError **error)
{
  CyanPprofReader *self = data;

  if (self->n_values == CYAN_PPROF_MAX_METRICS)
    return cyan_protobuf_fail (wire, self->input, error, _ ("a sample of more than %d values"),
                               CYAN_PPROF_MAX_METRICS);
  self->values[self->n_values++] = value;
  return TRUE;
}

/* The label with this key, which is added if it is new; NULL: there are too many keys. */
static CyanPprofLabel *
find_label (CyanPprofReader *self, guint32 key)
{
  guint i;

  for (i = 0; i < self->n_labels; i++)
    if (self->labels[i].key == key)
      return &self->labels[i];
  if (i == CYAN_PPROF_LABEL_KEYS)
    return NULL;
  self->labels[self->n_labels++].key = key;
  return &self->labels[i];
}

static void
count_text (CyanPprofLabel *label, guint32 text)
{
  guint i = 0;

  while (i < label->n_values && label->values[i].text != text)
    i++;
  if (i == CYAN_PPROF_LABEL_VALUES)
    {
      label->n_others++;
      return;
    }
  label->n_values = MAX (label->n_values, i + 1);
  label->values[i].text = text;
  label->values[i].n++;
}

static void
count_number (CyanPprofLabel *label, gint64 number, guint32 unit)
{
  if (label->n_numbers++ == 0)
    {
      label->least = label->greatest = number;
      label->unit = unit;
    }
  label->least = MIN (label->least, number);
  label->greatest = MAX (label->greatest, number);
}

static gboolean
read_label (CyanPprofReader *self, const CyanProtobuf *outer, GError **error)
{
  guint32 key = 0, text = 0, unit = 0;
  guint64 number = 0;
  CyanPprofLabel *label;
  const CyanPprofField fields[] = {
    { 0 }, { .string = &key }, { .string = &text }, { .number = &number }, { .string = &unit },
  };

  if (!cyan_pprof_read_numbers (&self->tables, outer, "label", fields, G_N_ELEMENTS (fields),
                                error))
    return FALSE;
  if (self->origins.pieces != NULL)
    {
      const CyanPprofSampleLabel added = { key, text, text == 0 ? (gint64) number : 0,
                                           text == 0 ? unit : 0 };

      g_array_append_val (self->origins.labels, added);
    }
  label = find_label (self, key);
  if (label != NULL && text != 0)
    count_text (label, text);
  else if (label != NULL)
    count_number (label, (gint64) number, unit);
  return TRUE;
}

/* All samples have as many values as the first. */
static gboolean
check_width (CyanPprofReader *self, const CyanProtobuf *wire, GError **error)
{
  if (self->n_samples == 0)
    {
      self->stacks.width = self->n_values;
      self->first_sample = wire->field_offset;
    }
  else if (self->n_values != self->stacks.width)
    return cyan_protobuf_fail (wire, self->input, error,
                               _ ("a sample with %u of the values of which the first has %u"),
                               self->n_values, self->stacks.width);
  if (self->n_samples == MAX_SAMPLES
      || (guint64) (self->stacks.n_rows + 1) * self->n_values > G_MAXINT32)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %'u samples"),
                      cyan_input_name (self->input), self->n_samples);
  self->n_samples++;
  return TRUE;
}

/* Adds the pieces of the pending sample, whose stack ends at @node. */
static void
add_pieces (CyanPprofReader *self, guint32 node)
{
  for (guint i = 0; i < self->stacks.width; i++)
    if (self->pending_values[i] != 0)
      cyan_pieces_add_timeless (self->origins.pieces, node, self->pending_origin, i,
                                (double) (gint64) self->pending_values[i]);
}

gboolean
cyan_pprof_end_samples (CyanPprofReader *self, GError **error)
{
  guint32 node;

  if (!self->pending)
    return TRUE;
  self->pending = FALSE;
  node = cyan_pprof_stacks_end (&self->stacks);
  if (node == G_MAXUINT32)
    return cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_NODE_LIMIT,
                           _ ("%s: more than %'u nodes"), cyan_input_name (self->input),
                           cyan_profile_builder_max_nodes (self->builder));
  cyan_pprof_stacks_add_values (&self->stacks, node, self->pending_values);
  if (self->origins.pieces != NULL)
    add_pieces (self, node);
  return TRUE;
}

/* The fast path for nearly all samples: packed locations, packed values, nothing else.  Returns
 * FALSE for any other sample and for a broken one; read_any() tells which. */
static gboolean
read_plain (CyanPprofReader *self, const CyanProtobuf *outer, CyanProtobuf *packed)
{
  const guchar *at = outer->bytes, *end = at + outer->length;
  guint64 length;

  if (at == end || *at++ != (1 << 3 | CYAN_PROTOBUF_BYTES)
      || cyan_protobuf_number (&at, end, &length) != NULL || length >= (guint64) (end - at))
    return FALSE;
  packed->field_offset = outer->offset + (guint64) (outer->bytes - outer->begin);
  packed->type = CYAN_PROTOBUF_BYTES;
  packed->bytes = at;
  packed->length = length;
  at += length;
  if (*at++ != (2 << 3 | CYAN_PROTOBUF_BYTES) || cyan_protobuf_number (&at, end, &length) != NULL
      || length != (guint64) (end - at))
    return FALSE;
  while (at < end)
    if (self->n_values == CYAN_PPROF_MAX_METRICS
        || cyan_protobuf_number (&at, end, &self->values[self->n_values++]) != NULL)
      {
        self->n_values = 0;
        return FALSE;
      }
  return TRUE;
}

/* The general path.  If @is_packed, the locations in @packed are still to be read. */
static gboolean
read_any (CyanPprofReader *self,
          const CyanProtobuf *outer,
          CyanProtobuf *packed,
          gboolean *is_packed,
          GError **error)
{
  CyanProtobuf wire;
  guint n_fields = 0;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    {
      gboolean ok = TRUE;

      if (wire.field <= 3 && (wire.field == 3 || wire.type != CYAN_PROTOBUF_NUMBER)
          && !cyan_protobuf_expect (&wire, self->input, CYAN_PROTOBUF_BYTES, "sample", error))
        return FALSE;
      if (wire.field == 1 && n_fields++ == 0 && wire.type == CYAN_PROTOBUF_BYTES)
        {
          *packed = wire;
          *is_packed = TRUE;
        }
      else if (wire.field == 1)
        {
          ok = (!*is_packed || read_locations (self, packed, FALSE, error))
               && read_locations (self, &wire, FALSE, error);
          *is_packed = FALSE;
        }
      else if (wire.field == 2)
        ok = cyan_protobuf_numbers (&wire, self->input, "sample", add_value, self, error);
      else if (wire.field == 3)
        ok = read_label (self, &wire, error);
      if (!ok)
        return FALSE;
    }
  return step == 0;
}

gboolean
cyan_pprof_read_sample (CyanPprofReader *self, const CyanProtobuf *outer, GError **error)
{
  CyanProtobuf packed = { 0 };
  gboolean is_packed;

  self->n_common = self->n_stack = self->n_values = 0;
  is_packed = read_plain (self, outer, &packed);
  if ((!is_packed && !read_any (self, outer, &packed, &is_packed, error))
      || (is_packed && !read_locations (self, &packed, TRUE, error))
      || !check_width (self, outer, error))
    return FALSE;

  if (!cyan_pprof_end_samples (self, error))
    return FALSE;
  cyan_pprof_stacks_begin (&self->stacks, self->n_common, self->stack, self->n_stack);
  g_byte_array_set_size (self->packed, 0);
  if (is_packed)
    g_byte_array_append (self->packed, packed.bytes, (guint) packed.length);
  self->pending = TRUE;
  memcpy (self->pending_values, self->values, self->n_values * sizeof *self->values);
  if (self->origins.pieces != NULL)
    self->pending_origin = cyan_pprof_origins_take (&self->origins);
  return TRUE;
}
