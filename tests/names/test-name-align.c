/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two recorders write one name differently: both sides get the same label for one function, and two
 * recordings by one recorder are unchanged.
 */
#include "cyan-name-align.h"
#include "cyan-name-private.h"
#include "cyan-names.h"
#include "cyan-profile-builder.h"
#include "cyan-profile-names.h"
#include "tests.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *file;
  guint32 line;
  const char *label; /* the expected label; NULL: its name */
} Named;

static CyanProfile *
profile_of (CyanStrings *strings, const Named *functions)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);

  cyan_profile_builder_metric (builder, "time", "ns");
  for (const Named *f = functions; f->name != NULL; f++)
    {
      guint32 function = cyan_profile_builder_function (
          builder, cyan_strings_add (strings, f->name, -1), CYAN_STR_EMPTY,
          cyan_strings_add (strings, f->file != NULL ? f->file : "", -1), f->line, 0);

      g_assert_cmpuint (cyan_profile_builder_child (builder, CYAN_NODE_ROOT, function, 0, NULL), !=,
                        CYAN_NODE_NONE);
    }
  return cyan_profile_builder_finish (builder);
}

static void
assert_labels (const CyanProfile *profile, const CyanStr *labels, const Named *functions)
{
  for (guint f = 1; f < profile->n_functions; f++)
    {
      const Named *named = functions;

      while (strcmp (named->name, cyan_strings_get (profile->strings, profile->functions[f].name))
                 != 0
             || named->line != profile->functions[f].line)
        named++;
      g_assert_cmpstr (cyan_strings_get (profile->strings, labels[f]), ==,
                       named->label != NULL ? named->label : named->name);
    }
}

/* Checks both directions: which recording is before does not matter. */
static void
assert_aligned (const Named *before, const Named *after)
{
  for (guint swap = 0; swap < 2; swap++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanNameRules) rules = cyan_name_rules_new (TRUE);
      const Named *sides[2] = { swap ? after : before, swap ? before : after };
      g_autoptr (CyanProfile) one = profile_of (strings, sides[0]);
      g_autoptr (CyanProfile) other = profile_of (strings, sides[1]);
      g_autoptr (CyanProfile) first = cyan_profile_with_normal_names (one, strings);
      g_autoptr (CyanProfile) second = cyan_profile_with_normal_names (other, strings);
      const CyanFunctions functions[2] = { cyan_profile_functions (first),
                                           cyan_profile_functions (second) };
      g_autofree CyanStr *first_labels = cyan_name_rules_labels (rules, 0, &functions[0], NULL);
      g_autofree CyanStr *second_labels = cyan_name_rules_labels (rules, 1, &functions[1], NULL);

      cyan_name_align (functions, (CyanStr *[]){ first_labels, second_labels });
      assert_labels (first, first_labels, sides[0]);
      assert_labels (second, second_labels, sides[1]);
    }
}

/* The line says to which class a method belongs. */
TEST ("/name-align/place")
{
  assert_aligned (
      (const Named[]){ { "pkg.tree:<module>", "pkg/tree.py", 1, NULL },
                       { "pkg.tree:Tree.__init__", "pkg/tree.py", 9, NULL },
                       { "pkg.tree:Leaf.__init__", "pkg/tree.py", 30, NULL },
                       { "pkg.tree:walk.<locals>.<lambda>", "pkg/tree.py", 50, NULL },
                       { "pkg.__init__:run", "pkg/__init__.py", 4, "pkg:run" },
                       { "pkg.tree:Tree.only_here", "pkg/tree.py", 60, NULL },
                       { NULL } },
      (const Named[]){
          { "pkg.tree:<module>", "/home/me/pkg/tree.py", 1, NULL },
          { "pkg.tree:__init__", "/home/me/pkg/tree.py", 9, "pkg.tree:Tree.__init__" },
          { "pkg.tree:__init__", "/home/me/pkg/tree.py", 30, "pkg.tree:Leaf.__init__" },
          { "pkg.tree:<lambda>", "/home/me/pkg/tree.py", 50, "pkg.tree:walk.<locals>.<lambda>" },
          { "pkg:run", "/home/me/pkg/__init__.py", 4, NULL },
          { "pkg.tree:only_here", "/home/me/pkg/tree.py", 90, NULL },
          { NULL } });
}

/* Without lines, or with shifted lines, two methods of one name get the part of the name that both
 * sides have. */
TEST ("/name-align/no-place")
{
  assert_aligned ((const Named[]){ { "pkg.tree:<module>", NULL, 0, NULL },
                                   { "pkg.tree:Tree.__init__", NULL, 0, "pkg.tree:__init__" },
                                   { "pkg.tree:Leaf.__init__", NULL, 0, "pkg.tree:__init__" },
                                   { "pkg.tree:Tree.walk", NULL, 0, NULL },
                                   { NULL } },
                  (const Named[]){ { "pkg.tree:<module>", "/b/pkg/tree.py", 1, NULL },
                                   { "pkg.tree:__init__", "/b/pkg/tree.py", 10, NULL },
                                   { "pkg.tree:__init__", "/b/pkg/tree.py", 33, NULL },
                                   { "pkg.tree:walk", "/b/pkg/tree.py", 12, "pkg.tree:Tree.walk" },
                                   { NULL } });
}

/* py-spy, VizTracer, austin and pstats compared with sys.setprofile. */
TEST ("/name-align/styles")
{
  const Named full[] = { { "pkg.tree:<module>", "pkg/tree.py", 1, NULL },
                         { "pkg.tree:Tree.walk", "pkg/tree.py", 7, NULL },
                         { NULL } };

  assert_aligned (full, (const Named[]){ { "<module> (pkg/tree.py)", NULL, 0, "pkg.tree:<module>" },
                                         { "walk (pkg/tree.py:7)", NULL, 0, "pkg.tree:Tree.walk" },
                                         { NULL } });
  assert_aligned (full, (const Named[]){ { "<module>", "/b/pkg/tree.py", 1, "pkg.tree:<module>" },
                                         { "Tree.walk", "/b/pkg/tree.py", 7, "pkg.tree:Tree.walk" },
                                         { "<lambda>", "/b/pkg/other.py", 9, NULL },
                                         { NULL } });
  assert_aligned (full,
                  (const Named[]){ { "/b/pkg/tree.py:<module>:1", NULL, 0, "pkg.tree:<module>" },
                                   { "/b/pkg/tree.py:walk:9", NULL, 0, "pkg.tree:Tree.walk" },
                                   { NULL } });
  assert_aligned (full,
                  (const Named[]){ { "/b/pkg/tree.py:1(<module>)", NULL, 0, "pkg.tree:<module>" },
                                   { "/b/pkg/tree.py:7(walk)", NULL, 0, "pkg.tree:Tree.walk" },
                                   { NULL } });
}

TEST ("/name-align/native")
{
  assert_aligned (
      (const Named[]){
          { "m:<module>", "m.py", 1, NULL },
          { "m:C.f", "m.py", 2, NULL },
          { "<builtins.len>", NULL, 0, "builtins.len" },
          { "<deque.pop>", NULL, 0, "deque.pop" },
          { "<frozen_importlib._bootstrap>:_load", NULL, 0, "<frozen importlib._bootstrap>:_load" },
          { NULL } },
      (const Named[]){ { "m:<module>", "/b/m.py", 1, NULL },
                       { "m:f", "/b/m.py", 2, "m:C.f" },
                       { "{built-in method builtins.len}", NULL, 0, "builtins.len" },
                       { "{method 'pop' of 'collections.deque' objects}", NULL, 0, "deque.pop" },
                       { "<frozen importlib._bootstrap>:_load", NULL, 0, NULL },
                       { NULL } });
}

/* callgrind writes parameters and the type of an instance; perf and uftrace do not; uftrace does
 * not even write template arguments. */
TEST ("/name-align/cpp")
{
  const Named callgrind[] = {
    { "geo::sum(std::vector<int, std::allocator<int> > const&)", NULL, 0, "geo::sum" },
    { "geo::sum(std::vector<double, std::allocator<double> > const&)", NULL, 0, "geo::sum" },
    { "(anonymous namespace)::Shape::area(int) const", NULL, 0,
      "(anonymous namespace)::Shape::area" },
    { "main::{lambda(int)#1}::operator()(int) const", NULL, 0, "main::{lambda(int)}::operator()" },
    { "main", NULL, 0, NULL },
    { "only::here(int)", NULL, 0, NULL },
    { NULL }
  };

  assert_aligned (callgrind,
                  (const Named[]){ { "geo::sum", NULL, 0, NULL },
                                   { "(anonymous namespace)::Shape::area", NULL, 0, NULL },
                                   { "main::{lambda(int)#1}::operator()", NULL, 0,
                                     "main::{lambda(int)}::operator()" },
                                   { "main", NULL, 0, NULL },
                                   { NULL } });
  assert_aligned (
      (const Named[]){ { "double geo::twice<double>(double, int)", NULL, 0, "geo::twice<double>" },
                       { "geo::Box<int>::Box(int)", NULL, 0, "geo::Box<int>::Box" },
                       { NULL } },
      (const Named[]){ { "geo::twice<double>", NULL, 0, NULL },
                       { "geo::Box<int>::Box", NULL, 0, NULL },
                       { NULL } });
  assert_aligned (
      (const Named[]){
          { "double geo::twice<double>(double, int)", NULL, 0, "geo::twice" },
          { "geo::Box<std::vector<int> >::Box(int)", NULL, 0, "geo::Box::Box" },
          { "bool geo::operator< <int>(geo::Box<int> const&)", NULL, 0, "geo::operator<" },
          { "bool geo::operator!=<int>(geo::Box<int> const&)", NULL, 0, "geo::operator!=" },
          { NULL } },
      (const Named[]){ { "geo::twice", NULL, 0, NULL },
                       { "geo::Box::Box", NULL, 0, NULL },
                       { "geo::operator<", NULL, 0, NULL },
                       { "geo::operator!=", NULL, 0, NULL },
                       { NULL } });
}

/* With one recorder, a function that became a method and a new overload keep their labels. */
TEST ("/name-align/left-alone")
{
  assert_aligned ((const Named[]){ { "m:<module>", "m.py", 1, NULL },
                                   { "m:f", "m.py", 2, NULL },
                                   { "m:C.g", "m.py", 5, NULL },
                                   { NULL } },
                  (const Named[]){ { "m:<module>", "m.py", 1, NULL },
                                   { "m:C.f", "m.py", 2, NULL },
                                   { "m:C.g", "m.py", 5, NULL },
                                   { NULL } });
  assert_aligned (
      (const Named[]){ { "a::f(int)", NULL, 0, NULL }, { "a::g(int)", NULL, 0, NULL }, { NULL } },
      (const Named[]){
          { "a::f(double)", NULL, 0, NULL }, { "a::g(int)", NULL, 0, NULL }, { NULL } });
  assert_aligned ((const Named[]){ { "a::f", NULL, 0, NULL }, { "b", NULL, 0, NULL }, { NULL } },
                  (const Named[]){ { "b::f", NULL, 0, NULL }, { "b", NULL, 0, NULL }, { NULL } });
  assert_aligned ((const Named[]){ { "main", NULL, 0, NULL }, { NULL } },
                  (const Named[]){ { "github.com/a/b.(*T).main", NULL, 0, NULL },
                                   { "RegExp: ^(a)", NULL, 0, NULL },
                                   { NULL } });
}

static void
assert_without (const char *label, gboolean templates, const char *expected)
{
  ASSERT_TEXT (cyan_name_without_parameters (label, templates, FALSE), expected);
}

TEST ("/name-align/parts")
{
  static const char *const hostile[] = { "",     "(",    ")",    "()", "operator",  "operator()",
                                         "<>()", "a<b(", ">(",   ":",  "a:",        ":a",
                                         "::",   ".py(", ".py:", " (", "{method '", "<frozen >",
                                         "{}",   "<.>",  "a>)",  "()" };

  assert_without ("operator new(unsigned long)", FALSE, "operator new");
  assert_without ("a::operator()", FALSE, "a::operator()");
  assert_without ("a::operator()(int)", FALSE, "a::operator()");
  assert_without ("a::operator bool() const", FALSE, "a::operator bool");
  assert_without ("a::f(int) const&", FALSE, "a::f");
  assert_without ("a::operator-><int>(int)", TRUE, "a::operator->");
  assert_without ("a<b", TRUE, "a<b");
  ASSERT_TEXT (
      cyan_name_without_parameters (
          "(anonymous namespace)::f(int) const::{lambda(int)}::operator()(int) const", TRUE, TRUE),
      "(anonymous namespace)::f::{lambda}::operator()");
  ASSERT_TEXT (
      cyan_name_without_parameters ("(anonymous namespace)::f::$_::operator()", TRUE, TRUE),
      "(anonymous namespace)::f::{lambda}::operator()");
  ASSERT_TEXT (cyan_name_without_parameters ("a<b>(c)::f::'lambda'(int)::operator()", FALSE, TRUE),
               "a<b>::f::{lambda}::operator()");
  g_assert_false (cyan_name_has_parameters ("(anonymous namespace)"));
  g_assert_false (cyan_name_has_parameters ("(garbage collector)"));
  g_assert_false (cyan_name_has_parameters ("parse (view.js)"));
  g_assert_true (cyan_name_has_parameters ("java.lang.String.valueOf(Object)"));
  g_assert_false (cyan_name_has_templates ("a::operator<"));
  for (guint i = 0; i < G_N_ELEMENTS (hostile) * G_N_ELEMENTS (hostile); i++)
    for (guint j = 0; j < G_N_ELEMENTS (hostile); j++)
      {
        g_autofree char *label = g_strconcat (hostile[i / G_N_ELEMENTS (hostile)], hostile[j],
                                              hostile[i % G_N_ELEMENTS (hostile)], NULL);
        g_autofree char *native = cyan_python_native_name (label);
        g_autofree char *plain = cyan_name_without_parameters (label, TRUE, TRUE);
        CyanPythonLabel python;

        cyan_python_label_read (&python, label, ".py");
        cyan_python_label_read (&python, label, label);
        g_assert_cmpuint (strlen (plain), <=, strlen (label));
        g_assert_true (native == NULL || strlen (native) <= strlen (label));
        cyan_name_has_templates (label);
        cyan_name_has_parameters (label);
      }
}
