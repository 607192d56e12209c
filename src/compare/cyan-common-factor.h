/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a whole run costs more or less by one factor.  Private to this folder. */
#pragma once

#include "cyan-compared.h"

/* By which factor most functions changed, as after a run on another machine or one that was cut off;
 * 1 if there is no such factor.  It is the median of the ratios of the functions' own values, weighted
 * by their size.  It counts if it differs from 1, if most functions lie close to it, if it explains
 * most of all changes, and if no run of a side costs as much as one of the other. */
double cyan_common_factor (const CyanCompared *self);
