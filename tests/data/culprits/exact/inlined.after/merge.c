/* Merges sorted runs of numbers into one. */
#include <stdio.h>

#define N_RUNS 8
#define LENGTH 40

static int runs[N_RUNS][LENGTH];
static int next[N_RUNS];

static void
fill_run (int run)
{
  int value = run * 3 % 7;

  for (int i = 0; i < LENGTH; i++)
    runs[run][i] = value += 1 + (run * 5 + i * 11) % 9;
  next[run] = 0;
}

/* The run with the smallest number that is left; -1 if all are empty. */
static int
smallest_run (void)
{
  int best = -1;

  for (int run = 0; run < N_RUNS; run++)
    for (int i = next[run]; i < LENGTH; i++)
      if (best < 0 || runs[run][i] < runs[best][next[best]])
        best = run;
  return best;
}

static int
take_smallest (void)
{
  int run = smallest_run ();

  return run < 0 ? -1 : runs[run][next[run]++];
}

__attribute__ ((noinline)) static long
merge_runs (void)
{
  long sum = 0;

  for (int value = take_smallest (); value >= 0; value = take_smallest ())
    sum = sum * 31 % 1000003 + value;
  return sum;
}

__attribute__ ((noinline)) static long
merge_file (int file)
{
  for (int run = 0; run < N_RUNS; run++)
    fill_run ((run + file) % N_RUNS);
  return merge_runs ();
}

int
main (void)
{
  long sum = 0;

  for (int file = 0; file < 30; file++)
    sum += merge_file (file);
  printf ("%ld\n", sum);
  return 0;
}
