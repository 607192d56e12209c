/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes idle time from a profile. */
#include "cyan-profile.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-units.h"

/* Idle frames of V8, perf and Linux: "(idle)", "[idle]", and "swapper" or "swapper/3" for the idle
 * thread of a processor. */
static gboolean
is_idle (const char *name)
{
  const char *rest = name;

  if (strcmp (name, "(idle)") == 0 || strcmp (name, "[idle]") == 0)
    return TRUE;
  if (!g_str_has_prefix (name, "swapper"))
    return FALSE;
  rest += strlen ("swapper");
  if (*rest == '\0')
    return TRUE;
  if (*rest++ != '/' || *rest == '\0')
    return FALSE;
  return rest[strspn (rest, "0123456789")] == '\0';
}

guint8 *
cyan_profile_idle_functions (const CyanProfile *self)
{
  guint8 *idle = g_new (guint8, self->n_functions);

  for (guint f = 0; f < self->n_functions; f++)
    idle[f] = is_idle (cyan_strings_get (self->strings, self->functions[f].name)) ? 1 : 0;
  return idle;
}

/* What the @idle functions have of metric 0, and whether there are any. */
static double
sum_idle (const CyanProfile *self, const guint8 *idle, gboolean *found)
{
  double time = 0;

  *found = FALSE;
  for (CyanNode i = 1; i < self->n_nodes;)
    if (idle[self->function[i]])
      {
        *found = TRUE;
        time += self->metrics[0].total[i];
        i = self->end[i];
      }
    else
      i++;
  return time;
}

double
cyan_profile_idle (const CyanProfile *self)
{
  g_autofree guint8 *idle = cyan_profile_idle_functions (self);
  gboolean found;

  return sum_idle (self, idle, &found);
}

CyanProfile *
cyan_profile_without_idle (CyanProfile *self)
{
  g_autofree guint8 *idle = cyan_profile_idle_functions (self);
  g_autofree char *text = NULL;
  gboolean found;
  double left_out = sum_idle (self, idle, &found);
  CyanProfile *without;

  if (!found)
    return cyan_profile_ref (self);
  without = cyan_profile_without (self, idle);
  text = cyan_value_to_text (left_out, self->metrics[0].unit);
  g_ptr_array_add (without->warnings, g_strdup_printf (_ ("%s in idle frames do not count"), text));
  return without;
}
