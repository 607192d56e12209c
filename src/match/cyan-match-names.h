/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names of all functions as numbers, with what a person and the sources say about them.
 *
 * Numbers are ranks of strings.  Two names that a person says are one function have a number of
 * their own on both sides.
 */
#pragma once

#include "cyan-match.h"

typedef struct
{
  CyanStr *label[2]; /* by function: a string of the pool, or the number of a claim above those */
  guint32 *rank;     /* by label */
  guint n;
  guint32 *hash_of;    /* by rank: of the text */
  const char **text;   /* by rank; borrowed; NULL: it is of a claim */
  GArray *apart;       /* of guint64: rank before << 32 | rank after; these are not one function */
  GHashTable *likely;  /* such a key -> double *: the likeness of the two sources */
  gboolean is_sampled; /* a function may be missing by chance */
  guint8 *is_closed;   /* by rank: bit k is set if the name on side k is never looked through */
  guint8 *is_defined;  /* by rank: bit k is set if the name of side k is not renamed, since both
                       * sources define it */
} CyanMatchNames;

void cyan_match_names_init (CyanMatchNames *self,
                            const CyanProfile *before,
                            const CyanProfile *after,
                            const CyanMatchOptions *options);
void cyan_match_names_clear (CyanMatchNames *self);

/* Whether a person says that the function with @name, a rank, of @side is never looked through. */
static inline gboolean
cyan_match_names_is_closed (const CyanMatchNames *self, guint side, guint32 name)
{
  return (self->is_closed[name] >> side & 1) != 0;
}

/* Whether @before and @after, two ranks, may be one function that was renamed: neither a person nor
 * the sources say that they are not. */
gboolean cyan_match_names_may_be_one (const CyanMatchNames *self, guint32 before, guint32 after);

/* The likeness of their sources, 0...1; 0 if it is not known. */
double cyan_match_names_likely (const CyanMatchNames *self, guint32 before, guint32 after);

/* The likeness of their texts, 0...1: the part of their pairs of letters that both have (Dice's
 * coefficient of bigrams), without regard to case, as the mean of that of the names and that of their
 * last parts: what is in one module has much in common. */
double cyan_match_names_alike (const CyanMatchNames *self, guint32 before, guint32 after);

/* Whether each of @n new names, by name, is a name that keeps its own and is not greater. */
static inline gboolean
cyan_match_are_new_names (const guint32 *new_name, guint n)
{
  for (guint32 name = 0; name < n; name++)
    if (new_name[name] > name || new_name[new_name[name]] != new_name[name])
      return FALSE;
  return TRUE;
}

/* Finds renamed functions by the texts of their names only: hashes of builds that differ, and
 * prefixes and suffixes that several functions changed alike.  @sides is by name: bit k is set if side
 * k has it.  Sets @new_name, by name: the lesser name of two that are one function, else the name
 * itself.  Returns their number. */
guint cyan_match_unify_texts (const CyanMatchNames *self, const guint8 *sides, guint32 *new_name);
