/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes indices of profiles. */
#include "cyan-files.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-json-walk.h"
#include "cyan-json-writer.h"
#include "cyan-store.h"

/* ---- structures ---- */

static void
free_value (gpointer data)
{
  CyanIndexValue *self = data;

  g_free (self->metric);
  g_free (self->unit);
  g_free (self);
}

CyanIndexRun *
cyan_index_run_new (void)
{
  CyanIndexRun *self = g_new0 (CyanIndexRun, 1);

  self->depth = self->commit_time = self->bytes = CYAN_STORE_UNKNOWN;
  self->values = g_ptr_array_new_with_free_func (free_value);
  return self;
}

void
cyan_index_run_add_value (CyanIndexRun *self, const char *metric, const char *unit, double value)
{
  CyanIndexValue *row = g_new (CyanIndexValue, 1);

  *row = (CyanIndexValue){ g_strdup (metric), g_strdup (unit), value };
  g_ptr_array_add (self->values, row);
}

void
cyan_index_run_free (CyanIndexRun *self)
{
  if (self == NULL)
    return;
  g_free (self->benchmark);
  g_free (self->machine);
  g_free (self->revision);
  g_free (self->parent);
  g_free (self->subject);
  g_free (self->path);
  g_free (self->sha256);
  g_ptr_array_unref (self->values);
  g_free (self);
}

void
cyan_index_free (CyanIndex *self)
{
  if (self == NULL)
    return;
  g_free (self->project);
  g_ptr_array_unref (self->runs);
  g_free (self);
}

CyanIndex *
cyan_index_new (void)
{
  CyanIndex *self = g_new0 (CyanIndex, 1);

  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_index_run_free);
  return self;
}

/* ---- reading ---- */

typedef struct
{
  CyanIndex *index;
  CyanIndexRun *run; /* that is being read */
  GHashTable *paths; /* of the runs before */
} Reader;

/* Whether @path stays within the folder: "a/b", not "/a" or "a/../b". */
static gboolean
path_is_inside (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] == '\0' || strcmp (parts[i], ".") == 0 || strcmp (parts[i], "..") == 0)
      return FALSE;
  return parts[0] != NULL;
}

static gboolean
read_name (CyanJsonWalk *walk, CyanJsonToken token, char **name, GError **error)
{
  if (!cyan_json_walk_text (walk, token, name, error))
    return FALSE;
  if (**name == '\0')
    return cyan_json_walk_fail (walk, error, _ ("empty"));
  if (strlen (*name) > CYAN_STORE_NAME_MAX)
    return cyan_json_walk_fail (walk, error, _ ("more than %d bytes"), CYAN_STORE_NAME_MAX);
  return TRUE;
}

static gboolean
read_count (CyanJsonWalk *walk, CyanJsonToken token, gint64 *count, GError **error)
{
  return cyan_json_walk_integer (walk, token, 0, CYAN_JSON_SCALED_MAX, count, error);
}

/* A function that reads a member into the run, or into the index. */
#define READ(name, call)                                                                           \
  static gboolean name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)    \
  {                                                                                                \
    Reader *self = data;                                                                           \
                                                                                                   \
    return call;                                                                                   \
  }

READ (read_project, read_name (walk, token, &self->index->project, error))
READ (read_benchmark, read_name (walk, token, &self->run->benchmark, error))
READ (read_machine, read_name (walk, token, &self->run->machine, error))
READ (read_revision, read_name (walk, token, &self->run->revision, error))
READ (read_parent, read_name (walk, token, &self->run->parent, error))
READ (read_subject, cyan_json_walk_text (walk, token, &self->run->subject, error))
READ (read_depth, read_count (walk, token, &self->run->depth, error))
READ (read_commit_time, read_count (walk, token, &self->run->commit_time, error))

static gboolean
read_version (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  gint64 version;

  return read_count (walk, token, &version, error)
         && (version == CYAN_INDEX_VERSION
             || cyan_json_walk_fail (walk, error, _ ("this program knows only version %d"),
                                     CYAN_INDEX_VERSION));
}

static gboolean
read_path (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  if (!read_name (walk, token, &self->run->path, error))
    return FALSE;
  if (!path_is_inside (self->run->path))
    return cyan_json_walk_fail (walk, error, _ ("\"%s\" is not inside the folder"),
                                self->run->path);
  if (!g_str_has_suffix (self->run->path, CYAN_INDEX_PROFILE))
    return cyan_json_walk_fail (walk, error, _ ("\"%s\" is no %s file"), self->run->path,
                                CYAN_INDEX_PROFILE);
  if (!g_hash_table_add (self->paths, g_strdup (self->run->path)))
    return cyan_json_walk_fail (walk, error, _ ("\"%s\" is there twice"), self->run->path);
  return TRUE;
}

static gboolean
read_bytes (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  return cyan_json_walk_integer (walk, token, 1, CYAN_STORE_PROFILE_MAX, &self->run->bytes, error);
}

static gboolean
read_sha256 (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  return cyan_json_walk_text (walk, token, &self->run->sha256, error)
         && ((strlen (self->run->sha256) == 64
              && strspn (self->run->sha256, "0123456789abcdef") == 64)
             || cyan_json_walk_fail (walk, error, _ ("not 64 hexadecimal digits")));
}

static gboolean
read_value_metric (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_name (walk, token, &((CyanIndexValue *) data)->metric, error);
}

static gboolean
read_value_unit (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  char **unit = &((CyanIndexValue *) data)->unit;

  return cyan_json_walk_text (walk, token, unit, error)
         && (strlen (*unit) <= CYAN_STORE_NAME_MAX
             || cyan_json_walk_fail (walk, error, _ ("more than %d bytes"), CYAN_STORE_NAME_MAX));
}

static gboolean
read_value_number (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_number (walk, token, &((CyanIndexValue *) data)->value, error);
}

static gboolean
read_value (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "metric", .read = read_value_metric, .required = TRUE },
    { .key = "unit", .read = read_value_unit },
    { .key = "value", .read = read_value_number, .required = TRUE },
  };
  GPtrArray *values = ((Reader *) data)->run->values;
  CyanIndexValue *value = g_new0 (CyanIndexValue, 1);

  value->unit = g_strdup ("");
  g_ptr_array_add (values, value);
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), value, error))
    return FALSE;
  if (values->len > CYAN_INDEX_MAX_VALUES)
    return cyan_json_walk_fail (walk, error, _ ("more than %d values"), CYAN_INDEX_MAX_VALUES);
  for (guint i = 0; i + 1 < values->len; i++)
    {
      const CyanIndexValue *other = values->pdata[i];

      if (strcmp (other->metric, value->metric) == 0 && strcmp (other->unit, value->unit) == 0)
        return cyan_json_walk_fail (walk, error, _ ("\"%s\" is there twice"), value->metric);
    }
  return TRUE;
}

/* The members of a note beside a profile; a run in an index has them too, with the file itself. */
#define NOTE_MEMBERS(is_required)                                                                  \
  { .key = "benchmark", .read = read_benchmark, .required = (is_required) },                       \
      { .key = "machine", .read = read_machine, .required = (is_required) },                       \
      { .key = "revision", .read = read_revision, .required = (is_required) },                     \
      { .key = "parent", .read = read_parent, .or_null = TRUE },                                   \
      { .key = "depth", .read = read_depth, .or_null = TRUE },                                     \
      { .key = "commit_time", .read = read_commit_time, .or_null = TRUE },                         \
      { .key = "subject", .read = read_subject, .or_null = TRUE },                                 \
  {                                                                                                \
    .key = "values", .read = read_value, .each = TRUE                                              \
  }

static gboolean
read_run (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    NOTE_MEMBERS (TRUE),
    { .key = "path", .read = read_path, .required = TRUE },
    { .key = "bytes", .read = read_bytes, .required = TRUE },
    { .key = "sha256", .read = read_sha256, .required = TRUE },
  };
  Reader *self = data;

  self->run = cyan_index_run_new ();
  g_ptr_array_add (self->index->runs, self->run);
  if (self->index->runs->len > CYAN_INDEX_MAX_RUNS)
    return cyan_json_walk_fail (walk, error, _ ("more than %d runs"), CYAN_INDEX_MAX_RUNS);
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), self, error);
}

/* Reads an object that is not packed: what is packed can be of any size. */
static gboolean
read_document (const char *name,
               GBytes *json,
               const CyanJsonMember *members,
               guint n_members,
               Reader *reader,
               GError **error)
{
  gsize length;
  const char *bytes = g_bytes_get_data (json, &length);
  g_autoptr (CyanInput) input = NULL;
  g_autoptr (CyanJsonWalk) walk = NULL;
  gsize i = 0;

  while (i < length && g_ascii_isspace (bytes[i]))
    i++;
  if (i == length || bytes[i] != '{')
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: not an object of JSON"), name);
  input = cyan_input_new_for_memory (name, bytes, length, NULL, error);
  if (input == NULL)
    return FALSE;
  walk = cyan_json_walk_new (input);
  return cyan_json_walk_document (walk, members, n_members, reader, error);
}

CyanIndex *
cyan_index_read (const char *name, GBytes *json, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "version", .read = read_version, .required = TRUE },
    { .key = "project", .read = read_project, .or_null = TRUE },
    { .key = "runs", .read = read_run, .required = TRUE, .each = TRUE },
  };
  g_autoptr (CyanIndex) index = cyan_index_new ();
  g_autoptr (GHashTable) paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Reader reader = { .index = index, .paths = paths };

  if (!read_document (name, json, members, G_N_ELEMENTS (members), &reader, error))
    return NULL;
  return g_steal_pointer (&index);
}

CyanIndexRun *
cyan_index_read_note (const char *name, GBytes *json, GError **error)
{
  static const CyanJsonMember members[] = { NOTE_MEMBERS (FALSE) };
  g_autoptr (CyanIndexRun) run = cyan_index_run_new ();
  Reader reader = { .run = run };

  if (!read_document (name, json, members, G_N_ELEMENTS (members), &reader, error))
    return NULL;
  return g_steal_pointer (&run);
}

/* ---- writing ---- */

static void
write_count (CyanJsonWriter *json, const char *key, gint64 count)
{
  if (count != CYAN_STORE_UNKNOWN)
    cyan_json_writer_count (json, key, (guint64) count);
}

static void
write_run (CyanJsonWriter *json, const CyanIndexRun *run)
{
  cyan_json_writer_open_object (json, NULL);
  cyan_json_writer_text (json, "benchmark", run->benchmark);
  cyan_json_writer_text (json, "machine", run->machine);
  cyan_json_writer_text (json, "revision", run->revision);
  cyan_json_writer_text (json, "parent", run->parent);
  write_count (json, "depth", run->depth);
  write_count (json, "commit_time", run->commit_time);
  cyan_json_writer_text (json, "subject", run->subject);
  cyan_json_writer_text (json, "path", run->path);
  write_count (json, "bytes", run->bytes);
  cyan_json_writer_text (json, "sha256", run->sha256);
  cyan_json_writer_open_array (json, "values");
  for (guint i = 0; i < run->values->len; i++)
    {
      const CyanIndexValue *value = run->values->pdata[i];

      cyan_json_writer_open_object (json, NULL);
      cyan_json_writer_text (json, "metric", value->metric);
      cyan_json_writer_text (json, "unit", value->unit);
      cyan_json_writer_number (json, "value", value->value);
      cyan_json_writer_close_object (json);
    }
  cyan_json_writer_close_array (json);
  cyan_json_writer_close_object (json);
}

char *
cyan_index_write (const CyanIndex *self)
{
  GString *text = g_string_new (NULL);
  CyanJsonWriter json = { .text = text };

  cyan_json_writer_open_object (&json, NULL);
  cyan_json_writer_count (&json, "version", CYAN_INDEX_VERSION);
  cyan_json_writer_text (&json, "project", self->project);
  cyan_json_writer_open_array (&json, "runs");
  for (guint i = 0; i < self->runs->len; i++)
    write_run (&json, self->runs->pdata[i]);
  cyan_json_writer_close_array (&json);
  cyan_json_writer_close_object (&json);
  return g_string_free (g_string_append_c (text, '\n'), FALSE);
}
