/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options of the commands: each row says what a value must be like, so that parsing fills in
 * checked values of their types, none of which is owned unless it says so.
 */
#pragma once

#include "cyan-report.h"

typedef struct _CyanCliOption CyanCliOption;

/* Reads @text, the value of @option, into @to; NULL for an option without a value.  The error does
 * not begin with the option. */
typedef gboolean (*CyanCliParse) (const CyanCliOption *option,
                                  const char *text,
                                  gpointer to,
                                  GError **error);

/* A row of a table, which ends with a row that is all zero. */
struct _CyanCliOption
{
  const char *name; /* without "--" */
  char letter;      /* 0: none */
  CyanCliParse parse;
  gpointer to;             /* of the type that @parse says; in a group the offset in its struct */
  const char *description; /* "%s" in it: the default, which is at @to */
  const char *placeholder; /* of the value; NULL: the option has none */
  const char *const
      *names;       /* for cyan_cli_choice(), and what a completion offers, NULL-terminated */
  const char *noun; /* for its errors, what these name; NULL: @name */
  double low, high; /* of numbers; 0 as @high: any */
  const CyanReport *report; /* for cyan_cli_form(): whose forms; the report that a flag asks for */
  /* In place of all but @to and @report: the rows of another table, whose struct is at @to. */
  const CyanCliOption *group;
};

/* For CyanCliOption.to in a group. */
#define CYAN_CLI_AT(type, member) GSIZE_TO_POINTER (G_STRUCT_OFFSET (type, member))

/* ---- values ---- */

gboolean cyan_cli_flag (const CyanCliOption *, const char *, gpointer to, GError **); /* gboolean */

/* Interned, const char *.  A text is in UTF-8, a path is as it was given. */
gboolean cyan_cli_text (const CyanCliOption *, const char *, gpointer to, GError **);
gboolean cyan_cli_path (const CyanCliOption *, const char *, gpointer to, GError **);
/* The same, owned: char *. */
gboolean cyan_cli_own_text (const CyanCliOption *, const char *, gpointer to, GError **);
gboolean cyan_cli_own_path (const CyanCliOption *, const char *, gpointer to, GError **);
/* One more at the end of an owned GStrv. */
gboolean cyan_cli_texts (const CyanCliOption *, const char *, gpointer to, GError **);
gboolean cyan_cli_paths (const CyanCliOption *, const char *, gpointer to, GError **);
/* Likewise, each "FROM=TO". */
gboolean cyan_cli_maps (const CyanCliOption *, const char *, gpointer to, GError **);
/* TRUE if it is the placeholder, which is the only value: gboolean. */
gboolean cyan_cli_word (const CyanCliOption *, const char *, gpointer to, GError **);

/* The index among CyanCliOption.names: an enumeration, or guint. */
gboolean cyan_cli_choice (const CyanCliOption *, const char *, gpointer to, GError **);
/* CyanReportForm. */
gboolean cyan_cli_form (const CyanCliOption *, const char *, gpointer to, GError **);
/* A whole number from low to high: guint. */
gboolean cyan_cli_count (const CyanCliOption *, const char *, gpointer to, GError **);
/* A number from low to high, and any number above 0: double. */
gboolean cyan_cli_number (const CyanCliOption *, const char *, gpointer to, GError **);
gboolean cyan_cli_positive (const CyanCliOption *, const char *, gpointer to, GError **);
/* "0.5%" or "0.005", from 0 on; and such a share above 0 and below 1: double. */
gboolean cyan_cli_share (const CyanCliOption *, const char *, gpointer to, GError **);
gboolean cyan_cli_chance (const CyanCliOption *, const char *, gpointer to, GError **);

/* cyan_cli_share() without an option: FALSE if @text is none. */
gboolean cyan_cli_read_share (const char *text, double *share);

/* ---- rows of what several commands ask a store ---- */

#define CYAN_CLI_PROJECT(to)                                                                       \
  {                                                                                                \
    "project", 'p', cyan_cli_text, (to), "Of which program (default: the only one)", "NAME"        \
  }
#define CYAN_CLI_BRANCH(to)                                                                        \
  {                                                                                                \
    "branch", 0, cyan_cli_text, (to),                                                              \
        "The branch, or its newest revision (default: the branch that was seen last)", "NAME"      \
  }
#define CYAN_CLI_MAGNITUDE(to)                                                                     \
  {                                                                                                \
    "magnitude", 0, cyan_cli_share, (to), "Smaller changes are no steps (default: %s)", "SHARE"    \
  }
#define CYAN_CLI_ALPHA(to)                                                                         \
  {                                                                                                \
    "alpha", 0, cyan_cli_chance, (to), "The largest p of a step (default: %s)", "SHARE"            \
  }

/* ---- groups ---- */

/* Where a report goes, and how. */
typedef struct
{
  CyanReportForm form;
  const char *path; /* NULL: standard output */
  gboolean raw_cells;
} CyanCliOutput;

/* --format, with CyanCliOption.report; --output with --force; both with --raw-cells. */
extern const CyanCliOption cyan_cli_form_options[];
extern const CyanCliOption cyan_cli_file_options[];
extern const CyanCliOption cyan_cli_output_options[];
/* --raw-cells, to a gboolean; and --force, without a struct. */
extern const CyanCliOption cyan_cli_cells_options[];
extern const CyanCliOption cyan_cli_force_options[];

/* ---- parsing ---- */

/* As the only argument: commands, or options, are listed for data/completions. */
#define CYAN_CLI_COMPLETE "--complete"

/* Likewise: the columns of reports are listed for the manual page. */
#define CYAN_CLI_COLUMNS "--columns"

/* Parses the options of @command into what @options say, and leaves the operands in *@argv.  FALSE
 * with *@status set if the command must exit: an invalid option, or --help. */
gboolean cyan_cli_parse (const char *command,
                         const char *operands,
                         const char *summary,
                         const CyanCliOption *options,
                         int *argc,
                         char ***argv,
                         int *status);

/* Whether the option @name was among those that cyan_cli_parse() saw last. */
gboolean cyan_cli_was_given (const char *name);
