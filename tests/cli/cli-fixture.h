/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the tests of the command line: runs the real `cyan` in a temporary folder and parses
 * its output.
 *
 * cli_test_init() creates the folder and makes it the current one, so files need no path.  It is
 * removed at the end.
 */
#pragma once

#include <gio/gio.h>
#include <jansson.h>

void cli_test_init (void);

/* The result of a program. */
typedef struct
{
  int status;
  char *out; /* followed by a NUL byte */
  gsize out_length;
  char *err;
} Run;

void run_free (Run *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)

/* The path of `cyan`. */
const char *cyan_path (void);
/* Runs `cyan` with these arguments and nothing on its standard input. */
Run *cyan (const char *argument, ...) G_GNUC_NULL_TERMINATED;
/* The same with @length bytes, -1 for a string, on its standard input. */
Run *cyan_fed (const char *bytes, gssize length, const char *argument, ...) G_GNUC_NULL_TERMINATED;
/* Runs any program: "env", "sh", "xmllint". */
Run *run_program (const char *program, ...) G_GNUC_NULL_TERMINATED;

/* Checks that the program succeeded and printed nothing on standard error. */
void assert_fine (const Run *run);
/* Checks that the program exited with status 2, printed nothing on standard output, and one line on
 * standard error, which matches the glob @pattern after "cyan: ". */
void assert_fails (const Run *run, const char *pattern);
void assert_matches (const char *text, const char *pattern);

/* Writes @length bytes, -1 for a string, to the file @name in the temporary folder. */
void write_file (const char *name, gconstpointer bytes, gssize length);
void write_gzip (const char *name, gconstpointer bytes, gssize length);
GBytes *gzip_bytes (gconstpointer bytes, gssize length);
/* The whole file; caller frees. */
char *read_file (const char *name, gsize *length);
gboolean file_exists (const char *name);
guint count_files (void);

/* Writes two small sampled profiles for any test: "good.folded" and "other.folded". */
void write_good_profiles (void);

/* The path of tests/data/NAME, or of NAME in the source tree; caller frees. */
char *data_path (const char *name);
char *root_path (const char *name);
/* Converts the recording tests/data/@tsv to @cct with docs/examples/tsv2cct.py. */
void convert_recording (const char *tsv, const char *cct);

/* CSV as in RFC 4180, after comment lines. */
typedef struct
{
  char *comment;   /* of the first line, without "# " */
  char **columns;  /* the header */
  GPtrArray *rows; /* of char ** */
} Table;

Table *table_parse (const char *text, gsize length);
void table_free (Table *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Table, table_free)

/* Runs `cyan compare --format csv` with these arguments, which must succeed; notes are allowed. */
Table *compare_csv (const char *argument, ...) G_GNUC_NULL_TERMINATED;

const char *cell (const Table *self, guint row, const char *column);
/* The number in a cell that is not empty. */
double number (const Table *self, guint row, const char *column);
gboolean is_empty (const Table *self, guint row, const char *column);
/* The first row in preorder with this name. */
guint row_of (const Table *self, const char *name);
gboolean has_row (const Table *self, const char *name);
/* The number of rows, without "(all)", whose @column is @value. */
guint count_rows (const Table *self, const char *column, const char *value);
/* The sum of a column over the rows of this name; empty cells are 0. */
double sum_of (const Table *self, const char *name, const char *column);

/* Parses the output with jansson, which rejects duplicate keys. */
json_t *parse_json (const Run *run);
