/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's text in its file. */
#pragma once

#include "cyan-sync.h"

/* One function's text in its file. */
typedef struct
{
  CyanRefCount refs;
  char *path;      /* relative to the location */
  char *name;      /* of its definition, qualified by its scope; NULL: not known, or a whole file */
  char *file_text; /* the whole file: valid UTF-8, LF line ends; a GRefString, owned */
  guint first_line; /* of the function, from 1 */
  guint last_line;  /* inclusive; >= first_line */
  guint by_line;    /* it was found as what is around this line, not by its name; 0: by its name */
} CyanFunctionText;

/* Copies @path and takes ownership of @file_text, a GRefString.  Lines count from 1. */
CyanFunctionText *
cyan_function_text_new (const char *path, char *file_text, guint first_line, guint last_line);
CyanFunctionText *cyan_function_text_ref (CyanFunctionText *self);
void cyan_function_text_unref (CyanFunctionText *self);

/* Lines first_line to last_line, each with its line break.  Caller frees. */
char *cyan_function_text_body (const CyanFunctionText *self);

/* The same lines inside the file's text: *@length bytes, not NUL-terminated. */
const char *cyan_function_text_lines (const CyanFunctionText *self, gsize *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFunctionText, cyan_function_text_unref)
