/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The blocks of Ruby: between a word and its "end", and in the curly brackets of a block.
 *
 * "if" and "while" after a statement are modifiers: the statement is their block.
 */
#include "cyan-code-parts.h"

/* Tokens of a modifier's condition. */
#define MAX_LOOK 64

typedef struct
{
  guint block;
  guint owner; /* the block that the frame began with */
  guint end;   /* the closing bracket, or CYAN_PART_NONE: "end" */
  guint first; /* of the statement */
  gboolean has_branches;
} Frame;

typedef struct
{
  CyanCodeParts *parts;
  GArray *frames;
  guint head; /* the block whose head is on this line, or CYAN_PART_NONE */
  gboolean head_is_loop;
} Ruby;

#define is        cyan_code_part_is
#define is_any    cyan_code_part_is_any
#define top(self) cyan_parts_top ((self)->frames)
#define pop(self) cyan_parts_pop ((self)->frames)

static Frame *
push (Ruby *self, guint block, guint end, guint index)
{
  Frame frame = { .block = block, .owner = block, .end = end, .first = index + 1 };

  g_array_append_val (self->frames, frame);
  return top (self);
}

/* Whether a statement or an operand may start at @index: an "if" there needs an "end". */
static gboolean
begins (const Ruby *self, guint index)
{
  return index == self->parts->first
         || (!cyan_code_part_ends_value (self->parts, index - 1)
             && !is_any (self->parts, index - 1, ") ] }")
             && !is_any (self->parts, index - 1, "end break next redo retry return yield"));
}

/* The first token of "a.b(c)" before a "do" or "{", for "10.times do". */
static guint
receiver_of (const Ruby *self, guint index)
{
  return index > self->parts->first && cyan_code_part_ends_value (self->parts, index - 1)
             ? self->parts->parts[index - 1].chain
             : index;
}

/* "do |a|" and "{ |a|" of a call. */
static guint
add_closure (Ruby *self, guint index)
{
  guint first = receiver_of (self, index);
  gboolean is_plain = is (self->parts, index - 1, "loop")
                      || cyan_code_parts_trips (self->parts, first, index - 1) >= 0;

  return cyan_code_parts_add_block (self->parts, is_plain ? CYAN_BLOCK_LOOP : CYAN_BLOCK_CLOSURE,
                                    top (self)->block, first, index - 1);
}

static void
scan_branch (Ruby *self, guint index)
{
  Frame *frame = top (self);
  guint block;

  if (!frame->has_branches)
    return;
  block = cyan_code_parts_add_block (self->parts, CYAN_BLOCK_CONDITION,
                                     cyan_code_parts_block (self->parts, frame->owner)->parent,
                                     index, index);
  cyan_code_parts_block (self->parts, block)->choice = frame->owner;
  frame->block = block;
  frame->first = index + 1;
  self->head = block;
  self->head_is_loop = FALSE;
}

/* Behind the last token of the line; of a long one, behind some tokens. */
static guint
end_of_line (const Ruby *self, guint index)
{
  guint end = index + 1;

  while (end < MIN (self->parts->n, index + MAX_LOOK)
         && !cyan_code_part_is_kind (self->parts, end, CYAN_PART_MARK))
    end++;
  return end;
}

/* "if" and the like: a head up to the end of the line or "then". */
static void
scan_head (Ruby *self, guint index)
{
  gboolean is_loop = is_any (self->parts, index, "while until for");
  guint around = top (self)->block;
  guint block = cyan_code_parts_add_block (
      self->parts, is_loop ? CYAN_BLOCK_LOOP : CYAN_BLOCK_CONDITION, around, index, index);
  guint first = top (self)->first;

  if (!begins (self, index))
    {
      cyan_code_parts_block (self->parts, block)->last = end_of_line (self, index) - 1;
      cyan_code_parts_move (self->parts, first, index, around, block);
      return;
    }
  push (self, block, CYAN_PART_NONE, index)->has_branches = !is_loop;
  self->head = block;
  self->head_is_loop = is_loop;
  /* The condition of a branch, and what a "for" goes through, are executed in front of it. */
  if (!is_loop || is (self->parts, index, "for"))
    top (self)->block = around;
}

static void
end_head (Ruby *self, guint index)
{
  if (self->head == CYAN_PART_NONE)
    return;
  cyan_code_parts_block (self->parts, self->head)->last = index - 1;
  top (self)->block = self->head;
  self->head = CYAN_PART_NONE;
  self->head_is_loop = FALSE;
}

static void
end_word (Ruby *self)
{
  if (self->frames->len > 1 && top (self)->end == CYAN_PART_NONE)
    pop (self);
}

static void
scan_word (Ruby *self, guint index)
{
  if (cyan_code_part_is_member (self->parts, index))
    return;
  if (is (self->parts, index, "end"))
    end_word (self);
  else if (is (self->parts, index, "then"))
    end_head (self, index);
  else if (is (self->parts, index, "do"))
    {
      if (self->head_is_loop)
        end_head (self, index);
      else
        push (self, add_closure (self, index), CYAN_PART_NONE, index);
    }
  else if (is_any (self->parts, index, "if unless while until for case"))
    scan_head (self, index);
  else if (is_any (self->parts, index, "elsif else when in rescue") && begins (self, index))
    scan_branch (self, index);
  else if (is (self->parts, index, "def"))
    push (self,
          cyan_code_parts_add_block (self->parts, CYAN_BLOCK_CLOSURE, top (self)->block, index,
                                     MIN (index + 1, self->parts->n - 1)),
          CYAN_PART_NONE, index);
  else if (is_any (self->parts, index, "begin class module") && begins (self, index))
    push (self, top (self)->block, CYAN_PART_NONE, index);
}

static void
open_bracket (Ruby *self, guint index)
{
  CyanPart *part = &self->parts->parts[index];
  gboolean is_block =
      part->text[0] == '{' && index > self->parts->first
      && (cyan_code_part_ends_value (self->parts, index - 1) || is (self->parts, index - 1, "->"))
      && !cyan_code_part_is_kind (self->parts, index - 1, CYAN_PART_NUMBER);
  guint block = is_block ? add_closure (self, index) : top (self)->block;

  push (self, block, part->partner, index);
}

static void
close_bracket (Ruby *self, guint index)
{
  if (self->parts->parts[index].partner < self->parts->first)
    return;
  while (self->frames->len > 1 && top (self)->end != index)
    pop (self);
  if (self->frames->len > 1)
    pop (self);
}

/* After "def name (a)", else at the beginning. */
static guint
find_body (const CyanCodeParts *parts)
{
  guint i = 0;

  while (i < parts->n && i < 8 && !is (parts, i, "def") && parts->parts[i].kind == CYAN_PART_WORD)
    i++;
  if (!is (parts, i, "def"))
    return 0;
  while (i < parts->n && !cyan_code_part_is_mark (parts, i, 'N') && !is_any (parts, i, "="))
    i = cyan_code_parts_after (parts, i);
  return MIN (i + 1, parts->n);
}

void
cyan_code_parts_scan_ruby (CyanCodeParts *self)
{
  Ruby ruby = { .parts = self,
                .frames = g_array_new (FALSE, FALSE, sizeof (Frame)),
                .head = CYAN_PART_NONE };

  self->first = find_body (self);
  push (&ruby, 0, CYAN_PART_NONE, self->first)->first = self->first;
  for (guint i = self->first; i < self->n; i++)
    {
      CyanPart *part = &self->parts[i];
      gboolean is_bracket = part->partner != CYAN_PART_NONE;

      if (cyan_code_part_is_mark (self, i, 'N'))
        {
          end_head (&ruby, i);
          top (&ruby)->first = i + 1;
        }
      else if (is_bracket && part->partner < i)
        close_bracket (&ruby, i);
      else if (part->kind == CYAN_PART_WORD)
        scan_word (&ruby, i);
      part->block = top (&ruby)->block;
      if (is_bracket && part->partner > i)
        open_bracket (&ruby, i);
    }
  g_array_unref (ruby.frames);
}
