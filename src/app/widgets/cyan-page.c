/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-page.h"

G_DEFINE_INTERFACE (CyanPage, cyan_page, GTK_TYPE_WIDGET)

static void
cyan_page_default_init (CyanPageInterface *interface)
{
  g_signal_new ("changed", CYAN_TYPE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}
