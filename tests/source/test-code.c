/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The normal form of C, C++ and Python, and which language a file is in. */
#include "code-laws.h"

#include "cyan-code.h"
#include "tests.h"

static const char *const c_tokens[] = { "int",    "foo",
                                        "(",      "const",
                                        "char",   "*",
                                        "a",      ")",
                                        "{",      "return",
                                        "a",      "+",
                                        "++",     "b",
                                        "-",      "->",
                                        "x",      "<<=",
                                        "1.5e+3", "0x1fu",
                                        "\"//\"", "\"/* \\\" */\"",
                                        "'\\''",  "'\"'",
                                        "L'x'",   "?",
                                        ":",      ";",
                                        "/",      "%",
                                        "...",    "==",
                                        "=",      "!",
                                        "!=",     "&",
                                        "&&",     "}" };
static const char *const cpp_tokens[] = {
  "template",  "<", "class", "T", ">",     "auto", "f",
  "::",        "g", "(",     ")", "->",    "K",    "<",
  "L",         "<", "int",   ">", ">",     "{",    "R\"x(a // \" )\" )x\"",
  "u8\"b\"_s", ";", "1'000", "+", "\"q\"", "<=>",  "->*",
  "z",         "}"
};
static const char *const python_tokens[] = { "def",
                                             "f",
                                             "(",
                                             "a",
                                             "=",
                                             "1",
                                             ",",
                                             "*",
                                             "b",
                                             ")",
                                             ":",
                                             "return",
                                             "a",
                                             "**",
                                             "2",
                                             "if",
                                             "b",
                                             "else",
                                             "'#'",
                                             "+",
                                             "r'\\''",
                                             "+",
                                             "\"\"\"x # y\n z\"\"\"",
                                             "//",
                                             "0x1f",
                                             "-",
                                             "1e-5",
                                             "->",
                                             "c",
                                             ":=",
                                             "..." };

TEST ("/source/code/laws")
{
  static const char *const c_gaps[] = { " ",
                                        "\n",
                                        "  \t\n\n",
                                        " /* a \" ' // b */ ",
                                        " /**/",
                                        " // it's \"one\n",
                                        " // joined \\\n still a comment\n",
                                        " \\\n ",
                                        " /* \n * lines\n */" };
  static const char *const python_gaps[] = { " ", "  ", "\t", " \\\n", " \\\n   " };

  code_check_laws (CYAN_LANGUAGE_C, c_tokens, G_N_ELEMENTS (c_tokens), c_gaps,
                   G_N_ELEMENTS (c_gaps));
  code_check_laws (CYAN_LANGUAGE_CPP, cpp_tokens, G_N_ELEMENTS (cpp_tokens), c_gaps,
                   G_N_ELEMENTS (c_gaps));
  code_check_laws (CYAN_LANGUAGE_PYTHON, python_tokens, G_N_ELEMENTS (python_tokens), python_gaps,
                   G_N_ELEMENTS (python_gaps));
}

TEST ("/source/code/c")
{
  static const char text[] = "static int\nf (int *a, char b[2])\n{\n#if A\n  g (a);\n#endif\n"
                             "  if (b[0]) {\n    return g (a, (long) b) ? '{' : 2;\n  }\n"
                             "  for (;;) { h ((int[]){ 1, 2 }); k (); }\n}\n";
  static const char branches[] =
      "#if A\n  if (a[0] > 1) {\n#else\n  if (b[0]) {\n#endif\n    c ();\n  }\n";
  static const char *const lines[] = { "\n", "  \n\t\n", "// it's \"one\n", "/* a ' \" // */\n" };

  code_check_layout (CYAN_LANGUAGE_C, text, lines, G_N_ELEMENTS (lines), "  ");
  code_check_layout (CYAN_LANGUAGE_C, branches, lines, G_N_ELEMENTS (lines), "  ");
  code_check_characters (CYAN_LANGUAGE_C, text);
  code_check_characters (CYAN_LANGUAGE_CPP, text);
  ASSERT_SAME (C, "a=-b;", "a = - b ;");
  ASSERT_SAME (C, "f(a,b)", "f (a, /* the b */ b)");
  ASSERT_SAME (C, "\"%\"PRIu64", "\"%\" PRIu64");
  ASSERT_SAME (C, "ab\\\nc", "abc");
  ASSERT_SAME (C, "int a; /* open to the end", "int a;");
  ASSERT_SAME (C, "\"open\\\n", "\"open");
  ASSERT_DIFFERENT (C, "a+ +b", "a++b");
  ASSERT_DIFFERENT (C, "ab", "a b");
  ASSERT_DIFFERENT (C, "'a'", "'b'");
  ASSERT_DIFFERENT (C, "\"a b\"", "\"a  b\"");
  ASSERT_DIFFERENT (C, "\"/* x */\"", "\"/* y */\"");
  ASSERT_DIFFERENT (C, "a / b", "a // b");
  ASSERT_DIFFERENT (C, "a = b /*c*/ / d;", "a = b;");
  /* The ends of preprocessor lines count. */
  ASSERT_SAME (C, "#if A /* why */\nx;\n#endif\n", "#  if A\n\n  x; // y\n#endif");
  ASSERT_SAME (C, "#define F(x) \\\n  (x)\n", "#define F(x) (x)\n");
  ASSERT_DIFFERENT (C, "#if A\nx;\n#endif\n", "#if A x;\n#endif\n");
  ASSERT_DIFFERENT (C, "#define F(x) x\n", "#define F (x) x\n");
  ASSERT_DIFFERENT (C, "#error don't\nint a;", "#error don't\nint b;");
}

TEST ("/source/code/cpp")
{
  ASSERT_SAME (CPP, "vector<vector<int>> a;", "vector<vector<int> > a;");
  ASSERT_SAME (CPP, "f (R\"(a)\" )", "f(R\"(a)\")");
  ASSERT_DIFFERENT (CPP, "R\"(a // b)\"", "R\"(a // c)\"");
  ASSERT_DIFFERENT (CPP, "R\"(a  b)\"", "R\"(a b)\"");
  ASSERT_DIFFERENT (CPP, "R\"x(a )\" // b )x\"", "R\"x(a )\" // c )x\"");
  ASSERT_DIFFERENT (CPP, "\"a\"_s", "\"a\" _s");
  ASSERT_DIFFERENT (CPP, "u8\"a\"", "u\"a\"");
  /* C has no raw strings: this is a string and a comment. */
  ASSERT_SAME (C, "R\"(a\" // b)\"", "R\"(a\" // c)\"");
}

TEST ("/source/code/python")
{
  const char *plain = "def f(a):\n    if a:\n        b()\n    return (1 +\n  2)\n";

  /* Everything indented more, with comments and blank lines, by other widths and with tabs. */
  ASSERT_SAME (
      PYTHON, plain,
      "  def f( a ):  # it's\n\n    # a comment\n    if a:\n            # deeper\n       b()"
      "\n# at the margin\n    return (1 + # one\n# two\n        2)");
  ASSERT_SAME (PYTHON, plain, "def f(a):\n\tif a:\n\t\tb()\n\treturn (1 + 2)\n");
  ASSERT_SAME (PYTHON, plain, "def f(a):\n    if a:\n        b()\n    return (1 \\\n  + 2)\n");
  ASSERT_SAME (PYTHON, "a\n\\\n\nb\n", "a\nb\n");
  /* Which statements an indentation contains does count. */
  ASSERT_DIFFERENT (PYTHON, plain, "def f(a):\n    if a:\n        b()\n        return (1 + 2)\n");
  ASSERT_DIFFERENT (PYTHON, "def f():\n  if a:\n    b()\n    c()\n",
                    "def f():\n  if a:\n    b()\n  c()\n");
  ASSERT_SAME (PYTHON, "def f():\n  a\n  b\n", "def f():\n  a; b\n");
  /* Strings count, including docstrings. */
  ASSERT_DIFFERENT (PYTHON, "def f():\n  \"\"\"Say a.\"\"\"\n", "def f():\n  \"\"\"Say b.\"\"\"\n");
  ASSERT_DIFFERENT (PYTHON, "def f():\n  '''a\n  # b'''\n", "def f():\n  '''a\n  # c'''\n");
  ASSERT_DIFFERENT (PYTHON, "a = '# b'\n", "a = '# c'\n");
  ASSERT_DIFFERENT (PYTHON, "a = r'\\\\' + '# b'\n", "a = r'\\\\' + '# c'\n");
  ASSERT_DIFFERENT (PYTHON, "a = 'x'\n", "a = b'x'\n");
  ASSERT_DIFFERENT (PYTHON, "a = b\n", "a = b # c\n+ 1\n");
  /* The text of a class is what runs in the class: headers of methods, not their bodies. */
  ASSERT_SAME (PYTHON, "class A:\n  x = 1\n  def f(self):\n    return 1\n  y = 2\n",
               "class A:\n  x = 1\n  def f(self): return 2\n  y = 2\n");
  ASSERT_DIFFERENT (PYTHON, "class A:\n  def f(self):\n    return 1\n  y = 2\n",
                    "class A:\n  def f(self):\n    return 1\n  y = 3\n");
  ASSERT_DIFFERENT (PYTHON, "class A:\n  def f(self, a=1): return 1\n",
                    "class A:\n  def f(self, a=2): return 1\n");
  ASSERT_DIFFERENT (PYTHON, "@d\ndef f():\n  return 1\n", "@d\ndef f():\n  return 2\n");
}

TEST ("/source/code/languages")
{
  g_assert_cmpint (cyan_language_of_path ("a/b.c"), ==, CYAN_LANGUAGE_C);
  g_assert_cmpint (cyan_language_of_path ("a.c/b.hpp"), ==, CYAN_LANGUAGE_CPP);
  g_assert_cmpint (cyan_language_of_path ("b.py"), ==, CYAN_LANGUAGE_PYTHON);
  g_assert_cmpint (cyan_language_of_path ("a.py/README"), ==, CYAN_LANGUAGE_OTHER);
  g_assert_cmpint (cyan_language_of_path ("a.go"), ==, CYAN_LANGUAGE_GO);
  g_assert_cmpint (cyan_language_of_path ("a.java"), ==, CYAN_LANGUAGE_JAVA);
  g_assert_cmpint (cyan_language_of_path ("a.rs"), ==, CYAN_LANGUAGE_RUST);
  g_assert_cmpint (cyan_language_of_path ("a.min.mjs"), ==, CYAN_LANGUAGE_JAVASCRIPT);
  g_assert_cmpint (cyan_language_of_path ("a.jsx"), ==, CYAN_LANGUAGE_JAVASCRIPT);
  g_assert_cmpint (cyan_language_of_path ("a.cjs"), ==, CYAN_LANGUAGE_JAVASCRIPT);
  g_assert_cmpint (cyan_language_of_path ("a.d.ts"), ==, CYAN_LANGUAGE_TYPESCRIPT);
  g_assert_cmpint (cyan_language_of_path ("a.mts"), ==, CYAN_LANGUAGE_TYPESCRIPT);
  g_assert_cmpint (cyan_language_of_path ("a.cts"), ==, CYAN_LANGUAGE_TYPESCRIPT);
  g_assert_cmpint (cyan_language_of_path ("a.tsx"), ==, CYAN_LANGUAGE_TSX);
  g_assert_cmpint (cyan_language_of_path ("lib/a.rb"), ==, CYAN_LANGUAGE_RUBY);
  g_assert_cmpint (cyan_language_of_path ("a.cs"), ==, CYAN_LANGUAGE_CSHARP);
  ASSERT_SAME (OTHER, "a  \nb\n", "a\nb");
  ASSERT_DIFFERENT (OTHER, "a b\n", "a  b\n");
}
