/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Captures of Sysprof: stacks, the sources of names, and damaged files. */
#include "compress-fixture.h"
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#define SELF CYAN_PROFILE_TEXT_SELF

/* Types of frames. */
enum
{
  SAMPLE = 2,
  MAP = 3,
  PROCESS = 4,
  FORK = 5,
  JITMAP = 7,
  FILE_CHUNK = 13,
  ALLOCATION = 14,
};

/* What perf writes ahead of the addresses of a program. */
#define USER ((guint64) -512)

static void
put (GString *out, guint64 number, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_c (out, (char) (number >> (8 * i)));
}

static GString *
new_capture (void)
{
  GString *file = g_string_new (NULL);

  put (file, 0xfdca975e, 4);
  put (file, 1 | 1 << 8, 4); /* version, little endian */
  g_string_append (file, "2026-11-01T12:00:00Z");
  g_string_set_size (file, 256);
  memset (file->str + 28, 0, 256 - 28);
  return file;
}

/* Appends a frame with the contents of @body, which is freed. */
static void
put_frame (GString *file, guint type, guint pid, GString *body)
{
  while (body->len % 8 != 0)
    g_string_append_c (body, '\0');
  put (file, 24 + body->len, 2);
  put (file, 0, 2);
  put (file, pid, 4);
  put (file, 1000, 8); /* time */
  put (file, type, 8);
  g_string_append_len (file, body->str, (gssize) body->len);
  g_string_free (body, TRUE);
}

/* The addresses end with 0, the innermost first. */
static void
put_sample (GString *file, guint pid, guint tid, const guint64 *addresses)
{
  GString *body = g_string_new (NULL);
  guint n = 0;

  while (addresses[n] != 0)
    n++;
  put (body, n, 4);
  put (body, tid, 4);
  for (guint i = 0; i < n; i++)
    put (body, addresses[i], 8);
  put_frame (file, SAMPLE, pid, body);
}

static void
put_process (GString *file, guint pid, const char *command)
{
  GString *body = g_string_new (command);

  g_string_append_c (body, '\0');
  put_frame (file, PROCESS, pid, body);
}

static void
put_map (GString *file, guint pid, guint64 start, guint64 end, guint64 offset, const char *path)
{
  GString *body = g_string_new (NULL);

  put (body, start, 8);
  put (body, end, 8);
  put (body, offset, 8);
  put (body, 0, 8);
  g_string_append_len (body, path, (gssize) strlen (path) + 1);
  put_frame (file, MAP, pid, body);
}

static void
put_file (GString *file, const char *path, const char *bytes, gsize length)
{
  GString *body = g_string_new (NULL);

  put (body, 1 | (guint64) length << 16, 4);
  g_string_append (body, path);
  g_string_set_size (body, 4 + 256);
  memset (body->str + 4 + strlen (path), 0, 256 - strlen (path));
  g_string_append_len (body, bytes, (gssize) length);
  put_frame (file, FILE_CHUNK, 0, body);
}

/* A table in which process 7 has "main" in [0x1000, 0x10ff] and "run" in [0x1100, 0x1180]. */
static GString *
new_table (void)
{
  GString *table = g_string_new (NULL);
  const guint names = 3 * 32;

  for (guint i = 0; i < 2; i++)
    {
      put (table, i == 0 ? 0x1000 : 0x1100, 8);
      put (table, i == 0 ? 0x10ff : 0x1180, 8);
      put (table, 7, 4);
      put (table, i == 0 ? names : names + 5, 4);
      put (table, 0, 8);
    }
  for (guint i = 0; i < 4; i++)
    put (table, 0, 8);
  g_string_append_len (table, "main\0run", 9);
  return table;
}

static void
assert_reads (const GString *file, const char *tree, const char *warnings)
{
  assert_tree_of (file->str, (gssize) file->len, SELF, tree, warnings);
}

/* Samples of two threads, then what their addresses mean. */
static GString *
new_sampled (void)
{
  GString *file = new_capture ();

  put_sample (file, 7, 7, (const guint64[]){ USER, 0x1180, 0x1010, 0 });
  put_sample (file, 7, 8, (const guint64[]){ USER, 0x1110, 0x1010, 0 });
  put_sample (file, 7, 7, (const guint64[]){ USER, 0x2010, 0x1010, 0 });
  put_process (file, 7, "/usr/bin/orders --all");
  put_map (file, 7, 0x1000, 0x2000, 0, "/usr/bin/orders");
  put_map (file, 7, 0x2000, 0x3000, 0x500, "/usr/lib/libc.so.6");
  return file;
}

TEST ("/formats/sysprof/symbols")
{
  g_autoptr (GString) file = new_sampled (), table = new_table ();
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  put_file (file, "__symbols__", table->str, 40); /* in two pieces */
  put_file (file, "__symbols__", table->str + 40, table->len - 40);
  assert_reads (file, "orders:0(main:0(run:2 'libc.so.6+0x510':1))",
                "1 of 4 addresses has no symbol in the file\n");
  profile = load_text (file->str, (gssize) file->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->n_threads, ==, 2);
  g_assert_cmpfloat (profile->period, ==, 1);
  g_assert_cmpstr (profile->metrics[0].unit, ==, "samples");
  g_assert_cmpstr (cyan_strings_get (profile->strings, cyan_profile_function (profile, 2)->module),
                   ==, "orders");
}

/* Sysprof 45 and newer compress the table. */
TEST ("/formats/sysprof/compressed")
{
  g_autoptr (GString) file = new_sampled (), table = new_table ();
  g_autoptr (GByteArray) packed = test_gzip (table->str, table->len);

  put_file (file, "__symbols__.gz", (const char *) packed->data, packed->len);
  assert_reads (file, "orders:0(main:0(run:2 'libc.so.6+0x510':1))",
                "1 of 4 addresses has no symbol in the file\n");
}

TEST ("/formats/sysprof/without-symbols")
{
  g_autoptr (GString) file = new_capture ();

  put_process (file, 7, "orders");
  put_frame (file, FORK, 7, g_string_new_len ("\x09\0\0\0", 4));
  put_sample (file, 9, 9, (const guint64[]){ 0x1180, 0x1010, 0 });
  put_sample (file, 11, 11, (const guint64[]){ G_GUINT64_CONSTANT (0xffffffff81000000), 0 });
  assert_reads (file, "orders:0('[unknown]':0('[unknown]':1)) '[unknown]':0('[unknown]':1)",
                "3 of 3 addresses have no symbol in the file\n");
}

/* Programs give names to addresses that are none. */
TEST ("/formats/sysprof/jitmap")
{
  g_autoptr (GString) file = new_capture ();
  const guint64 run = G_GUINT64_CONSTANT (0xe000000000000001);
  GString *body = g_string_new (NULL);

  put (body, 3, 4);
  put (body, run, 8);
  g_string_append_len (body, "run", 4);
  put (body, run + 1, 8);
  g_string_append_len (body, "walker", 7);
  /* The last name is empty, and ends with the frame. */
  put (body, run + 2, 8);
  g_string_append_len (body, "", 1);
  g_assert_cmpuint (body->len % 8, ==, 0);
  put_frame (file, JITMAP, 7, body);
  put_process (file, 7, "gjs");
  put_sample (file, 7, 7, (const guint64[]){ run + 1, run, 0 });
  assert_reads (file, "gjs:0(run:0(walker:1))", "");

  /* Memory: freeing it has size 0. */
  for (guint size = 0; size <= 64; size += 64)
    {
      body = g_string_new (NULL);
      put (body, 0x5000, 8);
      put (body, size, 8);
      put (body, 7, 4);
      put (body, 1, 4);
      put (body, run, 8);
      put_frame (file, ALLOCATION, 7, body);
    }
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (CyanProfile) profile = load_text (file->str, (gssize) file->len, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (cyan_profile_get_meta (profile, "recorded"), ==, "2026-11-01T12:00:00Z");
    g_assert_cmpuint (profile->n_metrics, ==, 2);
    g_assert_cmpstr (profile->metrics[1].name, ==, "allocated");
    g_assert_cmpfloat (profile->metrics[1].total[0], ==, 64);
  }
}

/* libsysprof resolves the addresses of this capture, which it wrote, to the same names. */
TEST ("/formats/sysprof/recording")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/sysprof-orders.syscap.gz");
  g_autofree char *warned = warnings_of (profile);
  guint n_named = 0;

  for (guint i = 1; i < profile->n_nodes; i++)
    n_named += strcmp (cyan_profile_name (profile, i), "evaluate") == 0
               && strcmp (cyan_profile_name (profile, profile->parent[i]), "main") == 0;
  g_assert_cmpuint (n_named, ==, 1);
  g_assert_cmpstr (warned, ==, "2 of 17 addresses have no symbol in the file\n");
}

TEST ("/formats/sysprof/damage")
{
  g_autoptr (GString) file = new_sampled (), table = new_table ();

  put_file (file, "__symbols__", table->str, table->len);
  for (gsize length = 4; length < file->len; length += 13)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (file->str, (gssize) length, &error);

      g_assert_true ((profile != NULL) == (length >= 256));
      if (profile == NULL)
        g_assert_cmpstr (error->message, ==, "t: byte 0: ends within the header");
    }
  assert_survives_damage (file, 5);
}

TEST ("/formats/sysprof/errors")
{
  g_autoptr (GString) file = new_sampled ();
  g_autoptr (GString) other = new_capture ();

  file->str[256 + 24] = 4; /* addresses, of which there are three */
  assert_fails (file->str, (gssize) file->len, CYAN_ERROR_INVALID,
                "t: byte 256: a frame that is too short for what it has");
  other->str[5] = 0;
  assert_fails (other->str, (gssize) other->len, CYAN_ERROR_UNSUPPORTED,
                "t: a capture of a machine with big-endian numbers");
}
