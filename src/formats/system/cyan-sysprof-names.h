/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the addresses in a capture of Sysprof mean.
 *
 * A capture may say it only at its end, in any of four ways: a table of symbols that the recorder
 * appended, names of addresses that a program made up (a "jitmap"), which file is mapped where, and
 * the command lines of processes.  All are collected first and asked after.
 */
#pragma once

#include "cyan-ids.h"
#include "cyan-profile-builder.h"

/* The file that a capture embeds with the table of symbols. */
#define CYAN_SYSPROF_SYMBOLS "__symbols__"

/* Names by number. */
typedef struct
{
  CyanIds ids;
  GArray *names; /* of CyanStr */
} CyanSysprofMap;

typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanStrings *strings;        /* borrowed from the builder */
  GByteArray *table;           /* the embedded file: records, then texts */
  GArray *symbols;             /* of its records, sorted */
  GArray *maps;                /* sorted when asked */
  CyanSysprofMap jit;          /* addresses that the program named */
  CyanSysprofMap processes;
  guint64 n_addresses; /* that were asked for */
  guint64 n_nameless;  /* of them without a symbol */
  CyanCharge charge;
} CyanSysprofNames;

/* It lives as long as @scratch. */
void
cyan_sysprof_names_init (CyanSysprofNames *self, CyanScratch *scratch, CyanProfileBuilder *builder);

/* Appends to the embedded file, which is not compressed.  FALSE if it becomes too large. */
gboolean cyan_sysprof_names_add_table (CyanSysprofNames *self, const void *bytes, gsize length);
/* Notes that @file is mapped in a process from @start to @end, from @offset of the file on. */
void cyan_sysprof_names_add_map (
    CyanSysprofNames *self, guint32 pid, guint64 start, guint64 end, guint64 offset, CyanStr file);
void cyan_sysprof_names_add_jit (CyanSysprofNames *self, guint64 address, CyanStr name);
/* @command is a command line.  A later one replaces it. */
void cyan_sysprof_names_add_process (CyanSysprofNames *self, guint32 pid, const char *command);
void cyan_sysprof_names_add_fork (CyanSysprofNames *self, guint32 parent, guint32 child);

/* The number in @n bytes, the lowest first. */
static inline guint64
cyan_sysprof_number (const guint8 *bytes, guint n)
{
  guint64 value = 0;

  for (guint i = n; i-- > 0;)
    value = value << 8 | bytes[i];
  return value;
}

/* All is collected. */
void cyan_sysprof_names_ready (CyanSysprofNames *self);

/* The function of a process, named after its program; of an address in it. */
guint32 cyan_sysprof_names_process (CyanSysprofNames *self, guint32 pid);
guint32 cyan_sysprof_names_address (CyanSysprofNames *self, guint32 pid, guint64 address);
