/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies the rules of names: the built-in ones until nothing changes, then the user's renames. */
#include "cyan-names.h"

#include "cyan-name-private.h"

#include <string.h>

/* Limit of the rounds of built-in rules; two rounds suffice for nearly all names. */
#define ROUNDS_MAX 8

struct _CyanNameRules
{
  gboolean normalise;
  CyanNameRenames *renames;
};

CyanNameRules *
cyan_name_rules_new (gboolean normalise)
{
  CyanNameRules *self = g_new0 (CyanNameRules, 1);

  self->normalise = normalise;
  self->renames = cyan_name_renames_new ();
  return self;
}

void
cyan_name_rules_free (CyanNameRules *self)
{
  cyan_name_renames_free (self->renames);
  g_free (self);
}

gboolean
cyan_name_rules_normalise (const CyanNameRules *self)
{
  return self->normalise;
}

gboolean
cyan_name_rules_add_renames (
    CyanNameRules *self, const char *text, gsize length, const char *path, GError **error)
{
  return cyan_name_renames_add (self->renames, text, length, path, error);
}

const GPtrArray *
cyan_name_rules_claims (const CyanNameRules *self)
{
  return cyan_name_renames_claims (self->renames);
}

static gboolean
is_usable (const char *name)
{
  gsize length = strlen (name);

  return length > 0 && length <= CYAN_STRING_MAX && g_utf8_validate_len (name, length, NULL);
}

/* Normalises a valid name, or returns NULL if it does not change.  If the rules do not converge, or
 * give an unusable name, the name stays as it is.  So normalising twice always equals normalising
 * once. */
static char *
normalise (const char *name)
{
  g_autofree char *text = cyan_name_apply_rules (name);

  for (guint round = 1; text != NULL && is_usable (text); round++)
    {
      char *next;

      if (round == ROUNDS_MAX)
        return NULL;
      next = cyan_name_apply_rules (text);
      if (next == NULL)
        return g_steal_pointer (&text);
      g_free (text);
      text = next;
    }
  return NULL;
}

char *
cyan_name_normalise (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  char *text = strlen (valid) <= CYAN_STRING_MAX ? normalise (valid) : NULL;

  return text != NULL ? text : g_steal_pointer (&valid);
}

void
cyan_names_normalise (CyanFunction *functions, guint n, CyanStrings *strings)
{
  guint n_names = cyan_strings_count (strings);
  g_autofree CyanStr *normal_of_name = g_new (CyanStr, n_names);

  memset (normal_of_name, 0xff, n_names * sizeof *normal_of_name);
  functions[0].normal = functions[0].name;
  for (guint f = 1; f < n; f++)
    {
      CyanStr name = functions[f].name;

      if (functions[f].normal != CYAN_STR_EMPTY)
        continue;
      if (normal_of_name[name] == G_MAXUINT32)
        {
          g_autofree char *text = normalise (cyan_strings_get (strings, name));

          normal_of_name[name] = text != NULL ? cyan_strings_add (strings, text, -1) : name;
        }
      functions[f].normal = normal_of_name[name];
    }
}

static gboolean
label_of (const CyanNameRules *self,
          guint side,
          CyanStrings *strings,
          const CyanFunction *function,
          CyanStr *label,
          GError **error)
{
  g_autofree char *renamed = NULL;

  *label = self->normalise ? function->normal : function->name;
  if (cyan_name_renames_is_empty (self->renames))
    return TRUE;
  renamed =
      cyan_name_renames_apply (self->renames, side, cyan_strings_get (strings, *label), error);
  if (renamed == NULL)
    return FALSE;
  *label = cyan_strings_add (strings, renamed, -1);
  return TRUE;
}

CyanStr *
cyan_name_rules_labels (const CyanNameRules *self,
                        guint side,
                        const CyanFunctions *functions,
                        GError **error)
{
  guint n_names = cyan_strings_count (functions->strings);
  g_autofree CyanStr *label_of_name = g_new (CyanStr, n_names);
  g_autofree CyanStr *labels = g_new (CyanStr, functions->n);

  memset (label_of_name, 0xff, n_names * sizeof *label_of_name);
  labels[0] = functions->at[0].name;
  for (guint f = 1; f < functions->n; f++)
    {
      CyanStr name = functions->at[f].name;

      if (label_of_name[name] == G_MAXUINT32
          && !label_of (self, side, functions->strings, &functions->at[f], &label_of_name[name],
                        error))
        return NULL;
      labels[f] = label_of_name[name];
    }
  return g_steal_pointer (&labels);
}
