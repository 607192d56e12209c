/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads heaptrack's recordings, as heaptrack_interpret writes them: lines of a letter and
 * hexadecimal numbers.
 *
 *   v VERSION FILE-VERSION   s LENGTH STRING            i ADDRESS MODULE [FUNCTION FILE LINE]...
 *   t IP PARENT              a SIZE TRACE               + ALLOCATION      - ALLOCATION
 *
 * Strings, instruction pointers (ip) and traces are numbered from 1, and 0 is none; allocations
 * from 0.  The frames of an ip are those inlined into each other, the innermost
 * first; the last may lack file and line.  The format
 * is defined by src/analyze/accumulatedtracedata.cpp of heaptrack.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-scratch.h"

#include <string.h>

/* The last version of files that we know, and the first whose allocations have numbers. */
#define LAST_VERSION  3
#define FIRST_VERSION 1
/* Strings have their length in front. */
#define SIZED_STRINGS 3
/* heaptrack before 1.0, which wrote this version and no file version: it is 1. */
#define OLD_VERSION 0x010200

#define UNKNOWN_NAME "[unknown]"

/* One of the frames at an instruction pointer. */
typedef struct
{
  guint32 function; /* of the builder */
  guint32 line;     /* 0: unknown */
} Frame;

typedef struct
{
  guint32 first_frame, n_frames; /* innermost first */
} Ip;

typedef struct
{
  CyanNode node;
  guint32 line; /* of the innermost frame: the call site of what it calls */
  guint64 allocated, now, peak;
  guint64 n_allocations, n_temporary;
  gboolean moved; /* since the last peak */
} Trace;

typedef struct
{
  guint64 size;
  guint32 trace;
} Allocation;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanCharge charge;
  guint64 version;
  GArray *strings;     /* of CyanStr */
  GArray *frames;      /* of Frame */
  GArray *ips;         /* of Ip */
  GArray *traces;      /* of Trace; the first is none */
  GArray *allocations; /* of Allocation */
  GArray *moved;       /* of guint32: traces that allocated or freed since the last peak */
  guint64 now, peak;
  gboolean has_ended;
  guint64
      last; /* allocation of the line before; as in heaptrack 0 if it was none, so that a free of
                   the first one is always temporary */
  CyanLine line; /* its rest */
} Reader;

/* The next number of the line.  FALSE if there is none. */
static gboolean
take (Reader *self, guint64 *value)
{
  cyan_line_skip (&self->line);
  return cyan_line_hex (&self->line, value);
}

/* The next number of the line, which is less than @limit. */
static gboolean
take_below (Reader *self, guint64 limit, guint64 *value, GError **error)
{
  if (!take (self, value))
    return cyan_input_fail_line (self->input, error, _ ("a number is missing"));
  if (*value >= limit)
    return cyan_input_fail_line (self->input, error,
                                 _ ("number %" PRIx64 " (hexadecimal) is not defined"), *value);
  return TRUE;
}

static gboolean
read_version (Reader *self, GError **error)
{
  guint64 program = 0;

  self->version = 0;
  take (self, &program);
  if (!take (self, &self->version) && program == OLD_VERSION)
    self->version = FIRST_VERSION;
  if (self->version < FIRST_VERSION || self->version > LAST_VERSION)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: version %" PRIu64 " of heaptrack's format is none of %d to %d"),
                      cyan_input_name (self->input), self->version, FIRST_VERSION, LAST_VERSION);
  return TRUE;
}

static void
read_string (Reader *self)
{
  guint64 length;
  CyanStr string;

  if (self->version >= SIZED_STRINGS)
    take (self, &length);
  if (self->line.at < self->line.end && *self->line.at == ' ')
    self->line.at++;
  string = cyan_strings_add (cyan_profile_builder_strings (self->builder), self->line.at,
                             (gssize) (self->line.end - self->line.at));
  cyan_charge_append (&self->charge, self->strings, string);
}

/* Reads the number of a string. */
static gboolean
take_string (Reader *self, CyanStr *string, GError **error)
{
  guint64 number;

  if (!take_below (self, (guint64) self->strings->len + 1, &number, error))
    return FALSE;
  *string = number > 0 ? g_array_index (self->strings, CyanStr, number - 1) : CYAN_STR_EMPTY;
  return TRUE;
}

/* The part of a path after the last slash. */
static CyanStr
base_name (CyanStrings *strings, CyanStr path)
{
  const char *slash = strrchr (cyan_strings_get (strings, path), '/');

  return slash != NULL ? cyan_strings_add (strings, slash + 1, -1) : path;
}

static void
add_frame (Reader *self, CyanStr name, CyanStr module, CyanStr file, guint64 line)
{
  Frame frame = { .line = line <= G_MAXUINT32 ? (guint32) line : 0 };

  if (name == CYAN_STR_EMPTY)
    name = cyan_strings_add (cyan_profile_builder_strings (self->builder), UNKNOWN_NAME, -1);
  frame.function = cyan_profile_builder_function (self->builder, name, module, file, 0, 0);
  cyan_charge_append (&self->charge, self->frames, frame);
}

static gboolean
read_ip (Reader *self, GError **error)
{
  Ip ip = { .first_frame = self->frames->len };
  CyanStr module;
  guint64 number;

  if (!take_below (self, G_MAXUINT64, &number, error) || !take_string (self, &module, error))
    return FALSE;
  module = base_name (cyan_profile_builder_strings (self->builder), module);
  while (self->line.at < self->line.end)
    {
      CyanStr name, file = CYAN_STR_EMPTY;

      number = 0;
      if (!take_string (self, &name, error)
          || (self->line.at < self->line.end
              && (!take_string (self, &file, error)
                  || !take_below (self, G_MAXUINT64, &number, error))))
        return FALSE;
      add_frame (self, name, module, file, number);
    }
  if (self->frames->len == ip.first_frame)
    add_frame (self, CYAN_STR_EMPTY, module, CYAN_STR_EMPTY, 0);
  ip.n_frames = self->frames->len - ip.first_frame;
  cyan_charge_append (&self->charge, self->ips, ip);
  return TRUE;
}

static gboolean
read_trace (Reader *self, GError **error)
{
  guint64 ip, parent;
  Trace trace = { 0 };
  const Ip *at;

  if (!take_below (self, (guint64) self->ips->len + 1, &ip, error)
      || !take_below (self, self->traces->len, &parent, error))
    return FALSE;
  trace.node = g_array_index (self->traces, Trace, parent).node;
  trace.line = g_array_index (self->traces, Trace, parent).line;
  at = ip > 0 ? &g_array_index (self->ips, Ip, ip - 1) : NULL;
  for (guint i = at != NULL ? at->n_frames : 0; i-- > 0;)
    {
      const Frame *frame = &g_array_index (self->frames, Frame, at->first_frame + i);
      g_autoptr (GError) reason = NULL;

      trace.node = cyan_profile_builder_child (self->builder, trace.node, frame->function,
                                               trace.line, &reason);
      if (trace.node == CYAN_NODE_NONE)
        return cyan_fail_at (error, reason, "%s", cyan_input_name (self->input));
      trace.line = frame->line;
    }
  cyan_charge_append (&self->charge, self->traces, trace);
  return TRUE;
}

static gboolean
read_allocation (Reader *self, GError **error)
{
  Allocation allocation;
  guint64 trace;

  if (!take_below (self, G_MAXUINT64, &allocation.size, error)
      || !take_below (self, self->traces->len, &trace, error))
    return FALSE;
  allocation.trace = (guint32) trace;
  cyan_charge_append (&self->charge, self->allocations, allocation);
  return TRUE;
}

/* Notes that @trace changed, and if there is more memory in use than ever, what each trace has. */
static void
move (Reader *self, guint32 index)
{
  Trace *trace = &g_array_index (self->traces, Trace, index);

  if (!trace->moved)
    cyan_charge_append (&self->charge, self->moved, index);
  trace->moved = TRUE;
  if (self->now <= self->peak)
    return;
  self->peak = self->now;
  for (guint i = 0; i < self->moved->len; i++)
    {
      trace = &g_array_index (self->traces, Trace, g_array_index (self->moved, guint32, i));
      trace->peak = trace->now;
      trace->moved = FALSE;
    }
  cyan_charge_drop (&self->charge, self->moved->len * sizeof (guint32));
  g_array_set_size (self->moved, 0);
}

/* An allocation, or the end of one. */
static gboolean
read_event (Reader *self, gboolean begins, GError **error)
{
  guint64 number;
  const Allocation *allocation;
  Trace *trace;

  if (!take_below (self, self->allocations->len, &number, error))
    return FALSE;
  allocation = &g_array_index (self->allocations, Allocation, number);
  trace = &g_array_index (self->traces, Trace, allocation->trace);
  if (begins)
    {
      trace->n_allocations++;
      trace->allocated += allocation->size;
      trace->now += allocation->size;
      self->now += allocation->size;
    }
  else
    {
      trace->n_temporary += number == self->last;
      trace->now -= allocation->size;
      self->now -= allocation->size;
    }
  self->last = begins ? number : 0;
  move (self, allocation->trace);
  return TRUE;
}

static gboolean
read_line (Reader *self, char letter, GError **error)
{
  switch (letter)
    {
    case 'v':
      return read_version (self, error);
    case 's':
      read_string (self);
      return TRUE;
    case 'i':
      return read_ip (self, error);
    case 't':
      return read_trace (self, error);
    case 'a':
      return read_allocation (self, error);
    case '+':
    case '-':
      return read_event (self, letter == '+', error);
    case 'X':
      cyan_profile_builder_set_meta (self->builder, "command",
                                     self->line.at + (self->line.at < self->line.end));
      return TRUE;
    case 'x':
    case 'm':
      return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                        _ ("%s: a raw recording, which has no names; write it with names by: "
                           "zstdcat FILE | /usr/lib/heaptrack/libexec/heaptrack_interpret | gzip "
                           "> NAMED.gz"),
                        cyan_input_name (self->input));
    case '#':
      /* heaptrack ends with comments: "# strings: 57" and "# ips: 24". */
      self->has_ended |= cyan_bytes_begin (self->line.at, cyan_line_length (self->line), " ips:");
      return TRUE;
    default: /* system, memory in use, time stamps, suppressions */
      return TRUE;
    }
}

static void
add_values (Reader *self)
{
  for (guint i = 0; i < self->traces->len; i++)
    {
      const Trace *trace = &g_array_index (self->traces, Trace, i);
      const double values[] = { (double) trace->allocated, (double) (gint64) trace->peak,
                                (double) (gint64) trace->now, (double) trace->n_allocations,
                                (double) trace->n_temporary };

      for (guint m = 0; m < G_N_ELEMENTS (values); m++)
        if (values[m] != 0)
          cyan_profile_builder_add (self->builder, m, trace->node, values[m]);
    }
}

static gboolean
read_lines (Reader *self, GError **error)
{
  const Trace none = { .node = CYAN_NODE_ROOT };
  char *line;
  gsize length;
  int step;

  g_array_append_val (self->traces, none);
  while ((step = cyan_input_line (self->input, &line, &length, error)) > 0)
    {
      self->line.at = line + 1;
      self->line.end = line + length;
      if (length > 0 && !read_line (self, *line, error))
        return FALSE;
    }
  if (step == 0 && !self->has_ended)
    cyan_profile_builder_warn (self->builder,
                               _ ("heaptrack's end is missing: the file may have been cut, or "
                                  "heaptrack was stopped"));
  return step == 0;
}

static gboolean
heaptrack_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input,
                  .builder = builder,
                  .strings = cyan_scratch_array (&scratch, sizeof (CyanStr)),
                  .frames = cyan_scratch_array (&scratch, sizeof (Frame)),
                  .ips = cyan_scratch_array (&scratch, sizeof (Ip)),
                  .traces = cyan_scratch_array (&scratch, sizeof (Trace)),
                  .allocations = cyan_scratch_array (&scratch, sizeof (Allocation)),
                  .moved = cyan_scratch_array (&scratch, sizeof (guint32)) };

  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  cyan_profile_builder_metric (builder, "allocated", "bytes");
  cyan_profile_builder_metric (builder, "peak", "bytes");
  cyan_profile_builder_metric (builder, "leaked", "bytes");
  cyan_profile_builder_metric (builder, "allocations", "count");
  cyan_profile_builder_metric (builder, "temporary", "count");
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_EXACT, 0);
  cyan_profile_builder_set_unordered (builder);
  if (!read_lines (&self, error))
    return FALSE;
  add_values (&self);
  return TRUE;
}

/* Text begins with "v 10400 3\nX COMMAND", or "x" for what was not interpreted. */
static int
heaptrack_sniff (const char *head, gsize length)
{
  CyanLine line = { head + 2, head + length };
  guint64 number;

  if (length < 5 || !cyan_bytes_begin (head, length, "v ") || !cyan_line_hex (&line, &number))
    return 0;
  if (line.at < line.end && *line.at == ' ')
    {
      line.at++;
      if (!cyan_line_hex (&line, &number))
        return 0;
    }
  return cyan_line_length (line) >= 3 && line.at[0] == '\n'
                 && strchr ("XxIsAit", line.at[1]) != NULL && line.at[2] == ' '
             ? 95
             : 0;
}

const CyanFormat cyan_format_heaptrack = {
  .name = "heaptrack",
  .label = "heaptrack",
  .sniff = heaptrack_sniff,
  .read = heaptrack_read,
};
