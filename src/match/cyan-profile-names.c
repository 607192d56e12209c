/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Normal names for a profile. */
#include "cyan-profile-names.h"

#include "cyan-name-align.h"

CyanProfile *
cyan_profile_with_normal_names (const CyanProfile *self, CyanStrings *strings)
{
  CyanFunction *functions = cyan_profile_move_functions (self, strings);

  cyan_names_normalise (functions, self->n_functions, strings);
  return cyan_profile_with_functions (self, strings, functions);
}

gboolean
cyan_profile_labels (const CyanProfile *const *profiles,
                     const CyanNameRules *rules,
                     CyanStr **labels,
                     guint *n_aligned,
                     GError **error)
{
  g_assert (profiles[0]->strings == profiles[1]->strings);
  g_autoptr (CyanNameRules) built_in = rules == NULL ? cyan_name_rules_new (TRUE) : NULL;
  const CyanNameRules *names = rules != NULL ? rules : built_in;
  const CyanFunctions functions[2] = { cyan_profile_functions (profiles[0]),
                                       cyan_profile_functions (profiles[1]) };
  guint n = 0;

  labels[1] = NULL;
  for (guint s = 0; s < 2; s++)
    {
      labels[s] = cyan_name_rules_labels (names, s, &functions[s], error);
      if (labels[s] == NULL)
        return FALSE;
    }
  if (cyan_name_rules_normalise (names))
    n = cyan_name_align (functions, (CyanStr *[]){ labels[0], labels[1] });
  if (n_aligned != NULL)
    *n_aligned = n;
  return TRUE;
}
