/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions of all sources of a revision, with their calls.
 *
 * A file is read once, however many revisions have it.
 */
#pragma once

#include "cyan-code-calls.h"
#include "cyan-source-location.h"

typedef struct
{
  char *name;         /* the last part */
  CyanCodeBody *body; /* of the text from its first to its last line */
} CyanProgramFunction;

/* What was read from files, of any revision. */
typedef struct _CyanProgramFiles CyanProgramFiles;

CyanProgramFiles *cyan_program_files_new (void);
void cyan_program_files_free (CyanProgramFiles *self);

/* A call in a program. */
typedef struct
{
  guint function, block; /* of the caller */
} CyanProgramSite;

typedef struct
{
  GPtrArray *functions; /* of CyanProgramFunction, by path and line; borrowed from the files */
  GPtrArray *paths;     /* of the functions' files; owned */
  GHashTable *named;    /* name -> GArray of indices */
  GHashTable *callers;  /* last name of a callee -> GArray of CyanProgramSite */
  guint n_unread;       /* files that could not be read */
} CyanProgram;

/* Reads what @files lacks of the sources at @location.  Fails only with CYAN_ERROR_CANCELLED, or if
 * the files cannot be listed. */
CyanProgram *cyan_program_new (CyanProgramFiles *files,
                               CyanSourceLocation *location,
                               const CyanTick *tick,
                               GError **error);
void cyan_program_free (CyanProgram *self);

/* Those of this name, or NULL. */
const GArray *cyan_program_find (const CyanProgram *self, const char *name);
/* The calls of functions of this name, as CyanProgramSite, or NULL. */
const GArray *cyan_program_callers (const CyanProgram *self, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanProgram, cyan_program_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanProgramFiles, cyan_program_files_free)
