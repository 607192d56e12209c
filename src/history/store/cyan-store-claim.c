/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims: what a program is about to measure, and for how long others leave it alone. */
#include "cyan-store-private.h"

gboolean
cyan_store_now (CyanStore *self, gint64 *now, GError **error)
{
  gboolean found;

  *now = 0;
  return cyan_store_query_integer (self, self->driver->now, NULL, 0, now, &found, error);
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
  const CyanSql values[] = { cyan_sql_text (what), cyan_sql_text (owner), cyan_sql_integer (until),
                             cyan_sql_integer (now) };
  gboolean began;
  gint64 end;

  g_assert (until > now);
  *gained = FALSE;
  return cyan_store_enter (self, &began, error)
         && cyan_store_leave (
             self, began,
             cyan_store_query_integer (self,
                                       "INSERT INTO claim (cell, owner, until) VALUES ($1, $2, $3)"
                                       " ON CONFLICT (cell) DO UPDATE"
                                       " SET owner = excluded.owner, until = excluded.until"
                                       " WHERE claim.owner = excluded.owner OR claim.until <= $4"
                                       " RETURNING until",
                                       values, G_N_ELEMENTS (values), &end, gained, error),
             error);
}

/* One statement about claims as a transaction. */
#define DO(self, error, ...)                                                                       \
  gboolean began;                                                                                  \
                                                                                                   \
  return cyan_store_enter (self, &began, error)                                                    \
         && cyan_store_leave (self, began, cyan_store_do (self, error, __VA_ARGS__), error)

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

gboolean
cyan_store_keep_claim (CyanStore *self,
                       const char *what,
                       const char *owner,
                       gint64 until,
                       gboolean *kept,
                       GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (until), cyan_sql_text (what),
                             cyan_sql_text (owner) };
  gboolean began;
  gint64 end;

  g_assert (until != CYAN_STORE_UNKNOWN);
  *kept = FALSE;
  return cyan_store_enter (self, &began, error)
         && cyan_store_leave (
             self, began,
             cyan_store_query_integer (self,
                                       "UPDATE claim SET until = $1 WHERE cell = $2 AND owner = $3"
                                       " RETURNING until",
                                       values, G_N_ELEMENTS (values), &end, kept, error),
             error);
}

GPtrArray *
cyan_store_read_claims (CyanStore *self, GError **error)
{
  return cyan_store_read_rows (self, "SELECT cell, owner, until FROM claim ORDER BY cell", NULL, 0,
                               "tti", sizeof (CyanStoreClaim), error);
}
