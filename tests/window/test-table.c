/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table: rows, order, modes, copying, and the selection that it shares with other views. */
#include "driver.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#include "cyan-table-private.h"

static const CyanOutline *
outline_of (CyanWindow *window)
{
  return cyan_table_model_outline (window->comparison->table->model);
}

static const CyanTableValues *
values_of (CyanWindow *window)
{
  return cyan_table_model_values (window->comparison->table->model);
}

/* The full name in the row at @position. */
static const char *
name_at (CyanWindow *window, guint position)
{
  return cyan_comparison_name (
      cyan_session_comparison (window->comparison->session),
      cyan_table_values_node (values_of (window),
                              cyan_outline_row (outline_of (window), position)->item));
}

/* "main .run_phase ..index_log", all rows. */
static char *
rows_text (CyanWindow *window)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < cyan_outline_n_rows (outline_of (window)); i++)
    {
      g_string_append (text, i > 0 ? " " : "");
      for (guint depth = 0; depth < cyan_outline_row (outline_of (window), i)->depth; depth++)
        g_string_append_c (text, '.');
      g_string_append (text, name_at (window, i));
    }
  return g_string_free (text, FALSE);
}

static gboolean
has_rows (CyanWindow *window, const char *expected)
{
  g_autofree char *text = values_of (window) != NULL ? rows_text (window) : NULL;

  return g_strcmp0 (text, expected) == 0;
}

#define wait_for_rows(window, expected) wait_until (has_rows (window, expected))

static guint
position_of (CyanWindow *window, const char *name)
{
  for (guint i = 0; i < cyan_outline_n_rows (outline_of (window)); i++)
    if (strcmp (name_at (window, i), name) == 0)
      return i;
  return CYAN_OUTLINE_NONE;
}

/* The mapped cell of a column in the row with that name. */
static GtkWidget *
cell_of (CyanWindow *window, const char *name, CyanColumn column)
{
  guint position = position_of (window, name);
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, window->comparison->table->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (cyan_table_cell_position (cell) == position && gtk_widget_get_mapped (cell)
        && cyan_table_cell_column (cell) == column)
      return cell;
  return NULL;
}

/* The demo in the table, with the path to where to start open. */
static CyanWindow *
open_table_as_it_was (void)
{
  CyanWindow *window = driver_boxes ();

  driver_key (window, "alt+3");
  wait_until (values_of (window) != NULL
              && position_of (window, "find_entry") != CYAN_OUTLINE_NONE);
  wait_until (gtk_selection_model_is_selected (
      GTK_SELECTION_MODEL (window->comparison->table->model), position_of (window, "find_entry")));
  wait_until (cell_of (window, "find_entry", CYAN_COLUMN_NAME) != NULL);
  driver_wait_drawn (window);
  return window;
}

/* The same, as if nobody had used it before. */
static CyanWindow *
open_table (void)
{
  g_settings_reset (driver_settings (), "table-columns");
  g_settings_reset (driver_settings (), "table-sort");
  return open_table_as_it_was ();
}

/* The heading of a column, or NULL. */
static GtkWidget *
heading_of (CyanWindow *window, const char *title)
{
  return driver_find (GTK_WIDGET (window->comparison->table),
                      g_type_from_name ("GtkColumnViewTitle"), title);
}

static void
press_heading (CyanWindow *window, const char *title)
{
  GtkWidget *heading = heading_of (window, title);

  g_assert_nonnull (heading);
  driver_press (heading);
}

static gboolean
is_selected (CyanWindow *window, const char *name)
{
  guint position = position_of (window, name);

  return position != CYAN_OUTLINE_NONE
         && gtk_selection_model_is_selected (GTK_SELECTION_MODEL (window->comparison->table->model),
                                             position);
}

/* In the middle of the cell of the name. */
static void
click_row (CyanWindow *window, const char *name)
{
  GtkWidget *cell = NULL;

  wait_until ((cell = cell_of (window, name, CYAN_COLUMN_NAME)) != NULL);
  driver_wait_drawn (window);
  driver_click (cell, gtk_widget_get_width (cell) / 2.0, gtk_widget_get_height (cell) / 2.0, 1);
}

/* On the arrow of a row at @depth. */
static void
click_arrow (CyanWindow *window, const char *name, guint depth)
{
  GtkWidget *cell = cell_of (window, name, CYAN_COLUMN_NAME);

  g_assert_nonnull (cell);
  driver_click (cell, depth * 14 + 9, gtk_widget_get_height (cell) / 2.0, 1);
}

#define AT_START                                                                                   \
  "main .run_phase ..index_log ...index_line ....index_word .....find_entry .....fold_word "       \
  "....next_word ..print_report ..sort_index .load_log .close_session"

#define BY_NAME                                                                                    \
  "main .close_session .load_log .run_phase ..index_log ...index_line ....index_word "             \
  ".....find_entry .....fold_word ....next_word ..print_report ..sort_index"

/* A click on a heading sorts siblings, the second one the other way round. */
WINDOW_TEST ("/window/table/sort", open_table ())
{
  /* What got slower most is first without a click. */
  wait_for_rows (window, AT_START);
  press_heading (window, "Change");
  wait_for_rows (window, "main .close_session .load_log .run_phase ..sort_index ..print_report "
                         "..index_log ...index_line ....next_word ....index_word .....fold_word "
                         ".....find_entry");
  press_heading (window, "Function");
  wait_for_rows (window, BY_NAME);
  wait_until (is_selected (window, "find_entry"));
}

WINDOW_TEST ("/window/table/open-and-close", open_table ())
{
  guint n_nodes = cyan_session_comparison (window->comparison->session)->compared.n_nodes;

  wait_for_rows (window, AT_START);
  click_arrow (window, "print_report", 2);
  wait_until (position_of (window, "flush_rows") != CYAN_OUTLINE_NONE);
  g_assert_cmpstr (driver_selected (window), ==, "find_entry");
  driver_wait_drawn (window);
  click_arrow (window, "print_report", 2);
  wait_for_rows (window, AT_START);

  click_row (window, "index_log");
  driver_key (window, "Left");
  wait_for_rows (window, "main .run_phase ..index_log ..print_report ..sort_index .load_log "
                         ".close_session");
  /* From a closed row to its parent, from an open one to its first child. */
  driver_key (window, "Left");
  g_assert_cmpstr (driver_selected (window), ==, "run_phase");
  driver_key (window, "Right");
  g_assert_cmpstr (driver_selected (window), ==, "index_log");
  driver_key (window, "plus");
  wait_until (position_of (window, "index_line") != CYAN_OUTLINE_NONE);
  driver_key (window, "minus");
  g_assert_cmpuint (position_of (window, "index_line"), ==, CYAN_OUTLINE_NONE);
  driver_key (window, "Left");
  driver_key (window, "Left");
  wait_for_rows (window, "main .run_phase .load_log .close_session");
  driver_key (window, "Left");
  g_assert_cmpstr (driver_selected (window), ==, "main");
  driver_key (window, "asterisk");
  wait_until (cyan_outline_n_rows (outline_of (window)) == n_nodes - 1);
}

/* What one selects here is selected everywhere, and the other way round. */
WINDOW_TEST ("/window/table/selection", open_table ())
{
  click_row (window, "sort_index");
  g_assert_cmpstr (driver_selected (window), ==, "sort_index");
  wait_until (driver_shows (GTK_WIDGET (window->comparison->details), "sort_index"));
  driver_key (window, "Down");
  g_assert_cmpstr (driver_selected (window), ==, "load_log");
  driver_key (window, "Up");
  driver_key (window, "alt+1");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->canvas)));
  g_assert_true (driver_is_shown (window, "sort_index"));
  driver_key (window, "Up");
  g_assert_cmpstr (driver_selected (window), ==, "run_phase");
  driver_key (window, "alt+3");
  wait_until (is_selected (window, "run_phase"));
  /* What is hidden is opened. */
  g_assert_cmpuint (position_of (window, "flush_rows"), ==, CYAN_OUTLINE_NONE);
  cyan_session_jump (window->comparison->session, driver_node (window, "flush_rows"));
  wait_until (is_selected (window, "flush_rows"));
  driver_key (window, "alt+Left");
  wait_until (is_selected (window, "run_phase"));
}

/* ---- copying ---- */

static void
on_text (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static char *
copied (CyanWindow *window)
{
  char *text = NULL;

  driver_key (window, "ctrl+c");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, on_text,
                                 &text);
  wait_until (text != NULL);
  return text;
}

WINDOW_TEST ("/window/table/copy", open_table ())
{
  const CyanComparison *comparison = cyan_session_comparison (window->comparison->session);
  g_autofree char *one = NULL, *two = NULL;
  g_auto (GStrv) lines = NULL, more_lines = NULL, values = NULL;
  CyanSide side[2];

  click_row (window, "find_entry");
  one = copied (window);
  lines = g_strsplit (one, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_cmpstr (lines[0], ==,
                   "depth\tname\tchange\tstatus\tsource\tbefore_share\tafter_share\t"
                   "total_difference\tafter_calls");
  values = g_strsplit (lines[1], "\t", -1);
  g_assert_cmpuint (g_strv_length (values), ==, 9);
  cyan_comparison_sides (comparison, driver_node (window, "find_entry"), &side[0], &side[1]);
  g_assert_cmpstr (values[0], ==, "5");
  g_assert_cmpstr (values[1], ==, "find_entry");
  g_assert_cmpstr (values[3], ==, "slower");
  g_assert_cmpstr (values[4], ==, "modified");
  g_assert_cmpfloat (g_ascii_strtod (values[6], NULL), ==, side[1].share);
  g_assert_cmpfloat (g_ascii_strtod (values[2], NULL), ==,
                     (side[1].total - side[0].total) / comparison->compared.side[0].total);
  g_assert_cmpfloat (g_ascii_strtod (values[7], NULL), ==, side[1].total - side[0].total);
  g_assert_cmpuint (g_ascii_strtoull (values[8], NULL, 10), ==, side[1].calls);

  driver_key (window, "shift+Down");
  two = copied (window);
  more_lines = g_strsplit (two, "\n", -1);
  g_assert_cmpuint (g_strv_length (more_lines), ==, 4);
  g_assert_cmpstr (more_lines[1], ==, lines[1]);
  g_assert_true (g_str_has_prefix (more_lines[2], "5\tfold_word\t"));
}

/* ---- flat ---- */

WINDOW_TEST ("/window/table/functions", open_table ())
{
  const CyanComparison *comparison = cyan_session_comparison (window->comparison->session);
  double own = 0, sum = 0;

  driver_key (window, "f");
  wait_until (values_of (window)->mode == CYAN_TABLE_FUNCTIONS);
  g_assert_cmpuint (cyan_outline_n_rows (outline_of (window)), >, 10);
  /* New as it is, all that it costs is a change. */
  g_assert_cmpstr (name_at (window, 0), ==, "run_phase");
  g_assert_cmpstr (name_at (window, 1), ==, "index_log");
  for (guint i = 0; i < cyan_outline_n_rows (outline_of (window)); i++)
    {
      double self = cyan_table_values_key (values_of (window),
                                           cyan_outline_row (outline_of (window), i)->item,
                                           CYAN_COLUMN_SELF_AFTER);

      sum += isnan (self) ? 0 : self;
    }
  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    {
      CyanSide before, after;

      cyan_comparison_sides (comparison, node, &before, &after);
      own += after.self;
    }
  g_assert_cmpfloat_with_epsilon (sum, own, own * 1e-9);
  g_assert_cmpfloat_with_epsilon (sum, comparison->compared.side[1].total, own * 1e-9);
  driver_wait_drawn (window);
  click_row (window, "run_phase");
  g_assert_cmpstr (driver_selected (window), ==, "run_phase");
  driver_key (window, "t");
  wait_until (values_of (window)->mode == CYAN_TABLE_TREE);
}

/* Level by level up to the top; what is selected there is selected everywhere. */
WINDOW_TEST ("/window/table/callers", open_table ())
{
  driver_press (window->comparison->table->callers_button);
  wait_for_rows (window, "find_entry .index_word");
  g_assert_true (driver_shows (GTK_WIDGET (window->comparison->table), "Callers of find_entry"));
  driver_wait_drawn (window);
  click_row (window, "index_word");
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
  driver_key (window, "Right");
  driver_key (window, "Right");
  driver_key (window, "Right");
  wait_for_rows (window, "find_entry .index_word ..index_line ...index_log");
  /* Pressed again, it is about the function that is selected by now. */
  driver_press (window->comparison->table->callers_button);
  wait_until (g_str_equal (name_at (window, 0), "index_line"));
}

static gboolean
says (CyanWindow *window, const char *text)
{
  return driver_shows (GTK_WIDGET (window->comparison->table), text);
}

/* From the menu of a box: who calls it more often is said, with the columns that tell. */
TEST ("/window/table/more-calls")
{
  CyanWindow *window;

  g_settings_reset (driver_settings (), "table-columns");
  g_settings_reset (driver_settings (), "table-sort");
  window = driver_boxes ();
  driver_send_key ("Menu");
  wait_until (driver_menu_item (window, "Show Callers") != NULL);
  driver_send_key ("e");
  wait_until (values_of (window) != NULL && values_of (window)->mode == CYAN_TABLE_CALLERS);
  wait_for_rows (window, "find_entry .index_word");
  g_assert_true (says (window, "find_entry is called 5508 times instead of 4837: 671 more, all by "
                               "index_word"));
  wait_until (cell_of (window, "index_word", CYAN_COLUMN_CALLS_BEFORE) != NULL);
  g_assert_nonnull (cell_of (window, "index_word", CYAN_COLUMN_CALLS_AFTER));
  g_assert_nonnull (cell_of (window, "index_word", CYAN_COLUMN_DIFFERENCE));
  g_assert_null (cell_of (window, "index_word", CYAN_COLUMN_SHARE_BEFORE));
  /* Other tables are as they were. */
  driver_key (window, "t");
  wait_for_rows (window, AT_START);
  g_assert_false (says (window, "times instead of"));
  wait_until (cell_of (window, "main", CYAN_COLUMN_SHARE_BEFORE) != NULL);
  g_assert_null (cell_of (window, "main", CYAN_COLUMN_CALLS_BEFORE));
  click_row (window, "main");
  driver_key (window, "c");
  wait_for_rows (window, "main");
  g_assert_true (says (window, "main has no callers"));
  driver_close (window);
}

/* Those who cause most are first; calls are not known, and there are no columns of them. */
TEST ("/window/table/unknown-calls")
{
  g_autofree char *before =
      driver_write ("callers-a.folded", "main;a;find 100\nmain;b;find 100\nmain;c;find 100\n", -1);
  g_autofree char *after =
      driver_write ("callers-b.folded", "main;a;find 101\nmain;b;find 90\nmain;c;find 400\n", -1);
  CyanWindow *window = driver_window ();

  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  cyan_session_select (window->comparison->session, driver_node (window, "find"));
  driver_key (window, "ctrl+j");
  wait_for_rows (window, "find .c .a .b");
  g_assert_true (says (window, "How often find is called is not known"));
  wait_until (cell_of (window, "a", CYAN_COLUMN_DIFFERENCE) != NULL);
  g_assert_null (cell_of (window, "a", CYAN_COLUMN_CALLS_AFTER));
  driver_close (window);
}

/* Whether a line in the colour of what was found goes around the name in a row. */
static gboolean
is_marked (CyanWindow *window, const char *name)
{
  CyanTheme theme = { .dark = FALSE };
  CyanColor match = cyan_theme_match (&theme);
  guint32 wanted = (guint32) (match.red * 255 + 0.5) << 16
                   | (guint32) (match.green * 255 + 0.5) << 8 | (guint32) (match.blue * 255 + 0.5);
  GtkWidget *cell;

  driver_wait_drawn (window);
  cell = cell_of (window, name, CYAN_COLUMN_NAME);
  for (int x = 0; cell != NULL && x < gtk_widget_get_width (cell); x++)
    if (driver_pixel (cell, x, gtk_widget_get_height (cell) / 2) == wanted)
      return TRUE;
  return FALSE;
}

/* What the search finds has a ring, and Return and arrows go from row to row. */
WINDOW_TEST ("/window/table/search", open_table ())
{
  driver_key (window, "ctrl+f");
  driver_type (window, "index_");
  wait_until (is_selected (window, "index_log"));
  wait_until (is_marked (window, "index_log"));
  g_assert_false (is_marked (window, "find_entry"));
  driver_key (window, "Return");
  wait_until (is_selected (window, "index_line"));
  wait_until (is_marked (window, "index_line"));
  driver_key (window, "Down");
  wait_until (is_selected (window, "index_word"));
  driver_key (window, "Up");
  wait_until (is_selected (window, "index_line"));
  driver_key (window, "Escape");
  wait_until (!is_marked (window, "index_line"));
  /* The keys are those of the table again. */
  driver_key (window, "Home");
  wait_until (is_selected (window, "main"));
}

/* In the menu of columns. */
static void
hide_column (CyanWindow *window, const char *title)
{
  GtkWidget *table = GTK_WIDGET (window->comparison->table);
  GtkWidget *item = NULL;

  driver_press (GTK_WIDGET (window->comparison->table->columns_button));
  wait_until ((item = driver_find (table, g_type_from_name ("GtkModelButton"), title)) != NULL);
  driver_wait_drawn (window);
  driver_press (item);
  wait_until (heading_of (window, title) == NULL);
}

/* ---- the window around it ---- */

WINDOW_TEST ("/window/table/columns", open_table ())
{
  g_assert_nonnull (heading_of (window, "Status"));
  g_assert_null (heading_of (window, "Self after"));
  /* Noise is not known. */
  g_assert_null (heading_of (window, "q"));
  hide_column (window, "Status");
}

/* Another window has the table as the last one left it. */
TEST ("/window/table/remembered")
{
  CyanWindow *window = open_table ();
  GtkColumnViewColumn *change = window->comparison->table->column[CYAN_COLUMN_CHANGE].shown;
  int width = gtk_widget_get_width (heading_of (window, "Change"));

  hide_column (window, "Status");
  /* What GTK does when one drags the edge of a heading, and the heading itself. */
  gtk_column_view_column_set_fixed_width (change, width + 60);
  gtk_column_view_insert_column (window->comparison->table->columns, 1, change);
  driver_wait_drawn (window);
  press_heading (window, "Function");
  wait_for_rows (window, BY_NAME);
  driver_close (window);

  window = open_table_as_it_was ();
  wait_for_rows (window, BY_NAME);
  g_assert_null (heading_of (window, "Status"));
  g_assert_cmpint (gtk_widget_get_width (heading_of (window, "Change")), >, width + 30);
  g_assert_cmpuint (cyan_table_view_column_at (window->comparison->table, 0), ==, CYAN_COLUMN_NAME);
  g_assert_cmpuint (cyan_table_view_column_at (window->comparison->table, 1), ==,
                    CYAN_COLUMN_CHANGE);
  driver_close (window);
}

/* The button in the header says which view is shown, and leads to the others. */
WINDOW_TEST ("/window/table/switcher", driver_boxes ())
{
  GtkMenuButton *button = window->comparison->view_button;

  g_assert_cmpstr (gtk_menu_button_get_label (button), ==, "Blueprint");
  driver_choose_view (window, "Table");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->table)));
  g_assert_cmpstr (gtk_menu_button_get_label (button), ==, "Table");
  driver_key (window, "alt+1");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->canvas)));
  g_assert_cmpstr (gtk_menu_button_get_label (button), ==, "Blueprint");
}

/* The picture is fitted while the stack of views allocates; GTK warns where that leaves something
 * without an allocation. */
TEST ("/window/table/resize")
{
  static const char *const views[] = { "alt+3", "alt+2", "alt+3" };
  CyanWindow *window = driver_boxes ();

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      int old_width = gtk_widget_get_width (GTK_WIDGET (window));
      int width = gtk_widget_get_width (GTK_WIDGET (window->comparison->canvas));

      driver_key (window, views[i]);
      driver_wait_drawn (window);
      if (old_width > 1150)
        gtk_window_set_default_size (GTK_WINDOW (window), 1000, 700);
      else
        gtk_window_set_default_size (GTK_WINDOW (window), 1300, 850);
      wait_until (gtk_widget_get_width (GTK_WIDGET (window)) != old_width);
      driver_wait_drawn (window);
      driver_key (window, "alt+1");
      driver_wait_drawn (window);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window->comparison->canvas)), !=, width);
    }
  driver_close (window);
}

/* The change is one of shares in points, or in percent of the run before. */
WINDOW_TEST ("/window/table/basis", open_table ())
{
  CyanNode node = driver_node (window, "find_entry");
  g_autofree char *share = NULL, *value = NULL, *difference = NULL;

  driver_choose_view (window, "Share");
  wait_until (values_of (window)->basis == CYAN_BASIS_SHARE);
  share = cyan_table_values_text (values_of (window), window->comparison->session, node,
                                  CYAN_COLUMN_CHANGE);
  g_assert_cmpstr (share, ==, "+41.4 pp");
  driver_choose_view (window, "Absolute");
  wait_until (values_of (window)->basis == CYAN_BASIS_ABSOLUTE);
  value = cyan_table_values_text (values_of (window), window->comparison->session, node,
                                  CYAN_COLUMN_CHANGE);
  difference = cyan_table_values_text (values_of (window), window->comparison->session, node,
                                       CYAN_COLUMN_DIFFERENCE);
  g_assert_cmpstr (value, ==, "+85.6 %");
  g_assert_cmpstr (difference, ==, "+5.27 ms");
}

/* A caller is gone, what it called is not: each view says how much that changed, not that all of
 * the caller's share is gone. */
TEST ("/window/table/gone-caller")
{
  static const char *const changes[] = { "+1.0 pp", "+1 k" };
  g_autofree char *before =
      driver_write ("gone-a.folded", "main;step;work 90000\nmain;rest 10000\n", -1);
  g_autofree char *after = driver_write ("gone-b.folded", "main;work 91000\nmain;rest 9000\n", -1);
  CyanWindow *window = driver_window ();
  g_autofree char *drawn = NULL;
  CyanNode step;

  g_settings_reset (driver_settings (), "table-columns");
  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  step = driver_node (window, "step");
  drawn = cyan_comparison_height_text (cyan_session_comparison (window->comparison->session), step,
                                       CYAN_BASIS_SHARE);
  g_assert_cmpstr (drawn, ==, changes[0]);
  cyan_session_select (window->comparison->session, step);
  driver_key (window, "alt+3");
  wait_until (values_of (window) != NULL && cell_of (window, "step", CYAN_COLUMN_CHANGE) != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *text =
          cyan_table_values_text (values_of (window), window->comparison->session, step,
                                  i == 0 ? CYAN_COLUMN_CHANGE : CYAN_COLUMN_DIFFERENCE);

      g_assert_cmpstr (text, ==, changes[i]);
    }
  g_assert_true (driver_shows (GTK_WIDGET (window->comparison->details), changes[0]));
  g_assert_false (driver_shows (GTK_WIDGET (window->comparison->details), "\u221290"));
  driver_close (window);
}
