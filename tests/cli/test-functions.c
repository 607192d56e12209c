/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan functions` on repositories that the tests create with the real git. */
#include "cli-fixture.h"

#include <string.h>

#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#define BODY                                                                                       \
  "{\n  int sum = 0;\n\n  for (int i = 0; i < n; i++)\n    sum += i * i;\n  return sum;\n}\n"

typedef struct
{
  char *folder;
  char *label; /* "cyan-XXXX" */
  char *revisions[2];
  char *locations[2]; /* "FOLDER@REVISION" */
} Repository;

/* One function each that is added, deleted, edited, renamed, moved, reformatted, and unchanged. */
static void
repository_init (Repository *self)
{
  self->folder = git_new ();
  self->label = g_path_get_basename (self->folder);
  tree_write (
      self->folder, "src/a.c",
      "int same (int n) { return n; }\nint edited (int n) { return n; }\nint gone (int n) { "
      "return -n; }\nint old_name (int n)\n" BODY "int kept (void) { return 3; }\n",
      -1);
  tree_write (self->folder, "src/b.c", "int moved (int n) { return n + 1; }\n", -1);
  tree_write (self->folder, "src/c.c", "int untouched (void) { return 0; }\n", -1);
  self->revisions[0] = git_commit_all (self->folder, "One");
  tree_write (self->folder, "src/a.c",
              "int same (int n) { return n; /* as it was */ }\nint edited (int n) { return n * 2; "
              "}\nlong added (char *p) { return p[0]; }\nint new_name (int n)\n" BODY
              "int kept (void) { return 3; }\n",
              -1);
  tree_write (self->folder, "src/b.c", "int other;\n", -1);
  tree_write (self->folder, "lib/b.c", "\nint moved (int n) { return n + 1; }\n", -1);
  self->revisions[1] = git_commit_all (self->folder, "Two");
  for (guint side = 0; side < 2; side++)
    self->locations[side] = g_strconcat (self->folder, "@", self->revisions[side], NULL);
}

static void
repository_clear (Repository *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_free (self->revisions[side]);
      g_free (self->locations[side]);
    }
  g_free (self->label);
  tree_free (self->folder);
}

TEST ("/functions/text")
{
  Repository repository;
  g_autoptr (Run) run = NULL;
  g_autofree char *expected = NULL;

  repository_init (&repository);
  run = cyan ("functions", repository.locations[0], repository.locations[1], NULL);
  assert_fine (run);
  expected = g_strdup_printf (
      "%s@%.12s to %s@%.12s: 1 added, 1 deleted, 1 modified, 1 renamed, 1 moved, 1 reformatted, 1 "
      "unmodified in the files that differ\n"
      "1 file is equal\n"
      "\n"
      "moved        moved     lib/b.c:2  from src/b.c:1\n"
      "modified     edited    src/a.c:2\n"
      "added        added     src/a.c:3\n"
      "deleted      gone      src/a.c:3\n"
      "renamed      new_name  src/a.c:4  from old_name  src/a.c:4\n",
      repository.label, repository.revisions[0], repository.label, repository.revisions[1]);
  g_assert_cmpstr (run->out, ==, expected);
  repository_clear (&repository);
}

TEST ("/functions/all")
{
  Repository repository;
  g_autoptr (Run) run = NULL, same = NULL;

  repository_init (&repository);
  run = cyan ("functions", "--all", repository.locations[0], repository.locations[1], NULL);
  assert_fine (run);
  assert_matches (run->out, "*, 1 reformatted, 2 unmodified\n*reformatted  same  *unmodified   "
                            "kept  *unmodified   untouched  *");
  same = cyan ("functions", repository.locations[0], repository.locations[0], NULL);
  assert_fine (same);
  assert_matches (same->out, "*: no function changed\n3 files are equal\n");
  repository_clear (&repository);
}

/* A folder is a location, too, with uncommitted changes. */
TEST ("/functions/folder")
{
  Repository repository;
  g_autoptr (Run) run = NULL;

  repository_init (&repository);
  tree_write (repository.folder, "src/c.c", "int untouched (void) { return 7; }\n", -1);
  run = cyan ("functions", repository.locations[1], repository.folder, NULL);
  assert_fine (run);
  assert_matches (run->out,
                  "*: 1 modified\n3 files are equal\n\nmodified     untouched  src/c.c:1\n");
  repository_clear (&repository);
}

TEST ("/functions/csv")
{
  Repository repository;
  g_autoptr (Run) run = NULL;
  g_autoptr (Table) table = NULL;
  guint row;

  repository_init (&repository);
  run = cyan ("functions", "-f", "csv", repository.locations[0], repository.locations[1], NULL);
  assert_fine (run);
  assert_matches (run->out,
                  "# functions; before *; after *\r\n"
                  "fate,source,name,file,line,last_line,before_name,before_file,before_line,"
                  "before_last_line,body_hash,before_body_hash\r\n*");
  table = table_parse (run->out, run->out_length);
  g_assert_cmpuint (table->rows->len, ==, 5);

  row = row_of (table, "new_name");
  g_assert_cmpstr (cell (table, row, "fate"), ==, "renamed");
  g_assert_cmpstr (cell (table, row, "source"), ==, "unmodified");
  g_assert_cmpstr (cell (table, row, "before_name"), ==, "old_name");
  g_assert_cmpstr (cell (table, row, "last_line"), ==, "11");
  g_assert_cmpstr (cell (table, row, "body_hash"), ==, cell (table, row, "before_body_hash"));

  row = row_of (table, "edited");
  g_assert_cmpstr (cell (table, row, "fate"), ==, "modified");
  g_assert_cmpstr (cell (table, row, "source"), ==, "modified");
  g_assert_cmpuint (strlen (cell (table, row, "body_hash")), ==, 16);
  g_assert_cmpstr (cell (table, row, "body_hash"), !=, cell (table, row, "before_body_hash"));

  row = row_of (table, "added");
  g_assert_true (is_empty (table, row, "source"));
  g_assert_true (is_empty (table, row, "before_name"));
  g_assert_true (is_empty (table, row, "before_line"));
  g_assert_true (is_empty (table, row, "before_body_hash"));
  repository_clear (&repository);
}

static const char *
text_of (json_t *object, const char *member)
{
  json_t *value = json_object_get (object, member);

  g_assert_nonnull (value);
  return json_string_value (value);
}

TEST ("/functions/json")
{
  Repository repository;
  g_autoptr (Run) run = NULL;
  json_t *json, *functions, *moved, *gone;

  repository_init (&repository);
  run = cyan ("functions", "-f", "json", repository.locations[0], repository.locations[1], NULL);
  assert_fine (run);
  json = parse_json (run);
  functions = json_object_get (json, "functions");
  g_assert_cmpuint (json_array_size (functions), ==, 5);
  g_assert_cmpint (json_integer_value (json_object_get (json, "reformatted")), ==, 1);
  g_assert_cmpint (json_integer_value (json_object_get (json, "unmodified")), ==, 1);
  g_assert_cmpint (json_integer_value (json_object_get (json, "equal_files")), ==, 1);
  g_assert_cmpuint (json_array_size (json_object_get (json, "unread")), ==, 0);
  moved = json_array_get (functions, 0);
  g_assert_cmpstr (text_of (moved, "fate"), ==, "moved");
  g_assert_cmpstr (text_of (moved, "file"), ==, "lib/b.c");
  g_assert_cmpstr (text_of (moved, "before_file"), ==, "src/b.c");
  g_assert_cmpint (json_integer_value (json_object_get (moved, "line")), ==, 2);
  gone = json_array_get (functions, 3);
  g_assert_cmpstr (text_of (gone, "fate"), ==, "deleted");
  g_assert_cmpstr (text_of (gone, "before_name"), ==, "gone");
  g_assert_true (json_is_null (json_object_get (gone, "name")));
  g_assert_true (json_is_null (json_object_get (gone, "source")));
  g_assert_true (json_is_null (json_object_get (gone, "body_hash")));
  json_decref (json);
  repository_clear (&repository);
}

TEST ("/functions/output-file")
{
  Repository repository;
  g_autoptr (Run) run = NULL, printed = NULL;
  g_autofree char *written = NULL;

  repository_init (&repository);
  run = cyan ("functions", repository.locations[0], repository.locations[1], "-o", "out.txt", NULL);
  printed = cyan ("functions", repository.locations[0], repository.locations[1], NULL);
  assert_fine (run);
  g_assert_cmpstr (run->out, ==, "");
  written = read_file ("out.txt", NULL);
  g_assert_cmpstr (written, ==, printed->out);
  repository_clear (&repository);
}

/* File names that a spreadsheet would execute or a terminal would obey. */
TEST ("/functions/39-hostile-names")
{
  static const char *const formats[] = { "text", "csv", "json" };
  char *before = tree_new (), *after = tree_new ();
  g_autoptr (Run) csv = NULL, raw = NULL;

  tree_write (before, "keep.c", "int keep;\n", -1);
  tree_write (after, "keep.c", "int keep;\n", -1);
  tree_write (after, "=HYPERLINK(1).c", "int f (void) { return 1; }\n", -1);
  tree_write (after, "a\033[31m\nb.c", "int g (void) { return 1; }\n", -1);
  tree_write (after, "%s%n.c", "int h (void) { return 1; }\n", -1);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (Run) run = cyan ("functions", "-f", formats[i], before, after, NULL);

      g_assert_cmpint (run->status, ==, 0);
      g_assert_null (strchr (run->out, '\033'));
      g_assert_nonnull (strstr (run->out, "%s%n.c"));
    }
  csv = cyan ("functions", "-f", "csv", before, after, NULL);
  g_assert_nonnull (strstr (csv->out, ",\"'=HYPERLINK(1).c\","));
  raw = cyan ("functions", "-f", "csv", "--raw-cells", before, after, NULL);
  g_assert_nonnull (strstr (raw->out, ",=HYPERLINK(1).c,"));
  tree_free (before);
  tree_free (after);
}

TEST ("/functions/46-unread")
{
  char *before = tree_new (), *after = tree_new ();
  g_autoptr (Run) text = NULL, csv = NULL;

  tree_write (before, "a.c", "int f (void) { return 1; }\n", -1);
  tree_write (before, "b.c", "int g (void) { return 1; }\n", -1);
  tree_write (after, "a.c", "int f (void) { return 2; }\n", -1);
  tree_write (after, "b.c", "int g\0", 6);
  text = cyan ("functions", before, after, NULL);
  assert_fine (text);
  assert_matches (text->out, "*: 1 modified\n\nmodified     f  a.c:1\n\nnot read: *: b.c: *\n");
  csv = cyan ("functions", "-f", "csv", before, after, NULL);
  g_assert_cmpint (csv->status, ==, 0);
  assert_matches (csv->err, "cyan: note: not read: *: b.c: *\n");
  g_assert_null (strstr (csv->out, "b.c"));
  tree_free (before);
  tree_free (after);
}

TEST ("/functions/errors")
{
  Repository repository;
  g_autofree char *unknown = NULL, *empty = NULL;

  repository_init (&repository);
  unknown = g_strconcat (repository.folder, "@nosuchbranch", NULL);
  empty = g_strconcat (repository.folder, "@", NULL);
  {
    const struct
    {
      const char *before, *after, *says;
    } cases[] = {
      { NULL, NULL, "functions needs two source locations: BEFORE and AFTER" },
      { repository.folder, NULL, "functions needs two source locations: BEFORE and AFTER" },
      { "nowhere", repository.folder, "nowhere: *No such file or directory" },
      { repository.folder, "nowhere", "nowhere: *No such file or directory" },
      { repository.folder, unknown, "*nosuchbranch*" },
      { repository.folder, empty, "*" },
      { "nowhere@main", repository.folder, "*nowhere*" },
    };

    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_autoptr (Run) run = cyan ("functions", "--", cases[i].before, cases[i].after, NULL);

        assert_fails (run, cases[i].says);
      }
  }
  {
    g_autoptr (Run) format = cyan ("functions", "-f", "xml", ".", ".", NULL);
    g_autoptr (Run) option = cyan ("functions", "--nonsense", ".", ".", NULL);
    g_autoptr (Run) ctags = run_program ("env", "PATH=/nowhere", cyan_path (), "functions",
                                         repository.locations[0], repository.locations[1], NULL);

    assert_fails (format, "--format: no format \"xml\"; text, csv or json");
    assert_fails (option, "functions: *--nonsense*");
    /* "No function changed" would be wrong. */
    assert_fails (ctags, "*ctags*");
  }
  repository_clear (&repository);
}

TESTS ()
{
  cli_test_init ();
  git_fixture_start ();
}
