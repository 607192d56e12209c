/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds keys in the first bytes of a document.  Its reader decides whether it is valid JSON. */
#include "cyan-json-sniff.h"

#include <string.h>

#define MAX_DEPTH 4

/* No longer key is ever searched for. */
#define MAX_KEY 40

typedef struct
{
  guint64 depth;         /* number of open brackets */
  char open[MAX_DEPTH];  /* the outermost of them */
  gsize ends[MAX_DEPTH]; /* by bracket: end of the path of its current member */
  char path[MAX_DEPTH * (MAX_KEY + 1)];
} Path;

/* The length of the path of the bracket at @level itself. */
static gsize
prefix (const Path *self, guint level)
{
  return level > 0 ? self->ends[level - 1] : 0;
}

/* Enters the value of the key [@key, @key + @length) in the innermost bracket. */
static void
enter_key (Path *self, const char *key, gsize length)
{
  guint level = (guint) self->depth - 1;
  gsize at = prefix (self, level);

  length = MIN (length, MAX_KEY);
  if (at > 0)
    self->path[at++] = '.';
  memcpy (self->path + at, key, length);
  self->ends[level] = at + length;
}

static void
open_bracket (Path *self, char bracket)
{
  guint level = (guint) self->depth++;

  if (level >= MAX_DEPTH)
    return;
  self->open[level] = bracket;
  self->ends[level] = prefix (self, level);
  if (bracket == '[')
    {
      memcpy (self->path + self->ends[level], "[]", 2);
      self->ends[level] += 2;
    }
}

/* The byte after the string whose opening quote is at @at, or @end. */
static const char *
skip_string (const char *at, const char *end)
{
  for (at++; at < end && *at != '"'; at++)
    if (*at == '\\' && at + 1 < end)
      at++;
  return at < end ? at + 1 : end;
}

static const char *
skip_space (const char *at, const char *end)
{
  while (at < end && g_ascii_isspace (*at))
    at++;
  return at;
}

static guint32
find_path (const Path *self, const char *const *paths, guint n_paths)
{
  gsize length = self->ends[self->depth - 1];
  guint32 found = 0;

  for (guint i = 0; i < n_paths; i++)
    if (strlen (paths[i]) == length && memcmp (paths[i], self->path, length) == 0)
      found |= 1u << i;
  return found;
}

guint32
cyan_json_sniff (const char *head, gsize length, const char *const *paths, guint n_paths)
{
  const char *at = head, *end;
  Path path = { 0 };
  guint32 found = 0;

  if (length == 0)
    return 0;
  end = head + length;
  at = skip_space (at, end);
  if (at == end || *at != '{')
    return 0;
  while (at < end)
    {
      const char *start = at, *behind;

      switch (*at)
        {
        case '"':
          at = skip_string (at, end);
          behind = skip_space (at, end);
          if (path.depth <= MAX_DEPTH && path.open[path.depth - 1] == '{' && behind < end
              && *behind == ':')
            {
              enter_key (&path, start + 1, (gsize) (at - start - 2));
              found |= find_path (&path, paths, n_paths);
            }
          break;
        case '{':
        case '[':
          open_bracket (&path, *at++);
          break;
        case '}':
        case ']':
          if (--path.depth == 0)
            return found;
          at++;
          break;
        default:
          at++;
        }
    }
  return found;
}

int
cyan_json_score (const char *head, gsize length, const CyanJsonSign *signs, guint n_signs)
{
  const char *paths[32] = { NULL };
  guint32 found, wanted[32] = { 0 };
  guint n = 0;

  for (guint s = 0; s < n_signs; s++)
    for (guint i = 0; i < G_N_ELEMENTS (signs->paths) && signs[s].paths[i] != NULL; i++)
      {
        wanted[s] |= 1u << n;
        paths[n++] = signs[s].paths[i];
      }
  found = cyan_json_sniff (head, length, paths, n);
  for (guint s = 0; s < n_signs; s++)
    if ((found & wanted[s]) == wanted[s])
      return signs[s].score;
  return 0;
}
