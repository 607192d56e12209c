/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice's coefficient over sorted arrays of hashed pairs of tokens. */
#include "cyan-change-private.h"

#include <stdlib.h>
#include <string.h>

#include "cyan-function-compare.h"
#include "cyan-function-contained.h"
#include "cyan-number.h"

/* Bodies of fewer tokens are found in others by chance. */
#define MIN_TOKENS 14

struct _CyanLikeness
{
  guint32 *pairs; /* sorted, one for each token; the first token is paired with nothing */
  guint n_pairs;
  guint n_of_body;
};

CyanLikeness *
cyan_likeness_new (const char *normal, gsize length)
{
  CyanLikeness *self = g_new0 (CyanLikeness, 1);
  guint32 last = 0;
  guint n_head = 0;
  gboolean is_braced = FALSE, is_decorated = TRUE;

  for (gsize i = 0; i < length; i++)
    self->n_pairs += normal[i] == '\0';
  self->pairs = g_new (guint32, self->n_pairs);
  self->n_pairs = 0;
  for (gsize at = 0; at < length; at += strlen (normal + at) + 1)
    {
      guint32 token = g_str_hash (normal + at);

      self->pairs[self->n_pairs++] = last * 31 + token;
      last = token;
      /* An empty token marks a line end; decorators end in one, too. */
      is_braced = is_braced || strcmp (normal + at, "{") == 0;
      if (!is_braced && is_decorated && strcmp (normal + at, "def") == 0)
        {
          is_decorated = FALSE;
          n_head = 0;
        }
      if (n_head == 0 && (is_braced || normal[at] == '\0'))
        n_head = self->n_pairs;
    }
  self->n_of_body = n_head > 0 ? self->n_pairs - n_head : 0;
  qsort (self->pairs, self->n_pairs, sizeof *self->pairs, cyan_compare_uint32);
  return self;
}

void
cyan_likeness_free (CyanLikeness *self)
{
  g_free (self->pairs);
  g_free (self);
}

guint
cyan_likeness_n_tokens (const CyanLikeness *self)
{
  return self->n_of_body;
}

guint
cyan_likeness_n_all_tokens (const CyanLikeness *self)
{
  return self->n_pairs;
}

double
cyan_likeness_possible (const CyanLikeness *a, const CyanLikeness *b)
{
  double sum = (double) a->n_pairs + b->n_pairs;

  return sum > 0 ? 2.0 * MIN (a->n_pairs, b->n_pairs) / sum : 1;
}

double
cyan_likeness_compare (const CyanLikeness *a, const CyanLikeness *b, double least)
{
  double sum = (double) a->n_pairs + b->n_pairs;

  if (sum == 0)
    return 1;
  if (cyan_likeness_possible (a, b) < least)
    return 0;
  return 2.0 * cyan_count_common (a->pairs, a->n_pairs, b->pairs, b->n_pairs) / sum;
}

/* The numbers of @a without those of @b; both ascend.  Free with g_array_unref(). */
static GArray *
subtract (const CyanLikeness *a, const CyanLikeness *b)
{
  GArray *left = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0, j = 0; i < a->n_pairs; i++)
    {
      while (j < b->n_pairs && b->pairs[j] < a->pairs[i])
        j++;
      if (j < b->n_pairs && b->pairs[j] == a->pairs[i])
        j++;
      else
        g_array_append_val (left, a->pairs[i]);
    }
  return left;
}

static double
contained_of (const CyanLikeness *part, const CyanLikeness *whole, const CyanLikeness *rest)
{
  g_autoptr (GArray) left = subtract (whole, rest);
  guint n;

  if (part->n_of_body < MIN_TOKENS)
    return 0;
  n = cyan_count_common (part->pairs, part->n_pairs, (const guint32 *) left->data, left->len);
  return MIN ((double) n / part->n_of_body, 1);
}

static CyanLikeness *
likeness_of (const CyanFunctionText *text)
{
  g_autoptr (GString) normal = cyan_function_text_normalise (text, NULL);

  return cyan_likeness_new (normal->str, normal->len);
}

double
cyan_function_text_contained (const CyanFunctionText *part,
                              const CyanFunctionText *whole,
                              const CyanFunctionText *rest)
{
  CyanLikeness *of[] = { likeness_of (part), likeness_of (whole), likeness_of (rest) };
  double contained = contained_of (of[0], of[1], of[2]);

  for (guint i = 0; i < G_N_ELEMENTS (of); i++)
    cyan_likeness_free (of[i]);
  return contained;
}
