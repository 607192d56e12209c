/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A page of the window.
 *
 *   changed ()   something else may be possible now
 */
#pragma once

#include <gtk/gtk.h>

/* What the window can do with what a page shows. */
typedef enum
{
  CYAN_PAGE_HAS_PICTURE = 1 << 0,
  CYAN_PAGE_HAS_PAPER = 1 << 1, /* it can be printed */
  CYAN_PAGE_HAS_ANSWER = 1 << 2,
  CYAN_PAGE_HAS_SESSION = 1 << 3,  /* to be saved in a file */
  CYAN_PAGE_HAS_FUNCTION = 1 << 4, /* one is selected */
  CYAN_PAGE_HAS_SEARCH = 1 << 5,   /* to be left with Escape */
  CYAN_PAGE_HAS_BACK = 1 << 6,     /* it knows what was shown before */
  CYAN_PAGE_HAS_FORWARD = 1 << 7,
} CyanPageHas;

#define CYAN_TYPE_PAGE (cyan_page_get_type ())
G_DECLARE_INTERFACE (CyanPage, cyan_page, CYAN, PAGE, GtkWidget)

struct _CyanPageInterface
{
  GTypeInterface parent;

  guint (*get_has) (CyanPage *self); /* CyanPageHas */
  /* The group "page" while it is shown; owned by the page. */
  GActionGroup *(*get_actions) (CyanPage *self);
  /* To what was shown before, or forward.  FALSE if there is nothing. */
  gboolean (*go) (CyanPage *self, gboolean back);
  /* The window has a width of @width pixels for text of the usual size, and is as high as @height.
   */
  void (*fit) (CyanPage *self, double width, double height);
};
