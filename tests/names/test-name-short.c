/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a name is said first. */
#include "cyan-name-short.h"
#include "tests.h"

static const struct
{
  const char *label, *name, *scope, *last;
} cases[] = {
  { "main", "main", "", "main" },
  { "lark.parsers.earley_forest:ForestVisitor.visit", "ForestVisitor.visit",
    "lark.parsers.earley_forest", "visit" },
  { "copy:deepcopy", "deepcopy", "copy", "deepcopy" },
  { "blib2to3.pgen2.parse:Recorder.__init__.<locals>.<dictcomp>",
    "Recorder.__init__.<locals>.<dictcomp>", "blib2to3.pgen2.parse", "<dictcomp>" },
  { "<builtins.next>", "<builtins.next>", "", "<builtins.next>" },
  { "<frozen importlib._bootstrap>:_find_and_load", "_find_and_load",
    "<frozen importlib._bootstrap>", "_find_and_load" },
  { "py_lark:<module>", "py_lark:<module>", "", "<module>" },
  { "ns::inner::Class::method(int, char const*) const", "Class::method", "ns::inner", "method" },
  { "std::vector<int, std::allocator<int>>::push_back(int const&)",
    "vector<int, std::allocator<int>>::push_back", "std", "push_back" },
  { "void std::sort<int*>(int*, int*)", "std::sort<int*>", "", "sort<int*>" },
  { "(anonymous namespace)::f(int)", "(anonymous namespace)::f", "", "f" },
  { "ns::A::operator()(int) const", "A::operator()", "ns", "operator()" },
  { "ns::A::operator->(int)", "A::operator->", "ns", "operator->" },
  { "operator new(unsigned long)", "operator new", "", "operator new" },
  { "std::ostream& ns::operator<< <int>(int)", "ns::operator<< <int>", "", "operator<< <int>" },
  { "core::iter::map::Iterator::next", "Iterator::next", "core::iter::map", "next" },
  { "app::run::{closure#0}", "app::run::{closure#0}", "", "{closure#0}" },
  { "<T as app::Trait>::call", "<T as app::Trait>::call", "", "call" },
  { "runtime.mallocgc", "runtime.mallocgc", "", "mallocgc" },
  { "github.com/gomarkdown/markdown/parser.(*Parser).Block", "(*Parser).Block",
    "github.com/gomarkdown/markdown/parser", "Block" },
  { "github.com/gomarkdown/markdown/parser.New", "parser.New", "github.com/gomarkdown/markdown",
    "New" },
  { "org.foo.Bar.method(String)", "Bar.method", "org.foo", "method" },
  { "block in Foo::Bar#each", "Bar#each", "block in Foo", "each" },
  { "/usr/lib/libc.so.6", "libc.so.6", "/usr/lib", "libc.so.6" },
  { "-[NSString length]", "-[NSString length]", "", "-[NSString length]" },
  { "[unknown]", "[unknown]", "", "[unknown]" },
  { "(all)", "(all)", "", "(all)" },
  { "a.b.", "a.b.", "", "b." },
  { "...", "...", "", "..." },
  { "f(", "f", "", "f" },
  { "::", "::", "", "" },
  { "", "", "", "" },
};

TEST ("/name-short/cases")
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      CyanNameShort at = cyan_name_short (cases[i].label);
      g_autofree char *name = cyan_name_short_text (cases[i].label);
      g_autofree char *scope = cyan_name_short_scope (cases[i].label);
      g_autofree char *last = g_strndup (cases[i].label + at.last, at.end - at.last);

      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_cmpstr (scope, ==, cases[i].scope);
      g_assert_cmpstr (last, ==, cases[i].last);
    }
}

/* Names come from files that anybody can write. */
TEST ("/name-short/random")
{
  static const char letters[] = "ab.:/#<>(){}[]- \xc3\xa9";
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint n = 0; n < 100000; n++)
    {
      char label[24];
      guint length = (guint) g_rand_int_range (rand, 0, sizeof label);
      CyanNameShort at;

      for (guint i = 0; i < length; i++)
        label[i] = letters[g_rand_int_range (rand, 0, sizeof letters - 1)];
      label[length] = '\0';
      at = cyan_name_short (label);
      g_assert_cmpuint (at.scope_start, <=, at.scope_end);
      g_assert_cmpuint (at.scope_end, <=, at.start);
      g_assert_cmpuint (at.start, <=, at.last);
      g_assert_cmpuint (at.last, <=, at.end);
      g_assert_cmpuint (at.end, <=, length);
      g_assert_true (length == 0 || at.start < at.end);
    }
}
