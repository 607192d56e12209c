/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of the session share: cyan-session.c has its state and the way back,
 * cyan-session-hot.c shows delta hot paths, cyan-session-nodes.c looks nodes up,
 * cyan-session-sources.c asks the sources.
 */
#pragma once

#include "cyan-hot-choice.h"
#include "cyan-session.h"

G_BEGIN_DECLS

struct _CyanSession
{
  GObject parent_instance;

  CyanComparison *comparison;
  CyanSourceTable *sources;
  CyanLabels *labels;
  CyanLayout *layout;
  CyanHotChoice hot;
  char *before_name;
  char *after_name;
  char *sources_problem; /* or NULL */

  CyanNode selected;
  GQueue back;    /* of State, newest first */
  GQueue forward; /* likewise */

  GCancellable *cancellable; /* stops the thread that looks at the sources */
  guint sources_timer;
  CyanSourceSnapshot *known; /* as last announced */
  gboolean sources_done;
  guint8 *asked;       /* by pair: it was shown, and the sources were asked for it */
  gboolean asks_again; /* other nodes are shown by now */
  gboolean is_asking;  /* a thread looks at what is shown */
};

/* To be called before what is shown changes. */
void cyan_session_remember (CyanSession *self);
/* From now on there is no way back. */
void cyan_session_forget_views (CyanSession *self);
/* To be called afterwards; @keep stays where it is. */
void cyan_session_layout_changed (CyanSession *self, CyanNode keep);
/* Begins to look at the sources, in threads, and ends it. */
void cyan_session_start_with_sources (CyanSession *self);
void cyan_session_stop_with_sources (CyanSession *self);

G_END_DECLS
