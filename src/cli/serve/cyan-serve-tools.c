/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of tools, and what becomes of their arguments. */
#include "cyan-serve-tools.h"

#include <string.h>

#include "cyan-error.h"

/* Bytes of a text, and texts of a list. */
#define MAX_TEXT  4096
#define MAX_TEXTS 100
/* Characters of a title. */
#define MAX_TITLE 120

/* ---- the table ---- */

typedef enum
{
  SIDE,   /* recordings below the roots, or with "store" a revision */
  FILE_,  /* below the roots */
  FOLDER, /* likewise */
  TEXT,
  WORD, /* a text that is an operand, so that it must not begin like an option */
  COUNT,
  WORDS, /* a command, which is the last argument */
} Type;

typedef struct
{
  const char *name;
  Type type;
  const char *option; /* NULL: it is an operand */
  const char *about;
  gboolean required;
  guint low, high; /* of a COUNT */
} Argument;

struct _CyanServeTool
{
  const char *name, *title, *about;
  const char *command[5]; /* up to NULL */
  const Argument *arguments;
  guint n;
  gboolean is_pair; /* it compares "before" with "after" */
  gboolean runs;    /* it builds and runs commands */
};

#define ARGUMENTS(array) .arguments = (array), .n = G_N_ELEMENTS (array)

#define PAIR                                                                                       \
  { "before", SIDE, NULL,                                                                          \
    "The recording before: a path, or a list of paths of several runs. With store: a revision in " \
    "it",                                                                                          \
    TRUE },                                                                                        \
      { "after", SIDE, NULL, "The recording after, likewise", TRUE },                              \
      { "store", FILE_, "--store=",                                                                \
        "A store of measured revisions, of which before and after are "                            \
        "two" },                                                                                   \
      { "project", TEXT, "--project=", "Which program in the store, if it has several" },          \
      { "benchmark", TEXT, "--benchmark=", "Which benchmark in the store, if it has several" },    \
      { "machine", TEXT, "--machine=", "On which machine, if the store has several" },             \
      { "slice_before", TEXT, "--slice-before=",                                                   \
        "The part of before to compare, such as thread=main or time=10s..12s; see slices" },       \
      { "slice_after", TEXT, "--slice-after=", "The part of after, likewise" },                    \
      { "metric", TEXT, "--metric=", "What is compared, such as time; default: the first" },       \
      { "unit", TEXT,                                                                              \
        "--unit=", "Unit of values without one: ns, us, ms, s, samples, bytes or count" },         \
      { "source_before", FOLDER,                                                                   \
        "--source-before=", "Folder of the sources before, for diffs; goes with source_after" },   \
      { "source_after", FOLDER, "--source-after=", "Folder of the sources after" },                \
      { "repository", FOLDER, "--repo=", "Repository with the sources of both, in their place" },  \
      { "revision_before", TEXT, "--revision-before=", "Its revision before" },                    \
  {                                                                                                \
    "revision_after", TEXT, "--revision-after=", "Its revision after"                              \
  }

static const Argument compare_arguments[] = {
  PAIR,
  { "top", COUNT, "--top=", "Contexts in the table; default: 10", .low = 1, .high = 1000 },
};
static const Argument explain_arguments[] = { PAIR };
static const Argument function_arguments[] = {
  PAIR,
  { "function", WORD, NULL, "Its name as in other answers; default: the first to start with" },
};
static const Argument slices_arguments[] = {
  { "file", FILE_, NULL, "The recording: a path", TRUE },
};
static const Argument history_arguments[] = {
  { "store", FILE_, NULL, "The store: the path of a file or a folder", TRUE },
  { "project", TEXT, "--project=", "Which program, if there are several" },
  { "benchmark", TEXT,
    "--benchmark=", "Only benchmarks with this regular expression in their name" },
  { "metric", TEXT, "--metric=", "Only this metric, such as wall" },
  { "function", TEXT, "--function=",
    "Functions with this regular expression in their name, in place of whole programs" },
  { "machine", TEXT, "--machine=", "Only runs on this machine" },
  { "branch", TEXT, "--branch=", "The branch, or its newest revision" },
  { "last", COUNT, "--last=", "Only so many newest revisions", .low = 1, .high = 1000000 },
};
static const Argument try_arguments[] = {
  { "repository", FOLDER, NULL, "The repository", TRUE },
  { "before", WORD, NULL, "Its revision before", TRUE },
  { "after", WORD, NULL, "Its revision after", TRUE },
  { "build", TEXT, "--build=", "How to build $CYAN_SOURCE; default: by its files" },
  { "recorder", TEXT, "--recorder=",
    "perf, callgrind, uftrace, py-spy, cprofile, node or none; default: the best installed" },
  { "runs", COUNT, "--runs=", "Runs of each revision; default: 3", .low = 1, .high = 100 },
  { "timeout", COUNT, "--timeout=", "Seconds of a run; default: 600", .low = 1, .high = 86400 },
  { "command", WORDS, NULL, "What to record: a program and its arguments", TRUE },
};

static const CyanServeTool tools[] = {
  { "explain",
    "Explain a difference",
    "Why did it get slower? Start here: what changed between two recordings of a program, which "
    "functions to look at first, why, and their diffs if the sources are given.",
    { "explain", "--brief" },
    ARGUMENTS (explain_arguments),
    .is_pair = TRUE },
  { "function",
    "Look at one function",
    "After explain: the numbers of one function before and after, its callers and callees, and its "
    "diff if the sources are given.",
    { "callers", "--brief" },
    ARGUMENTS (function_arguments),
    .is_pair = TRUE },
  { "compare",
    "Compare contexts",
    "After explain, if it does not answer: the calling contexts that changed most, as a table, and "
    "the path of the largest differences.",
    { "compare", "--format=text" },
    ARGUMENTS (compare_arguments),
    .is_pair = TRUE },
  { "slices",
    "Look at the parts of a recording",
    "The threads, labels and times of a recording, and how much each has: slice_before and "
    "slice_after "
    "of other tools take one of them.",
    { "info", "--slices" },
    ARGUMENTS (slices_arguments) },
  { "history",
    "Look at many revisions",
    "Which benchmarks got slower or faster in a store of measured revisions, how sure that is, and "
    "at which commits.",
    { "history", "evolution", "--brief" },
    ARGUMENTS (history_arguments) },
  { "try",
    "Build, record and compare two revisions",
    "Builds two revisions of a repository, runs a command in both, and explains the difference. "
    "Runs the build and the command on this computer; it may take minutes.",
    { "try", "--brief" },
    ARGUMENTS (try_arguments),
    .runs = TRUE },
};

const CyanServeTool *
cyan_serve_tools_find (const char *name, gboolean *runs)
{
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    if (strcmp (tools[i].name, name) == 0)
      {
        *runs = tools[i].runs;
        return &tools[i];
      }
  return NULL;
}

/* ---- the list ---- */

static void
write_type (CyanJsonWriter *out, const Argument *argument)
{
  if (argument->type == SIDE)
    {
      cyan_json_writer_raw (out, "anyOf",
                            "[{\"type\":\"string\"},{\"type\":\"array\",\"items\":{\"type\":"
                            "\"string\"},\"minItems\":1}]");
      return;
    }
  cyan_json_writer_text (out, "type",
                         argument->type == COUNT   ? "integer"
                         : argument->type == WORDS ? "array"
                                                   : "string");
  if (argument->type == WORDS)
    cyan_json_writer_raw (out, "items", "{\"type\":\"string\"},\"minItems\":1");
  if (argument->type == COUNT)
    {
      cyan_json_writer_count (out, "minimum", argument->low);
      cyan_json_writer_count (out, "maximum", argument->high);
    }
}

static void
write_schema (CyanJsonWriter *out, const CyanServeTool *tool)
{
  cyan_json_writer_open_object (out, "inputSchema");
  cyan_json_writer_text (out, "type", "object");
  cyan_json_writer_open_object (out, "properties");
  for (guint i = 0; i < tool->n; i++)
    {
      cyan_json_writer_open_object (out, tool->arguments[i].name);
      write_type (out, &tool->arguments[i]);
      cyan_json_writer_text (out, "description", tool->arguments[i].about);
      cyan_json_writer_close_object (out);
    }
  cyan_json_writer_close_object (out);
  cyan_json_writer_open_array (out, "required");
  for (guint i = 0; i < tool->n; i++)
    if (tool->arguments[i].required)
      cyan_json_writer_text (out, NULL, tool->arguments[i].name);
  cyan_json_writer_close_array (out);
  cyan_json_writer_flag (out, "additionalProperties", FALSE);
  cyan_json_writer_close_object (out);
}

void
cyan_serve_tools_list (CyanJsonWriter *out, gboolean allow_run)
{
  cyan_json_writer_open_array (out, "tools");
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    if (!tools[i].runs || allow_run)
      {
        cyan_json_writer_open_object (out, NULL);
        cyan_json_writer_text (out, "name", tools[i].name);
        cyan_json_writer_text (out, "title", tools[i].title);
        cyan_json_writer_text (out, "description", tools[i].about);
        write_schema (out, &tools[i]);
        cyan_json_writer_open_object (out, "annotations");
        cyan_json_writer_flag (out, "readOnlyHint", !tools[i].runs);
        cyan_json_writer_flag (out, "openWorldHint", tools[i].runs);
        cyan_json_writer_close_object (out);
        cyan_json_writer_close_object (out);
      }
  cyan_json_writer_close_array (out);
}

/* ---- a call ---- */

static gboolean
add_text (CyanJsonWalk *walk, CyanJsonToken token, gpointer values, GError **error)
{
  char *text = NULL;

  if (!cyan_json_walk_text (walk, token, &text, error))
    return FALSE;
  g_ptr_array_add (values, text);
  if (strlen (text) > MAX_TEXT)
    return cyan_json_walk_fail (walk, error, "more than %d bytes", MAX_TEXT);
  return ((GPtrArray *) values)->len <= MAX_TEXTS
         || cyan_json_walk_fail (walk, error, "more than %d", MAX_TEXTS);
}

static gboolean
add_count (const Argument *argument,
           CyanJsonWalk *walk,
           CyanJsonToken token,
           GPtrArray *values,
           GError **error)
{
  gint64 count;

  if (!cyan_json_walk_integer (walk, token, argument->low, argument->high, &count, error))
    return FALSE;
  g_ptr_array_add (values, g_strdup_printf ("%" G_GINT64_FORMAT, count));
  return TRUE;
}

static gboolean
read_value (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanServeCall *self = data;
  const char *key = cyan_json_walk_key (walk);
  const Argument *argument;
  GPtrArray *values;
  guint i = 0;

  while (i < self->tool->n && strcmp (self->tool->arguments[i].name, key) != 0)
    i++;
  if (i == self->tool->n)
    return cyan_json_walk_fail (walk, error, "%s has no such argument", self->tool->name);
  argument = &self->tool->arguments[i];
  self->values[i] = values = g_ptr_array_new_with_free_func (g_free);
  if (argument->type == COUNT)
    return add_count (argument, walk, token, values, error);
  if (argument->type == WORDS || (argument->type == SIDE && token == CYAN_JSON_ARRAY))
    return cyan_json_walk_array (walk, token, add_text, values, error)
           && (values->len > 0 || cyan_json_walk_fail (walk, error, "is empty"));
  return add_text (walk, token, values, error);
}

static gboolean
read_arguments (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { NULL, .read = read_value } };

  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

gboolean
cyan_serve_call_read (CyanServeCall *self,
                      const CyanServeTool *tool,
                      const CyanServeMessage *message,
                      GError **error)
{
  static const CyanJsonMember members[] = { { "arguments", .read = read_arguments } };

  *self = (CyanServeCall){ tool, g_new0 (GPtrArray *, tool->n) };
  if (!cyan_serve_message_params (message, members, G_N_ELEMENTS (members), self, error))
    return FALSE;
  for (guint i = 0; i < tool->n; i++)
    if (tool->arguments[i].required && self->values[i] == NULL)
      return cyan_fail (error, CYAN_ERROR_INVALID, "%s needs \"%s\"", tool->name,
                        tool->arguments[i].name);
  return TRUE;
}

void
cyan_serve_call_clear (CyanServeCall *self)
{
  for (guint i = 0; self->tool != NULL && i < self->tool->n; i++)
    g_clear_pointer (&self->values[i], g_ptr_array_unref);
  g_clear_pointer (&self->values, g_free);
}

/* The values of the argument @name; NULL: it was not given. */
static const GPtrArray *
values_of (const CyanServeCall *self, const char *name)
{
  for (guint i = 0; i < self->tool->n; i++)
    if (strcmp (self->tool->arguments[i].name, name) == 0)
      return self->values[i];
  return NULL;
}

char *
cyan_serve_call_title (const CyanServeCall *self)
{
  g_autofree char *title =
      g_strdup_printf ("%s to %s", (const char *) values_of (self, "before")->pdata[0],
                       (const char *) values_of (self, "after")->pdata[0]);

  return g_utf8_substring (title, 0, MIN (MAX_TITLE, g_utf8_strlen (title, -1)));
}

/* ---- its command ---- */

/* The command line while it is made. */
typedef struct
{
  const CyanServeCall *call;
  const CyanServeRoots *roots;
  GPtrArray *words;    /* of char *, owned */
  GPtrArray *operands; /* likewise */
} Line;

static gboolean
add_operand (Line *line, const char *text, GError **error)
{
  if (*text == '-' || *text == '\0')
    return cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\": begins like an option, or is empty",
                      text);
  g_ptr_array_add (line->operands, g_strdup (text));
  return TRUE;
}

static gboolean
add_path (Line *line, const char *option, const char *path, CyanServeKind kind, GError **error)
{
  g_autofree char *found = cyan_serve_roots_find (line->roots, path, kind, error);

  if (found == NULL)
    return FALSE;
  if (option != NULL)
    g_ptr_array_add (line->words, g_strconcat (option, found, NULL));
  else
    g_ptr_array_add (line->operands, g_steal_pointer (&found));
  return TRUE;
}

/* A recording, several ones, or a revision in a store. */
static gboolean
add_side (Line *line, const char *name, const GPtrArray *values, GError **error)
{
  g_autofree char *option = g_strconcat ("--", name, "=", NULL);
  gboolean several =
      values_of (line->call, "before")->len > 1 || values_of (line->call, "after")->len > 1;

  if (values_of (line->call, "store") != NULL)
    return several ? cyan_fail (error, CYAN_ERROR_INVALID,
                                "with store, before and after are one revision each")
                   : add_operand (line, values->pdata[0], error);
  for (guint i = 0; i < values->len; i++)
    if (!add_path (line, several ? option : NULL, values->pdata[i], CYAN_SERVE_FILE, error))
      return FALSE;
  return TRUE;
}

static gboolean
add_argument (Line *line, const Argument *argument, const GPtrArray *values, GError **error)
{
  const char *first = values->pdata[0];

  switch (argument->type)
    {
    case SIDE:
      return add_side (line, argument->name, values, error);
    case FILE_:
      return add_path (line, argument->option, first, CYAN_SERVE_FILE, error);
    case FOLDER:
      return add_path (line, argument->option, first, CYAN_SERVE_FOLDER, error);
    case WORD:
      return add_operand (line, first, error);
    case WORDS:
      g_ptr_array_add (line->operands, g_strdup ("--"));
      for (guint i = 0; i < values->len; i++)
        g_ptr_array_add (line->operands, g_strdup (values->pdata[i]));
      return TRUE;
    case TEXT:
    case COUNT:
    default:
      g_ptr_array_add (line->words, g_strconcat (argument->option, first, NULL));
      return TRUE;
    }
}

/* Those of the first @n arguments, behind the words @command, up to NULL. */
static gboolean
make_command (const CyanServeCall *self,
              const char *const *words,
              guint n,
              const CyanServeRoots *roots,
              CyanServeCommand *command,
              GError **error)
{
  g_autoptr (GPtrArray) operands = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  Line line = { self, roots, all, operands };

  g_ptr_array_add (all, g_strdup ("cyan"));
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (all, g_strdup (words[i]));
  /* A store may name any repository. */
  if (self->tool->is_pair && values_of (self, "repository") == NULL
      && values_of (self, "source_before") == NULL)
    g_ptr_array_add (all, g_strdup ("--no-sources"));
  for (guint i = 0; i < n; i++)
    if (self->values[i] != NULL
        && !add_argument (&line, &self->tool->arguments[i], self->values[i], error))
      return FALSE;
  if (self->tool->runs)
    {
      command->folder = g_ptr_array_steal_index (operands, 0);
      command->is_free = TRUE;
    }
  g_ptr_array_extend_and_steal (all, g_steal_pointer (&operands));
  g_ptr_array_add (all, NULL);
  command->arguments = (char **) g_ptr_array_free (g_steal_pointer (&all), FALSE);
  return TRUE;
}

gboolean
cyan_serve_call_command (const CyanServeCall *self,
                         const CyanServeRoots *roots,
                         CyanServeCommand *command,
                         GError **error)
{
  return make_command (self, self->tool->command, self->tool->n, roots, command, error);
}

gboolean
cyan_serve_call_report (const CyanServeCall *self,
                        const CyanServeRoots *roots,
                        CyanServeCommand *command,
                        GError **error)
{
  static const char *const words[] = { "explain", "--brief=json", NULL };

  return self->tool->is_pair
         && make_command (self, words, G_N_ELEMENTS (explain_arguments), roots, command, error);
}
