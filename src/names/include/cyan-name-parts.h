/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a label says besides the name of the function itself, by the manner in which it is written.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A part of a text; not terminated. */
typedef struct
{
  const char *at;
  gsize length;
} CyanNamePart;

/**
 * CyanNameManner:
 * @CYAN_NAME_NOT_PYTHON: nothing that a recorder of Python writes
 * @CYAN_NAME_MODULE: "pkg.tree:Tree.visit", of cProfile as it is read here and of sys.setprofile
 * @CYAN_NAME_DECORATED: "visit (pkg/tree.py)" of py-spy
 * @CYAN_NAME_PLACED: "tree.py(visit)" of pstats, "tree.py:visit" of austin
 * @CYAN_NAME_BARE: "visit" alone, with a file of its own, of VizTracer and speedscope
 */
typedef enum
{
  CYAN_NAME_NOT_PYTHON,
  CYAN_NAME_MODULE,
  CYAN_NAME_DECORATED,
  CYAN_NAME_PLACED,
  CYAN_NAME_BARE,
} CyanNameManner;

#define CYAN_NAME_N_MANNERS 5

/* The parts of a Python function's label. */
typedef struct
{
  CyanNameManner manner;
  gboolean is_sure;    /* it can hardly be a name of another language */
  CyanNamePart module; /* "pkg.tree", or the path of the file */
  CyanNamePart stem;   /* "tree": what every manner says of the module */
  CyanNamePart name;   /* "Tree.visit" */
  CyanNamePart bare;   /* "visit" */
} CyanNamePython;

/* Parts of @label, or of @file, of which both stay the caller's; @file may be empty. */
void cyan_name_split_python (const char *label, const char *file, CyanNamePython *parts);

/* "dict.get" for "{method 'get' of 'dict' objects}", "builtins.len" for "<builtins.len>"; NULL for
 * a name that is not of this kind.  Caller frees. */
char *cyan_name_native (const char *label);

/* Whether a label of C++ (or Java, or C#) has parameters behind the name, and whether it has
 * template arguments. */
gboolean cyan_name_has_parameters (const char *label);
gboolean cyan_name_has_templates (const char *label);

/* @label without parameters and the type that a template instance returns, and, if @templates,
 * without template arguments.  Caller frees. */
char *cyan_name_without_parameters (const char *label, gboolean templates);

G_END_DECLS
