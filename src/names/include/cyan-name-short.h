/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function's name as people say it: "ForestVisitor.visit" of "lark.parsers.earley_forest".
 *
 * The short name is the identifier with the one scope around it, without the module, outer scopes
 * and parameters.  It goes by brackets and separators alone, so it works for every language.
 */
#pragma once

#include <glib.h>

/* Bytes of a label: the scope is [scope_start, scope_end), the short name [start, end) and the
 * identifier alone [last, end).  The rest is a returned type, a separator and the parameters.  The
 * scope is empty where the short name has all there is. */
typedef struct
{
  gsize scope_start;
  gsize scope_end;
  gsize start;
  gsize last;
  gsize end;
} CyanNameShort;

/* Finds the parts of @label, a normalised name; any text will do. */
CyanNameShort cyan_name_short (const char *label);

/* The short name, and the scope or "".  Callers free. */
char *cyan_name_short_text (const char *label);
char *cyan_name_short_scope (const char *label);
