/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file of a format that is not known through a command of the user. */
#include "cyan-reader.h"

#include "cyan-i18n.h"

gboolean
cyan_reader_read (const char *command,
                  CyanInput *input,
                  CyanConverterReader reader,
                  gpointer data,
                  char **said,
                  GError **error)
{
  g_autofree char *script = g_strconcat ("exec <\"$1\"; ", command, NULL);
  const char *const arguments[] = { "-c", script, "sh", CYAN_CONVERTER_FILE, NULL };
  const char *const environment[] = { NULL };
  const CyanConverter converter = {
    .name = "sh",
    .label = _ ("the reader"),
    .contents = N_ ("a file of an unknown format"),
    .package = "dash",
    .arguments = arguments,
    .environment = environment,
  };

  return cyan_converter_read (&converter, input, reader, data, said, error);
}
