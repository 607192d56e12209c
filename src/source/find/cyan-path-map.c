/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits recorded paths into steps and replaces their beginnings. */
#include "cyan-find-private.h"

#include <string.h>

/* Maximum number of steps of a path, from its end. */
#define MAX_STEPS 64

struct _CyanPathMap
{
  GHashTable *folders; /* FROM without its last slash -> TO */
};

CyanPathMap *
cyan_path_map_new (void)
{
  CyanPathMap *self = g_new0 (CyanPathMap, 1);

  self->folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
cyan_path_map_free (CyanPathMap *self)
{
  g_hash_table_unref (self->folders);
  g_free (self);
}

static gboolean
is_slash (char c)
{
  return c == '/' || c == '\\';
}

void
cyan_path_map_add (CyanPathMap *self, const char *from, const char *to)
{
  gsize length = strlen (from);

  while (length > 0 && is_slash (from[length - 1]))
    length--;
  g_hash_table_insert (self->folders, g_strndup (from, length), g_strdup (to));
}

char *
cyan_path_map_apply (const CyanPathMap *self, const char *path)
{
  g_autofree char *front = NULL;

  if (g_hash_table_size (self->folders) == 0)
    return NULL;
  front = g_strdup (path);
  for (gsize length = strlen (path) + 1; length-- > 0;)
    {
      const char *to;

      if (path[length] != '\0' && !is_slash (path[length]))
        continue;
      front[length] = '\0';
      to = g_hash_table_lookup (self->folders, front);
      if (to != NULL)
        {
          char *mapped = g_strconcat (to, "/", path + length, NULL);

          return path[length] == '\\' ? g_strdelimit (mapped, "\\", '/') : mapped;
        }
    }
  return NULL;
}

char *
cyan_path_of_recorded (const char *path)
{
  g_autofree char *plain = NULL;

  if (!g_str_has_prefix (path, "file://"))
    return g_strdup (path);
  plain = g_uri_unescape_string (path + strlen ("file://"), NULL);
  return g_strdup (plain != NULL ? plain : path);
}

GPtrArray *
cyan_path_split (const char *path)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) all = NULL;

  for (const char *at = path; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      return steps;
  all = g_strsplit_set (path,
                        strchr (path, '/') != NULL && strchr (path, ':') == NULL ? "/" : "/\\", -1);
  for (guint i = 0; all[i] != NULL; i++)
    if (strcmp (all[i], "..") == 0)
      g_ptr_array_set_size (steps, MAX ((gint) steps->len - 1, 0));
    else if (all[i][0] != '\0' && strcmp (all[i], ".") != 0)
      g_ptr_array_add (steps, g_strdup (all[i]));
  if (steps->len > MAX_STEPS)
    g_ptr_array_remove_range (steps, 0, steps->len - MAX_STEPS);
  return steps;
}

char *
cyan_path_join (const GPtrArray *steps, guint first)
{
  GString *path = g_string_new (NULL);

  for (guint i = first; i < steps->len; i++)
    g_string_append_printf (path, "%s%s", i > first ? "/" : "",
                            (const char *) g_ptr_array_index (steps, i));
  return g_string_free (path, FALSE);
}

guint
cyan_path_common_tail (const GPtrArray *steps, const char *path)
{
  const char *end = path + strlen (path);
  guint n = 0;

  while (n < steps->len)
    {
      const char *step = g_ptr_array_index (steps, steps->len - 1 - n);
      gsize length = strlen (step);

      if ((gsize) (end - path) < length || memcmp (end - length, step, length) != 0)
        break;
      end -= length;
      if (end > path && end[-1] != '/')
        break;
      n++;
      if (end == path)
        break;
      end--;
    }
  return n;
}
