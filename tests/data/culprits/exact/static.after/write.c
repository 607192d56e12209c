#include "record.h"

/* The field after @at, or NULL. */
static const char *
next_field (const char *at)
{
  const char *end = at;

  while (*end != '\0')
    end++;
  while (*at != ';' && at < end)
    at++;
  return at < end ? at + 1 : 0;
}

static int
copy_field (const char *at, char *out)
{
  int n = 0;

  for (; at[n] != ';' && at[n] != '\0'; n++)
    out[n] = at[n];
  out[n] = '\n';
  return n + 1;
}

int
write_record (const char *line, char *out)
{
  int n = 0;

  for (const char *at = line; at != 0; at = next_field (at))
    n += copy_field (at, out + n);
  return n;
}
