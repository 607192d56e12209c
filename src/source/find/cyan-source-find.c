/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the text of a function from the data of a profile.
 *
 * The name decides, then its parameters, then the line, since lines may have shifted.  If several
 * candidates are left, there is no result: a wrong text is worse than none.  Only if the recorded
 * file has nothing of that name, the line alone decides, and the text says so.
 */
#include "cyan-function-text.h"
#include "cyan-i18n.h"
#include "cyan-source-tree.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

#include <string.h>

#include "cyan-code.h"
#include "cyan-error.h"
#include "cyan-extents.h"
#include "cyan-name-parts.h"
#include "cyan-text.h"

/* Maximum number of candidates in a message. */
#define MAX_NAMED 4

/* A name parsed by the syntax of all languages; the file of a definition selects one. */
typedef struct
{
  const CyanFunctionQuery *query;
  CyanNameParts as[CYAN_N_NAMINGS];
} Search;

typedef struct
{
  CyanSourceFile *file;
  const CyanExtent *extent;
  CyanNameFit fit;
  gboolean holds; /* contains the line */
} Candidate;

static void
search_init (Search *self, const CyanFunctionQuery *query)
{
  self->query = query;
  for (guint i = 0; i < CYAN_N_NAMINGS; i++)
    cyan_name_parts_init_as (&self->as[i], i, query->name);
}

static void
search_clear (Search *self)
{
  for (guint i = 0; i < CYAN_N_NAMINGS; i++)
    cyan_name_parts_clear (&self->as[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static const CyanNameParts *
name_for (const Search *self, const char *path)
{
  return &self->as[cyan_naming_of_path (path)];
}

/* The distinct identifiers that the name may have, as a GPtrArray of borrowed char *. */
static GPtrArray *
identifiers (const Search *self)
{
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; i < CYAN_N_NAMINGS; i++)
    {
      const char *last = cyan_name_parts_last (&self->as[i]);

      if (last[0] != '\0' && !self->as[i].is_opaque && !self->as[i].is_module
          && !g_ptr_array_find_with_equal_func (all, last, g_str_equal, NULL))
        g_ptr_array_add (all, (gpointer) last);
    }
  return all;
}

/* For people: "the source folder src", "cmark@76cbc2d9162c". */
static char *
location_of (CyanSourceTree *tree)
{
  const CyanSourceFiles *files = cyan_source_tree_files (tree);
  g_autofree char *label = cyan_text_for_label (cyan_source_files_label (files), 80);

  /* Translators: it follows “not in”. */
  return cyan_source_files_commit (files) != NULL
             ? g_steal_pointer (&label)
             : g_strdup_printf (_ ("the source folder %s"), label);
}

static CyanFunctionText *
fail_not_there (CyanSourceTree *tree, const char *shown, guint n_unread, GError **error)
{
  g_autofree char *location = location_of (tree);

  if (n_unread > 0)
    cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
               _ ("%s: not in %s, where %'u of the files could not be read"), shown, location,
               n_unread);
  else
    cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: not in %s"), shown, location);
  return NULL;
}

static CyanFunctionText *
fail_with_candidates (const char *shown, const char *what, const GArray *found, GError **error)
{
  GString *locations = g_string_new (NULL);

  for (guint i = 0; i < MIN (found->len, MAX_NAMED); i++)
    {
      const Candidate *candidate = &g_array_index (found, Candidate, i);

      g_string_append_printf (locations, "%s%s:%u", i > 0 ? ", " : "", candidate->file->path,
                              candidate->extent->line);
    }
  cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s: %s: %s%s", shown, what, locations->str,
             found->len > MAX_NAMED ? ", ..." : "");
  g_string_free (locations, TRUE);
  return NULL;
}

static CyanFunctionText *
fail_ambiguous_path (const char *shown, const GPtrArray *paths, GError **error)
{
  GString *locations = g_string_new (NULL);

  for (guint i = 0; i < MIN (paths->len, MAX_NAMED); i++)
    g_string_append_printf (locations, "%s%s", i > 0 ? ", " : "",
                            (char *) g_ptr_array_index (paths, i));
  cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
             _ ("%s: can be %'u files, a path map tells which: %s%s"), shown, paths->len,
             locations->str, paths->len > MAX_NAMED ? ", ..." : "");
  g_string_free (locations, TRUE);
  return NULL;
}

static void
add_candidate (GArray *found, CyanSourceFile *file, guint index, CyanNameFit fit, guint line)
{
  const CyanExtent *extent = &g_array_index (file->extents, CyanExtent, index);
  const Candidate candidate = { file, extent, fit,
                                line >= extent->first_line && line <= extent->last_line };

  g_array_append_val (found, candidate);
}

/* Keeps the extents that contain the line, of each file the innermost; extents are sorted by first
 * line.  Keeps none if no extent contains it. */
static void
keep_around_line (GArray *found)
{
  guint n = 0;

  for (guint i = 0; i < found->len; i++)
    {
      Candidate candidate = g_array_index (found, Candidate, i);

      if (!candidate.holds)
        continue;
      if (n > 0 && g_array_index (found, Candidate, n - 1).file == candidate.file)
        n--;
      g_array_index (found, Candidate, n++) = candidate;
    }
  g_array_set_size (found, n);
}

static gboolean
any_around_line (const GArray *found)
{
  for (guint i = 0; i < found->len; i++)
    if (g_array_index (found, Candidate, i).holds)
      return TRUE;
  return FALSE;
}

static gboolean
all_in_one_file (const GArray *found)
{
  for (guint i = 1; i < found->len; i++)
    if (g_array_index (found, Candidate, i).file != g_array_index (found, Candidate, 0).file)
      return FALSE;
  return TRUE;
}

static void
keep_best_fit (GArray *found)
{
  CyanNameFit best = CYAN_NAME_DIFFERS;

  for (guint i = 0; i < found->len; i++)
    best = MAX (best, g_array_index (found, Candidate, i).fit);
  for (guint i = found->len; i-- > 0;)
    if (g_array_index (found, Candidate, i).fit < best)
      g_array_remove_index (found, i);
}

static gboolean
has_overloads (const char *path)
{
  CyanNaming naming = cyan_naming_of_path (path);

  return (naming == CYAN_NAMING_C && cyan_language_of_path (path) != CYAN_LANGUAGE_C)
         || naming == CYAN_NAMING_JAVA || naming == CYAN_NAMING_CSHARP;
}

static CyanSignatureFit
signature_fit (const Search *self, const Candidate *candidate)
{
  if (!has_overloads (candidate->file->path))
    return CYAN_SIGNATURE_POSSIBLE;
  return cyan_signature_fit (name_for (self, candidate->file->path)->parameters,
                             candidate->extent->signature);
}

/* Keeps those with exactly the parameters of the name, else those with compatible ones. */
static void
keep_overloads (const Search *self, GArray *found)
{
  CyanSignatureFit best = CYAN_SIGNATURE_POSSIBLE;

  for (guint i = 0; i < found->len; i++)
    best = MAX (best, signature_fit (self, &g_array_index (found, Candidate, i)));
  for (guint i = found->len; i-- > 0;)
    if (signature_fit (self, &g_array_index (found, Candidate, i)) < best)
      g_array_remove_index (found, i);
}

/* Selects the single candidate of @found by parameters and line. */
static CyanFunctionText *
choose (CyanSourceTree *tree, const Search *self, GArray *found, const char *shown, GError **error)
{
  g_autoptr (GArray) left = g_array_copy (found);
  const Candidate *candidate;

  keep_overloads (self, left);
  if (left->len == 0)
    return fail_with_candidates (shown, _ ("only with other parameters"), found, error);
  if (all_in_one_file (left) && any_around_line (left))
    keep_around_line (left);
  if (left->len > 1)
    {
      g_autofree char *what = g_strdup_printf (_ ("defined %'u times"), left->len);

      return fail_with_candidates (shown, what, left, error);
    }
  candidate = &g_array_index (left, Candidate, 0);
  return cyan_source_tree_function_text (tree, candidate->file, candidate->extent, error);
}

/* Adds the innermost function around the line, for functions without a name. */
static void
add_around_line (CyanSourceFile *file, guint line, GArray *found)
{
  guint start = found->len;

  for (guint i = 0; i < file->extents->len; i++)
    {
      add_candidate (found, file, i, CYAN_NAME_SAME_IDENTIFIER, line);
      if (!g_array_index (found, Candidate, found->len - 1).holds)
        g_array_set_size (found, found->len - 1);
      else if (found->len - start > 1)
        g_array_remove_index (found, start);
    }
}

/* Adds the definitions in the file that fit the query's name.  A name without a scope, or with one
 * that may differ from the definition's, is weaker than the line. */
static void
add_by_name (const Search *self, CyanSourceFile *file, GArray *found)
{
  const CyanNameParts *name = name_for (self, file->path);
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < file->extents->len; i++)
    {
      const CyanExtent *extent = &g_array_index (file->extents, CyanExtent, i);
      CyanNameFit fit = cyan_name_parts_fit (name, extent->name, extent->scope, NULL);

      if (fit > CYAN_NAME_DIFFERS)
        add_candidate (own, file, i, fit, self->query->line);
    }
  if ((name->n_parts == 1 || name->is_loose) && any_around_line (own))
    keep_around_line (own);
  else
    keep_best_fit (own);
  g_array_append_vals (found, own->data, own->len);
}

/* Finds the innermost definition around the line, else the block around it. */
static gboolean
extent_around_line (CyanSourceTree *tree, CyanSourceFile *file, guint line, CyanExtent *extent)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Candidate));

  if (line == 0 || !cyan_source_tree_load_text (tree, file, NULL))
    return FALSE;
  add_around_line (file, line, found);
  if (found->len == 0)
    return cyan_code_block_around (cyan_language_of_path (file->path), file->text,
                                   g_ref_string_length (file->text), line, &extent->first_line,
                                   &extent->last_line);
  *extent = *g_array_index (found, Candidate, 0).extent;
  return TRUE;
}

/* For a name that the file does not have.  A file that has only the last steps of its path in
 * common with the recorded one may be another one. */
static CyanFunctionText *
find_by_line (CyanSourceTree *tree,
              CyanSourceFile *file,
              const CyanFunctionQuery *query,
              const char *shown_name,
              GError **error)
{
  CyanExtent extent = { 0 };
  CyanFunctionText *text;

  if (!cyan_source_tree_is_whole (tree, query->file, file->path)
      || !extent_around_line (tree, file, query->line, &extent))
    return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: no such function in %s"),
                           shown_name, file->path);
  text = cyan_source_tree_function_text (tree, file, &extent, error);
  if (text != NULL)
    text->by_line = query->line;
  return text;
}

static CyanFunctionText *
find_by_file (CyanSourceTree *tree, const Search *self, const CyanTick *tick, GError **error)
{
  const CyanFunctionQuery *query = self->query;
  const GPtrArray *paths = cyan_source_tree_resolve (tree, query->file, tick, error);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autofree char *shown = cyan_text_for_label (query->file, 120);
  g_autofree char *shown_name = cyan_text_for_label (query->name != NULL ? query->name : "", 80);
  CyanSourceFile *file = NULL;

  if (paths == NULL)
    return NULL;
  if (paths->len == 0)
    return fail_not_there (tree, shown, 0, error);
  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      const CyanNameParts *name = name_for (self, path);

      /* Only a name can distinguish files. */
      if ((name->is_module || name->is_opaque) && paths->len > 1)
        return fail_ambiguous_path (shown, paths, error);
      file = cyan_source_tree_get_file (tree, path, tick, error);
      if (file == NULL)
        return NULL;
      if (name->is_module && !name->is_anonymous)
        return cyan_source_tree_function_text (tree, file, NULL, error);
      if (name->is_opaque || name->is_module)
        add_around_line (file, query->line, found);
      else
        add_by_name (self, file, found);
      if (found->len == 0 && name->is_anonymous && paths->len == 1)
        add_around_line (file, query->line, found);
    }
  if (paths->len > 1)
    keep_best_fit (found);
  if (found->len > 0)
    return choose (tree, self, found, shown_name, error);
  if (paths->len == 1)
    return find_by_line (tree, file, query, shown_name, error);
  return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: no such function in %s"),
                         shown_name, shown);
}

static CyanFunctionText *
find_module (CyanSourceTree *tree, const Search *self, const CyanTick *tick, GError **error)
{
  const CyanNameParts *name = &self->as[CYAN_NAMING_PYTHON];
  g_autofree char *shown = cyan_text_for_label (self->query->name, 80);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  const GPtrArray *listing = cyan_source_tree_list (tree, tick, error);
  CyanSourceFile *file;

  if (listing == NULL)
    return NULL;
  for (guint i = 0; name->n_module > 0 && i < listing->len; i++)
    {
      const char *path = g_ptr_array_index (listing, i);

      if (cyan_naming_of_path (path) == CYAN_NAMING_PYTHON
          && cyan_name_parts_fits_path (name, path))
        g_ptr_array_add (paths, (gpointer) path);
    }
  if (paths->len == 0)
    return fail_not_there (tree, shown, 0, error);
  if (paths->len > 1)
    return fail_ambiguous_path (shown, paths, error);
  file = cyan_source_tree_get_file (tree, g_ptr_array_index (paths, 0), tick, error);
  return file != NULL ? cyan_source_tree_function_text (tree, file, NULL, error) : NULL;
}

/* Collects all definitions that fit the name, each with its fit.  NULL if the result is uncertain.
 */
static GArray *
collect_definitions (
    CyanSourceTree *tree, const Search *self, guint *n_unread, const CyanTick *tick, GError **error)
{
  g_autoptr (GPtrArray) all = identifiers (self);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Candidate));

  *n_unread = 0;
  for (guint n = 0; n < all->len; n++)
    {
      guint unread;
      const GArray *definitions =
          cyan_source_tree_define (tree, g_ptr_array_index (all, n), &unread, tick, error);

      if (definitions == NULL)
        return NULL;
      *n_unread = MAX (*n_unread, unread);
      for (guint i = 0; i < definitions->len; i++)
        {
          const CyanDefinition *definition = &g_array_index (definitions, CyanDefinition, i);
          const CyanExtent *extent =
              &g_array_index (definition->file->extents, CyanExtent, definition->extent);
          const char *path = definition->file->path;
          CyanNameFit fit =
              cyan_name_parts_fit (name_for (self, path), extent->name, extent->scope, path);

          if (fit > CYAN_NAME_DIFFERS)
            add_candidate (found, definition->file, definition->extent, fit, self->query->line);
        }
    }
  return g_steal_pointer (&found);
}

/* By name alone the scope must be equal too: "std::sort" is not a project's "sort". */
static CyanFunctionText *
find_by_name (CyanSourceTree *tree, const Search *self, const CyanTick *tick, GError **error)
{
  const char *name = self->query->name != NULL ? self->query->name : "";
  g_autofree char *shown = cyan_text_for_label (name, 80);
  g_autoptr (GArray) found = NULL;
  guint n_unread;

  if (self->as[CYAN_NAMING_PYTHON].is_module && self->as[CYAN_NAMING_PYTHON].is_anonymous)
    return fail_not_there (tree, shown, 0, error);
  if (self->as[CYAN_NAMING_PYTHON].is_module)
    return find_module (tree, self, tick, error);
  found = collect_definitions (tree, self, &n_unread, tick, error);
  if (found == NULL)
    return NULL;
  keep_best_fit (found);
  if (found->len == 0 || g_array_index (found, Candidate, 0).fit < CYAN_NAME_SAME_TAIL)
    return fail_not_there (tree, shown, n_unread, error);
  return choose (tree, self, found, shown, error);
}

CyanFunctionText *
cyan_source_location_find (CyanSourceLocation *self,
                           const CyanFunctionQuery *query,
                           const CyanTick *tick,
                           GError **error)
{
  g_auto (Search) search = { 0 };
  gboolean has_file = query->file != NULL && query->file[0] != '\0' && query->file[0] != '?';
  CyanSourceTree *tree = cyan_source_location_acquire (self, tick, error);
  CyanFunctionText *text;

  if (tree == NULL)
    return NULL;
  search_init (&search, query);
  text = has_file ? find_by_file (tree, &search, tick, error)
                  : find_by_name (tree, &search, tick, error);
  cyan_source_location_release (self);
  return text;
}

/* FALSE for code inside another function, such as a lambda, which is not a function of its own in
 * the source. */
static gboolean
has_own_definition (const Search *self, const char *path)
{
  return !name_for (self, path)->is_anonymous;
}

static CyanDefined
count_definitions (const Search *self, const GArray *found, guint n_unread, guint *n_definitions)
{
  CyanDefined defined = n_unread > 0 ? CYAN_DEFINED_UNKNOWN : CYAN_DEFINED_NO;

  for (guint i = 0; i < found->len; i++)
    {
      const Candidate *candidate = &g_array_index (found, Candidate, i);

      if (candidate->fit >= CYAN_NAME_SAME_TAIL && has_own_definition (self, candidate->file->path)
          && signature_fit (self, candidate) != CYAN_SIGNATURE_DIFFERS)
        ++*n_definitions;
      else
        defined = CYAN_DEFINED_UNKNOWN;
    }
  return *n_definitions > 0 ? CYAN_DEFINED_YES : defined;
}

gboolean
cyan_source_location_defines (CyanSourceLocation *self,
                              const char *name,
                              CyanDefined *defined,
                              guint *n_definitions,
                              const CyanTick *tick,
                              GError **error)
{
  const CyanFunctionQuery query = { name, NULL, 0 };
  g_auto (Search) search = { 0 };
  g_auto (CyanNameParts) guess = { 0 };
  g_autoptr (GArray) found = NULL;
  g_autoptr (GError) local = NULL;
  CyanSourceTree *tree;
  guint n_unread;

  *defined = CYAN_DEFINED_UNKNOWN;
  *n_definitions = 0;
  cyan_name_parts_init (&guess, name);
  if (guess.is_opaque || guess.is_module || guess.is_anonymous)
    return TRUE;
  tree = cyan_source_location_acquire (self, tick, error);
  if (tree == NULL)
    return FALSE;
  search_init (&search, &query);
  found = collect_definitions (tree, &search, &n_unread, tick, &local);
  if (found != NULL)
    *defined = count_definitions (&search, found, n_unread, n_definitions);
  cyan_source_location_release (self);
  return cyan_error_goes_on (&local, error);
}
