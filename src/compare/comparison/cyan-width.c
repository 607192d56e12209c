/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths of the three kinds. */
#include "cyan-width.h"

#include <math.h>

/* Units in the whole run: hundredths of a percent. */
#define UNITS_A_RUN 1e4

const char *const cyan_width_names[] = { "calls", "size", "self", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_width_names) == CYAN_WIDTH_SELF + 2);

CyanWidth
cyan_width_default (const CyanComparison *comparison)
{
  return comparison->compared.has_calls ? CYAN_WIDTH_CALLS : CYAN_WIDTH_SIZE;
}

double
cyan_width_of_calls (double n)
{
  g_assert (!(n < 0));
  return log1p (n);
}

double
cyan_width_of_part (double part)
{
  g_assert (!(part < 0));
  return log1p (part * UNITS_A_RUN);
}

double
cyan_width_of (const CyanComparison *comparison, CyanNode node, CyanWidth width, CyanBasis basis)
{
  CyanSide before, after;
  double calls, own[2];

  switch (width)
    {
    case CYAN_WIDTH_CALLS:
      cyan_comparison_width (comparison, node, &calls);
      return calls;
    case CYAN_WIDTH_SIZE:
      cyan_comparison_sides (comparison, node, &before, &after);
      /* A difference of profiles has negative ones. */
      return cyan_width_of_part (MAX (0, MAX (before.share, after.share)));
    case CYAN_WIDTH_SELF:
      cyan_comparison_sides (comparison, node, &before, &after);
      own[0] = before.self;
      own[1] = after.self;
      return cyan_width_of_part (fabs (cyan_compared_change (&comparison->compared, own, basis)));
    }
  g_assert_not_reached ();
}
