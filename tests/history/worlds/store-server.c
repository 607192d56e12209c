/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-server.h"

#include <glib/gstdio.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The path of a socket has at most 107 bytes, which excludes some folders for temporary files. */
#define MAX_FOLDER 80
#define FOLDER     "cyan-XXXXXX"

static char *folder;
static GPid server;

/* A command for the user of the server, which is killed when this program ends. */
static GPtrArray *
begin_command (const char *program)
{
  GPtrArray *command = g_ptr_array_new_with_free_func (g_free);
  const struct passwd *nobody = geteuid () == 0 ? getpwnam ("nobody") : NULL;

  g_ptr_array_add (command, g_strdup ("setpriv"));
  g_ptr_array_add (command, g_strdup ("--pdeathsig=QUIT"));
  /* It does not run as root. */
  if (nobody != NULL)
    {
      g_ptr_array_add (command, g_strdup_printf ("--reuid=%u", nobody->pw_uid));
      g_ptr_array_add (command, g_strdup_printf ("--regid=%u", nobody->pw_gid));
      g_ptr_array_add (command, g_strdup ("--clear-groups"));
      g_assert_cmpint (chown (folder, nobody->pw_uid, nobody->pw_gid), ==, 0);
    }
  g_ptr_array_add (command, g_build_filename (POSTGRESQL, program, NULL));
  return command;
}

static void
add_arguments (GPtrArray *command, const char *first, ...)
{
  va_list arguments;

  va_start (arguments, first);
  for (const char *word = first; word != NULL; word = va_arg (arguments, const char *))
    g_ptr_array_add (command, g_strdup (word));
  va_end (arguments);
  g_ptr_array_add (command, NULL);
}

static void
make_data (void)
{
  g_autoptr (GPtrArray) command = begin_command ("initdb");
  g_autoptr (GError) error = NULL;
  g_autofree char *messages = NULL, *access = NULL, *rules = NULL, *changed = NULL;
  int status;

  add_arguments (command, "-D", "data", "-A", "trust", "-U", "cyan", "-E", "UTF8", "--locale=C",
                 "--locale-provider=icu", "--icu-locale=en-US", "--no-sync", NULL);
  g_spawn_sync (folder, (char **) command->pdata, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &messages,
                &status, &error);
  g_assert_no_error (error);
  if (status != 0)
    g_error ("initdb: %s", messages);

  access = g_build_filename (folder, "data", "pg_hba.conf", NULL);
  g_assert_true (g_file_get_contents (access, &rules, NULL, NULL));
  changed = g_strconcat ("local all guarded scram-sha-256\n", rules, NULL);
  g_assert_true (
      g_file_set_contents_full (access, changed, -1, G_FILE_SET_CONTENTS_NONE, 0644, NULL));
}

/* Returns when the server says that it takes connections. */
static void
wait_until_ready (int messages)
{
  FILE *file = fdopen (messages, "r");
  char line[1024];
  gboolean is_ready = FALSE;

  while (!is_ready && fgets (line, sizeof line, file) != NULL)
    is_ready = strstr (line, "ready to accept connections") != NULL;
  g_assert_true (is_ready);
  fclose (file);
}

/* Needs no sync to a disk, because nothing outlives the program. */
static void
start (void)
{
  g_autoptr (GPtrArray) command = begin_command ("postgres");
  g_autoptr (GError) error = NULL;
  int messages;

  add_arguments (command, "-D", "data", "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off",
                 NULL);
  g_spawn_async_with_pipes (folder, (char **) command->pdata, NULL,
                            G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD
                                | G_SPAWN_STDOUT_TO_DEV_NULL,
                            NULL, NULL, &server, NULL, NULL, &messages, &error);
  g_assert_no_error (error);
  wait_until_ready (messages);
}

void
server_stop (void)
{
  kill (server, SIGQUIT);
  waitpid (server, NULL, 0);
  server = 0;
}

static void
clean_up (void)
{
  g_autofree char *command = g_strdup_printf ("rm -rf -- '%s'", folder);

  if (server != 0)
    server_stop ();
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
}

void
server_restart (void)
{
  if (server != 0)
    server_stop ();
  start ();
}

static char *
make_address (const char *user, const char *schema)
{
  if (folder == NULL)
    {
      folder = g_build_filename (
          strlen (g_get_tmp_dir ()) + strlen (FOLDER) < MAX_FOLDER ? g_get_tmp_dir () : "/tmp",
          FOLDER, NULL);
      folder = g_mkdtemp (folder);
      g_assert_nonnull (folder);
      atexit (clean_up);
      make_data ();
      start ();
    }
  return g_strdup_printf ("postgresql://%s@/postgres?host=%s%s%s", user, folder,
                          schema != NULL ? "&schema=" : "", schema != NULL ? schema : "");
}

char *
server_address (const char *schema)
{
  return make_address ("cyan", schema);
}

char *
server_guarded_address (const char *schema)
{
  return make_address ("guarded", schema);
}

gint64
server_run (const char *address, const char *sql)
{
  const char *schema = strstr (address, "schema=") + strlen ("schema=");
  g_autofree char *target = server_address (NULL);
  g_autofree char *text = g_strdup_printf ("SET search_path = \"%s\"; %s", schema, sql);
  PGconn *connection = PQconnectdb (target);
  PGresult *result = PQexec (connection, text);
  gint64 integer = -1;

  if (PQresultStatus (result) == PGRES_TUPLES_OK && PQntuples (result) > 0)
    integer = g_ascii_strtoll (PQgetvalue (result, 0, 0), NULL, 10);
  else if (PQresultStatus (result) != PGRES_COMMAND_OK)
    g_error ("%s: %s", sql, PQerrorMessage (connection));
  PQclear (result);
  PQfinish (connection);
  return integer;
}
