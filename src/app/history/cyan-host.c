/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-host.h"

#include "cyan-widgets.h"

G_DEFINE_INTERFACE (CyanHost, cyan_host, GTK_TYPE_WIDGET)

static void
cyan_host_default_init (CyanHostInterface *interface)
{
}

/* That of @page; NULL if it is in none. */
static CyanHost *
host_of (gpointer page)
{
  return CYAN_HOST (gtk_widget_get_root (GTK_WIDGET (page)));
}

CyanTaskCaller
cyan_host_begin (gpointer page, gboolean shows_progress, GAsyncReadyCallback done)
{
  CyanHost *host = host_of (page);
  CyanTaskCaller caller = CYAN_HOST_GET_IFACE (host)->begin (host, shows_progress);

  caller.data = cyan_weak_new (page);
  caller.done = done;
  return caller;
}

gpointer
cyan_host_end (gpointer data, GAsyncResult *result)
{
  GtkWidget *page = cyan_weak_take (data);
  CyanHost *host = page != NULL ? host_of (page) : NULL;

  if (host == NULL || !CYAN_HOST_GET_IFACE (host)->end (host, result))
    g_clear_object (&page);
  return page;
}

void
cyan_host_fail (gpointer page, const char *title, const GError *error)
{
  CyanHost *host = host_of (page);

  CYAN_HOST_GET_IFACE (host)->fail (host, title, error);
}
