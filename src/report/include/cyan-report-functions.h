/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions changed between two source locations, as text, CSV and JSON.
 */
#pragma once

#include "cyan-function-changes.h"
#include "cyan-report.h"

G_BEGIN_DECLS

typedef struct
{
  const char *before_name; /* of the locations */
  const char *after_name;
  gboolean escape_cells; /* as in CyanReportOptions */
} CyanReportFunctions;

/* Columns of the CSV, NULL-terminated; members of the JSON's rows have the same names. */
extern const char *const cyan_report_functions_columns[];

/* Each hands its pieces to @write and fails as that does. */
gboolean cyan_report_functions_text (const CyanFunctionChanges *changes,
                                     const CyanReportFunctions *options,
                                     CyanReportWriteFunc write,
                                     gpointer data,
                                     GError **error);
gboolean cyan_report_functions_csv (const CyanFunctionChanges *changes,
                                    const CyanReportFunctions *options,
                                    CyanReportWriteFunc write,
                                    gpointer data,
                                    GError **error);
gboolean cyan_report_functions_json (const CyanFunctionChanges *changes,
                                     const CyanReportFunctions *options,
                                     CyanReportWriteFunc write,
                                     gpointer data,
                                     GError **error);

G_END_DECLS
