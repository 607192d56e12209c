/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What parts of a run say of themselves, put together: everything but their trees and metrics. */
#pragma once

#include "cyan-merge.h"

/* All zero before the first part. */
typedef struct
{
  guint n_parts;
  char *format;
  CyanRecording recording;
  double period;
  guint n_threads;
  GArray *meta;     /* of CyanMeta: what all parts have */
  GArray *notes;    /* of CyanMergeNote, sorted */
  guint64 n_merged; /* parts of parts */
  guint64 n_unread;
} CyanMergeAbout;

void cyan_merge_about_init (CyanMergeAbout *self);
void cyan_merge_about_clear (CyanMergeAbout *self);

/* @same_first: whether its first metric is that of all parts before. */
void cyan_merge_about_add (CyanMergeAbout *self,
                           const CyanProfile *part,
                           const char *name,
                           gboolean same_first);

void cyan_merge_about_describe (const CyanMergeAbout *self, CyanProfileBuilder *builder);
