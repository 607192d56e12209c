/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of broken and hostile files, run through every command: each is refused with status 2 and
 * one line that names the file, the place and the reason, or it is read and the warning that it
 * deserves is given.  Never a crash, never half an answer.
 *
 * The numbers in the names of the cases are those of the list of bad inputs that all parts of the
 * program share; test-bad-ids.py tells whether one is missing.
 */
#pragma once

#include "cli-fixture.h"

G_BEGIN_DECLS

typedef struct
{
  const char *id;
  const char *name;
  const char *bytes;
  gssize length;       /* -1: a string */
  void (*make) (void); /* makes the file instead */
  const char *says;    /* glob: what stands behind "cyan: NAME: " */
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
  const char *note; /* glob, one of the warnings; NULL: there is none */
} BadAccepted;

/* The three columns that say what is in the file. */
#define TEXT(text)     (text), -1, NULL
#define BYTES(text)    (text), sizeof (text) - 1, NULL
#define MADE(function) NULL, 0, (function)
/* It is there already, or is not to be there. */
#define THERE MADE (bad_make_nothing)

void bad_make_nothing (void);

/* Adds a test for each case. */
void bad_add_refused (const BadRefused *cases, guint n);
void bad_add_accepted (const BadAccepted *cases, guint n);

/* Writes @head and behind it @n times @part. */
void write_repeated (const char *name, const char *head, const char *part, guint n);

G_END_DECLS
