/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison with its layout, and ways to look into a scene. */
#pragma once

#include "cyan-scene.h"

typedef struct
{
  CyanComparison *comparison;
  CyanLabels *labels;
  CyanLayout *layout;
  CyanHotPath *hot_path;
  guint8 *changes; /* by pair, all unknown; style.changes is NULL until a test sets it */
  CyanStyle style; /* light, classic, nothing selected, no hot path */
} PaintCase;

/* The example of section II of the blueprint's paper. */
#define GOLDEN_BEFORE                                                                              \
  "main:0*1('build(File)':0*1('build(URL)':0*1('build(InputSource)':9*1(parse:495*1 "              \
  "createParser:404*1 createContentHandler:34*1))))"
#define GOLDEN_AFTER                                                                               \
  "main:0*1('build(File)':0*1('build(URL)':0*1('build(InputSource)':0*1(parse_proxy:1*1("          \
  "new_method:699*1 parse:385*1) createParser:784*1 createContentHandler:36*1))))"

/* Every verdict, in boxes wide and high enough for their names: slow and quick have the same calls
 * on both sides but for a million, kept has not changed. */
#define ALL_BEFORE "main:0*1(slow:200*1 quick:500*1 old:250*1000000 kept:50*1)"
#define ALL_AFTER  "main:0*1(slow:500*1000000 quick:200*1000000 fresh:250*1000000 kept:50*1)"

/* Text forms of profiles; everything is shown. */
PaintCase *paint_case_new (const char *before, const char *after);
void paint_case_free (PaintCase *self);

CyanNode paint_case_find (const PaintCase *self, const char *name);
void paint_case_set_change (PaintCase *self, const char *name, CyanChange change);

/* A few hundred nodes in text form, with wide and narrow boxes and long and short names; the same
 * for the same seed.  Caller frees. */
char *random_tree (guint32 seed);

/* The box of the first node of this name: the filled rectangle with a stroke. */
const CyanItem *box_of (const PaintCase *self, const CyanScene *scene, const char *name);
/* The first text that is @text; NULL if there is none. */
const CyanItem *text_item (const CyanScene *scene, const char *text);
gboolean has_text (const CyanScene *scene, const char *text);

/* Where the letters are. */
CyanRect letters_of (const CyanItem *text);
gboolean rects_touch (const CyanRect *a, const CyanRect *b);
gboolean rect_is_within (const CyanRect *inner, const CyanRect *outer, double slack);

guint32 rgb_of (CyanColor color);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaintCase, paint_case_free)
