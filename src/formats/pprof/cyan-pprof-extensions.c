/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads our extensions of pprof. */
#include "cyan-pprof-extensions.h"

#include "cyan-number.h"

#include <math.h>
#include <string.h>

#define META      "cyanotype: "
#define EXTENSION "cyanotype "

#define COMMENT_KEY "comment"

/* No useful divisor is larger.  One below 1 could make a value infinite. */
#define MAX_DIVISOR 1e18

/* More notes than these are dropped. */
#define MAX_NOTES 100

typedef enum
{
  RECORDING,
  SIBLINGS,
  THREADS,
  PERIOD,
  CALL_SITES,
  DUPLICATES,
  BODY_HASHES,
  MODULES,
  CALLS,
  NOTE,
  N_KEYS,
} Key;

static const char *const keys[] = {
  [RECORDING] = "recording", [SIBLINGS] = "siblings",     [THREADS] = "threads",
  [PERIOD] = "period",       [CALL_SITES] = "call sites", [DUPLICATES] = "twins",
  [BODY_HASHES] = "bodies",  [MODULES] = "modules",       [CALLS] = "calls",
  [NOTE] = "note",
};

/* The value that switches an extension on; NULL if the extension takes other values. */
static const char *const values[] = {
  [SIBLINGS] = "ordered",
  [CALL_SITES] = "lines",
  [DUPLICATES] = "addresses",
  [BODY_HASHES] = "system names",
  [MODULES] = "whole",
  [CALLS] = "unknown",
  [N_KEYS] = NULL,
};

/* The key of a sample type's unit is this text followed by the number of the type, from 1. */
#define UNIT "unit "

void
cyan_pprof_extensions_init (CyanPprofExtensions *self)
{
  *self = (CyanPprofExtensions){ .recording = CYAN_RECORDING_SAMPLED, .period = NAN };
}

void
cyan_pprof_extensions_clear (CyanPprofExtensions *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->units); i++)
    g_clear_pointer (&self->units[i].unit, g_free);
}

/* Children with the same function and call site are duplicates. */
typedef struct
{
  guint32 function, call_site;
  CyanNode node;
} Child;

static int
compare_children (gconstpointer a, gconstpointer b)
{
  const Child *x = a, *y = b;

  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  if (x->call_site != y->call_site)
    return x->call_site < y->call_site ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

static guint32 *
number_duplicates (const CyanProfile *profile)
{
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (Child));
  /* By function: the last caller in which it was seen. */
  g_autofree CyanNode *caller = g_new (CyanNode, profile->n_functions);
  guint32 *duplicates = NULL;

  memset (caller, 0xff, profile->n_functions * sizeof *caller);
  for (CyanNode parent = 0; parent < profile->n_nodes; parent++)
    {
      gboolean again = FALSE;

      for (CyanNode i = parent + 1; i < profile->end[parent]; i = profile->end[i])
        {
          again |= caller[profile->function[i]] == parent;
          caller[profile->function[i]] = parent;
        }
      if (!again)
        continue;
      g_array_set_size (children, 0);
      for (CyanNode i = parent + 1; i < profile->end[parent]; i = profile->end[i])
        {
          const Child child = { profile->function[i],
                                profile->call_site != NULL ? profile->call_site[i] : 0, i };

          g_array_append_val (children, child);
        }
      g_array_sort (children, compare_children);
      for (guint i = 1; i < children->len; i++)
        {
          const Child *child = &g_array_index (children, Child, i);

          if (child->function != child[-1].function || child->call_site != child[-1].call_site)
            continue;
          if (duplicates == NULL)
            duplicates = g_new0 (guint32, profile->n_nodes);
          duplicates[child->node] = duplicates[child[-1].node] + 1;
        }
    }
  return duplicates;
}

static gboolean
has_call_sites (const CyanProfile *profile)
{
  for (CyanNode i = 1; profile->call_site != NULL && i < profile->n_nodes; i++)
    if (profile->call_site[i] != 0 && profile->parent[i] != CYAN_NODE_ROOT)
      return TRUE;
  return FALSE;
}

guint32 *
cyan_pprof_extensions_collect (CyanPprofExtensions *self, const CyanProfile *profile)
{
  gboolean sampled = profile->recording == CYAN_RECORDING_SAMPLED;
  guint32 *duplicates = number_duplicates (profile);

  cyan_pprof_extensions_init (self);
  self->recording = profile->recording;
  self->ordered = !profile->unordered;
  self->n_threads = profile->n_threads;
  /* The reader guesses a period where the profile has none. */
  if (profile->period != nearbyint (profile->period) || (sampled && profile->period == 0))
    self->period = profile->period;
  self->call_sites = has_call_sites (profile);
  self->duplicates = duplicates != NULL;
  for (guint32 f = 1; f < profile->n_functions; f++)
    {
      const CyanFunction *function = &profile->functions[f];

      self->body_hashes |= function->body_hash != 0;
      self->whole_modules |=
          strpbrk (cyan_strings_get (profile->strings, function->module), "/\\") != NULL;
    }
  if (!cyan_profile_has_calls (profile))
    for (guint m = 0; m < profile->n_metrics; m++)
      self->no_calls |= strcmp (profile->metrics[m].name, CYAN_PPROF_CALLS) == 0;
  return duplicates;
}

/* A key of the meta data ends at the first "=", so "=" and "%" in it are escaped. */
static char *
escape_key (const char *key)
{
  GString *text = g_string_new (NULL);

  for (; *key != '\0'; key++)
    if (*key == '=' || *key == '%')
      g_string_append_printf (text, "%%%02X", (guint) *key);
    else
      g_string_append_c (text, *key);
  return g_string_free (text, FALSE);
}

static char *
unescape_key (const char *key, gsize length)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < length; i++)
    if (length - i >= 3 && (memcmp (key + i, "%3D", 3) == 0 || memcmp (key + i, "%25", 3) == 0))
      {
        g_string_append_c (text, key[i + 1] == '3' ? '=' : '%');
        i += 2;
      }
    else
      g_string_append_c (text, key[i]);
  return g_string_free (text, FALSE);
}

/* Reads "2=1000 s": values of sample type 2 are thousandths of a second. */
static void
parse_unit (CyanPprofExtensions *self, const char *number, const char *equals)
{
  const char *space = strchr (equals, ' ');
  guint64 column;
  double divisor;

  if (space == NULL || !cyan_parse_uint64 (number, (gsize) (equals - number), &column)
      || column == 0 || column > CYAN_PPROF_MAX_METRICS
      || !cyan_parse_double (equals + 1, (gsize) (space - equals - 1), &divisor)
      || !(divisor >= 1 && divisor <= MAX_DIVISOR))
    return;
  g_free (self->units[column - 1].unit);
  self->units[column - 1] = (CyanPprofUnit){ divisor, g_strdup (space + 1) };
}

static void
parse_extension (CyanPprofExtensions *self, Key key, const char *value, CyanProfileBuilder *builder)
{
  gboolean on = values[key] != NULL && strcmp (value, values[key]) == 0;
  guint64 n;
  double period;

  switch (key)
    {
    case RECORDING:
      for (guint i = 0; cyan_pprof_recordings[i] != NULL; i++)
        if (strcmp (value, cyan_pprof_recordings[i]) == 0)
          self->recording = (CyanRecording) i;
      break;
    case THREADS:
      if (cyan_parse_uint64 (value, strlen (value), &n) && n <= G_MAXUINT)
        self->n_threads = (guint) n;
      break;
    case PERIOD:
      if (cyan_parse_double (value, strlen (value), &period) && period >= 0)
        self->period = period;
      break;
    case SIBLINGS:
      self->ordered = on;
      break;
    case CALL_SITES:
      self->call_sites = on;
      break;
    case DUPLICATES:
      self->duplicates = on;
      break;
    case BODY_HASHES:
      self->body_hashes = on;
      break;
    case MODULES:
      self->whole_modules = on;
      break;
    case CALLS:
      self->no_calls = on;
      break;
    default:
      if (self->n_notes++ < MAX_NOTES)
        cyan_profile_builder_warn (builder, "%s", value);
      break;
    }
}

gboolean
cyan_pprof_extensions_parse (CyanPprofExtensions *self,
                             const char *text,
                             CyanProfileBuilder *builder)
{
  gboolean is_meta = g_str_has_prefix (text, META);
  const char *begin = text + strlen (is_meta ? META : EXTENSION);
  const char *equals;

  if (!is_meta && !g_str_has_prefix (text, EXTENSION))
    return FALSE;
  equals = strchr (begin, '=');
  if (equals == NULL)
    return FALSE;
  if (is_meta)
    {
      g_autofree char *key = unescape_key (begin, (gsize) (equals - begin));

      cyan_profile_builder_set_meta (builder, key, equals + 1);
    }
  else if (g_str_has_prefix (begin, UNIT))
    parse_unit (self, begin + strlen (UNIT), equals);
  else
    for (Key key = 0; key < N_KEYS; key++)
      if (strlen (keys[key]) == (gsize) (equals - begin)
          && strncmp (begin, keys[key], (gsize) (equals - begin)) == 0)
        parse_extension (self, key, equals + 1, builder);
  return TRUE;
}

static void
add_fact (GPtrArray *comments, Key key, const char *value)
{
  g_ptr_array_add (comments, g_strconcat (EXTENSION, keys[key], "=", value, NULL));
}

static void
add_switch (GPtrArray *comments, Key key, gboolean on)
{
  if (on)
    add_fact (comments, key, values[key]);
}

static void
add_extensions (const CyanPprofExtensions *self, GPtrArray *comments)
{
  if (self->recording != CYAN_RECORDING_SAMPLED)
    add_fact (comments, RECORDING, cyan_pprof_recordings[self->recording]);
  add_switch (comments, SIBLINGS, self->ordered);
  if (self->n_threads != 0)
    {
      g_autofree char *n = g_strdup_printf ("%u", self->n_threads);

      add_fact (comments, THREADS, n);
    }
  if (!isnan (self->period))
    {
      g_autofree char *period = cyan_double_to_text (self->period);

      add_fact (comments, PERIOD, period);
    }
  add_switch (comments, CALL_SITES, self->call_sites);
  add_switch (comments, DUPLICATES, self->duplicates);
  add_switch (comments, BODY_HASHES, self->body_hashes);
  add_switch (comments, MODULES, self->whole_modules);
  add_switch (comments, CALLS, self->no_calls);
  for (guint i = 0; i < G_N_ELEMENTS (self->units); i++)
    if (self->units[i].unit != NULL)
      {
        g_autofree char *divisor = cyan_double_to_text (self->units[i].divisor);

        g_ptr_array_add (comments, g_strdup_printf (EXTENSION UNIT "%u=%s %s", i + 1, divisor,
                                                    self->units[i].unit));
      }
}

GPtrArray *
cyan_pprof_extensions_comments (const CyanPprofExtensions *self,
                                const CyanProfile *profile,
                                gint64 *time,
                                gint64 *duration)
{
  GPtrArray *comments = g_ptr_array_new_with_free_func (g_free);
  guint n_others = 0;

  *time = *duration = 0;
  add_extensions (self, comments);
  for (guint i = 0; i < profile->n_meta; i++)
    {
      const CyanMeta *meta = &profile->meta[i];
      g_autofree char *other = cyan_pprof_comment_key (n_others + 1);
      g_autofree char *key = NULL;

      if (strcmp (meta->key, "recorded") == 0 && cyan_pprof_time_from_text (meta->value, time))
        continue;
      if (strcmp (meta->key, "duration") == 0
          && cyan_pprof_duration_from_text (meta->value, duration))
        continue;
      if (strcmp (meta->key, other) == 0 && !g_str_has_prefix (meta->value, EXTENSION)
          && !g_str_has_prefix (meta->value, META))
        {
          n_others++;
          g_ptr_array_add (comments, g_strdup (meta->value));
          continue;
        }
      key = escape_key (meta->key);
      g_ptr_array_add (comments, g_strconcat (META, key, "=", meta->value, NULL));
    }
  for (guint i = 0; i < profile->warnings->len; i++)
    add_fact (comments, NOTE, g_ptr_array_index (profile->warnings, i));
  return comments;
}

char *
cyan_pprof_comment_key (guint n)
{
  return n == 1 ? g_strdup (COMMENT_KEY) : g_strdup_printf (COMMENT_KEY " %u", n);
}

char *
cyan_pprof_body_write (const char *name, guint64 body_hash)
{
  return g_strdup_printf ("%s#%" G_GINT64_MODIFIER "x", name, body_hash);
}

guint64
cyan_pprof_body_read (const char *system_name)
{
  const char *hash = strrchr (system_name, '#');
  gsize length = hash != NULL ? strlen (hash + 1) : 0;

  if (length == 0 || length > 16 || strspn (hash + 1, "0123456789abcdef") != length)
    return 0;
  return g_ascii_strtoull (hash + 1, NULL, 16);
}
