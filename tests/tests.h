/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tests of a folder are one program.  A file of tests ends with what it has:
 *
 *   TESTS ("numbers")
 *   {
 *     g_test_add_func ("/numbers/whole", test_whole);
 *   }
 *
 * and `test-base numbers` runs these.  Without a name the program runs the tests of all its files.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TestFile TestFile;
struct _TestFile
{
  const char *name;
  void (*add) (void);
  TestFile *next;
};

/* Called before main(). */
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

/* Microseconds that processors have spent on this process and on its children that have ended: what a
 * limit of time goes by, since a machine may be busy with something else. */
gint64 test_cpu_time (void);

/* Whether a process ends within some minutes: whoever adopts it may take a while. */
gboolean test_wait_for_end (GPid pid);

/* Until what is written has another second in its time stamp. */
void test_wait_for_next_second (void);

G_END_DECLS
