/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of a unit for values without one. */
#include "cyan-open-private.h"

#include <string.h>

#include "cyan-units.h"

void
cyan_unit_row_set (AdwComboRow *row, const char *unit)
{
  guint selected = 0;

  for (guint i = 0; unit != NULL && cyan_unit_names[i] != NULL; i++)
    if (strcmp (cyan_unit_names[i], unit) == 0)
      selected = i + 1;
  adw_combo_row_set_selected (row, selected);
}

const char *
cyan_unit_row_get (AdwComboRow *row)
{
  guint selected = adw_combo_row_get_selected (row);

  return selected > 0 ? cyan_unit_names[selected - 1] : NULL;
}
