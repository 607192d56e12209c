/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes edits in words. */
#include "cyan-edits.h"

#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-text.h"

#include <string.h>

/* Maximum characters of a name, and parts that a sentence names. */
#define NAME_CHARS 60
#define PARTS_MAX  8

/* The texts of @n names, of char *: short ones, unless two of these are the same.  Free with
 * g_ptr_array_unref(). */
static GPtrArray *
take_names (const CyanComparison *comparison, const CyanStr *labels, guint n)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean differ = TRUE;

  for (guint i = 0; i < n; i++)
    differ &= g_hash_table_add (
        seen, cyan_name_short_text (cyan_comparison_string (comparison, labels[i])));
  for (guint i = 0; i < n; i++)
    {
      const char *label = cyan_comparison_string (comparison, labels[i]);
      g_autofree char *name = differ ? cyan_name_short_text (label) : g_strdup (label);

      g_ptr_array_add (names, cyan_text_for_label (name, NAME_CHARS));
    }
  return names;
}

/* "in 214 contexts; by its source" */
static char *
contexts_text (const CyanEdit *edit)
{
  guint n = edit->n_contexts;

  switch (edit->reason)
    {
    case CYAN_MATCH_BY_SOURCE:
      return g_strdup_printf (
          ngettext ("in %'u context; by its source", "in %'u contexts; by its source", n), n);
    case CYAN_MATCH_BY_USER:
      return g_strdup_printf (
          ngettext ("in %'u context; as you said", "in %'u contexts; as you said", n), n);
    case CYAN_MATCH_BY_CONTEXTS:
    default:
      return g_strdup_printf (ngettext ("in %'u context", "in %'u contexts", n), n);
    }
}

/* @names: of the edit, and of its caller and callee; those that are there. */
static char *
wrapped_sentence (const CyanEdit *edit, const char *const names[3], const char *contexts)
{
  guint n_more = edit->callee.n - 1;

  if (edit->callee.n == 0)
    /* Translators: a new function, and "in 31 contexts". */
    return g_strdup_printf (_ ("%s is new between callers and callees (%s)"), names[0], contexts);
  if (n_more == 0 && edit->caller.n == 1)
    /* Translators: a new function, its caller, its callee, and "in 31 contexts". */
    return g_strdup_printf (_ ("%s is new between %s and %s (%s)"), names[0], names[1], names[2],
                            contexts);
  if (n_more == 0)
    /* Translators: a function, the new one that calls it, and "in 31 contexts". */
    return g_strdup_printf (_ ("%s is wrapped by %s (%s)"), names[2], names[0], contexts);
  return g_strdup_printf (
      /* Translators: a function, how many more, the new one that calls them, and "in 31
       * contexts". */
      ngettext ("%s and %'u other are wrapped by %s (%s)",
                "%s and %'u others are wrapped by %s (%s)", n_more),
      names[2], n_more, names[0], contexts);
}

/* See wrapped_sentence(). */
static char *
inlined_sentence (const CyanEdit *edit, const char *const names[3], const char *contexts)
{
  guint n_more = edit->caller.n - 1;

  if (edit->caller.n == 0)
    /* Translators: a function that is gone, and "in 12 contexts". */
    return g_strdup_printf (_ ("%s is gone from between callers and callees (%s)"), names[0],
                            contexts);
  if (n_more == 0)
    /* Translators: a function that is gone, its caller, and "in 12 contexts". */
    return g_strdup_printf (_ ("%s was inlined into %s (%s)"), names[0], names[1], contexts);
  return g_strdup_printf (
      /* Translators: a function that is gone, a caller, how many more, and "in 12 contexts". */
      ngettext ("%s was inlined into %s and %'u other (%s)",
                "%s was inlined into %s and %'u others (%s)", n_more),
      names[0], names[1], n_more, contexts);
}

static char *
between_sentence (const CyanComparison *comparison, const CyanEdit *edit, const char *contexts)
{
  gboolean is_wrapper = edit->kind == CYAN_EDIT_WRAPPED;
  const CyanStr labels[] = { is_wrapper ? edit->after : edit->before, edit->caller.most,
                             edit->callee.most };
  g_autoptr (GPtrArray) names = take_names (comparison, labels, G_N_ELEMENTS (labels));
  const char *const *texts = (const char *const *) names->pdata;

  return is_wrapper ? wrapped_sentence (edit, texts, contexts)
                    : inlined_sentence (edit, texts, contexts);
}

/* "parseFor, parseIf and 12 more" */
static char *
list_parts (const CyanEdit *edit, const GPtrArray *names)
{
  guint n = MIN (edit->n_parts, PARTS_MAX);
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "",
                            (const char *) g_ptr_array_index (names, i + 1));
  if (n == edit->n_parts)
    return g_strdup (list->str);
  n = edit->n_parts - n;
  return g_strdup_printf (ngettext ("%s and %'u more", "%s and %'u more", n), list->str, n);
}

static char *
parts_sentence (const CyanComparison *comparison, const CyanEdit *edit, const char *contexts)
{
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (CyanStr));
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *parts = NULL, *net = NULL;
  const char *owner;

  g_array_append_val (labels, edit->after);
  g_array_append_vals (labels, edit->parts, MIN (edit->n_parts, PARTS_MAX));
  names = take_names (comparison, (const CyanStr *) labels->data, labels->len);
  owner = g_ptr_array_index (names, 0);
  parts = list_parts (edit, names);
  net = cyan_comparison_part_text (comparison, edit->net, CYAN_BASIS_SHARE);
  if (edit->kind == CYAN_EDIT_SPLIT)
    /* Translators: new functions, the one they were a part of, "in 3 contexts", and how much the
     * time of all together changed. */
    return g_strdup_printf (ngettext ("%s was cut out of %s (%s; together %s)",
                                      "%s were cut out of %s (%s; together %s)", edit->n_parts),
                            parts, owner, contexts, net);
  /* Translators: functions that are gone, the one they are a part of now, "in 3 contexts", and how
   * much the time of all together changed. */
  return g_strdup_printf (_ ("%s were merged into %s (%s; together %s)"), parts, owner, contexts,
                          net);
}

static char *
both_sentence (const CyanComparison *comparison, const CyanEdit *edit, const char *contexts)
{
  const CyanStr labels[] = { edit->before, edit->after };
  g_autoptr (GPtrArray) names = take_names (comparison, labels, G_N_ELEMENTS (labels));
  const char *first = g_ptr_array_index (names, 0), *second = g_ptr_array_index (names, 1);

  if (edit->kind == CYAN_EDIT_REPLACED)
    /* Translators: two functions, and "in 3 contexts". */
    return g_strdup_printf (_ ("%s was replaced by %s (%s)"), first, second, contexts);
  if (edit->confidence == CYAN_CONFIDENCE_POSSIBLE)
    /* Translators: the names of a function before and after, and "in 214 contexts". */
    return g_strdup_printf (_ ("%s may be %s now (%s)"), first, second, contexts);
  if (edit->reason == CYAN_MATCH_BY_CONTEXTS)
    /* Translators: the names of a function before and after, and "in 214 contexts". */
    return g_strdup_printf (_ ("%s is probably %s now (%s)"), first, second, contexts);
  /* Translators: the names of a function before and after, and "in 214 contexts". */
  return g_strdup_printf (_ ("%s is now %s (%s)"), first, second, contexts);
}

static char *
moved_sentence (const CyanComparison *comparison, const CyanEdit *edit, const char *contexts)
{
  g_autoptr (GPtrArray) names = take_names (comparison, &edit->after, 1);
  g_autofree char *from = cyan_text_for_label (edit->place[0], NAME_CHARS);
  g_autofree char *to = cyan_text_for_label (edit->place[1], NAME_CHARS);

  /* Translators: a function, the files or classes where it was and is, and "in 3 contexts". */
  return g_strdup_printf (_ ("%s moved from %s to %s (%s)"),
                          (const char *) g_ptr_array_index (names, 0), from, to, contexts);
}

char *
cyan_edit_to_sentence (const CyanComparison *comparison, const CyanEdit *edit)
{
  g_autofree char *contexts = contexts_text (edit);

  if (cyan_edit_is_between (edit))
    return between_sentence (comparison, edit, contexts);
  if (edit->kind == CYAN_EDIT_MOVED)
    return moved_sentence (comparison, edit, contexts);
  if (edit->n_parts > 0)
    return parts_sentence (comparison, edit, contexts);
  return both_sentence (comparison, edit, contexts);
}

static char *
count_text (CyanEditKind kind, guint n)
{
  switch (kind)
    {
    case CYAN_EDIT_RENAMED:
      return g_strdup_printf (ngettext ("%'u renamed", "%'u renamed", n), n);
    case CYAN_EDIT_REPLACED:
      return g_strdup_printf (ngettext ("%'u replaced", "%'u replaced", n), n);
    case CYAN_EDIT_WRAPPED:
      return g_strdup_printf (ngettext ("%'u new wrapper", "%'u new wrappers", n), n);
    case CYAN_EDIT_INLINED:
      return g_strdup_printf (ngettext ("%'u inlined", "%'u inlined", n), n);
    case CYAN_EDIT_SPLIT:
      return g_strdup_printf (ngettext ("%'u split", "%'u split", n), n);
    case CYAN_EDIT_MERGED:
      return g_strdup_printf (ngettext ("%'u merged", "%'u merged", n), n);
    case CYAN_EDIT_MOVED:
    default:
      return g_strdup_printf (ngettext ("%'u moved", "%'u moved", n), n);
    }
}

char *
cyan_edits_summary (const CyanEdits *self)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint kind = 0; kind < CYAN_N_EDIT_KINDS; kind++)
    {
      g_autofree char *count = count_text ((CyanEditKind) kind, self->n_kind[kind]);

      if (self->n_kind[kind] > 0)
        g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", count);
    }
  /* Translators: followed by numbers: "5 renamed, 2 new wrappers". */
  return list->len > 0 ? g_strdup_printf (_ ("functions: %s"), list->str) : NULL;
}
