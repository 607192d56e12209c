/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a function's name in a profile says of the function in the source.
 *
 * Names come as "foo", "ns::Class::method(int) const", "module:Class.method", "foo.isra.0" or
 * "module:f.<locals>.<lambda>"; sources know an identifier and the scopes around it.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  /* The module's parts, then the scopes, outermost first, then the identifier. */
  char **parts;
  guint n_parts;
  guint n_module;        /* how many of them are the module's: "a.b:" */
  gboolean is_module;    /* no function: the code of the module or file itself */
  gboolean is_anonymous; /* a lambda or a comprehension: parts name the function around it */
  gboolean is_opaque;    /* no name a source could have: empty, mangled or an address */
} CyanFunctionName;

void cyan_function_name_init (CyanFunctionName *self, const char *text);
void cyan_function_name_clear (CyanFunctionName *self);

/* The identifier alone; "" where there is none. */
const char *cyan_function_name_last (const CyanFunctionName *self);

typedef enum
{
  CYAN_NAME_DIFFERS,
  CYAN_NAME_SAME_IDENTIFIER, /* one of the two has no scope at all, or less of it */
  CYAN_NAME_SAME_TAIL,       /* the profile's scope is the inner part of the source's */
  CYAN_NAME_SAME,
} CyanNameFit;

/* How @self fits the definition of @name in @scope (NULL for none). */
CyanNameFit
cyan_function_name_fit (const CyanFunctionName *self, const char *name, const char *scope);

/* Whether the module part, if there is one, can be the file @path. */
gboolean cyan_function_name_fits_path (const CyanFunctionName *self, const char *path);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanFunctionName, cyan_function_name_clear)

G_END_DECLS
