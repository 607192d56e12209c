/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reports of this room. */
#include "cyan-comparison-pages.h"
#include "cyan-report-kind.h"

const CyanReport cyan_report_compare = { TEXT | CSV | JSON | HTML, cyan_report_compare_text,
                                         cyan_report_compare_rows, cyan_report_compare_html };
const CyanReport cyan_report_check = { TEXT | JSON, cyan_report_check_text,
                                       cyan_report_check_rows };
const CyanReport cyan_report_check_page = { MARKDOWN, cyan_report_check_markdown, NULL };
const CyanReport cyan_report_explain = { TEXT | CSV | JSON, cyan_report_explain_text,
                                         cyan_report_explain_rows };
const CyanReport cyan_report_edits = { TEXT | CSV | JSON, cyan_report_edits_text,
                                       cyan_report_edits_rows };
const CyanReport cyan_report_commits = { TEXT | CSV | JSON, cyan_report_commits_text,
                                         cyan_report_commits_rows };
const CyanReport cyan_report_callers = { TEXT | CSV | JSON, cyan_report_callers_text,
                                         cyan_report_callers_rows };
const CyanReport cyan_report_sequences = { TEXT | CSV | JSON, cyan_report_sequences_text,
                                           cyan_report_sequences_rows };
const CyanReport cyan_report_functions = { TEXT | CSV | JSON, cyan_report_functions_text,
                                           cyan_report_functions_rows };
const CyanReport cyan_report_profile = { TEXT | JSON, cyan_report_profile_text,
                                         cyan_report_profile_rows };
