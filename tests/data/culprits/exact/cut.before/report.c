/* Sums up the loads of many days. */
#include <stdio.h>

#define N_HOURS 960

static int loads[N_HOURS];

static void
fill_loads (int day)
{
  unsigned seed = (unsigned) day * 2654435761u + 1;

  for (int hour = 0; hour < N_HOURS; hour++)
    {
      seed = seed * 1103515245u + 12345u;
      loads[hour] = (int) (seed >> 16) % 1000;
    }
}

static int
summarise (int day)
{
  int peak = 0, idle = 0, sum = 0, ups = 0;

  for (int hour = 0; hour < N_HOURS; hour++)
    if (loads[hour] > loads[peak])
      peak = hour;
  for (int hour = 0; hour < N_HOURS; hour++)
    if (loads[hour] < 100)
      idle++;
  for (int hour = 0; hour < N_HOURS; hour++)
    sum += loads[hour];
  for (int hour = 1; hour < N_HOURS; hour++)
    if (loads[hour] > loads[hour - 1])
      ups++;
  return day + peak + idle + sum / N_HOURS + ups;
}

int
main (void)
{
  int total = 0;

  for (int day = 0; day < N_DAYS; day++)
    {
      fill_loads (day);
      total += summarise (day);
    }
  printf ("%d\n", total);
  return 0;
}
