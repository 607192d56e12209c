/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of tokens, and the order of the rules. */
#include "cyan-form.h"

#include <string.h>

typedef struct
{
  guint32 token;
  guint32 position; /* in the source */
  guint n_directives;
} Open;

static Open *
top (const CyanForm *self)
{
  return self->open->len > 0 ? &g_array_index (self->open, Open, self->open->len - 1) : NULL;
}

static void
pop (CyanForm *self)
{
  self->n_braces -= cyan_form_token (self, top (self)->token)->opens == '{';
  g_array_set_size (self->open, self->open->len - 1);
}

static CyanFormToken *
append (CyanForm *self, CyanFormToken token)
{
  guint32 index = self->tokens->len;
  const Open *outer = top (self);

  token.previous = index - 1;
  token.next = index + 1;
  token.partner = CYAN_TOKEN_NONE;
  token.outer = outer != NULL ? outer->token : CYAN_TOKEN_NONE;
  if (outer != NULL
      && (cyan_form_token (self, outer->token)->flags & (CYAN_FORM_MACRO | CYAN_FORM_OPAQUE)) != 0)
    token.flags |= CYAN_FORM_OPAQUE;
  g_array_append_val (self->tokens, token);
  return cyan_form_token (self, index);
}

void
cyan_form_init (CyanForm *self, CyanLanguage language, gsize length)
{
  *self = (CyanForm){ .language = language };
  self->tokens = g_array_sized_new (FALSE, FALSE, sizeof (CyanFormToken), (guint) (length / 4) + 2);
  self->text = g_string_sized_new (length + length / 8 + 1);
  self->open = g_array_new (FALSE, FALSE, sizeof (Open));
  append (self, (CyanFormToken){ .kind = CYAN_TOKEN_LINE_END })->previous = 0;
}

void
cyan_form_clear (CyanForm *self)
{
  g_array_unref (self->tokens);
  g_string_free (self->text, TRUE);
  g_array_unref (self->open);
}

CyanFormToken *
cyan_form_add (CyanForm *self, CyanTokenKind kind, gsize start, guint flags)
{
  return append (self, (CyanFormToken){ .start = (guint32) start,
                                        .length = (guint32) (self->text->len - start),
                                        .kind = (guint8) kind,
                                        .flags = (guint8) flags });
}

/* A word before "(" may be a macro of C, except for these. */
static gboolean
opens_c_macro (const CyanForm *self, guint32 index)
{
  static const char others[] = "if while for switch constexpr return throw catch else do case";
  guint32 name = cyan_form_previous (self, index);

  return cyan_form_is (self, index, "(") && cyan_form_is_kind (self, name, CYAN_TOKEN_WORD)
         && !cyan_form_is_any (self, name, others);
}

/* "name!(", "macro_rules! name {" and "#[".  The arguments of the standard macros are code. */
static gboolean
opens_rust_macro (const CyanForm *self, guint32 index)
{
  static const char standard[] =
      "assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne eprint "
      "eprintln format panic print println todo unimplemented unreachable vec write writeln";
  guint32 mark = cyan_form_previous (self, index);

  if (cyan_form_is_kind (self, mark, CYAN_TOKEN_WORD))
    mark = cyan_form_previous (self, mark);
  if (cyan_form_is (self, mark, "#"))
    return TRUE;
  if (!cyan_form_is (self, mark, "!"))
    return FALSE;
  mark = cyan_form_previous (self, mark);
  return cyan_form_is (self, mark, "#")
         || (cyan_form_is_kind (self, mark, CYAN_TOKEN_WORD)
             && !cyan_form_is_any (self, mark, "return in if while match else break")
             && !cyan_form_is_any (self, mark, standard));
}

void
cyan_form_open (CyanForm *self, char bracket, guint32 position)
{
  guint32 index = cyan_form_last (self);
  CyanFormToken *token = cyan_form_token (self, index);
  Open open = { .token = index, .position = position, .n_directives = self->n_directives };

  token->opens = (guint8) bracket;
  if ((cyan_form_is_c (self) && opens_c_macro (self, index))
      || (cyan_form_has (self, CYAN_CODE_RUST) && opens_rust_macro (self, index)))
    token->flags |= CYAN_FORM_MACRO;
  self->n_braces += bracket == '{';
  g_array_append_val (self->open, open);
}

void
cyan_form_close (CyanForm *self, char bracket, guint32 position)
{
  guint32 index = cyan_form_last (self);
  CyanFormToken *token = cyan_form_token (self, index);
  CyanFormToken *opener;
  const Open *open;

  token->closes = (guint8) bracket;
  while ((open = top (self)) != NULL && open->position > position)
    pop (self);
  if (open == NULL || open->position != position)
    return;
  opener = cyan_form_token (self, open->token);
  token->outer = opener->outer;
  /* The other branch of an #if may have another bracket. */
  if (open->n_directives == self->n_directives)
    {
      token->partner = open->token;
      opener->partner = index;
    }
  pop (self);
}

void
cyan_form_close_nearest (CyanForm *self, char bracket)
{
  char opening = bracket == ')' ? '(' : bracket == ']' ? '[' : '{';
  const Open *open = top (self);

  if (bracket == '}' && self->n_braces > 0)
    while (cyan_form_token (self, (open = top (self))->token)->opens != '{')
      pop (self);
  if (open != NULL && cyan_form_token (self, open->token)->opens == (guint8) opening)
    cyan_form_close (self, bracket, open->position);
}

gboolean
cyan_form_is_any (const CyanForm *self, guint32 index, const char *words)
{
  const CyanFormToken *token = cyan_form_token (self, index);

  return (token->kind == CYAN_TOKEN_WORD || token->kind == CYAN_TOKEN_PUNCTUATOR)
         && cyan_code_words_have (words, cyan_form_text (self, index), token->length);
}

guint32
cyan_form_skip (const CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);

  /* A part of a literal between two holes closes one and opens the next. */
  while (token->opens != 0 && token->partner != CYAN_TOKEN_NONE && token->partner > index)
    {
      index = token->partner;
      token = cyan_form_token (self, index);
    }
  return token->next;
}

void
cyan_form_drop (CyanForm *self, guint32 index)
{
  CyanFormToken *token = cyan_form_token (self, index);

  cyan_form_token (self, token->previous)->next = token->next;
  cyan_form_token (self, token->next)->previous = token->previous;
}

void
cyan_form_set (CyanForm *self, guint32 index, CyanTokenKind kind, const char *text)
{
  CyanFormToken *token = cyan_form_token (self, index);

  token->start = (guint32) self->text->len;
  token->length = (guint32) strlen (text);
  token->kind = (guint8) kind;
  token->opens = token->closes = 0;
  token->partner = CYAN_TOKEN_NONE;
  g_string_append (self->text, text);
}

void
cyan_form_rewrite (CyanForm *self, guint32 index, gsize start)
{
  CyanFormToken *token = cyan_form_token (self, index);

  token->start = (guint32) start;
  token->length = (guint32) (self->text->len - start);
}

/* A text ends with its last line, which may hold what follows the function: "});" and ",". */
static void
drop_rest_of_line (CyanForm *self)
{
  guint32 i;

  while ((i = cyan_form_previous (self, cyan_form_last (self))) != 0
         && cyan_form_token (self, i)->partner == CYAN_TOKEN_NONE
         && cyan_form_is_any (self, i, ") ] } , ;"))
    cyan_form_drop (self, i);
}

void
cyan_form_apply_rules (CyanForm *self)
{
  gboolean ruby = cyan_form_has (self, CYAN_CODE_RUBY);

  append (self, (CyanFormToken){ .kind = CYAN_TOKEN_LINE_END });
  cyan_form_token (self, cyan_form_last (self))->next = cyan_form_last (self);
  cyan_form_literals (self);
  if (cyan_form_is_script (self))
    cyan_form_semicolons (self);
  if (cyan_form_has (self, CYAN_CODE_RUST))
    cyan_form_arms (self);
  cyan_form_commas (self);
  if (!ruby)
    cyan_form_parens (self);
  if (cyan_form_has (self, CYAN_CODE_LOOSE_BRACES))
    cyan_form_braces (self);
  if (cyan_form_is_script (self))
    cyan_form_last_semicolons (self);
  if (!ruby)
    drop_rest_of_line (self);
}

void
cyan_form_append (const CyanForm *self, GString *out)
{
  gsize length = out->len;
  char *at;

  /* The most that tokens and marks take. */
  g_string_set_size (out, length + self->text->len + 3 * (gsize) self->tokens->len);
  at = out->str + length;
  for (guint32 i = cyan_form_next (self, 0); i < self->tokens->len; i = cyan_form_next (self, i))
    {
      const CyanFormToken *token = cyan_form_token (self, i);

      /* The last sentinel. */
      if (token->next == i)
        break;
      if (token->kind == CYAN_TOKEN_LINE_END)
        *at++ = '\0';
      memcpy (at, cyan_form_text (self, i), token->length);
      at += token->length;
      *at++ = '\0';
    }
  g_string_truncate (out, (gsize) (at - out->str));
}
