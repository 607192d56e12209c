/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads maps of stacks that bpftrace prints, as text or with `-f json`.
 *
 *   @name[
 *       vfs_write+187
 *       entry_SYSCALL_64_after_hwframe+118
 *   ,
 *       write+19 (/lib/libc.so.6)
 *   , firefox, 4711]: 12
 *
 * A key has parts, one after the other; a stack is a line break and a line for each frame, the
 * innermost first.  In JSON, {"type": "map", "data": {"@name": {KEY: 12}}}, keys are the same texts.
 * Lines of the program that was watched may stand between maps.  The writers are src/output of
 * github.com/bpftrace/bpftrace, and get_stack() in its bpftrace.cpp.
 */
#include "cyan-format-entry.h"

#include "cyan-bpftrace-maps.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json.h"
#include "cyan-lines.h"

/* Lines before the first map that are looked at to recognise one. */
#define SNIFF_LINES 200

typedef struct
{
  CyanInput *input;
  CyanBpftraceMaps maps;
  GString *name, *key; /* of the entry that is read */
  gboolean in_key;
  double last; /* the value of the entry before, in text */
  CyanCharge charge;
  guint64 n_other; /* entries whose values are no numbers, or do not add up */
} Reader;

/* ---- JSON ---- */

/* Reads the value of the key: a number, or a text if JSON has no such number. */
static gboolean
read_value (Reader *self, CyanJson *json, CyanJsonToken token, gboolean adds_up, GError **error)
{
  double value;

  if (!adds_up || (token != CYAN_JSON_NUMBER && token != CYAN_JSON_STRING)
      || !cyan_parse_double (json->text, json->length, &value))
    {
      self->n_other++;
      return cyan_json_skip (json, token, error);
    }
  return cyan_bpftrace_maps_add (&self->maps, self->name->str, cyan_line_of (self->key->str), value,
                                 error);
}

/* Reads the rest of an object: at @level 0 the data, whose keys are names of maps, at 1 a map. */
static gboolean
read_object (Reader *self, CyanJson *json, guint level, gboolean adds_up, GError **error)
{
  GString *key = level == 0 ? self->name : self->key;
  CyanJsonToken token;

  while ((token = cyan_json_next (json, error)) == CYAN_JSON_KEY)
    {
      g_string_truncate (key, 0);
      g_string_append_len (key, json->text, (gssize) json->length);
      token = cyan_json_next (json, error);
      if (token == CYAN_JSON_ERROR)
        return FALSE;
      if (level == 1)
        {
          if (!read_value (self, json, token, adds_up, error))
            return FALSE;
        }
      else if (!(token == CYAN_JSON_OBJECT ? read_object (self, json, 1, adds_up, error)
                                           : cyan_json_skip (json, token, error)))
        return FALSE;
    }
  return token == CYAN_JSON_OBJECT_END;
}

/* Reads {"type": "map", "data": {...}}.  Of "stats" and "hist" no value adds up. */
static gboolean
read_record (Reader *self, char *line, gsize length, GError **error)
{
  g_autoptr (CyanInput) input = cyan_input_new_for_memory ("JSON", line, length, NULL, error);
  g_autoptr (CyanJson) json = NULL;
  gboolean adds_up = TRUE;
  CyanJsonToken token;

  if (input == NULL)
    return FALSE;
  cyan_input_set_budget (input, cyan_input_budget (self->input));
  json = cyan_json_new (input);
  token = cyan_json_next (json, error);
  while (token != CYAN_JSON_ERROR && (token = cyan_json_next (json, error)) == CYAN_JSON_KEY)
    {
      gboolean is_type = cyan_json_is (json, "type"), is_data = cyan_json_is (json, "data");

      token = cyan_json_next (json, error);
      if (is_type && token == CYAN_JSON_STRING)
        adds_up = cyan_json_is (json, "map");
      if (token == CYAN_JSON_ERROR
          || !(is_data && token == CYAN_JSON_OBJECT ? read_object (self, json, 0, adds_up, error)
                                                    : cyan_json_skip (json, token, error)))
        return FALSE;
    }
  cyan_bpftrace_maps_end (&self->maps);
  return token == CYAN_JSON_OBJECT_END;
}

/* ---- text ---- */

/* Whether the key ends in this line: "]: 12".  @value is then what follows. */
static gboolean
ends_key (CyanLine *line, CyanLine *value)
{
  CyanLine text = *line;

  if (cyan_line_length (text) < 2 || *text.at == ' ' || *text.at == '\t')
    return FALSE;
  for (const char *at = text.end - 2; at >= text.at; at--)
    if (at[0] == ']' && at[1] == ':' && (at + 2 == text.end || at[2] == ' '))
      {
        *value = (CyanLine){ at + 2, text.end };
        cyan_line_trim (value);
        line->end = at;
        return TRUE;
      }
  return FALSE;
}

/* Reads a line of a key, or what is left of its first one. */
static gboolean
read_key (Reader *self, CyanLine line, GError **error)
{
  CyanLine value_text;
  double value;
  gboolean ends = ends_key (&line, &value_text);

  g_string_append_len (self->key, line.at, (gssize) cyan_line_length (line));
  cyan_charge_raise (&self->charge, self->key->allocated_len);
  self->in_key = !ends;
  if (!ends)
    {
      g_string_append_c (self->key, '\n');
      return TRUE;
    }
  if (cyan_line_is_number (value_text, &value))
    {
      /* Entries of one print are in the order of their values. */
      if (value < self->last)
        cyan_bpftrace_maps_end (&self->maps);
      self->last = value;
      return cyan_bpftrace_maps_add (&self->maps, self->name->str,
                                     (CyanLine){ self->key->str, self->key->str + self->key->len },
                                     value, error);
    }
  self->n_other++;
  return TRUE;
}

/* Takes "@name[". */
static gboolean
take_name (CyanLine *line, CyanLine *name)
{
  *name = *line;
  if (!cyan_line_begins (*line, "@"))
    return FALSE;
  line->at++;
  while (line->at < line->end && (g_ascii_isalnum (*line->at) || *line->at == '_'))
    line->at++;
  name->end = line->at;
  if (line->at == line->end || *line->at != '[')
    return FALSE;
  line->at++;
  return TRUE;
}

static gboolean
read_line (gpointer data, char *bytes, gsize length, GError **error)
{
  Reader *self = data;
  CyanLine line = { bytes, bytes + length }, name;

  if (self->in_key)
    return read_key (self, line, error);
  if (length > 0 && *bytes == '{' && memmem (bytes, length, "\"type\"", 6) != NULL)
    return read_record (self, bytes, length, error);
  /* Lines of the program may stand between entries, too. */
  if (!take_name (&line, &name))
    return TRUE;
  if (!cyan_line_is (name, self->name->str))
    cyan_bpftrace_maps_end (&self->maps);
  g_string_truncate (self->name, 0);
  g_string_append_len (self->name, name.at, (gssize) cyan_line_length (name));
  g_string_truncate (self->key, 0);
  return read_key (self, line, error);
}

static gboolean
bpftrace_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = {
    .input = input,
    .name = cyan_scratch_text (&scratch),
    .key = cyan_scratch_text (&scratch),
  };

  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  cyan_bpftrace_maps_init (&self.maps, &scratch, builder);
  if (!cyan_lines_read (input, read_line, &self, error))
    return FALSE;
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (builder);
  if (self.in_key)
    cyan_profile_builder_warn (
        builder, _ ("the last stack has no value and was left out: the file may have been cut"));
  cyan_profile_builder_warn_n (
      builder, self.n_other, "%'" PRIu64 " value that is no count or sum was left out",
      "%'" PRIu64 " values that are no counts or sums were left out", self.n_other);
  return cyan_bpftrace_maps_build (&self.maps, input, error);
}

/* Takes the line at *@at, and moves it past the line; FALSE at the end. */
static gboolean
next_line (const char **at, const char *end, CyanLine *line)
{
  const char *stop = *at < end ? memchr (*at, '\n', (gsize) (end - *at)) : NULL;

  if (stop == NULL)
    return FALSE;
  *line = (CyanLine){ *at, stop };
  line->end -= stop > *at && stop[-1] == '\r';
  *at = stop + 1;
  return TRUE;
}

/* Whether the line has a "+12" or an address. */
static gboolean
is_frame (CyanLine line)
{
  for (const char *at = line.at; at + 1 < line.end; at++)
    if ((*at == '+' && g_ascii_isdigit (at[1])) || (*at == '0' && at[1] == 'x'))
      return TRUE;
  return FALSE;
}

/* Whether the key that begins with what is left of @line, and goes on at @at, has frames and a value,
 * and another entry or a blank line follows.  The head may end anywhere behind a frame. */
static gboolean
is_map (CyanLine line, const char *at, const char *end)
{
  gboolean has_frame = FALSE;
  CyanLine value, text = line;

  cyan_line_trim (&text);
  if (!ends_key (&line, &value) && text.at < text.end && text.end[-1] != ',')
    return FALSE;
  while (!ends_key (&line, &value))
    {
      if (!next_line (&at, end, &line))
        return has_frame;
      text = line;
      cyan_line_trim (&text);
      if (text.at == text.end || *text.at == ',' || *text.at == ']')
        continue;
      if (text.at == line.at ? strspn (line.at, "0123456789abcdef") != cyan_line_length (line)
                             : !is_frame (text))
        return FALSE;
      has_frame = TRUE;
    }
  return has_frame && (cyan_line_length (value) == 0 || g_ascii_isdigit (value.end[-1]))
         && (!next_line (&at, end, &line) || cyan_line_length (line) == 0 || *line.at == '@'
             || *line.at == '[');
}

/* Whether the line is a record of a map with a stack. */
static gboolean
is_record (CyanLine line)
{
  static const char *const paths[] = { "type", "data" };

  return cyan_line_begins (line, "{")
         && cyan_json_sniff (line.at, cyan_line_length (line), paths, G_N_ELEMENTS (paths)) == 3
         && cyan_bytes_have (line.at, cyan_line_length (line), "\"map\"")
         && cyan_bytes_have (line.at, cyan_line_length (line), "\"@")
         && cyan_bytes_have (line.at, cyan_line_length (line), "\\n");
}

static int
bpftrace_sniff (const char *head, gsize length)
{
  const char *at = head, *end = head + length;
  CyanLine line, name;

  for (guint n = 0; n < SNIFF_LINES; n++)
    {
      const char *begin = at;
      gboolean is_whole = next_line (&at, end, &line);

      if (!is_whole)
        line = (CyanLine){ begin, end };
      if (is_record (line))
        return 85;
      if (take_name (&line, &name) && is_map (line, at, end))
        return 80;
      if (!is_whole)
        return 0;
    }
  return 0;
}

const CyanFormat cyan_format_bpftrace = {
  .name = "bpftrace",
  .label = "maps of bpftrace",
  .sniff = bpftrace_sniff,
  .read = bpftrace_read,
};
