/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads and states of events by name, for the pieces of a recording. */
#include "cyan-jfr.h"

#include <string.h>

/* Slots of the wanted fields; that of a state is its only one. */
enum
{
  JAVA_NAME = 0,
  OS_NAME = 1,
  STATE_NAME = 0,
};

void
cyan_jfr_origins_init (CyanJfrOrigins *self,
                       CyanScratch *scratch,
                       CyanPieces *pieces,
                       CyanJfrStacks *stacks)
{
  *self = (CyanJfrOrigins){
    .pieces = pieces,
    .stacks = stacks,
    .threads = cyan_scratch_array (scratch, sizeof (CyanStr)),
    .states = cyan_scratch_array (scratch, sizeof (CyanStr)),
    .thread = cyan_pieces_dimension (pieces, "thread"),
    .state = cyan_pieces_dimension (pieces, "state"),
    .event = cyan_pieces_dimension (pieces, "event"),
  };
}

/* Java's name of a thread, or else that of the system; of a state, its name. */
static void
read_names (CyanJfrOrigins *self, CyanJfrPoolKind kind, GArray *names)
{
  guint n = cyan_jfr_pools_n (self->pools, kind);

  g_array_set_size (names, 0);
  for (guint i = 0; i < n; i++)
    {
      CyanJfrValue values[CYAN_JFR_SLOTS];
      CyanStr name;

      cyan_jfr_pools_value (self->pools, kind, i, values);
      name = cyan_jfr_stacks_text (self->stacks, &values[JAVA_NAME]);
      if (name == CYAN_STR_EMPTY && kind == CYAN_JFR_THREADS)
        name = cyan_jfr_stacks_text (self->stacks, &values[OS_NAME]);
      g_array_append_val (names, name);
    }
}

void
cyan_jfr_origins_begin (CyanJfrOrigins *self, const CyanJfrPools *pools, CyanJfrTypes *types)
{
  guint32 thread = pools->pools[CYAN_JFR_THREADS].type;

  G_STATIC_ASSERT ((int) JAVA_NAME == (int) STATE_NAME);
  self->pools = pools;
  cyan_jfr_types_want (types, thread, "osName", OS_NAME);
  cyan_jfr_types_want (types, thread, "javaName", JAVA_NAME);
  cyan_jfr_types_want (types, pools->pools[CYAN_JFR_STATES].type, "name", STATE_NAME);
  read_names (self, CYAN_JFR_THREADS, self->threads);
  read_names (self, CYAN_JFR_STATES, self->states);
}

static CyanStr
name_of (const CyanJfrOrigins *self,
         CyanJfrPoolKind kind,
         const GArray *names,
         const CyanJfrValue *value)
{
  guint32 number = cyan_jfr_pools_find (self->pools, kind, value);

  return number != CYAN_JFR_NO_CONSTANT ? g_array_index (names, CyanStr, number) : CYAN_STR_EMPTY;
}

guint32
cyan_jfr_origins_of (CyanJfrOrigins *self,
                     const char *event,
                     const CyanJfrValue *thread,
                     const CyanJfrValue *state)
{
  const CyanPieceLabel labels[] = {
    { self->thread, name_of (self, CYAN_JFR_THREADS, self->threads, thread) },
    { self->state, name_of (self, CYAN_JFR_STATES, self->states, state) },
    { self->event, cyan_strings_add (self->stacks->strings, event, -1) },
  };

  return cyan_pieces_origin (self->pieces, labels, G_N_ELEMENTS (labels));
}

gint64
cyan_jfr_chunk_time (const CyanJfrChunk *self, guint64 ticks)
{
  double since = (double) (gint64) (ticks - self->ticks) * self->tick;

  return (gint64) (MIN (self->start, (guint64) G_MAXINT64 / 4))
         + (gint64) CLAMP (since, -2e18, 2e18);
}
