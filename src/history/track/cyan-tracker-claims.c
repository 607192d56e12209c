/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The claims of a tracker: which revisions it measures, so that others leave them alone.
 *
 * A claim is a lease.  It is renewed as long as the tracker works, and so ends soon after a computer
 * that died or lost the store.  Whoever takes the revision then owns it: a run is stored in one
 * transaction with a look at the claim, so what a tracker measured without one is not kept.
 */
#include "cyan-queue.h"
#include "cyan-machine.h"
#include "cyan-store-query.h"
#include "cyan-track-private.h"

#define LEASE_SECONDS 60
/* From one renewal to the next, and to the next attempt. */
#define RENEW_SECONDS (LEASE_SECONDS / 4)
#define AGAIN_SECONDS 5

/* A store that another program uses does not let a claim end. */
G_STATIC_ASSERT (CYAN_STORE_BUSY_SECONDS < RENEW_SECONDS);

static char *
cell_of (const CyanTracker *self, guint revision)
{
  return cyan_queue_cell (self->plan->machine_id, cyan_plan_revision (self->plan, revision)->id);
}

/* ---- those of others ---- */

static gboolean
read_taken (CyanTracker *self, GHashTable *taken, GError **error)
{
  g_autoptr (GPtrArray) claims = cyan_store_read_claims (self->store, error);
  gint64 now;

  if (claims == NULL || (claims->len > 0 && !cyan_store_now (self->store, &now, error)))
    return FALSE;
  g_hash_table_remove_all (taken);
  for (guint i = 0; i < claims->len; i++)
    {
      const CyanStoreClaim *claim = claims->pdata[i];

      if (g_strcmp0 (claim->owner, self->owner) == 0)
        continue;
      if (!cyan_machine_process_ended (claim->owner))
        {
          if (claim->until > now)
            g_hash_table_add (taken, g_strdup (claim->what));
        }
      else if (!cyan_store_release_claims (self->store, claim->owner, error))
        return FALSE;
    }
  return TRUE;
}

GHashTable *
cyan_tracker_read_taken (CyanTracker *self, GError **error)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean ok;

  CYAN_RETRY (ok, self, error, read_taken (self, taken, &attempt.reason));
  return ok ? g_steal_pointer (&taken) : NULL;
}

gboolean
cyan_tracker_is_taken (const CyanTracker *self, GHashTable *taken, guint revision)
{
  g_autofree char *cell = cell_of (self, revision);

  return g_hash_table_contains (taken, cell);
}

/* ---- ours ---- */

static gboolean
claim_one (CyanTracker *self, guint revision, gint64 now, gboolean *gained, GError **error)
{
  g_autofree char *cell = cell_of (self, revision);

  if (self->owner == NULL)
    self->owner = cyan_queue_owner (now);
  return cyan_store_claim (self->store, cell, self->owner, now, now + LEASE_SECONDS, gained, error);
}

/* @gained is by revision of @revisions. */
static gboolean
claim_all (CyanTracker *self, const GArray *revisions, gboolean *gained, GError **error)
{
  gint64 now;

  if (!cyan_store_now (self->store, &now, error))
    return FALSE;
  for (guint i = 0; i < revisions->len; i++)
    if (!claim_one (self, g_array_index (revisions, guint, i), now, &gained[i], error))
      return FALSE;
  return TRUE;
}

gboolean
cyan_tracker_claim (CyanTracker *self, GArray *revisions, GError **error)
{
  g_autofree gboolean *gained = g_new0 (gboolean, revisions->len + 1);
  gboolean began, ok;

  if (revisions->len == 0)
    return TRUE;
  CYAN_RETRY (ok, self, error,
              cyan_store_enter (self->store, &began, &attempt.reason)
                  && cyan_store_leave (self->store, began,
                                       claim_all (self, revisions, gained, &attempt.reason),
                                       &attempt.reason));
  for (guint i = revisions->len; ok && i-- > 0;)
    if (gained[i])
      g_array_append_vals (self->claimed, &g_array_index (revisions, guint, i), 1);
    else
      g_array_remove_index (revisions, i);
  return ok;
}

gboolean
cyan_tracker_claim_missing (CyanTracker *self, GArray *revisions, GError **error)
{
  if (!cyan_tracker_claim (self, revisions, error))
    return FALSE;
  for (guint i = revisions->len; i-- > 0;)
    {
      guint revision = g_array_index (revisions, guint, i);

      if (!cyan_tracker_refresh (self, revision, error))
        return FALSE;
      if (cyan_cells_count_missing (&self->cells, revision) == 0)
        g_array_remove_index (revisions, i);
    }
  return TRUE;
}

gboolean
cyan_tracker_has_claimed (const CyanTracker *self, guint revision)
{
  for (guint i = 0; i < self->claimed->len; i++)
    if (g_array_index (self->claimed, guint, i) == revision)
      return TRUE;
  return FALSE;
}

gboolean
cyan_tracker_release (CyanTracker *self, GError **error)
{
  gboolean ok;

  g_array_set_size (self->claimed, 0);
  if (self->owner == NULL)
    return TRUE;
  CYAN_RETRY (ok, self, error,
              cyan_store_release_claims (self->store, self->owner, &attempt.reason));
  g_clear_pointer (&self->owner, g_free);
  return ok;
}

static void
forget (CyanTracker *self, guint revision)
{
  for (guint i = self->claimed->len; i-- > 0;)
    if (g_array_index (self->claimed, guint, i) == revision)
      g_array_remove_index (self->claimed, i);
}

gboolean
cyan_tracker_check_claim (CyanTracker *self,
                          CyanPlanCell *cell,
                          gboolean *is_wanted,
                          GError **error)
{
  g_autofree char *what = cell_of (self, cell->revision);
  gboolean is_ours;
  gint64 now;

  if (!cyan_store_now (self->store, &now, error)
      || !cyan_store_keep_claim (self->store, what, self->owner, now + LEASE_SECONDS, is_wanted,
                                 error))
    return FALSE;
  if (*is_wanted)
    return TRUE;
  /* Others may have measured it, and released it. */
  if (!claim_one (self, cell->revision, now, &is_ours, error)
      || !cyan_tracker_count_runs (self, cell, error))
    return FALSE;
  if (!is_ours)
    forget (self, cell->revision);
  *is_wanted = is_ours && cell->n_missing > 0;
  return TRUE;
}

void
cyan_tracker_renew_claims (CyanTracker *self)
{
  gint64 time = g_get_monotonic_time (), now;
  gboolean ok;

  if (self->owner == NULL || time < self->renew_at)
    return;
  /* If the store cannot be used, there is time for other attempts. */
  ok = cyan_store_now (self->store, &now, NULL)
       && cyan_store_renew_claims (self->store, self->owner, now + LEASE_SECONDS, NULL);
  self->renew_at = time + (ok ? RENEW_SECONDS : AGAIN_SECONDS) * G_USEC_PER_SEC;
}
