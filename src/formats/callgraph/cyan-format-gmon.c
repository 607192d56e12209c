/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads gmon.out, which programs write that were compiled with -pg: how often an instruction was
 * sampled, by address, and how often a place called a function.  glibc's gmon/sys/gmon_out.h:
 *
 *   "gmon" VERSION(4) 0(12)                        VERSION is 1
 *   0 LOW HIGH N-BINS(4) HERTZ(4) "seconds"(15) "s" N-BINS times COUNT(2)
 *   1 FROM SELF COUNT(4)                           an arc
 *   2 N(4) N times (ADDRESS COUNT)                 counts of blocks, which are left out
 *
 * The BSDs' and MinGW's sys/gmon.h, without records:
 *
 *   LOW HIGH SIZE(4) 0x51879(4) HERTZ(4) 0(12)     SIZE has the header and the counts
 *   COUNT(2)...  FROM SELF COUNT...                as many bytes as an address
 *
 * Words are as in the program, which gmon.out does not name; it is looked for beside the file.
 * Samples and arcs are those of gprof: a sample is of the function that begins before it, and bins
 * that several functions share are split.
 */
#include "cyan-format-entry.h"

#include "cyan-call-graph.h"
#include "cyan-elf-symbols.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-names.h"
#include "cyan-scratch.h"

#include <math.h>
#include <string.h>

#define US_PER_S     1e6
#define MAGIC        "gmon"
#define HEADER_SIZE  20
#define BSD_VERSION  0x51879
#define BIN_SIZE     2
#define UNIT_NAME    15
#define BINS_AT_ONCE 32768
#define PAGE         4096

typedef enum
{
  TAG_HISTOGRAM,
  TAG_ARC,
  TAG_BLOCKS,
} Tag;

typedef struct
{
  guint32 caller, callee; /* numbers of symbols */
  guint64 calls;
} Arc;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanElfSymbols *program;
  const char *program_name;
  CyanCharge charge;
  GArray *samples; /* of double by symbol; one more for those of no function */
  GArray *arcs;    /* of Arc */
  guint64 slide;   /* of addresses: glibc before 2.27 wrote where the program was loaded */
  guint64 n_lost;  /* calls of unknown functions */
  guint64 n_loops; /* calls of functions by themselves */
  double hertz;
  gboolean is_time;
  gboolean has_histogram;
} Reader;

/* ---- the program ---- */

/* Adds the file PATH without END, and with MORE, if there is one. */
static void
try_program (GPtrArray *programs, const char *path, const char *end, const char *more)
{
  gsize length = strlen (path), cut = strlen (end);

  if (length > cut && g_str_has_suffix (path, end))
    {
      g_autofree char *program = g_strdup_printf ("%.*s%s", (int) (length - cut), path, more);

      if (g_file_test (program, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (programs, g_steal_pointer (&program));
    }
}

/* The files beside @path that may be its program, the likeliest first. */
static GPtrArray *
find_programs (const char *path)
{
  static const char *const ends[] = { ".gmon.out", "-gmon.out", "_gmon.out", ".gmon" };
  GPtrArray *programs = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *base = g_path_get_basename (path);
  const char *dot = strrchr (base, '.');

  try_program (programs, path, "", ".exe");
  try_program (programs, path, ".gz", ".exe");
  try_program (programs, path, ".zst", ".exe");
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    try_program (programs, path, ends[i], "");
  /* GMON_OUT_PREFIX=PROGRAM names files PROGRAM.1234. */
  if (dot != NULL && dot != base && dot[1] != '\0'
      && dot[1 + strspn (dot + 1, "0123456789")] == '\0')
    try_program (programs, path, dot, "");
  try_program (programs, path, base, "a.out");
  return programs;
}

/* Opens the first of the candidates, which live as long as @scratch. */
static gboolean
open_program (Reader *self, CyanScratch *scratch, GError **error)
{
  const char *path = cyan_input_path (self->input);
  g_autoptr (GError) reason = NULL;
  GPtrArray *programs;

  if (path != NULL)
    {
      programs =
          cyan_scratch_own (scratch, find_programs (path), (GDestroyNotify) g_ptr_array_unref);
      if (programs->len > 0)
        {
          self->program_name = programs->pdata[0];
          self->program = cyan_elf_symbols_open (self->program_name, &reason);
          if (self->program == NULL)
            return cyan_fail (error, CYAN_ERROR_INVALID,
                              _ ("%s: %s; open what `gprof PROGRAM FILE` prints"),
                              cyan_input_name (self->input), reason->message);
          cyan_scratch_own (scratch, self->program, (GDestroyNotify) cyan_elf_symbols_free);
          return TRUE;
        }
    }
  return cyan_fail (error, CYAN_ERROR_INVALID,
                    _ ("%s: functions are named by the program that wrote this: put it beside the "
                       "file, with the file's name and .exe behind it, or open what `gprof PROGRAM "
                       "FILE` prints"),
                    cyan_input_name (self->input));
}

/* ---- bytes ---- */

static guint64
get (const Reader *self, const char *at, guint size)
{
  guint64 value = 0;

  for (guint i = 0; i < size; i++)
    value = value << 8 | (guchar) at[self->program->is_big_endian ? i : size - 1 - i];
  return value;
}

static guint
address_size (const Reader *self)
{
  return self->program->is_64 ? 8 : 4;
}

/* Shows @n bytes, and fails if there are fewer. */
static gboolean
peek (Reader *self, gsize n, const char **bytes, GError **error)
{
  gsize available;

  return cyan_input_peek (self->input, n, bytes, &available, error)
         && (available >= n
             || cyan_input_fail_byte (self->input, error, _ ("the file ends within a record")));
}

/* ---- samples ---- */

/* The number of the function at @address of the program; that after the last if there is none. */
static guint
function_at (const Reader *self, guint64 address)
{
  guint found = cyan_elf_symbols_find (self->program, address);

  return found != G_MAXUINT ? found : self->program->symbols->len;
}

/* Splits @count over the functions in [@low, @high), addresses of the program. */
static void
add_samples (Reader *self, guint64 low, guint64 high, guint count)
{
  const CyanElfSymbols *program = self->program;

  for (guint64 at = low; at < high;)
    {
      guint number = function_at (self, at);
      guint64 end = at < program->code_begin ? program->code_begin
                    : number + 1 < program->symbols->len
                        ? cyan_elf_symbols_at (program, number + 1)->address
                    : number < program->symbols->len ? program->code_end
                                                     : high;

      end = MIN (end, high);
      g_array_index (self->samples, double, number) +=
          count * ((double) (end - at) / (double) (high - low));
      at = end;
    }
}

/* Whether the samples are of this program: of [@low, @high), or of where that was loaded.  Sets the
 * slide. */
static gboolean
fits (Reader *self, guint64 low, guint64 high)
{
  const CyanElfSymbols *program = self->program;

  self->slide = 0;
  if (low < program->code_end && high > program->code_begin)
    return TRUE;
  if (!program->is_relocatable || low < program->code_end)
    return FALSE;
  self->slide = (low - program->code_begin) / PAGE * PAGE;
  /* From the start of the program to the end of its code, rounded to a bin. */
  for (guint i = 0; i < 2; i++, self->slide -= PAGE)
    if (low - self->slide <= program->entry && program->entry - (low - self->slide) < 64
        && high - self->slide <= program->code_end + 64)
      return TRUE;
  return FALSE;
}

static gboolean
read_bins (Reader *self, guint64 low, guint64 high, guint64 n_bins, GError **error)
{
  double scale = n_bins > 0 ? (double) (high / 2 - low / 2) / (double) n_bins : 0;
  guint64 begin;
  const char *bytes;

  if (low > high || (n_bins > 0 && low >= high))
    return cyan_input_fail_byte (self->input, error, _ ("samples of no code"));
  if (n_bins > 0 && !fits (self, low, high))
    return cyan_input_fail_byte (self->input, error,
                                 _ ("%s is not the program that wrote this: its code is elsewhere"),
                                 self->program_name);
  begin = low / 2 * 2 - self->slide;
  for (guint64 first = 0; first < n_bins; first += BINS_AT_ONCE)
    {
      guint n = (guint) MIN (BINS_AT_ONCE, n_bins - first);

      if (!peek (self, n * BIN_SIZE, &bytes, error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        {
          guint count = (guint) get (self, bytes + i * BIN_SIZE, BIN_SIZE);
          guint64 bin = first + i;

          if (count > 0)
            add_samples (self, begin + 2 * (guint64) (scale * (double) bin),
                         begin + 2 * (guint64) (scale * (double) (bin + 1)), count);
        }
      cyan_input_skip (self->input, n * BIN_SIZE);
    }
  return TRUE;
}

/* Takes the rate of the samples, which is the same in all records of a file. */
static gboolean
set_rate (Reader *self, guint64 hertz, gboolean is_time, GError **error)
{
  if (hertz == 0 || (self->has_histogram && (self->is_time != is_time || self->hertz != hertz)))
    return cyan_input_fail_byte (self->input, error, _ ("no rate that fits the other samples"));
  self->hertz = (double) hertz;
  self->is_time = is_time;
  self->has_histogram = TRUE;
  return TRUE;
}

static gboolean
read_histogram (Reader *self, GError **error)
{
  guint size = address_size (self), fixed = 2 * size + 8;
  guint64 low, high, n_bins;
  const char *bytes;

  if (!peek (self, fixed + UNIT_NAME + 1, &bytes, error)
      || !set_rate (self, get (self, bytes + 2 * size + 4, 4),
                    cyan_bytes_begin (bytes + fixed, UNIT_NAME, "seconds"), error))
    return FALSE;
  low = get (self, bytes, size);
  high = get (self, bytes + size, size);
  n_bins = get (self, bytes + 2 * size, 4);
  cyan_input_skip (self->input, fixed + UNIT_NAME + 1);
  return read_bins (self, low, high, n_bins, error);
}

/* ---- arcs ---- */

/* Reads an arc with a count of @count_size bytes, at the end of @size bytes. */
static gboolean
read_arc (Reader *self, guint count_size, gsize size, GError **error)
{
  guint word = address_size (self);
  guint32 nobody = self->program->symbols->len;
  const char *bytes;
  Arc arc;

  if (!peek (self, size, &bytes, error))
    return FALSE;
  arc.caller = function_at (self, get (self, bytes, word) - self->slide);
  arc.callee = function_at (self, get (self, bytes + word, word) - self->slide);
  arc.calls = get (self, bytes + 2 * word, count_size);
  cyan_input_skip (self->input, size);
  if (arc.caller == nobody || arc.callee == nobody)
    self->n_lost += arc.calls;
  else if (arc.caller == arc.callee)
    self->n_loops += arc.calls;
  else
    cyan_charge_append (&self->charge, self->arcs, arc);
  return cyan_budget_check (self->charge.budget, 0, error);
}

static gboolean
skip_blocks (Reader *self, GError **error)
{
  guint64 n_words = 0;
  guint size = 4;
  const char *bytes;

  for (guint64 i = 0; i <= n_words; i++, size = address_size (self))
    {
      if (!peek (self, size, &bytes, error))
        return FALSE;
      if (i == 0)
        n_words = 2 * get (self, bytes, size);
      cyan_input_skip (self->input, size);
    }
  return TRUE;
}

static gboolean
read_records (Reader *self, GError **error)
{
  const char *bytes;
  gsize available;
  gboolean fine = TRUE;

  cyan_input_skip (self->input, HEADER_SIZE);
  while (fine && cyan_input_peek (self->input, 1, &bytes, &available, error))
    {
      guchar tag;

      if (available == 0)
        return TRUE;
      tag = (guchar) *bytes;
      cyan_input_skip (self->input, 1);
      if (tag == TAG_HISTOGRAM)
        fine = read_histogram (self, error);
      else if (tag == TAG_ARC)
        fine = read_arc (self, 4, 2 * address_size (self) + 4, error);
      else if (tag == TAG_BLOCKS)
        fine = skip_blocks (self, error);
      else
        return cyan_input_fail_byte (self->input, error, _ ("no record begins with %u"), tag);
    }
  return FALSE;
}

static gboolean
read_bsd (Reader *self, GError **error)
{
  guint word = address_size (self);
  guint64 header = 2 * word + 24, low, high, size;
  const char *bytes;
  gsize available;

  if (!peek (self, header, &bytes, error))
    return FALSE;
  low = get (self, bytes, word);
  high = get (self, bytes + word, word);
  size = get (self, bytes + 2 * word, 4);
  if (get (self, bytes + 2 * word + 4, 4) != BSD_VERSION || size < header)
    return cyan_input_fail_byte (self->input, error,
                                 _ ("%s is not the program that wrote this: its words are others"),
                                 self->program_name);
  if (!set_rate (self, get (self, bytes + 2 * word + 8, 4), TRUE, error))
    return FALSE;
  cyan_input_skip (self->input, header);
  if (!read_bins (self, low, high, (size - header) / BIN_SIZE, error))
    return FALSE;
  while (cyan_input_peek (self->input, 1, &bytes, &available, error))
    {
      if (available == 0)
        return TRUE;
      if (!read_arc (self, word, 3 * word, error))
        return FALSE;
    }
  return FALSE;
}

/* ---- the graph ---- */

/* The vertex of the function with this number, made when it is first asked for. */
static guint
vertex_of (Reader *self, CyanCallGraph *graph, guint32 *vertices, guint32 number)
{
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);
  const char *name = number < self->program->symbols->len
                         ? cyan_elf_symbols_at (self->program, number)->name
                         : "[unknown]";

  if (vertices[number] == 0)
    {
      g_autofree char *shown = cyan_name_demangle (name);

      vertices[number] = cyan_call_graph_add_vertex (graph) + 1;
      cyan_call_graph_set_function (
          graph, vertices[number] - 1,
          cyan_profile_builder_named (
              self->builder, cyan_strings_add (strings, shown != NULL ? shown : name, -1)));
    }
  return vertices[number] - 1;
}

static gboolean
build (Reader *self, GError **error)
{
  guint n = self->program->symbols->len;
  g_autoptr (CyanCallGraph) graph = cyan_call_graph_new (1, cyan_input_budget (self->input));
  g_autofree guint32 *vertices = g_new0 (guint32, n + 1);
  double factor = self->is_time && self->hertz > 0 ? US_PER_S / self->hertz : 1;

  cyan_profile_builder_metric (self->builder, self->is_time ? "time" : "samples",
                               self->is_time ? "us" : "samples");
  for (guint i = 0; i <= n; i++)
    if (g_array_index (self->samples, double, i) > 0)
      cyan_call_graph_self (graph, vertex_of (self, graph, vertices, i))[0] +=
          g_array_index (self->samples, double, i) * factor;
  for (guint a = 0; a < self->arcs->len; a++)
    {
      const Arc *arc = &g_array_index (self->arcs, Arc, a);

      if (arc->calls > 0)
        cyan_call_graph_add_arc (graph, vertex_of (self, graph, vertices, arc->caller),
                                 vertex_of (self, graph, vertices, arc->callee), 0, arc->calls);
    }
  cyan_profile_builder_warn (self->builder, _ ("times are sampled; calls are exact"));
  cyan_profile_builder_warn_n (
      self->builder, self->n_lost,
      "%'" PRIu64 " call of a function that the program does not name was left out",
      "%'" PRIu64 " calls of functions that the program does not name were left out", self->n_lost);
  cyan_call_graph_warn_loops (self->builder, self->n_loops);
  cyan_call_graph_set_by_calls (graph);
  return cyan_call_graph_unfold_input (graph, self->input, self->builder, error);
}

static gboolean
gmon_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input,
                  .builder = builder,
                  .samples = cyan_scratch_array (&scratch, sizeof (double)),
                  .arcs = cyan_scratch_array (&scratch, sizeof (Arc)),
                  .is_time = TRUE };
  const char *bytes;
  gsize available;
  gboolean is_bsd;

  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  if (!open_program (&self, &scratch, error)
      || !cyan_input_peek (input, HEADER_SIZE, &bytes, &available, error))
    return FALSE;
  g_array_set_size (self.samples, self.program->symbols->len + 1);
  is_bsd = !cyan_bytes_begin (bytes, available, MAGIC);
  return (is_bsd || peek (&self, HEADER_SIZE, &bytes, error))
         && (is_bsd ? read_bsd (&self, error) : read_records (&self, error))
         && build (&self, error);
}

/* Whether a word with the number of the BSDs' version is there, in either order. */
static gboolean
has_bsd_version (const char *head, gsize length, gsize at)
{
  static const char little[] = "\x79\x18\x05", big[] = { 0, 5, 0x18, 0x79 };

  return length >= at + 20
         && (memcmp (head + at, little, 4) == 0 || memcmp (head + at, big, 4) == 0)
         && memcmp (head + at + 8, "\0\0\0\0\0\0\0\0\0\0\0", 12) == 0;
}

static int
gmon_sniff (const char *head, gsize length)
{
  static const char magics[3][9] = { MAGIC "\1\0\0\0", MAGIC "\0\0\0\1", MAGIC "\0\0\0\0" };

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (length >= 8 && memcmp (head, magics[i], 8) == 0)
      return 95;
  return has_bsd_version (head, length, 12) || has_bsd_version (head, length, 20) ? 90 : 0;
}

const CyanFormat cyan_format_gmon = {
  .name = "gmon",
  .label = "gmon.out",
  .sniff = gmon_sniff,
  .read = gmon_read,
};
