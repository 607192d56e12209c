/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elements of an export of xctrace, and what they say to those around them. */
#include "cyan-error.h"
#include "cyan-frame-name.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-xctrace.h"

#include <string.h>

/* An element that has not ended. */
typedef struct
{
  CyanXctraceKind kind;
  guint32 number; /* of its id; G_MAXUINT32: it has none, or refers to another */
  gboolean is_reference;
  CyanXctraceThing thing;
} Open;

typedef struct
{
  const char *name;
  CyanXctraceKind kind;
} Element;

static const Element elements[] = {
  { "row", CYAN_XCTRACE_ROW },
  { "backtrace", CYAN_XCTRACE_BACKTRACE },
  { "tagged-backtrace", CYAN_XCTRACE_BACKTRACE },
  { "frame", CYAN_XCTRACE_FRAME },
  { "binary", CYAN_XCTRACE_BINARY },
  { "source", CYAN_XCTRACE_SOURCE },
  { "path", CYAN_XCTRACE_PATH },
  { "process", CYAN_XCTRACE_PROCESS },
  { "thread", CYAN_XCTRACE_THREAD },
  { "weight", CYAN_XCTRACE_TIME },
  { "cycle-weight", CYAN_XCTRACE_CYCLES },
};

static Open *
innermost (CyanXctrace *self)
{
  return self->open->len > 0 ? &g_array_index (self->open, Open, self->open->len - 1) : NULL;
}

static CyanXctraceKind
kind_of (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (elements); i++)
    if (strcmp (name, elements[i].name) == 0)
      return elements[i].kind;
  return CYAN_XCTRACE_OTHER;
}

static const char *
attribute (const char **names, const char **values, const char *name)
{
  for (; *names != NULL; names++, values++)
    if (strcmp (*names, name) == 0)
      return *values;
  return NULL;
}

/* Finds what @open refers to, or gives its id a number. */
static gboolean
identify (CyanXctrace *self, Open *open, const char *id, const char *ref, GError **error)
{
  const char *text = ref != NULL ? ref : id;
  const CyanXctraceThing nothing = { 0 };
  guint64 value;
  guint32 number;

  if (text == NULL)
    return TRUE;
  if (!cyan_parse_uint64 (text, strlen (text), &value))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not the number of an element"),
                      text);
  if (ref == NULL)
    {
      open->number = cyan_ids_number (&self->ids, value);
      cyan_charge_set (&self->ids_charge, cyan_ids_memory (&self->ids));
      if (open->number >= self->things->len)
        cyan_charge_append (&self->charge, self->things, nothing);
      return TRUE;
    }
  number = cyan_ids_find (&self->ids, value);
  if (number == G_MAXUINT32)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("element %" PRIu64 " is not defined"), value);
  open->is_reference = TRUE;
  open->thing = g_array_index (self->things, CyanXctraceThing, number);
  return TRUE;
}

static void
begin_element (GMarkupParseContext *context,
               const char *name,
               const char **names,
               const char **values,
               gpointer data,
               GError **error)
{
  CyanXctrace *self = data;
  Open open = { .kind = kind_of (name), .number = G_MAXUINT32 };
  const char *text;
  guint64 line;

  self->silence = 0;
  g_string_truncate (self->text, 0);
  if (!identify (self, &open, attribute (names, values, "id"), attribute (names, values, "ref"),
                 error))
    return;
  if (!open.is_reference)
    {
      text = attribute (names, values, open.kind == CYAN_XCTRACE_PROCESS ? "fmt" : "name");
      if (text != NULL && open.kind == CYAN_XCTRACE_PROCESS)
        open.thing.name = cyan_process_name (self->strings, text);
      else if (text != NULL && open.kind == CYAN_XCTRACE_FRAME)
        open.thing.name = cyan_frame_name (self->strings, text, strlen (text));
      else if (text != NULL && open.kind == CYAN_XCTRACE_BINARY)
        open.thing.name = cyan_strings_add (self->strings, text, -1);
      text = attribute (names, values, "line");
      if (text != NULL && cyan_parse_uint64 (text, strlen (text), &line) && line <= G_MAXINT32)
        open.thing.line = (guint32) line;
      open.thing.first_frame = self->frames->len;
    }
  cyan_charge_append (&self->charge, self->open, open);
}

static void
add_text (
    GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  CyanXctrace *self = data;
  const Open *open = innermost (self);

  self->silence = 0;
  if (open != NULL
      && (open->kind == CYAN_XCTRACE_PATH || open->kind == CYAN_XCTRACE_TIME
          || open->kind == CYAN_XCTRACE_CYCLES))
    g_string_append_len (self->text, text, (gssize) length);
}

/* The file of the function, which is that of the first of its frames: other lines may belong to
 * functions that were inlined into it. */
static CyanStr
file_of (CyanXctrace *self, const CyanXctraceThing *frame)
{
  gint64 key = (gint64) ((guint64) frame->module << 32 | frame->name);
  gpointer file;

  if (g_hash_table_lookup_extended (self->files, &key, NULL, &file))
    return GPOINTER_TO_UINT (file);
  g_hash_table_insert (self->files, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (frame->file));
  cyan_charge_add (&self->charge, sizeof key + CYAN_CHARGE_HASH_ENTRY);
  return frame->file;
}

static void
end_frame (CyanXctrace *self, Open *open, Open *outer)
{
  CyanXctraceThing *thing = &open->thing;
  CyanXctraceFrame frame;

  if (!open->is_reference)
    {
      if (thing->name == CYAN_STR_EMPTY)
        thing->name = cyan_frame_name (self->strings, "", 0);
      thing->function = cyan_profile_builder_function (self->builder, thing->name, thing->module,
                                                       file_of (self, thing), 0, 0);
    }
  if (outer->kind != CYAN_XCTRACE_BACKTRACE)
    return;
  frame = (CyanXctraceFrame){ thing->function, thing->line };
  cyan_charge_append (&self->charge, self->frames, frame);
}

/* Hands what @open says to the element around it. */
static void
hand_over (CyanXctrace *self, const Open *open, Open *outer)
{
  const CyanXctraceThing *thing = &open->thing;

  switch (open->kind)
    {
    case CYAN_XCTRACE_BINARY:
      outer->thing.module = thing->name;
      break;
    case CYAN_XCTRACE_PATH:
      outer->thing.file = thing->name;
      break;
    case CYAN_XCTRACE_SOURCE:
      outer->thing.file = thing->file;
      outer->thing.line = thing->line;
      break;
    case CYAN_XCTRACE_PROCESS:
    case CYAN_XCTRACE_THREAD:
      if (outer->kind == CYAN_XCTRACE_ROW || outer->kind == CYAN_XCTRACE_THREAD)
        outer->thing.name = thing->name;
      self->n_threads += open->kind == CYAN_XCTRACE_THREAD && !open->is_reference;
      break;
    case CYAN_XCTRACE_BACKTRACE:
      outer->thing.has_backtrace = TRUE;
      outer->thing.first_frame = thing->first_frame;
      outer->thing.n_frames = thing->n_frames;
      break;
    case CYAN_XCTRACE_TIME:
    case CYAN_XCTRACE_CYCLES:
      outer->thing.weighed = open->kind;
      outer->thing.weight = thing->weight;
      break;
    default:
      break;
    }
}

static void
end_element (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  static Open nowhere;
  CyanXctrace *self = data;
  Open open = *innermost (self), *outer;
  CyanXctraceThing *thing = &open.thing;

  self->silence = 0;
  cyan_charge_drop (&self->charge, sizeof open);
  g_array_set_size (self->open, self->open->len - 1);
  outer = innermost (self);
  if (outer == NULL)
    {
      nowhere = (Open){ 0 };
      outer = &nowhere;
    }
  if (open.kind == CYAN_XCTRACE_PATH && !open.is_reference)
    thing->name = cyan_strings_add (self->strings, self->text->str, (gssize) self->text->len);
  else if ((open.kind == CYAN_XCTRACE_TIME || open.kind == CYAN_XCTRACE_CYCLES)
           && !open.is_reference
           && !cyan_parse_double (self->text->str, self->text->len, &thing->weight))
    {
      cyan_fail (error, CYAN_ERROR_INVALID, _ ("the weight of a row is not a number"));
      return;
    }
  /* A tagged backtrace has a backtrace, which counted its frames. */
  if (open.kind == CYAN_XCTRACE_BACKTRACE && !open.is_reference && !thing->has_backtrace)
    thing->n_frames = self->frames->len - thing->first_frame;
  if (open.kind == CYAN_XCTRACE_FRAME)
    end_frame (self, &open, outer);
  if (open.kind == CYAN_XCTRACE_ROW && !cyan_xctrace_add_row (self, thing, error))
    return;
  hand_over (self, &open, outer);
  if (open.number != G_MAXUINT32)
    g_array_index (self->things, CyanXctraceThing, open.number) = *thing;
}

const GMarkupParser cyan_xctrace_parser = { begin_element, end_element, add_text, NULL, NULL };

void
cyan_xctrace_init (CyanXctrace *self, CyanProfileBuilder *builder)
{
  self->builder = builder;
  self->strings = cyan_profile_builder_strings (builder);
  self->metric = CYAN_XCTRACE_ROW;
  cyan_ids_init (&self->ids);
  self->things = g_array_new (FALSE, FALSE, sizeof (CyanXctraceThing));
  self->frames = g_array_new (FALSE, FALSE, sizeof (CyanXctraceFrame));
  self->open = g_array_new (FALSE, FALSE, sizeof (Open));
  self->text = g_string_new (NULL);
  self->files = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->nodes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  cyan_charge_init (&self->charge, cyan_profile_builder_budget (builder));
  cyan_charge_init (&self->ids_charge, cyan_profile_builder_budget (builder));
}

void
cyan_xctrace_clear (CyanXctrace *self)
{
  cyan_ids_clear (&self->ids);
  g_array_unref (self->things);
  g_array_unref (self->frames);
  g_array_unref (self->open);
  g_string_free (self->text, TRUE);
  g_hash_table_unref (self->files);
  g_hash_table_unref (self->nodes);
  cyan_charge_clear (&self->charge);
  cyan_charge_clear (&self->ids_charge);
}
