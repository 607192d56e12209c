/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bad inputs 18 to 24: pprof, byte for byte. */
#include "bad-cases.h"
#include "tests.h"

#include <string.h>

/* One sample type, "cpu" in "nanoseconds"; one sample of 5 at location 1; location 1 with a line of
 * function 1; function 1, "main"; the table of strings.  54 bytes. */
#define TYPE     "\x0a\x04\x08\x01\x10\x02"
#define SAMPLE   "\x12\x06\x0a\x01\x01\x12\x01\x05"
#define LOCATION "\x22\x06\x08\x01\x22\x02\x08\x01"
#define FUNCTION "\x2a\x04\x08\x01\x10\x03"
#define UNITS                                                                                      \
  "\x32\x00\x32\x03"                                                                               \
  "cpu\x32\x0bnanoseconds"
#define NAMES UNITS "\x32\x04main"
#define WHOLE TYPE SAMPLE LOCATION FUNCTION NAMES
/* The value of a sample: 2 to the 62nd. */
#define LARGE "\x12\x0e\x0a\x01\x01\x12\x09\x80\x80\x80\x80\x80\x80\x80\x80\x40"

static void
write_pprof (const char *name, const char *part, gsize length, guint n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) WHOLE, sizeof WHOLE - 1);
  for (guint i = 0; i < n; i++)
    g_byte_array_append (bytes, (const guint8 *) part, (guint) length);
  write_file (name, bytes->data, bytes->len);
}

static void
make_empty_samples (void)
{
  write_pprof ("samples.pb", "\x12\x00", 2, 10000000);
}

static void
make_strings (void)
{
  write_pprof ("strings.pb", "\x32\x00", 2, 1 << 24);
}

static void
make_unknown_fields (void)
{
  write_pprof ("unknown.pb", "\xa0\x01\x01", 3, 10000000);
}

static void
make_valued_samples (void)
{
  write_pprof ("valued.pb", "\x12\x03\x12\x01\x01", 5, 2000000);
}

static const BadRefused refused[] = {
  { "18-long-number", "long.pb", BYTES (WHOLE "\x48\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
    "byte 54: a number of more than 10 bytes" },
  { "18-large-number", "large.pb", BYTES (WHOLE "\x48\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
    "byte 54: a number that does not fit in 64 bits" },
  { "18-beyond-the-end", "beyond.pb", BYTES (WHOLE "\x0a\x7f"),
    "byte 54: the file ends in the middle of a field: 2 bytes of at least 129 are there" },
  { "18-beyond-64-bits", "huge.pb", BYTES (WHOLE "\x32\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
    "byte 54: a field of 18446744073709551615 bytes in a file that ends before" },
  { "18-beyond-the-message", "message.pb", BYTES (WHOLE "\x0a\x04\x08\x01\x12\x09"),
    "byte 58: a field that is longer than its message" },
  { "18-type-3", "type3.pb", BYTES (WHOLE "\x0b"), "byte 54: a field of an unknown type" },
  { "18-type-4", "type4.pb", BYTES (WHOLE "\x0c"), "byte 54: a field of an unknown type" },
  { "18-type-6", "type6.pb", BYTES (WHOLE "\x0e"), "byte 54: a field of an unknown type" },
  { "18-type-7", "type7.pb", BYTES (WHOLE "\x0f"), "byte 54: a field of an unknown type" },
  { "18-field-0", "field0.pb", BYTES (WHOLE "\x00\x01"), "byte 54: field number 0" },
  { "18-field-0-within", "within.pb", BYTES (WHOLE "\x12\x02\x02\x01"), "byte 56: field number 0" },
  { "18-other-type", "other.pb", BYTES (WHOLE "\x08\x01"),
    "byte 54: field 1 of a profile is not a text or message" },
  { "19-empty-samples", "samples.pb", MADE (make_empty_samples),
    "byte 54: a sample with 0 of the values of which the first has 1" },
  { "19-strings", "strings.pb", MADE (make_strings), "more than 16777216 strings" },
  { "20-beyond-the-table", "table.pb", BYTES (WHOLE "\x70\x04"),
    "byte 54: string 4 is not in the table of strings, which has 4" },
  { "20-negative", "negative.pb",
    BYTES (WHOLE "\x2a\x0d\x08\x09\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
    "byte 58: string -1 cannot be in the table of strings" },
  { "20-first-not-empty", "first.pb",
    BYTES (TYPE SAMPLE LOCATION FUNCTION "\x32\x03"
                                         "cpu"),
    "byte 28: the first string is not empty" },
  { "20-no-table", "notable.pb", BYTES (TYPE SAMPLE LOCATION FUNCTION),
    "there is no table of strings" },
  { "21-mapping-0", "mapping0.pb", BYTES (WHOLE "\x1a\x00"), "byte 54: a mapping of id 0" },
  { "21-location-0", "location0.pb", BYTES (WHOLE "\x22\x00"), "byte 54: a location of id 0" },
  { "21-function-0", "function0.pb", BYTES (WHOLE "\x2a\x00"), "byte 54: a function of id 0" },
  { "21-mapping-twice", "mapping.pb", BYTES (WHOLE "\x1a\x02\x08\x07\x1a\x02\x08\x07"),
    "byte 58: a second mapping 7" },
  { "21-location-twice", "location.pb", BYTES (WHOLE LOCATION), "byte 54: a second location 1" },
  { "21-function-twice", "function.pb", BYTES (WHOLE FUNCTION), "byte 54: a second function 1" },
  { "21-sample-of-0", "sample0.pb", BYTES (WHOLE "\x12\x06\x0a\x01\x00\x12\x01\x05"),
    "byte 56: a sample of location 0" },
  { "21-sample-of-nothing", "sample.pb", BYTES (WHOLE "\x12\x06\x0a\x01\x63\x12\x01\x05"),
    "a sample refers to location 99, which is not there" },
  { "21-line-of-0", "line0.pb", BYTES (WHOLE "\x22\x06\x08\x08\x22\x02\x10\x0c"),
    "byte 58: a line of function 0" },
  { "21-line-of-nothing", "line.pb", BYTES (WHOLE "\x22\x06\x08\x08\x22\x02\x08\x63"),
    "a line refers to function 99, which is not there" },
  { "21-no-such-mapping", "nomapping.pb", BYTES (WHOLE "\x22\x04\x08\x08\x10\x05"),
    "a location refers to mapping 5, which is not there" },
  { "22-more-values", "more.pb", BYTES (WHOLE "\x12\x07\x0a\x01\x01\x12\x02\x05\x06"),
    "byte 54: a sample with 2 of the values of which the first has 1" },
  { "22-first-has-more", "types.pb",
    BYTES (TYPE "\x12\x07\x0a\x01\x01\x12\x02\x05\x06" LOCATION FUNCTION NAMES),
    "byte 6: a sample with 2 values, but there are 1 sample types" },
  { "22-no-sample-type", "notype.pb", BYTES (SAMPLE LOCATION FUNCTION NAMES),
    "there is no sample type" },
};

static const BadAccepted accepted[] = {
  { "18-unknown-fields", "fields.pb",
    BYTES (WHOLE "\xf8\x01\x05\xf9\x01"
                 "12345678\xfa\x01\x02xy\xfd\x01"
                 "1234"),
    1, 5, NULL },
  { "19-unknown-fields", "unknown.pb", MADE (make_unknown_fields), 1, 5, NULL },
  { "19-samples-of-nothing", "valued.pb", MADE (make_valued_samples), 2, 2000005, NULL },
  { "22-no-samples", "none.pb", BYTES (TYPE NAMES), 0, 0, "the profile is empty" },
  { "23-difference", "difference.pb",
    BYTES (WHOLE "\x12\x0f\x0a\x01\x01\x12\x0a\xf4\xff\xff\xff\xff\xff\xff\xff\xff\x01"), 1, -7,
    "some values of cpu are negative: is this the difference of two profiles?" },
  { "24-not-utf-8", "utf8.pb",
    BYTES (TYPE SAMPLE LOCATION FUNCTION UNITS "\x32\x03"
                                               "a\xff"
                                               "b"),
    1, 5,
    "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes" },
  { "24-nul", "nul.pb",
    BYTES (TYPE SAMPLE LOCATION FUNCTION UNITS "\x32\x03"
                                               "a\0b"),
    1, 5,
    "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes" },
  { "28-sum-of-64-bits", "sum.pb", BYTES (TYPE LARGE LARGE LARGE LOCATION FUNCTION NAMES), 1,
    9223372036854775808., "some sums of values are too large for 64 bits and were cut" },
};

static void
append_number (GByteArray *bytes, guint64 value)
{
  for (;; value >>= 7)
    {
      guint8 byte = (guint8) ((value & 0x7f) | (value >= 0x80 ? 0x80 : 0));

      g_byte_array_append (bytes, &byte, 1);
      if (value < 0x80)
        return;
    }
}

/* 19: many small allocations, within a budget and beyond it. */
TEST ("/bad-input/19-budget")
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (Run) fine = NULL, refused_run = NULL;

  g_byte_array_append (bytes, (const guint8 *) WHOLE, sizeof WHOLE - 1);
  for (guint i = 0; i < 3000000; i++)
    {
      g_autoptr (GByteArray) id = g_byte_array_new ();

      append_number (id, i + 2);
      g_byte_array_append (bytes, (const guint8 *) "\x22", 1);
      append_number (bytes, id->len + 1);
      g_byte_array_append (bytes, (const guint8 *) "\x08", 1);
      g_byte_array_append (bytes, id->data, id->len);
    }
  write_file ("locations.pb", bytes->data, bytes->len);
  fine = cyan ("info", "locations.pb", NULL);
  assert_fine (fine);
  refused_run = cyan ("info", "locations.pb", "--memory-limit=30M", NULL);
  assert_fails (refused_run, "locations.pb: *needs more than 30 MiB of memory; --memory-limit "
                             "sets another limit");
}

TESTS ()
{
  cli_test_init ();
  bad_add_refused (refused, G_N_ELEMENTS (refused));
  bad_add_accepted (accepted, G_N_ELEMENTS (accepted));
}
