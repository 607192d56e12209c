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
 * Each blank before a name is a level; levels whose stack cost nothing are left out.  Columns are
 * counted in characters, but before GHC 8, which has no SRC, a long name moves what is behind it:
 * there the module is the last word.  Only -P and -pa have ticks and bytes; -p has shares of their
 * totals with one decimal.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-tree.h"
#include "cyan-line.h"
#include "cyan-listing.h"
#include "cyan-scratch.h"

#include <string.h>

#define HEADING "COST CENTRE"

/* no., entries, and the shares of time and bytes, without and with the callees. */
#define N_NUMBERS 6

typedef struct
{
  CyanListing listing;             /* of the text */
  double total_ticks, total_bytes; /* negative: unknown */
  double sum_ticks, sum_bytes;     /* of the rows */
  double tick;                     /* us; 0: unknown */
  guint ticks, bytes;              /* metrics */
  gboolean has_metrics;

  gboolean has_rows;
  gboolean has_counts;     /* ticks and bytes */
  GArray *levels;          /* of guint: the blanks of the open rows */
  gsize module_at, src_at; /* columns; src_at is 0 before GHC 8 */

  CyanJsonWalk *walk;  /* of the JSON */
  GHashTable *centres; /* id -> function + 1 */
  CyanJsonTree tree;
  gint64 id; /* of the current cost centre */
  CyanStr label, module;
  char *place;
} Reader;

/* Adds the metrics.  If not a single tick was counted, bytes are the first. */
static void
add_metrics (Reader *self)
{
  gboolean bytes_first = self->total_ticks == 0 && self->total_bytes > 0;

  if (self->has_metrics)
    return;
  self->has_metrics = TRUE;
  if (bytes_first)
    self->bytes = cyan_profile_builder_metric (self->listing.builder, "alloc", "bytes");
  self->ticks = cyan_profile_builder_metric (self->listing.builder, "ticks", "samples");
  if (!bytes_first)
    self->bytes = cyan_profile_builder_metric (self->listing.builder, "alloc", "bytes");
}

/* Finds the first line in "FILE:(10,1)-(13,16)", "FILE:4:22-41" or "FILE:(4,2)".  Returns the
 * length of FILE; 0: there is none, as in "<built-in>". */
static gsize
split_place (const char *place, guint32 *line)
{
  for (const char *at = strchr (place, ':'); at != NULL; at = strchr (at + 1, ':'))
    {
      const char *number = at + 1 + (at[1] == '(');
      gsize digits = strspn (number, "0123456789");
      guint64 value;

      if (digits > 0 && strchr (":,", number[digits]) != NULL
          && cyan_parse_uint64 (number, digits, &value) && value <= G_MAXINT32)
        {
          *line = (guint32) value;
          return (gsize) (at - place);
        }
    }
  return 0;
}

/* The function of a cost centre.  @place is its source, as "Words.hs:(10,1)-(13,16)". */
static guint32
function_of (Reader *self, CyanStr label, CyanStr module, const char *place)
{
  guint32 line = 0;
  gsize length = *place != '<' ? split_place (place, &line) : 0;

  return cyan_profile_builder_function (
      self->listing.builder, label, module,
      length > 0 ? cyan_strings_add (self->listing.strings, place, (gssize) length)
                 : CYAN_STR_EMPTY,
      line, 0);
}

/* Adds the numbers of a cost centre to @node. */
static void
add_costs (Reader *self, CyanNode node, guint64 entries, double ticks, double bytes)
{
  if (entries > 0)
    cyan_profile_builder_add_calls (self->listing.builder, node, entries);
  cyan_profile_builder_add (self->listing.builder, self->ticks, node, ticks);
  cyan_profile_builder_add (self->listing.builder, self->bytes, node, bytes);
}

/* Sets what holds for the whole profile, at its end. */
static void
finish (Reader *self)
{
  g_autofree char *tick = cyan_double_to_text (self->tick);

  cyan_profile_builder_set_recording (
      self->listing.builder, self->ticks == 0 ? CYAN_RECORDING_SAMPLED : CYAN_RECORDING_EXACT,
      self->ticks == 0 ? 1 : 0);
  cyan_profile_builder_set_unordered (self->listing.builder);
  if (self->tick > 0)
    cyan_profile_builder_set_meta (self->listing.builder, "us of a tick", tick);
}

static gboolean
read_centre (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "id", .required = TRUE, CYAN_JSON_INTEGER (Reader, id, 0, G_MAXINT32) },
    { "label", .required = TRUE, CYAN_JSON_STR (Reader, label) },
    { "module", .required = TRUE, CYAN_JSON_STR (Reader, module) },
    { "src_loc", CYAN_JSON_TEXT (Reader, place) },
  };
  Reader *self = data;
  guint32 function;

  g_clear_pointer (&self->place, g_free);
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  function = function_of (self, self->label, self->module, self->place != NULL ? self->place : "");
  if (g_hash_table_insert (self->centres, GUINT_TO_POINTER ((guint) self->id),
                           GUINT_TO_POINTER (function + 1)))
    cyan_charge_add (&walk->json->charge, CYAN_CHARGE_HASH_ENTRY);
  return TRUE;
}

CYAN_JSON_META (read_program, Reader, listing.builder, "command")

enum
{
  ID,
  ENTRIES,
  TICKS,
  BYTES
};

static const CyanJsonTreeField fields[] = {
  [ID] = { "id", TRUE, TRUE },
  [ENTRIES] = { "entries", TRUE },
  [TICKS] = { "ticks", TRUE },
  [BYTES] = { "alloc", TRUE },
};

static gboolean
read_tree (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_tree_read (&((Reader *) data)->tree, walk, token, error);
}

static gboolean
add_nodes (Reader *self, GError **error)
{
  const CyanJsonTree *tree = &self->tree;
  g_autofree CyanNode *nodes = g_new (CyanNode, tree->nodes->len);

  for (guint32 n = 0; n < tree->nodes->len; n++)
    {
      guint32 up = cyan_json_tree_parent (tree, n);
      double id = cyan_json_tree_number (tree, n, ID);
      double entries = cyan_json_tree_number (tree, n, ENTRIES);
      double ticks = cyan_json_tree_number (tree, n, TICKS);
      double bytes = cyan_json_tree_number (tree, n, BYTES);
      gconstpointer key = GUINT_TO_POINTER (id >= 0 && id <= G_MAXINT32 ? (guint) id : G_MAXUINT32);
      guint function = GPOINTER_TO_UINT (g_hash_table_lookup (self->centres, key));

      if (function == 0)
        return cyan_json_walk_refuse (self->walk, error,
                                      _ ("profile: no cost centre has the id %.0f"), id);
      if (entries < 0 || ticks < 0 || bytes < 0)
        return cyan_json_walk_refuse (self->walk, error, _ ("profile: a number below 0"));
      nodes[n] = cyan_profile_builder_child (self->listing.builder,
                                             up != CYAN_JSON_TREE_NONE ? nodes[up] : CYAN_NODE_ROOT,
                                             function - 1, 0, error);
      if (nodes[n] == CYAN_NODE_NONE)
        return FALSE;
      add_costs (self, nodes[n], entries < 1e18 ? (guint64) entries : 0, ticks, bytes);
    }
  return TRUE;
}

/* Reads the document of +RTS -pj. */
static gboolean
read_json (Reader *self, GError **error)
{
  static const CyanJsonMember members[] = {
    { "program", read_program, FALSE },
    { "total_ticks", .required = TRUE, CYAN_JSON_REAL (Reader, total_ticks) },
    { "tick_interval", CYAN_JSON_REAL (Reader, tick) },
    { "total_alloc", .required = TRUE, CYAN_JSON_REAL (Reader, total_bytes) },
    { "cost_centres", read_centre, TRUE, .each = TRUE },
    { "profile", read_tree, TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (self->listing.input);
  g_auto (CyanScratch) scratch = { NULL };

  self->walk = walk;
  self->centres = cyan_scratch_table (&scratch, NULL, NULL, NULL, NULL);
  walk->strings = self->listing.strings;
  cyan_json_tree_init (&self->tree, &scratch, self->listing.builder, fields, G_N_ELEMENTS (fields),
                       "children");
  cyan_scratch_free (&scratch, &self->place);
  if (!cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), self, error))
    return FALSE;
  add_metrics (self);
  return add_nodes (self, error);
}

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

/* Reads the lines before the table of stacks, up to its heading, which has columns that the table
 * before it lacks. */
static gboolean
read_head (CyanListing *listing, char *line, GError **error)
{
  Reader *self = (Reader *) listing;
  const char *module = strstr (line, " MODULE "), *src = strstr (line, " SRC "),
             *number = strstr (line, " no. "), *bracket = strchr (line, '(');

  if (g_str_has_prefix (line, HEADING) && module != NULL && number != NULL)
    {
      self->module_at = (gsize) (module + 1 - line);
      self->src_at = src != NULL && src < number ? (gsize) (src + 1 - line) : 0;
      self->has_counts = strstr (line, " ticks ") != NULL && strstr (line, " bytes") != NULL;
      listing->has_header = TRUE;
      add_metrics (self);
    }
  else if (strstr (line, "+RTS") != NULL)
    cyan_profile_builder_set_meta (listing->builder, "command", g_strstrip (line));
  else if (g_str_has_prefix (line, "\ttotal time"))
    {
      self->total_ticks = bracket != NULL ? number_behind (bracket, "(") : -1;
      self->tick = MAX (number_behind (line, "ticks @"), 0);
    }
  else if (g_str_has_prefix (line, "\ttotal alloc"))
    self->total_bytes = number_behind (line, "total alloc");
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
column (CyanListing *listing, const char *line, gsize from, gsize to)
{
  CyanLine text = { line + from, line + to };

  cyan_line_trim (&text);
  return cyan_strings_add (listing->strings, text.at, (gssize) cyan_line_length (text));
}

/* Where the module of a row without SRC begins; 0: there is none. */
static gsize
find_module (const char *line, gsize length)
{
  gsize at;

  while (length > 0 && line[length - 1] == ' ')
    length--;
  for (at = length; at > 0 && line[at - 1] != ' '; at--)
    ;
  return at;
}

/* The level of a row with so many blanks: below the last row that has fewer. */
static guint
find_level (Reader *self, guint blanks)
{
  GArray *levels = self->levels;

  while (levels->len > 0 && g_array_index (levels, guint, levels->len - 1) >= blanks)
    g_array_set_size (levels, levels->len - 1);
  g_array_append_val (levels, blanks);
  return levels->len - 1;
}

/* The line behind the table is blank. */
static gboolean
read_row (CyanListing *listing, char *line, GError **error)
{
  Reader *self = (Reader *) listing;
  gsize length = strlen (line), blanks = strspn (line, " "), module, src;
  double numbers[N_NUMBERS + 2] = { 0 };
  const double *counts = numbers + N_NUMBERS;
  g_autofree char *place = NULL;
  guint32 function;

  listing->has_ended = length == 0 && self->has_rows;
  if (length == 0 || g_str_has_prefix (line, HEADING))
    return TRUE;
  for (guint i = N_NUMBERS + (self->has_counts ? 2 : 0); i-- > 0;)
    if (!cut_number (line, &length, &numbers[i]) || numbers[i] < 0)
      return cyan_fail (error, CYAN_ERROR_INVALID, _ ("not a line of cost centres"));
  module = self->src_at > 0 ? bytes_of (line, self->module_at) : find_module (line, length);
  src = self->src_at > 0 ? bytes_of (line, self->src_at) : length;
  if (module >= length || src > length || src < module || module <= blanks)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("a column is missing"));
  place = g_strstrip (g_strndup (line + src, length - src));
  function = function_of (self, column (listing, line, 0, module),
                          column (listing, line, module, src), place);
  if (!cyan_listing_add (listing, find_level (self, (guint) blanks), function, 0, 0, error))
    return FALSE;
  self->has_rows = TRUE;
  /* The shares of time and bytes, of the row and with what it calls, have one decimal. */
  cyan_listing_claim (listing, numbers[4] + numbers[5], numbers[2] + numbers[3], 4 * 0.05);
  self->sum_ticks += counts[0];
  self->sum_bytes += counts[1];
  add_costs (self, cyan_listing_node (listing),
             numbers[1] > 0 && numbers[1] < 1e18 ? (guint64) numbers[1] : 0,
             self->has_counts ? counts[0] : numbers[2] / 100 * MAX (self->total_ticks, 0),
             self->has_counts ? counts[1] : numbers[3] / 100 * MAX (self->total_bytes, 0));
  return TRUE;
}

static gboolean
read_text (Reader *self, CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanListingForm form = { read_head, read_row, .blanks = TRUE,
                                        .end = cyan_listing_warn_short };

  if (!cyan_listing_read (&self->listing, &form, input, builder, error))
    return FALSE;
  if (!self->has_rows)
    return cyan_input_fail_line (input, error, _ ("no table of cost-centre stacks came"));
  if (self->has_counts
      && (self->sum_ticks < self->total_ticks || self->sum_bytes < self->total_bytes))
    cyan_profile_builder_warn (builder,
                               _ ("the lines have %.0f of %.0f ticks and %.0f of %.0f bytes: the "
                                  "file may have been cut"),
                               self->sum_ticks, self->total_ticks, self->sum_bytes,
                               self->total_bytes);
  if (!self->has_counts)
    cyan_profile_builder_warn (builder,
                               _ ("ticks and bytes are shares with one decimal; +RTS -P writes "
                                  "exact ones"));
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
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .listing = { .input = input,
                               .builder = builder,
                               .strings = cyan_profile_builder_strings (builder) },
                  .levels = cyan_scratch_array (&scratch, sizeof (guint)),
                  .total_ticks = -1,
                  .total_bytes = -1 };
  gboolean json, ok;

  ok = is_json (input, &json, error)
       && (json ? read_json (&self, error) : read_text (&self, input, builder, error));
  if (ok)
    finish (&self);
  return ok;
}

static int
ghc_sniff (const char *head, gsize length)
{
  static const CyanJsonSign sign = {
    95, { "program", "rts_arguments", "total_ticks", "cost_centres" }
  };
  const char *stop = memchr (head, '\n', length);

  if (stop != NULL
      && cyan_bytes_have (head, (gsize) (stop - head), "Time and Allocation Profiling Report"))
    return 95;
  return cyan_json_score (head, length, &sign, 1);
}

const CyanFormat cyan_format_ghc = {
  .name = "ghc",
  .label = "cost-centre profile of GHC",
  .sniff = ghc_sniff,
  .read = ghc_read,
};
