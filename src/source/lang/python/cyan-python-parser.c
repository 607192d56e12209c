/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a text by the rules of the grammar. */
#include "cyan-python-parser.h"

#include "cyan-python.h"

/* Of brackets, blocks and operators in each other, as in CPython; a deeper text has no normal form,
 * and the stack suffices. */
#define MAX_DEPTH 200
/* The first token, so that no token form of another text is the same. */
#define OPENING "# tree"

/* A rule that is being read. */
typedef struct
{
  CyanPythonParser *self;
  guint column;         /* of the line where it began */
  guint n;              /* its count */
  guint flags;          /* its marks, a bit a letter */
  gboolean are_targets; /* all that was counted */
  const char *token;    /* the last of several that was passed */
  gsize token_length;
  gsize start;    /* of the item of a list in the output */
  gsize keywords; /* where arguments with keywords begin in the output; 0: none yet */
  GString *late;  /* "*" arguments behind them; NULL: none */
} Frame;

static gboolean run_items (Frame *frame, const CyanPythonNode *node);

/* ---- tokens ---- */

static gboolean
accept (CyanPythonParser *self, const char *word)
{
  if (!cyan_python_at (self, word))
    return FALSE;
  cyan_python_advance (self);
  return TRUE;
}

static gboolean
at_one_of (const CyanPythonParser *self, const char *const *words)
{
  for (; *words != NULL; words++)
    if (cyan_python_at (self, *words))
      return TRUE;
  return FALSE;
}

static gboolean
at_keyword (const CyanPythonParser *self)
{
  static const char *const keywords[] = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield",    NULL
  };

  return at_one_of (self, keywords);
}

static gboolean
at_name (const CyanPythonParser *self)
{
  return self->kind == CYAN_PYTHON_NAME && !at_keyword (self);
}

static gboolean
starts_expression (const CyanPythonParser *self)
{
  static const char *const words[] = { "None", "True", "False", "not", "lambda", "await", "...",
                                       "(",    "[",    "{",     "+",   "-",      "~",     NULL };

  return self->kind == CYAN_PYTHON_NUMBER || self->kind == CYAN_PYTHON_STRING
         || at_one_of (self, words) || at_name (self);
}

static CyanPythonParser
look_ahead (const CyanPythonParser *self)
{
  CyanPythonParser next = *self;

  cyan_python_advance (&next);
  return next;
}

/* Whether the line ends with ":". */
static gboolean
at_match (const CyanPythonParser *self)
{
  CyanPythonLexer lexer = self->lexer;
  gboolean is_colon = FALSE;

  if (!cyan_python_at (self, "match"))
    return FALSE;
  while (cyan_python_lexer_next (&lexer) > CYAN_PYTHON_LINE_END)
    is_colon = cyan_python_lexer_is (&lexer, ":");
  return is_colon;
}

/* ---- tests and actions ---- */

enum
{
  TEST_ALIGNED, /* at the column where the rule began */
  TEST_CHAINED, /* the rule before has counted something */
  TEST_COUNTED,
  TEST_END,
  TEST_EXPRESSION, /* one may begin */
  TEST_IDENTIFIER, /* the last expression was one */
  TEST_ITEM,       /* an expression or a "*" */
  TEST_KEYWORD,    /* "a =" */
  TEST_MATCH,
  TEST_NAME,
  TEST_NEWLINE,
  TEST_NUMBER,
  TEST_SEVERAL, /* were counted */
  TEST_SINGLE,  /* the last expression was one target */
  TEST_STARRED, /* the last element had a "*" */
  TEST_STRING,
  TEST_TARGET, /* the last expression may be assigned to */
  TEST_TYPE,   /* Python 3.12: "type A[T] = b" */
};

const char *const cyan_python_tests[] = { "aligned",    "chained",    "counted", "end",
                                          "expression", "identifier", "item",    "keyword",
                                          "match",      "name",       "newline", "number",
                                          "several",    "single",     "starred", "string",
                                          "target",     "type",       NULL };

static gboolean
test (const Frame *frame, guint which)
{
  const CyanPythonParser *self = frame->self;
  CyanPythonParser next;

  switch (which)
    {
    case TEST_ALIGNED:
      return self->kind != CYAN_PYTHON_END && self->lexer.column == frame->column;
    case TEST_CHAINED:
      return self->count > 0;
    case TEST_COUNTED:
      return frame->n > 0;
    case TEST_END:
      return self->kind == CYAN_PYTHON_END;
    case TEST_EXPRESSION:
      return starts_expression (self);
    case TEST_IDENTIFIER:
      return self->shape == CYAN_PYTHON_IDENTIFIER;
    case TEST_ITEM:
      return cyan_python_at (self, "*") || starts_expression (self);
    case TEST_KEYWORD:
      next = look_ahead (self);
      return self->kind == CYAN_PYTHON_NAME && cyan_python_at (&next, "=");
    case TEST_MATCH:
      return at_match (self);
    case TEST_NAME:
      return at_name (self);
    case TEST_NEWLINE:
      return self->kind == CYAN_PYTHON_LINE_END;
    case TEST_NUMBER:
      return self->kind == CYAN_PYTHON_NUMBER;
    case TEST_SEVERAL:
      return frame->n > 1;
    case TEST_SINGLE:
      return self->shape == CYAN_PYTHON_IDENTIFIER || self->shape == CYAN_PYTHON_GROUPED
             || self->shape == CYAN_PYTHON_PLACE;
    case TEST_STARRED:
      return self->starred;
    case TEST_STRING:
      return self->kind == CYAN_PYTHON_STRING;
    case TEST_TARGET:
      return self->shape != CYAN_PYTHON_VALUE;
    default:
      if (!cyan_python_at (self, "type"))
        return FALSE;
      next = look_ahead (self);
      return at_name (&next);
    }
}

enum
{
  ACT_GROUP,   /* in parentheses */
  ACT_KEYWORD, /* the argument has one */
  ACT_LATE,    /* the argument goes in front of those with keywords */
  ACT_NAME,
  ACT_PLACE,
  ACT_PLAIN,   /* no "*" */
  ACT_SORTED,  /* all arguments have been read */
  ACT_STAR,    /* an element with a "*" */
  ACT_STARRED, /* an operand behind a "*" */
  ACT_TARGETS,
  ACT_TUPLE, /* of what was counted */
  ACT_VALUE,
};

const char *const cyan_python_actions[] = { "group", "keyword", "late", "name",    "place",
                                            "plain", "sorted",  "star", "starred", "targets",
                                            "tuple", "value",   NULL };

/* Arguments with keywords are written behind the others, which Python keeps apart. */
static void
act_on_argument (Frame *frame, guint which)
{
  GString *out = frame->self->out;

  if (which == ACT_KEYWORD && frame->keywords == 0)
    frame->keywords = frame->start;
  else if (which == ACT_LATE && frame->keywords != 0)
    {
      if (frame->late == NULL)
        frame->late = g_string_new (NULL);
      g_string_append_len (frame->late, out->str + frame->start,
                           (gssize) (out->len - frame->start));
      g_string_truncate (out, frame->start);
    }
  else if (which == ACT_SORTED && frame->late != NULL)
    g_string_insert_len (out, (gssize) frame->keywords, frame->late->str,
                         (gssize) frame->late->len);
}

static void
act (Frame *frame, guint which)
{
  CyanPythonParser *self = frame->self;

  switch (which)
    {
    case ACT_GROUP:
      if (self->shape == CYAN_PYTHON_IDENTIFIER || self->shape == CYAN_PYTHON_PLACE)
        self->shape = CYAN_PYTHON_GROUPED;
      break;
    case ACT_NAME:
      self->shape = CYAN_PYTHON_IDENTIFIER;
      break;
    case ACT_PLACE:
      self->shape = CYAN_PYTHON_PLACE;
      break;
    case ACT_PLAIN:
    case ACT_STAR:
      self->starred = which == ACT_STAR;
      break;
    case ACT_STARRED:
      if (self->shape != CYAN_PYTHON_VALUE)
        self->shape = CYAN_PYTHON_STARRED;
      break;
    case ACT_TARGETS:
      self->shape = CYAN_PYTHON_TARGETS;
      break;
    case ACT_TUPLE:
      self->shape = frame->are_targets ? CYAN_PYTHON_TARGETS : CYAN_PYTHON_VALUE;
      break;
    case ACT_VALUE:
      self->shape = CYAN_PYTHON_VALUE;
      break;
    default:
      act_on_argument (frame, which);
      break;
    }
}

/* ---- rules ---- */

/* Whether an item lets the text pass; TRUE of those that do not look. */
static gboolean
holds (const Frame *frame, const CyanPythonNode *node)
{
  const CyanPythonParser *self = frame->self;
  gboolean is;

  if (node == NULL)
    return TRUE;
  if (node->kind == CYAN_PYTHON_NODE_WORDS)
    is = at_one_of (self, (const char *const *) node->words)
         && (node->how != '^' || (self->lexer.first && self->lexer.column == frame->column));
  else if (node->kind == CYAN_PYTHON_NODE_TEST)
    is = test (frame, node->value);
  else if (node->kind == CYAN_PYTHON_NODE_FLAG && node->how != '\0')
    is = (frame->flags & 1u << (node->value - 'a')) != 0;
  else
    return TRUE;
  return is != (node->how == '!');
}

static gboolean
run_group (Frame *frame, const CyanPythonNode *node)
{
  do
    {
      const CyanPythonNode *way = node->inner;

      while (way != NULL && !holds (frame, way->inner))
        way = way->next;
      if (way == NULL)
        return node->how != '\0';
      if (!run_items (frame, way->inner))
        return FALSE;
    }
  while (node->how == '*');
  return TRUE;
}

static void
count (Frame *frame, guint n)
{
  frame->n += n;
  frame->are_targets &= frame->self->shape != CYAN_PYTHON_VALUE;
}

static gboolean
run_list (Frame *frame, const CyanPythonNode *node)
{
  const CyanPythonNode *guard = node->inner->inner;

  while (holds (frame, guard))
    {
      frame->start = frame->self->out->len;
      if (!run_items (frame, guard->next))
        return FALSE;
      count (frame, 1);
      if (!accept (frame->self, ","))
        break;
    }
  return TRUE;
}

static void
append_number (GString *out, guint n)
{
  if (n < 10)
    g_string_append_c (out, (char) ('0' + n));
  else
    g_string_append_printf (out, "%u", n);
}

static void
put (Frame *frame, const char *text)
{
  GString *out = frame->self->out;

  for (; *text != '\0'; text++)
    if (*text == '#')
      append_number (out, frame->n);
    else if (*text == '%')
      append_number (out, frame->self->count);
    else if (*text == '$')
      g_string_append_len (out, frame->token, (gssize) frame->token_length);
    else
      g_string_append_c (out, *text);
  g_string_append_c (out, '\0');
}

static gboolean
pass_words (Frame *frame, const CyanPythonNode *node)
{
  CyanPythonParser *self = frame->self;

  if (!holds (frame, node))
    return FALSE;
  if (node->how != '\0' && node->how != '^')
    return TRUE;
  if (node->words[1] != NULL)
    {
      frame->token = self->lexer.token;
      frame->token_length = self->lexer.token_length;
    }
  cyan_python_advance (self);
  return TRUE;
}

static gboolean
run_items (Frame *frame, const CyanPythonNode *node)
{
  gboolean good = TRUE;

  for (; good && node != NULL; node = node->next)
    switch (node->kind)
      {
      case CYAN_PYTHON_NODE_WORDS:
        good = pass_words (frame, node);
        break;
      case CYAN_PYTHON_NODE_RULE:
        good = cyan_python_run (frame->self, node->rule);
        break;
      case CYAN_PYTHON_NODE_GROUP:
        good = run_group (frame, node);
        break;
      case CYAN_PYTHON_NODE_LIST:
        good = run_list (frame, node);
        break;
      case CYAN_PYTHON_NODE_PUT:
        for (guint i = node->how == '*' ? frame->n : 1; i > 0; i--)
          put (frame, node->text);
        break;
      case CYAN_PYTHON_NODE_MARK:
        for (guint i = node->how == '*' ? frame->n : 1; i > 0; i--)
          {
            const char mark[] = { '\0', (char) node->value, '\0' };

            g_string_append_len (frame->self->out, mark, sizeof mark);
          }
        break;
      case CYAN_PYTHON_NODE_COUNT:
        count (frame, node->value);
        break;
      case CYAN_PYTHON_NODE_ACTION:
        act (frame, node->value);
        break;
      case CYAN_PYTHON_NODE_FLAG:
        if (node->how == '\0')
          frame->flags |= 1u << (node->value - 'a');
        good = holds (frame, node);
        break;
      default:
        good = holds (frame, node);
        break;
      }
  return good;
}

gboolean
cyan_python_enter (CyanPythonParser *self)
{
  return ++self->depth <= MAX_DEPTH;
}

gboolean
cyan_python_run (CyanPythonParser *self, const CyanPythonRule *rule)
{
  Frame frame = { .self = self, .column = self->lexer.column, .are_targets = TRUE };
  const CyanPythonNode group = { .inner = rule->alternatives };

  if (rule->read != NULL)
    return rule->read (self);
  if (rule->is_deep && !cyan_python_enter (self))
    return FALSE;
  if (!run_group (&frame, &group))
    {
      if (frame.late != NULL)
        g_string_free (frame.late, TRUE);
      return FALSE;
    }
  if (frame.late != NULL)
    g_string_free (frame.late, TRUE);
  self->depth -= (guint) rule->is_deep;
  self->count = frame.n;
  return TRUE;
}

/* ---- rules in C ---- */

void
cyan_python_put_count (CyanPythonParser *self, const char *token, guint n)
{
  g_string_append (self->out, token);
  append_number (self->out, n);
  g_string_append_c (self->out, '\0');
}

/* Names are compared in the normal form NFKC of Unicode. */
gboolean
cyan_python_name (CyanPythonParser *self)
{
  const char *name = self->lexer.token;
  gsize length = self->lexer.token_length, i = 0;
  g_autofree char *normal = NULL;

  if (!at_name (self))
    return FALSE;
  while (i < length && (guchar) name[i] < 0x80)
    i++;
  if (i < length)
    normal = g_utf8_normalize (name, (gssize) length, G_NORMALIZE_NFKC);
  if (normal != NULL)
    g_string_append (self->out, normal);
  else
    g_string_append_len (self->out, name, (gssize) length);
  g_string_append_c (self->out, '\0');
  cyan_python_advance (self);
  return TRUE;
}

gboolean
cyan_python_newline (CyanPythonParser *self)
{
  if (self->kind != CYAN_PYTHON_LINE_END)
    return FALSE;
  cyan_python_advance (self);
  return TRUE;
}

/* Parses the next lines that are indented more than @column. */
static gboolean
run_indented (CyanPythonParser *self, guint column, const char *rule)
{
  return cyan_python_newline (self) && self->kind != CYAN_PYTHON_END && self->lexer.column > column
         && cyan_python_run (self, cyan_python_rule (rule))
         && (self->kind == CYAN_PYTHON_END || self->lexer.column <= column);
}

gboolean
cyan_python_block (CyanPythonParser *self)
{
  guint column = self->lexer.column;

  if (!accept (self, ":") || !cyan_python_enter (self))
    return FALSE;
  g_string_append_len (self->out, "\0I", 3);
  if (!(self->kind == CYAN_PYTHON_LINE_END
            ? run_indented (self, column, "lines")
            : cyan_python_run (self, cyan_python_rule ("simple_line"))))
    return FALSE;
  g_string_append_len (self->out, "\0D", 3);
  self->depth--;
  return TRUE;
}

gboolean
cyan_python_body (CyanPythonParser *self)
{
  gsize head = self->out->len;

  if (!cyan_python_block (self))
    return FALSE;
  if (self->omits_functions)
    {
      g_string_truncate (self->out, head);
      g_string_append_len (self->out, "\0N", 3);
    }
  return TRUE;
}

gboolean
cyan_python_match_block (CyanPythonParser *self)
{
  return run_indented (self, self->lexer.column, "cases");
}

/* Whether ":" follows the bracket that closes the one at the current token. */
static gboolean
brackets_end_head (const CyanPythonParser *self)
{
  CyanPythonParser next = *self;

  while (next.kind != CYAN_PYTHON_END && next.lexer.depth >= self->lexer.depth)
    cyan_python_advance (&next);
  cyan_python_advance (&next);
  return cyan_python_at (&next, ":");
}

/* The items may be in parentheses; but those of "with (yield a):" belong to the expression. */
gboolean
cyan_python_with_head (CyanPythonParser *self)
{
  const CyanPythonRule *items = cyan_python_rule ("with_items");
  const CyanPythonParser start = *self;
  gsize length = self->out->len;

  if (cyan_python_at (self, "(") && brackets_end_head (self))
    {
      cyan_python_advance (self);
      if (cyan_python_run (self, items) && accept (self, ")"))
        return TRUE;
      *self = start;
      g_string_truncate (self->out, length);
    }
  return cyan_python_run (self, items);
}

gboolean
cyan_python_form (const char *text, gsize length, GString *out)
{
  CyanPythonParser parser = { .out = out };
  gsize start = out->len;
  gboolean is_plain =
      length == 0 || (memchr (text, '\r', length) == NULL && memchr (text, '\v', length) == NULL);

  cyan_python_read_grammar ();
  parser.omits_functions = !cyan_python_text_is_function (text, length);
  cyan_python_put (&parser, OPENING);
  cyan_python_lexer_init (&parser.lexer, text, length);
  cyan_python_advance (&parser);
  if (is_plain && cyan_python_run (&parser, cyan_python_rule ("text"))
      && parser.kind == CYAN_PYTHON_END)
    return TRUE;
  g_string_truncate (out, start);
  return FALSE;
}
