/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading what another program prints of a file.
 *
 * For formats that belong to their program and change with it.  The program runs as a child with
 * limits and without a shell; it gets the file as an open descriptor, so that no name can be taken
 * for anything else.  What it prints is read as it comes.
 */
#pragma once

#include "cyan-input.h"

G_BEGIN_DECLS

/* The path under which the child opens the file. */
#define CYAN_PROGRAM_FILE "/proc/self/fd/3"

typedef struct
{
  const char *name;               /* of the program, looked for in PATH */
  const char *label;              /* for messages: "perf script" */
  const char *contents;           /* what it reads: "perf.data" */
  const char *package;            /* where it comes from */
  const char *const *arguments;   /* NULL-terminated */
  const char *const *environment; /* "NAME=VALUE" to set, "NAME" to take away; NULL-terminated */
} CyanProgram;

/* Reads all that the program has printed. */
typedef gboolean (*CyanProgramReader) (CyanInput *output, gpointer data, GError **error);

/* Lets @program print the file behind @input, of which nothing was skipped yet, and @reader read
 * it. The input's tick stops both, and its time limit the program.  A program that fails makes all
 * fail, however much it has printed.  What it said on its standard error is put into *@said as one
 * line, NULL if nothing; the caller frees. */
gboolean cyan_program_read (const CyanProgram *program,
                            CyanInput *input,
                            CyanProgramReader reader,
                            gpointer data,
                            char **said,
                            GError **error);

G_END_DECLS
