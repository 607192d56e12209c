/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods, and their answers. */
#include "cyan-serve-session.h"

#include <string.h>

#include "config.h"
#include "cyan-error.h"
#include "cyan-serve-text.h"
#include "cyan-serve-tools.h"

/* Messages of a batch. */
#define MOST_IN_BATCH 100
#define BATCHES       "2025-03-26"

/* The newest first, which is the answer to any other. */
static const char *const revisions[] = { "2025-06-18", BATCHES, "2024-11-05" };

/* The answers to a batch, which are sent together. */
typedef struct
{
  GString *text;
  guint n_open; /* that are not there yet, and 1 while it is read */
} Batch;

/* Where the answer to a request goes that a program works on. */
typedef struct
{
  CyanServeSession *session;
  Batch *batch; /* NULL: none */
  char *id;
  char *uri;               /* of the resource that is read; NULL: a tool is called */
  CyanServeCommand report; /* for the list of resources, if the answer is one */
  char *title;             /* of that; NULL: there is none */
} Reply;

/* ---- answers ---- */

static void
send_text (CyanServeSession *session, Batch *batch, const GString *text)
{
  if (batch == NULL)
    cyan_serve_stream_say (&session->stream, text->str, text->len);
  else
    g_string_append_printf (batch->text, "%s%s", batch->text->len > 0 ? "," : "[", text->str);
}

static void
batch_done (CyanServeSession *session, Batch *batch)
{
  if (batch == NULL || --batch->n_open > 0)
    return;
  if (batch->text->len > 0)
    {
      g_string_append_c (batch->text, ']');
      cyan_serve_stream_say (&session->stream, batch->text->str, batch->text->len);
    }
  g_string_free (batch->text, TRUE);
  g_free (batch);
}

void
cyan_serve_session_reply_free (gpointer data)
{
  Reply *reply = data;

  batch_done (reply->session, reply->batch);
  cyan_serve_command_clear (&reply->report);
  g_free (reply->id);
  g_free (reply->uri);
  g_free (reply->title);
  g_free (reply);
}

static void
send_error (
    CyanServeSession *session, Batch *batch, const char *id, CyanServeCode code, const char *reason)
{
  g_autoptr (GString) text = g_string_new (NULL);

  cyan_serve_write_error (text, id, code, reason);
  send_text (session, batch, text);
}

static void
send_tool_result (
    CyanServeSession *session, Batch *batch, const char *id, const char *said, gboolean failed)
{
  g_autoptr (GString) text = g_string_new (NULL);
  CyanJsonWriter out;

  cyan_serve_open_result (&out, text, id);
  cyan_json_writer_open_array (&out, "content");
  cyan_json_writer_open_object (&out, NULL);
  cyan_json_writer_text (&out, "type", "text");
  cyan_json_writer_text (&out, "text", said);
  cyan_json_writer_close_object (&out);
  cyan_json_writer_close_array (&out);
  cyan_json_writer_flag (&out, "isError", failed);
  cyan_serve_close_result (&out);
  send_text (session, batch, text);
}

static void
send_tool_error (CyanServeSession *session, Batch *batch, const char *id, const char *reason)
{
  g_autofree char *said = g_strconcat ("cyan: ", reason, NULL);
  g_autofree char *fit = cyan_serve_text_fit (said, strlen (said), FALSE);

  send_tool_result (session, batch, id, fit, TRUE);
}

static void
send_contents (const Reply *reply, const char *said)
{
  g_autoptr (GString) text = g_string_new (NULL);
  CyanJsonWriter out;

  cyan_serve_open_result (&out, text, reply->id);
  cyan_json_writer_open_array (&out, "contents");
  cyan_json_writer_open_object (&out, NULL);
  cyan_json_writer_text (&out, "uri", reply->uri);
  cyan_json_writer_text (&out, "mimeType", "application/json");
  cyan_json_writer_text (&out, "text", said);
  cyan_json_writer_close_object (&out);
  cyan_json_writer_close_array (&out);
  cyan_serve_close_result (&out);
  send_text (reply->session, reply->batch, text);
}

void
cyan_serve_session_answer (const CyanServeOutcome *outcome, gpointer job, gpointer data)
{
  static const char changed[] =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}";
  CyanServeSession *session = data;
  Reply *reply = job;
  g_autofree char *said =
      outcome->ok ? cyan_serve_text_fit (outcome->out->str, outcome->out->len, outcome->is_cut)
                  : cyan_serve_text_fit (outcome->error, strlen (outcome->error), FALSE);

  if (reply->uri != NULL && outcome->ok)
    send_contents (reply, said);
  else if (reply->uri != NULL)
    send_error (session, reply->batch, reply->id, CYAN_SERVE_FAILED, said);
  else
    send_tool_result (session, reply->batch, reply->id, said, !outcome->ok);
  if (outcome->ok && reply->title != NULL
      && cyan_serve_reports_add (&session->reports, &reply->report, reply->title))
    cyan_serve_stream_say (&session->stream, changed, strlen (changed));
}

/* Starts @command, or refuses; takes both. */
static void
work (Reply *reply, CyanServeCommand *command)
{
  CyanServeSession *session = reply->session;

  if (reply->batch != NULL)
    reply->batch->n_open++;
  if (cyan_serve_jobs_add (session->jobs, reply->id, command, reply))
    return;
  send_error (session, reply->batch, reply->id, CYAN_SERVE_BUSY,
              "too many requests wait: ask later");
  cyan_serve_session_reply_free (reply);
}

static Reply *
reply_new (CyanServeSession *session, Batch *batch, const char *id)
{
  Reply *reply = g_new0 (Reply, 1);

  reply->session = session;
  reply->batch = batch;
  reply->id = g_strdup (id);
  return reply;
}

/* ---- methods ---- */

/* A method; @error: what its parameters lack. */
typedef gboolean (*Method) (CyanServeSession *session,
                            Batch *batch,
                            const CyanServeMessage *message,
                            GError **error);

typedef struct
{
  char *text; /* owned */
} Text;

static void
text_clear (Text *self)
{
  g_free (self->text);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Text, text_clear)

/* The only parameter, a text called @name. */
static gboolean
read_text (const CyanServeMessage *message, const char *name, Text *text, GError **error)
{
  const CyanJsonMember member = { name, CYAN_JSON_TEXT (Text, text), .required = TRUE };

  return cyan_serve_message_params (message, &member, 1, text, error);
}

static gboolean
initialize (CyanServeSession *session,
            Batch *batch,
            const CyanServeMessage *message,
            GError **error)
{
  g_auto (Text) asked = { NULL };
  g_autoptr (GString) text = g_string_new (NULL);
  CyanJsonWriter out;

  if (!read_text (message, "protocolVersion", &asked, error))
    return FALSE;
  session->revision = revisions[0];
  for (guint i = 0; i < G_N_ELEMENTS (revisions); i++)
    if (strcmp (asked.text, revisions[i]) == 0)
      session->revision = revisions[i];
  cyan_serve_open_result (&out, text, message->id);
  cyan_json_writer_text (&out, "protocolVersion", session->revision);
  cyan_json_writer_raw (&out, "capabilities",
                        "{\"tools\":{\"listChanged\":false},"
                        "\"resources\":{\"subscribe\":false,\"listChanged\":true}}");
  cyan_json_writer_open_object (&out, "serverInfo");
  cyan_json_writer_text (&out, "name", "cyan");
  cyan_json_writer_text (&out, "title", "Cyanotype");
  cyan_json_writer_text (&out, "version", CYAN_VERSION);
  cyan_json_writer_close_object (&out);
  cyan_json_writer_text (&out, "instructions",
                         "Compares recordings (profiles) of two versions of a program. Begin with "
                         "explain; each answer has at most 16,000 bytes and says what to ask next, "
                         "as commands of a terminal that the tools have, too.");
  cyan_serve_close_result (&out);
  send_text (session, batch, text);
  return TRUE;
}

static gboolean
ping (CyanServeSession *session, Batch *batch, const CyanServeMessage *message, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  CyanJsonWriter out;

  cyan_serve_open_result (&out, text, message->id);
  cyan_serve_close_result (&out);
  send_text (session, batch, text);
  return TRUE;
}

static gboolean
refuse_cursor (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_fail (walk, error, "lists here have one page");
}

/* Answers with what @list appends. */
static gboolean
send_list (CyanServeSession *session,
           Batch *batch,
           const CyanServeMessage *message,
           void (*list) (const CyanServeSession *session, CyanJsonWriter *out),
           GError **error)
{
  static const CyanJsonMember members[] = { { "cursor", .read = refuse_cursor } };
  g_autoptr (GString) text = g_string_new (NULL);
  CyanJsonWriter out;

  if (!cyan_serve_message_params (message, members, G_N_ELEMENTS (members), NULL, error))
    return FALSE;
  cyan_serve_open_result (&out, text, message->id);
  list (session, &out);
  cyan_serve_close_result (&out);
  send_text (session, batch, text);
  return TRUE;
}

static void
append_tools (const CyanServeSession *session, CyanJsonWriter *out)
{
  cyan_serve_tools_list (out, session->options->allow_run);
}

static void
append_resources (const CyanServeSession *session, CyanJsonWriter *out)
{
  cyan_serve_reports_list (&session->reports, out);
}

static void
append_templates (const CyanServeSession *session, CyanJsonWriter *out)
{
  cyan_json_writer_open_array (out, "resourceTemplates");
  cyan_json_writer_close_array (out);
}

static gboolean
list_tools (CyanServeSession *session,
            Batch *batch,
            const CyanServeMessage *message,
            GError **error)
{
  return send_list (session, batch, message, append_tools, error);
}

static gboolean
list_resources (CyanServeSession *session,
                Batch *batch,
                const CyanServeMessage *message,
                GError **error)
{
  return send_list (session, batch, message, append_resources, error);
}

static gboolean
list_templates (CyanServeSession *session,
                Batch *batch,
                const CyanServeMessage *message,
                GError **error)
{
  return send_list (session, batch, message, append_templates, error);
}

static gboolean
call_tool (CyanServeSession *session, Batch *batch, const CyanServeMessage *message, GError **error)
{
  g_auto (Text) name = { NULL };
  g_auto (CyanServeCall) call = { NULL };
  g_auto (CyanServeCommand) command = { NULL };
  g_autoptr (GError) reason = NULL;
  const CyanServeTool *tool;
  gboolean runs;
  Reply *reply;

  if (!read_text (message, "name", &name, error))
    return FALSE;
  tool = cyan_serve_tools_find (name.text, &runs);
  if (tool == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, "there is no such tool: %s", name.text);
  if (runs && !session->options->allow_run)
    {
      send_tool_error (session, batch, message->id,
                       "it runs commands, and this server was started without --allow-run");
      return TRUE;
    }
  if (!cyan_serve_call_read (&call, tool, message, error))
    return FALSE;
  if (!cyan_serve_call_command (&call, &session->roots, &command, &reason))
    {
      send_tool_error (session, batch, message->id, reason->message);
      return TRUE;
    }
  reply = reply_new (session, batch, message->id);
  if (cyan_serve_call_report (&call, &session->roots, &reply->report, NULL))
    reply->title = cyan_serve_call_title (&call);
  work (reply, &command);
  return TRUE;
}

static gboolean
read_resource (CyanServeSession *session,
               Batch *batch,
               const CyanServeMessage *message,
               GError **error)
{
  g_auto (Text) uri = { NULL };
  g_auto (CyanServeCommand) command = { NULL };
  Reply *reply;

  if (!read_text (message, "uri", &uri, error))
    return FALSE;
  if (!cyan_serve_reports_find (&session->reports, uri.text, &command))
    {
      send_error (session, batch, message->id, CYAN_SERVE_NO_RESOURCE,
                  "there is no such report; resources/list has those that there are");
      return TRUE;
    }
  reply = reply_new (session, batch, message->id);
  reply->uri = g_strdup (uri.text);
  work (reply, &command);
  return TRUE;
}

static const struct
{
  const char *name;
  Method run;
} methods[] = {
  { "initialize", initialize },         { "ping", ping },
  { "tools/list", list_tools },         { "tools/call", call_tool },
  { "resources/list", list_resources }, { "resources/templates/list", list_templates },
  { "resources/read", read_resource },
};

static void
handle_request (CyanServeSession *session, Batch *batch, const CyanServeMessage *message)
{
  g_autoptr (GError) error = NULL;
  Method run = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (strcmp (methods[i].name, message->method) == 0)
      run = methods[i].run;
  if (run == initialize && (session->revision != NULL || batch != NULL))
    send_error (session, batch, message->id, CYAN_SERVE_NO_REQUEST,
                "initialize is the first message, and alone");
  else if (run != initialize && run != ping && session->revision == NULL)
    send_error (session, batch, message->id, CYAN_SERVE_NO_REQUEST, "initialize is missing");
  else if (run == NULL)
    send_error (session, batch, message->id, CYAN_SERVE_NO_METHOD, "there is no such method");
  else if (cyan_serve_jobs_have (session->jobs, message->id))
    send_error (session, batch, message->id, CYAN_SERVE_NO_REQUEST,
                "another request has this id, and no answer yet");
  else if (!run (session, batch, message, &error))
    send_error (session, batch, message->id, CYAN_SERVE_NO_PARAMS, error->message);
}

/* There is no answer to what is wrong in a notification. */
static void
handle_notification (CyanServeSession *session, const CyanServeMessage *message)
{
  static const CyanJsonMember members[] = { { "requestId", .read = cyan_serve_read_id,
                                              .required = TRUE } };
  g_auto (Text) id = { NULL };

  if (strcmp (message->method, "notifications/cancelled") == 0
      && cyan_serve_message_params (message, members, G_N_ELEMENTS (members), &id.text, NULL))
    cyan_serve_jobs_cancel (session->jobs, id.text);
}

static void
handle_message (CyanServeSession *session, Batch *batch, const char *text, gsize length)
{
  g_auto (CyanServeMessage) message = { NULL };
  g_autoptr (GError) error = NULL;

  if (!cyan_serve_message_read (&message, text, length, &error))
    send_error (session, batch, message.id, CYAN_SERVE_NO_REQUEST, error->message);
  else if (message.kind == CYAN_SERVE_REQUEST)
    handle_request (session, batch, &message);
  else if (message.kind == CYAN_SERVE_NOTIFICATION)
    handle_notification (session, &message);
}

static void
handle_batch (CyanServeSession *session, const char *text, gsize length)
{
  g_autoptr (GPtrArray) parts = cyan_serve_split (text, length);
  Batch *batch;

  if (session->revision == NULL || strcmp (session->revision, BATCHES) != 0 || parts->len == 0
      || parts->len > MOST_IN_BATCH)
    {
      send_error (session, NULL, NULL, CYAN_SERVE_NO_REQUEST,
                  "no batch is taken here; of revision " BATCHES " one of up to 100 messages");
      return;
    }
  batch = g_new (Batch, 1);
  *batch = (Batch){ g_string_new (NULL), 1 };
  for (guint i = 0; i < parts->len; i++)
    handle_message (session, batch, parts->pdata[i], strlen (parts->pdata[i]));
  batch_done (session, batch);
}

void
cyan_serve_session_take (const char *line, gsize length, gpointer data)
{
  CyanServeSession *session = data;
  g_autoptr (GError) error = NULL;
  gboolean is_batch;

  if (line == NULL)
    send_error (session, NULL, NULL, CYAN_SERVE_NO_REQUEST, "the message has more than 4 MiB");
  else if (strspn (line, " \t\r") == length)
    return;
  else if (!cyan_serve_is_json (line, length, &is_batch, &error))
    send_error (session, NULL, NULL, CYAN_SERVE_NO_JSON, error->message);
  else if (is_batch)
    handle_batch (session, line, length);
  else
    handle_message (session, NULL, line, length);
}
