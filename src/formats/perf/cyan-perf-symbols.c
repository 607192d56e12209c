/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists of symbols: put in order as perf does, read from text, searched.
 */
#include "cyan-perf-object.h"

#include "cyan-names.h"

#define PAGE 4096

/* Of ELF and of the kernel's list. */
enum
{
  LOCAL = 0,
  GLOBAL = 1,
  WEAK = 2,
};

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const CyanPerfSymbol *left = a, *right = b;

  return (left->start > right->start) - (left->start < right->start);
}

/* Lengths as perf compares them, of demangled names. */
static gsize
length_of (const char *name)
{
  g_autofree char *plain = cyan_name_of_symbol (name);

  return strlen (plain != NULL ? plain : name);
}

/* Whether two names differ in digits only, as those of the constructors of a class do: then their
 * lengths are the same, and they need not be demangled. */
static gboolean
is_numbered (const char *a, const char *b)
{
  for (; *a != '\0' && *b != '\0'; a++, b++)
    if (*a != *b && !(g_ascii_isdigit (*a) && g_ascii_isdigit (*b)))
      return FALSE;
  return *a == *b;
}

/* Whether perf prefers @a to @b of the same start. */
static gboolean
is_better (const CyanPerfSymbol *a, const CyanPerfSymbol *b)
{
  gboolean has_size = a->end > a->start;
  gsize left, right;

  if (has_size != (b->end > b->start))
    return has_size;
  if ((a->binding == WEAK) != (b->binding == WEAK))
    return b->binding == WEAK;
  if ((a->binding == GLOBAL) != (b->binding == GLOBAL))
    return a->binding == GLOBAL;
  if (strncmp (a->name, "_Z", 2) != 0 || strncmp (b->name, "_Z", 2) != 0)
    {
      left = strncmp (a->name, "_Z", 2) == 0 ? 0 : strspn (a->name, "_");
      right = strncmp (b->name, "_Z", 2) == 0 ? 0 : strspn (b->name, "_");
      if (left != right)
        return left < right;
    }
  if (!is_numbered (a->name, b->name))
    {
      left = length_of (a->name);
      right = length_of (b->name);
      if (left != right)
        return left > right;
    }
  return strncmp (a->name, "SyS", 3) != 0 && strncmp (a->name, "compat_SyS", 10) != 0;
}

static gboolean
is_of_module (const CyanPerfSymbol *symbol)
{
  return strchr (symbol->name, '[') != NULL;
}

static void
give_sizes (GArray *symbols, gboolean is_kernel)
{
  for (guint i = 0; i < symbols->len; i++)
    {
      CyanPerfSymbol *symbol = &g_array_index (symbols, CyanPerfSymbol, i);
      const CyanPerfSymbol *next = symbol + 1;

      if (symbol->end > symbol->start)
        continue;
      if (i + 1 == symbols->len || (is_kernel && is_of_module (symbol) != is_of_module (next)))
        symbol->end = (symbol->start + 2 * PAGE - 1) / PAGE * PAGE;
      else
        symbol->end = next->start;
    }
}

void
cyan_perf_symbols_order (GArray *symbols, gboolean is_kernel)
{
  guint n = 0;

  g_array_sort (symbols, compare_starts);
  give_sizes (symbols, is_kernel);
  for (guint i = 0; i < symbols->len; i++)
    {
      const CyanPerfSymbol *next = &g_array_index (symbols, CyanPerfSymbol, i);
      CyanPerfSymbol *last = &g_array_index (symbols, CyanPerfSymbol, n > 0 ? n - 1 : 0);

      if (n > 0 && last->start == next->start)
        {
          if (!is_better (last, next))
            *last = *next;
        }
      else
        g_array_index (symbols, CyanPerfSymbol, n++) = *next;
    }
  g_array_set_size (symbols, n);
}

CyanPerfSymbol *
cyan_perf_symbols_find (const GArray *symbols, guint64 address)
{
  CyanPerfSymbol *symbol;
  guint from = 0, to = symbols->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (g_array_index (symbols, CyanPerfSymbol, middle).start <= address)
        from = middle + 1;
      else
        to = middle;
    }
  if (from == 0)
    return NULL;
  symbol = &g_array_index (symbols, CyanPerfSymbol, from - 1);
  return address < symbol->end || address == symbol->start ? symbol : NULL;
}

void
cyan_perf_symbols_add_lines (CyanPerfObject *object, char *text, gsize length, gboolean is_kernel)
{
  CyanLine rest = { text, text + length }, line;

  object->symbols = g_array_new (FALSE, FALSE, sizeof (CyanPerfSymbol));
  object->text = text;
  while (cyan_line_cell (&rest, '\n', &line))
    {
      CyanPerfSymbol symbol = { .binding = GLOBAL };
      guint64 size = 0;
      char type;

      if (!cyan_line_hex (&line, &symbol.start))
        continue;
      cyan_line_skip (&line);
      type = line.at < line.end ? *line.at : '\0';
      if (is_kernel && strchr ("TWDBtwdb", type) == NULL)
        continue;
      if (is_kernel)
        line.at += type != '\0';
      else if (!cyan_line_hex (&line, &size))
        continue;
      cyan_line_trim (&line);
      if (cyan_line_length (line) == 0 || (is_kernel && *line.at == '$'))
        continue;
      if (is_kernel)
        symbol.binding = g_ascii_toupper (type) == 'W' ? WEAK
                         : g_ascii_isupper (type)      ? GLOBAL
                                                       : LOCAL;
      symbol.end = symbol.start + size;
      symbol.name = line.at;
      text[line.end - text] = '\0';
      g_array_append_val (object->symbols, symbol);
    }
  if (is_kernel)
    cyan_perf_symbols_order (object->symbols, TRUE);
  else /* of those at one address, the last one */
    g_array_sort (object->symbols, compare_starts);
}

static const CyanPerfSymbol *
find_named (const GArray *symbols, const char *name)
{
  for (guint i = 0; i < symbols->len; i++)
    if (strcmp (g_array_index (symbols, CyanPerfSymbol, i).name, name) == 0)
      return &g_array_index (symbols, CyanPerfSymbol, i);
  return NULL;
}

gboolean
cyan_perf_symbols_shift (CyanPerfObject *object)
{
  const CyanPerfSymbol *known =
      object->reference != NULL ? find_named (object->symbols, object->reference) : NULL;
  guint64 shift = known != NULL ? object->reference_address - known->start : 0;
  gboolean is_any = FALSE;

  for (guint i = 0; i < object->symbols->len; i++)
    {
      CyanPerfSymbol *symbol = &g_array_index (object->symbols, CyanPerfSymbol, i);

      is_any |= symbol->start >> 63 != 0;
      if (!is_of_module (symbol))
        {
          symbol->start += shift;
          symbol->end += shift;
        }
    }
  return is_any;
}
