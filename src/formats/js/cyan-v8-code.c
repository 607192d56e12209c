/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * V8's names of code: "name file:line:column", or "name file:line" before 2013, with blanks in
 * either.  The time since the previous tick belongs to a tick, as in v8proflog.ts of
 * github.com/jlfwong/speedscope.
 */
#include "cyan-v8-code.h"

#include "cyan-v8-profile.h"

#define NATIVE "native "

/* Takes ":12" off the end of @text. */
static gboolean
take_number (CyanLine *text, double *number)
{
  const char *at = text->end;

  while (at > text->at && g_ascii_isdigit (at[-1]))
    at--;
  if (at == text->end || at == text->at || at[-1] != ':'
      || !cyan_line_is_number ((CyanLine){ at, text->end }, number))
    return FALSE;
  text->end = at - 1;
  return TRUE;
}

/* Whether a file begins at @text that may have blanks. */
static gboolean
begins_file (CyanLine text)
{
  static const char *const starts[] = { "/", "file:", "http:", "https:", "node:", NATIVE };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (cyan_line_begins (text, starts[i]))
      return TRUE;
  return cyan_line_length (text) > 2 && g_ascii_isalpha (*text.at) && text.at[1] == ':'
         && (text.at[2] == '\\' || text.at[2] == '/');
}

/* The blank between the name and the file; NULL: there is no name. */
static const char *
find_blank (CyanLine text)
{
  for (const char *at = text.at; at < text.end; at++)
    if (*at == ' ' && begins_file ((CyanLine){ at + 1, text.end }))
      return at;
  return cyan_line_length (text) > 0 ? memrchr (text.at, ' ', cyan_line_length (text)) : NULL;
}

static guint32
script_function (CyanProfileBuilder *builder, CyanLine text)
{
  CyanStrings *strings = cyan_profile_builder_strings (builder);
  CyanLine name = text, file = text;
  double line = 0, number;
  const char *blank;

  if (!take_number (&file, &line))
    return cyan_v8_function (builder,
                             cyan_strings_add (strings, text.at, (gssize) cyan_line_length (text)),
                             CYAN_STR_EMPTY, 0);
  /* That was the column. */
  if (take_number (&file, &number))
    line = number;
  blank = find_blank (file);
  name.end = blank != NULL ? blank : text.at;
  file.at = blank != NULL ? blank + 1 : text.at;
  return cyan_v8_function (
      builder, cyan_strings_add (strings, name.at, (gssize) cyan_line_length (name)),
      cyan_strings_add (strings, file.at, (gssize) cyan_line_length (file)), line);
}

static guint32
library_function (CyanProfileBuilder *builder, CyanLine path)
{
  CyanStr name;

  /* Of the folders of any system. */
  for (const char *at = path.end; at > path.at; at--)
    if ((at[-1] == '/' || at[-1] == '\\') && at < path.end)
      {
        path.at = at;
        break;
      }
  name = cyan_strings_add (cyan_profile_builder_strings (builder), path.at,
                           (gssize) cyan_line_length (path));
  return cyan_profile_builder_function (builder, name, name, CYAN_STR_EMPTY, 0, 0);
}

/* Whether names of this kind say what runs: else "push" may be a piece of code that calls push. */
static gboolean
is_plain (CyanLine kind)
{
  return cyan_line_length (kind) == 0 || cyan_line_is (kind, "Builtin")
         || cyan_line_ends (kind, "Stub");
}

guint32
cyan_v8_code_function (CyanProfileBuilder *builder, CyanV8Code code, CyanLine kind, CyanLine name)
{
  CyanStrings *strings = cyan_profile_builder_strings (builder);
  g_autofree char *text = NULL;

  /* The interpreter, at one instruction. */
  if (cyan_line_is (kind, "BytecodeHandler"))
    return CYAN_V8_NO_FUNCTION;
  if (code == CYAN_V8_JS)
    return script_function (builder, name);
  if (code == CYAN_V8_LIBRARY)
    return library_function (builder, name);
  if (code == CYAN_V8_NATIVE && (cyan_line_begins (name, "T ") || cyan_line_begins (name, "t ")))
    name.at += 2;
  if (code == CYAN_V8_NATIVE || is_plain (kind))
    return cyan_profile_builder_named (
        builder, cyan_strings_add (strings, name.at, (gssize) cyan_line_length (name)));
  text = g_strdup_printf ("%.*s: %.*s", (int) cyan_line_length (kind), kind.at,
                          (int) MIN (cyan_line_length (name), G_MAXINT), name.at);
  return cyan_profile_builder_named (builder, cyan_strings_add (strings, text, -1));
}

guint32
cyan_v8_unknown_function (CyanProfileBuilder *builder)
{
  return cyan_profile_builder_named (
      builder, cyan_strings_add (cyan_profile_builder_strings (builder), "[unknown]", -1));
}

/* Appends what follows a backslash in [@at, @end): "x2C", "u20AC", "n" or a backslash.  Returns its
 * end. */
static const char *
unescape (GString *text, const char *at, const char *end)
{
  gsize n_digits = at == end ? 0 : *at == 'x' ? 2 : *at == 'u' ? 4 : 0;
  gunichar character = 0;

  if (at == end)
    return at;
  if (n_digits == 0 || (gsize) (end - at) <= n_digits)
    {
      g_string_append_c (text, *at == 'n' ? '\n' : *at);
      return at + 1;
    }
  for (gsize i = 1; i <= n_digits; i++)
    character = character << 4 | (gunichar) (g_ascii_xdigit_value (at[i]) & 15);
  g_string_append_unichar (text,
                           character == 0 || !g_unichar_validate (character) ? 0xfffd : character);
  return at + 1 + n_digits;
}

/* Two quotes within quotes are one. */
static gboolean
take_quoted (CyanLine *line, GString *text)
{
  const char *at = line->at + 1;

  while (at < line->end && (*at != '"' || (at + 1 < line->end && at[1] == '"')))
    {
      at += *at == '"';
      g_string_append_c (text, *at++);
    }
  if (at == line->end || (at + 1 < line->end && at[1] != ','))
    return FALSE;
  line->at = at + 1 < line->end ? at + 2 : NULL;
  return TRUE;
}

gboolean
cyan_v8_take_text (CyanLine *line, GString *text)
{
  CyanLine cell;

  g_string_truncate (text, 0);
  if (line->at != NULL && cyan_line_begins (*line, "\""))
    return take_quoted (line, text);
  if (!cyan_line_cell (line, ',', &cell))
    return FALSE;
  for (const char *at = cell.at; at < cell.end;)
    if (*at == '\\')
      at = unescape (text, at + 1, cell.end);
    else
      g_string_append_c (text, *at++);
  return TRUE;
}

void
cyan_v8_ticks_init (CyanV8Ticks *self,
                    CyanScratch *scratch,
                    CyanProfileBuilder *builder,
                    gboolean have_times,
                    double interval)
{
  *self = (CyanV8Ticks){
    .builder = builder,
    .has_time = have_times || interval > 0,
    .interval = have_times ? 0 : interval,
    .open = cyan_scratch_array (scratch, sizeof (guint32)),
    .path = cyan_scratch_array (scratch, sizeof (guint32)),
  };
  cyan_scratch_charge (scratch, &self->charge, cyan_profile_builder_budget (builder));
  if (self->has_time)
    self->time = cyan_profile_builder_metric (builder, "time", "us");
  self->count = cyan_profile_builder_metric (builder, "samples", "samples");
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (builder);
  cyan_profile_builder_set_threads (builder, 1);
}

gboolean
cyan_v8_ticks_add (
    CyanV8Ticks *self, double time, const guint32 *functions, guint n, GError **error)
{
  CyanCallSink *sink = cyan_profile_builder_sink (self->builder);
  guint32 unknown;

  if (n == 0)
    {
      unknown = cyan_v8_unknown_function (self->builder);
      functions = &unknown;
      n = 1;
    }
  g_array_set_size (self->path, n);
  for (guint i = 0; i < n; i++)
    g_array_index (self->path, guint32, i) = functions[n - 1 - i];
  cyan_charge_raise (&self->charge, 2 * n * sizeof (guint32));
  if (!cyan_call_sink_sample (sink, self->open, (const guint32 *) (gpointer) self->path->data, n,
                              self->count, 1, error))
    return FALSE;
  if (self->has_time)
    cyan_call_sink_add (sink, 0, self->time,
                        self->interval > 0 ? self->interval : MAX (time - self->last, 0));
  self->last = time;
  return TRUE;
}
