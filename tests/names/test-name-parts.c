/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing names in profiles, and the definitions that they match. */
#include "cyan-name-parts.h"
#include "tests.h"

static void
assert_parts (const char *text, const char *expected)
{
  g_auto (CyanNameParts) name = { 0 };

  cyan_name_parts_init (&name, text);
  ASSERT_TEXT (g_strjoinv ("|", name.parts), expected);
}

TEST ("/name-parts/parts")
{
  assert_parts ("foo", "foo");
  assert_parts ("foo [clone .cold]", "foo");
  assert_parts ("foo (file.py:12)", "foo");
  assert_parts ("memcpy@GLIBC_2.2.5", "memcpy");
  assert_parts ("ns::K::m(int, char const*) const", "ns|K|m");
  assert_parts ("std::vector<int, std::allocator<int> >::push_back(int&&)", "std|vector|push_back");
  assert_parts ("int ns::pick<int>(std::function<int (int)>)", "ns|pick");
  assert_parts ("(anonymous namespace)::run(int)", "run");
  assert_parts ("a::(anonymous namespace)::run()", "a|run");
  assert_parts ("ns::K::~K()", "ns|K|~K");
  assert_parts ("ns::K::operator()(int)", "ns|K|operator()");
  assert_parts ("operator<<(std::ostream&, K)", "operator<<");
  assert_parts ("ns::K::operator< (K)", "ns|K|operator<");
  assert_parts ("ns::K::operator bool() const", "ns|K|operatorbool");
  assert_parts ("operator_name", "operator_name");
  assert_parts ("pytree:Node.clone", "pytree|Node|clone");
  assert_parts ("lark.lexer:f.<locals>.g", "lark|lexer|f|g");
  assert_parts ("lark.lexer:f.<locals>.<lambda>", "lark|lexer|f");
  assert_parts ("lark.lexer:<module>", "lark|lexer");
  assert_parts ("gomarkdown/parser.(*Parser).codeSpan", "gomarkdown|parser|Parser|codeSpan");
  assert_parts ("_ZN2ns3fooEv", "");
  assert_parts ("_RNvC6_123foo3bar", "");
  assert_parts ("_ReadAll", "_ReadAll");
  assert_parts ("_Reader2.next", "_Reader2|next");
  assert_parts ("_Zone", "_Zone");
  assert_parts ("", "");
  assert_parts (NULL, "");
  assert_parts ("<", "<");
  assert_parts ("::::..", "");
}

/* Checks the parts, with "/" after those of a module, and the other properties of the name. */
static void
assert_as (CyanNaming naming, const char *text, const char *expected)
{
  g_auto (CyanNameParts) name = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);

  cyan_name_parts_init_as (&name, naming, text);
  for (guint i = 0; i < name.n_parts; i++)
    g_string_append_printf (out, "%s%s",
                            i == 0               ? ""
                            : i == name.n_module ? "/"
                                                 : "|",
                            name.parts[i]);
  g_string_append_printf (out, "%s%s%s", name.is_opaque ? " opaque" : "",
                          name.is_module ? " module" : "", name.is_anonymous ? " inside" : "");
  g_assert_cmpstr (out->str, ==, expected);
}

TEST ("/name-parts/cpp")
{
  const CyanNaming cpp = CYAN_NAMING_C;

  assert_as (cpp, "ns::C::m(int, char const*) const", "ns|C|m");
  assert_as (cpp, "f()::{lambda()#1}", "f inside");
  assert_as (cpp, "ns::K::n(int)::{lambda(int)#1}::operator()(int) const", "ns|K|n inside");
  assert_as (cpp, "main::{lambda()}::operator()() const", "main inside");
  assert_as (cpp, "main::$_0::operator()(int) const", "main inside");
  assert_as (cpp, "main::'lambda'(int)::operator()(int) const", "main inside");
  assert_as (cpp, "run()::<lambda(int)>", "run inside");
  assert_as (cpp, "f(int)::Local::m()", "f inside");
  assert_as (cpp, "ns::f[abi:cxx11](int)", "ns|f");
  assert_as (cpp, "(anonymous namespace)::K::m()", "K|m");
  assert_as (cpp, "std::map<int, K>::operator[](int&&)", "std|map|operator[]");
  assert_as (cpp, "operator new[](unsigned long)", "operatornew[]");
  assert_as (cpp, "ns::operator< <int>(ns::K<int>)", "ns|operator<");
  assert_as (cpp, "ns::operator<< <char>(std::ostream&)", "ns|operator<<");
  assert_as (cpp, "ns::K::operator-><int>(int)", "ns|K|operator->");
  assert_as (cpp, "app.dll!ns::f(int)", "ns|f");
  assert_as (cpp, "(root)", " opaque");
  assert_as (cpp, "[unknown]", " opaque");
  assert_as (cpp, "0x7f00deadbeef", " opaque");
}

TEST ("/name-parts/python")
{
  const CyanNaming python = CYAN_NAMING_PYTHON;

  assert_as (python, "a.b:C.m", "a|b/C|m");
  assert_as (python, "a.b:f.<locals>.g", "a|b/f|g");
  assert_as (python, "a.b:f.<locals>.<lambda>", "a|b/f inside");
  assert_as (python, "a.b:C.m.<locals>.<genexpr>", "a|b/C|m inside");
  assert_as (python, "a.b:<module>", "a|b module");
  assert_as (python, "a.b:<lambda>", "a|b module inside");
  assert_as (python, "C.m (a/b.py)", "C|m");
  assert_as (python, "a/b.py:C.m", "a|b/C|m");
  assert_as (python, "b.py(C.m)", "b/C|m");
  assert_as (python, "b.py(<module>)", "b module");
  assert_parts ("b.py(m)", "b|m");
}

TEST ("/name-parts/go")
{
  const CyanNaming go = CYAN_NAMING_GO;

  assert_as (go, "github.com/a/b/pkg.(*T).M", "github.com|a|b|pkg/T|M");
  assert_as (go, "pkg.T.M", "pkg/T|M");
  assert_as (go, "main.main", "main/main");
  assert_as (go, "pkg.F.func1", "pkg/F inside");
  assert_as (go, "net/http.(*conn).serve.func1.2", "net|http/conn|serve inside");
  /* Also without the numbers, which rules remove. */
  assert_as (go, "net/http.(*conn).serve.func.func", "net|http/conn|serve inside");
  assert_as (go, "pkg.F.gowrap1", "pkg/F inside");
  assert_as (go, "pkg.F.func2-range1", "pkg/F inside");
  assert_as (go, "pkg.F[...]", "pkg/F");
  assert_as (go, "pkg.(*G[...]).Get", "pkg/G|Get");
  assert_as (go, "pkg.init.0", "pkg/init");
  assert_as (go, "pkg.init.0.func1", "pkg/init inside");
  assert_as (go, "pkg.glob..func1", "pkg/glob opaque inside");
  assert_as (go, "pkg.(*T).M-fm", "pkg/T|M");
  assert_as (go, "gopkg.in/yaml%2ev3.Marshal", "gopkg.in|yaml.v3/Marshal");
}

TEST ("/name-parts/java")
{
  const CyanNaming java = CYAN_NAMING_JAVA;

  assert_as (java, "com.x.A.m", "com|x|A|m");
  assert_as (java, "com.x.A$Inner.m(int)", "com|x|A|Inner|m");
  assert_as (java, "com/x/A.m", "com|x|A|m");
  assert_as (java, "Lcom/x/A;::m", "com|x|A|m");
  assert_as (java, "com.x.A.lambda$f$0", "com|x|A|f inside");
  assert_as (java, "com.x.A.lambda$f", "com|x|A|f inside");
  assert_as (java, "com.x.A.lambda$new$1", "com|x|A|A inside");
  assert_as (java, "com.x.A.<init>", "com|x|A|A");
  assert_as (java, "com.x.A$Inner.<init>", "com|x|A|Inner|Inner");
  assert_as (java, "com.x.A.<clinit>", "com|x|A|<clinit> opaque");
  assert_as (java, "com.x.A$1.run", "com|x|A|1|run opaque");
  assert_as (java, "com.x.A$$Lambda$14.run", "com|x|A|Lambda|14|run opaque");
  assert_as (java, "com.x.A.f$default", "com|x|A|f");
}

TEST ("/name-parts/rust")
{
  const CyanNaming rust = CYAN_NAMING_RUST;

  assert_as (rust, "a::b::f::{{closure}}", "a|b|f inside");
  assert_as (rust, "a::b::f::{closure#0}::{closure#1}", "a|b|f inside");
  assert_as (rust, "a::b::f::{closure}", "a|b|f inside");
  assert_as (rust, "<T as Trait>::m", "T|m");
  assert_as (rust, "<a::b::T<K> as c::Trait<X>>::m", "a|b|T|m");
  assert_as (rust, "<&mut a::T as c::Trait>::m", "a|T|m");
  assert_as (rust, "a::b::<impl c::Trait for a::T>::m", "a|b|T|m");
  assert_as (rust, "<a::Vec<T>>::push::<u8>", "a|Vec|push");
  assert_as (rust, "<fn(A) as T>::m(u8)", "fn|m");
  assert_as (rust, "a::b::{impl#3}::m", "a|b|m");
  assert_as (rust, "<<a::T as b::U>::V as c::W>::m", "V|m");
}

TEST ("/name-parts/script")
{
  const CyanNaming script = CYAN_NAMING_JAVASCRIPT;

  assert_as (script, "Class.method", "Class|method");
  assert_as (script, "Object.f", "f");
  assert_as (script, "get x", "x");
  assert_as (script, "async f", "f");
  assert_as (script, "async* f", "f");
  assert_as (script, "new C", "C");
  assert_as (script, "(anonymous)", " opaque");
  assert_as (script, "Object.<anonymous>", " opaque inside");
  assert_as (script, "f/<", "f inside");
  assert_as (script, "C.prototype.m", "C|m");
  assert_as (script, "C.#p", "C|p");
  assert_as (script, "LazyCompile:*f /a/b.js:3", "f");
  assert_as (script, "RegExp: a.b", " opaque");
}

TEST ("/name-parts/ruby")
{
  const CyanNaming ruby = CYAN_NAMING_RUBY;

  assert_as (ruby, "C#m", "C|m");
  assert_as (ruby, "Module::Class.m", "Module|Class|m");
  assert_as (ruby, "block in C#m", "C|m inside");
  assert_as (ruby, "block (2 levels) in m", "m inside");
  assert_as (ruby, "rescue in block in C#m", "C|m inside");
  assert_as (ruby, "C#empty?", "C|empty?");
  assert_as (ruby, "C#+", "C|+");
  assert_as (ruby, "C#[]=", "C|[]=");
  assert_as (ruby, "#<Class:C>#m", "C|m");
  assert_as (ruby, "<main>", " module");
  assert_as (ruby, "<class:C>", "<class:C> opaque");
}

TEST ("/name-parts/csharp")
{
  const CyanNaming csharp = CYAN_NAMING_CSHARP;

  assert_as (csharp, "Ns.C.M(int)", "Ns|C|M");
  assert_as (csharp, "Ns.C+Nested.M", "Ns|C|Nested|M");
  assert_as (csharp, "Ns.C.<M>b__0", "Ns|C|M inside");
  assert_as (csharp, "Ns.C+<>c.<M>b__0_1(int)", "Ns|C|M inside");
  assert_as (csharp, "Ns.C+<>c__DisplayClass1_0.<M>b__", "Ns|C|M inside");
  assert_as (csharp, "Ns.C+<M>d__3.MoveNext()", "Ns|C|M");
  assert_as (csharp, "Ns.C.<M>g__Local|0_0", "Ns|C|M inside");
  assert_as (csharp, "Ns.C..ctor(int)", "Ns|C|C");
  assert_as (csharp, "Ns.C..cctor", "Ns|C|C");
  assert_as (csharp, "Ns.List`1[T].Add", "Ns|List|Add");
  assert_as (csharp, "app!Ns.C.M(int)", "Ns|C|M");
}

/* Any text gives parts without a crash or an endless loop. */
TEST ("/name-parts/odd")
{
  static const char *const pieces[] = { "<",         ">",     "(",      ")",    "{",        "}",
                                        "[",         "]",     "::",     ".",    "#",        "$",
                                        " ",         "/",     "<impl ", " as ", "operator", "'",
                                        "block in ", "func1", "a",      "~",    "@",        "`",
                                        "+",         ":",     "..ctor", "\xff" };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autofree char *deep = g_strnfill (100000, '<');

  for (guint round = 0; round < 20000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < 1 + round % 12; i++)
        g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
      for (guint naming = 0; naming < CYAN_N_NAMINGS; naming++)
        {
          g_auto (CyanNameParts) name = { 0 };

          cyan_name_parts_init_as (&name, naming, text->str);
          g_assert_cmpuint (g_strv_length (name.parts), ==, name.n_parts);
          g_assert_cmpuint (name.n_module, <=, name.n_parts);
          g_assert_true (name.is_opaque || name.is_module
                         || cyan_name_parts_last (&name)[0] != '\0');
        }
    }
  for (guint naming = 0; naming < CYAN_N_NAMINGS; naming++)
    {
      g_auto (CyanNameParts) name = { 0 };

      cyan_name_parts_init_as (&name, naming, deep);
    }
}

static CyanNameFit
fit_at (CyanNaming naming, const char *text, const char *tag, const char *scope, const char *path)
{
  g_auto (CyanNameParts) name = { 0 };

  cyan_name_parts_init_as (&name, naming, text);
  return cyan_name_parts_fit (&name, tag, scope, path);
}

static CyanNameFit
fit (const char *text, const char *tag, const char *scope)
{
  g_auto (CyanNameParts) name = { 0 };

  cyan_name_parts_init (&name, text);
  return cyan_name_parts_fit (&name, tag, scope, NULL);
}

TEST ("/name-parts/fit")
{
  g_assert_cmpint (fit ("foo", "foo", NULL), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit ("foo", "bar", NULL), ==, CYAN_NAME_DIFFERS);
  g_assert_cmpint (fit ("ns::K::m(int)", "m", "ns::K"), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit ("K::m(int)", "m", "ns::K"), ==, CYAN_NAME_SAME_TAIL);
  g_assert_cmpint (fit ("ns::L::m(int)", "m", "ns::K"), ==, CYAN_NAME_DIFFERS);
  g_assert_cmpint (fit ("m", "m", "K"), ==, CYAN_NAME_SAME_IDENTIFIER);
  g_assert_cmpint (fit ("std::sort", "sort", NULL), ==, CYAN_NAME_SAME_IDENTIFIER);
  g_assert_cmpint (fit ("pytree:Node.clone", "clone", "Node"), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit ("io:_Reader.next", "next", "_Reader"), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit ("pytree:Leaf.clone", "clone", "Node"), ==, CYAN_NAME_DIFFERS);
  g_assert_cmpint (fit ("ns::(anonymous namespace)::f()", "f", "ns::__anon12ab"), ==,
                   CYAN_NAME_SAME);
}

/* Parts of the name that the scope does not have are a folder, a file or a package. */
TEST ("/name-parts/fit-path")
{
  const CyanNaming go = CYAN_NAMING_GO, java = CYAN_NAMING_JAVA, rust = CYAN_NAMING_RUST;
  const char *method = "github.com/a/b/pkg.(*T).M";

  g_assert_cmpint (fit_at (go, method, "M", "pkg.T", "pkg/t.go"), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (go, method, "M", "pkg.T", "b/pkg/t.go"), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (go, method, "M", "pkg.T", "t.go"), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (go, method, "M", "pkg.T", "c/pkg/t.go"), ==, CYAN_NAME_DIFFERS);
  g_assert_cmpint (fit_at (go, method, "M", "pkg.U", "pkg/t.go"), ==, CYAN_NAME_DIFFERS);
  g_assert_cmpint (fit_at (go, method, "M", "other.T", "t.go"), ==, CYAN_NAME_DIFFERS);
  g_assert_cmpint (fit_at (go, "main.main", "main", "main", "cmd/x/m.go"), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (go, "x.com/m/v2.F", "F", "m", "m/f.go"), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (go, "gopkg.in/yaml%2ev3.F", "F", "yaml", "f.go"), ==, CYAN_NAME_SAME);

  g_assert_cmpint (fit_at (java, "com.x.A$B.m", "m", "A.B", "src/main/java/com/x/A.java"), ==,
                   CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (java, "com.x.A.m", "m", "A", "src/com/y/A.java"), ==,
                   CYAN_NAME_SAME_IDENTIFIER);
  g_assert_cmpint (fit_at (java, "com.x.A.m", "m", "B", "com/x/B.java"), ==, CYAN_NAME_DIFFERS);

  g_assert_cmpint (fit_at (rust, "foo_bar::parser::P::f", "f", "P", "foo-bar/src/parser.rs"), ==,
                   CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (rust, "any::parser::P::f", "f", "P", "src/parser/mod.rs"), ==,
                   CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (rust, "any::main", "main", NULL, "src/main.rs"), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (rust, "any::lexer::P::f", "f", "P", "src/parser.rs"), ==,
                   CYAN_NAME_SAME_IDENTIFIER);
  g_assert_cmpint (fit_at (rust, "core::option::f", "f", NULL, "src/option.rs"), ==,
                   CYAN_NAME_SAME_IDENTIFIER);
  g_assert_cmpint (fit_at (rust, "any::p::{impl#3}::m", "m", "T", "src/p.rs"), ==, CYAN_NAME_SAME);

  g_assert_cmpint (fit_at (CYAN_NAMING_PYTHON, "a.b.C.m", "m", "C", "src/a/b.py"), ==,
                   CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (CYAN_NAMING_CSHARP, "Ns.C+D.M(int)", "M", "Ns.C.D", "x.cs"), ==,
                   CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (CYAN_NAMING_RUBY, "M::C#m", "m", "M.C", "c.rb"), ==, CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (CYAN_NAMING_JAVASCRIPT, "C", "constructor", "C", "c.js"), ==,
                   CYAN_NAME_SAME);
  g_assert_cmpint (fit_at (CYAN_NAMING_JAVASCRIPT, "Sub.m", "m", "Base", "c.js"), ==,
                   CYAN_NAME_SAME_IDENTIFIER);
}

static gboolean
fits_path (const char *text, const char *path)
{
  g_auto (CyanNameParts) name = { 0 };

  cyan_name_parts_init (&name, text);
  return cyan_name_parts_fits_path (&name, path);
}

TEST ("/name-parts/module")
{
  g_assert_true (fits_path ("foo", "any/where.c"));
  g_assert_true (fits_path ("pytree:Node.clone", "src/blib2to3/pytree.py"));
  g_assert_true (fits_path ("blib2to3.pytree:Node.clone", "src/blib2to3/pytree.py"));
  g_assert_true (fits_path ("lark:Lark", "lark/__init__.py"));
  g_assert_true (fits_path ("lark.__init__:Lark", "lark/__init__.py"));
  g_assert_true (fits_path ("__main__:run", "tool.py"));
  g_assert_true (fits_path ("util.py(run)", "src/util.py"));
  g_assert_false (fits_path ("util.py(run)", "src/copy.py"));
  g_assert_false (fits_path ("copy:deepcopy", "src/util.py"));
  g_assert_false (fits_path ("a.pytree:clone", "b/pytree.py"));
}
