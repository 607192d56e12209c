/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formats, and which of them a file has. */
#include "cyan-format-find.h"

#include "cyan-error.h"
#include "cyan-format-guess.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"

#include <string.h>

/* Bytes given to sniff(). */
#define HEAD (64 * 1024)

static const CyanFormat *const formats[] = {
#define CYAN_FORMAT(room, name) &cyan_format_##name,
#include "cyan-format-list.h"
  NULL,
};

const CyanFormat *const *
cyan_formats (void)
{
  return formats;
}

/* Whether @path has one of the extensions of @format, before that of a compression. */
static gboolean
has_extension (const CyanFormat *format, const char *path)
{
  static const char *const compressions[] = { "", ".gz", ".zst" };

  for (const char *const *extension = format->extensions; extension != NULL && *extension != NULL;
       extension++)
    for (guint i = 0; i < G_N_ELEMENTS (compressions); i++)
      {
        g_autofree char *end = g_strconcat (*extension, compressions[i], NULL);

        if (g_str_has_suffix (path, end))
          return TRUE;
      }
  return FALSE;
}

const CyanFormat *
cyan_format_for_path (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  if (strcmp (path, "-") == 0)
    return &cyan_format_cct;
  for (const CyanFormat *const *format = formats; *format != NULL; format++)
    if (!g_str_has_suffix (name, ".zst") && has_extension (*format, name))
      return *format;
  return NULL;
}

/* The likeliest format of a file @path that begins with @head; *@score is its score. */
static const CyanFormat *
find_best (const char *path, const char *head, gsize length, int *score)
{
  const CyanFormat *best = NULL;

  *score = 0;
  /* Nothing is likelier than what is certain; the search takes long where files are small. */
  for (const CyanFormat *const *format = formats; *format != NULL && *score < 100; format++)
    {
      int likely = (*format)->sniff (head, length);

      if (likely == CYAN_FORMAT_DOUBTFUL && has_extension (*format, path))
        likely = CYAN_FORMAT_SURE - 1;
      if (likely > *score)
        {
          best = *format;
          *score = likely;
        }
    }
  return best;
}

/* The format by the outline of JSON, whose members come in any order. */
static const CyanFormat *
find_by_outline (const CyanInput *input)
{
  g_autoptr (CyanInput) again = cyan_input_again (input);
  g_autofree char *outline = NULL;
  const CyanFormat *format;
  int score;

  if (again == NULL)
    return NULL;
  cyan_input_set_budget (again, cyan_input_budget (input));
  outline = cyan_json_outline (again);
  format = find_best (cyan_input_name (input), outline, strlen (outline), &score);
  return score >= CYAN_FORMAT_SURE ? format : NULL;
}

static gboolean
is_json (const char *head, gsize length)
{
  gsize at = 0;

  while (at < length && g_ascii_isspace (head[at]))
    at++;
  return at < length && (head[at] == '{' || head[at] == '[');
}

const CyanFormat *
cyan_format_find (CyanInput *input, int least, GError **error)
{
  const CyanFormat *best;
  const char *head;
  gsize length;
  int score;

  if (!cyan_input_peek (input, HEAD, &head, &length, error))
    return NULL;
  length = MIN (length, HEAD);
  best = find_best (cyan_input_name (input), head, length, &score);
  if (score < CYAN_FORMAT_SURE && is_json (head, length))
    {
      const CyanFormat *outlined = find_by_outline (input);

      if (outlined != NULL)
        return outlined;
      if (!cyan_input_poll (input, error))
        return NULL;
    }
  /* Folded stacks have no magic number, and many other texts look like them. */
  if (best != NULL && score >= least
      && (score >= CYAN_FORMAT_SURE || cyan_format_recognise (head, length) == NULL))
    return best;
  cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s: %s", cyan_input_name (input),
             score == CYAN_FORMAT_DOUBTFUL
                 ? _ ("lines that end in a number, as many files have; if they are folded stacks "
                      "of one frame each, give the file the ending .folded")
                 : cyan_format_guess (head, length));
  return NULL;
}
