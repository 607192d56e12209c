/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names, units and formulas of a callgrind file's events. */
#include "cyan-callgrind.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

#include <math.h>
#include <string.h>

/* Relative error allowed for totals that a tool computed in floating point. */
#define TOTALS_TOLERANCE 1e-9

void
cyan_callgrind_parts_init (CyanCallgrindParts *self, CyanScratch *scratch)
{
  memset (self, 0, sizeof *self);
  cyan_scratch_free (scratch, &self->number);
  cyan_scratch_free (scratch, &self->thread);
  self->threads = cyan_scratch_table (scratch, g_str_hash, g_str_equal, g_free, NULL);
}

/* Adds the totals of the part that ends. */
static void
finish_part (CyanCallgrindParts *self)
{
  if (self->part_has_totals)
    {
      for (guint e = 0; e < CYAN_CALLGRIND_MAX_EVENTS; e++)
        self->totals[e] += self->part_totals[e];
      self->has_totals = TRUE;
    }
  else if (self->has_costs)
    self->lacks_totals = TRUE;
  self->part_has_totals = self->has_costs = FALSE;
}

void
cyan_callgrind_parts_begin (CyanCallgrindParts *self, const char *number)
{
  if (self->number == NULL && !self->has_costs && !self->has_totals)
    self->number = g_strdup (number);
  finish_part (self);
}

void
cyan_callgrind_parts_thread (CyanCallgrindParts *self, const char *thread)
{
  if (self->thread == NULL)
    self->thread = g_strdup (thread);
  g_hash_table_add (self->threads, g_strdup (thread));
}

void
cyan_callgrind_parts_totals (CyanCallgrindParts *self, const double *totals, gboolean final)
{
  memcpy (self->part_totals, totals, sizeof self->part_totals);
  self->part_has_totals = TRUE;
  self->at_totals = final;
  if (final)
    finish_part (self);
}

static gboolean
is_by (const char *creator, const char *name)
{
  return g_ascii_strncasecmp (creator, name, strlen (name)) == 0;
}

static void
describe_part (const CyanCallgrindParts *self, const char *creator, CyanProfileBuilder *builder)
{
  gboolean is_thread = g_hash_table_size (self->threads) == 1;
  gboolean is_part;
  g_autofree char *part = NULL, *valid = NULL;

  if (self->number == NULL || !is_by (creator, "callgrind"))
    return;
  is_part = strcmp (self->number, "1") != 0 || self->dumped_early;
  if (!is_part && !is_thread)
    return;
  part = is_thread ? g_strdup_printf ("%s, thread %s", self->number, self->thread)
                   : g_strdup (self->number);
  valid = g_utf8_make_valid (part, -1);
  cyan_profile_builder_set_meta (builder, "part", valid);
  cyan_profile_builder_warn (builder, "%s", is_part ? _ (CYAN_NOTE_PART) : _ (CYAN_NOTE_THREAD));
}

static void
warn_of_totals (const CyanCallgrindParts *self,
                const CyanCallgrindEvents *events,
                CyanProfileBuilder *builder)
{
  for (guint e = 0; e < events->n_listed; e++)
    if (fabs (self->totals[e] - self->sums[e]) > TOTALS_TOLERANCE * self->totals[e] + 0.5)
      {
        const CyanCallgrindEvent *event = &g_array_index (events->events, CyanCallgrindEvent, e);
        g_autofree char *total = cyan_double_to_text (self->totals[e]);
        g_autofree char *sum = cyan_double_to_text (self->sums[e]);

        cyan_profile_builder_warn (
            builder,
            _ ("the file's total of %s is %s, but its costs sum up to %s: it may have been cut"),
            event->text, total, sum);
      }
}

void
cyan_callgrind_parts_finish (CyanCallgrindParts *self,
                             const CyanCallgrindEvents *events,
                             const char *creator,
                             gboolean cut_line,
                             CyanProfileBuilder *builder)
{
  finish_part (self);
  cyan_profile_builder_set_threads (builder, g_hash_table_size (self->threads));
  describe_part (self, creator, builder);
  if (!self->has_totals || self->lacks_totals)
    cyan_profile_builder_warn (
        builder, "%s",
        self->has_totals
            ? _ ("there are no totals at its end: nothing tells whether the file was cut")
            : _ ("there are no totals: nothing tells whether the file was cut"));
  else if (cut_line && !self->at_totals)
    cyan_profile_builder_warn (builder,
                               _ ("the last line has no line break: the file may have been cut"));
  /* Xdebug's summary is not the sum of the costs: it includes Xdebug's own work and the peak of
   * memory. */
  if (self->has_totals && !self->lacks_totals && !is_by (creator, "xdebug"))
    warn_of_totals (self, events, builder);
}

gboolean
cyan_callgrind_parse_number (CyanLine text, guint64 *value)
{
  if (cyan_line_length (text) < 3 || text.at[0] != '0' || (text.at[1] != 'x' && text.at[1] != 'X'))
    return cyan_line_is_count (text, value);
  text.at += 2;
  return cyan_line_hex (&text, value) && text.at == text.end;
}

const char *
cyan_callgrind_parse_position (CyanLine text, guint64 last, guint64 *value)
{
  char sign = *text.at;
  guint64 distance;

  if (cyan_line_is (text, "*"))
    {
      *value = last;
      return NULL;
    }
  text.at += sign == '+' || sign == '-';
  if (!cyan_callgrind_parse_number (text, &distance))
    return _ ("not a position");
  if (sign == '-' && distance > last)
    return _ ("a position below 0");
  if (sign == '+' && distance > G_MAXUINT64 - last)
    return _ ("a position that is too large");
  *value = sign == '-' ? last - distance : sign == '+' ? last + distance : distance;
  return NULL;
}

#define MAX_FACTOR 1e6

static const struct
{
  const char *word;
  const char *unit;
  double scale;
} units[] = {
  { "ns", "ns", 1 },           { "10ns", "ns", 10 },
  { "us", "us", 1 },           { "\302\265s", "us", 1 },
  { "ms", "ms", 1 },           { "s", "s", 1 },
  { "nanoseconds", "ns", 1 },  { "microseconds", "us", 1 },
  { "milliseconds", "ms", 1 }, { "seconds", "s", 1 },
  { "bytes", "bytes", 1 },     { "B", "bytes", 1 },
  { "kB", "bytes", 1024 },     { "MB", "bytes", 1024 * 1024 },
  { "count", "count", 1 },     { "samples", "samples", 1 },
};

static void
clear_event (gpointer data)
{
  CyanCallgrindEvent *event = data;

  g_free (event->name);
  g_free (event->text);
}

void
cyan_callgrind_events_init (CyanCallgrindEvents *self, CyanScratch *scratch)
{
  memset (self, 0, sizeof *self);
  self->events = cyan_scratch_array (scratch, sizeof (CyanCallgrindEvent));
  g_array_set_clear_func (self->events, clear_event);
  cyan_scratch_free (scratch, &self->list);
  self->described = cyan_scratch_pointers (scratch, g_free);
}

gboolean
cyan_callgrind_events_describe (CyanCallgrindEvents *self, const char *text)
{
  /* Each part of a file repeats its events. */
  for (guint i = 0; i < self->described->len; i++)
    if (strcmp (g_ptr_array_index (self->described, i), text) == 0)
      return TRUE;
  if (self->described->len == CYAN_CALLGRIND_MAX_EVENTS)
    return FALSE;
  g_ptr_array_add (self->described, g_strdup (text));
  return TRUE;
}

static CyanCallgrindEvent *
event_at (const CyanCallgrindEvents *self, guint index)
{
  return &g_array_index (self->events, CyanCallgrindEvent, index);
}

static gboolean
find_event (const CyanCallgrindEvents *self, const char *name, guint *index)
{
  for (guint e = 0; e < self->events->len; e++)
    if (strcmp (event_at (self, e)->text, name) == 0)
      {
        *index = e;
        return TRUE;
      }
  return FALSE;
}

static gboolean
set_unit (CyanCallgrindEvent *event, const char *word, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strlen (units[i].word) == length && strncmp (units[i].word, word, length) == 0)
      {
        event->unit = units[i].unit;
        event->scale = units[i].scale;
        return TRUE;
      }
  return FALSE;
}

/* "Time_(10ns)", "cpu(ms)", or just a name. */
static void
name_event (CyanCallgrindEvent *event, const char *word, const char *creator)
{
  const char *bracket = strchr (word, '(');
  gsize length = strlen (word);

  event->text = g_strdup (word);
  event->unit = "count";
  event->scale = 1;
  if (bracket != NULL && bracket > word && word[length - 1] == ')'
      && set_unit (event, bracket + 1, (gsize) (word + length - 1 - (bracket + 1))))
    {
      event->name = g_strndup (word, (gsize) (bracket - word));
      if (g_str_has_suffix (event->name, "_") && event->name[1] != '\0')
        event->name[strlen (event->name) - 1] = '\0';
      return;
    }
  event->name = g_strdup (word);
  /* Xdebug 2 and yappi do not write the unit. */
  if (is_by (creator, "yappi") && strcmp (word, "Ticks") == 0)
    set_unit (event, "us", 2);
  else if (g_ascii_strncasecmp (creator, "xdebug", 6) == 0 && strcmp (word, "Time") == 0)
    set_unit (event, "us", 2);
  else if (g_ascii_strncasecmp (creator, "xdebug", 6) == 0 && strcmp (word, "Memory") == 0)
    set_unit (event, "bytes", 5);
}

/* Finds the unit in Valgrind's "sysTime (elapsed ms)". */
static void
look_for_unit (CyanCallgrindEvent *event, const char *words)
{
  const char *found = strstr (words, "(elapsed ");
  const char *end = found != NULL ? strchr (found, ')') : NULL;

  if (end != NULL)
    {
      found += strlen ("(elapsed ");
      set_unit (event, found, (gsize) (end - found));
    }
}

/* Parses a term of a formula: "Ir", "10 Bm", "10*Bm".  Returns FALSE for anything else and for
 * unknown events. */
static gboolean
add_term (const CyanCallgrindEvents *self, const char *term, double *factors)
{
  g_autofree char *copy = g_strstrip (g_strdup (term));
  gsize digits = strspn (copy, "0123456789.");
  const char *name = copy + digits + strspn (copy + digits, " \t*");
  double factor = 1;
  guint event;

  if (digits > 0 && (!cyan_parse_double (copy, digits, &factor) || factor > MAX_FACTOR))
    return FALSE;
  if (!find_event (self, name, &event))
    return FALSE;
  if (event < self->n_listed)
    factors[event] += factor;
  else
    for (guint e = 0; e < self->n_listed; e++)
      factors[e] += factor * event_at (self, event)->factors[e];
  return TRUE;
}

/* Reads "NAME = FORMULA : WORDS" or "NAME : WORDS". */
static void
derive (CyanCallgrindEvents *self, const char *text)
{
  const char *colon = strchr (text, ':');
  const char *equals = strchr (text, '=');
  g_autofree char *name = NULL;
  g_auto (GStrv) terms = NULL;
  CyanCallgrindEvent event = { 0 };
  guint index;

  if (equals == NULL || (colon != NULL && colon < equals))
    {
      name = g_strstrip (g_strndup (text, strcspn (text, ":")));
      if (colon != NULL && find_event (self, name, &index))
        look_for_unit (event_at (self, index), colon + 1);
      return;
    }
  name = g_strstrip (g_strndup (text, (gsize) (equals - text)));
  if (*name == '\0' || find_event (self, name, &index)
      || self->events->len == CYAN_CALLGRIND_MAX_EVENTS)
    return;
  {
    g_autofree char *formula = g_strndup (equals + 1, strcspn (equals + 1, ":"));

    terms = g_strsplit (formula, "+", CYAN_CALLGRIND_MAX_EVENTS + 1);
  }
  for (guint i = 0; terms[i] != NULL; i++)
    if (!add_term (self, terms[i], event.factors))
      return;
  event.name = g_strdup (name);
  event.text = g_strdup (name);
  event.unit = "count";
  event.scale = 1;
  g_array_append_val (self->events, event);
}

/* The message below states this number. */
G_STATIC_ASSERT (CYAN_CALLGRIND_MAX_EVENTS == 32);

const char *
cyan_callgrind_events_list (CyanCallgrindEvents *self, const char *text, const char *creator)
{
  g_autofree char *list = g_strstrip (g_strdup (text));
  char *at = list;

  if (self->list != NULL)
    return strcmp (self->list, list) == 0 ? NULL : _ ("other events than in the part before");
  self->list = g_strdup (list);
  while (*at != '\0')
    {
      CyanCallgrindEvent event = { 0 };
      gsize length = strcspn (at, " \t,");
      gboolean last = at[length] == '\0';
      guint index;

      at[length] = '\0';
      if (length > 0)
        {
          if (self->events->len == CYAN_CALLGRIND_MAX_EVENTS)
            return _ ("more than 32 events");
          if (find_event (self, at, &index))
            return _ ("the same event twice");
          name_event (&event, at, creator);
          g_array_append_val (self->events, event);
        }
      at += length + !last;
    }
  self->n_listed = self->events->len;
  return self->n_listed == 0 ? _ ("no events") : NULL;
}

guint
cyan_callgrind_events_add_metrics (CyanCallgrindEvents *self, CyanProfileBuilder *builder)
{
  guint first;

  for (guint i = 0; i < self->described->len; i++)
    derive (self, g_ptr_array_index (self->described, i));
  if (!find_event (self, "Ir", &first) || first >= self->n_listed)
    first = 0;
  for (guint e = 0; e < self->events->len; e++)
    {
      const CyanCallgrindEvent *event;
      guint index = e == 0 ? first : e <= first ? e - 1 : e;

      event = event_at (self, index);
      event_at (self, index)->metric =
          cyan_profile_builder_metric (builder, event->name, event->unit);
    }
  return self->events->len;
}

void
cyan_callgrind_events_add (const CyanCallgrindEvents *self, const double *values, double *costs)
{
  for (guint e = 0; e < self->n_listed; e++)
    {
      const CyanCallgrindEvent *event = event_at (self, e);

      costs[event->metric] += values[e] * event->scale;
    }
  for (guint d = self->n_listed; d < self->events->len; d++)
    {
      const CyanCallgrindEvent *event = event_at (self, d);

      for (guint e = 0; e < self->n_listed; e++)
        costs[event->metric] += values[e] * event->factors[e];
    }
}
