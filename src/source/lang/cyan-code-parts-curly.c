/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The blocks of the languages with curly brackets.
 *
 * There are two kinds of heads.  In C, C++, Java, JavaScript, TypeScript and C# a head is in round
 * brackets and its statement may have no curly ones.  In Go and Rust a head has no brackets, ends
 * at the next "{", and is pending until then.  "else" goes with the branch that ended last.
 */
#include "cyan-code-parts.h"

#include <string.h>

/* Tokens that are looked at for the end of a label, of parameters or of a type. */
#define MAX_LOOK 64

typedef enum
{
  FRAME_BRACKETS,
  FRAME_STATEMENT,  /* one without curly brackets, after a head */
  FRAME_EXPRESSION, /* after an arrow */
} FrameKind;

typedef struct
{
  FrameKind kind;
  guint block;   /* of the tokens in it */
  guint owner;   /* the block whose "{" it is; of other frames, the same as @block */
  guint end;     /* the closing bracket */
  guint body;    /* it is a head: the block that follows, or CYAN_PART_NONE */
  guint pending; /* the block that the next "{" in it begins, or CYAN_PART_NONE */
  guint arm;     /* the first case in it, or CYAN_PART_NONE */
  gboolean is_body, is_for, has_cases, has_arms;
} Frame;

typedef struct
{
  CyanCodeParts *parts;
  GArray *frames;
  guint head_block, head_paren; /* this "(" begins the head of the block */
  guint choice;                 /* of the branch that ended last, for its "else" */
} Curly;

#define is(self, index, word)      cyan_code_part_is ((self)->parts, index, word)
#define is_any(self, index, words) cyan_code_part_is_any ((self)->parts, index, words)
#define has(self, flags)           cyan_code_has ((self)->parts->language, flags)
#define token(self, index)         (&(self)->parts->parts[index])
#define block_at(self, block)      cyan_code_parts_block ((self)->parts, block)
#define after(self, index)         cyan_code_parts_after ((self)->parts, index)
#define top(self)                  cyan_parts_top ((self)->frames)
#define pop(self)                  cyan_parts_pop ((self)->frames)

static Frame *
push (Curly *self, FrameKind kind, guint block, guint end)
{
  Frame frame = { kind, block, block, end, CYAN_PART_NONE, CYAN_PART_NONE, CYAN_PART_NONE };

  g_array_append_val (self->frames, frame);
  return top (self);
}

static guint
add (Curly *self, CyanCodeBlockKind kind, guint first, guint last)
{
  return cyan_code_parts_add_block (self->parts, kind, top (self)->block, first, last);
}

/* @block is what stands at @index: curly brackets, or one of @kind. */
static void
begin (Curly *self, FrameKind kind, guint block, guint index)
{
  while (cyan_code_part_is_kind (self->parts, index, CYAN_PART_MARK))
    index++;
  if (kind == FRAME_STATEMENT && (index >= self->parts->n || is (self, index, ";")))
    return;
  if (is (self, index, "{"))
    token (self, index)->body = block;
  else
    push (self, kind, block, CYAN_PART_NONE);
}

/* Whether @block is a branch whose "else" follows. */
static gboolean
keep_choice (Curly *self, guint block)
{
  const CyanPartBlock *branch = block_at (self, block);

  if (branch->is_branch)
    self->choice = branch->choice;
  return branch->is_branch;
}

static void
end_expressions (Curly *self)
{
  while (top (self)->kind == FRAME_EXPRESSION)
    pop (self);
}

/* A statement ended before @next, and with it the statements that it is the last part of; if "else"
 * follows, only up to its branch. */
static void
end_statement (Curly *self, guint block, guint next)
{
  gboolean is_else;

  while (cyan_code_part_is_kind (self->parts, next, CYAN_PART_MARK))
    next++;
  is_else = is (self, next, "else");
  if (is_else && block != CYAN_PART_NONE && keep_choice (self, block))
    return;
  while (top (self)->kind == FRAME_STATEMENT)
    {
      guint ended = top (self)->block;

      pop (self);
      if (is_else && keep_choice (self, ended))
        return;
    }
}

static guint
add_arm (Curly *self, Frame *frame, guint first, guint last)
{
  guint block =
      cyan_code_parts_add_block (self->parts, CYAN_BLOCK_CONDITION, frame->owner, first, last);

  if (frame->arm == CYAN_PART_NONE)
    frame->arm = block;
  block_at (self, block)->choice = frame->arm;
  return block;
}

/* "case X:", "default:", "case X ->". */
static gboolean
scan_case (Curly *self, guint index)
{
  guint depth = self->frames->len, label = index + 1;
  Frame *frame = top (self);

  if (!is_any (self, index, "case default"))
    return FALSE;
  while (frame->kind != FRAME_BRACKETS && depth + MAX_LOOK > self->frames->len && depth > 1)
    frame = &g_array_index (self->frames, Frame, --depth - 1);
  if (!frame->has_cases)
    return FALSE;
  g_array_set_size (self->frames, depth);
  for (guint n = 0; n < MAX_LOOK && label < self->parts->n && !is_any (self, label, ": ->"); n++)
    label = after (self, label);
  if (is (self, label, "->"))
    token (self, label)->no_call = TRUE;
  frame->block = add_arm (self, frame, index, MIN (label, self->parts->n) - 1);
  return TRUE;
}

/* Adds the block of the head [@index, @last]; "else if" begins with its "else". */
static guint
add_head (Curly *self, guint index, gboolean is_loop, guint last)
{
  gboolean is_if = is (self, index, "if");
  gboolean has_else = is_if && index > 0 && is (self, index - 1, "else");
  guint block = add (self, is_loop ? CYAN_BLOCK_LOOP : CYAN_BLOCK_CONDITION,
                     has_else ? index - 1 : index, last);

  block_at (self, block)->is_branch = is_if;
  block_at (self, block)->is_switch = is_any (self, index, "switch select match");
  if (!has_else && !is (self, index, "else"))
    return block;
  if (self->choice != CYAN_PART_NONE)
    block_at (self, block)->choice = self->choice;
  self->choice = CYAN_PART_NONE;
  return block;
}

/* A head in round brackets: "if (a)", "else if (a)", "for (;;)", "catch (E e)". */
static gboolean
scan_head (Curly *self, guint index)
{
  gboolean is_loop = is_any (self, index, "for foreach while");
  guint paren = index + 1;

  if (!is_loop && !is_any (self, index, "if switch catch"))
    return FALSE;
  if (is_any (self, paren, "constexpr await each"))
    paren++;
  if (is (self, index, "switch") && is (self, paren, "{"))
    token (self, paren)->body = add_head (self, index, FALSE, index);
  else if (!is (self, paren, "(") || token (self, paren)->partner == CYAN_PART_NONE)
    return FALSE;
  else
    {
      self->head_paren = paren;
      self->head_block = add_head (self, index, is_loop, token (self, paren)->partner);
    }
  return TRUE;
}

/* "else", "do" and "catch" in front of a statement. */
static void
scan_bare (Curly *self, guint index)
{
  gboolean is_else = is (self, index, "else");

  if (!is_any (self, index, "else do catch"))
    return;
  /* Without a ";" in front, in JavaScript. */
  if (is_else && self->choice == CYAN_PART_NONE && top (self)->kind == FRAME_STATEMENT)
    end_statement (self, CYAN_PART_NONE, index);
  if (!is_else || !is (self, index + 1, "if"))
    begin (self, FRAME_STATEMENT, add_head (self, index, is (self, index, "do"), index), index + 1);
}

/* The heads of Go and Rust, without round brackets. */
static void
scan_pending (Curly *self, guint index)
{
  gboolean is_go = has (self, CYAN_CODE_GO);
  gboolean is_loop = is_any (self, index, "for while loop");

  if (is (self, index, is_go ? "func" : "fn"))
    {
      top (self)->pending = add (self, CYAN_BLOCK_CLOSURE, index, index);
      if (index + 1 < self->parts->n)
        token (self, index + 1)->no_call = TRUE;
      return;
    }
  /* A type of Rust: "for<'a> Fn(&'a T)". */
  if ((!is_loop && !is_any (self, index, "if else switch select match"))
      || (is (self, index, "else") && is (self, index + 1, "if"))
      || (is_loop && is (self, index + 1, "<")))
    return;
  top (self)->pending = add_head (self, index, is_loop, index);
  top (self)->is_for = is_go && is_loop;
  if (is (self, index, "while"))
    top (self)->block = top (self)->pending;
}

/* "[]a.T", "map[K]*T" and "[]struct { }" of Go. */
static gboolean
ends_go_type (const Curly *self, guint index)
{
  const CyanPart *part = token (self, index);
  guint first = part->chain;

  if (part->kind != CYAN_PART_WORD)
    {
      first = part->partner - 1;
      if (!is (self, index, "}") || part->partner == CYAN_PART_NONE || !is (self, first, "struct"))
        return FALSE;
    }
  if (first > 0 && is (self, first - 1, "*"))
    first--;
  return first > 0 && is (self, first - 1, "]");
}

/* A "{" after a head without round brackets may belong to a literal in it: "[]T{1, 2}" in Go, the
 * pattern of "if let S { a } = b" in Rust. */
static gboolean
is_pending_body (const Curly *self, guint index)
{
  if (top (self)->pending == CYAN_PART_NONE || is_any (self, index - 1, "interface struct unsafe"))
    return FALSE;
  if (has (self, CYAN_CODE_GO))
    return !ends_go_type (self, index - 1);
  return !has (self, CYAN_CODE_RUST) || !is (self, token (self, index)->partner + 1, "=");
}

/* The head of Go's "for" has calls that are executed each time, except before "range" and ";". */
static void
end_go_head (Curly *self, guint index)
{
  const CyanPartBlock *block = block_at (self, top (self)->pending);

  if (!top (self)->is_for)
    return;
  for (guint i = block->first; i < MIN (index, block->first + MAX_LOOK); i++)
    if (is (self, i, "range") || cyan_code_part_is_kind (self->parts, i, CYAN_PART_MARK))
      return;
  cyan_code_parts_move (self->parts, block->first, index, block->parent, top (self)->pending);
}

static void
drop_pending (Curly *self)
{
  Frame *frame = top (self);

  if (frame->pending == CYAN_PART_NONE)
    return;
  frame->block = block_at (self, frame->pending)->parent;
  frame->pending = CYAN_PART_NONE;
  frame->is_for = FALSE;
}

static void
accept_pending (Curly *self, guint index)
{
  block_at (self, top (self)->pending)->last = index - 1;
  end_go_head (self, index);
  token (self, index)->body = top (self)->pending;
  drop_pending (self);
}

static void
scan_arrow (Curly *self, guint index)
{
  Frame *frame;
  guint block;

  if (index == 0 || token (self, index)->no_call)
    return;
  /* An arm of Rust that ends with "}" needs no comma. */
  if (has (self, CYAN_CODE_RUST))
    end_expressions (self);
  frame = top (self);
  if (frame->has_arms)
    {
      guint first = index, n = 0;

      drop_pending (self);
      while (n++ < MAX_LOOK && first > 0 && !is_any (self, first - 1, ", { }"))
        first--;
      block = add_arm (self, frame, first, index);
    }
  else
    block =
        add (self, CYAN_BLOCK_CLOSURE, MIN (token (self, index - 1)->partner, index - 1), index);
  begin (self, FRAME_EXPRESSION, block, index + 1);
}

/* "|a| a + 1" and "|| { }" of Rust. */
static void
scan_bars (Curly *self, guint index)
{
  guint last = index;

  if (index > 0 && cyan_code_part_ends_value (self->parts, index - 1))
    return;
  if (is (self, index, "|"))
    do
      last = after (self, last);
    while (last < self->parts->n && last < index + MAX_LOOK && !is (self, last, "|"));
  if (last >= self->parts->n || (last > index && !is (self, last, "|")))
    return;
  if (is (self, last + 1, "->"))
    top (self)->pending = add (self, CYAN_BLOCK_CLOSURE, index, last);
  else
    begin (self, FRAME_EXPRESSION, add (self, CYAN_BLOCK_CLOSURE, index, last), last + 1);
}

/* "[=](int a) -> T { }" of C++. */
static void
scan_lambda (Curly *self, guint index)
{
  guint at = after (self, index), stop;

  if ((index > 0 && cyan_code_part_ends_value (self->parts, index - 1)) || at == index + 1)
    return;
  if (is (self, at, "("))
    at = after (self, at);
  for (stop = at + MAX_LOOK; at < stop && !is_any (self, at, "; , = ( ) [ {"); at++)
    ;
  if (at < stop && is (self, at, "{"))
    token (self, at)->body = add (self, CYAN_BLOCK_CLOSURE, index, at - 1);
}

/* "function name (a): T { }". */
static void
scan_function (Curly *self, guint index)
{
  guint at = index + 1;

  while (at < self->parts->n && at < index + 4 && !is (self, at, "("))
    token (self, at++)->no_call = TRUE;
  if (is (self, at, "("))
    at = after (self, at);
  while (at < self->parts->n && at < index + MAX_LOOK && !is (self, at, "{"))
    at = after (self, at);
  if (is (self, at, "{"))
    token (self, at)->body = add (self, CYAN_BLOCK_CLOSURE, index, at - 1);
}

static void
scan_word (Curly *self, guint index)
{
  if (cyan_code_part_is_member (self->parts, index) || scan_case (self, index))
    return;
  if (has (self, CYAN_CODE_BARE_HEADS))
    scan_pending (self, index);
  else if (is (self, index, "function"))
    scan_function (self, index);
  else if (!scan_head (self, index))
    scan_bare (self, index);
}

/* "name (...) {": in C a macro that begins a block, elsewhere a function inside. */
static guint
block_of_name (Curly *self, guint brace)
{
  guint paren = brace > 0 ? token (self, brace - 1)->partner : CYAN_PART_NONE;
  guint name = paren != CYAN_PART_NONE && paren > 0 ? paren - 1 : CYAN_PART_NONE;
  CyanCodeBlockKind kind = CYAN_BLOCK_CLOSURE;

  if (paren == CYAN_PART_NONE || !is (self, brace - 1, ")") || has (self, CYAN_CODE_BARE_HEADS)
      || !cyan_code_part_is_kind (self->parts, name, CYAN_PART_WORD)
      || cyan_code_part_is_keyword (self->parts, name)
      || (name > 0 && is (self, token (self, name)->chain - 1, "new")))
    return CYAN_PART_NONE;
  if (has (self, CYAN_CODE_C))
    {
      g_autofree char *lower = g_ascii_strdown (token (self, name)->text, -1);

      kind = strstr (lower, "each") != NULL || strstr (lower, "for_") != NULL
                 ? CYAN_BLOCK_LOOP
                 : CYAN_BLOCK_CONDITION;
    }
  token (self, name)->no_call = TRUE;
  return add (self, kind, name, brace - 1);
}

static void
open_bracket (Curly *self, guint index)
{
  CyanPart *part = token (self, index);
  Frame *frame;

  if (part->partner == CYAN_PART_NONE)
    return;
  if (part->text[0] == '{' && part->body == CYAN_PART_NONE)
    {
      if (index > 0 && is_pending_body (self, index))
        accept_pending (self, index);
      else
        part->body = block_of_name (self, index);
    }
  if (part->text[0] == '[' && has (self, CYAN_CODE_CPP))
    scan_lambda (self, index);
  frame = push (self, FRAME_BRACKETS, top (self)->block, part->partner);
  if (part->text[0] == '{' && part->body != CYAN_PART_NONE)
    {
      const CyanPartBlock *block = block_at (self, part->body);

      frame->block = frame->owner = part->body;
      frame->is_body = block->kind != CYAN_BLOCK_CLOSURE;
      frame->has_cases = block->is_switch && !has (self, CYAN_CODE_RUST);
      frame->has_arms =
          block->is_switch && (has (self, CYAN_CODE_RUST) || block->first == block->last);
    }
  else if (index == self->head_paren)
    {
      frame->body = self->head_block;
      frame->is_for = is (self, index - 1, "for");
      if (is (self, index - 1, "while"))
        frame->block = frame->body;
    }
}

static void
close_bracket (Curly *self, guint index)
{
  Frame frame;

  if (token (self, index)->partner == CYAN_PART_NONE
      || token (self, index)->partner < self->parts->first)
    return;
  while (self->frames->len > 1 && top (self)->end != index)
    pop (self);
  if (self->frames->len == 1)
    return;
  frame = *top (self);
  pop (self);
  if (frame.body != CYAN_PART_NONE)
    begin (self, FRAME_STATEMENT, frame.body, index + 1);
  else if (frame.is_body)
    end_statement (self, frame.owner, index + 1);
}

/* A ";" or a line end that counts. */
static void
scan_end (Curly *self, guint index)
{
  Frame *frame = top (self);

  if (frame->kind == FRAME_BRACKETS && frame->is_for)
    {
      frame->block = frame->body != CYAN_PART_NONE ? frame->body : frame->pending;
      return;
    }
  /* The line end between a head and its statement. */
  if (index > 0 && token (self, index - 1)->partner != CYAN_PART_NONE
      && frame->kind == FRAME_STATEMENT && is (self, index - 1, ")")
      && block_at (self, frame->block)->last == index - 1)
    return;
  if (index > 0 && is_any (self, index - 1, "else do"))
    return;
  end_expressions (self);
  end_statement (self, CYAN_PART_NONE, index + 1);
  frame = top (self);
  if (frame->pending != CYAN_PART_NONE
      && (has (self, CYAN_CODE_RUST)
          || block_at (self, frame->pending)->kind == CYAN_BLOCK_CLOSURE))
    drop_pending (self);
}

static void
scan_comma (Curly *self, guint index)
{
  guint pending;

  end_expressions (self);
  pending = top (self)->pending;
  /* Not one between the parameters of "|a, b| -> T { }". */
  if (pending != CYAN_PART_NONE && block_at (self, pending)->kind == CYAN_BLOCK_CLOSURE
      && index > block_at (self, pending)->last)
    drop_pending (self);
}

static void
scan_punctuator (Curly *self, guint index)
{
  const char *text = token (self, index)->text;
  const char *arrow = cyan_code_traits[self->parts->language].arrow;

  if (strcmp (text, ";") == 0)
    scan_end (self, index);
  else if (strcmp (text, ",") == 0)
    scan_comma (self, index);
  else if (text[1] == '\0' && strchr ("([{", text[0]) != NULL)
    open_bracket (self, index);
  else if (g_strcmp0 (text, arrow) == 0)
    scan_arrow (self, index);
  else if (has (self, CYAN_CODE_RUST) && is_any (self, index, "| ||"))
    scan_bars (self, index);
}

/* The first "{" outside of the parameters, or an arrow. */
static guint
find_body (const Curly *self)
{
  gboolean is_cpp = has (self, CYAN_CODE_CPP);

  for (guint i = 0; i < self->parts->n; i = after (self, i))
    {
      guint next = after (self, i);

      if (is (self, i, "=>") && !has (self, CYAN_CODE_C))
        return i + 1;
      /* "A() : b{1}, c{2} { }" */
      if (is (self, i, "{") && !(is_cpp && (is (self, next, ",") || is (self, next, "{"))))
        return i;
    }
  return 0;
}

void
cyan_code_parts_scan_curly (CyanCodeParts *self)
{
  Curly curly = { self, g_array_new (FALSE, FALSE, sizeof (Frame)), 0, CYAN_PART_NONE,
                  CYAN_PART_NONE };
  gboolean in_directive = FALSE;

  push (&curly, FRAME_BRACKETS, 0, CYAN_PART_NONE);
  self->first = find_body (&curly);
  if (is (&curly, self->first, "{"))
    self->parts[self->first].body = 0;
  for (guint i = self->first; i < self->n; i++)
    {
      CyanPart *part = &self->parts[i];
      gboolean closes = part->kind == CYAN_PART_PUNCTUATOR && part->text[1] == '\0'
                        && strchr (")]}", part->text[0]) != NULL;

      if (cyan_code_part_is_mark (self, i, '#'))
        in_directive = TRUE;
      else if (in_directive)
        in_directive = !cyan_code_part_is_mark (self, i, 'N');
      else if (part->kind == CYAN_PART_MARK)
        scan_end (&curly, i);
      else if (closes)
        close_bracket (&curly, i);
      part->no_call |= in_directive;
      part->block = top (&curly)->block;
      if (in_directive || closes)
        continue;
      if (part->kind == CYAN_PART_WORD)
        scan_word (&curly, i);
      else if (part->kind == CYAN_PART_PUNCTUATOR)
        scan_punctuator (&curly, i);
    }
  g_array_unref (curly.frames);
}
