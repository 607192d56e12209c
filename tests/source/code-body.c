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
