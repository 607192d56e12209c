/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Double buffering: the caller fills one block while a thread parses the other. */
#include "cyan-pprof.h"

/* A block of BLOCK bytes goes to the thread.  A piece of LARGE bytes is parsed without a copy. */
#define BLOCK (1024 * 1024)
#define LARGE (4 * BLOCK)

void
cyan_pprof_pipe_init (CyanPprofPipe *self, CyanPprofPipeFunc use, gpointer data)
{
  *self = (CyanPprofPipe){ .use = use, .data = data };
  cyan_mutex_init (&self->mutex);
  cyan_cond_init (&self->changed);
  for (guint i = 0; i < G_N_ELEMENTS (self->blocks); i++)
    self->blocks[i] = g_byte_array_new ();
}

static gboolean
use_block (CyanPprofPipe *self, guint block, GError **error)
{
  const GByteArray *bytes = self->blocks[block];
  gboolean ok = self->use (self->data, bytes->data, bytes->len, self->offsets[block], error);

  g_byte_array_set_size (self->blocks[block], 0);
  return ok;
}

static gboolean
run (gpointer data, GError **error)
{
  CyanPprofPipe *self = data;

  cyan_mutex_lock (&self->mutex);
  for (;;)
    {
      GError *failure = NULL;
      guint block;

      while (!self->busy && !self->over)
        cyan_cond_wait (&self->changed, &self->mutex);
      if (!self->busy)
        break;
      block = 1 - self->filling;
      cyan_mutex_unlock (&self->mutex);
      use_block (self, block, &failure);
      cyan_mutex_lock (&self->mutex);
      self->failure = failure;
      self->busy = FALSE;
      cyan_cond_signal (&self->changed);
    }
  cyan_mutex_unlock (&self->mutex);
  return TRUE;
}

/* Waits until the thread is idle.  Returns FALSE if anything has failed so far. */
static gboolean
wait_idle (CyanPprofPipe *self, GError **error)
{
  gboolean ok;

  cyan_mutex_lock (&self->mutex);
  while (self->busy)
    cyan_cond_wait (&self->changed, &self->mutex);
  ok = self->failure == NULL;
  cyan_mutex_unlock (&self->mutex);
  if (!ok && error != NULL)
    *error = g_error_copy (self->failure);
  return ok;
}

/* Parses the block being filled, in the calling thread. */
static gboolean
flush (CyanPprofPipe *self, GError **error)
{
  if (!wait_idle (self, error))
    return FALSE;
  if (self->blocks[self->filling]->len == 0 || use_block (self, self->filling, &self->failure))
    return TRUE;
  return wait_idle (self, error);
}

static gboolean
submit (CyanPprofPipe *self, GError **error)
{
  if (!wait_idle (self, error))
    return FALSE;
  if (self->worker.thread == NULL && !cyan_worker_start (&self->worker, "pprof", run, self))
    return flush (self, error);
  cyan_mutex_lock (&self->mutex);
  self->filling = 1 - self->filling;
  self->busy = TRUE;
  cyan_cond_signal (&self->changed);
  cyan_mutex_unlock (&self->mutex);
  return TRUE;
}

gboolean
cyan_pprof_pipe_write (
    CyanPprofPipe *self, const void *bytes, gsize length, guint64 offset, GError **error)
{
  GByteArray *block = self->blocks[self->filling];

  if (length >= LARGE)
    {
      if (!flush (self, error))
        return FALSE;
      return self->use (self->data, bytes, length, offset, &self->failure)
             || wait_idle (self, error);
    }
  if (block->len == 0)
    self->offsets[self->filling] = offset;
  g_byte_array_append (block, bytes, (guint) length);
  return block->len < BLOCK || submit (self, error);
}

gboolean
cyan_pprof_pipe_close (CyanPprofPipe *self, GError **error)
{
  gboolean ok = flush (self, error);

  if (self->worker.thread != NULL)
    {
      cyan_mutex_lock (&self->mutex);
      self->over = TRUE;
      cyan_cond_signal (&self->changed);
      cyan_mutex_unlock (&self->mutex);
      cyan_worker_join (&self->worker, NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->blocks); i++)
    g_byte_array_unref (self->blocks[i]);
  g_clear_error (&self->failure);
  cyan_mutex_clear (&self->mutex);
  cyan_cond_clear (&self->changed);
  return ok;
}
