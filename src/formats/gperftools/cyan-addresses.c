/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads stacks of addresses, symbols and maps of the memory. */
#include "cyan-addresses.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-scratch.h"

#include <string.h>

/* Between the names of functions inlined into each other, the outermost first. */
#define INLINED "--"

#define UNKNOWN_NAME "[unknown]"

/* The functions of an address, a range of Build.functions. */
typedef struct
{
  guint32 first, n; /* n is 0 if they were not asked for yet, or there is none to be shown */
} Functions;

typedef struct
{
  CyanAddresses *addresses;
  CyanStrings *strings;
  GArray *functions; /* of guint32: of the builder, the outermost first */
  Functions *by_address;
  CyanNode *nodes;  /* of the builder, by node of the tree */
  CyanNode nobody;  /* of stacks without a frame; CYAN_NODE_ROOT: not needed yet */
  gboolean named;   /* some address has a symbol */
  guint n_unmapped; /* addresses without a symbol that are not in the map of the memory */
} Build;

static int
compare_mappings (gconstpointer a, gconstpointer b)
{
  const CyanMapping *left = a, *right = b;

  return (left->start > right->start) - (left->start < right->start);
}

static const CyanMapping *
find_mapping (const CyanAddresses *self, guint64 address)
{
  guint from = 0, to = self->mappings->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;
      const CyanMapping *mapping = &g_array_index (self->mappings, CyanMapping, middle);

      if (address < mapping->start)
        to = middle;
      else if (address >= mapping->end)
        from = middle + 1;
      else
        return mapping;
    }
  return NULL;
}

static void
add_function (Build *self, const CyanFunction *function)
{
  guint32 index = cyan_profile_builder_add_function (self->addresses->builder, function);

  g_array_append_val (self->functions, index);
}

/* "module+0x1234", or the bare address. */
static void
add_nameless (Build *self, guint64 address, const CyanMapping *mapping)
{
  CyanFunction function = { .module = CYAN_STR_EMPTY };
  g_autofree char *name = NULL;

  if (mapping == NULL)
    name = g_strdup_printf ("0x%" PRIx64, address);
  else
    name = g_strdup_printf ("%s+0x%" PRIx64, cyan_strings_get (self->strings, mapping->module),
                            address - mapping->start + mapping->offset);
  if (mapping != NULL)
    function.module = mapping->module;
  self->n_unmapped += mapping == NULL && self->addresses->mappings->len > 0;
  function.name = cyan_strings_add (self->strings, name, -1);
  add_function (self, &function);
}

/* Splits "name (file:line)". */
static void
add_java (Build *self, const char *symbol)
{
  gsize length = strlen (symbol);
  const char *open = strrchr (symbol, '('), *colon = strrchr (symbol, ':');
  CyanFunction function = { .module = CYAN_STR_EMPTY };
  gsize size = length;

  if (open != NULL && open > symbol && symbol[length - 1] == ')')
    {
      const char *end = symbol + length - 1, *last = end;
      guint64 line;

      if (colon > open && cyan_parse_uint64 (colon + 1, (gsize) (end - colon - 1), &line))
        last = colon;
      function.file = cyan_strings_add (self->strings, open + 1, (gssize) (last - open - 1));
      size = (gsize) (open - symbol);
      while (size > 0 && symbol[size - 1] == ' ')
        size--;
    }
  function.name = cyan_strings_add (self->strings, symbol, (gssize) size);
  add_function (self, &function);
}

/* Splits "name+0x1f file:line", where the line is not that of the definition. */
static void
add_go (Build *self, const char *symbol)
{
  const char *end = symbol + strcspn (symbol, "\t "),
             *plus = memrchr (symbol, '+', (gsize) (end - symbol));
  const char *file = end + strspn (end, "\t "), *colon = strrchr (file, ':');
  CyanFunction function = { .module = CYAN_STR_EMPTY };

  function.name =
      cyan_strings_add (self->strings, symbol, (gssize) ((plus != NULL ? plus : end) - symbol));
  function.file =
      cyan_strings_add (self->strings, file, colon != NULL ? (gssize) (colon - file) : -1);
  add_function (self, &function);
}

/* The length of @name without "<0000000000001249>", the address that pprof puts after a name. */
static gsize
without_address (const char *name, gsize length)
{
  gsize at = length;

  if (length == 0 || name[length - 1] != '>')
    return length;
  for (at = length - 1; at > 0 && g_ascii_isxdigit (name[at - 1]); at--)
    ;
  return length - 1 - at == 16 && at > 1 && name[at - 1] == '<' ? at - 1 : length;
}

/* Splits "outer--inlined--innermost". */
static void
add_symbol (Build *self, const char *symbol, const CyanMapping *mapping)
{
  while (symbol != NULL)
    {
      const char *next = strstr (symbol, INLINED);
      gsize length = next != NULL ? (gsize) (next - symbol) : strlen (symbol);
      CyanFunction function = { .module = mapping != NULL ? mapping->module : CYAN_STR_EMPTY };

      function.name =
          cyan_strings_add (self->strings, symbol, (gssize) without_address (symbol, length));
      if (length > 0)
        add_function (self, &function);
      symbol = next != NULL ? next + strlen (INLINED) : NULL;
    }
}

static CyanStr
symbol_of (const CyanAddresses *self, guint32 number)
{
  return number < self->symbols->len ? g_array_index (self->symbols, CyanStr, number)
                                     : CYAN_STR_EMPTY;
}

/* The functions of the address with this number. */
static Functions
functions_of (Build *self, guint32 number)
{
  const CyanAddresses *addresses = self->addresses;
  Functions *functions = &self->by_address[number];
  guint64 address = cyan_ids_get (&addresses->addresses, number);
  CyanStr symbol;

  if (functions->n > 0)
    return *functions;
  symbol = symbol_of (addresses, number);
  /* Symbols of return addresses may be those of the calls before them. */
  if (symbol == CYAN_STR_EMPTY && address > 0)
    symbol = symbol_of (addresses, cyan_ids_find (&addresses->addresses, address - 1));
  functions->first = self->functions->len;
  self->named |= symbol != CYAN_STR_EMPTY;
  if (symbol != CYAN_STR_EMPTY && addresses->form == CYAN_SYMBOLS_JAVA)
    add_java (self, cyan_strings_get (self->strings, symbol));
  else if (symbol != CYAN_STR_EMPTY && addresses->form == CYAN_SYMBOLS_GO)
    add_go (self, cyan_strings_get (self->strings, symbol));
  else if (symbol != CYAN_STR_EMPTY)
    add_symbol (self, cyan_strings_get (self->strings, symbol), find_mapping (addresses, address));
  if (self->functions->len == functions->first && addresses->form != CYAN_SYMBOLS_GO)
    add_nameless (self, address, find_mapping (addresses, address));
  functions->n = self->functions->len - functions->first;
  return *functions;
}

static gboolean
add_node (Build *self, guint32 node, GError **error)
{
  const CyanFrameTree *tree = &self->addresses->tree;
  Functions functions = functions_of (self, tree->frame[node]);
  CyanNode at = self->nodes[tree->parent[node]];

  for (guint i = 0; i < functions.n && at != CYAN_NODE_NONE; i++)
    at = cyan_profile_builder_child (self->addresses->builder, at,
                                     g_array_index (self->functions, guint32, functions.first + i),
                                     0, error);
  self->nodes[node] = at;
  return at != CYAN_NODE_NONE;
}

static gboolean
add_nobody (Build *self, GError **error)
{
  CyanFunction function = { .name = cyan_strings_add (self->strings, UNKNOWN_NAME, -1) };
  guint32 index = cyan_profile_builder_add_function (self->addresses->builder, &function);

  self->nobody =
      cyan_profile_builder_child (self->addresses->builder, CYAN_NODE_ROOT, index, 0, error);
  return self->nobody != CYAN_NODE_NONE;
}

gboolean
cyan_addresses_has_values (const CyanAddresses *self, guint column)
{
  for (guint32 node = 0; self->tree.values[column] != NULL && node < self->tree.n_nodes; node++)
    if (self->tree.values[column][node] != 0)
      return TRUE;
  return FALSE;
}

gboolean
cyan_addresses_same (const CyanAddresses *self, guint a, guint b)
{
  double *const *values = self->tree.values;

  for (guint32 node = 0; node < self->tree.n_nodes; node++)
    if ((values[a] != NULL ? values[a][node] : 0) != (values[b] != NULL ? values[b][node] : 0))
      return FALSE;
  return TRUE;
}

static gboolean
build (Build *self, const CyanAddressesMetric *metrics, guint n_metrics, GError **error)
{
  const CyanFrameTree *tree = &self->addresses->tree;

  self->nodes[0] = CYAN_NODE_ROOT;
  for (guint32 node = 1; node < tree->n_nodes; node++)
    if (!add_node (self, node, error))
      return FALSE;
  for (guint m = 0; m < n_metrics; m++)
    {
      const double *values = tree->values[metrics[m].column];

      for (guint32 node = 0; values != NULL && node < tree->n_nodes; node++)
        {
          CyanNode at = self->nodes[node];

          if (values[node] == 0)
            continue;
          if (at == CYAN_NODE_ROOT)
            {
              if (self->nobody == CYAN_NODE_ROOT && !add_nobody (self, error))
                return FALSE;
              at = self->nobody;
            }
          cyan_profile_builder_add (self->addresses->builder, m, at,
                                    values[node] * metrics[m].factor);
        }
    }
  return TRUE;
}

gboolean
cyan_addresses_build (CyanAddresses *addresses,
                      const CyanAddressesMetric *metrics,
                      guint n_metrics,
                      GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  guint n_addresses = addresses->addresses.ids->len, n_nodes = addresses->tree.n_nodes;
  Build self = { .addresses = addresses,
                 .strings = cyan_profile_builder_strings (addresses->builder),
                 .functions = cyan_scratch_array (&scratch, sizeof (guint32)),
                 .by_address =
                     cyan_scratch_own (&scratch, g_new0 (Functions, n_addresses + 1), g_free),
                 .nodes = cyan_scratch_own (&scratch, g_new (CyanNode, n_nodes), g_free),
                 .nobody = CYAN_NODE_ROOT };
  CyanCharge charge;
  g_autoptr (GError) reason = NULL;

  cyan_scratch_charge (&scratch, &charge, cyan_input_budget (addresses->input));
  cyan_charge_set (&charge, n_addresses * (sizeof (Functions) + sizeof (guint32))
                                + (guint64) n_nodes * sizeof (CyanNode));
  g_array_sort (addresses->mappings, compare_mappings);
  if (!build (&self, metrics, n_metrics, &reason))
    return cyan_fail_at (error, reason, "%s", cyan_input_name (addresses->input));
  cyan_profile_builder_warn_n (addresses->builder, self.n_unmapped,
                               "%u address is of no file in the map of the memory, which may have "
                               "been cut",
                               "%u addresses are of no file in the map of the memory, which may "
                               "have been cut",
                               self.n_unmapped);
  if (n_nodes > 1 && !self.named)
    cyan_profile_builder_warn (addresses->builder,
                               _ ("the file has addresses and no names, so functions are named by "
                                  "their places in the program; names come with: %s"),
                               addresses->namer);
  return TRUE;
}

void
cyan_addresses_init (CyanAddresses *self,
                     CyanScratch *scratch,
                     CyanInput *input,
                     CyanProfileBuilder *builder)
{
  *self = (CyanAddresses){ .input = input, .builder = builder };
  cyan_scratch_charge (scratch, &self->charge, cyan_input_budget (input));
  cyan_frame_tree_init (&self->tree, scratch, builder);
  cyan_ids_init (&self->addresses, scratch);
  self->symbols = cyan_scratch_array (scratch, sizeof (CyanStr));
  self->mappings = cyan_scratch_array (scratch, sizeof (CyanMapping));
  self->stack = cyan_scratch_array (scratch, sizeof (guint64));
}

gboolean
cyan_addresses_has_symbols (const CyanAddresses *self)
{
  return self->symbols->len > 0;
}

gboolean
cyan_addresses_are_calls (const CyanAddresses *self)
{
  return self->form == CYAN_SYMBOLS_JAVA
         || (self->form == CYAN_SYMBOLS_NATIVE && cyan_addresses_has_symbols (self));
}

static void
charge (CyanAddresses *self)
{
  cyan_charge_set (&self->charge, cyan_ids_memory (&self->addresses)
                                      + self->symbols->len * sizeof (CyanStr)
                                      + self->mappings->len * sizeof (CyanMapping)
                                      + self->stack->len * sizeof (guint64));
}

/* Takes a number with or without "0x" in front. */
static gboolean
take_hex (CyanLine *line, guint64 *value)
{
  cyan_line_skip (line);
  if (cyan_line_length (*line) > 2 && line->at[0] == '0'
      && (line->at[1] == 'x' || line->at[1] == 'X'))
    line->at += 2;
  return cyan_line_hex (line, value);
}

static CyanStr
intern (CyanAddresses *self, CyanLine text)
{
  return cyan_strings_add (cyan_profile_builder_strings (self->builder), text.at,
                           (gssize) cyan_line_length (text));
}

gboolean
cyan_addresses_add_symbol (CyanAddresses *self, CyanLine line)
{
  guint64 address;
  guint32 number;

  cyan_line_trim (&line);
  if (cyan_line_length (line) < 3 || !cyan_bytes_begin (line.at, 3, "0x")
      || !take_hex (&line, &address))
    return FALSE;
  cyan_line_skip (&line);
  if (line.at == line.end)
    return FALSE;
  number = cyan_ids_number (&self->addresses, address);
  if (number >= self->symbols->len)
    g_array_set_size (self->symbols, number + 1);
  g_array_index (self->symbols, CyanStr, number) = intern (self, line);
  charge (self);
  return TRUE;
}

void
cyan_addresses_add_mapping (CyanAddresses *self, CyanLine line)
{
  CyanMapping mapping = { 0 };
  CyanLine path, permissions;
  const char *slash;
  gsize n;

  if (!take_hex (&line, &mapping.start) || line.at == line.end || *line.at++ != '-'
      || !take_hex (&line, &mapping.end) || mapping.end <= mapping.start)
    return;
  line.at += line.at < line.end && *line.at == ':';
  path = line;
  permissions = cyan_line_word (&line);
  n = cyan_line_length (permissions);
  if (n >= 3 && n <= 4 && strspn (permissions.at, "-rwxps") >= n)
    {
      if (memchr (permissions.at, 'x', n) == NULL || !take_hex (&line, &mapping.offset))
        return;
      cyan_line_word (&line); /* device */
      cyan_line_word (&line); /* inode */
      path = line;
    }
  cyan_line_trim (&path);
  slash = memrchr (path.at, '/', cyan_line_length (path));
  if (slash != NULL)
    path.at = slash + 1;
  mapping.module = intern (self, path);
  g_array_append_val (self->mappings, mapping);
  charge (self);
}

void
cyan_addresses_warn_mappings (const CyanAddresses *self)
{
  if (self->form == CYAN_SYMBOLS_NATIVE && self->mappings->len == 0)
    cyan_profile_builder_warn (self->builder,
                               _ ("the map of the memory, which comes behind the stacks, is "
                                  "missing: the file may have been cut"));
}

gboolean
cyan_addresses_take (CyanAddresses *self, CyanLine *line)
{
  guint64 address;

  while (take_hex (line, &address))
    {
      if (self->stack->len == CYAN_ADDRESSES_MAX_DEPTH)
        return FALSE;
      g_array_append_val (self->stack, address);
    }
  return TRUE;
}

void
cyan_addresses_return (CyanAddresses *self, guint first)
{
  for (guint i = first; i < self->stack->len; i++)
    g_array_index (self->stack, guint64, i)--;
}

guint32
cyan_addresses_end (CyanAddresses *self, GError **error)
{
  g_autoptr (GError) reason = NULL;
  guint32 node = 0;

  for (guint i = self->stack->len; i-- > 0 && node != CYAN_FRAME_TREE_NONE;)
    node = cyan_frame_tree_child (
        &self->tree, node,
        cyan_ids_number (&self->addresses, g_array_index (self->stack, guint64, i)), &reason);
  charge (self);
  if (node == CYAN_FRAME_TREE_NONE)
    cyan_fail_at (error, reason, "%s", cyan_input_name (self->input));
  return node;
}
