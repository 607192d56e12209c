/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Broken and hostile files in a real window: a page shows the same message as `cyan`, word for
 * word, and leads back.  Numbers in the names refer to the list of bad inputs; more cases are in
 * tests/cli.
 */
#include "driver.h"
#include "tests.h"

#include <adwaita.h>
#include <string.h>
#include <sys/stat.h>

#define GOOD "main;parse 30\nmain;eval 70\n"

typedef struct
{
  const char *id;
  const char *name; /* of the file; a path if it already exists */
  const char *bytes;
  gsize length;
} Case;

#define BYTES(text) (text), sizeof (text) - 1
/* No file is written. */
#define NOTHING NULL, 0

static const Case cases[] = {
  { "01-empty", "empty.folded", BYTES ("") },
  { "02-magic", "magic.gz", BYTES ("\x1f\x8b") },
  { "03-device", "/dev/zero", NOTHING },
  { "03-folder", "/usr", NOTHING },
  { "04-missing", "missing.cct", NOTHING },
  { "05-cut", "cut.json", BYTES ("{\"traceEvents\":[{\"ph\":\"B\",\n\"name\":\"a\"") },
  { "09-window", "window.zst", BYTES ("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00") },
  { "11-utf-16", "utf-16.folded", BYTES ("\xff\xfem\0 \0\x33\0\n") },
  { "12-web-page", "page.pb.gz", BYTES ("<!DOCTYPE html><html><b>404</b> &amp; gone</html>") },
  { "14-same-key", "twice.json",
    BYTES ("{\"traceEvents\":[{\"args\":{\"<i>\":1},\"ph\":\"X\",\"ts\":1,\"dur\":2}],"
           "\"traceEvents\":[]}") },
  { "18-wire", "wire.pb", BYTES ("\x0a\x04\x08\x01\x10\x02\x12\x06\x0a\x01\x01\x12\x7f\x05") },
  { "25-forward", "forward.cct",
    BYTES ("cct 1\nmetric\ttime\tns\nfunction\ta\n2\t1\t1\t5\n0\t1\t1\t5\nend\t2\n") },
  { "29-nan", "nan.cct", BYTES ("cct 1\nmetric\ttime\tns\nfunction\ta\n0\t1\t1\tnan\nend\t1\n") },
  { "33-callgrind", "number.out",
    BYTES ("# callgrind format\npositions: line\nevents: Ir\nfn=(7)\n1 1\n") },
  { "34-perf", "garbage.txt",
    BYTES ("prog 12 1.000001: 500 cpu-clock: \n\t    1111 f (/p)\nwhat is this\n") },
  { "35-no-count", "count.folded", BYTES ("main;parse\nmain;eval\n") },
  /* Markup in the quoted text and in the name of the file. */
  { "36-markup", "<b>&amp;<span size='99999'>.folded",
    BYTES ("<i>bold</i>;operator<;&lt;</title><script>\nmain;b\n") },
  { "38-controls", "new\nline\x1b[31m\xe2\x80\xae.folded",
    BYTES ("main;\x1b]0;owned\x07;\xe2\x80\xaetxet\nmain;b\n") },
  { "38-not-utf-8", "bytes\xff.folded", BYTES ("main;\xff\xfe\nmain;b\n") },
  { "41-formats", "%s%n%1000000d.folded", BYTES ("main;%d 3\n%s%n%s%n\n%s%n\n") },
};

/* The message of `cyan compare`, without the program's name.  Caller frees. */
static char *
said_by_cyan (const char *before, const char *after)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) child =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, g_getenv ("CYAN_BINARY"), "compare",
                        before, after, NULL);
  g_autoptr (GBytes) bytes = NULL;
  const char *text;
  gsize length;

  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate (child, NULL, NULL, NULL, &bytes, &error));
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (child), ==, 2);
  text = g_bytes_get_data (bytes, &length);
  g_assert_cmpuint (length, >, strlen ("cyan: \n"));
  g_assert_true (strncmp (text, "cyan: ", 6) == 0 && text[length - 1] == '\n');
  return g_strndup (text + 6, length - 7);
}

static void
assert_says (CyanWindow *window, const char *message)
{
  GtkWidget *page = GTK_WIDGET (window->error_page);
  GtkWidget *label;

  wait_until (g_str_equal (driver_page (window), "error"));
  driver_wait_drawn (window);
  label = driver_find (page, GTK_TYPE_LABEL, message);
  if (label == NULL)
    {
      g_autofree char *words = driver_words (page);

      g_error ("\"%s\" is not in:\n%s", message, words);
    }
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, message);
  /* The whole message can be read. */
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 1400);
}

static void
go_back (CyanWindow *window, const char *page)
{
  driver_press (driver_find (GTK_WIDGET (window->error_page), GTK_TYPE_BUTTON, "Go Back"));
  wait_until (g_str_equal (driver_page (window), page));
}

/* A bad file on either side, opened from the welcome page and from a blueprint. */
static void
test_refused (gconstpointer data)
{
  const Case *one = data;
  CyanWindow *window = driver_window ();
  g_autofree char *good = driver_write ("good.folded", GOOD, -1);
  g_autofree char *bad = NULL;
  g_autofree char *message = NULL;
  CyanSession *session;

  if (one->bytes != NULL)
    bad = driver_write (one->name, one->bytes, (gssize) one->length);
  else
    bad = *one->name == '/' ? g_strdup (one->name) : driver_temporary_file (one->name);
  message = said_by_cyan (bad, good);

  driver_start (window, bad, good);
  assert_says (window, message);
  go_back (window, "welcome");
  driver_start (window, good, bad);
  assert_says (window, message);
  go_back (window, "welcome");

  driver_start (window, good, good);
  wait_until (window->comparison->session != NULL);
  session = window->comparison->session;
  driver_wait_drawn (window);
  driver_start (window, good, bad);
  assert_says (window, message);
  driver_key (window, "Escape");
  wait_until (g_str_equal (driver_page (window), "blueprint"));
  g_assert_true (window->comparison->session == session);
  driver_close (window);
}

/* The page also leads to the dialog, where a good file is opened. */
WINDOW_TEST ("/window/bad-input/open-another", driver_window ())
{
  g_autofree char *good = driver_write ("good.folded", GOOD, -1);
  g_autofree char *bad = driver_write ("bad.folded", "main;parse\nmain;eval\n", -1);
  g_autofree char *message = said_by_cyan (bad, good);
  gpointer dialog;

  driver_start (window, bad, good);
  assert_says (window, message);
  driver_press (driver_find (GTK_WIDGET (window->error_page), GTK_TYPE_BUTTON, "Open Another"));
  dialog = driver_open_dialog ();
  g_object_add_weak_pointer (dialog, &dialog);
  gtk_window_close (dialog);
  wait_until (dialog == NULL);
  g_assert_cmpstr (driver_page (window), ==, "error");
  driver_start (window, good, good);
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
}

/* ---- 52: another action while a file is being read ---- */

static const char *
slow_file (void)
{
  static char *path = NULL;
  g_autoptr (GString) text = NULL;

  if (path != NULL)
    return path;
  text = g_string_new (NULL);
  for (guint i = 0; i < 400000; i++)
    g_string_append_printf (text, "main;a%u;b%u;c%u;d%u;e%u 7\n", i % 7, i % 101, i % 1009,
                            i % 9973, i);
  path = driver_write ("slow", text->str, (gssize) text->len);
  return path;
}

/* Waits for threads that are still running. */
static void
let_threads_end (GCancellable *cancellable)
{
  wait_until (G_OBJECT (cancellable)->ref_count == 1);
}

/* Loading is stopped or replaced at many moments; the last request is the one shown. */
WINDOW_TEST ("/window/bad-input/52-overtaken", driver_window ())
{
  g_autofree char *good = driver_write ("good.folded", GOOD, -1);
  g_autofree char *bad = driver_write ("bad.folded", "main;parse\nmain;eval\n", -1);
  g_autofree char *message = said_by_cyan (bad, good);

  for (guint turns = 0; turns < 20; turns++)
    {
      g_autoptr (GCancellable) slow = NULL;

      driver_start (window, slow_file (), slow_file ());
      slow = g_object_ref (cyan_jobs_get (window->jobs, CYAN_JOB_LOAD));
      for (guint i = 0; i < turns * turns; i++)
        g_main_context_iteration (NULL, FALSE);
      if (turns % 2 == 0)
        driver_start (window, bad, good);
      else
        cyan_window_stop (window);
      let_threads_end (slow);
      if (turns % 2 == 0)
        {
          assert_says (window, message);
          go_back (window, "welcome");
        }
      g_assert_cmpstr (driver_page (window), ==, "welcome");
      g_assert_null (window->comparison->session);
    }
}

/* The window is closed while its files, good or bad, are being read. */
TEST ("/window/bad-input/52-closed")
{
  g_autofree char *good = driver_write ("good.folded", GOOD, -1);
  g_autofree char *bad = driver_write ("bad.folded", "main;parse\nmain;eval\n", -1);

  for (guint i = 0; i < 3; i++)
    {
      const char *const before[] = { slow_file (), good, bad };
      CyanWindow *window = driver_window ();
      g_autoptr (GCancellable) cancellable = NULL;

      driver_start (window, before[i], good);
      cancellable = g_object_ref (cyan_jobs_get (window->jobs, CYAN_JOB_LOAD));
      gtk_window_close (GTK_WINDOW (window));
      let_threads_end (cancellable);
    }
}

TESTS ()
{
  driver_init ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/window/bad-input/", cases[i].id, NULL);

      g_test_add_data_func (path, &cases[i], test_refused);
    }
}
