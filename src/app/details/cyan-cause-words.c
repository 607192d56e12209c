/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The explanations of `cyan explain`, for the window. */
#include "cyan-cause-words.h"

#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-numbers.h"
#include "cyan-ranking-words.h"
#include "cyan-units.h"

/* A smaller ratio of two numbers of calls is left out. */
#define LEAST_RATIO 1.05

static char *
link_markup (CyanSession *session, guint32 pair)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  g_autofree char *name = cyan_name_for_sentence (cyan_comparison_pair_label (comparison, pair));
  g_autofree char *escaped = g_markup_escape_text (name, -1);

  return g_strdup_printf ("<a href=\"%u\">%s</a>", pair, escaped);
}

static char *
plain_markup (const char *name)
{
  g_autofree char *text = cyan_name_for_sentence (name);

  return g_markup_escape_text (text, -1);
}

typedef struct
{
  CyanCauseLinkFunc follow;
  GObject *owner; /* borrowed, outlives its label */
} Link;

/* A click on a link. */
typedef struct
{
  Link link;
  guint32 pair;
} Click;

static gboolean
follow_link (gpointer data)
{
  const Click *click = data;

  click->link.follow (click->link.owner, click->pair);
  return G_SOURCE_REMOVE;
}

static void
click_free (gpointer data)
{
  Click *click = data;

  g_object_unref (click->link.owner);
  g_free (click);
}

static gboolean
on_link (GtkLabel *label, const char *address, gpointer data)
{
  const Link *link = data;
  guint64 pair;
  Click *click;

  if (!g_ascii_string_to_unsigned (address, 10, 0, G_MAXUINT32 - 1, &pair, NULL))
    return TRUE;
  click = g_new (Click, 1);
  click->link = *link;
  click->pair = (guint32) pair;
  g_object_ref (click->link.owner);
  /* The label must not change while it handles the click. */
  g_idle_add_full (G_PRIORITY_DEFAULT, follow_link, click, click_free);
  return TRUE;
}

static void
link_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

void
cyan_cause_label_connect (GtkLabel *label, CyanCauseLinkFunc follow, gpointer owner)
{
  Link *link = g_new (Link, 1);

  link->follow = follow;
  link->owner = owner;
  g_signal_connect_data (label, "activate-link", G_CALLBACK (on_link), link, link_free, 0);
}

/* Whether the ranking has the function: then that says how much it explains, and what to read. */
static gboolean
is_ranked (CyanSession *session, const CyanExplanation *explanation)
{
  return cyan_start_of (cyan_session_model (session)->ranking, cyan_session_comparison (session),
                        explanation->node)
         != NULL;
}

/* "+5.56 ms, +34.9 %" */
static char *
how_much (const CyanComparison *comparison, double change)
{
  g_autofree char *amount = cyan_comparison_delta_text (comparison, change);
  g_autofree char *value = NULL;

  if (!comparison->compared.same_unit)
    return g_steal_pointer (&amount);
  value = cyan_difference_to_text (change, cyan_comparison_unit (comparison));
  return g_strdup_printf ("%s, %s", value, amount);
}

/* "By itself, in 3 contexts: +5.56 ms, +34.9 %.", "parse is no longer called in 1 context.": of
 * whole subtrees the topmost function is named, which @node may be below.  NULL if there is nothing
 * to say. */
static char *
what (CyanSession *session, CyanNode node, const CyanExplanation *explanation)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  guint n = explanation->n_contexts;
  g_autofree char *name = NULL;

  /* The ranking has one number for it. */
  if (!explanation->structural && is_ranked (session, explanation))
    return NULL;
  if (!explanation->structural)
    {
      g_autofree char *plain = how_much (comparison, explanation->change);
      g_autofree char *amount = g_markup_escape_text (plain, -1);

      return g_strdup_printf (
          ngettext ("By itself, in %'u context: %s.", "By itself, in %'u contexts: %s.", n), n,
          amount);
    }
  name = comparison->compared.pairs->of_node[node] == explanation->pair
             ? plain_markup (cyan_comparison_pair_label (comparison, explanation->pair))
             : link_markup (session, explanation->pair);
  if (explanation->side == 0)
    /* Translators: a function, and a number of contexts. */
    return g_strdup_printf (ngettext ("%s is no longer called in %'u context.",
                                      "%s is no longer called in %'u contexts.", n),
                            name, n);
  /* Translators: a function, and a number of contexts. */
  return g_strdup_printf (
      ngettext ("%s is now called in %'u context.", "%s is now called in %'u contexts.", n), name,
      n);
}

/* "Called 580 times instead of 10, by print_report."; NULL if there is nothing to say. */
static char *
how_often (CyanSession *session, const CyanExplanation *explanation)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const guint64 *calls = explanation->calls;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *caller = NULL;

  if (explanation->structural || calls[0] == CYAN_CALLS_UNKNOWN || calls[1] == CYAN_CALLS_UNKNOWN
      || calls[0] == 0 || calls[1] == 0
      || (double) MAX (calls[0], calls[1]) <= LEAST_RATIO * (double) MIN (calls[0], calls[1]))
    return NULL;
  before = cyan_numbers_count (calls[0]);
  after = cyan_numbers_count (calls[1]);
  if (explanation->caller == CYAN_NODE_NONE)
    return g_strdup_printf (ngettext ("Called %s time instead of %s.",
                                      "Called %s times instead of %s.",
                                      cyan_plural_of ((double) calls[1])),
                            after, before);
  caller = link_markup (session, comparison->compared.pairs->of_node[explanation->caller]);
  /* Translators: two numbers and the name of the caller. */
  return g_strdup_printf (ngettext ("Called %s time instead of %s, by %s.",
                                    "Called %s times instead of %s, by %s.",
                                    cyan_plural_of ((double) calls[1])),
                          after, before, caller);
}

/* Where the function to read is, as seen from the node. */
typedef enum
{
  FURTHER_UP,
  CALLS_IT,
  CALLED_IT,
  IS_CALLED,
} Place;

static Place
place_of (const CyanComparison *comparison, const CyanExplanation *explanation)
{
  CyanNode caller = comparison->compared.tree->parent[explanation->node];

  if (explanation->reason == CYAN_REASON_MODIFIED_BELOW)
    return IS_CALLED;
  if (caller == CYAN_NODE_ROOT || caller == CYAN_NODE_NONE
      || comparison->compared.pairs->of_node[caller] != explanation->read)
    return FURTHER_UP;
  return explanation->structural && explanation->side == 0 ? CALLED_IT : CALLS_IT;
}

/* Its own source, then the place of the other one. */
static const char *
format_of (const CyanExplanation *explanation, Place place)
{
  static const char *const formats[3][4] = {
    /* It has another caller: what its own source did does not matter. */
    { N_ ("The source of %s, further up, changed."),
      N_ ("The source of %s, which calls it, changed."),
      N_ ("The source of %s, which called it, changed."),
      N_ ("The source of %s, which it calls, changed.") },
    { N_ ("Its source is the same; that of %s, further up, changed."),
      N_ ("Its source is the same; that of %s, which calls it, changed."),
      N_ ("Its source is the same; that of %s, which called it, changed."),
      N_ ("Its source is the same; that of %s, which it calls, changed.") },
    { N_ ("Its source was not found; that of %s, further up, changed."),
      N_ ("Its source was not found; that of %s, which calls it, changed."),
      N_ ("Its source was not found; that of %s, which called it, changed."),
      N_ ("Its source was not found; that of %s, which it calls, changed.") },
  };

  return _ (formats[explanation->structural ? 0 : explanation->source_known ? 1 : 2][place]);
}

static char *
format_name (const char *format, const char *name)
{
  GString *text = g_string_new (format);

  g_string_replace (text, "%s", name, 1);
  return g_string_free (text, FALSE);
}

static char *
whose_source (CyanSession *session, const CyanExplanation *explanation)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  g_autofree char *name = link_markup (session, explanation->read);

  return format_name (format_of (explanation, place_of (comparison, explanation)), name);
}

/* That only one side has the function, and what changed where it is or was called. */
static char *
one_sided (CyanSession *session, const CyanExplanation *explanation, const char *which)
{
  const guint8 *changes = cyan_session_model (session)->causes->known->changes;
  g_autofree char *caller = NULL;

  if (explanation->read == G_MAXUINT32 || explanation->read == explanation->pair || changes == NULL
      || changes[explanation->read] != CYAN_CHANGE_MODIFIED || is_ranked (session, explanation))
    return g_strdup (which);
  caller = whose_source (session, explanation);
  return g_strconcat (which, " ", caller, NULL);
}

/* NULL if there is nothing to say. */
static char *
why (CyanSession *session, const CyanExplanation *explanation)
{
  switch (explanation->reason)
    {
    case CYAN_REASON_MODIFIED:
      return g_strdup (_ ("Its source changed."));
    case CYAN_REASON_ADDED:
      return one_sided (session, explanation,
                        explanation->source_known
                            ? _ ("Only the source after has this function.")
                            : _ ("No source tells whether the function is new."));
    case CYAN_REASON_DELETED:
      return one_sided (session, explanation,
                        explanation->source_known
                            ? _ ("Only the source before has this function.")
                            : _ ("No source tells whether the function is gone."));
    case CYAN_REASON_MODIFIED_ABOVE:
    case CYAN_REASON_MODIFIED_BELOW:
      return is_ranked (session, explanation) ? NULL : whose_source (session, explanation);
    case CYAN_REASON_SIDE_EFFECT:
      return g_strdup (explanation->structural && explanation->read != G_MAXUINT32
                           ? _ ("Its source changed, but none above it: a side effect, or chance.")
                           : _ ("No source here or above changed: a side effect, or chance."));
    case CYAN_REASON_UNKNOWN:
    default:
      if (!cyan_source_table_has_sources (cyan_session_model (session)->sources))
        return NULL;
      return g_strdup (explanation->structural
                           ? _ ("Why is not known: the source of its caller was not found.")
                           : _ ("Why is not known: its source was not found."));
    }
}

static char *
inlined_why (const CyanInlined *inlined)
{
  g_autofree char *name = plain_markup (inlined->name);

  /* Translators: a function. */
  return g_strdup_printf (_ ("The source of %s changed; it may run inlined here."), name);
}

static const CyanExplanation *
explanation_of (CyanSession *session, CyanNode node)
{
  const CyanCauses *causes = cyan_session_model (session)->causes;

  return causes != NULL ? cyan_causes_of (causes, node) : NULL;
}

/* @sentence may be NULL. */
static void
append_sentence (GString *text, const char *sentence)
{
  if (sentence != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
}

/* Nothing is said of a change that may be chance. */
static gboolean
is_significant (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const CyanStart *start = cyan_start_of (cyan_session_model (session)->ranking, comparison, node);

  return cyan_numbers_has_changed (comparison, node)
         || (start != NULL && start->confidence > CYAN_CONFIDENCE_POSSIBLE);
}

char *
cyan_cause_markup (CyanSession *session, CyanNode node)
{
  const CyanExplanation *explanation = explanation_of (session, node);
  const CyanStart *start;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *event = NULL;
  g_autofree char *calls = NULL;
  g_autofree char *reason = NULL;

  if (explanation == NULL || !is_significant (session, node))
    return NULL;
  event = what (session, node, explanation);
  calls = how_often (session, explanation);
  start = cyan_start_of (cyan_session_model (session)->ranking, cyan_session_comparison (session),
                         node);
  reason = start != NULL && start->inlined != NULL ? inlined_why (start->inlined)
                                                   : why (session, explanation);
  append_sentence (text, event);
  append_sentence (text, calls);
  append_sentence (text, reason);
  return text->len > 0 ? g_strdup (text->str) : NULL;
}
