/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk: a short stack of steps, and the checks that all JSON readers share. */
#include "cyan-json-walk.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

#include <math.h>
#include <string.h>

/* Up to this value a double represents every integer. */
#define MAX_EXACT 9007199254740992.0

CyanJsonWalk *
cyan_json_walk_new (CyanInput *input)
{
  CyanJsonWalk *self = g_new0 (CyanJsonWalk, 1);

  self->json = cyan_json_new (input);
  return self;
}

void
cyan_json_walk_free (CyanJsonWalk *self)
{
  cyan_scratch_clear (&self->kept);
  cyan_json_free (self->json);
  g_free (self);
}

void
cyan_json_walk_drop (CyanJsonWalk *self, GArray **array)
{
  if (*array == NULL)
    return;
  cyan_charge_drop (&self->json->charge,
                    (guint64) (*array)->len * g_array_get_element_size (*array));
  g_clear_pointer (array, g_array_unref);
}

/* "profiles[0].type: ", or nothing at the top; caller frees. */
static char *
path_text (const CyanJsonWalk *self)
{
  GString *path = g_string_new (NULL);

  for (guint i = 0; i < self->depth; i++)
    if (self->steps[i].key == NULL)
      g_string_append_printf (path, "[%" G_GUINT64_FORMAT "]", self->steps[i].index);
    else
      g_string_append_printf (path, "%s%s", i > 0 ? "." : "", self->steps[i].key);
  if (path->len > 0)
    g_string_append (path, ": ");
  return g_string_free (path, FALSE);
}

gboolean
cyan_json_walk_fail (CyanJsonWalk *self, GError **error, const char *format, ...)
{
  g_autofree char *path = path_text (self);
  g_autofree char *reason = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  return cyan_json_fail (self->json, error, "%s%s", path, reason);
}

gboolean
cyan_json_walk_refuse (CyanJsonWalk *self, GError **error, const char *format, ...)
{
  g_autofree char *reason = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  return cyan_fail (error, CYAN_ERROR_INVALID, "%s: %s", cyan_input_name (self->json->input),
                    reason);
}

gboolean
cyan_json_walk_propagate (CyanJsonWalk *self, GError *cause, GError **error)
{
  g_autofree char *path = path_text (self);

  g_propagate_prefixed_error (error, cause, "%s: %s", cyan_input_name (self->json->input), path);
  return FALSE;
}

static gboolean
seen_before (CyanJsonWalk *self)
{
  GHashTable **keys = &self->odd_keys[self->depth];

  if (*keys == NULL)
    *keys = cyan_scratch_table (&self->kept, g_str_hash, g_str_equal, g_free, NULL);
  return cyan_json_seen (self->json, *keys);
}

/* @problem is what to say of any other word; NULL: that it is not known. */
static gboolean
read_word (CyanJsonWalk *self,
           CyanJsonToken token,
           const char *const *words,
           const char *problem,
           guint *index,
           GError **error)
{
  g_autofree char *text = NULL;

  if (token != CYAN_JSON_STRING)
    return cyan_json_walk_fail (self, error, _ ("not a string"));
  for (guint i = 0; words[i] != NULL; i++)
    if (cyan_json_is (self->json, words[i]))
      {
        *index = i;
        return TRUE;
      }
  if (problem != NULL)
    return cyan_json_walk_fail (self, error, "%s", _ (problem));
  text = cyan_json_dup (self->json);
  return cyan_json_walk_fail (self, error, _ ("\"%s\" is not known"), text);
}

static gboolean
read_count (CyanJsonWalk *self,
            CyanJsonToken token,
            const CyanJsonMember *member,
            guint32 *value,
            GError **error)
{
  gint64 count;

  if (!cyan_json_walk_integer (self, token, 0, member->max > 0 ? member->max : G_MAXUINT32, &count,
                               error))
    return FALSE;
  *value = (guint32) count;
  return TRUE;
}

typedef struct
{
  const CyanJsonMember *member;
  GArray *counts;
} Counts;

static gboolean
append_count (CyanJsonWalk *self, CyanJsonToken token, gpointer data, GError **error)
{
  const Counts *to = data;
  guint32 count;

  if (!read_count (self, token, to->member, &count, error))
    return FALSE;
  g_array_append_val (to->counts, count);
  return TRUE;
}

static gboolean
read_number (CyanJsonWalk *self,
             CyanJsonToken token,
             const CyanJsonMember *member,
             double *value,
             GError **error)
{
  if (!cyan_json_walk_number (self, token, value, error))
    return FALSE;
  if ((member->least != 0 || member->most != 0)
      && !(*value >= member->least && *value <= member->most))
    return cyan_json_walk_fail (self, error, _ ("out of range"));
  return TRUE;
}

static gboolean
read_field (CyanJsonWalk *self,
            const CyanJsonMember *member,
            CyanJsonToken token,
            gpointer field,
            GError **error)
{
  switch (member->field)
    {
    case CYAN_JSON_FIELD_STR:
      return cyan_json_walk_string (self, token, self->strings, field, error);
    case CYAN_JSON_FIELD_TEXT:
      return cyan_json_walk_text (self, token, field, error);
    case CYAN_JSON_FIELD_NUMBER:
      return read_number (self, token, member, field, error);
    case CYAN_JSON_FIELD_COUNT:
      return read_count (self, token, member, field, error);
    case CYAN_JSON_FIELD_COUNTS:
      return cyan_json_walk_array (self, token, append_count,
                                   &(Counts){ member, *(GArray **) field }, error);
    case CYAN_JSON_FIELD_FLAG:
      if (token != CYAN_JSON_TRUE && token != CYAN_JSON_FALSE)
        return cyan_json_walk_fail (self, error, _ ("neither true nor false"));
      *(gboolean *) field = token == CYAN_JSON_TRUE;
      return TRUE;
    case CYAN_JSON_FIELD_WORD:
      return read_word (self, token, member->words, member->problem, field, error);
    case CYAN_JSON_FIELD_INTEGER:
    case CYAN_JSON_FIELD_NONE:
    default:
      return cyan_json_walk_integer (self, token, member->min, member->max, field, error);
    }
}

/* The array to whose end elements go. */
typedef struct
{
  const CyanJsonMember *member;
  GArray *array;
} Column;

static gboolean
read_element (CyanJsonWalk *self, CyanJsonToken token, gpointer data, GError **error)
{
  const CyanJsonMember *member = ((Column *) data)->member;
  GArray *array = ((Column *) data)->array;
  guint n = array->len;
  gpointer element;

  g_array_set_size (array, n + 1);
  element = memset (array->data + n * member->size, 0, member->size);
  cyan_charge_add (&self->json->charge, member->size);
  if (n % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->json->input, error))
    return FALSE;
  return member->members != NULL ? cyan_json_walk_object (self, token, member->members,
                                                          member->n_members, element, error)
                                 : read_field (self, member, token, element, error);
}

static gboolean
read_column (CyanJsonWalk *self,
             const CyanJsonMember *member,
             CyanJsonToken token,
             GArray **array,
             GError **error)
{
  Column column = { member, *array };

  if (*array == NULL)
    column.array = *array = g_array_new (FALSE, FALSE, (guint) member->size);
  return cyan_json_walk_array (self, token, read_element, &column, error);
}

static gboolean
read_member (CyanJsonWalk *self,
             const CyanJsonMember *member,
             CyanJsonToken token,
             gpointer data,
             GError **error)
{
  if (token == CYAN_JSON_NULL && member->or_null)
    return TRUE;
  if (member->via > 0)
    data = *(gpointer *) ((char *) data + member->via - 1);
  if (member->size > 0)
    return read_column (self, member, token,
                        (GArray **) (gpointer) ((char *) data + member->offset), error);
  if (member->members != NULL)
    return cyan_json_walk_object (self, token, member->members, member->n_members, data, error);
  if (member->each)
    return cyan_json_walk_array (self, token, member->read, data, error);
  if (member->read != NULL)
    return member->read (self, token, data, error);
  return read_field (self, member, token, (char *) data + member->offset, error);
}

const char *
cyan_json_walk_key (const CyanJsonWalk *self)
{
  g_assert (self->depth > 0 && self->steps[self->depth - 1].key != NULL);
  return self->steps[self->depth - 1].key;
}

/* Whether the key just read is @key, before which symbols of Ruby have a colon. */
static gboolean
is_key (const CyanJsonWalk *self, const char *key)
{
  gsize colon = self->has_symbols && self->json->length > 0 && self->json->text[0] == ':';
  gsize length = strlen (key);

  return self->json->length - colon == length
         && memcmp (self->json->text + colon, key, length) == 0;
}

/* Skips the member of the key just read, or reads its value. */
static gboolean
walk_member (CyanJsonWalk *self,
             const CyanJsonMember *members,
             guint n_members,
             guint32 *seen,
             gpointer data,
             GError **error)
{
  g_autofree char *other = NULL;
  guint m;
  CyanJsonToken token;
  gboolean ok;

  for (m = 0; m < n_members; m++)
    if (members[m].key == NULL || is_key (self, members[m].key))
      break;
  if (m < n_members && members[m].key != NULL ? (*seen & 1u << m) != 0 : seen_before (self))
    return cyan_json_walk_fail (self, error, _ ("the same key twice"));
  if (m == n_members)
    return cyan_json_skip (self->json, cyan_json_next (self->json, error), error);

  *seen |= 1u << m;
  if (members[m].key == NULL)
    other = cyan_json_dup (self->json);
  token = cyan_json_next (self->json, error);
  if (token == CYAN_JSON_ERROR)
    return FALSE;
  g_assert (self->depth < CYAN_JSON_WALK_DEPTH);
  self->steps[self->depth++].key = other != NULL ? other : members[m].key;
  ok = read_member (self, &members[m], token, data, error);
  self->depth--;
  return ok;
}

gboolean
cyan_json_walk_object (CyanJsonWalk *self,
                       CyanJsonToken token,
                       const CyanJsonMember *members,
                       guint n_members,
                       gpointer data,
                       GError **error)
{
  guint32 seen = 0;

  if (token != CYAN_JSON_OBJECT)
    return cyan_json_walk_fail (self, error, _ ("not an object"));
  if (self->odd_keys[self->depth] != NULL)
    cyan_json_forget (self->json, self->odd_keys[self->depth]);
  while ((token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY)
    if (!walk_member (self, members, n_members, &seen, data, error))
      return FALSE;
  if (token != CYAN_JSON_OBJECT_END)
    return FALSE;
  for (guint m = 0; m < n_members; m++)
    if (members[m].required && !(seen & 1u << m))
      return cyan_json_walk_fail (self, error, _ ("there is no \"%s\" in it"), members[m].key);
  return TRUE;
}

gboolean
cyan_json_walk_document (CyanJsonWalk *self,
                         const CyanJsonMember *members,
                         guint n_members,
                         gpointer data,
                         GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  return token != CYAN_JSON_ERROR
         && cyan_json_walk_object (self, token, members, n_members, data, error)
         && cyan_json_next (self->json, error) == CYAN_JSON_END;
}

gboolean
cyan_json_walk_array (
    CyanJsonWalk *self, CyanJsonToken token, CyanJsonRead read, gpointer data, GError **error)
{
  guint step = self->depth;

  if (token != CYAN_JSON_ARRAY)
    return cyan_json_walk_fail (self, error, _ ("not an array"));
  g_assert (step < CYAN_JSON_WALK_DEPTH);
  self->steps[step].key = NULL;
  self->depth++;
  for (guint64 i = 0;; i++)
    {
      self->steps[step].index = i;
      token = cyan_json_next (self->json, error);
      if (token == CYAN_JSON_ARRAY_END)
        break;
      if (token == CYAN_JSON_ERROR || !read (self, token, data, error))
        return FALSE;
    }
  self->depth--;
  return TRUE;
}

/* Parses the last number, which must consist of digits with an optional sign. */
static gboolean
parse_digits (const CyanJson *json, gint64 *value)
{
  gboolean negative = json->text[0] == '-';
  guint64 size;

  if (!cyan_parse_uint64 (json->text + negative, json->length - negative, &size)
      || size > G_MAXINT64)
    return FALSE;
  *value = negative ? -(gint64) size : (gint64) size;
  return TRUE;
}

gboolean
cyan_json_walk_integer (
    CyanJsonWalk *self, CyanJsonToken token, gint64 min, gint64 max, gint64 *value, GError **error)
{
  const CyanJson *json = self->json;
  gboolean fits;
  double real;

  if (token != CYAN_JSON_NUMBER)
    return cyan_json_walk_fail (self, error, _ ("not a number"));
  if (memchr (json->text, '.', json->length) == NULL
      && memchr (json->text, 'e', json->length) == NULL
      && memchr (json->text, 'E', json->length) == NULL)
    fits = parse_digits (json, value);
  else
    {
      fits = cyan_parse_double (json->text, json->length, &real) && fabs (real) <= MAX_EXACT;
      if (fits && real != floor (real))
        return cyan_json_walk_fail (self, error, _ ("not a whole number"));
      *value = fits ? (gint64) real : 0;
    }
  if (!fits || *value < min || *value > max)
    return cyan_json_walk_fail (self, error, _ ("out of range"));
  return TRUE;
}

gboolean
cyan_json_walk_index_or_none (CyanJsonWalk *self,
                              CyanJsonToken token,
                              gint32 *value,
                              GError **error)
{
  gint64 index = -1;

  if (token != CYAN_JSON_NULL
      && !cyan_json_walk_integer (self, token, -1, G_MAXINT32, &index, error))
    return FALSE;
  *value = (gint32) index;
  return TRUE;
}

gboolean
cyan_json_walk_number (CyanJsonWalk *self, CyanJsonToken token, double *value, GError **error)
{
  if (token != CYAN_JSON_NUMBER)
    return cyan_json_walk_fail (self, error, _ ("not a number"));
  if (!cyan_parse_double (self->json->text, self->json->length, value))
    return cyan_json_walk_fail (self, error, _ ("out of range"));
  return TRUE;
}

gboolean
cyan_json_walk_string (
    CyanJsonWalk *self, CyanJsonToken token, CyanStrings *strings, CyanStr *value, GError **error)
{
  if (token != CYAN_JSON_STRING)
    return cyan_json_walk_fail (self, error, _ ("not a string"));
  *value = cyan_strings_add (strings, self->json->text, (gssize) self->json->length);
  return TRUE;
}

gboolean
cyan_json_walk_text (CyanJsonWalk *self, CyanJsonToken token, char **value, GError **error)
{
  if (token != CYAN_JSON_STRING)
    return cyan_json_walk_fail (self, error, _ ("not a string"));
  g_free (*value);
  *value = cyan_json_dup (self->json);
  return TRUE;
}

gboolean
cyan_json_walk_word (
    CyanJsonWalk *self, CyanJsonToken token, const char *const *words, guint *value, GError **error)
{
  return read_word (self, token, words, NULL, value, error);
}
