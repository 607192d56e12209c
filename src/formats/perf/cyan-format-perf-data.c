/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads perf.data.
 *
 * Samples, in the order of their time, become stacks of functions by what was mapped then.  Only
 * stacks that were recorded as copies of memory must be unwound: that is what perf itself is for,
 * and this reader parses the text of its `perf script`.
 */
#include "cyan-format-entry.h"

#include "cyan-converter.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-perf-sample.h"
#include "cyan-perf-space.h"
#include "cyan-perf.h"

#include <sys/stat.h>
#include <time.h>

/* Includes deeper stacks than perf prints by default, if they were recorded. */
#define MAX_STACK      1024
#define MAX_STACK_TEXT "--max-stack=1024"

/* Modes of the processor, in a record and in place of an address of a stack. */
enum
{
  MODE_MASK = 7,
  MODE_KERNEL = 1,
  MODE_USER = 2,
  MODE_GUEST_KERNEL = 4,
  MODE_GUEST_USER = 5,
};

#define CONTEXT(n)     ((guint64) (gint64) (n))
#define CONTEXT_HV     CONTEXT (-32)
#define CONTEXT_KERNEL CONTEXT (-128)
#define CONTEXT_USER   CONTEXT (-512)
#define CONTEXT_LATER  CONTEXT (-640)  /* the user's part follows in another record */
#define CONTEXT_MAX    CONTEXT (-4095) /* the smallest */

/* Functions of addresses that were looked up last; a power of two. */
#define N_RECENT 4096

typedef struct
{
  guint64 address;
  guint64 state; /* of the mappings; 0: none */
  CyanStr name, module;
  gboolean is_compiled; /* by a JIT compiler, whose names may have those of inlined methods */
} Recent;

typedef struct
{
  CyanPerfFile *file;
  CyanProfileBuilder *builder;
  CyanPerfTree *tree;
  CyanPerfObjects *objects;
  CyanPerfSpaces *spaces;
  guint n_events;                   /* that were looked at for */
  gboolean has_chains;              /* stacks of some event */
  guint64 kernel_state, user_state; /* of the mappings, for the current sample */
  GHashTable *counters;             /* by guint64 *, a number: guint64 *, the last value */
  Recent recent[N_RECENT];
  guint64 n_guests, n_strange, n_broken, n_later;
} Reader;

static gboolean
add_compiled (Reader *self, const Recent *recent, GError **error)
{
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);
  const CyanPerfFrame frame = {
    .address = recent->address,
    .symbol = cyan_line_of (cyan_strings_get (strings, recent->name)),
    .module = cyan_line_of (cyan_strings_get (strings, recent->module)),
  };

  return cyan_perf_tree_frame (self->tree, &frame, error);
}

/* Adds the function at @address to the sample. */
static gboolean
add_address (Reader *self, gint32 process, guint mode, guint64 address, GError **error)
{
  gboolean is_kernel = mode == MODE_KERNEL;
  guint64 state = is_kernel ? self->kernel_state : mode == MODE_USER ? self->user_state : 0;
  Recent *recent = &self->recent[(address ^ address >> 12 ^ state << 5) & (N_RECENT - 1)];
  const CyanPerfMapping *mapping = NULL;

  if (recent->state != state || recent->address != address)
    {
      *recent = (Recent){ .address = address, .state = state };
      if (is_kernel || mode == MODE_USER)
        mapping = cyan_perf_spaces_find (self->spaces, process, is_kernel, address);
      if (mapping == NULL && is_kernel)
        /* The recorded mapping ends before what runs at the start only. */
        recent->name = cyan_perf_objects_kernel_name (self->objects, address, &recent->module);
      if (mapping != NULL)
        {
          gboolean is_file = mapping->object->kind == CYAN_PERF_OBJECT_FILE
                             || mapping->object->kind == CYAN_PERF_OBJECT_VDSO;

          recent->is_compiled = mapping->object->kind == CYAN_PERF_OBJECT_JIT;
          recent->module = mapping->object->module;
          recent->name = cyan_perf_objects_name (
              self->objects, mapping->object,
              is_file ? address - mapping->start + mapping->offset : address);
        }
    }
  if (recent->is_compiled && recent->name != CYAN_STR_EMPTY)
    return add_compiled (self, recent, error);
  return cyan_perf_tree_function (self->tree, recent->name, recent->module, error);
}

/* Adds the calls that the processor recorded: below the last function, the calling addresses. */
static gboolean
add_calls (Reader *self, const CyanPerfSample *sample, GError **error)
{
  CyanPerfBytes branches = sample->branches;

  for (guint i = 0; cyan_perf_bytes_left (&branches) > 0 && i < MAX_STACK; i++)
    {
      guint64 from = cyan_perf_take64 (&branches), to = cyan_perf_take64 (&branches);

      cyan_perf_take64 (&branches);
      if ((i == 0 && !add_address (self, sample->process, MODE_USER, to, error))
          || !add_address (self, sample->process, MODE_USER, from, error))
        return FALSE;
    }
  return TRUE;
}

/* Adds the stack of @sample.  @has_calls: its user's part is in the branches. */
static gboolean
add_chain (Reader *self, const CyanPerfSample *sample, gboolean has_calls, GError **error)
{
  CyanPerfBytes chain = sample->chain;
  guint mode = MODE_USER;

  for (guint n = 0; cyan_perf_bytes_left (&chain) > 0 && n < MAX_STACK;)
    {
      guint64 address = cyan_perf_take64 (&chain);

      if (address < CONTEXT_MAX)
        {
          n++;
          if (!add_address (self, sample->process, mode, address, error))
            return FALSE;
        }
      else if (address == CONTEXT_USER && has_calls)
        return add_calls (self, sample, error);
      else if (address == CONTEXT_USER)
        mode = MODE_USER;
      else if (address == CONTEXT_KERNEL)
        mode = MODE_KERNEL;
      else if (address == CONTEXT_HV)
        mode = 0;
      else if (address == CONTEXT_LATER)
        {
          self->n_later++;
          return TRUE;
        }
      else
        {
          /* What stands on a stack without frame pointers; perf discards the stack, too. */
          self->n_broken++;
          cyan_perf_tree_no_frames (self->tree);
          return TRUE;
        }
    }
  return TRUE;
}

/* Adds @sample as one of @event with this period. */
static gboolean
add_sample (Reader *self,
            const CyanPerfSample *sample,
            const CyanPerfEvent *event,
            guint mode,
            guint64 period,
            GError **error)
{
  gboolean is_tracepoint = event->type == CYAN_PERF_TRACEPOINT, has_stack;
  const CyanPerfHead head = {
    .has_thread = (event->sample_type & CYAN_PERF_TID) != 0,
    .has_time = (event->sample_type & CYAN_PERF_TIME) != 0,
    .time = (gint64) MIN (sample->time, (guint64) G_MAXINT64 / 2),
    .cpu = sample->cpu,
    .process = sample->process,
    .thread = sample->thread,
    .has_period = !is_tracepoint,
    .period = period,
    .event = cyan_line_of (event->name),
    .command = cyan_line_of (cyan_perf_spaces_command (self->spaces, sample->thread)),
  };

  self->kernel_state = cyan_perf_spaces_state (self->spaces, 0, TRUE);
  self->user_state = cyan_perf_spaces_state (self->spaces, sample->process, FALSE);
  if (!cyan_perf_tree_begin (self->tree, &head, error))
    return FALSE;
  if (sample->has_chain && !add_chain (self, sample, cyan_perf_sample_has_calls (event), error))
    return FALSE;
  has_stack = sample->has_chain
              && ((event->sample_type & CYAN_PERF_STACK_USER) == 0 || self->tree->frames->len > 0);
  if (!has_stack && (event->sample_type & CYAN_PERF_IP) != 0 && (!is_tracepoint || self->has_chains)
      && !add_address (self, sample->process, mode, sample->ip, error))
    return FALSE;
  return cyan_perf_tree_end (self->tree, error);
}

/* Adds a sample that has counters: one of each counter that went on, by how much it did. */
static gboolean
add_counters (
    Reader *self, CyanPerfSample *sample, const CyanPerfEvent *event, guint mode, GError **error)
{
  for (guint64 i = 0; i < sample->n_counters; i++)
    {
      const CyanPerfEvent *counted = event;
      guint64 id, value, *last;

      cyan_perf_sample_counter (event, sample, &id, &value);
      last = g_hash_table_lookup (self->counters, &id);
      if (last == NULL)
        {
          last = g_new0 (guint64, 1);
          g_hash_table_insert (self->counters, g_memdup2 (&id, sizeof id), last);
        }
      if (id != 0)
        counted = cyan_perf_file_event (self->file, id);
      if (counted == NULL)
        self->n_strange++;
      else if (value != *last && !add_sample (self, sample, counted, mode, value - *last, error))
        return FALSE;
      *last = value;
    }
  return TRUE;
}

/* Looks at events that are new, as they may be in a pipe. */
static void
look_at_events (Reader *self)
{
  for (; self->n_events < self->file->events->len; self->n_events++)
    self->has_chains |=
        (g_array_index (self->file->events, CyanPerfEvent, self->n_events).sample_type
         & CYAN_PERF_CALLCHAIN)
        != 0;
}

static gboolean
take_sample (Reader *self, const CyanPerfRecord *record, GError **error)
{
  const CyanPerfEvent *event = cyan_perf_sample_event (self->file, record->type, record->body);
  guint mode = record->misc & MODE_MASK;
  CyanPerfSample sample;

  look_at_events (self);
  if (event == NULL)
    {
      self->n_strange++;
      return TRUE;
    }
  if (!cyan_perf_sample_take (event, record->body, &sample))
    return cyan_perf_file_fail (self->file, record->offset, error,
                                _ ("a sample that is shorter than its fields"));
  if (mode == MODE_GUEST_KERNEL || mode == MODE_GUEST_USER)
    {
      self->n_guests++;
      return TRUE;
    }
  return sample.n_counters > 0 ? add_counters (self, &sample, event, mode, error)
                               : add_sample (self, &sample, event, mode, sample.period, error);
}

static gboolean
take_record (const CyanPerfRecord *record, gpointer data, GError **error)
{
  Reader *self = data;
  CyanPerfBytes body = record->body;

  switch (record->type)
    {
    case CYAN_PERF_RECORD_SAMPLE:
      return take_sample (self, record, error);
    case CYAN_PERF_RECORD_LOST:
      cyan_perf_take64 (&body); /* the number of the event */
      self->tree->n_lost += cyan_perf_take64 (&body);
      return TRUE;
    case CYAN_PERF_RECORD_LOST_SAMPLES:
      self->tree->n_lost += cyan_perf_take64 (&body);
      return TRUE;
    default:
      return cyan_perf_spaces_take (self->spaces, record, error);
    }
}

/* Says what is known of the recording, as the text of perf does. */
static void
describe (Reader *self)
{
  CyanPerfFile *file = self->file;
  g_autofree char *producer =
      file->version != NULL ? g_strconcat ("perf ", file->version, NULL) : NULL;
  struct stat status;
  char time[32];

  /* A copy of what was compressed has no time. */
  if (fstat (file->fd, &status) == 0 && status.st_nlink > 0
      && ctime_r (&status.st_mtime, time) != NULL)
    cyan_profile_builder_set_meta (self->builder, "recorded", g_strchomp (time));
  if (file->host != NULL)
    cyan_profile_builder_set_meta (self->builder, "host", file->host);
  if (producer != NULL)
    cyan_profile_builder_set_meta (self->builder, "producer", producer);
  if (file->command != NULL && *g_strstrip (file->command) != '\0')
    cyan_profile_builder_set_meta (self->builder, "command", file->command);
  for (guint i = 0; i < MIN (file->names->len, (guint) CYAN_PERF_MAX_EVENTS); i++)
    g_ptr_array_add (self->tree->expected, g_strdup (file->names->pdata[i]));
}

static void
warn (Reader *self, gboolean is_cut)
{
  CyanProfileBuilder *builder = self->builder;
  const CyanPerfFile *file = self->file;

  if (file->n_missing > 0)
    cyan_profile_builder_warn (builder,
                               _ ("the file was cut: %'" PRIu64 " bytes of records are missing"),
                               file->n_missing);
  else if (file->is_cut)
    cyan_profile_builder_warn (builder,
                               _ ("the file was cut: some of what follows its records is missing"));
  else if (file->is_open)
    cyan_profile_builder_warn (
        builder, _ ("perf did not end the recording: names of events and build ids are missing"));
  if (is_cut && file->n_missing == 0)
    cyan_profile_builder_warn (builder, _ ("the last record is cut and was left out"));
  cyan_profile_builder_warn_n (
      builder, self->n_guests, "%'" PRIu64 " sample of virtual machines was left out",
      "%'" PRIu64 " samples of virtual machines were left out", self->n_guests);
  cyan_profile_builder_warn_n (
      builder, self->n_strange, "%'" PRIu64 " sample is of an unknown event and was left out",
      "%'" PRIu64 " samples are of unknown events and were left out", self->n_strange);
  cyan_profile_builder_warn_n (
      builder, self->n_broken, "%'" PRIu64 " stack has an impossible address and was left out",
      "%'" PRIu64 " stacks have impossible addresses and were left out", self->n_broken);
  cyan_profile_builder_warn_n (builder, self->n_later,
                               "%'" PRIu64 " stack has the kernel's part only: the other was "
                               "recorded later, which is not read",
                               "%'" PRIu64 " stacks have the kernel's part only: the other was "
                               "recorded later, which is not read",
                               self->n_later);
  cyan_perf_objects_warn (self->objects, builder);
}

static gboolean
read_records (CyanPerfFile *file, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (CyanPerfTree) tree = cyan_perf_tree_new (builder);
  g_autoptr (CyanPerfObjects) objects =
      cyan_perf_objects_new (file, cyan_profile_builder_strings (builder));
  g_autoptr (CyanPerfSpaces) spaces = cyan_perf_spaces_new (file, objects);
  g_autoptr (GHashTable) counters =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autofree Reader *self = g_new0 (Reader, 1);
  gboolean is_cut;

  self->file = file;
  self->builder = builder;
  self->tree = tree;
  self->objects = objects;
  self->spaces = spaces;
  self->counters = counters;
  if (!cyan_perf_records_read (file, take_record, self, &is_cut, error))
    return FALSE;
  describe (self);
  cyan_perf_tree_finish (tree);
  warn (self, is_cut);
  return TRUE;
}

static gboolean
read_text (CyanInput *output, gpointer data, GError **error)
{
  return cyan_perf_read (output, data, error);
}

/* --force: also opens recordings that belong to other users. */
static const char *const arguments[] = { "script", "--force",           "--header", MAX_STACK_TEXT,
                                         "-i",     CYAN_CONVERTER_FILE, NULL };
static const char *const environment[] = { "PERF_CONFIG=/dev/null", "DEBUGINFOD_URLS", "LC_ALL=C",
                                           NULL };
static const CyanConverter unwinder = {
  .name = "perf",
  .label = "perf script",
  .contents = "perf.data",
  .package = "linux-perf",
  .arguments = arguments,
  .environment = environment,
};

/* Lets perf unwind the stacks. */
static gboolean
read_script (CyanPerfFile *file, CyanProfileBuilder *builder, GError **error)
{
  g_autofree char *said = NULL;

  if (!cyan_converter_read (&unwinder, file->input, file->fd, read_text, builder, &said, error))
    return FALSE;
  if (said != NULL)
    cyan_profile_builder_warn (builder, _ ("perf script says: %s"), said);
  return TRUE;
}

/* Reads stacks that were recorded as copies of memory, if perf can, or else their leaves. */
static gboolean
read_copies (CyanPerfFile *file, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (read_script (file, builder, &reason))
    return TRUE;
  /* It is not installed, or too old for the file.  What it printed before cannot be taken back. */
  if ((!g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED)
       && !g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_INVALID))
      || cyan_profile_builder_n_nodes (builder) > 1)
    return cyan_error_pass (&reason, error);
  cyan_profile_builder_warn (builder, _ ("callers are missing, since only perf can unwind stacks "
                                         "that were recorded as copies of memory"));
  cyan_profile_builder_warn (builder, "%s", reason->message);
  return read_records (file, builder, error);
}

static gboolean
perf_data_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanPerfFile) file = { .fd = -1 };

  return cyan_perf_file_open (&file, input, error)
         && (cyan_perf_file_has_stacks (&file) ? read_copies (&file, builder, error)
                                               : read_records (&file, builder, error));
}

static int
perf_data_sniff (const char *head, gsize length)
{
  /* Those of perf since 3.2, in both byte orders, and of older ones. */
  static const char *const magics[] = { "PERFILE2", "2ELIFREP", "PERFFILE" };

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (cyan_bytes_begin (head, length, magics[i]))
      return 100;
  return 0;
}

const CyanFormat cyan_format_perf_data = {
  .name = "perf-data",
  .label = "perf.data",
  .sniff = perf_data_sniff,
  .read = perf_data_read,
};
