/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what a converter, another program, prints of a file.
 *
 * It is for formats that are private to their program and change with it.  The program runs as a
 * child with limits and without a shell.  It gets the file as an open descriptor, so that no file
 * name can be misread as an option.  Its output is read while it runs.
 */
#pragma once

#include "cyan-input.h"

/* The path under which the child opens the file. */
#define CYAN_CONVERTER_FILE "/proc/self/fd/3"

typedef struct
{
  const char *name;               /* of the program, searched in PATH */
  const char *label;              /* for messages: "perf script" */
  const char *contents;           /* the kind of file it reads: "perf.data" */
  const char *package;            /* the package that contains it */
  const char *const *arguments;   /* NULL-terminated */
  const char *const *environment; /* "NAME=VALUE" to set, "NAME" to unset; NULL-terminated */
  /* Says, for people, what may help if the program failed on @file, or returns NULL; the caller
   * frees it.  The function may be NULL. */
  char *(*advise) (int file);
} CyanConverter;

/* Reads all output of the program. */
typedef gboolean (*CyanConverterReader) (CyanInput *output, gpointer data, GError **error);

/* Runs @converter to print @file, which stays the caller's, or, if it is -1, the file of @input, of
 * which nothing may have been skipped, and calls @reader on the output.  The tick of the input stops both; its time limit applies to the program.
 * Fails if the program fails, even after complete output.  Sets *@said to the program's standard
 * error as one line, NULL if it is empty; the caller frees it. */
gboolean cyan_converter_read (const CyanConverter *converter,
                              CyanInput *input,
                              int file,
                              CyanConverterReader reader,
                              gpointer data,
                              char **said,
                              GError **error);
