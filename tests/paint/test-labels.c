/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that were made to break a picture. */
#include "cyan-labels.h"
#include "paint-case.h"

#include <string.h>

static const CyanLabel *
label_of (PaintCase *self, CyanNode node)
{
  return cyan_labels_get (self->labels, node);
}

/* The label of a program whose one function has this name. */
static char *
label_for (const char *name, double *width, double *height)
{
  g_autofree char *text = g_strdup_printf ("'%s':5", name);
  g_autoptr (PaintCase) self = paint_case_new (text, text);
  CyanNode top = cyan_comparison_top (self->comparison);

  cyan_labels_measure (top, width, height, self->labels);
  g_assert_cmpfloat (label_of (self, top)->bold, <=, CYAN_LABEL_MAX_WIDTH);
  g_assert_cmpfloat (label_of (self, top)->regular, <=, CYAN_LABEL_MAX_WIDTH + 20);
  return g_strdup (label_of (self, top)->text);
}

static void
test_short (void)
{
  double width, height, longer, same;
  g_autofree char *label = label_for ("jv_copy_all", &width, &height);
  g_autofree char *other = label_for ("jv_copy_all_and_more", &longer, &same);

  g_assert_cmpstr (label, ==, "jv_copy_all");
  g_assert_cmpfloat (width, <, longer);
  g_assert_cmpfloat (height, ==, same);
}

static void
test_long (void)
{
  double width, height;
  g_autofree char *name = g_strnfill (100000, 'w');
  g_autofree char *label = NULL;

  memcpy (name, "begin", 5);
  label = label_for (name, &width, &height);
  g_assert_true (g_str_has_prefix (label, "begin"));
  g_assert_nonnull (strstr (label, "\xe2\x80\xa6"));
  g_assert_cmpfloat (width, <, CYAN_LABEL_MAX_WIDTH + 40);
  g_assert_cmpfloat (width, >, CYAN_LABEL_MAX_WIDTH - 40);
}

static void
test_hostile (void)
{
  double width, height;
  g_autofree char *lines = label_for ("one\ntwo\tthree\x01", &width, &height);
  g_autofree char *turned = label_for ("evil\xe2\x80\xae"
                                       "cod.exe",
                                       &width, &height);
  g_autofree char *markup = label_for ("<b>&amp;</b>", &width, &height);
  g_autofree char *blank = label_for ("   ", &width, &height);

  g_assert_cmpstr (lines, ==, "one two three ");
  g_assert_cmpstr (turned, ==, "evil cod.exe");
  g_assert_cmpstr (markup, ==, "<b>&amp;</b>");
  g_assert_cmpstr (blank, ==, "(no name)");
}

/* A pile of accents on one letter would reach into the lines above. */
static void
test_towers (void)
{
  GString *name = g_string_new ("e");
  double width, height;
  g_autofree char *label = NULL;

  for (guint i = 0; i < 60; i++)
    g_string_append (name, "\xcc\x81");
  label = label_for (name->str, &width, &height);
  g_string_free (name, TRUE);
  g_assert_cmpint (g_utf8_strlen (label, -1), <=, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/labels/short", test_short);
  g_test_add_func ("/labels/long", test_long);
  g_test_add_func ("/labels/hostile", test_hostile);
  g_test_add_func ("/labels/towers", test_towers);
  return g_test_run ();
}
