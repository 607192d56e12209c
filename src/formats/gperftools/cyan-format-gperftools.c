/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recognises and reads the files of gperftools, and of jemalloc and Go, which are alike.
 *
 * What `google-pprof --raw` and remote profiles have in front are symbols:
 *
 *   --- symbol
 *   binary=./program
 *   0x00001249 outer--inlined
 *   ---
 *   --- profile
 *
 * CPU profiles are words of 4 or 8 bytes of either order:
 *
 *   0  3  0  PERIOD-IN-US  0       the header; its third word is 1 for Java
 *   COUNT  DEPTH  ADDRESS...       the leaf first
 *   0  1  0                        the end; a map of the memory follows as text
 *
 * https://gperftools.github.io/gperftools/cpuprofile-fileformat.html
 */
#include "cyan-format-entry.h"

#include "cyan-addresses.h"
#include "cyan-error.h"
#include "cyan-i18n.h"

#include <string.h>

#define NS_PER_US 1000

/* How words of a CPU profile are written. */
typedef struct
{
  guint size; /* 4 or 8 bytes */
  gboolean big_endian;
} WordForm;

/* The number of words before the first record. */
#define N_HEADER 5

static guint64
get_word (const WordForm *form, const char *bytes, guint index)
{
  const char *at = bytes + index * form->size;

  if (form->size == 4)
    {
      guint32 word;

      memcpy (&word, at, sizeof word);
      return form->big_endian ? GUINT32_FROM_BE (word) : GUINT32_FROM_LE (word);
    }
  else
    {
      guint64 word;

      memcpy (&word, at, sizeof word);
      return form->big_endian ? GUINT64_FROM_BE (word) : GUINT64_FROM_LE (word);
    }
}

/* Whether @bytes begin with the header of a CPU profile, and in which form.  Sets *@period in us,
 * and *@is_java. */
static gboolean
read_words_header (
    const char *bytes, gsize length, WordForm *form, guint64 *period, gboolean *is_java)
{
  for (guint i = 0; i < 4; i++)
    {
      *form = (WordForm){ i < 2 ? 4 : 8, i % 2 == 1 };
      if (length < N_HEADER * form->size)
        return FALSE;
      *period = get_word (form, bytes, 3);
      *is_java = get_word (form, bytes, 2) == 1;
      if (get_word (form, bytes, 0) == 0 && get_word (form, bytes, 1) == 3
          && get_word (form, bytes, 2) <= 1 && *period > 0 && *period <= G_MAXUINT32
          && get_word (form, bytes, 4) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Shows @n words; fewer are an error. */
static gboolean
peek (CyanAddresses *self, const WordForm *form, guint n, const char **bytes, GError **error)
{
  gsize available;

  if (!cyan_input_peek (self->input, n * form->size, bytes, &available, error))
    return FALSE;
  return available >= n * form->size
         || cyan_input_fail_byte (self->input, error, _ ("the file ends in the middle of a stack"));
}

/* The sampled instruction may be there twice: of the signal, and found by unwinding. */
static void
drop_duplicate (CyanAddresses *self)
{
  const guint64 *stack = (const guint64 *) self->stack->data;

  if (self->stack->len > 1 && stack[0] == stack[1] + 1)
    g_array_remove_index (self->stack, 1);
}

/* Reads one record.  Returns 1, 0 at the end, -1 with @error. */
static int
read_record (CyanAddresses *self, const WordForm *form, GError **error)
{
  const char *bytes;
  guint64 count, depth;
  guint32 node;

  if (!peek (self, form, 2, &bytes, error))
    return -1;
  count = get_word (form, bytes, 0);
  depth = get_word (form, bytes, 1);
  if (depth > CYAN_ADDRESSES_MAX_DEPTH)
    {
      cyan_input_fail_byte (self->input, error, _ ("a stack of %" PRIu64 " addresses"), depth);
      return -1;
    }
  if (!peek (self, form, 2 + (guint) depth, &bytes, error))
    return -1;
  cyan_addresses_begin (self);
  for (guint i = 0; i < depth; i++)
    {
      guint64 address = get_word (form, bytes, 2 + i);

      g_array_append_val (self->stack, address);
    }
  cyan_input_skip (self->input, (2 + (gsize) depth) * form->size);
  if (count == 0 && depth == 1 && g_array_index (self->stack, guint64, 0) == 0)
    return 0;
  if (!cyan_addresses_are_calls (self))
    {
      cyan_addresses_return (self, 1);
      drop_duplicate (self);
    }
  node = cyan_addresses_end (self, error);
  if (node == CYAN_FRAME_TREE_NONE)
    return -1;
  cyan_frame_tree_add (&self->tree, node, (double) count);
  return 1;
}

/* Reads all records.  A process that was killed writes no end, nor does `google-pprof --raw`. */
static gboolean
read_records (CyanAddresses *self, const WordForm *form, gboolean *is_cut, GError **error)
{
  const char *bytes;
  gsize available;
  int step;

  do
    {
      if (!cyan_input_peek (self->input, 1, &bytes, &available, error))
        return FALSE;
      if (available == 0)
        {
          if (cyan_addresses_has_symbols (self))
            return TRUE;
          *is_cut = TRUE;
          cyan_profile_builder_warn (self->builder, _ ("the recording has no end: it was cut"));
          return TRUE;
        }
      step = read_record (self, form, error);
    }
  while (step > 0);
  return step == 0;
}

static gboolean
read_words (CyanAddresses *self, GError **error)
{
  WordForm form;
  guint64 period;
  const char *bytes;
  gsize available;
  CyanAddressesMetric metrics[2] = { { 0, 1 }, { 0, 1 } };
  guint n_metrics;
  gboolean is_java, is_cut = FALSE;

  if (!cyan_input_peek (self->input, N_HEADER * 8, &bytes, &available, error))
    return FALSE;
  if (!read_words_header (bytes, available, &form, &period, &is_java))
    return cyan_input_fail_byte (self->input, error, _ ("no header of a CPU profile"));
  if (is_java)
    self->form = CYAN_SYMBOLS_JAVA;
  cyan_input_skip (self->input, N_HEADER * form.size);
  /* pprof --raw writes a period of 1 us, whatever it counts. */
  if (period == 1 && cyan_addresses_has_symbols (self))
    {
      n_metrics = 1;
      period = 0;
      cyan_profile_builder_metric (self->builder, "count", "");
    }
  else
    {
      n_metrics = 2;
      metrics[0].factor = (double) period * NS_PER_US;
      cyan_profile_builder_metric (self->builder, "cpu", "ns");
      cyan_profile_builder_metric (self->builder, "samples", "samples");
    }
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED,
                                      (double) period * NS_PER_US);
  if (!read_records (self, &form, &is_cut, error))
    return FALSE;
  cyan_frame_tree_commit (&self->tree, 0, 1);
  if (!cyan_gperftools_read_tail (self, error))
    return FALSE;
  if (!is_cut && !cyan_addresses_has_symbols (self))
    cyan_addresses_warn_mappings (self);
  return cyan_addresses_build (self, metrics, n_metrics, error);
}

#define SYMBOLS "--- symbol"
#define WORDS   "--- profile"
#define SECTION "---"

#define PPROF  "google-pprof --collapsed PROGRAM FILE > NAMED.folded"
#define JEPROF "jeprof --collapsed PROGRAM FILE > NAMED.folded"

/* Reads the symbols and the line that names what follows, into @section. */
static gboolean
read_symbols (CyanAddresses *self, GString *section, GError **error)
{
  gboolean ended = FALSE;
  char *line;
  gsize length;
  int step;

  while ((step = cyan_input_line (self->input, &line, &length, error)) > 0)
    {
      if (ended && g_str_has_prefix (line, SECTION))
        {
          g_string_assign (section, line);
          return TRUE;
        }
      ended |= strcmp (line, SECTION) == 0;
      if (!ended)
        cyan_addresses_add_symbol (self, (CyanLine){ line, line + length });
    }
  return step == 0
         && cyan_input_fail_line (self->input, error, _ ("there is nothing after the symbols"));
}

/* Reads a line of text into @line; empty at the end. */
static gboolean
read_first (CyanAddresses *self, GString *line, GError **error)
{
  char *text;
  gsize length;
  int step = cyan_input_line (self->input, &text, &length, error);

  g_string_assign (line, step > 0 ? text : "");
  return step >= 0;
}

static gboolean
read_sections (CyanAddresses *self, GError **error)
{
  g_autoptr (GString) first = g_string_new (NULL);
  const char *bytes;
  gsize available;

  if (!cyan_input_peek (self->input, 1, &bytes, &available, error))
    return FALSE;
  if (available > 0 && bytes[0] != '\0')
    {
      if (!read_first (self, first, error))
        return FALSE;
      if (strcmp (first->str, SYMBOLS) == 0 && !read_symbols (self, first, error))
        return FALSE;
      if (cyan_text_kind (first->str, first->len) == CYAN_TEXT_NONE
          && !g_str_has_prefix (first->str, WORDS) && !read_first (self, first, error))
        return FALSE;
      if (cyan_text_kind (first->str, first->len) != CYAN_TEXT_NONE)
        return cyan_gperftools_read_text (self, first->str, error);
    }
  return read_words (self, error);
}

static gboolean
read_with (CyanInput *input, CyanProfileBuilder *builder, const char *namer, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  CyanAddresses self;

  cyan_addresses_init (&self, &scratch, input, builder);
  self.namer = namer;
  cyan_profile_builder_set_unordered (builder);
  return read_sections (&self, error);
}

static gboolean
gperftools_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  return read_with (input, builder, PPROF, error);
}

static gboolean
jemalloc_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  return read_with (input, builder, JEPROF, error);
}

static int
cpu_sniff (const char *head, gsize length)
{
  WordForm form;
  guint64 period;
  gboolean is_java;

  if (cyan_bytes_begin (head, length, SYMBOLS "\n"))
    return 95;
  return read_words_header (head, length, &form, &period, &is_java) ? 90 : 0;
}

static int
text_sniff (const char *head, gsize length)
{
  CyanTextKind kind = cyan_text_kind (head, length);

  return kind != CYAN_TEXT_NONE && kind != CYAN_TEXT_JEMALLOC ? 95 : 0;
}

static int
jemalloc_sniff (const char *head, gsize length)
{
  return cyan_text_kind (head, length) == CYAN_TEXT_JEMALLOC ? 95 : 0;
}

const CyanFormat cyan_format_gperftools_cpu = {
  .name = "gperftools-cpu",
  .label = "gperftools CPU profile",
  .sniff = cpu_sniff,
  .read = gperftools_read,
};

const CyanFormat cyan_format_gperftools_text = {
  .name = "gperftools-text",
  .label = "gperftools text",
  .sniff = text_sniff,
  .read = gperftools_read,
};

const CyanFormat cyan_format_jemalloc = {
  .name = "jemalloc",
  .label = "jemalloc heap profile",
  .sniff = jemalloc_sniff,
  .read = jemalloc_read,
};
