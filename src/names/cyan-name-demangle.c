/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Demangles symbols with libiberty.
 *
 * A symbol of 225 bytes can stand for 138 MB of text, and one of 250 bytes for an hour of work
 * without a single byte of text.  So the text is limited by a jump out of the library's callback,
 * and symbols that take long without producing text are rejected beforehand.
 */
#include "cyan-name-private.h"

#include "cyan-strings.h"

#include <libiberty/demangle.h>

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* Overloads are different functions, so parameters stay.  The return type of a template instance is
 * not a part of its name. */
#define OPTIONS (DMGL_PARAMS | DMGL_ANSI | DMGL_RET_DROP)

/* Limit of the pieces of text that the library produces; real symbols have up to 3,000. */
#define PIECES_MAX 16384

/* Limit of the back references of a symbol with a complex parameter pack: finding the pack takes up
 * to two to the power of their number. */
#define PACK_REFERENCES_MAX 12

/* Limit of the conversion operators.  The library may parse each in two ways, so together in two to
 * the power of their number. */
#define CONVERSIONS_MAX 6

/* Limit of templates times references to template parameters; the library takes 16 bytes of stack
 * for each such pair.  Real symbols have up to a few hundred. */
#define SCOPES_MAX 16384

/* As perf prints names. */
#define SHORT_OPTIONS DMGL_NO_OPTS

typedef struct
{
  int options;
  jmp_buf too_much;
  GString *text;
  guint n_pieces;
} Output;

static void
take_piece (const char *piece, size_t length, void *data)
{
  Output *output = data;
  gboolean is_ascii = TRUE;

  /* While the library returns text decoded from punycode, which is never all ASCII, it holds memory
   * of its own: jump at the next piece. */
  for (size_t i = 0; i < length && is_ascii; i++)
    is_ascii = (guchar) piece[i] < 0x80;
  if (output->text->len + length <= CYAN_STRING_MAX)
    g_string_append_len (output->text, piece, (gssize) length);
  else
    output->n_pieces = PIECES_MAX;
  if (++output->n_pieces > PIECES_MAX && is_ascii)
    longjmp (output->too_much, 1);
}

static gboolean
print_rust (const char *symbol, Output *output)
{
  if (setjmp (output->too_much) != 0)
    return FALSE;
  return rust_demangle_callback (symbol, 0, take_piece, output) != 0
         && output->n_pieces <= PIECES_MAX;
}

static gboolean
print_cplus (struct demangle_component *tree, Output *output)
{
  if (setjmp (output->too_much) != 0)
    return FALSE;
  return cplus_demangle_print_callback (output->options, tree, take_piece, output) != 0
         && output->n_pieces <= PIECES_MAX;
}

/* The end of "_", "0_", "1A_" ..., or NULL. */
static const char *
skip_number (const char *p)
{
  while (g_ascii_isdigit (*p) || g_ascii_isupper (*p))
    p++;
  return *p == '_' ? p + 1 : NULL;
}

/* "DpT_", "DpOT0_", ...: packs that are found at once. */
static gboolean
is_plain_pack (const char *pattern)
{
  pattern += strspn (pattern, "RKOVP");
  return *pattern == 'T' && skip_number (pattern + 1) != NULL;
}

/* Upper bound of the work that produces no text.  Identifiers may be counted as operators too; at
 * worst a rare symbol stays mangled. */
static gboolean
is_harmless_cplus (const char *symbol)
{
  guint n_references = 0, n_conversions = 0, n_templates = 0, n_scopes = 0;
  gboolean has_pack = FALSE;

  for (const char *p = symbol; *p != '\0'; p++)
    {
      if (*p == 'S')
        n_references += skip_number (p + 1) != NULL;
      else if (*p == 'c')
        n_conversions += p[1] == 'v';
      else if (*p == 'I')
        n_templates++;
      else if ((*p == 'R' || *p == 'O') && (p[1] == 'T' || p[1] == 'S'))
        n_scopes++;
      if ((*p == 'D' && p[1] == 'p') || (*p == 's' && (p[1] == 'Z' || p[1] == 'P')))
        has_pack = has_pack || !is_plain_pack (p + 2);
    }
  return (!has_pack || n_references <= PACK_REFERENCES_MAX) && n_conversions <= CONVERSIONS_MAX
         && n_templates * n_scopes <= SCOPES_MAX;
}

static gboolean
demangle_cplus (const char *symbol, Output *output)
{
  struct demangle_component *tree;
  void *memory = NULL;
  gboolean ok;

  if (!is_harmless_cplus (symbol))
    return FALSE;
  /* Parse and print separately, because the function that does both refuses symbols of more than
   * 1,024 bytes. */
  tree = cplus_demangle_v3_components (symbol, output->options, &memory);
  ok = tree != NULL && print_cplus (tree, output);
  free (memory);
  return ok;
}

/* The start of the hash that ends a legacy Rust symbol: "17h", 16 digits and "E"; or NULL. */
static const char *
find_rust_hash (const char *symbol)
{
  for (const char *p = strstr (symbol, "17h"); p != NULL; p = strstr (p + 1, "17h"))
    if (strspn (p + 3, "0123456789abcdef") == 16 && p[19] == 'E'
        && (p[20] == '\0' || strchr (".@ ", p[20]) != NULL))
      return p + 20;
  return NULL;
}

static gsize
span_symbol (const char *p)
{
  const char *start = p;

  while (g_ascii_isalnum (*p) || *p == '_' || *p == '$' || (guchar) *p >= 0x80)
    p++;
  return (gsize) (p - start);
}

/* ".avx2" after a symbol becomes " [clone .avx2]", the usual form; "@@LIB_2" stays. */
static void
append_tail (GString *text, const char *tail)
{
  if (*tail != '.')
    g_string_append (text, tail);
  else
    {
      gsize length = strcspn (tail, "@ ");

      g_string_append_printf (text, " [clone %.*s]%s", (int) length, tail, tail + length);
    }
}

static char *
demangle (const char *name, int options)
{
  gsize n_underscores = strspn (name, "_");
  const char *mangled, *tail;
  g_autofree char *symbol = NULL;
  Output output = { .options = options };
  gboolean ok;

  if (n_underscores == 0 || n_underscores > 4
      || (name[n_underscores] != 'Z' && (name[n_underscores] != 'R' || n_underscores > 2)))
    return NULL;
  mangled = name + n_underscores - 1;
  tail = mangled[1] == 'Z' ? find_rust_hash (mangled) : NULL;
  if (tail == NULL && n_underscores >= 3)
    tail = strstr (mangled, "_block_invoke");
  if (tail == NULL)
    tail = mangled + span_symbol (mangled);
  if (tail - mangled > CYAN_SYMBOL_MAX || (*tail != '\0' && strchr (".@ _", *tail) == NULL))
    return NULL;

  symbol = g_strndup (mangled, (gsize) (tail - mangled));
  output.text = g_string_sized_new (256);
  if (symbol[1] == 'R')
    ok = cyan_name_rust_is_harmless (symbol + 2, strlen (symbol + 2))
         && print_rust (symbol, &output);
  else if (find_rust_hash (symbol) != NULL && print_rust (symbol, &output))
    ok = TRUE;
  else
    {
      g_string_truncate (output.text, 0);
      output.n_pieces = 0;
      ok = demangle_cplus (symbol, &output);
    }
  ok = ok && output.text->len > 0;
  if (ok && (options == OPTIONS || *tail != '.'))
    append_tail (output.text, tail);
  return g_string_free (output.text, !ok);
}

char *
cyan_name_demangle (const char *name)
{
  return demangle (name, OPTIONS);
}

char *
cyan_name_of_symbol (const char *symbol)
{
  return demangle (symbol, SHORT_OPTIONS);
}
