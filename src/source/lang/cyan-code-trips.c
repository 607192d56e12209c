/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often a loop is executed, where its head has plain numbers. */
#include "cyan-code-parts.h"

#include <math.h>
#include <string.h>

/* Longer heads are not plain. */
#define MAX_HEAD 32

static gboolean
is_integer (const CyanCodeParts *self, guint index, double *value)
{
  const char *text;
  char *end;

  if (!cyan_code_part_is_kind (self, index, CYAN_PART_NUMBER))
    return FALSE;
  text = self->parts[index].text;
  *value = (double) g_ascii_strtoull (text, &end, 0);
  return *end == '\0' || strchr ("uUlL", *end) != NULL;
}

/* The number after the first of @words in [@first, @last].  Sets *@at to that word. */
static gboolean
find_after (
    const CyanCodeParts *self, guint first, guint last, const char *words, guint *at, double *value)
{
  for (*at = first; *at < last; ++*at)
    if (cyan_code_part_is_any (self, *at, words))
      return is_integer (self, *at + 1, value);
  return FALSE;
}

/* "i = 0; i < 10; i++", "i := 10; i > 0; i -= 2". */
static double
counting (const CyanCodeParts *self, guint first, guint last)
{
  double from, to, step = 1, distance;
  gboolean is_one = FALSE;
  guint at, limit;

  if (!find_after (self, first, last, "= :=", &at, &from)
      || !find_after (self, at, last, "< <= > >=", &limit, &to))
    return NAN;
  for (guint i = limit; i <= last; i++)
    is_one |= cyan_code_part_is_any (self, i, "++ --");
  if (!is_one && (!find_after (self, limit, last, "+= -=", &at, &step) || step < 1))
    return NAN;
  distance = self->parts[limit].text[0] == '<' ? to - from : from - to;
  distance += self->parts[limit].text[1] == '=';
  return MAX (0, ceil (distance / step));
}

/* "in 0..10", "in 0..=9": @dots is one of them. */
static double
between (const CyanCodeParts *self, guint dots)
{
  double from, to;

  if (!is_integer (self, dots - 1, &from) || !is_integer (self, dots + 1, &to))
    return NAN;
  /* Ruby's ".." and Rust's "..=" include the end. */
  return MAX (0, to - from
                     + (cyan_code_part_is (self, dots, "..=")
                        || (cyan_code_has (self->language, CYAN_CODE_RUBY)
                            && cyan_code_part_is (self, dots, ".."))));
}

/* "range(10)", "range(1, 10)", "range(1, 10, 2)", and Go's "range 10". */
static double
ranging (const CyanCodeParts *self, guint range)
{
  double numbers[3];
  guint n = 0, at = range + 2;

  if (cyan_code_has (self->language, CYAN_CODE_GO))
    return is_integer (self, range + 1, &numbers[0]) ? numbers[0] : NAN;
  if (!cyan_code_part_is (self, range + 1, "("))
    return NAN;
  while (n < 3 && is_integer (self, at, &numbers[n]))
    {
      n++;
      at++;
      if (cyan_code_part_is (self, at, ","))
        at++;
    }
  if (n == 0 || !cyan_code_part_is (self, at, ")"))
    return NAN;
  if (n == 1)
    return numbers[0];
  if (n == 3 && numbers[2] < 1)
    return NAN;
  return MAX (0, ceil ((numbers[1] - numbers[0]) / (n == 3 ? numbers[2] : 1)));
}

/* "10.times", "1.upto(10)". */
static double
calling (const CyanCodeParts *self, guint word)
{
  double from, to;

  if (word < 2 || !is_integer (self, word - 2, &from))
    return NAN;
  if (cyan_code_part_is (self, word, "times"))
    return from;
  return is_integer (self, word + 2, &to) ? MAX (0, to - from + 1) : NAN;
}

double
cyan_code_parts_trips (const CyanCodeParts *self, guint first, guint last)
{
  if (last >= self->n || last - first >= MAX_HEAD)
    return NAN;
  for (guint i = first + 1; i <= last; i++)
    if (cyan_code_part_is_any (self, i, ".. ..= ..."))
      return between (self, i);
    else if (cyan_code_part_is (self, i, "range"))
      return ranging (self, i);
    else if (cyan_code_has (self->language, CYAN_CODE_RUBY)
             && cyan_code_part_is_any (self, i, "times upto"))
      return calling (self, i);
  return counting (self, first, last);
}
