/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Derives the names of Python modules from the paths of their files.  The names do not depend on
 * where the program is installed.
 */
#pragma once

#include <glib.h>

/* The folders that are packages, as known from the __init__.py files added. */
typedef struct
{
  GHashTable *packages; /* of char * */
} CyanPythonModules;

void cyan_python_modules_init (CyanPythonModules *self);
void cyan_python_modules_clear (CyanPythonModules *self);

/* Adds @path to the known files. */
void cyan_python_modules_add (CyanPythonModules *self, const char *path);

/* "lark.parsers.earley" for ".../lark/parsers/earley.py", if the folders above are known packages
 * or are in a folder where modules are installed.  Returns a path in <> unchanged.  Caller frees.
 */
char *cyan_python_modules_name (const CyanPythonModules *self, const char *path);
