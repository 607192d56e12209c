# SPDX-License-Identifier: GPL-3.0-or-later
# Writes a year of a lighthouse keeper's log: the same one every time, since
# the numbers come from a generator of its own (Park and Miller's).

function pick(n)
{
  seed = (seed * 16807) % 2147483647
  return int(seed / 2147483647 * n)
}

function new_name(    text, i, n)
{
  n = 2 + pick(3)
  text = ""
  for (i = 0; i < n; i++)
    text = text syllable[1 + pick(n_syllables)]
  return toupper(substr(text, 1, 1)) substr(text, 2)
}

# One of those who live, sail and moor on this coast.
function name()
{
  return known[1 + pick(n_names)]
}

BEGIN {
  seed = 1907
  n_names = 580
  n_syllables = split("an bel dor eld fin gar hal iv jor ka lun mar nor " \
                      "os pel quo ras sil tor ul ver wes yr zan", syllable, " ")
  n_rigs = split("brig barque cutter ketch lugger schooner sloop steamer", rig, " ")
  n_acts = split("passed anchored hove signalled tacked drifted", act, " ")
  n_ways = split("eastward westward seaward homeward", way, " ")
  n_chores = split("lamp trimmed and lens cleaned|oil fetched from the store|" \
                   "clock wound and fog bell greased|stairs swept", chore, "|")

  for (i = 1; i <= n_names; i++)
    known[i] = new_name()
  for (i = 0; i < 760; i++) {
    if (i % 11 == 5)
      printf "# keeper %s: %s, %s relieved %s\n", name(), chore[1 + pick(n_chores)],
             name(), name()
    else
      printf "%02d:%02d %s %s, %s, of %s, %s %s\n", pick(24), pick(60),
             rig[1 + pick(n_rigs)], name(), name(), name(),
             act[1 + pick(n_acts)], way[1 + pick(n_ways)]
  }
}
