/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits a function's name into module, scopes, identifier and parameters, and finds the definition
 * in a source that fits it.
 *
 * Normalised names look like "foo", "ns::Class::method(int) const", "module:Class.method",
 * "pkg.(*T).M" or "block in C#m"; sources know an identifier and the scopes around it.  The syntax
 * of a name depends on the language, which follows from the file of the definition, not from the
 * name.
 */
#pragma once

#include <glib.h>

/* Languages, as far as their names differ in profiles. */
typedef enum
{
  CYAN_NAMING_C, /* and C++, and unknown languages */
  CYAN_NAMING_PYTHON,
  CYAN_NAMING_GO,
  CYAN_NAMING_JAVA, /* and other languages on the Java virtual machine */
  CYAN_NAMING_RUST,
  CYAN_NAMING_JAVASCRIPT, /* and TypeScript */
  CYAN_NAMING_RUBY,
  CYAN_NAMING_CSHARP,
  CYAN_N_NAMINGS,
} CyanNaming;

/* Decides by the extension of @path. */
CyanNaming cyan_naming_of_path (const char *path);

typedef struct
{
  CyanNaming naming;
  /* The parts of the module, then the scopes, outermost first, then the identifier. */
  char **parts;
  guint n_parts;
  guint n_module;        /* how many of them belong to the module: "a.b:", a Go import path */
  char *parameters;      /* "(int, char const*) const"; NULL if the name has none */
  gboolean is_module;    /* not a function but the code of the module or file itself */
  gboolean is_anonymous; /* a lambda, closure or block: parts name the enclosing function */
  gboolean is_opaque;    /* not a name that a source could have: empty, mangled or an address */
  gboolean is_loose;     /* the scope is the type of the receiver, or is partly unknown */
} CyanNameParts;

/* Splits @text, a normalised name or NULL, by the syntax of @naming.  Call cyan_name_parts_clear().
 */
void cyan_name_parts_init_as (CyanNameParts *self, CyanNaming naming, const char *text);
/* The same; guesses the syntax from the name. */
void cyan_name_parts_init (CyanNameParts *self, const char *text);
void cyan_name_parts_clear (CyanNameParts *self);

/* The identifier; "" if there is none. */
const char *cyan_name_parts_last (const CyanNameParts *self);
/* The same of @name, by the syntax that it seems to have; "" if there is none.  Caller frees. */
char *cyan_name_identifier (const char *name);

typedef enum
{
  CYAN_NAME_DIFFERS,
  CYAN_NAME_SAME_IDENTIFIER, /* one of the two has no scope, or only a part of it */
  CYAN_NAME_SAME_TAIL,       /* the profile's scope is the inner part of the source's scope */
  CYAN_NAME_SAME,
} CyanNameFit;

/* How well @self fits the definition of @name in @scope (NULL for none), as ctags gives them.  The
 * parts of the profile's name beyond the source's scope (a module, a package, an import path) are
 * compared with @path, which is NULL if the file is known to be right. */
CyanNameFit cyan_name_parts_fit (const CyanNameParts *self,
                                 const char *name,
                                 const char *scope,
                                 const char *path);

/* Whether the module part fits the file @path; TRUE if there is none. */
gboolean cyan_name_parts_fits_path (const CyanNameParts *self, const char *path);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanNameParts, cyan_name_parts_clear)
