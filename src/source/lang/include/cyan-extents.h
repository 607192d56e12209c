/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The line ranges of the functions of a file.
 *
 * A function starts before its name: with its return type in C, its decorators in Python, its
 * attributes in Rust.  The comment above it does not belong to it.
 */
#pragma once

#include <glib.h>

#include "cyan-ctags.h"
#include "cyan-name-parts.h"

typedef struct
{
  char *name;      /* without white space */
  char *scope;     /* NULL for none */
  char *signature; /* the parameters, as ctags writes them; NULL if unknown */
  guint line;      /* of the name, from 1 */
  guint first_line, last_line;
  gboolean is_class; /* a class; Python executes its body too */
} CyanExtent;

/* The functions of a text, and the classes of Python, sorted by first line, as a GArray of
 * CyanExtent.  Omits functions that are only declared, or whose end is unknown.  Scopes are joined
 * with "::" in C++ and Rust and with "." elsewhere.  Errors are those of cyan_ctags_run(). */
GArray *cyan_extents_find (CyanCtags *ctags,
                           const char *path,
                           const char *text,
                           gsize length,
                           const CyanTick *tick,
                           GError **error);

/* The same from the tags of ctags; JavaScript, TypeScript, Rust and Ruby do not need them. */
GArray *
cyan_extents_scan (CyanLanguage language, const char *text, gsize length, const GArray *tags);

/* The separator between the parts of a qualified name: "::" or ".". */
const char *cyan_extents_separator (CyanLanguage language);

/* ---- the words of a text that may be the names of functions defined in it ----
 *
 * This is a filter before ctags, which takes a thousand times as long.  It looks only at the
 * position of a word, and finds too many words rather than too few.
 *
 * C, C++, Java, C#: the word before "(", unless the closing bracket is followed by a token that
 * follows a call (";", ",", ")", an operator).  JavaScript and TypeScript: these too, the word
 * after "function" and "class", and the word before "=" or ":" if a function may follow.  Python:
 * the word after "def" and "class".  Go: after "func" and a receiver.  Rust: after "fn".  Ruby:
 * after "def", "class" and "module".  An operator counts as the word "operator". */

typedef void (*CyanWordFunc) (const char *word, gsize length, gpointer data);

/* Calls @func for each such word of @text, which must be NUL-terminated; often several times for
 * the same word. */
void cyan_definition_words (
    CyanNaming naming, const char *text, gsize length, CyanWordFunc func, gpointer data);

/* The word that finds a definition of @identifier: without "~", "?", "!". */
char *cyan_definition_word_of (const char *identifier);

/* ---- a cache of the extents of texts, by content ----
 *
 * A file that is the same on both sides is tagged once.  There is one cache for the whole process,
 * since locations do not know each other.  Its size is limited; any number of threads may use it.
 * Failures are not cached. */

/* Maximum bytes of the cache; beyond that, all entries are dropped. */
#define CYAN_TAGS_CACHE_MAX_BYTES (64 * 1024 * 1024)

typedef struct
{
  GArray *extents; /* of CyanExtent; owned; must not be changed after it was added */
  guint text_hash; /* of the tagged text */
} CyanCachedTags;

/* The key of a text, or of an id of its content (see cyan_source_files_content_id()).  Only the
 * extension of @path counts.  Free with g_free(). */
char *cyan_tags_cache_key_of_text (const char *path, const char *text, gsize length);
char *cyan_tags_cache_key_of_id (const char *path, const char *content_id);

/* FALSE if there is no entry.  The caller unrefs the array of *@found. */
gboolean cyan_tags_cache_look_up (const char *key, CyanCachedTags *found);
/* Adds an entry; references the array of @tags. */
void cyan_tags_cache_keep (const char *key, const CyanCachedTags *tags);
void cyan_tags_cache_drop (void);

/* ---- the parameters in a profile's name, beside those of a definition: overloads ----
 *
 * A profile has types as the compiler resolved them.  A source has aliases, template parameters and
 * parameter names instead.  So only definite differences count. */

typedef enum
{
  CYAN_SIGNATURE_DIFFERS,  /* a different number of parameters, or a different type */
  CYAN_SIGNATURE_POSSIBLE, /* no definite difference */
  CYAN_SIGNATURE_SAME,
} CyanSignatureFit;

/* @parameters: "(int, char const*) const" of a name; @signature: "(int a,const char * b) const" as
 * ctags gives it.  NULL is compatible with anything. */
CyanSignatureFit cyan_signature_fit (const char *parameters, const char *signature);
