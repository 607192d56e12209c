/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of a function, in a word. */
#include "cyan-badge.h"

#include "cyan-columns.h"
#include "cyan-i18n.h"
#include "cyan-widgets.h"

const char *
cyan_badge_word (CyanSession *session, guint32 pair)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const CyanSourceSnapshot *known = cyan_session_model (session)->known;
  const CyanFunctionPair *functions = &comparison->compared.pairs->at[pair];
  CyanChange change =
      known->changes != NULL ? (CyanChange) known->changes[pair] : CYAN_CHANGE_UNKNOWN;
  CyanPresence presence =
      known->presence != NULL ? (CyanPresence) known->presence[pair] : CYAN_PRESENCE_UNKNOWN;

  if (comparison->compared.single)
    return NULL;
  if (presence == CYAN_PRESENCE_AFTER_ONLY)
    return C_ ("function", "new");
  if (presence == CYAN_PRESENCE_BEFORE_ONLY)
    return C_ ("function", "gone");
  if (change != CYAN_CHANGE_UNKNOWN)
    return cyan_change_word (change);
  if (functions->before == G_MAXUINT32)
    return _ ("only after");
  return functions->after == G_MAXUINT32 ? _ ("only before") : NULL;
}

GtkWidget *
cyan_badge_new (const char *word, gboolean changed)
{
  GtkWidget *label =
      cyan_label_new (word, changed ? "caption cyan-changed" : "caption dim-label", 0);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_visible (label, word != NULL);
  return label;
}
