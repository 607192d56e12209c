/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the reports of macOS' sample(1): a header, the call graph of each thread, and tables that
 * are not needed.
 *
 *   Call graph:
 *       825 Thread_15758523   DispatchQueue_1: com.apple.main-thread  (serial)
 *       + 825 start  (in libdyld.dylib) + 1  [0x7fff737cf3d5]
 *       +   812 main  (in rg) + 41  [0x10384b549]  main.c:12
 *
 * A level is two characters of "+!:| ".  A line has the samples in which its function was on the
 * stack there, called from the line above it; it is listed once for each return address.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-system.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-listing.h"

#include <string.h>

#define GRAPH             "Call graph:"
#define TABLE             "Total number in stack"
#define FIRST_INDENT      4
#define INDENT_CHARACTERS " +!:|"

typedef struct
{
  CyanListing listing;
  guint n_threads;
} Reader;

/* Reads "Process:         rg [64751]", and what else the header says. */
static gboolean
read_header (CyanListing *listing, char *line, GError **error)
{
  static const struct
  {
    const char *label, *key;
  } known[] = {
    { "Process:", "command" },
    { "Date/Time:", "recorded" },
    { "OS Version:", "system" },
  };

  listing->has_header = g_str_has_prefix (line, GRAPH);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_has_prefix (line, known[i].label))
      {
        g_autofree char *value = g_strstrip (g_strdup (line + strlen (known[i].label)));
        char *process = i == 0 ? strrchr (value, '[') : NULL;

        if (process != NULL)
          *process = '\0';
        if (*g_strchomp (value) != '\0')
          cyan_profile_builder_set_meta (listing->builder, known[i].key, value);
      }
  return TRUE;
}

/* The name of the thread in [@text, @end), "Thread_12   DispatchQueue_1: NAME  (serial)" or
 * "Thread_12: NAME", without the numbers, which differ from run to run. */
static CyanStr
thread_name (Reader *self, const char *text, const char *end)
{
  static const char *const numbered[] = { "Thread_", "DispatchQueue_" };
  static const char *const kinds[] = { "(serial)", "(concurrent)" };

  for (guint i = 0; i < G_N_ELEMENTS (numbered); i++)
    if (cyan_bytes_begin (text, (gsize) (end - text), numbered[i]))
      {
        text += strlen (numbered[i]);
        while (text < end && g_ascii_isxdigit (*text))
          text++;
        while (text < end && (*text == ':' || *text == ' '))
          text++;
      }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (cyan_line_ends ((CyanLine){ text, end }, kinds[i]))
      end -= strlen (kinds[i]);
  while (end > text && end[-1] == ' ')
    end--;
  return text < end ? cyan_strings_add (self->listing.strings, text, end - text)
                    : cyan_strings_add (self->listing.strings, "Thread", -1);
}

/* Reads "main.c:12", which follows the address, up to @end. */
static void
read_source (Reader *self, const char *text, const char *end, CyanFunction *function, guint32 *line)
{
  const char *colon;
  guint64 number;

  while (text < end && *text == ' ')
    text++;
  colon = memrchr (text, ':', (gsize) (end - text));
  if (colon == NULL || colon == text
      || !cyan_parse_uint64 (colon + 1, (gsize) (end - colon - 1), &number))
    return;
  function->file = cyan_strings_add (self->listing.strings, text, colon - text);
  *line = number <= G_MAXINT32 ? (guint32) number : 0;
}

/* Reads "start  (in libdyld.dylib) + 1  [0x7fff737cf3d5]" and sets the line at which the function
 * was. */
static guint32
read_function (Reader *self, const char *text, const char *end, guint32 *line)
{
  static const char in[] = "  (in ";
  CyanFunction function = { 0 };
  const char *address = memrchr (text, '[', (gsize) (end - text));
  const char *stop = address != NULL ? address : end;
  const char *module = NULL;

  *line = 0;
  for (const char *at = text; (at = memmem (at, (gsize) (stop - at), in, strlen (in))) != NULL;
       at++)
    module = at;
  if (module != NULL)
    {
      const char *name = module + strlen (in);
      const char *close = memchr (name, ')', (gsize) (stop - name));

      if (close != NULL && *name != '<')
        function.module = cyan_strings_add (self->listing.strings, name, close - name);
      stop = module;
    }
  if (address != NULL && (address = memchr (address, ']', (gsize) (end - address))) != NULL)
    read_source (self, address + 1, end, &function, line);
  function.name = cyan_frame_name (self->listing.strings, text, (gsize) (stop - text));
  return cyan_profile_builder_add_function (self->listing.builder, &function);
}

/* Reads a line of the call graph, or the first one behind it. */
static gboolean
read_row (CyanListing *listing, char *line, GError **error)
{
  Reader *self = (Reader *) listing;
  const char *end = g_strchomp (line) + strlen (line);
  gsize indent = strspn (line, INDENT_CHARACTERS);
  const char *digits = line + indent, *text = digits + strspn (digits, "0123456789");
  guint64 samples;
  guint32 function, at = 0;

  listing->has_ended = g_str_has_prefix (line, TABLE);
  if (listing->has_ended || *line == '\0')
    return TRUE;
  if (indent < FIRST_INDENT || indent % 2 != 0 || *text != ' '
      || !cyan_parse_uint64 (digits, (gsize) (text - digits), &samples))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("expected a number of samples and a function"));
  if (indent == FIRST_INDENT)
    {
      function = cyan_profile_builder_named (listing->builder, thread_name (self, text + 1, end));
      self->n_threads++;
    }
  else
    function = read_function (self, text + 1, end, &at);
  return cyan_listing_add (listing, (guint) ((indent - FIRST_INDENT) / 2), function, at,
                           (double) samples, error);
}

static void
end (CyanListing *self)
{
  if (self->has_header && !self->has_ended)
    cyan_profile_builder_warn (self->builder,
                               _ ("the file ends in its call graph: it may have been cut"));
}

static gboolean
apple_sample_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanListingForm form = { read_header, read_row, .end = end };
  Reader self = { 0 };

  cyan_profile_builder_metric (builder, "samples", "samples");
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 1);
  if (!cyan_listing_read (&self.listing, &form, input, builder, error))
    return FALSE;
  if (!self.listing.has_header)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: the file ends before its call graph"),
                      cyan_input_name (input));
  cyan_profile_builder_set_threads (builder, self.n_threads);
  return TRUE;
}

static int
apple_sample_sniff (const char *head, gsize length)
{
  if (!cyan_bytes_begin (head, length, "Analysis of sampling "))
    return 0;
  return cyan_bytes_have (head, length, "\n" GRAPH) ? 98 : 60;
}

const CyanFormat cyan_format_apple_sample = {
  .name = "apple-sample",
  .label = "report of sample",
  .sniff = apple_sample_sniff,
  .read = apple_sample_read,
};
