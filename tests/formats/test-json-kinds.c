/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distinguishes kinds of JSON by their beginning. */
#include "load-text.h"

#include "cyan-json-sniff.h"
#include "tests.h"

/* The name of the format with the highest score for @head, or NULL. */
static const char *
surest (const char *head, gsize length)
{
  /* A copy of exactly this size, so that sanitizers find reads past the end. */
  g_autofree char *bytes = g_memdup2 (head, length);
  const CyanFormat *best = NULL;
  int best_score = 0;

  for (const CyanFormat *const *format = cyan_formats (); *format != NULL; format++)
    {
      int score = (*format)->sniff (bytes, length);

      g_assert_cmpint (score, >=, 0);
      g_assert_cmpint (score, <=, 100);
      if (score > best_score)
        {
          best = *format;
          best_score = score;
        }
    }
  return best != NULL ? best->name : NULL;
}

TEST ("/json-kinds/paths")
{
  static const char *const paths[] = { "a", "b.c", "d[].e", "d[].e.f", "g[][].h", "x" };
  static const struct
  {
    const char *head;
    guint32 found;
  } cases[] = {
    { "", 0 },
    { "[{\"a\":1}]", 0 },
    { " {\"a\" : 1", 1 },
    { "{\"a", 0 },
    { "{\"a\"", 0 },
    { "{\"y\":\"a\",\"b\":{\"y\":1,\"c\":[", 2 },
    { "{\"b\":[{\"c\":1}],\"y\":{\"b\":{\"c\":1}}}", 0 },
    { "{\"d\":[1,[{\"e\":1}],{\"y\":[],\"e\":{\"f\"", 4 },
    { "{\"d\":[{\"e\":{\"f\":1", 4 | 8 },
    { "{\"g\":[[{\"h\":{}", 16 },
    { "{\"y\":\"\\\",\\\"x\\\":1\",\"a\":0}", 1 },
    { "{\"y\":0}{\"x\":0}", 0 },
    { "{\"1234567890123456789012345678901234567890123456789\":[{\"a\":1", 0 },
    { "{\"y\":[[[[[[{\"a\":1}]]]]]],\"x\":1", 32 },
    { "{]]}\"x\":1", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *bytes = g_memdup2 (cases[i].head, strlen (cases[i].head));

      g_test_message ("%s", cases[i].head);
      g_assert_cmpuint (
          cyan_json_sniff (bytes, strlen (cases[i].head), paths, G_N_ELEMENTS (paths)), ==,
          cases[i].found);
    }
}

TEST ("/json-kinds/kinds")
{
  static const struct
  {
    const char *head;
    const char *format;
  } cases[] = {
    { "{\"traceEvents\":[{\"ph\":\"X\"", "trace-event" },
    { "[{\"name\":\"nodes\",\"ph\":\"X\",\"args\":{\"callFrame\":1}", "trace-event" },
    { "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",", "speedscope" },
    { "{\"shared\":{\"frames\":[{\"name\":\"traceEvents\"", "speedscope" },
    { "{\"exporter\":\"speedscope@1.2\",\"profiles\":[{\"type\":\"evented\",\"name\":\"x\","
      "\"unit\":\"none\"",
      "speedscope" },
    { "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\"", "cpuprofile" },
    { "{\"startTime\":1,\"endTime\":2,\"nodes\":[{\"id\":1", "cpuprofile" },
    { "{\"timeDeltas\":[1,2", "cpuprofile" },
    { "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":50", "firefox" },
    { "{\"meta\":{\"interval\":1,\"startTime\":0,\"processType\":0", "firefox" },
    { "{\"threads\":[{\"name\":\"x\",\"stackTable\":{", "firefox" },
    { "{\"libs\":[],\"shared\":{\"stringArray\":[\"nodes\",\"$schema\",\"profiles\"", "firefox" },
    /* Other JSON that contains words of our formats. */
    { "{\"$schema\":\"https://json-schema.org/draft\",\"nodes\":", NULL },
    { "{\"nodes\":[{\"id\":1,\"label\":\"callFrame\"}],\"edges\":[]", NULL },
    { "{\"shared\":1,\"profiles\":[{\"name\":\"x\"}]", NULL },
    { "{\"meta\":{\"version\":1},\"threads\":4", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].head);
      g_assert_cmpstr (surest (cases[i].head, strlen (cases[i].head)), ==, cases[i].format);
    }
}

/* However little of a recording is seen, it is not taken for another kind. */
TEST ("/json-kinds/recordings")
{
  static const struct
  {
    const char *name;
    const char *format;
    gsize enough; /* number of bytes that suffice to recognise it */
  } cases[] = {
    { "cmark-a.uftrace.json.zst", "trace-event", 400 },
    { "cmark-a.speedscope.json.zst", "speedscope", 100 },
    { "lua-a.speedscope.json.zst", "speedscope", 100 },
    { "marked-a1.cpuprofile.zst", "cpuprofile", 40 },
    { "marked-b1.cpuprofile.zst", "cpuprofile", 40 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", cases[i].name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanInput) input = cyan_input_open (path, NULL, &error);
      const char *head;
      gsize length;

      g_assert_no_error (error);
      g_assert_true (cyan_input_peek (input, 65536, &head, &length, &error));
      length = MIN (length, 65536);
      for (gsize cut = 1; cut <= length; cut += cut < 1000 ? 1 : 997)
        {
          const char *format = surest (head, cut);

          if (format != NULL || cut >= cases[i].enough)
            g_assert_cmpstr (format, ==, cases[i].format);
        }
    }
}
