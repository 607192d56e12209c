/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs of functions, for small trees on both sides, with the changes as text.
 *
 * Each change is a line: its result, "*" if the body changed, the location before, the location
 * after.  Each case is checked in both directions: with the sides swapped, added becomes deleted.
 */
#include "cyan-function-changes.h"

#include <string.h>

#include "cyan-error.h"
#include "tests.h"
#include "tree.h"

/* Bodies that are long enough to be recognised. */
#define LONG_BODY                                                                                  \
  "{\n  int sum = 0;\n  for (int i = 0; i < n; i++)\n    {\n      sum += i * i;\n      if (sum > " \
  "1000)\n"                                                                                        \
  "        sum -= 7;\n    }\n  return sum;\n}\n"
#define LONG_BODY_EDITED                                                                           \
  "{\n  int sum = 0;\n  for (int i = 0; i < n; i++)\n    {\n      sum += i * i;\n      if (sum > " \
  "2000)\n"                                                                                        \
  "        sum -= 7;\n    }\n  return sum;\n}\n"

typedef struct
{
  const char *path;
  const char *text;
} File;

static char *
write_tree (const File *files)
{
  char *tree = tree_new ();

  for (guint i = 0; files[i].path != NULL; i++)
    tree_write (tree, files[i].path, files[i].text, -1);
  return tree;
}

static CyanFunctionChanges *
find_changes (const char *before, const char *after, gboolean all)
{
  g_autoptr (CyanSourceLocation) one = cyan_source_location_open (before, NULL);
  g_autoptr (CyanSourceLocation) other = cyan_source_location_open (after, NULL);
  CyanFunctionChanges *changes = MUST (cyan_function_changes_new (one, other, all, NULL, &failure));

  return changes;
}

static void
append_location (GString *out, const CyanFunctionChange *change, guint side)
{
  if (change->path[side] == NULL)
    {
      g_assert_null (change->name[side]);
      g_assert_cmphex (change->hash[side], ==, 0);
      g_string_append (out, " -");
      return;
    }
  g_assert_cmpuint (change->first_line[side], >=, 1);
  g_assert_cmpuint (change->last_line[side], >=, change->first_line[side]);
  g_assert_cmphex (change->hash[side], !=, 0);
  g_string_append_printf (out, " %s@%s:%u", change->name[side], change->path[side],
                          change->first_line[side]);
}

static gint
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* @swapped: as if the sides were exchanged. */
static char *
changes_to_text (const CyanFunctionChanges *changes, gboolean swapped)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < changes->changes->len; i++)
    {
      const CyanFunctionChange *change = g_ptr_array_index (changes->changes, i);
      CyanFunctionFate fate = change->fate;
      GString *line;

      if (swapped && fate <= CYAN_FUNCTION_DELETED)
        fate = fate == CYAN_FUNCTION_ADDED ? CYAN_FUNCTION_DELETED : CYAN_FUNCTION_ADDED;
      line = g_string_new (cyan_function_fate_names[fate]);
      if (change->path[0] != NULL && change->path[1] != NULL)
        g_assert_true ((change->hash[0] == change->hash[1])
                       == (change->change != CYAN_CHANGE_MODIFIED));
      else
        g_assert_cmpint (change->change, ==, CYAN_CHANGE_UNKNOWN);
      if (change->change == CYAN_CHANGE_MODIFIED)
        g_string_append_c (line, '*');
      append_location (line, change, swapped);
      append_location (line, change, !swapped);
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* Every function of a side is in exactly one change; comparing a tree with itself lists them. */
static void
assert_complete (const char *tree, const CyanFunctionChanges *changes, guint side)
{
  g_autoptr (CyanFunctionChanges) own = find_changes (tree, tree, TRUE);
  g_autoptr (GPtrArray) listed = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) expected = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < changes->changes->len; i++)
    {
      const CyanFunctionChange *change = g_ptr_array_index (changes->changes, i);

      if (change->path[side] != NULL)
        g_ptr_array_add (listed, g_strdup_printf ("%s:%u-%u %s", change->path[side],
                                                  change->first_line[side], change->last_line[side],
                                                  change->name[side]));
    }
  for (guint i = 0; i < own->changes->len; i++)
    {
      const CyanFunctionChange *change = g_ptr_array_index (own->changes, i);

      g_assert_cmpint (change->fate, ==, CYAN_FUNCTION_UNMODIFIED);
      g_assert_cmpstr (change->name[0], ==, change->name[1]);
      g_assert_cmpuint (change->first_line[0], ==, change->first_line[1]);
      g_ptr_array_add (expected,
                       g_strdup_printf ("%s:%u-%u %s", change->path[0], change->first_line[0],
                                        change->last_line[0], change->name[0]));
    }
  g_ptr_array_sort (listed, compare_lines);
  g_ptr_array_sort (expected, compare_lines);
  g_assert_cmpuint (listed->len, ==, expected->len);
  for (guint i = 0; i < listed->len; i++)
    g_assert_cmpstr (g_ptr_array_index (listed, i), ==, g_ptr_array_index (expected, i));
}

/* @expected is sorted and includes unmodified functions. */
static void
assert_changes (const File *before, const File *after, const char *expected)
{
  char *one = write_tree (before), *other = write_tree (after);
  g_autoptr (CyanFunctionChanges) changes = find_changes (one, other, TRUE);
  g_autoptr (CyanFunctionChanges) back = find_changes (other, one, TRUE);
  g_autoptr (CyanFunctionChanges) few = find_changes (one, other, FALSE);

  ASSERT_TEXT (changes_to_text (changes, FALSE), expected);
  ASSERT_TEXT (changes_to_text (back, TRUE), expected);
  assert_complete (one, changes, 0);
  assert_complete (other, changes, 1);
  for (guint i = 0; i < few->changes->len; i++)
    g_assert_cmpint (((CyanFunctionChange *) g_ptr_array_index (few->changes, i))->fate, <,
                     CYAN_FUNCTION_REFORMATTED);
  g_assert_cmpuint (few->changes->len + changes->n_reformatted + changes->n_unmodified, ==,
                    changes->changes->len);
  tree_free (one);
  tree_free (other);
}

#define FILES(...)                                                                                 \
  (const File[])                                                                                   \
  {                                                                                                \
    __VA_ARGS__,                                                                                   \
    {                                                                                              \
      NULL, NULL                                                                                   \
    }                                                                                              \
  }

TEST ("/source/function-changes/same")
{
  const File *files = FILES ({ "a.c", "int f (int n)\n" LONG_BODY "int g (int n)\n" LONG_BODY },
                             { "b.py", "class C:\n  def m(self):\n    return 1\n" });

  assert_changes (files, files,
                  "unmodified C.m@b.py:2 C.m@b.py:2\n"
                  "unmodified f@a.c:1 f@a.c:1\n"
                  "unmodified g@a.c:12 g@a.c:12");
}

TEST ("/source/function-changes/equal-files")
{
  char *one = write_tree (
      FILES ({ "a.c", "int f () { return 1; }\n" }, { "b.c", "int g () { return 1; }\n" }));
  char *other = write_tree (FILES ({ "a.c", "int f () { return 1; }\n" },
                                   { "b.c", "int g () { return 2; }\nint h () { return 1; }\n" }));
  g_autoptr (CyanFunctionChanges) changes = find_changes (one, other, FALSE);

  ASSERT_TEXT (changes_to_text (changes, FALSE), "added - h@b.c:2\nmodified* g@b.c:1 g@b.c:1");
  g_assert_cmpuint (changes->n_equal_files, ==, 1);
  g_assert_cmpuint (changes->n_unmodified, ==, 0);
  g_assert_cmpuint (changes->unread->len, ==, 0);
  tree_free (one);
  tree_free (other);
}

TEST ("/source/function-changes/white-space")
{
  assert_changes (
      FILES ({ "a.c", "int f(int a){return a;}\n" }, { "a.py", "def f(a):\n  return a\n" }),
      FILES ({ "a.c", "/* New. */\nint\nf (int a) // say\n{\n  return a;\n}\n" },
             { "a.py", "# New.\n\ndef f( a ):\n\n    return a # so\n" }),
      "reformatted f@a.c:1 f@a.c:2\nreformatted f@a.py:1 f@a.py:3");
}

TEST ("/source/function-changes/modified")
{
  assert_changes (
      FILES ({ "a.c", "int f (int n)\n" LONG_BODY "int gone (void) { return 1; }\n" }),
      FILES ({ "a.c",
               "long new (long *p, int q) { return p[q]; }\nint f (int n)\n" LONG_BODY_EDITED }),
      "added - new@a.c:1\ndeleted gone@a.c:12 -\nmodified* f@a.c:1 f@a.c:2");
}

TEST ("/source/function-changes/moved")
{
  assert_changes (FILES ({ "a.c", "int f (int n)\n" LONG_BODY "int g (int n) { return n; }\n" },
                         { "main.c", "int main (void)\n" LONG_BODY }),
                  FILES ({ "a.c", "int g (int n) { return n; }\n" },
                         { "lib/b.c", "static int x;\nint f (int n)\n" LONG_BODY_EDITED },
                         { "other.c", "int main (void)\n{\n  puts (\"another program\");\n  exit "
                                      "(run (all) ? 0 : 1);\n}\n" }),
                  "added - main@other.c:1\n"
                  "deleted main@main.c:1 -\n"
                  "moved* f@a.c:1 f@lib/b.c:2\n"
                  "unmodified g@a.c:12 g@a.c:1");
  /* A whole file moved. */
  assert_changes (
      FILES ({ "a.c", "int f (int n) { return n; }\nint g (int n) { return -n; }\n" }),
      FILES ({ "src/a.c", "int f (int n) { return n; }\nint g (int n) { return -n; }\n" }),
      "moved f@a.c:1 f@src/a.c:1\nmoved g@a.c:2 g@src/a.c:2");
}

TEST ("/source/function-changes/renamed")
{
  assert_changes (FILES ({ "a.c", "int f (int n)\n" LONG_BODY }),
                  FILES ({ "a.c", "int g (int n)\n" LONG_BODY }), "renamed f@a.c:1 g@a.c:1");
  /* A recursive function has its own name in its body. */
  assert_changes (
      FILES ({ "a.c", "int f (int n)\n{\n  return n < 2 ? n : f (n - 1) + f (n - 2);\n}\n" },
             { "a.py", "class A:\n  def walk(self, tree):\n    for t in tree.children():\n      "
                       "self.walk(t)\n" }),
      FILES ({ "a.c", "int fib (int n)\n{\n  return n < 2 ? n : fib (n - 1) + fib (n - 2);\n}\n" },
             { "a.py", "class A:\n  def visit(self, tree):\n    for t in tree.children():\n      "
                       "self.visit(t)\n" }),
      "renamed A.walk@a.py:2 A.visit@a.py:2\nrenamed f@a.c:1 fib@a.c:1");
  assert_changes (FILES ({ "a.c", "int f (int n)\n" LONG_BODY }),
                  FILES ({ "b.c", "int g (int n)\n" LONG_BODY_EDITED }),
                  "renamed* f@a.c:1 g@b.c:1");
  /* The function in the same file is preferred. */
  assert_changes (
      FILES ({ "a.c", "int f (int n)\n" LONG_BODY }, { "b.c", "int g (int n)\n" LONG_BODY }),
      FILES ({ "a.c", "int k (int n)\n" LONG_BODY }, { "b.c", "int h (int n)\n" LONG_BODY }),
      "renamed f@a.c:1 k@a.c:1\nrenamed g@b.c:1 h@b.c:1");
  /* Of two functions, the one with the more similar body. */
  assert_changes (FILES ({ "a.c", "int f (int n)\n" LONG_BODY }),
                  FILES ({ "a.c", "int g (int n)\n" LONG_BODY_EDITED "int h (int n)\n" LONG_BODY }),
                  "added - g@a.c:1\nrenamed f@a.c:1 h@a.c:12");
}

/* Common short bodies are no evidence. */
TEST ("/source/function-changes/trivial-bodies")
{
  assert_changes (
      FILES ({ "a.c",
               "static gboolean on_key (GtkWidget *widget, GdkEvent *event, gpointer data)\n{\n  "
               "return 0;\n}\n"
               "int get_a (Box *box, int index, int other)\n{\n  return box->a[index];\n}\n" },
             { "a.py", "@property\ndef f(self, one, two, three):\n  return 0\n" }),
      FILES ({ "a.c",
               "static gboolean on_button (GtkWidget *widget, GdkEvent *event, gpointer data)\n{\n "
               " return 0;\n}\n"
               "int get_b (Box *box, int index, int other)\n{\n  return box->b[index];\n}\n" },
             { "a.py", "@property\ndef g(self, one, two, three):\n  return 0\n" }),
      "added - g@a.py:1\nadded - get_b@a.c:5\nadded - on_button@a.c:1\n"
      "deleted f@a.py:1 -\ndeleted get_a@a.c:5 -\ndeleted on_key@a.c:1 -");
}

TEST ("/source/function-changes/overloads")
{
  /* By body, in any order; then by parameters. */
  assert_changes (
      FILES ({ "a.cc", "int f (int a) { return a; }\nint f (char *a) { return *a; }\nint f (long "
                       "a, int b) { return b; }\n" }),
      FILES ({ "a.cc", "int f (char *a) { return *a; }\nint f () { return 0; }\nint f (int a) { "
                       "return -a; }\nint f (long a, int b) { return b; }\n" }),
      "added - f@a.cc:2\n"
      "modified* f@a.cc:1 f@a.cc:3\n"
      "unmodified f@a.cc:2 f@a.cc:1\n"
      "unmodified f@a.cc:3 f@a.cc:4");
  assert_changes (FILES ({ "a.py", "class A:\n  @property\n  def x(self):\n    return self._x\n  "
                                   "@x.setter\n  def x(self, v):\n    self._x = v\n" }),
                  FILES ({ "a.py", "class A:\n  @property\n  def x(self):\n    return self._x\n  "
                                   "@x.setter\n  def x(self, v):\n    self._x = int(v)\n" }),
                  "modified* A.x@a.py:5 A.x@a.py:5\nunmodified A.x@a.py:2 A.x@a.py:2");
}

TEST ("/source/function-changes/conditional-twins")
{
  assert_changes (
      FILES (
          { "a.c",
            "#ifdef FAST\nint f (int n)\n{\n  return table[n];\n}\n#else\nint f (int n)\n" LONG_BODY
            "#endif\n" }),
      FILES ({ "a.c", "#ifdef FAST\nint f (int n)\n{\n  return table[n];\n}\n#else\nint f (int "
                      "n)\n" LONG_BODY_EDITED "#endif\n" }),
      "modified* f@a.c:7 f@a.c:7\nunmodified f@a.c:2 f@a.c:2");
  /* The first is deleted, the second is edited. */
  assert_changes (
      FILES (
          { "a.c",
            "#ifdef FAST\nint f (int n)\n{\n  return table[n];\n}\n#else\nint f (int n)\n" LONG_BODY
            "#endif\n" }),
      FILES ({ "a.c", "int f (int n)\n" LONG_BODY_EDITED }),
      "deleted f@a.c:2 -\nmodified* f@a.c:7 f@a.c:1");
}

/* The number that ctags gives to something without a name depends on the text above it. */
TEST ("/source/function-changes/without-a-name")
{
  assert_changes (
      FILES (
          { "a.cc", "namespace { int f () { return 1; } }\nauto g = [] (int n) { return n; };\n" }),
      FILES ({ "a.cc", "namespace n { namespace { int h () { return 2; } } }\nnamespace { int f () "
                       "{ return 1; } }\n"
                       "auto g = [] (int n) { return n; };\n" }),
      "added - n::(anonymous)::h@a.cc:1\nunmodified (anonymous)::f@a.cc:1 (anonymous)::f@a.cc:2");
}

TEST ("/source/function-changes/46-unread")
{
  char *one = write_tree (
      FILES ({ "a.c", "int f () { return 1; }\n" }, { "b.c", "int g () { return 1; }\n" }));
  char *other = write_tree (FILES ({ "a.c", "int f () { return 2; }\n" }));
  g_autofree char *label = g_path_get_basename (other);
  g_autoptr (CyanFunctionChanges) changes = NULL;
  g_autofree char *text = NULL;
  g_autofree char *start = g_strconcat (label, ": b.c: ", NULL);

  tree_write (other, "b.c", "int g () { return 2; }\n\0\n", 25);
  changes = find_changes (one, other, FALSE);
  text = changes_to_text (changes, FALSE);
  /* Neither deleted nor unmodified, but unknown. */
  g_assert_cmpstr (text, ==, "modified* f@a.c:1 f@a.c:1");
  g_assert_cmpuint (changes->unread->len, ==, 1);
  g_assert_true (g_str_has_prefix (g_ptr_array_index (changes->unread, 0), start));
  tree_free (one);
  tree_free (other);
}

/* If no file can be read, the result must not be "no change". */
TEST ("/source/function-changes/46-nothing-read")
{
  char *tree = tree_new (), *other = tree_new ();
  g_autoptr (CyanSourceLocation) one = cyan_source_location_open (tree, NULL);
  g_autoptr (CyanSourceLocation) two = cyan_source_location_open (other, NULL);

  tree_write (tree, "a.c", "\0", 1);
  tree_write (other, "a.c", "\0\0", 2);
  MUST_FAIL (CYAN_ERROR_UNSUPPORTED, "*a.c*",
             cyan_function_changes_new (one, two, FALSE, NULL, &failure));
  tree_free (tree);
  tree_free (other);
}

/* Thousands of functions with one name do not take quadratic time. */
TEST ("/source/function-changes/many-namesakes")
{
  GString *one = g_string_new (NULL), *other = g_string_new (NULL);
  g_autoptr (CyanFunctionChanges) changes = NULL;
  char *before, *after;

  for (guint i = 0; i < 4000; i++)
    {
      g_string_append_printf (one, "int f (int n) { return n + %u; }\n", i);
      g_string_append_printf (other, "int f (int n) { return n - %u; }\n", i);
    }
  before = write_tree (FILES ({ "a.c", one->str }));
  after = write_tree (FILES ({ "a.c", other->str }));
  changes = find_changes (before, after, FALSE);
  g_assert_cmpuint (changes->changes->len, ==, 4000);
  for (guint i = 0; i < changes->changes->len; i++)
    {
      const CyanFunctionChange *change = g_ptr_array_index (changes->changes, i);

      g_assert_cmpint (change->fate, ==, CYAN_FUNCTION_MODIFIED);
      g_assert_cmpuint (change->first_line[0], ==, i + 1);
      g_assert_cmpuint (change->first_line[1], ==, i + 1);
    }
  tree_free (before);
  tree_free (after);
  g_string_free (one, TRUE);
  g_string_free (other, TRUE);
}

static gboolean
stop_at_once (double done, const char *what, gpointer data)
{
  return FALSE;
}

TEST ("/source/function-changes/cancel")
{
  char *tree = write_tree (FILES ({ "a.c", "int f () { return 1; }\n" }));
  g_autoptr (CyanSourceLocation) one = cyan_source_location_open (tree, NULL);
  g_autoptr (CyanSourceLocation) other = cyan_source_location_open (tree, NULL);
  g_autoptr (GError) error = NULL;
  const CyanTick tick = CYAN_TICK_INIT (stop_at_once, NULL);

  g_assert_null (cyan_function_changes_new (one, other, TRUE, &tick, &error));
  g_assert_true (cyan_error_is_cancelled (error));
  tree_free (tree);
}
