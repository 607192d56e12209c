/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of JSON-RPC 2.0. */
#include "cyan-serve-message.h"

#include <string.h>

#include "cyan-error.h"

/* What errors say of where something is. */
#define NAME "message"
/* Bytes of an id, which every answer repeats, and of a reason. */
#define MAX_ID     1000
#define MAX_REASON 1000

/* ---- reading ---- */

/* Blanks in front of it are fine; bytes that the input would decompress or decode are not. */
static CyanInput *
open_text (const char *text, gsize length, GError **error)
{
  while (length > 0 && strchr (" \t\r", *text) != NULL && *text != '\0')
    text++, length--;
  if (length == 0 || (*text != '{' && *text != '['))
    return cyan_fail_null (error, CYAN_ERROR_INVALID, NAME ": is no JSON object");
  return cyan_input_new_for_memory (NAME, text, length, NULL, error);
}

gboolean
cyan_serve_is_json (const char *text, gsize length, gboolean *is_array, GError **error)
{
  g_autoptr (CyanInput) input = open_text (text, length, error);
  g_autoptr (CyanJson) json = input != NULL ? cyan_json_new (input) : NULL;
  CyanJsonToken token;

  if (json == NULL)
    return FALSE;
  token = cyan_json_next (json, error);
  *is_array = token == CYAN_JSON_ARRAY;
  return token != CYAN_JSON_ERROR && cyan_json_skip (json, token, error)
         && cyan_json_next (json, error) == CYAN_JSON_END;
}

GPtrArray *
cyan_serve_split (const char *text, gsize length)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  const char *end = text + length, *part = strchr (text, '[') + 1;
  gboolean in_string = FALSE;
  guint depth = 0;

  for (const char *at = part; at < end; at++)
    if (in_string)
      {
        at += *at == '\\';
        in_string = *at != '"';
      }
    else if (*at == '"')
      in_string = TRUE;
    else if (*at == '[' || *at == '{')
      depth++;
    else if (depth > 0 && (*at == ']' || *at == '}'))
      depth--;
    else if (depth == 0 && (*at == ',' || *at == ']'))
      {
        char *one = g_strstrip (g_strndup (part, (gsize) (at - part)));

        if (*one != '\0')
          g_ptr_array_add (parts, one);
        else
          g_free (one);
        part = at + 1;
      }
  return parts;
}

gboolean
cyan_serve_read_id (CyanJsonWalk *walk, CyanJsonToken token, gpointer id, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  CyanJsonWriter writer = { .text = out, .is_line = TRUE };

  if (token != CYAN_JSON_STRING && token != CYAN_JSON_NUMBER)
    return cyan_json_walk_fail (walk, error, "neither a string nor a number");
  if (walk->json->length > MAX_ID)
    return cyan_json_walk_fail (walk, error, "more than %d bytes", MAX_ID);
  text = cyan_json_dup (walk->json);
  if (token == CYAN_JSON_STRING)
    cyan_json_writer_text (&writer, NULL, text);
  else if (strpbrk (text, ".eE") != NULL)
    return cyan_json_walk_fail (walk, error, "no whole number");
  else
    cyan_json_writer_raw (&writer, NULL, text);
  g_free (*(char **) id);
  *(char **) id = g_strdup (out->str);
  return TRUE;
}

static gboolean
read_message_id (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_serve_read_id (walk, token, &((CyanServeMessage *) data)->id, error);
}

static gboolean
read_answer (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  ((CyanServeMessage *) data)->kind = CYAN_SERVE_ANSWER;
  return cyan_json_skip (walk->json, token, error);
}

static gboolean
read_params (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  if (token != CYAN_JSON_OBJECT)
    return cyan_json_walk_fail (walk, error, "not an object");
  return cyan_json_skip (walk->json, token, error);
}

static gboolean
read_version (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return (token == CYAN_JSON_STRING && cyan_json_is (walk->json, "2.0"))
         || cyan_json_walk_fail (walk, error, "not \"2.0\"");
}

/* Reads the whole message for these of its members. */
static gboolean
read_members (const CyanServeMessage *self,
              const CyanJsonMember *members,
              guint n_members,
              gpointer data,
              GError **error)
{
  g_autoptr (CyanInput) input = open_text (self->text, self->length, error);
  g_autoptr (CyanJsonWalk) walk = input != NULL ? cyan_json_walk_new (input) : NULL;

  return walk != NULL && cyan_json_walk_document (walk, members, n_members, data, error);
}

gboolean
cyan_serve_message_read (CyanServeMessage *self, const char *text, gsize length, GError **error)
{
  /* On its own, so that it is known whatever else is wrong. */
  static const CyanJsonMember id[] = { { "id", .read = read_message_id } };
  static const CyanJsonMember members[] = {
    { "jsonrpc", .read = read_version, .required = TRUE },
    { "method", CYAN_JSON_TEXT (CyanServeMessage, method) },
    { "params", .read = read_params },
    { "result", .read = read_answer },
    { "error", .read = read_answer },
  };

  *self = (CyanServeMessage){ .text = text, .length = length };
  if (!read_members (self, id, G_N_ELEMENTS (id), self, error)
      || !read_members (self, members, G_N_ELEMENTS (members), self, error))
    return FALSE;
  if (self->kind == CYAN_SERVE_ANSWER)
    return TRUE;
  if (self->method == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, NAME ": there is no \"method\" in it");
  self->kind = self->id != NULL ? CYAN_SERVE_REQUEST : CYAN_SERVE_NOTIFICATION;
  return TRUE;
}

void
cyan_serve_message_clear (CyanServeMessage *self)
{
  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->method, g_free);
}

gboolean
cyan_serve_message_params (const CyanServeMessage *self,
                           const CyanJsonMember *members,
                           guint n_members,
                           gpointer data,
                           GError **error)
{
  CyanJsonMember params = { "params", .members = members, .n_members = n_members };

  for (guint i = 0; i < n_members; i++)
    params.required |= members[i].required;
  return read_members (self, &params, 1, data, error);
}

/* ---- writing ---- */

static void
open_answer (CyanJsonWriter *out, GString *text, const char *id)
{
  *out = (CyanJsonWriter){ .text = text, .is_line = TRUE };
  cyan_json_writer_open_object (out, NULL);
  cyan_json_writer_text (out, "jsonrpc", "2.0");
  cyan_json_writer_raw (out, "id", id != NULL ? id : "null");
}

void
cyan_serve_open_result (CyanJsonWriter *out, GString *text, const char *id)
{
  open_answer (out, text, id);
  cyan_json_writer_open_object (out, "result");
}

void
cyan_serve_close_result (CyanJsonWriter *out)
{
  cyan_json_writer_close_object (out);
  cyan_json_writer_close_object (out);
}

void
cyan_serve_write_error (GString *text, const char *id, CyanServeCode code, const char *reason)
{
  g_autofree char *valid = g_utf8_make_valid (reason, (gssize) MIN (strlen (reason), MAX_REASON));
  g_autofree char *number = g_strdup_printf ("%d", code);
  CyanJsonWriter out;

  open_answer (&out, text, id);
  cyan_json_writer_open_object (&out, "error");
  cyan_json_writer_raw (&out, "code", number);
  cyan_json_writer_text (&out, "message", valid);
  cyan_json_writer_close_object (&out);
  cyan_json_writer_close_object (&out);
}
