/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the reader and the writer of .cct.  The format is specified in docs/cct-format.md.
 */
#pragma once

#include "cyan-format-entry.h"

#define CYAN_CCT_VERSION 1
/* Of a file, at most; each has a name of its own. */
#define CYAN_CCT_MAX_METRICS 64

/* The words for CyanRecording, by its value. */
#define CYAN_FORMAT_CCT_RECORDINGS                                                                 \
  {                                                                                                \
    "exact", "sampled", "inferred"                                                                 \
  }

/* The write function of the format. */
gboolean cyan_format_cct_write (const CyanProfile *profile, CyanOutput *output, GError **error);
