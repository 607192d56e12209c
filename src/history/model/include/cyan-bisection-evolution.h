/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bisection as the evolution of one benchmark, for charts.
 */
#pragma once

#include "cyan-bisection.h"

/* One series with all revisions as columns, the runs of those that were visited, and the steps that
 * were found with the levels around them; no levels before that.  Caller frees. */
CyanEvolution *cyan_bisection_to_evolution (const CyanBisection *self);
