/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Idle frames do not count. */
#include "cyan-profile-builder.h"
#include "profile-text.h"
#include "tests.h"

#include <string.h>

static CyanProfile *
parse (const char *text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanProfile *self = MUST (cyan_profile_from_text (strings, text, &failure));

  return self;
}

static void
assert_left (const char *text, const char *expected, const char *warning)
{
  g_autoptr (CyanProfile) whole = parse (text);
  g_autoptr (CyanProfile) self = cyan_profile_without_idle (whole);
  g_autofree char *left = NULL, *still = cyan_profile_to_text (whole, CYAN_PROFILE_TEXT_SELF);

  g_assert_cmpint (self != whole, ==, warning != NULL);
  g_assert_cmpstr (still, ==, text);
  g_assert_cmpuint (whole->warnings->len, ==, 0);
  g_assert_cmpfloat (cyan_profile_idle (whole), ==,
                     whole->metrics[0].total[CYAN_NODE_ROOT]
                         - self->metrics[0].total[CYAN_NODE_ROOT]);
  g_assert_cmpfloat (cyan_profile_idle (self), ==, 0);
  left = cyan_profile_to_text (self, CYAN_PROFILE_TEXT_SELF);
  g_assert_cmpstr (left, ==, expected);
  MUST (cyan_profile_check (self, &failure));
  if (warning == NULL)
    g_assert_cmpuint (self->warnings->len, ==, 0);
  else
    {
      g_assert_cmpuint (self->warnings->len, ==, 1);
      g_assert_cmpstr (g_ptr_array_index (self->warnings, 0), ==, warning);
    }
}

TEST ("/idle/frames")
{
  assert_left ("main:10(work:5 '(idle)':85)", "main:10(work:5 '(idle)':0)",
               "85 ns in idle frames do not count");
  /* The idle thread of a CPU, with everything below it. */
  assert_left ("prog:7 swapper:1(do_idle:2(halt:90)) swapper/3:4(halt:3) last:1",
               "prog:7 swapper:0(do_idle:0(halt:0)) swapper/3:0(halt:0) last:1",
               "100 ns in idle frames do not count");
  assert_left ("a:1([idle]:1000000(a:500000) b:2)", "a:1([idle]:0(a:0) b:2)",
               "1.50 ms in idle frames do not count");
  assert_left ("[idle]:5", "[idle]:0", "5 ns in idle frames do not count");
}

/* Names that only look similar. */
TEST ("/idle/others")
{
  assert_left ("idle:3(swapper/:1 swapper/x:1 swappers:2 '[idle] ':1)",
               "idle:3(swapper/:1 swapper/x:1 swappers:2 '[idle] ':1)", NULL);
  assert_left ("main:1", "main:1", NULL);
}

TEST ("/idle/totals")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) whole = NULL, self = NULL;
  static const char *const names[] = { "main", "[idle]", "below" };
  CyanNode node = CYAN_NODE_ROOT;

  cyan_profile_builder_metric (builder, "time", "ms");
  cyan_profile_builder_metric (builder, "bytes", "bytes");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      CyanStr name = cyan_strings_add (strings, names[i], -1);
      guint32 function =
          cyan_profile_builder_function (builder, name, CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);

      node = MUST (cyan_profile_builder_child (builder, node, function, 0, &failure));
      cyan_profile_builder_add (builder, 0, node, 10);
      cyan_profile_builder_add (builder, 1, node, 7);
    }
  whole = cyan_profile_builder_finish (builder);
  self = cyan_profile_without_idle (whole);

  g_assert_true (self != whole);
  g_assert_cmpfloat (self->metrics[0].total[CYAN_NODE_ROOT], ==, 10);
  g_assert_cmpfloat (self->metrics[1].total[CYAN_NODE_ROOT], ==, 7);
  for (CyanNode i = 2; i < 4; i++)
    for (guint m = 0; m < 2; m++)
      {
        g_assert_cmpfloat (self->metrics[m].self[i], ==, 0);
        g_assert_cmpfloat (self->metrics[m].total[i], ==, 0);
      }
  MUST (cyan_profile_check (self, &failure));
  g_assert_cmpstr (g_ptr_array_index (self->warnings, 0), ==, "20 ms in idle frames do not count");
}
