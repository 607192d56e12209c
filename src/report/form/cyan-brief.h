/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the brief answers have in common: bounded texts, identifiers, and what to ask next.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-rows.h"

/* Characters of a name, and of a note. */
#define CYAN_BRIEF_NAME 160

/* An identifier of @name that is the same in each answer.  Caller frees. */
char *cyan_brief_id (const char *name);
/* @arguments of a command, or @words in place of many of them. */
const char *cyan_brief_arguments (const char *arguments, const char *words);

/* A member of a row: takes ownership of @text, which may be NULL. */
void cyan_brief_put (CyanRows *rows, const char *name, char *text);
/* At most CYAN_BRIEF_NAME characters of @text.  Caller frees. */
char *cyan_brief_cut (const char *text);

/* A command that tells more, and what; NULL as the command: it cannot be asked here. */
typedef struct
{
  char *command; /* owned */
  const char *about;
} CyanBriefQuestion;

/* A command as a line shows it. */
const char *cyan_brief_command (CyanProse *prose, const char *command);
/* A line for each question, and the rows of the list "more". */
void cyan_brief_say_questions (CyanProse *prose, const CyanBriefQuestion *questions, guint n);
void cyan_brief_put_questions (CyanRows *rows, const CyanBriefQuestion *questions, guint n);
