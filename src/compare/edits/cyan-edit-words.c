/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes edits in words. */
#include "cyan-edits.h"

#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-text.h"

#include <string.h>

/* Maximum characters of a name. */
#define NAME_CHARS 60

/* Sets the texts of two names, owned: short ones, unless these are the same. */
static void
take_names (const CyanComparison *comparison, CyanStr a, CyanStr b, char *names[2])
{
  const char *labels[] = { cyan_comparison_string (comparison, a),
                           cyan_comparison_string (comparison, b) };
  g_autofree char *first = cyan_name_short_text (labels[0]);
  g_autofree char *second = cyan_name_short_text (labels[1]);
  gboolean differ = strcmp (first, second) != 0;

  names[0] = cyan_text_for_label (differ ? first : labels[0], NAME_CHARS);
  names[1] = cyan_text_for_label (differ ? second : labels[1], NAME_CHARS);
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

/* @wrapper and @callee are names; the latter only if there is one. */
static char *
wrapped_sentence (const CyanEdit *edit,
                  const char *wrapper,
                  const char *callee,
                  const char *contexts)
{
  guint n_more = edit->n_others - 1;

  if (edit->n_others == 0)
    /* Translators: a new function, and "in 31 contexts". */
    return g_strdup_printf (_ ("%s is new between callers and callees (%s)"), wrapper, contexts);
  if (n_more == 0)
    /* Translators: a function, the new one that calls it, and "in 31 contexts". */
    return g_strdup_printf (_ ("%s is wrapped by %s (%s)"), callee, wrapper, contexts);
  return g_strdup_printf (
      /* Translators: a function, how many more, the new one that calls them, and "in 31
       * contexts". */
      ngettext ("%s and %'u other are wrapped by %s (%s)",
                "%s and %'u others are wrapped by %s (%s)", n_more),
      callee, n_more, wrapper, contexts);
}

/* @inlined and @caller are names; the latter only if there is one. */
static char *
inlined_sentence (const CyanEdit *edit,
                  const char *inlined,
                  const char *caller,
                  const char *contexts)
{
  guint n_more = edit->n_others - 1;

  if (edit->n_others == 0)
    /* Translators: a function that is gone, and "in 12 contexts". */
    return g_strdup_printf (_ ("%s is gone from between callers and callees (%s)"), inlined,
                            contexts);
  if (n_more == 0)
    /* Translators: a function that is gone, its caller, and "in 12 contexts". */
    return g_strdup_printf (_ ("%s was inlined into %s (%s)"), inlined, caller, contexts);
  return g_strdup_printf (
      /* Translators: a function that is gone, a caller, how many more, and "in 12 contexts". */
      ngettext ("%s was inlined into %s and %'u other (%s)",
                "%s was inlined into %s and %'u others (%s)", n_more),
      inlined, caller, n_more, contexts);
}

char *
cyan_edit_to_sentence (const CyanComparison *comparison, const CyanEdit *edit)
{
  g_autofree char *contexts = contexts_text (edit), *first = NULL, *second = NULL;
  gboolean is_wrapper = edit->kind == CYAN_EDIT_WRAPPED;
  gboolean has_both = edit->kind == CYAN_EDIT_RENAMED || edit->kind == CYAN_EDIT_REPLACED;
  char *names[2];

  take_names (comparison, is_wrapper ? edit->after : edit->before,
              has_both ? edit->after : edit->other, names);
  first = names[0];
  second = names[1];
  switch (edit->kind)
    {
    case CYAN_EDIT_RENAMED:
      if (edit->reason == CYAN_MATCH_BY_CONTEXTS)
        /* Translators: the names of a function before and after, and "in 214 contexts". */
        return g_strdup_printf (_ ("%s is probably %s now (%s)"), first, second, contexts);
      /* Translators: the names of a function before and after, and "in 214 contexts". */
      return g_strdup_printf (_ ("%s is now %s (%s)"), first, second, contexts);
    case CYAN_EDIT_REPLACED:
      /* Translators: two functions, and "in 3 contexts". */
      return g_strdup_printf (_ ("%s was replaced by %s (%s)"), first, second, contexts);
    case CYAN_EDIT_WRAPPED:
      return wrapped_sentence (edit, first, second, contexts);
    case CYAN_EDIT_INLINED:
    default:
      return inlined_sentence (edit, first, second, contexts);
    }
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
    default:
      return g_strdup_printf (ngettext ("%'u inlined", "%'u inlined", n), n);
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
