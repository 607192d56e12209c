/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that their file does not have by name: what is around the recorded line.  The ctags is
 * the real one. */
#include <stdio.h>
#include <string.h>

#include "cyan-code.h"
#include "find.h"
#include "tests.h"
#include "tree.h"

TEST ("/by-line/macros")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "cmd.c",
              "#define DEFINE_CMD(name) int cmd_##name (int argc)\n" /* 1 */
              "\n"
              "DEFINE_CMD (add) {\n" /* 3 */
              "  return argc + 1;\n"
              "}\n"
              "\n"
              "DEFINE_CMD (remove)\n" /* 7 */
              "{\n"
              "  if (argc)\n"
              "    {\n"
              "      return 1;\n"
              "    }\n"
              "  return 0;\n"
              "}\n"
              "\n"
              "int limit = 3;\n" /* 16 */
              "\n"
              "static int\n"
              "plain (void)\n"
              "{\n"
              "  return 1;\n"
              "}\n",
              -1);
  ASSERT_FIND (location, "cmd_add", "cmd.c", 3, "cmd.c:3-5 by line");
  ASSERT_FIND (location, "cmd_add", "cmd.c", 4, "cmd.c:3-5 by line");
  ASSERT_FIND (location, "cmd_remove", "/build/src/cmd.c", 11, "cmd.c:7-14 by line");
  ASSERT_FIND (location, "cmd_remove", "cmd.c", 14, "cmd.c:7-14 by line");
  /* A name that is there wins over any line. */
  ASSERT_FIND (location, "plain", "cmd.c", 4, "cmd.c:18-22");
  /* No block, no line, lines that no file has: nothing is guessed. */
  ASSERT_FIND (location, "cmd_add", "cmd.c", 1, "cmd_add: no such function in cmd.c");
  ASSERT_FIND (location, "cmd_add", "cmd.c", 6, "cmd_add: no such function in cmd.c");
  ASSERT_FIND (location, "cmd_add", "cmd.c", 16, "cmd_add: no such function in cmd.c");
  ASSERT_FIND (location, "cmd_add", "cmd.c", 0, "cmd_add: no such function in cmd.c");
  ASSERT_FIND (location, "cmd_add", "cmd.c", 23, "cmd_add: no such function in cmd.c");
  ASSERT_FIND (location, "cmd_add", "cmd.c", 4000000000u, "cmd_add: no such function in cmd.c");
  ASSERT_FIND (location, "cmd_add", "cmd.c", G_MAXUINT, "cmd_add: no such function in cmd.c");
  /* Without a file the line is that of no text. */
  ASSERT_FIND (location, "cmd_add", NULL, 4, "cmd_add: not in the source folder");
  tree_free (tree);
}

/* Of functions of one name within each other, the innermost around the line, in each file. */
TEST ("/by-line/nested")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "n.py",
              "def f(x):\n"
              "    def f(y):\n"
              "        def f(z):\n"
              "            return z\n"
              "        return f\n"
              "    return f\n",
              -1);
  ASSERT_FIND (location, "f", "n.py", 4, "n.py:3-4");
  ASSERT_FIND (location, "f", "n.py", 5, "n.py:2-5");
  ASSERT_FIND (location, "f", "n.py", 6, "n.py:1-6");
  tree_free (tree);
}

TEST ("/by-line/several-files")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree), mapped = find_open (tree);

  tree_write (tree, "a/cmd.c", "CMD (x)\n{\n  return 1;\n}\n", -1);
  tree_write (tree, "c/only.c", "CMD (x)\n{\n  return 1;\n}\n", -1);
  tree_write (tree, "b/cmd.c", "CMD (y)\n{\n  return 2;\n}\n", -1);
  ASSERT_FIND (location, "cmd_x", "cmd.c", 3, "cmd_x: no such function in cmd.c");
  ASSERT_FIND (location, "cmd_x", "a/cmd.c", 3, "a/cmd.c:1-4 by line");
  /* A file of that name elsewhere may be another one, unless a map says so. */
  ASSERT_FIND (location, "cmd_x", "/usr/src/old/only.c", 3, "cmd_x: no such function in c/only.c");
  g_assert_true (cyan_source_location_map (mapped, "/usr/src/old", "c", NULL));
  ASSERT_FIND (mapped, "cmd_x", "/usr/src/old/only.c", 3, "c/only.c:1-4 by line");
  tree_free (tree);
}

TEST ("/by-line/python")
{
  char *tree = tree_new ();
  g_autoptr (CyanSourceLocation) location = find_open (tree);

  tree_write (tree, "gen.py",
              "import api\n" /* 1 */
              "\n"
              "@api.endpoint (\n" /* 3 */
              "    name='list_users')\n"
              "def generated (request):\n"
              "    return [1]\n"
              "\n"
              "def make (n):\n" /* 8 */
              "    def inner (x):\n"
              "        return x + n\n"
              "    inner.__name__ = f'add_{n}'\n"
              "    return inner\n"
              "\n"
              "for n in range (3):\n" /* 14 */
              "    if n:\n"
              "        make (n) (1)\n"
              "\n"
              "    print (n)\n"
              "make (4)\n", /* 19 */
              -1);
  /* The line of a decorated function is that of its decorator. */
  ASSERT_FIND (location, "list_users", "gen.py", 3, "gen.py:3-6 by line");
  ASSERT_FIND (location, "list_users", "gen.py", 6, "gen.py:3-6 by line");
  ASSERT_FIND (location, "add_2", "gen.py", 10, "gen.py:9-10 by line");
  ASSERT_FIND (location, "add_2", "gen.py", 12, "gen.py:8-12 by line");
  ASSERT_FIND (location, "run_all", "gen.py", 16, "gen.py:14-18 by line");
  ASSERT_FIND (location, "run_all", "gen.py", 17, "gen.py:14-18 by line");
  ASSERT_FIND (location, "run_all", "gen.py", 1, "run_all: no such function in gen.py");
  ASSERT_FIND (location, "run_all", "gen.py", 13, "run_all: no such function in gen.py");
  ASSERT_FIND (location, "run_all", "gen.py", 19, "run_all: no such function in gen.py");
  tree_free (tree);
}

/* "first-last" of the block, or "none".  Caller frees. */
static char *
block_around (CyanLanguage language, const char *text, guint line)
{
  guint first, last;

  return cyan_code_block_around (language, text, strlen (text), line, &first, &last)
             ? g_strdup_printf ("%u-%u", first, last)
             : g_strdup ("none");
}

/* Each line of a block has that block, and no other line has it. */
static void
assert_block (CyanLanguage language, const char *text, const char *block)
{
  guint n_lines = 1, first = 0, last = 0;

  sscanf (block, "%u-%u", &first, &last);
  for (const char *at = text; *at != '\0'; at++)
    n_lines += *at == '\n';
  for (guint line = 1; line <= n_lines; line++)
    {
      g_autofree char *found = block_around (language, text, line);

      g_assert_true ((strcmp (found, block) == 0) == (line >= first && line <= last));
    }
}

TEST ("/by-line/blocks")
{
  static const struct
  {
    CyanLanguage language;
    const char *text;
    guint line;
    const char *block;
  } cases[] = {
    { CYAN_LANGUAGE_C, "X (a)\n{\n  b ();\n}\n", 3, "1-4" },
    { CYAN_LANGUAGE_C, "X (a)\n{\n  b ();\n}\n", 5, "none" },
    { CYAN_LANGUAGE_C, "X (a) { if (b) { c; } d; }\nY (a) { }\n", 2, "2-2" },
    { CYAN_LANGUAGE_C, "X (a)\n{\n  if (b) {\n    c ();\n  }\n  d ();\n}\n", 6, "1-7" },
    { CYAN_LANGUAGE_CPP, "X (a)\n{ b = R\"x(\" { )x\"; }\n{ c (); }\n", 1, "1-2" },
    /* Braces in literals, comments and directives are none. */
    { CYAN_LANGUAGE_C, "X (a)\n{\n  \"}\"; '}'; /* } */\n#define B }\n  c;\n}\n", 5, "1-6" },
    /* A type, a table, a namespace. */
    { CYAN_LANGUAGE_C, "struct a\n{\n  int b;\n};\n", 3, "none" },
    { CYAN_LANGUAGE_C, "int a[] =\n{\n  1,\n};\n", 3, "none" },
    { CYAN_LANGUAGE_C, "DECLARE (x)\n\nint a[] =\n{\n  1,\n};\n", 5, "none" },
    { CYAN_LANGUAGE_CPP, "namespace a {\n  X (b) {\n    c ();\n  }\n}\n", 3, "2-4" },
    { CYAN_LANGUAGE_CPP, "namespace a {\n  X (b) {\n    c ();\n  }\n}\n", 5, "none" },
    /* Never closed. */
    { CYAN_LANGUAGE_C, "X (a)\n{\n  b ();\n", 3, "none" },
    { CYAN_LANGUAGE_JAVASCRIPT, "on ('load',\n  () => {\n  a ();\n});\n", 3, "1-4" },
    { CYAN_LANGUAGE_JAVASCRIPT, "const o = {\n  a: 1,\n};\n", 2, "none" },
    { CYAN_LANGUAGE_JAVA, "@Tag (\"a\")\nclass A {\n  { run (() -> {\n    b ();\n  }); }\n}\n", 4,
      "3-5" },
    { CYAN_LANGUAGE_GO, "var f = wrap (func () {\n  a ()\n})\n", 2, "1-3" },
    { CYAN_LANGUAGE_OTHER, "X (a)\n{\n  b ();\n}\n", 3, "none" },
    { CYAN_LANGUAGE_PYTHON, "with a:\n  b\n", 2, "1-2" },
    { CYAN_LANGUAGE_PYTHON, "  b\n", 1, "none" },
    { CYAN_LANGUAGE_C, "", 1, "none" },
    { CYAN_LANGUAGE_PYTHON, "", 1, "none" },
    { CYAN_LANGUAGE_GO, "", 1, "none" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *block = block_around (cases[i].language, cases[i].text, cases[i].line);

      g_test_message ("%u: %s", i, cases[i].text);
      g_assert_cmpstr (block, ==, cases[i].block);
      if (strcmp (block, "none") != 0)
        assert_block (cases[i].language, cases[i].text, block);
    }
}

/* In every text, whatever its brackets: no line of another number, no line that is not there. */
TEST ("/by-line/hostile")
{
  static const char pieces[] = "{}(){}();\n\n\"'#a /*";
  static const guint lines[] = { 0, 1, 3, 1000, 4000000000u, G_MAXUINT };

  for (guint n = 0; n < 200; n++)
    {
      GString *text = g_string_new (NULL);

      for (guint i = 0; i < 300; i++)
        g_string_append_c (text, pieces[g_test_rand_int_range (0, sizeof pieces - 1)]);
      for (int language = 0; language < CYAN_N_LANGUAGES; language++)
        for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
          {
            guint first = 0, last = 0;

            if (!cyan_code_block_around ((CyanLanguage) language, text->str, text->len, lines[i],
                                         &first, &last))
              continue;
            g_assert_cmpuint (first, >=, 1);
            g_assert_cmpuint (first, <=, lines[i]);
            g_assert_cmpuint (last, >=, lines[i]);
            g_assert_cmpuint (last, <=, 301);
          }
      g_string_free (text, TRUE);
    }
}
