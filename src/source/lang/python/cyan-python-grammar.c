/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The grammar of Python: the language reference, chapter 10, with what is written for each rule.
 *
 *   'a b'      passes one of these tokens; with & or ! in front it only looks, for these or others;
 *              with ^ it is the first in its line, at the column where the rule began
 *   &x  !x     what the last expression was, or what follows: see cyan_python_test()
 *   .x         sets the mark x of this rule, &.x and !.x look for it
 *   `a`        writes "a"; in it # is the count of this rule, % that of the last rule that
 *              ended, $ the last token of several that was passed; `a`* writes it as often as the count says
 *   %X         writes the mark X (see cyan-code.h), %X* likewise
 *   + +2       adds to the count
 *   :x         sets what the expression is: see cyan_python_act()
 *   < a b >    "b" as long as "a" holds and a comma follows; counts them
 *   ( a | b )  ? and * as usual, but nothing is tried: the first alternative whose first item holds is taken,
 *              and if it fails, so does the text
 *
 * A rule whose name begins with "^" counts as a level of nesting.
 */
#include "cyan-python-parser.h"

#include "cyan-sync.h"

#define ELSE     "( ^'else' `else` block )?"
#define AUGMENTS "'+= -= *= /= //= %= @= &= |= ^= >>= <<= **='"

static CyanPythonRule rules[] = {
  /* Statements. */
  { "text", "( !end lines )?" },
  { "lines", "statement ( &aligned statement )*" },
  { "^statement",
    "&'@' ( ^'@' named_expression `@` NEWLINE )*"
    "     ( &aligned ( &'def class' definition | 'async' 'def' `async def` function ) )"
    "| &'def class' definition"
    "| 'if' named_expression `if` block"
    "  ( ^'elif' `else` %I named_expression `if` block + )* " ELSE " %D*"
    "| 'for' loop `for` block " ELSE "| 'while' named_expression `while` block " ELSE
    "| 'with' with_head `with %` block"
    "| 'try' `try` block"
    "  ( ^'except' ( '*' !':' handler `except*%` | handler `except %` ) block + )*"
    "  ( &counted " ELSE " ( ^'finally' `finally` block )? | ^'finally' `finally` block )"
    "| 'async' ( 'def' `async def` function | 'for' loop `async for` block " ELSE
    "          | 'with' with_head `async with %` block )"
    "| &match 'match' star_named_expressions ':' `match:` %I match_block %D"
    "| simple_line" },
  { "loop", "targets 'in' star_expressions" },
  { "handler", "( !':' expression + ( 'as' NAME + )? )?" },
  /* Only in parentheses a comma may follow the last one. */
  { "with_items", "with_item + ( ',' < !')' with_item > )?" },
  { "with_item", "expression ( 'as' target `as` )?" },
  { "definition", "'def' `def` function"
                  "| 'class' `class` NAME type_parameters ( &'(' arguments | `()#` ) block" },
  { "function", "NAME type_parameters '(' parameters ')' ( '->' expression `->` )? body" },
  { "type_parameters", "( '[' < !']' type_parameter > &counted `[T#` ']' )?" },
  { "type_parameter",
    "( '**' bound_type `**T` | '*' bound_type `*T` | bound_type ) ( '=' element `=d` )?" },
  { "bound_type", "NAME ( ':' expression )?" },

  { "simple_line", "simple %N ( ';' ( !newline simple %N )? )* NEWLINE" },
  { "simple", "'return' ( &newline `return` | &';' `return` | star_expressions `return 1` )"
              "| 'pass break continue' `$`"
              "| 'raise' ( &expression expression + ( 'from' expression + )? )? `raise #`"
              "| 'assert' expression + ( ',' expression + )? `assert #`"
              "| 'import' module + ( ',' module + )* `import #`"
              "| 'from' ( '.' + | '...' +3 )* ( &'import' &counted `from .#` | dotted `from #` )"
              "  'import' imported"
              "| 'del' deleted + ( ',' < &expression deleted > )? `del #`"
              "| 'global nonlocal' NAME + ( ',' NAME + )* `$ #`"
              "| &type 'type' NAME type_parameters '=' expression `type =`"
              "| assigned" },
  /* Python keeps whether an annotated target is only a name. */
  { "assigned", "value ( &'=' ( '=' &target value + )* `=#`"
                "      | ':' &single ( &identifier + )? expression ( '=' value +2 )? `::#`"
                "      | " AUGMENTS " &single value `$` )?" },
  { "deleted", "primary &target" },
  { "module", "dotted ( 'as' NAME `as` )?" },
  { "imported", "'*' `import *` | '(' name_as + ( ',' < !')' name_as > )? ')' `import #`"
                "| name_as + ( ',' name_as + )* `import #`" },
  { "name_as", "NAME ( 'as' NAME `as` )?" },
  { "dotted", "NAME ( '.' NAME `.` + )*" },

  /* Expressions. */
  { "value", "'yield' yield | star_expressions" },
  { "^yield", "'from' expression `yield from` :value | &item star_expressions `yield 1` :value"
              "| `yield` :value" },
  { "star_expressions", "element + ( ',' < &item element > `,#` :tuple )?" },
  { "star_named_expressions",
    "named_element + ( ',' < &item named_element > `,#` :tuple | !starred )" },
  { "element", "'*' starred :star | expression :plain" },
  { "named_element", "'*' starred :star | named_expression :plain" },
  { "starred", "operand `*s` :starred" },
  { "target", "'*' starred &target | operand &target" },
  { "targets", "target + ( ',' < &item target > `,#` )?" },
  { "named_expression", "expression ( ':=' &identifier expression `:=` :value )?" },
  { "^expression", "'lambda' `lambda` lambda_parameters ':' expression `=>` :value"
                   "| disjunction ( 'if' disjunction 'else' expression `?:` :value )?" },
  { "disjunction", "conjunction + ( 'or' conjunction + )* ( &several `||#` :value )?" },
  { "conjunction", "inversion + ( 'and' inversion + )* ( &several `&&#` :value )?" },
  { "inversion", "( 'not' + )* comparison ( &counted `not`* :value )?" },
  { "comparison", "operand ( '== != < <= > >= in' operand `$` +"
                  "        | 'is' ( 'not' operand `is not` | operand `is` ) +"
                  "        | 'not' 'in' operand `not in` + )* ( &counted `<>#` :value )?" },
  { "operand", "disjoint ( '|' disjoint `|` :value )*" },
  { "disjoint", "common ( '^' common `^` :value )*" },
  { "common", "shifted ( '&' shifted `&` :value )*" },
  { "shifted", "sum ( '<< >>' sum `$` :value )*" },
  { "sum", "product ( '+ -' product `$` :value )*" },
  { "product", "unary ( '* / // % @' unary `$` :value )*" },
  { "unary", "'-' exponent `u-` :value | '+' exponent `u+` :value | '~' exponent `~` :value"
             "| awaited ( '**' exponent `**` :value )?" },
  { "^exponent", "unary" },
  { "awaited", "'await' primary `await` :value | primary" },
  { "primary",
    "atom ( '.' NAME `.` :place | &'(' arguments :value | '[' subscript ']' `[]` :place )*" },
  { "subscript", "slice + ( ',' < !']' slice > `,#` | &starred `,#` )?" },
  /* Its bounds tell which of the three there are. */
  { "slice", "( !':' named_element + | :plain )"
             "( ':' !starred ( &expression expression +2 )? ( ':' ( &expression expression +4 )? )?"
             "  `:#` :plain )?" },
  { "atom", "&number NUMBER | &string STRING | 'None True False ...' `$` :value"
            "| '(' parentheses | '[' list | '{' braces :value | NAME :name" },
  { "^parentheses",
    "')' `,#` :targets | 'yield' yield ')'"
    "| named_element + ( ',' < !')' named_element > ')' `,#` :tuple"
    "                  | !starred ( &'for async' clauses ')' `(for%` :value | :group ')' ) )" },
  { "^list", "']' `[#` :targets"
             "| named_element + ( &'for async' !starred clauses ']' `[for%` :value"
             "                  | ( ',' < !']' named_element > )? ']' `[#` :tuple )" },
  { "^braces", "'}' `{:#` | &'**' item + ( ',' < !'}' item > )? '}' `{:#`"
               "| named_element + ( ':' !starred expression ( &'for async' clauses '}' `{:for%`"
               "                                            | ( ',' < !'}' item > )? '}' `{:#` )"
               "                  | &'for async' !starred clauses '}' `{for%`"
               "                  | ( ',' < !'}' named_element > )? '}' `{#` )" },
  { "item", "'**' operand `**{` | expression ':' expression" },
  { "clauses", "( &'for async' clause + )*" },
  { "clause", "'for' rest_of_clause `for %` | 'async' 'for' rest_of_clause `async for %`" },
  { "rest_of_clause", "targets 'in' disjunction ( 'if' disjunction + )*" },

  /* Marks: "m" a mapping, "s" a star, "p" a slash, "d" a default value. */
  { "parameters", "< !')' !.m ( '*' !.s .s ( ',' `*,` annotated ( '=' expression `=d` .d )?"
                  "                        | `*` NAME ( ':' element `::` )? )"
                  "           | '/' &counted !.p !.s .p `/,`"
                  "           | '**' .m `**` annotated"
                  "           | annotated ( '=' expression `=d` .d | &.s | !.d ) ) > `)`" },
  { "annotated", "NAME ( ':' expression `::` )?" },
  { "lambda_parameters",
    "< !':' !.m ( '*' !.s .s ( ',' `*,` NAME ( '=' expression `=d` .d )? | `*` NAME )"
    "           | '/' &counted !.p !.s .p `/,`"
    "           | '**' .m `**` NAME"
    "           | NAME ( '=' expression `=d` .d | &.s | !.d ) ) > `)`" },
  /* Marks: "m" a mapping, "k" a keyword. */
  { "arguments", "'(' < !')' ( '*' !.m expression `*s` :late"
                 "           | '**' expression `**k` .m .k :keyword"
                 "           | named_expression"
                 "             ( '=' &identifier expression `=k` .k :keyword"
                 "             | &'for async' !counted clauses `(for%` &')'"
                 "             | !.k ) ) > ')' :sorted `()#`" },

  /* Patterns of "match". */
  { "cases", "( ^'case' patterns ( 'if' named_expression `case if` | `case:` ) block )*" },
  { "patterns", "&'*' pattern ',' + < !': if' pattern > `?[#`"
                "| pattern ( ',' + < !': if' pattern > `?[#` )?" },
  { "^pattern", "closed_pattern + ( '|' closed_pattern + )* ( &several `?|#` )?"
                "( 'as' NAME `?as` )?" },
  { "closed_pattern", "'*' ( &'_' NAME `?*_` | NAME `?*` )"
                      "| '[' < !']' pattern > ']' `?[#`"
                      "| '(' ( &') *' < !')' pattern > ')' `?[#`"
                      "      | pattern ( ')' | ',' + < !')' pattern > ')' `?[#` ) )"
                      "| '{' < !'}' mapping_item > `?{#` '}'"
                      "| &'_' dotted ( &'(' class_arguments | &chained `?==` | `?_` )"
                      "| &name dotted ( &'(' class_arguments | &chained `?==` | `?=` )"
                      "| &'None True False' sum `?is` | sum `?==`" },
  { "mapping_item", "'**' NAME `?**` | sum ':' pattern" },
  { "class_arguments", "'(' < !')' class_argument > `?()#` ')'" },
  { "class_argument", "&keyword NAME '=' pattern `=k` | pattern" },

  /* Those of cyan-python-parser.c. */
  { "NAME", NULL, cyan_python_name },
  { "NUMBER", NULL, cyan_python_number_literal },
  { "STRING", NULL, cyan_python_text_literals },
  { "NEWLINE", NULL, cyan_python_newline },
  { "block", NULL, cyan_python_block },
  { "body", NULL, cyan_python_body },
  { "match_block", NULL, cyan_python_match_block },
  { "with_head", NULL, cyan_python_with_head },
};

/* ---- reading it ---- */

static CyanPythonNode *read_alternatives (const char **at);

const CyanPythonRule *
cyan_python_rule (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (strcmp (rules[i].name + (*rules[i].name == '^'), name) == 0)
      return &rules[i];
  g_error ("no rule %s", name);
}

static guint
find_name (const char *const *names, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], name) == 0)
      return i;
  g_error ("no name %s", name);
}

static char *
read_word (const char **at)
{
  gsize length = 0;

  while (g_ascii_isalnum ((*at)[length]) || (*at)[length] == '_')
    length++;
  *at += length;
  return g_strndup (*at - length, length);
}

/* From one quote to the next. */
static char *
read_quoted (const char **at)
{
  const char *start = *at + 1, *stop = strchr (start, **at);

  *at = stop + 1;
  return g_strndup (start, (gsize) (stop - start));
}

static gboolean
read_char (const char **at, char c)
{
  gboolean is_there = **at == c;

  *at += is_there;
  return is_there;
}

/* A rule, or a test if there was a "&" or "!". */
static void
read_reference (CyanPythonNode *node, const char **at)
{
  g_autofree char *word = read_word (at);

  node->kind = node->how != '\0' ? CYAN_PYTHON_NODE_TEST : CYAN_PYTHON_NODE_RULE;
  if (node->how != '\0')
    node->value = find_name (cyan_python_tests, word);
  else
    node->rule = cyan_python_rule (word);
}

static void
read_brackets (CyanPythonNode *node, const char **at, char close)
{
  node->inner = read_alternatives (at);
  g_assert (**at == close);
  ++*at;
  if (**at == '?' || **at == '*')
    node->how = *(*at)++;
}

static CyanPythonNode *
read_item (const char **at)
{
  CyanPythonNode *node = g_new0 (CyanPythonNode, 1);
  g_autofree char *word = NULL;

  if (strchr ("&!^", **at) != NULL)
    node->how = *(*at)++;
  switch (**at)
    {
    case '\'':
      node->kind = CYAN_PYTHON_NODE_WORDS;
      word = read_quoted (at);
      node->words = g_strsplit (word, " ", -1);
      break;
    case '`':
      node->kind = CYAN_PYTHON_NODE_PUT;
      node->text = read_quoted (at);
      node->how = read_char (at, '*') ? '*' : '\0';
      break;
    case '.':
    case '%':
      node->kind = **at == '.' ? CYAN_PYTHON_NODE_FLAG : CYAN_PYTHON_NODE_MARK;
      node->value = (guchar) (*at)[1];
      *at += 2;
      if (node->kind == CYAN_PYTHON_NODE_MARK)
        node->how = read_char (at, '*') ? '*' : '\0';
      break;
    case '+':
      node->kind = CYAN_PYTHON_NODE_COUNT;
      node->value = g_ascii_isdigit (*++*at) ? (guint) (*(*at)++ - '0') : 1;
      break;
    case ':':
      node->kind = CYAN_PYTHON_NODE_ACTION;
      ++*at;
      word = read_word (at);
      node->value = find_name (cyan_python_actions, word);
      break;
    case '(':
    case '<':
      node->kind = **at == '(' ? CYAN_PYTHON_NODE_GROUP : CYAN_PYTHON_NODE_LIST;
      ++*at;
      read_brackets (node, at, node->kind == CYAN_PYTHON_NODE_GROUP ? ')' : '>');
      break;
    default:
      read_reference (node, at);
      break;
    }
  return node;
}

/* The alternatives, each with its items. */
static CyanPythonNode *
read_alternatives (const char **at)
{
  CyanPythonNode *first = g_new0 (CyanPythonNode, 1), *alternative = first;
  CyanPythonNode **end = &first->inner;

  for (;; *at += strspn (*at, " "))
    {
      *at += strspn (*at, " ");
      if (**at == '\0' || **at == ')' || **at == '>')
        return first;
      if (read_char (at, '|'))
        {
          alternative = alternative->next = g_new0 (CyanPythonNode, 1);
          end = &alternative->inner;
          continue;
        }
      *end = read_item (at);
      end = &(*end)->next;
    }
}

static void
read_rules (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      const char *at = rules[i].text;

      rules[i].is_deep = *rules[i].name == '^';
      if (at != NULL)
        rules[i].alternatives = read_alternatives (&at);
      g_assert (at == NULL || *at == '\0');
    }
}

void
cyan_python_read_grammar (void)
{
  static CyanOnce once = CYAN_ONCE_INIT;

  cyan_once (&once, read_rules);
}
