/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tests of a folder are one program:
 *
 *   TEST ("/numbers/whole")
 *   {
 *     g_assert_true (number_is_whole (3));
 *   }
 *
 * `test-base numbers` runs those of test-numbers.c.  Without a name the program runs the tests of
 * all its files.  A file whose tests share something, or take data, has also a block
 *
 *   TESTS ()
 *   {
 *     make_numbers ();
 *     g_test_add_data_func ("/numbers/large", GINT_TO_POINTER (1000), test_number);
 *   }
 *
 * which runs before its tests.  That of a file that the tests share runs before those of any file.
 */
#pragma once

#include <glib.h>

typedef struct _TestBlock TestBlock;
struct _TestBlock
{
  const char *file; /* its path */
  const char *path; /* of the test; NULL: runs before them */
  void (*run) (void);
  TestBlock *next;
};

/* Called by a constructor before main(). */
void test_block_register (TestBlock *block);

#define TEST(path)                TEST_BLOCK (path, __LINE__)
#define TESTS()                   TEST_BLOCK (NULL, __LINE__)
#define TEST_BLOCK(path, line)    TEST_BLOCK_AT (path, line)
#define TEST_BLOCK_AT(path, line) TEST_BLOCK_NAMED (path, test_##line, register_##line)
#define TEST_BLOCK_NAMED(test_path, function, registration)                                        \
  static void function (void);                                                                     \
                                                                                                   \
  __attribute__ ((constructor)) static void registration (void)                                    \
  {                                                                                                \
    static TestBlock block = { .file = __FILE__, .path = test_path, .run = function };             \
                                                                                                   \
    test_block_register (&block);                                                                  \
  }                                                                                                \
                                                                                                   \
  static void function (void)

/* The value of a call that takes "&failure" for its GError and must succeed. */
#define MUST(...)                                                                                  \
  __extension__({                                                                                  \
    g_autoptr (GError) failure = NULL;                                                             \
    __auto_type must_value = (__VA_ARGS__);                                                        \
                                                                                                   \
    g_assert_no_error (failure);                                                                   \
    g_assert_true (must_value);                                                                    \
    must_value;                                                                                    \
  })

/* Checks that a call that takes "&failure" for its GError fails with this code of CYAN_ERROR, and with
 * a message that matches @pattern, in which only "*" is special. */
#define MUST_FAIL(code, pattern, ...)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autoptr (GError) failure = NULL;                                                             \
                                                                                                   \
    g_assert_false (__VA_ARGS__);                                                                  \
    g_assert_error (failure, CYAN_ERROR, (int) (code));                                            \
    test_assert_matches (failure->message, (pattern));                                             \
  }                                                                                                \
  G_STMT_END

/* Checks the text that a call returns, and frees it. */
#define ASSERT_TEXT(call, expected)                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *returned_text = (call);                                                       \
                                                                                                   \
    g_assert_cmpstr (returned_text, ==, (expected));                                               \
  }                                                                                                \
  G_STMT_END

/* Only "*" in @pattern is special; it stands for any text. */
void test_assert_matches (const char *text, const char *pattern);

/* Microseconds of CPU time of this process and of its children that have ended.  Time limits use
 * it, because the machine may be busy with something else. */
gint64 test_cpu_time (void);

/* Whether a process ends within some minutes; its parent may still have to reap it. */
gboolean test_wait_for_end (GPid pid);

/* Between the two, LC_NUMERIC is a locale with a decimal comma and points between groups of three
 * digits.  It is made for the test, because installed locales differ. */
void test_locale_begin (void);
void test_locale_end (void);

/* Between the two, gettext() uses the catalogs of @language.  LANGUAGE alone does not suffice: a
 * newer glibc ignores it in C.UTF-8, which is the only locale of some machines. */
void test_language_begin (const char *language);
void test_language_end (void);

/* Whether the tests may take long (CYAN_TESTS=full, as `./dev test --full` sets it). */
gboolean test_may_take_long (void);
/* How many things, or things of which size, are tried: @n, or a @part-th of it if the tests may not
 * take long. */
guint test_size (guint n, guint part);

/* Waits until time stamps of new files have another second. */
void test_wait_for_next_second (void);
