/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An atomic count of bytes with a limit. */
#include "cyan-budget.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-memory.h"
#include "cyan-sync.h"

struct _CyanBudget
{
  CyanRefCount refs;
  guint64 limit;
  guint64 held; /* atomic */
  guint64 peak; /* atomic */
};

CyanBudget *
cyan_budget_new (guint64 limit)
{
  CyanBudget *self = g_new0 (CyanBudget, 1);

  cyan_ref_count_init (&self->refs);
  self->limit = limit > 0 ? limit : cyan_memory_default_limit ();
  return self;
}

CyanBudget *
cyan_budget_ref (CyanBudget *self)
{
  if (self != NULL)
    cyan_ref_count_inc (&self->refs);
  return self;
}

void
cyan_budget_unref (CyanBudget *self)
{
  if (self != NULL && cyan_ref_count_dec (&self->refs))
    g_free (self);
}

void
cyan_budget_charge (CyanBudget *self, guint64 bytes)
{
  guint64 held, peak;

  if (self == NULL)
    return;
  held = __atomic_add_fetch (&self->held, bytes, __ATOMIC_RELAXED);
  g_assert (held >= bytes);
  peak = __atomic_load_n (&self->peak, __ATOMIC_RELAXED);
  while (held > peak
         && !__atomic_compare_exchange_n (&self->peak, &peak, held, TRUE, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED))
    ;
}

void
cyan_budget_release (CyanBudget *self, guint64 bytes)
{
  guint64 held;

  if (self == NULL)
    return;
  held = __atomic_fetch_sub (&self->held, bytes, __ATOMIC_RELAXED);
  g_assert (held >= bytes);
}

gboolean
cyan_budget_check (const CyanBudget *self, guint64 more, GError **error)
{
  guint64 held = cyan_budget_held (self);
  g_autofree char *limit = NULL;

  if (self == NULL || (held <= self->limit && more <= self->limit - held))
    return TRUE;
  limit = cyan_memory_to_text (self->limit);
  return cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_MEMORY_LIMIT,
                         _ ("needs more than %s of memory"), limit);
}

guint64
cyan_budget_limit (const CyanBudget *self)
{
  return self != NULL ? self->limit : G_MAXUINT64;
}

guint64
cyan_budget_held (const CyanBudget *self)
{
  return self != NULL ? __atomic_load_n (&self->held, __ATOMIC_RELAXED) : 0;
}

guint64
cyan_budget_peak (const CyanBudget *self)
{
  return self != NULL ? __atomic_load_n (&self->peak, __ATOMIC_RELAXED) : 0;
}

void
cyan_charge_init (CyanCharge *self, CyanBudget *budget)
{
  self->budget = cyan_budget_ref (budget);
  self->bytes = 0;
}

void
cyan_charge_clear (CyanCharge *self)
{
  cyan_budget_release (self->budget, self->bytes);
  cyan_budget_unref (self->budget);
  *self = (CyanCharge){ 0 };
}

void
cyan_charge_move (CyanCharge *self, CyanBudget *budget)
{
  CyanCharge moved;

  cyan_charge_init (&moved, budget);
  cyan_charge_set (&moved, self->bytes);
  cyan_charge_clear (self);
  *self = moved;
}

void
cyan_charge_set (CyanCharge *self, guint64 bytes)
{
  if (bytes > self->bytes)
    cyan_budget_charge (self->budget, bytes - self->bytes);
  else
    cyan_budget_release (self->budget, self->bytes - bytes);
  self->bytes = bytes;
}

void
cyan_charge_add (CyanCharge *self, guint64 more)
{
  g_assert (more <= G_MAXUINT64 - self->bytes);
  cyan_charge_set (self, self->bytes + more);
}

void
cyan_charge_drop (CyanCharge *self, guint64 fewer)
{
  g_assert (fewer <= self->bytes);
  cyan_charge_set (self, self->bytes - fewer);
}

void
cyan_charge_raise (CyanCharge *self, guint64 bytes)
{
  if (bytes > self->bytes)
    cyan_charge_set (self, bytes);
}
