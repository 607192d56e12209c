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

#include "cyan-line.h"
#include "cyan-listing.h"

#include <string.h>

#define ROOT "[Root]"

/* The columns, which the first line names. */
enum
{
  PROCESS,
  STACK,
  MODULE,
  FUNCTION,
  WEIGHT,
};

static gboolean
step (CyanListing *self, CyanNode *node, CyanStr module, CyanStr name, GError **error)
{
  guint32 function =
      cyan_profile_builder_function (self->builder, name, module, CYAN_STR_EMPTY, 0, 0);

  *node = cyan_profile_builder_child (self->builder, *node, function, 0, error);
  return *node != CYAN_NODE_NONE;
}

/* Goes to the frame "module!name", which ends at @end. */
static gboolean
enter_frame (CyanListing *self, CyanNode *node, const char *frame, const char *end, GError **error)
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
enter_stack (CyanListing *self, CyanNode *node, GError **error)
{
  const char *at = cyan_listing_cell (self, self->column[STACK]), *last = "";
  const char *module = cyan_listing_cell (self, self->column[MODULE]);
  const char *function = cyan_listing_cell (self, self->column[FUNCTION]);
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
read_row (CyanListing *self, char *line, GError **error)
{
  CyanNode node = CYAN_NODE_ROOT;
  double value;

  if (!cyan_listing_value (self, self->column[WEIGHT], &value, error)
      || !step (self, &node, CYAN_STR_EMPTY, cyan_listing_str (self, self->column[PROCESS]), error)
      || !enter_stack (self, &node, error))
    return FALSE;
  cyan_profile_builder_add (self->builder, 0, node, value);
  return TRUE;
}

static gboolean
xperf_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const char *const columns[] = { "Process Name", "Stack",  "Module",
                                         "Function",     "Weight", NULL };
  static const CyanListingForm form = { NULL, read_row, columns };
  CyanListing self = { .delimiter = ',', .strips = TRUE };

  cyan_profile_builder_metric (builder, "time", "ms");
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  return cyan_listing_read (&self, &form, input, builder, error);
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
    if (!cyan_bytes_have (head, (gsize) (stop - head), columns[i]))
      return 0;
  return 95;
}

const CyanFormat cyan_format_xperf = {
  .name = "xperf",
  .label = "samples of xperf",
  .sniff = xperf_sniff,
  .read = xperf_read,
};
