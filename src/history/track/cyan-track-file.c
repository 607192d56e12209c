/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a definition file.
 *
 * GKeyFile reads the values, but it knows no lines and merges equal groups and keys.  So the text
 * is first looked through for the line of each.
 */
#include <errno.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-machine.h"
#include "cyan-text.h"
#include "cyan-track-file.h"
#include "cyan-track-private.h"

#define TRACK_GROUP      "track"
#define BENCHMARK_PREFIX "benchmark "
/* Maximum characters of foreign text in a message. */
#define MAX_SHOWN 80

/* ---- the parts ---- */

static gboolean
has_command (const CyanTrackBenchmark *self)
{
  return self->run != NULL || (self->measure != NULL && self->results != NULL);
}

static void
free_benchmark (gpointer data)
{
  CyanTrackBenchmark *self = data;

  g_free (self->name);
  g_free (self->run);
  g_free (self->measure);
  g_free (self->profile);
  g_free (self->results);
  g_strfreev (self->inputs);
  g_strfreev (self->follows);
  g_free (self->version);
  g_free (self);
}

CyanTrack *
cyan_track_new (const char *path)
{
  CyanTrack *self = g_new0 (CyanTrack, 1);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);

  self->path = g_strdup (path);
  self->folder = g_path_get_dirname (absolute);
  self->cpus = g_array_new (FALSE, FALSE, sizeof (guint));
  self->benchmarks = g_ptr_array_new_with_free_func (free_benchmark);
  cyan_track_keys_init (cyan_track_keys, self, self->folder);
  return self;
}

CyanTrackBenchmark *
cyan_track_add_benchmark (CyanTrack *self, const char *name)
{
  CyanTrackBenchmark *benchmark = g_new0 (CyanTrackBenchmark, 1);

  g_assert (*name != '\0' && strlen (name) <= CYAN_TRACK_MAX_NAME);
  cyan_assert_slow (cyan_track_find_benchmark (self, name) == NULL);
  benchmark->name = g_strdup (name);
  cyan_track_keys_init (cyan_benchmark_keys, benchmark, self->folder);
  g_ptr_array_add (self->benchmarks, benchmark);
  return benchmark;
}

const CyanTrackBenchmark *
cyan_track_find_benchmark (const CyanTrack *self, const char *name)
{
  for (guint i = 0; i < self->benchmarks->len; i++)
    if (strcmp (((const CyanTrackBenchmark *) self->benchmarks->pdata[i])->name, name) == 0)
      return self->benchmarks->pdata[i];
  return NULL;
}

char *
cyan_track_machine (const CyanTrack *self)
{
  return self->machine != NULL ? g_strdup (self->machine) : cyan_machine_identity ();
}

void
cyan_track_free (CyanTrack *self)
{
  g_ptr_array_unref (self->benchmarks);
  g_array_unref (self->cpus);
  g_free (self->path);
  g_free (self->folder);
  g_free (self->project);
  g_free (self->store);
  g_free (self->repository);
  g_free (self->selection);
  g_free (self->build);
  g_free (self->machine);
  g_strfreev (self->environment);
  g_free (self);
}

/* ---- lines ---- */

typedef struct
{
  CyanTrack *track; /* being read */
  GKeyFile *file;
  GHashTable *lines; /* place() -> line, from 1 */
} Reader;

static void
reader_clear (Reader *self)
{
  g_clear_pointer (&self->track, cyan_track_free);
  g_clear_pointer (&self->file, g_key_file_unref);
  g_clear_pointer (&self->lines, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

/* @key is "" for the group itself.  Neither contains a line break. */
static char *
place (const char *group, const char *key)
{
  return g_strconcat (group, "\n", key, NULL);
}

static guint
find_line (const Reader *self, const char *group, const char *key)
{
  g_autofree char *name = place (group, key);

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->lines, name));
}

static gboolean fail_line (const Reader *self, guint line, GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

static gboolean
fail_line (const Reader *self, guint line, GError **error, const char *format, ...)
{
  g_autofree char *reason = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  return cyan_fail (error, CYAN_ERROR_INVALID, "%s:%u: %s", self->track->path, line, reason);
}

/* Notes the line of a group or key; FALSE if it is there already. */
static gboolean
note_line (Reader *self, const char *group, const char *key, guint line, GError **error)
{
  g_autofree char *shown = cyan_text_for_label (*key != '\0' ? key : group, MAX_SHOWN);
  guint earlier = find_line (self, group, key);

  if (earlier != 0)
    return fail_line (self, line, error, _ ("“%s” is in line %u, too"), shown, earlier);
  g_hash_table_insert (self->lines, place (group, key), GUINT_TO_POINTER (line));
  return TRUE;
}

/* Changes *@group at the start of one. */
static gboolean
look_at_line (Reader *self, char *line, guint number, char **group, GError **error)
{
  char *equals;
  gsize length;

  g_strstrip (line);
  length = strlen (line);
  if (length == 0 || *line == '#')
    return TRUE;
  if (length > CYAN_TRACK_MAX_VALUE)
    return fail_line (self, number, error, _ ("longer than %d bytes"), CYAN_TRACK_MAX_VALUE);
  if (*line == '[')
    {
      if (line[length - 1] != ']')
        return fail_line (self, number, error, _ ("expected “]” at the end"));
      g_free (*group);
      *group = g_strndup (line + 1, length - 2);
      return note_line (self, *group, "", number, error);
    }
  equals = strchr (line, '=');
  if (equals == NULL || equals == line)
    return fail_line (self, number, error, _ ("expected KEY=VALUE, [GROUP] or # COMMENT"));
  if (*group == NULL)
    return fail_line (self, number, error, _ ("expected [%s] first"), TRACK_GROUP);
  *equals = '\0';
  return note_line (self, *group, g_strchomp (line), number, error);
}

static gboolean
look_at_lines (Reader *self, const char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *group = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    if (!look_at_line (self, lines[i], i + 1, &group, error))
      return FALSE;
  return TRUE;
}

/* ---- keys ---- */

static gboolean
read_key (Reader *self,
          const CyanTrackKey *keys,
          gpointer object,
          const char *group,
          const char *name,
          GError **error)
{
  const CyanTrackKey *key = cyan_track_key_find (keys, name);
  g_autofree char *value = g_key_file_get_value (self->file, group, name, NULL);
  g_autofree char *shown = cyan_text_for_label (key == NULL ? name : value, MAX_SHOWN);
  g_autofree char *expected = NULL;
  guint line = find_line (self, group, name);

  if (key == NULL)
    return fail_line (self, line, error, _ ("unknown key “%s”"), shown);
  if (cyan_track_key_set (key, object, self->track->folder, g_strchomp (value)))
    return TRUE;
  expected = cyan_track_key_expected (key);
  return fail_line (self, line, error, _ ("%s: expected %s, not “%s”"), name, expected, shown);
}

static gboolean
read_keys (
    Reader *self, const CyanTrackKey *keys, gpointer object, const char *group, GError **error)
{
  g_auto (GStrv) names = g_key_file_get_keys (self->file, group, NULL, NULL);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (!read_key (self, keys, object, group, names[i], error))
      return FALSE;
  return TRUE;
}

/* ---- groups ---- */

static gboolean
read_benchmark (Reader *self, const char *group, GError **error)
{
  const char *name = group + strlen (BENCHMARK_PREFIX);
  guint line = find_line (self, group, "");
  CyanTrackBenchmark *benchmark;

  while (*name == ' ')
    name++;
  if (*name == '\0' || strlen (name) > CYAN_TRACK_MAX_NAME)
    return fail_line (self, line, error, _ ("expected a benchmark's name of at most %d bytes"),
                      CYAN_TRACK_MAX_NAME);
  if (self->track->benchmarks->len >= CYAN_TRACK_MAX_BENCHMARKS)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s:%u: more than %d benchmarks"),
                      self->track->path, line, CYAN_TRACK_MAX_BENCHMARKS);
  if (cyan_track_find_benchmark (self->track, name) != NULL)
    return fail_line (self, line, error, _ ("there is another benchmark of this name"));
  benchmark = cyan_track_add_benchmark (self->track, name);
  if (!read_keys (self, cyan_benchmark_keys, benchmark, group, error))
    return FALSE;
  if (!has_command (benchmark))
    return fail_line (
        self, line, error,
        _ ("expected run=COMMAND in this group, or measure=COMMAND and results=PATH"));
  return TRUE;
}

/* The keys of which only one may be there. */
static gboolean
check_selection (Reader *self, GError **error)
{
  static const char *const names[] = { "branch", "range", "tags", "list" };
  const char *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      guint line = find_line (self, TRACK_GROUP, names[i]);

      if (line != 0 && first != NULL)
        return fail_line (self, line, error, _ ("only one of %s and %s can be given"), first,
                          names[i]);
      if (line != 0)
        first = names[i];
    }
  return TRUE;
}

static gboolean
read_track (Reader *self, GError **error)
{
  CyanTrack *track = self->track;

  if (!check_selection (self, error)
      || !read_keys (self, cyan_track_keys, track, TRACK_GROUP, error))
    return FALSE;
  if (track->max_runs > track->min_runs && track->precision <= 0)
    return fail_line (self, find_line (self, TRACK_GROUP, "runs"), error,
                      _ ("runs: a range needs a precision"));
  if (track->max_runs == track->min_runs && track->precision > 0)
    return fail_line (self, find_line (self, TRACK_GROUP, "precision"), error,
                      _ ("precision: needs a range of runs, such as runs=3-10"));
  if (track->lanes > 1 && track->cpus->len < track->lanes)
    return fail_line (self, find_line (self, TRACK_GROUP, "lanes"), error,
                      _ ("lanes: needs as many processors in cpus"));
  return TRUE;
}

static gboolean
read_groups (Reader *self, GError **error)
{
  g_auto (GStrv) groups = g_key_file_get_groups (self->file, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      gboolean is_benchmark = g_str_has_prefix (groups[i], BENCHMARK_PREFIX);
      g_autofree char *shown = cyan_text_for_label (groups[i], MAX_SHOWN);

      if (!is_benchmark && strcmp (groups[i], TRACK_GROUP) != 0)
        return fail_line (self, find_line (self, groups[i], ""), error,
                          _ ("unknown group “%s”, expected [%s] or [%sNAME]"), shown, TRACK_GROUP,
                          BENCHMARK_PREFIX);
      if (is_benchmark ? !read_benchmark (self, groups[i], error) : !read_track (self, error))
        return FALSE;
    }
  if (self->track->benchmarks->len == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: there is no group [%sNAME]"),
                      self->track->path, BENCHMARK_PREFIX);
  return TRUE;
}

CyanTrack *
cyan_track_parse (const char *text, gsize length, const char *path, GError **error)
{
  g_auto (Reader) self = {
    .track = cyan_track_new (path),
    .file = g_key_file_new (),
    .lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
  g_autofree char *copy = NULL;
  g_autoptr (GError) reason = NULL;

  if (length > CYAN_TRACK_MAX_BYTES)
    return cyan_fail_null (error, CYAN_ERROR_LIMIT, _ ("%s: larger than %d bytes"), path,
                           CYAN_TRACK_MAX_BYTES);
  if (!g_utf8_validate (text, (gssize) length, NULL))
    return cyan_fail_null (error, CYAN_ERROR_INVALID, _ ("%s: not a text in UTF-8"), path);
  copy = g_strndup (text, length);
  if (!look_at_lines (&self, copy, error))
    return NULL;
  if (!g_key_file_load_from_data (self.file, copy, length, G_KEY_FILE_KEEP_TRANSLATIONS, &reason))
    {
      if (!g_error_matches (reason, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_GROUP_NOT_FOUND)
          || *copy != '\0')
        cyan_fail (error, CYAN_ERROR_INVALID, "%s: %s", path, reason->message);
      else
        cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: the file is empty"), path);
      return NULL;
    }
  if (!read_groups (&self, error))
    return NULL;
  cyan_assert_valid (cyan_track_check, self.track);
  if (self.track->environment == NULL)
    self.track->environment = g_new0 (char *, 1);
  return g_steal_pointer (&self.track);
}

CyanTrack *
cyan_track_load (const char *path, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return cyan_fail_null (error, CYAN_ERROR_IO, _ ("%s: %s"), path,
                           g_file_test (path, G_FILE_TEST_EXISTS) ? _ ("not a regular file")
                                                                  : g_strerror (ENOENT));
  if (!g_file_get_contents (path, &text, &length, &reason))
    return cyan_fail_null (error, CYAN_ERROR_IO, "%s: %s", path, reason->message);
  return cyan_track_parse (text, length, path, error);
}

/* ---- what holds for every definition file, however it was made ---- */

static gboolean
fail (const char *what, GError **error)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, "track: %s", what);
}

static gboolean
check_numbers (const CyanTrack *self, GError **error)
{
  if (self->min_runs < 1 || self->max_runs < self->min_runs || self->max_runs > CYAN_TRACK_MAX_RUNS)
    return fail ("runs are out of range", error);
  if (!(self->precision >= 0 && self->precision <= 1)
      || (self->precision > 0) != (self->max_runs > self->min_runs))
    return fail ("a precision without a range of runs, or the reverse", error);
  if (self->every < 1 || self->keep < 1 || self->jobs < 1 || self->lanes < 1
      || self->build_timeout < 1)
    return fail ("a number is 0", error);
  for (guint i = 1; i < self->cpus->len; i++)
    if (g_array_index (self->cpus, guint, i - 1) >= g_array_index (self->cpus, guint, i))
      return fail ("processors are not ascending", error);
  return TRUE;
}

static gboolean
check_benchmark (const CyanTrack *self, const CyanTrackBenchmark *benchmark, GError **error)
{
  if (*benchmark->name == '\0' || strlen (benchmark->name) > CYAN_TRACK_MAX_NAME
      || cyan_track_find_benchmark (self, benchmark->name) != benchmark)
    return fail ("a benchmark has no name of its own", error);
  if (!has_command (benchmark) || benchmark->timeout < 1)
    return fail ("a benchmark has no command or no time", error);
  if (benchmark->better < -1 || benchmark->better > 1)
    return fail ("a benchmark's better is out of range", error);
  for (GStrv path = benchmark->inputs; path != NULL && *path != NULL; path++)
    if (!g_path_is_absolute (*path))
      return fail ("an input is not an absolute path", error);
  return TRUE;
}

gboolean
cyan_track_check (const CyanTrack *self, GError **error)
{
  if (!check_numbers (self, error))
    return FALSE;
  if (self->benchmarks->len < 1 || self->benchmarks->len > CYAN_TRACK_MAX_BENCHMARKS)
    return fail ("no benchmarks, or too many", error);
  for (guint i = 0; i < self->benchmarks->len; i++)
    if (!check_benchmark (self, self->benchmarks->pdata[i], error))
      return FALSE;
  return TRUE;
}
