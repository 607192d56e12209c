/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads perf.data through `perf script`.
 *
 * The format depends on the version of perf, and perf looks up function names in the recorded
 * programs.  So perf itself reads the file, and this reader parses its text. perf is started
 * without configuration files and without network access.
 */
#include "cyan-format-entry.h"

#include "cyan-i18n.h"
#include "cyan-perf-version.h"
#include "cyan-perf.h"
#include "cyan-program.h"

#include <string.h>

/* Includes deeper stacks than perf prints by default, if they were recorded. */
#define MAX_STACK "--max-stack=1024"

static gboolean
read_text (CyanInput *output, gpointer data, GError **error)
{
  return cyan_perf_read (output, data, error);
}

/* perf refuses files of newer versions, and does not say that this is the reason. */
static char *
advise (int file)
{
  g_autofree char *version = cyan_perf_version (file);

  return version != NULL
             ? g_strdup_printf (_ ("it was recorded by perf %s: if that is newer than the perf "
                                   "here, open what its `perf script` prints"),
                                version)
             : NULL;
}

static gboolean
perf_data_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  /* --force: also opens recordings that belong to other users. */
  static const char *const arguments[] = { "script", "--force",         "--header", MAX_STACK,
                                           "-i",     CYAN_PROGRAM_FILE, NULL };
  static const char *const environment[] = { "PERF_CONFIG=/dev/null", "DEBUGINFOD_URLS", "LC_ALL=C",
                                             NULL };
  static const CyanProgram program = {
    .name = "perf",
    .label = "perf script",
    .contents = "perf.data",
    .package = "linux-perf",
    .arguments = arguments,
    .environment = environment,
    .advise = advise,
  };
  g_autofree char *said = NULL;

  if (!cyan_program_read (&program, input, read_text, builder, &said, error))
    return FALSE;
  if (said != NULL)
    cyan_profile_builder_warn (builder, _ ("perf script says: %s"), said);
  return TRUE;
}

static int
perf_data_sniff (const char *head, gsize length)
{
  /* Those of perf since 3.2, in both byte orders, and of older ones. */
  static const char *const magics[] = { "PERFILE2", "2ELIFREP", "PERFFILE" };

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (length >= strlen (magics[i]) && memcmp (head, magics[i], strlen (magics[i])) == 0)
      return 100;
  return 0;
}

const CyanFormat cyan_format_perf_data = {
  .name = "perf-data",
  .label = "perf.data",
  .sniff = perf_data_sniff,
  .read = perf_data_read,
};
