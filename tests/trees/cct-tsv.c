/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a recorded tree.  Any error stops the test, because the recordings are part of the
 * tests. */
#include "cct-tsv.h"

#include "cyan-profile-builder.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

CyanProfile *
cct_tsv_read (CyanStrings *strings, const char *path)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (GArray) nodes = g_array_new (FALSE, TRUE, sizeof (CyanNode));
  guint metric = cyan_profile_builder_metric (builder, "time", "ns");
  gzFile file = gzopen (path, "rb");
  char line[8192];

  g_assert_nonnull (file);
  g_array_set_size (nodes, 1);
  while (gzgets (file, line, sizeof line) != NULL)
    {
      g_auto (GStrv) fields = NULL;
      guint id, parent;
      guint32 function;
      CyanNode node;

      if (!g_ascii_isdigit (line[0]))
        continue;
      fields = g_strsplit (line, "\t", -1);
      g_assert_cmpuint (g_strv_length (fields), ==, 7);
      id = (guint) strtoul (fields[0], NULL, 10);
      parent = (guint) strtoul (fields[1], NULL, 10);
      g_assert_cmpuint (parent, <, id);
      function = cyan_profile_builder_function (builder, cyan_strings_add (strings, fields[2], -1),
                                                0, 0, 0, 0);
      node = cyan_profile_builder_append (builder, g_array_index (nodes, CyanNode, parent),
                                          function, 0, NULL);
      g_assert_cmpuint (node, !=, CYAN_NODE_NONE);
      if (id >= nodes->len)
        g_array_set_size (nodes, id + 1);
      g_array_index (nodes, CyanNode, id) = node;
      cyan_profile_builder_add (builder, metric, node, strtod (fields[5], NULL));
      cyan_profile_builder_add_calls (builder, node, strtoull (fields[4], NULL, 10));
    }
  g_assert_cmpint (gzclose (file), ==, Z_OK);
  return cyan_profile_builder_finish (builder);
}
