/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of this folder: Student's t. */
#pragma once

#include <glib.h>

/* The probability that a variable of Student's t with @df degrees of freedom is above @x. */
double cyan_t_above (double x, double df);

/* The value that such a variable exceeds with a probability of 2.5 %. */
double cyan_t_quantile_95 (double df);
