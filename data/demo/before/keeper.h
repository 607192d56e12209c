/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The keeper's log, read line by line, and the index of every word in it. */
#pragma once

#include <stdio.h>

#define WORD_SIZE 24
#define MAX_ENTRIES 2048
#define N_SLOTS 4096 /* a power of two, well above MAX_ENTRIES */

typedef struct
{
  char *text;
  char **lines;
  int n_lines;
} Log;

typedef struct
{
  char word[WORD_SIZE];
  int mentions;
  int first_line;
  int last_line;
} Entry;

typedef struct
{
  Entry *entries[MAX_ENTRIES];
  int n_entries;
  int slots[N_SLOTS]; /* number of the entry + 1, 0 where free */
} Index;

typedef struct
{
  Log log;
  Index index;
  FILE *out;
} Session;

void index_log (Session *session);
void sort_index (Session *session);
void print_report (Session *session);
