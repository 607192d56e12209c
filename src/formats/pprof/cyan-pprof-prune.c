/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drop_frames and keep_frames: untrusted regular expressions, matched with a limit. */
#include "cyan-pprof.h"

#include "cyan-i18n.h"
#include "cyan-text.h"

#include <string.h>

/* Maximum steps for matching one name, and the bytes of a name that are matched. */
#define MATCH_LIMIT "(*LIMIT_MATCH=20000)"
#define MAX_NAME    1024

/* After this many names that hit the limit, the pattern is given up. */
#define MAX_FAILURES 16

/* The part of a location that is dropped. */
enum
{
  WHOLE = 1, /* the location and all below it */
  INNER = 2, /* its inner lines and all below it */
};

/* State of a node. */
enum
{
  FOUND_OTHER = 1 << 0, /* a frame that is not dropped was found here or above */
  CUT = 1 << 1,         /* everything below is dropped */
};

typedef struct
{
  GRegex *drop, *keep;
  guint n_failures;
  guint8 *known; /* by index of a string: 0 unknown, 1 keep, 2 drop */
} Patterns;

/* The name without its arguments, as in pprof's simplifyFunc().  The caller frees it. */
static char *
simplify (const char *name)
{
  static const char *const reserved[] = { "(anonymous namespace)", "operator()" };
  const char *at;

  if (*name == '.')
    name++;
  for (at = name; *at != '\0' && at - name < MAX_NAME;)
    {
      gsize skip = 1;

      for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
        if (g_str_has_prefix (at, reserved[i]))
          skip = strlen (reserved[i]);
      if (skip == 1 && *at == '(')
        break;
      at += skip;
    }
  while (((guchar) *at & 0xc0) == 0x80)
    at--;
  return g_strndup (name, (gsize) (at - name));
}

static GRegex *
compile (const char *pattern, const char *what, CyanProfileBuilder *builder)
{
  g_autofree char *whole = g_strdup_printf (MATCH_LIMIT "^(?:%s)\\z", pattern);
  g_autoptr (GError) error = NULL;
  GRegex *regex = g_regex_new (whole, G_REGEX_OPTIMIZE, 0, &error);

  if (regex == NULL)
    {
      g_autofree char *shown = cyan_text_for_label (pattern, 80);

      cyan_profile_builder_warn (builder, _ ("%s is not a regular expression that we know: %s"),
                                 what, shown);
    }
  return regex;
}

static gboolean
matches (Patterns *self, GRegex *regex, const char *name)
{
  g_autoptr (GError) error = NULL;
  gboolean matched = g_regex_match_full (regex, name, -1, 0, 0, NULL, &error);

  self->n_failures += error != NULL;
  return matched;
}

static gboolean
is_dropped (Patterns *self, CyanPprofTables *tables, guint32 name)
{
  if (name == 0 || self->n_failures > MAX_FAILURES)
    return FALSE;
  if (self->known[name] == 0)
    {
      g_autofree char *simple = simplify (cyan_pprof_tables_text (tables, name));
      gboolean dropped = matches (self, self->drop, simple)
                         && (self->keep == NULL || !matches (self, self->keep, simple));

      self->known[name] = dropped ? 2 : 1;
    }
  return self->known[name] == 2;
}

/* Finds the outermost line to drop.  The lines outside of it stay. */
static guint8
prune_lines (CyanPprofLocation *location, Patterns *patterns, CyanPprofTables *tables)
{
  for (guint32 i = location->lines; i-- > 0;)
    {
      guint32 number = g_array_index (tables->lines, guint32, location->first_line + i);
      const CyanPprofFunction *function =
          &g_array_index (tables->functions, CyanPprofFunction, number);

      if (!is_dropped (patterns, tables, function->name))
        continue;
      if (i == location->lines - 1)
        return WHOLE;
      location->first_line += i + 1;
      location->lines -= i + 1;
      return INNER;
    }
  return 0;
}

gboolean
cyan_pprof_prune_init (CyanPprofPrune *self,
                       CyanPprofTables *tables,
                       const CyanPprofStacks *stacks,
                       guint32 drop,
                       guint32 keep,
                       CyanProfileBuilder *builder)
{
  Patterns patterns = { 0 };
  CyanPprofLocation *locations = (CyanPprofLocation *) tables->locations->data;
  guint n = tables->locations->len;
  gboolean any = FALSE;

  *self = (CyanPprofPrune){ 0 };
  if (drop == 0)
    return FALSE;
  patterns.drop = compile (cyan_pprof_tables_text (tables, drop), "drop_frames", builder);
  if (keep != 0)
    patterns.keep = compile (cyan_pprof_tables_text (tables, keep), "keep_frames", builder);
  if (patterns.drop != NULL && (keep == 0 || patterns.keep != NULL))
    {
      patterns.known = g_new0 (guint8, tables->text_ends->len);
      self->locations = g_new0 (guint8, n + 1);
      for (guint i = 0; i < n; i++)
        {
          self->locations[i] = prune_lines (&locations[i], &patterns, tables);
          any |= self->locations[i] != 0;
        }
      if (patterns.n_failures > 0)
        cyan_profile_builder_warn (
            builder, _ ("drop_frames was too much work for some names, which were kept"));
    }
  if (any)
    self->nodes = g_new0 (guint8, stacks->n_nodes);
  g_clear_pointer (&patterns.drop, g_regex_unref);
  g_clear_pointer (&patterns.keep, g_regex_unref);
  g_free (patterns.known);
  return any;
}

void
cyan_pprof_prune_clear (CyanPprofPrune *self)
{
  g_free (self->locations);
  g_free (self->nodes);
}

CyanPprofFate
cyan_pprof_prune_fate (CyanPprofPrune *self, const CyanPprofStacks *stacks, guint32 node)
{
  guint8 above = self->nodes[stacks->parent[node]];
  guint8 part = self->locations[stacks->location[node]];

  if ((above & CUT) != 0)
    {
      self->nodes[node] = CUT;
      return CYAN_PPROF_GONE;
    }
  if (part == 0)
    self->nodes[node] = FOUND_OTHER;
  else if ((above & FOUND_OTHER) != 0)
    {
      self->nodes[node] = CUT;
      return part == WHOLE ? CYAN_PPROF_GONE : CYAN_PPROF_LAST;
    }
  return CYAN_PPROF_KEPT;
}
