/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The renames of a user's file: regular expressions with replacements.
 *
 * The file is not trusted, and a pattern may take endless time.  So the size of the file, the
 * length of its lines, the steps of a match and the length of the result are all limited.
 */
#include "cyan-name-private.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-strings.h"

#include <string.h>

#define FILE_MAX    (1024 * 1024)
#define LINE_MAX_   4096
#define RENAMES_MAX 1000

/* Limit of the library's match counter: a tenth of its default, some milliseconds. */
#define STEPS "(*LIMIT_MATCH=1000000)"

/* Limit of the bytes of a name or a rule in a message. */
#define SHOWN_MAX 80

typedef struct
{
  gboolean of_side[2];
  GRegex *regex;
  char *replacement;
  char *place; /* "FILE:LINE" */
} Rename;

struct _CyanNameRenames
{
  GArray *list; /* of Rename */
};

static void
clear_rename (gpointer data)
{
  Rename *rename = data;

  g_clear_pointer (&rename->regex, g_regex_unref);
  g_clear_pointer (&rename->replacement, g_free);
  g_clear_pointer (&rename->place, g_free);
}

static GArray *
new_list (void)
{
  GArray *list = g_array_new (FALSE, TRUE, sizeof (Rename));

  g_array_set_clear_func (list, clear_rename);
  return list;
}

CyanNameRenames *
cyan_name_renames_new (void)
{
  CyanNameRenames *self = g_new0 (CyanNameRenames, 1);

  self->list = new_list ();
  return self;
}

void
cyan_name_renames_free (CyanNameRenames *self)
{
  g_array_unref (self->list);
  g_free (self);
}

gboolean
cyan_name_renames_is_empty (const CyanNameRenames *self)
{
  return self->list->len == 0;
}

/* Finds the arrow: "=>" with white space on both sides, or at the end of the line. */
static char *
find_arrow (char *line)
{
  for (char *p = strstr (line, "=>"); p != NULL; p = strstr (p + 1, "=>"))
    if (p > line && g_ascii_isspace (p[-1]) && (p[2] == '\0' || g_ascii_isspace (p[2])))
      return p;
  return NULL;
}

/* The highest numbered group in @replacement. */
static guint
highest_group (const char *replacement)
{
  guint highest = 0;

  for (const char *p = replacement; *p != '\0'; p++)
    if (*p == '\\' && p[1] != '\0')
      {
        p++;
        if (g_ascii_isdigit (*p) && *p != '0')
          {
            guint group = (guint) (*p - '0');

            if (g_ascii_isdigit (p[1]))
              group = group * 10 + (guint) (p[1] - '0');
            highest = MAX (highest, group);
          }
      }
  return highest;
}

static gboolean
compile (Rename *rename, const char *pattern, GError **error)
{
  g_autoptr (GError) inner = NULL;
  g_autofree char *bounded = g_strconcat (STEPS, pattern, NULL);
  g_autoptr (GRegex) plain = g_regex_new (pattern, 0, 0, &inner);
  guint n_groups;

  /* First compile without the limit, so that the message shows the text of the file. */
  if (plain != NULL)
    rename->regex = g_regex_new (bounded, G_REGEX_OPTIMIZE, 0, &inner);
  if (rename->regex == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s: %s", rename->place, inner->message);
  if (!g_regex_check_replacement (rename->replacement, NULL, &inner))
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s: %s", rename->place, inner->message);
  n_groups = (guint) g_regex_get_capture_count (rename->regex);
  if (highest_group (rename->replacement) > n_groups)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      ngettext ("%s: the replacement uses \\%u, but the pattern has %u group",
                                "%s: the replacement uses \\%u, but the pattern has %u groups",
                                n_groups),
                      rename->place, highest_group (rename->replacement), n_groups);
  return TRUE;
}

/* Parses @line, which has no white space at its ends; changes it. */
static gboolean
parse_line (Rename *rename, char *line, GError **error)
{
  static const char *const sides[] = { "before:", "after:" };
  char *arrow, *pattern = line;

  rename->of_side[0] = rename->of_side[1] = TRUE;
  for (guint side = 0; side < 2; side++)
    if (g_str_has_prefix (line, sides[side]))
      {
        rename->of_side[1 - side] = FALSE;
        pattern = g_strchug (line + strlen (sides[side]));
        break;
      }
  if (g_str_has_prefix (pattern, "=>"))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: there is no pattern in front of =>"),
                      rename->place);
  arrow = find_arrow (pattern);
  if (arrow == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: expected PATTERN => REPLACEMENT"),
                      rename->place);
  *arrow = '\0';
  g_strchomp (pattern);
  rename->replacement = g_strdup (g_strchug (arrow + 2));
  return compile (rename, pattern, error);
}

static gboolean
parse_file (GArray *list, guint n_before, char *text, const char *path, GError **error)
{
  guint number = 0;

  for (char *line = text, *next; line != NULL; line = next)
    {
      Rename *rename;

      number++;
      next = strchr (line, '\n');
      if (next != NULL)
        *next++ = '\0';
      if (strlen (line) > LINE_MAX_)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s:%u: the line has more than %'d bytes"),
                          path, number, LINE_MAX_);
      g_strstrip (line);
      if (*line == '\0' || *line == '#')
        continue;
      if (n_before + list->len == RENAMES_MAX)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s:%u: more than %'d renames"), path,
                          number, RENAMES_MAX);
      g_array_set_size (list, list->len + 1);
      rename = &g_array_index (list, Rename, list->len - 1);
      rename->place = g_strdup_printf ("%s:%u", path, number);
      if (!parse_line (rename, line, error))
        return FALSE;
    }
  return TRUE;
}

static guint
line_of (const char *text, const char *place)
{
  guint line = 1;

  for (const char *p = text; p < place; p++)
    line += *p == '\n';
  return line;
}

gboolean
cyan_name_renames_add (
    CyanNameRenames *self, const char *text, gsize length, const char *path, GError **error)
{
  g_autoptr (GArray) list = new_list ();
  g_autofree char *copy = NULL;
  const char *bad;

  if (length > FILE_MAX)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: a file of renames has at most 1 MiB"),
                      path);
  bad = memchr (text, '\0', length);
  if (bad != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s:%u: the line has a NUL byte"), path,
                      line_of (text, bad));
  if (!g_utf8_validate_len (text, length, &bad))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s:%u: the line is not UTF-8"), path,
                      line_of (text, bad));
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      length -= 3;
    }

  copy = g_strndup (text, length);
  if (!parse_file (list, self->list->len, copy, path, error))
    return FALSE;
  g_array_append_vals (self->list, list->data, list->len);
  g_array_set_clear_func (list, NULL);
  return TRUE;
}

/* Stops if the name becomes longer than the limit. */
static gboolean
replace_match (const GMatchInfo *match, GString *result, gpointer data)
{
  const char *replacement = data;
  g_autofree char *text = g_match_info_expand_references (match, replacement, NULL);

  if (text != NULL)
    g_string_append (result, text);
  return result->len > CYAN_STRING_MAX;
}

static gboolean
fail_for (const Rename *rename, const char *name, const char *reason, GError **error)
{
  g_autofree char *shown = g_utf8_substring (name, 0, MIN (g_utf8_strlen (name, -1), SHOWN_MAX));

  return cyan_fail (error, CYAN_ERROR_INVALID, "%s: %s \"%s%s\"", rename->place, reason, shown,
                    strlen (shown) < strlen (name) ? "…" : "");
}

char *
cyan_name_renames_apply (const CyanNameRenames *self, guint side, const char *name, GError **error)
{
  g_autofree char *text = g_strdup (name);

  for (guint i = 0; i < self->list->len; i++)
    {
      const Rename *rename = &g_array_index (self->list, Rename, i);
      g_autoptr (GError) inner = NULL;
      char *renamed;

      if (!rename->of_side[side])
        continue;
      renamed = g_regex_replace_eval (rename->regex, text, -1, 0, 0, replace_match,
                                      rename->replacement, &inner);
      if (renamed == NULL)
        {
          fail_for (rename, name, _ ("the pattern takes too long on"), error);
          return NULL;
        }
      if (strlen (renamed) > CYAN_STRING_MAX && strlen (text) <= CYAN_STRING_MAX)
        {
          g_free (renamed);
          fail_for (rename, name, _ ("the replacement makes too long a name of"), error);
          return NULL;
        }
      if (*renamed == '\0')
        {
          g_free (renamed); /* an empty name would leave a node without a label */
          continue;
        }
      g_free (text);
      text = renamed;
    }
  return g_steal_pointer (&text);
}
