/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the call graphs of FreeBSD's `pmcstat -G`: for each event the functions in which samples
 * were taken, with their callers below them.
 *
 *   @ inst_retired.any [35705 samples]
 *
 *   20.86%  [7447]     zfs_lz4_compress @ /boot/kernel/zfs.ko
 *    100.0%  [7447]      zio_compress_data
 *
 * A level is one blank at the beginning.  The module is printed where it differs from that of the
 * line before.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-system.h"
#include "cyan-i18n.h"
#include "cyan-listing.h"
#include "cyan-number.h"

#include <string.h>

#define MAX_EVENTS 64

typedef struct
{
  CyanListing listing;
  GPtrArray *events; /* of char *: names of metrics */
  CyanStr module;    /* of the line before */
  guint64 n_odd, first_odd;
} Reader;

/* A line of the graph; nothing is copied. */
typedef struct
{
  guint level;
  guint64 samples;
  const char *name, *name_end;
  const char *module; /* up to the end of the line, or NULL */
} Line;

static gboolean
parse_line (const char *text, gsize length, Line *line)
{
  const char *end = text + length, *at = text + strspn (text, " "), *digits;

  line->level = (guint) (at - text);
  digits = at;
  at += strspn (at, "0123456789.");
  if (at == digits || !g_str_has_prefix (at, "%  ["))
    return FALSE;
  digits = at += strlen ("%  [");
  at += strspn (at, "0123456789");
  if (*at != ']' || !cyan_parse_uint64 (digits, (gsize) (at - digits), &line->samples))
    return FALSE;
  line->name = at + 1 + strspn (at + 1, " ");
  line->module = memmem (line->name, (gsize) (end - line->name), " @ ", 3);
  line->name_end = line->module != NULL ? line->module : end;
  if (line->module != NULL)
    line->module += 3;
  return line->name < line->name_end;
}

/* Takes @name. */
static void
add_event (Reader *self, char *name)
{
  g_ptr_array_add (self->events, name);
  cyan_profile_builder_metric (self->listing.builder, name, "samples");
}

/* Reads "@ inst_retired.any [35705 samples]". */
static gboolean
read_event (Reader *self, const char *text, GError **error)
{
  const char *bracket = strrchr (text, '[');
  g_autofree char *name = NULL;
  guint index;

  name = bracket != NULL ? g_strndup (text + 2, (gsize) (bracket - text - 2)) : g_strdup (text + 2);
  g_strstrip (name);
  if (!cyan_listing_leave (&self->listing, 0, error))
    return FALSE;
  if (!g_ptr_array_find_with_equal_func (self->events, name, g_str_equal, &index))
    {
      if (self->events->len == MAX_EVENTS)
        return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("more than %d events"), MAX_EVENTS);
      index = self->events->len;
      add_event (self, g_steal_pointer (&name));
    }
  self->listing.metric = index;
  return TRUE;
}

static gboolean
read_node (Reader *self, const Line *line, GError **error)
{
  CyanStr name =
      cyan_frame_name (self->listing.strings, line->name, (gsize) (line->name_end - line->name));
  guint32 function;

  if (line->module != NULL)
    {
      const char *slash = strrchr (line->module, '/');

      self->module =
          cyan_strings_add (self->listing.strings, slash != NULL ? slash + 1 : line->module, -1);
    }
  if (self->events->len == 0)
    add_event (self, g_strdup ("samples"));
  function = cyan_profile_builder_function (self->listing.builder, name, self->module,
                                            CYAN_STR_EMPTY, 0, 0);
  return cyan_listing_add (&self->listing, line->level, function, 0, (double) line->samples, error);
}

static gboolean
read_row (CyanListing *listing, char *text, GError **error)
{
  Reader *self = (Reader *) listing;
  Line line;

  g_strchomp (text);
  if (g_str_has_prefix (text, "@ "))
    return read_event (self, text, error);
  if (parse_line (text, strlen (text), &line))
    return read_node (self, &line, error);
  if (*text != '\0' && self->n_odd++ == 0)
    self->first_odd = cyan_input_line_number (self->listing.input);
  return TRUE;
}

static gboolean
pmcstat_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanListingForm form = { NULL, read_row };
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func (g_free);
  Reader self = { .listing = { .is_inverted = TRUE }, .events = events };
  gboolean ok;

  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 1);
  ok = cyan_listing_read (&self.listing, &form, input, builder, error);
  cyan_profile_builder_warn_n (
      builder, self.n_odd,
      "%'" PRIu64 " line belongs to no stack and was left out, it is line %" PRIu64,
      "%'" PRIu64 " lines belong to no stack and were left out, line %" PRIu64 " the first",
      self.n_odd, self.first_odd);
  return ok;
}

/* The first line names the event, or is already one of the graph. */
static int
pmcstat_sniff (const char *head, gsize length)
{
  static const char samples[] = " samples]";
  const char *stop = memchr (head, '\n', length);
  g_autofree char *first = NULL;
  Line line;

  if (stop == NULL || stop - head > 1000)
    return 0;
  first = g_strchomp (g_strndup (head, (gsize) (stop - head)));
  if (g_str_has_prefix (first, "@ ") && g_str_has_suffix (first, samples))
    return 95;
  return parse_line (first, strlen (first), &line) && line.level == 0 ? 90 : 0;
}

const CyanFormat cyan_format_pmcstat = {
  .name = "pmcstat",
  .label = "call graph of pmcstat",
  .sniff = pmcstat_sniff,
  .read = pmcstat_read,
};
