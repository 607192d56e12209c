/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions found among a text's tokens.
 *
 * A step that looks around a token looks at no more than a fixed number of others, and a group in
 * brackets counts as one: so all finders are linear in the text.
 */
#pragma once

#include "cyan-code-private.h"
#include "cyan-extents.h"

G_BEGIN_DECLS

typedef struct
{
  const GArray *tokens;
  const char *text;
  CyanLanguage language;
  const char *separator; /* between scopes */
  guint32 *after;        /* by token: what follows it, or the group in brackets that it opens */
  guint32 *stop;         /* by token: where an expression that holds it ends in front of */
  GString *scope;        /* names of what is open, joined */
  GArray *scopes;        /* for each: where it ends and how long @scope was before */
  GArray *extents;       /* of CyanExtent; what was found */
} CyanFinder;

void cyan_finder_init (CyanFinder *self,
                       CyanLanguage language,
                       const GArray *tokens,
                       const char *text,
                       GArray *extents);
void cyan_finder_clear (CyanFinder *self);

static inline const CyanToken *
cyan_finder_token (const CyanFinder *self, guint index)
{
  return &g_array_index (self->tokens, CyanToken, index);
}

static inline gboolean
cyan_finder_is (const CyanFinder *self, guint index, const char *word)
{
  return cyan_token_is (self->tokens, self->text, index, word);
}

static inline gboolean
cyan_finder_is_any (const CyanFinder *self, guint index, const char *const *words)
{
  return cyan_token_is_any (self->tokens, self->text, index, words);
}

static inline gboolean
cyan_finder_is_kind (const CyanFinder *self, guint index, CyanTokenKind kind)
{
  return cyan_token_is_kind (self->tokens, index, kind);
}

/* The bracket that closes @index, or CYAN_TOKEN_NONE. */
guint cyan_finder_closing (const CyanFinder *self, guint index);

/* Before the group in brackets that ends with @index, or before @index; CYAN_TOKEN_NONE at the
 * beginning. */
guint cyan_finder_before (const CyanFinder *self, guint index);

/* Behind "<...>" that begins with @index; @index if there is none, CYAN_TOKEN_NONE if it does not
 * end. */
guint cyan_finder_skip_angles (const CyanFinder *self, guint index);

char *cyan_finder_name (const CyanFinder *self, guint first, guint last);

/* All up to the token @end is in @name.  Takes it. */
void cyan_finder_enter (CyanFinder *self, guint end, char *name);
/* Leaves what ends before @index. */
void cyan_finder_leave (CyanFinder *self, guint index);
/* Leaves all but the @n outermost. */
void cyan_finder_leave_to (CyanFinder *self, guint n);

/* What stands in the brackets that @parameters opens, white space as one space; NULL if that is
 * CYAN_TOKEN_NONE or too much. */
char *cyan_finder_signature (const CyanFinder *self, guint parameters);

/* A function from the token @first to @last; its name stands at @name_index, its parameters at the
 * bracket @parameters or nowhere.  @scope is inside of what is open.  Takes @name and @scope. */
void cyan_finder_add (CyanFinder *self,
                      char *name,
                      char *scope,
                      guint name_index,
                      guint parameters,
                      guint first,
                      guint last);

void cyan_extents_find_script (CyanFinder *finder);
void cyan_extents_find_rust (CyanFinder *finder);
void cyan_extents_find_ruby (CyanFinder *finder);

/* In Go, Java and C#: from the name and line of a tag in @extent to the lines of the definition,
 * its signature, and in Go its scope.  @from is the token to search from, and then the one behind
 * the name.  FALSE if it is only declared or not closed. */
gboolean cyan_extents_find_span (const CyanFinder *finder, guint *from, CyanExtent *extent);

G_END_DECLS
