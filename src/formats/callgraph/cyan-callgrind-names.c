/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names by number, vertices by name, and functions by the names of vertices. */
#include "cyan-callgrind-names.h"

#include "cyan-number.h"

#include <string.h>

#define MAX_ID (G_MAXUINT32 - 1)

/* A vertex or a function. */
typedef struct
{
  CyanStr name;
  CyanStr file;
  CyanStr object;
  guint32 line; /* of functions: the first at which they are entered; 0: unknown */
} Entry;

struct _CyanCallgrindNames
{
  CyanProfileBuilder *builder;
  CyanStrings *strings; /* the builder's */
  CyanStrings *raw;     /* the names of vertices */
  gboolean separate;

  GHashTable *files;    /* by number: CyanStr + 1 */
  GHashTable *objects;  /* the same */
  GHashTable *numbered; /* by number: vertex + 1 */

  GHashTable *vertex_of;   /* Entry * -> vertex + 1 */
  GHashTable *function_of; /* Entry * -> index in functions + 1 */
  GArray *functions;       /* of Entry */
  GArray *vertices;        /* of guint32: index in functions */
};

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
  self->raw = cyan_strings_new ();
  self->files = g_hash_table_new (NULL, NULL);
  self->objects = g_hash_table_new (NULL, NULL);
  self->numbered = g_hash_table_new (NULL, NULL);
  self->vertex_of = g_hash_table_new_full (hash_entry, same_entry, g_free, NULL);
  self->function_of = g_hash_table_new_full (hash_entry, same_entry, g_free, NULL);
  self->functions = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->vertices = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
cyan_callgrind_names_free (CyanCallgrindNames *self)
{
  cyan_strings_unref (self->raw);
  g_hash_table_unref (self->files);
  g_hash_table_unref (self->objects);
  g_hash_table_unref (self->numbered);
  g_hash_table_unref (self->vertex_of);
  g_hash_table_unref (self->function_of);
  g_array_unref (self->functions);
  g_array_unref (self->vertices);
  g_free (self);
}

void
cyan_callgrind_names_separate (CyanCallgrindNames *self)
{
  self->separate = TRUE;
}

/* Splits "(7) name"; *has_id is FALSE where there is no number, *name is empty where nothing
 * follows it.  A name may itself begin with a bracket: "(below main)". */
static const char *
split_id (const char *text, gboolean *has_id, guint64 *id, const char **name)
{
  gsize digits = *text == '(' ? strspn (text + 1, "0123456789") : 0;

  *has_id = digits > 0 && text[1 + digits] == ')';
  *name = text;
  if (!*has_id)
    return *text != '\0' ? NULL : "no name";
  if (!cyan_parse_uint64 (text + 1, digits, id) || *id > MAX_ID)
    return "the number of a name is too large";
  *name = text + digits + 2;
  while (g_ascii_isspace (**name))
    (*name)++;
  return NULL;
}

/* A path of which nothing is known is written as "???". */
static CyanStr
add_path (CyanStrings *strings, const char *name)
{
  return strcmp (name, "???") == 0 ? CYAN_STR_EMPTY : cyan_strings_add (strings, name, -1);
}

/* Looks @text up, or adds what it says. */
static const char *
read_path (
    CyanStrings *strings, GHashTable *numbered, const char *text, gboolean only_base, CyanStr *path)
{
  guint64 id = 0;
  gboolean has_id;
  const char *name;
  const char *reason = split_id (text, &has_id, &id, &name);

  if (reason != NULL)
    return reason;
  if (has_id && *name == '\0')
    {
      guint known = GPOINTER_TO_UINT (g_hash_table_lookup (numbered, GUINT_TO_POINTER (id)));

      if (known == 0)
        return "this number has no name yet";
      *path = known - 1;
      return NULL;
    }
  if (only_base && strrchr (name, '/') != NULL && strrchr (name, '/')[1] != '\0')
    name = strrchr (name, '/') + 1;
  *path = add_path (strings, name);
  if (has_id)
    g_hash_table_insert (numbered, GUINT_TO_POINTER (id), GUINT_TO_POINTER (*path + 1));
  return NULL;
}

const char *
cyan_callgrind_names_file (CyanCallgrindNames *self, const char *text, CyanStr *file)
{
  return read_path (self->strings, self->files, text, FALSE, file);
}

const char *
cyan_callgrind_names_object (CyanCallgrindNames *self, const char *text, CyanStr *object)
{
  /* Where a program lies differs from one version to the next, what it is called does not. */
  return read_path (self->strings, self->objects, text, TRUE, object);
}

/* The length of the function's own name in "name'2'caller": up to the first quote that is in no
 * brackets, as those of "foo<'a'>" and "f(char '0')" are, and not the first character. */
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
  g_array_append_val (self->functions, entry);
  g_hash_table_insert (self->function_of, g_memdup2 (&entry, sizeof entry),
                       GUINT_TO_POINTER (self->functions->len));
  return self->functions->len - 1;
}

const char *
cyan_callgrind_names_function (
    CyanCallgrindNames *self, const char *text, CyanStr file, CyanStr object, guint *vertex)
{
  guint64 id = 0;
  gboolean has_id;
  const char *name;
  const char *reason = split_id (text, &has_id, &id, &name);
  Entry entry;
  guint known;

  if (reason != NULL)
    return reason;
  if (has_id && *name == '\0')
    {
      known = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbered, GUINT_TO_POINTER (id)));
      if (known == 0)
        return "this number has no name yet";
      *vertex = known - 1;
      return NULL;
    }
  entry = (Entry){ cyan_strings_add (self->raw, name, -1), file, object, 0 };
  known = GPOINTER_TO_UINT (g_hash_table_lookup (self->vertex_of, &entry));
  if (known == 0)
    {
      guint32 function = find_function (self, name, file, object);

      g_array_append_val (self->vertices, function);
      known = self->vertices->len;
      g_hash_table_insert (self->vertex_of, g_memdup2 (&entry, sizeof entry),
                           GUINT_TO_POINTER (known));
    }
  if (has_id)
    g_hash_table_insert (self->numbered, GUINT_TO_POINTER (id), GUINT_TO_POINTER (known));
  *vertex = known - 1;
  return NULL;
}

guint
cyan_callgrind_names_n_vertices (const CyanCallgrindNames *self)
{
  return self->vertices->len;
}

void
cyan_callgrind_names_entered (CyanCallgrindNames *self, guint vertex, guint32 line)
{
  guint32 function = g_array_index (self->vertices, guint32, vertex);
  Entry *entry = &g_array_index (self->functions, Entry, function);

  if (line > 0 && (entry->line == 0 || line < entry->line))
    entry->line = line;
}

void
cyan_callgrind_names_set_functions (CyanCallgrindNames *self, CyanCallGraph *graph)
{
  for (guint v = 0; v < self->vertices->len; v++)
    {
      const Entry *entry =
          &g_array_index (self->functions, Entry, g_array_index (self->vertices, guint32, v));

      cyan_call_graph_set_function (graph, v,
                                    cyan_profile_builder_function (self->builder, entry->name,
                                                                   entry->object, entry->file,
                                                                   entry->line, 0));
    }
}
