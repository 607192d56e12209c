/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of sub-commands. */
#include "cyan-cli.h"

#include <jansson.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "config.h"
#include "cyan-memory.h"

static const struct
{
  const char *name;
  int (*run) (int argc, char **argv);
  const char *operands;
  const char *summary;
} commands[] = {
  { "compare", cyan_cli_compare, "BEFORE AFTER", "Say what changed between two profiles" },
  { "explain", cyan_cli_explain, "BEFORE AFTER", "Say why, and which function to read first" },
  { "callers", cyan_cli_callers, "BEFORE [AFTER] [NAME]",
    "Say who calls a function, before and after" },
  { "render", cyan_cli_render, "BEFORE AFTER -o FILE", "Draw the blueprint as SVG, PNG or PDF" },
  { "check", cyan_cli_check, "BEFORE AFTER", "Fail if something got slower than a limit allows" },
  { "try", cyan_cli_try, "BEFORE AFTER -- COMMAND",
    "Build two revisions, record and compare them" },
  { "info", cyan_cli_info, "FILE", "Say what a profile holds" },
  { "functions", cyan_cli_functions, "LOCATION LOCATION",
    "Say which functions changed in the sources" },
  { "history", cyan_cli_history, "[COMMAND] STORE ...", "Say what a store has, or add to it" },
  { "track", cyan_cli_track, "TRACK.INI", "Build and measure the revisions of a repository" },
  { "bisect", cyan_cli_bisect, "TRACK.INI GOOD BAD",
    "Find the commit at which a benchmark changed" },
  { "spectrum", cyan_cli_spectrum, "NEW | --overview",
    "Say which contexts differ from the runs before" },
  { "risk", cyan_cli_risk, "STORE", "Say which revisions are likely to be slower" },
  { "serve", cyan_cli_serve, "--mcp", "Answer coding agents, by the Model Context Protocol" },
  { "structures", cyan_cli_structures, "LOG", "Say what a recording becomes in each structure" },
  { "convert", cyan_cli_convert, "IN -o OUT", "Write a profile in another format" },
  { "merge", cyan_cli_merge, "PART PART... -o OUT",
    "Add up the profiles of threads or hosts of one run" },
};

static void
print_help (FILE *stream)
{
  fputs ("Usage: cyan COMMAND [OPTION...]\n\n"
         "Compares two calling-context-tree profiles of two versions of a program.\n\n",
         stream);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (stream, "  %-10s %-23s %s\n", commands[i].name, commands[i].operands,
             commands[i].summary);
  fputs ("\n\"cyan COMMAND --help\" tells the options of a command; a FILE may be \"-\".\n"
         "Exit status: 0 if all went well, 1 if check or track found a regression or\n"
         "bisect did not find the commit, 2 on trouble.\n",
         stream);
}

int
main (int argc, char **argv)
{
  cyan_memory_return_large_blocks ();
  /* Without memory, jansson would omit values silently; GLib aborts the program. */
  json_set_alloc_funcs (g_malloc, g_free);
  setlocale (LC_CTYPE, "");
  /* A closed pipe, and a file that would be larger than is allowed, are reported like any other
   * write error. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);

  if (argc < 2)
    {
      print_help (stderr);
      return CYAN_EXIT_ERROR;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    {
      print_help (stdout);
      return cyan_cli_finish_output ();
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      puts ("cyan " CYAN_VERSION);
      return cyan_cli_finish_output ();
    }
  if (argc == 2 && strcmp (argv[1], CYAN_CLI_COMPLETE) == 0)
    {
      for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
        puts (commands[i].name);
      puts ("--help\n--version");
      return cyan_cli_finish_output ();
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (argv[1], commands[i].name) == 0)
      return commands[i].run (argc - 1, argv + 1);
  return cyan_cli_fail ("no such command: %s; see \"cyan --help\"", argv[1]);
}
