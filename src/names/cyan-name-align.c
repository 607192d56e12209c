/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Aligns the names of a function that two recorders write differently.
 *
 * One recorder of C++ writes parameters and another does not; one recorder of Python knows the
 * class of a method and another only its line.  All labels of both sides decide whether the styles
 * differ.  If they do, labels that one side lacks are aligned in several passes, from the most
 * reliable key to the part that both styles have in common.
 */
#include "cyan-name-align.h"

#include "cyan-name-private.h"

#include <string.h>

/* The functions of both sides with the same key. */
typedef struct
{
  CyanStr label[2]; /* of the first function */
  gboolean seen[2];
  gboolean many[2]; /* has several labels; in the pass by place, several functions */
} Group;

typedef struct
{
  guint32 n_style[CYAN_PYTHON_N_STYLES];
  guint32 n_sure, n_classes; /* functions of Python; those with a class or an enclosing function */
  guint32 n_cpp, n_parameters, n_templates;
  guint32 n_nameless; /* lambda functions of C++ without their parameters, "$_" */
} Habits;

typedef struct
{
  const CyanFunctions *functions; /* of before and of after */
  CyanStr *const *labels;
  CyanStrings *strings;
  guint8 *sides_of; /* by label: bit k if side k has it */
  guint n_labels;
  guint8 *is_done[2]; /* by function: its label is final */
  guint n_aligned;
  gboolean lines_agree;    /* for functions with a known line, the line is a reliable key */
  gboolean drop_templates; /* leave them out of the keys of C++ */
  gboolean drop_lambdas;   /* and what distinguishes lambda functions */
} Align;

/* The key of a function in a pass, NULL if it has none.  Caller frees. */
typedef char *(*KeyOf) (const Align *self,
                        const CyanPythonLabel *parts,
                        const char *label,
                        guint32 line);

static gboolean
is_lone (const Align *self, guint side, guint f)
{
  CyanStr label = self->labels[side][f];

  return !self->is_done[side][f] && label < self->n_labels && self->sides_of[label] != 3;
}

static const char *
label_text (const Align *self, guint side, guint f)
{
  return cyan_strings_get (self->strings, self->labels[side][f]);
}

static void
split (const Align *self, guint side, guint f, CyanPythonLabel *parts)
{
  CyanStr file = self->functions[side].at[f].file;

  cyan_python_label_read (parts, label_text (self, side, f),
                          cyan_strings_get (self->strings, file));
}

/* Whether each side has labels that the other lacks. */
static gboolean
find_lone (Align *self)
{
  gboolean any[2] = { FALSE, FALSE };

  self->n_labels = cyan_strings_count (self->strings);
  self->sides_of = g_new0 (guint8, self->n_labels);
  for (guint side = 0; side < 2; side++)
    for (guint f = 1; f < self->functions[side].n; f++)
      self->sides_of[self->labels[side][f]] |= (guint8) (1 << side);
  for (guint side = 0; side < 2; side++)
    {
      self->is_done[side] = g_new0 (guint8, self->functions[side].n);
      for (guint f = 1; f < self->functions[side].n && !any[side]; f++)
        any[side] = is_lone (self, side, f);
    }
  return any[0] && any[1];
}

static Habits
habits_of (const Align *self, guint side)
{
  Habits habits = { 0 };

  for (guint f = 1; f < self->functions[side].n; f++)
    {
      const char *label = label_text (self, side, f);
      CyanPythonLabel parts;
      gboolean has_parameters;

      split (self, side, f, &parts);
      habits.n_style[parts.style]++;
      if (parts.style != CYAN_PYTHON_STYLE_NONE)
        {
          habits.n_sure += (guint) parts.is_sure;
          habits.n_classes += parts.identifier.at != parts.name.at;
          continue;
        }
      has_parameters = cyan_name_has_parameters (label);
      habits.n_parameters += (guint) has_parameters;
      habits.n_templates += (guint) cyan_name_has_templates (label);
      habits.n_nameless += strstr (label, "::$_::") != NULL;
      habits.n_cpp += has_parameters || strstr (label, "::") != NULL;
    }
  return habits;
}

static CyanPythonStyle
usual_style (const Habits *habits)
{
  CyanPythonStyle usual = CYAN_PYTHON_STYLE_NONE;
  guint n = 0;

  for (guint i = CYAN_PYTHON_STYLE_NONE + 1; i < CYAN_PYTHON_N_STYLES; i++)
    if (habits->n_style[i] > n)
      {
        usual = (CyanPythonStyle) i;
        n = habits->n_style[i];
      }
  return usual;
}

static gboolean
says_parameters (const Habits *habits)
{
  return 2 * habits->n_parameters > habits->n_cpp;
}

/* The module and the name of a method, which both styles write; the line distinguishes several in
 * one module. */
static char *
key_by_place (const Align *self, const CyanPythonLabel *parts, const char *label, guint32 line)
{
  (void) self, (void) label;
  if (parts->style == CYAN_PYTHON_STYLE_NONE || line == 0)
    return NULL;
  return g_strdup_printf ("%.*s:%.*s:%u", (int) parts->short_module.length, parts->short_module.at,
                          (int) parts->identifier.length, parts->identifier.at, line);
}

static char *
key_by_module (const Align *self, const CyanPythonLabel *parts, const char *label, guint32 line)
{
  (void) self, (void) label, (void) line;
  if (parts->style != CYAN_PYTHON_STYLE_MODULE)
    return NULL;
  return g_strdup_printf ("%.*s:%.*s", (int) parts->module.length, parts->module.at,
                          (int) parts->identifier.length, parts->identifier.at);
}

static char *
key_by_short_module (const Align *self,
                     const CyanPythonLabel *parts,
                     const char *label,
                     guint32 line)
{
  (void) self, (void) label, (void) line;
  if (parts->style == CYAN_PYTHON_STYLE_NONE)
    return NULL;
  return g_strdup_printf ("%.*s:%.*s", (int) parts->short_module.length, parts->short_module.at,
                          (int) parts->identifier.length, parts->identifier.at);
}

static char *
key_of_native (const Align *self, const CyanPythonLabel *parts, const char *label, guint32 line)
{
  (void) self, (void) line;
  return parts->style == CYAN_PYTHON_STYLE_NONE ? cyan_python_native_name (label) : NULL;
}

static char *
key_of_cpp (const Align *self, const CyanPythonLabel *parts, const char *label, guint32 line)
{
  (void) line;
  return parts->style == CYAN_PYTHON_STYLE_NONE
             ? cyan_name_without_parameters (label, self->drop_templates, self->drop_lambdas)
             : NULL;
}

/* The more detailed of two labels of one function: with a class first, then with a longer module.
 */
static CyanStr
more_telling (const Align *self, CyanStr a, CyanStr b)
{
  const CyanStr labels[2] = { a, b };
  const char *texts[2];
  CyanPythonLabel parts[2];

  for (guint k = 0; k < 2; k++)
    {
      texts[k] = cyan_strings_get (self->strings, labels[k]);
      cyan_python_label_read (&parts[k], texts[k], "");
      if (parts[k].style == CYAN_PYTHON_STYLE_NONE)
        parts[k].name = parts[k].module = (CyanNameSpan){ texts[k], strlen (texts[k]) };
    }
  if (parts[0].name.length != parts[1].name.length)
    return labels[parts[1].name.length > parts[0].name.length];
  if ((parts[0].style == CYAN_PYTHON_STYLE_MODULE) != (parts[1].style == CYAN_PYTHON_STYLE_MODULE))
    return labels[parts[1].style == CYAN_PYTHON_STYLE_MODULE];
  if (parts[0].module.length != parts[1].module.length)
    return labels[parts[1].module.length > parts[0].module.length];
  if (strlen (texts[0]) != strlen (texts[1]))
    return labels[strlen (texts[1]) < strlen (texts[0])];
  return labels[strcmp (texts[1], texts[0]) < 0];
}

static void
group_add (GHashTable *groups, char *key, guint side, CyanStr label, gboolean by_function)
{
  Group *group = g_hash_table_lookup (groups, key);

  if (group == NULL)
    {
      group = g_new0 (Group, 1);
      g_hash_table_insert (groups, g_strdup (key), group);
    }
  if (group->seen[side])
    group->many[side] |= by_function || group->label[side] != label;
  else
    group->label[side] = label;
  group->seen[side] = TRUE;
}

/* Aligns functions with the same key on both sides.  If the labels of a side differ, or with
 * @whole, all get the key itself as label; by place they are not aligned then.  With @whole, a
 * label that both sides have counts too if it equals the key. */
static void
run_pass (Align *self, KeyOf key_of, gboolean by_place, gboolean whole)
{
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint round = 0; round < 2; round++)
    for (guint side = 0; side < 2; side++)
      for (guint f = 1; f < self->functions[side].n; f++)
        {
          guint32 line = self->functions[side].at[f].line;
          const char *label = label_text (self, side, f);
          gboolean lone = is_lone (self, side, f);
          g_autofree char *key = NULL;
          CyanPythonLabel parts;
          const Group *group;

          if (lone ? line > 0 && self->lines_agree && !by_place : round == 1 || !whole)
            continue;
          split (self, side, f, &parts);
          key = key_of (self, &parts, label, line);
          if (key == NULL || (!lone && strcmp (key, label) != 0))
            continue;
          if (round == 0)
            {
              group_add (groups, key, side, self->labels[side][f], by_place);
              continue;
            }
          group = g_hash_table_lookup (groups, key);
          if (!group->seen[!side] || (by_place && (group->many[0] || group->many[1])))
            continue;
          self->is_done[side][f] = TRUE;
          self->n_aligned += side == 1;
          self->labels[side][f] = whole || (!by_place && (group->many[0] || group->many[1]))
                                      ? cyan_strings_add (self->strings, key, -1)
                                      : more_telling (self, group->label[0], group->label[1]);
        }
}

/* Counts Python functions that only @side has and whose line is known. */
static guint
count_lone_with_line (const Align *self, guint side)
{
  guint n = 0;

  for (guint f = 1; f < self->functions[side].n; f++)
    {
      CyanPythonLabel parts;

      if (self->functions[side].at[f].line == 0 || !is_lone (self, side, f))
        continue;
      split (self, side, f, &parts);
      n += parts.style != CYAN_PYTHON_STYLE_NONE;
    }
  return n;
}

static void
align_python (Align *self)
{
  guint n_with_line = MIN (count_lone_with_line (self, 0), count_lone_with_line (self, 1));
  guint n_native;

  run_pass (self, key_of_native, FALSE, TRUE);
  n_native = self->n_aligned;
  run_pass (self, key_by_place, TRUE, FALSE);
  self->lines_agree = n_with_line > 0 && 2 * (self->n_aligned - n_native) >= n_with_line;
  run_pass (self, key_by_module, FALSE, FALSE);
  run_pass (self, key_by_short_module, FALSE, FALSE);
  self->lines_agree = FALSE;
}

static void
clear (Align *self)
{
  g_free (self->sides_of);
  g_free (self->is_done[0]);
  g_free (self->is_done[1]);
}

guint
cyan_name_align (const CyanFunctions functions[2], CyanStr *const labels[2])
{
  Align self = { .functions = functions, .labels = labels, .strings = functions[0].strings };

  if (find_lone (&self))
    {
      Habits before = habits_of (&self, 0), after = habits_of (&self, 1);

      self.drop_templates =
          before.n_cpp > 0 && after.n_cpp > 0 && !before.n_templates != !after.n_templates;
      self.drop_lambdas = !before.n_nameless != !after.n_nameless;
      if (before.n_sure > 0 && after.n_sure > 0
          && (usual_style (&before) != usual_style (&after)
              || !before.n_classes != !after.n_classes))
        align_python (&self);
      if (self.drop_templates || says_parameters (&before) != says_parameters (&after))
        run_pass (&self, key_of_cpp, FALSE, TRUE);
    }
  clear (&self);
  return self.n_aligned;
}
