/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds for every example of a foreign format. */
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

/* The whole tree as text. */
static char *
tree_of (const CyanProfile *profile)
{
  return cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS
                                            | CYAN_PROFILE_TEXT_CALL_SITE);
}

/* Calls @check for each example that can be read. */
static void
for_all (void (*check) (const char *name, const GString *bytes, const CyanProfile *profile))
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", "foreign", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      gsize length;
      g_autofree char *bytes = read_example (name, &length);
      g_autoptr (GString) copy = g_string_new_len (bytes, (gssize) length);
      g_autoptr (CyanProfile) profile = load_text (bytes, (gssize) length, NULL);

      if (profile == NULL)
        continue;
      check (name, copy, profile);
      n++;
    }
  g_assert_cmpuint (n, >, 50);
}

/* A tree has as many nodes as are allowed, or it is refused with the file and the reason. */
static void
check_node_limit (const char *name, const GString *bytes, const CyanProfile *profile)
{
  for (guint limit = 1; limit <= profile->n_nodes; limit++)
    {
      const CyanLoadOptions options = { .max_nodes = limit };
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) limited =
          cyan_profile_load_memory ("t", bytes->str, bytes->len, &options, NULL, &error);

      if (limited != NULL)
        {
          g_assert_cmpuint (limited->n_nodes, <=, limit);
          continue;
        }
      if (!g_error_matches (error, CYAN_ERROR, CYAN_ERROR_LIMIT)
          || !g_str_has_prefix (error->message, "t: "))
        g_error ("%s with %u nodes: %s", name, limit, error->message);
    }
}

TEST ("/laws/node-limit")
{
  for_all (check_node_limit);
}

static void
assert_same_tree (const char *name, const GString *changed, const CyanProfile *profile)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) other = load_text (changed->str, (gssize) changed->len, &error);
  g_autofree char *expected = tree_of (profile), *tree = NULL;

  if (other == NULL)
    g_error ("%s: %s", name, error->message);
  tree = tree_of (other);
  if (strcmp (tree, expected) != 0)
    g_error ("%s: %s", name, tree);
}

/* Those of Windows do as well, and the last one may be missing. */
static void
check_line_ends (const char *name, const GString *bytes, const CyanProfile *profile)
{
  g_autoptr (GString) changed = g_string_new_len (bytes->str, (gssize) bytes->len);

  if (!g_utf8_validate (bytes->str, (gssize) bytes->len, NULL) || strstr (name, "-cut") != NULL)
    return;
  g_string_replace (changed, "\n", "\r\n", 0);
  assert_same_tree (name, changed, profile);
  g_string_assign (changed, bytes->str);
  if (changed->str[changed->len - 1] == '\n')
    g_string_truncate (changed, changed->len - 1);
  else
    g_string_append_c (changed, '\n');
  assert_same_tree (name, changed, profile);
}

TEST ("/laws/line-ends")
{
  for_all (check_line_ends);
}

/* JSON writes a NUL as letters. */
static gboolean
begins_word (const GString *bytes, const char *at)
{
  return at == bytes->str || !g_ascii_isalnum (at[-1])
         || (at - bytes->str >= 6 && memcmp (at - 6, "\\u0000", 6) == 0);
}

/* Files are named as in the text: a whole word of it, or of a path in it. */
static void
check_files (const char *name, const GString *bytes, const CyanProfile *profile)
{
  if (!g_utf8_validate (bytes->str, (gssize) bytes->len, NULL))
    return;
  for (guint32 f = 1; f < profile->n_functions; f++)
    {
      const char *file = cyan_strings_get (profile->strings, profile->functions[f].file);
      gboolean is_there = *file == '\0';

      for (const char *at = bytes->str; !is_there && (at = strstr (at, file)) != NULL; at++)
        is_there = begins_word (bytes, at) && !g_ascii_isalnum (at[strlen (file)]);
      if (!is_there)
        g_error ("%s: %s", name, file);
    }
}

TEST ("/laws/files")
{
  for_all (check_files);
}

/* White space between tokens never counts. */
static void
check_json (const char *name, const GString *bytes, const CyanProfile *profile)
{
  g_autoptr (GString) changed = g_string_new (NULL);
  gboolean in_string = FALSE;

  if (strchr ("[{", bytes->str[0]) == NULL
      || !g_utf8_validate (bytes->str, (gssize) bytes->len, NULL))
    return;
  for (gsize i = 0; i < bytes->len; i++)
    {
      char c = bytes->str[i];

      g_string_append_c (changed, c);
      if (in_string && c == '\\')
        g_string_append_c (changed, bytes->str[++i]);
      else if (c == '"')
        in_string = !in_string;
      else if (!in_string && strchr ("[{,:", c) != NULL)
        g_string_append (changed, " \n\t");
    }
  assert_same_tree (name, changed, profile);
}

TEST ("/laws/json")
{
  for_all (check_json);
}
