/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checks made with every file in the tables of bad inputs. */
#include "bad-cases.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

void
bad_make_nothing (void)
{
}

void
write_repeated (const char *name, const char *head, const char *part, guint n)
{
  g_autoptr (GString) text = g_string_new (head);

  for (guint i = 0; i < n; i++)
    g_string_append (text, part);
  write_file (name, text->str, (gssize) text->len);
}

/* Every command refuses the file, on either side, and leaves nothing behind. */
static void
test_refused (gconstpointer data)
{
  const BadRefused *one = data;
  g_autofree char *says = g_strconcat (one->name, ": ", one->says, NULL);
  g_autoptr (Run) info = NULL, convert = NULL, before = NULL, after = NULL, csv = NULL,
                  render = NULL;
  guint n_files;

  write_good_profiles ();
  if (one->make != NULL)
    one->make ();
  else
    write_file (one->name, one->bytes, one->length);
  n_files = count_files ();
  info = cyan ("info", one->name, NULL);
  assert_fails (info, says);
  convert = cyan ("convert", one->name, "-o", "refused.cct", NULL);
  assert_fails (convert, says);
  before = cyan ("compare", one->name, "good.folded", NULL);
  assert_fails (before, says);
  after = cyan ("compare", "good.folded", one->name, "--format=json", NULL);
  assert_fails (after, says);
  csv = cyan ("compare", "good.folded", one->name, "--format=csv", "-o", "refused.csv", NULL);
  assert_fails (csv, says);
  render = cyan ("render", "good.folded", one->name, "-o", "refused.svg", NULL);
  assert_fails (render, says);
  g_assert_cmpuint (count_files (), ==, n_files);
}

void
bad_add_refused (const BadRefused *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/bad-input/refused/", cases[i].id, NULL);

      g_test_add_data_func (path, &cases[i], test_refused);
    }
}

static void
check_note (json_t *warnings, const char *note)
{
  gboolean found = FALSE;

  if (note == NULL && json_array_size (warnings) > 0)
    g_error ("a warning: %s", json_string_value (json_array_get (warnings, 0)));
  for (gsize i = 0; note != NULL && i < json_array_size (warnings); i++)
    found |= g_pattern_match_simple (note, json_string_value (json_array_get (warnings, i)));
  if (note != NULL && !found)
    g_error ("no warning \"%s\"", note);
}

/* No number is infinite or not a number. */
static void
check_finite (const Table *table)
{
  static const char *const numbers[] = { "before_share", "after_share", "height", "width" };

  for (guint row = 0; row < table->rows->len; row++)
    for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
      if (!is_empty (table, row, numbers[i]))
        g_assert_true (isfinite (number (table, row, numbers[i])));
}

/* Every command reads the file and prints the warning. */
static void
test_accepted (gconstpointer data)
{
  const BadAccepted *one = data;
  g_autoptr (Run) info = NULL, text = NULL, csv = NULL, render = NULL;
  g_autoptr (Table) table = NULL;
  json_t *json;

  write_good_profiles ();
  if (one->make != NULL)
    one->make ();
  else
    write_file (one->name, one->bytes, one->length);
  info = cyan ("info", "--format=json", one->name, NULL);
  assert_fine (info);
  json = parse_json (info);
  g_assert_cmpint (json_integer_value (json_object_get (json, "nodes")), ==, one->nodes);
  g_assert_cmpfloat (json_number_value (json_object_get (json, "total")), ==, one->total);
  check_note (json_object_get (json, "warnings"), one->note);
  json_decref (json);

  text = cyan ("compare", one->name, "good.folded", NULL);
  assert_fine (text);
  csv = cyan ("compare", "--format=csv", "good.folded", one->name, NULL);
  g_assert_cmpint (csv->status, ==, 0);
  table = table_parse (csv->out, csv->out_length);
  check_finite (table);
  g_assert_cmpuint (table->rows->len, >=, one->nodes + 1);
  render = cyan ("render", "good.folded", one->name, "-o", "accepted.svg", NULL);
  g_assert_cmpint (render->status, ==, 0);
  g_assert_cmpint (g_unlink ("accepted.svg"), ==, 0);
  if (one->note != NULL)
    {
      g_autofree char *in_text = g_strdup_printf ("*\nnote: before: %s\n*", one->note);
      g_autofree char *on_stderr = g_strdup_printf ("*cyan: note: after: %s\n*", one->note);

      assert_matches (text->out, in_text);
      assert_matches (csv->err, on_stderr);
      assert_matches (render->err, on_stderr);
    }
}

void
bad_add_accepted (const BadAccepted *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/bad-input/accepted/", cases[i].id, NULL);

      g_test_add_data_func (path, &cases[i], test_accepted);
    }
}
