/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-host.h"

#include "cyan-jobs.h"
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

typedef struct
{
  gpointer page; /* a weak reference */
  gpointer job;
} Hosted;

CyanTaskCaller
cyan_host_begin (gpointer page, gboolean shows_progress, GAsyncReadyCallback done)
{
  CyanHost *host = host_of (page);
  CyanTaskCaller caller = CYAN_HOST_GET_IFACE (host)->begin (host, shows_progress, done);
  Hosted *hosted = g_new (Hosted, 1);

  *hosted = (Hosted){ cyan_weak_new (page), caller.data };
  caller.data = hosted;
  return caller;
}

gpointer
cyan_host_end (gpointer data, GAsyncResult *result)
{
  g_autofree Hosted *hosted = data;
  g_autoptr (GObject) page = cyan_weak_take (hosted->page);
  g_autoptr (GObject) host = cyan_jobs_end (hosted->job, result);

  return host != NULL ? g_steal_pointer (&page) : NULL;
}

void
cyan_host_fail (gpointer page, const char *title, const GError *error)
{
  CyanHost *host = host_of (page);

  CYAN_HOST_GET_IFACE (host)->fail (host, title, error);
}
