/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports from a comparison in memory, and what happens if they cannot be written. */
#include "cyan-report-comparison.h"

#include <gio/gio.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-profile-builder.h"
#include "profile-text.h"
#include "tests.h"

static CyanComparison *
compare (const char *before, const char *after)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) a = MUST (cyan_profile_from_text (strings, before, &failure));
  g_autoptr (CyanProfile) b = MUST (cyan_profile_from_text (strings, after, &failure));
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *self = MUST (cyan_comparison_new (a, b, &options, NULL, &failure));

  return self;
}

static gboolean
take (const char *bytes, gsize length, gpointer data, GError **error)
{
  g_string_append_len (data, bytes, (gssize) length);
  return TRUE;
}

static GString *
report (const CyanComparison *comparison, CyanReportForm form, gboolean escape)
{
  g_autoptr (CyanRanking) ranking = cyan_ranking_new (comparison, NULL, NULL, NULL);
  const CyanReportOptions options = { .comparison = comparison,
                                      .ranking = ranking,
                                      .before_name = "1.0",
                                      .after_name = "2.0",
                                      .top = 3 };
  GString *text = g_string_new (NULL);

  g_assert_true (MUST (
      cyan_report_write (&cyan_report_compare, &options, form, !escape, take, text, &failure)));
  return text;
}

/* A profile of one function whose name the text form cannot represent. */
static CyanProfile *
named (const char *name)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  CyanStr empty = cyan_strings_add (strings, "", 0);
  guint32 function = cyan_profile_builder_function (
      builder, cyan_strings_add (strings, name, (gssize) strlen (name)), empty, empty, 0, 0);
  CyanNode node;

  cyan_profile_builder_metric (builder, "time", "ns");
  cyan_profile_builder_set_meta (builder, name, name);
  node = cyan_profile_builder_append (builder, CYAN_NODE_ROOT, function, 0, NULL);
  cyan_profile_builder_add (builder, 0, node, 5);
  return cyan_profile_builder_finish (builder);
}

/* The CSV cell of @name, from a comparison of a profile with itself. */
static char *
csv_cell (const char *name, gboolean escape)
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanProfile) profile = named (name);
  g_autoptr (CyanComparison) comparison =
      cyan_comparison_new (profile, profile, &options, NULL, NULL);
  g_autoptr (GString) text = report (comparison, CYAN_REPORT_FORM_CSV, escape);
  const char *start = strstr (text->str, "\r\n1,0,1,");
  const char *end;

  g_assert_nonnull (start);
  start += strlen ("\r\n1,0,1,");
  end = strstr (start, ",,,,,matched,");
  g_assert_nonnull (end);
  return g_strndup (start, (gsize) (end - start));
}

TEST ("/report/csv-cells")
{
  static const struct
  {
    const char *name;
    const char *escaped;
    const char *raw;
  } cases[] = {
    { "plain", "plain", "plain" },
    { "std::map<int, int>", "\"std::map<int, int>\"", "\"std::map<int, int>\"" },
    { "say \"hi\"", "\"say \"\"hi\"\"\"", "\"say \"\"hi\"\"\"" },
    { "a\nb", "\"a\nb\"", "\"a\nb\"" },
    { "=1+1", "\"'=1+1\"", "=1+1" },
    { "+x", "\"'+x\"", "+x" },
    { "-x", "\"'-x\"", "-x" },
    { "@x", "\"'@x\"", "@x" },
    { "\tx", "\"'\tx\"", "\tx" },
    { "  =x", "\"'  =x\"", "  =x" },
    { "a\n=x", "\"'a\n=x\"", "\"a\n=x\"" },
    { "a=b", "a=b", "a=b" },
    { "a-b", "a-b", "a-b" },
    { "\x1b[31m", "\\x1b[31m", "\x1b[31m" },
    { "a\xe2\x80\xae"
      "b",
      "a\xef\xbf\xbd"
      "b",
      "a\xe2\x80\xae"
      "b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *escaped = csv_cell (cases[i].name, TRUE);
      g_autofree char *raw = csv_cell (cases[i].name, FALSE);

      g_assert_cmpstr (escaped, ==, cases[i].escaped);
      g_assert_cmpstr (raw, ==, cases[i].raw);
    }
}

/* Python's CSV reader gets the same cells. */
TEST ("/report/csv-python")
{
  static const char script[] =
      "import csv, io, sys\n"
      "text = sys.stdin.buffer.read().decode()\n"
      "head, body = text.split('\\r\\n', 1)\n"
      "assert head == '# unit: ns', head\n"
      "rows = list(csv.DictReader(io.StringIO(body, newline='')))\n"
      "for row in rows: print(row['name'] + '|' + row['status'] + '|' + row['height'])\n";
  g_autoptr (CyanComparison) comparison =
      compare ("main:1('a,\"b\"':1 old:2)", "main:1('a,\"b\"':1 '=new':2)");
  g_autoptr (GString) text = report (comparison, CYAN_REPORT_FORM_CSV, TRUE);
  g_autoptr (GSubprocess) child =
      MUST (g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                              &failure, "python3", "-c", script, NULL));
  g_autofree char *out = NULL;

  MUST (g_subprocess_communicate_utf8 (child, text->str, NULL, &out, NULL, &failure));
  g_assert_true (g_subprocess_get_successful (child));
  g_assert_cmpstr (out, ==,
                   "(all)|matched|0\nmain|matched|0\na,\"b\"|matched|0\n"
                   "'=new|added|0.5\nold|removed|0.5\n");
}

TEST ("/report/json")
{
  g_autoptr (CyanComparison) comparison = compare ("main:6*1(a:2*7 old:2*3)", "main:6*1(a:4)");
  g_autoptr (GString) text = report (comparison, CYAN_REPORT_FORM_JSON, TRUE);
  json_t *json = json_loadb (text->str, text->len, JSON_REJECT_DUPLICATES, NULL);
  json_t *nodes, *row, *member;
  const char *key;
  g_auto (GStrv) columns = cyan_field_names (cyan_report_columns (&cyan_report_compare), FALSE);
  guint column = 0;

  g_assert_nonnull (json);
  g_assert_cmpstr (json_string_value (json_object_get (json, "unit")), ==, "ns");
  g_assert_cmpstr (json_string_value (json_object_get (json, "match")), ==, "context");
  g_assert_cmpstr (json_string_value (json_object_get (json, "reading")), ==, "share");
  nodes = json_object_get (json, "nodes");
  g_assert_cmpuint (json_array_size (nodes), ==, 4);
  row = json_array_get (nodes, 2);
  json_object_foreach (row, key, member) g_assert_cmpstr (key, ==, columns[column++]);
  g_assert_null (columns[column]);
  g_assert_cmpstr (json_string_value (json_object_get (row, "name")), ==, "a");
  g_assert_cmpint (json_integer_value (json_object_get (row, "before_calls")), ==, 7);
  g_assert_true (json_is_null (json_object_get (row, "after_calls")));
  g_assert_true (json_is_null (json_object_get (row, "width")));
  g_assert_true (json_is_null (json_object_get (row, "file")) == FALSE);
  g_assert_cmpfloat_with_epsilon (json_number_value (json_object_get (row, "height")), 0.2, 1e-12);
  row = json_array_get (nodes, 3);
  g_assert_cmpstr (json_string_value (json_object_get (row, "status")), ==, "removed");
  g_assert_true (json_is_null (json_object_get (row, "after_total")));
  g_assert_true (json_is_null (json_object_get (row, "after_share")));
  g_assert_true (json_is_null (json_object_get (json_array_get (nodes, 0), "parent")));
  json_decref (json);
}

/* The first @top rows, in descending order. */
TEST ("/report/text")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main(a:100 b:100 c:100 d:100)", "main(a:90 b:150 c:130 d:60)");
  g_autoptr (GString) text = report (comparison, CYAN_REPORT_FORM_TEXT, TRUE);
  const char *top = strstr (text->str, "\nLargest changes (3 of ");

  g_assert_true (g_str_has_prefix (text->str, "1.0 to 2.0: 401 ns to 431 ns, +7.5 %\n"));
  g_assert_nonnull (strstr (text->str, "\nStart here\n  No function stands out: "));
  g_assert_nonnull (top);
  g_assert_true (
      g_pattern_match_simple ("\nLargest changes (3 of 4)\n*\n*\n* d\n* b\n* c\n*", top));
}

/* The share of what costs more can fall: it is not called faster. */
TEST ("/report/share-only")
{
  g_autoptr (CyanComparison) comparison = compare ("main(a:500 b:100 c:100 d:100 e:100 f:100)",
                                                   "main(a:900 b:200 c:200 d:200 e:200 f:200)");
  g_autoptr (GString) text = report (comparison, CYAN_REPORT_FORM_TEXT, TRUE);

  g_assert_true (g_pattern_match_simple ("*\n *\xe2\x88\x92"
                                         "2.6 pp *unchanged *a (share only)*\n*",
                                         text->str));
}

typedef struct
{
  guint n_taken;
  guint n_allowed;
} Full;

static gboolean
take_some (const char *bytes, gsize length, gpointer data, GError **error)
{
  Full *full = data;

  g_assert_cmpuint (length, >, 0);
  g_assert_cmpuint (full->n_taken, <=, full->n_allowed);
  full->n_taken++;
  return full->n_taken <= full->n_allowed
         || cyan_fail (error, CYAN_ERROR_IO, "no room for more than %u pieces", full->n_allowed);
}

/* A report of many pieces stops at the first one that is not written, and reports the error. */
TEST ("/report/writer-fails")
{
  static const CyanReportForm forms[] = { CYAN_REPORT_FORM_TEXT, CYAN_REPORT_FORM_CSV,
                                          CYAN_REPORT_FORM_JSON };
  g_autoptr (GString) before = g_string_new ("main(");
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanRanking) ranking = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (before, "f%u:%u ", i, i + 1);
  g_string_append_c (before, ')');
  comparison = compare (before->str, "main(f0:9)");
  ranking = cyan_ranking_new (comparison, NULL, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    for (guint n_allowed = 0; n_allowed < (i == 0 ? 1 : 4); n_allowed++)
      {
        const CyanReportOptions options = { .comparison = comparison,
                                            .ranking = ranking,
                                            .top = 10 };
        Full full = { 0, n_allowed };

        MUST_FAIL (CYAN_ERROR_IO, "*",
                   cyan_report_write (&cyan_report_compare, &options, forms[i], FALSE, take_some,
                                      &full, &failure));
        g_assert_cmpuint (full.n_taken, ==, n_allowed + 1);
      }
}

/* A form is found by name if the report has it; otherwise the error lists the forms. */
TEST ("/report/find-form")
{
  static const struct
  {
    const CyanReport *report;
    const char *name;
    int form; /* -1: none */
    const char *message;
  } cases[] = {
    { &cyan_report_compare, NULL, CYAN_REPORT_FORM_TEXT, NULL },
    { &cyan_report_compare, "csv", CYAN_REPORT_FORM_CSV, NULL },
    { &cyan_report_explain, "json", CYAN_REPORT_FORM_JSON, NULL },
    { &cyan_report_explain, "CSV", -1, "no format \"CSV\"; text, csv or json" },
    { &cyan_report_check, "json", CYAN_REPORT_FORM_JSON, NULL },
    { &cyan_report_check, "csv", -1, "no format \"csv\"; text or json" },
    { &cyan_report_profile, "markdown", -1, "no format \"markdown\"; text or json" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      CyanReportForm form = CYAN_REPORT_FORM_TEXT;
      gboolean found = cyan_report_find_form (cases[i].report, cases[i].name, &form, &error);

      g_assert_cmpint (found ? (int) form : -1, ==, cases[i].form);
      g_assert_cmpstr (found ? NULL : error->message, ==, cases[i].message);
    }
}

/* Escaped JSON strings keep their content, in values and in names of meta data. */
TEST ("/report/json-escapes")
{
  static const char foreign[] = "\"a\\b/\b\f\n\r\t\x01\x1f\x7f\xc3\xa9\xf0\x9f\x98\x80";
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanProfile) profile = named (foreign);
  g_autoptr (CyanComparison) comparison =
      cyan_comparison_new (profile, profile, &options, NULL, NULL);
  g_autoptr (GString) text = report (comparison, CYAN_REPORT_FORM_JSON, TRUE);
  g_autoptr (GString) about = g_string_new (NULL);
  json_t *json = json_loadb (text->str, text->len, JSON_REJECT_DUPLICATES, NULL);
  json_t *row = json_array_get (json_object_get (json, "nodes"), 1);

  g_assert_cmpstr (json_string_value (json_object_get (row, "name")), ==, foreign);
  json_decref (json);
  g_assert_true (cyan_report_write (&cyan_report_profile, profile, CYAN_REPORT_FORM_JSON, FALSE,
                                    take, about, NULL));
  json = json_loadb (about->str, about->len, JSON_REJECT_DUPLICATES, NULL);
  g_assert_cmpstr (json_string_value (json_object_get (json_object_get (json, "meta"), foreign)),
                   ==, foreign);
  json_decref (json);
}
