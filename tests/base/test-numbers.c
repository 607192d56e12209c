/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses untrusted numbers and formats numbers. */
#include "cyan-number.h"
#include "tests.h"

#include <math.h>
#include <string.h>

TEST ("/numbers/whole")
{
  static const struct
  {
    const char *text;
    guint64 value;
  } good[] = {
    { "0", 0 }, { "007", 7 }, { "1234567890", 1234567890 }, { "18446744073709551615", G_MAXUINT64 }
  };
  static const char *const bad[] = { "",
                                     " 1",
                                     "1 ",
                                     "-1",
                                     "+1",
                                     "1.0",
                                     "1e3",
                                     "0x10",
                                     "abc",
                                     "18446744073709551616",
                                     "99999999999999999999999" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      guint64 value = 1;

      g_assert_true (cyan_parse_uint64 (good[i].text, strlen (good[i].text), &value));
      g_assert_cmpuint (value, ==, good[i].value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      guint64 value;

      g_assert_false (cyan_parse_uint64 (bad[i], strlen (bad[i]), &value));
    }
}

TEST ("/numbers/decimal")
{
  static const struct
  {
    const char *text;
    double value;
  } good[] = { { "0", 0 },
               { "-0", 0 },
               { "12", 12 },
               { "+12", 12 },
               { "-1.5", -1.5 },
               { ".5", .5 },
               { "5.", 5 },
               { "1e3", 1000 },
               { "1E+3", 1000 },
               { "25e-1", 2.5 },
               { "9007199254740993", 9007199254740992 },
               { "18446744073709551615", 18446744073709551616.0 },
               { "1.7976931348623157e308", DBL_MAX },
               { "1e-400", 0 } };
  static const char *const bad[] = { "",       "-",   ".",     "e3",  "1e",       "1e+",  "1e400",
                                     "-1e400", "inf", "nan",   "NaN", "INFINITY", "0x10", "1,5",
                                     " 1",     "1 ",  "1.2.3", "--1", "1_000" };
  g_autofree char *digits = g_strnfill (1000, '9');

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      double value = 1;

      g_assert_true (cyan_parse_double (good[i].text, strlen (good[i].text), &value));
      g_assert_cmpfloat (value, ==, good[i].value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      double value;

      g_assert_false (cyan_parse_double (bad[i], strlen (bad[i]), &value));
    }
  g_assert_false (cyan_parse_double (digits, 1000, &(double){ 0 }));
}

TEST ("/numbers/saturation")
{
  g_assert_cmpuint (cyan_add_saturating (1, 2), ==, 3);
  g_assert_cmpuint (cyan_add_saturating (G_MAXUINT64 - 1, 1), ==, G_MAXUINT64);
  g_assert_cmpuint (cyan_add_saturating (G_MAXUINT64 - 1, 2), ==, G_MAXUINT64);
  g_assert_cmpuint (cyan_add_saturating (G_MAXUINT64, G_MAXUINT64), ==, G_MAXUINT64);
}

TEST ("/numbers/text")
{
  static const struct
  {
    double value;
    const char *text;
  } cases[] = { { 0, "0" },
                { -0.0, "0" },
                { 1, "1" },
                { 100, "100" },
                { 1500, "1500" },
                { -2.5, "-2.5" },
                { 0.1, "0.1" },
                { 1.0 / 3, "0.3333333333333333" },
                { 942e6, "942000000" },
                { 1e300, "1e+300" },
                { 5e-324, "5e-324" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = cyan_double_to_text (cases[i].value);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
assert_text (double value)
{
  char text[CYAN_NUMBER_SIZE + 1], expected[CYAN_NUMBER_SIZE + 1];
  gboolean whole = value == floor (value) && fabs (value) < 1e15;
  double again;
  gsize length = cyan_double_write (value, text);

  g_assert_true (cyan_parse_double (text, length, &again));
  g_assert_cmpfloat (again, ==, value);
  text[length] = '\0';
  if (whole)
    g_snprintf (expected, sizeof expected, "%" G_GINT64_FORMAT, (gint64) value);
  for (int digits = 1; !whole && digits <= 17; digits++)
    {
      g_snprintf (expected, sizeof expected, "%.*g", digits, value);
      if (g_ascii_strtod (expected, NULL) == value)
        break;
    }
  g_assert_cmpstr (text, ==, expected);

  text[cyan_double_write_17 (value, text)] = '\0';
  g_snprintf (expected, sizeof expected, "%.17g", value);
  g_assert_cmpstr (text, ==, expected);
}

static double
random_double (guint64 exponents)
{
  guint64 bits = (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
  double value;

  bits = (bits & ~(G_GUINT64_CONSTANT (0x7ff) << 52)) | exponents << 52;
  memcpy (&value, &bits, sizeof value);
  return value;
}

/* The text is the shortest of printf()'s that reads back as the same number. */
TEST ("/numbers/text/law")
{
  static const int n_each = 20000;

  for (int i = 0; i < n_each; i++)
    {
      int power = g_test_rand_int_range (-1074, 1024);

      /* Numbers of any size, and of sizes that occur in profiles. */
      assert_text (random_double ((guint64) g_test_rand_int_range (0, 0x7ff)));
      assert_text (random_double ((guint64) g_test_rand_int_range (0x3ff - 115, 0x3ff + 55)));
      /* Numbers with different gaps below and above. */
      assert_text (ldexp (1, power));
      assert_text (nextafter (ldexp (1, power), 0));
      assert_text (ldexp (1, g_test_rand_int_range (-115, 55)));
      /* Shares, decimals, and halves in the last digit. */
      assert_text (g_test_rand_int () / (1.0 + (guint32) g_test_rand_int ()));
      assert_text (g_test_rand_int () / pow (10, g_test_rand_int_range (0, 20)));
      assert_text (ldexp (g_test_rand_int (), -g_test_rand_int_range (0, 60)));
      assert_text (
          nextafter (pow (10, g_test_rand_int_range (-35, 18)), i % 2 == 0 ? 0 : INFINITY));
    }
}
