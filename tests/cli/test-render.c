/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan render`: pictures are valid, reproducible, and either complete or absent. */
#include "cli-fixture.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>

static char *
demo (const char *side)
{
  g_autofree char *name = g_strconcat ("data/demo/", side, ".json.gz", NULL);

  return root_path (name);
}

/* Renders the demo to @out with one or two more arguments. */
static void
render (const char *out, const char *first, const char *second)
{
  g_autofree char *before = demo ("before");
  g_autofree char *after = demo ("after");
  g_autoptr (Run) run = cyan ("render", before, after, "-o", out, first, second, NULL);

  assert_fine (run);
  g_assert_cmpstr (run->out, ==, "");
}

static guint32
big_endian (const char *bytes)
{
  guint32 number;

  memcpy (&number, bytes, sizeof number);
  return GUINT32_FROM_BE (number);
}

static void
assert_same_bytes (const char *a, const char *b)
{
  gsize n_a, n_b;
  g_autofree char *bytes_a = read_file (a, &n_a);
  g_autofree char *bytes_b = read_file (b, &n_b);

  g_assert_cmpmem (bytes_a, n_a, bytes_b, n_b);
}

static void
assert_different_bytes (const char *a, const char *b)
{
  gsize n_a, n_b;
  g_autofree char *bytes_a = read_file (a, &n_a);
  g_autofree char *bytes_b = read_file (b, &n_b);

  g_assert_false (n_a == n_b && memcmp (bytes_a, bytes_b, n_a) == 0);
}

/* The width in the header of a PNG. */
static guint32
width_of (const char *path)
{
  g_autofree char *png = read_file (path, NULL);

  return big_endian (png + 16);
}

TEST ("/render/png-size")
{
  render ("one.png", "--png-size=1", NULL);
  render ("two.png", NULL, NULL);
  render ("four.PNG", "--png-size", "4");
  render ("wide.png", "--png-size=1920px", "--view=icicle");
  g_assert_cmpuint (width_of ("two.png"), ==, 2 * width_of ("one.png"));
  g_assert_cmpuint (width_of ("four.PNG"), ==, 4 * width_of ("one.png"));
  g_assert_cmpuint (width_of ("wide.png"), ==, 1920);
}

/* Filters hide boxes of both views; what is in both pictures has its tooltip in both. */
TEST ("/render/only")
{
  static const char *const views[] = { "--view=blueprint", "--view=icicle" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *all = NULL;
      g_autofree char *some = NULL;

      render ("all.svg", views[i], NULL);
      render ("some.svg", views[i], "--only=added-or-removed,share:0.1%");
      all = read_file ("all.svg", NULL);
      some = read_file ("some.svg", NULL);
      g_assert_nonnull (strstr (all, ">find_entry"));
      g_assert_nonnull (strstr (some, ">index_line"));
      g_assert_null (strstr (some, ">flush_rows"));
      g_assert_nonnull (strstr (some, "leads to what the filter shows"));
      g_assert_null (strstr (all, "leads to what the filter shows"));
    }
}

/* Checks that every chunk is complete, the size is plausible and the end is there. */
TEST ("/render/png")
{
  gsize length, at = 8;
  g_autofree char *png = NULL;

  render ("demo.png", NULL, NULL);
  render ("again.png", NULL, NULL);
  assert_same_bytes ("demo.png", "again.png");
  png = read_file ("demo.png", &length);
  g_assert_cmpmem (png, 8, "\x89PNG\r\n\x1a\n", 8);
  g_assert_cmpmem (png + 12, 4, "IHDR", 4);
  g_assert_cmpuint (big_endian (png + 16), >, 200);
  g_assert_cmpuint (big_endian (png + 16), <, 5000);
  g_assert_cmpuint (big_endian (png + 20), >, 200);
  g_assert_cmpuint (big_endian (png + 20), <, 5000);
  while (memcmp (png + at + 4, "IEND", 4) != 0)
    {
      at += 12 + big_endian (png + at);
      g_assert_cmpuint (at + 12, <=, length);
    }
  g_assert_cmpuint (at + 12, ==, length);
}

static void
assert_well_formed (const char *svg)
{
  g_autoptr (Run) run = run_program ("xmllint", "--noout", "--nonet", svg, NULL);

  assert_fine (run);
}

TEST ("/render/svg")
{
  static const char *const names[] = { "run_phase", "find_entry", "index_word" };
  g_autofree char *svg = NULL;

  render ("demo.svg", NULL, NULL);
  render ("again.svg", NULL, NULL);
  assert_same_bytes ("demo.svg", "again.svg");
  assert_well_formed ("demo.svg");
  svg = read_file ("demo.svg", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_nonnull (strstr (svg, names[i]));
  g_assert_nonnull (strstr (svg, "6.15 ms to 10.6 ms, +73.0 %"));
}

TEST ("/render/pdf")
{
  g_autoptr (Run) text = NULL;

  render ("demo.pdf", NULL, NULL);
  render ("again.pdf", NULL, NULL);
  assert_same_bytes ("demo.pdf", "again.pdf");
  text = run_program ("pdftotext", "demo.pdf", "-", NULL);
  assert_fine (text);
  g_assert_nonnull (strstr (text->out, "find_entry"));
  g_assert_nonnull (strstr (text->out, "run_phase"));
}

/* How many of the demo's functions are drawn. */
static guint
count_names (const char *svg)
{
  static const char *const names[] = {
    "main",        "load_log",    "read_file",  "split_lines", "run_phase",
    "index_log",   "index_line",  "next_word",  "index_word",  "fold_word",
    "find_entry",  "hash_word",   "add_entry",  "sort_index",  "print_report",
    "print_title", "print_entry", "flush_rows", "print_hours", "close_session"
  };
  g_autofree char *text = read_file (svg, NULL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *element = g_strconcat (">", names[i], "<", NULL);

      n += strstr (text, element) != NULL;
    }
  return n;
}

/* depth:N shows N levels below the root. */
TEST ("/render/openings")
{
  guint hot_path, all;

  render ("hot-path.svg", NULL, NULL);
  render ("named.svg", "--open", "hot-path");
  assert_same_bytes ("hot-path.svg", "named.svg");
  hot_path = count_names ("hot-path.svg");
  g_assert_cmpuint (hot_path, >=, 6);
  g_assert_cmpuint (hot_path, <, 20);

  render ("all.svg", "--open", "all");
  assert_well_formed ("all.svg");
  all = count_names ("all.svg");
  g_assert_cmpuint (all, ==, 20);

  render ("depth-1.svg", "--open", "depth:1");
  render ("depth-2.svg", "--open", "depth:2");
  render ("depth-9.svg", "--open", "depth:9");
  g_assert_cmpuint (count_names ("depth-1.svg"), <, count_names ("depth-2.svg"));
  g_assert_cmpuint (count_names ("depth-2.svg"), <, 20);
  assert_same_bytes ("depth-9.svg", "all.svg");

  render ("top-1.svg", "--open", "top:1");
  render ("top-10.svg", "--open", "top:10");
  g_assert_cmpuint (count_names ("top-1.svg"), <, count_names ("top-10.svg"));
}

TEST ("/render/looks")
{
  render ("plain.svg", NULL, NULL);
  render ("dark.svg", "--dark", NULL);
  render ("safe.svg", "--palette", "safe");
  render ("classic.svg", "--palette", "classic");
  render ("absolute.svg", "--absolute", NULL);
  render ("share.svg", "--basis", "share");
  render ("large.svg", "--px-per-height", "900");
  assert_same_bytes ("plain.svg", "classic.svg");
  assert_different_bytes ("plain.svg", "dark.svg");
  assert_different_bytes ("plain.svg", "safe.svg");
  assert_same_bytes ("plain.svg", "absolute.svg");
  assert_different_bytes ("plain.svg", "share.svg");
  assert_different_bytes ("plain.svg", "large.svg");
  assert_well_formed ("dark.svg");
  assert_well_formed ("absolute.svg");
}

/* A side ("width" or "height") of the box of @name, in pixels. */
static double
side_of_box (const char *svg, const char *name, const char *side)
{
  g_autofree char *text = read_file (svg, NULL);
  g_autofree char *title = g_strdup_printf ("<title>%s\n", name);
  g_autofree char *attribute = g_strdup_printf (" %s=\"", side);
  const char *at = strstr (text, title);

  g_assert_nonnull (at);
  at = strstr (at, "</title><rect ");
  g_assert_nonnull (at);
  at = strstr (at, attribute);
  g_assert_nonnull (at);
  return g_ascii_strtod (at + strlen (attribute), NULL);
}

/* Of 50, 60 and 100 samples, "work" has 80, 83.3 and 90 %. */
static void
write_series (void)
{
  write_file ("v1.folded", "main 10\nmain;work 40\n", -1);
  write_file ("v2.folded", "main 10\nmain;work 50\n", -1);
  write_file ("v3.folded", "main 10\nmain;work 90\n", -1);
}

static void
render_series (const char *option)
{
  g_autoptr (Run) small = cyan ("render", "v1.folded", "v2.folded", "-o", "small.svg", "--open=all",
                                "--width=size", option, NULL);
  g_autoptr (Run) large = cyan ("render", "v1.folded", "v3.folded", "-o", "large.svg", "--open=all",
                                "--width=size", option, NULL);

  assert_fine (small);
  assert_fine (large);
}

/* By itself each picture has its own scale; a series has one. */
TEST ("/render/scale")
{
  write_series ();
  render_series (NULL);
  g_assert_cmpfloat (side_of_box ("small.svg", "work", "height"), ==, 67);
  g_assert_cmpfloat (side_of_box ("large.svg", "work", "height"), ==, 100);
  render_series ("--scale=5%");
  g_assert_cmpfloat (side_of_box ("small.svg", "work", "height"), ==, 67);
  g_assert_cmpfloat (side_of_box ("large.svg", "work", "height"), ==, 200);
  render_series ("--scale=0.5:20");
  g_assert_cmpfloat (side_of_box ("small.svg", "work", "height"), ==, 7);
  g_assert_cmpfloat (side_of_box ("large.svg", "work", "height"), ==, 20);
  g_assert_cmpfloat (side_of_box ("small.svg", "work", "width"), ==, 181);
  g_assert_cmpfloat (side_of_box ("large.svg", "work", "width"), ==, 182);
  render_series ("--px-per-height=300");
  g_assert_cmpfloat (side_of_box ("large.svg", "work", "height"), ==, 30);
}

/* Runs whose totals no scale can divide have a picture, too. */
TEST ("/render/extreme-totals")
{
  static const char *const totals[] = { "0", "5e-324", "1e-320", "1.7e308" };

  write_file ("usual.cct", "cct 1\nmetric\ttime\tms\nfunction\tmain\t\t\t\n0\t1\t1\t1000\nend\t1\n",
              -1);
  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "cct 1\nmetric\ttime\tms\nfunction\tmain\t\t\t\n0\t1\t1\t%s\nend\t1\n", totals[i]);
      g_autoptr (Run) run = NULL;

      write_file ("extreme.cct", text, -1);
      run = cyan ("render", "extreme.cct", "usual.cct", "--absolute", "-o", "extreme.svg", NULL);
      g_assert_cmpint (run->status, ==, 0);
      run_free (g_steal_pointer (&run));
      run = cyan ("render", "extreme.cct", "extreme.cct", "--absolute", "-o", "extreme.svg", NULL);
      g_assert_cmpint (run->status, ==, 0);
    }
}

TEST ("/render/bad-looks")
{
  static const struct
  {
    const char *option, *other, *says;
  } cases[] = {
    { "--scale=", NULL, "--scale: \"\" is not a share of 0.001% to 100%*" },
    { "--scale=x", NULL, "--scale: \"x\" is not a share*" },
    { "--scale=5", NULL, "--scale: \"5\" is not a share*" },
    { "--scale=-5%", NULL, "--scale: \"-5%\" is not a share*" },
    { "--scale=0", NULL, "--scale: \"0\" is not a share*" },
    { "--scale=nan", NULL, "--scale: \"nan\" is not a share*" },
    { "--scale=101%", NULL, "--scale: \"101%\" is not a share*" },
    { "--scale=5%:", NULL, "--scale: \"5%:\" is not a share*" },
    { "--scale=5%:0", NULL, "--scale: \"5%:0\" is not a share*" },
    { "--scale=5%:9:9", NULL, "--scale: \"5%:9:9\" is not a share*" },
    { "--scale=5%", "--px-per-height=9", "--scale: sets what *" },
    { "--scale=5%:9", "--px-per-width=9", "--scale: sets what *" },
    { "--px-per-height=-1", NULL, "--px-per-height: \"-1\" is not a number from 0 to 100000" },
    { "--width=", NULL, "--width: no width \"\"; calls, size or self" },
    { "--box-limit=1", "--open=all", "the picture would have * boxes, more than 1; show less *" },
    { "--box-limit=-2", NULL, "--box-limit: \"-2\" is not a number from 0 to *" },
    { "--box-limit=9", "--view=icicle", "--box-limit goes with --view blueprint" },
    { "--png-size=2", NULL, "--png-size goes with a FILE that ends with .png" },
    { "--only=changed,moved", NULL, "--only: \"moved\" is none of changed, modified, *" },
    { "--only=share:0", NULL, "--only: \"share:0\" is none of*" },
    { "--only=module:no-such", NULL, "--only: nothing matches" },
    { "--png-size=2x", NULL, "--png-size: \"2x\" is neither a zoom of 0.1 to 100*" },
    { "--png-size=40000px", NULL, "--png-size: \"40000px\" is neither*" },
    { "--width=depth", NULL, "--width: no width \"depth\"; calls, size or self" },
  };

  write_series ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Run) run = cyan ("render", "v1.folded", "v2.folded", "-o", "bad.svg",
                                  cases[i].option, cases[i].other, NULL);

      assert_fails (run, cases[i].says);
      g_assert_false (file_exists ("bad.svg"));
    }
}

static void
assert_legend (const char *svg, const char *start)
{
  g_autofree char *text = read_file (svg, NULL);
  g_autofree char *row = g_strdup_printf (">%s \xc2\xb7 ", start);

  g_assert_nonnull (strstr (text, row));
}

TEST ("/render/widths")
{
  g_autoptr (Run) sampled = NULL;

  render ("default.svg", NULL, NULL);
  render ("calls.svg", "--width", "calls");
  render ("size.svg", "--width", "size");
  render ("self.svg", "--width", "self");
  assert_same_bytes ("default.svg", "calls.svg");
  assert_legend ("calls.svg", "width: change of calls");
  assert_legend ("size.svg", "width: the larger share");
  assert_legend ("self.svg", "width: change of own time");
  g_assert_cmpfloat (side_of_box ("size.svg", "main", "width"), >,
                     side_of_box ("size.svg", "find_entry", "width"));

  /* Where calls are unknown, widths that say nothing come only on demand. */
  write_series ();
  sampled = cyan ("render", "v1.folded", "v2.folded", "-o", "sampled.svg", NULL);
  assert_fine (sampled);
  assert_legend ("sampled.svg", "width: the larger share");
}

/* Ten calls of which none changed by itself. */
TEST ("/render/links")
{
  g_autoptr (GString) before = g_string_new ("main"), after = g_string_new ("main");

  for (guint i = 0; i < 10; i++)
    {
      g_string_append_printf (before, ";step%u", i);
      g_string_append_printf (after, ";step%u", i);
    }
  g_string_append (before, ";work 50\nmain 50\n");
  g_string_append (after, ";work 90\nmain 50\n");
  write_file ("before.folded", before->str, -1);
  write_file ("after.folded", after->str, -1);
  for (guint unfold = 0; unfold < 2; unfold++)
    {
      g_autoptr (Run) run = cyan ("render", "before.folded", "after.folded", "-o", "row.svg",
                                  unfold ? "--unfold" : NULL, NULL);
      g_autofree char *svg = NULL;

      assert_fine (run);
      assert_well_formed ("row.svg");
      svg = read_file ("row.svg", NULL);
      g_assert_cmpint (strstr (svg, ">10 calls<") != NULL, ==, !unfold);
      g_assert_cmpint (strstr (svg, ">step4<") != NULL, ==, unfold);
      g_assert_nonnull (strstr (svg, ">work<"));
    }
}

/* The icicle has its root on top or at the bottom, in every form of file. */
TEST ("/render/icicle")
{
  g_autoptr (Run) text = NULL;

  render ("icicle.svg", "--view", "icicle");
  render ("icicle-again.svg", "--view=icicle", NULL);
  assert_same_bytes ("icicle.svg", "icicle-again.svg");
  assert_well_formed ("icicle.svg");
  g_assert_cmpuint (count_names ("icicle.svg"), >=, 7);
  render ("flames.svg", "--view=icicle", "--flames");
  assert_different_bytes ("icicle.svg", "flames.svg");
  g_assert_cmpuint (count_names ("flames.svg"), ==, count_names ("icicle.svg"));
  render ("share-icicle.svg", "--view=icicle", "--basis=share");
  assert_different_bytes ("icicle.svg", "share-icicle.svg");
  render ("icicle.png", "--view=icicle", NULL);
  render ("icicle.pdf", "--view=icicle", NULL);
  text = run_program ("pdftotext", "icicle.pdf", "-", NULL);
  assert_fine (text);
  g_assert_nonnull (strstr (text->out, "run_phase"));
  g_assert_nonnull (strstr (text->out, "before above, after below"));
  render ("plain-again.svg", "--view=blueprint", NULL);
  render ("plain.svg", NULL, NULL);
  assert_same_bytes ("plain.svg", "plain-again.svg");
}

/* The ring chart, and the sizes that it shares with the icicle. */
TEST ("/render/rings")
{
  static const char *const sizes[] = { "--sizes=change", "--sizes=before", "--sizes=after",
                                       "--sizes=equal" };
  static const char *const views[] = { "--view=rings", "--view=icicle" };
  g_autoptr (Run) text = NULL;

  render ("rings.svg", "--view=rings", NULL);
  render ("rings-again.svg", "--view=rings", "--sizes=envelope");
  assert_same_bytes ("rings.svg", "rings-again.svg");
  assert_well_formed ("rings.svg");
  g_assert_cmpuint (count_names ("rings.svg"), >=, 3);
  for (guint view = 0; view < G_N_ELEMENTS (views); view++)
    {
      render ("sizes-last.svg", views[view], NULL);
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        {
          render ("sizes.svg", views[view], sizes[i]);
          assert_well_formed ("sizes.svg");
          assert_different_bytes ("sizes.svg", "sizes-last.svg");
          render ("sizes-last.svg", views[view], sizes[i]);
        }
    }
  render ("thick.svg", "--view=rings", "--thickness=equal");
  assert_different_bytes ("rings.svg", "thick.svg");
  render ("unfolded.svg", "--view=rings", "--unfold");
  assert_different_bytes ("rings.svg", "unfolded.svg");
  render ("some-rings.svg", "--view=rings", "--only=added-or-removed,share:0.1%");
  assert_different_bytes ("rings.svg", "some-rings.svg");
  {
    g_autofree char *alone = demo ("after");
    g_autoptr (Run) run = cyan ("render", alone, "-o", "one.svg", "--view=rings", NULL);

    assert_fine (run);
    assert_well_formed ("one.svg");
    g_assert_cmpuint (count_names ("one.svg"), >=, 3);
  }
  render ("rings.png", "--view=rings", "--png-size=700px");
  g_assert_cmpuint (width_of ("rings.png"), ==, 700);
  render ("rings.pdf", "--view=rings", NULL);
  text = run_program ("pdftotext", "rings.pdf", "-", NULL);
  assert_fine (text);
  g_assert_nonnull (strstr (text->out, "before inside, after outside"));
}

/* With sources, colours distinguish modified from unmodified functions: slower and modified is
 * orange in the second palette. */
TEST ("/render/sources")
{
  g_autofree char *before = demo ("before");
  g_autofree char *after = demo ("after");
  g_autofree char *before_source = root_path ("data/demo/before");
  g_autofree char *after_source = root_path ("data/demo/after");
  g_autofree char *with = NULL, *without = NULL;
  g_autoptr (Run) run =
      cyan ("render", before, after, "-o", "sources.svg", "--palette=safe", "--source-before",
            before_source, "--source-after", after_source, NULL);

  assert_fine (run);
  render ("plain.svg", "--palette", "safe");
  with = read_file ("sources.svg", NULL);
  without = read_file ("plain.svg", NULL);
  g_assert_nonnull (strstr (with, "#c64600"));
  g_assert_null (strstr (without, "#c64600"));
}

TEST ("/render/replaced")
{
  g_autofree char *svg = NULL;
  guint n_files;
  gsize length;

  render ("fresh.svg", NULL, NULL);
  {
    g_autofree char *zeros = g_malloc0 (1 << 20);

    write_file ("old.svg", zeros, 1 << 20);
  }
  n_files = count_files ();
  render ("old.svg", NULL, NULL);
  assert_same_bytes ("fresh.svg", "old.svg");
  g_assert_cmpuint (count_files (), ==, n_files);
  svg = read_file ("old.svg", &length);
  g_assert_cmpuint (strlen (svg), ==, length);
}

TEST ("/render/refused-outputs")
{
  static const struct
  {
    const char *out;
    const char *says;
  } cases[] = {
    { "x.jpg", "x.jpg: *expected .svg, .png or .pdf" },
    { "x", "x: *expected .svg, .png or .pdf" },
    { "folder", "folder: is a directory" },
    { "folder.png", "folder.png: is a directory" },
    { "nowhere/x.svg", "nowhere/x.svg: cannot be written: *No such file or directory" },
    { "good.folded/x.pdf", "good.folded/x.pdf: cannot be written: *Not a directory" },
  };

  write_good_profiles ();
  g_assert_cmpint (g_mkdir ("folder", 0777), ==, 0);
  g_assert_cmpint (g_mkdir ("folder.png", 0777), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n_files = count_files ();
      g_autoptr (Run) run =
          cyan ("render", "good.folded", "other.folded", "-o", cases[i].out, NULL);

      assert_fails (run, cases[i].says);
      g_assert_cmpuint (count_files (), ==, n_files);
    }
}

TESTS ()
{
  cli_test_init ();
}
