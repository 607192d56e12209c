/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folded stacks are read the same wherever the text is cut and however many threads read it. */
#include "cyan-folded.h"
#include "cyan-format.h"
#include "cyan-sync.h"

#include "compress-fixture.h"
#include "profile-text.h"
#include "tests.h"

#include <string.h>
#include <unistd.h>

static const guint thread_numbers[] = { 1, 2, 3, 8 };

/* All properties of a profile: tree, exact sums, functions, pool, warnings. */
static char *
describe (const CyanProfile *profile)
{
  GString *all = g_string_new (NULL);
  g_autofree char *tree = cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_SELF);

  g_string_append_printf (all, "%s\nperiod %a, %s\n", tree, profile->period,
                          profile->unordered ? "unordered" : "ordered");
  for (CyanNode i = 0; i < profile->n_nodes; i++)
    g_string_append_printf (all, "%a %a\n", profile->metrics[0].self[i],
                            profile->metrics[0].total[i]);
  for (guint i = 0; i < profile->n_functions; i++)
    g_string_append_printf (all, "%u ", profile->functions[i].name);
  for (guint i = 0; i < cyan_strings_count (profile->strings); i++)
    g_string_append_printf (all, "<%s>", cyan_strings_get (profile->strings, i));
  g_string_append_printf (all, "\n%u repaired\n", cyan_strings_n_repaired (profile->strings));
  for (guint i = 0; i < profile->warnings->len; i++)
    g_string_append_printf (all, "%s\n", (const char *) g_ptr_array_index (profile->warnings, i));
  return g_string_free (all, FALSE);
}

/* The description of what is read from @input_, which is freed, or the error. */
static char *
read_input (CyanInput *input_, const CyanFoldedOptions *options, guint max_nodes)
{
  g_autoptr (CyanInput) input = input_;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, max_nodes);
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  if (!cyan_folded_read (input, builder, options, &error))
    return g_strdup_printf ("error %d: %s", error->code, error->message);
  g_assert_no_error (error);
  profile = cyan_profile_builder_finish (builder);
  g_assert_true (cyan_profile_check (profile, &error));
  return describe (profile);
}

static char *
read_bytes (gconstpointer bytes, gsize length, guint n_threads, gsize chunk, guint max_nodes)
{
  const CyanFoldedOptions options = { .n_threads = n_threads, .chunk = chunk };
  g_autoptr (GError) error = NULL;
  CyanInput *input = cyan_input_new_for_memory ("t", bytes, length, NULL, &error);

  if (input == NULL)
    return g_strdup (error->message);
  return read_input (input, &options, max_nodes);
}

/* Checks that reading as one chunk, and in chunks of each of @sizes with any number of threads,
 * gives the same result.  Returns it; caller frees. */
static char *
assert_same_everywhere (
    gconstpointer bytes, gsize length, const gsize *sizes, guint n_sizes, guint max_nodes)
{
  char *expected = read_bytes (bytes, length, 1, length + 1, max_nodes);

  for (guint s = 0; s < n_sizes; s++)
    for (guint t = 0; t < G_N_ELEMENTS (thread_numbers); t++)
      {
        ASSERT_TEXT (read_bytes (bytes, length, thread_numbers[t], sizes[s], max_nodes), expected);
      }
  return expected;
}

/* Lines with few different names; some comments, blank lines and repetitions. */
static GString *
random_text (GRand *random, guint n_lines)
{
  static const char *const names[] = { "main",    "a",       "b",   "parse(int, char const*)",
                                       "x y",     "f 3",     "#no", "",
                                       "caf\xe9", "\xfe\xfe" };
  static const char *const counts[] = { "1", "3", "0.1", "0.3", "7.25", "1e-3", "-2", "12345678" };
  GString *text = g_string_new (NULL);
  gsize line = 0;

  for (guint i = 0; i < n_lines; i++)
    {
      gint kind = g_rand_int_range (random, 0, 20);

      if (kind == 0)
        g_string_append (text, "# main;a 1");
      else if (kind == 1)
        g_string_append (text, " \t");
      else if (kind < 5 && line < text->len)
        {
          g_autofree char *again = g_strndup (text->str + line, strcspn (text->str + line, "\r\n"));

          line = text->len;
          g_string_append (text, again);
        }
      else
        {
          line = text->len;
          for (gint depth = g_rand_int_range (random, 1, 7); depth > 0; depth--)
            g_string_append_printf (text, "%s%s",
                                    names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))],
                                    depth > 1 ? ";" : " ");
          g_string_append (text, counts[g_rand_int_range (random, 0, G_N_ELEMENTS (counts))]);
        }
      g_string_append (text, g_rand_boolean (random) ? "\n" : "\r\n");
    }
  if (g_rand_boolean (random))
    g_string_append (text, "main;last 4"); /* without a line break */
  return text;
}

TEST ("/folded-threads/random")
{
  static const gsize sizes[] = { 1, 17, 100, 1000, 5000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint round = 0; round < test_size (60, 3); round++)
    {
      GString *text = random_text (random, (guint) g_rand_int_range (random, 20, 400));
      g_autofree char *bytes = g_memdup2 (text->str, text->len);
      g_autofree char *got =
          assert_same_everywhere (bytes, text->len, sizes, G_N_ELEMENTS (sizes), 0);

      g_assert_nonnull (strstr (got, "main"));
      g_string_free (text, TRUE);
    }
}

/* The tree is correct, not just the same everywhere. */
TEST ("/folded-threads/tree")
{
  static const char text[] = "main;b 0.1\nmain;a;x 2\r\n\n# c\nmain;b 0.2\nmain;a 1\nidle 0.5\n";
  static const gsize sizes[] = { 1, 12, 30 };
  g_autofree char *got =
      assert_same_everywhere (text, strlen (text), sizes, G_N_ELEMENTS (sizes), 0);

  ASSERT_TEXT (g_strndup (got, strcspn (got, "\n")),
               "main:0(b:0.30000000000000004 a:1(x:2)) idle:0.5");
}

/* Chunks that end at every byte, and text cut at every byte. */
TEST ("/folded-threads/every-border")
{
  static const char text[] = "main;caf\xe9 1\r\nmain;caf\xe9;b 0.1\n\n#x\nmain;caf\xe9;b 0.2\n"
                             ";a 3\nmain 4\n;a; 5\nmain;caf\xe9;b 0.7\n";
  gsize sizes[sizeof text];

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    sizes[i] = i + 1;
  g_free (assert_same_everywhere (text, sizeof text - 1, sizes, G_N_ELEMENTS (sizes), 0));
  for (gsize length = 1; length < sizeof text; length++)
    {
      g_autofree char *bytes = g_memdup2 (text, length);

      g_free (assert_same_everywhere (bytes, length, sizes, 8, 0));
    }
}

/* The note about lines that were left out counts them all and names the first of them. */
TEST ("/folded-threads/bad-lines")
{
  static const gsize sizes[] = { 1, 7, 40, 300 };
  static const char text[] = "main;a 1\nmain;b 2\n\nmain;c\nmain;d 1\n7\nmain;e x\nmain;f 1\n";
  g_autofree char *got = assert_same_everywhere (text, sizeof text - 1, sizes, 4, 0);

  g_assert_nonnull (strstr (got, "3 lines were left out, the first of them line 4: "
                                 "expected a count after the stack, found \"main;c\""));
}

/* The error is about the first wrong line, whichever thread finds one first. */
TEST ("/folded-threads/first-error")
{
  static const char *const wrong[] = { "a;b\n", "7\n", "a;b 1e400\n", "a;b 1.7e308\n" };
  static const gsize sizes[] = { 1, 40, 300 };
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint round = 0; round < test_size (60, 3); round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint first = (guint) g_rand_int_range (random, 1, 120);
      g_autofree char *place = g_strdup_printf (" line %u: ", first);
      g_autofree char *got = NULL;

      for (guint line = 1; line < 150; line++)
        if (line == first || (line > first && g_rand_int_range (random, 0, 10) == 0))
          {
            /* The first is one that stops reading; others are only left out. */
            gint kind = g_rand_int_range (random, line == first ? 3 : 0, 5);

            if (kind == 4)
              g_string_append_len (text, "a;\0b 1\n", 7);
            else
              g_string_append (text, wrong[kind]);
            if (kind == 3 && line == first) /* two of them exceed the limit */
              g_string_insert (text, 0, "a 1.7e308\n");
          }
        else
          g_string_append_printf (text, "main;f%u;g 1\n", line % 7);
      if (g_str_has_prefix (text->str, "a 1.7e308\n"))
        {
          g_free (place);
          place = g_strdup_printf (" line %u: ", first + 1);
        }
      got = assert_same_everywhere (text->str, text->len, sizes, G_N_ELEMENTS (sizes), 0);
      g_assert_true (g_str_has_prefix (got, "error "));
      g_assert_nonnull (strstr (got, place));
    }
}

TEST ("/folded-threads/node-limit")
{
  static const gsize sizes[] = { 1, 20, 100, 1000 };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 50; i++)
    g_string_append_printf (text, "main;f%u;g 1\nmain 2\n", i);
  /* The root, main, and two nodes for each second line from the first. */
  for (guint limit = 2; limit < 102; limit++)
    {
      g_autofree char *got =
          assert_same_everywhere (text->str, text->len, sizes, G_N_ELEMENTS (sizes), limit);
      g_autofree char *expected =
          g_strdup_printf ("error %d: t: line %u: more than %u nodes", CYAN_ERROR_LIMIT,
                           (limit - 2) / 2 * 2 + 1, limit);

      g_assert_cmpstr (got, ==, expected);
    }
}

/* A line longer than many chunks, deep and wide, and one frame of that length. */
TEST ("/folded-threads/long-lines")
{
  static const gsize sizes[] = { 1, 1000, 100000 };
  g_autoptr (GString) text = g_string_new ("short 1\n");
  g_autofree char *got = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "frame%u;", i % 100);
  g_string_append (text, "leaf 5\nshort 2\n");
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (text, "xyz"[i % 3]);
  g_string_append (text, " 3\nshort 0.25\n");
  got = assert_same_everywhere (text->str, text->len, sizes, G_N_ELEMENTS (sizes), 0);
  g_assert_true (g_str_has_prefix (got, "short:3.25 frame0:0(frame1:0("));
}

/* Compressed, complete, cut and damaged: the error is about the file, or about an earlier line. */
TEST ("/folded-threads/compressed")
{
  static const gsize sizes[] = { 100, 65536, 1 << 20 };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  GString *text = random_text (random, 60000);
  g_autoptr (GByteArray) gzip = NULL;
  g_autofree char *plain = NULL;

  g_string_append (text, "\nmain 1\n");
  plain = read_bytes (text->str, text->len, 1, text->len + 1, 0);
  gzip = test_gzip (text->str, text->len);
  ASSERT_TEXT (assert_same_everywhere (gzip->data, gzip->len, sizes, G_N_ELEMENTS (sizes), 0),
               plain);

  for (guint cut = 1; cut < 4; cut++)
    {
      g_autofree char *got =
          assert_same_everywhere (gzip->data, gzip->len - gzip->len / 5 * cut, sizes, 2, 0);

      g_assert_true (g_str_has_suffix (got, "ends in the middle of the gzip data"));
    }
  gzip->data[gzip->len - 8] ^= 1;
  {
    g_autofree char *got = assert_same_everywhere (gzip->data, gzip->len, sizes, 2, 0);

    g_assert_nonnull (strstr (got, "incorrect data check"));
  }
  g_string_free (text, TRUE);
}

/* A wrong line is reported although the pipe stays open and silent. */
TEST ("/folded-threads/silent-pipe")
{
  static const char text[] = "main;a 1\nmain;b 2\nmain;\0 1\nmain;d 1\nmain;e 1\nmain;f 1\n";
  int old = dup (STDIN_FILENO);

  for (guint t = 0; t < G_N_ELEMENTS (thread_numbers); t++)
    {
      const CyanFoldedOptions options = { .n_threads = thread_numbers[t], .chunk = 9 };
      g_autofree char *got = NULL;
      int ends[2];

      g_assert_cmpint (pipe (ends), ==, 0);
      g_assert_cmpint (write (ends[1], text, sizeof text - 1), ==, sizeof text - 1);
      dup2 (ends[0], STDIN_FILENO);
      got = read_input (MUST (cyan_input_open ("-", NULL, &failure)), &options, 0);
      g_assert_cmpstr (
          got, ==,
          "error 2: standard input: line 3: a NUL byte, which no text has (is this UTF-16?)");
      close (ends[0]);
      close (ends[1]);
    }
  dup2 (old, STDIN_FILENO);
  close (old);
}

typedef struct
{
  CyanMutex mutex;
  guint n_calls;
  guint stop_at;
  gint64 stopped; /* time of that */
} Stop;

static gboolean
stop_tick (double fraction, const char *what, gpointer data)
{
  Stop *stop = data;
  gboolean go_on;

  /* Polls never overlap. */
  g_assert_true (cyan_mutex_try_lock (&stop->mutex));
  go_on = ++stop->n_calls < stop->stop_at;
  if (!go_on && stop->stopped == 0)
    stop->stopped = test_cpu_time ();
  cyan_mutex_unlock (&stop->mutex);
  return go_on;
}

/* Cancelled at any moment, it stops without leaving threads or results. */
TEST ("/folded-threads/cancel")
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_stopped = 0;

  for (guint i = 0; i < 60000; i++)
    g_string_append_printf (text, "main;f%u;g%u;h%u 1\n", i % 50, i % 400, i);
  for (guint t = 0; t < G_N_ELEMENTS (thread_numbers); t++)
    for (guint stop_at = 1; stop_at < 40; stop_at += 3)
      {
        const CyanFoldedOptions options = { .n_threads = thread_numbers[t], .chunk = 20000 };
        Stop stop = { .mutex = CYAN_MUTEX_INIT, .stop_at = stop_at };
        const CyanTick tick = CYAN_TICK_INIT (stop_tick, &stop);
        g_autoptr (GError) error = NULL;
        CyanInput *input = cyan_input_new_for_memory ("t", text->str, text->len, &tick, &error);

        if (input != NULL)
          {
            g_autofree char *got = read_input (input, &options, 0);

            g_assert_true (stop.stopped == 0 || g_str_has_prefix (got, "error 0: "));
          }
        else
          g_assert_error (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
        n_stopped += stop.stopped != 0;
        /* Far less than a complete read. */
        if (stop.stopped != 0)
          g_assert_cmpint (test_cpu_time () - stop.stopped, <, G_USEC_PER_SEC);
      }
  g_assert_cmpuint (n_stopped, >=, 16);
}

/* Through the public function: a file large enough to start threads. */
TEST ("/folded-threads/large-file")
{
  g_autoptr (GString) text = g_string_sized_new (26 * 1024 * 1024);
  const CyanFoldedOptions usual = CYAN_FOLDED_OPTIONS_INIT;
  g_autofree char *alone = NULL;
  g_autofree char *loaded = NULL;
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 0; text->len < usual.alone + usual.alone / 2; i++)
    {
      for (guint depth = 0; depth < 30 + i % 7; depth++)
        g_string_append_printf (text, "some::module::function%u;", (i >> depth / 4) % 90 + depth);
      g_string_append_printf (text, "leaf%u %u.%u\n", i % 11, i % 1000, i % 10);
    }
  alone = read_bytes (text->str, text->len, 1, 1 << 20, 0);
  profile = MUST (cyan_profile_load_memory ("t", text->str, text->len, NULL, NULL, &failure));
  loaded = describe (profile);
  g_assert_true (g_str_equal (loaded, alone));
}
