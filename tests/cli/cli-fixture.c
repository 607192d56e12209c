/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the tests of the command line. */
#include "cli-fixture.h"

#include <ftw.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *scratch;

static int
remove_one (const char *path, const struct stat *about, int type, struct FTW *where)
{
  return remove (path);
}

static void
remove_scratch (void)
{
  g_assert_cmpint (g_chdir ("/"), ==, 0);
  nftw (scratch, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void
cli_test_init (void)
{
  g_autoptr (GError) error = NULL;

  if (scratch != NULL)
    return;
  scratch = g_dir_make_tmp ("cyan-cli-XXXXXX", &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_chdir (scratch), ==, 0);
  atexit (remove_scratch);
}

void
run_free (Run *self)
{
  g_free (self->out);
  g_free (self->err);
  g_free (self);
}

const char *
cyan_path (void)
{
  const char *path = g_getenv ("CYAN_BINARY");

  g_assert_nonnull (path);
  return path;
}

static char *
take_text (GBytes *bytes, gsize *length)
{
  const char *data = g_bytes_get_data (bytes, length);
  char *text = g_malloc (*length + 1);

  if (*length > 0)
    memcpy (text, data, *length);
  text[*length] = '\0';
  return text;
}

static Run *
run_arguments (GPtrArray *arguments, const char *in, gssize in_length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) child = NULL;
  g_autoptr (GBytes) fed = g_bytes_new (in, in_length < 0 ? strlen (in) : (gsize) in_length);
  g_autoptr (GBytes) out = NULL, err = NULL;
  Run *run = g_new0 (Run, 1);
  gsize err_length;

  g_ptr_array_add (arguments, NULL);
  child = g_subprocess_newv ((const char *const *) arguments->pdata,
                             G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                 | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                             &error);
  g_assert_no_error (error);
  /* A child that rejects its arguments exits without reading its input. */
  if (!g_subprocess_communicate (child, fed, NULL, &out, &err, &error))
    g_error ("%s: %s", (char *) arguments->pdata[0], error->message);
  run->status = g_subprocess_get_if_exited (child) ? g_subprocess_get_exit_status (child) : -1;
  run->out = take_text (out, &run->out_length);
  run->err = take_text (err, &err_length);
  return run;
}

static void
add_all (GPtrArray *array, const char *first, va_list rest)
{
  for (const char *argument = first; argument != NULL; argument = va_arg (rest, const char *))
    g_ptr_array_add (array, (gpointer) argument);
}

Run *
cyan (const char *argument, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  va_list rest;

  g_ptr_array_add (arguments, (gpointer) cyan_path ());
  va_start (rest, argument);
  add_all (arguments, argument, rest);
  va_end (rest);
  return run_arguments (arguments, "", 0);
}

Run *
cyan_fed (const char *bytes, gssize length, const char *argument, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  va_list rest;

  g_ptr_array_add (arguments, (gpointer) cyan_path ());
  va_start (rest, argument);
  add_all (arguments, argument, rest);
  va_end (rest);
  return run_arguments (arguments, bytes, length);
}

Run *
run_program (const char *program, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  va_list rest;

  va_start (rest, program);
  add_all (arguments, program, rest);
  va_end (rest);
  return run_arguments (arguments, "", 0);
}

void
assert_fine (const Run *run)
{
  g_assert_cmpstr (run->err, ==, "");
  g_assert_cmpint (run->status, ==, 0);
}

void
assert_matches (const char *text, const char *pattern)
{
  if (!g_pattern_match_simple (pattern, text))
    g_error ("\"%s\" does not match \"%s\"", text, pattern);
}

void
assert_fails (const Run *run, const char *pattern)
{
  g_autofree char *line = g_strconcat ("cyan: ", pattern, "\n", NULL);

  assert_matches (run->err, line);
  g_assert_true (strchr (run->err, '\n') == run->err + strlen (run->err) - 1);
  g_assert_cmpstr (run->out, ==, "");
  g_assert_cmpint (run->status, ==, 2);
}

void
write_file (const char *name, gconstpointer bytes, gssize length)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (name, bytes, length, &error);
  g_assert_no_error (error);
}

GBytes *
gzip_bytes (gconstpointer bytes, gssize length)
{
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (gzip));
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (stream, bytes, length < 0 ? strlen (bytes) : (gsize) length, NULL,
                             NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (stream, NULL, &error);
  g_assert_no_error (error);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

void
write_gzip (const char *name, gconstpointer bytes, gssize length)
{
  g_autoptr (GBytes) gzip = gzip_bytes (bytes, length);

  write_file (name, g_bytes_get_data (gzip, NULL), (gssize) g_bytes_get_size (gzip));
}

char *
read_file (const char *name, gsize *length)
{
  g_autoptr (GError) error = NULL;
  char *bytes;

  g_file_get_contents (name, &bytes, length, &error);
  g_assert_no_error (error);
  return bytes;
}

gboolean
file_exists (const char *name)
{
  return g_file_test (name, G_FILE_TEST_EXISTS);
}

guint
count_files (void)
{
  g_autoptr (GDir) folder = g_dir_open (".", 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;
  return n;
}

void
write_good_profiles (void)
{
  write_file ("good.folded", "main;parse;lex 30\nmain;parse 20\nmain;eval 50\n", -1);
  write_file ("other.folded", "main;parse;lex 30\nmain;parse 20\nmain;eval 150\n", -1);
}

char *
data_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", name, NULL);
}

char *
root_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "..", name, NULL);
}

void
convert_recording (const char *tsv, const char *cct)
{
  g_autofree char *in = data_path (tsv);
  g_autofree char *script = root_path ("docs/examples/tsv2cct.py");
  g_autoptr (Run) run = run_program ("sh", "-c", "gzip -dc \"$1\" | python3 \"$2\" > \"$3\"", "sh",
                                     in, script, cct, NULL);

  assert_fine (run);
}

/* Parses one record and moves *@at past its line break. */
static char **
parse_record (const char **at, const char *end)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean quoted = FALSE, done = FALSE;

  while (!done)
    {
      const char *p = *at;

      g_assert_true (p < end);
      if (quoted && *p == '"' && p[1] == '"')
        {
          g_string_append_c (text, '"');
          (*at)++;
        }
      else if (*p == '"')
        {
          /* A quote may only open a cell at its beginning and close it at its end. */
          g_assert_true (quoted ? strchr (",\r", p[1]) != NULL : p[-1] == ',' || p[-1] == '\n');
          quoted = !quoted;
        }
      else if (!quoted && (*p == ',' || *p == '\r'))
        {
          done = *p == '\r';
          if (done)
            g_assert_cmpint (*++*at, ==, '\n');
          g_ptr_array_add (cells, g_strdup (text->str));
          g_string_truncate (text, 0);
        }
      else
        {
          g_assert_true (quoted || *p != '\n');
          g_string_append_c (text, *p);
        }
      (*at)++;
    }
  g_ptr_array_add (cells, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&cells), FALSE);
}

Table *
table_parse (const char *text, gsize length)
{
  Table *self = g_new0 (Table, 1);
  const char *at = text, *end = text + length;
  const char *line_end = strstr (text, "\r\n");

  g_assert_true (g_str_has_prefix (text, "# "));
  self->comment = g_strndup (text + 2, (gsize) (line_end - text - 2));
  at = line_end + 2;
  self->columns = parse_record (&at, end);
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  while (at < end)
    {
      char **row = parse_record (&at, end);

      g_assert_cmpuint (g_strv_length (row), ==, g_strv_length (self->columns));
      g_ptr_array_add (self->rows, row);
    }
  return self;
}

void
table_free (Table *self)
{
  g_free (self->comment);
  g_strfreev (self->columns);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

Table *
compare_csv (const char *argument, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (Run) run = NULL;
  va_list rest;

  g_ptr_array_add (arguments, (gpointer) cyan_path ());
  g_ptr_array_add (arguments, (gpointer) "compare");
  g_ptr_array_add (arguments, (gpointer) "--format=csv");
  va_start (rest, argument);
  add_all (arguments, argument, rest);
  va_end (rest);
  run = run_arguments (arguments, "", 0);
  if (run->status != 0)
    g_error ("cyan compare: %s", run->err);
  return table_parse (run->out, run->out_length);
}

const char *
cell (const Table *self, guint row, const char *column)
{
  char **cells = g_ptr_array_index (self->rows, row);

  for (guint i = 0; self->columns[i] != NULL; i++)
    if (strcmp (self->columns[i], column) == 0)
      return cells[i];
  g_error ("no column \"%s\"", column);
}

double
number (const Table *self, guint row, const char *column)
{
  const char *text = cell (self, row, column);
  char *end;
  double value = g_ascii_strtod (text, &end);

  if (*text == '\0' || *end != '\0')
    g_error ("row %u: %s \"%s\" is not a number", row, column, text);
  return value;
}

gboolean
is_empty (const Table *self, guint row, const char *column)
{
  return *cell (self, row, column) == '\0';
}

static gboolean
find_row (const Table *self, const char *name, guint *row)
{
  for (*row = 0; *row < self->rows->len; (*row)++)
    if (strcmp (cell (self, *row, "name"), name) == 0)
      return TRUE;
  return FALSE;
}

guint
row_of (const Table *self, const char *name)
{
  guint row;

  if (!find_row (self, name, &row))
    g_error ("no row \"%s\"", name);
  return row;
}

gboolean
has_row (const Table *self, const char *name)
{
  guint row;

  return find_row (self, name, &row);
}

guint
count_rows (const Table *self, const char *column, const char *value)
{
  guint n = 0;

  for (guint row = 1; row < self->rows->len; row++)
    n += strcmp (cell (self, row, column), value) == 0;
  return n;
}

double
sum_of (const Table *self, const char *name, const char *column)
{
  double sum = 0;

  for (guint row = 0; row < self->rows->len; row++)
    if (strcmp (cell (self, row, "name"), name) == 0 && !is_empty (self, row, column))
      sum += number (self, row, column);
  return sum;
}

json_t *
parse_json (const Run *run)
{
  json_error_t error;
  json_t *json = json_loadb (run->out, run->out_length, JSON_REJECT_DUPLICATES, &error);

  if (json == NULL)
    g_error ("not JSON: line %d: %s", error.line, error.text);
  return json;
}
