/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sample knows of the functions of a program: which one is meant, and what its calls
 * cost. */
#include "cyan-prediction-private.h"

#include <math.h>
#include <string.h>

#include "cyan-format.h"
#include "tests.h"

/* Two classes, functions of one name in several files, recursion, and a library without sources. */
static const char *const functions[] = {
  "main\t\t/build/main.cpp",
  "A::f\t\t/build/lib/a.cpp",
  "B::f\t\t/build/lib/a.cpp",
  "A::f\t\t/build/a.cpp",
  "f\t\t/build/tests/a.cpp",
  "x::Long::f\t\t/build/x.cpp",
  "write\t\t",
  "A::g\t\t/build/a.cpp",
  "C.run\t\t/build/c.py",
  "D.run\t\t/build/c.py",
};
/* Caller and callee by number from 1, the nodes above them included; calls, nanoseconds, line. */
static const char *const nodes[] = {
  "0\t1\t1\t50",   "1\t2\t10\t100\t5", "1\t3\t20\t400\t6", "1\t4\t5\t25\t7", "1\t5\t4\t8\t8",
  "1\t6\t2\t6\t9", "3\t7\t40\t80\t3",  "2\t8\t30\t90\t2",  "8\t2\t60\t0\t4", "9\t7\t7\t700\t5",
};

/* @backwards: the functions are listed from the last one on. */
static CyanSample *
make_sample (gboolean backwards)
{
  const guint n = G_N_ELEMENTS (functions);
  g_autoptr (GString) text = g_string_new ("cct 1\nmetric\ttime\tns\n");
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "function\t%s\n", functions[backwards ? n - 1 - i : i]);
  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      g_auto (GStrv) fields = g_strsplit (nodes[i], "\t", 3);
      guint number = (guint) strtoul (fields[1], NULL, 10);

      g_string_append_printf (text, "%s\t%u\t%s\n", fields[0], backwards ? n + 1 - number : number,
                              fields[2]);
    }
  g_string_append_printf (text, "end\t%zu\n", G_N_ELEMENTS (nodes));
  profile = MUST (cyan_profile_load_memory ("t", text->str, text->len, NULL, NULL, &failure));
  return cyan_sample_new (profile, "time");
}

/* "A::f /build/a.cpp". */
static char *
describe (const CyanSample *sample, guint number)
{
  const CyanSampleFunction *function;
  g_autofree char *name = NULL;

  if (number == CYAN_SAMPLE_NONE)
    return g_strdup ("none");
  function = &g_array_index (sample->functions, CyanSampleFunction, number);
  name = g_strjoinv (g_str_has_suffix (function->file, ".py") ? "." : "::", function->parts.parts);
  return g_strdup_printf ("%s %s", name, function->file);
}

static void
assert_found (const CyanSample *sample, const char *name, const char *path, const char *expected)
{
  ASSERT_TEXT (describe (sample, cyan_sample_find (sample, name, path)), expected);
}

/* Each function is found by its own name and file, in the folder of the build or in a repository,
 * in whatever order the recorder lists them. */
TEST ("/prediction-sample/itself")
{
  for (guint backwards = 0; backwards < 2; backwards++)
    {
      g_autoptr (CyanSample) sample = make_sample (backwards);

      for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
        {
          g_auto (GStrv) fields = g_strsplit (functions[i], "\t", 3);
          g_autofree char *itself = g_strdup_printf ("%s %s", fields[0], fields[2]);

          if (*fields[2] == '\0')
            continue;
          assert_found (sample, fields[0], fields[2], itself);
          assert_found (sample, fields[0], fields[2] + strlen ("/build/"), itself);
        }
    }
}

TEST ("/prediction-sample/find")
{
  for (guint backwards = 0; backwards < 2; backwards++)
    {
      g_autoptr (CyanSample) sample = make_sample (backwards);

      /* In another checkout of the repository. */
      assert_found (sample, "A::f", "lib/a.cpp", "A::f /build/lib/a.cpp");
      assert_found (sample, "B::f", "lib/a.cpp", "B::f /build/lib/a.cpp");
      assert_found (sample, "C::f", "lib/a.cpp", "none");
      assert_found (sample, "E.run", "c.py", "none");
      assert_found (sample, "A::f", "other/a.cpp", "none");
      assert_found (sample, "A::f", "b.cpp", "none");
      assert_found (sample, "unknown", "lib/a.cpp", "none");
      assert_found (sample, "write", "src/write.c", "write ");

      /* The name that it had, through two renames; another function keeps its own. */
      cyan_sample_rename (sample, "f", "h");
      cyan_sample_rename (sample, "h", "k");
      cyan_sample_rename (sample, "f", "write");
      assert_found (sample, "A::h", "lib/a.cpp", "A::f /build/lib/a.cpp");
      assert_found (sample, "B::k", "lib/a.cpp", "B::f /build/lib/a.cpp");
      assert_found (sample, "write", "src/write.c", "write ");
    }
}

/* Nothing is lost or counted twice: not where a function calls itself through another one. */
TEST ("/prediction-sample/costs")
{
  g_autoptr (CyanSample) sample = make_sample (FALSE);
  double own = 0, lowest = INFINITY, highest = 0;

  for (guint i = 0; i < sample->functions->len; i++)
    {
      const CyanSampleFunction *function =
          &g_array_index (sample->functions, CyanSampleFunction, i);
      g_autofree char *name = describe (sample, i);

      own += function->own;
      g_assert_cmpfloat (function->own, <=, function->total);
      g_assert_cmpfloat (function->total, <=, sample->total);
      if (g_str_equal (name, "main /build/main.cpp"))
        g_assert_cmpfloat (function->total, ==, sample->total);
      if (g_str_equal (name, "A::f /build/lib/a.cpp"))
        {
          g_assert_cmpfloat (function->calls, ==, 10 + 60);
          g_assert_cmpfloat (function->total, ==, 100 + 90 + 0 + 700);
        }
      if (function->calls > 0)
        {
          g_assert_cmpfloat_with_epsilon (function->cost * function->calls, function->total, 1e-9);
          lowest = MIN (lowest, function->cost);
          highest = MAX (highest, function->cost);
        }
    }
  g_assert_cmpfloat (own, ==, sample->total);
  g_assert_cmpfloat (lowest, ==, sample->lowest);
  g_assert_cmpfloat (highest, ==, sample->highest);
}

static void
assert_callee (const CyanSample *sample, guint caller, const char *name, const char *expected)
{
  ASSERT_TEXT (describe (sample, cyan_sample_callee (sample, caller, name)), expected);
}

/* A name in a body means the function that is called there, else the most expensive one. */
TEST ("/prediction-sample/callees")
{
  for (guint backwards = 0; backwards < 2; backwards++)
    {
      g_autoptr (CyanSample) sample = make_sample (backwards);
      guint start = cyan_sample_find (sample, "main", "main.cpp");
      guint f = cyan_sample_find (sample, "A::f", "lib/a.cpp");
      guint g = cyan_sample_find (sample, "A::g", "a.cpp");

      assert_callee (sample, CYAN_SAMPLE_NONE, "f", "B::f /build/lib/a.cpp");
      assert_callee (sample, start, "f", "B::f /build/lib/a.cpp");
      assert_callee (sample, g, "f", "A::f /build/lib/a.cpp");
      assert_callee (sample, f, "main", "main /build/main.cpp");
      assert_callee (sample, f, "unknown", "none");
      g_assert_cmpfloat (cyan_sample_edge_to (sample, start, "f"), ==, 20);
      g_assert_cmpfloat (cyan_sample_edge_to (sample, f, "g"), ==, 30);
      g_assert_cmpfloat (cyan_sample_edge_to (sample, g, "f"), ==, 60);
      g_assert_cmpfloat (cyan_sample_edge_to (sample, g, "main"), ==, 0);
    }
}

TEST ("/prediction-sample/executions")
{
  static const char text[] = "int B::f (int n)\n{\n  if (n)\n    { unknown (n); write (n); }\n"
                             "  while (n)\n    n--;\n  for (int i = 0; i < 8; i++)\n    n += i;\n"
                             "  run ([=] (int a) { return a; });\n  return n;\n}\n";
  const double expected[] = { 20, 40, NAN, 160, NAN };
  g_autoptr (CyanSample) sample = make_sample (FALSE);
  g_autoptr (CyanCodeBody) body = cyan_code_body_new (CYAN_LANGUAGE_CPP, text, strlen (text));
  guint function = cyan_sample_find (sample, "B::f", "lib/a.cpp");

  g_assert_cmpuint (body->blocks->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      double found = cyan_sample_executions (sample, function, 20, body, i);

      g_assert_true (isnan (found) == isnan (expected[i]));
      if (!isnan (found))
        g_assert_cmpfloat (found, ==, expected[i]);
    }
}
