/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The normal form of Go, Java, Rust and C#. */
#include "code-laws.h"
#include "tests.h"

static const char *const comments[] = { "\n", "  \n\t\n", "// it's \"one\n", "/* a ' \" // */\n",
                                        "\t/*\n * lines {\n */\n" };

TEST ("/source/code/curly-laws")
{
  static const char *const tokens[] = {
    "f", "(",  "a",     ",",  "1.5e+3", ")", "{", "x",  "=",    "\"}\"",          "+", "+=", "b",
    "-", "--", "'\\''", "==", "!=",     "!", "&", "&&", "0x1f", "\"/* \\\" */\"", "}"
  };
  static const char *const gaps[] = { " ", "  \t", " /* a \" ' // b */ ", " /**/" };
  static const char *const line_gaps[] = { " ", "\n", " // it's\n", " /* \n * lines\n */",
                                           "\n\n\t" };
  static const CyanLanguage free_form[] = { CYAN_LANGUAGE_JAVA, CYAN_LANGUAGE_RUST,
                                            CYAN_LANGUAGE_CSHARP };

  code_check_laws (CYAN_LANGUAGE_GO, tokens, G_N_ELEMENTS (tokens), gaps, G_N_ELEMENTS (gaps));
  for (guint i = 0; i < G_N_ELEMENTS (free_form); i++)
    {
      code_check_laws (free_form[i], tokens, G_N_ELEMENTS (tokens), gaps, G_N_ELEMENTS (gaps));
      code_check_laws (free_form[i], tokens, G_N_ELEMENTS (tokens), line_gaps,
                       G_N_ELEMENTS (line_gaps));
      g_assert_false (code_equal (free_form[i], "a b", "ab"));
      g_assert_false (code_equal (free_form[i], "a + =b", "a +=b"));
      g_assert_false (code_equal (free_form[i], "a = = b", "a == b"));
      g_assert_false (code_equal (free_form[i], "\"a b\"", "\"a  b\""));
    }
}

TEST ("/source/code/go")
{
  const char *text = "func (t *T) F(a, b int) (c []string, err error) {\n"
                     "\tfor i := 0; i < n; i++ {\n"
                     "\t\tc = append(c, fmt.Sprintf(\"%d // %s\", i, `a \"\n raw`))\n"
                     "\t}\n"
                     "\tif a &^ b != 0 || <-ch == 'x' {\n"
                     "\t\treturn\n"
                     "\t}\n"
                     "\treturn c, nil\n"
                     "}\n";

  code_check_layout (CYAN_LANGUAGE_GO, "a := 1\nb++\nf(a,\n\tb)\nreturn a\n", comments,
                     G_N_ELEMENTS (comments), "\t");
  code_check_characters (CYAN_LANGUAGE_GO, text);
  /* A line end that acts as a semicolon equals one. */
  ASSERT_SAME (GO, "{\n\ta()\n\tb()\n}\n", "{ a(); b() }");
  ASSERT_SAME (GO, "f(a,\n  b)\n", "f(a, b)");
  ASSERT_SAME (GO, "a +\n  b\n", "a + b\n");
  ASSERT_SAME (GO, "a /* x */\nb", "a // y\nb\n");
  ASSERT_DIFFERENT (GO, "return\na()\n", "return a()\n");
  ASSERT_DIFFERENT (GO, "a\n+b\n", "a +b\n");
  ASSERT_DIFFERENT (GO, "a /* \n */ (b)", "a /* */ (b)");
  ASSERT_DIFFERENT (GO, "for ;; {}", "for ; {}");
  ASSERT_DIFFERENT (GO, "`a\nb`", "`a\n b`");
  ASSERT_DIFFERENT (GO, "`\\`", "`\\\\`");
  ASSERT_DIFFERENT (GO, "a <-b", "a < -b");
  /* Comments do not count unless the compiler reads them. */
  ASSERT_SAME (GO, "// F does.\nfunc F() {}\n", "func F() {}\n");
  ASSERT_SAME (GO, "//go:generate a\nfunc F() {}\n", "func F() {}\n");
  ASSERT_DIFFERENT (GO, "//go:noinline\nfunc F() {}\n", "func F() {}\n");
  ASSERT_SAME (JAVA, "//go:noinline\nvoid f() {}\n", "void f() {}\n");
  ASSERT_DIFFERENT (GO, "//go:noinline\nfunc F() {}\n", "//go:nosplit\nfunc F() {}\n");
}

TEST ("/source/code/java")
{
  const char *text = "@Override\npublic <T> List<List<T>> f(int... a) throws E {\n"
                     "  Runnable r = () -> { go('\\'', 1.5f, 0x1FL); };\n"
                     "  return a >>> 2 >= 1 ? A::new : \"a\\\" // b\";\n"
                     "}\n";

  code_check_layout (CYAN_LANGUAGE_JAVA, text, comments, G_N_ELEMENTS (comments), "    ");
  code_check_characters (CYAN_LANGUAGE_JAVA, text);
  ASSERT_SAME (JAVA, "Map<A, List<B>> a;", "Map<A,List<B> > a;");
  ASSERT_SAME (JAVA, "/** Says it. */ int a;", "int a;");
  /* The indentation of a text block does not count, but its lines do. */
  ASSERT_SAME (JAVA, "a = \"\"\"\n  x // \"y\"\n    z\n  \"\"\";",
               "a = \"\"\"\n      x // \"y\"\n        z\n      \"\"\";");
  ASSERT_DIFFERENT (JAVA, "a = \"\"\"\n  x\n    z\n  \"\"\";", "a = \"\"\"\n  x\n   z\n  \"\"\";");
  ASSERT_DIFFERENT (JAVA, "a = \"\"\"\n  x // y\n  \"\"\";", "a = \"\"\"\n  x // z\n  \"\"\";");
  ASSERT_DIFFERENT (JAVA, "a = \"\"\"\n \\\"\"\" // y\n\"\"\";",
                    "a = \"\"\"\n \\\"\"\" // z\n\"\"\";");
}

TEST ("/source/code/rust")
{
  const char *text =
      "#[inline]\npub fn f<'a, T: Foo<'a>>(x: &'a mut [u8; 3]) -> Vec<Vec<T>> {\n"
      "  let c = |y| y >> 1 & 0xff_u8;\n"
      "  match x { b'\"' | b\"}\" => '{', 'a'..='z' => '\\u{1F600}', _ => r#\"a\"}\"#, }\n"
      "  m!{ 1.0e-5, 1..2, x.0.1, r#type, 'b: loop { break 'b } }\n"
      "}\n";

  code_check_layout (CYAN_LANGUAGE_RUST, text, comments, G_N_ELEMENTS (comments), "    ");
  code_check_characters (CYAN_LANGUAGE_RUST, text);
  ASSERT_SAME (RUST, "a /* b /* c */ d */ e", "a e");
  ASSERT_SAME (RUST, "/// Says it.\n//! too\nfn f() {}", "fn f() {}");
  ASSERT_SAME (RUST, "Vec<Vec<u8>>", "Vec < Vec < u8 > >");
  ASSERT_SAME (RUST, "f::<'a>(x)", "f :: < 'a > ( x )");
  ASSERT_SAME (RUST, "'a: loop {} // it's", "'a : loop { }");
  ASSERT_DIFFERENT (RUST, "/* a /* b */ c", "/* a /* b */ c */ d");
  ASSERT_DIFFERENT (RUST, "'a'", "'a");
  ASSERT_DIFFERENT (RUST, "' '", "'  '");
  ASSERT_DIFFERENT (RUST, "\"a\n b\"", "\"a\n  b\"");
  ASSERT_DIFFERENT (RUST, "r\"\\\" // a", "r\"\\\" + b");
  ASSERT_DIFFERENT (RUST, "r##\"a\"# // b\"##", "r##\"a\"# // c\"##");
  ASSERT_DIFFERENT (RUST, "br#\" // a\"#", "br#\" // b\"#");
  ASSERT_DIFFERENT (RUST, "x.0 .1", "x.01");
  ASSERT_DIFFERENT (RUST, "1..2", "1. .2");
}

TEST ("/source/code/csharp")
{
  const char *text =
      "[Test, Foo(\"}\")]\npublic async Task<List<int>> M(int? a, string b = @\"\\\")\n"
      "{\n"
      "  var s = $\"a{b ?? \"x\":0.00}c{{\" + $@\"d\"\"{e[\"f\"]}\n g\" + @class;\n"
      "  return a?.B is >= 1 and < 2 ? '\\'' : s is null ? 1.5m : \"\"\"\n    \"raw\" {\n    "
      "\"\"\";\n"
      "}\n";

  code_check_layout (CYAN_LANGUAGE_CSHARP, "a = 1;\nf (a,\n   b);\nif (a) { b (); }\n", comments,
                     G_N_ELEMENTS (comments), "    ");
  code_check_characters (CYAN_LANGUAGE_CSHARP, text);
  ASSERT_SAME (CSHARP, "/// <summary>Says it.</summary>\nint a;", "int a;");
  ASSERT_SAME (CSHARP, "#region A\nint a;\n#endregion\n", "int a;");
  ASSERT_SAME (CSHARP, "#pragma warning disable CS1\nint a;\n", "int a;");
  ASSERT_SAME (CSHARP, "# if  A // why\nint a;\n#endif", "#if A\n\n  int a;\n#endif\n");
  ASSERT_DIFFERENT (CSHARP, "#if A\nint a;\n#endif\n", "#if B\nint a;\n#endif\n");
  ASSERT_DIFFERENT (CSHARP, "#if A\nint a;\n#endif\n", "#if A int a;\n#endif\n");
  ASSERT_DIFFERENT (CSHARP, "@\"a // \"\" b // c\"", "@\"a // \"\" b // d\"");
  ASSERT_DIFFERENT (CSHARP, "@\"\\\" + a", "@\"\\\" + b");
  ASSERT_DIFFERENT (CSHARP, "@\"a\n b\"", "@\"a\n  b\"");
  /* Interpolated parts of a string are code. */
  ASSERT_SAME (CSHARP, "$\"a{ f (\"}\") }b\"", "$\"a{f(\"}\")}b\"");
  ASSERT_SAME (CSHARP, "$\"a{ b /* c */ }\"", "$\"a{b}\"");
  ASSERT_DIFFERENT (CSHARP, "$\"a{b}\"", "$\"a {b}\"");
  ASSERT_DIFFERENT (CSHARP, "$\"{{ b }}\"", "$\"{{b}}\"");
  ASSERT_DIFFERENT (CSHARP, "$\"{a:dd MM}\"", "$\"{a:dd  MM}\"");
  ASSERT_DIFFERENT (CSHARP, "$\"\"\"a // b\"\"\"", "$\"\"\"a // c\"\"\"");
  ASSERT_DIFFERENT (CSHARP, "@class", "class");
}
