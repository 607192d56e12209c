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

static void
write_case (const char *name, const char *bytes, gssize length, void (*make) (void))
{
  write_good_profiles ();
  if (make != NULL)
    make ();
  else
    write_file (name, bytes, length);
}

/* The commands share their reader, so that `info` is given every file, and each other command its
 * part of them. */
static guint
turn (const char *id, guint n_commands)
{
  return g_str_hash (id) % n_commands;
}

/* The commands refuse the file, on either side, and leave nothing behind. */
static void
test_refused (gconstpointer data)
{
  const BadRefused *one = data;
  const char *const commands[][6] = {
    { "convert", one->name, "-o", "refused.cct" },
    { "compare", one->name, "good.folded" },
    { "compare", "good.folded", one->name, "--format=json" },
    { "compare", "good.folded", one->name, "--format=csv", "-o", "refused.csv" },
    { "render", "good.folded", one->name, "-o", "refused.svg" },
  };
  g_autofree char *says = g_strconcat (one->name, ": ", one->says, NULL);
  g_autoptr (Run) info = NULL, other = NULL;
  const char *const *command;
  guint n_files;

  write_case (one->name, one->bytes, one->length, one->make);
  n_files = count_files ();
  info = cyan ("info", one->name, NULL);
  assert_fails (info, says);
  command = commands[turn (one->id, G_N_ELEMENTS (commands))];
  other = cyan (command[0], command[1], command[2], command[3], command[4], command[5], NULL);
  assert_fails (other, says);
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

static void
check_info (const BadAccepted *one)
{
  g_autoptr (Run) info = cyan ("info", "--format=json", one->name, NULL);
  json_t *json;

  assert_fine (info);
  json = parse_json (info);
  g_assert_cmpint (json_integer_value (json_object_get (json, "nodes")), ==, one->nodes);
  g_assert_cmpfloat (json_number_value (json_object_get (json, "total")), ==, one->total);
  check_note (json_object_get (json, "warnings"), one->note);
  json_decref (json);
}

static void
check_text (const BadAccepted *one)
{
  g_autoptr (Run) text = cyan ("compare", one->name, "good.folded", NULL);
  g_autofree char *note = g_strdup_printf ("*\nnote: before: %s\n*", one->note);

  assert_fine (text);
  if (one->note != NULL)
    assert_matches (text->out, note);
}

static void
check_rest (const BadAccepted *one, const Run *run)
{
  g_autofree char *note = g_strdup_printf ("*cyan: note: after: %s\n*", one->note);

  g_assert_cmpint (run->status, ==, 0);
  if (one->note != NULL)
    assert_matches (run->err, note);
}

static void
check_csv (const BadAccepted *one)
{
  g_autoptr (Run) csv = cyan ("compare", "--format=csv", "good.folded", one->name, NULL);
  g_autoptr (Table) table = NULL;

  check_rest (one, csv);
  table = table_parse (csv->out, csv->out_length);
  check_finite (table);
  g_assert_cmpuint (table->rows->len, >=, one->nodes + 1);
}

static void
check_picture (const BadAccepted *one)
{
  g_autoptr (Run) render = cyan ("render", "good.folded", one->name, "-o", "accepted.svg", NULL);

  check_rest (one, render);
  g_assert_cmpint (g_unlink ("accepted.svg"), ==, 0);
}

/* The commands read the file and print the warning. */
static void
test_accepted (gconstpointer data)
{
  static void (*const checks[]) (const BadAccepted *) = { check_text, check_csv, check_picture };
  const BadAccepted *one = data;

  write_case (one->name, one->bytes, one->length, one->make);
  check_info (one);
  checks[turn (one->id, G_N_ELEMENTS (checks))](one);
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
