/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two revisions in a window: asking for them, and their way to a comparison. */
#include "cyan-try-dialog.h"
#include "cyan-window-private.h"
#include "cyan-widgets.h"

static void
on_tried (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autofree char *log = NULL;
  g_autoptr (CyanRequest) request = cyan_try_finish (result, &notes, &log, &error);
  g_autoptr (CyanWindow) self = cyan_window_end_load (data, result, error, log);

  if (self == NULL)
    return;
  for (guint i = 0; i < notes->len; i++)
    cyan_window_toast (self, g_ptr_array_index (notes, i));
  cyan_window_load (self, request, NULL);
}

static void
on_try (CyanWindow *self, const CyanTryRequest *request)
{
  CyanTaskCaller caller;

  g_clear_pointer (&self->tried, cyan_try_request_free);
  self->tried = cyan_try_request_copy (request);
  cyan_window_forget_opening (self);
  caller = cyan_window_begin_load (self, CYAN_LOAD_TRY, on_tried);
  cyan_try_async (self->tried, &caller);
}

void
cyan_window_try_in (CyanWindow *self, const char *folder)
{
  CyanTryDialog *dialog =
      cyan_try_dialog_new (GTK_WINDOW (self), folder == NULL ? self->tried : NULL, folder);

  cyan_connect (dialog, "try", on_try, self);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
cyan_window_ask_try (CyanWindow *self)
{
  cyan_window_try_in (self, NULL);
}
