/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of where to start, from a ranking made by hand. */
#include "cyan-report-comparison.h"

#include <jansson.h>
#include <string.h>

#include "cyan-profile-builder.h"
#include "profile-text.h"
#include "tests.h"

#define FOREIGN "f<b>`@x`"

typedef struct
{
  CyanComparison *comparison;
  CyanRanking *ranking;
  CyanReportOptions options;
} Case;

static guint32
pair_of (const CyanComparison *comparison, const char *name)
{
  for (guint32 pair = 0; pair < comparison->compared.pairs->n; pair++)
    if (strcmp (cyan_comparison_pair_label (comparison, pair), name) == 0)
      return pair;
  g_error ("no function %s", name);
}

static CyanProfile *
profile (CyanStrings *strings, const char *text)
{
  CyanProfile *self = MUST (cyan_profile_from_text (strings, text, &failure));

  return self;
}

/* main went from 200 to 250 ns: f explains +60, a move of code −8, the environment −2. */
static void
case_init (Case *self)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = profile (strings, "main(a:100 '" FOREIGN "':100)");
  g_autoptr (CyanProfile) after = profile (strings, "main(a:100 '" FOREIGN "':150)");
  const CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanStart *start;

  self->comparison = cyan_comparison_new (before, after, &options, NULL, NULL);
  self->ranking = cyan_ranking_new (self->comparison, NULL, NULL, NULL);
  g_assert_cmpuint (self->ranking->n, ==, 1);
  start = &self->ranking->at[0];
  start->contribution = 60;
  start->share_of_before = 60 / self->ranking->before;
  start->confidence = CYAN_CONFIDENCE_STRONG;
  start->interval[0] = 50;
  start->interval[1] = 70;
  start->n_because = 2;
  start->because[0] = (CyanBecause){ CYAN_BECAUSE_MODIFIED, G_MAXUINT32, { 0, 0 } };
  start->because[1] = (CyanBecause){ CYAN_BECAUSE_CALLS, start->pair, { 10, 580 } };
  start->read[0] = start->pair;
  start->read[1] = pair_of (self->comparison, "main");
  start->n_read = 2;
  self->ranking->environment = -2;
  self->ranking->n_shifts = 1;
  self->ranking->shifts = g_new (CyanShift, 1);
  self->ranking->shifts[0] = (CyanShift){ .from = start->pair,
                                          .n_from = 1,
                                          .to = pair_of (self->comparison, "a"),
                                          .n_to = 5,
                                          .moved = 20,
                                          .net = -8 };
  self->options = (CyanReportOptions){ .comparison = self->comparison,
                                       .ranking = self->ranking,
                                       .before_name = "1",
                                       .after_name = "2",
                                       .top = 5 };
}

static void
case_clear (Case *self)
{
  cyan_ranking_free (self->ranking);
  cyan_comparison_unref (self->comparison);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static gboolean
take (const char *bytes, gsize length, gpointer data, GError **error)
{
  g_string_append_len (data, bytes, (gssize) length);
  return TRUE;
}

static char *
write_report (const CyanReport *report, gconstpointer about, CyanReportForm form)
{
  GString *text = g_string_new (NULL);

  MUST (cyan_report_write (report, about, form, FALSE, take, text, &failure));
  return g_string_free (text, FALSE);
}

TEST ("/start/text")
{
  g_auto (Case) self = { NULL };
  g_autofree char *text = NULL;

  case_init (&self);
  text = write_report (&cyan_report_compare, &self.options, CYAN_REPORT_FORM_TEXT);
  g_assert_nonnull (
      strstr (text, "\nStart here\n"
                    "  1. f<b>`@x`: +29.9 % of the run before (+60 ns), strong\n"
                    "     why   its source changed; calls f<b>`@x` 580 times instead of 10\n"
                    "     read  f<b>`@x`, then main\n"
                    "  environment: \xe2\x88\x92"
                    "1.0 %; moved from f<b>`@x` to 5 functions: \xe2\x88\x92"
                    "4.0 %\n"));
}

TEST ("/start/json")
{
  g_auto (Case) self = { NULL };
  g_autofree char *text = NULL;
  json_t *json, *start, *shift;

  case_init (&self);
  text = write_report (&cyan_report_compare, &self.options, CYAN_REPORT_FORM_JSON);
  json = json_loads (text, JSON_REJECT_DUPLICATES, NULL);
  start = json_array_get (json_object_get (json, "start_here"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (start, "function")), ==, FOREIGN);
  g_assert_cmpstr (json_string_value (json_array_get (json_object_get (start, "because"), 1)), ==,
                   "calls " FOREIGN " 580 times instead of 10");
  g_assert_cmpuint (json_array_size (json_object_get (start, "read")), ==, 2);
  g_assert_cmpfloat (json_number_value (json_array_get (json_object_get (start, "interval"), 1)),
                     ==, 70);
  shift = json_array_get (json_object_get (json, "shifts"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (shift, "text")), ==,
                   "moved from " FOREIGN " to 5 functions");
  g_assert_cmpfloat (json_number_value (json_object_get (json, "rest")), ==, -10);
  g_assert_cmpfloat (
      json_number_value (json_object_get (json_object_get (json, "rest_parts"), "shifts")), ==, -8);
  json_decref (json);
}

/* A name is code, whatever it says; what is around it is not. */
TEST ("/start/markdown")
{
  g_auto (Case) self = { NULL };
  const CyanGateOptions gate = { .limit = 0.01, .total = TRUE };
  g_autoptr (CyanGateResult) result = NULL;
  g_autofree char *text = NULL;
  CyanReportCheck check;

  case_init (&self);
  result = cyan_gate_decide (self.comparison, &gate, NULL);
  check = (CyanReportCheck){ .options = self.options, .gate = &gate, .result = result };
  text = write_report (&cyan_report_check_page, &check, CYAN_REPORT_FORM_MARKDOWN);
  g_assert_nonnull (strstr (text, "; its source changed; calls <code>f&lt;b&gt;`@x`</code> "
                                  "580 times instead of 10; read <code>"));
  g_assert_nonnull (strstr (text, "<td align=\"right\">+29.9 %</td><td align=\"right\">+60 ns</td>"
                                  "<td>strong</td><td>its source changed; calls <code>"));
  g_assert_nonnull (strstr (text, "<tr><td>moved from <code>f&lt;b&gt;`@x`</code> to 5 "
                                  "functions</td><td align=\"right\">\xe2\x88\x92"
                                  "4.0 %</td>"));
}
