/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of the structures of a recording. */
#pragma once

#include "cyan-report.h"
#include "cyan-study.h"

typedef struct
{
  const CyanStudy *study;
  const char *name; /* of the recording */
} CyanReportStructures;

/* About CyanReportStructures.  Text: tables of the shape, the accuracy, the metrics, time and
 * memory. Rows: one for each structure. */
extern const CyanReport cyan_report_structures;
