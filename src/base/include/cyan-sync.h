/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What threads share: locks, conditions, things done once, counts of references, hand-overs.
 *
 * Locks are pthread's rather than GLib's.  GLib's are futexes inside a library that is not
 * instrumented: ThreadSanitizer does not see them and reports whatever they protect.  It knows
 * pthread's, and the compiler's atomics, so that it checks the very code that runs, without
 * annotations.  Counts of references are here for the same reason: those of GLib are function calls
 * into it.  Threads are GLib's, since it starts and joins them with pthread: see cyan-worker.h.
 */
#pragma once

#include <glib.h>
#include <pthread.h>

#ifdef __SANITIZE_THREAD__
#  include <sanitizer/tsan_interface.h>
#endif

G_BEGIN_DECLS

/* ---- mutexes: they cannot fail if they are used as they should ---- */

typedef pthread_mutex_t CyanMutex;

/* Of a static one, which needs no init and no clear. */
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

/* May return for no reason, as all waits do: ask again for what is waited for. */
static inline void
cyan_cond_wait (CyanCond *self, CyanMutex *mutex)
{
  pthread_cond_wait (self, mutex);
}

/* FALSE when it is later than @time, in us of g_get_monotonic_time(). */
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

/* ---- once in the life of the process ---- */

typedef pthread_once_t CyanOnce;

#define CYAN_ONCE_INIT PTHREAD_ONCE_INIT

/* The first caller runs @func, the others wait for it and see what it did. */
static inline void
cyan_once (CyanOnce *self, void (*func) (void))
{
  pthread_once (self, func);
}

/* ---- counts of references ---- */

typedef gint CyanRefCount;

static inline void
cyan_ref_count_init (CyanRefCount *self)
{
  *self = 1;
}

static inline void
cyan_ref_count_inc (CyanRefCount *self)
{
  g_atomic_int_inc (self);
}

/* TRUE if that was the last one.  What the others did before is seen from here on. */
static inline gboolean
cyan_ref_count_dec (CyanRefCount *self)
{
  return g_atomic_int_dec_and_test (self);
}

/* ---- hand-overs that GLib makes: GTask, sources of a main context ---- */

/* GLib orders what happened before it took @pointer before what happens after it gave it away;
 * these two say so to ThreadSanitizer, and are nothing elsewhere. */
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

G_END_DECLS
