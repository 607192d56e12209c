/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions changed between two source locations.
 */
#pragma once

#include "cyan-function-changes.h"
#include "cyan-report.h"

G_BEGIN_DECLS

/* What cyan_report_functions is about. */
typedef struct
{
  const CyanFunctionChanges *changes;
  const char *before_name; /* of the locations */
  const char *after_name;
} CyanReportFunctions;

extern const CyanReport cyan_report_functions;

G_END_DECLS
