/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what R's Rprof() writes: a line for each sample, of calls in quotes, the innermost first.
 *
 * With line profiling, "3#12" is line 12 of file 3: the place in the function that comes next.  With
 * memory profiling, a line begins with the memory in use and the copies of objects since the last
 * sample.  append = TRUE puts several recordings into one file.  The writer is doprof() in R's
 * src/main/eval.c; summaryRprof() of the package utils is another reader.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-frame-tree.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-lines.h"

#define MEMORY   "memory profiling: "
#define GC       "GC profiling: "
#define LINES    "line profiling: "
#define INTERVAL "sample.interval="
#define FILE_OF  "#File "

/* R counts small and large vectors in words. */
#define WORD 8

/* What summaryRprof() calls a sample that has a place and no function. */
#define NO_FUNCTION "<no location>"

/* Before version 4.3 R adds no further caller to a line of this many bytes. */
#define LONG_LINE    10000
#define LONGEST_LINE 10500

enum
{
  TIME,
  SAMPLES,
  GROWTH,
  COPIES,
  N_VALUES
};

typedef struct
{
  double of[N_VALUES];
} Values;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanInput *input;
  CyanFrameTree tree; /* its frames are the names of functions */
  GArray *values;     /* of Values, by node of the tree */
  GArray *files;      /* of CyanStr, by number in the file */
  GArray *places;     /* by name of a function: its file + 1; 0: not seen yet */
  GArray *stack;      /* of CyanStr: the names of a sample, the innermost first */
  CyanCharge charge;
  double interval; /* us */
  gboolean has_begun, has_memory, has_other_interval;
  gboolean follows_memory; /* memory has the values of the sample before */
  double memory[3];        /* small vectors, large vectors, nodes: words, words, bytes */
  guint64 n_long;          /* stacks that R may have cut */
  guint64 n_empty;         /* samples without a stack */
} Reader;

/* ---- the first line ---- */

/* Reads "memory profiling: sample.interval=20000". */
static gboolean
is_header (CyanLine line, gboolean *has_memory, double *interval)
{
  static const char *const kinds[] = { MEMORY, GC, LINES };
  guint64 number;

  *has_memory = cyan_line_begins (line, MEMORY);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (cyan_line_begins (line, kinds[i]))
      line.at += strlen (kinds[i]);
  if (!cyan_line_begins (line, INTERVAL))
    return FALSE;
  line.at += strlen (INTERVAL);
  if (!cyan_line_is_count (line, &number))
    return FALSE;
  *interval = (double) number;
  return TRUE;
}

/* Another recording begins, whose numbers of files are its own. */
static gboolean
begin (Reader *self, gboolean has_memory, double interval, GError **error)
{
  if (interval == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("an interval of 0"));
  self->has_other_interval |= self->has_begun && interval != self->interval;
  self->has_memory |= has_memory;
  self->interval = interval;
  self->has_begun = TRUE;
  self->follows_memory = FALSE;
  g_array_set_size (self->files, 0);
  return TRUE;
}

/* ---- samples ---- */

static void
set_at (Reader *self, GArray *array, guint at, guint32 value)
{
  if (at >= array->len)
    {
      cyan_charge_add (&self->charge, (at + 1 - array->len) * sizeof value);
      g_array_set_size (array, at + 1);
    }
  g_array_index (array, guint32, at) = value;
}

/* 0, which is CYAN_STR_EMPTY, if there is none. */
static guint32
get_at (const GArray *array, guint64 at)
{
  return at < array->len ? g_array_index (array, guint32, at) : 0;
}

/* Reads "#File 3: /src/a.R".  R numbers the files from 1, in this order. */
static gboolean
read_file (Reader *self, CyanLine line, GError **error)
{
  CyanLine digits = { line.at + strlen (FILE_OF), line.end };
  guint64 number;

  line.at = digits.at;
  cyan_line_digits (&line);
  digits.end = line.at;
  if (!cyan_line_is_count (digits, &number) || !cyan_line_begins (line, ": "))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("expected the number and the name of a file"));
  if (number == 0 || number > MAX (self->files->len, 1))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("a file whose number does not come next"));
  line.at += 2;
  set_at (self, self->files, (guint) number,
          cyan_strings_add (self->strings, line.at, (gssize) cyan_line_length (line)));
  return TRUE;
}

/* Takes ":1:2:3:4:".  Values are what was used since the sample before, as summaryRprof() counts
 * it: each kind of memory as if it were never freed. */
static gboolean
take_memory (Reader *self, CyanLine *line, Values *values)
{
  double now[G_N_ELEMENTS (self->memory) + 1];
  CyanLine cell;

  for (guint i = 0; i < G_N_ELEMENTS (now); i++)
    {
      line->at++;
      cell.at = line->at;
      cyan_line_digits (line);
      cell.end = line->at;
      if (line->at == line->end || *line->at != ':' || !cyan_line_is_number (cell, &now[i]))
        return FALSE;
    }
  line->at++;
  values->of[COPIES] = now[G_N_ELEMENTS (self->memory)];
  for (guint i = 0; i < G_N_ELEMENTS (self->memory); i++)
    {
      if (self->follows_memory)
        values->of[GROWTH] += MAX (now[i] - self->memory[i], 0) * (i < 2 ? WORD : 1);
      self->memory[i] = now[i];
    }
  self->follows_memory = TRUE;
  return TRUE;
}

/* Takes "3#12 ".  The line may end after it. */
static gboolean
take_place (CyanLine *line, guint64 *file)
{
  CyanLine at = *line, number = *line;

  cyan_line_digits (&at);
  number.end = at.at;
  if (!cyan_line_is_count (number, file) || !cyan_line_begins (at, "#"))
    return FALSE;
  at.at++;
  at.at += cyan_line_begins (at, "-"); /* the line is not known */
  if (cyan_line_digits (&at) == 0 || (at.at < at.end && *at.at != ' '))
    return FALSE;
  at.at += at.at < at.end;
  *line = at;
  return TRUE;
}

/* Takes a name in quotes and the blank behind it.  A name may have quotes and blanks, too, but what
 * follows is another name, a place or nothing. */
static gboolean
take_name (CyanLine *line, CyanLine *name)
{
  for (const char *at = line->at + 1; at < line->end; at++)
    {
      CyanLine rest = { at + 2, line->end };
      guint64 file;

      if (*at != '"' || (at + 1 < line->end && at[1] != ' '))
        continue;
      if (rest.at >= rest.end || *rest.at == '"' || take_place (&rest, &file))
        {
          *name = (CyanLine){ line->at + 1, at };
          line->at = MIN (at + 2, line->end);
          return TRUE;
        }
    }
  return FALSE;
}

/* A line is that of the code which runs.  It may be an argument that a function of another file was
 * given and computes now; so a file is that of a function only if all its lines are. */
static void
add_place (Reader *self, CyanStr name, CyanStr file)
{
  guint32 known = get_at (self->places, name);

  if (known == 0)
    set_at (self, self->places, name, file + 1);
  else if (known != file + 1)
    set_at (self, self->places, name, CYAN_STR_EMPTY + 1);
}

/* Reads the calls into the stack. */
static gboolean
take_stack (Reader *self, CyanLine line)
{
  gboolean is_empty = line.at == line.end;
  CyanStr file = CYAN_STR_EMPTY, name;
  guint64 number;
  CyanLine text;

  g_array_set_size (self->stack, 0);
  while (line.at < line.end)
    if (*line.at == '"' && take_name (&line, &text))
      {
        name = cyan_strings_add (self->strings, text.at, (gssize) cyan_line_length (text));
        g_array_append_val (self->stack, name);
        add_place (self, name, file);
        file = CYAN_STR_EMPTY;
      }
    else if (take_place (&line, &number))
      file = get_at (self->files, number);
    else
      return FALSE;
  if (self->stack->len == 0 && !is_empty)
    {
      name = cyan_strings_add (self->strings, NO_FUNCTION, -1);
      add_place (self, name, CYAN_STR_EMPTY);
      g_array_append_val (self->stack, name);
    }
  cyan_charge_raise (&self->charge, self->stack->len * sizeof name);
  return TRUE;
}

/* Adds @values to the node of the stack. */
static gboolean
add_sample (Reader *self, const Values *values, GError **error)
{
  guint32 node = 0;
  double *of;

  for (guint i = self->stack->len; i-- > 0;)
    {
      node =
          cyan_frame_tree_child (&self->tree, node, g_array_index (self->stack, CyanStr, i), error);
      if (node == CYAN_FRAME_TREE_NONE)
        return FALSE;
    }
  if (node >= self->values->len)
    {
      cyan_charge_add (&self->charge, (node + 1 - self->values->len) * sizeof *values);
      g_array_set_size (self->values, node + 1);
    }
  of = g_array_index (self->values, Values, node).of;
  for (guint i = 0; i < N_VALUES; i++)
    of[i] += values->of[i];
  return TRUE;
}

static gboolean
read_line (gpointer data, char *bytes, gsize length, GError **error)
{
  Reader *self = data;
  CyanLine line = { bytes, bytes + length };
  Values values = { { self->interval, 1, 0, 0 } };
  gboolean has_memory, is_whole;
  double interval;

  if (is_header (line, &has_memory, &interval))
    return begin (self, has_memory, interval, error);
  if (!self->has_begun)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("expected \"sample.interval=\" and a number"));
  if (length == 0)
    return TRUE;
  if (cyan_line_begins (line, FILE_OF))
    return read_file (self, line, error);
  is_whole = *line.at != ':' || take_memory (self, &line, &values);
  if (!is_whole || !take_stack (self, line))
    /* What the end of the file cut off is said below. */
    return cyan_input_cut_line (self->input)
           || cyan_fail (error, CYAN_ERROR_INVALID, _ ("not a stack of names in quotes"));
  self->n_long += length >= LONG_LINE && length <= LONGEST_LINE;
  self->n_empty += self->stack->len == 0;
  return self->stack->len == 0 || add_sample (self, &values, error);
}

/* ---- the profile ---- */

static void
add_notes (Reader *self)
{
  cyan_profile_builder_warn_n (
      self->builder, self->n_long, "%'" PRIu64 " stack is so long that R may have cut its callers",
      "%'" PRIu64 " stacks are so long that R may have cut their callers", self->n_long);
  cyan_profile_builder_warn_n (self->builder, self->n_empty,
                               "%'" PRIu64 " sample without a stack was left out",
                               "%'" PRIu64 " samples without a stack were left out", self->n_empty);
}

static gboolean
build (Reader *self, GError **error)
{
  static const char *const metrics[][2] = {
    { "time", "us" }, { "samples", "samples" }, { "memory growth", "bytes" }, { "copies", "count" }
  };
  guint n_metrics = self->has_memory ? N_VALUES : GROWTH;
  g_autofree guint32 *functions = NULL;
  g_autofree CyanNode *nodes = NULL;

  for (guint m = 0; m < n_metrics; m++)
    cyan_profile_builder_metric (self->builder, metrics[m][0], metrics[m][1]);
  functions = g_new0 (guint32, cyan_strings_count (self->strings));
  for (guint32 i = 1; i < self->tree.n_nodes; i++)
    {
      CyanStr name = self->tree.frame[i];

      functions[name] = cyan_profile_builder_function (self->builder, name, CYAN_STR_EMPTY,
                                                       get_at (self->places, name) - 1, 0, 0);
    }
  nodes = cyan_frame_tree_build (&self->tree, self->builder, functions, self->input, error);
  if (nodes == NULL)
    return FALSE;
  for (guint i = 1; i < self->values->len; i++)
    for (guint m = 0; m < n_metrics; m++)
      cyan_profile_builder_add (self->builder, m, nodes[i],
                                g_array_index (self->values, Values, i).of[m]);
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED,
                                      self->has_other_interval ? 0 : self->interval);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, 1);
  cyan_profile_builder_set_meta (self->builder, "producer", "Rprof");
  add_notes (self);
  return TRUE;
}

static gboolean
rprof_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = {
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .input = input,
    .values = cyan_scratch_array (&scratch, sizeof (Values)),
    .files = cyan_scratch_array (&scratch, sizeof (CyanStr)),
    .places = cyan_scratch_array (&scratch, sizeof (CyanStr)),
    .stack = cyan_scratch_array (&scratch, sizeof (CyanStr)),
  };

  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  cyan_frame_tree_init (&self.tree, &scratch, builder);
  return cyan_lines_read (input, read_line, &self, error) && build (&self, error);
}

static int
rprof_sniff (const char *head, gsize length)
{
  const char *stop = memchr (head, '\n', length);
  CyanLine line = { head, stop != NULL ? stop : head + length };
  gboolean has_memory;
  double interval;

  if (line.end > line.at && line.end[-1] == '\r')
    line.end--;
  return is_header (line, &has_memory, &interval) ? 95 : 0;
}

const CyanFormat cyan_format_rprof = {
  .name = "rprof",
  .label = "samples of R",
  .sniff = rprof_sniff,
  .read = rprof_read,
};
