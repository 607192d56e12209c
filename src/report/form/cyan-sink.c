/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A buffer in front of the writer of a report. */
#include "cyan-sink.h"

void
cyan_sink_flush (CyanSink *self, gboolean all)
{
  if (self->text->len == 0 || (!all && self->text->len < CYAN_SINK_PIECE))
    return;
  if (self->error == NULL)
    self->write (self->text->str, self->text->len, self->data, &self->error);
  g_string_truncate (self->text, 0);
}
