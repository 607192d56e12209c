/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the directory that `uftrace record` writes, through `uftrace dump --chrome`.
 *
 * Its files depend on the version of uftrace, so uftrace reads them, and its output is read as
 * trace events.  The directory is recognised by its file "info".
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-converter.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC   "Ftrace!"
#define OPTIONS "default.opts"

/* Maximum size in bytes of the file of options. */
#define MAX_OPTIONS 256

static gboolean
read_events (CyanInput *output, gpointer data, GError **error)
{
  return cyan_format_trace_event.read (output, data, error);
}

/* Reads the options in the directory @fd into @text.  A missing file counts as an empty one. */
static gboolean
read_options (int fd, char text[MAX_OPTIONS + 1])
{
  int file = openat (fd, OPTIONS, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);
  struct stat about;
  gssize got = -1;

  memset (text, 0, MAX_OPTIONS + 1);
  if (file < 0)
    return errno == ENOENT;
  if (fstat (file, &about) == 0 && S_ISREG (about.st_mode) && about.st_size <= MAX_OPTIONS)
    got = read (file, text, MAX_OPTIONS);
  close (file);
  return got >= 0 && strlen (text) == (gsize) got;
}

/* uftrace takes options from a file in the directory, and some of them are dangerous. uftrace
 * itself writes only "-t TIME" there, which leaves out short calls.  Accepts only that option and
 * sets *@limit to its time, or to NULL if there is none. */
static gboolean
check_options (CyanInput *input, char **limit, GError **error)
{
  char text[MAX_OPTIONS + 1];
  g_auto (GStrv) words = NULL;

  *limit = NULL;
  if (read_options (cyan_input_directory (input), text))
    {
      words = g_strsplit_set (g_strstrip (text), " \n", -1);
      if (words[0] == NULL)
        return TRUE;
      if (strcmp (words[0], "-t") == 0 && words[1] != NULL && words[2] == NULL && *words[1] != '\0'
          && strspn (words[1], "0123456789.numsi") == strlen (words[1]))
        {
          *limit = g_strdup (words[1]);
          return TRUE;
        }
    }
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                    _ ("%s: its file %s has options that uftrace record does not write; look at "
                       "it, and remove it"),
                    cyan_input_name (input), OPTIONS);
}

static gboolean
uftrace_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const char *const arguments[] = { "dump", "--chrome",          "--no-pager", "--color=no",
                                           "-d",   CYAN_CONVERTER_FILE, NULL };
  static const char *const environment[] = { "LC_ALL=C", NULL };
  static const CyanConverter converter = {
    .name = "uftrace",
    .label = "uftrace dump",
    .contents = N_ ("what uftrace records"),
    .package = "uftrace",
    .arguments = arguments,
    .environment = environment,
  };
  g_autofree char *said = NULL, *limit = NULL;

  if (cyan_input_directory (input) < 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: a file of a recording by uftrace; open the directory that it is in"),
                      cyan_input_name (input));
  if (!check_options (input, &limit, error)
      || !cyan_converter_read (&converter, input, -1, read_events, builder, &said, error))
    return FALSE;
  if (limit != NULL)
    cyan_profile_builder_warn (builder, _ ("calls shorter than %s were not recorded"), limit);
  if (said != NULL)
    cyan_profile_builder_warn (builder, _ ("uftrace dump says: %s"), said);
  return TRUE;
}

static int
uftrace_sniff (const char *head, gsize length)
{
  return length >= sizeof MAGIC && memcmp (head, MAGIC, sizeof MAGIC) == 0 ? 100 : 0;
}

const CyanFormat cyan_format_uftrace = {
  .name = "uftrace",
  .label = "recording by uftrace",
  .streams = TRUE,
  .sniff = uftrace_sniff,
  .read = uftrace_read,
};
