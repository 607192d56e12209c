/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a gzipped file of folded stacks from tests/data as a sampled recording. */
#pragma once

#include <gio/gio.h>
#include <string.h>

#include "cyan-profile-builder.h"

static inline CyanProfile *
folded_profile (const char *path, const char *unit, double period)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInputStream) packed = g_file_read (file, NULL, &error);
  g_autoptr (GZlibDecompressor) gunzip = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  char *line;

  g_assert_no_error (error);
  gunzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  stream = g_converter_input_stream_new (G_INPUT_STREAM (packed), G_CONVERTER (gunzip));
  lines = g_data_input_stream_new (stream);

  cyan_profile_builder_metric (builder, "time", unit);
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, period);
  while ((line = g_data_input_stream_read_line (lines, NULL, NULL, &error)) != NULL)
    {
      char *weight = strrchr (line, ' ');
      g_auto (GStrv) frames = NULL;
      CyanNode node = CYAN_NODE_ROOT;

      g_assert_nonnull (weight);
      *weight = '\0';
      frames = g_strsplit (line, ";", -1);
      for (guint i = 0; frames[i] != NULL; i++)
        {
          CyanStr name = cyan_strings_add (strings, frames[i], -1);
          guint32 function =
              cyan_profile_builder_function (builder, name, CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);

          node = cyan_profile_builder_child (builder, node, function, 0, &error);
          g_assert_no_error (error);
        }
      cyan_profile_builder_add (builder, 0, node, g_ascii_strtod (weight + 1, NULL));
      g_free (line);
    }
  g_assert_no_error (error);
  return cyan_profile_builder_finish (builder);
}
