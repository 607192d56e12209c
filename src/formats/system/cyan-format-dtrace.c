/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what dtrace prints of an aggregation by stack, such as @[execname, ustack()] = count():
 * stacks with the leaf first, each followed by its value.
 *
 *   CPU     ID                    FUNCTION:NAME
 *     0  64091                        :tick-60s
 *
 *     firefox
 *                 libc.so.1`__pwrite+0xa
 *                 node`0x1234
 *                   12
 *
 * Further stacks of one key follow each other with a blank line between them: stack() of the
 * kernel before ustack().  A key that is a text, before or after the stack, becomes its root.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-scratch.h"
#include "cyan-system.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-lines.h"

#include <string.h>

/* dtrace indents frames by 14 columns, texts by two. */
#define FRAME_INDENT 10

#define SNIFF_LINES 4000

typedef enum
{
  BLANK,
  HEADER, /* of columns, or the probe that printed */
  FRAME,  /* certainly: it has a module or is an address */
  NUMBER,
  TEXT, /* a key, or a frame without a module */
} Kind;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  gboolean has_begun; /* the header is over */
  GArray *stack;      /* of guint32: functions, the leaf first */
  CyanCharge charge;
  CyanStr key; /* or CYAN_STR_EMPTY */
} Reader;

static gboolean
is_number (CyanLine text)
{
  text.at += cyan_line_length (text) > 1 && *text.at == '-';
  return cyan_line_digits (&text) > 0 && text.at == text.end;
}

/* Whether the text is "0x12ab", or "module`function" with no white space in the module. */
static gboolean
is_frame (CyanLine text)
{
  gsize module = strcspn (text.at, "` \t");

  if (cyan_line_length (text) > 2 && cyan_bytes_begin (text.at, 2, "0x"))
    {
      text.at += 2;
      return strspn (text.at, "0123456789abcdefABCDEF") == cyan_line_length (text);
    }
  return module > 0 && module + 1 < cyan_line_length (text) && text.at[module] == '`';
}

/* Whether the text is "CPU     ID   FUNCTION:NAME", or a row of these columns. */
static gboolean
is_header (const char *text)
{
  const char *at = text + strspn (text, "0123456789");

  if (g_str_has_prefix (text, "CPU ") && strstr (text, "FUNCTION:NAME") != NULL)
    return TRUE;
  if (at == text || *at != ' ')
    return FALSE;
  at += strspn (at, " ");
  return g_ascii_isdigit (*at) && (at += strspn (at, "0123456789"), *at == ' ')
         && strchr (at, ':') != NULL;
}

/* @text has no white space around it and ends with a NUL byte. */
static Kind
kind_of (CyanLine text)
{
  return text.at == text.end   ? BLANK
         : is_number (text)    ? NUMBER
         : is_frame (text)     ? FRAME
         : is_header (text.at) ? HEADER
                               : TEXT;
}

static gboolean
add_frame (Reader *self, CyanLine text, GError **error)
{
  const char *tick = is_frame (text) ? memchr (text.at, '`', cyan_line_length (text)) : NULL;
  CyanStr module = CYAN_STR_EMPTY, name;
  guint32 function;

  if (self->stack->len >= cyan_profile_builder_max_nodes (self->builder))
    return cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_NODE_LIMIT, _ ("more than %'u nodes"),
                           cyan_profile_builder_max_nodes (self->builder));
  if (tick != NULL)
    {
      module = cyan_strings_add (self->strings, text.at, tick - text.at);
      text.at = tick + 1;
    }
  name = cyan_frame_name (self->strings, text.at, cyan_line_length (text));
  function = cyan_profile_builder_function (self->builder, name, module, CYAN_STR_EMPTY, 0, 0);
  g_array_append_val (self->stack, function);
  cyan_charge_raise (&self->charge, self->stack->len * sizeof function);
  return TRUE;
}

/* Adds the stack with its value. */
static gboolean
end_stack (Reader *self, CyanLine number, GError **error)
{
  CyanNode node = CYAN_NODE_ROOT;
  double value;

  if (!cyan_line_is_number (number, &value))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("not a number"));
  if (self->key != CYAN_STR_EMPTY)
    node = cyan_profile_builder_child (
        self->builder, node, cyan_profile_builder_named (self->builder, self->key), 0, error);
  for (guint i = self->stack->len; i-- > 0 && node != CYAN_NODE_NONE;)
    node = cyan_profile_builder_child (self->builder, node, g_array_index (self->stack, guint32, i),
                                       0, error);
  if (node == CYAN_NODE_NONE)
    return FALSE;
  cyan_profile_builder_add (self->builder, 0, node, value);
  self->key = CYAN_STR_EMPTY;
  g_array_set_size (self->stack, 0);
  return TRUE;
}

/* A text is a key if it is not indented as a frame.  One after the stack has the value in its
 * line. */
static gboolean
read_text (Reader *self, CyanLine text, gsize indent, GError **error)
{
  const char *last = strrchr (text.at, ' ');
  CyanLine number = { last != NULL ? last + 1 : text.end, text.end };

  if (strstr (text.at, "- Distribution -") != NULL)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("a distribution of values; aggregate by count() or sum()"));
  if (indent >= FRAME_INDENT)
    return add_frame (self, text, error);
  if (is_number (number))
    {
      text.end = last;
      cyan_line_trim (&text);
      self->key = cyan_strings_add (self->strings, text.at, (gssize) cyan_line_length (text));
      return end_stack (self, number, error);
    }
  if (self->stack->len > 0 || self->key != CYAN_STR_EMPTY)
    return add_frame (self, text, error);
  self->key = cyan_strings_add (self->strings, text.at, (gssize) cyan_line_length (text));
  return TRUE;
}

static gboolean
read_line (gpointer data, char *line, gsize size, GError **error)
{
  Reader *self = data;
  gsize indent = strspn (line, " \t");
  char *words = g_strchomp (line + indent);
  CyanLine text = { words, words + strlen (words) };
  Kind kind = kind_of (text);

  if (!self->has_begun && (kind == BLANK || kind == FRAME))
    self->has_begun = TRUE;
  if (!self->has_begun)
    return TRUE;
  switch (kind)
    {
    case BLANK:
    case HEADER:
      return TRUE;
    case FRAME:
      return add_frame (self, text, error);
    case NUMBER:
      return end_stack (self, text, error);
    default:
      return read_text (self, text, indent, error);
    }
}

static gboolean
dtrace_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .builder = builder,
                  .strings = cyan_profile_builder_strings (builder),
                  .stack = cyan_scratch_array (&scratch, sizeof (guint32)) };

  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  /* The text does not say of what the values are. */
  cyan_profile_builder_metric (builder, NULL, "");
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (builder);
  if (!cyan_lines_read (input, read_line, &self, error))
    return FALSE;
  if (self.stack->len > 0)
    cyan_profile_builder_warn (
        builder, _ ("the last stack has no value and was left out: the file may have been cut"));
  return TRUE;
}

/* After the header there are frames and, below them, a number. */
static int
dtrace_sniff (const char *head, gsize length)
{
  const char *at = head, *end = head + length, *stop;
  gboolean has_begun = FALSE, has_frame = FALSE, has_header = FALSE;

  for (guint n = 0; n < SNIFF_LINES && (stop = memchr (at, '\n', (gsize) (end - at))) != NULL; n++)
    {
      g_autofree char *line = g_strndup (at, (gsize) (stop - at));
      gsize indent = strspn (line, " \t");
      char *text = g_strchomp (line + indent);
      Kind kind = kind_of ((CyanLine){ text, text + strlen (text) });

      at = stop + 1;
      has_begun |= kind == BLANK || (kind == FRAME && indent > 0);
      has_header |= kind == HEADER;
      if (kind == NUMBER && has_frame)
        return indent == 0 ? 0 : has_header ? 95 : 80;
      if (has_begun && kind != BLANK && (indent == 0 || kind == NUMBER))
        return 0;
      if (kind == FRAME)
        has_frame = TRUE;
    }
  return has_header && has_frame ? 80 : 0;
}

const CyanFormat cyan_format_dtrace = {
  .name = "dtrace",
  .label = "stacks of dtrace",
  .sniff = dtrace_sniff,
  .read = dtrace_read,
};
