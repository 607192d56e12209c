/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses one chunk of folded stacks into a small tree.
 *
 * Sorted files repeat most of the previous line, so only the part that differs is parsed.
 */
#include "cyan-folded.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-text.h"
#include "cyan-tick.h"

#include <math.h>
#include <string.h>

/* The sum of a node without counts. */
#define NO_COUNT -1.0

void
cyan_folded_samples_init (CyanFoldedSamples *self, CyanCallSink *sink, guint metric)
{
  self->sink = sink;
  self->metric = metric;
  self->open = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->path = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->sums = g_array_new (FALSE, FALSE, sizeof (double));
}

void
cyan_folded_samples_clear (CyanFoldedSamples *self)
{
  g_array_unref (self->open);
  g_array_unref (self->path);
  g_array_unref (self->sums);
}

static gboolean
add_sample (CyanFoldedSamples *self,
            const CyanFoldedChunk *chunk,
            const guint32 *functions,
            guint32 node,
            double value,
            GError **error)
{
  const CyanFoldedNode *nodes = (const CyanFoldedNode *) chunk->nodes->data;
  guint32 *path;
  guint n = 0;

  for (guint32 i = node; i != 0; i = nodes[i].parent)
    n++;
  g_array_set_size (self->path, n);
  path = (guint32 *) (gpointer) self->path->data;
  for (guint32 i = node, at = n; i != 0; i = nodes[i].parent)
    path[--at] = functions[i];
  return cyan_call_sink_sample (self->sink, self->open, path, n, self->metric, value, error);
}

static guint32
line_of (const CyanFoldedChunk *chunk, guint32 node)
{
  guint i = 0;

  while (g_array_index (chunk->counts, CyanFoldedCount, i).node != node)
    i++;
  return g_array_index (chunk->counts, CyanFoldedCount, i).line;
}

gboolean
cyan_folded_samples_add (CyanFoldedSamples *self,
                         const CyanFoldedChunk *chunk,
                         const guint32 *functions,
                         CyanFoldedPoll poll,
                         gpointer data,
                         guint32 *line,
                         GError **error)
{
  guint n = chunk->nodes->len;
  double *sums;

  /* The counts of a context are one sample: finding it takes longer than adding up.  Those below 0
   * are no part of it, so that the sink sees them. */
  g_array_set_size (self->sums, n);
  sums = (double *) (gpointer) self->sums->data;
  for (guint32 node = 0; node < n; node++)
    sums[node] = NO_COUNT;
  for (guint i = 0; i < chunk->counts->len; i++)
    {
      const CyanFoldedCount *count = &g_array_index (chunk->counts, CyanFoldedCount, i);

      if (count->value >= 0)
        sums[count->node] = MAX (sums[count->node], 0) + count->value;
      else if (!add_sample (self, chunk, functions, count->node, count->value, error))
        {
          *line = count->line;
          return FALSE;
        }
    }
  /* In the order of first use, and so in that of the lines. */
  for (guint32 node = 0; node < n; node++)
    {
      if (sums[node] >= 0 && !add_sample (self, chunk, functions, node, sums[node], error))
        {
          *line = line_of (chunk, node);
          return FALSE;
        }
      if (node % CYAN_TICK_STRIDE == 0 && !poll (data))
        return FALSE;
    }
  return TRUE;
}

/* Nodes for which memory is kept for the next chunk. */
#define KEEP_ELEMENTS (256 * 1024)

/* A frame of the previous line. */
typedef struct
{
  gsize end; /* end of its name in the line */
  guint32 node;
  gboolean nameless; /* its name, or a name above it, is empty */
} Frame;

void
cyan_folded_parser_init (
    CyanFoldedParser *self, guint max_nodes, CyanBudget *budget, CyanFoldedPoll poll, gpointer data)
{
  *self = (CyanFoldedParser){ .strings = cyan_strings_new (),
                              .stack = g_array_new (FALSE, FALSE, sizeof (Frame)),
                              .max_nodes = max_nodes,
                              .poll = poll,
                              .poll_data = data };
  cyan_strings_set_budget (self->strings, budget);
  cyan_charge_init (&self->charge, budget);
  cyan_table_init (&self->table);
}

void
cyan_folded_parser_clear (CyanFoldedParser *self)
{
  cyan_strings_unref (self->strings);
  cyan_table_clear (&self->table);
  g_array_unref (self->stack);
  cyan_charge_clear (&self->charge);
}

CyanFoldedChunk *
cyan_folded_chunk_new (void)
{
  CyanFoldedChunk *self = g_new0 (CyanFoldedChunk, 1);

  self->nodes = g_array_new (FALSE, FALSE, sizeof (CyanFoldedNode));
  self->counts = g_array_new (FALSE, FALSE, sizeof (CyanFoldedCount));
  self->names = g_ptr_array_new ();
  self->repairs = g_array_new (FALSE, FALSE, sizeof (CyanFoldedRepair));
  return self;
}

void
cyan_folded_chunk_free (CyanFoldedChunk *self)
{
  cyan_input_lines_clear (&self->text);
  g_clear_error (&self->lost);
  g_array_unref (self->nodes);
  g_array_unref (self->counts);
  g_ptr_array_unref (self->names);
  g_array_unref (self->repairs);
  g_free (self->reason);
  g_free (self->bad_reason);
  cyan_charge_clear (&self->charge);
  g_free (self);
}

/* Empties an array for the next chunk.  Keeps its memory unless it is unusually large. */
static void
empty (GArray **array, guint element)
{
  if ((*array)->len > KEEP_ELEMENTS)
    {
      g_array_unref (*array);
      *array = g_array_new (FALSE, FALSE, element);
    }
  g_array_set_size (*array, 0);
}

static void
begin (CyanFoldedParser *self, CyanFoldedChunk *chunk)
{
  const CyanFoldedNode root = { 0, CYAN_STR_EMPTY };

  empty (&chunk->nodes, sizeof (CyanFoldedNode));
  empty (&chunk->counts, sizeof (CyanFoldedCount));
  empty (&chunk->repairs, sizeof (CyanFoldedRepair));
  empty (&self->stack, sizeof (Frame));
  g_ptr_array_set_size (chunk->names, 0);
  g_array_append_val (chunk->nodes, root);
  cyan_table_empty (&self->table, KEEP_ELEMENTS);
  chunk->n_lines = 0;
  chunk->cut = FALSE;
  chunk->n_nameless = chunk->n_negative = chunk->n_two_counts = 0;
  chunk->n_divided = chunk->divisor = 0;
  chunk->first = chunk->last = NULL;
  chunk->first_length = chunk->last_length = 0;
  chunk->n_repaired = 0;
  chunk->n_bad = chunk->bad_line = 0;
  g_clear_pointer (&chunk->bad_reason, g_free);
  g_clear_pointer (&chunk->reason, g_free);
}

static void
charge (CyanFoldedParser *self, CyanFoldedChunk *chunk)
{
  cyan_charge_set (&self->charge,
                   cyan_table_memory (&self->table) + self->stack->len * sizeof (Frame));
  cyan_charge_set (&chunk->charge, chunk->nodes->len * sizeof (CyanFoldedNode)
                                       + chunk->counts->len * sizeof (CyanFoldedCount)
                                       + chunk->repairs->len * sizeof (CyanFoldedRepair)
                                       + chunk->names->len * sizeof (char *));
}

static inline gboolean
may_go_on (CyanFoldedParser *self, CyanFoldedChunk *chunk)
{
  if ((++self->n_steps & (CYAN_TICK_STRIDE - 1)) != 0)
    return TRUE;
  charge (self, chunk);
  return self->poll (self->poll_data);
}

static gboolean
is_node (gconstpointer owner, guint32 number, gconstpointer key)
{
  const CyanFoldedNode *node = &g_array_index ((const GArray *) owner, CyanFoldedNode, number);
  const CyanFoldedNode *wanted = key;

  return node->parent == wanted->parent && node->name == wanted->name;
}

static inline guint32
hash_node (const CyanFoldedParser *self, const CyanFoldedNode *node)
{
  return cyan_table_hash (&self->table, (guint64) node->parent << 32 | node->name, 0);
}

/* The child of @parent with @name, added if new. */
static guint32
find_child (CyanFoldedParser *self, CyanFoldedChunk *chunk, guint32 parent, CyanStr name)
{
  const CyanFoldedNode node = { parent, name };
  guint32 hash = hash_node (self, &node);
  guint32 number = cyan_table_find (&self->table, hash, is_node, chunk->nodes, &node);

  if (number != 0)
    return number;
  number = chunk->nodes->len;
  g_array_append_val (chunk->nodes, node);
  if (cyan_table_make_room (&self->table, number))
    for (guint32 i = 1; i < number; i++)
      cyan_table_add (&self->table,
                      hash_node (self, &g_array_index (chunk->nodes, CyanFoldedNode, i)), i);
  cyan_table_add (&self->table, hash, number);
  return number;
}

/* The number of a frame's name.  Counts its repairs each time, even if the name is known. */
static CyanStr
intern (CyanFoldedParser *self, CyanFoldedChunk *chunk, const char *stack, gsize at, gsize size)
{
  guint before = cyan_strings_n_repaired (self->strings);
  CyanStr name = cyan_strings_add (self->strings, stack + at, (gssize) size);
  CyanFoldedRepair repair = { at + size, cyan_strings_n_repaired (self->strings) - before };

  if (repair.n_repaired > 0)
    {
      chunk->n_repaired += repair.n_repaired;
      if (stack == chunk->first)
        g_array_append_val (chunk->repairs, repair);
    }
  return name;
}

/* The node of the @stack at the beginning of a line.  Returns FALSE if the poll said stop.  If the
 * tree exceeds the limit of a profile, it stops in the middle of the stack. */
static gboolean
find_node (
    CyanFoldedParser *self, CyanFoldedChunk *chunk, const char *stack, gsize length, Frame *leaf)
{
  const Frame *frames = (const Frame *) self->stack->data;
  Frame frame = { 0, 0, FALSE };
  guint depth = self->stack->len;
  gsize common = 0, at = 0;

  if (chunk->last != NULL)
    common = cyan_folded_common (chunk->last, stack, MIN (chunk->last_length, length));
  else
    {
      chunk->first = stack;
      chunk->first_length = length;
    }
  while (depth > 0
         && !(frames[depth - 1].end < common
              || (frames[depth - 1].end == common && (common == length || stack[common] == ';'))))
    depth--;
  g_array_set_size (self->stack, depth);
  if (depth > 0)
    {
      frame = frames[depth - 1];
      at = frame.end + 1;
    }

  /* Goes one past the end, so that "a;" has an empty second frame. */
  while (at <= length && chunk->nodes->len <= self->max_nodes)
    {
      const char *end = memchr (stack + at, ';', length - at);
      gsize size = end != NULL ? (gsize) (end - stack) - at : length - at;

      frame.node = find_child (self, chunk, frame.node, intern (self, chunk, stack, at, size));
      frame.nameless |= size == 0;
      frame.end = at + size;
      g_array_append_val (self->stack, frame);
      at = frame.end + 1;
      if (!may_go_on (self, chunk))
        return FALSE;
    }
  chunk->last = stack;
  chunk->last_length = length;
  *leaf = frame;
  return TRUE;
}

static void
divide (CyanFoldedChunk *chunk, double count)
{
  if (count == 0 || chunk->divisor == 1)
    return;
  count = fabs (count);
  chunk->n_divided++;
  if (count != floor (count) || count > 9007199254740992.0)
    chunk->divisor = 1;
  else
    chunk->divisor = cyan_folded_divisor ((guint64) count, chunk->divisor);
}

static gboolean
ends_in_number (const char *stack, gsize length)
{
  gsize start = length;

  while (start > 0 && (g_ascii_isdigit (stack[start - 1]) || stack[start - 1] == '.'))
    start--;
  return start > 0 && start < length && cyan_folded_is_blank (stack[start - 1]);
}

static void
fail (CyanFoldedChunk *chunk, CyanError code, const char *reason)
{
  chunk->code = code;
  chunk->reason = g_strdup (reason);
}

/* Counts the line as bad.  [@text, @text + @length) is what it has for a count; NULL: it has no
 * stack. */
static void
leave_out (CyanFoldedChunk *chunk, const char *text, gsize length)
{
  g_autofree char *valid = NULL, *label = NULL, *safe = NULL;

  if (chunk->n_bad++ > 0)
    return;
  chunk->bad_line = chunk->n_lines;
  if (text == NULL)
    {
      chunk->bad_reason = g_strdup (_ ("a count without a stack"));
      return;
    }
  valid = g_utf8_make_valid (text, (gssize) MIN (length, 80));
  label = cyan_text_for_label (valid, 40);
  safe = cyan_text_for_terminal (label);
  chunk->bad_reason = g_strdup_printf (_ ("expected a count after the stack, found \"%s\""), safe);
}

/* Returns FALSE if the lines after this one must not be parsed. */
static gboolean
parse_line (CyanFoldedParser *self, CyanFoldedChunk *chunk, const char *line, gsize length)
{
  CyanFoldedCount count = { .line = (guint32) chunk->n_lines };
  Frame leaf;
  gsize start, stack_length;
  gboolean is_count;

  length = cyan_folded_trim (line, length);
  if (length == 0 || line[0] == '#')
    return may_go_on (self, chunk);

  start = cyan_folded_count_start (line, length);
  is_count = cyan_parse_double (line + start, length - start, &count.value);
  if (start == 0 || !is_count)
    {
      leave_out (chunk, is_count ? NULL : line + start, length - start);
      return may_go_on (self, chunk);
    }

  stack_length = cyan_folded_trim (line, start);
  if (!find_node (self, chunk, line, stack_length, &leaf))
    return FALSE;
  count.node = leaf.node;
  g_array_append_val (chunk->counts, count);

  divide (chunk, count.value);
  chunk->n_nameless += leaf.nameless;
  chunk->n_negative += count.value < 0;
  chunk->n_two_counts += ends_in_number (line, stack_length);
  return chunk->nodes->len <= self->max_nodes && may_go_on (self, chunk);
}

void
cyan_folded_parse (CyanFoldedParser *self, CyanFoldedChunk *chunk)
{
  const char *text = chunk->text.bytes;
  const char *end = text + chunk->text.length;
  const char *nul;
  guint n_strings;

  begin (self, chunk);
  if (chunk->charge.budget != self->charge.budget)
    cyan_charge_move (&chunk->charge, self->charge.budget);
  nul = text != NULL ? memchr (text, '\0', chunk->text.length) : NULL;
  for (const char *line = text, *stop; line < end; line = stop + 1)
    {
      stop = memchr (line, '\n', (gsize) (end - line));
      chunk->n_lines++;
      chunk->cut = stop == NULL;
      if (stop == NULL)
        stop = end;
      if (nul != NULL && nul < stop)
        {
          fail (chunk, CYAN_ERROR_INVALID, _ ("a NUL byte, which no text has (is this UTF-16?)"));
          break;
        }
      if (chunk->cut && !chunk->text.at_end)
        {
          fail (chunk, CYAN_ERROR_LIMIT, _ ("longer than 1 GiB"));
          break;
        }
      if (!parse_line (self, chunk, line, (gsize) (stop - line)))
        break;
    }

  n_strings = cyan_strings_count (self->strings);
  for (; self->n_handed < n_strings; self->n_handed++)
    g_ptr_array_add (chunk->names, (gpointer) cyan_strings_get (self->strings, self->n_handed));
  charge (self, chunk);
}
