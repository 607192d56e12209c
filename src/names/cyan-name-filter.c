/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regular expressions on names, with limits of steps and time. */
#include "cyan-name-filter.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-sync.h"

/* Backtracking steps for one name: about ten milliseconds. */
#define LIMIT "(*LIMIT_MATCH=100000)"

/* For all names together. */
#define MAX_SECONDS 10

struct _CyanNameFilter
{
  char *label;
  GPtrArray *regexes;  /* of GRegex * */
  GPtrArray *patterns; /* of char * */
  gint64 spent;        /* microseconds; changed under the lock */
  CyanMutex lock;
};

CyanNameFilter *
cyan_name_filter_new (const char *label,
                      const char *const *patterns,
                      gboolean ignore_case,
                      GError **error)
{
  GRegexCompileFlags flags = ignore_case ? G_REGEX_CASELESS : 0;
  g_autoptr (CyanNameFilter) self = g_new0 (CyanNameFilter, 1);

  cyan_mutex_init (&self->lock);
  self->label = g_strdup (label);
  self->regexes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_regex_unref);
  self->patterns = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; patterns[i] != NULL; i++)
    {
      g_autofree char *bounded = g_strconcat (LIMIT, patterns[i], NULL);
      g_autoptr (GError) reason = NULL;
      /* First compile without the limit, so that an error message gives the right position. */
      g_autoptr (GRegex) plain = g_regex_new (patterns[i], flags, 0, &reason);
      GRegex *regex = plain != NULL ? g_regex_new (bounded, flags, 0, &reason) : NULL;

      if (regex == NULL)
        {
          cyan_fail (error, CYAN_ERROR_INVALID, "%s: %s", label, reason->message);
          return NULL;
        }
      g_ptr_array_add (self->regexes, regex);
      g_ptr_array_add (self->patterns, g_strdup (patterns[i]));
    }
  return g_steal_pointer (&self);
}

void
cyan_name_filter_free (CyanNameFilter *self)
{
  g_ptr_array_unref (self->regexes);
  g_ptr_array_unref (self->patterns);
  cyan_mutex_clear (&self->lock);
  g_free (self->label);
  g_free (self);
}

const char *
cyan_name_filter_label (const CyanNameFilter *self)
{
  return self->label;
}

guint
cyan_name_filter_n_patterns (const CyanNameFilter *self)
{
  return self->regexes->len;
}

const char *
cyan_name_filter_pattern (const CyanNameFilter *self, guint pattern)
{
  return g_ptr_array_index (self->patterns, pattern);
}

/* Adds to the time spent.  FALSE if the limit is exceeded. */
static gboolean
spend (const CyanNameFilter *self, gint64 time)
{
  CyanNameFilter *shared = (CyanNameFilter *) self;
  gboolean left;

  cyan_mutex_lock (&shared->lock);
  shared->spent += time;
  left = shared->spent <= MAX_SECONDS * G_TIME_SPAN_SECOND;
  cyan_mutex_unlock (&shared->lock);
  return left;
}

gboolean
cyan_name_filter_find (
    const CyanNameFilter *self, const char *name, guint from, guint *pattern, GError **error)
{
  gint64 start = g_get_monotonic_time ();

  for (*pattern = from; *pattern < self->regexes->len; (*pattern)++)
    {
      g_autoptr (GError) reason = NULL;

      if (g_regex_match_full (g_ptr_array_index (self->regexes, *pattern), name, -1, 0, 0, NULL,
                              &reason))
        break;
      if (reason != NULL)
        return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: \"%s\" takes too long on a name"),
                          self->label, cyan_name_filter_pattern (self, *pattern));
    }
  if (!spend (self, g_get_monotonic_time () - start))
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s takes more than %d seconds on the names"),
                      self->label, MAX_SECONDS);
  return TRUE;
}
