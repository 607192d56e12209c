/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims: what a program is about to measure, so that another one that fills the store does not. */
#include "cyan-store-private.h"

static gboolean
claim (CyanStore *self,
       const char *what,
       const char *owner,
       gint64 now,
       gint64 until,
       gboolean *gained,
       GError **error)
{
  const CyanSql values[] = { cyan_sql_text (what), cyan_sql_text (owner), cyan_sql_integer (until),
                             cyan_sql_integer (now) };
  gint64 end;

  return cyan_store_query_integer (self,
                                   "INSERT INTO claim (cell, owner, until) VALUES ($1, $2, $3)"
                                   " ON CONFLICT (cell) DO UPDATE"
                                   " SET owner = excluded.owner, until = excluded.until"
                                   " WHERE claim.owner = excluded.owner OR claim.until <= $4"
                                   " RETURNING until",
                                   values, G_N_ELEMENTS (values), &end, gained, error);
}

gboolean
cyan_store_claim (CyanStore *self,
                  const char *what,
                  const char *owner,
                  gint64 now,
                  gint64 until,
                  gboolean *gained,
                  GError **error)
{
  gboolean began, ok;

  g_assert (until > now);
  *gained = FALSE;
  if (!cyan_store_enter (self, &began, error))
    return FALSE;
  ok = claim (self, what, owner, now, until, gained, error);
  return cyan_store_leave (self, began, ok, error);
}

/* One statement about claims as a transaction. */
#define DO(self, error, ...)                                                                       \
  gboolean began, ok;                                                                              \
                                                                                                   \
  if (!cyan_store_enter (self, &began, error))                                                     \
    return FALSE;                                                                                  \
  ok = cyan_store_do (self, error, __VA_ARGS__);                                                   \
  return cyan_store_leave (self, began, ok, error)

gboolean
cyan_store_renew_claims (CyanStore *self, const char *owner, gint64 until, GError **error)
{
  g_assert (until != CYAN_STORE_UNKNOWN);
  DO (self, error, "UPDATE claim SET until = $1 WHERE owner = $2", cyan_sql_integer (until),
      cyan_sql_text (owner));
}

gboolean
cyan_store_release_claims (CyanStore *self, const char *owner, GError **error)
{
  DO (self, error, "DELETE FROM claim WHERE owner = $1", cyan_sql_text (owner));
}

static void
take_owner (const CyanSql *columns, gpointer rows)
{
  char *owner = cyan_sql_dup_text (columns[0]);

  if (owner != NULL)
    g_ptr_array_add (rows, owner);
}

GPtrArray *
cyan_store_read_claimants (CyanStore *self, GError **error)
{
  g_autoptr (GPtrArray) owners = g_ptr_array_new_with_free_func (g_free);

  if (!cyan_store_query (self, "SELECT DISTINCT owner FROM claim ORDER BY owner", NULL, 0,
                         take_owner, owners, error))
    return NULL;
  return g_steal_pointer (&owners);
}
