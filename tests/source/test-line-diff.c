/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hunks of the line diff turn one text into the other. */
#include "cyan-line-diff.h"
#include "tests.h"

#include <string.h>

static char *
diff_to_text (const char *before, const char *after)
{
  g_autoptr (GArray) changes = MUST (cyan_line_diff (before, after, &failure));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (changes, CyanLineChange, i);

      g_string_append_printf (text, "%s%u+%u>%u+%u", i > 0 ? " " : "", change->before_start,
                              change->before_count, change->after_start, change->after_count);
    }
  return g_string_free (text, FALSE);
}

static void
assert_diff (const char *before, const char *after, const char *expected)
{
  ASSERT_TEXT (diff_to_text (before, after), expected);
}

TEST ("/source/line-diff/hunks")
{
  assert_diff ("", "", "");
  assert_diff ("a\nb\n", "a\nb\n", "");
  assert_diff ("", "a\nb\n", "0+0>0+2");
  assert_diff ("a\nb\n", "", "0+2>0+0");
  assert_diff ("b\n", "a\nb\n", "0+0>0+1");
  assert_diff ("a\n", "a\nb\n", "1+0>1+1");
  assert_diff ("a\nb\nc\n", "a\nc\n", "1+1>1+0");
  assert_diff ("a\nb\nc\n", "a\nX\nc\n", "1+1>1+1");
  assert_diff ("a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\nf\n", "0+1>0+1 4+1>4+2");
  /* A missing final line break makes no difference. */
  assert_diff ("a\nb", "a\nb\n", "");
}

/* The changed lines of one text and the unchanged lines of the other give the first text. */
TEST ("/source/line-diff/changes-apply")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (int round = 0; round < 300; round++)
    {
      g_autoptr (GString) before = g_string_new (NULL);
      g_autoptr (GString) after = g_string_new (NULL);
      g_autoptr (GString) built = g_string_new (NULL);
      g_autoptr (GArray) changes = NULL;
      g_auto (GStrv) old_lines = NULL;
      g_auto (GStrv) new_lines = NULL;
      guint at = 0, n_old;

      for (int i = g_rand_int_range (rand, 0, 30); i > 0; i--)
        g_string_append_printf (before, "%d\n", g_rand_int_range (rand, 0, 6));
      for (int i = g_rand_int_range (rand, 0, 30); i > 0; i--)
        g_string_append_printf (after, "%d\n", g_rand_int_range (rand, 0, 6));
      changes = cyan_line_diff (before->str, after->str, NULL);
      old_lines = g_strsplit (before->str, "\n", -1);
      new_lines = g_strsplit (after->str, "\n", -1);
      n_old = before->len > 0 ? g_strv_length (old_lines) - 1 : 0;
      for (guint i = 0; i <= changes->len; i++)
        {
          const CyanLineChange *change =
              i < changes->len ? &g_array_index (changes, CyanLineChange, i) : NULL;
          guint stop = change != NULL ? change->before_start : n_old;

          for (; at < stop; at++)
            g_string_append_printf (built, "%s\n", old_lines[at]);
          for (guint n = 0; change != NULL && n < change->after_count; n++)
            g_string_append_printf (built, "%s\n", new_lines[change->after_start + n]);
          at += change != NULL ? change->before_count : 0;
        }
      g_assert_cmpstr (built->str, ==, after->str);
    }
}

TEST ("/source/line-diff/too-large")
{
  g_autoptr (GError) error = NULL;
  gsize length = 64 * 1024 * 1024 + 1;
  g_autofree char *text = g_malloc (length + 1);

  memset (text, 'x', length);
  text[length] = '\0';
  g_assert_null (cyan_line_diff (text, "", &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "too large"));
}
