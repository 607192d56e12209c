/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is mapped into memory: a program, a library, the kernel, code of a JIT compiler; and the
 * names of its functions.
 *
 * A recording names files of the system on which it was made.  Only regular files are opened, and
 * the symbols of one with another build id are not used.
 */
#pragma once

#include "cyan-perf-file.h"

typedef struct
{
  guint64 start, end; /* where it is in the file; of the kernel and of JIT code in memory */
  const char *name;   /* as the table has it */
  CyanStr str;        /* for people; CYAN_STR_EMPTY: not asked for yet */
  guint8 binding;     /* of ELF */
} CyanPerfSymbol;

typedef enum
{
  CYAN_PERF_OBJECT_FILE,
  CYAN_PERF_OBJECT_VDSO,
  CYAN_PERF_OBJECT_KERNEL,
  CYAN_PERF_OBJECT_MODULE, /* of the kernel */
  CYAN_PERF_OBJECT_JIT,
  CYAN_PERF_OBJECT_CODE, /* one function that the kernel compiled, named like the object */
  CYAN_PERF_OBJECT_NONE, /* memory without code that has names */
} CyanPerfObjectKind;

typedef struct
{
  CyanPerfObjectKind kind;
  char *path;
  CyanStr module; /* CYAN_STR_EMPTY: none */
  CyanPerfBuildId build_id;
  char
      *reference; /* of the kernel: a symbol, and its address when it was recorded; NULL: unknown */
  guint64 reference_address;

  gboolean is_loaded, is_missing; /* its symbols were looked for; were not found */
  GArray *symbols;                /* of CyanPerfSymbol, by their start; NULL: none */
  GStringChunk *names;            /* of the symbols, or else they are in this text */
  char *text;
} CyanPerfObject;

/* Sorts @symbols; gives those without a size one, up to the next; and keeps one of those with the
 * same start, as perf does.  @is_kernel: it has modules far from each other. */
void cyan_perf_symbols_order (GArray *symbols, gboolean is_kernel);

/* The symbol at @address; NULL: none. */
CyanPerfSymbol *cyan_perf_symbols_find (const GArray *symbols, guint64 address);

/* Gives @object the symbols of @text, which it takes over: lines of an address, a type (of the
 * kernel) or a size (of a JIT compiler), and a name.  A NUL byte follows @text. */
void
cyan_perf_symbols_add_lines (CyanPerfObject *object, char *text, gsize length, gboolean is_kernel);

/* Puts the symbols of the kernel where it was when it was recorded, since it moves from start to
 * start.  FALSE if their addresses are hidden. */
gboolean cyan_perf_symbols_shift (CyanPerfObject *object);

/* Reads the symbols of the ELF files of @object, or those of this process's own vdso, into its
 * arrays.  FALSE if there are none. */
gboolean cyan_perf_elf_load (CyanPerfObject *object);

/* Opens a regular file of the system, whoever named it.  -1 if that fails. */
int cyan_perf_open_plain (const char *path);

typedef struct _CyanPerfObjects CyanPerfObjects;

CyanPerfObjects *cyan_perf_objects_new (CyanPerfFile *file, CyanStrings *strings);
void cyan_perf_objects_free (CyanPerfObjects *self);

/* The object of @kind with the file name @path; it is made if new.  @build_id may be NULL. */
CyanPerfObject *cyan_perf_objects_get (CyanPerfObjects *self,
                                       CyanPerfObjectKind kind,
                                       CyanLine path,
                                       const CyanPerfBuildId *build_id);

/* The name of the function at @address: an offset in a file, or else an address in memory.
 * CYAN_STR_EMPTY: unknown. */
CyanStr cyan_perf_objects_name (CyanPerfObjects *self, CyanPerfObject *object, guint64 address);

/* The same of the kernel, wherever it was mapped.  Sets *@module if there is a name. */
CyanStr cyan_perf_objects_kernel_name (CyanPerfObjects *self, guint64 address, CyanStr *module);

/* Warns of objects whose functions have no names. */
void cyan_perf_objects_warn (CyanPerfObjects *self, CyanProfileBuilder *builder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPerfObjects, cyan_perf_objects_free)
