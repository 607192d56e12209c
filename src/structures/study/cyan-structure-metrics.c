/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-structure-metrics.h"

#include <string.h>

/* ---- names ---- */

/* Sets the lengths of the parts of @name that are its class and its package; 0: it has none.
 * Separators in brackets, as of parameters, do not count.  Compilers call copies of functions
 * "parse.part.0". */
static void
split (const char *name, gsize *class, gsize *package)
{
  const char *method = name;
  guint depth = 0;

  *class = *package = 0;
  for (const char *at = name; *at != '\0'; at++)
    {
      gboolean is_colons = at[0] == ':' && at[1] == ':';

      if (strchr ("<([{", *at) != NULL)
        depth++;
      else if (strchr (">)]}", *at) != NULL)
        depth -= depth > 0;
      else if (depth == 0 && at > name && (*at == '.' || is_colons))
        {
          *package = *class;
          *class = (gsize) (at - name);
          at += is_colons;
          method = at + 1;
        }
    }
  if (g_ascii_isdigit (*method))
    *class = *package = 0;
}

/* The number of @text, of which it takes ownership. */
static guint
number_of (GHashTable *numbers, GPtrArray *names, char *text)
{
  gpointer number;

  if (!g_hash_table_lookup_extended (numbers, text, NULL, &number))
    {
      number = GUINT_TO_POINTER (names->len);
      g_hash_table_insert (numbers, text, number);
      g_ptr_array_add (names, text);
    }
  else
    g_free (text);
  return GPOINTER_TO_UINT (number);
}

CyanClasses *
cyan_classes_new (const CyanProfile *profile)
{
  CyanClasses *self = g_new0 (CyanClasses, 1);
  g_autoptr (GHashTable) packages = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) classes = g_hash_table_new (g_str_hash, g_str_equal);

  self->n_functions = profile->n_functions;
  self->package = g_new (guint, profile->n_functions);
  self->class = g_new (guint, profile->n_functions);
  self->package_names = g_ptr_array_new_with_free_func (g_free);
  self->class_names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < profile->n_functions; i++)
    {
      const CyanFunction *function = &profile->functions[i];
      const char *name = cyan_strings_get (profile->strings, function->name);
      gsize class, package;

      split (name, &class, &package);
      self->package[i] =
          number_of (packages, self->package_names,
                     class > 0 && package > 0
                         ? g_strndup (name, package)
                         : g_strdup (cyan_strings_get (profile->strings, function->module)));
      self->class[i] =
          number_of (classes, self->class_names,
                     class > 0 ? g_strndup (name, class)
                               : g_strdup (cyan_strings_get (profile->strings, function->file)));
    }
  self->n_packages = self->package_names->len;
  self->n_classes = self->class_names->len;
  return self;
}

void
cyan_classes_free (CyanClasses *self)
{
  if (self == NULL)
    return;
  g_free (self->package);
  g_free (self->class);
  g_ptr_array_unref (self->package_names);
  g_ptr_array_unref (self->class_names);
  g_free (self);
}

CyanMetricTargets
cyan_metric_targets (const CyanTrie *tree, const CyanClasses *classes)
{
  g_autofree guint *contexts = g_new0 (guint, classes->n_functions);
  g_autofree guint *methods = g_new0 (guint, classes->n_classes);
  CyanMetricTargets targets = { 0 };
  guint32 first = 0; /* a method of the class */

  for (guint32 i = 1; i < tree->n_nodes; i++)
    if (contexts[tree->key[i]]++ == 0)
      methods[classes->class[tree->key[i]]]++;
  for (guint32 i = 1; i < classes->n_functions; i++)
    {
      if (contexts[i] > contexts[targets.method])
        targets.method = i;
      if (contexts[i] > 0 && (first == 0 || methods[classes->class[i]] > methods[targets.class]))
        {
          first = i;
          targets.class = classes->class[i];
        }
    }
  targets.package = classes->package[first];
  return targets;
}

/* ---- metrics ---- */

/* A set of numbers. */
typedef struct
{
  guint8 *is_in;
  guint n;
} Set;

static void
set_init (Set *self, guint n_numbers)
{
  self->is_in = g_new0 (guint8, n_numbers);
  self->n = 0;
}

static void
set_add (Set *self, guint number)
{
  self->n += !self->is_in[number];
  self->is_in[number] = TRUE;
}

static guint
set_end (Set *self)
{
  g_free (self->is_in);
  return self->n;
}

/* Who calls @target, and whom it calls; @of is by function, NULL: itself. */
static CyanCoupling
find_coupling (const CyanTrie *tree, const guint *of, guint n, guint target)
{
  Set called, callers;
  CyanCoupling coupling;

  set_init (&called, n);
  set_init (&callers, n);
  for (guint32 i = 1; i < tree->n_nodes; i++)
    {
      guint32 callee = tree->key[i], caller = tree->key[tree->parent[i]];
      guint to = of != NULL ? of[callee] : callee, from = of != NULL ? of[caller] : caller;

      if (tree->parent[i] == 0 || to == from)
        continue;
      if (from == target)
        set_add (&called, to);
      else if (to == target)
        set_add (&callers, from);
    }
  coupling.efferent = set_end (&called);
  coupling.afferent = set_end (&callers);
  return coupling;
}

void
cyan_structure_metrics (const CyanTrie *tree,
                        const CyanClasses *classes,
                        const CyanMetricTargets *targets,
                        CyanStructureMetrics *metrics)
{
  Set packages, all_classes, methods, threads, own, members;
  CyanStructureMetrics m = { 0 };

  g_assert (targets->package < classes->n_packages && targets->class < classes->n_classes);
  g_assert (targets->method < classes->n_functions);
  set_init (&packages, classes->n_packages);
  set_init (&all_classes, classes->n_classes);
  set_init (&methods, classes->n_functions);
  set_init (&threads, classes->n_functions);
  set_init (&own, classes->n_functions);
  set_init (&members, classes->n_functions);
  for (guint32 i = 1; i < tree->n_nodes; i++)
    {
      guint32 function = tree->key[i], parent = tree->parent[i];
      guint class = classes->class[function];

      set_add (&packages, classes->package[function]);
      set_add (&all_classes, class);
      set_add (&methods, function);
      m.method_contexts += function == targets->method;
      if (class == targets->class)
        set_add (&own, function);
      if (parent == 0)
        set_add (&threads, function);
      else if (class != targets->class && classes->class[tree->key[parent]] == targets->class)
        set_add (&members, function);
    }
  m.packages = set_end (&packages);
  m.classes = set_end (&all_classes);
  m.methods = set_end (&methods);
  m.threads = set_end (&threads);
  m.class_methods = set_end (&own);
  m.class_members = set_end (&members);
  m.package = find_coupling (tree, classes->package, classes->n_packages, targets->package);
  m.class = find_coupling (tree, classes->class, classes->n_classes, targets->class);
  m.method = find_coupling (tree, NULL, classes->n_functions, targets->method);
  *metrics = m;
}
