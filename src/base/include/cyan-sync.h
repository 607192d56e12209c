/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Synchronisation of threads: locks, conditions, one-time initialisation, reference counts, handing
 * over data.
 *
 * Locks are those of pthread rather than of GLib.  GLib's are futexes inside a library that is not
 * instrumented: ThreadSanitizer does not see them and reports all data that they protect.  It knows
 * pthread's locks and the compiler's atomics, so it checks the real code without annotations.
 * Reference counts are here for the same reason: those of GLib are calls into the library.  Threads
 * are GLib's, since it starts and joins them with pthread: see cyan-worker.h.
 */
#pragma once

#include <glib.h>
#include <pthread.h>

#ifdef __SANITIZE_THREAD__
#  include <sanitizer/tsan_interface.h>
#endif

/* ---- mutexes: correct use cannot fail ---- */

typedef pthread_mutex_t CyanMutex;

/* For a static mutex, which needs no init and no clear. */
#define CYAN_MUTEX_INIT PTHREAD_MUTEX_INITIALIZER

static inline void
cyan_mutex_init (CyanMutex *self)
{
  pthread_mutex_init (self, NULL);
}

static inline void
cyan_mutex_clear (CyanMutex *self)
{
  pthread_mutex_destroy (self);
}

static inline void
cyan_mutex_lock (CyanMutex *self)
{
  pthread_mutex_lock (self);
}

static inline gboolean
cyan_mutex_try_lock (CyanMutex *self)
{
  return pthread_mutex_trylock (self) == 0;
}

static inline void
cyan_mutex_unlock (CyanMutex *self)
{
  pthread_mutex_unlock (self);
}

/* ---- conditions ---- */

typedef pthread_cond_t CyanCond;

static inline void
cyan_cond_init (CyanCond *self)
{
  pthread_condattr_t attributes;

  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (self, &attributes);
  pthread_condattr_destroy (&attributes);
}

static inline void
cyan_cond_clear (CyanCond *self)
{
  pthread_cond_destroy (self);
}

/* May return without a signal, like all waits: check the condition again. */
static inline void
cyan_cond_wait (CyanCond *self, CyanMutex *mutex)
{
  pthread_cond_wait (self, mutex);
}

/* FALSE if @time, in us of g_get_monotonic_time(), has passed. */
static inline gboolean
cyan_cond_wait_until (CyanCond *self, CyanMutex *mutex, gint64 time)
{
  const struct timespec end = { (time_t) (time / G_USEC_PER_SEC),
                                (long) (time % G_USEC_PER_SEC) * 1000 };

  return pthread_cond_timedwait (self, mutex, &end) == 0;
}

static inline void
cyan_cond_signal (CyanCond *self)
{
  pthread_cond_signal (self);
}

static inline void
cyan_cond_broadcast (CyanCond *self)
{
  pthread_cond_broadcast (self);
}

/* ---- one-time initialisation ---- */

typedef pthread_once_t CyanOnce;

#define CYAN_ONCE_INIT PTHREAD_ONCE_INIT

/* The first caller runs @func; all others wait for it and then see its writes. */
static inline void
cyan_once (CyanOnce *self, void (*func) (void))
{
  pthread_once (self, func);
}

/* ---- reference counts ---- */

typedef gint CyanRefCount;

static inline void
cyan_ref_count_init (CyanRefCount *self)
{
  *self = 1;
}

/* The caller has a reference. */
static inline void
cyan_ref_count_inc (CyanRefCount *self)
{
  gint before = g_atomic_int_add (self, 1);

  g_assert (before > 0);
}

/* TRUE if that was the last reference, of which the caller had one.  The writes of all former
 * holders are visible then. */
static inline gboolean
cyan_ref_count_dec (CyanRefCount *self)
{
  gint before = g_atomic_int_add (self, -1);

  g_assert (before > 0);
  return before == 1;
}

/* Defines the function PREFIX_ref(), which returns another reference of its argument. */
#define CYAN_DEFINE_REF(Type, prefix)                                                              \
  Type *prefix##_ref (Type *self)                                                                  \
  {                                                                                                \
    cyan_ref_count_inc (&self->refs);                                                              \
    return self;                                                                                   \
  }

/* ---- handing over through GLib: GTask, sources of a main context ---- */

/* GLib orders all writes before @pointer was handed to it before all reads after it was handed on.
 * These two functions tell ThreadSanitizer so; in other builds they do nothing. */
static inline void
cyan_sync_release (gpointer pointer)
{
#ifdef __SANITIZE_THREAD__
  __tsan_release (pointer);
#endif
}

static inline void
cyan_sync_acquire (gpointer pointer)
{
#ifdef __SANITIZE_THREAD__
  __tsan_acquire (pointer);
#endif
}
