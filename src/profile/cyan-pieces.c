/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of pieces, and the table of their origins. */
#include "cyan-pieces.h"

#include "cyan-error.h"
#include "cyan-sync.h"
#include "cyan-table.h"

#include <string.h>

/* Pieces that are kept together: blocks grow without copies, and one is soon full. */
#define BLOCK_PIECES 4096

typedef struct
{
  guint32 node[BLOCK_PIECES];
  guint32 origin[BLOCK_PIECES];
  guint16 metric[BLOCK_PIECES];
  double value[BLOCK_PIECES];
  gint64 begin[BLOCK_PIECES], end[BLOCK_PIECES]; /* 0 of pieces without a time */
} Block;

/* Labels [first, first + n). */
typedef struct
{
  guint first, n;
} Origin;

struct _CyanPieces
{
  CyanRefCount refs;
  CyanStrings *strings; /* owned reference */
  CyanCharge charge;

  GPtrArray *dimensions; /* of char * */
  GArray *labels;        /* of CyanPieceLabel, those of an origin by dimension */
  GArray *origins;       /* of Origin; the first has no label */
  CyanTable table;       /* origins by their labels */
  GArray *wanted;        /* of CyanPieceLabel: those of the origin that is looked up */
  guint32 last;          /* the origin that was found last */

  guint n;
  GPtrArray *blocks; /* of Block */
  guint n_timeless;
  gboolean has_calls;
  gint64 first_begin, last_end;
};

CyanPieces *
cyan_pieces_new (CyanStrings *strings, CyanBudget *budget)
{
  static const Origin none = { 0, 0 };
  CyanPieces *self = g_new0 (CyanPieces, 1);

  cyan_ref_count_init (&self->refs);
  self->strings = cyan_strings_ref (strings);
  cyan_charge_init (&self->charge, budget);
  self->dimensions = g_ptr_array_new_with_free_func (g_free);
  self->labels = g_array_new (FALSE, FALSE, sizeof (CyanPieceLabel));
  self->origins = g_array_new (FALSE, FALSE, sizeof (Origin));
  self->wanted = g_array_new (FALSE, FALSE, sizeof (CyanPieceLabel));
  self->blocks = g_ptr_array_new_with_free_func (g_free);
  cyan_table_init (&self->table);
  g_array_append_val (self->origins, none);
  self->first_begin = G_MAXINT64;
  self->last_end = G_MININT64;
  return self;
}

CYAN_DEFINE_REF (CyanPieces, cyan_pieces)

void
cyan_pieces_unref (CyanPieces *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->dimensions);
  g_array_unref (self->labels);
  g_array_unref (self->origins);
  g_array_unref (self->wanted);
  cyan_table_clear (&self->table);
  g_ptr_array_unref (self->blocks);
  cyan_charge_clear (&self->charge);
  cyan_strings_unref (self->strings);
  g_free (self);
}

/* ---- origins ---- */

guint32
cyan_pieces_dimension (CyanPieces *self, const char *key)
{
  guint at;

  if (!g_ptr_array_find_with_equal_func (self->dimensions, key, g_str_equal, &at))
    {
      at = self->dimensions->len;
      g_ptr_array_add (self->dimensions, g_utf8_make_valid (key, -1));
    }
  return at;
}

static const CyanPieceLabel *
labels_of (const CyanPieces *self, guint32 origin, guint *n)
{
  const Origin *found = &g_array_index (self->origins, Origin, origin);

  *n = found->n;
  return (const CyanPieceLabel *) self->labels->data + found->first;
}

static guint32
hash_labels (const CyanPieces *self, const CyanPieceLabel *labels, guint n)
{
  return cyan_table_hash_bytes (&self->table, (const char *) labels, n * sizeof *labels);
}

static gboolean
has_labels (gconstpointer owner, guint32 number, gconstpointer key)
{
  const CyanPieces *self = owner;
  const GArray *wanted = key;
  guint n;
  const CyanPieceLabel *labels = labels_of (self, number, &n);

  return n == wanted->len && memcmp (labels, wanted->data, n * sizeof *labels) == 0;
}

/* Puts @label among those wanted, by dimension. */
static void
want (CyanPieces *self, const CyanPieceLabel *label)
{
  guint at = self->wanted->len;

  if (label->value == CYAN_STR_EMPTY)
    return;
  while (at > 0
         && g_array_index (self->wanted, CyanPieceLabel, at - 1).dimension > label->dimension)
    at--;
  if (at > 0 && g_array_index (self->wanted, CyanPieceLabel, at - 1).dimension == label->dimension)
    {
      CyanPieceLabel *same = &g_array_index (self->wanted, CyanPieceLabel, at - 1);
      g_autofree char *both =
          g_strdup_printf ("%s, %s", cyan_strings_get (self->strings, same->value),
                           cyan_strings_get (self->strings, label->value));

      same->value = cyan_strings_add (self->strings, both, -1);
      return;
    }
  g_array_insert_vals (self->wanted, at, label, 1);
}

static guint32
add_origin (CyanPieces *self, guint32 hash)
{
  guint64 before = cyan_table_memory (&self->table);
  const Origin origin = { self->labels->len, self->wanted->len };
  guint32 number = self->origins->len;

  g_array_append_vals (self->labels, self->wanted->data, self->wanted->len);
  g_array_append_val (self->origins, origin);
  if (cyan_table_make_room (&self->table, number))
    for (guint32 i = 1; i < number; i++)
      {
        guint n;
        const CyanPieceLabel *labels = labels_of (self, i, &n);

        cyan_table_add (&self->table, hash_labels (self, labels, n), i);
      }
  cyan_table_add (&self->table, hash, number);
  cyan_charge_add (&self->charge, sizeof origin + origin.n * sizeof (CyanPieceLabel)
                                      + cyan_table_memory (&self->table) - before);
  return number;
}

guint32
cyan_pieces_origin (CyanPieces *self, const CyanPieceLabel *labels, guint n)
{
  guint32 hash, number;

  g_array_set_size (self->wanted, 0);
  for (guint i = 0; i < n; i++)
    want (self, &labels[i]);
  if (self->wanted->len == 0)
    return CYAN_PIECES_NO_ORIGIN;
  if (has_labels (self, self->last, self->wanted))
    return self->last;
  hash = hash_labels (self, (const CyanPieceLabel *) self->wanted->data, self->wanted->len);
  number = cyan_table_find (&self->table, hash, has_labels, self, self->wanted);
  if (number == 0)
    number = add_origin (self, hash);
  self->last = number;
  return number;
}

guint32
cyan_pieces_origin_of (CyanPieces *self, const char *key, CyanStr value)
{
  const CyanPieceLabel label = { cyan_pieces_dimension (self, key), value };

  return cyan_pieces_origin (self, &label, 1);
}

/* ---- pieces ---- */

static inline Block *
block_of (const CyanPieces *self, guint i)
{
  return self->blocks->pdata[i / BLOCK_PIECES];
}

static inline void
put (CyanPieces *self, guint i, const CyanPieceRow *piece)
{
  Block *block = block_of (self, i);
  guint at = i % BLOCK_PIECES;

  block->node[at] = piece->node;
  block->origin[at] = piece->origin;
  block->metric[at] = (guint16) piece->metric;
  block->value[at] = piece->value;
  block->begin[at] = piece->begin;
  block->end[at] = piece->end;
}

static void
append (CyanPieces *self, const CyanPieceRow *piece)
{
  if (self->n == self->blocks->len * BLOCK_PIECES)
    {
      g_ptr_array_add (self->blocks, g_new (Block, 1));
      cyan_charge_add (&self->charge, sizeof (Block));
    }
  put (self, self->n++, piece);
  self->has_calls |= piece->metric == CYAN_PIECES_CALLS;
}

void
cyan_pieces_add (CyanPieces *self, const CyanPieceRow *piece)
{
  CyanPieceRow cut = *piece;

  cut.begin = CLAMP (cut.begin, -CYAN_PIECES_MAX_TIME, CYAN_PIECES_MAX_TIME);
  cut.end = CLAMP (cut.end, cut.begin, CYAN_PIECES_MAX_TIME);
  append (self, &cut);
  self->first_begin = MIN (self->first_begin, cut.begin);
  /* A sample, and a call, is before the end. */
  self->last_end = MAX (self->last_end, MAX (cut.end, cut.begin + 1));
}

void
cyan_pieces_add_timeless (
    CyanPieces *self, guint32 node, guint32 origin, guint32 metric, double value)
{
  append (self, &(const CyanPieceRow){ node, origin, metric, value, 0, 0 });
  self->n_timeless++;
}

void
cyan_pieces_renumber (CyanPieces *self,
                      guint first,
                      const guint32 *nodes,
                      const guint32 *origins,
                      const guint32 *metrics,
                      const double *factors)
{
  guint to = first;

  for (guint i = first; i < self->n; i++)
    {
      CyanPieceRow piece = cyan_pieces_get (self, i);

      if (piece.metric != CYAN_PIECES_CALLS)
        {
          piece.value *= factors != NULL ? factors[piece.metric] : 1;
          piece.metric = metrics != NULL ? metrics[piece.metric] : piece.metric;
        }
      self->has_calls |= piece.metric == CYAN_PIECES_CALLS;
      piece.node = nodes != NULL ? nodes[piece.node] : piece.node;
      piece.origin = origins != NULL ? origins[piece.origin] : piece.origin;
      if (piece.node != CYAN_PIECES_NONE && piece.metric != CYAN_PIECES_NONE)
        put (self, to++, &piece);
    }
  self->n = to;
}

guint
cyan_pieces_n (const CyanPieces *self)
{
  return self->n;
}

CyanPieceRow
cyan_pieces_get (const CyanPieces *self, guint i)
{
  const Block *block = block_of (self, i);
  guint at = i % BLOCK_PIECES;

  return (CyanPieceRow){
    .node = block->node[at],
    .origin = block->origin[at],
    .metric = block->metric[at],
    .value = block->value[at],
    .begin = block->begin[at],
    .end = block->end[at],
  };
}

gboolean
cyan_pieces_have_calls (const CyanPieces *self)
{
  return self->has_calls;
}

guint
cyan_pieces_n_dimensions (const CyanPieces *self)
{
  return self->dimensions->len;
}

const char *
cyan_pieces_dimension_key (const CyanPieces *self, guint32 dimension)
{
  return g_ptr_array_index (self->dimensions, dimension);
}

guint
cyan_pieces_n_origins (const CyanPieces *self)
{
  return self->origins->len;
}

CyanStr
cyan_pieces_value_str (const CyanPieces *self, guint32 origin, guint32 dimension)
{
  guint n;
  const CyanPieceLabel *labels = labels_of (self, origin, &n);

  for (guint i = 0; i < n; i++)
    if (labels[i].dimension == dimension)
      return labels[i].value;
  return CYAN_STR_EMPTY;
}

const char *
cyan_pieces_value (const CyanPieces *self, guint32 origin, guint32 dimension)
{
  return cyan_strings_get (self->strings, cyan_pieces_value_str (self, origin, dimension));
}

gboolean
cyan_pieces_times (const CyanPieces *self, gint64 *begin, gint64 *end)
{
  *begin = self->first_begin;
  *end = self->last_end;
  return self->n > 0 && self->n_timeless == 0;
}

gboolean
cyan_pieces_check (const CyanPieces *self, guint n_nodes, guint n_metrics, GError **error)
{
  for (guint i = 0; i < self->n; i++)
    {
      const CyanPieceRow piece = cyan_pieces_get (self, i);

      if (piece.node >= n_nodes || piece.origin >= self->origins->len
          || (piece.metric >= n_metrics && piece.metric != CYAN_PIECES_CALLS)
          || piece.begin > piece.end)
        return cyan_fail (error, CYAN_ERROR_INVALID, "piece %u is of node %u, origin %u, metric %u",
                          i, piece.node, piece.origin, piece.metric);
    }
  return TRUE;
}

guint64
cyan_pieces_memory (const CyanPieces *self)
{
  return self->blocks->len * (guint64) sizeof (Block) + self->labels->len * sizeof (CyanPieceLabel)
         + self->origins->len * sizeof (Origin) + cyan_table_memory (&self->table);
}
