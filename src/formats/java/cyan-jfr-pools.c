/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The checkpoint events of a Java Flight Recorder chunk: fillConstantPools() of OpenJDK's
 * jdk.jfr.internal.consumer.ChunkParser.
 *
 * The header names the last checkpoint, and each names the one before it.  Where that does not hold,
 * all checkpoints are looked for.
 */
#include "cyan-jfr.h"

#include "cyan-i18n.h"

#include <string.h>

#define CHECKPOINT_EVENT 1

static const char *const names[CYAN_JFR_N_POOLS] = {
  [CYAN_JFR_STACKS] = "jdk.types.StackTrace",  [CYAN_JFR_METHODS] = "jdk.types.Method",
  [CYAN_JFR_CLASSES] = "java.lang.Class",      [CYAN_JFR_SYMBOLS] = "jdk.types.Symbol",
  [CYAN_JFR_STATES] = "jdk.types.ThreadState", [CYAN_JFR_THREADS] = "java.lang.Thread",
  [CYAN_JFR_STRINGS] = "java.lang.String",
};

void
cyan_jfr_pools_init (CyanJfrPools *self,
                     CyanScratch *scratch,
                     const CyanJfrChunk *chunk,
                     const CyanJfrTypes *types)
{
  memset (self, 0, sizeof *self);
  self->chunk = chunk;
  self->types = types;
  cyan_scratch_charge (scratch, &self->charge, cyan_input_budget (chunk->input));
  for (guint i = 0; i < CYAN_JFR_N_POOLS; i++)
    {
      self->pools[i].type = cyan_jfr_types_named (types, names[i]);
      self->pools[i].at = cyan_scratch_array (scratch, sizeof (guint32));
      cyan_ids_init (&self->pools[i].ids, scratch);
    }
}

static CyanJfrPool *
pool_of_type (CyanJfrPools *self, guint32 type)
{
  for (guint i = 0; i < CYAN_JFR_N_POOLS; i++)
    if (self->pools[i].type == type)
      return &self->pools[i];
  return NULL;
}

static gboolean
poll (CyanJfrPools *self, GError **error)
{
  guint64 bytes = 0;

  for (guint i = 0; i < CYAN_JFR_N_POOLS; i++)
    bytes +=
        cyan_ids_memory (&self->pools[i].ids) + self->pools[i].at->len * (guint64) sizeof (guint32);
  cyan_charge_set (&self->charge, bytes);
  return cyan_input_poll (self->chunk->input, error);
}

/* Reads the constants of one type, and notes where they are if @keep.  What is known already is from
 * a later checkpoint. */
static gboolean
read_pool (CyanJfrPools *self, CyanJfrBytes *bytes, gboolean keep, GError **error)
{
  guint32 type = cyan_jfr_types_find (self->types, cyan_jfr_bytes_number (bytes));
  CyanJfrPool *pool = pool_of_type (self, type);

  if (type == CYAN_JFR_NO_TYPE)
    cyan_jfr_bytes_break (bytes, _ ("constants of an unknown type"));
  for (guint64 n = cyan_jfr_bytes_count (bytes); n > 0 && bytes->problem == NULL; n--)
    {
      guint64 id = cyan_jfr_bytes_number (bytes);
      guint32 at = (guint32) bytes->at;

      cyan_jfr_types_value (self->types, type, bytes, NULL);
      if (keep && pool != NULL && cyan_ids_number (&pool->ids, id) == pool->at->len)
        g_array_append_val (pool->at, at);
      if (n % CYAN_TICK_STRIDE == 0 && !poll (self, error))
        return FALSE;
    }
  return TRUE;
}

/* Begins to read the checkpoint at @at.  Returns how far before it the one before is, 0 if it is the
 * first. */
static guint64
begin_checkpoint (const CyanJfrPools *self, CyanJfrBytes *bytes, guint64 at, guint64 end)
{
  guint64 back;

  cyan_jfr_bytes_init (bytes, self->chunk->bytes, at, end);
  cyan_jfr_bytes_number (bytes); /* size */
  if (cyan_jfr_bytes_number (bytes) != CHECKPOINT_EVENT)
    cyan_jfr_bytes_break (bytes, _ ("not a checkpoint"));
  cyan_jfr_bytes_number (bytes); /* start */
  cyan_jfr_bytes_number (bytes); /* duration */
  back = 0 - cyan_jfr_bytes_number (bytes);
  cyan_jfr_bytes_byte (bytes); /* kind of checkpoint */
  return back;
}

/* Reads all constants after the beginning of a checkpoint; what is broken is noted in @bytes. */
static gboolean
read_checkpoint (CyanJfrPools *self, CyanJfrBytes *bytes, gboolean keep, GError **error)
{
  for (guint64 n = cyan_jfr_bytes_count (bytes); n > 0 && bytes->problem == NULL; n--)
    if (!read_pool (self, bytes, keep, error))
      return FALSE;
  return TRUE;
}

/* Whether each checkpoint leads to one before it.  Programs that take events out of a file leave
 * the distances as they were. */
static gboolean
is_chain (const CyanJfrPools *self)
{
  CyanJfrBytes bytes;
  guint64 at = self->chunk->pools, end = self->chunk->length;

  while (at > 0)
    {
      guint64 back = begin_checkpoint (self, &bytes, at, end);

      if (bytes.problem != NULL || back >= at)
        return FALSE;
      end = at;
      at = back > 0 ? at - back : 0;
    }
  return TRUE;
}

/* Reads the checkpoint at @at, unless it is broken. */
static gboolean
try_checkpoint (CyanJfrPools *self, guint64 at, guint64 end, GError **error)
{
  CyanJfrBytes bytes;

  for (guint keep = FALSE; keep <= TRUE; keep++)
    {
      begin_checkpoint (self, &bytes, at, end);
      if (!read_checkpoint (self, &bytes, keep, error))
        return FALSE;
      if (bytes.problem != NULL)
        break;
    }
  self->n_broken += bytes.problem != NULL;
  return TRUE;
}

/* Reads each event of the chunk that is a checkpoint. */
static gboolean
scan (CyanJfrPools *self, GError **error)
{
  const CyanJfrChunk *chunk = self->chunk;
  guint64 n_read = 0;

  for (guint64 at = CYAN_JFR_CHUNK_HEADER, size; at < chunk->length; at += size)
    {
      CyanJfrBytes bytes;

      cyan_jfr_chunk_seek (chunk, &bytes, at);
      size = cyan_jfr_bytes_number (&bytes);
      if (size == 0 || size > chunk->length - at)
        cyan_jfr_bytes_break (&bytes, _ ("an event of an impossible size"));
      if ((cyan_jfr_bytes_number (&bytes) == CHECKPOINT_EVENT && bytes.problem == NULL
           && !try_checkpoint (self, at, at + size, error))
          || !cyan_jfr_chunk_check (chunk, &bytes, error)
          || (++n_read % CYAN_TICK_STRIDE == 0 && !poll (self, error)))
        return FALSE;
    }
  return poll (self, error);
}

gboolean
cyan_jfr_pools_read (CyanJfrPools *self, GError **error)
{
  guint64 at = self->chunk->pools, end = self->chunk->length, n_read = 0;

  self->is_scanned = !is_chain (self);
  if (self->is_scanned)
    return scan (self, error);
  /* They do not overlap, so that no byte is read twice. */
  while (at > 0)
    {
      CyanJfrBytes bytes;
      guint64 back = begin_checkpoint (self, &bytes, at, end);

      if (!read_checkpoint (self, &bytes, TRUE, error)
          || !cyan_jfr_chunk_check (self->chunk, &bytes, error)
          || (++n_read % CYAN_TICK_STRIDE == 0 && !poll (self, error)))
        return FALSE;
      end = at;
      at = back > 0 ? at - back : 0;
    }
  return poll (self, error);
}

guint
cyan_jfr_pools_n (const CyanJfrPools *self, CyanJfrPoolKind kind)
{
  return self->pools[kind].at->len;
}

guint32
cyan_jfr_pools_find (const CyanJfrPools *self, CyanJfrPoolKind kind, const CyanJfrValue *value)
{
  guint32 number;

  if (value->kind != CYAN_JFR_NUMBER)
    return CYAN_JFR_NO_CONSTANT;
  number = cyan_ids_find (&self->pools[kind].ids, value->number);
  return number < cyan_jfr_pools_n (self, kind) ? number : CYAN_JFR_NO_CONSTANT;
}

void
cyan_jfr_pools_seek (const CyanJfrPools *self,
                     CyanJfrPoolKind kind,
                     guint32 number,
                     CyanJfrBytes *bytes)
{
  cyan_jfr_chunk_seek (self->chunk, bytes, g_array_index (self->pools[kind].at, guint32, number));
}

void
cyan_jfr_pools_value (const CyanJfrPools *self,
                      CyanJfrPoolKind kind,
                      guint32 number,
                      CyanJfrValue *values)
{
  CyanJfrBytes bytes;

  cyan_jfr_pools_seek (self, kind, number, &bytes);
  cyan_jfr_types_value (self->types, self->pools[kind].type, &bytes, values);
}
