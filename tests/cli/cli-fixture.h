/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the tests of the command line share: the real `cyan` run in a scratch folder, and readers
 * of what it prints.
 *
 * cli_test_init() makes the scratch folder and enters it, so that files are named without a path;
 * it is removed at the end.
 */
#pragma once

#include <gio/gio.h>
#include <jansson.h>

G_BEGIN_DECLS

void cli_test_init (void);

/* What a program did. */
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

/* It ended well and said nothing on standard error. */
void assert_fine (const Run *run);
/* It ended with status 2, printed nothing, and its one line on standard error matches the glob
 * @pattern (which stands behind "cyan: "). */
void assert_fails (const Run *run, const char *pattern);
void assert_matches (const char *text, const char *pattern);

/* Writes @length bytes, -1 for a string, to the file @name of the scratch folder. */
void write_file (const char *name, gconstpointer bytes, gssize length);
void write_gzip (const char *name, gconstpointer bytes, gssize length);
GBytes *gzip_bytes (gconstpointer bytes, gssize length);
/* The whole file; caller frees. */
char *read_file (const char *name, gsize *length);
gboolean file_exists (const char *name);
guint count_files (void);

/* Two small sampled profiles that every test may name: "good.folded" and "other.folded". */
void write_good_profiles (void);

/* tests/data/NAME, or NAME below the root of the sources; caller frees. */
char *data_path (const char *name);
char *root_path (const char *name);
/* Makes @cct from the recording tests/data/@tsv by docs/examples/tsv2cct.py. */
void convert_recording (const char *tsv, const char *cct);

/* CSV as RFC 4180 has it, with comment lines in front. */
typedef struct
{
  char *comment;   /* of the first line, without "# " */
  char **columns;  /* the header */
  GPtrArray *rows; /* of char ** */
} Table;

Table *table_parse (const char *text, gsize length);
void table_free (Table *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Table, table_free)

/* `cyan compare --format csv` of these arguments, which must be fine but for notes. */
Table *compare_csv (const char *argument, ...) G_GNUC_NULL_TERMINATED;

const char *cell (const Table *self, guint row, const char *column);
/* A number of a cell that has one. */
double number (const Table *self, guint row, const char *column);
gboolean is_empty (const Table *self, guint row, const char *column);
/* The only row, or the first in preorder, whose name is @name. */
guint row_of (const Table *self, const char *name);
gboolean has_row (const Table *self, const char *name);
/* Rows, "(all)" not counted, whose @column is @value. */
guint count_rows (const Table *self, const char *column, const char *value);
/* The sum of a column over the rows of this name; empty cells are 0. */
double sum_of (const Table *self, const char *name, const char *column);

/* What jansson makes of it, duplicate keys refused. */
json_t *parse_json (const Run *run);

G_END_DECLS
