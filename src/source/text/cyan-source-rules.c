/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Valid names, and decoding bytes to text. */
#include "cyan-source-rules.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-text.h"

gboolean
cyan_source_is_plain_name (const char *name)
{
  for (const char *at = name; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      return FALSE;
  return g_utf8_validate (name, -1, NULL);
}

gboolean
cyan_source_is_tool_folder (const char *name)
{
  return name[0] == '.' || strcmp (name, "node_modules") == 0 || strcmp (name, "__pycache__") == 0
         || strcmp (name, "CVS") == 0 || strcmp (name, "_darcs") == 0;
}

guint
cyan_source_depth (const char *path)
{
  guint n = 0;

  for (; (path = strchr (path, '/')) != NULL; path++)
    n++;
  return n;
}

gint
cyan_source_compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
cyan_source_to_utf8 (const char *bytes, gsize length)
{
  GString *text = g_string_sized_new (length + length / 8);
  const char *end = bytes + length;

  while (bytes < end)
    {
      const char *stop;

      g_utf8_validate_len (bytes, (gsize) (end - bytes), &stop);
      g_string_append_len (text, bytes, stop - bytes);
      if (stop < end)
        g_string_append_unichar (text, (guchar) *stop++);
      bytes = stop;
    }
  return g_string_free (text, FALSE);
}

/* Replaces CR LF and lone CR by LF, in place. */
static void
unify_line_ends (char *text)
{
  char *out = strchr (text, '\r');

  if (out == NULL)
    return;
  for (const char *in = out; *in != '\0'; in++)
    if (*in != '\r')
      *out++ = *in;
    else if (in[1] != '\n')
      *out++ = '\n';
  *out = '\0';
}

gboolean
cyan_source_fail_too_large (const char *path, GError **error)
{
  g_autofree char *shown = cyan_text_for_label (path, 200);

  return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: larger than %d MiB"), shown,
                    CYAN_SOURCE_MAX_BYTES / (1024 * 1024));
}

char *
cyan_source_decode (const char *path, const char *bytes, gsize length, GError **error)
{
  g_autofree char *shown = cyan_text_for_label (path, 200);
  g_autofree char *converted = NULL;
  const char *start;
  guint n_lines = 0;

  if (length > CYAN_SOURCE_MAX_BYTES)
    {
      cyan_source_fail_too_large (path, error);
      return NULL;
    }
  if (length > 0 && memchr (bytes, '\0', length) != NULL)
    return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: not a text file"), shown);
  converted = cyan_source_to_utf8 (bytes, length);
  unify_line_ends (converted);
  start = g_str_has_prefix (converted, "\xef\xbb\xbf") ? converted + 3 : converted;
  for (const char *at = start; (at = strchr (at, '\n')) != NULL; at++)
    n_lines++;
  if (n_lines > CYAN_SOURCE_MAX_LINES)
    return cyan_fail_null (error, CYAN_ERROR_LIMIT, _ ("%s: longer than %'d lines"), shown,
                           CYAN_SOURCE_MAX_LINES);
  return g_ref_string_new (start);
}
