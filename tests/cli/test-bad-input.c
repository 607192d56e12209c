/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Broken and hostile files through every command: each is refused with status 2 and one line that
 * names the file, the place and the reason, or it is read and the warning that it deserves is
 * given.  Never a crash, never half an answer.
 *
 * The numbers in the names of the cases are those of the list of bad inputs that all parts of the
 * program share.
 */
#include "cli-fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define STACKS "main;parse 3\nmain;eval 4\n"
#define EVENT(number)                                                                              \
  "{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":" number                        \
  ",\"pid\":1,\"tid\":1}]}"
#define CCT "cct 1\nmetric\ttime\tns\nfunction\tmain\nfunction\tparse\n"

typedef struct
{
  const char *id;
  const char *name;
  const char *bytes;
  gssize length;       /* -1: a string */
  void (*make) (void); /* makes the file instead, or changes nothing */
  const char *says;    /* glob: what stands behind "cyan: NAME: " */
} Refused;

#define TEXT(text)     (text), -1, NULL
#define BYTES(text)    (text), sizeof (text) - 1, NULL
#define MADE(function) NULL, 0, (function)

static void
nothing (void)
{
}

static void
make_folder (void)
{
  g_assert_cmpint (mkdir ("folder", 0777), ==, 0);
}

static void
make_fifo (void)
{
  g_assert_cmpint (mkfifo ("fifo", 0666), ==, 0);
}

static GBytes *
many_stacks (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 200; i++)
    g_string_append_printf (text, "main;f%u %u\n", i, i + 1);
  return g_string_free_to_bytes (text);
}

/* The gzip of many stacks with @n_lost bytes lost at its end and @byte, counted from the end,
 * changed. */
static void
write_broken_gzip (const char *name, gsize n_lost, gsize byte)
{
  g_autoptr (GBytes) stacks = many_stacks ();
  g_autoptr (GBytes) gzip =
      gzip_bytes (g_bytes_get_data (stacks, NULL), (gssize) g_bytes_get_size (stacks));
  gsize length;
  g_autofree char *bytes = g_bytes_unref_to_data (g_steal_pointer (&gzip), &length);

  if (byte > 0)
    bytes[length - byte] ^= 1;
  write_file (name, bytes, (gssize) (length - n_lost));
}

static void
make_cut_gzip (void)
{
  write_broken_gzip ("cut.folded.gz", 20, 0);
}

static void
make_bad_checksum (void)
{
  write_broken_gzip ("checksum.folded.gz", 0, 8);
}

static void
make_bad_length (void)
{
  write_broken_gzip ("length.folded.gz", 0, 4);
}

static void
make_nested_gzip (void)
{
  g_autoptr (GBytes) gzip = gzip_bytes (STACKS, -1);

  write_gzip ("nested.gz", g_bytes_get_data (gzip, NULL), (gssize) g_bytes_get_size (gzip));
}

static void
make_gzip_of_zeros (void)
{
  const gsize length = 64 << 20;
  g_autofree char *zeros = g_malloc0 (length);

  write_gzip ("zeros.gz", zeros, (gssize) length);
}

/* Made by the zstd program; @script has "$1" for the file. */
static void
write_zstd (const char *name, const char *script)
{
  g_autoptr (Run) run = run_program ("sh", "-c", script, "sh", name, NULL);

  g_assert_cmpint (run->status, ==, 0);
}

static void
make_zstd_bomb (void)
{
  write_zstd ("bomb.zst", "yes 'main;parse 3' | head -c 200000000 | zstd -q --ultra -19 -o \"$1\"");
}

static void
make_cut_zstd (void)
{
  write_zstd ("cut.zst", "seq 1 9999 | sed 's/.*/main;f& 3/' | zstd -q | head -c 3000 > \"$1\"");
}

static void
write_repeated (const char *name, const char *head, const char *part, guint n)
{
  g_autoptr (GString) text = g_string_new (head);

  for (guint i = 0; i < n; i++)
    g_string_append (text, part);
  write_file (name, text->str, (gssize) text->len);
}

static void
make_deep_array (void)
{
  write_repeated ("deep-array.json", "[", "[", 1000000);
}

static void
make_deep_object (void)
{
  write_repeated ("deep-object.json",
                  "{\"traceEvents\":[{\"name\":\"a\",\"args\":", "{\"a\":", 1000000);
}

static const Refused refused[] = {
  { "01-empty", "empty.folded", TEXT (""), "empty file" },
  { "01-empty-gzip", "nothing.gz", BYTES ("\x1f\x8b\x08\0\0\0\0\0\0\3\3\0\0\0\0\0\0\0\0\0"),
    "empty file within the gzip data" },
  { "02-one-byte", "one.cct", TEXT ("c"), "not a profile that we know" },
  { "02-gzip-magic", "magic.gz", BYTES ("\x1f\x8b"), "ends in the middle of the gzip data" },
  { "02-zstd-magic", "magic.zst", BYTES ("\x28\xb5\x2f\xfd"),
    "ends in the middle of the zstd data" },
  { "03-folder", "folder", MADE (make_folder), "is a directory" },
  { "03-fifo", "fifo", MADE (make_fifo), "not a regular file" },
  { "03-device", "/dev/zero", MADE (nothing), "not a regular file" },
  { "04-missing", "missing.cct", MADE (nothing), "No such file or directory" },
  { "04-below-a-file", "good.folded/profile.cct", MADE (nothing), "Not a directory" },
  { "05-cut-gzip", "cut.folded.gz", MADE (make_cut_gzip), "ends in the middle of the gzip data" },
  { "05-cut-zstd", "cut.zst", MADE (make_cut_zstd), "ends in the middle of the zstd data" },
  { "05-cut-json", "cut.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"B\",\"ts\":1,\"pid\":1,\"tid\":1},\n"
          "{\"name\":\"b\""),
    "byte 73: event 2: the input ends before all brackets are closed" },
  { "06-gzip-checksum", "checksum.folded.gz", MADE (make_bad_checksum),
    "byte *: broken gzip data: incorrect data check" },
  { "06-gzip-length", "length.folded.gz", MADE (make_bad_length),
    "byte *: broken gzip data: incorrect length check" },
  { "08-gzip-in-gzip", "nested.gz", MADE (make_nested_gzip), "compressed twice*" },
  { "08-gzip-of-zeros", "zeros.gz", MADE (make_gzip_of_zeros), "*not a profile*" },
  { "09-zstd-bomb", "bomb.zst", MADE (make_zstd_bomb), "*1500 times*" },
  { "09-zstd-skippable", "skip.zst", BYTES ("\x50\x2a\x4d\x18\4\0\0\0abcd"), "*" },
  { "10-program", "/bin/true", MADE (nothing),
    "this is a program or a library and not a profile of one" },
  { "10-picture", "picture.folded", BYTES ("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    "this is a picture and not a profile" },
  { "11-utf-16", "utf-16.folded", BYTES ("\xff\xfem\0a\0i\0n\0 \0\x33\0\n\0"),
    "UTF-16 text; convert it with iconv -f UTF-16 -t UTF-8" },
  { "11-nul-byte", "nul.folded", BYTES ("main;eval 3\nma\0in;parse 4\n"), "line 2: a NUL byte*" },
  { "12-web-page", "artifact.pb.gz", TEXT ("<!DOCTYPE html>\n<html><title>404</title></html>\n"),
    "this is a web page and not a profile (did a download fail?)" },
  { "13-deep-array", "deep-array.json", MADE (make_deep_array), "*" },
  { "13-deep-object", "deep-object.json", MADE (make_deep_object),
    "byte *: event 1: nested more than 2048 deep" },
  { "14-duplicate-key", "twice.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\",\"name\":\"b\",\"ph\":\"X\",\"ts\":1,\"dur\":2}]}"),
    "byte 28: event 1: the same key twice" },
  { "15-too-large", "large.json", TEXT (EVENT ("1e400")),
    "byte 50: event 1: \"dur\" is out of range" },
  { "15-64-bits", "bits.json", TEXT (EVENT ("18446744073709551615")),
    "byte 50: event 1: \"dur\" is out of range" },
  { "15-digits", "digits.json", TEXT (EVENT ("123456789012345678901234567890")),
    "byte 50: event 1: \"dur\" is out of range" },
  { "15-nan", "nan.json", TEXT (EVENT ("NaN")), "byte 50: event 1: expected a value" },
  { "16-not-utf-8", "bytes.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\xff\",\"ph\":\"X\",\"ts\":1,\"dur\":1}]}"),
    "byte 26: event 1: bytes in a string that are not UTF-8" },
  { "16-surrogate", "surrogate.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\\ud800\",\"ph\":\"X\",\"ts\":1,\"dur\":1}]}"),
    "byte 26: event 1: half a surrogate pair in a string" },
  { "16-nul", "nul.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\\u0000\",\"ph\":\"X\",\"ts\":1,\"dur\":1}]}"),
    "byte 26: event 1: a NUL character in a string" },
  { "17-wrong-type", "type.json", TEXT (EVENT ("\"x\"")),
    "byte 50: event 1: \"dur\" is not a number" },
  { "17-no-events", "events.json", TEXT ("{\"traceEvents\":[]}"), "byte 18: *no calls" },
  { "17-other-json", "package.json", TEXT ("{\"name\":\"cyan\",\"version\":1}"),
    "this is JSON, but not a profile that we know" },
  { "17-broken-json", "broken.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"B\",\"ts\":1,\"pid\":1,\"tid\":1},\n"
          "{\"name\":}]}"),
    "byte 70: event 2: expected a value" },
  { "25-self-parent", "self.cct", TEXT (CCT "1\t1\t1\t5\nend\t1\n"),
    "line 5: parent 1 of node 1 has not come yet" },
  { "25-forward", "forward.cct", TEXT (CCT "2\t1\t1\t5\n0\t1\t1\t5\nend\t2\n"),
    "line 5: parent 2 of node 1 has not come yet" },
  { "29-nan", "nan.cct", TEXT (CCT "0\t1\t1\tnan\nend\t1\n"), "line 5: \"nan\" is not a number" },
  { "29-infinite", "inf.cct", TEXT (CCT "0\t1\t1\t1e999\nend\t1\n"),
    "line 5: \"1e999\" is not a number" },
  { "29-sum", "sum.cct", TEXT (CCT "0\t1\t1\t1e308\n0\t2\t1\t1e308\nend\t2\n"),
    "the sum of all time is too large a number" },
  { "30-cct-version", "version.cct", TEXT ("cct 2\n"),
    "version 2 of the .cct format; only version 1 is read" },
  { "35-no-count", "count.folded", TEXT ("main;parse 3\nmain;eval\nmain;eval 4\n"),
    "line 2: expected a count after the stack, found \"main;eval\"" },
};

static void
make (const Refused *one)
{
  if (one->make != NULL)
    one->make ();
  else
    write_file (one->name, one->bytes, one->length);
}

/* Refused by every command, on either side, and nothing is left behind. */
static void
test_refused (gconstpointer data)
{
  const Refused *one = data;
  g_autofree char *says = g_strconcat (one->name, ": ", one->says, NULL);
  g_autoptr (Run) info = NULL, convert = NULL, before = NULL, after = NULL, csv = NULL,
                  render = NULL;
  guint n_files;

  write_good_profiles ();
  make (one);
  n_files = count_files ();
  info = cyan ("info", one->name, NULL);
  assert_trouble (info, says);
  convert = cyan ("convert", one->name, "-o", "refused.cct", NULL);
  assert_trouble (convert, says);
  before = cyan ("compare", one->name, "good.folded", NULL);
  assert_trouble (before, says);
  after = cyan ("compare", "good.folded", one->name, "--format=json", NULL);
  assert_trouble (after, says);
  csv = cyan ("compare", "good.folded", one->name, "--format=csv", "-o", "refused.csv", NULL);
  assert_trouble (csv, says);
  render = cyan ("render", "good.folded", one->name, "-o", "refused.svg", NULL);
  assert_trouble (render, says);
  g_assert_cmpuint (count_files (), ==, n_files);
}

typedef struct
{
  const char *id;
  const char *name;
  const char *bytes;
  gssize length;
  void (*make) (void);
  guint nodes;
  double total;
  const char *note; /* glob; NULL: none */
} Accepted;

static void
make_members (void)
{
  g_autoptr (GBytes) first = gzip_bytes ("main;parse 3\n", -1);
  g_autoptr (GBytes) second = gzip_bytes ("main;eval 4\n", -1);
  g_autoptr (GByteArray) both = g_byte_array_new ();

  g_byte_array_append (both, g_bytes_get_data (first, NULL), (guint) g_bytes_get_size (first));
  g_byte_array_append (both, g_bytes_get_data (second, NULL), (guint) g_bytes_get_size (second));
  write_file ("members.gz", both->data, both->len);
}

static void
make_garbage (void)
{
  g_autoptr (GBytes) gzip = gzip_bytes (STACKS, -1);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, g_bytes_get_data (gzip, NULL), (guint) g_bytes_get_size (gzip));
  g_byte_array_append (bytes, (const guint8 *) "garbage", 7);
  write_file ("garbage.gz", bytes->data, bytes->len);
}

static void
make_zstd (void)
{
  write_zstd ("stacks.zst", "printf '" STACKS "' | zstd -q -o \"$1\"");
}

/* A million frames, one below the other. */
static void
make_deep_stack (void)
{
  write_repeated ("deep.folded", "", "a;", 999999);
  {
    gsize length;
    g_autofree char *stack = read_file ("deep.folded", &length);
    g_autofree char *line = g_strconcat (stack, "a 7\n", NULL);

    write_file ("deep.folded", line, -1);
  }
}

static void
make_wide_tree (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 99999; i++)
    g_string_append_printf (text, "main;f%u 1\n", i);
  write_file ("wide.folded", text->str, (gssize) text->len);
}

static void
make_long_name (void)
{
  g_autoptr (GString) text = g_string_new ("main;");

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, " 7\n");
  write_file ("long.folded", text->str, (gssize) text->len);
}

static const Accepted accepted[] = {
  { "06-garbage-behind-gzip", "garbage.gz", MADE (make_garbage), 3, 7,
    "7 bytes of garbage after the gzip data" },
  { "07-gzip-members", "members.gz", MADE (make_members), 3, 7, NULL },
  { "09-zstd", "stacks.zst", MADE (make_zstd), 3, 7, NULL },
  { "05-cut-cct", "cut.cct", TEXT (CCT "0\t1\t1\t3\n1\t2\t1\t4\n"), 2, 7,
    "the file is cut: it stops after 2 nodes, without its end record" },
  { "05-cut-folded", "cut.folded", TEXT ("main;parse 3\nmain;eval 4"), 3, 7,
    "line 2 ends without a line break: the file may have been cut" },
  { "10-json-holds-stacks", "stacks.json", TEXT (STACKS), 3, 7, NULL },
  { "10-folded-holds-json", "trace.folded", TEXT (EVENT ("7")), 1, 7000, "*" },
  { "10-gz-is-not-packed", "plain.folded.gz", TEXT (STACKS), 3, 7, NULL },
  { "11-mark-and-crlf", "crlf.folded", TEXT ("\xef\xbb\xbfmain;parse 3\r\nmain;eval 4\r\n"), 3, 7,
    NULL },
  { "14-unknown-keys", "unknown.json",
    TEXT (
        "{\"x\":[{}],\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":7,\"y\":{\"z\""
        ":1},\"pid\":1,\"tid\":1}]}"),
    1, 7000, "*" },
  { "16-not-utf-8", "bytes.folded", TEXT ("main;a\xff 7\n"), 2, 7, "names were repaired*" },
  { "25-two-roots", "roots.cct", TEXT (CCT "0\t1\t1\t3\n0\t2\t1\t4\nend\t2\n"), 2, 7, NULL },
  { "25-no-root", "none.cct", TEXT (CCT "end\t0\n"), 0, 0, "the profile is empty" },
  { "26-deep", "deep.folded", MADE (make_deep_stack), 1000000, 7, NULL },
  { "27-wide", "wide.folded", MADE (make_wide_tree), 100000, 99999, NULL },
  { "28-large-sums", "sums.cct",
    TEXT (CCT "0\t1\t1\t9223372036854775807\n1\t2\t1\t9223372036854775807\nend\t2\n"), 2,
    18446744073709551614., NULL },
  { "29-negative", "negative.cct", TEXT (CCT "0\t1\t1\t-5\nend\t1\n"), 1, -5,
    "some values of time are negative: is this the difference of two profiles?" },
  { "29-zero-total", "zero.cct", TEXT (CCT "0\t1\t0\t0\n1\t2\t0\t0\nend\t2\n"), 2, 0,
    "the total time is 0, so that there are no shares" },
  { "30-long-name", "long.folded", MADE (make_long_name), 2, 7, "names were repaired 1 times*" },
  { "30-empty-name", "noname.folded", TEXT ("main;;parse 7\n"), 3, 7,
    "frames without a name on 1 line" },
  { "35-fraction", "fraction.folded", TEXT ("main;parse 3.5\nmain;eval 3.5\n"), 3, 7, NULL },
  { "35-huge-count", "huge.folded", TEXT ("main 1e30\n"), 1, 1e30, NULL },
  { "35-blanks", "blanks.folded", TEXT ("main;parse 3  \nmain;eval\t4\n"), 3, 7, NULL },
};

static void
check_note (json_t *warnings, const char *note)
{
  gboolean found = FALSE;

  if (note == NULL)
    {
      g_assert_cmpuint (json_array_size (warnings), ==, 0);
      return;
    }
  for (gsize i = 0; i < json_array_size (warnings); i++)
    found |= g_pattern_match_simple (note, json_string_value (json_array_get (warnings, i)));
  if (!found && strcmp (note, "*") != 0)
    g_error ("no warning \"%s\"", note);
}

/* No number is infinite or not a number. */
static void
check_finite (const Table *table)
{
  static const char *const numbers[] = { "before_share", "after_share", "height", "width" };

  for (guint row = 0; row < table->rows->len; row++)
    for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
      if (!is_empty (table, row, numbers[i]))
        g_assert_true (isfinite (number (table, row, numbers[i])));
}

/* Read by every command; the warning reaches whoever looks, whatever he asked for. */
static void
test_accepted (gconstpointer data)
{
  const Accepted *one = data;
  g_autoptr (Run) info = NULL, text = NULL, csv = NULL, render = NULL;
  g_autoptr (Table) table = NULL;
  json_t *json;

  write_good_profiles ();
  if (one->make != NULL)
    one->make ();
  else
    write_file (one->name, one->bytes, one->length);
  info = cyan ("info", "--format=json", one->name, NULL);
  assert_fine (info);
  json = parse_json (info);
  g_assert_cmpint (json_integer_value (json_object_get (json, "nodes")), ==, one->nodes);
  g_assert_cmpfloat (json_number_value (json_object_get (json, "total")), ==, one->total);
  check_note (json_object_get (json, "warnings"), one->note);
  json_decref (json);

  text = cyan ("compare", one->name, "good.folded", NULL);
  assert_fine (text);
  csv = cyan ("compare", "--format=csv", "good.folded", one->name, NULL);
  g_assert_cmpint (csv->status, ==, 0);
  table = table_parse (csv->out, csv->out_length);
  check_finite (table);
  g_assert_cmpuint (table->rows->len, >=, one->nodes + 1);
  render = cyan ("render", "good.folded", one->name, "-o", "accepted.svg", NULL);
  g_assert_cmpint (render->status, ==, 0);
  g_assert_cmpint (g_unlink ("accepted.svg"), ==, 0);
  if (one->note != NULL && strcmp (one->note, "*") != 0)
    {
      g_autofree char *in_text = g_strdup_printf ("*\nnote: before: %s\n*", one->note);
      g_autofree char *on_stderr = g_strdup_printf ("*cyan: note: after: %s\n*", one->note);

      assert_matches (text->out, in_text);
      assert_matches (csv->err, on_stderr);
      assert_matches (render->err, on_stderr);
    }
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = g_strconcat ("/bad-input/refused/", refused[i].id, NULL);

      g_test_add_data_func (path, &refused[i], test_refused);
    }
  for (guint i = 0; i < G_N_ELEMENTS (accepted); i++)
    {
      g_autofree char *path = g_strconcat ("/bad-input/accepted/", accepted[i].id, NULL);

      g_test_add_data_func (path, &accepted[i], test_accepted);
    }
  return cli_test_run ();
}
