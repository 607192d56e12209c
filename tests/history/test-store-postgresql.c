/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only a server can do: be away, refuse a person, or contain what somebody else has made. */
#include "cyan-store.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-store-postgres-private.h"
#include "store-samples.h"
#include "limited-run.h"
#include "store-server.h"
#include "tests.h"

#define SECRET "open-sesame"

/* Runs cyan, which says one line and fails.  The line, without "cyan: "; caller frees. */
static char *
command_fails (const char *url)
{
  const char *const arguments[] = { g_getenv ("CYAN_BINARY"), "history", url, NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;
  char *line;
  int status;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, &line,
                &status, &error);
  g_assert_no_error (error);
  g_assert_false (g_spawn_check_wait_status (status, &error));
  g_assert_cmpint (error->code, ==, 2);
  g_assert_cmpstr (output, ==, "");
  g_assert_true (g_str_has_suffix (line, "\n"));
  g_assert_true (strchr (line, '\n')[1] == '\0');
  return line;
}

/* ---- addresses ---- */

TEST ("/store-postgresql/addresses")
{
  static const struct
  {
    const char *url, *words;
  } cases[] = {
    { "postgresql://cyan:" SECRET "@localhost/db", "~/.pgpass" },
    { "postgres://cyan@/db?password=" SECRET, "~/.pgpass" },
    { "postgresql://cyan@/db?schema=a&sslpassword=" SECRET, "~/.pgpass" },
    { "postgresql://cyan:" SECRET "@[::1/db", "postgresql://USER@HOST/DATABASE" },
    { "postgresql://cyan@/db?nonsense=" SECRET, "postgresql://USER@HOST/DATABASE" },
    { "postgresql://cyan@/db?schema=", "postgresql://USER@HOST/DATABASE" },
    { "postgresql://cyan@/db?schema=%ff", "postgresql://USER@HOST/DATABASE" },
    { "postgresql://cyan@/"
      "db?schema=1234567890123456789012345678901234567890123456789012345678901234",
      "postgresql://USER@HOST/DATABASE" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = command_fails (cases[i].url);

      g_assert_nonnull (strstr (line, cases[i].words));
      g_assert_null (strstr (line, SECRET));
    }
}

TEST ("/store-postgresql/no-server")
{
  sample_fails ("postgresql://cyan@/db?host=/nowhere", CYAN_STORE_CREATE, CYAN_ERROR_TEMPORARY,
                "No such file");
  sample_fails ("postgresql://cyan@127.0.0.1:1/db", CYAN_STORE_READ, CYAN_ERROR_TEMPORARY,
                "Connection refused");
}

TEST ("/store-postgresql/password")
{
  g_autofree char *url = server_guarded_address ("guarded"), *own = server_address ("guarded");
  g_autofree char *line = NULL;
  CyanStore *store;

  server_run (own,
              "CREATE USER guarded PASSWORD 'right'; CREATE SCHEMA guarded AUTHORIZATION guarded");
  g_setenv ("PGPASSWORD", SECRET, TRUE);
  line = command_fails (url);
  g_assert_nonnull (strstr (line, "password authentication failed"));
  g_assert_null (strstr (line, SECRET));
  g_setenv ("PGPASSWORD", "right", TRUE);
  store = sample_open (url, CYAN_STORE_CREATE);
  cyan_store_free (store);
  g_unsetenv ("PGPASSWORD");
}

/* ---- schemas ---- */

TEST ("/store-postgresql/no-store")
{
  g_autofree char *missing = server_address ("missing"), *empty = server_address ("empty");
  g_autofree char *other = server_address ("other"), *odd = server_address ("%22odd%22%20name");
  CyanStore *store;

  server_run (empty, "CREATE SCHEMA empty");
  server_run (other, "CREATE SCHEMA other; CREATE TABLE run (id INTEGER)");
  for (guint mode = CYAN_STORE_READ; mode <= CYAN_STORE_WRITE; mode++)
    {
      sample_fails (missing, mode, CYAN_ERROR_IO, "no schema \"missing\"");
      sample_fails (empty, mode, CYAN_ERROR_INVALID, "empty");
    }
  for (guint mode = CYAN_STORE_READ; mode <= CYAN_STORE_CREATE; mode++)
    sample_fails (other, mode, CYAN_ERROR_INVALID, "not a store");

  store = sample_open (empty, CYAN_STORE_CREATE);
  cyan_store_free (store);
  store = sample_open (empty, CYAN_STORE_WRITE);
  cyan_store_free (store);
  store = sample_open (odd, CYAN_STORE_CREATE);
  sample_begin (store);
  cyan_store_free (store);
}

/* Fits better than PostgreSQL's own, and says if it runs. */
#define EVIL_FUNCTION(name, arguments)                                                             \
  "CREATE FUNCTION " name "(" arguments ") RETURNS text LANGUAGE plpgsql"                          \
  " AS 'BEGIN RAISE EXCEPTION ''it runs''; END'"

/* Nothing that somebody else has made runs when a store is opened or written. */
TEST ("/store-postgresql/foreign-schema")
{
  static const struct
  {
    const char *sql, *words;
  } cases[] = {
    { "CREATE TRIGGER evil AFTER INSERT ON run EXECUTE FUNCTION "
      "suppress_redundant_updates_trigger()",
      "trigger \"evil\"" },
    { "CREATE RULE evil AS ON INSERT TO run DO ALSO DELETE FROM value", "rule \"evil\"" },
    { "CREATE VIEW evil AS SELECT 1 AS id", "\"evil\"" },
    { "CREATE TABLE evil (id BIGINT)", "table \"evil\"" },
    { "CREATE TABLE evil (name VARCHAR(9))", "column \"name\"" },
    { "CREATE INDEX evil ON run (abs(began))", "index \"evil\"" },
    { "CREATE INDEX evil ON run (began) WHERE began > 0", "index \"evil\"" },
    { "ALTER TABLE run ALTER began SET DEFAULT random()", "default \"run\"" },
    { "ALTER TABLE run ADD CONSTRAINT evil CHECK (abs(began) > 0)", "constraint \"evil\"" },
    { "CREATE POLICY evil ON run USING (false)", "policy \"evil\"" },
    { "CREATE FUNCTION evil() RETURNS BIGINT LANGUAGE SQL AS 'SELECT 1::bigint'",
      "function \"evil\"" },
    { "CREATE SCHEMA child; CREATE TABLE child.evil () INHERITS (run)", "inherited table \"run\"" },
    { EVIL_FUNCTION ("unnest", "text[]"), "function \"unnest\"" },
    { EVIL_FUNCTION ("count", "text"), "function \"count\"" },
    { EVIL_FUNCTION (
          "evil",
          "text, name") "; CREATE OPERATOR || (LEFTARG = text, RIGHTARG = name, FUNCTION = evil)",
      "function \"evil\"" },
    { "DROP TABLE claim", "table \"claim\" is missing" },
    { "ALTER TABLE run ALTER status TYPE BYTEA USING status::bytea",
      "no column run.status of type text" },
    { "ALTER TABLE value ALTER value TYPE TEXT", "no column value.value of type double precision" },
    { "ALTER TABLE run ALTER number TYPE DOUBLE PRECISION", "no column run.number of type bigint" },
    { "ALTER TABLE project DROP root", "no column project.root of type text" },
    { "ALTER TABLE profile ALTER data TYPE TEXT USING ''", "no column profile.data of type bytea" },
    { "ALTER TABLE meta ALTER value TYPE BIGINT USING value::bigint",
      "no column meta.value of type text" },
    { "DROP TABLE meta", "not a store" },
    { "DELETE FROM meta", "no version" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("foreign%u", i), *url = server_address (name);

      sample_make (url, 0);
      server_run (url, cases[i].sql);
      sample_is_refused (url, cases[i].words);
    }
}

/* Functions in a schema without tables do not run when a store is made in it. */
TEST ("/store-postgresql/foreign-functions")
{
  g_autofree char *url = server_address ("functions");

  server_run (url, "CREATE SCHEMA functions");
  server_run (url, EVIL_FUNCTION ("md5", "text"));
  sample_fails (url, CYAN_STORE_CREATE, CYAN_ERROR_INVALID, "function \"md5\"");
  g_assert_cmpint (server_run (url, "SELECT count(*) FROM pg_class JOIN pg_namespace"
                                    " ON pg_namespace.oid = relnamespace"
                                    " WHERE nspname = 'functions'"),
                   ==, 0);
}

/* Tables of the same names in another schema are not looked at, whatever path the server sets. */
TEST ("/store-postgresql/other-path")
{
  g_autofree char *url = server_address ("own"), *other = server_address ("other_path");
  g_autoptr (CyanStore) store = NULL;
  CyanStoreSizes sizes;

  sample_make (other, 3);
  sample_make (url, 2);
  server_run (url, "DO 'BEGIN EXECUTE format(''ALTER DATABASE %I SET search_path = other_path'',"
                   " current_database()); END'");
  store = sample_open (url, CYAN_STORE_READ);
  sizes = sample_sizes (store);
  g_assert_cmpint (sizes.runs, ==, 2);
  server_run (url, "DO 'BEGIN EXECUTE format(''ALTER DATABASE %I RESET search_path'',"
                   " current_database()); END'");
}

/* ---- very much ---- */

TEST ("/store-postgresql/many-rows")
{
  static const struct
  {
    const char *table, *columns, *row;
  } cases[] = {
    { "project", "name", "i::text" },
    { "mark", "project, revision, kind, text, made", "1, '', '', '', i" },
    { "machine", "name, identity", "i::text, ''" },
    { "session", "machine, began, facts, program", "1, i, '', ''" },
    { "definition", "project, benchmark, hash, text", "1, i::text, '', ''" },
    { "metric", "name, unit, better", "i::text, '', 0" },
    { "claim", "cell, owner, until", "i::text, '', 0" },
  };
  const guint n = test_size (1000010, 10);

  for (gsize i = 0; i < test_size (G_N_ELEMENTS (cases), 3); i++)
    {
      g_autofree char *url = server_address (cases[i].table);
      g_autofree char *sql =
          g_strdup_printf ("INSERT INTO %s (%s) SELECT %s FROM generate_series (1, %u) AS i",
                           cases[i].table, cases[i].columns, cases[i].row, n);
      g_autofree char *words = g_strdup_printf ("table \"%s\" has more than", cases[i].table);

      sample_make (url, 1);
      server_run (url, sql);
      assert_limited_fails ((const char *[]){ "history", url, NULL }, words);
      assert_limited_fails ((const char *[]){ "history", "evolution", url, NULL }, words);
      sample_fails (url, CYAN_STORE_WRITE, CYAN_ERROR_LIMIT, words);
    }
}

/* Fewer rows, which are long. */
TEST ("/store-postgresql/long-rows")
{
  g_autofree char *url = server_address ("long");
  g_autofree char *sql =
      g_strdup_printf ("INSERT INTO project (name, root) SELECT i::text, repeat ('x', 1000000)"
                       " FROM generate_series (1, %u) AS i",
                       test_size (1050, 7));

  sample_make (url, 1);
  server_run (url, sql);
  assert_limited_fails ((const char *[]){ "history", "evolution", url, NULL },
                        "an answer of more than 128 MB");
}

/* A newer version says itself who may read and write it. */
TEST ("/store-postgresql/newer")
{
  g_autofree char *closed = server_address ("closed"), *open = server_address ("open");
  g_autoptr (CyanStore) store = NULL;
  CyanStoreSizes sizes;

  sample_make (closed, 0);
  server_run (closed, "UPDATE meta SET value = '9'");
  sample_fails (closed, CYAN_STORE_READ, CYAN_ERROR_UNSUPPORTED, "version 9");
  sample_fails (closed, CYAN_STORE_CREATE, CYAN_ERROR_UNSUPPORTED, "up to version 1");

  sample_make (open, 2);
  server_run (open, "CREATE TABLE later (id BIGINT);"
                    "UPDATE meta SET value = '2' WHERE key IN ('schema', 'min_writer')");
  sample_fails (open, CYAN_STORE_WRITE, CYAN_ERROR_UNSUPPORTED, "version 2");
  store = sample_open (open, CYAN_STORE_READ);
  sizes = sample_sizes (store);
  g_assert_cmpint (sizes.runs, ==, 2);
}

TEST ("/store-postgresql/changed-profile")
{
  g_autofree char *url = server_address ("changed");
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = NULL;

  sample_make (url, 2);
  store = sample_open (url, CYAN_STORE_READ);
  cyan_store_check (store, &error);
  g_assert_no_error (error);
  server_run (url, "UPDATE profile SET data = set_byte(data, 3, 77) WHERE id = 1");
  g_assert_false (cyan_store_check (store, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "profile"));
}

/* Without its key the table may have an id twice; nothing of the other row is left. */
TEST ("/store-postgresql/doubled-profile")
{
  g_autofree char *url = server_address ("doubled");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (CyanStore) store = NULL;

  sample_make (url, 2);
  server_run (url, "ALTER TABLE profile DROP CONSTRAINT profile_pkey CASCADE;"
                   " UPDATE profile SET id = 1");
  store = sample_open (url, CYAN_STORE_READ);
  bytes = cyan_store_read_profile (store, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (bytes), >, 0);
}

/* ---- a server that goes away ---- */

static void
add_fails (CyanStore *store, const Sample *sample, guint number)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (sample_add_run (store, sample, number, "lost", &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_TEMPORARY);
  g_assert_null (strchr (error->message, '\n'));
}

/* The run under way is lost; older ones stay, and with the server back the same store goes on. */
TEST ("/store-postgresql/lost")
{
  g_autofree char *url = server_address ("lost"), *line = NULL;
  g_autoptr (CyanStore) store = sample_open (url, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  Sample sample = sample_begin (store);
  CyanStoreSizes sizes;

  sample_add_run (store, &sample, 1, "a", &error);
  g_assert_no_error (error);
  g_assert_true (cyan_store_begin (store, &error));
  g_assert_true (sample_add_run (store, &sample, 2, "b", &error));
  server_restart ();
  add_fails (store, &sample, 3);
  g_assert_false (cyan_store_commit (store, NULL));

  sample_add_run (store, &sample, 4, "c", &error);
  g_assert_no_error (error);
  sizes = sample_sizes (store);
  g_assert_cmpint (sizes.runs, ==, 2);
  g_assert_cmpint (sizes.functions, ==, 2 * SAMPLE_FUNCTIONS);

  server_stop ();
  add_fails (store, &sample, 5);
  add_fails (store, &sample, 5);
  line = command_fails (url);
  server_restart ();
  sample_add_run (store, &sample, 6, "d", &error);
  g_assert_no_error (error);
  g_assert_true (cyan_store_check (store, &error));
}
