/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a diff of lines: changed lines with a few equal ones around them. */
#pragma once

#include "cyan-line-diff.h"

/* What a form writes of a diff, in order.  Lines count from 0. */
typedef struct
{
  /* A line of before, of after, or of both if they are equal. */
  void (*row) (gpointer data, gboolean has_before, guint before, gboolean has_after, guint after);
  /* @n equal lines, of which the first are @before and @after, are left out. */
  void (*cut) (gpointer data, guint n, guint before, guint after);
} CyanHunkForm;

/* Writes @changes of a text of @n_before lines, with up to @context equal lines on each side of a
 * change. */
void cyan_hunks_write (
    const GArray *changes, guint n_before, guint context, const CyanHunkForm *form, gpointer data);
