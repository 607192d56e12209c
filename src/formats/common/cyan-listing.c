/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open nodes of an indented listing, and the self values of those that it has left. */
#include "cyan-listing.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-scratch.h"

#include <string.h>

typedef struct
{
  guint32 function;
  CyanNode node; /* not in inverted listings */
  guint32 line;
  double left;    /* the total without that of the children so far */
  double claimed; /* the same of what the line claims, without its own value */
  double slack;   /* of @claimed */
} Level;

typedef struct
{
  guint metric;
  CyanNode node;
  double value;
} Value;

/* Leaves all nodes, gives the values to the builder, and warns of what is odd. */
static gboolean
finish (CyanListing *self, GError **error)
{
  if (!cyan_listing_leave (self, 0, error))
    return FALSE;
  for (guint i = 0; i < self->values->len; i++)
    {
      const Value *value = &g_array_index (self->values, Value, i);

      cyan_profile_builder_add (self->builder, value->metric, value->node, value->value);
    }
  cyan_profile_builder_warn_n (self->builder, self->n_negative,
                               "%'" PRIu64 " line has less than the lines below it together",
                               "%'" PRIu64 " lines have less than the lines below them together",
                               self->n_negative);
  return TRUE;
}

static gboolean
read_line (CyanListing *self, char *line, gsize length, GError **error)
{
  const CyanListingForm *form = self->form;

  if (length == 0 && !form->blanks)
    return TRUE;
  if (self->delimiter != 0)
    cyan_listing_split (self, line);
  if (self->has_header || (form->header == NULL && form->columns == NULL))
    return form->row (self, line, error);
  for (guint i = 0; form->columns != NULL && form->columns[i] != NULL; i++)
    {
      g_assert (i < G_N_ELEMENTS (self->column));
      self->column[i] = cyan_listing_find (self, form->columns[i]);
    }
  self->has_header = form->header == NULL;
  return self->has_header || form->header (self, line, error);
}

static gboolean
read_lines (CyanListing *self, GError **error)
{
  g_autoptr (GError) reason = NULL;
  char *line;
  gsize length;
  int got = 0;

  while (!self->has_ended && (got = cyan_input_line (self->input, &line, &length, error)) > 0)
    if (!read_line (self, line, length, &reason))
      return cyan_fail_at (error, reason, _ ("%s: line %" PRIu64), cyan_input_name (self->input),
                           cyan_input_line_number (self->input));
  if (got >= 0 && self->form->end != NULL)
    self->form->end (self);
  return got >= 0
         && (finish (self, &reason)
             || cyan_fail_at (error, reason, "%s", cyan_input_name (self->input)));
}

gboolean
cyan_listing_read (CyanListing *self,
                   const CyanListingForm *form,
                   CyanInput *input,
                   CyanProfileBuilder *builder,
                   GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };

  self->form = form;
  self->input = input;
  self->builder = builder;
  self->strings = cyan_profile_builder_strings (builder);
  self->cells = cyan_scratch_pointers (&scratch, NULL);
  self->open = cyan_scratch_array (&scratch, sizeof (Level));
  self->values = cyan_scratch_array (&scratch, sizeof (Value));
  cyan_scratch_charge (&scratch, &self->charge, cyan_profile_builder_budget (builder));
  cyan_profile_builder_set_unordered (builder);
  return read_lines (self, error);
}

void
cyan_listing_split (CyanListing *self, char *line)
{
  char *at = line;
  gboolean has_more;

  g_ptr_array_set_size (self->cells, 0);
  do
    {
      gboolean quoted = FALSE;
      char *to = at;

      g_ptr_array_add (self->cells, to);
      for (; *at != '\0' && (quoted || *at != self->delimiter); at++)
        if (*at != '"')
          *to++ = *at;
        else if (quoted && at[1] == '"')
          *to++ = *at++;
        else
          quoted = !quoted;
      self->is_unclosed = quoted;
      has_more = *at != '\0';
      at += has_more;
      *to = '\0';
      if (self->strips)
        g_strstrip (g_ptr_array_index (self->cells, self->cells->len - 1));
    }
  while (has_more);
}

int
cyan_listing_find (const CyanListing *self, const char *name)
{
  for (guint i = 0; i < self->cells->len; i++)
    if (strcmp (g_ptr_array_index (self->cells, i), name) == 0)
      return (int) i;
  return -1;
}

char *
cyan_listing_cell (CyanListing *self, int index)
{
  return index >= 0 && (guint) index < self->cells->len ? g_ptr_array_index (self->cells, index)
                                                        : self->none;
}

CyanStr
cyan_listing_str (CyanListing *self, int index)
{
  return cyan_strings_add (self->strings, cyan_listing_cell (self, index), -1);
}

gboolean
cyan_listing_number (const char *text, gsize length, double *value, GError **error)
{
  return cyan_parse_double (text, length, value)
         || cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not a number"), text);
}

gboolean
cyan_listing_value (CyanListing *self, int index, double *value, GError **error)
{
  const char *text = cyan_listing_cell (self, index);

  return cyan_listing_number (text, strlen (text), value, error);
}

static Level *
last (CyanListing *self)
{
  return &g_array_index (self->open, Level, self->open->len - 1);
}

CyanNode
cyan_listing_node (const CyanListing *self)
{
  return g_array_index (self->open, Level, self->open->len - 1).node;
}

/* The node of the last open level. */
static CyanNode
node_of_last (CyanListing *self, GError **error)
{
  CyanNode node = CYAN_NODE_ROOT;

  if (!self->is_inverted)
    return last (self)->node;
  for (guint i = self->open->len; i-- > 0 && node != CYAN_NODE_NONE;)
    node = cyan_profile_builder_child (self->builder, node,
                                       g_array_index (self->open, Level, i).function, 0, error);
  return node;
}

gboolean
cyan_listing_leave (CyanListing *self, guint level, GError **error)
{
  while (self->open->len > level)
    {
      Value value = { self->metric, CYAN_NODE_NONE, last (self)->left };

      if (value.value > 0)
        {
          value.node = node_of_last (self, error);
          if (value.node == CYAN_NODE_NONE)
            return FALSE;
          cyan_charge_append (&self->charge, self->values, value);
        }
      self->n_negative += value.value < 0;
      cyan_charge_drop (&self->charge, sizeof (Level));
      g_array_set_size (self->open, self->open->len - 1);
    }
  return TRUE;
}

gboolean
cyan_listing_add (
    CyanListing *self, guint level, guint32 function, guint32 line, double total, GError **error)
{
  Level opened = { .function = function, .line = line, .left = total };
  CyanNode parent = CYAN_NODE_ROOT;
  guint32 call_site = 0;

  if (level > self->open->len)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("indented more than one level deeper than the line before"));
  if (!cyan_listing_leave (self, level, error))
    return FALSE;
  if (level > 0)
    {
      last (self)->left -= total;
      parent = last (self)->node;
      call_site = last (self)->line;
    }
  if (!self->is_inverted)
    {
      opened.node = cyan_profile_builder_child (self->builder, parent, function, call_site, error);
      if (opened.node == CYAN_NODE_NONE)
        return FALSE;
    }
  cyan_charge_append (&self->charge, self->open, opened);
  return TRUE;
}

void
cyan_listing_claim (CyanListing *self, double total, double own, double slack)
{
  guint n = self->open->len;

  last (self)->claimed = total - own;
  last (self)->slack = slack;
  if (n > 1)
    {
      Level *parent = &g_array_index (self->open, Level, n - 2);

      parent->claimed -= total;
      parent->slack += slack;
    }
  else
    self->claimed += total;
}

void
cyan_listing_warn_short (CyanListing *self)
{
  double most = 0;

  for (guint i = 0; i < self->open->len; i++)
    {
      const Level *level = &g_array_index (self->open, Level, i);

      if (level->claimed > level->slack * 1.001)
        most = MAX (most, level->claimed);
    }
  if (most > 0)
    cyan_profile_builder_warn (self->builder,
                               _ ("the last lines add up to less than the lines above them say, "
                                  "%.2g %% of the whole is missing: the file may have been cut"),
                               100 * most / self->claimed);
}

void
cyan_listing_drop (CyanListing *self)
{
  g_array_set_size (self->open, 0);
  g_array_set_size (self->values, 0);
  self->n_negative = 0;
}
