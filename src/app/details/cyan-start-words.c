/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start, in words. */
#include "cyan-start-words.h"

#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-ranking-words.h"
#include "cyan-units.h"

/* Clauses of a row. */
#define MAX_BECAUSE 2

char *
cyan_start_words_size (const CyanComparison *comparison, const CyanStart *start)
{
  const char *confidence = _ (cyan_confidence_names[start->confidence]);
  g_autofree char *value = NULL;

  if (!comparison->compared.same_unit)
    return g_strdup (confidence);
  value = cyan_difference_to_text (start->contribution, cyan_comparison_unit (comparison));
  /* Translators: a change, and how sure it is: "likely". */
  return g_strdup_printf (_ ("%s, %s"), value, confidence);
}

char *
cyan_start_words_because (const CyanComparison *comparison, const CyanStart *start)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (start->n_because, MAX_BECAUSE); i++)
    {
      const CyanBecause *because = &start->because[i];
      g_autofree char *other =
          because->pair != G_MAXUINT32
              ? cyan_name_for_sentence (cyan_comparison_pair_label (comparison, because->pair))
              : NULL;
      g_autofree char *clause = cyan_because_text (comparison, because, other);

      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", clause);
    }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

char *
cyan_start_words_title (CyanSession *session)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const CyanRanking *ranking = cyan_session_ranking (session);
  g_autofree char *name = NULL;

  if (ranking->n == 0)
    return g_strdup (_ ("no function changed"));
  if (!cyan_ranking_answers (ranking))
    return g_strdup (_ ("no function stands out"));
  name = cyan_name_for_sentence (cyan_start_label (comparison, &ranking->at[0]));
  /* Translators: a function. */
  return g_strdup_printf (_ ("start at %s"), name);
}
