/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Folded (collapsed) stacks: "main;parse;lex 12", one stack a line, root first.
 *
 * Frames may hold anything but ";" and line breaks; the count is what follows the last white
 * space.  Lines are blank, comments (from "#") or stacks.  An empty frame ("a;;b") is
 * a function with an empty name, and a warning tells.
 * Sorted files repeat most of the previous line, so only what differs from it is looked at.
 */
#include "cyan-format.h"

#include "cyan-error.h"
#include "cyan-frames.h"
#include "cyan-number.h"
#include "cyan-text.h"

#include <math.h>
#include <string.h>

/* Lines that the first guess at the format looks at. */
#define SNIFF_LINES  32
#define SNIFF_LENGTH 65536

/* Counts from which a common divisor is taken for the weight of one sample: that so many unrelated
 * integers share a factor has a chance of one in 2^24. */
#define DIVISOR_COUNTS 24

/* A frame of the line before. */
typedef struct
{
  gsize end; /* of its name in the line */
  CyanNode node;
  gboolean nameless; /* it or one above it has an empty name */
} Frame;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanFrames frames;
  guint metric;

  GByteArray *previous; /* the stack of the line before */
  GArray *stack;        /* of Frame, its frames */

  double sum; /* of all counts' magnitudes: the bound of every total */
  guint64 n_lines;
  guint64 n_nameless;
  guint64 n_negative;
  guint64 n_two_counts;
  guint64 n_divided; /* counts other than 0 that went into divisor */
  guint64 divisor;   /* of all counts so far; 0 none yet, 1 also where one is no integer */
} Reader;

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static gsize
trimmed_length (const char *line, gsize length)
{
  while (length > 0 && is_blank (line[length - 1]))
    length--;
  return length;
}

/* Where the count begins: after the last blank, 0 if there is none. */
static gsize
count_start (const char *line, gsize length)
{
  while (length > 0 && !is_blank (line[length - 1]))
    length--;
  return length;
}

/* Bytes that @a and @b have in common at their beginnings. */
static gsize
common_prefix (const char *a, const char *b, gsize length)
{
  gsize at = 0;

  while (at + sizeof (guint64) <= length)
    {
      guint64 left, right;

      memcpy (&left, a + at, sizeof left);
      memcpy (&right, b + at, sizeof right);
      if (left != right)
        return at + (gsize) __builtin_ctzll (GUINT64_TO_LE (left ^ right)) / 8;
      at += sizeof (guint64);
    }
  while (at < length && a[at] == b[at])
    at++;
  return at;
}

/* The node of the stack in [@line, @line + @length). */
static gboolean
find_node (Reader *self, const char *line, gsize length, const Frame **leaf, GError **error)
{
  GByteArray *previous = self->previous;
  GArray *stack = self->stack;
  gsize common = common_prefix ((const char *) previous->data, line, MIN (previous->len, length));
  Frame frame = { 0, CYAN_NODE_ROOT, FALSE };
  gsize at = 0;

  while (stack->len > 0)
    {
      frame = g_array_index (stack, Frame, stack->len - 1);
      if (frame.end < common || (frame.end == common && (common == length || line[common] == ';')))
        break;
      g_array_set_size (stack, stack->len - 1);
      frame = (Frame){ 0, CYAN_NODE_ROOT, FALSE };
    }
  if (stack->len > 0)
    at = frame.end + 1;

  /* One step past the end after the last frame, so that "a;" has an empty second frame. */
  while (at <= length)
    {
      const char *name = line + at;
      const char *end = memchr (name, ';', length - at);
      gsize size = end != NULL ? (gsize) (end - name) : length - at;
      CyanStr string = cyan_strings_add (self->frames.strings, name, (gssize) size);
      guint32 function = cyan_frames_function (&self->frames, string);

      frame.node = cyan_profile_builder_child (self->builder, frame.node, function, 0, error);
      if (frame.node == CYAN_NODE_NONE)
        {
          g_prefix_error (error, "%s: line %" G_GUINT64_FORMAT ": ", cyan_input_name (self->input),
                          cyan_input_line_number (self->input));
          return FALSE;
        }
      frame.nameless |= size == 0;
      frame.end = at + size;
      g_array_append_val (stack, frame);
      at = frame.end + 1;
    }

  g_byte_array_set_size (previous, (guint) common);
  g_byte_array_append (previous, (const guint8 *) line + common, (guint) (length - common));
  *leaf = &g_array_index (stack, Frame, stack->len - 1);
  return TRUE;
}

static gboolean
fail_count (Reader *self, const char *text, gsize length, GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) MIN (length, 80));
  g_autofree char *label = cyan_text_for_label (valid, 40);
  g_autofree char *safe = cyan_text_for_terminal (label);

  return cyan_input_fail_line (self->input, error, "expected a count after the stack, found \"%s\"",
                               safe);
}

static void
divide (Reader *self, double count)
{
  guint64 a, b;

  if (count == 0 || self->divisor == 1)
    return;
  count = fabs (count);
  self->n_divided++;
  if (count != floor (count) || count > 9007199254740992.0)
    {
      self->divisor = 1;
      return;
    }
  for (a = (guint64) count, b = self->divisor; b != 0;)
    {
      guint64 rest = a % b;

      a = b;
      b = rest;
    }
  self->divisor = a;
}

static gboolean
ends_in_number (const char *stack, gsize length)
{
  gsize start = length;

  while (start > 0 && (g_ascii_isdigit (stack[start - 1]) || stack[start - 1] == '.'))
    start--;
  return start > 0 && start < length && is_blank (stack[start - 1]);
}

static gboolean
read_line (Reader *self, const char *line, gsize length, GError **error)
{
  const Frame *leaf;
  gsize start, stack_length;
  double count;

  length = trimmed_length (line, length);
  if (length == 0 || line[0] == '#')
    return TRUE;

  start = count_start (line, length);
  if (!cyan_parse_double (line + start, length - start, &count))
    return fail_count (self, line + start, length - start, error);
  if (start == 0)
    return cyan_input_fail_line (self->input, error, "a count without a stack");
  self->sum += fabs (count);
  if (!isfinite (self->sum))
    return cyan_input_fail_line (self->input, error, "the counts add up to no finite number");

  stack_length = trimmed_length (line, start);
  if (!find_node (self, line, stack_length, &leaf, error))
    return FALSE;
  cyan_profile_builder_add (self->builder, self->metric, leaf->node, count);

  divide (self, count);
  self->n_lines++;
  self->n_nameless += leaf->nameless;
  self->n_negative += count < 0;
  self->n_two_counts += ends_in_number (line, stack_length);
  return TRUE;
}

static void
warn (Reader *self)
{
  CyanProfileBuilder *builder = self->builder;

  if (cyan_input_cut_line (self->input))
    cyan_profile_builder_warn (
        builder, "line %" G_GUINT64_FORMAT " ends without a line break: the file may have been cut",
        cyan_input_line_number (self->input));
  if (self->n_nameless > 0)
    cyan_profile_builder_warn (builder, "frames without a name on %" G_GUINT64_FORMAT " %s",
                               self->n_nameless, self->n_nameless == 1 ? "line" : "lines");
  if (self->n_negative > 0)
    cyan_profile_builder_warn (builder, "negative counts on %" G_GUINT64_FORMAT " %s",
                               self->n_negative, self->n_negative == 1 ? "line" : "lines");
  if (self->n_two_counts == self->n_lines && self->n_lines > 1)
    cyan_profile_builder_warn (builder,
                               "every line ends in two numbers, as those of a difference do: only "
                               "the last was taken as the count");
}

static gboolean
read_lines (Reader *self, GError **error)
{
  char *line;
  gsize length;
  int more;

  while ((more = cyan_input_line (self->input, &line, &length, error)) > 0)
    if (!read_line (self, line, length, error))
      return FALSE;
  if (more < 0)
    return FALSE;
  if (self->n_lines == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s: there is no stack in it",
                      cyan_input_name (self->input));
  warn (self);
  return TRUE;
}

/* The format names no unit: what stackcollapse scripts write are samples, but perf and
 * async-profiler can weigh them in nanoseconds or bytes, and nothing in the file tells.  The unit
 * stays "samples"; only the weight of one is guessed, where all counts are its multiples. */
static gboolean
folded_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  Reader reader = { .input = input, .builder = builder };
  gboolean ok;

  cyan_frames_init (&reader.frames, builder);
  reader.metric = cyan_profile_builder_metric (builder, "samples", "samples");
  reader.previous = g_byte_array_new ();
  reader.stack = g_array_new (FALSE, FALSE, sizeof (Frame));

  ok = read_lines (&reader, error);
  if (ok)
    {
      gboolean guessed = reader.divisor > 1 && reader.n_divided >= DIVISOR_COUNTS;

      cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED,
                                          guessed ? (double) reader.divisor : 0);
    }

  cyan_frames_clear (&reader.frames);
  g_byte_array_unref (reader.previous);
  g_array_unref (reader.stack);
  return ok;
}

static gboolean
looks_like_number (const char *text, gsize length)
{
  gboolean digits = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (g_ascii_isdigit (text[i]))
        digits = TRUE;
      else if (strchr ("+-.eE", text[i]) == NULL)
        return FALSE;
    }
  return digits;
}

static gboolean
begins_with (const char *head, gsize length, const char *word)
{
  gsize size = strlen (word);

  return length >= size && g_ascii_strncasecmp (head, word, size) == 0;
}

/* Most lines end in a number: folded, even where one lacks it, so that the error can name the
 * line.  No line does but all have several frames: most likely stacks without counts. */
static int
folded_sniff (const char *head, gsize length)
{
  const char *at = head;
  const char *end = head + length;
  guint n_counted = 0, n_stacks = 0, n_lines = 0;

  if (begins_with (head, length, "<!") || begins_with (head, length, "<html")
      || begins_with (head, length, "<?"))
    return 0;
  /* Line ends of old Macs: cyan_format_guess() says what to do. */
  if (memchr (head, '\r', length) != NULL && memchr (head, '\n', length) == NULL)
    return 0;

  while (at < end && n_lines < SNIFF_LINES)
    {
      const char *line = at;
      const char *stop = memchr (at, '\n', (gsize) (end - at));
      gsize size, start;

      at = stop != NULL ? stop + 1 : end;
      size = trimmed_length (line, (gsize) ((stop != NULL ? stop : end) - line));
      if (size == 0 || line[0] == '#')
        continue;
      if (stop == NULL && length >= SNIFF_LENGTH)
        {
          /* One line that is longer than all there is to see. */
          if (n_lines == 0 && line[0] != '{' && memchr (line, ';', size) != NULL)
            return 40;
          break;
        }
      n_lines++;
      if (memchr (line, '\0', size) != NULL)
        continue;
      start = count_start (line, size);
      n_counted += start > 0 && looks_like_number (line + start, size - start);
      n_stacks += memchr (line, ';', size - 1) != NULL;
    }
  if (n_lines == 0)
    return 0;
  if (n_counted == n_lines)
    return n_stacks > 0 ? 60 : 45;
  if (n_counted * 2 >= n_lines && n_stacks > 0)
    return 40;
  return n_stacks == n_lines && head[0] != '{' && head[0] != '[' ? 20 : 0;
}

/* @name with what the format cannot carry replaced: ";" by ":" as the stackcollapse scripts do,
 * line breaks and other white space by a space, and what would be taken for the end of the stack
 * (blanks at the end of a leaf) or for a comment ("#" at the start of a line) by "_". */
static void
append_name (GString *line, const char *name, gboolean first)
{
  gsize start;

  if (!first)
    g_string_append_c (line, ';');
  start = line->len;
  g_string_append (line, name);
  for (gsize i = start; i < line->len; i++)
    {
      char *c = &line->str[i];

      if (*c == ';')
        *c = ':';
      else if (g_ascii_isspace (*c) || *c == '\v')
        *c = ' ';
    }
  for (gsize i = line->len; i > start && line->str[i - 1] == ' '; i--)
    line->str[i - 1] = '_';
  if (first && line->len > 0 && line->str[0] == '#')
    line->str[0] = '_';
}

/* Digits and a point: flamegraph.pl and others know no exponent.  Only what is too small for that
 * has one. */
static char *
count_to_text (double count)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (fabs (count) < 9007199254740992.0)
    for (int digits = count != floor (count); digits <= 17; digits++)
      {
        char form[8];

        g_snprintf (form, sizeof form, "%%.%df", digits);
        g_ascii_formatd (text, sizeof text, form, count);
        if (g_ascii_strtod (text, NULL) == count)
          return g_strdup (text);
      }
  return cyan_double_to_text (count);
}

static gboolean
write_stack (CyanOutput *output, GString *line, double count, GError **error)
{
  g_autofree char *number = count_to_text (count);
  gsize length = line->len;
  gboolean ok;

  g_string_append_c (line, ' ');
  g_string_append (line, number);
  g_string_append_c (line, '\n');
  ok = cyan_output_write (output, line->str, (gssize) line->len, error);
  g_string_truncate (line, length);
  return ok;
}

/* Writes metric 0: a line for every node that has a self value, and for every leaf, whose path
 * nothing else would keep.  Everything else that a profile knows is lost. */
static gboolean
folded_write (const CyanProfile *profile, CyanOutput *output, GError **error)
{
  const double *self = profile->metrics[0].self;
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Frame));

  if (self[CYAN_NODE_ROOT] != 0)
    {
      /* Not of any function, but without it the sum would differ. */
      g_string_append (line, CYAN_ROOT_NAME);
      if (!write_stack (output, line, self[CYAN_NODE_ROOT], error))
        return FALSE;
    }
  for (CyanNode node = 1; node < profile->n_nodes; node++)
    {
      Frame frame = { 0, node, FALSE };

      while (stack->len > 0
             && profile->end[g_array_index (stack, Frame, stack->len - 1).node] <= node)
        g_array_set_size (stack, stack->len - 1);
      g_string_truncate (line,
                         stack->len > 0 ? g_array_index (stack, Frame, stack->len - 1).end : 0);
      append_name (line, cyan_profile_name (profile, node), stack->len == 0);
      frame.end = line->len;
      g_array_append_val (stack, frame);

      if ((self[node] != 0 || profile->end[node] == node + 1)
          && !write_stack (output, line, self[node], error))
        return FALSE;
    }
  return TRUE;
}

static const char *const folded_extensions[] = { ".folded", ".collapsed", NULL };

const CyanFormat cyan_format_folded = {
  .name = "folded",
  .label = "folded stacks",
  .extensions = folded_extensions,
  .sniff = folded_sniff,
  .read = folded_read,
  .write = folded_write,
};
