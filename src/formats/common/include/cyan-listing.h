/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads listings of trees: a line for each node, indented more than that of its parent.
 *
 * A line gives the total of its node.  What is left of it once its children are subtracted is the
 * self value, which is known when the listing leaves the node.
 *
 * Tables of cells, whose header names the columns, are listings, too.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-profile-builder.h"

typedef struct _CyanListing CyanListing;

/* Reads a line, which it may change.  An error names no file. */
typedef gboolean (*CyanListingRead) (CyanListing *self, char *line, GError **error);

/* The functions and options of one format. */
typedef struct
{
  /* Reads the lines up to that which sets has_header; NULL: the first one names columns, if there
   * are any. */
  CyanListingRead header;
  CyanListingRead row;             /* reads all others, up to that which sets has_ended */
  const char *const *columns;      /* of cells: their names, NULL-terminated; NULL: none */
  gboolean blanks;                 /* blank lines have a meaning */
  void (*end) (CyanListing *self); /* before the values are added, for warnings; NULL: nothing */
} CyanListingForm;

/* Maximum number of described columns. */
#define CYAN_LISTING_MAX_COLUMNS 8

/* The reader of a format may begin with it and have more. */
struct _CyanListing
{
  CyanInput *input;     /* borrowed */
  CyanStrings *strings; /* borrowed from the builder */
  CyanProfileBuilder *builder;
  char delimiter;       /* of cells; 0: lines have none, or it is not known yet */
  gboolean strips;      /* blanks around cells have no meaning */
  GPtrArray *cells;     /* of char *: of the line, which was split if there is a delimiter */
  gboolean is_unclosed; /* the last cell has a quote that does not end */
  gboolean has_header, has_ended;
  int column
      [CYAN_LISTING_MAX_COLUMNS]; /* of those of the form: indices of cells, -1: there is none */

  /* Children are callers, as in listings that begin with the leaves. */
  gboolean is_inverted;
  guint metric; /* of the lines that follow */

  GArray *open;   /* of the nodes from the first level to that of the last line */
  GArray *values; /* of self values; the builder gets them once all metrics are known */
  CyanCharge charge;
  guint64 n_negative; /* nodes whose children have more than they */
  double claimed;     /* by cyan_listing_claim(), of the lines at level 0 */
  const CyanListingForm *form;
  char none[1]; /* a cell that is not there: an empty text */
};

/* Reads the whole listing of @input for @builder.  What the format set in @self stays as it is;
 * afterwards it has no levels. */
gboolean cyan_listing_read (CyanListing *self,
                            const CyanListingForm *form,
                            CyanInput *input,
                            CyanProfileBuilder *builder,
                            GError **error);

/* ---- cells ---- */

/* Splits @line, which it changes, at the delimiter into the cells, which point into it; for headers
 * that find the delimiter.  A cell may have a part in double quotes; two of them within it are one.
 */
void cyan_listing_split (CyanListing *self, char *line);
/* The index of the cell @name, or -1. */
int cyan_listing_find (const CyanListing *self, const char *name);
/* The cell at @index, "" if there is none or @index is -1. */
char *cyan_listing_cell (CyanListing *self, int index);
/* Adds the cell to the strings. */
CyanStr cyan_listing_str (CyanListing *self, int index);
/* Reads the number in the cell at @index. */
gboolean cyan_listing_value (CyanListing *self, int index, double *value, GError **error);
/* Reads a number from a cell or a part of one.  FALSE with an error that quotes it. */
gboolean cyan_listing_number (const char *text, gsize length, double *value, GError **error);

/* ---- levels ---- */

/* A line at @level, from 0.  @line is where the node calls its children, 0 if unknown; without a
 * meaning in inverted listings.  FALSE with an error that names no file: the level is more than one
 * deeper than that of the line before, or there are too many nodes. */
gboolean cyan_listing_add (
    CyanListing *self, guint level, guint32 function, guint32 line, double total, GError **error);
/* The node of the last line, for values that are not totals; not in inverted listings. */
CyanNode cyan_listing_node (const CyanListing *self);
/* For lines that give their own value, too: the last line says that it has @total, of which @own is
 * its own; @slack is how far both may be rounded. */
void cyan_listing_claim (CyanListing *self, double total, double own, double slack);
/* Warns if lines say that they have more than themselves and the lines below them, of those that no
 * line has left yet: at the end, the file was cut there. */
void cyan_listing_warn_short (CyanListing *self);

/* Forgets all nodes and the totals of their lines, which have own values instead. */
void cyan_listing_drop (CyanListing *self);

/* Leaves the nodes at @level and below. */
gboolean cyan_listing_leave (CyanListing *self, guint level, GError **error);
