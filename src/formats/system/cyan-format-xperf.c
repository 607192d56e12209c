/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the table of samples that the viewer of Microsoft's xperf exports as CSV: a row for each
 * sample, with its stack from the root on.
 *
 *   Process Name, Process, Stack, Module, Function, Thread ID, Weight, Count
 *   a.exe, a.exe (4144), [Root]/ntdll.dll!_start/a.exe!main, a.exe, main, 5104, 1.0012, 1
 *
 * "?" is a stack that was not recorded.  The function of the sample is not always on its stack.
 */
#include "cyan-format-entry.h"

#include "cyan-cells.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-lines.h"
#include "cyan-number.h"

#include <string.h>

#define ROOT "[Root]"

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  GPtrArray *cells;
  int process, stack, module, function, weight;
  gboolean has_header;
} Reader;

static void
split (Reader *self, char *line)
{
  cyan_cells_split (line, ',', self->cells);
  for (guint i = 0; i < self->cells->len; i++)
    g_strstrip (g_ptr_array_index (self->cells, i));
}

static void
read_header (Reader *self, char *line)
{
  split (self, line);
  self->process = cyan_cells_find (self->cells, "Process Name");
  self->stack = cyan_cells_find (self->cells, "Stack");
  self->module = cyan_cells_find (self->cells, "Module");
  self->function = cyan_cells_find (self->cells, "Function");
  self->weight = cyan_cells_find (self->cells, "Weight");
  self->has_header = TRUE;
}

static gboolean
step (Reader *self, CyanNode *node, CyanStr module, CyanStr name, GError **error)
{
  guint32 function =
      cyan_profile_builder_function (self->builder, name, module, CYAN_STR_EMPTY, 0, 0);

  *node = cyan_profile_builder_child (self->builder, *node, function, 0, error);
  return *node != CYAN_NODE_NONE;
}

/* Goes to the frame "module!name", which ends at @end. */
static gboolean
enter_frame (Reader *self, CyanNode *node, const char *frame, const char *end, GError **error)
{
  const char *mark = memchr (frame, '!', (gsize) (end - frame));
  const char *name = mark != NULL ? mark + 1 : frame;

  return step (self, node,
               mark != NULL ? cyan_strings_add (self->strings, frame, mark - frame)
                            : CYAN_STR_EMPTY,
               cyan_strings_add (self->strings, name, end - name), error);
}

/* Goes to the last frame of the stack, and to the function of the sample if it is not there. */
static gboolean
enter_stack (Reader *self, CyanNode *node, GError **error)
{
  const char *at = cyan_cells_get (self->cells, self->stack), *last = "";
  const char *module = cyan_cells_get (self->cells, self->module);
  const char *function = cyan_cells_get (self->cells, self->function);
  g_autofree char *leaf = g_strdup_printf ("%s!%s", module, function);

  while (strcmp (at, "?") != 0 && *at != '\0')
    {
      const char *end = strchrnul (at, '/');

      last = at;
      if (strncmp (at, ROOT, strlen (ROOT)) != 0 && !enter_frame (self, node, at, end, error))
        return FALSE;
      at = end + (*end == '/');
    }
  return strcmp (last, leaf) == 0 || *function == '\0'
         || step (self, node, cyan_strings_add (self->strings, module, -1),
                  cyan_strings_add (self->strings, function, -1), error);
}

static gboolean
read_line (gpointer data, char *line, gsize length, GError **error)
{
  Reader *self = data;
  CyanNode node = CYAN_NODE_ROOT;
  const char *process, *weight;
  double value;

  if (length == 0)
    return TRUE;
  if (!self->has_header)
    {
      read_header (self, line);
      return TRUE;
    }
  split (self, line);
  process = cyan_cells_get (self->cells, self->process);
  weight = cyan_cells_get (self->cells, self->weight);
  if (!cyan_parse_double (weight, strlen (weight), &value))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not a number"), weight);
  if (!step (self, &node, CYAN_STR_EMPTY, cyan_strings_add (self->strings, process, -1), error)
      || !enter_stack (self, &node, error))
    return FALSE;
  cyan_profile_builder_add (self->builder, 0, node, value);
  return TRUE;
}

static gboolean
xperf_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  Reader self = { .builder = builder, .strings = cyan_profile_builder_strings (builder) };
  gboolean ok;

  self.cells = g_ptr_array_new ();
  cyan_profile_builder_metric (builder, "time", "ms");
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (builder);
  ok = cyan_lines_read (input, read_line, &self, error);
  g_ptr_array_unref (self.cells);
  return ok;
}

/* Takes a first line that has all the columns. */
static int
xperf_sniff (const char *head, gsize length)
{
  static const char *const columns[] = { "Process Name,", " Stack,", " Module,", " Function,",
                                         " Weight," };
  const char *stop = memchr (head, '\n', length);

  if (stop == NULL)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (memmem (head, (gsize) (stop - head), columns[i], strlen (columns[i])) == NULL)
      return 0;
  return 95;
}

const CyanFormat cyan_format_xperf = {
  .name = "xperf",
  .label = "samples of xperf",
  .sniff = xperf_sniff,
  .read = xperf_read,
};
