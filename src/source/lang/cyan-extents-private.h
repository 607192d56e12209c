/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds functions among the tokens of a text.
 *
 * A step that looks at tokens around a token visits at most a fixed number of them, and a group in
 * brackets counts as one.  So all finders are linear in the text.
 */
#pragma once

#include "cyan-code-tokens.h"
#include "cyan-extents.h"

typedef struct _CyanFinder CyanFinder;

struct _CyanFinder
{
  const GArray *tokens;
  const char *text;
  CyanLanguage language;
  guint32 *after;  /* by token: index of the next token, or of the one after the group in
                          * brackets that it opens */
  guint32 *stop;   /* by token: where an expression that contains it ends */
  GString *scope;  /* names of the open scopes, joined */
  GArray *scopes;  /* for each scope: its end, and the length of @scope before it */
  GArray *extents; /* of CyanExtent: the results */
};

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
cyan_finder_is_any (const CyanFinder *self, guint index, const char *words)
{
  return cyan_token_is_any (self->tokens, self->text, index, words);
}

static inline gboolean
cyan_finder_is_kind (const CyanFinder *self, guint index, CyanTokenKind kind)
{
  return cyan_token_is_kind (self->tokens, index, kind);
}

/* The bracket that closes the one at @index, or CYAN_TOKEN_NONE. */
guint cyan_finder_closing (const CyanFinder *self, guint index);

/* The token before the group in brackets that ends with @index, or before @index; CYAN_TOKEN_NONE
 * at the start. */
guint cyan_finder_before (const CyanFinder *self, guint index);

/* The token after a "<...>" that starts with @index; @index if there is none; CYAN_TOKEN_NONE if it
 * does not end. */
guint cyan_finder_skip_angles (const CyanFinder *self, guint index);

char *cyan_finder_name (const CyanFinder *self, guint first, guint last);

/* Enters the scope @name, which ends with the token @end.  Takes ownership of @name. */
void cyan_finder_enter (CyanFinder *self, guint end, char *name);
/* Leaves the scopes that end before @index. */
void cyan_finder_leave (CyanFinder *self, guint index);
/* Leaves all scopes except the @n outermost. */
void cyan_finder_leave_to (CyanFinder *self, guint n);

/* The text in the brackets that @parameters opens, with white space as single spaces; NULL if
 * @parameters is CYAN_TOKEN_NONE or the text is too long. */
char *cyan_finder_signature (const CyanFinder *self, guint parameters);

/* Adds a function from the token @first to @last.  Its name is at @name_index, its parameters at
 * the bracket @parameters, or CYAN_TOKEN_NONE.  @scope is relative to the open scopes.  Takes
 * ownership of @name and @scope. */
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

/* For Go, Java and C#: completes @extent, which has the name and line of a tag, with the lines of
 * the definition, its signature, and in Go its scope.  @from is the token to search from; it is set
 * to the token after the name.  FALSE if the function is only declared or not closed. */
gboolean cyan_extents_find_span (const CyanFinder *finder, guint *from, CyanExtent *extent);
