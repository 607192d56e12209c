/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How names of profiles are read, and which definitions they fit. */
#include "cyan-function-name.h"

static void
assert_parts (const char *text, const char *expected)
{
  g_auto (CyanFunctionName) name = { 0 };
  g_autofree char *joined = NULL;

  cyan_function_name_init (&name, text);
  joined = g_strjoinv ("|", name.parts);
  g_assert_cmpstr (joined, ==, expected);
}

static void
test_parts (void)
{
  assert_parts ("foo", "foo");
  assert_parts ("foo.isra.0", "foo");
  assert_parts ("foo.constprop.0.part.1", "foo");
  assert_parts ("foo.cold", "foo");
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

static CyanNameFit
fit (const char *text, const char *tag, const char *scope)
{
  g_auto (CyanFunctionName) name = { 0 };

  cyan_function_name_init (&name, text);
  return cyan_function_name_fit (&name, tag, scope);
}

static void
test_fit (void)
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

static gboolean
fits_path (const char *text, const char *path)
{
  g_auto (CyanFunctionName) name = { 0 };

  cyan_function_name_init (&name, text);
  return cyan_function_name_fits_path (&name, path);
}

static void
test_module (void)
{
  g_assert_true (fits_path ("foo", "any/where.c"));
  g_assert_true (fits_path ("pytree:Node.clone", "src/blib2to3/pytree.py"));
  g_assert_true (fits_path ("blib2to3.pytree:Node.clone", "src/blib2to3/pytree.py"));
  g_assert_true (fits_path ("lark:Lark", "lark/__init__.py"));
  g_assert_true (fits_path ("lark.__init__:Lark", "lark/__init__.py"));
  g_assert_true (fits_path ("__main__:run", "tool.py"));
  g_assert_false (fits_path ("copy:deepcopy", "src/util.py"));
  g_assert_false (fits_path ("a.pytree:clone", "b/pytree.py"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/function-name/parts", test_parts);
  g_test_add_func ("/source/function-name/fit", test_fit);
  g_test_add_func ("/source/function-name/module", test_module);
  return g_test_run ();
}
