/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "code-body.h"

#include <string.h>

static const char *const kinds[] = { "", "loop/", "if/", "fn/" };

CyanCodeBody *
code_body_read (CyanLanguage language, const char *text)
{
  return cyan_code_body_new (language, text, strlen (text));
}

const CyanCodeBlock *
code_body_block (const CyanCodeBody *body, guint index)
{
  return &g_array_index (body->blocks, CyanCodeBlock, index);
}

static const CyanCodeCall *
call_at (const CyanCodeBody *body, guint index)
{
  return &g_array_index (body->calls, CyanCodeCall, index);
}

void
code_body_append_call (GString *out, const CyanCodeBody *body, guint index)
{
  const CyanCodeCall *call = call_at (body, index);
  gsize start = out->len;

  for (guint b = call->block; b > 0; b = code_body_block (body, b)->parent)
    g_string_insert (out, (gssize) start, kinds[code_body_block (body, b)->kind]);
  g_string_append_printf (out, "%s\n", call->callee);
}

static void
assert_same (const CyanCodeBody *one, const CyanCodeBody *other)
{
  g_assert_cmpuint (one->blocks->len, ==, other->blocks->len);
  for (guint i = 0; i < one->blocks->len; i++)
    {
      const CyanCodeBlock *a = code_body_block (one, i), *b = code_body_block (other, i);

      g_assert_cmpint (a->kind, ==, b->kind);
      g_assert_cmpuint (a->parent, ==, b->parent);
      g_assert_cmpuint (a->choice, ==, b->choice);
      g_assert_cmpstr (a->head, ==, b->head);
      g_assert_cmphex (a->path, ==, b->path);
    }
  g_assert_cmpuint (one->calls->len, ==, other->calls->len);
  for (guint i = 0; i < one->calls->len; i++)
    {
      const CyanCodeCall *a = &g_array_index (one->calls, CyanCodeCall, i);
      const CyanCodeCall *b = &g_array_index (other->calls, CyanCodeCall, i);

      g_assert_cmpuint (a->block, ==, b->block);
      g_assert_cmpstr (a->callee, ==, b->callee);
      g_assert_cmphex (a->key, ==, b->key);
    }
}

void
code_body_check_laws (CyanLanguage language, const char *text, const CyanCodeBody *body)
{
  static const char *const behind[] = { "`", "'", "\"", "/", "*/", "}", ")", " g (", "\n  h ()\n" };
  g_autoptr (GString) spaced = g_string_new (text);
  g_autoptr (CyanCodeBody) airy = NULL;

  g_string_replace (spaced, "\n", " \t\n\n", 0);
  airy = code_body_read (language, spaced->str);
  assert_same (body, airy);
  for (gsize length = 0; length <= strlen (text); length++)
    {
      g_autofree char *cut = g_strndup (text, length);
      g_autoptr (CyanCodeBody) part = code_body_read (language, cut);
      g_autofree char *longer = g_strconcat (cut, behind[length % G_N_ELEMENTS (behind)], NULL);
      g_autoptr (CyanCodeBody) same = cyan_code_body_new (language, longer, length);

      assert_same (part, same);
      for (guint i = 1; i < part->blocks->len; i++)
        {
          const CyanCodeBlock *block = code_body_block (part, i);

          g_assert_cmpuint (block->parent, <, i);
          g_assert_cmpuint (block->choice, <=, i);
          g_assert_cmpint (block->kind, !=, CYAN_BLOCK_BODY);
        }
      for (guint i = 0; i < part->calls->len; i++)
        g_assert_cmpuint (g_array_index (part->calls, CyanCodeCall, i).block, <, part->blocks->len);
    }
}
