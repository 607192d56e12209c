/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparisons and pictures for tests, and queries on a scene.
 */
#pragma once

#include "cyan-icicle.h"
#include "cyan-scene.h"

/* Compares two profiles in text form, matched by context. */
CyanComparison *compare_texts (const char *before, const char *after);

/* A single profile in text form, without another one. */
CyanComparison *compare_single (const char *text);

/* The XML example of the blueprint paper; @swapped exchanges before and after. */
CyanComparison *compare_golden (gboolean swapped);

/* Two runs with about @n nodes and names of 1 to 60 characters.  The same @seed gives the same
 * comparison.  Every tenth node has unknown calls. */
CyanComparison *compare_random (guint n, guint32 seed);

/* "main" with one call of a function of each of @names. */
CyanComparison *compare_names (const char *const *names);

/* Names that nobody would want. */
extern const char *const hostile_names[];
/* A name of a hundred thousand characters; caller frees. */
char *endless_name (void);

/* "main" and "work", both slower, measured in @unit. */
CyanComparison *compare_unit (const char *unit);

/* The icicle of its envelope. */
CyanIcicles *icicle_of (CyanComparison *comparison, CyanBasis basis);

CyanNode find_node (const CyanComparison *comparison, const char *name);

/* A layout with its labels and a style. */
typedef struct
{
  CyanComparison *comparison;
  CyanLabels *labels;
  CyanLayout *layout;
  guint8 *changes; /* by pair; part of the style only if a test sets it */
  CyanStyle style;
} Picture;

/* Opens all nodes of @comparison and takes it. */
void picture_init (Picture *self, CyanComparison *comparison, const CyanScale *scale);
void picture_clear (Picture *self);
/* Sets the change of all functions' sources, or of one function's. */
void picture_set_changes (Picture *self, CyanChange change);
void picture_set_change (Picture *self, const char *name, CyanChange change);
/* The whole tree at zoom 1. */
CyanScene *picture_tree (const Picture *self);

/* A scale in which every label is inside its box. */
extern const CyanScale roomy_scale;
/* A scale in which few are: 260 px for the whole run, 10 px for W = 1. */
extern const CyanScale usual_scale;

/* The only box of the node called @name; its label, NULL if none is drawn. */
const CyanItem *box_of (const CyanScene *scene, const char *name);
const CyanItem *label_of (const CyanScene *scene, const char *name);
/* The text below its label, or NULL. */
const CyanItem *second_line_of (const CyanScene *scene, const char *name);
/* Its mark for an unknown source or for unknown calls, or NULL. */
const CyanItem *ring_of (const CyanScene *scene, const char *name);
const CyanItem *question_of (const CyanScene *scene, const char *name);
const CyanItem *edge_to (const CyanScene *scene, const char *name);
gboolean has_text (const CyanScene *scene, const char *text);

/* Whether the item is a node's box, not a ring or a background. */
gboolean is_box (const CyanItem *item);
/* Whether it is the mark of an unknown source. */
gboolean is_ring (const CyanItem *item);
/* The rectangle of an item: a text by the height of its letters, a box without its border. */
CyanRect rect_of (const CyanItem *item);
gboolean overlap (const CyanRect *a, const CyanRect *b);

/* The fill, "#rrggbb". */
char *fill_of (const CyanItem *item);

/* Checks that no text of a legend or page leaves it, or touches a box or another text. */
void assert_tidy (const CyanScene *scene);

/* A page of the paper's example, "jq 1.5" and "jq 1.6", and one with hostile names, in the second
 * palette, with unknown sources. */
CyanScene *golden_page (void);
CyanScene *hostile_page (void);

/* As a string; caller frees. */
char *text_of (GBytes *bytes);
/* The output of a program with @bytes on its standard input; it must succeed without messages.
 * Caller frees. */
char *ask (const char *const *argv, GBytes *bytes);
