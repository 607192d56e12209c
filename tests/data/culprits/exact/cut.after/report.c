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
peak_hour (void)
{
  int peak = 0;

  for (int hour = 0; hour < N_HOURS; hour++)
    if (loads[hour] > loads[peak])
      peak = hour;
  return peak;
}

static int
count_idle (void)
{
  int idle = 0;

  for (int hour = 0; hour < N_HOURS; hour++)
    if (loads[hour] < 100)
      idle++;
  return idle;
}

static int
mean_load (void)
{
  int sum = 0;

  for (int hour = 0; hour < N_HOURS; hour++)
    sum += loads[hour];
  return sum / N_HOURS;
}

static int
count_ups (void)
{
  int ups = 0;

  for (int hour = 1; hour < N_HOURS; hour++)
    if (loads[hour] > loads[hour - 1])
      ups++;
  return ups;
}

static int
summarise (int day)
{
  return day + peak_hour () + count_idle () + mean_load () + count_ups ();
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
