/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as in profiles of each language, and the definitions that they refer to. */
#include "find.h"
#include "tests.h"
#include "tree.h"

TEST ("/source/names/cpp")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "k.hpp",
              "namespace ns {\n"                                           /* 1 */
              "struct K {\n"                                               /* 2 */
              "  struct In { int deep () { return 1; } };\n"               /* 3 */
              "  int m (int a) { return a; }\n"                            /* 4 */
              "  int m (int a) const { return a + 1; }\n"                  /* 5 */
              "  int m (const std::string &a) { return 0; }\n"             /* 6 */
              "  int m (size_t a, int b = 3) { return b; }\n"              /* 7 */
              "  operator bool () const { return true; }\n"                /* 8 */
              "  int operator() (int a) { return a; }\n"                   /* 9 */
              "  K ()\n"                                                   /* 10 */
              "    : a (1) {}\n"                                           /* 11 */
              "  ~K () {}\n"                                               /* 12 */
              "  auto tail () -> int { return 1; }\n"                      /* 13 */
              "};\n"                                                       /* 14 */
              "template <class T> T pick (T a) { return a; }\n"            /* 15 */
              "inline K operator+ (const K &a, int b) { return a; }\n"     /* 16 */
              "int run (int a) { return [] (int b) { return b; } (a); }\n" /* 17 */
              "int (*choose (int a)) (int)\n"                              /* 18 */
              "{ return 0; }\n"                                            /* 19 */
              "}\n",                                                       /* 20 */
              -1);
  ASSERT_FIND (location, "ns::K::In::deep()", NULL, 0, "k.hpp:3-3");
  ASSERT_FIND (location, "ns::K::m(int)", NULL, 0, "k.hpp:4-4");
  ASSERT_FIND (location, "ns::K::m(int) const", NULL, 0, "k.hpp:5-5");
  ASSERT_FIND (location, "ns::K::m(std::__cxx11::basic_string<char> const&)", NULL, 0, "k.hpp:6-6");
  ASSERT_FIND (location, "ns::K::m(unsigned long, int)", NULL, 0, "k.hpp:7-7");
  ASSERT_FIND (location, "ns::K::m(double, double, double)", NULL, 0,
               "ns::K::m(double, double, double): only with other parameters: k.hpp:4, k.hpp:5, "
               "k.hpp:6, k.hpp:7");
  ASSERT_FIND (location, "ns::K::m", NULL, 0,
               "ns::K::m: defined 4 times: k.hpp:4, k.hpp:5, k.hpp:6, k.hpp:7");
  ASSERT_FIND (location, "ns::K::m", "k.hpp", 6, "k.hpp:6-6");
  /* Parameters take precedence over a line, which may have moved. */
  ASSERT_FIND (location, "ns::K::m(int) const", "k.hpp", 6, "k.hpp:5-5");
  ASSERT_FIND (location, "ns::K::operator bool() const", NULL, 0, "k.hpp:8-8");
  ASSERT_FIND (location, "ns::K::operator()(int)", NULL, 0, "k.hpp:9-9");
  ASSERT_FIND (location, "ns::K::K()", NULL, 0, "k.hpp:10-11");
  ASSERT_FIND (location, "ns::K::~K()", NULL, 0, "k.hpp:12-12");
  ASSERT_FIND (location, "ns::K::tail()", NULL, 0, "k.hpp:13-13");
  ASSERT_FIND (location, "int ns::pick<int>(int)", NULL, 0, "k.hpp:15-15");
  ASSERT_FIND (location, "ns::operator+(ns::K const&, int)", NULL, 0, "k.hpp:16-16");
  ASSERT_FIND (location, "ns::run(int)::{lambda(int)#1}::operator()(int) const", NULL, 0,
               "k.hpp:17-17");
  ASSERT_FIND (location, "ns::choose(int)", NULL, 0, "k.hpp:18-19");
  ASSERT_FIND (location, "std::pick<int>(int)", NULL, 0,
               "std::pick<int>(int): not in the source folder");
  ASSERT_DEFINED (location, "ns::K::m(int) const", "1");
  ASSERT_DEFINED (location, "ns::K::m", "4");
  ASSERT_DEFINED (location, "ns::gone()", "no");
  ASSERT_DEFINED (location, "std::pick<int>(int)", "no");
  ASSERT_DEFINED (location, "ns::run(int)::{lambda(int)#1}::operator()(int) const", "unknown");
  tree_free (tree);
}

TEST ("/source/names/static")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "a.c", "\n\nstatic int helper (void) { return 1; }\n", -1);
  tree_write (tree, "b.c", "int x;\nstatic int helper (void)\n{ return helper (); }\n", -1);
  tree_write (tree, "c.c", "int main (void) { return helper () + helper (1); }\n", -1);
  ASSERT_FIND (location, "helper", NULL, 0, "helper: defined 2 times: a.c:3, b.c:2");
  ASSERT_FIND (location, "helper", "a.c", 0, "a.c:3-3");
  ASSERT_FIND (location, "helper", "b.c", 3, "b.c:2-3");
  ASSERT_FIND (location, "helper", "c.c", 0, "helper: no such function in c.c");
  ASSERT_DEFINED (location, "helper", "2");
  tree_free (tree);
}

TEST ("/source/names/python")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "pkg/mod.py",
              "class A:\n"                           /* 1 */
              "  class B:\n"                         /* 2 */
              "    def m (self): return lambda: 1\n" /* 3 */
              "  def m (self):\n"                    /* 4 */
              "    def inner (): return 1\n"         /* 5 */
              "    return inner ()\n"                /* 6 */
              "def m (): return 2\n",                /* 7 */
              -1);
  ASSERT_FIND (location, "pkg.mod:A.B.m", NULL, 0, "pkg/mod.py:3-3");
  ASSERT_FIND (location, "pkg.mod:A.m", NULL, 0, "pkg/mod.py:4-6");
  ASSERT_FIND (location, "pkg.mod:m", NULL, 0, "pkg/mod.py:7-7");
  ASSERT_FIND (location, "pkg.mod.A.m", NULL, 0, "pkg/mod.py:4-6");
  ASSERT_FIND (location, "pkg.mod:A.m.<locals>.inner", NULL, 0, "pkg/mod.py:5-5");
  ASSERT_FIND (location, "pkg.mod:A.B.m.<locals>.<lambda>", NULL, 0, "pkg/mod.py:3-3");
  /* The name belongs to the module, whatever is at the line now. */
  ASSERT_FIND (location, "pkg.mod:m", "pkg/mod.py", 4, "pkg/mod.py:7-7");
  ASSERT_FIND (location, "m", "pkg/mod.py", 4, "pkg/mod.py:4-6");
  tree_free (tree);
}

TEST ("/source/names/go")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "pkg/t.go",
              "package pkg\n"                        /* 1 */
              "func (t *T) M(a int) int {\n"         /* 2 */
              "\treturn a\n"                         /* 3 */
              "}\n"                                  /* 4 */
              "func (u U) M() {\n"                   /* 5 */
              "}\n"                                  /* 6 */
              "func F() int {\n"                     /* 7 */
              "\treturn func() int { return 1 }()\n" /* 8 */
              "}\n",                                 /* 9 */
              -1);
  tree_write (tree, "other/t.go", "package other\nfunc F() int {\n\treturn 2\n}\n", -1);
  ASSERT_FIND (location, "github.com/a/b/pkg.(*T).M", NULL, 0, "pkg/t.go:2-4");
  ASSERT_FIND (location, "pkg.U.M", NULL, 0, "pkg/t.go:5-6");
  ASSERT_FIND (location, "github.com/a/b/pkg.F", NULL, 0, "pkg/t.go:7-9");
  ASSERT_FIND (location, "github.com/a/b/other.F", NULL, 0, "other/t.go:2-4");
  ASSERT_FIND (location, "github.com/a/b/pkg.F.func1", NULL, 0, "pkg/t.go:7-9");
  ASSERT_FIND (location, "pkg.F.func1", "/root/b/pkg/t.go", 8, "pkg/t.go:7-9");
  ASSERT_FIND (location, "github.com/a/b/third.F", NULL, 0,
               "github.com/a/b/third.F: not in the source folder");
  tree_free (tree);
}

TEST ("/source/names/java")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "src/com/x/A.java",
              "package com.x;\n"                           /* 1 */
              "public class A {\n"                         /* 2 */
              "  A() { f(); }\n"                           /* 3 */
              "  int f() { return g(() -> 1); }\n"         /* 4 */
              "  int m(int a) { return 1; }\n"             /* 5 */
              "  int m(String a) throws E { return 2; }\n" /* 6 */
              "  static class Inner {\n"                   /* 7 */
              "    int m(int a) { return 3; }\n"           /* 8 */
              "  }\n"                                      /* 9 */
              "}\n",                                       /* 10 */
              -1);
  ASSERT_FIND (location, "com.x.A.<init>", NULL, 0, "src/com/x/A.java:3-3");
  ASSERT_FIND (location, "com.x.A.f", NULL, 0, "src/com/x/A.java:4-4");
  ASSERT_FIND (location, "com.x.A.lambda$f$0", NULL, 0, "src/com/x/A.java:4-4");
  ASSERT_FIND (location, "com.x.A.m(int)", NULL, 0, "src/com/x/A.java:5-5");
  ASSERT_FIND (location, "com/x/A.m(java.lang.String)", NULL, 0, "src/com/x/A.java:6-6");
  ASSERT_FIND (location, "com.x.A$Inner.m(int)", NULL, 0, "src/com/x/A.java:8-8");
  ASSERT_FIND (location, "com.x.A.m", NULL, 0,
               "com.x.A.m: defined 2 times: src/com/x/A.java:5, src/com/x/A.java:6");
  ASSERT_FIND (location, "org.x.A.f", NULL, 0, "org.x.A.f: not in the source folder");
  tree_free (tree);
}

TEST ("/source/names/rust")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "src/parser.rs",
              "impl P {\n"                                /* 1 */
              "    pub fn f(&self) -> i32 {\n"            /* 2 */
              "        [1].iter().map(|x| x + 1).sum()\n" /* 3 */
              "    }\n"                                   /* 4 */
              "}\n"                                       /* 5 */
              "impl Tr for P {\n"                         /* 6 */
              "    fn m(&self) -> i32 {\n"                /* 7 */
              "        1\n"                               /* 8 */
              "    }\n"                                   /* 9 */
              "}\n"                                       /* 10 */
              "mod deep {\n"                              /* 11 */
              "    pub fn h() {\n"                        /* 12 */
              "    }\n"                                   /* 13 */
              "}\n",                                      /* 14 */
              -1);
  ASSERT_FIND (location, "krate::parser::P::f", NULL, 0, "src/parser.rs:2-4");
  ASSERT_FIND (location, "krate::parser::P::f::h0123456789abcdef", NULL, 0,
               "krate::parser::P::f::h0123456789abcdef: not in the source folder");
  ASSERT_FIND (location, "krate::parser::P::f::{{closure}}", NULL, 0, "src/parser.rs:2-4");
  ASSERT_FIND (location, "<krate::parser::P as krate::Tr>::m", NULL, 0, "src/parser.rs:7-9");
  ASSERT_FIND (location, "krate::parser::{impl#1}::m", NULL, 0, "src/parser.rs:7-9");
  ASSERT_FIND (location, "krate::parser::deep::h", NULL, 0, "src/parser.rs:12-13");
  ASSERT_FIND (location, "krate::lexer::deep::h", NULL, 0,
               "krate::lexer::deep::h: not in the source folder");
  tree_free (tree);
}

TEST ("/source/names/script")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "lib/c.js",
              "class C {\n"                        /* 1 */
              "  constructor(a) { this.a = a; }\n" /* 2 */
              "  m(x) {\n"                         /* 3 */
              "    return [x].map(y => y);\n"      /* 4 */
              "  }\n"                              /* 5 */
              "}\n"                                /* 6 */
              "async function f() {\n"             /* 7 */
              "  return 1;\n"                      /* 8 */
              "}\n"                                /* 9 */
              "class D extends C {}\n",            /* 10 */
              -1);
  ASSERT_FIND (location, "C.m", NULL, 0, "lib/c.js:3-5");
  ASSERT_FIND (location, "m", "file:///home/me/lib/c.js", 3, "lib/c.js:3-5");
  ASSERT_FIND (location, "D.m", "file:///home/me/lib/c.js", 3, "lib/c.js:3-5");
  ASSERT_FIND (location, "(anonymous)", "file:///home/me/lib/c.js", 4, "lib/c.js:3-5");
  ASSERT_FIND (location, "C", "lib/c.js", 2, "lib/c.js:2-2");
  ASSERT_FIND (location, "new C", "lib/c.js", 2, "lib/c.js:2-2");
  ASSERT_FIND (location, "async f", NULL, 0, "lib/c.js:7-9");
  ASSERT_FIND (location, "Object.f", "lib/c.js", 7, "lib/c.js:7-9");
  tree_free (tree);
}

TEST ("/source/names/ruby")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "lib/c.rb",
              "module M\n"               /* 1 */
              "  class C\n"              /* 2 */
              "    def m(a)\n"           /* 3 */
              "      [a].each { |x| }\n" /* 4 */
              "    end\n"                /* 5 */
              "    def self.s\n"         /* 6 */
              "    end\n"                /* 7 */
              "    def empty?\n"         /* 8 */
              "    end\n"                /* 9 */
              "    def +(other)\n"       /* 10 */
              "    end\n"                /* 11 */
              "  end\n"                  /* 12 */
              "end\n",                   /* 13 */
              -1);
  ASSERT_FIND (location, "M::C#m", NULL, 0, "lib/c.rb:3-5");
  ASSERT_FIND (location, "block in M::C#m", NULL, 0, "lib/c.rb:3-5");
  ASSERT_FIND (location, "block (2 levels) in m", "lib/c.rb", 4, "lib/c.rb:3-5");
  ASSERT_FIND (location, "M::C.s", NULL, 0, "lib/c.rb:6-7");
  ASSERT_FIND (location, "M::C#empty?", NULL, 0, "lib/c.rb:8-9");
  ASSERT_FIND (location, "M::C#+", NULL, 0, "lib/c.rb:10-11");
  ASSERT_FIND (location, "M::D#m", NULL, 0, "M::D#m: not in the source folder");
  tree_free (tree);
}

TEST ("/source/names/csharp")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "C.cs",
              "namespace Ns.Sub {\n"                        /* 1 */
              "  class C {\n"                               /* 2 */
              "    public C(int a) { }\n"                   /* 3 */
              "    int M(int a) { return Run(() => 1); }\n" /* 4 */
              "    int M(double a) { return 2; }\n"         /* 5 */
              "    class Nested { void N<T>(T a) { } }\n"   /* 6 */
              "  }\n"                                       /* 7 */
              "}\n",                                        /* 8 */
              -1);
  ASSERT_FIND (location, "Ns.Sub.C..ctor(int)", NULL, 0, "C.cs:3-3");
  ASSERT_FIND (location, "Ns.Sub.C.M(int)", NULL, 0, "C.cs:4-4");
  ASSERT_FIND (location, "Ns.Sub.C.M(float64)", NULL, 0, "C.cs:5-5");
  ASSERT_FIND (location, "Ns.Sub.C+<>c.<M>b__0_0()", "C.cs", 4, "C.cs:4-4");
  ASSERT_FIND (location, "Ns.Sub.C+Nested.N", NULL, 0, "C.cs:6-6");
  tree_free (tree);
}
