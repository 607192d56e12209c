/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the files of valgrind's massif: snapshots of the heap, some of them with a tree of who
 * allocated what is in use.  massif/ms_main.c of valgrind defines it.
 *
 *   heap_tree=peak
 *   n2: 8000 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
 *    n0: 6000 0x1092EE: keep (work.c:12)
 *    n1: 2000 0x109334: main (work.c:17)
 *     n0: 2000 ...
 *
 * A line has the number of its children and what they have together.  The children of a function
 * are its callers, so a path from a leaf up to the first line is a stack.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-lines.h"
#include "cyan-scratch.h"
#include "cyan-valgrind-frame.h"

#include <string.h>

/* Stands for callers that massif does not list, since each allocated little. */
#define REST "[below the threshold]"

/* massif writes at most 200 frames. */
#define MAX_DEPTH 1000

/* A line of a tree. */
typedef struct
{
  CyanStr text;   /* after the bytes */
  guint32 parent; /* the line of the callee; the first line has itself */
  guint32 n_left; /* children that are still to come */
  guint32 depth;
  guint64 bytes; /* of its own: without those of its children */
} Line;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanCharge charge;
  GArray *lines;     /* of Line: the tree of the current snapshot */
  GArray *best;      /* the tree that is shown */
  GHashTable *about; /* of the current snapshot: "time", "mem_heap_B", ... */
  GHashTable *about_best;
  guint64 n_left;    /* lines of the tree that are still to come */
  gboolean is_peak;  /* it is the peak */
  gboolean has_peak; /* the best is the peak */
  guint n_detailed;
} Reader;

static gboolean
is_rest (const char *text)
{
  return g_str_has_prefix (text, "in ") && strstr (text, "below massif's threshold") != NULL;
}

/* Reads "n2: 8000 TEXT" below the line to which it belongs. */
static gboolean
read_tree_line (Reader *self, const char *text, GError **error)
{
  guint32 n = self->lines->len;
  Line line = { .parent = n > 0 ? n - 1 : 0 };
  gsize digits = *text == 'n' ? strspn (text + 1, "0123456789") : 0;
  const char *bytes = text + 1 + digits + 2;
  guint64 n_children;
  Line *up;

  if (digits == 0 || strncmp (text + 1 + digits, ": ", 2) != 0
      || !cyan_parse_uint64 (text + 1, digits, &n_children) || n_children > G_MAXINT32
      || !cyan_parse_uint64 (bytes, strspn (bytes, "0123456789"), &line.bytes))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("not a line of a heap tree"));
  text = bytes + strspn (bytes, "0123456789");
  line.n_left = (guint32) n_children;
  line.text = cyan_strings_add (self->strings, *text == ' ' ? text + 1 : text, -1);
  if (n > 0)
    {
      while ((up = &g_array_index (self->lines, Line, line.parent))->n_left == 0)
        line.parent = up->parent;
      up->n_left--;
      line.depth = up->depth + 1;
      if (line.depth > MAX_DEPTH)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("a stack of more than %u frames"),
                          MAX_DEPTH);
      if (line.bytes > up->bytes)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("more bytes than are left for it"));
      up->bytes -= line.bytes;
    }
  cyan_charge_append (&self->charge, self->lines, line);
  return cyan_budget_check (self->charge.budget, 0, error);
}

/* Keeps the peak, or else the last tree. */
static void
keep_tree (Reader *self)
{
  GArray *tree = self->best;
  GHashTable *about = self->about_best;

  self->n_detailed++;
  if (self->has_peak && !self->is_peak)
    return;
  self->has_peak = self->is_peak;
  self->best = self->lines;
  self->lines = tree;
  self->about_best = self->about;
  self->about = about;
}

/* Reads "KEY=VALUE" and "KEY: VALUE", and the lines of a tree. */
static gboolean
read_line (gpointer data, char *line, gsize length, GError **error)
{
  Reader *self = data;
  char *sign = strpbrk (line, "=:");

  if (self->n_left > 0)
    {
      if (!read_tree_line (self, g_strchug (line), error))
        return FALSE;
      self->n_left += g_array_index (self->lines, Line, self->lines->len - 1).n_left;
      if (--self->n_left == 0)
        keep_tree (self);
      return TRUE;
    }
  if (*line == '\0' || *line == '#')
    return TRUE;
  if (sign == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("not a line of this format"));
  if (*sign == ':')
    {
      g_autofree char *value = g_utf8_make_valid (g_strstrip (sign + 1), -1);

      *sign = '\0';
      if (strcmp (line, "cmd") == 0)
        cyan_profile_builder_set_meta (self->builder, "command", value);
      else if (strcmp (line, "time_unit") == 0)
        cyan_profile_builder_set_meta (self->builder, "time unit", value);
      return TRUE;
    }
  *sign = '\0';
  if (strcmp (line, "snapshot") == 0)
    g_hash_table_remove_all (self->about);
  if (strcmp (line, "heap_tree") != 0)
    {
      if (g_hash_table_size (self->about) < 16)
        g_hash_table_insert (self->about, g_strdup (line), g_utf8_make_valid (sign + 1, -1));
      return TRUE;
    }
  if (strcmp (sign + 1, "empty") == 0)
    return TRUE;
  cyan_charge_drop (&self->charge, self->lines->len * sizeof (Line));
  g_array_set_size (self->lines, 0);
  self->n_left = 1;
  self->is_peak = strcmp (sign + 1, "peak") == 0;
  return TRUE;
}

static CyanValgrindFrame
frame_of (Reader *self, guint32 at)
{
  const Line *line = &g_array_index (self->best, Line, at);
  const char *text = at != 0 ? cyan_strings_get (self->strings, line->text) : REST;

  if (is_rest (text))
    text = REST;
  return cyan_valgrind_frame_parse (self->strings, text, strlen (text));
}

/* Adds the stack of line @at, whose first frame is the outermost caller. */
static gboolean
add_stack (Reader *self, guint32 at, GError **error)
{
  const Line *lines = &g_array_index (self->best, Line, 0);
  double bytes = (double) lines[at].bytes;
  CyanNode node = CYAN_NODE_ROOT;
  guint32 call_site = 0;

  do
    {
      CyanValgrindFrame frame = frame_of (self, at);

      node = cyan_profile_builder_child (
          self->builder, node, cyan_profile_builder_add_function (self->builder, &frame.function),
          call_site, error);
      if (node == CYAN_NODE_NONE)
        return FALSE;
      call_site = frame.line;
      at = lines[at].parent;
    }
  while (at != 0);
  cyan_profile_builder_add (self->builder, 0, node, bytes);
  return TRUE;
}

/* Says which snapshot is shown, and what of it has no stack. */
static void
describe (Reader *self)
{
  static const struct
  {
    const char *key, *name;
  } keys[] = { { "snapshot", "snapshot" },
               { "time", "time" },
               { "mem_heap_extra_B", "bytes of the allocator" },
               { "mem_stacks_B", "bytes of stacks" } };
  const char *number = g_hash_table_lookup (self->about_best, "snapshot");

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *value = g_hash_table_lookup (self->about_best, keys[i].key);

      if (value != NULL)
        cyan_profile_builder_set_meta (self->builder, keys[i].name, value);
    }
  cyan_profile_builder_warn (
      self->builder,
      self->has_peak
          ? ngettext ("what was in use at the peak: snapshot %s, of %u with a tree",
                      "what was in use at the peak: snapshot %s, of %u with a tree",
                      self->n_detailed)
          : ngettext (
              "there is no peak: what was in use at snapshot %s, of %u with a tree",
              "there is no peak: what was in use at snapshot %s, the last of %u with a tree",
              self->n_detailed),
      number != NULL ? number : "?", self->n_detailed);
}

static gboolean
build (Reader *self, GError **error)
{
  if (self->n_left > 0)
    return cyan_input_fail_line (self->input, error, _ ("the file ends within a heap tree"));
  if (self->best->len == 0)
    return cyan_input_fail_line (self->input, error, _ ("no snapshot has a tree"));
  cyan_profile_builder_metric (self->builder, "in use", "bytes");
  for (guint32 i = 0; i < self->best->len; i++)
    if (g_array_index (self->best, Line, i).bytes > 0 && !add_stack (self, i, error))
      return FALSE;
  cyan_profile_builder_set_unordered (self->builder);
  describe (self);
  return TRUE;
}

static gboolean
massif_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = {
    .input = input,
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .lines = cyan_scratch_array (&scratch, sizeof (Line)),
    .best = cyan_scratch_array (&scratch, sizeof (Line)),
    .about = cyan_scratch_table (&scratch, g_str_hash, g_str_equal, g_free, g_free),
    .about_best = cyan_scratch_table (&scratch, g_str_hash, g_str_equal, g_free, g_free),
  };

  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  return cyan_lines_read (input, read_line, &self, error) && build (&self, error);
}

static int
massif_sniff (const char *head, gsize length)
{
  return cyan_bytes_begin (head, length, "desc:") && cyan_bytes_have (head, length, "\ntime_unit: ")
                 && cyan_bytes_have (head, length, "\n#-----------")
                 && cyan_bytes_have (head, length, "\nsnapshot=")
             ? 98
             : 0;
}

const CyanFormat cyan_format_massif = {
  .name = "massif",
  .label = "heap profile of massif",
  .sniff = massif_sniff,
  .read = massif_read,
};
