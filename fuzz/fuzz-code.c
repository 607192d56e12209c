/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes source text: tokens, normal form, functions and calls.  The first byte chooses the
 * language. */
#include "cyan-code-calls.h"
#include "cyan-code-tokens.h"
#include "cyan-extents.h"
#include "fuzz.h"

#include <string.h>

/* The byte for each CyanLanguage. */
static const char letters[] = "ocpygjrstx#b";

static CyanLanguage
language_of (uint8_t byte)
{
  const char *letter = byte != 0 ? strchr (letters, byte) : NULL;

  G_STATIC_ASSERT (G_N_ELEMENTS (letters) - 1 == CYAN_N_LANGUAGES);
  return (CyanLanguage) (letter != NULL ? letter - letters : byte % CYAN_N_LANGUAGES);
}

static gboolean
has_tokens (CyanLanguage language)
{
  return language >= CYAN_LANGUAGE_GO;
}

/* Checks that tokens are ordered and inside of the text, and that brackets refer to each other.
 * Returns the end of the last token; JSX text at the end has none. */
static guint32
check_tokens (CyanLanguage language, const char *text, gsize length)
{
  g_autoptr (GArray) tokens = cyan_code_tokens (language, text, length);
  guint32 end = 0;

  FUZZ_CHECK (tokens != NULL);
  for (guint i = 0; i < tokens->len; i++)
    {
      const CyanToken *token = &g_array_index (tokens, CyanToken, i);

      FUZZ_CHECK (token->start >= end && token->last_line >= token->line);
      FUZZ_CHECK (token->length > 0 || token->kind == CYAN_TOKEN_LINE_END);
      FUZZ_CHECK (token->partner == CYAN_TOKEN_NONE || token->partner < tokens->len);
      if (token->closes != 0 && token->opens == 0)
        {
          FUZZ_CHECK (token->partner < i);
          FUZZ_CHECK (g_array_index (tokens, CyanToken, token->partner).partner == i);
        }
      if (token->kind != CYAN_TOKEN_LINE_END)
        end = token->start + token->length;
    }
  FUZZ_CHECK (end <= length);
  if (tokens->len > 0
      && g_array_index (tokens, CyanToken, tokens->len - 1).kind == CYAN_TOKEN_JSX_TEXT)
    end = G_MAXUINT32;
  return end;
}

static void
check_extents (CyanLanguage language, const char *text, gsize length)
{
  CyanTag tag = { .name = (char *) "f", .kind = (char *) "func", .line = 1, .end = 2 };
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (CyanTag));
  g_autoptr (GArray) extents = NULL;
  guint n_lines = 1;

  for (gsize i = 0; i < length; i++)
    n_lines += text[i] == '\n';
  for (; tag.line <= 4; tag.line++)
    g_array_append_val (tags, tag);
  tag.kind = (char *) "method";
  for (tag.line = 1; tag.line <= 4; tag.line++)
    g_array_append_val (tags, tag);

  extents = cyan_extents_scan (language, text, length, tags);
  for (guint i = 0; i < extents->len; i++)
    {
      const CyanExtent *extent = &g_array_index (extents, CyanExtent, i);

      FUZZ_CHECK (extent->name != NULL);
      FUZZ_CHECK (extent->first_line >= 1 && extent->first_line <= extent->line);
      FUZZ_CHECK (extent->line <= extent->last_line && extent->last_line <= n_lines);
      if (i > 0)
        FUZZ_CHECK (extent[-1].first_line <= extent->first_line);
    }
}

/* Checks that blocks are in blocks before them, and that nothing changed against itself. */
static void
check_body (CyanLanguage language, const char *text, gsize length)
{
  g_autoptr (CyanCodeBody) body = cyan_code_body_new (language, text, length);
  g_autoptr (CyanCodeBody) empty = cyan_code_body_new (language, "", 0);
  g_autoptr (CyanCodeCallChanges) none = cyan_code_call_changes_new (body, body);
  g_autoptr (CyanCodeCallChanges) all = cyan_code_call_changes_new (empty, body);

  FUZZ_CHECK (body->blocks->len > 0);
  for (guint i = 0; i < body->blocks->len; i++)
    {
      const CyanCodeBlock *block = &g_array_index (body->blocks, CyanCodeBlock, i);

      FUZZ_CHECK ((block->kind == CYAN_BLOCK_BODY) == (i == 0));
      FUZZ_CHECK (i == 0 ? block->parent == 0 : block->parent < i);
      FUZZ_CHECK (block->choice <= i);
      FUZZ_CHECK (!(block->trips < 0));
      FUZZ_CHECK (g_utf8_validate (block->head, -1, NULL) || !g_utf8_validate (text, -1, NULL));
    }
  for (guint i = 0; i < body->calls->len; i++)
    {
      const CyanCodeCall *call = &g_array_index (body->calls, CyanCodeCall, i);

      FUZZ_CHECK (call->block < body->blocks->len);
      FUZZ_CHECK (call->name[0] != '\0' && g_str_has_suffix (call->callee, call->name));
    }
  FUZZ_CHECK (none->added_calls->len == 0 && none->deleted_calls->len == 0);
  FUZZ_CHECK (none->added_operators->len == 0);
  FUZZ_CHECK (all->added_calls->len == body->calls->len && all->deleted_calls->len == 0);
  FUZZ_CHECK (all->added_operators->len == body->operators->len);
}

static void
check_same (CyanLanguage language, const char *form, gsize form_length, const char *text)
{
  GString *other = cyan_code_normalise (language, text, strlen (text));

  if (other->len != form_length || memcmp (other->str, form, form_length) != 0)
    fuzz_fail (G_STRLOC, "blank lines count in language %d: \"%s\"", language, text);
  g_string_free (other, TRUE);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  CyanLanguage language = size > 0 ? language_of (data[0]) : CYAN_LANGUAGE_OTHER;
  g_autofree char *text = g_strndup ((const char *) data + 1, size > 0 ? size - 1 : 0);
  g_autofree char *below = g_strconcat (text, "\n\n", NULL);
  g_autofree char *above = g_strconcat ("\n", text, NULL);
  gsize length = strlen (text);
  GString *form = cyan_code_normalise (language, text, length);
  /* An unclosed token at the end may contain the line end. */
  gboolean open = g_str_has_suffix (text, "\\")
                  || (!has_tokens (language)
                      && (language == CYAN_LANGUAGE_OTHER || strstr (text, "R\"") != NULL
                          || strstr (text, "\"\"\"") != NULL || strstr (text, "'''") != NULL));

  if (has_tokens (language))
    {
      open |= check_tokens (language, text, length) > length;
      open |= check_tokens (language, below, strlen (below)) > length;
    }
  check_extents (language, text, length);
  check_body (language, text, length);
  if (language != CYAN_LANGUAGE_OTHER && !g_str_has_prefix (text, "#!"))
    check_same (language, form->str, form->len, above);
  if (!open)
    check_same (language, form->str, form->len, below);
  g_string_free (form, TRUE);
  return 0;
}
