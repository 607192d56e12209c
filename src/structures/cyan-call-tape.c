/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-call-tape.h"

#include "cyan-budget.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-profile-builder.h"

/* A word of the tape: LEAVE, a function + 1, or the number of the thread of what follows. */
#define LEAVE  0u
#define THREAD (1u << 31)

/* Words of a block. */
#define BLOCK (1u << 20)

struct _CyanCallTape
{
  GPtrArray *blocks; /* of guint32[BLOCK] */
  guint n_last;      /* words in the last block */
  guint thread;      /* of the last event */
  GArray *n_open;    /* of guint32, by thread */
  guint64 n_calls;
  guint max_calls;
  CyanCharge charge;
};

CyanCallTape *
cyan_call_tape_new (guint max_calls)
{
  CyanCallTape *self = g_new0 (CyanCallTape, 1);

  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->n_last = BLOCK;
  self->n_open = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->max_calls = max_calls > 0 ? max_calls : CYAN_MAX_CALLS;
  return self;
}

void
cyan_call_tape_free (CyanCallTape *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->blocks);
  g_array_unref (self->n_open);
  cyan_charge_clear (&self->charge);
  g_free (self);
}

static void
write_word (CyanCallTape *self, guint32 word)
{
  if (self->n_last == BLOCK)
    {
      g_ptr_array_add (self->blocks, g_new (guint32, BLOCK));
      cyan_charge_add (&self->charge, BLOCK * sizeof (guint32));
      self->n_last = 0;
    }
  ((guint32 *) self->blocks->pdata[self->blocks->len - 1])[self->n_last++] = word;
}

/* The number of open calls of @thread, to which the next event belongs. */
static guint32 *
turn_to (CyanCallTape *self, guint thread)
{
  if (thread >= self->n_open->len)
    g_array_set_size (self->n_open, thread + 1);
  return &g_array_index (self->n_open, guint32, thread);
}

static void
write_event (CyanCallTape *self, guint thread, guint32 word)
{
  if (thread != self->thread)
    write_word (self, THREAD | thread);
  self->thread = thread;
  write_word (self, word);
}

gboolean
cyan_call_tape_enter (CyanCallTape *self, guint thread, guint32 function, GError **error)
{
  if (self->n_calls == self->max_calls)
    return cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_CALL_LIMIT, _ ("more than %'u calls"),
                           self->max_calls);
  if (self->n_last == BLOCK
      && !cyan_budget_check (self->charge.budget, BLOCK * sizeof (guint32), error))
    return FALSE;
  self->n_calls++;
  ++*turn_to (self, thread);
  write_event (self, thread, function + 1);
  return TRUE;
}

void
cyan_call_tape_leave (CyanCallTape *self, guint thread)
{
  guint32 *n_open = turn_to (self, thread);

  if (*n_open == 0)
    return;
  --*n_open;
  write_event (self, thread, LEAVE);
}

guint64
cyan_call_tape_n_calls (const CyanCallTape *self)
{
  return self->n_calls;
}

gboolean
cyan_call_tape_play (const CyanCallTape *self,
                     const CyanCallTaker *taker,
                     gpointer self_of_taker,
                     const CyanTick *tick,
                     GError **error)
{
  guint thread = 0;

  for (guint b = 0; b < self->blocks->len; b++)
    {
      const guint32 *words = self->blocks->pdata[b];
      guint n = b + 1 < self->blocks->len ? BLOCK : self->n_last;

      if (!cyan_tick (tick, (double) b / self->blocks->len, N_ ("Making structures"), error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        if ((words[i] & THREAD) != 0)
          thread = words[i] & ~THREAD;
        else if (words[i] == LEAVE)
          taker->leave (self_of_taker, thread);
        else
          taker->enter (self_of_taker, thread, words[i] - 1);
    }
  return TRUE;
}

/* ---- the sink ---- */

typedef struct
{
  CyanCallSink sink;
  CyanCallSink *whole; /* owned: makes the tree */
  CyanCallTape *tape;  /* borrowed */
} TapeSink;

static gboolean
enter (CyanCallSink *sink,
       guint thread,
       guint32 function,
       guint32 call_site,
       guint calls,
       GError **error)
{
  TapeSink *self = (TapeSink *) sink;

  /* Frames of samples are no calls. */
  return (calls == 0 || cyan_call_tape_enter (self->tape, thread, function, error))
         && cyan_call_sink_enter (self->whole, thread, function, call_site, calls, error);
}

static void
leave (CyanCallSink *sink, guint thread)
{
  TapeSink *self = (TapeSink *) sink;

  cyan_call_tape_leave (self->tape, thread);
  cyan_call_sink_leave (self->whole, thread);
}

static void
add (CyanCallSink *sink, guint thread, guint metric, double value)
{
  cyan_call_sink_add (((TapeSink *) sink)->whole, thread, metric, value);
}

static void
free_sink (CyanCallSink *sink)
{
  TapeSink *self = (TapeSink *) sink;

  self->whole->class->free (self->whole);
  g_free (self);
}

CyanCallSink *
cyan_call_tape_sink_new (CyanProfileBuilder *builder, CyanCallTape *tape)
{
  static const CyanCallSinkClass class = { enter, leave, add, NULL, free_sink };
  TapeSink *self = g_new (TapeSink, 1);

  self->sink = (CyanCallSink){ &class, builder };
  self->whole = cyan_exact_sink_new (builder);
  self->tape = tape;
  cyan_charge_init (&tape->charge, cyan_profile_builder_budget (builder));
  return &self->sink;
}
