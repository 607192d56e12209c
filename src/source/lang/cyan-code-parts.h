/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tokens of a body, and the blocks that they are in.
 *
 * cyan_code_parts_new() makes the tokens from the token form, which is the same for all languages;
 * a scanner for each family of languages finds the blocks.
 */
#pragma once

#include "cyan-code-calls.h"
#include "cyan-code-tokens.h"

typedef enum
{
  CYAN_PART_WORD,
  CYAN_PART_NUMBER,
  CYAN_PART_STRING, /* or a part of one beside a hole */
  CYAN_PART_PUNCTUATOR,
  CYAN_PART_MARK, /* of cyan-code.h: 'N', 'I', 'D', ... */
} CyanPartKind;

#define CYAN_PART_NONE G_MAXUINT

typedef struct
{
  const char *text; /* NUL-terminated */
  guint8 kind;
  gboolean no_call; /* it is defined here, or belongs to a directive or the head of the function */
  guint partner;    /* matching bracket, or CYAN_PART_NONE */
  guint chain;      /* first token of "a.b(c).d", of which it is the last one */
  guint block;
  guint body;   /* the block that begins at this "{", or CYAN_PART_NONE */
  guint64 hash; /* of all tokens up to this one */
} CyanPart;

/* A block while it is being found: tokens from @first to @last are its head. */
typedef struct
{
  CyanCodeBlockKind kind;
  guint parent, choice;
  guint first, last;
  gboolean is_branch; /* an "else" may follow */
  gboolean is_switch; /* its braces have cases */
} CyanPartBlock;

typedef struct _CyanCodeParts CyanCodeParts;

struct _CyanCodeParts
{
  CyanLanguage language;
  GString *form; /* token form */
  CyanPart *parts;
  guint n;
  guint first;    /* token of the body */
  GArray *blocks; /* of CyanPartBlock */
};

CyanCodeParts *cyan_code_parts_new (CyanLanguage language, const char *text, gsize length);
void cyan_code_parts_free (CyanCodeParts *self);

/* The innermost of the frames that a scanner is in, of its type Frame, and leaving it. */
#define cyan_parts_top(frames) (&g_array_index (frames, Frame, (frames)->len - 1))
#define cyan_parts_pop(frames) g_array_set_size (frames, (frames)->len - 1)

/* The scanners: set the first token of the body, the blocks, the block of each token, and no_call
 * of words that are defined. */
void cyan_code_parts_scan_curly (CyanCodeParts *self);
void cyan_code_parts_scan_python (CyanCodeParts *self);
void cyan_code_parts_scan_ruby (CyanCodeParts *self);

/* FALSE for marks, literals, and an index out of range. */
gboolean cyan_code_part_is (const CyanCodeParts *self, guint index, const char *text);
gboolean cyan_code_part_is_any (const CyanCodeParts *self, guint index, const char *texts);
gboolean cyan_code_part_is_kind (const CyanCodeParts *self, guint index, CyanPartKind kind);
gboolean cyan_code_part_is_mark (const CyanCodeParts *self, guint index, char mark);
/* Whether a value may end there: then "*" after it is a product, and "[" an index. */
gboolean cyan_code_part_ends_value (const CyanCodeParts *self, guint index);
/* Whether the word at @index follows "." or the like. */
gboolean cyan_code_part_is_member (const CyanCodeParts *self, guint index);
/* Whether it is a keyword of the table of languages. */
gboolean cyan_code_part_is_keyword (const CyanCodeParts *self, guint index);

/* Of the tokens [@first, @end). */
guint64 cyan_code_parts_hash (const CyanCodeParts *self, guint first, guint end);
/* The same as a text for people, cut after some bytes. */
char *cyan_code_parts_text (const CyanCodeParts *self, guint first, guint end);

/* The token after @index, behind its brackets if it opens some. */
static inline guint
cyan_code_parts_after (const CyanCodeParts *self, guint index)
{
  guint partner = self->parts[index].partner;

  return partner != CYAN_PART_NONE && partner > index ? partner + 1 : index + 1;
}

/* Adds a block in @parent and returns its index. */
guint cyan_code_parts_add_block (
    CyanCodeParts *self, CyanCodeBlockKind kind, guint parent, guint first, guint last);
static inline CyanPartBlock *
cyan_code_parts_block (const CyanCodeParts *self, guint index)
{
  return &g_array_index (self->blocks, CyanPartBlock, index);
}

/* Moves the tokens before @end, back to @first, from block @from to block @to; a limited number. */
void cyan_code_parts_move (CyanCodeParts *self, guint first, guint end, guint from, guint to);

/* How often the loop with this head is executed, if that is plain: NAN if it is not. */
double cyan_code_parts_trips (const CyanCodeParts *self, guint first, guint last);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCodeParts, cyan_code_parts_free)
