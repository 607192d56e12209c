/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Normal names for a profile. */
#include "cyan-profile-names.h"

CyanProfile *
cyan_profile_with_normal_names (const CyanProfile *self, CyanStrings *strings)
{
  CyanFunction *functions = cyan_profile_move_functions (self, strings);

  cyan_names_normalise (functions, self->n_functions, strings);
  return cyan_profile_with_functions (self, strings, functions);
}
