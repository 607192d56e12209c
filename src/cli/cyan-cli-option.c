/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-cli-option.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cyan-cli.h"
#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-output.h"

/* ---- values ---- */

gboolean
cyan_cli_flag (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  *(gboolean *) to = TRUE;
  return TRUE;
}

gboolean
cyan_cli_text (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  *(const char **) to = g_intern_string (text);
  return TRUE;
}

gboolean
cyan_cli_path (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  return cyan_cli_text (option, text, to, error);
}

gboolean
cyan_cli_own_text (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  char **owned = to;

  g_free (*owned);
  *owned = g_strdup (text);
  return TRUE;
}

gboolean
cyan_cli_own_path (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  return cyan_cli_own_text (option, text, to, error);
}

gboolean
cyan_cli_texts (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  char ***list = to;
  guint n = *list != NULL ? g_strv_length (*list) : 0;

  *list = g_renew (char *, *list, n + 2);
  (*list)[n] = g_strdup (text);
  (*list)[n + 1] = NULL;
  return TRUE;
}

gboolean
cyan_cli_paths (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  return cyan_cli_texts (option, text, to, error);
}

gboolean
cyan_cli_maps (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  if (strchr (text, '=') == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is not FROM=TO", text);
  return cyan_cli_texts (option, text, to, error);
}

gboolean
cyan_cli_word (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  if (strcmp (text, option->placeholder) != 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "not \"%s\": %s", option->placeholder, text);
  return cyan_cli_flag (option, text, to, error);
}

gboolean
cyan_cli_choice (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; option->names[i] != NULL; i++)
    {
      if (strcmp (option->names[i], text) == 0)
        {
          *(guint *) to = i;
          return TRUE;
        }
      g_string_append_printf (list, "%s%s",
                              i == 0                         ? ""
                              : option->names[i + 1] != NULL ? ", "
                                                             : " or ",
                              option->names[i]);
    }
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "no %s \"%s\"; %s",
                    option->noun != NULL ? option->noun : option->name, text, list->str);
}

gboolean
cyan_cli_form (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  return cyan_report_find_form (option->report, text, to, error);
}

gboolean
cyan_cli_count (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  guint64 low = (guint64) option->low, number;
  guint64 high = option->high > 0 ? (guint64) option->high : G_MAXUINT - 1;

  if (!cyan_parse_uint64 (text, strlen (text), &number) || number < low || number > high)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "\"%s\" is not a number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                      text, low, high);
  *(guint *) to = (guint) number;
  return TRUE;
}

gboolean
cyan_cli_number (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  double high = option->high > 0 ? option->high : HUGE_VAL, number;
  gboolean is_number = cyan_parse_double (text, strlen (text), &number);

  if (!is_number || !(number >= option->low && number <= high))
    return isfinite (high)
               ? cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is not a number from %.9g to %.9g",
                            text, option->low, high)
               : cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is not a number from %.9g on", text,
                            option->low);
  *(double *) to = number;
  return TRUE;
}

gboolean
cyan_cli_positive (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  double number;

  if (!cyan_parse_double (text, strlen (text), &number) || !(number > 0))
    return cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is no number above 0", text);
  *(double *) to = number;
  return TRUE;
}

gboolean
cyan_cli_read_share (const char *text, double *share)
{
  gboolean percent = g_str_has_suffix (text, "%");

  if (!cyan_parse_double (text, strlen (text) - percent, share) || *share < 0)
    return FALSE;
  if (percent)
    *share /= 100;
  return TRUE;
}

gboolean
cyan_cli_share (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  return cyan_cli_read_share (text, to)
         || cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is not a share such as 0.5%%", text);
}

gboolean
cyan_cli_chance (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  double share;

  if (!cyan_cli_read_share (text, &share) || !(share > 0 && share < 1))
    return cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is not a share above 0 and below 1", text);
  *(double *) to = share;
  return TRUE;
}

static gboolean
force (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  cyan_output_set_force (TRUE);
  return TRUE;
}

/* ---- groups ---- */

const CyanCliOption cyan_cli_form_options[] = {
  { "format", 'f', cyan_cli_form, CYAN_CLI_AT (CyanCliOutput, form), NULL, "FORMAT" },
  { NULL },
};

const CyanCliOption cyan_cli_force_options[] = {
  { "force", 0, force, NULL, "Replace a file that is read-only, too" },
  { NULL },
};

const CyanCliOption cyan_cli_file_options[] = {
  { "output", 'o', cyan_cli_path, CYAN_CLI_AT (CyanCliOutput, path),
    "Where to write (default: standard output)", "FILE" },
  { .group = cyan_cli_force_options },
  { NULL },
};

const CyanCliOption cyan_cli_cells_options[] = {
  { "raw-cells", 0, cyan_cli_flag, 0,
    "CSV: foreign text as it is, even if a spreadsheet or a terminal would run it" },
  { NULL },
};

const CyanCliOption cyan_cli_output_options[] = {
  { .group = cyan_cli_form_options },
  { .group = cyan_cli_file_options },
  { .group = cyan_cli_cells_options, .to = CYAN_CLI_AT (CyanCliOutput, raw_cells) },
  { NULL },
};

/* ---- parsing ---- */

/* Names of options. */
static GPtrArray *given;

gboolean
cyan_cli_was_given (const char *name)
{
  return g_ptr_array_find_with_equal_func (given, name, g_str_equal, NULL);
}

/* Appends the rows of a table and of its groups to @all, each with its target. */
static void
add_options (GArray *all, const CyanCliOption *options, char *base, const CyanReport *report)
{
  for (const CyanCliOption *row = options; row->name != NULL || row->group != NULL; row++)
    {
      CyanCliOption option = *row;

      option.to = base != NULL ? base + GPOINTER_TO_SIZE (row->to) : row->to;
      if (option.report == NULL)
        option.report = report;
      if (option.group != NULL)
        add_options (all, option.group, option.to, option.report);
      else
        g_array_append_val (all, option);
    }
}

static gboolean
take (const char *name, const char *text, gpointer data, GError **error)
{
  const GArray *all = data;

  for (guint i = 0; i < all->len; i++)
    {
      const CyanCliOption *option = &g_array_index (all, CyanCliOption, i);

      if (name[1] == '-' ? strcmp (name + 2, option->name) != 0 : name[1] != option->letter)
        continue;
      g_ptr_array_add (given, (gpointer) option->name);
      if (option->parse (option, text, option->to, error))
        return TRUE;
      g_prefix_error (error, "--%s: ", option->name);
      return FALSE;
    }
  g_assert_not_reached ();
}

static gboolean
is_path (const CyanCliOption *option)
{
  return option->parse == cyan_cli_path || option->parse == cyan_cli_own_path
         || option->parse == cyan_cli_paths;
}

static int
option_flags (const CyanCliOption *option)
{
  if (option->placeholder == NULL)
    return G_OPTION_FLAG_NO_ARG;
  return is_path (option) || option->parse == cyan_cli_maps ? G_OPTION_FLAG_FILENAME
                                                            : G_OPTION_FLAG_NONE;
}

/* The value at the target of @option, as one would write it.  Caller frees. */
static char *
default_text (const CyanCliOption *option)
{
  if (option->parse == cyan_cli_count)
    return g_strdup_printf ("%u", *(const guint *) option->to);
  if (option->parse == cyan_cli_share || option->parse == cyan_cli_chance)
    return g_strdup_printf ("%g%%", 100 * *(const double *) option->to);
  return g_strdup_printf ("%g", *(const double *) option->to);
}

/* The help text of @option; that of --format lists the forms.  Caller frees. */
static char *
describe (const CyanCliOption *option)
{
  const char *text = option->description, *place = text != NULL ? strstr (text, "%s") : NULL;
  g_autofree char *forms = NULL, *value = place != NULL ? default_text (option) : NULL;

  if (place != NULL)
    return g_strdup_printf ("%.*s%s%s", (int) (place - text), text, value, place + strlen ("%s"));
  if (text != NULL)
    return g_strdup (text);
  forms = cyan_report_forms (option->report, ", ", " or ");
  return g_strconcat ("text (default)", forms + strlen ("text"), NULL);
}

/* Adds @all, whose texts become owned by @texts, to @context. */
static void
add_entries (GOptionContext *context, GArray *all, GPtrArray *texts)
{
  g_autofree GOptionEntry *entries = g_new0 (GOptionEntry, all->len + 1);
  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, all, NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const CyanCliOption *option = &g_array_index (all, CyanCliOption, i);
      char *description = describe (option);

      g_ptr_array_add (texts, description);
      entries[i] = (GOptionEntry){ .long_name = option->name,
                                   .short_name = option->letter,
                                   .flags = option_flags (option),
                                   .arg = G_OPTION_ARG_CALLBACK,
                                   .arg_data = (gpointer) (GOptionArgFunc) take,
                                   .description = description,
                                   .arg_description = option->placeholder };
    }
  g_option_group_add_entries (group, entries);
  g_option_context_set_main_group (context, group);
}

/* GLib has no options whose value may be left out. */
static void
give_default (int argc, char **argv)
{
  static const char *const defaults[][2] = {
    { "--hot", "--hot=0.01%" },
    { "--brief", "--brief=text" },
  };

  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    for (guint k = 0; k < G_N_ELEMENTS (defaults); k++)
      if (strcmp (argv[i], defaults[k][0]) == 0)
        argv[i] = (char *) defaults[k][1];
}

static int
print_help (GOptionContext *context, const char *command, const char *operands)
{
  g_autofree char *text = NULL;

  g_set_prgname ("cyan");
  text = g_option_context_get_help (context, TRUE, NULL);
  /* GLib's usage line lacks the operands, so print our own. */
  printf ("Usage:\n  cyan %s %s [OPTION...]\n%s", command, operands,
          strchr (text, '\n') != NULL ? strstr (text, "\n\n") + 1 : text);
  return cyan_cli_finish_output ();
}

/* Prints "--match|-m|METHOD|context common-tree path" for each option: its name, letter,
 * placeholder and values, "*" for any file.  For data/completions. */
static int
print_for_completion (const GArray *all)
{
  for (guint i = 0; i < all->len; i++)
    {
      const CyanCliOption *option = &g_array_index (all, CyanCliOption, i);
      g_autofree char *values = NULL;
      char letter[] = "-x";

      if (option->names != NULL)
        values = g_strjoinv (" ", (char **) option->names);
      else if (option->parse == cyan_cli_form)
        values = cyan_report_forms (option->report, " ", " ");
      else if (option->parse == cyan_cli_word)
        values = g_strdup (option->placeholder);
      else if (is_path (option))
        values = g_strdup ("*");
      if (option->letter != 0)
        letter[1] = option->letter;
      printf ("--%s|%s|%s|%s\n", option->name, option->letter != 0 ? letter : "",
              option->placeholder != NULL ? option->placeholder : "", values != NULL ? values : "");
    }
  return cyan_cli_finish_output ();
}

/* Prints "format|before_calls,after_calls|What it is" for columns of the reports of a command, behind the
 * option that asks for the report. */
static int
print_columns (const GArray *all)
{
  const CyanReport *last = NULL;

  for (guint i = 0; i < all->len; i++)
    {
      const CyanCliOption *option = &g_array_index (all, CyanCliOption, i);
      const CyanField *column = option->report != NULL && option->report != last
                                    ? cyan_report_columns (option->report)
                                    : NULL;

      for (; column != NULL && column->names != NULL; column++)
        printf ("%s|%s|%s\n", option->name, column->names,
                column->about != NULL ? column->about : "");
      if (option->report != NULL)
        last = option->report;
    }
  return cyan_cli_finish_output ();
}

gboolean
cyan_cli_parse (const char *command,
                const char *operands,
                const char *summary,
                const CyanCliOption *options,
                int *argc,
                char ***argv,
                int *status)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (CyanCliOption));
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  gboolean help = FALSE;
  const CyanCliOption own[] = {
    { .group = options },
    { "help", 'h', cyan_cli_flag, &help, "Show this help" },
    { NULL },
  };

  g_clear_pointer (&given, g_ptr_array_unref);
  given = g_ptr_array_new ();
  add_options (all, own, NULL, NULL);
  if (*argc == 2 && strcmp ((*argv)[1], CYAN_CLI_COMPLETE) == 0)
    {
      *status = print_for_completion (all);
      return FALSE;
    }
  if (*argc == 2 && strcmp ((*argv)[1], CYAN_CLI_COLUMNS) == 0)
    {
      *status = print_columns (all);
      return FALSE;
    }
  give_default (*argc, *argv);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, summary);
  add_entries (context, all, texts);
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      *status = error->domain == CYAN_ERROR ? cyan_cli_error (error)
                                            : cyan_cli_fail ("%s: %s", command, error->message);
      return FALSE;
    }
  if (help)
    {
      *status = print_help (context, command, operands);
      return FALSE;
    }
  /* An operand may follow "--". */
  if (*argc > 1 && strcmp ((*argv)[1], "--") == 0)
    {
      memmove (*argv + 1, *argv + 2, (gsize) (*argc - 1) * sizeof (char *));
      (*argc)--;
    }
  return TRUE;
}
