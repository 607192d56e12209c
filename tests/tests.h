/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tests of a folder are one program.  Each file of tests ends with a list of its tests:
 *
 *   TESTS ("numbers")
 *   {
 *     g_test_add_func ("/numbers/whole", test_whole);
 *   }
 *
 * `test-base numbers` runs these.  Without a name the program runs the tests of all its files.
 */
#pragma once

#include <glib.h>

typedef struct _TestFile TestFile;
struct _TestFile
{
  const char *name;
  void (*add) (void);
  TestFile *next;
};

/* Called by a constructor before main(). */
void test_file_register (TestFile *file);

#define TESTS(file_name)                                                                           \
  static void add_tests (void);                                                                    \
                                                                                                   \
  __attribute__ ((constructor)) static void register_tests (void)                                  \
  {                                                                                                \
    static TestFile file = { .name = file_name, .add = add_tests };                                \
                                                                                                   \
    test_file_register (&file);                                                                    \
  }                                                                                                \
                                                                                                   \
  static void add_tests (void)

/* Microseconds of CPU time of this process and of its children that have ended.  Time limits use
 * it, because the machine may be busy with something else. */
gint64 test_cpu_time (void);

/* Whether a process ends within some minutes; its parent may still have to reap it. */
gboolean test_wait_for_end (GPid pid);

/* Between the two, LC_NUMERIC is a locale with a decimal comma and points between groups of three
 * digits.  It is made for the test, because installed locales differ. */
void test_locale_begin (void);
void test_locale_end (void);

/* Between the two, gettext() uses the catalogs of @language.  LANGUAGE alone does not suffice: a newer
 * glibc ignores it in C.UTF-8, which is the only locale of some machines. */
void test_language_begin (const char *language);
void test_language_end (void);

/* Whether the tests may take long (CYAN_TESTS=full, as `./dev test --full` sets it). */
gboolean test_may_take_long (void);
/* How many things, or things of which size, are tried: @n, or a @part-th of it if the tests may not
 * take long. */
guint test_size (guint n, guint part);

/* Waits until time stamps of new files have another second. */
void test_wait_for_next_second (void);
