/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of broken and hostile files, passed to every command.  Each file is either refused with
 * status 2 and one line that names the file, the position and the reason, or read with the expected
 * warning.  There is never a crash or half an answer.
 *
 * Numbers in the names of the cases refer to the list of bad inputs that all parts of the program
 * share; test-bad-ids.py checks that none is missing.
 */
#pragma once

#include "cli-fixture.h"

typedef struct
{
  const char *id;
  const char *name;
  const char *bytes;
  gssize length;       /* -1: a string */
  void (*make) (void); /* creates the file instead */
  const char *says;    /* glob: the text after "cyan: NAME: " */
} BadRefused;

typedef struct
{
  const char *id;
  const char *name;
  const char *bytes;
  gssize length;
  void (*make) (void);
  guint nodes;
  double total;
  const char *note; /* glob for one of the warnings; NULL: no warning */
} BadAccepted;

/* The three columns that give the content of the file. */
#define TEXT(text)     (text), -1, NULL
#define BYTES(text)    (text), sizeof (text) - 1, NULL
#define MADE(function) NULL, 0, (function)
/* The file exists already, or must not exist. */
#define THERE MADE (bad_make_nothing)

void bad_make_nothing (void);

/* Adds a test for each case. */
void bad_add_refused (const BadRefused *cases, guint n);
void bad_add_accepted (const BadAccepted *cases, guint n);

/* Writes @head followed by @n copies of @part. */
void write_repeated (const char *name, const char *head, const char *part, guint n);
