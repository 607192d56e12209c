/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads and saves profiles. */
#include "cyan-converter.h"
#include "cyan-error.h"
#include "cyan-format-find.h"
#include "cyan-format.h"
#include "cyan-hot-profile.h"
#include "cyan-i18n.h"
#include "cyan-output.h"
#include "cyan-recursion.h"
#include "cyan-slice.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>
#include <string.h>

/* The share of reading in the whole work of loading.  The rest is the builder's. */
#define READING_SHARE 0.9

/* A profile that is loaded. */
typedef struct
{
  CyanInput *input;
  const CyanLoadOptions *options;
  CyanSlice *const *slices; /* each may be NULL: all of it */
  guint n_slices;
  const CyanFormat *format; /* NULL: it is not known, and for the user's reader */
  CyanBudget *budget;
  CyanProfileBuilder *builder;
  CyanCallSink *sampler; /* of the builder; NULL: no samples are taken */
} Load;

static gboolean
recognise (Load *self, GError **error)
{
  const char *reader = self->options->reader;
  gboolean trusted = self->options->trusted || self->options->unit != NULL;
  g_autoptr (GError) reason = NULL;

  /* Uncertain formats are left to the user's reader, if there is one.  Who gives a unit says that
   * it is a profile. */
  self->format = cyan_format_find (self->input,
                                   reader != NULL ? CYAN_FORMAT_SURE
                                   : trusted      ? CYAN_FORMAT_DOUBTFUL
                                                  : CYAN_FORMAT_DOUBTFUL + 1,
                                   &reason);
  if (self->format != NULL || (reader != NULL && reason->code == CYAN_ERROR_UNSUPPORTED))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Reads to the end of the input, because damage after the format's end is an error, too. */
static gboolean
drain (CyanInput *input, GError **error)
{
  const char *bytes;
  gsize length;

  do
    {
      if (!cyan_input_peek (input, 1, &bytes, &length, error))
        return FALSE;
      cyan_input_skip (input, length);
    }
  while (length > 0);
  return TRUE;
}

static void warn (GPtrArray *warnings, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
warn (GPtrArray *warnings, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (warnings, cyan_text_for_terminal (text));
}

/* Whether the reader has already noted that the tree was inferred. */
static gboolean
says_inferred (const CyanProfile *profile)
{
  for (guint i = 0; i < profile->warnings->len; i++)
    if (g_str_has_prefix (g_ptr_array_index (profile->warnings, i), CYAN_FORMAT_INFERRED)
        || g_str_has_prefix (g_ptr_array_index (profile->warnings, i), _ (CYAN_FORMAT_INFERRED)))
      return TRUE;
  return FALSE;
}

static gboolean
has_negative (const double *values, guint n)
{
  for (guint i = 0; i < n; i++)
    if (values[i] < 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_saturated_calls (const CyanProfile *profile)
{
  if (profile->calls != NULL)
    for (guint i = 0; i < profile->n_nodes; i++)
      if (profile->calls[i] == CYAN_CALLS_UNKNOWN - 1)
        return TRUE;
  return FALSE;
}

/* The name of a metric in a message.  One that was given for want of a name is a word. */
static const char *
name_in_message (const CyanMetric *metric)
{
  return strcmp (metric->name, cyan_unit_quantity (metric->unit)) == 0 ? _ (metric->name)
                                                                       : metric->name;
}

/* Adds notes about what is in the tree. */
static void
add_notes (const CyanProfile *profile, GPtrArray *warnings)
{
  g_autofree char *unread = cyan_profile_unread_parts (profile);

  for (guint m = 0; m < profile->n_metrics; m++)
    if (has_negative (profile->metrics[m].self, profile->n_nodes))
      warn (warnings, _ ("some values of %s are negative: is this the difference of two profiles?"),
            name_in_message (&profile->metrics[m]));
  if (profile->recording == CYAN_RECORDING_INFERRED && !says_inferred (profile))
    warn (warnings, "%s", _ (CYAN_FORMAT_INFERRED));
  if (profile->n_nodes == 1)
    warn (warnings, _ ("the profile is empty"));
  else if (profile->metrics[0].total[CYAN_NODE_ROOT] == 0)
    warn (warnings, _ ("the total %s is 0, so that there are no shares"),
          name_in_message (&profile->metrics[0]));
  if (has_saturated_calls (profile))
    warn (warnings, _ ("some calls are too many to count"));
  if (unread != NULL)
    warn (warnings, "%s", unread);
}

/* The profile with warnings about what is odd in it, or NULL with @error if it cannot be used. */
static CyanProfile *
with_notes (const Load *self, const CyanProfile *profile, GError **error)
{
  CyanInput *input = self->input;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  const GPtrArray *notes = cyan_input_warnings (input);
  guint n_repaired = cyan_strings_n_repaired (profile->strings);

  for (guint i = 0; i < notes->len; i++)
    warn (warnings, "%s", (const char *) g_ptr_array_index (notes, i));
  if (n_repaired > 0)
    warn (
        warnings,
        ngettext (
            "names were repaired %u time, where they were not valid UTF-8 or longer than %d bytes",
            "names were repaired %u times, where they were not valid UTF-8 or longer than %d bytes",
            n_repaired),
        n_repaired, CYAN_STRING_MAX);

  for (guint m = 0; m < profile->n_metrics; m++)
    /* A value that is not finite makes the total of the root not finite, too. */
    if (!isfinite (profile->metrics[m].total[CYAN_NODE_ROOT]))
      return cyan_fail_null (error, CYAN_ERROR_LIMIT,
                             _ ("%s: the sum of all %s is too large a number"),
                             cyan_input_name (input), name_in_message (&profile->metrics[m]));
  if (!self->options->is_part)
    add_notes (profile, warnings);
  /* A converted file has the notes of its source; add none twice. */
  return cyan_profile_with_warnings (profile, warnings);
}

/* Checks the budget once more: much may have been read since the last check. */
static gboolean
is_within_budget (const CyanInput *input, GError **error)
{
  g_autoptr (GError) reason = NULL;

  return cyan_budget_check (cyan_input_budget (input), 0, &reason)
         || cyan_fail_at (error, reason, "%s", cyan_input_name (input));
}

/* A unit can only be given to values without one. */
static gboolean
has_unit (const CyanProfile *profile, const char *unit, const CyanInput *input, GError **error)
{
  if (unit == NULL)
    return TRUE;
  for (guint m = 0; m < profile->n_metrics; m++)
    if (strcmp (profile->metrics[m].unit, unit) == 0)
      return TRUE;
  return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("%s: the file says that its unit is %s, not %s"),
                    cyan_input_name (input), profile->metrics[0].unit, unit);
}

static gboolean
read_in_format (const CyanFormat *format,
                CyanInput *input,
                CyanProfileBuilder *builder,
                GError **error)
{
  cyan_profile_builder_set_format (builder, format->name);
  if (!format->read (input, builder, error))
    return FALSE;
  if (!format->tells_cut && cyan_input_cut_line (input))
    cyan_profile_builder_warn (builder,
                               _ ("the last line has no line break: the file may have been cut"));
  return drain (input, error);
}

static gboolean
read_converted (CyanInput *output, gpointer builder, GError **error)
{
  /* The user says that it is a profile. */
  const CyanFormat *format = cyan_format_find (output, CYAN_FORMAT_DOUBTFUL, error);

  return format != NULL && read_in_format (format, output, builder, error);
}

/* Reads @input of an unknown format through the user's @command for /bin/sh.  It has the file,
 * decompressed, as its standard input and a path to it as $1, and prints a profile in any format
 * that is known. */
static gboolean
convert (const char *command, CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autofree char *said = NULL, *script = g_strconcat ("exec <\"$1\"; ", command, NULL);
  const char *const arguments[] = { "-c", script, "sh", CYAN_CONVERTER_FILE, NULL };
  const char *const environment[] = { NULL };
  const CyanConverter converter = {
    .name = "sh",
    .label = _ ("the reader"),
    .contents = N_ ("a file of an unknown format"),
    .package = "dash",
    .arguments = arguments,
    .environment = environment,
  };

  if (!cyan_converter_read (&converter, input, -1, read_converted, builder, &said, error))
    return FALSE;
  if (said != NULL)
    cyan_profile_builder_warn (builder, _ ("the reader says: %s"), said);
  return TRUE;
}

/* Whether @reason begins with the name of the file, as those of the input do. */
static gboolean
names_file (const GError *reason, const char *name)
{
  gsize length = strlen (name);

  return strncmp (reason->message, name, length) == 0 && reason->message[length] == ':';
}

/* Fails with @reason, which names the file if it did not yet.  At a limit it offers a hot tree
 * where that helps. */
static gboolean
fail_reading (const Load *self, GError *reason, GError **error)
{
  gboolean may_prune = self->format != NULL && self->format->streams && self->options->hot.phi == 0;
  CyanHint given = cyan_error_hint (reason), hint = given;
  const char *name = cyan_input_name (self->input);

  if (may_prune && hint == CYAN_HINT_MEMORY_LIMIT)
    hint = CYAN_HINT_MEMORY_LIMIT_OR_HOT;
  if (may_prune && hint == CYAN_HINT_NODE_LIMIT)
    hint = CYAN_HINT_NODE_LIMIT_OR_HOT;
  if (hint == given && hint != CYAN_HINT_NODE_LIMIT)
    return cyan_error_pass (&reason, error);
  /* The limit of nodes is that of a tree, which knows no file. */
  if (names_file (reason, name))
    cyan_fail_hint (error, (CyanError) reason->code, hint, "%s", reason->message);
  else
    cyan_fail_hint (error, (CyanError) reason->code, hint, "%s: %s", name, reason->message);
  g_error_free (reason);
  return FALSE;
}

static gboolean
wants_pieces (const Load *self)
{
  for (guint i = 0; i < self->n_slices; i++)
    if (self->slices[i] != NULL)
      return TRUE;
  return self->options->pieces;
}

/* The sink for what is not to become a whole tree; NULL: all is. */
static CyanCallSink *
make_sink (Load *self)
{
  const CyanLoadOptions *options = self->options;

  /* What is left of a slice is pruned and sampled when it is known. */
  if (wants_pieces (self))
    return NULL;
  if (options->tape != NULL)
    return cyan_call_tape_sink_new (self->builder, options->tape);
  if (options->hot.phi > 0)
    return cyan_hot_sink_new (self->builder, &options->hot);
  if (options->sampling.every > 0)
    self->sampler = cyan_sampling_sink_new (self->builder, &options->sampling);
  return self->sampler;
}

/* Reads all of the input into a builder. */
static gboolean
read_input (Load *self, GError **error)
{
  const CyanLoadOptions *options = self->options;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanCallSink *sink;
  GError *reason = NULL;

  self->budget = options->budget != NULL ? cyan_budget_ref (options->budget)
                                         : cyan_budget_new (options->memory_limit);
  cyan_strings_set_budget (strings, self->budget);
  self->builder = cyan_profile_builder_new (strings, options->max_nodes);
  cyan_profile_builder_set_budget (self->builder, self->budget);
  cyan_profile_builder_set_unit (self->builder, options->unit);
  if (options->lines)
    cyan_profile_builder_want_lines (self->builder);
  if (wants_pieces (self))
    cyan_profile_builder_want_pieces (self->builder);
  sink = make_sink (self);
  if (sink != NULL)
    cyan_profile_builder_set_sink (self->builder, sink);
  cyan_input_set_budget (self->input, self->budget);
  cyan_input_set_child_seconds (self->input, options->child_seconds);
  return ((self->format != NULL ? read_in_format (self->format, self->input, self->builder, &reason)
                                : convert (options->reader, self->input, self->builder, &reason))
          && is_within_budget (self->input, &reason))
         || fail_reading (self, reason, error);
}

/* Puts @made in the place of *@profile; if it is NULL, fails with *@reason. */
static gboolean
replace (
    const Load *self, CyanProfile **profile, CyanProfile *made, GError **reason, GError **error)
{
  if (made == NULL)
    {
      cyan_fail_at (error, *reason, "%s", cyan_input_name (self->input));
      g_clear_error (reason);
      return FALSE;
    }
  g_clear_pointer (profile, cyan_profile_unref);
  *profile = made;
  return TRUE;
}

/* The profile of @slice of *@whole, which is sampled, folded and pruned where it was read as a tree of
 * nodes, not as a stream of calls.  Adds the notes. */
static CyanProfile *
finish_slice (const Load *self,
              CyanProfile *whole,
              const CyanSlice *slice,
              const CyanTick *tick,
              GError **error)
{
  const CyanLoadOptions *options = self->options;
  const CyanTick early = cyan_tick_slice (tick, 0, 0);
  g_autoptr (CyanProfile) profile = cyan_profile_ref (whole);
  GError *reason = NULL;

  /* Slices of it are sampled, folded and pruned, not the whole. */
  if (options->pieces && slice == NULL)
    return with_notes (self, profile, error);
  if ((slice != NULL
       && !replace (self, &profile, cyan_slice_profile (profile, slice, &early, &reason), &reason,
                    error))
      || (options->sampling.every > 0
          && (self->sampler == NULL || !cyan_sampling_sink_is_used (self->sampler))
          && !replace (self, &profile, cyan_profile_sample (profile, &options->sampling, &reason),
                       &reason, error))
      || (options->fold_recursion
          && !replace (self, &profile, cyan_profile_fold_recursion (profile, &early, &reason),
                       &reason, error))
      || (options->hot.phi > profile->pruning.phi
          && !replace (
              self, &profile,
              cyan_hot_profile_new (profile, options->hot.phi, self->budget, tick, &reason),
              &reason, error)))
    return NULL;
  return with_notes (self, profile, error);
}

/* Freezes the tree, and makes the profiles of all slices. */
static gboolean
finish (Load *self, const CyanTick *tick, CyanProfile **profiles, GError **error)
{
  const CyanLoadOptions *options = self->options;
  double sorted = options->hot.phi > 0 ? (1 + READING_SHARE) / 2 : 1;
  CyanTick finishing = cyan_tick_slice (tick, READING_SHARE, sorted);
  CyanTick pruning = cyan_tick_slice (tick, sorted, 1);
  g_autoptr (CyanProfile) whole = NULL;
  GError *reason = NULL;

  if (!replace (self, &whole, cyan_profile_builder_finish_tick (self->builder, &finishing, &reason),
                &reason, error)
      || !has_unit (whole, options->unit, self->input, error))
    return FALSE;
  for (guint i = 0; i < self->n_slices; i++)
    {
      profiles[i] = finish_slice (self, whole, self->slices[i], &pruning, error);
      if (profiles[i] == NULL)
        return FALSE;
    }
  g_clear_pointer (&self->builder, cyan_profile_builder_free);
  for (guint i = 0; i < self->n_slices; i++)
    cyan_budget_charge (self->budget, cyan_profile_memory (profiles[i]));
  return TRUE;
}

/* Loads @n slices from @input and frees it. */
static gboolean
load (CyanInput *input,
      CyanSlice *const *slices,
      guint n,
      const CyanLoadOptions *options,
      const CyanTick *tick,
      CyanProfile **profiles,
      GError **error)
{
  const CyanLoadOptions defaults = { 0 };
  Load self = {
    .input = input,
    .slices = slices,
    .n_slices = n,
    .options = options != NULL ? options : &defaults,
  };
  gboolean ok;

  memset (profiles, 0, n * sizeof *profiles);
  if (input == NULL)
    return FALSE;
  ok = recognise (&self, error) && read_input (&self, error)
       && finish (&self, tick, profiles, error);
  for (guint i = 0; !ok && i < n; i++)
    g_clear_pointer (&profiles[i], cyan_profile_unref);
  g_clear_pointer (&self.builder, cyan_profile_builder_free);
  g_clear_pointer (&self.budget, cyan_budget_unref);
  cyan_input_free (input);
  return ok;
}

static CyanProfile *
load_whole (CyanInput *input, const CyanLoadOptions *options, const CyanTick *tick, GError **error)
{
  CyanSlice *const all = NULL;
  CyanProfile *profile;

  load (input, &all, 1, options, tick, &profile, error);
  return profile;
}

static void
free_slice (gpointer slice)
{
  if (slice != NULL)
    cyan_slice_free (slice);
}

gboolean
cyan_profile_load_slices (const char *path,
                          const char *const *slices,
                          guint n,
                          const CyanLoadOptions *options,
                          const CyanTick *tick,
                          CyanProfile **profiles,
                          GError **error)
{
  CyanTick reading = cyan_tick_slice (tick, 0, READING_SHARE);
  g_autoptr (GPtrArray) parsed = g_ptr_array_new_with_free_func (free_slice);
  g_autofree char *name = g_filename_display_name (path);

  memset (profiles, 0, n * sizeof *profiles);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) reason = NULL;
      CyanSlice *slice = slices[i] != NULL ? cyan_slice_parse (slices[i], &reason) : NULL;

      if (reason != NULL)
        return cyan_fail_at (error, reason, "%s", name);
      g_ptr_array_add (parsed, slice);
    }
  return load (cyan_input_open (path, &reading, error), (CyanSlice *const *) parsed->pdata, n,
               options, tick, profiles, error);
}

CyanProfile *
cyan_profile_load (const char *path,
                   const CyanLoadOptions *options,
                   const CyanTick *tick,
                   GError **error)
{
  CyanTick reading = cyan_tick_slice (tick, 0, READING_SHARE);
  g_autofree char *file = NULL, *slice = NULL;
  CyanProfile *profile;

  if (!cyan_slice_split (path, &file, &slice))
    return load_whole (cyan_input_open (path, &reading, error), options, tick, error);
  cyan_profile_load_slices (file, &(const char *const){ slice }, 1, options, tick, &profile, error);
  return profile;
}

CyanProfile *
cyan_profile_load_memory (const char *name,
                          gconstpointer bytes,
                          gsize length,
                          const CyanLoadOptions *options,
                          const CyanTick *tick,
                          GError **error)
{
  CyanTick reading = cyan_tick_slice (tick, 0, READING_SHARE);

  return load_whole (cyan_input_new_for_memory (name, bytes, length, &reading, error), options,
                     tick, error);
}

char *
cyan_profile_save_losses (const CyanProfile *profile, const char *path)
{
  const CyanFormat *format = cyan_format_for_path (path);

  return format != NULL && format->losses != NULL ? format->losses (profile) : NULL;
}

gboolean
cyan_profile_save (const CyanProfile *profile, const char *path, GError **error)
{
  const CyanFormat *format = cyan_format_for_path (path);
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (CyanOutput) output = NULL;

  if (format == NULL)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: no format that we know has this extension (try .cct)"), name);
  if (format->write == NULL)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: %s is only read, never written"), name,
                      format->label);
  output = cyan_output_open (path, error);
  if (output == NULL || !format->write (profile, output, error))
    return FALSE;
  return cyan_output_close (g_steal_pointer (&output), error);
}
