/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a store has only what this program writes. */
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"
#include "cyan-store.h"

/* The first row of a table that is damaged. */
typedef struct
{
  CyanStoreTable table;
  const char *column; /* interned; NULL: none is */
  gint64 id;          /* of the row, or of the row that it belongs to */
} Damage;

/* The first column with a value that no store has; interned.  NULL: there is none. */
static const char *
find_damage (CyanStoreTable table, const CyanSql *columns)
{
  guint column;

  if (!cyan_store_table_is_valid (table, columns, &column))
    return cyan_store_table_column (table, column);
  return cyan_store_table_is_own_parent (table, columns)
             ? cyan_store_table_column (table, CYAN_STORE_REVISION_PARENT)
             : NULL;
}

static void
take_row (const CyanSql *columns, gpointer data)
{
  Damage *damage = data;

  if (damage->column != NULL)
    return;
  damage->column = find_damage (damage->table, columns + 1);
  damage->id = columns[0].type == CYAN_SQL_INTEGER ? columns[0].integer : 0;
}

static gboolean
check_table (CyanStore *self, CyanStoreTable table, GError **error)
{
  const CyanStoreTableText *text = &cyan_store_tables[table];
  const char *id = text->id != NULL ? text->id : "id";
  g_autofree char *sql = g_strdup_printf ("SELECT %s, %s FROM %s", id, text->columns, text->name);
  Damage damage = { .table = table };

  if (!cyan_store_query (self, g_intern_string (sql), NULL, 0, take_row, &damage, error))
    return FALSE;
  /* Translators: a store, a table, a column with a number, another column */
  return damage.column == NULL
         || cyan_fail (error, CYAN_ERROR_INVALID,
                       _ ("%s: damaged: table %s, %s %" PRIi64 ": %s is not valid"), self->name,
                       text->name, id, damage.id, damage.column);
}

gboolean
cyan_store_check_rows (CyanStore *self, GError **error)
{
  return self->driver->check (self, error);
}

gboolean
cyan_store_check (CyanStore *self, GError **error)
{
  g_autoptr (GArray) ids = NULL;

  if (!cyan_store_check_rows (self, error))
    return FALSE;
  for (guint table = CYAN_STORE_TABLE_NONE + 1; table < CYAN_N_STORE_TABLES; table++)
    if (!check_table (self, (CyanStoreTable) table, error))
      return FALSE;
  ids = cyan_store_read_array (self, "SELECT id FROM profile WHERE " CYAN_STORE_HAS_BYTES, NULL, 0,
                               "i", sizeof (gint64), error);
  if (ids == NULL)
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    {
      g_autoptr (GBytes) bytes =
          cyan_store_read_profile (self, g_array_index (ids, gint64, i), error);

      if (bytes == NULL)
        return FALSE;
    }
  return TRUE;
}
