/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the paths of Python files to the names of modules, which are the same wherever a version of
 * the program lies.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The folders that are packages, as far as their __init__.py are among the files. */
typedef struct
{
  GHashTable *packages; /* of char * */
} CyanPythonModules;

void cyan_python_modules_init (CyanPythonModules *self);
void cyan_python_modules_clear (CyanPythonModules *self);

/* Says that @path is one of the files. */
void cyan_python_modules_add (CyanPythonModules *self, const char *path);

/* "lark.parsers.earley" for ".../lark/parsers/earley.py", as far as the folders above are known to
 * be packages or lie in a folder that modules are installed in; a path in <> as it is.  Caller
 * frees. */
char *cyan_python_modules_name (const CyanPythonModules *self, const char *path);

G_END_DECLS
