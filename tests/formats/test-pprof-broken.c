/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Broken and hostile pprof profiles and their errors.  Numbers refer to the list of bad inputs, 18
 * to 24.
 */
#include "pprof-fixture.h"

#include "compress-fixture.h"
#include "profile-text.h"
#include "tests.h"

#define NAMES "cpu", "nanoseconds", "main"

/* The sample type, one sample of location 1, which is main; the table of strings comes last. */
static GByteArray *
head (void)
{
  GByteArray *bytes = g_byte_array_new ();

  pb_message (bytes, 1, PB_NUMBERS (1, 2));
  return bytes;
}

static GByteArray *
whole (void)
{
  GByteArray *bytes = head ();

  PB_SAMPLE (bytes, 5, 1);
  pb_function (bytes, 1, 3);
  PB_STRINGS (bytes, NAMES);
  return bytes;
}

static void
check_fails (const char *id, GByteArray *bytes, CyanError code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = pb_load (bytes, &error);

  g_test_message ("bad input %s", id);
  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, (gint) code);
  g_assert_cmpstr (error->message, ==, message);
}

static GByteArray *
with_raw (const char *raw, gsize length)
{
  GByteArray *bytes = whole ();

  g_byte_array_append (bytes, (const guint8 *) raw, (guint) length);
  return bytes;
}

/* 18: the wire format. whole() has 54 bytes. */
TEST ("/pprof-broken/wire")
{
  static const struct
  {
    const char *raw;
    gsize length;
    const char *message;
  } cases[] = {
    { "\x48\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12,
      "t: byte 54: a number of more than 10 bytes" },
    { "\x48\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 11,
      "t: byte 54: a number that does not fit in 64 bits" },
    { "\x0a\x7f", 2,
      "t: byte 54: the file ends in the middle of a field: 2 bytes of at least 129 "
      "are there" },
    { "\x32\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11,
      "t: byte 54: a field of 18446744073709551615 bytes in a file that ends before" },
    { "\x0a\x04\x08\x01\x12\x09", 6, "t: byte 58: a field that is longer than its message" },
    { "\x0b", 1, "t: byte 54: a field of an unknown type" },
    { "\x0c", 1, "t: byte 54: a field of an unknown type" },
    { "\x0e", 1, "t: byte 54: a field of an unknown type" },
    { "\x0f", 1, "t: byte 54: a field of an unknown type" },
    { "\x00\x01", 2, "t: byte 54: field number 0" },
    { "\x12\x02\x02\x01", 4, "t: byte 56: field number 0" },
    { "\x08\x01", 2, "t: byte 54: field 1 of a profile is not a text or message" },
    { "\x4a\x00", 2, "t: byte 54: field 9 of a profile is not a number" },
    { "\x12\x05\x0d\x01\x00\x00\x00", 7,
      "t: byte 56: field 1 of a sample is not a text or message" },
    { "\x22\x02\x0a\x00", 4, "t: byte 56: field 1 of a location is not a number" },
    { "\x2a\x02\x12\x00", 4, "t: byte 56: field 2 of a function is not a number" },
    { "\x1a\x02\x2a\x00", 4, "t: byte 56: field 5 of a mapping is not a number" },
    { "\x12\x03\x0a\x01\xff", 5, "t: byte 56: ends in the middle of a number" },
    { "\x12\x03\x12\x01\xff", 5, "t: byte 56: ends in the middle of a number" },
    { "\x6a\x01\xff", 3, "t: byte 54: ends in the middle of a number" },
    { "\x48\x05\x48\x06", 4, "t: byte 56: a second time: are these two profiles in one file?" },
  };
  /* Unknown fields of all types. */
  g_autoptr (CyanProfile) fine = pb_load_fine (with_raw ("\xf8\x01\x05\xf9\x01"
                                                         "12345678"
                                                         "\xfa\x01\x02"
                                                         "xy"
                                                         "\xfd\x01"
                                                         "1234",
                                                         24));

  g_assert_cmpuint (fine->n_nodes, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_fails ("18", with_raw (cases[i].raw, cases[i].length), CYAN_ERROR_INVALID,
                 cases[i].message);
}

/* 19: very many objects of one or two bytes each take little memory or are refused. */
TEST ("/pprof-broken/very-many")
{
  const guint n = 2000000;
  GByteArray *bytes = head ();
  g_autoptr (CyanProfile) fine = NULL;

  for (guint i = 0; i < n; i++)
    pb_bytes (bytes, 2, "", 0);
  PB_STRINGS (bytes, NAMES);
  check_fails ("19", bytes, CYAN_ERROR_INVALID,
               "t: byte 6: a sample with 0 values, but there are 1 sample types");

  bytes = whole ();
  for (guint i = 0; i < n; i++)
    pb_bytes (bytes, 6, "", 0);
  for (guint i = 0; i < n; i++)
    pb_field (bytes, 20, 1);
  fine = pb_load_fine (bytes);
  g_assert_cmpuint (fine->n_nodes, ==, 2);
  g_assert_cmpuint (cyan_strings_count (fine->strings), <, 10);

  bytes = whole ();
  for (guint i = 0; i < 16 * 1024 * 1024; i++)
    pb_bytes (bytes, 6, "", 0);
  check_fails ("19", bytes, CYAN_ERROR_LIMIT, "t: more than 16777216 strings");
}

/* 19: a few bytes that unfold to very many nodes. */
TEST ("/pprof-broken/unfolding")
{
  GByteArray *bytes = head (), *location = PB_NUMBERS (1);
  g_autofree guint64 *stack = g_new (guint64, 100000);
  guint64 value = 1;

  for (guint i = 0; i < 100000; i++)
    {
      pb_message (location, 4, PB_NUMBERS (1));
      stack[i] = 1;
    }
  pb_message (bytes, 4, location);
  pb_message (bytes, 2, pb_sample_n (100000, stack, 1, &value));
  pb_message (bytes, 5, PB_NUMBERS (1, 3));
  PB_STRINGS (bytes, NAMES);
  check_fails ("19", bytes, CYAN_ERROR_LIMIT,
               "t: its stacks unfold to more than 3658555 nodes, which are too many for a file of "
               "500055 bytes");
}

/* 20: references to strings. */
TEST ("/pprof-broken/strings")
{
  GByteArray *bytes = whole ();

  pb_field (bytes, 14, 4);
  check_fails ("20", bytes, CYAN_ERROR_INVALID,
               "t: byte 54: string 4 is not in the table of strings, which has 4");

  bytes = whole ();
  pb_message (bytes, 5, PB_NUMBERS (9, (guint64) -1));
  check_fails ("20", bytes, CYAN_ERROR_INVALID,
               "t: byte 58: string -1 cannot be in the table of strings");

  bytes = whole ();
  pb_packed (bytes, 13, 2, (guint64[]){ 1, G_GUINT64_CONSTANT (0x7fffffffffffffff) });
  check_fails ("20", bytes, CYAN_ERROR_INVALID,
               "t: byte 54: string 9223372036854775807 cannot be in the table of strings");

  bytes = head ();
  pb_text (bytes, 6, "cpu");
  check_fails ("20", bytes, CYAN_ERROR_INVALID, "t: byte 6: the first string is not empty");

  bytes = head ();
  check_fails ("20", bytes, CYAN_ERROR_INVALID, "t: there is no table of strings");
}

/* 21: ids. */
TEST ("/pprof-broken/ids")
{
  static const struct
  {
    guint field;
    const char *what;
  } tables[] = { { 3, "mapping" }, { 4, "location" }, { 5, "function" } };
  GByteArray *bytes, *location;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *zero = g_strdup_printf ("t: byte 54: a %s of id 0", tables[i].what);
      g_autofree char *twice = g_strdup_printf ("t: byte 58: a second %s 77", tables[i].what);

      bytes = whole ();
      pb_message (bytes, tables[i].field, PB_NUMBERS (0));
      check_fails ("21", bytes, CYAN_ERROR_INVALID, zero);
      bytes = whole ();
      pb_message (bytes, tables[i].field, PB_NUMBERS (77));
      pb_message (bytes, tables[i].field, PB_NUMBERS (77));
      check_fails ("21", bytes, CYAN_ERROR_INVALID, twice);
    }

  bytes = whole ();
  PB_SAMPLE (bytes, 1, 1, 99);
  check_fails ("21", bytes, CYAN_ERROR_INVALID,
               "t: a sample refers to location 99, which is not there");
  bytes = whole ();
  PB_SAMPLE (bytes, 1, 1, 0);
  check_fails ("21", bytes, CYAN_ERROR_INVALID, "t: byte 56: a sample of location 0");

  bytes = whole ();
  location = PB_NUMBERS (8);
  pb_message (location, 4, PB_NUMBERS (G_MAXUINT64));
  pb_message (bytes, 4, location);
  check_fails ("21", bytes, CYAN_ERROR_INVALID,
               "t: a line refers to function 18446744073709551615, which is not there");
  bytes = whole ();
  location = PB_NUMBERS (8);
  pb_message (location, 4, PB_NUMBERS (0, 12));
  pb_message (bytes, 4, location);
  check_fails ("21", bytes, CYAN_ERROR_INVALID, "t: byte 58: a line of function 0");
  bytes = whole ();
  pb_message (bytes, 4, PB_NUMBERS (8, 5));
  check_fails ("21", bytes, CYAN_ERROR_INVALID,
               "t: a location refers to mapping 5, which is not there");
}

/* 22: sample types and values. */
TEST ("/pprof-broken/sample-types")
{
  const guint64 two[] = { 1, 2 }, one[] = { 1 };
  GByteArray *bytes = head ();
  g_autoptr (CyanProfile) empty = NULL;

  pb_message (bytes, 2, pb_sample_n (1, one, 2, two));
  pb_function (bytes, 1, 3);
  PB_STRINGS (bytes, NAMES);
  check_fails ("22", bytes, CYAN_ERROR_INVALID,
               "t: byte 6: a sample with 2 values, but there are 1 sample types");

  bytes = whole ();
  pb_message (bytes, 2, pb_sample_n (1, one, 2, two));
  check_fails ("22", bytes, CYAN_ERROR_INVALID,
               "t: byte 54: a sample with 2 of the values of which the first has 1");

  bytes = g_byte_array_new ();
  PB_SAMPLE (bytes, 5, 1);
  pb_function (bytes, 1, 3);
  PB_STRINGS (bytes, NAMES);
  check_fails ("22", bytes, CYAN_ERROR_INVALID, "t: there is no sample type");

  bytes = g_byte_array_new ();
  for (guint i = 0; i < 65; i++)
    pb_message (bytes, 1, PB_NUMBERS (1, 2));
  check_fails ("22", bytes, CYAN_ERROR_LIMIT, "t: more than 64 sample types");

  bytes = head ();
  PB_STRINGS (bytes, NAMES);
  empty = pb_load_fine (bytes);
  g_assert_cmpuint (empty->n_nodes, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (empty->warnings, 0), ==, "the profile is empty");
}

/* 23: differences have negative values; 28: sums that overflow. */
TEST ("/pprof-broken/values")
{
  GByteArray *bytes = whole ();
  g_autoptr (CyanProfile) difference = NULL, large = NULL, calls = NULL;
  g_autofree char *warnings = NULL;

  PB_SAMPLE (bytes, -12, 1, 1);
  difference = pb_load_fine (bytes);
  assert_profile (difference, CYAN_PROFILE_TEXT_SELF, "main:5(main:-12)");
  g_assert_cmpuint (difference->warnings->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (difference->warnings, 0), ==,
                   "some values of cpu are negative: is this the difference of two profiles?");

  bytes = whole ();
  for (guint i = 0; i < 3; i++)
    PB_SAMPLE (bytes, G_GUINT64_CONSTANT (1) << 62, 1);
  large = pb_load_fine (bytes);
  g_assert_cmpfloat (large->metrics[0].total[0], ==, 9223372036854775808.0);
  warnings = warnings_of (large);
  g_assert_cmpstr (warnings, ==, "some sums of values are too large for 64 bits and were cut\n");

  /* Calls cannot be negative, so these are an ordinary metric. */
  bytes = g_byte_array_new ();
  pb_message (bytes, 1, PB_NUMBERS (1, 2));
  pb_message (bytes, 1, PB_NUMBERS (4, 5));
  pb_message (bytes, 2, pb_sample_n (1, (guint64[]){ 1 }, 2, (guint64[]){ 5, (guint64) -3 }));
  pb_function (bytes, 1, 3);
  pb_field (bytes, 14, 1);
  PB_STRINGS (bytes, NAMES, "calls", "count");
  calls = pb_load_fine (bytes);
  g_assert_false (cyan_profile_has_calls (calls));
  g_assert_cmpuint (calls->n_metrics, ==, 2);
  g_assert_cmpfloat (calls->metrics[1].total[0], ==, -3);
}

/* 24: strings that are not UTF-8. */
TEST ("/pprof-broken/texts")
{
  GByteArray *bytes = head ();
  g_autoptr (CyanProfile) profile = NULL;
  g_autofree char *warnings = NULL;
  g_autofree char *huge = g_strnfill (10000000, 'x');

  PB_SAMPLE (bytes, 5, 1, 2, 3);
  pb_function (bytes, 1, 3);
  pb_function (bytes, 2, 4);
  pb_function (bytes, 3, 5);
  PB_STRINGS (bytes, "cpu", "nanoseconds",
              "a\xff\xfe"
              "b");
  pb_bytes (bytes, 6, "nul\0nul", 7);
  pb_text (bytes, 6, huge);
  profile = pb_load_fine (bytes);
  g_assert_cmpuint (strlen (cyan_profile_name (profile, 1)), <=, CYAN_STRING_MAX);
  g_assert_cmpstr (cyan_profile_name (profile, 2), ==, "nul\xef\xbf\xbdnul");
  g_assert_cmpstr (cyan_profile_name (profile, 3), ==,
                   "a\xef\xbf\xbd\xef\xbf\xbd"
                   "b");
  warnings = warnings_of (profile);
  g_assert_cmpstr (warnings, ==,
                   "names were repaired 3 times, where they were not valid UTF-8 or longer than "
                   "65536 bytes\n");
}

/* 5: cut at any byte.  Strings come last and the last one is used, so no cut file is complete. */
TEST ("/pprof-broken/cut")
{
  GByteArray *seed = whole ();
  g_autoptr (GByteArray) packed = test_gzip (seed->data, seed->len);

  for (guint length = 0; length < seed->len; length++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text ((const char *) seed->data, length, &error);

      g_assert_null (profile);
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "t: "));
    }
  for (guint length = 0; length < packed->len; length++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text ((const char *) packed->data, length, &error);

      g_assert_null (profile);
      g_assert_nonnull (error);
    }
  g_byte_array_unref (seed);
}

/* Any byte may be replaced by any other: an error or a valid profile, which load_text() checks. */
TEST ("/pprof-broken/mutations")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (GByteArray) seed = whole ();
  guint step = 256 / test_size (256, 5);

  pb_field (seed, 7, 3);
  pb_field (seed, 9, 5);
  pb_message (seed, 11, PB_NUMBERS (1, 2));
  pb_field (seed, 12, 3);
  pb_message (seed, 3, PB_NUMBERS (1, 0, 0, 0, 2));
  for (guint at = 0; at < seed->len; at++)
    for (guint value = 0; value < 256; value += step)
      {
        guint8 old = seed->data[at];
        g_autoptr (GError) error = NULL;
        g_autoptr (CyanProfile) profile = NULL;

        seed->data[at] = (guint8) value;
        profile = load_text ((const char *) seed->data, seed->len, &error);
        g_assert_true ((profile == NULL) == (error != NULL));
        seed->data[at] = old;
      }
  for (guint i = 0; i < test_size (20000, 5); i++)
    {
      g_autofree guint8 *copy = g_memdup2 (seed->data, seed->len);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = NULL;

      for (guint k = 0; k < 4; k++)
        copy[g_rand_int_range (rand, 0, (gint32) seed->len)] = (guint8) g_rand_int (rand);
      profile = load_text ((const char *) copy, seed->len, &error);
      g_assert_true ((profile == NULL) == (error != NULL));
    }
}

TEST ("/pprof-broken/node-limit")
{
  const CyanLoadOptions options = { .max_nodes = 4 };
  g_autoptr (GByteArray) bytes = whole ();
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  PB_SAMPLE (bytes, 1, 1, 1, 1);
  profile = cyan_profile_load_memory ("t", bytes->data, bytes->len, &options, NULL, &error);
  g_assert_no_error (error);
  g_clear_pointer (&profile, cyan_profile_unref);
  PB_SAMPLE (bytes, 1, 1, 1, 1, 1);
  profile = cyan_profile_load_memory ("t", bytes->data, bytes->len, &options, NULL, &error);
  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "t: more than 4 nodes");
  g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_NODE_LIMIT);
}

/* Some megabytes of samples with two kinds of stacks, so that parsing and decompressing alternate.
 * Sample number @bad, if not 0, has two values; sets *@offset to its offset in the file. */
static GByteArray *
many_samples (guint n, guint bad, gsize *offset)
{
  GByteArray *bytes = head ();

  for (guint i = 1; i <= n; i++)
    {
      guint64 locations[] = { 1 + i % 2, 1, 2, 1, 2, 1 }, values[] = { 1, 1 };

      if (i == bad)
        *offset = bytes->len;
      pb_message (bytes, 2, pb_sample_n (6, locations, i == bad ? 2 : 1, values));
    }
  pb_function (bytes, 1, 3);
  pb_function (bytes, 2, 3);
  PB_STRINGS (bytes, NAMES);
  return bytes;
}

/* 22 and 6 together: the first error in the file is reported, even if another thread finds damage
 * of the container earlier. */
TEST ("/pprof-broken/blocks")
{
  const guint n = 160000;

  for (guint bad = 0; bad < n - n / 3; bad += n / 3)
    {
      gsize offset = 0;
      g_autoptr (GByteArray) bytes = many_samples (n, bad, &offset);
      g_autoptr (GByteArray) packed = test_gzip (bytes->data, bytes->len);
      g_autofree char *message = g_strdup_printf (
          "t: byte %" G_GSIZE_FORMAT ": a sample with 2 of the values of which the first has 1",
          offset);

      for (guint torn = 0; torn < 2; torn++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (CyanProfile) profile = NULL;

          packed->data[packed->len - 6] ^= torn; /* in the checksum */
          profile = load_text ((const char *) packed->data, packed->len, &error);
          if (bad == 0 && !torn)
            {
              g_assert_no_error (error);
              g_assert_cmpfloat (profile->metrics[0].total[CYAN_NODE_ROOT], ==, n);
              continue;
            }
          g_assert_null (profile);
          g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
          if (bad == 0)
            g_assert_nonnull (strstr (error->message, "broken gzip data"));
          else
            g_assert_cmpstr (error->message, ==, message);
        }
    }
}
