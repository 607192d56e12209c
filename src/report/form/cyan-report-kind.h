/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each report is: its forms, its pages for people and its rows for programs.
 *
 * Private to this layer.  The type of @about depends on the report.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-rows.h"

struct _CyanReport
{
  guint forms; /* bit set of the forms */
  void (*page) (CyanProse *prose, gconstpointer about);
  void (*rows) (CyanRows *rows, gconstpointer about);
  void (*html) (CyanProse *prose, gconstpointer about);
};

#define TEXT     (1 << CYAN_REPORT_FORM_TEXT)
#define CSV      (1 << CYAN_REPORT_FORM_CSV)
#define JSON     (1 << CYAN_REPORT_FORM_JSON)
#define MARKDOWN (1 << CYAN_REPORT_FORM_MARKDOWN)
#define HTML     (1 << CYAN_REPORT_FORM_HTML)
