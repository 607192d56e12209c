/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the reports that Intel VTune writes with -format csv: top-down, a tree in which a blank
 * before the function is a level, and hotspots, a list of functions.
 *
 *   Function Stack,CPU Time:Self,Module
 *   Total,0.0,[Unknown]
 *    main,0.016612,program
 *
 * The columns are chosen when the report is made, the delimiter is a tab by default.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-system.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-listing.h"

#include <string.h>

#define STACK   "Function Stack"
#define LIST    "Function"
#define SELF    ":Self"
#define TOTAL   "Total"
#define UNKNOWN "[Unknown]"

/* Lines before the header: warnings. */
#define MAX_WARNINGS 100

typedef struct
{
  CyanListing listing;
  gboolean is_tree;
  gboolean has_total; /* the first row is the root */
  gboolean has_rows;
  gboolean is_free; /* the last row has no values */
  GArray *columns;  /* of guint: that of each metric */
  int module, file;
} Reader;

/* The delimiter of the line if it is a header, or 0. */
static char
header_delimiter (const char *line, gboolean *is_tree)
{
  const char *end;

  line += *line == '"';
  *is_tree = g_str_has_prefix (line, STACK);
  if (!*is_tree && !g_str_has_prefix (line, LIST))
    return 0;
  end = line + strlen (*is_tree ? STACK : LIST);
  end += *end == '"';
  if (strchr ("\t,;|", *end) == NULL || strstr (end, *is_tree ? SELF : "CPU Time") == NULL)
    return 0;
  return *end;
}

static const char *
unit_of (const char *name)
{
  return strstr (name, "Time") != NULL                                     ? "s"
         : strstr (name, "Size") != NULL || strstr (name, "Bytes") != NULL ? "bytes"
                                                                           : "count";
}

/* Whether @name is a column of own values, and not of a part of them ("CPU Time:Idle:Self"). */
static gboolean
is_value (const Reader *self, const char *name)
{
  const char *colon = strchr (name, ':');

  if (self->is_tree)
    return colon != NULL && strcmp (colon, SELF) == 0;
  return colon == NULL
         && (strstr (name, "Time") != NULL || strcmp (name, "Clockticks") == 0
             || strcmp (name, "Instructions Retired") == 0);
}

static gboolean
read_header (CyanListing *listing, char *line, GError **error)
{
  Reader *self = (Reader *) listing;

  listing->delimiter = header_delimiter (line, &self->is_tree);
  listing->has_header = listing->delimiter != 0;
  if (!listing->has_header)
    return TRUE;
  cyan_listing_split (listing, line);
  self->module = cyan_listing_find (listing, "Module");
  self->file = cyan_listing_find (listing, "Source File");
  for (guint i = 1; i < listing->cells->len; i++)
    {
      g_autofree char *name = g_strdup (cyan_listing_cell (listing, (int) i));

      if (!is_value (self, name))
        continue;
      if (self->is_tree)
        *strchr (name, ':') = '\0';
      g_array_append_val (self->columns, i);
      cyan_profile_builder_metric (listing->builder, name, unit_of (name));
    }
  return TRUE;
}

static CyanStr
string_in (Reader *self, int column)
{
  const char *text = cyan_listing_cell (&self->listing, column);

  return strcmp (text, UNKNOWN) == 0 ? CYAN_STR_EMPTY
                                     : cyan_strings_add (self->listing.strings, text, -1);
}

/* Adds the values of the row to @node. */
static gboolean
add_values (Reader *self, CyanNode node, GError **error)
{
  for (guint m = 0; m < self->columns->len; m++)
    {
      const char *text = g_strstrip (
          cyan_listing_cell (&self->listing, (int) g_array_index (self->columns, guint, m)));
      gsize length = strlen (text);
      double value = 0;

      if (length > 0 && text[length - 1] == 's')
        length--;
      if (length > 0 && !cyan_listing_number (text, length, &value, error))
        return FALSE;
      if (value == 0)
        continue;
      self->is_free = FALSE;
      cyan_profile_builder_add (self->listing.builder, m, node, value);
    }
  return TRUE;
}

static gboolean
read_row (CyanListing *listing, char *line, GError **error)
{
  Reader *self = (Reader *) listing;
  gboolean is_first = !self->has_rows;
  char *name;
  gsize level;
  guint32 function;

  if (self->columns->len > 0
      && g_array_index (self->columns, guint, self->columns->len - 1) >= listing->cells->len)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("a row with too few cells"));
  name = cyan_listing_cell (listing, 0);
  level = strspn (name, " ");
  name = g_strstrip (name);
  self->has_rows = self->is_free = TRUE;
  if (is_first && self->is_tree && level == 0 && strcmp (name, TOTAL) == 0)
    {
      self->has_total = TRUE;
      return add_values (self, CYAN_NODE_ROOT, error);
    }
  if (self->has_total && level > 0)
    level--;
  function = cyan_profile_builder_function (
      self->listing.builder, cyan_frame_name (self->listing.strings, name, strlen (name)),
      string_in (self, self->module), string_in (self, self->file), 0, 0);
  return cyan_listing_add (&self->listing, self->is_tree ? (guint) level : 0, function, 0, 0, error)
         && add_values (self, cyan_listing_node (&self->listing), error);
}

/* A function without a cost of its own is there because of those that it calls. */
static void
end (CyanListing *listing)
{
  const Reader *self = (const Reader *) listing;

  if (!self->is_tree)
    return;
  if (!self->is_free)
    cyan_profile_builder_warn (listing->builder,
                               _ ("the report has own values only, so nothing tells whether lines "
                                  "behind line %" PRIu64 " are missing"),
                               cyan_input_line_number (listing->input));
  else
    cyan_profile_builder_warn (listing->builder,
                               _ ("the last line costs nothing and calls nothing: lines below it "
                                  "are missing, so the file was cut"));
}

static gboolean
vtune_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanListingForm form = { read_header, read_row, .end = end };
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  Reader self = { .columns = columns };

  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  if (!cyan_listing_read (&self.listing, &form, input, builder, error))
    return FALSE;
  if (!self.is_tree)
    cyan_profile_builder_warn (
        builder, _ ("a list of functions without stacks; the report top-down has them"));
  return TRUE;
}

/* The header comes first, but for warnings. */
static int
vtune_sniff (const char *head, gsize length)
{
  const char *at = head, *end = head + length, *stop;
  gboolean is_tree;

  if (cyan_bytes_begin (head, length, "\357\273\277"))
    at += 3;
  for (guint n = 0; n < MAX_WARNINGS && (stop = memchr (at, '\n', (gsize) (end - at))) != NULL; n++)
    {
      g_autofree char *line = g_strndup (at, (gsize) (stop - at));

      if (header_delimiter (line, &is_tree) != 0)
        return is_tree ? 95 : 80;
      if (!g_str_has_prefix (line, "war:"))
        return 0;
      at = stop + 1;
    }
  return 0;
}

const CyanFormat cyan_format_vtune = {
  .name = "vtune",
  .label = "report of VTune",
  .sniff = vtune_sniff,
  .read = vtune_read,
};
