/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parentheses that change nothing: around a whole expression, as in "return (a);", "b = (a);" and
 * "((a))"; around the one parameter of a function without a name; and in JavaScript around operands
 * that bind more tightly than the operators beside them.
 *
 * Commas, which may be operators, tuples or arguments, keep their parentheses.
 */
#include "cyan-form.h"

/* How tightly the operators of an expression bind: ECMA-262, chapter 13. */
enum
{
  BIND_NEVER,      /* not an expression that may stand without parentheses */
  BIND_ASSIGNMENT, /* at least an assignment or a conditional */
  BIND_TYPE,       /* "a as T" */
  BIND_OR,
  BIND_AND,
  BIND_BIT_OR,
  BIND_BIT_XOR,
  BIND_BIT_AND,
  BIND_EQUAL,
  BIND_RELATION,
  BIND_SUM,
  BIND_PRODUCT,
  BIND_UNARY,
  BIND_OPERAND,
};

/* Of TypeScript. */
static const char conversions[] = "as satisfies";
static const char assignments[] = "= += -= *= /= %= &= |= ^= := **= &&= ||= ?\?=";

/* "<" and ">" may be types, and shifts are made of them: they are not here. */
static guint
binding (const CyanForm *self, guint32 index)
{
  static const struct
  {
    const char *operator;
    guint bind;
  } table[] = { { "||", BIND_OR },     { "&&", BIND_AND },    { "|", BIND_BIT_OR },
                { "^", BIND_BIT_XOR }, { "&", BIND_BIT_AND }, { "==", BIND_EQUAL },
                { "!=", BIND_EQUAL },  { "===", BIND_EQUAL }, { "!==", BIND_EQUAL },
                { "+", BIND_SUM },     { "-", BIND_SUM },     { "*", BIND_PRODUCT },
                { "/", BIND_PRODUCT }, { "%", BIND_PRODUCT } };

  if (cyan_form_is_kind (self, index, CYAN_TOKEN_PUNCTUATOR))
    for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
      if (cyan_form_is (self, index, table[i].operator))
        return table[i].bind;
  return BIND_NEVER;
}

/* Whether what is between the parentheses is one expression without a comma. */
static gboolean
is_expression (const CyanForm *self, guint32 open, guint32 close)
{
  guint32 first = cyan_form_next (self, open);

  if (first == close || (cyan_form_is (self, first, "{") && !cyan_form_is_script (self)))
    return FALSE;
  for (guint32 i = first; i != close; i = cyan_form_skip (self, i))
    if (cyan_form_is_any (self, i, ", ; ...") || cyan_form_is_kind (self, i, CYAN_TOKEN_LINE_END))
      return FALSE;
  return TRUE;
}

/* Whether a token of a script is all of an operand, or begins one that ends with its bracket. */
static gboolean
is_operand (const CyanForm *self, guint32 index)
{
  static const char others[] = "as async await class function in instanceof let of yield";
  const CyanFormToken *token = cyan_form_token (self, index);

  switch ((CyanTokenKind) token->kind)
    {
    case CYAN_TOKEN_WORD:
      return !cyan_form_is_any (self, index, others);
    case CYAN_TOKEN_NUMBER:
    case CYAN_TOKEN_STRING:
    case CYAN_TOKEN_JSX_TEXT:
      return TRUE;
    case CYAN_TOKEN_PUNCTUATOR:
      return (token->flags & CYAN_FORM_JSX) != 0 || cyan_form_opens (self, index, '(')
             || cyan_form_opens (self, index, '[') || cyan_form_opens (self, index, '{');
    default:
      return FALSE;
    }
}

/* "a >= (b)": ">" and "=" are two tokens. */
static gboolean
is_comparison (const CyanForm *self, guint32 equal)
{
  return cyan_form_is (self, equal, "=")
         && (cyan_form_token (self, equal)->flags & CYAN_FORM_GLUED) != 0
         && cyan_form_is_any (self, cyan_form_previous (self, equal), "> <");
}

/* The weakest operator of a script's expression; BIND_ASSIGNMENT if it is not understood. */
static guint
weakest (const CyanForm *self, guint32 open, guint32 close)
{
  gboolean value = FALSE, jsx = FALSE;
  guint bind = BIND_OPERAND;

  for (guint32 i = cyan_form_next (self, open), next; i != close; i = next)
    {
      const CyanFormToken *token = cyan_form_token (self, i);
      gboolean tag = (token->flags & CYAN_FORM_JSX) != 0;

      next = cyan_form_skip (self, i);
      if (value && tag && jsx)
        continue;
      if (!value && cyan_form_is_any (self, i, "! ~ + - ++ -- typeof void new await"))
        bind = MIN (bind, BIND_UNARY);
      else if (!value && is_operand (self, i))
        value = TRUE;
      else if (value && !tag && cyan_form_is_any (self, i, ". ?.")
               && cyan_form_is_kind (self, next, CYAN_TOKEN_WORD))
        next = cyan_form_next (self, next);
      else if (value && !tag && (cyan_form_opens (self, i, '(') || cyan_form_opens (self, i, '[')))
        ;
      else if (value && !tag && binding (self, i) != BIND_NEVER)
        {
          bind = MIN (bind, binding (self, i));
          value = FALSE;
        }
      else if (value && !tag && cyan_form_is_any (self, i, "< <= > instanceof"))
        {
          bind = MIN (bind, BIND_RELATION);
          value = FALSE;
          if (is_comparison (self, next))
            next = cyan_form_next (self, next);
        }
      else if (value && !tag && cyan_form_is_any (self, i, conversions))
        return cyan_form_next (self, next) == close ? BIND_TYPE : BIND_ASSIGNMENT;
      else
        return BIND_ASSIGNMENT;
      jsx = tag;
    }
  return value ? bind : BIND_ASSIGNMENT;
}

static gboolean
is_assignment (const CyanForm *self, guint32 index)
{
  return cyan_form_is_any (self, index, assignments) && !is_comparison (self, index)
         && !cyan_form_is (self, cyan_form_previous (self, index), "operator");
}

/* Whether a token of a script ends an operand, so that "-" after it has two. */
static gboolean
ends_operand (const CyanForm *self, guint32 index)
{
  static const char others[] =
      "return typeof void await yield delete in of case throw new function instanceof else "
      "do default";
  const CyanFormToken *token = cyan_form_token (self, index);

  if (token->kind == CYAN_TOKEN_WORD)
    return !cyan_form_is_any (self, index, others);
  return token->kind == CYAN_TOKEN_NUMBER || (token->kind == CYAN_TOKEN_STRING && token->opens == 0)
         || token->closes == ')' || token->closes == ']';
}

/* The precedence of the operator before an operand of a script, which that of the operand must
 * exceed: BIND_NEVER for none, BIND_OPERAND if it is unknown. */
static guint
left_binding (const CyanForm *self, guint32 open)
{
  guint32 before = cyan_form_previous (self, open), first = cyan_form_next (self, open);
  const CyanFormToken *token = cyan_form_token (self, before);

  if (token->kind == CYAN_TOKEN_WORD && cyan_form_is_any (self, token->previous, ". ?."))
    return BIND_OPERAND;
  /* "=> {" begins a body; after ":" a statement may begin. */
  if (cyan_form_is_any (self, before, "=> :"))
    return cyan_form_is (self, first, "{")
                   || (cyan_form_is (self, before, ":")
                       && cyan_form_is_any (self, first, "{ function class async let"))
               ? BIND_OPERAND
               : BIND_NEVER;
  if (cyan_form_is_any (self, before, "( [ , ? : => return throw case")
      || is_assignment (self, before)
      || (token->opens == '{' && (token->flags & CYAN_FORM_JSX) != 0)
      || (token->kind == CYAN_TOKEN_STRING && token->opens != 0))
    return BIND_NEVER;
  if (cyan_form_is_any (self, before, "! ~ typeof"))
    return BIND_PRODUCT;
  if (binding (self, before) == BIND_NEVER)
    return BIND_OPERAND;
  return ends_operand (self, token->previous) ? binding (self, before) : BIND_UNARY;
}

/* The precedence of the operator after an operand of a script, which that of the operand must
 * reach. */
static guint
right_binding (const CyanForm *self, guint32 open, guint32 close)
{
  guint32 after = cyan_form_next (self, close), before = cyan_form_previous (self, open);
  const CyanFormToken *token = cyan_form_token (self, after);

  if (after == cyan_form_last (self) || token->closes != 0 || cyan_form_is_any (self, after, "; ,"))
    return BIND_ASSIGNMENT;
  if (cyan_form_is (self, after, "?"))
    return BIND_OR;
  /* "(a): B =>" are parameters. */
  if (cyan_form_is (self, after, ":"))
    return cyan_form_is_any (self, before, "? case") || binding (self, before) != BIND_NEVER
               ? BIND_ASSIGNMENT
               : BIND_OPERAND + 1;
  if (cyan_form_is_any (self, after, conversions))
    return BIND_TYPE;
  return binding (self, after) != BIND_NEVER ? binding (self, after) : BIND_OPERAND + 1;
}

/* Whether "(a) =>" may be "a =>". */
static gboolean
is_parameter (const CyanForm *self, guint32 open, guint32 close)
{
  const char *arrow = cyan_code_traits[self->language].arrow;
  guint32 before = cyan_form_previous (self, open);

  if (arrow == NULL || !cyan_form_is (self, cyan_form_next (self, close), arrow)
      || !cyan_form_is_kind (self, cyan_form_next (self, open), CYAN_TOKEN_WORD)
      || cyan_form_next (self, cyan_form_next (self, open)) != close)
    return FALSE;
  if (cyan_form_is_script (self))
    /* "(a): (b) => c => d" is not "(a): b => c => d". */
    return !cyan_form_has (self, CYAN_CODE_TYPES) || !cyan_form_is (self, before, ":")
           || !cyan_form_is (self, cyan_form_previous (self, before), ")");
  if (!cyan_form_has (self, CYAN_CODE_TEXT_BLOCK))
    return FALSE;
  /* "A(b) => c" is a pattern of C#, and so is "A b => c". */
  return cyan_form_is_any (self, before, "async return")
         || (!cyan_form_is_kind (self, before, CYAN_TOKEN_WORD)
             && !cyan_form_is (self, before, ">"));
}

/* Whether "f((a < b), (c > (d)))" would become "f(a<b, c>(d))", or "(a < b) | c > (d)" a type. */
static gboolean
may_become_type (const CyanForm *self, guint32 open, guint32 close)
{
  static const char in_types[] = ", | &";

  if (!cyan_form_is_any (self, cyan_form_previous (self, open), in_types)
      && !cyan_form_is_any (self, cyan_form_next (self, close), in_types))
    return FALSE;
  for (guint32 i = cyan_form_next (self, open); i != close; i = cyan_form_skip (self, i))
    if ((cyan_form_token (self, i)->flags & CYAN_FORM_JSX) == 0
        && cyan_form_is_any (self, i, "< >"))
      return TRUE;
  return FALSE;
}

static gboolean
is_redundant_in_script (const CyanForm *self, guint32 open, guint32 close)
{
  guint left = left_binding (self, open), right = right_binding (self, open, close);
  guint bind;

  if (left >= BIND_OPERAND || right > BIND_OPERAND || !is_expression (self, open, close)
      || may_become_type (self, open, close))
    return FALSE;
  bind = weakest (self, open, close);
  /* "(a || b) as T" is not "a || b as T". */
  if (right == BIND_TYPE && bind > BIND_TYPE)
    right = BIND_SUM;
  return bind > left && bind >= right;
}

/* Whether the parentheses are around all between "return" or "=" and the end of the statement, or
 * just inside of others. */
static gboolean
is_whole (const CyanForm *self, guint32 open, guint32 close)
{
  gboolean before_brace = cyan_form_has (self, CYAN_CODE_BARE_HEADS);
  guint32 before = cyan_form_previous (self, open), after = cyan_form_next (self, close);

  if (cyan_form_opens (self, before, '(') && cyan_form_token (self, before)->partner == after)
    return !cyan_form_is (self, cyan_form_previous (self, before), "!");
  /* go/printer drops them, too. */
  if (cyan_form_has (self, CYAN_CODE_GO) && cyan_form_is_any (self, before, "if for switch range")
      && cyan_form_is (self, after, "{"))
    {
      for (guint32 i = cyan_form_next (self, open); i != close; i = cyan_form_skip (self, i))
        if (cyan_form_is (self, i, "{"))
          return FALSE;
      return TRUE;
    }
  if (!cyan_form_is (self, after, ";") && !cyan_form_is_kind (self, after, CYAN_TOKEN_LINE_END)
      && !(before_brace && cyan_form_is (self, after, "}")))
    return FALSE;
  return cyan_form_is (self, before, "return") || is_assignment (self, before);
}

static gboolean
is_redundant (const CyanForm *self, guint32 open)
{
  guint32 close = cyan_form_token (self, open)->partner;

  if (is_parameter (self, open, close))
    return TRUE;
  if (cyan_form_is_script (self))
    return is_redundant_in_script (self, open, close);
  return is_whole (self, open, close) && is_expression (self, open, close);
}

/* The type of "decltype ((a))" is another than that of "decltype (a)", and a function whose result
 * has the type "decltype (auto)" is like that. */
static gboolean
has_decltype (const CyanForm *self)
{
  if (cyan_form_has (self, CYAN_CODE_CPP))
    for (guint32 i = 0; i != cyan_form_last (self); i = cyan_form_next (self, i))
      if (cyan_form_is (self, i, "decltype"))
        return TRUE;
  return FALSE;
}

void
cyan_form_parens (CyanForm *self)
{
  if (has_decltype (self))
    return;
  for (guint32 i = cyan_form_next (self, 0), next; i != cyan_form_last (self); i = next)
    {
      next = cyan_form_next (self, i);
      if (!cyan_form_opens (self, i, '(')
          || (cyan_form_token (self, i)->flags
              & (CYAN_FORM_OPAQUE | CYAN_FORM_DIRECTIVE | CYAN_FORM_MACRO))
                 != 0
          || !is_redundant (self, i))
        continue;
      cyan_form_drop (self, cyan_form_token (self, i)->partner);
      cyan_form_drop (self, i);
    }
}
