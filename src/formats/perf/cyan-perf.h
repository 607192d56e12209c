/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the text of `perf script`, from a file or directly from perf. */
#pragma once

#include "cyan-input.h"
#include "cyan-profile-builder.h"

/* How likely, 0 to 100, the file that begins with [@head, @head + @length) is such a text. */
int cyan_perf_sniff (const char *head, gsize length);
/* Reads all of @input. */
gboolean cyan_perf_read (CyanInput *input, CyanProfileBuilder *builder, GError **error);
