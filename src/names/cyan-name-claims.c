/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of what a person says about functions. */
#include "cyan-name-claims.h"

#include "cyan-name-private.h"

#include <string.h>

/* Copies both names; each may be NULL.  Free with cyan_name_claim_free(). */
static CyanNameClaim *
cyan_name_claim_new (const char *before, const char *after, gboolean same)
{
  CyanNameClaim *self = g_new0 (CyanNameClaim, 1);

  g_assert (same ? before != NULL && after != NULL : before != NULL || after != NULL);
  self->before = g_strdup (before);
  self->after = g_strdup (after);
  self->same = same;
  return self;
}

void
cyan_name_claim_free (CyanNameClaim *self)
{
  if (self == NULL)
    return;
  g_free (self->before);
  g_free (self->after);
  g_free (self);
}

GPtrArray *
cyan_name_claims_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_name_claim_free);
}

/* One function has one partner: another claim that it is the same as something else goes, too. */
static gboolean
is_replaced_by (const CyanNameClaim *old, const char *before, const char *after, gboolean same)
{
  gboolean one = g_strcmp0 (old->before, before) == 0;
  gboolean other = g_strcmp0 (old->after, after) == 0;

  return (one && other) || (same && old->same && (one || other));
}

void
cyan_name_claims_add (GPtrArray *self, const char *before, const char *after, gboolean same)
{
  for (guint i = self->len; i-- > 0;)
    if (is_replaced_by (g_ptr_array_index (self, i), before, after, same))
      g_ptr_array_remove_index (self, i);
  g_ptr_array_add (self, cyan_name_claim_new (before, after, same));
}

GPtrArray *
cyan_name_claims_copy (const GPtrArray *self)
{
  GPtrArray *copy = cyan_name_claims_new ();

  for (guint i = 0; self != NULL && i < self->len; i++)
    {
      const CyanNameClaim *claim = g_ptr_array_index (self, i);

      g_ptr_array_add (copy, cyan_name_claim_new (claim->before, claim->after, claim->same));
    }
  return copy;
}

gboolean
cyan_name_claims_equal (const GPtrArray *self, const GPtrArray *other)
{
  guint n = self != NULL ? self->len : 0;

  if (n != (other != NULL ? other->len : 0))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const CyanNameClaim *a = g_ptr_array_index (self, i), *b = g_ptr_array_index (other, i);

      if (a->same != b->same || g_strcmp0 (a->before, b->before) != 0
          || g_strcmp0 (a->after, b->after) != 0)
        return FALSE;
    }
  return TRUE;
}

const char *
cyan_name_find_arrow (const char *line)
{
  for (const char *p = strstr (line, "=>"); p != NULL; p = strstr (p + 1, "=>"))
    if ((p == line || g_ascii_isspace (p[-1])) && (p[2] == '\0' || g_ascii_isspace (p[2])))
      return p;
  return NULL;
}

/* Whether @name, which may be NULL, is read back as it is written. */
static gboolean
fits_line (const char *name)
{
  gsize length = name != NULL ? strlen (name) : 0;

  return name == NULL
         || (length > 0 && !g_ascii_isspace (name[0]) && !g_ascii_isspace (name[length - 1])
             && strchr (name, '\n') == NULL && cyan_name_find_arrow (name) == NULL);
}

char *
cyan_name_claim_line (const char *before, const char *after, gboolean same)
{
  g_autofree char *line = NULL;

  if (!fits_line (before) || !fits_line (after))
    return NULL;
  line = g_strconcat (same ? "same: " : "not: ", before != NULL ? before : "",
                      before != NULL ? " =>" : "=>", after != NULL ? " " : "", after, NULL);
  return strlen (line) <= CYAN_NAME_LINE_MAX ? g_steal_pointer (&line) : NULL;
}
