/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Folded (collapsed) stacks: "main;parse;lex 12", one stack per line, root first.
 *
 * Frames may contain anything except ";" and line breaks; the count follows the last white space.
 * Lines are blank, comments (from "#") or stacks.  An empty frame ("a;;b") is a function with an
 * empty name, which gives a warning. cyan-folded.h describes how the text is read; this file
 * recognises and writes the format.
 */
#include "cyan-format-entry.h"

#include "cyan-folded.h"
#include "cyan-line.h"
#include "cyan-number.h"
#include "cyan-units.h"

#include <math.h>
#include <string.h>

/* Lines that have to look like those of a producer. */
#define LINES 32

/* Whether a frame can be the producer's.  Sets *@own if hardly any other program writes such. */
typedef gboolean (*FrameFunc) (const char *frame, gsize length, gboolean *own);

static gboolean
ends_with (const char *text, gsize length, const char *end)
{
  return cyan_line_ends ((CyanLine){ text, text + length }, end);
}

/* The length of "lib/a.rb:12" without the line. */
static gsize
without_line (const char *text, gsize length)
{
  gsize end = length;

  while (end > 0 && g_ascii_isdigit (text[end - 1]))
    end--;
  return end > 1 && end < length && text[end - 1] == ':' ? end - 1 : length;
}

/* "parse (app/parser.py:12)", "<module> (main.py)", "memcpy (libc.so.6)", and on top
 * "process 12:"python a.py"" and "thread (0x7F12)". */
static gboolean
is_py_spy (const char *frame, gsize length, gboolean *own)
{
  if (cyan_bytes_begin (frame, length, "process "))
    return TRUE;
  if (!ends_with (frame, length, ")") || g_strstr_len (frame, (gssize) length, " (") == NULL)
    return FALSE;
  *own |= ends_with (frame, without_line (frame, length - 1), ".py");
  return TRUE;
}

/* "block in call - lib/rack/lint.rb:44", "sleep [c function] - (unknown):0". */
static gboolean
is_rbspy (const char *frame, gsize length, gboolean *own)
{
  gsize name = without_line (frame, length);

  if (name == length || g_strstr_len (frame, (gssize) name, " - ") == NULL)
    return FALSE;
  *own |= ends_with (frame, name, ".rb");
  return TRUE;
}

static gboolean
has_frames (const char *stack, gsize length, FrameFunc is_frame, gboolean *own)
{
  /* Some versions of py-spy end the stack with ";". */
  if (length > 0 && stack[length - 1] == ';')
    length--;
  for (gsize at = 0; at <= length;)
    {
      const char *end = memchr (stack + at, ';', length - at);
      gsize size = end != NULL ? (gsize) (end - stack) - at : length - at;

      if (!is_frame (stack + at, size, own))
        return FALSE;
      at += size + 1;
    }
  return TRUE;
}

/* Whether all lines consist of such frames and a whole count. */
static gboolean
looks_like (const char *head, gsize length, FrameFunc is_frame)
{
  const char *end = head + length;
  const char *stop;
  gboolean own = FALSE;
  guint n = 0;

  for (const char *line = head; line < end && n < LINES; line = stop + 1)
    {
      gsize size, count;
      guint64 whole;

      stop = memchr (line, '\n', (gsize) (end - line));
      if (stop == NULL)
        stop = end;
      /* The last line of the head may be cut. */
      if (stop == end && n > 0)
        break;
      size = cyan_folded_trim (line, (gsize) (stop - line));
      if (size == 0 || line[0] == '#')
        continue;
      count = cyan_folded_count_start (line, size);
      if (!cyan_parse_uint64 (line + count, size - count, &whole)
          || !has_frames (line, cyan_folded_trim (line, count), is_frame, &own))
        return FALSE;
      n++;
    }
  return own;
}

/* The value of "# key: value" among the comments at the beginning; NULL if there is none.  Caller
 * frees. */
static char *
comment (const char *head, gsize length, const char *key)
{
  g_autofree char *start = g_strdup_printf ("# %s: ", key);
  const char *end = head + length;

  for (const char *line = head; line < end && *line == '#';)
    {
      const char *stop = memchr (line, '\n', (gsize) (end - line));
      gsize size = cyan_folded_trim (line, (gsize) ((stop != NULL ? stop : end) - line));

      if (cyan_bytes_begin (line, size, start))
        return g_strndup (line + strlen (start), size - strlen (start));
      line = stop != NULL ? stop + 1 : end;
    }
  return NULL;
}

static const char *
unit_of_austin (const char *mode)
{
  if (g_strcmp0 (mode, "wall") == 0 || g_strcmp0 (mode, "cpu") == 0)
    return "us";
  return g_strcmp0 (mode, "memory") == 0 ? "bytes" : "";
}

const char *
cyan_folded_producer (const char *head, gsize length, const char **unit)
{
  g_autofree char *austin = comment (head, length, "austin");
  g_autofree char *mode = comment (head, length, "mode");

  *unit = "";
  if (austin != NULL)
    {
      *unit = unit_of_austin (mode);
      return "austin";
    }
  *unit = "samples";
  if (looks_like (head, length, is_py_spy))
    return "py-spy";
  if (looks_like (head, length, is_rbspy))
    return "rbspy";
  *unit = "";
  return NULL;
}

/* Lines and bytes that sniff() looks at. */
#define SNIFF_LINES  1024
#define SNIFF_LENGTH 65536

/* A frame on the path that is being written. */
typedef struct
{
  gsize end; /* end of its name in the line */
  CyanNode node;
} Frame;

/* The format has no unit.  Some producers are recognised; else the unit is unknown.  The weight of
 * one sample is guessed, if all counts are multiples of a number. */
static gboolean
folded_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  const CyanFoldedOptions options = CYAN_FOLDED_OPTIONS_INIT;

  return cyan_folded_read (input, builder, &options, error);
}

static gboolean
looks_like_number (const char *text, gsize length)
{
  gboolean digits = FALSE;
  guint n_points = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (g_ascii_isdigit (text[i]))
        digits = TRUE;
      else if (strchr ("+-.eE", text[i]) == NULL)
        return FALSE;
      n_points += text[i] == '.';
    }
  return digits && n_points <= 1;
}

/* Whether [@line, @line + @length) is prose, as in "Debian GNU/Linux", or names a metric with
 * labels as Prometheus does, rather than a function. */
static gboolean
is_no_name (const char *line, gsize length)
{
  if (g_strstr_len (line, (gssize) length, "=\"") != NULL)
    return TRUE;
  for (gsize i = 0; i < length; i++)
    if (strchr ("(<[:", line[i]) != NULL)
      return FALSE;
  return memchr (line, ' ', length) != NULL;
}

static gboolean
begins_with (const char *head, gsize length, const char *word)
{
  gsize size = strlen (word);

  return length >= size && g_ascii_strncasecmp (head, word, size) == 0;
}

/* Whether @line is a comment of Prometheus' text format. */
static gboolean
is_of_prometheus (const char *line, gsize length)
{
  return begins_with (line, length, "# HELP ") || begins_with (line, length, "# TYPE ");
}

typedef struct
{
  guint n_lines, n_counted;
  guint n_deep;  /* stacks of several frames */
  guint n_prose; /* no names of functions */
} Sniffed;

/* Looks at a line that is neither blank nor a comment. */
static void
sniff_line (Sniffed *self, const char *line, gsize size)
{
  gsize start;

  self->n_lines++;
  if (memchr (line, '\0', size) != NULL)
    return;
  start = cyan_folded_count_start (line, size);
  self->n_counted += start > 0 && looks_like_number (line + start, size - start);
  self->n_deep += memchr (line, ';', size - 1) != NULL;
  self->n_prose += is_no_name (line, cyan_folded_trim (line, start));
}

/* If most lines are several frames and a number, the file is folded; the reader names a line
 * without one.  If no line has a number but all have several frames, these are most likely stacks
 * without counts.  Lines of one frame each could be much else. */
static int
score (const Sniffed *self, const char *head, gsize length)
{
  const char *unit;

  if (self->n_lines == 0 || (self->n_deep == 0 && self->n_prose * 2 > self->n_lines))
    return 0;
  if (self->n_deep * 2 < self->n_lines)
    return self->n_counted * 2 < self->n_lines                  ? 0
           : cyan_folded_producer (head, length, &unit) != NULL ? 45
                                                                : CYAN_FORMAT_DOUBTFUL;
  if (self->n_counted * 2 >= self->n_lines)
    return self->n_counted == self->n_lines ? 60 : 40;
  return self->n_deep == self->n_lines && head[0] != '{' && head[0] != '[' ? 20 : 0;
}

static int
folded_sniff (const char *head, gsize length)
{
  const char *at = head;
  const char *end = head + length;
  Sniffed sniffed = { 0 };

  if (begins_with (head, length, "<!") || begins_with (head, length, "<html")
      || begins_with (head, length, "<?"))
    return 0;
  /* Old Mac line endings: cyan_format_guess() says what to do. */
  if (memchr (head, '\r', length) != NULL && memchr (head, '\n', length) == NULL)
    return 0;

  while (at < end && sniffed.n_lines < SNIFF_LINES)
    {
      const char *line = at;
      const char *stop = memchr (at, '\n', (gsize) (end - at));
      gsize size;

      at = stop != NULL ? stop + 1 : end;
      size = cyan_folded_trim (line, (gsize) ((stop != NULL ? stop : end) - line));
      if (is_of_prometheus (line, size))
        return 0;
      if (size == 0 || line[0] == '#')
        continue;
      if (stop == NULL && length >= SNIFF_LENGTH)
        {
          /* A single line, longer than @head. */
          if (sniffed.n_lines == 0 && line[0] != '{' && memchr (line, ';', size) != NULL)
            return 40;
          break;
        }
      sniff_line (&sniffed, line, size);
    }
  return score (&sniffed, head, length);
}

/* Appends @name and replaces what the format cannot represent: ";" becomes ":", as in the
 * stackcollapse scripts; line breaks and other white space become a space.  Blanks at the end of a
 * leaf and a "#" at the start of a line become "_". */
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

/* Formats without an exponent, which flamegraph.pl and others cannot read, except for values too
 * small to be written otherwise. */
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

/* Writes metric 0: a line for each node with a self value and for each leaf, which no other line
 * would keep.  All other properties of the profile are lost. */
static gboolean
folded_write (const CyanProfile *profile, CyanOutput *output, GError **error)
{
  const double *self = profile->metrics[0].self;
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Frame));

  if (self[CYAN_NODE_ROOT] != 0)
    {
      /* Belongs to no function, but without it the sum would differ. */
      g_string_append (line, CYAN_ROOT_NAME);
      if (!write_stack (output, line, self[CYAN_NODE_ROOT], error))
        return FALSE;
    }
  for (CyanNode node = 1; node < profile->n_nodes; node++)
    {
      Frame frame = { 0, node };

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

/* The number of contexts, without the root, that remain distinct as paths of names. */
static guint
count_paths (const CyanProfile *profile)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (profile->strings, G_MAXUINT32);
  g_autofree CyanNode *nodes = g_new (CyanNode, profile->n_nodes);

  nodes[0] = CYAN_NODE_ROOT;
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint32 function =
          cyan_profile_builder_named (builder, cyan_profile_function (profile, i)->name);

      nodes[i] = cyan_profile_builder_child (builder, nodes[profile->parent[i]], function, 0, NULL);
    }
  return cyan_profile_builder_n_nodes (builder) - 1;
}

static char *
folded_losses (const CyanProfile *profile)
{
  static const char *const recordings[] = { ", that every call was seen", "",
                                            ", that the tree is inferred" };
  const CyanMetric *metric = &profile->metrics[0];
  gboolean modules = FALSE, files = FALSE, bodies = FALSE, call_sites = FALSE;
  gboolean characters = FALSE;
  guint merged = profile->n_nodes - 1 - count_paths (profile);
  g_autoptr (GString) lost = g_string_new (NULL);

  for (guint32 f = 1; f < profile->n_functions; f++)
    {
      modules |= profile->functions[f].module != CYAN_STR_EMPTY;
      files |= profile->functions[f].file != CYAN_STR_EMPTY || profile->functions[f].line != 0;
      bodies |= profile->functions[f].body_hash != 0;
      characters |=
          strpbrk (cyan_strings_get (profile->strings, profile->functions[f].name), ";\t\n\v\f\r")
          != NULL;
    }
  for (CyanNode i = 1; profile->call_site != NULL && i < profile->n_nodes; i++)
    call_sites |= profile->call_site[i] != 0;
  g_string_append (lost, cyan_profile_has_calls (profile) ? ", calls" : "");
  g_string_append (lost, call_sites ? ", call sites" : "");
  g_string_append (lost, modules ? ", modules" : "");
  g_string_append (lost, files ? ", files and lines" : "");
  g_string_append (lost, bodies ? ", body hashes" : "");
  g_string_append (lost, characters ? ", some characters of names" : "");
  g_string_append (lost, profile->n_metrics > 1 ? ", further metrics" : "");
  if (metric->unit[0] != '\0' || strcmp (metric->name, cyan_unit_quantity ("")) != 0)
    g_string_append (lost, ", names and units of metrics");
  g_string_append (lost, recordings[profile->recording]);
  g_string_append (lost, profile->n_meta > 0 || profile->n_threads > 0 ? ", meta data" : "");
  g_string_append (lost, profile->warnings->len > 0 ? ", notes" : "");
  g_string_append (lost, profile->pruning.phi > 0 ? ", what may be missing" : "");
  g_string_append (lost, profile->hosts != NULL ? ", what came from which host" : "");
  if (merged > 0)
    g_string_append_printf (lost, ", and what tells %u %s from others of the same names", merged,
                            merged == 1 ? "context" : "contexts");
  return lost->len > 0 ? g_strdup_printf ("folded stacks do not carry %s: left out", lost->str + 2)
                       : NULL;
}

const CyanFormat cyan_format_folded = {
  .name = "folded",
  .label = "folded stacks",
  .extensions = (const char *const[]){ ".folded", ".collapsed", NULL },
  .streams = TRUE,
  .sniff = folded_sniff,
  .read = folded_read,
  .write = folded_write,
  .losses = folded_losses,
};
