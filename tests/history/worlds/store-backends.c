/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-backends.h"

#include <sqlite3.h>

#include "store-samples.h"
#ifdef POSTGRESQL
#  include <libpq-fe.h>

#  include "store-server.h"
#endif

typedef struct
{
  const char *name;
  char *(*address) (const char *name);
  gint64 (*run) (const char *address, const char *sql);
} Backend;

/* ---- SQLite ---- */

static char *
file_address (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".db", NULL);

  return sample_path (file);
}

static int
take_integer (void *data, int n_columns, char **columns, char **names)
{
  *(gint64 *) data = columns[0] != NULL ? g_ascii_strtoll (columns[0], NULL, 10) : -1;
  return 0;
}

static gint64
file_run (const char *address, const char *sql)
{
  sqlite3 *db;
  gint64 integer = -1;

  g_assert_cmpint (sqlite3_open (address, &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, take_integer, &integer, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  sqlite3_close (db);
  return integer;
}

/* ---- tests ---- */

static const Backend backends[] = {
  { "sqlite", file_address, file_run },
#ifdef POSTGRESQL
  { "postgresql", server_address, server_run },
#endif
};

/* Tests that are not added for each database have the first. */
static const Backend *current = backends;

typedef struct
{
  const Backend *backend;
  void (*function) (void);
} Test;

static void
run_test (gconstpointer data)
{
  const Test *test = data;

  current = test->backend;
  test->function ();
}

void
store_add_test (const char *path, void (*function) (void))
{
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++)
    {
      g_autofree char *name = g_strconcat (path, "/", backends[i].name, NULL);
      Test *test = g_new (Test, 1);

      *test = (Test){ &backends[i], function };
      g_test_add_data_func_full (name, test, run_test, g_free);
    }
}

char *
store_address (const char *name)
{
  return current->address (name);
}

gboolean
store_is_file (void)
{
  return current->address == file_address;
}

gint64
store_run (const char *address, const char *sql)
{
  return current->run (address, sql);
}
