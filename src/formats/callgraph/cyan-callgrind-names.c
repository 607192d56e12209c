/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps numbers to names, names to vertices, and vertices to functions. */
#include "cyan-callgrind.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

#include <string.h>

/* Functions added between two checks of the budget. */
#define STRIDE 1024

#define MAX_ID (G_MAXUINT32 - 1)

#define UNKNOWN "???"

/* A vertex or a function. */
typedef struct
{
  CyanStr name;
  CyanStr file;
  CyanStr object;
  guint32 line; /* of a function: the first line at which it is entered; 0: unknown */
} Entry;

/* The function that a number stands for. */
typedef struct
{
  CyanStr name;
  guint vertex; /* G_MAXUINT: not used yet */
} Numbered;

static guint
hash_entry (gconstpointer data)
{
  const Entry *entry = data;

  return (entry->name * 31 + entry->file) * 31 + entry->object;
}

static gboolean
same_entry (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  return x->name == y->name && x->file == y->file && x->object == y->object;
}

CyanCallgrindNames *
cyan_callgrind_names_new (CyanProfileBuilder *builder)
{
  CyanCallgrindNames *self = g_new0 (CyanCallgrindNames, 1);

  self->builder = builder;
  self->strings = cyan_profile_builder_strings (builder);
  self->raw =
      cyan_scratch_own (&self->kept, cyan_strings_new (), (GDestroyNotify) cyan_strings_unref);
  cyan_strings_set_budget (self->raw, cyan_profile_builder_budget (builder));
  cyan_scratch_charge (&self->kept, &self->charge, cyan_profile_builder_budget (builder));
  self->files = cyan_scratch_table (&self->kept, NULL, NULL, NULL, NULL);
  self->objects = cyan_scratch_table (&self->kept, NULL, NULL, NULL, NULL);
  self->numbered = cyan_scratch_table (&self->kept, NULL, NULL, NULL, g_free);
  self->vertex_of = cyan_scratch_table (&self->kept, hash_entry, same_entry, g_free, NULL);
  self->function_of = cyan_scratch_table (&self->kept, hash_entry, same_entry, g_free, NULL);
  self->functions = cyan_scratch_array (&self->kept, sizeof (Entry));
  self->vertices = cyan_scratch_array (&self->kept, sizeof (guint32));
  return self;
}

void
cyan_callgrind_names_free (CyanCallgrindNames *self)
{
  cyan_scratch_clear (&self->kept);
  g_free (self);
}

/* Splits "(7) name". *@has_id is FALSE if there is no number; *@name is NULL if nothing follows the
 * number, not even a blank.  A name may itself begin with a bracket: "(below main)". */
static const char *
split_id (char *text, gboolean *has_id, guint64 *id, const char **name)
{
  gsize digits = *text == '(' ? strspn (text + 1, "0123456789") : 0;
  char *rest = text;

  *has_id = digits > 0 && text[1 + digits] == ')';
  if (*has_id)
    {
      if (!cyan_parse_uint64 (text + 1, digits, id) || *id > MAX_ID)
        return _ ("the number of a name is too large");
      rest += digits + 2;
    }
  *name = *has_id && *rest == '\0' ? NULL : g_strstrip (rest);
  return NULL;
}

/* Stores @value under a copy of @entry, which must be new. */
static void
put_entry (CyanCallgrindNames *self, GHashTable *table, const Entry *entry, guint value)
{
  g_hash_table_insert (table, g_memdup2 (entry, sizeof *entry), GUINT_TO_POINTER (value));
  cyan_charge_add (&self->charge, sizeof *entry + CYAN_CHARGE_HASH_ENTRY);
}

/* Looks up the number in @text, or stores the path that it defines. */
static const char *
read_path (
    CyanCallgrindNames *self, GHashTable *numbered, char *text, gboolean only_base, CyanStr *path)
{
  guint64 id = 0;
  gboolean has_id;
  const char *name = NULL;
  const char *reason = split_id (text, &has_id, &id, &name);

  if (reason != NULL)
    return reason;
  if (name == NULL)
    {
      guint known = GPOINTER_TO_UINT (g_hash_table_lookup (numbered, GUINT_TO_POINTER (id)));

      if (known == 0)
        self->n_nameless++;
      *path = known > 0 ? known - 1 : CYAN_STR_EMPTY;
      return NULL;
    }
  if (only_base && strrchr (name, '/') != NULL && strrchr (name, '/')[1] != '\0')
    name = strrchr (name, '/') + 1;
  *path = strcmp (name, UNKNOWN) == 0 ? CYAN_STR_EMPTY : cyan_strings_add (self->strings, name, -1);
  if (has_id && g_hash_table_insert (numbered, GUINT_TO_POINTER (id), GUINT_TO_POINTER (*path + 1)))
    cyan_charge_add (&self->charge, CYAN_CHARGE_HASH_ENTRY);
  return NULL;
}

const char *
cyan_callgrind_names_file (CyanCallgrindNames *self, char *text, CyanStr *file)
{
  return read_path (self, self->files, text, FALSE, file);
}

const char *
cyan_callgrind_names_object (CyanCallgrindNames *self, char *text, CyanStr *object)
{
  /* The folder of a program differs between versions, but its name does not. */
  return read_path (self, self->objects, text, TRUE, object);
}

/* The length of the function's own name in "name'2'caller": up to the first quote outside of
 * brackets that is not the first character.  In "foo<'a'>" and "f(char '0')" there is no such
 * quote. */
static gsize
own_length (const char *name)
{
  gint depth = 0;

  for (const char *at = name; *at != '\0'; at++)
    {
      if (g_str_has_prefix (at, "operator") && at[8] != '\0' && strchr ("<>-(", at[8]) != NULL)
        {
          at += 8 + strspn (at + 8, "<>-=") - 1;
          if (at[1] == '(' && at[2] == ')')
            at += 2;
        }
      else if (strchr ("<([{", *at) != NULL)
        depth++;
      else if (strchr (">)]}", *at) != NULL && !(at > name && at[-1] == '-'))
        depth--;
      else if (*at == '\'' && depth <= 0 && at > name && at[1] != '\0')
        return (gsize) (at - name);
    }
  return strlen (name);
}

static guint32
find_function (CyanCallgrindNames *self, const char *name, CyanStr file, CyanStr object)
{
  gssize length = self->separate ? (gssize) own_length (name) : -1;
  Entry entry = { cyan_strings_add (self->strings, name, length), file, object, 0 };
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->function_of, &entry));

  if (known != 0)
    return known - 1;
  cyan_charge_append (&self->charge, self->functions, entry);
  put_entry (self, self->function_of, &entry, self->functions->len);
  return self->functions->len - 1;
}

/* The length of @name without the number of a context: " [1/2]"; -1: it has none. */
static gssize
unnumbered_length (const char *name)
{
  const char *bracket = strrchr (name, '[');
  gsize first, second;

  if (bracket == NULL || bracket < name + 2 || bracket[-1] != ' ')
    return -1;
  first = strspn (bracket + 1, "0123456789");
  if (first == 0 || bracket[1 + first] != '/')
    return -1;
  second = strspn (bracket + 2 + first, "0123456789");
  if (second == 0 || strcmp (bracket + 2 + first + second, "]") != 0)
    return -1;
  return bracket - 1 - name;
}

const char *
cyan_callgrind_names_function (CyanCallgrindNames *self, char *text, CyanCallgrindName *name)
{
  guint64 id = 0;
  gboolean has_id;
  const char *own = NULL;
  const char *reason = split_id (text, &has_id, &id, &own);
  Numbered *numbered;

  if (reason != NULL)
    return reason;
  *name = (CyanCallgrindName){ .number = has_id ? (guint32) id + 1 : 0 };
  if (own == NULL)
    {
      numbered = g_hash_table_lookup (self->numbered, GUINT_TO_POINTER (id));
      if (numbered == NULL)
        return _ ("this number has no name yet");
      name->name = numbered->name;
      return NULL;
    }
  name->name = cyan_strings_add (self->raw, *own != '\0' ? own : UNKNOWN,
                                 self->drop_numbers ? unnumbered_length (own) : -1);
  if (has_id)
    {
      numbered = g_new (Numbered, 1);
      *numbered = (Numbered){ name->name, G_MAXUINT };
      if (g_hash_table_insert (self->numbered, GUINT_TO_POINTER (id), numbered))
        cyan_charge_add (&self->charge, sizeof *numbered + CYAN_CHARGE_HASH_ENTRY);
    }
  return NULL;
}

static guint
find_vertex (CyanCallgrindNames *self, CyanStr name, CyanStr file, CyanStr object)
{
  Entry entry = { name, file, object, 0 };
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->vertex_of, &entry));

  if (known == 0)
    {
      guint32 function = find_function (self, cyan_strings_get (self->raw, name), file, object);

      cyan_charge_append (&self->charge, self->vertices, function);
      known = self->vertices->len;
      put_entry (self, self->vertex_of, &entry, known);
    }
  return known - 1;
}

guint
cyan_callgrind_names_vertex (CyanCallgrindNames *self,
                             CyanCallgrindName name,
                             CyanStr file,
                             CyanStr object)
{
  Numbered *numbered = NULL;

  if (name.number > 0)
    numbered = g_hash_table_lookup (self->numbered, GUINT_TO_POINTER (name.number - 1));
  /* The number may have been given to another name meanwhile. */
  if (numbered == NULL || numbered->name != name.name)
    return find_vertex (self, name.name, file, object);
  if (numbered->vertex == G_MAXUINT)
    numbered->vertex = find_vertex (self, name.name, file, object);
  return numbered->vertex;
}

void
cyan_callgrind_names_get (const CyanCallgrindNames *self,
                          guint vertex,
                          CyanStr *name,
                          CyanStr *file)
{
  const Entry *entry =
      &g_array_index (self->functions, Entry, g_array_index (self->vertices, guint32, vertex));

  *name = entry->name;
  *file = entry->file;
}

void
cyan_callgrind_names_entered (CyanCallgrindNames *self, guint vertex, guint32 line)
{
  guint32 function = g_array_index (self->vertices, guint32, vertex);
  Entry *entry = &g_array_index (self->functions, Entry, function);

  if (line > 0 && (entry->line == 0 || line < entry->line))
    entry->line = line;
}

/* The name that cProfile gives to a function of C, which yappi calls @name in @module. */
static char *
name_native (const char *name, const char *module)
{
  gsize length = strlen (name);

  return g_str_has_prefix (name, "<method ") && name[length - 1] == '>'
             ? g_strdup_printf ("{%.*s}", (int) length - 2, name + 1)
             : g_strdup_printf ("{built-in method %s.%s}", module, name);
}

/* Takes the place of a function from its name, behind which yappi puts it: "Tree.leaf
 * /app/tree.py:7", "sorted builtins:0". */
static void
cut_place (const CyanCallgrindNames *self, CyanFunction *function)
{
  const char *text = cyan_strings_get (self->strings, function->name);
  const char *path = strstr (text, " /"), *colon = strrchr (text, ':');
  g_autofree char *name = NULL, *native = NULL, *place = NULL;
  guint64 line;

  if (path == NULL)
    path = strrchr (text, ' ');
  if (path == NULL || path == text || colon == NULL || colon < path
      || !cyan_parse_uint64 (colon + 1, strlen (colon + 1), &line) || line > G_MAXINT32)
    return;
  name = g_strndup (text, (gsize) (path - text));
  place = g_strndup (path + 1, (gsize) (colon - path - 1));
  if (line == 0 && strchr (place, '/') == NULL)
    native = name_native (name, place);
  function->name = cyan_strings_add (self->strings, native != NULL ? native : name, -1);
  function->file = native != NULL ? CYAN_STR_EMPTY : cyan_strings_add (self->strings, place, -1);
  function->line = (guint32) line;
}

gboolean
cyan_callgrind_names_set_functions (CyanCallgrindNames *self, CyanCallGraph *graph, GError **error)
{
  const CyanBudget *budget = cyan_profile_builder_budget (self->builder);

  for (guint v = 0; v < self->vertices->len; v++)
    {
      const Entry *entry =
          &g_array_index (self->functions, Entry, g_array_index (self->vertices, guint32, v));
      CyanFunction function = {
        .name = entry->name,
        .module = entry->object,
        .file = entry->file,
        .line = entry->line,
      };

      if (self->have_places)
        cut_place (self, &function);
      cyan_call_graph_set_function (graph, v,
                                    cyan_profile_builder_add_function (self->builder, &function));
      if (v % STRIDE == 0 && !cyan_budget_check (budget, 0, error))
        return FALSE;
    }
  return cyan_budget_check (budget, 0, error);
}
