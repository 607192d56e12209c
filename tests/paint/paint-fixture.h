/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparisons and pictures to test with, and what the tests ask of a scene.
 */
#pragma once

#include "cyan-scene.h"

/* Compares two profiles in text form, by context. */
CyanComparison *compare_texts (const char *before, const char *after);

/* One profile in text form, with nothing to compare it with. */
CyanComparison *compare_single (const char *text);

/* The XML example of the blueprint paper; @swapped: with before and after exchanged. */
CyanComparison *compare_golden (gboolean swapped);

/* Two runs with some @n nodes, names of 1 to 60 characters; the same for the same @seed.  Every
 * tenth node lacks its calls. */
CyanComparison *compare_random (guint n, guint32 seed);

/* One call, "main", which calls a function of each of @names. */
CyanComparison *compare_names (const char *const *names);

/* Names that nobody would want. */
extern const char *const hostile_names[];
/* A name of a hundred thousand characters. */
char *endless_name (void);

/* "main" and "work", which got slower, measured in @unit. */
CyanComparison *compare_unit (const char *unit);

CyanNode find_node (const CyanComparison *comparison, const char *name);

/* A layout with its labels, and a style for it. */
typedef struct
{
  CyanComparison *comparison;
  CyanLabels *labels;
  CyanLayout *layout;
  guint8 *changes; /* by pair; part of the style only if a test says so */
  CyanStyle style;
} Picture;

/* Opens all of @comparison, which is taken over. */
void picture_init (Picture *self, CyanComparison *comparison, const CyanScale *scale);
void picture_clear (Picture *self);
/* Says of all functions what is known of their sources. */
void picture_set_changes (Picture *self, CyanChange change);
void picture_set_change (Picture *self, const char *name, CyanChange change);
/* The whole tree at zoom 1. */
CyanScene *picture_tree (const Picture *self);

/* In which every label is inside its box. */
extern const CyanScale roomy_scale;
/* In which few are: 260 px for the whole run, 10 px for W = 1. */
extern const CyanScale usual_scale;

/* The one box of the node called @name; its label, NULL if it is not drawn. */
const CyanItem *box_of (const CyanScene *scene, const char *name);
const CyanItem *label_of (const CyanScene *scene, const char *name);
/* What stands below its label, NULL if there is nothing. */
const CyanItem *second_line_of (const CyanScene *scene, const char *name);
/* Its mark for an unknown source or for unknown calls, NULL if it has none. */
const CyanItem *ring_of (const CyanScene *scene, const char *name);
const CyanItem *question_of (const CyanScene *scene, const char *name);
const CyanItem *edge_to (const CyanScene *scene, const char *name);
gboolean has_text (const CyanScene *scene, const char *text);

/* Whether the item is a node's box, no ring or plate. */
gboolean is_box (const CyanItem *item);
/* Whether it is the mark of an unknown source. */
gboolean is_ring (const CyanItem *item);
/* A text as high as its letters are, a box without its border. */
CyanRect rect_of (const CyanItem *item);
gboolean overlap (const CyanRect *a, const CyanRect *b);

/* The fill, "#rrggbb". */
char *fill_of (const CyanItem *item);

/* No text of a legend or a page leaves it, or touches a box or another text. */
void assert_tidy (const CyanScene *scene);

/* A page of the paper's example, "jq 1.5" and "jq 1.6", and one of hostile names, in the safe
 * palette with sources that are not known. */
CyanScene *golden_page (void);
CyanScene *hostile_page (void);

/* As a string; caller frees. */
char *text_of (GBytes *bytes);
/* What a program says of @bytes on its standard input; it must succeed and not complain.  Caller
 * frees. */
char *ask (const char *const *argv, GBytes *bytes);
