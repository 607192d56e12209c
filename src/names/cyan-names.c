/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies the rules of names: the built-in ones until nothing changes, then the user's renames. */
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-name-claims.h"
#include "cyan-name-private.h"
#include "cyan-names.h"
#include "cyan-number.h"
#include "cyan-strings.h"

#include <string.h>

#define FILE_MAX    (1024 * 1024)
#define RENAMES_MAX 1000
/* Limit of the rounds of built-in rules; two rounds suffice for nearly all names. */
#define ROUNDS_MAX 8
/* Bytes of a line. */
#define LINE_BYTES_MAX 4096

/* Limit of the library's match counter: a tenth of its default, some milliseconds. */
#define STEPS "(*LIMIT_MATCH=1000000)"

/* Limit of the bytes of a name or a rule in a message. */
#define SHOWN_MAX 80

/* Copies both names; each may be NULL.  Free with cyan_name_claim_free(). */
static CyanNameClaim *
claim_new (const char *before, const char *after, gboolean same)
{
  CyanNameClaim *self = g_new0 (CyanNameClaim, 1);

  g_assert (same ? before != NULL && after != NULL : before != NULL || after != NULL);
  self->before = g_strdup (before);
  self->after = g_strdup (after);
  self->same = same;
  return self;
}

void
cyan_name_claim_free (CyanNameClaim *self)
{
  g_free (self->before);
  g_free (self->after);
  g_free (self);
}

GPtrArray *
cyan_name_claims_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_name_claim_free);
}

/* One function has one partner: another claim that it is the same as something else goes, too. */
static gboolean
is_replaced_by (const CyanNameClaim *old, const char *before, const char *after, gboolean same)
{
  gboolean one = g_strcmp0 (old->before, before) == 0;
  gboolean other = g_strcmp0 (old->after, after) == 0;

  return (one && other) || (same && old->same && (one || other));
}

void
cyan_name_claims_add (GPtrArray *self, const char *before, const char *after, gboolean same)
{
  for (guint i = self->len; i-- > 0;)
    if (is_replaced_by (g_ptr_array_index (self, i), before, after, same))
      g_ptr_array_remove_index (self, i);
  g_ptr_array_add (self, claim_new (before, after, same));
}

GPtrArray *
cyan_name_claims_copy (const GPtrArray *self)
{
  GPtrArray *copy = cyan_name_claims_new ();

  for (guint i = 0; self != NULL && i < self->len; i++)
    {
      const CyanNameClaim *claim = g_ptr_array_index (self, i);

      g_ptr_array_add (copy, claim_new (claim->before, claim->after, claim->same));
    }
  return copy;
}

gboolean
cyan_name_claims_equal (const GPtrArray *self, const GPtrArray *other)
{
  guint n = self != NULL ? self->len : 0;

  if (n != (other != NULL ? other->len : 0))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const CyanNameClaim *a = g_ptr_array_index (self, i), *b = g_ptr_array_index (other, i);

      if (a->same != b->same || g_strcmp0 (a->before, b->before) != 0
          || g_strcmp0 (a->after, b->after) != 0)
        return FALSE;
    }
  return TRUE;
}

/* The arrow of a line: "=>" with white space, or an end of @line, on both sides.  NULL if there is
 * none. */
static const char *
find_arrow (const char *line)
{
  for (const char *p = strstr (line, "=>"); p != NULL; p = strstr (p + 1, "=>"))
    if ((p == line || g_ascii_isspace (p[-1])) && (p[2] == '\0' || g_ascii_isspace (p[2])))
      return p;
  return NULL;
}

/* Whether @name, which may be NULL, is read back as it is written. */
static gboolean
fits_line (const char *name)
{
  gsize length = name != NULL ? strlen (name) : 0;

  return name == NULL
         || (length > 0 && !g_ascii_isspace (name[0]) && !g_ascii_isspace (name[length - 1])
             && strchr (name, '\n') == NULL && find_arrow (name) == NULL);
}

char *
cyan_name_claim_line (const char *before, const char *after, gboolean same)
{
  g_autofree char *line = NULL;

  if (!fits_line (before) || !fits_line (after))
    return NULL;
  line = g_strconcat (same ? "same: " : "not: ", before != NULL ? before : "",
                      before != NULL ? " =>" : "=>", after != NULL ? " " : "", after, NULL);
  return strlen (line) <= LINE_BYTES_MAX ? g_steal_pointer (&line) : NULL;
}

typedef struct
{
  gboolean of_side[2];
  GRegex *regex;
  char *replacement;
  char *place; /* "FILE:LINE" */
} Rename;

struct _CyanNameRules
{
  gboolean normalise;
  GArray *renames;   /* of Rename */
  GPtrArray *claims; /* of CyanNameClaim */
};

static void
clear_rename (gpointer data)
{
  Rename *rename = data;

  g_clear_pointer (&rename->regex, g_regex_unref);
  g_clear_pointer (&rename->replacement, g_free);
  g_clear_pointer (&rename->place, g_free);
}

CyanNameRules *
cyan_name_rules_new (gboolean normalise)
{
  CyanNameRules *self = g_new0 (CyanNameRules, 1);

  self->normalise = normalise;
  self->renames = g_array_new (FALSE, TRUE, sizeof (Rename));
  g_array_set_clear_func (self->renames, clear_rename);
  self->claims = cyan_name_claims_new ();
  return self;
}

void
cyan_name_rules_free (CyanNameRules *self)
{
  g_array_unref (self->renames);
  g_ptr_array_unref (self->claims);
  g_free (self);
}

gboolean
cyan_name_rules_normalise (const CyanNameRules *self)
{
  return self->normalise;
}

const GPtrArray *
cyan_name_rules_claims (const CyanNameRules *self)
{
  return self->claims;
}

/* The text after "@word:" in @line, or NULL.  A name of C++ such as "before::f" is no such word. */
static char *
skip_word (char *line, const char *word)
{
  gsize length = strlen (word);

  if (strncmp (line, word, length) != 0 || line[length] != ':' || line[length + 1] == ':')
    return NULL;
  return g_strchug (line + length + 1);
}

/* Splits @line at its arrow, in place, and returns what is behind it; NULL if it has none. */
static char *
split_at_arrow (char *line)
{
  char *arrow = (char *) find_arrow (line);

  if (arrow == NULL)
    return NULL;
  *arrow = '\0';
  g_strchomp (line);
  return g_strchug (arrow + 2);
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
parse_rename (Rename *rename, char *line, GError **error)
{
  static const char *const sides[] = { "before", "after" };
  char *replacement, *pattern = line;

  rename->of_side[0] = rename->of_side[1] = TRUE;
  for (guint side = 0; side < 2 && pattern == line; side++)
    {
      char *rest = skip_word (line, sides[side]);

      if (rest == NULL)
        continue;
      rename->of_side[1 - side] = FALSE;
      pattern = rest;
    }
  if (g_str_has_prefix (pattern, "=>"))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: there is no pattern in front of =>"),
                      rename->place);
  replacement = split_at_arrow (pattern);
  if (replacement == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: expected PATTERN => REPLACEMENT"),
                      rename->place);
  rename->replacement = g_strdup (replacement);
  return compile (rename, pattern, error);
}

/* Parses @names, what follows "same:" or "not:"; changes it. */
static gboolean
parse_claim (GPtrArray *claims, char *names, gboolean same, const char *place, GError **error)
{
  char *after = split_at_arrow (names);
  gboolean has_before = *names != '\0', has_after = after != NULL && *after != '\0';

  if (same && !(has_before && has_after))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: expected same: OLD => NEW"), place);
  if (after == NULL || !(has_before || has_after))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("%s: expected not: OLD => NEW, not: OLD => or not: => NEW"), place);
  cyan_name_claims_add (claims, has_before ? names : NULL, has_after ? after : NULL, same);
  return TRUE;
}

/* Parses @line, which has no white space at its ends and is @number of @path; changes it. */
static gboolean
parse_line (CyanNameRules *self, char *line, const char *path, guint number, GError **error)
{
  g_autofree char *place = g_strdup_printf ("%s:%u", path, number);
  char *same = skip_word (line, "same"), *different = skip_word (line, "not");
  Rename *rename;

  if (same != NULL || different != NULL)
    return parse_claim (self->claims, same != NULL ? same : different, same != NULL, place, error);
  g_array_set_size (self->renames, self->renames->len + 1);
  rename = &g_array_index (self->renames, Rename, self->renames->len - 1);
  rename->place = g_steal_pointer (&place);
  return parse_rename (rename, line, error);
}

/* @n_before: the lines of earlier files. */
static gboolean
parse_file (CyanNameRules *self, guint n_before, char *text, const char *path, GError **error)
{
  guint number = 0;

  for (char *line = text, *next; line != NULL; line = next)
    {
      number++;
      next = strchr (line, '\n');
      if (next != NULL)
        *next++ = '\0';
      if (strlen (line) > LINE_BYTES_MAX)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s:%u: the line has more than %'d bytes"),
                          path, number, LINE_BYTES_MAX);
      g_strstrip (line);
      if (*line == '\0' || *line == '#')
        continue;
      if (n_before + self->renames->len + self->claims->len == RENAMES_MAX)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s:%u: more than %'d renames"), path,
                          number, RENAMES_MAX);
      if (!parse_line (self, line, path, number, error))
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
cyan_name_rules_add_renames (
    CyanNameRules *self, const char *text, gsize length, const char *path, GError **error)
{
  g_autoptr (CyanNameRules) added = cyan_name_rules_new (FALSE);
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
  if (!parse_file (added, self->renames->len + self->claims->len, copy, path, error))
    return FALSE;
  g_array_append_vals (self->renames, added->renames->data, added->renames->len);
  g_array_set_clear_func (added->renames, NULL);
  for (guint i = 0; i < added->claims->len; i++)
    {
      const CyanNameClaim *claim = g_ptr_array_index (added->claims, i);

      cyan_name_claims_add (self->claims, claim->before, claim->after, claim->same);
    }
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
cyan_name_rules_rename (const CyanNameRules *self, guint side, const char *name, GError **error)
{
  g_autofree char *text = g_strdup (name);

  for (guint i = 0; i < self->renames->len; i++)
    {
      const Rename *rename = &g_array_index (self->renames, Rename, i);
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

static gboolean
is_usable (const char *name)
{
  gsize length = strlen (name);

  return length > 0 && length <= CYAN_STRING_MAX && g_utf8_validate_len (name, length, NULL);
}

/* Normalises a valid name, or returns NULL if it does not change.  If the rules do not converge, or
 * give an unusable name, the name stays as it is.  So normalising twice always equals normalising
 * once. */
static char *
normalise (const char *name)
{
  g_autofree char *text = cyan_name_apply_rules (name);

  for (guint round = 1; text != NULL && is_usable (text); round++)
    {
      char *next;

      if (round == ROUNDS_MAX)
        return NULL;
      next = cyan_name_apply_rules (text);
      if (next == NULL)
        return g_steal_pointer (&text);
      g_free (text);
      text = next;
    }
  return NULL;
}

char *
cyan_name_normalise (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  char *text = strlen (valid) <= CYAN_STRING_MAX ? normalise (valid) : NULL;

  return text != NULL ? text : g_steal_pointer (&valid);
}

void
cyan_names_normalise (CyanFunction *functions, guint n, CyanStrings *strings)
{
  guint n_names = cyan_strings_count (strings);
  g_autofree CyanStr *normal_of_name = cyan_new_numbers (n_names);

  functions[0].normal = functions[0].name;
  for (guint f = 1; f < n; f++)
    {
      CyanStr name = functions[f].name;

      if (functions[f].normal != CYAN_STR_EMPTY)
        continue;
      if (normal_of_name[name] == G_MAXUINT32)
        {
          g_autofree char *text = normalise (cyan_strings_get (strings, name));

          normal_of_name[name] = text != NULL ? cyan_strings_add (strings, text, -1) : name;
        }
      functions[f].normal = normal_of_name[name];
    }
}

static gboolean
label_of (const CyanNameRules *self,
          guint side,
          CyanStrings *strings,
          const CyanFunction *function,
          CyanStr *label,
          GError **error)
{
  g_autofree char *renamed = NULL;

  *label = self->normalise ? function->normal : function->name;
  if (self->renames->len == 0)
    return TRUE;
  renamed = cyan_name_rules_rename (self, side, cyan_strings_get (strings, *label), error);
  if (renamed == NULL)
    return FALSE;
  *label = cyan_strings_add (strings, renamed, -1);
  return TRUE;
}

CyanStr *
cyan_name_rules_labels (const CyanNameRules *self,
                        guint side,
                        const CyanFunctions *functions,
                        GError **error)
{
  guint n_names = cyan_strings_count (functions->strings);
  g_autofree CyanStr *label_of_name = cyan_new_numbers (n_names);
  g_autofree CyanStr *labels = g_new (CyanStr, functions->n);

  labels[0] = functions->at[0].name;
  for (guint f = 1; f < functions->n; f++)
    {
      CyanStr name = functions->at[f].name;

      if (label_of_name[name] == G_MAXUINT32
          && !label_of (self, side, functions->strings, &functions->at[f], &label_of_name[name],
                        error))
        return NULL;
      labels[f] = label_of_name[name];
    }
  return g_steal_pointer (&labels);
}
