/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The study's metrics of packages, classes and methods (tables 4.6 to 4.11), as a tree shows them.
 *
 * A name is package.class.method, by its last two dots or "::"; without them, the package is the
 * function's module and the class its file.  The number of children of a class and its depth of
 * inheritance need the sources.
 */
#pragma once

#include "cyan-profile.h"
#include "cyan-trie.h"

/* The package and the class of each function, as numbers. */
typedef struct
{
  guint n_functions, n_packages, n_classes;
  guint *package, *class;                 /* by function */
  GPtrArray *package_names, *class_names; /* of char *; "" if unknown; a class with its package */
} CyanClasses;

CyanClasses *cyan_classes_new (const CyanProfile *profile);
void cyan_classes_free (CyanClasses *self);

/* The package, class and method that metrics are of. */
typedef struct
{
  guint package, class;
  guint32 method; /* a function */
} CyanMetricTargets;

/* The class with most methods, its package, and the method with most contexts, of @tree, which has
 * functions as keys. */
CyanMetricTargets cyan_metric_targets (const CyanTrie *tree, const CyanClasses *classes);

/* The number of others of its kind that a package, a class or a method calls (efferent coupling),
 * and the number of those that call it (afferent coupling). */
typedef struct
{
  guint efferent, afferent;
} CyanCoupling;

typedef struct
{
  guint packages, classes, methods; /* of all */
  guint threads;                    /* distinct functions directly below the root */
  guint class_methods;              /* methods of the class */
  guint class_members;   /* methods of others that it calls: association between classes */
  guint method_contexts; /* nodes of the method */
  CyanCoupling package, class, method;
} CyanStructureMetrics;

void cyan_structure_metrics (const CyanTrie *tree,
                             const CyanClasses *classes,
                             const CyanMetricTargets *targets,
                             CyanStructureMetrics *metrics);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanClasses, cyan_classes_free)
