/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads texts of counts and stacks: heaps of gperftools, jemalloc, Go and Java, contention, and
 * Go's counts.
 *
 *   IN-USE: BYTES [ALLOCATED: BYTES] @ 0x1 0x2     a heap
 *   @ 0x1 0x2                                      jemalloc: the stack, and below it
 *     t*: IN-USE: BYTES [ALLOCATED: BYTES]         the sum of all threads, and each thread
 *   DELAY COUNT @ 0x1 0x2                          contention, and the heap of Java
 *   COUNT @ 0x1 0x2                                goroutines and threads of Go
 *   #  0x0  name+0x1f  file:line                   Go: the frames of the stack above
 *
 * A heap that was sampled once in N bytes is scaled as pprof and jeprof do: an allocation of S
 * bytes was seen with a probability of 1 - exp (-S / N).  The forms are those of legacy_profile.go
 * of github.com/google/pprof, and of jeprof.
 */
#include "cyan-addresses.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

#include <math.h>
#include <string.h>

/* Bytes between two samples of a heap of Java. */
#define JAVA_PERIOD 524288

/* The columns of a heap; the others have one or two, in this order, too. */
enum
{
  SPACE,
  OBJECTS,
  ALLOC_SPACE,
  ALLOC_OBJECTS,
  N_COLUMNS
};

typedef struct
{
  CyanAddresses *addresses;
  CyanTextKind kind;
  double period;       /* bytes between two samples of a heap, or samples of contention; at most 1:
                          none were left out */
  double ns_per_cycle; /* of contention */
  char *name;          /* of what is counted; of the unit of Java's delays */
  gboolean has_stack;  /* jemalloc: since the last sums */
  double columns[N_COLUMNS];
  double totals[4]; /* of all stacks, as the first lines say; 0: they do not */
  double sums[4];   /* of the stacks */
} Text;

CyanTextKind
cyan_text_kind (const char *head, gsize length)
{
  static const struct
  {
    const char *word;
    CyanTextKind kind;
  } words[] = {
    { "heap_v2/", CYAN_TEXT_JEMALLOC },         { "--- heapz ", CYAN_TEXT_JAVA_HEAP },
    { "--- contention", CYAN_TEXT_CONTENTION }, { "--- mutex:", CYAN_TEXT_CONTENTION },
    { "--- threadz ", CYAN_TEXT_THREADS },      { "--- Thread ", CYAN_TEXT_THREADS },
  };
  const char *end = memchr (head, '\n', length);
  const char *total;

  if (end != NULL)
    length = (gsize) (end - head);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (cyan_bytes_begin (head, length, words[i].word))
      return words[i].kind;
  if (cyan_bytes_begin (head, length, "heap profile:"))
    return g_strstr_len (head, (gssize) length, "@ growth") != NULL
                   || g_strstr_len (head, (gssize) length, "@ fragmentation") != NULL
               ? CYAN_TEXT_GROWTH
               : CYAN_TEXT_HEAP;
  total = g_strstr_len (head, (gssize) length, " profile: total ");
  return total != NULL && memchr (head, ' ', length) == total ? CYAN_TEXT_COUNT : CYAN_TEXT_NONE;
}

/* Takes the numbers between blanks, colons and brackets up to an "@" or the end of the line.
 * Returns how many, or -1 if there is anything else. */
static int
take_numbers (CyanLine *line, double *numbers, guint max)
{
  guint n = 0;

  while (line->at < line->end && *line->at != '@')
    {
      CyanLine number = { line->at, line->at + 1 };

      if (g_ascii_isspace (*line->at) || strchr (":[]", *line->at) != NULL)
        {
          line->at++;
          continue;
        }
      number.end += strspn (number.end, "0123456789");
      if (n == max || !(g_ascii_isdigit (*line->at) || *line->at == '-')
          || !cyan_line_is_number (number, &numbers[n++]))
        return -1;
      line->at = number.end;
    }
  return (int) n;
}

/* Scales a count and its bytes by the chance to be sampled. */
static void
scale (const Text *self, double *objects, double *space)
{
  double factor;

  if (self->period <= 1 || *objects == 0 || *space == 0)
    return;
  factor = 1 / (1 - exp (-*space / *objects / self->period));
  *objects *= factor;
  *space *= factor;
}

/* Makes columns of the numbers of a line. */
static gboolean
set_columns (Text *self, double *numbers, int n)
{
  for (int i = 0; i < n; i++)
    self->sums[i] += numbers[i];
  switch (self->kind)
    {
    case CYAN_TEXT_HEAP:
    case CYAN_TEXT_GROWTH:
    case CYAN_TEXT_JEMALLOC:
      scale (self, &numbers[0], &numbers[1]);
      scale (self, &numbers[2], &numbers[3]);
      self->columns[OBJECTS] = numbers[0];
      self->columns[SPACE] = numbers[1];
      self->columns[ALLOC_OBJECTS] = numbers[2];
      self->columns[ALLOC_SPACE] = numbers[3];
      return n == 4;
    case CYAN_TEXT_JAVA_HEAP:
      scale (self, &numbers[1], &numbers[0]);
      self->columns[SPACE] = numbers[0];
      self->columns[OBJECTS] = numbers[1];
      return n == 2;
    case CYAN_TEXT_CONTENTION:
      self->columns[0] = numbers[0] * self->period * self->ns_per_cycle;
      self->columns[1] = numbers[1] * self->period;
      return n == 2;
    default:
      self->columns[0] = numbers[0];
      return n == 1;
    }
}

/* Adds the columns to the current stack. */
static gboolean
add_columns (Text *self, GError **error)
{
  CyanFrameTree *tree = &self->addresses->tree;
  guint32 node;

  /* Periods of sampling and cycles multiply what stands there. */
  for (guint i = 0; i < N_COLUMNS; i++)
    if (!isfinite (self->columns[i]))
      return cyan_input_fail_line (self->addresses->input, error, "%s",
                                   _ ("a number that is too large"));
  node = cyan_addresses_end (self->addresses, error);
  if (node == CYAN_FRAME_TREE_NONE)
    return FALSE;
  for (guint i = 0; i < N_COLUMNS; i++)
    if (self->columns[i] != 0)
      {
        cyan_frame_tree_add (tree, node, self->columns[i]);
        cyan_frame_tree_commit (tree, i, 1);
      }
  return TRUE;
}

static gboolean
fail_line (CyanAddresses *self, GError **error)
{
  return cyan_input_fail_line (self->input, error, _ ("neither counts nor a stack of addresses"));
}

/* Reads the stack behind the "@".  Addresses are those to return to, but where symbols or Java
 * numbered them. */
static gboolean
read_stack (Text *self, CyanLine line, GError **error)
{
  CyanAddresses *addresses = self->addresses;

  line.at++;
  cyan_addresses_begin (addresses);
  if (!cyan_addresses_take (addresses, &line) || line.at != line.end)
    return fail_line (self->addresses, error);
  if (!cyan_addresses_are_calls (addresses))
    cyan_addresses_return (addresses, 0);
  return TRUE;
}

/* "key = value" before the stacks of contention. */
static void
read_attribute (Text *self, const char *line, const char *equals)
{
  g_autofree char *key = g_strstrip (g_strndup (line, (gsize) (equals - line)));
  g_autofree char *value = g_strstrip (g_strdup (equals + 1));
  double number = 0;
  gboolean is_number = cyan_parse_double (value, strlen (value), &number) && number > 0;

  if (strcmp (key, "format") == 0 && strcmp (value, "java") == 0)
    self->addresses->form = CYAN_SYMBOLS_JAVA;
  else if (strcmp (key, "resolution") == 0 && self->kind == CYAN_TEXT_CONTENTION)
    {
      g_free (self->name);
      self->name = g_strdup (strcmp (value, "microseconds") == 0   ? "us"
                             : strcmp (value, "milliseconds") == 0 ? "ms"
                             : strcmp (value, "nanoseconds") == 0  ? "ns"
                                                                   : value);
    }
  else if (strcmp (key, "cycles/second") == 0 && is_number)
    self->ns_per_cycle = 1e9 / number;
  else if (strcmp (key, "sampling period") == 0 && is_number)
    self->period = number;
}

/* A line of jemalloc: "@ STACK", or the sums of "t*" or of a thread. */
static gboolean
read_jemalloc (Text *self, CyanLine line, GError **error)
{
  double numbers[4] = { 0 };

  if (*line.at == '@')
    {
      self->has_stack = TRUE;
      return read_stack (self, line, error);
    }
  if (*line.at != 't')
    return fail_line (self->addresses, error);
  if (line.at[1] != '*')
    return TRUE;
  line.at += 2;
  if (take_numbers (&line, numbers, 4) != 4 || line.at != line.end)
    return fail_line (self->addresses, error);
  /* Before the first stack are the sums of the whole. */
  if (!self->has_stack)
    {
      memcpy (self->totals, numbers, sizeof numbers);
      return TRUE;
    }
  self->has_stack = FALSE;
  return set_columns (self, numbers, 4) && add_columns (self, error);
}

static gboolean
read_record (Text *self, CyanLine line, GError **error)
{
  CyanAddresses *addresses = self->addresses;
  gsize length = cyan_line_length (line);
  const char *text = line.at, *equals = memchr (text, '=', length);
  double numbers[4] = { 0 };
  int n;

  cyan_line_skip (&line);
  if (line.at == line.end)
    return TRUE;
  if (*line.at == '#')
    {
      /* Go explains the addresses of a stack in comments below it, "# 0x1234 name+0x1f
       * file:line". */
      line.at++;
      if (!cyan_addresses_are_calls (addresses) && cyan_addresses_add_symbol (addresses, line))
        addresses->form = CYAN_SYMBOLS_GO;
      return TRUE;
    }
  if (self->kind == CYAN_TEXT_JEMALLOC)
    return read_jemalloc (self, line, error);
  if (equals != NULL && memchr (text, '@', length) == NULL
      && (self->kind == CYAN_TEXT_CONTENTION || addresses->form == CYAN_SYMBOLS_JAVA))
    {
      read_attribute (self, text, equals);
      return TRUE;
    }
  if (addresses->form == CYAN_SYMBOLS_JAVA && cyan_addresses_add_symbol (addresses, line))
    return TRUE;
  n = take_numbers (&line, numbers, 4);
  if (n < 1 || line.at == line.end || !set_columns (self, numbers, n))
    return fail_line (addresses, error);
  return read_stack (self, line, error) && add_columns (self, error);
}

/* Once in how many bytes a heap with this first line was sampled; 1: always. */
static double
period_of_heap (const char *line)
{
  const char *slash = strrchr (line, '/'), *at = strchr (line, '@');
  double period;

  if (slash == NULL || !cyan_parse_double (slash + 1, strlen (slash + 1), &period))
    return 1;
  if (at == NULL) /* of jemalloc */
    return period;
  if (strstr (at, "heapprofile") != NULL)
    return 1;
  /* Before the second version, and in Go, it is twice the rate. */
  return strstr (at, "_v2") != NULL ? period : period / 2;
}

/* Takes the sums of all stacks from the first line: "heap profile: 1: 2 [3: 4] @ ...", "goroutine
 * profile: total 7". */
static void
read_totals (Text *self, const char *line)
{
  gboolean is_count = self->kind == CYAN_TEXT_COUNT;
  const char *at = strstr (line, is_count ? "total " : ":");
  CyanLine rest = { NULL, line + strlen (line) };

  if (at == NULL || !(is_count || self->kind == CYAN_TEXT_HEAP || self->kind == CYAN_TEXT_GROWTH))
    return;
  rest.at = at + strlen (is_count ? "total " : ":");
  if (take_numbers (&rest, self->totals, 4) < 0)
    memset (self->totals, 0, sizeof self->totals);
}

/* Says what the end of the file lacks, as far as the file tells. */
static void
warn_of_end (const Text *self)
{
  CyanProfileBuilder *builder = self->addresses->builder;

  for (guint i = 0; i < G_N_ELEMENTS (self->totals); i++)
    if (self->sums[i] < self->totals[i])
      {
        cyan_profile_builder_warn (builder,
                                   _ ("the stacks add up to %.0f, but the beginning of the file "
                                      "says %.0f: it may have been cut"),
                                   self->sums[i], self->totals[i]);
        break;
      }
  if (!cyan_addresses_has_symbols (self->addresses)
      && (self->kind == CYAN_TEXT_JEMALLOC || self->kind == CYAN_TEXT_HEAP
          || self->kind == CYAN_TEXT_GROWTH))
    cyan_addresses_warn_mappings (self->addresses);
}

static void
read_header (Text *self, const char *line)
{
  self->kind = cyan_text_kind (line, strlen (line));
  if (self->kind == CYAN_TEXT_JAVA_HEAP)
    self->addresses->form = CYAN_SYMBOLS_JAVA;
  self->period = self->ns_per_cycle = 1;
  if (self->kind == CYAN_TEXT_COUNT)
    self->name = g_strndup (line, (gsize) (strchr (line, ' ') - line));
  else if (self->kind == CYAN_TEXT_CONTENTION)
    self->name = g_strdup ("ns");
  else if (self->kind == CYAN_TEXT_JAVA_HEAP)
    self->period = JAVA_PERIOD;
  else if (self->kind != CYAN_TEXT_GROWTH)
    self->period = period_of_heap (line);
  read_totals (self, line);
}

/* The metrics of a heap: those of what was allocated only where they say more.  Returns their
 * number. */
static guint
add_heap_metrics (Text *self)
{
  static const char *const names[] = { "inuse_space", "inuse_objects", "alloc_space",
                                       "alloc_objects" };
  CyanAddresses *addresses = self->addresses;
  guint n = cyan_addresses_has_values (addresses, ALLOC_SPACE)
                    && !cyan_addresses_same (addresses, SPACE, ALLOC_SPACE)
                ? 4
                : 2;

  for (guint i = 0; i < n; i++)
    cyan_profile_builder_metric (addresses->builder, names[i], i % 2 == 0 ? "bytes" : "count");
  if (n == 4 && !cyan_addresses_has_values (addresses, SPACE))
    cyan_profile_builder_warn (addresses->builder, _ ("%s is 0 everywhere; %s has values"),
                               names[SPACE], names[ALLOC_SPACE]);
  return n;
}

/* Makes the metrics of the text.  Returns their number. */
static guint
add_metrics (Text *self, CyanAddressesMetric *metrics)
{
  CyanProfileBuilder *builder = self->addresses->builder;

  for (guint i = 0; i < N_COLUMNS; i++)
    metrics[i] = (CyanAddressesMetric){ i, 1 };
  switch (self->kind)
    {
    case CYAN_TEXT_COUNT:
      cyan_profile_builder_metric (builder, self->name, "count");
      return 1;
    case CYAN_TEXT_CONTENTION:
      cyan_profile_builder_metric (builder, "delay", self->name);
      cyan_profile_builder_metric (builder, "contentions", "count");
      return 2;
    case CYAN_TEXT_GROWTH:
      cyan_profile_builder_metric (builder, "space", "bytes");
      cyan_profile_builder_metric (builder, "objects", "count");
      return 2;
    default:
      return add_heap_metrics (self);
    }
}

static gboolean
is_end (const char *line, gsize length)
{
  return cyan_bytes_begin (line, length, "---")
         || cyan_bytes_begin (line, length, "MAPPED_LIBRARIES:");
}

static gboolean
read_lines (Text *self, GError **error)
{
  char *line;
  gsize length;
  int step;

  while ((step = cyan_input_line (self->addresses->input, &line, &length, error)) > 0
         && !is_end (line, length))
    if (!read_record (self, (CyanLine){ line, line + length }, error))
      return FALSE;
  return step >= 0;
}

/* Reads the map of the memory, or the symbols of Java, up to the end of the input. */
gboolean
cyan_gperftools_read_tail (CyanAddresses *self, GError **error)
{
  char *line;
  gsize length;
  int step;

  while ((step = cyan_input_line (self->input, &line, &length, error)) > 0)
    if (self->form == CYAN_SYMBOLS_JAVA)
      cyan_addresses_add_symbol (self, (CyanLine){ line, line + length });
    else
      cyan_addresses_add_mapping (self, (CyanLine){ line, line + length });
  return step == 0;
}

/* ---- threads ---- */

#define SECTION "---"
#define THREAD  "--- Thread "
#define SAME    "same as previous thread"

/*
 * The stacks of threads at one moment:
 *
 *   --- threadz 1 ---
 *   --- Thread 7f00 (name: worker/101) stack: ---
 *     PC: 0x1 0x2
 *     0x3: NAME
 *     creator: 0x4 0x5
 *   --- Thread 7f10 (name: worker/102) stack: ---
 *     [same as previous thread]
 *   --- Memory map: ---
 *
 * As in legacy_profile.go, the creator calls the thread, and all addresses but the first are those
 * to return to.
 */
typedef struct
{
  CyanAddresses *addresses;
  guint32 node;     /* of the tree: the stack of the previous thread */
  gboolean is_same; /* the current thread has that stack, too */
} Threads;

/* Adds the name of the last address of the stack. */
static void
add_name (CyanAddresses *self, const char *name)
{
  guint last = self->stack->len - 1;
  /* The call before an address to return to. */
  guint64 address = g_array_index (self->stack, guint64, last) - (last > 0 ? 1 : 0);
  g_autofree char *symbol = g_strdup_printf ("0x%" PRIx64 " %s", address, name);

  cyan_addresses_add_symbol (self, (CyanLine){ symbol, symbol + strlen (symbol) });
}

static gboolean
read_frames (Threads *self, CyanLine line, GError **error)
{
  static const char *const words[] = { "PC:", "creator:" };
  CyanAddresses *addresses = self->addresses;
  gboolean ok;

  if (cyan_bytes_have (line.at, cyan_line_length (line), SAME))
    {
      self->is_same = TRUE;
      return TRUE;
    }
  cyan_line_skip (&line);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (line.at, words[i]))
      line.at += strlen (words[i]);
  ok = cyan_addresses_take (addresses, &line);
  if (ok && line.at < line.end && *line.at == ':' && addresses->stack->len > 0)
    {
      add_name (addresses, line.at + 1);
      return TRUE;
    }
  return (ok && line.at == line.end) || fail_line (addresses, error);
}

static gboolean
end_thread (Threads *self, GError **error)
{
  CyanAddresses *addresses = self->addresses;

  if (!self->is_same)
    {
      cyan_addresses_return (addresses, 1);
      self->node = cyan_addresses_end (addresses, error);
      if (self->node == CYAN_FRAME_TREE_NONE)
        return FALSE;
    }
  cyan_frame_tree_add (&addresses->tree, self->node, 1);
  cyan_frame_tree_commit (&addresses->tree, 0, 1);
  return TRUE;
}

/* Reads the threads up to the first line of another section. */
static gboolean
read_all (Threads *self, const char *first, GError **error)
{
  gboolean in_thread = g_str_has_prefix (first, THREAD);
  char *line;
  gsize length;
  int step;

  cyan_addresses_begin (self->addresses);
  while ((step = cyan_input_line (self->addresses->input, &line, &length, error)) > 0)
    if (g_str_has_prefix (line, SECTION))
      {
        if (in_thread && !end_thread (self, error))
          return FALSE;
        in_thread = g_str_has_prefix (line, THREAD);
        if (!in_thread)
          return TRUE;
        cyan_addresses_begin (self->addresses);
        self->is_same = FALSE;
      }
    else if (in_thread && !read_frames (self, (CyanLine){ line, line + length }, error))
      return FALSE;
  return step == 0 && (!in_thread || end_thread (self, error));
}

static gboolean
read_threads (CyanAddresses *self, const char *line, GError **error)
{
  static const CyanAddressesMetric metric = { 0, 1 };
  Threads threads = { .addresses = self };

  if (!read_all (&threads, line, error) || !cyan_gperftools_read_tail (self, error))
    return FALSE;
  cyan_addresses_warn_mappings (self);
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_EXACT, 0);
  cyan_profile_builder_metric (self->builder, "thread", "count");
  return cyan_addresses_build (self, &metric, 1, error);
}

gboolean
cyan_gperftools_read_text (CyanAddresses *addresses, const char *line, GError **error)
{
  Text self = { .addresses = addresses };
  CyanAddressesMetric metrics[N_COLUMNS];
  gboolean is_sampled, ok;
  guint n_metrics;

  read_header (&self, line);
  if (self.kind == CYAN_TEXT_THREADS)
    return read_threads (addresses, line, error);
  ok = read_lines (&self, error) && cyan_gperftools_read_tail (addresses, error);
  if (ok)
    {
      is_sampled = self.period > 1;
      cyan_profile_builder_set_recording (
          addresses->builder, is_sampled ? CYAN_RECORDING_SAMPLED : CYAN_RECORDING_EXACT,
          is_sampled && self.kind != CYAN_TEXT_CONTENTION ? self.period : 0);
      warn_of_end (&self);
      n_metrics = add_metrics (&self, metrics);
      ok = cyan_addresses_build (addresses, metrics, n_metrics, error);
    }
  g_free (self.name);
  return ok;
}
