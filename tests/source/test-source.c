/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a function's name in a profile to its lines, and whether these changed. */
#include "cyan-change.h"
#include "cyan-function-compare.h"
#include "cyan-function-text.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

#include <string.h>

#include "cyan-error.h"
#include "find.h"
#include "tests.h"
#include "tree.h"

TEST ("/source/find/c")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "src/a.c",
              "static int helper (void);\n"            /* 1 */
              "\n"                                     /* 2 */
              "/* Helps. */\n"                         /* 3 */
              "static int\n"                           /* 4 */
              "helper (void)\n"                        /* 5 */
              "{\n"                                    /* 6 */
              "  return 1;\n"                          /* 7 */
              "}\n"                                    /* 8 */
              "int one (void) { return helper (); }\n" /* 9 */
              "#define X 1\n"                          /* 10 */
              "unsigned long\n"                        /* 11 */
              "two (int a,\n"                          /* 12 */
              "     int b)\n"                          /* 13 */
              "{\n"                                    /* 14 */
              "  if (a) { return b; }\n"               /* 15 */
              "  return X;\n"                          /* 16 */
              "}\n",                                   /* 17 */
              -1);
  tree_write (tree, "src/b.c", "static int\nhelper (void)\n{\n  return 2;\n}\n", -1);
  tree_write (tree, "lib/b.c", "static int\nhelper (void)\n{\n  return 3;\n}\nint lib;\n", -1);

  ASSERT_FIND (location, "two", NULL, 0, "src/a.c:11-17");
  ASSERT_FIND (location, "two", "?", 0, "src/a.c:11-17");
  ASSERT_FIND (location, "one", "src/a.c", 9, "src/a.c:9-9");
  ASSERT_FIND (location, "two", "src/a.c", 16, "src/a.c:11-17");
  ASSERT_FIND (location, "two", "src/a.c", 0, "src/a.c:11-17");
  /* The file decides between functions of one name, whatever precedes its path. */
  ASSERT_FIND (location, "helper", "src/a.c", 5, "src/a.c:4-8");
  ASSERT_FIND (location, "helper", "/home/me/build/../src/b.c", 2, "src/b.c:1-5");
  ASSERT_FIND (location, "helper", "./lib/b.c", 4, "lib/b.c:1-5");
  ASSERT_FIND (location, "helper", "C:\\work\\lib\\b.c", 4, "lib/b.c:1-5");
  ASSERT_FIND (location, "helper", "a.c", 5, "src/a.c:4-8");
  /* A wrong line, an invalid name. */
  ASSERT_FIND (location, "helper", "src/a.c", 16, "src/a.c:4-8");
  ASSERT_FIND (location, "", "src/a.c", 7, "src/a.c:4-8");
  ASSERT_FIND (location, "_ZL6helperv", "src/a.c", 7, "src/a.c:4-8");
  /* Ambiguous names are never guessed. */
  ASSERT_FIND (location, "helper", NULL, 0,
               "helper: defined 3 times: lib/b.c:2, src/a.c:5, src/b.c:2");
  ASSERT_FIND (location, "helper", "b.c", 2, "helper: defined 2 times: lib/b.c:2, src/b.c:2");
  ASSERT_FIND (location, "other", "src/a.c", 2, "other: no such function in src/a.c");
  ASSERT_FIND (location, "memcpy", NULL, 0, "memcpy: not in the source folder");
  ASSERT_FIND (location, "lib::two", NULL, 0, "lib::two: not in the source folder");
  ASSERT_FIND (location, "memcpy", "/usr/src/memcpy.S", 3,
               "/usr/src/memcpy.S: not in the source folder");
  ASSERT_FIND (location, NULL, NULL, 0, "(no name): not in the source folder");
  ASSERT_FIND (location, "a\nb", "c\nd", 1, "c d: not in the source folder");
  tree_free (tree);
}

TEST ("/source/find/many-candidates")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  for (char c = 'a'; c < 'g'; c++)
    {
      char path[] = { c, '.', 'c', '\0' };

      tree_write (tree, path, "int main (void) { return 0; }\n", -1);
    }
  ASSERT_FIND (location, "main", NULL, 0, "main: defined 6 times: a.c:1, b.c:1, c.c:1, d.c:1, ...");
  tree_free (tree);
}

TEST ("/source/find/cpp")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "k.hpp",
              "namespace ns {\n"                           /* 1 */
              "class K {\n"                                /* 2 */
              "public:\n"                                  /* 3 */
              "  int m (int a) const { return a; }\n"      /* 4 */
              "  int n (int a);\n"                         /* 5 */
              "  bool operator< (const K &o) const\n"      /* 6 */
              "  { return false; }\n"                      /* 7 */
              "  template <class T>\n"                     /* 8 */
              "  T t (T a) { return a; }\n"                /* 9 */
              "};\n"                                       /* 10 */
              "class L { int m (int a) { return a; } };\n" /* 11 */
              "}\n"                                        /* 12 */
              "int m (int a) { return a; }\n",             /* 13 */
              -1);
  tree_write (tree, "k.cc",
              "#include \"k.hpp\"\n"                        /* 1 */
              "int ns::K::n (int a)\n"                      /* 2 */
              "{\n"                                         /* 3 */
              "  auto l = [] (int b) { return b; };\n"      /* 4 */
              "  return l (a);\n"                           /* 5 */
              "}\n"                                         /* 6 */
              "namespace { int hidden () { return 1; } }\n" /* 7 */
              "int over (int a) { return a; }\n"            /* 8 */
              "int over (double a) { return 0; }\n",        /* 9 */
              -1);
  ASSERT_FIND (location, "ns::K::m(int) const", NULL, 0, "k.hpp:4-4");
  ASSERT_FIND (location, "ns::L::m(int)", NULL, 0, "k.hpp:11-11");
  ASSERT_FIND (location, "m(int)", NULL, 0, "k.hpp:13-13");
  ASSERT_FIND (location, "ns::K::n(int)", NULL, 0, "k.cc:2-6");
  ASSERT_FIND (location, "ns::K::operator<(ns::K const&) const", NULL, 0, "k.hpp:6-7");
  ASSERT_FIND (location, "int ns::K::t<int>(int)", NULL, 0, "k.hpp:8-9");
  ASSERT_FIND (location, "(anonymous namespace)::hidden()", NULL, 0, "k.cc:7-7");
  ASSERT_FIND (location, "ns::K::n(int)::{lambda(int)#1}::operator()(int) const", "k.cc", 4,
               "k.cc:2-6");
  ASSERT_FIND (location, "over(double)", "k.cc", 9, "k.cc:9-9");
  ASSERT_FIND (location, "over(double)", NULL, 0, "k.cc:9-9");
  ASSERT_FIND (location, "over", NULL, 0, "over: defined 2 times: k.cc:8, k.cc:9");
  ASSERT_FIND (location, "std::m(int)", NULL, 0, "std::m(int): not in the source folder");
  tree_free (tree);
}

TEST ("/source/find/python")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "src/pkg/tree.py",
              "import x\n"                                /* 1 */
              "@decorate\n"                               /* 2 */
              "@more (1,\n"                               /* 3 */
              "   2)\n"                                   /* 4 */
              "def outer (a,\n"                           /* 5 */
              "           b):\n"                          /* 6 */
              "    '''Says\n"                             /* 7 */
              "much.'''\n"                                /* 8 */
              "    def inner (c):\n"                      /* 9 */
              "        return c\n"                        /* 10 */
              "# at the margin\n"                         /* 11 */
              "    return [x for x in (\n"                /* 12 */
              "1, 2)]\n"                                  /* 13 */
              "\n"                                        /* 14 */
              "# of what follows\n"                       /* 15 */
              "class Node:\n"                             /* 16 */
              "    @property\n"                           /* 17 */
              "    def value (self): return 1\n"          /* 18 */
              "\n"                                        /* 19 */
              "    @value.setter\n"                       /* 20 */
              "    def value (self, v):\n"                /* 21 */
              "        self.v = v\n"                      /* 22 */
              "\n"                                        /* 23 */
              "    async def clone (self):\n"             /* 24 */
              "        return Node ()\n"                  /* 25 */
              "    # the end\n"                           /* 26 */
              "class Leaf:\n"                             /* 27 */
              "    def clone (self):\n"                   /* 28 */
              "        return sorted (1, key=lambda x:\n" /* 29 */
              "           x)\n",                          /* 30 */
              -1);
  tree_write (tree, "src/pkg/__init__.py", "def clone ():\n    pass\n", -1);

  /* The interpreter reports the line of the first decorator. */
  ASSERT_FIND (location, "pkg.tree:outer", "src/pkg/tree.py", 2, "src/pkg/tree.py:2-13");
  ASSERT_FIND (location, "pkg.tree:outer", NULL, 0, "src/pkg/tree.py:2-13");
  ASSERT_FIND (location, "pkg.tree:outer.<locals>.inner", "src/pkg/tree.py", 9,
               "src/pkg/tree.py:9-10");
  ASSERT_FIND (location, "pkg.tree:outer.<locals>.<listcomp>", "src/pkg/tree.py", 12,
               "src/pkg/tree.py:2-13");
  ASSERT_FIND (location, "tree:Node.clone", NULL, 0, "src/pkg/tree.py:24-25");
  ASSERT_FIND (location, "tree:Leaf.clone", "/a/site-packages/pkg/tree.py", 28,
               "src/pkg/tree.py:28-30");
  ASSERT_FIND (location, "tree:Leaf.clone.<locals>.<lambda>", "src/pkg/tree.py", 29,
               "src/pkg/tree.py:28-30");
  ASSERT_FIND (location, "clone", "src/pkg/tree.py", 25, "src/pkg/tree.py:24-25");
  ASSERT_FIND (location, "pkg:clone", NULL, 0, "src/pkg/__init__.py:1-2");
  ASSERT_FIND (location, "pkg.__init__:clone", NULL, 0, "src/pkg/__init__.py:1-2");
  ASSERT_FIND (location, "tree:Node.value", "src/pkg/tree.py", 17, "src/pkg/tree.py:17-18");
  ASSERT_FIND (location, "tree:Node.value", "src/pkg/tree.py", 21, "src/pkg/tree.py:20-22");
  ASSERT_FIND (location, "tree:Node.value", NULL, 0,
               "tree:Node.value: defined 2 times: src/pkg/tree.py:18, src/pkg/tree.py:21");
  ASSERT_FIND (location, "tree:Node", "src/pkg/tree.py", 16, "src/pkg/tree.py:16-25");
  ASSERT_FIND (location, "pkg.tree:<module>", "src/pkg/tree.py", 1, "src/pkg/tree.py:1-30");
  ASSERT_FIND (location, "pkg.tree:<module>", NULL, 0, "src/pkg/tree.py:1-30");
  ASSERT_FIND (location, "copy:outer", NULL, 0, "copy:outer: not in the source folder");
  ASSERT_FIND (location, "<builtins.exec>", "?", 0, "<builtins.exec>: not in the source folder");
  ASSERT_FIND (location, "<frozen_importlib._bootstrap>:_find_and_load",
               "<frozen_importlib._bootstrap>", 1167,
               "<frozen_importlib._bootstrap>: not in the source folder");
  tree_free (tree);
}

static CyanFunctionText *
find_text (const char *tree, const char *path, const char *name, const char *text)
{
  g_autoptr (CyanSourceLocation) location = NULL;
  CyanFunctionQuery query = { name, path, 0 };
  CyanFunctionText *found;

  tree_write (tree, path, text, -1);
  location = find_open (tree);
  found = cyan_source_location_find (location, &query, NULL, NULL);
  g_assert_nonnull (found);
  return found;
}

static guint64
hash_of (const CyanFunctionText *text)
{
  GString *form = cyan_function_text_normalise (text, NULL);
  guint64 hash = cyan_function_text_hash_form (form);

  g_string_free (form, TRUE);
  return hash;
}

static void
assert_change (const char *path, const char *before, const char *after, CyanChange expected)
{
  char *tree = tree_new ();
  g_autoptr (CyanFunctionText) a = find_text (tree, path, "f", before);
  g_autoptr (CyanFunctionText) b = find_text (tree, path, "f", after);

  g_assert_cmpint (cyan_function_text_compare (a, b), ==, expected);
  g_assert_cmpint (cyan_function_text_compare (b, a), ==, expected);
  g_assert_cmpint (cyan_function_text_compare (a, a), ==, CYAN_CHANGE_UNMODIFIED);
  g_assert_cmpint (cyan_function_text_compare (a, NULL), ==, CYAN_CHANGE_UNKNOWN);
  g_assert_true ((hash_of (a) == hash_of (b)) == (expected != CYAN_CHANGE_MODIFIED));
  tree_free (tree);
}

TEST ("/source/text/change")
{
  assert_change ("a.c", "int f(int a){return a;}\n",
                 "int other;\n/* New. */\nint\nf (int a) // say\n{\n  return a;\n}\n",
                 CYAN_CHANGE_REFORMATTED);
  assert_change ("a.c", "int f(int a){return a;}\n", "int other;\n\nint f(int a){return a;}\n",
                 CYAN_CHANGE_UNMODIFIED);
  assert_change ("a.c", "int\nf (int a)\n{\n  return a;\n}\n",
                 "long\nf (int a)\n{\n  return a;\n}\n", CYAN_CHANGE_MODIFIED);
  assert_change ("a.c", "int\nf (int a)\n{\n  return a;\n}\n",
                 "int\nf (int a)\n{\n  return -a;\n}\n", CYAN_CHANGE_MODIFIED);
  assert_change ("a.c", "char *f () { return \"\xe9\"; }\n", "char *f () { return \"\xe8\"; }\n",
                 CYAN_CHANGE_MODIFIED);
  assert_change ("a.py", "def f(a):\n  return a\n",
                 "import b\ndef f( a ): # say\n\n      return a\n", CYAN_CHANGE_REFORMATTED);
  assert_change ("a.py", "@cache\ndef f(a):\n  return a\n", "def f(a):\n  return a\n",
                 CYAN_CHANGE_MODIFIED);
  assert_change ("a.py", "def f(a):\n  if a:\n    b()\n    c()\n",
                 "def f(a):\n  if a:\n    b()\n  c()\n", CYAN_CHANGE_MODIFIED);
  assert_change ("a.go", "package a\nfunc f() int {\n  return 1\n}\n",
                 "package a\nfunc f() int {\n  return 1 // one\n}\n", CYAN_CHANGE_REFORMATTED);
}

/* In a language with unknown comments a difference means nothing. */
TEST ("/source/text/change-unknown")
{
  char path[] = "a.forth";
  CyanFunctionText before = { .refs = 1,
                              .path = path,
                              .file_text = g_ref_string_new (": f 1 ;\n"),
                              .first_line = 1,
                              .last_line = 1 };
  CyanFunctionText after = { .refs = 1,
                             .path = path,
                             .file_text = g_ref_string_new (": f ( -- n ) 1 ;\n"),
                             .first_line = 1,
                             .last_line = 1 };

  g_assert_cmpint (cyan_function_text_compare (&before, &after), ==, CYAN_CHANGE_UNKNOWN);
  g_assert_cmpint (cyan_function_text_compare (&before, &before), ==, CYAN_CHANGE_UNMODIFIED);
  g_ref_string_release (before.file_text);
  g_ref_string_release (after.file_text);
}

/* Profiles contain these numbers: if they change, CYAN_BODY_HASH_MAKE must change too. */
TEST ("/source/text/hash")
{
  char *tree = tree_new ();
  g_autoptr (CyanFunctionText) c = find_text (tree, "a.c", "f", "int f(int a) { return a; }\n");
  g_autoptr (CyanFunctionText) python = find_text (tree, "a.py", "f", "def f(a):\n  return a\n");

  g_assert_cmphex (hash_of (c), ==, G_GUINT64_CONSTANT (0xeb567c282c6b361));
  g_assert_cmphex (hash_of (python), ==, G_GUINT64_CONSTANT (0x3d62e68db9d754bc));
  tree_free (tree);
}

TEST ("/source/text/body")
{
  char *tree = tree_new ();
  g_autoptr (CyanFunctionText) text =
      find_text (tree, "a.c", "f", "int a;\r\nint\r\nf (void)\r\n{\r\n  return 1;\r\n}");

  ASSERT_TEXT (cyan_function_text_body (text), "int\nf (void)\n{\n  return 1;\n}");
  g_assert_cmpstr (text->file_text, ==, "int a;\nint\nf (void)\n{\n  return 1;\n}");
  tree_free (tree);
}

/* One bad file does not hide the others. */
TEST ("/source/find/hostile-files")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);
  g_autofree char *deep = g_malloc (200001);
  g_autofree char *reason = NULL;

  tree_write (tree, "binary.c", "int f (void)\0{}", 15);
  tree_write (tree, "good.c", "int g (void) { return 1; }\n", -1);
  memset (deep, '{', 200000);
  deep[200000] = '\0';
  tree_write (tree, "deep.c", deep, -1);
  memset (deep, '(', 200000);
  tree_write (tree, "deep.py", deep, -1);
  memset (deep, 'x', 200000);
  tree_write (tree, "line.c", deep, -1);
  ASSERT_FIND (location, "g", NULL, 0, "good.c:1-1");
  ASSERT_FIND (location, "f", "binary.c", 1, "binary.c: not a text file");
  /* The number of nested levels that ctags can read does not matter. */
  reason = find_function (location, "f", NULL, 0);
  g_assert_true (g_str_has_prefix (reason, "f: not in the source folder, where "));
  g_assert_true (g_str_has_suffix (reason, "could not be read"));
  tree_free (tree);
}

static gpointer
ask (gpointer data)
{
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);
      g_autofree char *path = g_strdup_printf ("%u.c", i);
      g_autofree char *expected = g_strdup_printf ("%u.c:1-1", i);

      ASSERT_FIND (data, name, i % 2 > 0 ? path : NULL, i % 2, expected);
    }
  return NULL;
}

TEST ("/source/find/threads")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);
  GThread *threads[4];

  for (int i = 0; i < 100; i++)
    {
      g_autofree char *path = g_strdup_printf ("%d.c", i);
      g_autofree char *text = g_strdup_printf ("int f%d (void) { return 1; }\n", i);

      tree_write (tree, path, text, -1);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("ask", ask, location);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  tree_free (tree);
}

static gboolean
stop_later (double fraction, const char *what, gpointer data)
{
  return ++*(int *) data < 5;
}

TEST ("/source/find/cancel")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);
  CyanFunctionQuery query = { "f", NULL, 0 };
  int n = 0;
  CyanTick tick = CYAN_TICK_INIT (stop_later, &n);

  for (char c = 'a'; c < 'g'; c++)
    {
      char path[] = { c, '.', 'c', '\0' };

      tree_write (tree, path, c == 'f' ? "int f (void) { return 0; }\n" : "int x;\n", -1);
    }
  MUST_FAIL (CYAN_ERROR_CANCELLED, "*",
             cyan_source_location_find (location, &query, &tick, &failure));
  ASSERT_FIND (location, "f", NULL, 0, "f.c:1-1");
  tree_free (tree);
}
