/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the .prof files of programs that GHC compiled with -prof: the table of cost-centre stacks
 * of +RTS -p, -P or -pa, or the JSON of -pj.  rts/ProfilerReport.c of GHC defines them.
 *
 *                                                    individual      inherited
 *   COST CENTRE  MODULE  SRC            no.  entries  %time %alloc   %time %alloc  ticks  bytes
 *
 *   MAIN         MAIN    <built-in>     148        0    0.0    0.0   100.0  100.0      0    816
 *    CAF         Main    <entire-module> ...
 *
 * Each blank before a name is a level.  Columns are counted in characters.  Only -P and -pa have
 * ticks and bytes; -p has shares of their totals with one decimal.
 */
#include "cyan-format-entry.h"

#include "cyan-ghc.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-number.h"

#include <string.h>

#define TITLE "Time and Allocation Profiling Report"

/* no., entries, and the shares of time and bytes, without and with the callees. */
#define N_NUMBERS 6

typedef struct
{
  CyanGhc ghc;
  gboolean in_table;
  gboolean has_counts;     /* ticks and bytes */
  gsize module_at, src_at; /* columns; src_at is 0 before GHC 8 */
  GArray *path;            /* of CyanNode: by level, the nodes above the next line */
  CyanCharge charge;
} Reader;

/* Reads the number behind @word in @line, which may have commas: "total alloc =   8,476,800".
 * Negative: there is none. */
static double
number_behind (const char *line, const char *word)
{
  const char *at = strstr (line, word);
  double value = 0;

  if (at == NULL)
    return -1;
  at += strlen (word);
  at += strspn (at, " =(");
  if (!g_ascii_isdigit (*at))
    return -1;
  for (; g_ascii_isdigit (*at) || *at == ','; at++)
    if (*at != ',')
      value = value * 10 + (*at - '0');
  return value;
}

/* Reads the lines before the tables. */
static void
read_head (Reader *self, const char *line)
{
  CyanGhc *ghc = &self->ghc;

  if (strstr (line, "+RTS") != NULL)
    {
      g_autofree char *command = g_strstrip (g_strdup (line));

      cyan_profile_builder_set_meta (ghc->builder, "command", command);
    }
  else if (g_str_has_prefix (line, "\ttotal time"))
    {
      const char *bracket = strchr (line, '(');

      ghc->total_ticks = bracket != NULL ? number_behind (bracket, "(") : -1;
      ghc->tick = MAX (number_behind (line, "ticks @"), 0);
    }
  else if (g_str_has_prefix (line, "\ttotal alloc"))
    ghc->total_bytes = number_behind (line, "total alloc");
}

/* Whether @line is the heading of the stacks, which has columns that the table before lacks. */
static gboolean
read_heading (Reader *self, const char *line)
{
  const char *module = strstr (line, " MODULE "), *src = strstr (line, " SRC "),
             *number = strstr (line, " no. ");

  if (!g_str_has_prefix (line, "COST CENTRE") || module == NULL || number == NULL)
    return FALSE;
  self->module_at = (gsize) (module + 1 - line);
  self->src_at = src != NULL && src < number ? (gsize) (src + 1 - line) : 0;
  self->has_counts = strstr (line, " ticks ") != NULL && strstr (line, " bytes") != NULL;
  self->in_table = TRUE;
  return TRUE;
}

/* Cuts the last word of [@line, @line + *@length) and reads it as a number. */
static gboolean
cut_number (const char *line, gsize *length, double *value)
{
  gsize end = *length;

  while (end > 0 && line[end - 1] == ' ')
    end--;
  *length = end;
  while (*length > 0 && line[*length - 1] != ' ')
    (*length)--;
  return *length > 0 && cyan_parse_double (line + *length, end - *length, value);
}

/* The bytes of the first @n characters of @line; G_MAXSIZE if it has fewer. */
static gsize
bytes_of (const char *line, gsize n)
{
  const char *at = line;

  for (; n > 0; n--)
    {
      if (*at == '\0')
        return G_MAXSIZE;
      for (at++; (*at & 0xc0) == 0x80;)
        at++;
    }
  return (gsize) (at - line);
}

/* The text of a column, without blanks around it. */
static CyanStr
column (Reader *self, char *line, gsize from, gsize to)
{
  g_autofree char *text = g_strstrip (g_strndup (line + from, to - from));

  return cyan_strings_add (self->ghc.strings, text, -1);
}

static gboolean
add_row (Reader *self, guint level, guint32 function, const double *numbers, GError **error)
{
  CyanGhc *ghc = &self->ghc;
  CyanNode up = level > 0 ? g_array_index (self->path, CyanNode, level - 1) : CYAN_NODE_ROOT;
  CyanNode node = cyan_profile_builder_child (ghc->builder, up, function, 0, error);
  const double *counts = numbers + N_NUMBERS;

  if (node == CYAN_NODE_NONE)
    return FALSE;
  g_array_set_size (self->path, level);
  g_array_append_val (self->path, node);
  cyan_charge_raise (&self->charge, self->path->len * sizeof (CyanNode));
  cyan_ghc_add (ghc, node, numbers[1] > 0 && numbers[1] < 1e18 ? (guint64) numbers[1] : 0,
                self->has_counts ? counts[0] : numbers[2] / 100 * MAX (ghc->total_ticks, 0),
                self->has_counts ? counts[1] : numbers[3] / 100 * MAX (ghc->total_bytes, 0));
  return TRUE;
}

static gboolean
read_row (Reader *self, char *line, GError **error)
{
  CyanInput *input = self->ghc.input;
  gsize length = strlen (line), level = strspn (line, " "), module, src;
  double numbers[N_NUMBERS + 2] = { 0 };
  g_autofree char *place = NULL;
  CyanStr label, name;

  for (guint i = N_NUMBERS + (self->has_counts ? 2 : 0); i-- > 0;)
    if (!cut_number (line, &length, &numbers[i]) || numbers[i] < 0)
      return cyan_input_fail_line (input, error, _ ("not a line of cost centres"));
  module = bytes_of (line, self->module_at);
  src = self->src_at > 0 ? bytes_of (line, self->src_at) : length;
  if (module >= length || src > length || src < module)
    return cyan_input_fail_line (input, error, _ ("a column is missing"));
  if (level > self->path->len)
    return cyan_input_fail_line (input, error, _ ("a level is missing above this one"));
  label = column (self, line, 0, module);
  name = column (self, line, module, src);
  place = g_strstrip (g_strndup (line + src, length - src));
  return add_row (self, (guint) level, cyan_ghc_function (&self->ghc, label, name, place), numbers,
                  error);
}

static gboolean
read_text (Reader *self, GError **error)
{
  CyanInput *input = self->ghc.input;
  gsize length;
  char *line;
  int status;

  while ((status = cyan_input_line (input, &line, &length, error)) > 0)
    {
      if (!self->in_table && !read_heading (self, line))
        {
          read_head (self, line);
          continue;
        }
      cyan_ghc_add_metrics (&self->ghc);
      if (*line == '\0' && self->path->len > 0)
        break;
      if (*line != '\0' && !g_str_has_prefix (line, "COST CENTRE") && !read_row (self, line, error))
        return FALSE;
    }
  if (status < 0)
    return FALSE;
  if (self->path->len == 0)
    return cyan_input_fail_line (input, error, _ ("no table of cost-centre stacks came"));
  if (!self->has_counts)
    cyan_profile_builder_warn (self->ghc.builder,
                               _ ("ticks and bytes are shares with one decimal; +RTS -P writes "
                                  "exact ones"));
  if (cyan_input_cut_line (input))
    cyan_profile_builder_warn (self->ghc.builder,
                               _ ("the last line has no line break: the file may have been cut"));
  return TRUE;
}

static gboolean
is_json (CyanInput *input, gboolean *json, GError **error)
{
  const char *head;
  gsize length, at = 0;

  if (!cyan_input_peek (input, 64, &head, &length, error))
    return FALSE;
  while (at < length && g_ascii_isspace (head[at]))
    at++;
  *json = at < length && head[at] == '{';
  return TRUE;
}

static gboolean
ghc_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  Reader self = { .ghc = { .input = input,
                           .builder = builder,
                           .strings = cyan_profile_builder_strings (builder),
                           .total_ticks = -1,
                           .total_bytes = -1 },
                  .path = g_array_new (FALSE, FALSE, sizeof (CyanNode)) };
  gboolean json, ok;

  cyan_charge_init (&self.charge, cyan_input_budget (input));
  ok = is_json (input, &json, error)
       && (json ? cyan_ghc_read_json (&self.ghc, error) : read_text (&self, error));
  if (ok)
    cyan_ghc_finish (&self.ghc);
  g_array_unref (self.path);
  cyan_charge_clear (&self.charge);
  return ok;
}

static int
ghc_sniff (const char *head, gsize length)
{
  static const char *const paths[] = { "program", "rts_arguments", "total_ticks", "cost_centres" };
  const char *stop = memchr (head, '\n', length);

  if (stop != NULL && memmem (head, (gsize) (stop - head), TITLE, strlen (TITLE)) != NULL)
    return 95;
  return cyan_json_sniff (head, length, paths, G_N_ELEMENTS (paths)) == 15 ? 95 : 0;
}

const CyanFormat cyan_format_ghc = {
  .name = "ghc",
  .label = "cost-centre profile of GHC",
  .sniff = ghc_sniff,
  .read = ghc_read,
};
