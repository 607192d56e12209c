/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads folded stacks with several threads, which take chunks in turn and add them in order.
 *
 * There is one input and one builder, each used by one thread at a time.  The thread that has
 * parsed the next chunk of the text adds it and the parsed chunks after it.  Meanwhile others read
 * and parse.
 */
#include "cyan-folded.h"

#include "cyan-frames.h"
#include "cyan-i18n.h"
#include "cyan-scratch.h"
#include "cyan-sync.h"
#include "cyan-worker.h"

#include <math.h>
#include <string.h>

#define MAX_THREADS 8

/* Bytes at the beginning that tell the producer. */
#define HEAD_LENGTH 65536

/* Maximum bytes of text that wait to be added before reading pauses.  One line may have a
 * gigabyte. */
#define MAX_WAITING (64 * 1024 * 1024)

/* Number of counts needed to take their common divisor as the weight of one sample.  The chance
 * that so many unrelated integers share a factor is 1 in 2^24. */
#define DIVISOR_COUNTS 24

/* Active readers in this process.  They share the processors; the result does not depend on it. */
static gint n_readers;

typedef struct _Reader Reader;

/* A thread that parses, and the map from its names to the builder's. */
typedef struct
{
  Reader *reader;
  CyanWorker thread; /* unused in the first worker, which is the caller */
  CyanFoldedParser parser;
  GPtrArray *names;  /* of const char *, by the parser's number */
  GArray *functions; /* of guint32 by that number: index + 1; 0: not asked for yet */
  CyanCharge charge; /* of names and functions */
} Worker;

struct _Reader
{
  const CyanFoldedOptions *options;
  gint stop;   /* atomic: all threads return */
  gint broken; /* atomic: an error was found, so no more chunks are taken */

  CyanMutex reading; /* guards the fields up to at_end */
  CyanInput *input;
  guint64 n_taken; /* chunks taken so far */
  guint64 n_bytes; /* bytes in these */
  gboolean at_end; /* no more chunks are taken */

  CyanMutex mutex; /* guards the fields up to error; locked after reading if both are needed */
  CyanCond changed;
  GPtrArray *chunks;  /* of CyanFoldedChunk, owned: all chunks */
  GPtrArray *unused;  /* chunks that no thread uses */
  GPtrArray *waiting; /* parsed chunks, by number modulo n_chunks; NULL: none */
  gsize n_waiting;    /* bytes taken but not added yet */
  gboolean adding;    /* a thread adds a chunk */
  guint64 n_added;    /* chunks added so far */
  GError *error;      /* the first error in the order of the text */

  /* Used only by the thread that adds. */
  CyanProfileBuilder *builder;
  CyanFrames frames;
  guint metric;
  GArray *node_map; /* by node in the chunk: node in the builder, or function for the sink */
  CyanCharge node_map_charge;
  CyanFoldedSamples samples; /* without a sink: all goes to the builder */
  GByteArray *previous;      /* the last stack before the chunk */
  double sum;                /* sum of the absolute values of all counts, a bound of every total */
  guint64 n_lines;
  gboolean cut;
  guint64 n_stacks, n_nameless, n_negative, n_two_counts, n_divided, divisor;
  guint64 n_bad, bad_line; /* lines without a stack and a count; the first of them */
  char *bad_reason;        /* what is wrong with it */
  guint n_steps;

  guint n_workers;
  Worker workers[MAX_THREADS];
};

/* Whether to go on.  Polls the input unless another thread is reading, which polls it itself. */
static gboolean
poll_input (gpointer data)
{
  Reader *self = data;
  gboolean go_on;

  if (g_atomic_int_get (&self->stop))
    return FALSE;
  if (!cyan_mutex_try_lock (&self->reading))
    return TRUE;
  go_on = cyan_input_poll (self->input, NULL);
  cyan_mutex_unlock (&self->reading);
  if (!go_on)
    g_atomic_int_set (&self->stop, TRUE);
  return go_on;
}

static gboolean
fail_line (Reader *self, guint64 line, CyanError code, GError **error, const char *reason)
{
  return cyan_fail (error, code, _ ("%s: line %" PRIu64 ": %s"), cyan_input_name (self->input),
                    self->n_lines + line, reason);
}

static guint32
function_of (Reader *self, Worker *worker, CyanStr name)
{
  guint32 *index = &g_array_index (worker->functions, guint32, name);

  if (*index == 0)
    {
      const char *text = g_ptr_array_index (worker->names, name);

      *index =
          1
          + cyan_frames_function (&self->frames, cyan_strings_add (self->frames.strings, text, -1));
    }
  return *index - 1;
}

/* Counts the repairs in the first stack of @chunk that sequential reading would not make: those in
 * frames shared with the previous stack. */
static guint
repeated_repairs (Reader *self, const CyanFoldedChunk *chunk)
{
  const char *previous = (const char *) self->previous->data;
  gsize length = MIN (self->previous->len, chunk->first_length);
  gsize common = chunk->repairs->len > 0 ? cyan_folded_common (previous, chunk->first, length) : 0;
  guint n = 0;

  for (guint i = 0; i < chunk->repairs->len; i++)
    {
      const CyanFoldedRepair *repair = &g_array_index (chunk->repairs, CyanFoldedRepair, i);

      if (repair->end < common
          || (repair->end == common && (common == self->previous->len || previous[common] == ';')))
        n += repair->n_repaired;
    }
  return n;
}

/* Polled at each node and count. */
static gboolean
go_on (Reader *self)
{
  return (++self->n_steps & (CYAN_TICK_STRIDE - 1)) != 0 || poll_input (self);
}

static void
take_names (Reader *self, Worker *worker, const CyanFoldedChunk *chunk)
{
  for (guint i = 0; i < chunk->names->len; i++)
    g_ptr_array_add (worker->names, g_ptr_array_index (chunk->names, i));
  g_array_set_size (worker->functions, worker->names->len);
  cyan_charge_set (&worker->charge, worker->names->len * (sizeof (char *) + sizeof (guint32)));
}

/* Adds the nodes of @chunk up to @last to the builder, from *@next on. */
static gboolean
add_nodes (Reader *self,
           Worker *worker,
           CyanFoldedChunk *chunk,
           guint32 *next,
           guint32 last,
           GError **error)
{
  const CyanFoldedNode *nodes = (const CyanFoldedNode *) chunk->nodes->data;
  CyanNode *node_map = (CyanNode *) self->node_map->data;

  for (; *next <= last; (*next)++)
    {
      const CyanFoldedNode *node = &nodes[*next];

      node_map[*next] = cyan_profile_builder_child (
          self->builder, node_map[node->parent], function_of (self, worker, node->name), 0, error);
      if (node_map[*next] == CYAN_NODE_NONE || !go_on (self))
        return FALSE;
    }
  return TRUE;
}

static gboolean
fail_limit (Reader *self, const GError *limit, guint32 line, GError **error)
{
  /* Without an error the work was stopped. */
  return limit != NULL
         && cyan_fail_at (error, limit, _ ("%s: line %" PRIu64), cyan_input_name (self->input),
                          self->n_lines + line);
}

/* Checks that all counts so far add up to a finite number. */
static gboolean
check_sum (Reader *self, const CyanFoldedCount *count, GError **error)
{
  self->sum += fabs (count->value);
  return isfinite (self->sum)
         || fail_line (self, count->line, CYAN_ERROR_INVALID, error,
                       _ ("the counts add up to no finite number"));
}

/* Adds the counts of @chunk to the sink. */
static gboolean
add_samples (Reader *self, Worker *worker, CyanFoldedChunk *chunk, GError **error)
{
  const CyanFoldedNode *nodes = (const CyanFoldedNode *) chunk->nodes->data;
  guint32 *functions = (guint32 *) (gpointer) self->node_map->data;
  g_autoptr (GError) limit = NULL;
  guint32 line = 0;

  for (guint i = 0; i < chunk->counts->len; i++)
    if (!check_sum (self, &g_array_index (chunk->counts, CyanFoldedCount, i), error))
      return FALSE;
  for (guint32 i = 1; i < chunk->nodes->len; i++)
    functions[i] = function_of (self, worker, nodes[i].name);
  return cyan_folded_samples_add (&self->samples, chunk, functions, poll_input, self, &line, &limit)
         || fail_limit (self, limit, line, error);
}

/* Adds the counts of @chunk to the builder, line by line. */
static gboolean
add_counts (Reader *self, Worker *worker, CyanFoldedChunk *chunk, GError **error)
{
  g_autoptr (GError) limit = NULL;
  guint32 next = 1;

  g_array_index (self->node_map, CyanNode, 0) = CYAN_NODE_ROOT;
  for (guint i = 0; i < chunk->counts->len; i++)
    {
      const CyanFoldedCount *count = &g_array_index (chunk->counts, CyanFoldedCount, i);

      if (!check_sum (self, count, error))
        return FALSE;
      if (!add_nodes (self, worker, chunk, &next, count->node, &limit))
        return fail_limit (self, limit, count->line, error);
      cyan_profile_builder_add (self->builder, self->metric,
                                g_array_index (self->node_map, CyanNode, count->node),
                                count->value);
      if (!go_on (self))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_chunk (Reader *self, CyanFoldedChunk *chunk, GError **error)
{
  Worker *worker = &self->workers[chunk->reader];

  if (chunk->lost != NULL)
    return cyan_error_pass (&chunk->lost, error);
  take_names (self, worker, chunk);
  g_array_set_size (self->node_map, chunk->nodes->len);
  cyan_charge_raise (&self->node_map_charge, self->node_map->len * sizeof (CyanNode));
  if (self->samples.sink != NULL ? !add_samples (self, worker, chunk, error)
                                 : !add_counts (self, worker, chunk, error))
    return FALSE;
  if (chunk->reason != NULL)
    return fail_line (self, chunk->n_lines, chunk->code, error, chunk->reason);

  if (chunk->n_repaired > 0)
    cyan_strings_count_repaired (self->frames.strings,
                                 chunk->n_repaired - repeated_repairs (self, chunk));
  if (chunk->last != NULL)
    {
      g_byte_array_set_size (self->previous, 0);
      g_byte_array_append (self->previous, (const guint8 *) chunk->last,
                           (guint) chunk->last_length);
    }
  if (self->n_bad == 0 && chunk->n_bad > 0)
    {
      self->bad_line = self->n_lines + chunk->bad_line;
      self->bad_reason = g_steal_pointer (&chunk->bad_reason);
    }
  self->n_bad += chunk->n_bad;
  self->n_lines += chunk->n_lines;
  self->cut |= chunk->cut;
  self->n_stacks += chunk->counts->len;
  self->n_nameless += chunk->n_nameless;
  self->n_negative += chunk->n_negative;
  self->n_two_counts += chunk->n_two_counts;
  self->n_divided += chunk->n_divided;
  self->divisor = cyan_folded_divisor (self->divisor, chunk->divisor);
  return TRUE;
}

/* Adds all chunks whose turn it is, unless another thread is adding, which will then add these,
 * too.  Call with the mutex locked. */
static void
add_waiting (Reader *self)
{
  while (!self->adding && !g_atomic_int_get (&self->stop))
    {
      gpointer *slot = &self->waiting->pdata[self->n_added % self->chunks->len];
      CyanFoldedChunk *chunk = *slot;
      GError *error = NULL;
      gboolean ok;

      if (chunk == NULL)
        return;
      *slot = NULL;
      self->adding = TRUE;
      cyan_mutex_unlock (&self->mutex);
      ok = add_chunk (self, chunk, &error);
      cyan_mutex_lock (&self->mutex);
      self->adding = FALSE;
      self->n_added++;
      self->n_waiting -= chunk->text.length;
      g_ptr_array_add (self->unused, chunk);
      if (!ok)
        {
          self->error = error;
          g_atomic_int_set (&self->stop, TRUE);
          cyan_input_interrupt (self->input);
        }
      cyan_cond_broadcast (&self->changed);
    }
}

static gboolean
may_take (Reader *self)
{
  return self->unused->len > 0 && self->n_waiting <= MAX_WAITING;
}

/* Reads the next lines from the input into @chunk. */
static void
fill_chunk (Reader *self, CyanFoldedChunk *chunk)
{
  /* Frees the buffer if a huge line made it large. */
  if (chunk->text.capacity > 4 * self->options->chunk + MAX_WAITING / MAX_THREADS)
    cyan_input_lines_clear (&chunk->text);
  chunk->number = self->n_taken++;
  if (!cyan_input_lines (self->input, self->options->chunk, &chunk->text, &chunk->lost))
    {
      chunk->text.length = 0;
      self->at_end = TRUE;
    }
  self->n_bytes += chunk->text.length;
  self->at_end |= chunk->text.at_end;
  cyan_mutex_lock (&self->mutex);
  self->n_waiting += chunk->text.length;
  cyan_mutex_unlock (&self->mutex);
}

/* The next chunk of the text, or NULL at its end. */
static CyanFoldedChunk *
take_chunk (Reader *self, Worker *worker)
{
  CyanFoldedChunk *chunk = NULL;
  gboolean done = FALSE;

  while (!done && chunk == NULL)
    {
      cyan_mutex_lock (&self->mutex);
      while (!may_take (self) && !g_atomic_int_get (&self->stop))
        cyan_cond_wait (&self->changed, &self->mutex);
      cyan_mutex_unlock (&self->mutex);

      cyan_mutex_lock (&self->reading);
      done = self->at_end || g_atomic_int_get (&self->stop) || g_atomic_int_get (&self->broken);
      cyan_mutex_lock (&self->mutex);
      /* Check again: another thread may have been faster. */
      if (!done && may_take (self))
        chunk = g_ptr_array_steal_index (self->unused, self->unused->len - 1);
      cyan_mutex_unlock (&self->mutex);
      if (chunk != NULL)
        {
          chunk->reader = (guint) (worker - self->workers);
          fill_chunk (self, chunk);
        }
      cyan_mutex_unlock (&self->reading);
    }
  return chunk;
}

static gboolean work (gpointer data, GError **error);

/* Allocates chunks until there are @n.  Call it only while every chunk taken has been added. */
static void
add_chunks (Reader *self, guint n)
{
  while (self->chunks->len < n)
    {
      CyanFoldedChunk *chunk = cyan_folded_chunk_new ();

      g_ptr_array_add (self->chunks, chunk);
      g_ptr_array_add (self->unused, chunk);
    }
  g_ptr_array_set_size (self->waiting, (gint) n);
}

static Worker *
add_worker (Reader *self)
{
  Worker *worker = &self->workers[self->n_workers++];

  worker->reader = self;
  worker->names = g_ptr_array_new ();
  worker->functions = g_array_new (FALSE, TRUE, sizeof (guint32));
  /* A sink has limits of its own. */
  cyan_folded_parser_init (
      &worker->parser,
      self->samples.sink == NULL ? cyan_profile_builder_max_nodes (self->builder) : G_MAXUINT32,
      cyan_input_budget (self->input), poll_input, self);
  cyan_charge_init (&worker->charge, cyan_input_budget (self->input));
  return worker;
}

/* Starts the other threads; goes on with fewer if the system cannot start all. */
static void
get_help (Reader *self)
{
  guint n_sharing = (guint) MAX (1, g_atomic_int_get (&n_readers));
  guint wanted = self->options->n_threads;

  if (wanted == 0)
    wanted = (g_get_num_processors () + n_sharing - 1) / n_sharing;
  wanted = MIN (wanted, MAX_THREADS);
  if (wanted > 1)
    add_chunks (self, 2 * wanted);
  while (self->n_workers < wanted)
    {
      Worker *worker = add_worker (self);

      if (!cyan_worker_start (&worker->thread, "folded", work, worker))
        break;
    }
}

static gboolean
work (gpointer data, GError **error)
{
  Worker *worker = data;
  Reader *self = worker->reader;
  CyanFoldedChunk *chunk;

  while ((chunk = take_chunk (self, worker)) != NULL)
    {
      cyan_folded_parse (&worker->parser, chunk);
      if (chunk->reason != NULL)
        g_atomic_int_set (&self->broken, TRUE);
      cyan_mutex_lock (&self->mutex);
      self->waiting->pdata[chunk->number % self->chunks->len] = chunk;
      add_waiting (self);
      cyan_cond_broadcast (&self->changed);
      cyan_mutex_unlock (&self->mutex);
      if (worker == self->workers && self->n_workers == 1 && self->n_bytes >= self->options->alone
          && !self->at_end)
        get_help (self);
    }
  return TRUE;
}

static void
warn (Reader *self)
{
  CyanProfileBuilder *builder = self->builder;

  if (self->cut)
    cyan_profile_builder_warn (
        builder, _ ("line %" PRIu64 " ends without a line break: the file may have been cut"),
        self->n_lines);
  cyan_profile_builder_warn_n (
      builder, self->n_bad, "%" PRIu64 " line was left out: line %" PRIu64 ": %s",
      "%" PRIu64 " lines were left out, the first of them line %" PRIu64 ": %s", self->n_bad,
      self->bad_line, self->bad_reason);
  cyan_profile_builder_warn_n (builder, self->n_nameless,
                               "frames without a name on %" PRIu64 " line",
                               "frames without a name on %" PRIu64 " lines", self->n_nameless);
  cyan_profile_builder_warn_n (builder, self->n_negative, "negative counts on %" PRIu64 " line",
                               "negative counts on %" PRIu64 " lines", self->n_negative);
  if (self->n_two_counts == self->n_stacks && self->n_stacks > 1)
    cyan_profile_builder_warn (builder, _ ("every line ends in two numbers, as those of a "
                                           "difference do: only the last was taken as the count"));
}

static gboolean
read_all (Reader *self, GError **error)
{
  work (&self->workers[0], NULL);
  for (guint i = 1; i < self->n_workers; i++)
    cyan_worker_join (&self->workers[i].thread, NULL);

  if (self->error != NULL)
    return cyan_error_pass (&self->error, error);
  if (self->stop)
    return cyan_input_poll (self->input, error);
  if (self->n_bad > self->n_stacks)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: line %" PRIu64 ": %s"),
                      cyan_input_name (self->input), self->bad_line, self->bad_reason);
  if (self->n_stacks == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: there is no stack in it"),
                      cyan_input_name (self->input));
  warn (self);
  return TRUE;
}

/* Adds the metric, and the producer if the text proves who that is. */
static gboolean
add_metric (Reader *self, GError **error)
{
  const char *head, *unit, *producer;
  gsize length;

  /* The buffered bytes are enough: the check of the format has read as much.  A pipe may be
   * silent. */
  if (!cyan_input_peek (self->input, 1, &head, &length, error))
    return FALSE;
  producer = cyan_folded_producer (head, MIN (length, HEAD_LENGTH), &unit);
  if (producer != NULL)
    cyan_profile_builder_set_meta (self->builder, "producer", producer);
  self->metric = cyan_profile_builder_metric (self->builder, NULL, unit);
  return TRUE;
}

gboolean
cyan_folded_read (CyanInput *input,
                  CyanProfileBuilder *builder,
                  const CyanFoldedOptions *options,
                  GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .options = options, .input = input, .builder = builder };
  gboolean ok;

  if (!add_metric (&self, error))
    return FALSE;

  g_atomic_int_inc (&n_readers);
  cyan_scratch_hold (&scratch, cyan_mutex, &self.reading);
  cyan_scratch_hold (&scratch, cyan_mutex, &self.mutex);
  cyan_scratch_hold (&scratch, cyan_cond, &self.changed);
  self.chunks = cyan_scratch_pointers (&scratch, (GDestroyNotify) cyan_folded_chunk_free);
  self.unused = cyan_scratch_pointers (&scratch, NULL);
  self.waiting = cyan_scratch_pointers (&scratch, NULL);
  cyan_frames_init (&self.frames, &scratch, builder, NULL);
  self.node_map = cyan_scratch_array (&scratch, sizeof (CyanNode));
  cyan_scratch_charge (&scratch, &self.node_map_charge, cyan_input_budget (input));
  cyan_scratch_hold (&scratch, cyan_folded_samples, &self.samples,
                     cyan_profile_builder_has_sink (builder) ? cyan_profile_builder_sink (builder)
                                                             : NULL,
                     self.metric);
  self.previous =
      cyan_scratch_own (&scratch, g_byte_array_new (), (GDestroyNotify) g_byte_array_unref);
  cyan_scratch_free (&scratch, &self.bad_reason);
  add_chunks (&self, 1);
  add_worker (&self);

  ok = read_all (&self, error);
  if (ok)
    {
      gboolean guessed = self.divisor > 1 && self.n_divided >= DIVISOR_COUNTS;

      cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED,
                                          guessed ? (double) self.divisor : 0);
      cyan_profile_builder_set_unordered (builder);
    }

  for (guint i = 0; i < self.n_workers; i++)
    {
      cyan_folded_parser_clear (&self.workers[i].parser);
      g_ptr_array_unref (self.workers[i].names);
      g_array_unref (self.workers[i].functions);
      cyan_charge_clear (&self.workers[i].charge);
    }
  g_atomic_int_dec_and_test (&n_readers);
  return ok;
}
