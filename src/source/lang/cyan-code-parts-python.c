/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The blocks of Python: by indentation, in brackets (comprehensions), and after "lambda".
 *
 * A line that begins with a keyword is a head up to its ":".  What follows is a suite, which ends
 * where the indentation does, or the rest of the line.
 */
#include "cyan-code-parts.h"

typedef enum
{
  FRAME_BRACKETS,
  FRAME_SUITE,
  FRAME_LINE,   /* the rest of a line after a head */
  FRAME_LAMBDA, /* up to a comma, a bracket or the end of the line */
} FrameKind;

typedef struct
{
  FrameKind kind;
  guint block;
  guint end;    /* the closing bracket */
  guint lambda; /* a block whose ":" has not come yet, or CYAN_PART_NONE */
} Frame;

typedef struct
{
  CyanCodeParts *parts;
  GArray *frames;
  guint pending; /* the block of this line's head, or CYAN_PART_NONE */
  guint suite;   /* the block of the next suite, or CYAN_PART_NONE */
  guint choice;  /* of the branch that ended last */
  guint outer;   /* the block of the line that has the head */
} Python;

#define is        cyan_code_part_is
#define is_any    cyan_code_part_is_any
#define top(self) cyan_parts_top ((self)->frames)
#define pop(self) cyan_parts_pop ((self)->frames)

static void
push (Python *self, FrameKind kind, guint block, guint end)
{
  Frame frame = { kind, block, end, CYAN_PART_NONE };

  g_array_append_val (self->frames, frame);
}

static void
pop_kind (Python *self, FrameKind kind)
{
  while (self->frames->len > 1 && top (self)->kind == kind)
    pop (self);
}

/* The keyword that begins a line. */
static void
scan_head (Python *self, guint index)
{
  static const char loops[] = "for while";
  static const char branches[] = "if elif else except case";
  guint keyword = is (self->parts, index, "async") ? index + 1 : index;
  guint around = top (self)->block;
  CyanPartBlock *block;

  self->pending = CYAN_PART_NONE;
  self->outer = around;
  if (is (self->parts, keyword, "def"))
    {
      self->pending =
          cyan_code_parts_add_block (self->parts, CYAN_BLOCK_CLOSURE, around, index, index);
      if (keyword + 1 < self->parts->n)
        self->parts->parts[keyword + 1].no_call = TRUE;
      return;
    }
  if (!is_any (self->parts, keyword, loops) && !is_any (self->parts, keyword, branches))
    {
      self->choice = CYAN_PART_NONE;
      return;
    }
  self->pending = cyan_code_parts_add_block (
      self->parts, is_any (self->parts, keyword, loops) ? CYAN_BLOCK_LOOP : CYAN_BLOCK_CONDITION,
      around, index, index);
  block = cyan_code_parts_block (self->parts, self->pending);
  block->is_branch = is_any (self->parts, index, branches);
  if (is_any (self->parts, index, "elif else case") && self->choice != CYAN_PART_NONE
      && cyan_code_parts_block (self->parts, self->choice)->parent == around)
    block->choice = self->choice;
  if (is (self->parts, index, "while"))
    top (self)->block = self->pending;
}

/* The ":" at the end of a head. */
static void
end_head (Python *self, guint index)
{
  CyanPartBlock *block = cyan_code_parts_block (self->parts, self->pending);

  block->last = index - 1;
  pop_kind (self, FRAME_LAMBDA);
  top (self)->block = self->outer;
  self->choice = block->is_branch ? block->choice : CYAN_PART_NONE;
  if (cyan_code_part_is_mark (self->parts, index + 1, 'N'))
    self->suite = self->pending;
  else
    push (self, FRAME_LINE, self->pending, CYAN_PART_NONE);
  self->pending = CYAN_PART_NONE;
}

/* The "for" of a comprehension in these brackets, or CYAN_PART_NONE; @loops has those that were
 * found by their opening bracket. */
static guint *
find_comprehensions (const CyanCodeParts *parts)
{
  guint *loops = g_new (guint, parts->n + 1);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < parts->n; i++)
    {
      guint partner = parts->parts[i].partner;

      loops[i] = CYAN_PART_NONE;
      if (partner != CYAN_PART_NONE && partner > i)
        g_array_append_val (open, i);
      else if (partner != CYAN_PART_NONE)
        g_array_set_size (open, open->len - 1);
      else if (open->len > 0 && is (parts, i, "for"))
        {
          guint opener = g_array_index (open, guint, open->len - 1);

          if (loops[opener] == CYAN_PART_NONE)
            loops[opener] = i;
        }
    }
  return loops;
}

static void
open_bracket (Python *self, guint index, const guint *loops)
{
  guint block = top (self)->block, end = self->parts->parts[index].partner;

  if (loops[index] != CYAN_PART_NONE)
    block = cyan_code_parts_add_block (self->parts, CYAN_BLOCK_LOOP, block, loops[index], end - 1);
  push (self, FRAME_BRACKETS, block, end);
}

static void
close_bracket (Python *self, guint index)
{
  while (self->frames->len > 1 && top (self)->end != index
         && (top (self)->kind == FRAME_LAMBDA || top (self)->kind == FRAME_BRACKETS))
    pop (self);
  if (top (self)->end == index)
    pop (self);
}

static void
scan_mark (Python *self, guint index)
{
  if (cyan_code_part_is_mark (self->parts, index, 'I'))
    {
      push (self, FRAME_SUITE, self->suite != CYAN_PART_NONE ? self->suite : top (self)->block,
            CYAN_PART_NONE);
      self->suite = CYAN_PART_NONE;
    }
  else if (cyan_code_part_is_mark (self->parts, index, 'N'))
    {
      while (self->frames->len > 1 && top (self)->kind != FRAME_SUITE)
        pop (self);
      top (self)->lambda = CYAN_PART_NONE;
      if (self->pending != CYAN_PART_NONE)
        top (self)->block = self->outer;
      self->pending = CYAN_PART_NONE;
    }
  else if (self->frames->len > 1 && top (self)->kind == FRAME_SUITE)
    {
      guint ended = top (self)->block;
      const CyanPartBlock *block = cyan_code_parts_block (self->parts, ended);

      self->choice = block->is_branch ? block->choice : CYAN_PART_NONE;
      pop (self);
    }
}

static void
scan_colon (Python *self, guint index)
{
  guint lambda = top (self)->lambda;

  if (lambda != CYAN_PART_NONE)
    {
      cyan_code_parts_block (self->parts, lambda)->last = index - 1;
      top (self)->lambda = CYAN_PART_NONE;
      push (self, FRAME_LAMBDA, lambda, CYAN_PART_NONE);
    }
  else if (self->pending != CYAN_PART_NONE && top (self)->kind != FRAME_BRACKETS)
    end_head (self, index);
}

/* After the head of the function that the text is, else at the beginning. */
static guint
find_body (const CyanCodeParts *parts)
{
  guint i = 0;

  while (is (parts, i, "@"))
    {
      while (i < parts->n && !cyan_code_part_is_mark (parts, i, 'N'))
        i++;
      i++;
    }
  if (!is_any (parts, is (parts, i, "async") ? i + 1 : i, "def class"))
    return 0;
  while (i < parts->n && !is (parts, i, ":"))
    i = cyan_code_parts_after (parts, i);
  return MIN (i + 1, parts->n);
}

void
cyan_code_parts_scan_python (CyanCodeParts *self)
{
  Python python = { .parts = self,
                    .frames = g_array_new (FALSE, FALSE, sizeof (Frame)),
                    .pending = CYAN_PART_NONE,
                    .suite = CYAN_PART_NONE,
                    .choice = CYAN_PART_NONE };
  g_autofree guint *loops = find_comprehensions (self);

  push (&python, FRAME_SUITE, 0, CYAN_PART_NONE);
  self->first = find_body (self);
  for (guint i = self->first; i < self->n; i++)
    {
      CyanPart *part = &self->parts[i];
      gboolean begins_line =
          i == self->first || cyan_code_part_is_kind (self, i - 1, CYAN_PART_MARK);

      if (part->kind == CYAN_PART_MARK)
        scan_mark (&python, i);
      else if (part->kind == CYAN_PART_WORD && begins_line)
        scan_head (&python, i);
      else if (part->partner != CYAN_PART_NONE && part->partner < i)
        close_bracket (&python, i);
      part->block = top (&python)->block;
      if (part->partner != CYAN_PART_NONE && part->partner > i)
        open_bracket (&python, i, loops);
      else if (is (self, i, "lambda"))
        top (&python)->lambda =
            cyan_code_parts_add_block (self, CYAN_BLOCK_CLOSURE, part->block, i, i);
      else if (is (self, i, ":"))
        scan_colon (&python, i);
      else if (is (self, i, ","))
        pop_kind (&python, FRAME_LAMBDA);
    }
  g_array_unref (python.frames);
}
