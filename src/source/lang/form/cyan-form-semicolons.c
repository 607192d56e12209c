/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Semicolons of JavaScript and TypeScript: ECMA-262, 12.10 "Automatic Semicolon Insertion".
 *
 * A line end that counts becomes a semicolon where the next token cannot continue the statement,
 * and is dropped where no statement can end.  Where the tokens do not tell, it stays a line end.
 */
#include "cyan-form.h"

typedef enum
{
  BRACE_UNKNOWN,
  BRACE_BLOCK, /* no semicolon follows */
  BRACE_VALUE, /* of an object, or the body of a function that is an operand */
} BraceKind;

typedef enum
{
  LINE_KEPT,
  LINE_SEMICOLON,
  LINE_DROPPED,
} LineKind;

static const char before_operand[] =
    "= ( [ , ? && || ?? + - * / ... | & ! => == === != !== += return typeof void in of new";

/* Whether a word is the name of a member. */
static gboolean
is_member (const CyanForm *self, guint32 index)
{
  return cyan_form_is_any (self, cyan_form_previous (self, index), ". ?. #");
}

static gboolean
starts_statement_after (const CyanForm *self, guint32 index)
{
  return index == 0 || cyan_form_is_kind (self, index, CYAN_TOKEN_LINE_END)
         || (cyan_form_is_any (self, index, "; { } export default")
             && (cyan_form_token (self, index)->flags & CYAN_FORM_JSX) == 0);
}

/* The kind of "{" after a ")" whose parentheses open at @paren. */
static BraceKind
kind_after_parens (const CyanForm *self, guint32 paren)
{
  guint32 name = cyan_form_previous (self, paren), before;

  if (cyan_form_is_any (self, name, "if for while with switch catch"))
    return BRACE_BLOCK;
  if (cyan_form_is_kind (self, name, CYAN_TOKEN_WORD) && !cyan_form_is (self, name, "function"))
    before = cyan_form_previous (self, name);
  else
    before = name;
  if (cyan_form_is (self, before, "*"))
    before = cyan_form_previous (self, before);
  /* A method of a class or an object. */
  if (!cyan_form_is (self, before, "function"))
    return before != name ? BRACE_BLOCK : BRACE_UNKNOWN;
  before = cyan_form_previous (self, before);
  if (cyan_form_is (self, before, "async"))
    before = cyan_form_previous (self, before);
  if (cyan_form_is_any (self, before, before_operand))
    return BRACE_VALUE;
  return starts_statement_after (self, before) ? BRACE_BLOCK : BRACE_UNKNOWN;
}

static BraceKind
brace_kind (const CyanForm *self, guint32 open)
{
  const CyanFormToken *token = cyan_form_token (self, open);
  guint32 before = token->previous;
  const CyanFormToken *last = cyan_form_token (self, before);

  if (token->kind != CYAN_TOKEN_PUNCTUATOR || ((token->flags | last->flags) & CYAN_FORM_JSX) != 0
      || is_member (self, before))
    return BRACE_UNKNOWN;
  if (cyan_form_is (self, before, ")") && last->partner != CYAN_TOKEN_NONE)
    return kind_after_parens (self, last->partner);
  if (cyan_form_is_any (self, before, "else try do finally") || before == 0
      || cyan_form_is_any (self, before, "; { }"))
    return BRACE_BLOCK;
  return cyan_form_is_any (self, before, before_operand) ? BRACE_VALUE : BRACE_UNKNOWN;
}

/* The kind of a line end after a word. */
static LineKind
after_word (const CyanForm *self, guint32 index)
{
  /* Reserved words that end nothing. */
  static const char open[] =
      "case class const default delete do else export extends function import instanceof new "
      "typeof var";
  /* Names of something, or the beginning of it. */
  static const char unclear[] =
      "abstract accessor as asserts async await catch debugger declare enum finally for from "
      "get global if implements in infer interface is keyof let module namespace of override "
      "private protected public readonly satisfies set static switch throw try type unique "
      "using void while with yield";

  if (is_member (self, index))
    return LINE_SEMICOLON;
  if (cyan_form_is_any (self, index, open))
    return LINE_DROPPED;
  /* "void" is a type, too. */
  if (cyan_form_is (self, index, "void")
      && cyan_form_is (self, cyan_form_previous (self, index), ":"))
    return LINE_SEMICOLON;
  if (cyan_form_is (self, index, "let")
      && starts_statement_after (self, cyan_form_previous (self, index)))
    return LINE_DROPPED;
  return cyan_form_is_any (self, index, unclear) ? LINE_KEPT : LINE_SEMICOLON;
}

static gboolean
ends_do (const CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);

  return token->closes == '}' && token->partner != CYAN_TOKEN_NONE
         && cyan_form_is (self, cyan_form_previous (self, token->partner), "do");
}

/* The kind of a line end after a closing bracket. */
static LineKind
after_bracket (const CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  guint32 before;

  if (token->partner == CYAN_TOKEN_NONE)
    return LINE_KEPT;
  if (token->closes == ']')
    return LINE_SEMICOLON;
  if (token->closes == '}')
    switch (brace_kind (self, token->partner))
      {
      case BRACE_BLOCK:
        return LINE_DROPPED;
      case BRACE_VALUE:
        return LINE_SEMICOLON;
      default:
        return LINE_KEPT;
      }
  before = cyan_form_previous (self, token->partner);
  if (cyan_form_is (self, before, "await"))
    before = cyan_form_previous (self, before);
  if (cyan_form_is (self, before, "while") && ends_do (self, cyan_form_previous (self, before)))
    return LINE_SEMICOLON;
  return cyan_form_is_any (self, before, "if for while with") && !is_member (self, before)
             ? LINE_DROPPED
             : LINE_SEMICOLON;
}

/* The kind of a line end after an operator: it ends an operand if a line may end there at all, but
 * "++" may begin the next one. */
static LineKind
after_operator (const CyanForm *self, guint32 index)
{
  guint32 before = cyan_form_previous (self, index);
  const CyanFormToken *token = cyan_form_token (self, before);

  if (cyan_form_is_any (self, index, "> !"))
    return LINE_SEMICOLON;
  if (token->kind == CYAN_TOKEN_WORD)
    return after_word (self, before) == LINE_SEMICOLON && !cyan_form_is_any (self, before, "return")
               ? LINE_SEMICOLON
               : LINE_KEPT;
  return token->closes == ']' ? LINE_SEMICOLON : LINE_KEPT;
}

/* The kind of a line end after this token, if the next one cannot continue the statement. */
static LineKind
after (const CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);

  switch ((CyanTokenKind) token->kind)
    {
    case CYAN_TOKEN_WORD:
      return after_word (self, index);
    case CYAN_TOKEN_NUMBER:
    case CYAN_TOKEN_STRING:
      return token->opens == 0 ? LINE_SEMICOLON : LINE_KEPT;
    case CYAN_TOKEN_PUNCTUATOR:
      if (token->opens != 0)
        return LINE_KEPT;
      return token->closes != 0 ? after_bracket (self, index) : after_operator (self, index);
    default:
      return LINE_KEPT;
    }
}

/* Whether no statement that is complete before this token goes on with it. */
static gboolean
cannot_continue (const CyanForm *self, guint32 index)
{
  static const char operators[] = "as extends from implements in instanceof is of satisfies";

  switch ((CyanTokenKind) cyan_form_token (self, index)->kind)
    {
    case CYAN_TOKEN_WORD:
      return !cyan_form_is_any (self, index, operators);
    case CYAN_TOKEN_NUMBER:
      return TRUE;
    case CYAN_TOKEN_STRING:
      return *cyan_form_text (self, index) == '"';
    case CYAN_TOKEN_PUNCTUATOR:
      return cyan_form_is_any (self, index, "++ -- ! ~");
    default:
      return FALSE;
    }
}

static void
resolve_line_end (CyanForm *self, guint32 index)
{
  guint32 before = cyan_form_previous (self, index);
  LineKind kind = after (self, before);

  if (kind == LINE_DROPPED)
    cyan_form_drop (self, index);
  else if (kind == LINE_SEMICOLON
           && (cannot_continue (self, cyan_form_next (self, index))
               || (cyan_form_is_any (self, before, "return break continue")
                   && !is_member (self, before))))
    cyan_form_set (self, index, CYAN_TOKEN_PUNCTUATOR, ";");
}

static gboolean
is_name (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '_' && text[i] != '$')
      return FALSE;
  return length > 0 && !g_ascii_isdigit (text[0]);
}

/* {"a": b} is {a: b}. */
static void
unquote_key (CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  gsize length = token->length;

  if (*cyan_form_text (self, index) != '"' || length < 3 || token->outer == CYAN_TOKEN_NONE
      || !cyan_form_is (self, token->next, ":") || !cyan_form_is_any (self, token->previous, "{ ,")
      || !cyan_form_is (self, token->outer, "{")
      || brace_kind (self, token->outer) == BRACE_BLOCK /* "case a, 'b':" */
      || !is_name (cyan_form_text (self, index) + 1, length - 2))
    return;
  cyan_form_token (self, index)->start++;
  cyan_form_token (self, index)->length -= 2;
  cyan_form_token (self, index)->kind = CYAN_TOKEN_WORD;
}

/* Whether a semicolon after this token is an empty statement in a list of statements. */
static gboolean
is_before_empty (const CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);

  if (cyan_form_is_any (self, index, "; {"))
    return TRUE;
  return token->closes == '}' && token->opens == 0 && token->partner != CYAN_TOKEN_NONE
         && brace_kind (self, token->partner) == BRACE_BLOCK;
}

/* Whether a token is in parentheses, as in the head of "for". */
static gboolean
is_in_parens (const CyanForm *self, guint32 index)
{
  guint32 outer = cyan_form_token (self, index)->outer;

  return outer != CYAN_TOKEN_NONE && cyan_form_is (self, outer, "(");
}

/* "type A = | B | C": an operator of types that has nothing before it. */
static gboolean
is_leading_bar (const CyanForm *self, guint32 index)
{
  return cyan_form_has (self, CYAN_CODE_TYPES) && cyan_form_is_any (self, index, "| &")
         && cyan_form_is_any (self, cyan_form_previous (self, index), "= : ( < , => as")
         && !is_member (self, cyan_form_previous (self, index));
}

void
cyan_form_semicolons (CyanForm *self)
{
  for (guint32 i = cyan_form_next (self, 0), next; i != cyan_form_last (self); i = next)
    {
      next = cyan_form_next (self, i);
      if (cyan_form_is_kind (self, i, CYAN_TOKEN_LINE_END))
        resolve_line_end (self, i);
      else if (cyan_form_is_kind (self, i, CYAN_TOKEN_STRING))
        unquote_key (self, i);
      else if (is_leading_bar (self, i))
        cyan_form_drop (self, i);
      else if (cyan_form_is (self, i, ";") && !is_in_parens (self, i)
               && is_before_empty (self, cyan_form_previous (self, i)))
        cyan_form_drop (self, i);
    }
}

void
cyan_form_last_semicolons (CyanForm *self)
{
  for (guint32 i = cyan_form_next (self, 0), next; i != cyan_form_last (self); i = next)
    {
      next = cyan_form_next (self, i);
      if (cyan_form_is (self, i, ";") && !is_in_parens (self, i)
          && (next == cyan_form_last (self) || cyan_form_token (self, next)->closes == '}'
              || cyan_form_is (self, next, "else")))
        cyan_form_drop (self, i);
    }
}
