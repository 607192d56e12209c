/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What formatters change is equal in the normal form; next to each rule stands what it must not
 * hide. */
#include "code-laws.h"
#include "tests.h"

#define C    CYAN_LANGUAGE_C
#define CPP  CYAN_LANGUAGE_CPP
#define GO   CYAN_LANGUAGE_GO
#define JAVA CYAN_LANGUAGE_JAVA
#define RUST CYAN_LANGUAGE_RUST
#define JS   CYAN_LANGUAGE_JAVASCRIPT
#define TS   CYAN_LANGUAGE_TYPESCRIPT
#define TSX  CYAN_LANGUAGE_TSX
#define CS   CYAN_LANGUAGE_CSHARP
#define RUBY CYAN_LANGUAGE_RUBY

typedef struct
{
  CyanLanguage language;
  const char *a, *b;
} Pair;

static void
check (const Pair *pairs, gsize n, gboolean equal)
{
  for (gsize i = 0; i < n; i++)
    if (code_equal (pairs[i].language, pairs[i].a, pairs[i].b) != equal)
      {
        g_test_message ("language %d: %s | %s", (int) pairs[i].language, pairs[i].a, pairs[i].b);
        g_test_fail ();
      }
}

#define CHECK(same, different)                                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    check ((same), G_N_ELEMENTS (same), TRUE);                                                     \
    check ((different), G_N_ELEMENTS (different), FALSE);                                          \
  }                                                                                                \
  G_STMT_END

TEST ("/source/code/strings")
{
  static const Pair same[] = {
    { JS, "f('a')", "f(\"a\")" },
    { JS, "f('it\\'s')", "f(\"it's\")" },
    { JS, "f('\"')", "f(\"\\\"\")" },
    { JS, "f('a\\\nb')", "f('ab')" },
    { TSX, "<A b='c' />", "<A b=\"c\" />" },
    { RUBY, "f 'a'", "f \"a\"" },
    { C, "f (\"a\" \"b\");", "f (\"ab\");" },
    { C, "f (\"a\"\n   \"\\x1\");", "f (\"a\\x1\");" },
    { CPP, "f (L\"a\" \"b\");", "f (L\"ab\");" },
    { RUST, "f(\"a\\\n   b\")", "f(\"ab\")" },
  };
  static const Pair different[] = {
    { JS, "f('a')", "f(a)" },
    { JS, "f('a\\\\')", "f('a\\'')" },
    { JS, "f('a')", "f(`a`)" },
    { JS, "f('\\n')", "f('n')" },
    { TSX, "<A b='\\' />", "<A b='' />" },
    { RUBY, "f '#{a}'", "f \"#{a}\"" },
    { RUBY, "f '\\n'", "f \"\\n\"" },
    { RUBY, "f 'a'", "f :a" },
    { JAVA, "f ('a');", "f (\"a\");" },
    { GO, "f('a')", "f(\"a\")" },
    { RUST, "f('a')", "f(\"a\")" },
    { C, "f (\"\\1\" \"2\");", "f (\"\\12\");" },
    { C, "f (\"\\x1\" \"2\");", "f (\"\\x12\");" },
    { C, "f (\"a\", \"b\");", "f (\"ab\");" },
    { CPP, "f (L\"a\");", "f (\"a\");" },
    { CPP, "f (\"a\"_s \"b\");", "f (\"ab\"_s);" },
    { RUST, "f(r\"a\\\n b\")", "f(r\"ab\")" },
  };

  CHECK (same, different);
}

TEST ("/source/code/numbers")
{
  static const Pair same[] = {
    { C, "a = 0xFF;", "a = 0xff;" },
    { C, "a = 0xFFu;", "a = 255U;" },
    { C, "a = 1.50;", "a = 1.5;" },
    { CPP, "a = 1'000;", "a = 1000;" },
    { JAVA, "a = 1_000L;", "a = 1000l;" },
    { JAVA, "a = 1f;", "a = 1.0F;" },
    { GO, "a = 0X1F", "a = 31" },
    { GO, "f(0755)", "f(0o755)" },
    { RUST, "a = 1_000u32;", "a = 1000_u32;" },
    { JS, "a = .5", "a = 0.50" },
    { JS, "a = 1.0", "a = 1" },
    { JS, "a = 1E3", "a = 1000" },
    { RUBY, "a = 1_000", "a = 1000" },
  };
  static const Pair different[] = {
    { C, "a = 0xff;", "a = 0xfe;" },  { C, "a = 1;", "a = 1.0;" },
    { C, "a = 1;", "a = 1u;" },       { C, "a = 0xffffffff;", "a = 4294967295;" },
    { C, "a = 010;", "a = 10;" },     { C, "a = 1.0;", "a = 1.0f;" },
    { C, "F (0xFF);", "F (0xff);" },  { CS, "a = 1.0m;", "a = 1.00m;" },
    { GO, "a = 1.0", "a = 1" },       { GO, "f(0755)", "f(755)" },
    { RUST, "t.0.1", "t.0.10" },      { RUST, "a = 1u8;", "a = 1u16;" },
    { RUST, "m!(0xFF)", "m!(0xff)" }, { JS, "a = 1n", "a = 1" },
    { JS, "a = 010", "a = 10" },      { JS, "a = 1e3", "a = 1e-3" },
  };

  CHECK (same, different);
}

TEST ("/source/code/trailing-commas")
{
  static const Pair same[] = {
    { C, "int a[] = { 1, 2, };", "int a[] = { 1, 2 };" },
    { JS, "f(a, b,)", "f(a, b)" },
    { JS, "[a,]", "[a]" },
    { JS, "x = { a, }", "x = { a }" },
    { TS, "f<A, B,>(a)", "f<A, B>(a)" },
    { GO, "f(\n\ta,\n)", "f(a)" },
    { RUST, "f(a,)", "f(a)" },
    { RUST, "f::<T>(a,)", "f::<T>(a)" },
    { RUST, "(a, b,)", "(a, b)" },
    { RUST, "vec![a,]", "vec![a]" },
    { RUST, "fn f<T>() where T: A, {}", "fn f<T>() where T: A {}" },
    { RUBY, "[a, b,]", "[a, b]" },
    { RUBY, "f(a,)", "f(a)" },
    { CS, "int[] a = { 1, };", "int[] a = { 1 };" },
  };
  static const Pair different[] = {
    { JS, "[,]", "[]" },
    { JS, "[a,,]", "[a,]" },
    { JS, "[a,,]", "[a]" },
    { C, "F (a,);", "F (a);" },
    { C, "F ({ a, });", "F ({ a });" },
    { RUST, "x = (a,);", "x = (a);" },
    { RUST, "x = (Vec<A, B>,);", "x = (Vec<A, B>);" },
    { RUST, "return (a,);", "return (a);" },
    { RUST, "x = (|a, b| c,);", "x = (|a, b| c);" },
    { RUST, "x = a > (b,);", "x = a > (b);" },
    { RUST, "m![a,]", "m![a]" },
    { RUBY, "(a,) = b", "(a) = b" },
    { RUBY, "case a\nin [b,]\nend", "case a\nin [b]\nend" },
    { RUBY, "case a\nin A(b,)\nend", "case a\nin A(b)\nend" },
    { RUBY, "f { |a,| }", "f { |a| }" },
    { CS, "int[,] a;", "int[] a;" },
    { GO, "type T[P *C,] struct{}", "type T[P *C] struct{}" },
  };

  CHECK (same, different);
}

TEST ("/source/code/parens")
{
  static const Pair same[] = {
    { C, "return (a);", "return a;" },
    { C, "a = (b + c);", "a = b + c;" },
    { C, "if ((a)) b ();", "if (a) b ();" },
    { GO, "if (a) {\n}", "if a {\n}" },
    { GO, "return (a)\n", "return a\n" },
    { RUST, "f((a))", "f(a)" },
    { JAVA, "f ((x) -> x);", "f (x -> x);" },
    { CS, "f ((x) => x);", "f (x => x);" },
    { JS, "f((x) => x)", "f(x => x)" },
    { JS, "f(x => (x + 1))", "f(x => x + 1)" },
    { JS, "a = (b && c) || d", "a = b && c || d" },
    { JS, "a = b + (c * d)", "a = b + c * d" },
    { JS, "a = b ? (c) : (d)", "a = b ? c : d" },
    { JS, "return (\n  <a>b</a>\n)", "return <a>b</a>" },
    { JS, "a && (<b />)", "a && <b />" },
    { JS, "while ((a = b)) c()", "while (a = b) c()" },
    { TS, "a = (b as C) as D", "a = b as C as D" },
    { TS, "f({ a: (b) => c })", "f({ a: b => c })" },
  };
  static const Pair different[] = {
    { C, "return (a, b);", "return a, b;" },
    { C, "a = (b) + c;", "a = b + c;" },
    { C, "a = (b) -c;", "a = b -c;" },
    { C, "f ((a));", "f (a);" },
    { C, "void f (void) __attribute__ ((x));", "void f (void) __attribute__ (x);" },
    { C, "a = ({ b; });", "a = { b; };" },
    { C, "f ((a, b));", "f (a, b);" },
    { CPP, "decltype (auto) f () { return (a); }", "decltype (auto) f () { return a; }" },
    { CPP, "decltype ((a)) b;", "decltype (a) b;" },
    { RUST, "f((a, b))", "f(a, b)" },
    { RUST, "f(())", "f()" },
    { RUST, "m!((a))", "m!(a)" },
    { JAVA, "a = b >= (c && d);", "a = b >= c && d;" },
    { GO, "if a == (T{1}) {\n}", "if a == T{1} {\n}" },
    { CS, "a = (b, c);", "a = b, c;" },
    { CS, "a switch { A(b) => c }", "a switch { A b => c }" },
    { JS, "a + (b + c)", "a + b + c" },
    { JS, "a = b * (c + d)", "a = b * c + d" },
    { JS, "a >= (b && c)", "a >= b && c" },
    { JS, "f((a, b))", "f(a, b)" },
    { JS, "a = -(b + c)", "a = -b + c" },
    { JS, "(a?.b).c", "a?.b.c" },
    { JS, "a = b => ({ c })", "a = b => { c }" },
    { JS, "(function () {})()", "function () {}()" },
    { JS, "a = (b ? c : d) ? e : f", "a = b ? c : d ? e : f" },
    { JS, "a = (b => c) || d", "a = b => c || d" },
    { JS, "a = (b, c)", "a = b, c" },
    { JS, "return\n(a)", "return (a)" },
    { JS, "new (a())()", "new a()()" },
    { TS, "a = (b || c) as D", "a = b || c as D" },
    { TS, "a = (b as C) | d", "a = b as C | d" },
    { TS, "(a): (b) => c => d", "(a): b => c => d" },
    { TS, "f((a < b), (c > (d)))", "f(a < b, c > (d))" },
    { TS, "(new A<b) | c>([d])", "new A<b | c>([d])" },
    { TS, "a: (() => b) | c", "a: () => b | c" },
  };

  CHECK (same, different);
}

TEST ("/source/code/semicolons")
{
  static const Pair same[] = {
    { JS, "a\nb", "a; b" },
    { JS, "a = b\n++c", "a = b; ++c" },
    { JS, "if (a) b()\nelse c()", "if (a) b();\nelse c();" },
    { JS, "if (a)\n  b()", "if (a) b()" },
    { JS, "a = () => {\n}\nb", "a = () => {};\nb" },
    { JS, "function a() {};\nb", "function a() {}\nb" },
    { JS, "return\na", "return; a" },
    { JS, "{ ;[a] = b }", "{ [a] = b }" },
    { JS, "do {} while (a)\nb", "do {} while (a);\nb" },
    { JS, "x = { 'a': b }", "x = { a: b }" },
    { TS, "a: B<C>\nd()", "a: B<C>; d()" },
    { TS, "a = b!\nc()", "a = b!; c()" },
    { TS, "type A =\n  | B\n  | C", "type A = B | C" },
  };
  static const Pair different[] = {
    { JS, "a\n(b)", "a; (b)" },
    { JS, "a\n[b]", "a; [b]" },
    { JS, "a\n`b`", "a; `b`" },
    { JS, "a\n+b", "a; +b" },
    { JS, "if (a)\n  b()", "if (a); b()" },
    { JS, "while (a)\n  b()", "while (a); b()" },
    { JS, "else\n  b()", "else; b()" },
    { JS, "async\nfunction a() {}", "async; function a() {}" },
    { JS, "class A { get\na() {} }", "class A { get; a() {} }" },
    { JS, "for (;;) {}", "for (;) {}" },
    { JS, "return a", "return; a" },
    { JS, "a()\n{ b }", "a(); { b }" },
    { JS, "x = { 'a-b': c }", "x = { ab: c }" },
    { JS, "x = { ['a']: b }", "x = { [a]: b }" },
    { JS, "switch (a) { case b, 'c': }", "switch (a) { case b, c: }" },
    { TS, "a = b | c", "a = b || c" },
  };

  CHECK (same, different);
}

TEST ("/source/code/braces")
{
  static const Pair same[] = {
    { C, "if (a) { return; }", "if (a) return;" },
    { C, "if (a) { b = c; } else { d++; }", "if (a) b = c; else d++;" },
    { C, "for (;;) { a->b (c); }", "for (;;) a->b (c);" },
    { JAVA, "if (a) { b (); }", "if (a) b ();" },
    { CS, "while (a) { b (); }", "while (a) b ();" },
    { JS, "if (a) { b() }\nc()", "if (a) b();\nc()" },
    { JS, "if (a) {\n  return\n}", "if (a) return" },
    { RUST, "match a { b => { c } d => e }", "match a { b => c, d => e, }" },
    { RUST, "match a { b => { c; }, d => e }", "match a { b => { c; } d => e }" },
    { RUST, "f(|a| { b })", "f(|a| b)" },
    { RUST, "if a { return b }", "if a { return b; }" },
  };
  static const Pair different[] = {
    { C, "if (a) { F (b); }", "if (a) F (b);" },
    { C, "if (a) { F; }", "if (a) F;" },
    { C, "if (a) { b = c; d = e; }", "if (a) b = c; d = e;" },
    { C, "if (a) { if (b) c = d; } else e = f;", "if (a) if (b) c = d; else e = f;" },
    { C, "if (a) {\n#if X\nb = c;\n#endif\n}", "if (a)\n#if X\nb = c;\n#endif\n" },
    { C, "{ b = c; }", "b = c;" },
    { C, "F (a) { b = c; }", "F (a) b = c;" },
    { JAVA, "if (a) { } b ();", "if (a) b ();" },
    { JS, "if (a) { b(); c() }", "if (a) b(); c()" },
    { JS, "if (a) {} b()", "if (a) b()" },
    { JS, "a => { b }", "a => b" },
    { RUST, "match a { b => { c; } d => e }", "match a { b => { c } d => e }" },
    { RUST, "f(|a| { b; })", "f(|a| b)" },
    { RUST, "f(|a| { b } + c)", "f(|a| b + c)" },
    { RUST, "a | { b | c }", "a | b | c" },
    { RUST, "if a { b }", "if a { b; }" },
    { RUST, "if a { return b; }", "if a { b }" },
    { RUST, "m! { a => { b } }", "m! { a => b }" },
  };

  CHECK (same, different);
}

/* Brackets that do not match, and what stands on the last line behind the function. */
TEST ("/source/code/ends")
{
  static const Pair same[] = {
    { JS, "a => b,", "a => b" },
    { JS, "function () {\n  a\n});", "function () {\n  a\n}" },
    { C, "int f (void) { } ;", "int f (void) { }" },
  };
  static const Pair different[] = {
    { JS, "a => (b", "a => b" },
    { JS, "f(a); )", "f(a" },
    { C, "((((a", "(((a" },
    { C, "a = (b\n#if X\n);\n#else\n+ c);\n#endif\n", "a = b\n#if X\n;\n#else\n+ c);\n#endif\n" },
  };

  CHECK (same, different);
}

/* Where an operator stands, and where a literal or a closure begins. */
TEST ("/source/code-formatters/operands")
{
  static const Pair same[] = {
    { JS, "a.if(b) / c / d", "a.if(b)/c/d" },
    { JS, "a?.while(b) / c / d", "a?.while(b)/c/d" },
    { RUST, "f(|b| { c })", "f(|b| c)" },
    /* A comment that only Go's compiler reads. */
    { JS, "//go:noinline\nf()", "f()" },
    { C, "//go:noinline\nf ();", "f ();" },
    { RUST, "f(move |b| { c })", "f(move |b| c)" },
  };
  static const Pair different[] = {
    { JS, "if (b) / c / d", "if (b)/c/d" },
    { RUST, "f(\"a\" | b | { c })", "f(\"a\" | b | c)" },
    { RUST, "f(1 | b | { c })", "f(1 | b | c)" },
    { RUST, "f(a | b | { c })", "f(a | b | c)" },
    { RUST, "f(a[0] | b | { c })", "f(a[0] | b | c)" },
    { RUST, "f(a? | b | { c })", "f(a? | b | c)" },
  };

  CHECK (same, different);
}
