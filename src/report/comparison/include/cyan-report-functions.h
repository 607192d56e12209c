/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report of the functions that changed between two source locations.
 */
#pragma once

#include "cyan-function-changes.h"
#include "cyan-report.h"

/* The data of cyan_report_functions. */
typedef struct
{
  const CyanFunctionChanges *changes;
  const char *before_name; /* names of the locations */
  const char *after_name;
} CyanReportFunctions;

extern const CyanReport cyan_report_functions;
