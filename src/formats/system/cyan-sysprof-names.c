/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of addresses: symbols, jitmaps, maps and processes of a capture of Sysprof. */
#include "cyan-sysprof-names.h"

#include <inttypes.h>
#include <string.h>

#define UNKNOWN "[unknown]"
#define KERNEL  "[kernel]"

/* Addresses of the kernel have this bit. */
#define IN_KERNEL (G_GUINT64_CONSTANT (1) << 63)
/* The process of the symbols of the kernel. */
#define KERNEL_PID 0

/* Bytes of a record of the table, SysprofPackedSymbol in libsysprof: the range of addresses, the
 * process, and where the name is in the file; 8 more bytes are not needed. */
#define RECORD 32

/* Maximum bytes of the table. */
#define MAX_TABLE (1u << 30)

typedef struct
{
  guint32 pid;
  guint32 at;   /* of the name in the table */
  CyanStr name; /* empty: not read yet */
  guint64 begin, end;
} Symbol;

typedef struct
{
  guint32 pid, order;
  guint64 start, end, offset;
  CyanStr file;
} Map;

void
cyan_sysprof_names_init (CyanSysprofNames *self, CyanScratch *scratch, CyanProfileBuilder *builder)
{
  memset (self, 0, sizeof *self);
  self->builder = builder;
  self->strings = cyan_profile_builder_strings (builder);
  self->table =
      cyan_scratch_own (scratch, g_byte_array_new (), (GDestroyNotify) g_byte_array_unref);
  self->symbols = cyan_scratch_array (scratch, sizeof (Symbol));
  self->maps = cyan_scratch_array (scratch, sizeof (Map));
  cyan_ids_init (&self->jit.ids, scratch);
  self->jit.names = cyan_scratch_array (scratch, sizeof (CyanStr));
  cyan_ids_init (&self->processes.ids, scratch);
  self->processes.names = cyan_scratch_array (scratch, sizeof (CyanStr));
  cyan_scratch_charge (scratch, &self->charge, cyan_profile_builder_budget (builder));
}

gboolean
cyan_sysprof_names_add_table (CyanSysprofNames *self, const void *bytes, gsize length)
{
  if (length > MAX_TABLE - self->table->len)
    return FALSE;
  g_byte_array_append (self->table, bytes, (guint) length);
  cyan_charge_add (&self->charge, length);
  return TRUE;
}

void
cyan_sysprof_names_add_map (
    CyanSysprofNames *self, guint32 pid, guint64 start, guint64 end, guint64 offset, CyanStr file)
{
  const Map map = { pid, self->maps->len, start, end, offset, file };

  cyan_charge_append (&self->charge, self->maps, map);
}

/* Sets the name of @id. */
static void
set_name (CyanSysprofNames *self, CyanSysprofMap *map, guint64 id, CyanStr name)
{
  guint32 number = cyan_ids_number (&map->ids, id);

  if (number == map->names->len)
    {
      g_array_append_val (map->names, name);
      cyan_charge_add (&self->charge, sizeof name + 2 * sizeof id);
    }
  else
    g_array_index (map->names, CyanStr, number) = name;
}

/* The name of @id, or the empty string. */
static CyanStr
get_name (const CyanSysprofMap *map, guint64 id)
{
  guint32 number = cyan_ids_find (&map->ids, id);

  return number < map->names->len ? g_array_index (map->names, CyanStr, number) : CYAN_STR_EMPTY;
}

void
cyan_sysprof_names_add_jit (CyanSysprofNames *self, guint64 address, CyanStr name)
{
  set_name (self, &self->jit, address, name);
}

void
cyan_sysprof_names_add_process (CyanSysprofNames *self, guint32 pid, const char *command)
{
  const char *end = command + strcspn (command, " ");
  const char *slash = memrchr (command, '/', (gsize) (end - command));
  const char *begin = slash != NULL ? slash + 1 : command;

  set_name (self, &self->processes, pid, cyan_strings_add (self->strings, begin, end - begin));
}

void
cyan_sysprof_names_add_fork (CyanSysprofNames *self, guint32 parent, guint32 child)
{
  CyanStr name = get_name (&self->processes, parent);

  if (get_name (&self->processes, child) == CYAN_STR_EMPTY)
    set_name (self, &self->processes, child, name);
}

static int
compare_symbols (gconstpointer a, gconstpointer b)
{
  const Symbol *x = a, *y = b;

  if (x->pid != y->pid)
    return x->pid < y->pid ? -1 : 1;
  return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static int
compare_maps (gconstpointer a, gconstpointer b)
{
  const Map *x = a, *y = b;

  if (x->pid != y->pid)
    return x->pid < y->pid ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Reads the records up to the one that is all zero. */
void
cyan_sysprof_names_ready (CyanSysprofNames *self)
{
  for (gsize at = 0; at + RECORD <= self->table->len; at += RECORD)
    {
      const guint8 *record = self->table->data + at;
      const Symbol symbol = {
        .begin = cyan_sysprof_number (record, 8),
        .end = cyan_sysprof_number (record + 8, 8),
        .pid = (guint32) cyan_sysprof_number (record + 16, 4),
        .at = (guint32) cyan_sysprof_number (record + 20, 4),
      };

      if (symbol.begin == 0 && symbol.end == 0 && symbol.pid == 0 && symbol.at == 0)
        break;
      cyan_charge_append (&self->charge, self->symbols, symbol);
    }
  g_array_sort (self->symbols, compare_symbols);
  g_array_sort (self->maps, compare_maps);
}

/* The number of elements of @array, sorted by @compare, that are not greater than @key. */
static guint
count_up_to (const GArray *array, gconstpointer key, GCompareFunc compare, gsize size)
{
  guint low = 0, high = array->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare (array->data + middle * size, key) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Recorders before version 45 write the addresses that were sampled, the last one included. */
static CyanStr
find_symbol (CyanSysprofNames *self, guint32 pid, guint64 address)
{
  const Symbol key = { .pid = pid, .begin = address };
  guint n = count_up_to (self->symbols, &key, compare_symbols, sizeof key);
  Symbol *symbol = n > 0 ? &g_array_index (self->symbols, Symbol, n - 1) : NULL;

  if (symbol == NULL || symbol->pid != pid || address > symbol->end
      || symbol->at >= self->table->len)
    return CYAN_STR_EMPTY;
  if (symbol->name == CYAN_STR_EMPTY)
    {
      const char *name = (const char *) self->table->data + symbol->at;
      gsize room = MIN (self->table->len - symbol->at, CYAN_STRING_MAX + 1);

      symbol->name = cyan_strings_add (self->strings, name, (gssize) strnlen (name, room));
    }
  return symbol->name;
}

static const Map *
find_map (const CyanSysprofNames *self, guint32 pid, guint64 address)
{
  const Map key = { .pid = pid, .start = address, .order = G_MAXUINT32 };
  guint n = count_up_to (self->maps, &key, compare_maps, sizeof key);
  const Map *map = n > 0 ? &g_array_index (self->maps, Map, n - 1) : NULL;

  return map != NULL && map->pid == pid && address < map->end ? map : NULL;
}

/* The file name without its folders. */
static CyanStr
module_of (CyanSysprofNames *self, const Map *map)
{
  const char *file = cyan_strings_get (self->strings, map->file);
  const char *slash = strrchr (file, '/');

  return slash != NULL ? cyan_strings_add (self->strings, slash + 1, -1) : map->file;
}

static guint32
function (CyanSysprofNames *self, CyanStr name, CyanStr module)
{
  return cyan_profile_builder_function (self->builder, name, module, CYAN_STR_EMPTY, 0, 0);
}

guint32
cyan_sysprof_names_process (CyanSysprofNames *self, guint32 pid)
{
  CyanStr name = get_name (&self->processes, pid);

  if (name == CYAN_STR_EMPTY)
    name = cyan_strings_add (self->strings, UNKNOWN, -1);
  return function (self, name, CYAN_STR_EMPTY);
}

guint32
cyan_sysprof_names_address (CyanSysprofNames *self, guint32 pid, guint64 address)
{
  gboolean in_kernel = (address & IN_KERNEL) != 0;
  CyanStr name = get_name (&self->jit, address), module = CYAN_STR_EMPTY;
  const Map *map = find_map (self, pid, address);

  self->n_addresses++;
  if (name != CYAN_STR_EMPTY)
    return function (self, name, module);
  if (map != NULL)
    module = module_of (self, map);
  else if (in_kernel)
    module = cyan_strings_add (self->strings, KERNEL, -1);
  name = find_symbol (self, pid, address);
  if (name == CYAN_STR_EMPTY && in_kernel)
    name = find_symbol (self, KERNEL_PID, address);
  if (name == CYAN_STR_EMPTY)
    {
      g_autofree char *text =
          map != NULL ? g_strdup_printf ("%s+0x%" PRIx64, cyan_strings_get (self->strings, module),
                                         address - map->start + map->offset)
                      : g_strdup (UNKNOWN);

      name = cyan_strings_add (self->strings, text, -1);
      self->n_nameless++;
    }
  return function (self, name, module);
}
