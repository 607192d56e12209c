/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Likely renames: in small trees as text, and among more functions than can be compared.
 *
 * The text has a line "old > new" for each pair, "perhaps" if its likeness is less than 1.  Each
 * case is also tried with the sides exchanged, and with the functions in the opposite order.
 */
#include "cyan-function-likely.h"

#include <string.h>

#include "find.h"
#include "tests.h"
#include "tree.h"

#define MANY 1000

/* Long enough to be recognised wherever it is, and too short for that. */
#define LONG_BODY                                                                                  \
  "{ int sum = 0; for (int i = 0; i < n; i++) { sum += i * i; if (sum > 1000) sum -= 7 * n; } "    \
  "return sum; }\n"
#define SHORT_BODY "{ return n * 2 + 1; }\n"

typedef struct
{
  char *tree;
  CyanSourceLocation *location;
  GArray *functions; /* of CyanLoneFunction */
} Side;

static gint
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* @files: "path: text" for each.  @names: those of the lone functions, separated by spaces. */
static void
side_init (Side *self, const char *const *files, const char *names)
{
  g_auto (GStrv) lone = g_strsplit (names, " ", 0);

  self->tree = tree_new ();
  for (guint i = 0; files[i] != NULL; i++)
    {
      const char *colon = strchr (files[i], ':');
      g_autofree char *path = g_strndup (files[i], colon - files[i]);

      tree_write (self->tree, path, colon + 1, -1);
    }
  self->location = find_open (self->tree);
  self->functions = g_array_new (FALSE, FALSE, sizeof (CyanLoneFunction));
  g_array_set_clear_func (self->functions, cyan_lone_function_clear);
  for (guint i = 0; lone[i] != NULL; i++)
    {
      const CyanFunctionQuery query = { lone[i], NULL, 0 };
      const CyanLoneFunction function = { g_strdup (lone[i]),
                                          MUST (cyan_source_location_find (self->location, &query,
                                                                           NULL, &failure)) };

      g_array_append_val (self->functions, function);
    }
}

static void
side_clear (Side *self)
{
  g_array_unref (self->functions);
  cyan_source_location_unref (self->location);
  tree_free (self->tree);
}

static void
reverse (GArray *functions)
{
  for (guint i = 0, j = functions->len; i + 1 < j; i++)
    {
      CyanLoneFunction *one = &g_array_index (functions, CyanLoneFunction, i);
      CyanLoneFunction *other = &g_array_index (functions, CyanLoneFunction, --j);
      const CyanLoneFunction kept = *one;

      *one = *other;
      *other = kept;
    }
}

/* @first: which of the sides is taken as the one before. */
static char *
likely_to_text (const Side *sides, guint first)
{
  const Side *given[2] = { &sides[first], &sides[1 - first] };
  CyanSourceLocation *const locations[2] = { given[0]->location, given[1]->location };
  const GArray *const functions[2] = { given[0]->functions, given[1]->functions };
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  gboolean in_files = TRUE;
  g_autoptr (GArray) pairs =
      MUST (cyan_function_likely_renames (locations, functions, &in_files, NULL, &failure));

  g_assert_false (in_files);
  for (guint i = 0; i < pairs->len; i++)
    {
      const CyanLikelyRename *pair = &g_array_index (pairs, CyanLikelyRename, i);
      const char *names[2];

      g_assert_true (i == 0 || pair->index[0] > pair[-1].index[0]);
      g_assert_cmpfloat (pair->likeness, >, 0);
      g_assert_cmpfloat (pair->likeness, <=, 1);
      for (guint side = 0; side < 2; side++)
        names[side] =
            g_array_index (functions[side ^ first], CyanLoneFunction, pair->index[side ^ first])
                .name;
      g_ptr_array_add (lines, g_strdup_printf ("%s > %s%s", names[0], names[1],
                                               pair->likeness < 1 ? ", perhaps" : ""));
    }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
assert_likely (const char *const *before,
               const char *lone_before,
               const char *const *after,
               const char *lone_after,
               const char *expected)
{
  Side sides[2];

  side_init (&sides[0], before, lone_before);
  side_init (&sides[1], after, lone_after);
  for (guint i = 0; i < 4; i++)
    {
      ASSERT_TEXT (likely_to_text (sides, i % 2), expected);
      reverse (sides[i % 2].functions);
    }
  side_clear (&sides[0]);
  side_clear (&sides[1]);
}

#define FILES(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* Nobody writes a long body twice: it is the same function wherever it is. */
TEST ("/function-likely/long-bodies")
{
  assert_likely (FILES ("a.c:int f (int n)\n" LONG_BODY), "f",
                 FILES ("lib/b.c:int calculate (int n)\n" LONG_BODY), "calculate", "f > calculate");
  /* Of two that have it, either may be meant. */
  assert_likely (FILES ("a.c:int f (int n)\n" LONG_BODY), "f",
                 FILES ("a.c:int g (int n)\n" LONG_BODY "int h (int n)\n" LONG_BODY), "g h", "");
  /* Names of lone functions count as equal, others do not. */
  assert_likely (FILES ("a.c:int one (int n) { return n; }\nint f (int n) { one (n); one (n + 1); "
                        "one (n + 2); one (n + 3); one (n + 4); one (n + 5); return one (n); }\n"),
                 "f one",
                 FILES ("b.c:int two (int n) { return n; }\nint g (int n) { two (n); two (n + 1); "
                        "two (n + 2); two (n + 3); two (n + 4); two (n + 5); return two (n); }\n"),
                 "g two", "f > g");
}

/* A short one may be alike by chance.  That it stands between the same ones says more. */
TEST ("/function-likely/neighbours")
{
  const char *const *before = FILES ("a.c:int a (int n) { return n; }\nint f (int n)\n" SHORT_BODY
                                     "int z (int n) { return -n; }\n");

  assert_likely (before, "f",
                 FILES ("a.c:int a (int n) { return n; }\nint g (int n)\n" SHORT_BODY
                        "int y (int n) { return -n; }\n"),
                 "g", "f > g, perhaps");
  assert_likely (before, "f",
                 FILES ("a.c:int b (int n) { return n; }\nint g (int n)\n" SHORT_BODY
                        "int z (int n) { return -n; }\n"),
                 "g", "f > g, perhaps");
  /* In the same file between others, and between the same ones in another file. */
  assert_likely (before, "f",
                 FILES ("a.c:int b (int n) { return n; }\nint g (int n)\n" SHORT_BODY
                        "int y (int n) { return -n; }\n"),
                 "g", "");
  assert_likely (before, "f",
                 FILES ("b.c:int a (int n) { return n; }\nint g (int n)\n" SHORT_BODY
                        "int z (int n) { return -n; }\n"),
                 "g", "");
}

/* Functions with the same body, each in a file of its own. */
static GArray *
make_functions (const char *prefix, const char *text)
{
  GArray *functions = g_array_new (FALSE, FALSE, sizeof (CyanLoneFunction));

  g_array_set_clear_func (functions, cyan_lone_function_clear);
  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *path = g_strdup_printf ("%u.c", i);
      const CyanLoneFunction lone = { g_strdup_printf ("%s%u", prefix, i),
                                      cyan_function_text_new (path, g_ref_string_new (text), 1,
                                                              2) };

      g_array_append_val (functions, lone);
    }
  return functions;
}

/* Too many: only what is in files of the same path is compared. */
TEST ("/function-likely/many")
{
  g_autoptr (GString) text = g_string_new ("int f (void)\n{ return 0");
  char *folder = tree_new ();
  CyanSourceLocation *location = MUST (cyan_source_location_open (folder, &failure));
  CyanSourceLocation *const locations[2] = { location, location };
  gboolean in_files = FALSE;

  for (guint i = 0; i < 140; i++)
    g_string_append_printf (text, " + %u", i);
  g_string_append (text, "; }\n");
  {
    g_autoptr (GArray) before = make_functions ("old_", text->str);
    g_autoptr (GArray) after = make_functions ("new_", text->str);
    const GArray *const functions[2] = { before, after };
    g_autoptr (GArray) pairs =
        MUST (cyan_function_likely_renames (locations, functions, &in_files, NULL, &failure));

    g_assert_true (in_files);
    g_assert_cmpuint (pairs->len, ==, MANY);
    for (guint i = 0; i < MANY; i++)
      {
        const CyanLikelyRename *pair = &g_array_index (pairs, CyanLikelyRename, i);

        g_assert_cmpuint (pair->index[0], ==, i);
        g_assert_cmpuint (pair->index[1], ==, i);
        g_assert_cmpfloat (pair->likeness, ==, 1);
      }

    /* All that are left can be compared, and any of them may be meant. */
    g_array_set_size (before, MANY / 20);
    g_clear_pointer (&pairs, g_array_unref);
    pairs = MUST (cyan_function_likely_renames (locations, functions, &in_files, NULL, &failure));
    g_assert_false (in_files);
    g_assert_cmpuint (pairs->len, ==, 0);
  }
  cyan_source_location_unref (location);
  tree_free (folder);
}
