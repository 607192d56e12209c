# SPDX-License-Identifier: GPL-3.0-or-later
#
# A run of the keeper, as a .cct:
#   awk -v revision=COMMIT -v run=N -f run.awk main.c index.c report.c keeper.h
#
# Which functions there are is read from these sources.  What they cost was recorded once: it is
# that of ../before.json.gz, with what the few changes that matter do to it.  Added noise: 0.7 % a
# run, 0.6 % a function of it, 0.4 % a build, since the place of code in memory differs.  Random
# numbers are integers, so that every awk prints the same.

function random ()
{
  seed = (seed * 16807) % 2147483647
  return seed / 2147483647
}

# About normal, with a mean of 0 and a deviation of 1.
function noise (  i, sum)
{
  for (i = 0; i < 12; i++)
    sum += random()
  return sum - 6
}

# Begins another row of random numbers, for `revision` and the number `n`.
function begin (n,  i)
{
  seed = 1 + n
  for (i = 1; i <= length(revision); i++)
    seed = (seed * 31 + index("0123456789abcdef", substr(revision, i, 1))) % 2147483647
  for (i = 0; i < 20; i++)
    random()
}

# A call of `name` in node `parent`, with its `self` ns; returns the number of the node.
function node (parent, name, calls, self)
{
  if (!(name in numbers))
    {
      numbers[name] = ++n_functions
      printf "function\t%s\tkeeper\t%s\t%d\n", name, file[name], line[name]
    }
  printf "%d\t%d\t%d\t%.0f\n", parent, numbers[name], calls, self * build * busy * (1 + 0.006 * noise())
  return ++n_nodes
}

function has (name)
{
  return name in line
}

# A function: its name begins a line.
/^[a-z_]+ \(/ { current = $1; line[current] = FNR; file[current] = FILENAME; sub(/.*\//, "", file[current]) }
/^\}/ { current = "" }
{ code[current] = code[current] $0 "\n" }

END {
  begin(0)
  build = 1 + 0.004 * noise()
  begin(1 + run)
  busy = 1 + 0.007 * noise()
  # Somebody else used the machine.
  if (code[""] ~ /VERSION "1\.6"/ && code["print_entry"] ~ /lines %d/)
    busy *= 1.12
  word_name = has("count_word") ? "count_word" : "index_word"
  folds = code["find_entry"] ~ /strcasecmp/
  short = code["sort_index"] ~ /last_swap/

  printf "cct 1\nrecording\texact\nmeta\tproducer\trun.awk\nmetric\ttime\tns\n"
  main = node(0, "main", 1, 297318)
  load = node(main, "load_log", 1, 771)
  node(load, "read_file", 1, 38140)
  node(load, "split_lines", 1, 14538)

  phases = has("run_phase") ? node(main, "run_phase", 3, 2100) : main
  log_ = node(phases, "index_log", 1, 46602)
  row = node(log_, "index_line", 691, 806387)
  node(row, "next_word", 5528, 392493)
  word = node(row, word_name, 4837, 989027)
  node(word, "fold_word", 4837, 275809)
  entry = node(word, "find_entry", 4837, folds ? 1323000 : 831354)
  node(entry, "hash_word", 4837, 284797)
  node(entry, "add_entry", 553, 63726)

  node(phases, "sort_index", 1, short ? 1470000 : 1841965)

  report = node(phases, "print_report", 1, 40687)
  node(report, "print_title", 1, 9075)
  node(report, "print_entry", 553, 113354)
  if (has("print_hours"))
    node(report, "print_hours", 1, 31000)
  node(report, "flush_rows", 10, 30993)
  node(main, "close_session", 1, 74370)
  printf "end\t%d\n", n_nodes
}
