/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * V8's log, as `node --prof` and `d8 --prof` write it: a record a line, its fields between commas.
 *
 * The log says what code lies where, as it is made, moved and deleted; ticks have addresses, the
 * innermost first.  Fields came and went, so they are told by what they look like:
 *
 *   code-creation,KIND[,NUMBER[,TIME]],START,SIZE,NAME[,FUNCTION,STATE]
 *   tick,PC[,SP][,TIME],IS-EXTERNAL,TOS-OR-CALLBACK,VM-STATE,ADDRESS...
 *   tick,PC,SP,TOS,VM-STATE,ADDRESS...                                        before 2011
 *
 * Addresses are hexadecimal numbers with "0x"; "+" and "-" are relative to the last such, first to
 * the PC.  Texts are in quotes before 2017, later "\x2C" is a comma.  The writer is V8's log.cc; what
 * ticks mean is as in its tools/tickprocessor.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-lines.h"
#include "cyan-v8-code.h"

/* Lines that are looked at to recognise a log. */
#define SNIFF_LINES 64

/* Bytes of a piece of code in a GTree. */
#define CODE_BYTES (sizeof (Code) + 64)

/* In quotes the interval was in ms, and was 1, until V8 got an option for it. */
#define MAX_MS 10

/* What runs between two addresses. */
typedef struct
{
  guint64 start, size;
  guint32 function;
  gboolean is_js;
} Code;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanInput *input;
  CyanScratch *scratch;
  GTree *codes;      /* of Code by start: no two overlap */
  GArray *libraries; /* of Code: programs and libraries, which may lie within each other */
  GString *text;     /* a field whose quotes and escapes were undone */
  GArray *stack;     /* of guint32: functions, the innermost first */
  guint32 unknown;   /* the function of a PC that is in no code */
  CyanV8Ticks ticks;
  CyanCharge charge, codes_charge, line_charge;
  double interval; /* us; 0: not known */
  gboolean has_profiler, has_end, has_ticks;
  guint64 n_bad, first_bad; /* records that cannot be read, and the line of the first */
} Reader;

/* ---- fields ---- */

/* Takes a number after "0x". */
static gboolean
take_address (CyanLine *line, guint64 *address)
{
  CyanLine cell;

  if (!cyan_line_cell (line, ',', &cell) || !cyan_line_begins (cell, "0x"))
    return FALSE;
  cell.at += 2;
  return cyan_line_hex (&cell, address) && cell.at == cell.end;
}

static gboolean
take_count (CyanLine *line, guint64 *number)
{
  CyanLine cell;

  return cyan_line_cell (line, ',', &cell) && cyan_line_is_count (cell, number);
}

static gboolean
is_next (const CyanLine *line, const char *text)
{
  return line->at != NULL && cyan_line_begins (*line, text);
}

/* Takes a text, which is valid until the next one is taken. */
static gboolean
take_text (Reader *self, CyanLine *line, CyanLine *text)
{
  if (!cyan_v8_take_text (line, self->text))
    return FALSE;
  cyan_charge_raise (&self->line_charge, self->text->allocated_len);
  *text = (CyanLine){ self->text->str, self->text->str + self->text->len };
  return TRUE;
}

/* ---- code ---- */

static int
compare_starts (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *left = a, *right = b;

  return (*left > *right) - (*left < *right);
}

/* The last code that begins at or before @address; NULL: there is none. */
static Code *
last_code (Reader *self, guint64 address)
{
  GTreeNode *next = g_tree_upper_bound (self->codes, &address);
  GTreeNode *node = next != NULL ? g_tree_node_previous (next) : g_tree_node_last (self->codes);

  return node != NULL ? g_tree_node_value (node) : NULL;
}

/* Adds @code where other code may have been. */
static void
put_code (Reader *self, const Code *code)
{
  Code *old, *new;

  while ((old = last_code (self, code->start + code->size - 1)) != NULL
         && old->start + old->size > code->start)
    g_tree_remove (self->codes, &old->start);
  new = g_memdup2 (code, sizeof *code);
  g_tree_insert (self->codes, &new->start, new);
  cyan_charge_set (&self->codes_charge, (guint64) g_tree_nnodes (self->codes) * CODE_BYTES);
}

/* Reads [@start, @start + @size), which is not empty and does not wrap. */
static gboolean
is_range (const Code *code)
{
  return code->size > 0 && code->size <= G_MAXUINT64 - code->start;
}

static gboolean
read_creation (Reader *self, CyanLine line, GError **error)
{
  CyanLine kind, name;
  guint64 number, function;
  Code code = { 0 };
  const Code *old;

  if (!cyan_line_cell (&line, ',', &kind))
    return FALSE;
  for (guint i = 0; i < 2 && !is_next (&line, "0x"); i++)
    if (!take_count (&line, &number))
      return FALSE;
  if (!take_address (&line, &code.start) || !take_count (&line, &code.size)
      || !take_text (self, &line, &name))
    return FALSE;
  /* Code that is empty is never met. */
  if (!is_range (&code))
    return code.size == 0;
  code.is_js = (is_next (&line, "0x") && take_address (&line, &function)
                && !cyan_line_is (kind, "RegExp") && !cyan_line_is (kind, "Builtin"))
               || cyan_line_is (kind, "LazyCompile") || cyan_line_is (kind, "Function")
               || cyan_line_is (kind, "Script") || cyan_line_is (kind, "Eval");
  /* V8 6 makes its builtins again as functions without a name. */
  old = g_tree_lookup (self->codes, &code.start);
  if (cyan_line_length (name) == 0 && old != NULL && old->size == code.size)
    return TRUE;
  code.function =
      cyan_v8_code_function (self->builder, code.is_js ? CYAN_V8_JS : CYAN_V8_OTHER, kind, name);
  put_code (self, &code);
  return TRUE;
}

static gboolean
read_move (Reader *self, CyanLine line, GError **error)
{
  guint64 from, to;
  Code *old, code;

  if (!take_address (&line, &from) || !take_address (&line, &to))
    return FALSE;
  old = g_tree_lookup (self->codes, &from);
  if (old == NULL)
    return TRUE;
  code = *old;
  g_tree_remove (self->codes, &from);
  code.start = to;
  if (is_range (&code))
    put_code (self, &code);
  return TRUE;
}

static gboolean
read_delete (Reader *self, CyanLine line, GError **error)
{
  guint64 start;

  if (!take_address (&line, &start))
    return FALSE;
  g_tree_remove (self->codes, &start);
  return TRUE;
}

static gboolean
read_library (Reader *self, CyanLine line, GError **error)
{
  Code library = { 0 };
  CyanLine path;
  guint64 end;

  if (!take_text (self, &line, &path) || !take_address (&line, &library.start)
      || !take_address (&line, &end))
    return FALSE;
  library.size = MAX (end, library.start) - library.start;
  library.function =
      cyan_v8_code_function (self->builder, CYAN_V8_LIBRARY, (CyanLine){ NULL, NULL }, path);
  cyan_charge_append (&self->charge, self->libraries, library);
  return TRUE;
}

/* What lies at @address; NULL: nothing.  V8's own code may lie within a program; of the libraries
 * around an address the one that begins last has it. */
static const Code *
find_code (Reader *self, guint64 address)
{
  const Code *code = last_code (self, address), *found = NULL;

  if (code != NULL && address - code->start < code->size)
    return code;
  for (guint i = 0; i < self->libraries->len; i++)
    {
      code = &g_array_index (self->libraries, Code, i);
      if (address >= code->start && address - code->start < code->size
          && (found == NULL || code->start > found->start))
        found = code;
    }
  return found;
}

/* ---- ticks ---- */

/* What a tick says before its stack. */
typedef struct
{
  guint64 pc, tos, time;
  gboolean is_external, has_time;
} Tick;

static gboolean
take_tick (CyanLine *line, Tick *tick)
{
  guint64 number, is_external = 0;

  if (!take_address (line, &tick->pc))
    return FALSE;
  if (is_next (line, "0x"))
    {
      if (!take_address (line, &number))
        return FALSE;
      /* The oldest has neither a time nor callbacks. */
      if (is_next (line, "0x"))
        return take_address (line, &tick->tos) && take_count (line, &number);
    }
  if (!take_count (line, &number))
    return FALSE;
  tick->has_time = !is_next (line, "0x");
  if (tick->has_time && !take_count (line, &is_external))
    return FALSE;
  tick->time = tick->has_time ? number : 0;
  tick->is_external = (tick->has_time ? is_external : number) != 0;
  return take_address (line, &tick->tos) && take_count (line, &number);
}

/* Adds what is in code to the stack. */
static void
push (Reader *self, const Code *code)
{
  if (code != NULL && code->function != CYAN_V8_NO_FUNCTION)
    g_array_append_val (self->stack, code->function);
}

/* Reads the addresses of the callers; what is in no code is left out, as V8's tools do it. */
static gboolean
take_callers (Reader *self, CyanLine line, guint64 pc)
{
  CyanLine cell;
  guint64 address = 0;

  while (cyan_line_cell (&line, ',', &cell))
    {
      gboolean is_more = cyan_line_begins (cell, "+"), is_less = cyan_line_begins (cell, "-");

      if (cyan_line_is (cell, "overflow") || cell.at == cell.end)
        continue;
      cell.at += is_more || is_less;
      if (cyan_line_begins (cell, "0x"))
        cell.at += 2;
      if (!cyan_line_hex (&cell, &address) || cell.at < cell.end)
        return FALSE;
      if (is_more || is_less)
        address = pc = is_more ? pc + address : pc - address;
      push (self, find_code (self, address));
    }
  cyan_charge_raise (&self->line_charge, self->stack->len * sizeof (guint32));
  return TRUE;
}

static gboolean
read_tick (Reader *self, CyanLine line, GError **error)
{
  Tick tick = { 0 };
  const Code *code, *top;

  if (!take_tick (&line, &tick))
    return FALSE;
  /* The PC is anywhere in a callback of the program. */
  if (tick.is_external)
    {
      tick.pc = tick.tos;
      tick.tos = 0;
    }
  code = find_code (self, tick.pc);
  g_array_set_size (self->stack, 0);
  if (code == NULL)
    g_array_append_val (self->stack, self->unknown);
  push (self, code);
  /* The top of the stack is a return address if the function has no frame yet. */
  top = tick.tos != 0 ? find_code (self, tick.tos) : NULL;
  if (top != NULL && top->is_js)
    push (self, top);
  if (!take_callers (self, line, tick.pc))
    return FALSE;
  if (!self->has_ticks)
    cyan_v8_ticks_init (&self->ticks, self->scratch, self->builder, tick.has_time, self->interval);
  self->has_ticks = TRUE;
  return cyan_v8_ticks_add (&self->ticks, (double) tick.time,
                            (const guint32 *) (gpointer) self->stack->data, self->stack->len,
                            error);
}

/* ---- the log ---- */

/* Reads "begin" with the interval, which is in us, and "end". */
static gboolean
read_profiler (Reader *self, CyanLine line, GError **error)
{
  gboolean is_quoted = is_next (&line, "\"");
  CyanLine what;
  guint64 interval;

  if (!take_text (self, &line, &what))
    return FALSE;
  self->has_profiler = TRUE;
  self->has_end = cyan_line_is (what, "end");
  if (cyan_line_is (what, "begin") && take_count (&line, &interval))
    self->interval = (double) interval * (is_quoted && interval < MAX_MS ? 1000 : 1);
  return TRUE;
}

/* A function that fails without an error met a record that cannot be read. */
static const struct
{
  const char *record;
  gboolean (*read) (Reader *self, CyanLine line, GError **error);
} records[] = {
  { "tick", read_tick },          { "code-creation", read_creation }, { "code-move", read_move },
  { "code-delete", read_delete }, { "shared-library", read_library }, { "profiler", read_profiler },
};

static gboolean
read_line (gpointer data, char *bytes, gsize length, GError **error)
{
  Reader *self = data;
  CyanLine line = { bytes, bytes + length }, record;
  GError *reason = NULL;

  if (!cyan_line_cell (&line, ',', &record))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    if (cyan_line_is (record, records[i].record) && !records[i].read (self, line, &reason))
      {
        if (reason != NULL)
          return cyan_error_pass (&reason, error);
        if (self->n_bad++ == 0)
          self->first_bad = cyan_input_line_number (self->input);
      }
  return TRUE;
}

static void
add_notes (Reader *self)
{
  cyan_profile_builder_warn_n (
      self->builder, self->n_bad,
      "%'" PRIu64 " record cannot be read and was left out, line %" PRIu64,
      "%'" PRIu64 " records cannot be read and were left out, line %" PRIu64 " the first",
      self->n_bad, self->first_bad);
  if (!self->has_end)
    cyan_profile_builder_warn (
        self->builder,
        _ ("the log does not say that the profiler ended: the file may have been cut"));
}

static gboolean
v8_prof_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = {
    .builder = builder,
    .input = input,
    .scratch = &scratch,
    .codes = cyan_scratch_own (&scratch, g_tree_new_full (compare_starts, NULL, NULL, g_free),
                               (GDestroyNotify) g_tree_unref),
    .libraries = cyan_scratch_array (&scratch, sizeof (Code)),
    .text = cyan_scratch_text (&scratch),
    .stack = cyan_scratch_array (&scratch, sizeof (guint32)),
    .unknown = cyan_v8_unknown_function (builder),
  };
  CyanCharge *charges[] = { &self.charge, &self.codes_charge, &self.line_charge };

  for (guint i = 0; i < G_N_ELEMENTS (charges); i++)
    cyan_scratch_charge (&scratch, charges[i], cyan_input_budget (input));
  if (!cyan_lines_read (input, read_line, &self, error))
    return FALSE;
  if (!self.has_ticks && !self.has_profiler)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: a log of V8 without ticks; record with node --prof"),
                      cyan_input_name (input));
  if (!self.has_ticks)
    cyan_v8_ticks_init (&self.ticks, &scratch, builder, FALSE, self.interval);
  /* The profiler may say the interval after its first tick. */
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED,
                                      self.ticks.has_time ? self.interval : 1);
  add_notes (&self);
  return TRUE;
}

/* Whether the line is a record that only V8 writes. */
static gboolean
is_record (CyanLine line)
{
  CyanLine record, text;
  guint64 number;

  if (!cyan_line_cell (&line, ',', &record))
    return FALSE;
  if (cyan_line_is (record, "tick"))
    return take_address (&line, &number) && line.at != NULL;
  if (cyan_line_is (record, "v8-version"))
    return take_count (&line, &number) && take_count (&line, &number);
  if (cyan_line_is (record, "profiler"))
    return is_next (&line, "\"begin\"") || is_next (&line, "begin,");
  if (!cyan_line_is (record, "code-creation") && !cyan_line_is (record, "shared-library"))
    return FALSE;
  /* The path or the kind, and numbers before an address. */
  while (cyan_line_cell (&line, ',', &text))
    if (is_next (&line, "0x"))
      return take_address (&line, &number) && line.at != NULL;
  return FALSE;
}

/* Options of V8 put other records before them. */
static int
v8_prof_sniff (const char *head, gsize length)
{
  const char *end = head + length, *stop;

  for (guint n = 0; n < SNIFF_LINES && head < end; n++)
    {
      CyanLine line, record;

      stop = memchr (head, '\n', (gsize) (end - head));
      line = (CyanLine){ head, stop != NULL ? stop : end };
      if (is_record (line))
        return n == 0 ? 95 : 80;
      cyan_line_cell (&line, ',', &record);
      if (stop == NULL || line.at == NULL
          || strspn (record.at, "abcdefghijklmnopqrstuvwxyz-") != cyan_line_length (record))
        return 0;
      head = stop + 1;
    }
  return 0;
}

const CyanFormat cyan_format_v8_prof = {
  .name = "v8-prof",
  .label = "log of V8",
  .streams = TRUE,
  .sniff = v8_prof_sniff,
  .read = v8_prof_read,
};
