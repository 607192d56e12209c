/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slowest requests of a recording, and those in the middle: calls of a function, or values of a
 * dimension. */
#include "cyan-slice-private.h"

#include <stdlib.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-near.h"
#include "cyan-number.h"

#define NONE G_MAXUINT32

/* A request: a call that was not made within another one, or all of a value. */
typedef struct
{
  double duration;
  guint32 origin;    /* of a call */
  gint64 begin, end; /* of a call */
  guint position;
  gboolean is_chosen;
} Request;

typedef struct
{
  const CyanProfile *whole;
  const CyanPieces *pieces;
  const char *what;
  GArray *requests;   /* of Request; calls by origin and begin */
  guint32 *of_origin; /* of a dimension: the request of an origin, or NONE; NULL: calls */
  CyanNode *call_of;  /* of calls: by node the outermost call around it, or NONE */
} Slowest;

/* ---- calls of a function ---- */

static gboolean
is_named (const CyanProfile *whole, guint32 function, const char *wanted, GPatternSpec *pattern)
{
  const char *name = cyan_strings_get (whole->strings, whole->functions[function].name);

  return g_str_equal (name, wanted) || g_pattern_spec_match_string (pattern, name);
}

static gboolean
fail_function (const Slowest *self, const char *wanted, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;

  for (guint f = 1; f < self->whole->n_functions; f++)
    g_ptr_array_add (
        names, (gpointer) cyan_strings_get (self->whole->strings, self->whole->functions[f].name));
  list = cyan_list_near (names, wanted);
  return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("no function is \"%s\" (there are: %s)"), wanted,
                    list);
}

static gboolean
find_nodes (Slowest *self, const char *wanted, GError **error)
{
  const CyanProfile *whole = self->whole;
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (wanted);
  g_autofree guint8 *named = g_new0 (guint8, whole->n_functions);
  gboolean found = FALSE;

  for (guint32 f = 1; f < whole->n_functions; f++)
    found |= named[f] = is_named (whole, f, wanted, pattern);
  if (!found)
    return fail_function (self, wanted, error);
  self->call_of = g_new (CyanNode, whole->n_nodes);
  self->call_of[CYAN_NODE_ROOT] = NONE;
  for (CyanNode i = 1; i < whole->n_nodes; i++)
    {
      CyanNode around = self->call_of[whole->parent[i]];

      self->call_of[i] = around != NONE ? around : named[whole->function[i]] ? i : NONE;
    }
  return TRUE;
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const Request *x = a, *y = b;

  if (x->origin != y->origin)
    return x->origin < y->origin ? -1 : 1;
  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  return x->end < y->end ? -1 : x->end > y->end;
}

static gboolean
find_calls (Slowest *self, const char *wanted, GError **error)
{
  gint64 begin, end;

  if (!cyan_pieces_have_calls (self->pieces) || !cyan_pieces_times (self->pieces, &begin, &end))
    return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("it does not say how long each call took"));
  if (!find_nodes (self, wanted, error))
    return FALSE;
  for (guint i = 0; i < cyan_pieces_n (self->pieces); i++)
    {
      const CyanPieceRow piece = cyan_pieces_get (self->pieces, i);
      const Request call = { .duration = (double) (piece.end - piece.begin),
                             .origin = piece.origin,
                             .begin = piece.begin,
                             .end = piece.end };

      if (piece.metric == CYAN_PIECES_CALLS && self->call_of[piece.node] == piece.node)
        g_array_append_val (self->requests, call);
    }
  g_array_sort (self->requests, compare_calls);
  return TRUE;
}

/* ---- values of a dimension ---- */

static gboolean
find_values (Slowest *self, GError **error)
{
  guint32 dimension = 0;
  guint n = cyan_pieces_n_origins (self->pieces);
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  if (!cyan_slice_find_dimension (self->pieces, self->what, &dimension, error))
    return FALSE;
  self->of_origin = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    {
      CyanStr value = cyan_pieces_value_str (self->pieces, i, dimension);
      gpointer number, key = GUINT_TO_POINTER (value);

      self->of_origin[i] = NONE;
      if (value == CYAN_STR_EMPTY)
        continue;
      if (!g_hash_table_lookup_extended (numbers, key, NULL, &number))
        {
          const Request request = { 0 };

          number = GUINT_TO_POINTER (self->requests->len);
          g_hash_table_insert (numbers, key, number);
          g_array_append_val (self->requests, request);
        }
      self->of_origin[i] = GPOINTER_TO_UINT (number);
    }
  for (guint i = 0; i < cyan_pieces_n (self->pieces); i++)
    {
      const CyanPieceRow piece = cyan_pieces_get (self->pieces, i);
      guint32 request = self->of_origin[piece.origin];

      if (piece.metric == 0 && request != NONE)
        g_array_index (self->requests, Request, request).duration += piece.value;
    }
  return TRUE;
}

/* ---- which are compared ---- */

static int
compare_durations (gconstpointer a, gconstpointer b)
{
  const Request *x = *(const Request *const *) a, *y = *(const Request *const *) b;

  if (x->duration != y->duration)
    return x->duration < y->duration ? -1 : 1;
  return x->position < y->position ? -1 : 1;
}

/* Chooses at most CYAN_SLICE_MAX_REQUESTS of @n of @sorted, evenly; @side gets their positions. */
static void
choose (Request **sorted, guint n, GArray *side)
{
  guint n_chosen = MIN (n, CYAN_SLICE_MAX_REQUESTS);

  for (guint i = 0; i < n_chosen; i++)
    {
      Request *request = sorted[n_chosen == 1 ? n - 1 : (guint64) i * (n - 1) / (n_chosen - 1)];

      request->is_chosen = TRUE;
      g_array_append_val (side, request->position);
    }
}

static gboolean
choose_sides (Slowest *self, CyanSlowest *chosen, GArray *sides[2], GError **error)
{
  guint n = self->requests->len;
  g_autofree Request **sorted = g_new (Request *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      sorted[i] = &g_array_index (self->requests, Request, i);
      sorted[i]->position = i;
    }
  if (n < CYAN_SLICE_MIN_REQUESTS)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      _ ("only %u of \"%s\": the slowest are told from %u on"), n, self->what,
                      CYAN_SLICE_MIN_REQUESTS);
  qsort (sorted, n, sizeof *sorted, compare_durations);
  chosen->n = n;
  chosen->n_slowest = MAX (n / CYAN_SLICE_SLOWEST, 1);
  chosen->n_middle = n - 2 * (n / 4);
  choose (sorted + n / 4, chosen->n_middle, sides[0]);
  choose (sorted + n - chosen->n_slowest, chosen->n_slowest, sides[1]);
  return TRUE;
}

/* ---- profiles ---- */

/* The request of @piece, or NONE. */
static guint32
request_of (const Slowest *self, const CyanPieceRow *piece)
{
  const Request *calls = (const Request *) self->requests->data;
  guint32 after;

  if (self->of_origin != NULL)
    return self->of_origin[piece->origin];
  if (self->call_of[piece->node] == NONE)
    return NONE;
  after = CYAN_FIND_FIRST (
      self->requests->len, number,
      calls[number].origin < piece->origin
          || (calls[number].origin == piece->origin && calls[number].begin <= piece->begin));
  if (after == 0 || calls[after - 1].origin != piece->origin || calls[after - 1].end < piece->end)
    return NONE;
  return after - 1;
}

/* Sets *@begin to where the pieces of each request begin in *@order: only those of chosen ones. */
static void
sort_pieces (const Slowest *self, guint **begin, guint **order)
{
  guint n = cyan_pieces_n (self->pieces), n_requests = self->requests->len;
  g_autofree guint32 *request = g_new (guint32, n + 1);

  *begin = g_new0 (guint, n_requests + 2);
  for (guint i = 0; i < n; i++)
    {
      const CyanPieceRow piece = cyan_pieces_get (self->pieces, i);

      request[i] = request_of (self, &piece);
      if (request[i] != NONE && !g_array_index (self->requests, Request, request[i]).is_chosen)
        request[i] = NONE;
      if (request[i] != NONE)
        (*begin)[request[i] + 2]++;
    }
  for (guint i = 2; i <= n_requests + 1; i++)
    (*begin)[i] += (*begin)[i - 1];
  *order = g_new (guint, (*begin)[n_requests + 1] + 1);
  for (guint i = 0; i < n; i++)
    if (request[i] != NONE)
      (*order)[(*begin)[request[i] + 1]++] = i;
}

static gboolean
make_runs (const Slowest *self,
           GArray *sides[2],
           CyanSlowest *chosen,
           const CyanTick *tick,
           GError **error)
{
  g_autofree guint *begin = NULL, *order = NULL;

  sort_pieces (self, &begin, &order);
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < sides[side]->len; i++)
      {
        guint request = g_array_index (sides[side], guint, i);
        g_auto (CyanSliceSums) sums = { NULL };
        CyanProfile *run;

        cyan_slice_sums_init (&sums, self->whole);
        for (guint p = begin[request]; p < begin[request + 1]; p++)
          {
            const CyanPieceRow piece = cyan_pieces_get (self->pieces, order[p]);

            cyan_slice_sums_add (&sums, &piece);
          }
        run = cyan_slice_sums_finish (&sums, self->what, 0, tick, error);
        if (run == NULL)
          return FALSE;
        g_ptr_array_add (chosen->runs[side], run);
      }
  return TRUE;
}

void
cyan_slowest_clear (CyanSlowest *self)
{
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&self->runs[side], g_ptr_array_unref);
}

gboolean
cyan_slice_slowest (const CyanProfile *whole,
                    const char *what,
                    CyanSlowest *chosen,
                    const CyanTick *tick,
                    GError **error)
{
  Slowest self = { .whole = whole, .pieces = whole->pieces, .what = what };
  g_autoptr (GArray) requests = g_array_new (FALSE, TRUE, sizeof (Request));
  g_autoptr (GArray) middle = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) slowest = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *sides[2] = { middle, slowest };
  gboolean ok;

  *chosen = (CyanSlowest){ .n = 0 };
  self.requests = requests;
  for (guint side = 0; side < 2; side++)
    chosen->runs[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  ok = (g_str_has_prefix (what, CYAN_SLICE_FUNCTION)
            ? find_calls (&self, what + strlen (CYAN_SLICE_FUNCTION), error)
            : find_values (&self, error))
       && choose_sides (&self, chosen, sides, error)
       && make_runs (&self, sides, chosen, tick, error);
  g_free (self.of_origin);
  g_free (self.call_of);
  if (!ok)
    cyan_slowest_clear (chosen);
  return ok;
}
