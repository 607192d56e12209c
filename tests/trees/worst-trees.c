/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees that are slow to match without a limit on the search. */
#include "worst-trees.h"

#include "cyan-profile-builder.h"
#include "random-trees.h"

#define OTHER 100000000u /* from here on names are those of after only */

static guint32
chain_of_one_name (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i - 1;
  return 0;
}

static guint32
chain_of_distinct_names (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i - 1;
  return i;
}

static guint32
chains_without_a_common_name (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i - 1;
  return i + side * OTHER;
}

static guint32
chains_of_fifty_names (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i - 1;
  return random_next (random) % 50;
}

/* A recursion; after, every level is called through a wrapper. */
static guint32
recursion_with_wrappers (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i - 1;
  return side == 1 && i % 2 == 1 ? 1 : 0;
}

/* The same with a wrapper of another name at each level. */
static guint32
chain_with_new_wrappers (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = side == 0 && i > n / 2 ? 0 : i - 1;
  if (side == 0)
    return i > n / 2 ? 2 * OTHER : i;
  return i % 2 == 1 ? OTHER + i : i / 2;
}

static guint32
star_of_one_name (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = 0;
  return i > 0;
}

static guint32
star_of_distinct_names (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = 0;
  return i;
}

static guint32
stars_without_a_common_name (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = 0;
  return i + side * (i > 0) * OTHER;
}

static guint32
stars_half_alike (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = 0;
  return i + side * (i % 2) * OTHER;
}

/* Wrappers that contain two children each; every second wrapper has another name in after. */
static guint32
star_of_wrappers (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i % 3 == 1 ? 0 : i - (i + 2) % 3;
  return i % 3 == 1 && i % 2 == 1 ? i + side * OTHER : i;
}

/* The children of one node of before are distributed over as many wrappers. */
static guint32
star_in_wrappers (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = side == 1 && i % 2 == 0 ? MAX (i, 1) - 1 : 0;
  return side == 1 && i % 2 == 1 ? OTHER + i : i / (side + 1);
}

/* All callees of one name; in before they have one more caller. */
static guint32
star_in_one_wrapper (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = side == 0 && i > 1;
  return i == 0 ? 0 : side == 0 && i == 1 ? OTHER : 1;
}

static guint32
bushy_of_two_names (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  guint64 value = random_next (random);

  *parent = (guint32) (value % MAX (i, 1));
  return (value >> 40) % 2;
}

static guint32
unrelated (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  guint64 value = random_next (random);

  *parent = (guint32) (value % MAX (i, 1));
  return i == 0 ? 0 : (value >> 40) % 200;
}

static guint32
all_renamed (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = (i - 1) / 3;
  return i % 500 + side * OTHER;
}

/* A chain with one leaf at each node. */
static guint32
comb (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i % 2 == 1 ? i - 1 : i - 2;
  return i % 2 == 1 ? 1 : 0;
}

/* The same with two leaves; in after the chain has other names, the leaves do not. */
static guint32
comb_renamed (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i % 3 == 0 ? i - 3 : i - i % 3;
  return i % 3 != 0 || i == 0 ? i : i + side * OTHER;
}

/* Many wrappers in before and one large unmatched subtree in after. */
static guint32
wrappers_beside_a_leftover (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  guint m = n / 10;

  if (i <= m)
    {
      *parent = side == 0 && i % 2 == 0 ? MAX (i, 1) - 1 : 0;
      return i % 2 == 1 ? i + side * OTHER : i;
    }
  *parent = i == m + 1 ? 0 : m + 1 + (i - m - 2) / 2;
  return 2 * OTHER + i % 1000 + side * (i == m + 1);
}

const WorstShape worst_shapes[] = {
  { "chain of one name", chain_of_one_name },
  { "chain of distinct names", chain_of_distinct_names },
  { "chains without a common name", chains_without_a_common_name },
  { "chains of 50 names", chains_of_fifty_names },
  { "recursion with wrappers", recursion_with_wrappers },
  { "chain with new wrappers", chain_with_new_wrappers },
  { "star of one name", star_of_one_name },
  { "star of distinct names", star_of_distinct_names },
  { "stars without a common name", stars_without_a_common_name },
  { "stars half alike", stars_half_alike },
  { "star of wrappers", star_of_wrappers },
  { "star in wrappers", star_in_wrappers },
  { "star in one wrapper", star_in_one_wrapper },
  { "bushy, two names", bushy_of_two_names },
  { "unrelated, 200 names", unrelated },
  { "all renamed", all_renamed },
  { "comb", comb },
  { "comb, path renamed", comb_renamed },
  { "wrappers beside a leftover", wrappers_beside_a_leftover },
  { NULL, NULL },
};

CyanProfile *
worst_tree_new (CyanStrings *strings, const WorstShape *shape, guint n, guint side)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint metric = cyan_profile_builder_metric (builder, "time", "ns");
  guint64 random = side + 1;

  for (guint i = 0; i < n; i++)
    {
      char name[16];
      guint32 parent = 0;
      guint32 number = shape->node (i, n, side, &random, &parent);
      CyanStr id = cyan_strings_add (strings, name, g_snprintf (name, sizeof name, "f%u", number));
      guint32 function = cyan_profile_builder_function (builder, id, 0, 0, 0, 0);
      CyanNode node = cyan_profile_builder_append (builder, i == 0 ? CYAN_NODE_ROOT : parent + 1,
                                                   function, 0, NULL);

      g_assert_cmpuint (node, ==, i + 1);
      cyan_profile_builder_add (builder, metric, node, 1.0);
    }
  return cyan_profile_builder_finish (builder);
}
