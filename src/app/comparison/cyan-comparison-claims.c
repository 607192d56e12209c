/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What somebody says about functions: that two are the same, or that a conclusion is wrong.
 *
 * The same recordings are compared again with it, and the view stays.
 */
#include "cyan-name-labels.h"
#include "cyan-i18n.h"
#include "cyan-comparison-private.h"

/* Compares again with @claims, which is taken.  @text, which is taken, is shown then; NULL:
 * none. */
static void
compare_with (CyanComparisonPage *self, GPtrArray *claims, char *text)
{
  g_autoptr (CyanRequest) request = cyan_request_copy (self->request);

  g_clear_pointer (&request->claims, g_ptr_array_unref);
  request->claims = claims;
  g_free (self->claimed);
  self->claimed = text;
  cyan_comparison_page_open (self, request);
}

static void
claim (CyanComparisonPage *self, const char *before, const char *after, gboolean same)
{
  GPtrArray *claims = cyan_name_claims_copy (self->request->claims);

  cyan_name_claims_add (claims, before, after, same);
  if (claims->len > CYAN_SESSION_FILE_MAX_CLAIMS)
    {
      g_autofree char *text = g_strdup_printf (_ ("At most %'u can be said of functions"),
                                               CYAN_SESSION_FILE_MAX_CLAIMS);

      cyan_comparison_page_toast (self, text);
      g_ptr_array_unref (claims);
      return;
    }
  compare_with (self, claims, cyan_claim_words (g_ptr_array_index (claims, claims->len - 1)));
}

static void
on_claim (CyanEditList *list,
          const char *before,
          const char *after,
          gboolean same,
          CyanComparisonPage *self)
{
  claim (self, before, after, same);
}

static void
on_forget (CyanEditList *list, guint index, CyanComparisonPage *self)
{
  GPtrArray *claims = cyan_name_claims_copy (self->request->claims);

  if (index < claims->len)
    g_ptr_array_remove_index (claims, index);
  compare_with (self, claims, NULL);
}

void
cyan_comparison_page_mark (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;
  CyanNode selected = cyan_session_selected (self->session);

  cyan_session_mark (self->session,
                     selected != cyan_session_marked (self->session) ? selected : CYAN_NODE_NONE);
}

void
cyan_comparison_page_same (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;
  const char *before, *after;

  if (cyan_session_get_claimed_pair (self->session, &before, &after))
    claim (self, before, after, TRUE);
}

void
cyan_comparison_page_undo_claim (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;

  if (self->claims_before != NULL && self->request != NULL)
    compare_with (self, g_steal_pointer (&self->claims_before), NULL);
}

gboolean
cyan_comparison_page_take_claims (CyanComparisonPage *self, const CyanRequest *request)
{
  gboolean same = self->request != NULL && cyan_request_same_files (request, self->request);
  gboolean changed = same && !cyan_name_claims_equal (request->claims, self->request->claims);

  if (!changed)
    g_clear_pointer (&self->claimed, g_free);
  if (changed || !same)
    g_clear_pointer (&self->claims_before, g_ptr_array_unref);
  if (changed)
    self->claims_before = cyan_name_claims_copy (self->request->claims);
  return changed;
}

void
cyan_comparison_page_show_claim (CyanComparisonPage *self)
{
  g_autofree char *text = g_steal_pointer (&self->claimed);
  g_autofree char *markup = NULL;
  AdwToast *toast;

  if (text == NULL)
    return;
  markup = g_markup_escape_text (text, -1);
  toast = adw_toast_new (markup);
  adw_toast_set_button_label (toast, _ ("Undo"));
  adw_toast_set_action_name (toast, "page.undo-claim");
  g_signal_emit_by_name (self, "toast", toast);
}

void
cyan_comparison_page_install_claims (CyanComparisonPage *self)
{
  g_signal_connect (self->edit_list, "claim", G_CALLBACK (on_claim), self);
  g_signal_connect (self->edit_list, "forget", G_CALLBACK (on_forget), self);
}
