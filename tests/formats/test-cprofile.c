/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dumps of Python's profilers in all versions, complete and broken. */
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#include <math.h>

#define INFERRED                                                                                   \
  "the tree was inferred from a call graph: contexts share what a function costs in proportion "   \
  "to "                                                                                            \
  "what its callers pay\n"
#define FOLDED                                                                                     \
  "recursion was folded: the calls of a function below itself are counted where it stands above\n"
#define COUNTS (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS)

/* Helpers that write a dump in marshal's format. */
static void
put_int (GString *out, gint32 value)
{
  const guint32 bits = GUINT32_TO_LE ((guint32) value);

  g_string_append_c (out, 'i');
  g_string_append_len (out, (const char *) &bits, 4);
}

static void
put_float (GString *out, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  g_string_append_c (out, 'g');
  g_string_append_len (out, (const char *) &bits, 8);
}

static void
put_text (GString *out, const char *text)
{
  g_string_append_c (out, 'z');
  g_string_append_c (out, (char) strlen (text));
  g_string_append (out, text);
}

static void
put_key (GString *out, const char *file, gint32 line, const char *name)
{
  g_string_append_len (out, ")\3", 2);
  put_text (out, file);
  put_int (out, line);
  put_text (out, name);
}

/* The values of a function, before its callers and '0', or the values of a caller. */
static void
put_times (GString *out, gboolean of_caller, gint32 a, gint32 b, double own, double all)
{
  g_string_append_c (out, ')');
  g_string_append_c (out, of_caller ? 4 : 5);
  put_int (out, a);
  put_int (out, b);
  put_float (out, own);
  put_float (out, all);
  if (!of_caller)
    g_string_append_c (out, '{');
}

/* main calls work 3 times, which calls len 6 times and itself 2 times. */
static GString *
small_profile (void)
{
  GString *out = g_string_new ("{");

  put_key (out, "/src/a/pkg/__init__.py", 1, "<module>");
  put_times (out, FALSE, 1, 1, 1e-6, 2e-4);
  g_string_append_c (out, '0');
  put_key (out, "/src/a/pkg/tools.py", 5, "work");
  put_times (out, FALSE, 3, 5, 9e-5, 1.9e-4);
  put_key (out, "/src/a/pkg/__init__.py", 1, "<module>");
  put_times (out, TRUE, 3, 3, 6e-5, 1.9e-4);
  put_key (out, "/src/a/pkg/tools.py", 5, "work");
  put_times (out, TRUE, 2, 2, 3e-5, 5e-5);
  g_string_append_c (out, '0');
  put_key (out, "~", 0, "<built-in method builtins.len>");
  put_times (out, FALSE, 6, 6, 1e-4, 1e-4);
  put_key (out, "/src/a/pkg/tools.py", 5, "work");
  put_times (out, TRUE, 6, 6, 1e-4, 1e-4);
  g_string_append (out, "00");
  return out;
}

TEST ("/cprofile/small")
{
  g_autoptr (GError) error = NULL;
  GString *bytes = small_profile ();
  g_autoptr (CyanProfile) profile = load_text (bytes->str, (gssize) bytes->len, &error);
  g_autofree char *warnings = NULL;
  const CyanFunction *function;

  g_assert_no_error (error);
  assert_profile (profile, COUNTS,
                  "'pkg:<module>':1000*1('pkg.tools:work':90000*5("
                  "'{built-in method builtins.len}':100000*6))");
  warnings = warnings_of (profile);
  g_assert_cmpstr (warnings, ==, INFERRED FOLDED);
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ns");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_INFERRED);
  function = cyan_profile_function (profile, 2);
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "/src/a/pkg/tools.py");
  g_assert_cmpuint (function->line, ==, 5);
  g_string_free (bytes, TRUE);
}

/* One dictionary as versions 0, 2, 3 and 4 of marshal write it: numbers as text, references to
 * strings, numbers and whole tuples, short strings.  The pure Python profiler writes callers with
 * calls only. */
TEST ("/cprofile/versions")
{
  static const char *const dumps[] = {
    "7b28030000007504000000612e707969010000007501000000662805000000690100000069010000006604302e3235"
    "6603302e357b3028030000007504000000612e70796907000000750100000067280500000069020000006902000000"
    "6604302e32356604302e32357b28030000007504000000612e70796901000000750100000066280400000069020000"
    "0069020000006604302e32356604302e323530280300000075010000007e6900000000751b0000003c6d6574686f64"
    "20277827206f6620277927206f626a656374733e2805000000690000100069000010006601306601307b2803000000"
    "7504000000612e7079690700000075010000006769000010003030",
    "7b28030000007504000000612e70796901000000750100000066280500000069010000006901000000670000000000"
    "00d03f67000000000000e03f7b3028030000007504000000612e707969070000007501000000672805000000690200"
    "00006902000000"
    "67000000000000d03f67000000000000d03f7b28030000007504000000612e70796901000000750100000066280400"
    "00006902000000690200000067000000000000d03f67000000000000d03f30280300000075010000007e6900000000"
    "751b0000003c6d6574686f6420277827206f6620277927206f626a656374733e280500000069000010006900001000"
    "6700000000000000006700000000000000007b28030000007504000000612e70796907000000750100000067690000"
    "10003030",
    "fba803000000f504000000612e7079e901000000f40100000066280500000072030000007203000000e70000000000"
    "00d03fe7000000000000e03f7b30a8030000007202000000e907000000f401000000672805000000e9020000007"
    "20a000000720500000072050000007b7201000000a804000000720a000000720a0000007205000000720500000030a"
    "8"
    "03000000f5010000007ee900000000f51b0000003c6d6574686f6420277827206f6620277927206f626a656374733e"
    "2805000000e9000010007210000000e7000000000000000072110000007b720700000072100000003030",
    "fba903fa04612e7079e901000000da0166290572030000007203000000e7000000000000d03fe7000000000000e03f"
    "7b30a9037202000000e907000000da01672905e902000000720a000000720500000072050000007b7201000000a904"
    "720a000000720a0000007205000000720500000030a903fa017ee900000000fa1b3c6d6574686f6420277827206f66"
    "20277927206f626a656374733e2905e9000010007210000000e7000000000000000072110000007b72070000007210"
    "0000003030",
  };

  for (guint i = 0; i < G_N_ELEMENTS (dumps); i++)
    {
      gsize length = strlen (dumps[i]) / 2;
      g_autofree char *bytes = g_malloc (length);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = NULL;

      for (gsize at = 0; at < length; at++)
        bytes[at] = (char) (g_ascii_xdigit_value (dumps[i][2 * at]) << 4
                            | g_ascii_xdigit_value (dumps[i][2 * at + 1]));
      profile = load_text (bytes, (gssize) length, &error);
      g_assert_no_error (error);
      assert_profile (profile, COUNTS,
                      "'a:f':250000000*1('a:g':250000000*2("
                      "'{method ''x'' of ''y'' objects}':0*1048576))");
      g_assert_cmpstr (profile->format, ==, "cprofile");
    }
}

/* Modules have the same names wherever Python is installed. */
TEST ("/cprofile/modules")
{
  static const struct
  {
    const char *file, *name;
  } cases[] = {
    { "/home/me/b/src/black/__init__.py", "black:f" },
    { "/home/me/b/src/black/nodes/tree.py", "tree:f" },
    { "/home/me/b/src/black/lines.py", "black.lines:f" },
    { "/home/me/b/src/run.py", "run:f" },
    { "/usr/lib/python3.11/copy.py", "copy:f" },
    { "/usr/lib/python3.11/collections/__init__.py", "collections:f" },
    { "/venv/lib/python3.11/site-packages/regex/_core.py", "regex._core:f" },
    { "C:\\Python\\Lib\\site-packages\\six.py", "six:f" },
    { "<frozen importlib._bootstrap>", "<frozen importlib._bootstrap>:f" },
    { "<string>", "<string>:f" },
    { "__init__.py", "__init__:f" },
    { "/__init__.py", "__init__:f" },
    { "/", ":f" },
    { ".py", ":f" },
  };
  GString *bytes = g_string_new ("{");
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      put_key (bytes, cases[i].file, 3, "f");
      put_times (bytes, FALSE, 1, 1, 1, 1);
      g_string_append_c (bytes, '0');
    }
  g_string_append_c (bytes, '0');
  profile = load_text (bytes->str, (gssize) bytes->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->n_nodes, ==, G_N_ELEMENTS (cases) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (cyan_profile_name (profile, i + 1), ==, cases[i].name);
  g_string_free (bytes, TRUE);
}

static void
assert_broken (GString *bytes, const char *message)
{
  assert_fails (bytes->str, (gssize) bytes->len, CYAN_ERROR_INVALID, message);
  g_string_free (bytes, TRUE);
}

/* "{", a key, and the beginning of its value. */
static GString *
begin_function (void)
{
  GString *out = g_string_new ("{");

  put_key (out, "a", 1, "f");
  return out;
}

TEST ("/cprofile/errors")
{
  GString *bytes;

  bytes = g_string_new ("{)\3z\1ag");
  assert_broken (bytes, "t: byte 7: the data end in the middle of a value");
  bytes = g_string_new ("{)\3z\1az");
  g_string_append_len (bytes, "\1b", 2);
  assert_broken (bytes, "t: byte 9: something else in place of the number of a line");
  bytes = begin_function ();
  g_string_append (bytes, "r");
  g_string_append_len (bytes, "\7\0\0\0", 4);
  assert_broken (bytes, "t: byte 19: a reference to value 7, but there are 0");
  /* A reference to itself. */
  bytes = begin_function ();
  g_string_append_len (bytes, "\xf2\0\0\0\0", 5);
  assert_broken (bytes, "t: byte 19: a reference to the value that it is in");
  bytes = begin_function ();
  g_string_append_c (bytes, 'c');
  assert_broken (bytes, "t: byte 15: a value of type 0x63, which no profile has");
  bytes = begin_function ();
  g_string_append_len (bytes, ")\2", 2);
  assert_broken (bytes, "t: byte 16: 2 values of a function instead of 5");
  bytes = begin_function ();
  put_times (bytes, FALSE, 1, 1, NAN, 1);
  assert_broken (bytes, "t: byte 35: a number that is not finite");
  bytes = begin_function ();
  put_times (bytes, FALSE, 1, 1, 1, 1e300);
  assert_broken (bytes, "t: byte 44: a time that is too long");
  bytes = begin_function ();
  g_string_append_len (bytes, ")\5l\6\0\0\0", 7);
  assert_broken (bytes, "t: byte 21: an integer that is too large");
  /* A string that claims a length of two gigabytes. */
  bytes = g_string_new ("{)\3u");
  g_string_append_len (bytes, "\xff\xff\xff\x7f", 4);
  assert_broken (bytes, "t: byte 8: the data end in the middle of a value");
  /* A key that contains itself. */
  bytes = g_string_new ("{\xa9\3zxxr");
  bytes->str[4] = 0;
  g_string_truncate (bytes, 3);
  g_string_append_len (bytes, "z\1ar\0\0\0\0", 8);
  assert_broken (bytes, "t: byte 11: something else in place of the number of a line");
  /* The same function twice. */
  bytes = begin_function ();
  put_times (bytes, FALSE, 1, 1, 1, 1);
  g_string_append_c (bytes, '0');
  put_key (bytes, "a", 1, "f");
  put_times (bytes, FALSE, 1, 1, 1, 1);
  assert_broken (bytes, "t: byte 61: the same function twice");
}

/* A file cut at any byte is refused. */
TEST ("/cprofile/cut")
{
  GString *bytes = small_profile ();

  for (gsize length = 1; length < bytes->len; length++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (bytes->str, (gssize) length, &error);

      g_assert_null (profile);
      g_assert_nonnull (error);
    }
  g_string_append (bytes, "more");
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (CyanProfile) profile = load_text (bytes->str, (gssize) bytes->len, &error);
    g_autofree char *warnings = NULL;

    g_assert_no_error (error);
    warnings = warnings_of (profile);
    g_assert_true (g_str_has_prefix (warnings, "what stands behind the profile was left out\n"));
  }
  g_string_free (bytes, TRUE);
}

/* An empty dictionary. */
TEST ("/cprofile/empty")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = load_text ("{0", 2, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (profile->n_nodes, ==, 1);
}

static guint64
calls_of (const CyanProfile *profile, const char *name, double *self)
{
  guint64 calls = 0;

  *self = 0;
  for (guint i = 1; i < profile->n_nodes; i++)
    if (strcmp (cyan_profile_name (profile, i), name) == 0)
      {
        *self += profile->metrics[0].self[i];
        if (cyan_profile_calls (profile, i) != CYAN_CALLS_UNKNOWN)
          calls += cyan_profile_calls (profile, i);
      }
  return calls;
}

/* Two versions of lark, with the values that pstats shows. */
TEST ("/cprofile/recordings")
{
  g_autoptr (CyanProfile) before = load_data ("lark-a.prof.zst");
  g_autoptr (CyanProfile) after = load_data ("lark-b.prof.zst");
  guint64 calls[2] = { 0, 0 };
  double self;

  g_assert_cmpfloat (before->metrics[0].total[CYAN_NODE_ROOT], ==, 5085746968);
  g_assert_cmpfloat (after->metrics[0].total[CYAN_NODE_ROOT], ==, 333076955);
  for (guint i = 1; i < before->n_nodes; i++)
    calls[0] += cyan_profile_calls (before, i);
  for (guint i = 1; i < after->n_nodes; i++)
    calls[1] += cyan_profile_calls (after, i);
  g_assert_cmpuint (calls[0], ==, 10051269);
  g_assert_cmpuint (calls[1], ==, 428137);
  g_assert_cmpstr (cyan_profile_name (before, 1), ==, "{built-in method builtins.exec}");

  g_assert_cmpuint (calls_of (before, "lark.parsers.earley_forest:is_ambiguous", &self), >, 0);
  g_assert_cmpuint (calls_of (after, "lark.parsers.earley_forest:is_ambiguous", &self), ==, 0);
  g_assert_cmpuint (calls_of (before, "{built-in method math.isinf}", &self), >, 0);
  g_assert_cmpuint (calls_of (after, "{built-in method math.isinf}", &self), ==, 0);
  g_assert_cmpuint (calls_of (before, "{built-in method builtins.next}", &self), ==, 2404492);
  g_assert_cmpuint (calls_of (after, "{built-in method builtins.next}", &self), ==, 23858);
}
