/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the finders: groups in brackets as one step, scopes, and results. */
#include "cyan-extents-private.h"

/* Maximum number of tokens in a pair of angle brackets. */
#define MAX_ANGLES 256
/* Maximum bytes of scopes, which are cut there, and of parameters, which are omitted. */
#define MAX_SCOPE     1024
#define MAX_SIGNATURE 4096

typedef struct
{
  guint32 end;
  guint32 length;
} Scope;

/* Pairs "<" with ">" if they may enclose types, from the end of the text.  @closers are the open
 * ">" and marks for the brackets around them.  "a < b && c > d" is not a pair: like TypeScript,
 * this decides by the tokens inside. */
static void
match_angle (CyanFinder *self, guint index, GArray *closers)
{
  const CyanToken *token = cyan_finder_token (self, index);
  guint32 *top = closers->len > 0 ? &g_array_index (closers, guint32, closers->len - 1) : NULL;

  if (token->closes != 0 && token->opens == 0)
    g_array_append_vals (closers, &(guint32){ CYAN_TOKEN_NONE }, 1);
  else if (token->opens != 0 && token->closes == 0)
    {
      while (closers->len > 0
             && g_array_index (closers, guint32, closers->len - 1) != CYAN_TOKEN_NONE)
        g_array_set_size (closers, closers->len - 1);
      if (closers->len > 0 && token->partner != CYAN_TOKEN_NONE)
        g_array_set_size (closers, closers->len - 1);
    }
  else if (cyan_finder_is (self, index, ">"))
    g_array_append_val (closers, index);
  else if (top == NULL || *top == CYAN_TOKEN_NONE)
    return;
  else if (cyan_finder_is (self, index, "<"))
    {
      if (!cyan_finder_is_kind (self, index + 1, CYAN_TOKEN_NUMBER)
          || cyan_finder_is_any (self, index + 2, "> , |"))
        self->after[index] = *top + 1;
      g_array_set_size (closers, closers->len - 1);
    }
  else if (token->kind == CYAN_TOKEN_LINE_END
           || cyan_finder_is_any (self, index, "; && || == === != !== + /"))
    while (closers->len > 0
           && g_array_index (closers, guint32, closers->len - 1) != CYAN_TOKEN_NONE)
      g_array_set_size (closers, closers->len - 1);
}

void
cyan_finder_init (CyanFinder *self,
                  CyanLanguage language,
                  const GArray *tokens,
                  const char *text,
                  GArray *extents)
{
  gboolean typed = cyan_code_has (language, CYAN_CODE_TYPES);
  g_autoptr (GArray) closers = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = tokens->len;

  *self = (CyanFinder){
    .tokens = tokens,
    .text = text,
    .language = language,
    .after = g_new (guint32, n + 1),
    .stop = g_new (guint32, n + 1),
    .scope = g_string_new (NULL),
    .scopes = g_array_new (FALSE, FALSE, sizeof (Scope)),
    .extents = extents,
  };
  self->after[n] = self->stop[n] = n;
  for (guint i = n; i-- > 0;)
    {
      guint closing = cyan_finder_closing (self, i);

      /* A literal with several holes is a chain of groups. */
      self->after[i] = closing == CYAN_TOKEN_NONE ? i + 1
                       : cyan_finder_closing (self, closing) == CYAN_TOKEN_NONE
                           ? closing + 1
                           : self->after[closing];
      if (typed)
        match_angle (self, i, closers);
      if (cyan_finder_is_kind (self, i, CYAN_TOKEN_LINE_END) || cyan_finder_is (self, i, ",")
          || cyan_finder_is (self, i, ";") || cyan_finder_token (self, i)->closes != 0)
        self->stop[i] = i;
      else
        self->stop[i] = self->stop[self->after[i]];
    }
}

void
cyan_finder_clear (CyanFinder *self)
{
  g_free (self->after);
  g_free (self->stop);
  g_string_free (self->scope, TRUE);
  g_array_unref (self->scopes);
}

guint
cyan_finder_closing (const CyanFinder *self, guint index)
{
  const CyanToken *token;

  if (index >= self->tokens->len)
    return CYAN_TOKEN_NONE;
  token = cyan_finder_token (self, index);
  return token->opens != 0 && token->partner != CYAN_TOKEN_NONE && token->partner > index
             ? token->partner
             : CYAN_TOKEN_NONE;
}

guint
cyan_finder_before (const CyanFinder *self, guint index)
{
  const CyanToken *token = cyan_finder_token (self, index);

  if (token->closes != 0 && token->partner < index)
    index = token->partner;
  return index > 0 ? index - 1 : CYAN_TOKEN_NONE;
}

guint
cyan_finder_skip_angles (const CyanFinder *self, guint index)
{
  guint depth = 0;

  if (!cyan_finder_is (self, index, "<"))
    return index;
  if (self->after[index] > index + 1)
    return self->after[index];
  for (guint n = 0; n < MAX_ANGLES && index < self->tokens->len; n++)
    {
      if (cyan_finder_is (self, index, "<"))
        depth += self->after[index] == index + 1;
      else if (cyan_finder_is (self, index, ">") && --depth == 0)
        return index + 1;
      else if (cyan_finder_token (self, index)->closes != 0)
        break;
      index = self->after[index];
    }
  return CYAN_TOKEN_NONE;
}

char *
cyan_finder_name (const CyanFinder *self, guint first, guint last)
{
  const CyanToken *end = cyan_finder_token (self, last);
  guint start = cyan_finder_token (self, first)->start;

  return g_strndup (self->text + start, MIN (end->start + end->length - start, MAX_SCOPE));
}

void
cyan_finder_enter (CyanFinder *self, guint end, char *name)
{
  Scope scope = { end, (guint32) self->scope->len };

  if (self->scope->len < MAX_SCOPE && *name != '\0')
    {
      if (self->scope->len > 0)
        g_string_append (self->scope, cyan_code_traits[self->language].separator);
      g_string_append (self->scope, name);
    }
  g_array_append_val (self->scopes, scope);
  g_free (name);
}

void
cyan_finder_leave (CyanFinder *self, guint index)
{
  while (self->scopes->len > 0)
    {
      const Scope *scope = &g_array_index (self->scopes, Scope, self->scopes->len - 1);

      if (scope->end >= index)
        break;
      g_string_truncate (self->scope, scope->length);
      g_array_set_size (self->scopes, self->scopes->len - 1);
    }
}

void
cyan_finder_leave_to (CyanFinder *self, guint n)
{
  if (self->scopes->len <= n)
    return;
  g_string_truncate (self->scope, g_array_index (self->scopes, Scope, n).length);
  g_array_set_size (self->scopes, n);
}

char *
cyan_finder_signature (const CyanFinder *self, guint parameters)
{
  guint closing =
      parameters != CYAN_TOKEN_NONE ? cyan_finder_closing (self, parameters) : CYAN_TOKEN_NONE;
  GString *out;
  guint32 start, stop;

  if (closing == CYAN_TOKEN_NONE)
    return NULL;
  start = cyan_finder_token (self, parameters)->start;
  stop = cyan_finder_token (self, closing)->start + 1;
  if (stop - start > MAX_SIGNATURE)
    return NULL;
  out = g_string_sized_new (stop - start);
  for (guint32 at = start; at < stop; at++)
    if (!g_ascii_isspace (self->text[at]))
      g_string_append_c (out, self->text[at]);
    else if (out->len > 0 && out->str[out->len - 1] != ' ')
      g_string_append_c (out, ' ');
  return g_string_free (out, FALSE);
}

void
cyan_finder_add (CyanFinder *self,
                 char *name,
                 char *scope,
                 guint name_index,
                 guint parameters,
                 guint first,
                 guint last)
{
  CyanExtent extent = {
    .name = name,
    .scope = scope,
    .signature = cyan_finder_signature (self, parameters),
    .line = cyan_finder_token (self, name_index)->line,
    .first_line = cyan_finder_token (self, first)->line,
    .last_line = cyan_finder_token (self, last)->last_line,
  };

  if (self->scope->len > 0)
    {
      extent.scope = scope != NULL ? g_strconcat (
                         self->scope->str, cyan_code_traits[self->language].separator, scope, NULL)
                                   : g_strdup (self->scope->str);
      g_free (scope);
    }
  g_array_append_val (self->extents, extent);
}
