/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders of profiles behind HTTP, of servers that do well and of others. */
#include <gio/gio.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-files.h"
#include "index-samples.h"
#include "store-samples.h"
#include "tests.h"

/* The patience of tests whose servers are slow. */
#define IDLE_SECONDS   2
#define ANSWER_SECONDS 3

static GSubprocess *server;
static char *base; /* "http://127.0.0.1:PORT/" */

static void
stop_server (void)
{
  g_subprocess_force_exit (server);
  g_object_unref (server);
  g_free (base);
}

/* An address below @path of a server that serves a sample folder.  Caller frees. */
static char *
address (const char *path)
{
  if (server == NULL)
    {
      g_autofree char *folder = index_sample ("served");
      g_autofree char *script = g_test_build_filename (G_TEST_DIST, "hostile-server.py", NULL);
      char port[16] = "";
      gsize length;

      server =
          MUST (g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                  &failure, PYTHON, script, folder, NULL));
      for (length = 0; length < sizeof port - 1 && (length == 0 || port[length - 1] != '\n');)
        {
          gssize n = MUST (g_input_stream_read (g_subprocess_get_stdout_pipe (server),
                                                port + length, 1, NULL, &failure));

          g_assert_cmpint (n, ==, 1);
          length++;
        }
      base = g_strdup_printf ("http://127.0.0.1:%s/", g_strchomp (port));
      atexit (stop_server);
    }
  return g_strconcat (base, path, NULL);
}

TEST ("/store-http/read")
{
  g_autofree char *good = address ("good/"), *bare = address ("good"), *moved = address ("moved/");

  index_check_sample (good);
  index_check_sample (bare);
  index_check_sample (moved);
}

TEST ("/store-http/write")
{
  g_autofree char *good = address ("good/");

  sample_fails (good, CYAN_STORE_WRITE, CYAN_ERROR_UNSUPPORTED, "only be read");
}

/* Nothing is asked for at these. */
TEST ("/store-http/addresses")
{
  static const struct
  {
    const char *url, *words;
  } cases[] = {
    { "http://example.org/perf/", "only https" },
    { "http://localhost.example.org/perf/", "only https" },
    { "http://127.0.0.1.example.org/", "only https" },
    { "https://user:secret@example.org/", "no user, password" },
    { "https://example.org/perf/?token=secret", "no user, password" },
    { "https://example.org/#secret", "no user, password" },
    { "https:///perf/", "not like https://" },
    { "http://[::1", "not like https://" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (cyan_store_open (cases[i].url, CYAN_STORE_READ, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      g_assert_null (strstr (error->message, "secret"));
    }
}

TEST ("/store-http/hostile")
{
  static const struct
  {
    const char *path;
    CyanError code;
    const char *words;
  } cases[] = {
    { "missing/", CYAN_ERROR_IO, "404" },
    { "loop/", CYAN_ERROR_IO, "redirections" },
    { "other-host/", CYAN_ERROR_IO, "leaves the server" },
    { "other-port/", CYAN_ERROR_IO, "leaves the server" },
    { "other-scheme/", CYAN_ERROR_IO, "leaves the server" },
    { "file/", CYAN_ERROR_IO, "leaves the server" },
    { "nowhere/", CYAN_ERROR_IO, "" },
    { "html/", CYAN_ERROR_INVALID, "not an object of JSON" },
    { "huge/", CYAN_ERROR_LIMIT, "more than" },
    { "endless/", CYAN_ERROR_LIMIT, "more than" },
    { "no-number/", CYAN_ERROR_IO, "" },
    { "no-http/", CYAN_ERROR_IO, "" },
    { "endless-head/", CYAN_ERROR_IO, "" },
    { "silent/", CYAN_ERROR_IO, "timed out" },
    { "drip-index/", CYAN_ERROR_IO, "the server is too slow" },
  };
  g_autofree char *cut = address ("cut/"), *good = address ("good/");
  g_autofree char *secret = g_strconcat ("https", good + strlen ("http"), NULL);
  g_autoptr (GError) error = NULL;

  cyan_files_http_set_seconds (IDLE_SECONDS, ANSWER_SECONDS);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *url = address (cases[i].path);

      sample_fails (url, CYAN_STORE_READ, (int) cases[i].code, cases[i].words);
    }
  /* The server knows no TLS. */
  sample_fails (secret, CYAN_STORE_READ, CYAN_ERROR_IO, "");
  /* Whether the end of a cut file is seen by the library or by us, it fails. */
  g_assert_null (cyan_store_open (cut, CYAN_STORE_READ, &error));
  g_assert_null (strchr (error->message, '\n'));
}

static void
drop_warning (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  g_assert_nonnull (strstr (message, "content-length"));
}

/* Some versions of libsoup warn of the length. */
TEST ("/store-http/negative-length")
{
  g_autofree char *url = address ("negative/");
  GLogLevelFlags fatal = g_log_set_always_fatal (G_LOG_FATAL_MASK);
  guint handler = g_log_set_handler ("GLib-GObject", G_LOG_LEVEL_WARNING, drop_warning, NULL);

  sample_fails (url, CYAN_STORE_READ, CYAN_ERROR_INVALID, "Content-Length is no length");
  g_log_remove_handler ("GLib-GObject", handler);
  g_log_set_always_fatal (fatal);
}

typedef struct
{
  const char *path;
  CyanError code;
  const char *words;
} BadProfiles;

static gpointer
check_bad_profiles (gpointer data)
{
  const BadProfiles *self = data;
  g_autofree char *url = address (self->path);
  g_autoptr (CyanStore) store = sample_open (url, CYAN_STORE_READ);
  g_autoptr (GError) error = NULL;

  g_assert_false (cyan_store_check (store, &error));
  sample_assert_error (error, (int) self->code, self->words);
  return NULL;
}

/* The index is good, its profiles are not.  All at once, since some wait. */
TEST ("/store-http/bad-profiles")
{
  static const BadProfiles cases[] = {
    { "long/", CYAN_ERROR_LIMIT, "0.pb.gz: more than" },
    { "changed/", CYAN_ERROR_INVALID, "has changed" },
    { "drip/", CYAN_ERROR_IO, "0.pb.gz: the server is too slow" },
    { "drip-head/", CYAN_ERROR_IO, "0.pb.gz: the server is too slow" },
  };
  GThread *threads[G_N_ELEMENTS (cases)];

  cyan_files_http_set_seconds (IDLE_SECONDS, ANSWER_SECONDS);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    threads[i] = g_thread_new ("client", check_bad_profiles, (gpointer) &cases[i]);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_thread_join (threads[i]);
}
