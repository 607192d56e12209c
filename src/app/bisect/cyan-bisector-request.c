/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-bisector.h"

CyanBisectorRequest *
cyan_bisector_request_copy (const CyanBisectorRequest *self)
{
  CyanBisectorRequest *copy = g_new (CyanBisectorRequest, 1);

  copy->store = g_strdup (self->store);
  copy->definition = g_strdup (self->definition);
  copy->benchmark = g_strdup (self->benchmark);
  copy->metric = g_strdup (self->metric);
  copy->good = g_strdup (self->good);
  copy->bad = g_strdup (self->bad);
  return copy;
}

void
cyan_bisector_request_free (CyanBisectorRequest *self)
{
  if (self == NULL)
    return;
  g_free (self->store);
  g_free (self->definition);
  g_free (self->benchmark);
  g_free (self->metric);
  g_free (self->good);
  g_free (self->bad);
  g_free (self);
}
