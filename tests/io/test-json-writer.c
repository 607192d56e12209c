/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON that is written: its form, and that it is read as it was; what its beginning has. */
#include "cyan-json-writer.h"

#include <string.h>

#include "cyan-json-sniff.h"
#include "cyan-json.h"
#include "tests.h"

TEST ("/json-writer/form")
{
  g_autoptr (GString) text = g_string_new (NULL);
  CyanJsonWriter json = { .text = text };
  const guint32 values[] = { 0, 7, G_MAXUINT32 };

  cyan_json_writer_open_object (&json, NULL);
  cyan_json_writer_text (&json, "name", "a");
  cyan_json_writer_text (&json, "none", NULL);
  cyan_json_writer_open_array (&json, "empty");
  cyan_json_writer_close_array (&json);
  cyan_json_writer_open_array (&json, "list");
  cyan_json_writer_flag (&json, NULL, TRUE);
  cyan_json_writer_open_object (&json, NULL);
  cyan_json_writer_count (&json, "n", G_MAXUINT64);
  cyan_json_writer_close_object (&json);
  cyan_json_writer_close_array (&json);
  cyan_json_writer_counts (&json, "row", values, G_N_ELEMENTS (values));
  cyan_json_writer_counts (&json, "nothing", NULL, 0);
  cyan_json_writer_number (&json, "x", 0.1);
  cyan_json_writer_close_object (&json);
  g_assert_cmpstr (text->str, ==,
                   "{\n"
                   "  \"name\": \"a\",\n"
                   "  \"empty\": [],\n"
                   "  \"list\": [\n"
                   "    true,\n"
                   "    {\n"
                   "      \"n\": 18446744073709551615\n"
                   "    }\n"
                   "  ],\n"
                   "  \"row\": [0, 7, 4294967295],\n"
                   "  \"nothing\": [],\n"
                   "  \"x\": 0.1\n"
                   "}");
}

/* Any text comes back from the reader. */
TEST ("/json-writer/texts")
{
  static const char *const texts[] = {
    "",      "\"", "\\", "\\n", "\n\t\r\b\f", "\x01\x1f\x7f", "</script>", "\xc3\xa4\xe2\x80\xae",
    "a\\\"b"
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      CyanJsonWriter writer = { .text = text };
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanInput) input = NULL;
      g_autoptr (CyanJson) json = NULL;

      cyan_json_writer_text (&writer, NULL, texts[i]);
      input = cyan_input_new_for_memory ("x", text->str, text->len, NULL, &error);
      g_assert_no_error (error);
      json = cyan_json_new (input);
      g_assert_cmpint (cyan_json_next (json, &error), ==, CYAN_JSON_STRING);
      g_assert_cmpmem (json->text, json->length, texts[i], strlen (texts[i]));
      g_assert_cmpint (cyan_json_next (json, &error), ==, CYAN_JSON_END);
    }
}

TEST ("/json-sniff/paths")
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
