/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words that languages, compilers and profilers put before and into names: their terms for
 * closures, blocks and constructors, which have no name in the source.
 */
#include "cyan-name-private.h"

#include <string.h>

const char *
cyan_name_skip_word (const char *text, const char *const *words, gboolean *found)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_has_prefix (text, words[i]))
      {
        *found = TRUE;
        return text + strlen (words[i]);
      }
  *found = FALSE;
  return text;
}

/* "block (2 levels) in m", "rescue in m". */
static const char *
skip_ruby_block (CyanNameParts *self, const char *text)
{
  static const char *const words[] = { "rescue in ", "ensure in ", "loop in ", NULL };
  gboolean found;

  do
    {
      const char *in = g_str_has_prefix (text, "block ") ? strstr (text, " in ") : NULL;

      found = in != NULL;
      text = found ? in + strlen (" in ") : cyan_name_skip_word (text, words, &found);
      self->is_anonymous |= found;
    }
  while (found);
  /* "#<Class:C>.m" is a method of the class itself. */
  if (!g_str_has_prefix (text, "#<"))
    return text;
  self->is_opaque = !g_str_has_prefix (text, "#<Class:") || g_str_has_prefix (text, "#<Class:0x");
  return self->is_opaque ? text : text + 8;
}

static const char *
skip_script_words (CyanNameParts *self, const char *text)
{
  static const char *const kinds[] = { "JS:", "LazyCompile:", "Function:", NULL };
  static const char *const words[] = { "async* ", "async ",    "get ",    "set ",
                                       "new ",    "function ", "static ", NULL };
  static const char *const receivers[] = { "Object.",         "Module.", "Function.", "exports.",
                                           "module.exports.", "global.", "window.",   NULL };
  gboolean found;

  text = cyan_name_skip_word (text, kinds, &found);
  text += found ? strspn (text, "*~^+") : 0;
  do
    text = cyan_name_skip_word (text, words, &found);
  while (found);
  /* Skip the receiver type that all objects have. */
  return cyan_name_skip_word (text, receivers, &found);
}

const char *
cyan_name_skip_prefix (CyanNameParts *self, const char *text)
{
  const char *mark;

  switch (self->naming)
    {
    case CYAN_NAMING_RUBY:
      return skip_ruby_block (self, text);
    case CYAN_NAMING_JAVASCRIPT:
      if (g_str_has_prefix (text, "RegExp:"))
        self->is_opaque = TRUE;
      /* The receiver's type may be a subclass of the one that defines the method. */
      self->is_loose = TRUE;
      return skip_script_words (self, text);
    case CYAN_NAMING_JAVA:
      /* "Lcom/x/A;::m" */
      return text[0] == 'L' && strstr (text, ";::") != NULL ? text + 1 : text;
    case CYAN_NAMING_C:
    case CYAN_NAMING_CSHARP:
      /* "app.dll!f" */
      mark = strchr (text, '!');
      return mark != NULL && mark > text && (g_ascii_isalnum (mark[1]) || mark[1] == '_')
                     && strspn (text, "_.-" G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS)
                            == (gsize) (mark - text)
                 ? mark + 1
                 : text;
    case CYAN_NAMING_PYTHON:
    case CYAN_NAMING_GO:
    case CYAN_NAMING_RUST:
    case CYAN_N_NAMINGS:
    default:
      return text;
    }
}

static char *
last_part (const CyanNameReader *self)
{
  return self->parts->len > self->name->n_module
             ? g_ptr_array_index (self->parts, self->parts->len - 1)
             : NULL;
}

static void
drop_last (CyanNameReader *self)
{
  g_ptr_array_set_size (self->parts, (gint) self->parts->len - 1);
}

static void
replace_last (CyanNameReader *self, char *text)
{
  drop_last (self);
  g_ptr_array_add (self->parts, text);
}

/* "f.<locals>.<lambda>" is in f; "<module>" is the file. */
static void
resolve_python (CyanNameReader *self)
{
  static const char *const inner[] = { "<lambda>",   "<listcomp>", "<setcomp>",
                                       "<dictcomp>", "<genexpr>",  NULL };
  const char *last;

  while ((last = last_part (self)) != NULL)
    {
      if (strcmp (last, "<module>") == 0)
        self->name->is_module = TRUE;
      else if (g_strv_contains (inner, last))
        self->name->is_anonymous = TRUE;
      else
        break;
      drop_last (self);
    }
  if (self->name->is_anonymous && last == NULL)
    self->name->is_module = TRUE;
}

/* Words that Go uses for functions without a name, with a number, or without one if a rule removed
 * it. */
static gboolean
is_go_closure (const char *part)
{
  part += cyan_name_go_word (part);
  part += strspn (part, "0123456789");
  return *part == '\0' || strcmp (part, "-fm") == 0 || g_str_has_prefix (part, "-range");
}

static void
resolve_go (CyanNameReader *self)
{
  char *last;

  while ((last = last_part (self)) != NULL && is_go_closure (last))
    {
      const char *before = self->parts->len > self->name->n_module + 1
                               ? g_ptr_array_index (self->parts, self->parts->len - 2)
                               : "";

      /* "init.0": a file may have several init functions, and none has the number in the source. */
      if (strcmp (before, "init") == 0 && self->parts->len == self->name->n_module + 2)
        {
          drop_last (self);
          return;
        }
      self->name->is_anonymous = TRUE;
      drop_last (self);
    }
  /* A method value: "T.M-fm". */
  if (last != NULL && g_str_has_suffix (last, "-fm"))
    last[strlen (last) - 3] = '\0';
  /* Closures of a package's variables: "pkg.glob..func1". */
  if (last != NULL && strcmp (last, "glob") == 0 && self->name->is_anonymous)
    self->name->is_opaque = TRUE;
}

/* "pkg.A$Inner.m" is "A.Inner.m"; "<init>" becomes the name of the class. */
static void
resolve_java (CyanNameReader *self)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *old = self->parts;

  for (guint i = 0; i < old->len; i++)
    {
      char *part = g_ptr_array_index (old, i);
      gboolean is_class = i + 1 < old->len;
      g_auto (GStrv) steps = NULL;

      part[strcspn (part, ";")] = '\0';
      steps = g_strsplit (part, "$", is_class ? -1 : 1);
      for (guint s = 0; steps[s] != NULL; s++)
        {
          /* An anonymous class, or one that the virtual machine generated. */
          self->name->is_opaque |=
              is_class && (g_ascii_isdigit (steps[s][0]) || strcmp (steps[s], "Lambda") == 0);
          if (steps[s][0] != '\0')
            g_ptr_array_add (parts, g_strdup (steps[s]));
        }
    }
  g_ptr_array_set_size (old, 0);
  g_ptr_array_extend_and_steal (old, parts);
}

static void
resolve_java_method (CyanNameReader *self)
{
  static const char *const made[] = { "lambda$", "$anonfun$", NULL };
  static const char *const behind[] = { "$default", "$suspendImpl", NULL };
  const char *last = last_part (self);
  gboolean found;
  const char *inner;

  if (last == NULL)
    return;
  inner = cyan_name_skip_word (last, made, &found);
  if (found)
    {
      self->name->is_anonymous = TRUE;
      replace_last (self, g_strndup (inner, strcspn (inner, "$")));
      last = last_part (self);
      if (strcmp (last, "new") == 0)
        replace_last (self, g_strdup ("<init>"));
      else if (strcmp (last, "static") == 0 || last[0] == '\0')
        self->name->is_opaque = TRUE;
      last = last_part (self);
    }
  for (guint i = 0; behind[i] != NULL; i++)
    if (g_str_has_suffix (last, behind[i]))
      {
        replace_last (self, g_strndup (last, strlen (last) - strlen (behind[i])));
        last = last_part (self);
      }
  if (strcmp (last, "<clinit>") == 0 || g_str_has_prefix (last, "access$"))
    self->name->is_opaque = TRUE;
  else if (strcmp (last, "<init>") == 0 && self->parts->len > self->name->n_module + 1)
    replace_last (self, g_strdup (g_ptr_array_index (self->parts, self->parts->len - 2)));
}

/* "C.<>c__DisplayClass1_0.<M>b__0" is in C.M, "<M>d__3.MoveNext" is M; "..ctor" becomes the name of
 * the class. */
static void
resolve_csharp (CyanNameReader *self)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const char *part = g_ptr_array_index (self->parts, i);
      const char *stop = part[0] == '<' ? strchr (part, '>') : NULL;

      if (stop == NULL)
        continue;
      if (stop > part + 1)
        {
          char *name = g_strndup (part + 1, (gsize) (stop - part - 1));

          self->name->is_anonymous |= !g_str_has_prefix (stop, ">d__");
          g_ptr_array_set_size (self->parts, (gint) i);
          g_ptr_array_add (self->parts, name);
          g_clear_pointer (&self->name->parameters, g_free);
          break;
        }
      g_ptr_array_remove_index (self->parts, i--);
    }
  if (self->parts->len > 1 && last_part (self) != NULL
      && (strcmp (last_part (self), ".ctor") == 0 || strcmp (last_part (self), ".cctor") == 0))
    replace_last (self, g_strdup (g_ptr_array_index (self->parts, self->parts->len - 2)));
}

static void
resolve_ruby (CyanNameReader *self)
{
  const char *last = last_part (self);

  if (last == NULL)
    return;
  if (strcmp (last, "<main>") == 0 || g_str_has_prefix (last, "<top"))
    {
      self->name->is_module = TRUE;
      g_ptr_array_set_size (self->parts, 0);
    }
  else if (last[0] == '<' && strchr (last, ':') != NULL)
    self->name->is_opaque = TRUE;
}

static void
resolve_script (CyanNameReader *self)
{
  char *last = last_part (self);

  if (last == NULL)
    return;
  if (last[0] == '#' && last[1] != '\0')
    replace_last (self, g_strdup (last + 1));
  else if (last[0] == '<')
    {
      /* "f/<" of SpiderMonkey, "C.<anonymous>" of V8. */
      self->name->is_anonymous = TRUE;
      self->name->is_opaque |= strcmp (last, "<anonymous>") == 0;
      drop_last (self);
    }
  for (guint i = self->parts->len; i-- > 0;)
    if (strcmp (g_ptr_array_index (self->parts, i), "prototype") == 0)
      g_ptr_array_remove_index (self->parts, i);
}

void
cyan_name_resolve_parts (CyanNameReader *self)
{
  switch (self->name->naming)
    {
    case CYAN_NAMING_PYTHON:
    case CYAN_NAMING_C:
      resolve_python (self);
      break;
    case CYAN_NAMING_GO:
      resolve_go (self);
      break;
    case CYAN_NAMING_JAVA:
      resolve_java (self);
      resolve_java_method (self);
      break;
    case CYAN_NAMING_CSHARP:
      resolve_csharp (self);
      break;
    case CYAN_NAMING_RUBY:
      resolve_ruby (self);
      break;
    case CYAN_NAMING_JAVASCRIPT:
      resolve_script (self);
      break;
    case CYAN_NAMING_RUST:
    case CYAN_N_NAMINGS:
    default:
      break;
    }
}
