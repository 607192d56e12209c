/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the window writes the names of functions.
 *
 * The short name comes first, "ForestVisitor.visit", and its scope is small below it.  A short name
 * that is too long leaves its class to the scope, a scope that is too long loses its outer parts,
 * and what still does not fit is cut at its end.  No hyphen is put into a name.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-name-claims.h"
#include "cyan-session.h"

/* Shows the short form of @name in @label, of @chars characters if it has several parts, and its
 * scope in @scope, which may be NULL and is hidden if there is none.  Tooltip and screen reader get
 * the whole name. */
void cyan_name_labels_set (GtkLabel *label, GtkLabel *scope, const char *name, guint chars);

/* For a line of a list: the short name in bold above its scope.  Floating. */
GtkWidget *cyan_name_lines_new (const char *name);

/* The short form of @name for a sentence.  Caller frees. */
char *cyan_name_for_sentence (const char *name);
/* "… > parse > lex" of the callers of @node, as many whole names as fit in a line or two; "" if
 * nothing calls it.  Caller frees. */
char *cyan_name_callers (CyanSession *session, CyanNode node);

/* A claim about functions in words: "parse_value and parse_json_value are the same".  Caller
 * frees. */
char *cyan_claim_words (const CyanNameClaim *claim);
