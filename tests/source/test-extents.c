/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where functions begin and end, in small but realistic texts. */
#include "cyan-extents.h"
#include "tests.h"

#include <string.h>

/* "first-last scope/name" for each function, with its parameters if @signatures. */
static char *
to_text (const char *path, const char *text, gboolean signatures)
{
  g_autoptr (CyanCtags) ctags = cyan_ctags_new (CYAN_CTAGS_TIMEOUT_MS);
  g_autoptr (GArray) extents =
      MUST (cyan_extents_find (ctags, path, text, strlen (text), NULL, &failure));
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < extents->len; i++)
    {
      const CyanExtent *extent = &g_array_index (extents, CyanExtent, i);

      g_string_append_printf (out, "%s%u-%u %s%s%s", i > 0 ? "\n" : "", extent->first_line,
                              extent->last_line, extent->scope != NULL ? extent->scope : "",
                              extent->scope != NULL ? "/" : "", extent->name);
      if (signatures)
        g_string_append (out, extent->signature != NULL ? extent->signature : "-");
    }
  return g_string_free (out, FALSE);
}

/* With a blank line behind each line everything is twice as far down. */
static void
assert_moved (const GArray *extents, const GArray *airy)
{
  g_assert_cmpuint (extents->len, ==, airy->len);
  for (guint i = 0; i < extents->len; i++)
    {
      const CyanExtent *a = &g_array_index (extents, CyanExtent, i);
      const CyanExtent *b = &g_array_index (airy, CyanExtent, i);

      g_assert_cmpstr (a->name, ==, b->name);
      g_assert_cmpstr (a->scope, ==, b->scope);
      g_assert_cmpuint (2 * a->first_line - 1, ==, b->first_line);
      g_assert_cmpuint (2 * a->last_line - 1, ==, b->last_line);
    }
}

/* Wherever a text ends, each function is on lines that it has, and what is behind does not
 * count. */
static void
assert_cuts (CyanLanguage language, const char *text)
{
  static const char *const behind[] = { "}", "{", ")", "*/", "`", "'", "/", ">", "\nend\n" };
  guint n_lines = 1;

  for (gsize length = 0; length <= strlen (text); length++)
    {
      g_autofree char *cut = g_strndup (text, length);
      g_autofree char *longer = g_strconcat (cut, behind[length % G_N_ELEMENTS (behind)], NULL);
      g_autoptr (GArray) extents = cyan_extents_scan (language, cut, length, NULL);
      g_autoptr (GArray) same = cyan_extents_scan (language, longer, length, NULL);

      g_assert_cmpuint (extents->len, ==, same->len);
      for (guint i = 0; i < extents->len; i++)
        {
          const CyanExtent *a = &g_array_index (extents, CyanExtent, i);
          const CyanExtent *b = &g_array_index (same, CyanExtent, i);

          g_assert_cmpstr (a->name, ==, b->name);
          g_assert_cmpuint (a->first_line, ==, b->first_line);
          g_assert_cmpuint (a->last_line, ==, b->last_line);
          g_assert_cmpuint (a->first_line, >=, 1);
          g_assert_cmpuint (a->first_line, <=, a->last_line);
          g_assert_cmpuint (a->last_line, <=, n_lines);
        }
      n_lines += text[length] == '\n';
    }
}

static void
assert_extents (const char *path, const char *text, const char *expected)
{
  CyanLanguage language = cyan_language_of_path (path);
  g_autofree char *found = to_text (path, text, FALSE);
  g_autoptr (GString) spaced = g_string_new (text);
  g_autoptr (GArray) extents = cyan_extents_scan (language, text, strlen (text), NULL);
  g_autoptr (GArray) airy = NULL;

  g_assert_cmpstr (found, ==, expected);
  g_string_replace (spaced, "\n", "\n\n", 0);
  airy = cyan_extents_scan (language, spaced->str, spaced->len, NULL);
  assert_moved (extents, airy);
  assert_cuts (language, text);
}

static void
assert_signatures (const char *path, const char *text, const char *expected)
{
  ASSERT_TEXT (to_text (path, text, TRUE), expected);
}

TEST ("/source/extents/c-family")
{
  assert_signatures (
      "a.c", "/* f */\nstatic int\nf (int a,\n   char *b)\n{\n  return '}';\n}\nint g (void);\n",
      "2-7 f(int a,char * b)");
  assert_signatures ("a.cpp",
                     "struct S { int f(int a) { return 1; } int f(char a) { return 2; } };\n",
                     "1-1 S/f(char a)\n1-1 S/f(int a)");
  assert_extents (
      "a.cpp",
      "class A {\npublic:\n  int f() { return 1; }\nprotected:\n  int g() { return 1; }\n"
      "private:\n  int h() { return 1; }\n};\n",
      "3-3 A/f\n5-5 A/g\n7-7 A/h");
  assert_signatures ("a.py", "class A:\n  @d\n  def f(self, a=1):\n    pass\n",
                     "1-4 A-\n2-4 A/f(self, a=1)");
}

TEST ("/source/extents/go")
{
  assert_extents (
      "a.go",
      "package p\n"
      "\n"
      "// F does.\n"
      "//go:noinline\n"
      "func F(a struct{ b int }, c interface{}) interface{ D() } {\n"
      "\tg := func() { fmt.Println(\"}\", '{', `}\n`) }\n"
      "\treturn map[string]struct{}{\"a\": {}}\n"
      "}\n"
      "func (t *T) M() {}; func (T) N() { /* { */ }\n"
      "func (s *Stack[K, V]) Push(v V) {\n"
      "}\n"
      "func Map[T any, U any](\n"
      "\ta []T,\n"
      ") []U {\n"
      "\treturn nil // }\n"
      "}\n"
      "func asm(a int) int\n"
      "type I interface {\n"
      "\tDo(a int) error\n"
      "}\n"
      "func init() {\n"
      "}",
      "4-9 p/F\n10-10 p.T/M\n10-10 p.T/N\n11-12 p.Stack/Push\n13-17 p/Map\n22-23 p/init");
  assert_signatures ("a.go", "package p\nfunc F[T any](a int,\n\tb ...string) (int, error) {\n}\n",
                     "2-4 p/F(a int, b ...string)");
}

TEST ("/source/extents/java")
{
  assert_extents ("A.java",
                  "package a.b;\n"
                  "public class A<T> {\n"
                  "  int x = 1; static { x(); }\n"
                  "  /** Says { */\n"
                  "  @Override\n"
                  "  @SuppressWarnings({\"a\",\n"
                  "     \"}\"})\n"
                  "  public <U extends T>\n"
                  "  Map<U, List<T>> m(int a,\n"
                  "      String b) throws E {\n"
                  "    Runnable r = () -> { go(); };\n"
                  "    new Object() { public void run() { x('}'); } };\n"
                  "    return \"\"\"\n      }}} \"\n      \"\"\";\n"
                  "  }\n"
                  "  A(int a) { this.x = a; } A() { this(1); }\n"
                  "  abstract void abs(); native int nat(int a);\n"
                  "  class In { void q() {}\n"
                  "    enum E { X, Y; int f() { return 1; } } }\n"
                  "}\n"
                  "interface I { default void d() {} void e(); }\n",
                  "5-16 A/m\n17-17 A/A\n17-17 A/A\n19-19 A.In/q\n20-20 A.In.E/f\n22-22 I/d");
  assert_signatures ("A.java", "class A { void f(int a) {} void f(String a,\n  int b) {} }",
                     "1-2 A/f(String a, int b)\n1-1 A/f(int a)");
}

TEST ("/source/extents/rust")
{
  assert_extents (
      "a.rs",
      "mod m {\n"
      "    /// Says }\n"
      "    #[inline]\n"
      "    #[cfg(feature = \"}\")]\n"
      "    pub(crate) unsafe extern \"C\" fn f<'a, const N: usize>(x: &'a [u8; 3]) -> char { '}' "
      "}\n"
      "    impl<T> S<T> where T: Foo<{ 1 }> {\n"
      "        pub const fn new(a: impl Fn(u8) -> u8) -> [u8; 2]\n"
      "        where\n"
      "            T: Clone,\n"
      "        {\n"
      "            let c = |x| { r#\"}\"# }; /* } /* } */ } */\n"
      "            fn inner() {}\n"
      "        }\n"
      "    }\n"
      "    impl<T> fmt::Display for a::S<T> {\n"
      "        async fn fmt(&self) { b\"}\"; }\n"
      "    }\n"
      "    trait Foo: Bar { fn bar(&self); fn def(&self) -> i32 { 1 } }\n"
      "    extern \"C\" { fn ext(a: i32); }\n"
      "}\n"
      "fn g() -> impl Foo { h() }\n"
      "struct F { f: fn(u8) -> u8 }\n",
      "3-5 m/f\n7-13 m::S/new\n12-12 m::S::new/inner\n16-16 m::S/fmt\n18-18 m::Foo/def\n21-21 g");
}

TEST ("/source/extents/javascript")
{
  assert_extents (
      "a.js",
      "// f {\n"
      "async function f(x, { y } = {}) { return `}${`}`}` }\n"
      "function* gen() {\n  yield /}/\n}\n"
      "export const arrow = async ({ a, b }) => {\n  if (/[}]/.test(a)) return '}'\n}\n"
      "const short = a => a + 1, next = (b) =>\n  b\n    .c()\nlet no = 3\n"
      "class C extends (class D { d() {} }) {\n"
      "  static async *ag() {}\n"
      "  get p() { return 1 } set p(v) { this.v = v }\n"
      "  #priv() { if (a) { b() } }\n"
      "  field = (x) => { return x };\n"
      "  [Symbol.iterator]() {}\n"
      "}\n"
      "C.prototype.foo = function (a) {\n  function inner() {}\n}\n"
      "module.exports = { one() { return 1 }, two: function () {}, 'three four': a => ({}) }\n"
      "export default function () {}\n"
      "(function () { call(() => 1, function named() {}) })()\n",
      "2-2 f\n3-5 gen\n6-8 arrow\n9-11 next\n9-9 short\n13-13 D/d\n14-14 C/ag\n15-15 C/p\n15-15 "
      "C/p\n"
      "16-16 C/priv\n17-17 C/field\n18-18 C/[Symbol.iterator]\n20-22 C/foo\n21-21 foo/inner\n"
      "23-23 module.exports/one\n23-23 module.exports/three four\n23-23 module.exports/two\n"
      "24-24 default\n25-25 named");
  assert_extents ("a.cjs", "exports.a = () => {\n}\nthis.b = function () {}\n",
                  "1-2 exports/a\n3-3 b");
  assert_extents (
      "a.jsx",
      "const A = ({ x }) => <b c={() => { d(`}`) }}>\n  don't {x ? <i>}</i> : null}\n</b>\n"
      "function B() {\n  return <A.C>{`}`} it's</A.C>\n}\n",
      "1-3 A\n4-6 B");
}

TEST ("/source/extents/typescript")
{
  assert_extents (
      "a.ts",
      "export function f(x: number): string\n"
      "export function f(x: any): { a: string } { return x }\n"
      "export async function g<T extends { a: 1 }>(x: T): Promise<T> {\n  return x\n}\n"
      "const h: (a: number) => void = (a: number): void => {\n}\n"
      "interface I { m(a: number): void; n: () => { a: 1 } }\n"
      "type O = { p: (a: number) => void }\n"
      "namespace N.M {\n"
      "  @Component({ a: '}' })\n"
      "  export abstract class C<T> extends D<T, { a: 1 }> implements I {\n"
      "    constructor(private a: number) { super() }\n"
      "    @dec() @other\n"
      "    // why }\n"
      "    private async m(a: string, b?: { c: number }): Promise<Map<A, { d: number }>> {\n"
      "      return { d: a < b ? 1 : 2 }\n"
      "    }\n"
      "    abstract q(): void\n"
      "    z = <U,>(u: U): Array<U> => [u]\n"
      "  }\n"
      "}\n",
      "2-2 f\n3-5 g\n6-7 h\n13-13 N.M.C/constructor\n14-18 N.M.C/m\n20-20 N.M.C/z");
  assert_extents (
      "a.tsx", "function A<T,>(p: P<T>): JSX.Element {\n  return <B<T> c={p}>}</B>\n}\n", "1-3 A");
  /* No type arguments. */
  assert_extents ("a.ts",
                  "function f(i) {\n  if (i < g(a > b, c > d)) {\n    function h() {}\n  }\n}\n"
                  "function k() {}\n",
                  "1-5 f\n3-3 f/h\n6-6 k");
  assert_extents ("a.mts", "export const a = (b: number) => b\n", "1-1 a");
}

TEST ("/source/extents/ruby")
{
  assert_extents ("a.rb", "def a = [1,\n  2\n]\ndef b = c\n", "1-3 a\n4-4 b");
  assert_extents ("a.rb",
                  "module M\n"
                  "  class A::B < C\n"
                  "    # m\n"
                  "    def m(a, b = 1)\n"
                  "      x = if a then b end\n"
                  "      return a if b unless c\n"
                  "      while a do b end\n"
                  "      [1].each do |y|\n"
                  "        begin; y; end until z\n"
                  "      end\n"
                  "      {:end => x.end, if: \"end\", class: self.class}\n"
                  "      <<~X\n        end\n      X\n"
                  "    end\n"
                  "    def self.s; case a when 1 then 2 end; end\n"
                  "    class << self\n"
                  "      def t?() = u\n"
                  "      private def ==(o)\n"
                  "        for i in 1..2 do o end\n"
                  "      end\n"
                  "    end\n"
                  "    def []=(k, v) @h[k] = v end\n"
                  "    def v=(v)\n=begin\n end\n=end\n    end\n"
                  "  end\n"
                  "end\n"
                  "def top\n"
                  "end\n",
                  "4-15 M.A.B/m\n16-16 M.A.B/s\n18-18 M.A.B/t?\n19-21 M.A.B/==\n23-23 "
                  "M.A.B/[]=\n24-28 M.A.B/v=\n31-32 top");
}

TEST ("/source/extents/csharp")
{
  assert_extents (
      "a.cs",
      "namespace N.M {\n"
      "  public class A<T> : B where T : new() {\n"
      "    int x = 2;\n"
      "    [Obsolete]\n"
      "    public int P { get { return x; } set { x = value; } } = 1;\n"
      "    public int Q => x switch { 1 => 2, _ => 3 };\n"
      "    /// <summary>}</summary>\n"
      "    [Test, Foo(\"}\")]\n"
      "#region r }\n"
      "    public async Task<Map<int, T>> M(int a, string b = \"}\")\n"
      "    {\n"
      "      void Local() { }\n"
      "      return $\"{a}}}\" + @\"\\\" + '}' + $@\"{(a ? \"}\" : b)}\n\";\n"
      "    }\n"
      "    public A(int a) : base(a) { x = 1; } ~A() { }\n"
      "    public int E(int a) =>\n"
      "      a + 1;\n"
      "    public static A<T> operator +(A<T> a, A<T> b) { return a; }\n"
      "    class In { void Z() { } }\n"
      "    abstract void Ab();\n"
      "  }\n"
      "  record R(int X) { public int G() { return 1; } }\n"
      "  interface I { void H(); int D() { return 1; } }\n"
      "  class J : I { void I.H() { } int K<T>(Map<T, int> a) where T : new() { return 1; } }\n"
      "}\n",
      "4-5 N.M.A/P\n6-6 N.M.A/Q\n8-15 N.M.A/M\n16-16 N.M.A/A\n16-16 N.M.A/~A\n17-18 N.M.A/E\n"
      "19-19 N.M.A/operator+\n20-20 N.M.A.In/Z\n24-24 N.M.I/D\n25-25 N.M.J/H\n25-25 N.M.J/K");
}

/* A function that is not closed has no end; the others do. */
TEST ("/source/extents/unbalanced")
{
  assert_extents ("a.js", "function a() { if (x) {\n}\nfunction b() {\n}\n", "3-4 b");
  assert_extents ("a.js", "function a() { f((1]; }\nfunction b() {}\n", "1-1 a\n2-2 b");
  assert_extents ("a.rs", "}}}\nfn a() {}\nfn b() { {\nfn c() {}\n", "2-2 a\n4-4 c");
  assert_extents ("a.js", "function a() { return '}\n}\n", "1-2 a");
  assert_extents ("a.js", "function a() {}\nlet x = `${ {", "1-1 a");
  /* If the words do not balance, columns are used. */
  assert_extents ("a.rb", "class A\n  def a\n    if x\n  end\n  def b\n  end\nend\n",
                  "2-4 A/a\n5-6 A/b");
  assert_extents ("a.rb", "def a\nend\nend\ndef b\nend\n", "1-2 a\n4-5 b");
  assert_extents ("a.go", "package p\nfunc A() {\n\tif x {\n}\n", "");
}
