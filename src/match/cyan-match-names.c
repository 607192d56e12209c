/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers the names of functions. */
#include "cyan-match-shared.h"

#include "cyan-name-claims.h"

#include <string.h>

#define NONE        G_MAXUINT32
#define MIN_HASH    6  /* digits */
#define MAX_BIGRAMS 96 /* of a name that are compared */

/* Hashes of the names by rank; they depend on the text only, not on the pool. */
static void
hash_names (CyanMatchNames *self, const CyanStrings *strings, guint n_strings)
{
  self->hash_of = g_new (guint32, self->n);
  self->text = g_new0 (const char *, self->n);
  for (CyanStr i = 0; i < n_strings; i++)
    {
      guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325); /* FNV-1a */

      for (const char *p = cyan_strings_get (strings, i); *p != '\0'; p++)
        hash = (hash ^ (guchar) *p) * G_GUINT64_CONSTANT (0x100000001b3);
      hash ^= hash >> 32;
      hash *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      self->hash_of[self->rank[i]] = (guint32) (hash >> 32);
      self->text[self->rank[i]] = cyan_strings_get (strings, i);
    }
}

/* The labels of a side by their text. */
static GHashTable *
index_labels (const CyanMatchNames *self, guint side, const CyanProfile *profile)
{
  GHashTable *labels = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint f = 1; f < profile->n_functions; f++)
    g_hash_table_insert (labels,
                         (gpointer) cyan_strings_get (profile->strings, self->label[side][f]),
                         GUINT_TO_POINTER (self->label[side][f]));
  return labels;
}

static CyanStr
find_label (GHashTable *labels, const char *text)
{
  gpointer label;

  return text != NULL && g_hash_table_lookup_extended (labels, text, NULL, &label)
             ? GPOINTER_TO_UINT (label)
             : NONE;
}

static void
replace_label (CyanStr *label, guint n, CyanStr old, CyanStr fresh)
{
  for (guint f = 1; f < n; f++)
    if (label[f] == old)
      label[f] = fresh;
}

static void
take_claim (CyanMatchNames *self,
            const CyanNameClaim *claim,
            CyanStr before,
            CyanStr after,
            const CyanProfile *const profiles[2],
            CyanStr fresh)
{
  if (claim->same && before != NONE && after != NONE)
    {
      replace_label (self->label[0], profiles[0]->n_functions, before, fresh);
      replace_label (self->label[1], profiles[1]->n_functions, after, fresh);
      self->hash_of[fresh] = self->hash_of[self->rank[before]] ^ self->hash_of[self->rank[after]];
    }
  else if (!claim->same && before != NONE && after != NONE)
    {
      guint64 key = cyan_match_key (self->rank[before], self->rank[after]);

      g_array_append_val (self->apart, key);
    }
  else if (!claim->same && claim->before == NULL && after != NONE)
    self->is_closed[self->rank[after]] |= 2;
  else if (!claim->same && claim->after == NULL && before != NONE)
    self->is_closed[self->rank[before]] |= 1;
}

static void
take_claims (CyanMatchNames *self,
             const GPtrArray *claims,
             GHashTable *const labels[2],
             const CyanProfile *const profiles[2],
             CyanStr fresh)
{
  for (guint i = 0; i < claims->len; i++)
    {
      const CyanNameClaim *claim = g_ptr_array_index (claims, i);

      take_claim (self, claim, find_label (labels[0], claim->before),
                  find_label (labels[1], claim->after), profiles, fresh + i);
    }
  cyan_match_sort (CYAN_MATCH_KEYS (self->apart), self->apart->len);
}

static void
take_evidence (CyanMatchNames *self, const CyanMatchEvidence *evidence, GHashTable *const labels[2])
{
  for (guint i = 0; i < evidence->renames->len; i++)
    {
      const CyanMatchSourceRename *rename =
          &g_array_index (evidence->renames, CyanMatchSourceRename, i);
      CyanStr before = find_label (labels[0], rename->before);
      CyanStr after = find_label (labels[1], rename->after);
      guint64 key;

      if (before == NONE || after == NONE)
        continue;
      key = cyan_match_key (self->rank[before], self->rank[after]);
      g_hash_table_replace (self->source_similarity, g_memdup2 (&key, sizeof key),
                            g_memdup2 (&rename->similarity, sizeof (double)));
    }
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < evidence->defined[side]->len; i++)
      {
        CyanStr label = find_label (labels[side], g_ptr_array_index (evidence->defined[side], i));

        if (label != NONE)
          self->is_defined[self->rank[label]] |= (guint8) (1 << side);
      }
}

void
cyan_match_names_init (CyanMatchNames *self,
                       const CyanProfile *before,
                       const CyanProfile *after,
                       const CyanMatchOptions *options)
{
  const CyanProfile *const profiles[2] = { before, after };
  guint n_strings = cyan_strings_count (before->strings);
  guint n_claims = options->claims != NULL ? options->claims->len : 0;
  GHashTable *labels[2];

  self->n = n_strings + n_claims;
  self->rank = g_renew (guint32, cyan_strings_ranks (before->strings), self->n);
  for (guint i = n_strings; i < self->n; i++)
    self->rank[i] = i;
  hash_names (self, before->strings, n_strings);
  self->apart = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->source_similarity = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->is_sampled =
      before->recording == CYAN_RECORDING_SAMPLED || after->recording == CYAN_RECORDING_SAMPLED;
  self->is_closed = g_new0 (guint8, self->n);
  self->is_defined = g_new0 (guint8, self->n);
  for (guint side = 0; side < 2; side++)
    {
      const CyanProfile *profile = profiles[side];

      self->label[side] = g_new (CyanStr, profile->n_functions);
      for (guint f = 0; f < profile->n_functions; f++)
        self->label[side][f] =
            options->label[side] != NULL ? options->label[side][f] : profile->functions[f].name;
    }
  if (n_claims == 0 && options->evidence == NULL)
    return;
  labels[0] = index_labels (self, 0, before);
  labels[1] = index_labels (self, 1, after);
  if (n_claims > 0)
    take_claims (self, options->claims, labels, profiles, n_strings);
  if (options->evidence != NULL)
    take_evidence (self, options->evidence, labels);
  g_hash_table_unref (labels[0]);
  g_hash_table_unref (labels[1]);
}

void
cyan_match_names_clear (CyanMatchNames *self)
{
  g_free (self->label[0]);
  g_free (self->label[1]);
  g_free (self->rank);
  g_free (self->hash_of);
  g_free (self->text);
  g_array_unref (self->apart);
  g_hash_table_unref (self->source_similarity);
  g_free (self->is_closed);
  g_free (self->is_defined);
  memset (self, 0, sizeof *self);
}

static int
compare_keys (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

gboolean
cyan_match_names_may_be_one (const CyanMatchNames *self, guint32 before, guint32 after)
{
  guint64 key = cyan_match_key (before, after);

  return (self->is_defined[before] & 1) == 0 && (self->is_defined[after] & 2) == 0
         && !g_array_binary_search (self->apart, &key, compare_keys, NULL);
}

double
cyan_match_names_source_similarity (const CyanMatchNames *self, guint32 before, guint32 after)
{
  guint64 key = cyan_match_key (before, after);
  const double *similarity = g_hash_table_size (self->source_similarity) > 0
                                 ? g_hash_table_lookup (self->source_similarity, &key)
                                 : NULL;

  return similarity != NULL ? *similarity : 0;
}

/* The end of @text without a last part that is a hash, as compilers add it. */
static const char *
end_of (const char *text)
{
  const char *end = text + strlen (text), *p = end;

  while (p > text && g_ascii_isxdigit (p[-1]))
    p--;
  if (p > text && end - p >= MIN_HASH && p[-1] == 'h')
    p--;
  return end - p >= MIN_HASH && p - text >= 2 && p[-1] == ':' && p[-2] == ':' ? p - 2 : end;
}

/* The last part of a name: what follows its module, class or folder. */
static const char *
last_part (const char *text, const char *end)
{
  const char *p = end;

  while (p > text && strchr (".:/#", p[-1]) == NULL)
    p--;
  return p;
}

/* Lists the pairs of letters and digits from @p to @end, sorted. */
static guint
list_bigrams (const char *p, const char *end, guint64 *bigrams)
{
  guint n = 0;
  guchar last = 0;

  for (; p < end && n < MAX_BIGRAMS; p++)
    {
      guchar letter = (guchar) g_ascii_tolower (*p);

      if (!g_ascii_isalnum (letter) && letter < 0x80)
        continue;
      if (last != 0)
        bigrams[n++] = (guint64) last << 8 | letter;
      last = letter;
    }
  cyan_match_sort (bigrams, n);
  return n;
}

static double
dice (const char *x, const char *x_end, const char *y, const char *y_end)
{
  guint64 xs[MAX_BIGRAMS], ys[MAX_BIGRAMS];
  guint n_xs = list_bigrams (x, x_end, xs), n_ys = list_bigrams (y, y_end, ys);

  return n_xs + n_ys > 0 ? 2.0 * cyan_match_count_common (xs, n_xs, ys, n_ys) / (n_xs + n_ys) : 0;
}

double
cyan_match_names_similarity (const CyanMatchNames *self, guint32 before, guint32 after)
{
  const char *x = self->text[before], *y = self->text[after];
  const char *x_end, *y_end;

  if (x == NULL || y == NULL)
    return 0;
  x_end = end_of (x);
  y_end = end_of (y);
  return (dice (x, x_end, y, y_end)
          + dice (last_part (x, x_end), x_end, last_part (y, y_end), y_end))
         / 2;
}
