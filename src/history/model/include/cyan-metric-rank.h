/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of the metrics of a benchmark tells best how much work a program does, by their names. */
#pragma once

#include <glib.h>

/* Whether it is one of a command that is run: its time, its processor time or its memory.  The
 * others are those of a profile. */
gboolean cyan_metric_is_of_command (const char *name);

/* The smaller, the better: instructions, since they hardly scatter, then what the profile measures
 * (its first metric comes first), then the processor time, the time and the memory of the
 * command. */
guint cyan_metric_rank (const char *name);

gboolean cyan_metric_counts_instructions (const char *name);

/* Whether it is known to tell the work of a program: instructions or time. */
gboolean cyan_metric_is_work (const char *name);
