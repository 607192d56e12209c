/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of functions: the tables of docs/names.md hold row by row, hostile symbols take little
 * time, and renames work or are reported as wrong.
 */
#include "cyan-error.h"
#include "cyan-names.h"
#include "cyan-profile-builder.h"
#include "cyan-profile-names.h"
#include "profile-text.h"
#include "tests.h"

#include <string.h>

#define MANY 200000u

static void
assert_becomes (const char *name, const char *expected)
{
  g_autofree char *normal = cyan_name_normalise (name);

  g_assert_cmpstr (normal, ==, expected);
  ASSERT_TEXT (cyan_name_normalise (normal), normal);
}

static void
assert_stays (const char *name)
{
  assert_becomes (name, name);
}

/* The name in a cell without its spaces, its backticks and the escape of a bar. */
static char *
name_of_cell (const char *cell)
{
  g_autofree char *text = g_strstrip (g_strdup (cell));
  gsize n = strspn (text, "`");
  GString *name;

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (strlen (text), >, 2 * n);
  text[strlen (text) - n] = '\0';
  name = g_string_new (text + n);
  g_string_replace (name, "\\\x01", "|", 0);
  return g_string_free (name, FALSE);
}

TEST ("/names/documented")
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "names.md", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_rows = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (char *p = strstr (text, "\\|"); p != NULL; p = strstr (p + 1, "\\|"))
    p[1] = '\x01';
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "|", -1);

      if (lines[i][0] != '|' || strstr (lines[i], "|---|") != NULL
          || strstr (lines[i], "| becomes |") != NULL)
        continue;
      g_assert_cmpuint (g_strv_length (cells), ==, 6);
      {
        g_autofree char *name = name_of_cell (cells[2]);
        g_autofree char *becomes = name_of_cell (cells[3]);
        g_autofree char *stays = name_of_cell (cells[4]);

        g_assert_cmpstr (name, !=, becomes);
        assert_becomes (name, becomes);
        assert_stays (stays);
        n_rows++;
      }
    }
  g_assert_cmpuint (n_rows, >, 60);
}

/* Names as people write them, and names that only look mangled. */
TEST ("/names/plain")
{
  static const char *const names[] = {
    "main",
    "S_insert_emph",
    "(all)",
    "(root)",
    "(garbage collector)",
    "[kernel.kallsyms]",
    "[unknown]",
    "std::vector<int, std::allocator<int> >::push_back(int&&)",
    "ns::Klass<4660>::operator()(char const (&) [3]) const",
    "std::__cxx11::basic_string<char>::_M_append[abi:cxx11](char const*, unsigned long)",
    "operator new(unsigned long)",
    "free@plt",
    "cfree@GLIBC_2.2.5",
    "func1",
    "func2",
    "lib.func1",
    "com.acme.Foo.func1",
    "bench.cases:func1",
    "main.init.0",
    "github.com/gomarkdown/markdown/parser.(*Parser).tableHeader",
    "github.com/acme/lib/v2.Open",
    "net/http.HandlerFunc.ServeHTTP",
    "components/App.js",
    "lark.parsers.earley_forest:ForestVisitor.visit",
    "lark.load_grammar:_find_used_symbols.<locals>.<setcomp>.<lambda>",
    "<frozen_os>:_createenviron.<locals>.encode",
    "<method 'append' of 'list' objects>",
    "get ReadStream",
    "RegExp: [<>\"']|&(?!(#\\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\\w+);)",
    "RegExp: ^<\\/[a-zA-Z][\\w:-]*\\s*>:12)",
    "RegExp: {#3}.isra.0",
    "GET /api/v1/users.php:12",
    "/api/users",
    "https://example.com/static/app/main.html",
    "wasm-function[123]",
    "utf-8",
    "h.264/avc",
    "thread_12",
    "processor 7",
    "caf\xc3\xa9::cr\xc3\xa8me",
    " ",
    ".cold",
    ".isra.0",
    "::h0123456789abcdef",
    "[clone .isra.0]",
    "_",
    "_Z",
    "_R",
    "_ZN",
    "_Z1",
    "_ZN3fooE_and_more()",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_stays (names[i]);
  assert_stays ("");
}

TEST ("/names/together")
{
  assert_becomes ("_ZN3foo3barEv.constprop.0.isra.0.cold", "foo::bar()");
  assert_becomes ("_ZN3foo3barEv.llvm.1684305028849844200", "foo::bar()");
  assert_becomes ("_ZN3app3run28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE.llvm.12",
                  "app::run::{closure}");
  assert_becomes ("_ZZ4mainENKUliE0_clEi.isra.0 (inlined)",
                  "main::{lambda(int)}::operator()(int) const");
  assert_becomes ("_ZN12_GLOBAL__N_13runEv", "(anonymous namespace)::run()");
  assert_becomes ("vfs_read.part.0_[k]", "vfs_read_[k]");
  assert_becomes ("$$anonfun$run$1$$anonfun$apply$2", "$$anonfun$run$$anonfun$apply");
  assert_becomes ("main.glob..func1", "main.glob..func");
  assert_becomes ("com/acme/Foo.func1", "com.acme.Foo.func1");
  assert_becomes ("java/lang/invoke/LambdaForm$MH.0x00007f1a2400a000.invoke_[j]",
                  "java.lang.invoke.LambdaForm$MH.invoke");
  assert_becomes ("clojure/core$map$fn__1234.invoke", "clojure.core$map$fn__1234.invoke");
  assert_becomes ("github.com/acme/x.(*T).Run.func1.gowrap2",
                  "github.com/acme/x.(*T).Run.func.gowrap");
  assert_becomes ("run (/home/me/My Projects/a b.py:3)", "run (a b.py)");
  /* A demangled name that is a symbol again. */
  assert_becomes ("_Z5_Z1fv", "f()");
  /* Longer than usual demanglers allow. */
  {
    g_autoptr (GString) symbol = g_string_new ("_Z1f");
    g_autoptr (GString) readable = g_string_new ("f(");

    for (guint i = 0; i < 400; i++)
      {
        g_string_append_printf (symbol, "4T%03u", i);
        g_string_append_printf (readable, "%sT%03u", i == 0 ? "" : ", ", i);
      }
    g_string_append_c (readable, ')');
    assert_becomes (symbol->str, readable->str);
  }
}

static void
assert_symbol (const char *symbol, const char *function)
{
  g_autofree char *name = cyan_name_of_symbol (symbol);

  g_assert_cmpstr (name, ==, function);
}

/* As perf prints symbols. */
TEST ("/names/symbols")
{
  assert_symbol ("_ZN2ns1S2goERKSt6vectorIiSaIiEE", "ns::S::go");
  assert_symbol ("_Z4workIiET_S0_RSt6vectorIiSaIiEE", "work<int>");
  assert_symbol ("_ZN3foo3barEv.isra.0", "foo::bar");
  assert_symbol ("_ZN3foo3barEv@plt", "foo::bar@plt");
  assert_symbol ("_ZN3app3run17h0123456789abcdefE", "app::run");
  assert_symbol ("_RNvC7mycrate3run", "mycrate::run");
  assert_symbol ("main", NULL);
  assert_symbol ("_Zno", NULL);
}

/* The parameters of f: each is a function that takes the previous one twice. */
static char *
doubling_symbol (const char *head, guint n, const char *tail)
{
  GString *symbol = g_string_new (head);

  for (guint i = 0; i < n; i++)
    g_string_append (symbol, "Fv");
  g_string_append (symbol, "1A");
  for (guint i = 0; i < n; i++)
    {
      static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

      if (i == 0)
        g_string_append (symbol, "S_E");
      else if (i <= 36)
        g_string_append_printf (symbol, "S%c_E", digits[i - 1]);
      else
        g_string_append_printf (symbol, "S%c%c_E", digits[(i - 1) / 36], digits[(i - 1) % 36]);
    }
  g_string_append (symbol, tail);
  return g_string_free (symbol, FALSE);
}

static char *
repeat (const char *head, const char *part, guint n, const char *tail)
{
  GString *text = g_string_new (head);

  for (guint i = 0; i < n; i++)
    g_string_append (text, part);
  g_string_append (text, tail);
  return g_string_free (text, FALSE);
}

/* A tuple of twenty elements, each a tuple of two, and so on; it is a punycode identifier that
 * ends too early, which takes long and prints nothing.  With @hidden, it is part of another
 * identifier. */
static char *
punycode_symbol (gboolean hidden)
{
  g_autofree char *code = repeat ("Cu3000_a", "k", 2998, "9");
  GString *symbol = g_string_new ("INvC1a1b");
  gsize first = symbol->len + (hidden ? 6 : 0);

  if (hidden)
    g_string_append_printf (symbol, "C%u_", (guint) strlen (code));
  g_string_append (symbol, code);
  for (guint i = 0; i < 14; i++)
    {
      static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
      gsize next = symbol->len, n = first - 1;
      char back[4] = { digits[n / 3844], digits[n / 62 % 62], digits[n % 62], '\0' };
      const char *shortest = back + (n < 3844) + (n < 62);

      g_string_append_c (symbol, 'T');
      for (guint k = 0; k < (i == 0 ? 20 : 2); k++)
        g_string_append_printf (symbol, "B%s_", shortest);
      g_string_append_c (symbol, 'E');
      first = next;
    }
  g_string_append_c (symbol, 'E');
  g_string_prepend (symbol, "_R");
  return g_string_free (symbol, FALSE);
}

/* Names with exponential time in demanglers or regular expressions. */
TEST ("/names/hostile")
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new_with_free_func (g_free);

  for (guint n = 20; n <= 320; n *= 2)
    {
      g_ptr_array_add (symbols, doubling_symbol ("_Z1f", n, ""));
      g_ptr_array_add (symbols, doubling_symbol ("_Z1fDp", n, ""));
      g_ptr_array_add (symbols, doubling_symbol ("_Z1fIJEEvDpFv", n, "T_E"));
    }
  g_ptr_array_add (symbols, g_strdup ("_RMIC1aFGzzzzzzzz_EuEu"));
  g_ptr_array_add (symbols, g_strdup ("_RMIC1aDGzzzzzzzz_EL_Eu"));
  g_ptr_array_add (symbols, g_strdup ("_RYDB1_"));
  g_ptr_array_add (symbols, g_strdup ("_RNvB_1a"));
  g_ptr_array_add (symbols, punycode_symbol (FALSE));
  g_ptr_array_add (symbols, punycode_symbol (TRUE));
  g_ptr_array_add (symbols, repeat ("_ZN1A", "cvT_I", 400, "i"));
  {
    /* Needs 1.5 MB of stack. */
    g_autofree char *templates = repeat ("_Z1fIiEv", "1aIiE", 300, "");

    g_ptr_array_add (symbols, repeat (templates, "RT_", 300, ""));
  }
  g_ptr_array_add (symbols, repeat ("_Z", "P", 4000, "i"));
  g_ptr_array_add (symbols, repeat ("_Z1f", "P", 60000, "i"));
  g_ptr_array_add (symbols, repeat ("_R", "Y", 60000, ""));
  g_ptr_array_add (symbols, repeat ("_RINvC1a1b", "T", 2000, "E"));

  for (guint i = 0; i < symbols->len; i++)
    {
      gint64 start = test_cpu_time ();

      assert_stays (g_ptr_array_index (symbols, i));
      /* Takes a few milliseconds; without limits, seconds or forever. */
      g_assert_cmpint (test_cpu_time () - start, <, G_USEC_PER_SEC);
    }
}

/* Names of 64 KiB made of text that the rules search for. */
TEST ("/names/long")
{
  static const char *const parts[] = {
    "(",           "[",          "{",          "/",        "\\",        ".",       "#1}",
    "a/",          "(/a/",       "C:\\a",      "C:/",      "a.py:1",    ".isra.0", " [clone .",
    "anonfun$",    "lambda$a$",  "$a$1",       ".func1",   "$_1",       "::h",     "<lambda_1",
    "<unnamed>::", "/x.so",      " at 0x1234", "]::[a",    "{closure:", "CGLIB$",  "pool-1-t",
    "_GLOBAL__N_", "kworker/1:", " (.cold",    "\xc3\xa9",
  };
  gint64 start = test_cpu_time ();

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    for (guint tail = 0; tail < 2; tail++)
      {
        guint n = 65000 / (guint) strlen (parts[i]);
        g_autofree char *name = repeat (tail ? "/" : "", parts[i], n, tail ? "$" : "");
        g_autofree char *normal = cyan_name_normalise (name);

        g_assert_true (g_utf8_validate (normal, -1, NULL));
        g_assert_cmpuint (strlen (normal), >, 0);
        g_assert_cmpuint (strlen (normal), <=, CYAN_STRING_MAX);
        ASSERT_TEXT (cyan_name_normalise (normal), normal);
      }
  g_assert_cmpint (test_cpu_time () - start, <, 30 * G_USEC_PER_SEC);
}

/* For damaged symbols and any bytes the result is still a name. */
TEST ("/names/damaged")
{
  static const char *const seeds[] = {
    "_ZNSt6vectorIPN4llvm6ModuleESaIS2_EE9push_backEOS2_.isra.0",
    "_ZSt4moveIRSt10unique_ptrIN1a1bESt14default_deleteIS2_EEEONSt16remove_referenceIT_E4typeEOS7_",
    "_ZN1aILi3EE1bIJicEEEvDpOT_NS_1cIXsZT_EEE",
    "_ZN4core3ptr85drop_in_place$LT$std..io..Error$GT$17h0123456789abcdefE",
    "_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeINtNtB4_6option6OptionReEECsd3s6oY6oX5g_3app",
    "_RNvXs0_NtCs1a_3app3fooINtB5_3BarFG_RL0_hEuENtNtCs1b_4core3fmt7Display3fmt",
    "_RNvMC1au10bcher_kva3run",
    "app.Foo$$Lambda$12/0x0000000800c3a440.lambda$run$0",
    "net/http.(*conn).serve.func1.2-range3",
    "run (/home/me/a/b.py:12) [clone .part.0] [clone .cold]",
  };
  static const char bytes[] = "_ZRNEISTDpcvXFGMB0123456789.@$#{}[]()/: <>\xc3\xa9\xff\x01";

  for (guint round = 0; round < 40000; round++)
    {
      g_autoptr (GString) name = g_string_new (seeds[round % G_N_ELEMENTS (seeds)]);
      g_autofree char *normal = NULL;
      g_autofree char *again = NULL;

      for (gint n = g_test_rand_int_range (1, 6); n > 0; n--)
        {
          gint at = g_test_rand_int_range (0, (gint32) name->len);
          gint length = g_test_rand_int_range (0, (gint32) name->len - at + 1);

          switch (g_test_rand_int_range (0, 3))
            {
            case 0:
              name->str[at] = bytes[g_test_rand_int_range (0, sizeof bytes - 1)];
              break;
            case 1:
              g_string_erase (name, at, MIN (length, (gint) name->len - 1));
              break;
            default:
              {
                g_autofree char *part = g_strndup (name->str + at, (gsize) length);

                g_string_insert (name, g_test_rand_int_range (0, (gint32) name->len + 1), part);
              }
            }
        }
      normal = cyan_name_normalise (name->str);
      again = cyan_name_normalise (normal);
      g_assert_true (g_utf8_validate (normal, -1, NULL));
      g_assert_cmpuint (strlen (normal), >, 0);
      g_assert_cmpuint (strlen (normal), <=, CYAN_STRING_MAX);
      g_assert_cmpstr (again, ==, normal);
    }
}

static CyanProfile *
profile_of (CyanStrings *strings, const char *text)
{
  CyanProfile *profile = MUST (cyan_profile_from_text (strings, text, &failure));

  return profile;
}

/* The labels of @profile's functions except the root, separated by spaces. */
static char *
labels_text (CyanNameRules *rules, guint side, const CyanProfile *profile, GError **error)
{
  g_autoptr (CyanProfile) named = cyan_profile_with_normal_names (profile, profile->strings);
  const CyanFunctions functions = cyan_profile_functions (named);
  g_autofree CyanStr *labels = cyan_name_rules_labels (rules, side, &functions, error);
  GString *text;

  if (labels == NULL)
    return NULL;
  g_assert_cmpstr (cyan_strings_get (profile->strings, labels[0]), ==, CYAN_ROOT_NAME);
  text = g_string_new (NULL);
  for (guint f = 1; f < profile->n_functions; f++)
    g_string_append_printf (text, "%s%s", f == 1 ? "" : " ",
                            cyan_strings_get (profile->strings, labels[f]));
  return g_string_free (text, FALSE);
}

static void
assert_labels (const char *renames, gboolean normalise, guint side, const char *expected)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile =
      profile_of (strings, "main(_Z3foov(bar.isra.0 'engine::v1::run') bar)");
  g_autoptr (CyanNameRules) rules = cyan_name_rules_new (normalise);

  g_assert_true (MUST (
      cyan_name_rules_add_renames (rules, renames, strlen (renames), "renames.txt", &failure)));
  ASSERT_TEXT (MUST (labels_text (rules, side, profile, &failure)), expected);
  g_assert_cmpstr (cyan_profile_name (profile, 2), ==, "_Z3foov");
}

TEST ("/names/labels")
{
  assert_labels ("", TRUE, 0, "main foo() bar engine::v1::run bar");
  assert_labels ("", FALSE, 0, "main _Z3foov bar.isra.0 engine::v1::run bar");
  assert_labels ("^main$ => start", FALSE, 0, "start _Z3foov bar.isra.0 engine::v1::run bar");
}

TEST ("/names/renames")
{
  assert_labels ("# engine::v1 became engine::core\r\n\r\n"
                 "before: \\bengine::v1:: => engine::core::\r\n",
                 TRUE, 0, "main foo() bar engine::core::run bar");
  assert_labels ("before: \\bengine::v1:: => engine::core::", TRUE, 1,
                 "main foo() bar engine::v1::run bar");
  assert_labels ("after:^(.)(.*)\\(\\)$ => \\2-\\1", TRUE, 1, "main oo-f bar engine::v1::run bar");
  assert_labels ("\xef\xbb\xbf^bar => baz\nbaz => qux", TRUE, 0,
                 "main foo() qux engine::v1::run qux");
  assert_labels ("::v1 =>", TRUE, 0, "main foo() bar engine::run bar");
  assert_labels ("^.*$ =>", TRUE, 0, "main foo() bar engine::v1::run bar");
  assert_labels ("o* => -", TRUE, 0,
                 "-m-a-i-n- -f--(-)- -b-a-r- -e-n-g-i-n-e-:-:-v-1-:-:-r-u-n- -b-a-r-");
  assert_labels ("a=>b => c", TRUE, 0, "main foo() bar engine::v1::run bar");
}

static void
assert_fails (const char *text, gsize length, const char *expected)
{
  g_autoptr (CyanNameRules) rules = cyan_name_rules_new (TRUE);
  g_autoptr (GError) error = NULL;

  g_assert_false (cyan_name_rules_add_renames (rules, text, length, "renames.txt", &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  if (!g_str_has_prefix (error->message, expected))
    g_assert_cmpstr (error->message, ==, expected);
  g_assert_null (strchr (error->message, '\n'));
}

TEST ("/names/renames/broken")
{
  g_autofree char *huge = g_strnfill (1024 * 1024 + 1, '\n');
  g_autofree char *many = repeat ("", "a => b\n", 1001, "");
  g_autofree char *wide = repeat ("a => b\n", "a", 5000, " => b");
  struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "a => b\nfoo bar\n", "renames.txt:2: expected PATTERN => REPLACEMENT" },
    { "a=>b", "renames.txt:1: expected PATTERN => REPLACEMENT" },
    { " => b", "renames.txt:1: there is no pattern in front of =>" },
    { "before: => b", "renames.txt:1: there is no pattern in front of =>" },
    { "\n\n(foo => b", "renames.txt:3: " },
    { "(foo) => \\2", "renames.txt:1: the replacement uses \\2, but the pattern has 1 group" },
    { "foo => \\g<", "renames.txt:1: " },
    { "a => b\n\xff\xfe => b", "renames.txt:2: the line is not UTF-8" },
    { many, "renames.txt:1001: more than 1000 renames" },
    { wide, "renames.txt:2: the line has more than 4096 bytes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_fails (cases[i].text, strlen (cases[i].text), cases[i].message);
  assert_fails ("a => b\n\0 => b", 13, "renames.txt:2: the line has a NUL byte");
  assert_fails (huge, strlen (huge), "renames.txt: a file of renames has at most 1 MiB");
}

/* A file that is refused has no effect. */
TEST ("/names/renames/refused")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = profile_of (strings, "main");
  g_autoptr (CyanNameRules) rules = cyan_name_rules_new (TRUE);
  g_autoptr (GError) error = NULL;
  const char *text = "main => start\n(";

  g_assert_false (cyan_name_rules_add_renames (rules, text, strlen (text), "renames.txt", &error));
  g_clear_error (&error);
  ASSERT_TEXT (labels_text (rules, 0, profile, &error), "main");
}

static void
assert_rename_fails (const char *renames, const char *name, const char *expected)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = profile_of (strings, name);
  g_autoptr (CyanProfile) named = cyan_profile_with_normal_names (profile, strings);
  g_autoptr (CyanNameRules) rules = cyan_name_rules_new (TRUE);
  g_autoptr (GError) error = NULL;
  const CyanFunctions functions = cyan_profile_functions (named);
  gint64 start = test_cpu_time ();

  g_assert_true (
      cyan_name_rules_add_renames (rules, renames, strlen (renames), "renames.txt", &error));
  g_assert_null (cyan_name_rules_labels (rules, 0, &functions, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, expected);
  g_assert_cmpint (test_cpu_time () - start, <, 5 * G_USEC_PER_SEC);
}

TEST ("/names/renames/slow")
{
  g_autofree char *name = repeat ("", "a", 60000, "b");
  g_autofree char *shown =
      repeat ("renames.txt:2: the pattern takes too long on \"", "a", 80, "\xe2\x80\xa6\"");
  g_autofree char *blown = repeat ("renames.txt:1: the replacement makes too long a name of \"",
                                   "a", 80, "\xe2\x80\xa6\"");
  g_autofree char *replacement = repeat ("a => ", "b", 4000, "");

  assert_rename_fails ("x => y\n(a+)+$ => z", name, shown);
  assert_rename_fails ("(a+)+$ => z", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
                       "renames.txt:1: the pattern takes too long on "
                       "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\"");
  assert_rename_fails (replacement, name, blown);
}

/* A name shared by many functions is processed once, and names without a matching rule take almost
 * no time.  Otherwise large profiles would take minutes to open. */
TEST ("/names/many")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (CyanNameRules) rules = cyan_name_rules_new (TRUE);
  g_autoptr (CyanProfile) profile = NULL, named = NULL;
  g_autofree CyanStr *labels = NULL;
  CyanFunctions functions;
  gint64 start;

  for (guint i = 0; i < MANY; i++)
    g_string_append_printf (text, "%s_ZN4core6detail4ImplILi%uEE3runEPKcm", i == 0 ? "" : " ", i);
  profile = profile_of (strings, text->str);
  start = test_cpu_time ();
  named = cyan_profile_with_normal_names (profile, strings);
  functions = cyan_profile_functions (named);
  labels = cyan_name_rules_labels (rules, 0, &functions, NULL);
  g_assert_cmpint (test_cpu_time () - start, <, 20 * G_USEC_PER_SEC);
  g_assert_cmpuint (profile->n_functions, ==, MANY + 1);
  g_assert_cmpstr (cyan_strings_get (strings, labels[MANY]), ==,
                   "core::detail::Impl<199999>::run(char const*, unsigned long)");
}
