/* Reads and writes records of numbers. */
#include <stdio.h>

#include "record.h"

static void
make_record (int number, char *line)
{
  for (int field = 0; field < N_FIELDS; field++)
    {
      for (int digit = 0; digit < 7; digit++)
        *line++ = (char) ('0' + (number + field + digit) % 10);
      *line++ = field + 1 < N_FIELDS ? ';' : '\0';
    }
}

int
main (void)
{
  char line[128], out[128];
  int fields[N_FIELDS], sum = 0;

  for (int number = 0; number < 2000; number++)
    {
      make_record (number, line);
      sum += read_record (line, fields);
      sum += write_record (line, out);
    }
  printf ("%d\n", sum);
  return 0;
}
