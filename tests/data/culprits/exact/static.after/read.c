#include "record.h"

/* The field after @at, or NULL. */
static const char *
next_field (const char *at)
{
  for (; *at != ';'; at++)
    if (*at == '\0')
      return 0;
  return at + 1;
}

static int
number_of (const char *at)
{
  int number = 0;

  for (; *at >= '0' && *at <= '9'; at++)
    number = number * 10 + *at - '0';
  return number;
}

int
read_record (const char *line, int fields[N_FIELDS])
{
  int n = 0;

  for (const char *at = line; at != 0 && n < N_FIELDS; at = next_field (at))
    fields[n++] = number_of (at);
  return n;
}
