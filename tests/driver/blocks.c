/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks.h"

#include "git-fixture.h"
#include "tree.h"

#define FILLER "  fill (n);\n  fill (n);\n  fill (n);\n  fill (n);\n  fill (n);\n"
#define READ_BLOCK(size)                                                                           \
  "int\nread_block (int n)\n{\n" FILLER FILLER FILLER FILLER FILLER FILLER FILLER FILLER           \
  "  return decode (n, " size ");\n}\n"
#define REST                                                                                       \
  "int\ndecode (int n, int size)\n{\n  return mix (n, size);\n}\n"                                 \
  "int\nmix (int n, int size)\n{\n  return n * size;\n}\n"                                         \
  "int\neval (int n)\n{\n  return n;\n}\n"                                                         \
  "int\nmain (void)\n{\n  return read_block (1) + eval (2);\n}\n"

char *
blocks_repository (char *revisions[2])
{
  static const char *const texts[2] = { READ_BLOCK ("512") REST, READ_BLOCK ("4096") REST };
  static const char *const messages[2] = { "small blocks", "large blocks" };
  char *repository = git_new ();

  for (guint side = 0; side < 2; side++)
    {
      tree_write (repository, "block.c", texts[side], -1);
      revisions[side] = git_commit_all (repository, messages[side]);
    }
  return repository;
}
