/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the functions of JavaScript and TypeScript.
 *
 * These are functions with a name, methods, and function expressions and arrow functions that are
 * assigned with "name = " or "name: " in an object.  A function must have a body: overloads and
 * abstract methods are omitted, and so are members of interfaces and types.
 */
#include "cyan-extents-private.h"

#include <string.h>

/* Maximum number of steps of a search around a token. */
#define MAX_STEPS 128

typedef struct
{
  guint index;        /* of the bracket */
  gboolean is_class;  /* its contents are members */
  gboolean is_object; /* its contents are properties */
} Bracket;

typedef struct
{
  CyanFinder *finder;
  GArray *brackets;    /* of Bracket: those open around the token */
  GHashTable *labels;  /* by index of a "{": the name of its object or class; owned */
  GHashTable *classes; /* the set of indices of "{" of classes */
  guint skip;          /* tokens before this index are types */
} Script;

static const char modifiers[] =
    "export default async static get set public private protected readonly abstract override "
    "declare accessor const let var function * #";

#define is(self, index, word)      cyan_finder_is ((self)->finder, index, word)
#define is_word(self, index)       cyan_finder_is_kind ((self)->finder, index, CYAN_TOKEN_WORD)
#define is_line_end(self, index)   cyan_finder_is_kind ((self)->finder, index, CYAN_TOKEN_LINE_END)
#define is_typed(self)             cyan_code_has ((self)->finder->language, CYAN_CODE_TYPES)
#define is_any(self, index, words) cyan_finder_is_any ((self)->finder, index, words)

/* The start of the decorator that ends with @index: "@a.b (c)"; CYAN_TOKEN_NONE if it is none. */
static guint
find_decorator (const Script *self, guint index)
{
  if (is (self, index, ")"))
    index = cyan_finder_before (self->finder, index);
  for (guint n = 0; n < 16 && index != CYAN_TOKEN_NONE && index > 0 && is_word (self, index); n++)
    {
      if (is (self, index - 1, "@"))
        return index - 1;
      if (!is (self, index - 1, ".") || index < 2)
        break;
      index -= 2;
    }
  return CYAN_TOKEN_NONE;
}

/* The start of the definition whose name is at @index, with its modifiers and decorators. */
static guint
find_first (const Script *self, guint index)
{
  for (guint n = 0; n < MAX_STEPS && index > 0; n++)
    {
      guint last = index - 1;
      guint decorator;

      if (is_any (self, last, modifiers))
        {
          index = last;
          continue;
        }
      if (is_line_end (self, last) && last > 0)
        last--;
      decorator = find_decorator (self, last);
      if (decorator == CYAN_TOKEN_NONE)
        break;
      index = decorator;
    }
  return index;
}

/* Finds the "{" of a body after the parameters; a type may precede it. */
static guint
find_body (const Script *self, guint index)
{
  if (is (self, index, "{"))
    return index;
  if (!is_typed (self) || !is (self, index, ":"))
    return CYAN_TOKEN_NONE;
  for (guint n = 0; n < MAX_STEPS && index < self->finder->tokens->len; n++)
    {
      if (is (self, index, "{")
          && !is_any (self, index - 1, ": | & => < , ? extends is keyof readonly"))
        return index;
      if (is_line_end (self, index) || is_any (self, index, "; } ) ] ="))
        break;
      index = self->finder->after[index];
    }
  return CYAN_TOKEN_NONE;
}

/* Finds the "=>" after parameters that end before @index; a type may precede it. */
static guint
find_arrow (const Script *self, guint index)
{
  if (is (self, index, "=>"))
    return index;
  if (!is_typed (self) || !is (self, index, ":"))
    return CYAN_TOKEN_NONE;
  for (guint n = 0; n < MAX_STEPS && index < self->finder->tokens->len; n++)
    {
      if (is (self, index, "=>"))
        return index;
      if (is_line_end (self, index) || is_any (self, index, "; } ) ] = ,"))
        break;
      index = self->finder->after[index];
    }
  return CYAN_TOKEN_NONE;
}

/* A function without a name of its own: its parameters, or CYAN_TOKEN_NONE for "a => a"; its "{",
 * or CYAN_TOKEN_NONE; and its last token. */
typedef struct
{
  guint parameters, body, last;
} Function;

static gboolean
read_parameters (const Script *self, guint index, Function *function)
{
  function->parameters = cyan_finder_skip_angles (self->finder, index);
  return is (self, function->parameters, "(")
         && cyan_finder_closing (self->finder, function->parameters) != CYAN_TOKEN_NONE;
}

static gboolean
read_body (const Script *self, Function *function)
{
  function->body = find_body (self, self->finder->after[function->parameters]);
  function->last = function->body != CYAN_TOKEN_NONE
                       ? cyan_finder_closing (self->finder, function->body)
                       : CYAN_TOKEN_NONE;
  return function->last != CYAN_TOKEN_NONE;
}

static gboolean
read_function (const Script *self, guint index, Function *function)
{
  guint arrow;

  if (is (self, index, "async") && !is_line_end (self, index + 1) && !is (self, index + 1, "=>"))
    index++;
  if (is (self, index, "function"))
    {
      index += is (self, index + 1, "*") ? 2 : 1;
      return read_parameters (self, index, function) && read_body (self, function);
    }
  if (is_word (self, index))
    {
      function->parameters = CYAN_TOKEN_NONE;
      arrow = is (self, index + 1, "=>") ? index + 1 : CYAN_TOKEN_NONE;
    }
  else
    {
      if (!read_parameters (self, index, function))
        return FALSE;
      arrow = find_arrow (self, self->finder->after[function->parameters]);
    }
  if (arrow == CYAN_TOKEN_NONE || arrow + 1 >= self->finder->tokens->len)
    return FALSE;
  function->body = is (self, arrow + 1, "{") ? arrow + 1 : CYAN_TOKEN_NONE;
  function->last = function->body != CYAN_TOKEN_NONE
                       ? cyan_finder_closing (self->finder, function->body)
                       : self->finder->stop[arrow + 1] - 1;
  return function->last != CYAN_TOKEN_NONE && function->last > arrow;
}

static void
set_label (Script *self, guint brace, char *name)
{
  g_hash_table_insert (self->labels, GUINT_TO_POINTER (brace), name);
}

static void
add (Script *self,
     char *scope,
     guint name_first,
     guint name_last,
     guint first,
     const Function *function)
{
  char *name = cyan_finder_name (self->finder, name_first, name_last);
  gsize length = strlen (name);

  if (cyan_finder_is_kind (self->finder, name_first, CYAN_TOKEN_STRING) && length >= 2)
    {
      memmove (name, name + 1, length - 2);
      name[length - 2] = '\0';
    }
  if (function->body != CYAN_TOKEN_NONE)
    set_label (self, function->body, g_strdup (name));
  cyan_finder_add (self->finder, name, scope, name_first, function->parameters, first,
                   function->last);
}

/* "function name (" and "export default function (". */
static void
find_function (Script *self, guint index)
{
  guint name = index + (is (self, index + 1, "*") ? 2 : 1);
  Function function;

  if (!is_word (self, name))
    {
      if (index == 0 || !(is (self, index - 1, "default") || is (self, index - 1, "async")))
        return;
      name = is (self, index - 1, "default") ? index - 1 : index - 2;
      if (index < 2 || !is (self, name, "default"))
        return;
      if (!read_parameters (self, index + (is (self, index + 1, "*") ? 2 : 1), &function))
        return;
    }
  else if (!read_parameters (self, name + 1, &function))
    return;
  if (read_body (self, &function))
    add (self, NULL, name, name, find_first (self, MIN (name, index)), &function);
}

static gboolean
is_type_brace (const Script *self, guint index)
{
  return is_any (self, index - 1, ": | & => < = ? ,");
}

/* "class Name extends X {"; a class without a name has the name that it is assigned to. */
static void
find_class (Script *self, guint index)
{
  char *name = NULL;

  if (is_any (self, index + 1, ": , = } ) ; . ("))
    return;
  if (is_word (self, index + 1) && !is_any (self, index + 1, "extends implements"))
    name = cyan_finder_name (self->finder, index + 1, index + 1);
  else if (index >= 2 && is (self, index - 1, "=") && is_word (self, index - 2))
    name = cyan_finder_name (self->finder, index - 2, index - 2);
  else
    name = g_strdup (index > 0 && is (self, index - 1, "default") ? "default" : "");
  index++;
  for (guint n = 0; n < MAX_STEPS && index < self->finder->tokens->len; n++)
    {
      if (is (self, index, "{") && !is_type_brace (self, index))
        {
          set_label (self, index, g_steal_pointer (&name));
          g_hash_table_add (self->classes, GUINT_TO_POINTER (index));
          break;
        }
      if (is (self, index, ";") || cyan_finder_token (self->finder, index)->closes != 0)
        break;
      index = self->finder->after[index];
    }
  g_free (name);
}

/* "namespace A.B {" */
static void
find_namespace (Script *self, guint index)
{
  guint last = index + 1;

  if (!is_word (self, last))
    return;
  while (is (self, last + 1, ".") && is_word (self, last + 2) && last < index + 32)
    last += 2;
  if (is (self, last + 1, "{"))
    set_label (self, last + 1, cyan_finder_name (self->finder, index + 1, last));
}

/* "interface A {" and "type A =", up to the end of the type. */
static void
find_type (Script *self, guint index)
{
  guint at = index + 1;

  if (!is_word (self, at))
    return;
  at = cyan_finder_skip_angles (self->finder, at + 1);
  if (is (self, index, "type"))
    {
      if (is (self, at, "="))
        self->skip = self->finder->stop[at];
      return;
    }
  for (guint n = 0; n < MAX_STEPS && at < self->finder->tokens->len; n++)
    {
      if (is (self, at, "{") && !is_type_brace (self, at))
        {
          self->skip = self->finder->after[at];
          return;
        }
      if (is (self, at, ";") || cyan_finder_token (self->finder, at)->closes != 0)
        return;
      at = self->finder->after[at];
    }
}

static const Bracket *
innermost (const Script *self)
{
  return self->brackets->len > 0 ? &g_array_index (self->brackets, Bracket, self->brackets->len - 1)
                                 : NULL;
}

/* "name (" at the position of a member of a class or an object; the name may be "[a.b]" or "'a'".
 */
static void
find_method (Script *self, guint index)
{
  static const char reserved[] = "if for while switch catch with function return super new typeof";
  static const char before[] =
      "{ } ; , * # get set async static public private protected readonly abstract override";
  const Bracket *around = innermost (self);
  guint first = cyan_finder_token (self->finder, index)->closes != 0
                    ? cyan_finder_token (self->finder, index)->partner
                    : index;
  Function function;

  if (around == NULL || !(around->is_class || around->is_object) || first == CYAN_TOKEN_NONE
      || first == 0 || (!around->is_class && is_any (self, index, reserved)))
    return;
  if (!is_any (self, first - 1, before) && !is_line_end (self, first - 1)
      && !(around->is_class && find_decorator (self, first - 1) != CYAN_TOKEN_NONE))
    return;
  if (read_parameters (self, index + 1, &function) && read_body (self, &function))
    add (self, NULL, first, index, find_first (self, first), &function);
}

/* The name of a variable or member with a type: finds the name of "const name: type =" from its
 * "=". */
static guint
find_typed_name (const Script *self, guint index)
{
  static const char before[] =
      "const let var ; { } static public private protected readonly override #";

  for (guint n = 0; n < MAX_STEPS / 4 && index != CYAN_TOKEN_NONE && index >= 2; n++)
    {
      if (is (self, index, ";") || is_line_end (self, index)
          || cyan_finder_token (self->finder, index)->opens != 0)
        break;
      if (is (self, index, ":") && is_word (self, index - 1)
          && (is_any (self, index - 2, before) || is_line_end (self, index - 2)))
        return index - 1;
      index = cyan_finder_before (self->finder, index);
    }
  return CYAN_TOKEN_NONE;
}

/* The first token of "a.b.c", which ends with @index. */
static guint
find_chain (const Script *self, guint index)
{
  for (guint n = 0; n < 32 && index >= 2 && is (self, index - 1, ".") && is_word (self, index - 2);
       n++)
    index -= 2;
  return index;
}

/* The scope of "a.prototype" is a, and that of "this" is the enclosing one. */
static char *
make_scope (const Script *self, guint first, guint last)
{
  char *scope;

  if (first < last && is (self, last, "prototype"))
    last -= 2;
  if (is (self, first, "this") || is (self, first, "self"))
    {
      if (first == last)
        return NULL;
      first += 2;
    }
  scope = cyan_finder_name (self->finder, first, last);
  g_strdelimit (scope, " \t\n", '.');
  return scope;
}

/* "name = function", "a.name = function", "name = { ... }". */
static void
find_assigned (Script *self, guint index)
{
  guint name = index - 1;
  guint chain;
  char *scope = NULL;
  Function function;

  if (index == 0)
    return;
  chain = is_word (self, name) ? find_chain (self, name) : name;
  if (!is_word (self, name) || (chain > 0 && is_any (self, chain - 1, ": | & =>")))
    {
      guint found = is_typed (self) ? find_typed_name (self, name) : CYAN_TOKEN_NONE;

      if (found == CYAN_TOKEN_NONE && !is_word (self, name))
        return;
      name = found != CYAN_TOKEN_NONE ? found : name;
    }
  if (is (self, index + 1, "{"))
    {
      set_label (self, index + 1, make_scope (self, find_chain (self, name), name));
      return;
    }
  if (!read_function (self, index + 1, &function))
    return;
  chain = find_chain (self, name);
  if (chain < name)
    scope = make_scope (self, chain, name - 2);
  add (self, scope, name, name, find_first (self, chain), &function);
}

/* "name: function" in an object. */
static void
find_property (Script *self, guint index)
{
  const Bracket *around = innermost (self);
  Function function;

  if (index < 2 || around == NULL || !around->is_object
      || !(is_word (self, index - 1)
           || cyan_finder_is_kind (self->finder, index - 1, CYAN_TOKEN_STRING))
      || !(is (self, index - 2, "{") || is (self, index - 2, ",")))
    return;
  if (is (self, index + 1, "{"))
    set_label (self, index + 1, cyan_finder_name (self->finder, index - 1, index - 1));
  else if (read_function (self, index + 1, &function))
    add (self, NULL, index - 1, index - 1, index - 1, &function);
}

static void
open_bracket (Script *self, guint index)
{
  const Bracket *around = innermost (self);
  Bracket bracket = { .index = index };
  char *label = g_hash_table_lookup (self->labels, GUINT_TO_POINTER (index));
  guint closing = cyan_finder_closing (self->finder, index);

  bracket.is_class = g_hash_table_contains (self->classes, GUINT_TO_POINTER (index));
  if (is (self, index, "{") && index > 0 && !bracket.is_class)
    {
      if (is (self, index - 1, ":") && is_typed (self))
        bracket.is_object = around != NULL && around->is_object;
      else if (is_word (self, index - 1))
        bracket.is_object = is_any (self, index - 1, "return default yield await in of");
      else
        bracket.is_object = cyan_finder_is_kind (self->finder, index - 1, CYAN_TOKEN_PUNCTUATOR)
                            && !is_any (self, index - 1, ") ; { } => >");
    }
  if (label != NULL)
    cyan_finder_enter (self->finder, closing, g_strdup (label));
  g_array_append_val (self->brackets, bracket);
}

static void
close_bracket (Script *self, guint index)
{
  guint partner = cyan_finder_token (self->finder, index)->partner;

  /* A part of a literal between two holes closes one bracket and opens the next. */
  while (self->brackets->len > 0)
    {
      guint open = innermost (self)->index;

      if (partner < index && open < partner)
        break;
      g_array_set_size (self->brackets, self->brackets->len - 1);
      if (open == partner || partner > index)
        break;
    }
}

static void
find_at (Script *self, guint index)
{
  gboolean typed = is_typed (self);
  gboolean member = index > 0 && is (self, index - 1, ".");

  if (is_word (self, index) && !member)
    {
      if (is (self, index, "class"))
        find_class (self, index);
      else if (is (self, index, "function"))
        find_function (self, index);
      else if (typed && (is (self, index, "namespace") || is (self, index, "module")))
        find_namespace (self, index);
      else if (typed && (is (self, index, "interface") || is (self, index, "type")))
        find_type (self, index);
    }
  if (is (self, index, "="))
    find_assigned (self, index);
  else if (is (self, index, ":"))
    find_property (self, index);
  else if ((is (self, index + 1, "(") || is (self, index + 1, "<"))
           && (is_word (self, index) || is (self, index, "]")
               || cyan_finder_is_kind (self->finder, index, CYAN_TOKEN_STRING)))
    find_method (self, index);
}

void
cyan_extents_find_script (CyanFinder *finder)
{
  Script self = { .finder = finder };

  self.brackets = g_array_new (FALSE, FALSE, sizeof (Bracket));
  self.labels = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self.classes = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < finder->tokens->len; i++)
    {
      const CyanToken *token = cyan_finder_token (finder, i);

      cyan_finder_leave (finder, i);
      if (token->closes != 0)
        close_bracket (&self, i);
      if (i >= self.skip)
        find_at (&self, i);
      if (token->opens != 0)
        open_bracket (&self, i);
    }
  g_array_unref (self.brackets);
  g_hash_table_unref (self.labels);
  g_hash_table_unref (self.classes);
}
