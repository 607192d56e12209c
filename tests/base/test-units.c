/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values formatted for people. */
#include "cyan-units.h"
#include "tests.h"

#include <math.h>

#define MINUS "\xe2\x88\x92"
#define TIMES "\xc3\x97"
#define NBSP  "\xc2\xa0"

TEST ("/units/values")
{
  static const struct
  {
    double value;
    const char *unit;
    const char *text;
  } cases[] = {
    { 942, "ms", "942 ms" },
    { 1905, "ms", "1.91 s" },
    { 12, "ns", "12 ns" },
    { 0, "ns", "0 ns" },
    { 1500, "ns", "1.50 \xc2\xb5s" },
    { 12.34, "us", "12.3 \xc2\xb5s" },
    { 999.7, "ns", "1.00 \xc2\xb5s" },
    { 999.7, "ms", "1.00 s" },
    { 0.5, "ms", "500 \xc2\xb5s" },
    { 7200, "s", "7200 s" },
    { 12, "samples", "12 samples" },
    { 1.9e9, "", "1.90 G" },
    { 4100000, "count", "4.10 M" },
    { 4100000, "samples", "4.10 M samples" },
    { 999, "count", "999" },
    { 999.6, "count", "1.00 k" },
    { 1000, "count", "1 k" },
    { 1234567890123, "count", "1.23 T" },
    { 512, "bytes", "512 B" },
    { 1024, "bytes", "1 KiB" },
    { 1536, "bytes", "1.50 KiB" },
    { 5e9, "bytes", "4.66 GiB" },
    { -942, "ms", MINUS "942 ms" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = cyan_value_to_text (cases[i].value, cases[i].unit);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

TEST ("/units/differences")
{
  static const struct
  {
    double value;
    const char *unit;
    const char *text;
  } cases[] = {
    { 963, "ms", "+963 ms" }, { -4100000, "count", MINUS "4.10 M" },
    { 0, "ms", "0 ms" },      { 0, "count", "0" },
    { -0.0, "count", "0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = cyan_difference_to_text (cases[i].value, cases[i].unit);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

TEST ("/units/shares")
{
  static const struct
  {
    double share;
    const char *text;
    const char *difference; /* without its unit */
  } cases[] = {
    { 0.079, "7.9 %", "+7.9" },
    { 0.093, "9.3 %", "+9.3" },
    { 1, "100 %", "+100" },
    { 0.9996, "100 %", "+100" },
    { 0.0004, "0.04 %", "+0.04" },
    { -0.004, MINUS "0.4 %", MINUS "0.4" },
    { 0, "0 %", "0" },
    { 0.00001, "0 %", "0" },
    { -0.00001, "0 %", "0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = cyan_share_to_text (cases[i].share);
      g_autofree char *difference = cyan_share_difference_to_text (cases[i].share);
      g_autofree char *points = g_strconcat (cases[i].difference, " pp", NULL);
      g_autofree char *change = cyan_relative_change_to_text (cases[i].share);
      g_autofree char *percent = g_strconcat (cases[i].difference, " %", NULL);

      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpstr (difference, ==, points);
      g_assert_cmpstr (change, ==, percent);
    }
}

TEST ("/units/round-shares")
{
  static const struct
  {
    double share;
    const char *text;
  } cases[] = { { 1, "100 %" },      { 0.05, "5 %" },       { 0.002, "0.2 %" }, { 1e-4, "0.01 %" },
                { 5e-5, "0.005 %" }, { 2e-7, "0.00002 %" }, { 0, "0 %" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = cyan_round_share_to_text (cases[i].share);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

TEST ("/units/changes")
{
  static const struct
  {
    double before, after;
    const char *text;
  } cases[] = {
    { 942, 1905, "+102 %" },
    { 100, 50, MINUS "50.0 %" },
    { 100, 0, MINUS "100 %" },
    { 100, 1000, TIMES "10" },
    { 100, 1230, TIMES "12.3" },
    { 0, 5, "new" },
    { 0, 0, "0 %" },
    { 7, 7, "0 %" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = cyan_change_to_text (cases[i].before, cases[i].after);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Neighbours on an axis differ, and all have the unit of the largest. */
TEST ("/units/ticks")
{
  static const struct
  {
    double value, step, largest;
    const char *unit, *text;
  } cases[] = {
    { 1.205, 0.005, 1.3, "s", "1.205 s" },
    { 0, 0.5, 2, "s", "0.0 s" },
    { 0.01, 0.01, 0.05, "s", "10 ms" },
    { -0.5, 0.5, 2, "samples", MINUS "0.5 samples" },
    { 2e6, 1e6, 5e6, "count", "2 M" },
    { 1536, 512, 4096, "bytes", "1.5 KiB" },
    { 1000.002, 0.001, 1000.004, "", "1.000002 k" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
          cyan_tick_to_text (cases[i].value, cases[i].step, cases[i].largest, cases[i].unit);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
  g_assert_cmpfloat (cyan_unit_shown_size (0.25, "s"), ==, 0.001);
  g_assert_cmpfloat (cyan_unit_shown_size (-5e3, "bytes"), ==, 1024);
}

TEST ("/units/time")
{
  g_assert_true (cyan_unit_is_time ("ns"));
  g_assert_true (cyan_unit_is_time ("s"));
  g_assert_false (cyan_unit_is_time ("samples"));
  g_assert_false (cyan_unit_is_time (""));
}

/* Numbers are those of the locale. */
TEST ("/units/locale")
{
  g_autofree char *value = NULL, *large = NULL, *difference = NULL, *share = NULL, *round = NULL;
  g_autofree char *change = NULL;

  test_locale_begin ();
  value = cyan_value_to_text (1905, "ms");
  large = cyan_value_to_text (86400, "s");
  difference = cyan_difference_to_text (-4100000, "count");
  share = cyan_share_difference_to_text (0.079);
  round = cyan_round_share_to_text (0.002);
  change = cyan_change_to_text (100, 1230);
  test_locale_end ();
  g_assert_cmpstr (value, ==, "1,91" NBSP "s");
  g_assert_cmpstr (large, ==, "86.400" NBSP "s");
  g_assert_cmpstr (difference, ==, MINUS "4,10" NBSP "M");
  g_assert_cmpstr (share, ==, "+7,9" NBSP "pp");
  g_assert_cmpstr (round, ==, "0,2" NBSP "%");
  g_assert_cmpstr (change, ==, TIMES "12,3");
}

TEST ("/units/probabilities")
{
  static const struct
  {
    double probability;
    const char *text, *words;
  } cases[] = {
    { 1, "1", "q = 1" },
    { 0.25, "0.25", "q = 0.25" },
    { 0.0314, "0.031", "q = 0.031" },
    { 0.0001, "0.0001", "q = 0.0001" },
    { 0.000099, "< 0.0001", "q < 0.0001" },
    { 1e-300, "< 0.0001", "q < 0.0001" },
    { 0, "< 0.0001", "q < 0.0001" },
  };
  g_autofree char *unknown = cyan_probability_to_text (NAN);

  g_assert_cmpstr (unknown, ==, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = cyan_probability_to_text (cases[i].probability);
      g_autofree char *words = cyan_probability_to_words ("q", cases[i].probability);

      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

TEST ("/units/period")
{
  static const struct
  {
    double seconds;
    const char *text;
  } cases[] = {
    { 0, "2 seconds" },   { 1, "2 seconds" },        { 40.7, "40 seconds" }, { 119, "119 seconds" },
    { 120, "2 minutes" }, { 7199, "119 minutes" },   { 7200, "2 hours" },    { 172799, "47 hours" },
    { 172800, "2 days" }, { 3.5 * 86400, "3 days" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = cyan_period_to_text (cases[i].seconds);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}
