/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of a function's name (module, scopes, identifier, parameters) and which definition in a
 * source they fit.
 *
 * Normalised names come as "foo", "ns::Class::method(int) const", "module:Class.method",
 * "pkg.(*T).M" or "block in C#m"; sources know an identifier and the scopes around it.  How a name
 * is to be read depends on the language: where the definition stands decides that, not the name.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Languages by how names look in profiles. */
typedef enum
{
  CYAN_NAMING_C, /* and C++, and whatever is not known */
  CYAN_NAMING_PYTHON,
  CYAN_NAMING_GO,
  CYAN_NAMING_JAVA, /* and what else runs on its machine */
  CYAN_NAMING_RUST,
  CYAN_NAMING_JAVASCRIPT, /* and TypeScript */
  CYAN_NAMING_RUBY,
  CYAN_NAMING_CSHARP,
  CYAN_N_NAMINGS,
} CyanNaming;

/* By the extension of @path. */
CyanNaming cyan_naming_of_path (const char *path);

typedef struct
{
  CyanNaming naming;
  /* The module's parts, then the scopes, outermost first, then the identifier. */
  char **parts;
  guint n_parts;
  guint n_module;        /* how many of them are the module's: "a.b:", a Go import path */
  char *parameters;      /* "(int, char const*) const"; NULL where the name has none */
  gboolean is_module;    /* no function: the code of the module or file itself */
  gboolean is_anonymous; /* a lambda, closure or block: parts name the function around it */
  gboolean is_opaque;    /* no name a source could have: empty, mangled or an address */
  gboolean is_loose;     /* the scope is that of the receiver, or partly unknown */
} CyanNameParts;

/* Reads @text, a normalised name or NULL, as one of @naming's languages. */
void cyan_name_parts_init_as (CyanNameParts *self, CyanNaming naming, const char *text);
/* The same by what the name looks like. */
void cyan_name_parts_init (CyanNameParts *self, const char *text);
void cyan_name_parts_clear (CyanNameParts *self);

/* The identifier alone; "" where there is none. */
const char *cyan_name_parts_last (const CyanNameParts *self);

typedef enum
{
  CYAN_NAME_DIFFERS,
  CYAN_NAME_SAME_IDENTIFIER, /* one of the two has no scope at all, or less of it */
  CYAN_NAME_SAME_TAIL,       /* the profile's scope is the inner part of the source's */
  CYAN_NAME_SAME,
} CyanNameFit;

/* How @self fits the definition of @name in @scope (NULL for none) as ctags gives it.  What the
 * profile's name has more than the source's scope (a module, a package, an import path) is held
 * against @path; that is NULL where the file is certain. */
CyanNameFit cyan_name_parts_fit (const CyanNameParts *self,
                                 const char *name,
                                 const char *scope,
                                 const char *path);

/* Whether the module part, if there is one, can be the file @path. */
gboolean cyan_name_parts_fits_path (const CyanNameParts *self, const char *path);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanNameParts, cyan_name_parts_clear)

G_END_DECLS
