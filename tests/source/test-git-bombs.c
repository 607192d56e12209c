/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repositories that become too large, or lead in a circle, once somebody reads them. */
#include <string.h>

#include "cyan-error.h"
#include "cyan-git-log.h"
#include "git-fixture.h"
#include "git-objects.h"
#include "git-limits.h"
#include "tests.h"
#include "tree.h"

#define ID          "1234567890123456789012345678901234567890"
#define OTHER       "2234567890123456789012345678901234567890"
#define WHO         "Ada <ada@example.org> 1600000000 +0000"
#define BYTES_OF_ID 20
/* Bytes of an object, and of a tree, that are about as large as they may be. */
#define LARGE      (30 * 1024 * 1024)
#define LARGE_TREE (15 * 1024 * 1024)

static void
set_ref (const char *folder, const char *name, const char *value)
{
  g_autofree char *path = g_strconcat (".git/", name, NULL);
  g_autofree char *line = g_strconcat (value, "\n", NULL);

  tree_write (folder, path, line, -1);
}

/* A commit of @tree.  Caller frees. */
static char *
make_commit (const char *tree)
{
  return g_strdup_printf ("tree %s\nauthor " WHO "\ncommitter " WHO "\n\nsubject\n", tree);
}

static void
write_commit (const char *folder, const char *tree)
{
  g_autofree char *content = make_commit (tree);
  g_autofree char *id = object_id ("commit", content, strlen (content));
  g_autofree char *head = g_strdup_printf ("commit %" G_GSIZE_FORMAT, strlen (content));
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) head, (guint) strlen (head) + 1);
  g_byte_array_append (bytes, (const guint8 *) content, (guint) strlen (content));
  loose_write (folder, id, bytes->data, bytes->len);
  set_ref (folder, "refs/heads/main", id);
}

/* ---- loose objects ---- */

/* An object with @head, which is a commit, its tree, or a tag of it. */
static void
loose_fails (const char *head, const char *words)
{
  char *folder = git_new ();

  loose_write_gigabytes (folder, ID, head);
  if (g_str_has_prefix (head, "tree"))
    write_commit (folder, ID);
  else
    set_ref (folder, g_str_has_prefix (head, "tag") ? "refs/tags/main" : "refs/heads/main", ID);
  assert_git_fails (folder, "main", words);
  tree_free (folder);
}

TEST ("/source/git-bombs/loose")
{
  static const char *const types[] = { "commit", "tree", "tag" };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *honest = g_strconcat (types[i], " 3145728000", NULL);
      g_autofree char *small = g_strconcat (types[i], " 200", NULL);
      g_autofree char *huge = g_strconcat (types[i], " 9223372036854775807", NULL);
      const char *large = g_str_equal (types[i], "tree") ? "is too large" : "too much memory";

      loose_fails (honest, large);
      loose_fails (small, "cannot be read");
      loose_fails (huge, large);
    }
}

/* ---- packs ---- */

/* The pack's object ID is what the branch is. */
static void
pack_fails (char *folder, PackWriter *pack, const char *words)
{
  pack_end (pack);
  set_ref (folder, "refs/heads/main", ID);
  assert_git_fails (folder, "main", words);
  tree_free (folder);
}

TEST ("/source/git-bombs/pack-sizes")
{
  static const guint64 claims[] = { G_GUINT64_CONSTANT (3000000000), G_MAXINT64, LARGE, 7, 0 };
  static const char *const words[] = { "too much memory", "too much memory", "cannot be read",
                                       "cannot be read", "cannot be read" };

  for (gsize i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      char *folder = git_new ();
      PackWriter *pack = pack_begin (folder);

      pack_add (pack, ID, PACK_COMMIT, claims[i], NULL, 0, "0123456789", 10);
      pack_fails (folder, pack, words[i]);
    }
}

/* What a difference becomes, or what it is made from, is larger than it says or than may be. */
TEST ("/source/git-bombs/delta-sizes")
{
  static const struct
  {
    guint64 base_claim, base_size, size;
    const char *words;
  } cases[] = {
    { 10, 10, G_GUINT64_CONSTANT (3000000000), "cannot be read" },
    { 10, 10, 9, "cannot be read" },
    { 10, 10, 11, "cannot be read" },
    { 10, 9, 10, "cannot be read" },
    { 10, 1000000, 1000000, "cannot be read" },
    { G_GUINT64_CONSTANT (3000000000), G_GUINT64_CONSTANT (3000000000), 10, "too much memory" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char *folder = git_new ();
      PackWriter *pack = pack_begin (folder);
      g_autoptr (GByteArray) delta = g_byte_array_new ();

      delta_append_size (delta, cases[i].base_size);
      delta_append_size (delta, cases[i].size);
      delta_append_copy (delta, 10);
      pack_add (pack, OTHER, PACK_COMMIT, cases[i].base_claim, NULL, 0, "0123456789", 10);
      pack_add (pack, ID, PACK_ID_DELTA, delta->len, OTHER, 0, delta->data, delta->len);
      pack_fails (folder, pack, cases[i].words);
    }
}

/* An object that is a difference from itself, or from one that is a difference from it. */
TEST ("/source/git-bombs/delta-circles")
{
  for (guint i = 0; i < 2; i++)
    {
      char *folder = git_new ();
      PackWriter *pack = pack_begin (folder);

      pack_add (pack, ID, PACK_ID_DELTA, 10, i == 0 ? ID : OTHER, 0, "0123456789", 10);
      pack_add (pack, OTHER, PACK_ID_DELTA, 10, ID, 0, "0123456789", 10);
      pack_fails (folder, pack, "cannot be read");
    }
}

/* A whole object, and @n differences from one another that change nothing. */
static void
add_chain (PackWriter *pack, guint type, const guint8 *content, gsize size, guint n)
{
  g_autoptr (GByteArray) delta = g_byte_array_new ();
  gsize at;

  delta_append_size (delta, size);
  delta_append_size (delta, size);
  delta_append_copy (delta, size);
  at = pack_add (pack, OTHER, type, size, NULL, 0, content, size);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = i + 1 < n ? g_strdup_printf ("%040x", i) : g_strdup (ID);

      at = pack_add (pack, id, PACK_OFFSET_DELTA, delta->len, NULL, at, delta->data, delta->len);
    }
}

TEST ("/source/git-bombs/delta-chains")
{
  static const struct
  {
    gsize size;
    guint n;
    const char *words;
  } cases[] = {
    { 10, 100000, "hash mismatch" }, /* read, but not what its id stands for */
    { LARGE_TREE, 4000, "is too large" },
    { LARGE_TREE, 3, "hash mismatch" },
  };
  g_autofree guint8 *zeros = g_malloc0 (LARGE);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char *folder = git_new ();
      PackWriter *pack = pack_begin (folder);

      add_chain (pack, PACK_TREE, zeros, cases[i].size, cases[i].n);
      pack_end (pack);
      write_commit (folder, ID);
      assert_git_fails (folder, "main", cases[i].words);
      tree_free (folder);
    }
}

/* ---- trees ---- */

static void
append_entry (GByteArray *tree, const char *mode_and_name, const char *id)
{
  g_byte_array_append (tree, (const guint8 *) mode_and_name, (guint) strlen (mode_and_name) + 1);
  for (guint i = 0; i < BYTES_OF_ID; i++)
    {
      guint8 byte =
          (guint8) (g_ascii_xdigit_value (id[2 * i]) << 4 | g_ascii_xdigit_value (id[2 * i + 1]));

      g_byte_array_append (tree, &byte, 1);
    }
}

/* Folders in each other, @depth of them, each with the same subfolder under @n names. */
static char *
add_folders (PackWriter *pack, guint depth, guint n)
{
  char *id = pack_add_whole (pack, PACK_TREE, "", 0);

  for (guint i = 0; i < depth; i++)
    {
      g_autoptr (GByteArray) tree = g_byte_array_new ();

      for (guint j = 0; j < n; j++)
        {
          g_autofree char *entry = g_strdup_printf ("40000 %02u", j);

          append_entry (tree, entry, id);
        }
      g_free (id);
      id = pack_add_whole (pack, PACK_TREE, tree->data, tree->len);
    }
  return id;
}

/* Deep folders are left out, as everywhere; very many are too many. */
TEST ("/source/git-bombs/trees")
{
  char *deep = git_new (), *wide = git_new ();
  PackWriter *pack = pack_begin (deep);
  g_autofree char *root = add_folders (pack, 10000, 1), *wide_root = NULL;

  pack_end (pack);
  write_commit (deep, root);
  assert_git_works (deep, "main");
  tree_free (deep);

  pack = pack_begin (wide);
  wide_root = add_folders (pack, 10, 100);
  pack_end (pack);
  write_commit (wide, wide_root);
  assert_git_fails (wide, "main", "holds more than");
  tree_free (wide);
}

/* One folder with as many entries as fit. */
TEST ("/source/git-bombs/large-tree")
{
  char *folder = git_new ();
  PackWriter *pack = pack_begin (folder);
  g_autoptr (GByteArray) tree = g_byte_array_sized_new (LARGE_TREE);
  g_autofree char *root = NULL;

  for (guint i = 0; tree->len < LARGE_TREE; i++)
    {
      g_autofree char *entry = g_strdup_printf ("100644 %07u.c", i);

      append_entry (tree, entry, OTHER);
    }
  root = pack_add_whole (pack, PACK_TREE, tree->data, tree->len);
  pack_end (pack);
  write_commit (folder, root);
  assert_git_fails (folder, "main", "holds more than");
  tree_free (folder);
}

/* Such a tree compared with an empty one; there is no file that differs. */
TEST ("/source/git-bombs/compared-trees")
{
  char *folder = git_new ();
  PackWriter *pack = pack_begin (folder);
  g_autofree char *many = add_folders (pack, 10, 100), *none = add_folders (pack, 0, 0);
  g_autofree char *before = make_commit (many), *after = make_commit (none);
  g_autofree char *first = pack_add_whole (pack, PACK_COMMIT, before, strlen (before));
  g_autofree char *second = pack_add_whole (pack, PACK_COMMIT, after, strlen (after));
  const char *const commits[] = { first, second };
  gint64 start = test_cpu_time ();

  pack_end (pack);
  set_ref (folder, "refs/heads/main", second);
  MUST_FAIL (CYAN_ERROR_LIMIT, "*folders differ*",
             cyan_git_changed_paths (folder, commits, G_N_ELEMENTS (commits), NULL, &failure));
  g_assert_cmpint (test_cpu_time () - start, <, 10 * G_USEC_PER_SEC);
  tree_free (folder);
}

/* ---- references and tags ---- */

TEST ("/source/git-bombs/references")
{
  char *folder = git_new ();

  set_ref (folder, "refs/heads/a", "ref: refs/heads/b");
  set_ref (folder, "refs/heads/b", "ref: refs/heads/a");
  set_ref (folder, "refs/heads/own", "ref: refs/heads/own");
  set_ref (folder, "refs/heads/out", "ref: ../../../../../../etc/passwd");
  set_ref (folder, "refs/heads/config", "ref: config");
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("refs/heads/n%u", i);
      g_autofree char *next = g_strdup_printf ("ref: refs/heads/n%u", i + 1);

      set_ref (folder, name, next);
    }
  assert_git_fails (folder, "a", "levels deep");
  assert_git_fails (folder, "own", "levels deep");
  assert_git_fails (folder, "n0", "levels deep");
  assert_git_fails (folder, "out", "out");
  assert_git_fails (folder, "config", "config");
  set_ref (folder, "HEAD", "ref: HEAD");
  assert_git_fails (folder, "HEAD", "levels deep");
  assert_git_fails (folder, "@{1}", "@{1}");
  tree_free (folder);
}

/* A tag of a tag of a tag... */
TEST ("/source/git-bombs/tags")
{
  char *folder = git_new ();
  PackWriter *pack = pack_begin (folder);
  g_autofree char *root = pack_add_whole (pack, PACK_TREE, "", 0), *commit = make_commit (root);
  char *id = pack_add_whole (pack, PACK_COMMIT, commit, strlen (commit));

  for (guint i = 0; i < 100000; i++)
    {
      g_autofree char *tag = g_strdup_printf ("object %s\ntype %s\ntag t\ntagger " WHO "\n\ntext\n",
                                              id, i == 0 ? "commit" : "tag");

      g_free (id);
      id = pack_add_whole (pack, PACK_TAG, tag, strlen (tag));
      if (i == 10)
        set_ref (folder, "refs/tags/short", id);
    }
  pack_end (pack);
  set_ref (folder, "refs/tags/long", id);
  assert_git_works (folder, "short");
  assert_git_fails (folder, "long", "a tag of a tag, more than 16 times");
  assert_git_fails (folder, "long~1", "long~1");
  g_free (id);
  tree_free (folder);
}

TESTS ()
{
  git_fixture_start ();
}
