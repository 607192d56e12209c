/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading bytes: lines, compression, and every kind of broken file. */
#include "cyan-error.h"
#include "cyan-format.h"

#include "compress-fixture.h"
#include "tests.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char sample[] = "one\ntwo two\n\nfour is longer than the others\n";

/* All lines of the memory, each in brackets, or the error message. */
static char *
lines_of (gconstpointer bytes, gsize length)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanInput) input = cyan_input_new_for_memory ("x", bytes, length, NULL, &error);
  int status = -1;
  char *line;
  gsize size;

  while (input != NULL && (status = cyan_input_line (input, &line, &size, &error)) > 0)
    {
      g_assert_cmpuint (strlen (line), ==, size);
      g_string_append_printf (text, "[%s]", line);
    }
  if (status < 0)
    {
      g_assert_nonnull (error);
      g_assert_null (strchr (error->message, '\n'));
      g_string_append (text, error->message);
    }
  else
    {
      g_assert_no_error (error);
      for (guint i = 0; i < cyan_input_warnings (input)->len; i++)
        g_string_append_printf (text, " warning: %s",
                                (char *) g_ptr_array_index (cyan_input_warnings (input), i));
      if (cyan_input_cut_line (input))
        g_string_append (text, " cut");
    }
  return g_string_free (text, FALSE);
}

static void
expect (gconstpointer bytes, gssize length, const char *expected)
{
  ASSERT_TEXT (lines_of (bytes, length < 0 ? strlen (bytes) : (gsize) length), expected);
}

static void
expect_bytes (const GByteArray *bytes, const char *expected)
{
  expect (bytes->data, bytes->len, expected);
}

#define SAMPLE_LINES "[one][two two][][four is longer than the others]"

TEST ("/input/lines")
{
  expect (sample, -1, SAMPLE_LINES);
  expect ("a\r\nb\r\n", -1, "[a][b]");
  expect ("a\nb", -1, "[a][b] cut");
  expect ("a\nb\r", -1, "[a][b] cut");
  expect ("\n\n", -1, "[][]");
  expect ("a\rb\n", -1, "[a\rb]");
  expect ("", 0, "x: empty file");
}

TEST ("/input/encodings")
{
  expect ("\xef\xbb\xbf"
          "a\n",
          -1, "[a]");
  expect ("\xff\xfe"
          "a\0\n\0",
          6, "[a]");
  expect ("\xfe\xff\0a\xd8\x34\xdd\x1e\0\n", 10, "[a\xf0\x9d\x84\x9e]");
  expect ("\xfe\xff\0a\0\n\0", 7, "[a]x: broken UTF-16 text: a character is not complete");
  expect ("\xfe\xff\xd8\x34", 4, "x: broken UTF-16 text: a character is not complete");
  expect ("a\nb\0c\nd\n", 8, "[a]x: line 2: a NUL byte, which no text has (is this UTF-16?)");
  expect ("a\nb\n\0", 5, "[a][b]x: line 3: a NUL byte, which no text has (is this UTF-16?)");
}

TEST ("/input/places")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanInput) input = cyan_input_new_for_memory ("name", "ab\r\ncdef\n", 9, NULL, &error);
  const char *bytes;
  char *line;
  gsize length;

  g_assert_no_error (error);
  g_assert_cmpstr (cyan_input_name (input), ==, "name");
  g_assert_cmpint (cyan_input_line (input, &line, &length, &error), ==, 1);
  g_assert_cmpuint (cyan_input_line_number (input), ==, 1);
  g_assert_cmpuint (cyan_input_offset (input), ==, 4);
  g_assert_true (cyan_input_peek (input, 2, &bytes, &length, &error));
  g_assert_cmpmem (bytes, 2, "cd", 2);
  cyan_input_skip (input, 2);
  g_assert_cmpuint (cyan_input_offset (input), ==, 6);
  MUST_FAIL (CYAN_ERROR_INVALID, "name: byte 6: bad thing",
             cyan_input_fail_byte (input, &failure, "bad %s", "thing"));
  g_assert_cmpint (cyan_input_line (input, &line, &length, &error), ==, 1);
  g_assert_cmpstr (line, ==, "ef");
  g_assert_false (cyan_input_fail_line (input, &error, "bad"));
  g_assert_cmpstr (error->message, ==, "name: line 2: bad");
  g_clear_error (&error);
  g_assert_true (cyan_input_peek (input, 100, &bytes, &length, &error));
  g_assert_cmpuint (length, ==, 0);
}

/* Lines of all lengths near the size of a read block. */
TEST ("/input/long-lines")
{
  static const gsize lengths[] = { 3000000, 0, 524287, 524288, 524289, 1, 5000000, 262143 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GByteArray) gzip = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      gsize at = text->len;

      g_string_set_size (text, at + lengths[i]);
      memset (text->str + at, 'a' + (int) i, lengths[i]);
      g_string_append_c (text, '\n');
    }
  gzip = test_gzip (text->str, text->len);
  for (guint compressed = 0; compressed < 2; compressed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanInput) input =
          compressed ? cyan_input_new_for_memory ("x", gzip->data, gzip->len, NULL, &error)
                     : cyan_input_new_for_memory ("x", text->str, text->len, NULL, &error);
      char *line;
      gsize length;

      for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
        {
          g_assert_cmpint (cyan_input_line (input, &line, &length, &error), ==, 1);
          g_assert_cmpuint (length, ==, lengths[i]);
          if (length > 0)
            {
              g_assert_cmpint (line[0], ==, 'a' + (int) i);
              g_assert_cmpint (line[length - 1], ==, 'a' + (int) i);
            }
        }
      g_assert_cmpint (cyan_input_line (input, &line, &length, &error), ==, 0);
      g_assert_cmpuint (cyan_input_offset (input), ==, text->len);
    }
}

TEST ("/input/gzip/members")
{
  g_autoptr (GByteArray) bytes = test_gzip (sample, 4);

  test_append (bytes, test_gzip ("", 0));
  test_append (bytes, test_gzip (sample + 4, 2));
  test_append (bytes, test_gzip (sample + 6, sizeof sample - 1 - 6));
  expect_bytes (bytes, SAMPLE_LINES);

  g_byte_array_append (bytes, (const guint8 *) "\0\0", 2);
  expect_bytes (bytes, SAMPLE_LINES " warning: 2 bytes of garbage after the gzip data");
}

TEST ("/input/gzip/damage")
{
  g_autoptr (GByteArray) bytes = test_gzip (sample, sizeof sample - 1);
  g_autoptr (GByteArray) empty = test_gzip ("", 0);
  g_autofree char *check = NULL, *size = NULL;

  /* The last eight bytes are the checksum and the length. */
  bytes->data[bytes->len - 8] ^= 1;
  check = g_strdup_printf ("x: byte %u: broken gzip data: incorrect data check", bytes->len - 4);
  expect_bytes (bytes, check);
  bytes->data[bytes->len - 8] ^= 1;
  bytes->data[bytes->len - 1] ^= 1;
  size = g_strdup_printf ("x: byte %u: broken gzip data: incorrect length check", bytes->len);
  expect_bytes (bytes, size);
  bytes->data[bytes->len - 1] ^= 1;
  expect_bytes (bytes, SAMPLE_LINES);
  expect_bytes (empty, "x: empty file within the gzip data");

  for (guint cut = 2; cut < bytes->len; cut++)
    expect (bytes->data, cut, "x: ends in the middle of the gzip data");
  expect ("\x1f\x8b\x07zzzzzzzzz", 12, "x: byte 4: broken gzip data: unknown compression method");
}

/* A cut second member is an error, not the end of the first. */
TEST ("/input/gzip/second-member-cut")
{
  g_autoptr (GByteArray) bytes = test_gzip (sample, sizeof sample - 1);
  guint first = bytes->len;

  test_append (bytes, test_gzip (sample, sizeof sample - 1));
  for (guint cut = first + 2; cut < bytes->len; cut++)
    expect (bytes->data, cut, "x: ends in the middle of the gzip data");
  expect (bytes->data, first + 1, SAMPLE_LINES " warning: 1 byte of garbage after the gzip data");
}

TEST ("/input/zstd/frames")
{
  static const guint8 skippable[] = { 0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'x', 'y', 'z' };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, skippable, sizeof skippable);
  expect_bytes (bytes, "x: empty file within the zstd data");
  test_append (bytes, test_zstd (sample, 6));
  g_byte_array_append (bytes, skippable, sizeof skippable);
  test_append (bytes, test_zstd (sample + 6, sizeof sample - 1 - 6));
  expect_bytes (bytes, SAMPLE_LINES);
  g_byte_array_append (bytes, (const guint8 *) "abc", 3);
  expect_bytes (bytes, SAMPLE_LINES " warning: 3 bytes of garbage after the zstd data");
}

TEST ("/input/zstd/damage")
{
  /* One byte, in a window of 2^28. */
  static const guint8 wide[] = { 0x28, 0xb5, 0x2f, 0xfd, 0, 0x90, 9, 0, 0, 'a' };
  /* One byte, made with dictionary 7. */
  static const guint8 dictionary[] = { 0x28, 0xb5, 0x2f, 0xfd, 1, 0, 7, 9, 0, 0, 'a' };
  g_autoptr (GByteArray) bytes = test_zstd (sample, sizeof sample - 1);
  g_autofree char *got = NULL;

  for (guint cut = 4; cut < bytes->len; cut++)
    expect (bytes->data, cut, "x: ends in the middle of the zstd data");
  got = lines_of (wide, sizeof wide);
  g_assert_nonnull (strstr (got, "broken zstd data: Frame requires too much memory"));
  g_clear_pointer (&got, g_free);
  got = lines_of (dictionary, sizeof dictionary);
  g_assert_nonnull (strstr (got, "broken zstd data: Dictionary mismatch"));
}

TEST ("/input/compressed-twice")
{
  g_autoptr (GByteArray) once = test_gzip (sample, sizeof sample - 1);
  g_autoptr (GByteArray) twice = test_gzip (once->data, once->len);
  g_autoptr (GByteArray) both = test_zstd (once->data, once->len);

  expect_bytes (twice, "x: compressed twice; undo one of the two first");
  expect_bytes (both, "x: compressed twice; undo one of the two first");
}

/* Endless lines from a few kilobytes. */
TEST ("/input/zstd/bomb")
{
  gsize length = 256 * 1024 * 1024;
  g_autofree char *plain = g_malloc (length);
  g_autoptr (GByteArray) bomb = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanInput) input = NULL;
  guint64 lines = 0;
  char *line;
  gsize size;
  int status;

  memset (plain, '\n', length);
  bomb = test_zstd (plain, length);
  g_assert_cmpuint (bomb->len, <, length / CYAN_INPUT_MAX_RATIO);
  input = cyan_input_new_for_memory ("x", bomb->data, bomb->len, NULL, &error);
  while ((status = cyan_input_line (input, &line, &size, &error)) > 0)
    lines++;
  g_assert_cmpint (status, ==, -1);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "x: the zstd data grow to more than 1500 times their size");
  g_assert_cmpuint (lines, <=, CYAN_INPUT_FREE_BYTES + 1024 * 1024);
}

/* gzip grows data at most 1032 times, so only the limit of output stops it. */
TEST ("/input/gzip/bomb")
{
  static const char head[] = "cct 1\n";
  gsize length = 256 * 1024 * 1024;
  g_autofree char *plain = g_malloc0 (length);
  g_autoptr (GByteArray) bomb = NULL;
  gint64 start = test_cpu_time (), packed;

  memcpy (plain, head, strlen (head));
  bomb = test_gzip (plain, length);
  packed = test_cpu_time ();
  MUST_FAIL (CYAN_ERROR_INVALID, "x: line 2: a NUL byte, which no text has (is this UTF-16?)",
             cyan_profile_load_memory ("x", bomb->data, bomb->len, NULL, NULL, &failure));
  /* It is refused early, not after 256 MiB. */
  g_assert_cmpint (test_cpu_time () - packed, <, (packed - start) / 4);
}

static void
expect_open (const char *path, const char *reason)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *message = g_strdup_printf ("%s: %s", path, reason);

  g_assert_null (cyan_input_open (path, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_cmpstr (error->message, ==, message);
}

TEST ("/input/not-a-file")
{
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *fifo = g_build_filename (folder, "fifo", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing", NULL);

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  expect_open (folder, "is a directory");
  expect_open (missing, "No such file or directory");
  expect_open ("/dev/zero", "not a regular file");
  g_unlink (fifo);
  g_rmdir (folder);
}

TEST ("/input/pipe")
{
  g_autoptr (GByteArray) gzip = test_gzip (sample, sizeof sample - 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanInput) input = NULL;
  int old = dup (STDIN_FILENO), ends[2], n = 0;
  char *line;
  gsize length;

  g_assert_cmpint (pipe (ends), ==, 0);
  g_assert_cmpint (write (ends[1], gzip->data, gzip->len), ==, gzip->len);
  close (ends[1]);
  dup2 (ends[0], STDIN_FILENO);
  close (ends[0]);
  input = cyan_input_open ("-", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (cyan_input_name (input), ==, "standard input");
  while (cyan_input_line (input, &line, &length, &error) > 0)
    n++;
  g_assert_no_error (error);
  g_assert_cmpint (n, ==, 4);
  dup2 (old, STDIN_FILENO);
  close (old);
}

/* Lines read in blocks are those of the text, whatever the size of blocks, and leave the input at
 * their end. */
TEST ("/input/lots-of-lines")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GByteArray) gzip = NULL;

  for (guint i = 0; text->len < 1500000; i++)
    for (guint n = i % 997 == 0 ? 70000 : i % 61; n > 0; n--)
      g_string_append_c (text, n == 1 ? '\n' : (char) ('a' + n % 26));
  g_string_append (text, "cut");
  gzip = test_gzip (text->str, text->len);

  for (guint compressed = 0; compressed < 2; compressed++)
    for (gsize wanted = 1; wanted < 10 * text->len; wanted = wanted * 5 + 3)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (CyanInput) input =
            compressed ? cyan_input_new_for_memory ("x", gzip->data, gzip->len, NULL, &error)
                       : cyan_input_new_for_memory ("x", text->str, text->len, NULL, &error);
        CyanInputLines lines = { 0 };
        gsize at = 0;
        gboolean one_by_one = FALSE;

        do
          {
            g_assert_true (cyan_input_lines (input, wanted, &lines, &error));
            g_assert_cmpmem (text->str + at, MIN (lines.length, text->len - at), lines.bytes,
                             lines.length);
            at += lines.length;
            g_assert_cmpuint (cyan_input_offset (input), ==, at);
            g_assert_true (lines.at_end || lines.bytes[lines.length - 1] == '\n');
            if (!lines.at_end && !one_by_one)
              {
                char *line;
                gsize length;

                one_by_one = TRUE;
                g_assert_cmpint (cyan_input_line (input, &line, &length, &error), ==, 1);
                g_assert_cmpmem (text->str + at, length, line, length);
                at = cyan_input_offset (input);
              }
          }
        while (!lines.at_end);
        g_assert_cmpuint (at, ==, text->len);
        cyan_input_lines_clear (&lines);
      }
}

typedef struct
{
  double last;
  int calls;
  int stop_at;      /* number of the call that says stop, or 0 */
  const char *path; /* file that the first call truncates to one byte, or NULL */
} Watch;

static gboolean
watch (double fraction, const char *what, gpointer data)
{
  Watch *w = data;

  g_assert_cmpfloat (fraction, >=, w->last);
  g_assert_cmpfloat (fraction, <=, 1);
  w->last = fraction;
  w->calls++;
  if (w->path != NULL && w->calls == 2)
    g_assert_cmpint (truncate (w->path, 1), ==, 0);
  return w->calls != w->stop_at;
}

/* Reads a file of 4 MB while @w polls. */
static GError *
watched_read (Watch *w)
{
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "file", NULL);
  g_autofree char *bytes = g_malloc (4000000);
  g_autoptr (CyanInput) input = NULL;
  CyanTick tick = CYAN_TICK_INIT (watch, w);
  GError *error = NULL;
  char *line;
  gsize length;

  memset (bytes, '\n', 4000000);
  g_assert_true (g_file_set_contents (path, bytes, 4000000, NULL));
  if (w->path != NULL)
    w->path = path;
  input = cyan_input_open (path, &tick, &error);
  while (input != NULL && cyan_input_line (input, &line, &length, &error) > 0)
    ;
  if (error != NULL && input != NULL)
    {
      /* A read error is permanent. */
      g_autoptr (GError) again = NULL;

      g_assert_cmpint (cyan_input_line (input, &line, &length, &again), ==, -1);
      g_assert_cmpstr (again->message, ==, error->message);
    }
  g_unlink (path);
  g_rmdir (folder);
  return error;
}

TEST ("/input/tick")
{
  Watch whole = { 0 }, stopped = { .stop_at = 3 }, first = { .stop_at = 1 };
  g_autoptr (GError) error = watched_read (&whole);

  g_assert_no_error (error);
  g_assert_cmpint (whole.calls, >=, 8);
  g_assert_cmpfloat (whole.last, ==, 1);
  error = watched_read (&stopped);
  g_assert_true (cyan_error_is_cancelled (error));
  g_assert_cmpint (stopped.calls, ==, 3);
  g_clear_error (&error);
  error = watched_read (&first);
  g_assert_true (cyan_error_is_cancelled (error));
}

TEST ("/input/shrinking-file")
{
  Watch cut = { .path = "" };
  g_autoptr (GError) error = watched_read (&cut);

  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "became shorter while it was read: "));
}

TEST ("/input/guess")
{
  static const struct
  {
    const char *bytes;
    const char *message;
  } cases[] = {
    { "<!DOCTYPE html>\n<html><body>404</body></html>",
      "x: this is a web page and not a profile (did a download fail?)" },
    { "  <HTML>", "x: this is a web page and not a profile (did a download fail?)" },
    { "<?xml version='1.0'?><svg>",
      "x: this is an SVG picture; open the profile it was drawn from" },
    { "{\"a\": 1}", "x: this is JSON, but not a profile that we know" },
    { "PK\003\004", "x: this is a ZIP archive; unpack it first" },
    { "a", "x: not a profile that we know" },
    { "cct", "x: not a profile that we know" },
    { " \n\t\n", "x: nothing but white space" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      gsize length = strlen (cases[i].bytes);
      g_autoptr (GByteArray) gzip = test_gzip (cases[i].bytes, length);

      g_assert_null (cyan_profile_load_memory ("x", cases[i].bytes, length, NULL, NULL, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED);
      g_assert_cmpstr (error->message, ==, cases[i].message);
      g_clear_error (&error);
      g_assert_null (cyan_profile_load_memory ("x", gzip->data, gzip->len, NULL, NULL, &error));
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}
