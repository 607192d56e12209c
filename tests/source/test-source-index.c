/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files are read and tagged for a name, which file a recorded path refers to, and hostile
 * paths and texts. */
#include "find.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-extents.h"
#include "cyan-source-tree.h"
#include "cyan-source-location.h"
#include "cyan-find-private.h"
#include "tests.h"
#include "tree.h"

static void
add_word (const char *word, gsize length, gpointer data)
{
  g_autofree char *copy = g_strndup (word, length);

  g_ptr_array_add (data, g_steal_pointer (&copy));
}

static void
assert_words (CyanNaming naming, const char *text, const char *expected)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  cyan_definition_words (naming, text, strlen (text), add_word, words);
  g_ptr_array_add (words, NULL);
  ASSERT_TEXT (g_strjoinv (" ", (char **) words->pdata), expected);
}

TEST ("/source/index/words")
{
  const CyanNaming c = CYAN_NAMING_C;

  assert_words (c, "int f (int a) { g (a); h (i (a)); if (k (a)) return l (a) + m (a); }", "f");
  assert_words (c, "int f (void);", "");
  assert_words (c, "int f (a, b) int a; int b; { }", "f");
  assert_words (c, "int f (const char *s /* ) */, char c = ')')\n/* so */ // there\n{ }", "f");
  assert_words (c, "int f (const char *s = \"\\\")\", char c = '\\'') { } int g () { }", "f g");
  assert_words (c, "K::K () : a (1), b{2} {}", "K");
  assert_words (c, "int K::m () const noexcept { }", "m");
  assert_words (c, "auto f () -> std::vector<int> { }", "f");
  assert_words (c, "x = f (a)->b; f (a)->c (d); y (a) && z (b);", "");
  assert_words (c, "T &at () & { } T at () && { }", "at at");
  assert_words (c, "K operator+ (K a, K b) { }", "operator");
  assert_words (c, "int operator() (int a) { }", "operator");
  assert_words (c, "operator bool () const { }", "bool operator");
  assert_words (c, "template <> int spec<int> (int a) { }", "spec");
  assert_words (c, "int (max) (int a) { }", "max");
  assert_words (c, "int (*choose (int a)) (int) { }", "choose");
  assert_words (c, "int f (int a\n#if X\n, int b)\n#else\n)\n#endif\n{ }", "f");
  assert_words (CYAN_NAMING_JAVA, "int m(int a) throws E { n(a).o(); }", "m");
  assert_words (CYAN_NAMING_CSHARP, "int M(int a) => N(a); List<T> G<T>(T a) where T : K { }",
                "M G");
  assert_words (CYAN_NAMING_PYTHON, "@a(1)\nasync def f(x): g(x)\nclass  K(B): undef = 1", "f K");
  assert_words (CYAN_NAMING_GO, "func F(a int) {}\nfunc (t *T) M() {}\nfunc H[K any](k K) {}",
                "F M H");
  assert_words (CYAN_NAMING_RUST, "pub async fn f<T>(a: T) { g(a) } fn r#try() {}", "f try");
  assert_words (CYAN_NAMING_RUBY, "def m\ndef self.s\ndef empty?\ndef +(o)\nclass A::B",
                "m self s "
                "empty operator "
                "A B");
  assert_words (CYAN_NAMING_JAVASCRIPT, "o = { a: function () {}, b: 1, c: (x) => x, d: e }",
                "a c");
  assert_words (CYAN_NAMING_JAVASCRIPT, "function* f(a) {} K.prototype.g = async x => x; h(1);",
                "f g f");
  assert_words (CYAN_NAMING_JAVASCRIPT, "class C { m(a): string { return n(a); } }", "C m");
}

/* A filter that loses a definition would make a function look removed, so every name that ctags
 * finds must be among the words. */
TEST ("/source/index/words-of-tags")
{
  static const struct
  {
    const char *path, *text;
  } sources[] = {
    { "a.c",
      "#define P(x) x\nstatic\nint\nf\n(int a)\n{ return a; }\nint g P((int a)) { return 1; }\n"
      "int k (a) int a; { return a; }\nvoid (*sig (int s, void (*fn) (int))) (int) { return 0; }\n"
      "__attribute__ ((noinline)) int at (void) { return \")\" [0]; }\n" },
    { "a.cc",
      "struct K { K () try : a (1) { } catch (...) { } int a; ~K () noexcept (true) { }\n"
      "template <class T = std::vector<int>> requires true auto t (T x) -> decltype (x) { return "
      "x; }\n"
      "operator const char * () const { return 0; } int operator[] (int i) & { return i; }\n"
      "int x (int a = f (1), int b = ')') override final { return a; } };\n"
      "template <> K &K::operator= <int> (int a) { return *this; }\n" },
    { "A.java",
      "class A<T> { <U> A(U a) { } @X(y = \"(\") public <V> T m(final T... a) throws E { }\n"
      "  A[] n(int a[])[] { return null; } }\n" },
    { "a.py", "class  A :\n  def\\\n f(self): pass\n  async  def g (self): pass\n" },
  };
  g_autoptr (CyanCtags) ctags = cyan_ctags_new (CYAN_CTAGS_TIMEOUT_MS);

  for (gsize i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      const char *path = sources[i].path, *text = sources[i].text;
      g_autoptr (GArray) extents = cyan_extents_find (ctags, path, text, strlen (text), NULL, NULL);
      g_autoptr (CyanWordIndex) words = cyan_word_index_new ();

      g_assert_nonnull (extents);
      g_assert_cmpuint (extents->len, >=, 2);
      cyan_word_index_add (words, 7, cyan_naming_of_path (path), text, strlen (text));
      cyan_word_index_finish (words);
      for (guint e = 0; e < extents->len; e++)
        {
          const char *name = g_array_index (extents, CyanExtent, e).name;
          g_autoptr (GArray) files = cyan_word_index_find (words, name);

          g_test_message ("%s of %s", name, path);
          g_assert_cmpuint (files->len, ==, 1);
          g_assert_cmpuint (g_array_index (files, guint, 0), ==, 7);
        }
    }
}

static guint
count_tagged (CyanSourceLocation *location, const char *const *paths, guint n)
{
  CyanSourceTree *tree = cyan_source_location_acquire (location, NULL, NULL);
  guint n_tagged = 0;

  for (guint i = 0; i < n; i++)
    n_tagged += cyan_source_tree_is_tagged (tree, paths[i]);
  cyan_source_location_release (location);
  return n_tagged;
}

TEST ("/source/index/only-what-matters")
{
  static const char *const paths[] = { "a.c", "b.c", "c.c", "d.py" };
  static const char *const expected[] = { "f", "ns::never()" };
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "a.c", "int f (void) { return 1; }\n", -1);
  tree_write (tree, "b.c", "int g (void) { return f () + h (); }\nint f (void);\n", -1);
  tree_write (tree, "c.c", "/* f */ int h (void) { return 1; }\n", -1);
  tree_write (tree, "d.py", "def f(): pass\n", -1);
  cyan_source_location_expect (location, expected, G_N_ELEMENTS (expected));
  g_assert_cmpuint (count_tagged (location, paths, 4), ==, 0);
  ASSERT_FIND (location, "f", NULL, 0, "f: defined 2 times: a.c:1, d.py:1");
  g_assert_cmpuint (count_tagged (location, paths, 4), ==, 2);
  ASSERT_FIND (location, "ns::never()", NULL, 0, "ns::never(): not in the source folder");
  g_assert_cmpuint (count_tagged (location, paths, 4), ==, 2);
  /* A name in an unexpected file. */
  ASSERT_FIND (location, "h", NULL, 0, "c.c:1-1");
  g_assert_cmpuint (count_tagged (location, paths, 4), ==, 3);
  tree_free (tree);
}

/* A file that could not be searched may contain the function. */
TEST ("/source/index/unread")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = NULL;
  g_autoptr (GString) many = g_string_new ("int f (void) { return 1; }\n");

  tree_write (tree, "good.c", "int g (void) { return 1; }\n", -1);
  location = find_open (tree);
  ASSERT_DEFINED (location, "f", "no");
  g_clear_pointer (&location, cyan_source_location_unref);

  /* More tags than the limit for a file: this affects only functions that the file may define. */
  for (guint i = 0; i <= CYAN_CTAGS_MAX_TAGS; i++)
    g_string_append (many, i % 20 == 0 ? "int i(){}\n" : "int i(){}");
  tree_write (tree, "many.c", many->str, -1);
  location = find_open (tree);
  ASSERT_DEFINED (location, "f", "unknown");
  ASSERT_DEFINED (location, "h", "no");
  ASSERT_FIND (location, "f", NULL, 0,
               "f: not in the source folder, where 1 of the files could not be read");
  g_clear_pointer (&location, cyan_source_location_unref);

  /* Not even its words are known. */
  tree_write (tree, "binary.c", "\0", 1);
  location = find_open (tree);
  ASSERT_DEFINED (location, "h", "unknown");
  ASSERT_DEFINED (location, "g", "1");
  tree_free (tree);
}

TEST ("/source/index/map")
{
  char *outer = tree_new ();
  g_autofree char *tree = tree_path (outer, "in");
  g_autofree char *absolute = tree_path (outer, "in/new/src");
  g_autoptr (CyanSourceLocation) location = NULL;

  tree_write (outer, "secret/x.c", "int f (void) { return 0; }\n", -1);
  tree_write (outer, "in/new/src/x.c", "int f (void) { return 1; }\n", -1);
  tree_write (outer, "in/old/src/x.c", "\nint f (void) { return 2; }\n", -1);
  tree_write (outer, "in/x/y.c", "int g (void) { return 3; }\n", -1);
  location = find_open (tree);
  ASSERT_FIND (location, "f", "/build/src/x.c", 1,
               "f: defined 2 times: new/src/x.c:1, old/src/x.c:2");
  g_assert_true (cyan_source_location_map (location, "/build", "old", NULL));
  ASSERT_FIND (location, "f", "/build/src/x.c", 2, "old/src/x.c:2-2");
  /* The longest map wins, in any order. */
  g_assert_true (cyan_source_location_map (location, "/build/src/", absolute, NULL));
  g_assert_true (cyan_source_location_map (location, "/b", "nowhere", NULL));
  ASSERT_FIND (location, "f", "/build/src/x.c", 2, "new/src/x.c:1-1");
  ASSERT_FIND (location, "f", "file:///build/src/x.c", 2, "new/src/x.c:1-1");
  g_assert_true (cyan_source_location_map (location, "/build/src/x", "old/src", NULL));
  ASSERT_FIND (location, "f", "/build/src/x.c", 2, "new/src/x.c:1-1");
  g_assert_true (cyan_source_location_map (location, "C:\\proj", "old", NULL));
  ASSERT_FIND (location, "f", "C:\\proj\\src\\x.c", 2, "old/src/x.c:2-2");
  g_assert_true (cyan_source_location_map (location, "/r", "", NULL));
  ASSERT_FIND (location, "g", "/r/x/y.c", 1, "x/y.c:1-1");
  /* If a map leads nowhere, the longest matching end of the path is still used. */
  ASSERT_FIND (location, "g", "/build/x/y.c", 1, "x/y.c:1-1");

  /* No map leads out of the folder. */
  g_assert_true (cyan_source_location_map (location, "/out", "../secret", NULL));
  ASSERT_FIND (location, "f", "/out/x.c", 1, "f: defined 2 times: new/src/x.c:1, old/src/x.c:2");
  MUST_FAIL (CYAN_ERROR_INVALID, "*",
             cyan_source_location_map (location, "/out", "/etc", &failure));
  MUST_FAIL (CYAN_ERROR_INVALID, "*", cyan_source_location_map (location, "", "old", &failure));
  tree_free (outer);
}

TEST ("/source/index/ambiguous-path")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "a/b.c", "int f (void) { return 1; }\nint one (void) { return 1; }\n", -1);
  tree_write (tree, "c/b.c", "int f (void) { return 2; }\n", -1);
  ASSERT_FIND (location, "f", "/x/b.c", 1, "f: defined 2 times: a/b.c:1, c/b.c:1");
  ASSERT_FIND (location, "f", "/x/c/b.c", 1, "c/b.c:1-1");
  ASSERT_FIND (location, "one", "/x/b.c", 2, "a/b.c:2-2");
  /* The line alone does not choose a file. */
  ASSERT_FIND (location, "", "/x/b.c", 2,
               "/x/b.c: can be 2 files, a path map tells which: a/b.c, c/b.c");
  tree_free (tree);
}

TEST ("/source/index/hostile-paths")
{
  static const char *const paths[] = {
    "/etc/shadow",
    "../../etc/passwd",
    "../secret.c",
    "file:///etc/passwd",
    "file://../secret.c",
    "file:///%2e%2e/secret.c",
    "\\\\server\\share\\secret.c",
    "/proc/self/mem",
    "/proc/self/cwd/secret.c",
    "~/.ssh/id_rsa",
    "link.c",
    "up/secret.c",
    "loop.c",
    "fifo.c",
    "/dev/zero",
    "%s%n%s.c",
  };
  char *outer = tree_new ();
  g_autofree char *tree = tree_path (outer, "in");
  g_autofree char *link = tree_path (outer, "in/link.c");
  g_autofree char *up = tree_path (outer, "in/up");
  g_autofree char *loop = tree_path (outer, "in/loop.c");
  g_autofree char *fifo = tree_path (outer, "in/fifo.c");
  g_autoptr (CyanSourceLocation) location = NULL;

  tree_write (outer, "secret.c", "int f (void) { return 1; }\n", -1);
  tree_write (outer, "in/a.c", "int g (void) { return 1; }\n", -1);
  g_assert_cmpint (symlink ("../secret.c", link), ==, 0);
  g_assert_cmpint (symlink ("..", up), ==, 0);
  g_assert_cmpint (symlink ("loop.c", loop), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  location = find_open (tree);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *expected = g_strconcat (paths[i], ": not in the source folder", NULL);

      ASSERT_FIND (location, "f", paths[i], 1, expected);
    }
  ASSERT_FIND (location, "f", NULL, 0, "f: not in the source folder");
  ASSERT_FIND (location, "g", NULL, 0, "a.c:1-1");
  tree_free (outer);
}

/* Equal files of both sides are tagged once, even if another thread is asked to do it. */
TEST ("/source/index/cache")
{
  char *before = tree_new (), *after = tree_new ();
  g_autoptr (CyanSourceLocation) first = find_open (before);
  g_autoptr (CyanSourceLocation) second = NULL;
  g_autofree char *path = g_strdup (g_getenv ("PATH"));

  cyan_tags_cache_drop ();
  tree_write (before, "a.c", "int f (void) { return 1; }\n", -1);
  tree_write (after, "moved/b.c", "int f (void) { return 1; }\n", -1);
  tree_write (after, "moved/b.py", "int f (void) { return 1; }\n", -1);
  tree_write (after, "c.c", "int f (int a) { return 1; }\n", -1);
  ASSERT_FIND (first, "f", "a.c", 1, "a.c:1-1");
  second = find_open (after);
  g_setenv ("PATH", "/nonexistent", TRUE);
  ASSERT_FIND (second, "f", "moved/b.c", 1, "moved/b.c:1-1");
  /* Another language or another text is tagged separately. */
  ASSERT_FIND (second, "f", "moved/b.py", 1,
               "The program ctags is not installed (package universal-ctags)");
  ASSERT_FIND (second, "f", "c.c", 1,
               "The program ctags is not installed (package universal-ctags)");
  g_setenv ("PATH", path, TRUE);
  tree_free (before);
  tree_free (after);
}

TEST ("/source/index/cache-bound")
{
  const guint n = 100000;
  CyanCachedTags found, tags = { g_array_new (FALSE, FALSE, sizeof (CyanExtent)), 1 };
  char name[] = "name";

  cyan_tags_cache_drop ();
  for (guint i = 0; i < n; i++)
    {
      const CyanExtent extent = { .name = name };

      g_array_append_val (tags.extents, extent);
    }
  for (guint i = 0; i * n * sizeof (CyanExtent) < 3 * (gsize) CYAN_TAGS_CACHE_MAX_BYTES; i++)
    {
      g_autofree char *key = g_strdup_printf ("key %u", i);

      cyan_tags_cache_keep (key, &tags);
      g_assert_true (cyan_tags_cache_look_up (key, &found));
      g_array_unref (found.extents);
    }
  g_assert_false (cyan_tags_cache_look_up ("key 0", &found));
  cyan_tags_cache_drop ();
  g_array_unref (tags.extents);
}

static gpointer
ask_by_file (gpointer data)
{
  ASSERT_FIND (data, "first", "first.c", 1, "first.c:1-1");
  return NULL;
}

static gpointer
ask_by_name (gpointer data)
{
  ASSERT_FIND (data, "last", NULL, 0, "z/last.c:1-1");
  return NULL;
}

/* Several threads that read all files, and others that want one file. */
TEST ("/source/index/turns")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);
  g_autoptr (GString) large = g_string_new (NULL);
  GThread *threads[6];

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (large, "int f%u (int a) { return g (a); }\n", i);
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *path = g_strdup_printf ("large/%u.c", i);

      tree_write (tree, path, large->str, -1);
    }
  tree_write (tree, "first.c", "int first (void) { return 1; }\n", -1);
  tree_write (tree, "z/last.c", "int last (void) { return 1; }\n", -1);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("ask", i % 3 > 0 ? ask_by_file : ask_by_name, location);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  tree_free (tree);
}
