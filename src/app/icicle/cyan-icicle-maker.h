/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the icicle of a session when it is first wanted, and again for another basis.
 *
 * A large one is made in a thread; the one before stays until it is there.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-icicle.h"
#include "cyan-session.h"

G_BEGIN_DECLS

typedef struct _CyanIcicleMaker CyanIcicleMaker;

/* Another icicle is there, which nobody has asked for with cyan_icicle_maker_get(). */
typedef void (*CyanIcicleMadeFunc) (GObject *owner);

/* Threads keep a reference of @owner, which frees this when it is finalized. */
CyanIcicleMaker *cyan_icicle_maker_new (GObject *owner, CyanIcicleMadeFunc made);
void cyan_icicle_maker_free (CyanIcicleMaker *self);

/* Drops the icicle.  @session may be NULL; it is borrowed until another one is set. */
void cyan_icicle_maker_set_session (CyanIcicleMaker *self, CyanSession *session);

/* The icicle, made if there is none; NULL without a session, and as long as a thread makes it. */
CyanIcicle *cyan_icicle_maker_get (CyanIcicleMaker *self);
/* The same, but NULL if it was not wanted yet. */
CyanIcicle *cyan_icicle_maker_peek (CyanIcicleMaker *self);

/* The session has another basis. */
void cyan_icicle_maker_renew (CyanIcicleMaker *self);

G_END_DECLS
