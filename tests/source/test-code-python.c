/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The normal form of Python, held against the syntax trees of Python itself. */
#include <gio/gio.h>
#include <string.h>

#include "code-laws.h"
#include "cyan-code.h"
#include "tests.h"

/* clang-format off */
/* Each is compared with all others, also with a token missing and with one twice. */
static const char *const texts[] = {
  /* Text: quotes, prefixes, escapes, adjacent literals. */
  "a = 'b'", "a = \"b\"", "a = '''b'''", "a = r'b'", "a = R\"b\"", "a = u'b'", "a = U'b'",
  "a = b'b'", "a = rb'b'", "a = Br'b'", "a = f'b'", "a = '' 'b'", "a = ('b'\n'')", "a = 'c'",
  "a = '\\x62'", "a = '\\142'", "a = '\\u0062'", "a = '\\U00000062'", "a = b'\\x62'", "a = '\\\n'",
  "a = ''", "a = f''", "a = f'' ''", "a = '\\n'", "a = '''\n'''", "a = r'\\n'", "a = '\\\\n'",
  "a = '\\w'", "a = '\\\\w'", "a = '\\''", "a = \"'\"", "a = '\\0'", "a = '\\x00'", "a = '\\x01'",
  "a = '\\x010'", "a = '\\x001'", "a = '\\1'", "a = '\\x010' '1'", "a = '\u00e9'", "a = '\\xe9'",
  "a = b'\\xe9'", "a = b'\\xc3\\xa9'", "a = '\\xc3\\xa9'", "a = '\\ud83d\\ude00'",
  "a = '\U0001f600'", "a = '\\N{EM DASH}'", "a = '\\N{em dash}'", "a = '\\N{EN DASH}'",
  "a = r'\\\n'", "a = '\\x6'", "a = b'\u00e9'", "a = 'b' b'b'", "a = ur'b'", "a = 'b", "a = 'b\\'",
  /* Fields of f-strings. */
  "a = f'{b}'", "a = f\"{b}\"", "a = f'{ b }'", "a = f'{(b)}'", "a = f'{b!r}'", "a = f'{b!s}'",
  "a = f'{b:}'", "a = f'{b:>3}'", "a = f'{b:>4}'", "a = f'{b:{c}}'", "a = f'{b:{ c}}'",
  "a = f'{b:>{c}}'", "a = f'{b!r:>{c}}'", "a = f'{b=}'", "a = 'b=' f'{b!r}'", "a = f'b={b!r}'",
  "a = f'{b = }'", "a = f'{b=!s}'", "a = f'{b=:>3}'", "a = f'c{b=}'", "a = 'c' f'{b=}'",
  "a = 'cb=' f'{b!r}'", "a = f'{{b}}'", "a = '{b}'", "a = f'{{' 'b' f'}}'", "a = f'c{b}d'",
  "a = 'c' f'{b}' 'd'", "a = f'{b}' f'd'", "a = f'{b, c}'", "a = f'{(b, c)}'", "a = f'{b}{c}'",
  "a = f'{b}' f'{c}'", "a = f'{\"c\"}'", "a = f'{b[\"c\"]}'", "a = f\"{b['c']}\"",
  "a = f'{b[\"d\"]}'", "a = f'{b:%H:%M}'", "a = f'{b != c}'", "a = f'{b!=c}'", "a = f'{(b := c)}'",
  "a = f'{b:=c}'", "a = f'\\x7b'", "a = rf'\\x7b'", "a = f'''{\nb}'''", "a = f'{lambda: 1}'",
  "a = f'{f\"{b}\"}'", "a = f'{b}}'", "a = f'{'", "a = f'{}'", "a = f'{b!x}'",
  "a = f'{(b)}'", "a = f'{ (b) }'", "a = f'{[b]}'", "a = f'{ [b]}'", "a = f'{ {b: c}[d] }'",
  "a = f'{ {b:c}[d]}'", "a = f'{(b)(c)}'", "a = f'{b(c, (d))}'", "a = f'{b(c, d)}'",
  "a = f'{b((c), d)}e'", "a = f'{b[c:d]}'", "a = f'{b[(c):d]}'", "a = f'{(b):c}'",
  /* Numbers. */
  "a = 0b2", "a = 0b3", "a = 0b11", "a = 3", "a = 0o8", "a = 0o10", "a = 0o18", "a = 8", "a = 0b1",
  "a = 255", "a = 0xff", "a = 0XFF", "a = 0o377", "a = 0b1111_1111", "a = 2_55", "a = 0_xff",
  "a = 0x_ff", "a = 255.", "a = 255.0", "a = 2.55e2", "a = 2550E-1", "a = 0255.", "a = 255j",
  "a = 255.0J", "a = 0255", "a = 1000", "a = 1_000", "a = 1e3", "a = 1000.0", "a = 10_00.0_0",
  "a = 1e400", "a = 1e500", "a = 0", "a = 00", "a = 0x0", "a = 0.0", "a = .5", "a = 0.5",
  "a = 123456789012345678901234567890", "a = 0x18ee90ff6c373e0ee4e3f0ad2",
  "a = 123_456789012345678901234567890", "a = 123456789012345678901234567891",
  "a = 0o614722077664156760170562470734071217655", "a = 18446744073709551615",
  "a = 0xffffffffffffffff", "a = 18446744073709551616", "a = 1__0", "a = 10L", "a = 1_", "a = True",
  "a = 1", "a = 1if b else c", "a = 1 if b else c",
  /* Names. */
  "a = \ufb01", "a = fi", "a = \u00e9", "a = e\u0301", "a = None", "a = ...", "a = Ellipsis",
  /* Operators, and parentheses that matter or do not. */
  "a = b + c", "a = (b + c)", "a = (b) + (c)", "a = b - c", "a = c + b", "a = b + c + d",
  "a = (b + c) + d", "a = b + (c + d)", "a = b + c * d", "a = (b + c) * d", "a = b + (c * d)",
  "a = b ** c ** d", "a = b ** (c ** d)", "a = (b ** c) ** d", "a = -b ** c", "a = -(b ** c)",
  "a = (-b) ** c", "a = b ** -c", "a = - - b", "a = --b", "a = -(-b)", "a = +b", "a = ~b",
  "a = not b", "a = not (b)", "a = not not b", "a = not b == c", "a = not (b == c)",
  "a = (not b) == c", "a = b and c and d", "a = (b and c) and d", "a = b and (c and d)",
  "a = b and c or d", "a = (b and c) or d", "a = b and (c or d)", "a = b or c", "a = b < c < d",
  "a = (b < c) < d", "a = b < (c < d)", "a = b < c and c < d", "a = b <= c", "a = b is not c",
  "a = b is (not c)", "a = not b is c", "a = b not in c", "a = not b in c", "a = b <> c",
  "a = b if c else d", "a = (b if c else d)", "a = b if c else d if e else f",
  "a = b if c else (d if e else f)", "a = (b if c else d) if e else f", "a = lambda: b",
  "a = lambda: (b)", "a = (lambda: b)", "a = lambda b: b", "a = lambda b, : b", "a = lambda *b: b",
  "a = lambda b=c: b", "a = b | c ^ d & e", "a = b | (c ^ (d & e))", "a = (b | c) ^ d & e",
  "a = b << c", "a = b >> c", "a = b @ c", "a = b // c", "a = b / c", "a = b % c", "a = b \\\n+ c",
  "a = (b # c\n+ c)", "(a := b)", "((a := b))", "f(a := b)", "f((a := b))", "a := b",
  /* Members, elements, calls. */
  "a.b.c", "(a.b).c", "(a).b .c", "a.c.b", "a[b]", "a[(b)]", "a[b,]", "a[(b,)]", "a[b, c]",
  "a[(b, c)]", "a[:]", "a[::]", "a[b:]", "a[:b]", "a[::b]", "a[b:c]", "a[b:c:]", "a[b:c:d]",
  "a[b:c, d]", "a[b][c]", "a[lambda: b]", "a(b)", "a(b,)", "a((b))", "a((b,))", "a(b, c)",
  "a((b, c))", "a(b=c)", "a(c=b)", "a(b=c, *d)", "a(*d, b=c)", "a(*d, b=(c))", "a(**d, b=c)",
  "a(b=c, **d)", "a(*d, *e, b=c)", "a(*d, b=c, *e)", "a(b=c, *d, *e)", "a(*e, b=c, *d)",
  "a(b for b in c)", "a((b for b in c))", "a([b for b in c])", "a(b)(c)", "a(b(c))", "a(b=c, d)",
  "a(**b, *c)", "a(b for b in c, d)", "a(b.c=d)",
  /* Tuples, lists, sets, dictionaries, comprehensions. */
  "a = b, c", "a = (b, c)", "a = b, c,", "a = [b, c]", "a = [b, c,]", "a = [(b, c)]", "a = {b, c}",
  "a = {b, c,}", "a = b,", "a = (b,)", "a = b", "a = (b)", "a = ()", "a = []", "a = {}",
  "a = {b: c}", "a = {b: c,}", "a = {'b': c}", "a = {**b}", "a = {**b, c: d}", "a = {c: d, **b}",
  "a = *b, c", "a = (*b, c)", "a = [*b, c]", "a = {*b, c}", "a = ((b, c), d)", "a = (b, (c, d))",
  "a = (b, c, d)", "a = [b for b in c]", "a = [(b) for (b) in (c)]", "a = {b for b in c}",
  "a = {b: d for b in c}", "a = (b for b in c)", "a = [b for b in c if d]",
  "a = [b for b in c if d if e]", "a = [b for b in c if (d and e)]", "a = [b for b, in c]",
  "a = [b for (b,) in c]", "a = [b for b in c for d in e]", "a = [[b for b in c] for d in e]",
  "a = [b for b in (c if d else e)]", "a = [b for b, d in c]", "a = [b for b in c, d]",
  /* Simple statements. */
  "a; b", "a\nb", "a; b;", "a\n\n# c\n\nb\n", "a, b", "a = b = c", "a = (b) = c", "(a) = b",
  "a, b = c", "(a, b) = c", "[a, b] = c", "a, (b) = c", "a, *b = c", "a = b == c", "a += b",
  "(a) += b", "a -= b", "a //= b", "a: b", "(a): b", "a: b = c", "a: b = (c)", "a: (b) = c",
  "(a): b = c", "a.b: c", "(a.b): c", "a: b = c, d", "a: b = (c, d)", "a + b = c", "f() = a",
  "a: b: c", "return", "return None", "return a", "return (a)", "return a, b", "return (a, b)",
  "yield", "yield a", "(yield a)", "a = yield b", "a = (yield b)", "yield from a", "yield a, b",
  "yield (a, b)", "await a", "(await a)", "await a ** b", "raise", "raise a", "raise (a)",
  "raise a from b", "raise a(b)", "assert a", "assert (a)", "assert a, b", "assert (a, b)",
  "assert a, (b)", "del a", "del (a)", "del a,", "del (a,)", "del a, b", "del (a, b)", "del [a, b]",
  "del a.b", "global a", "global a, b", "nonlocal a", "pass", "break", "continue", "import a",
  "import 1", "import 'a'", "import a.'b'", "from 'a' import b", "import if", "import a.if",
  "import a.b", "import a . b", "import a as b", "import a.b as c", "import a, b",
  "import a\nimport b", "from a import b", "from a import (b)", "from a import (b,)",
  "from a import b as c", "from a import b, c", "from a import (\n  b,\n  c,\n)", "from a import *",
  "from . import a", "from .a import b", "from .. import a", "from ... import a",
  "from . .. import a", "print a", "print (a), b", "print(a), b", "print(a, b)", "exec a in b",
  "`a`", "a = not", "a = b not", "a = b c", "a b +", "a + b", "a = (b", "a = b)", "a \\ b",
  /* Compound statements. */
  "def f(a, b): c", "def f(a, b,): c", "def f(a, b):\n c", "def f(a, b, d): c", "def f(b, a): c",
  "def f(a, b=1, *c, d, **e): g", "def f(a, (b)): c", "a = lambda b, c: d", "a = lambda b, c, : d",
  "if a: b", "if a:\n b", "if (a):\n    b\n", "if a:\n\tb", "if a: b; c", "if a:\n b\n c",
  "if a:\n b\nc", "if a:\n b\nelse:\n c", "if a: b\nelse: c", "if a:\n b\nelif c:\n d",
  "if a:\n b\nelse:\n if c:\n  d", "if a:\n b\nelif c:\n d\nelse:\n e",
  "if a:\n b\nelse:\n if c:\n  d\n else:\n  e", "if a:\n b\nelse:\n if c:\n  d\n e",
  "if a:\n b\nelif c:\n d\nelif e:\n f", "if a:\n b\nelse:\n if c:\n  d\n elif e:\n  f",
  "if a:\n if b:\n  c\nelse:\n d", "if a:\n if b:\n  c\n else:\n  d", "if a := b: c",
  "if (a := b): c", "if a:\n  b\n c", "if a:\nb", "while a: b", "while (a):\n b",
  "while a: b\nelse: c", "for a in b: c", "for (a) in (b): c", "for a, in b: c", "for (a,) in b: c",
  "for a, b in c: d", "for (a, b) in c: d", "for a in b, c: d", "for a in (b, c): d",
  "for a in *b, c: d", "for a in b: c\nelse: d", "for a.b in c: d", "for a + b in c: d",
  "with a: b", "with (a): b", "with a as b: c", "with (a as b): c", "with (a as b,): c",
  "with a, b: c", "with (a, b): c", "with (a, b,): c", "with (a, b) as c: d", "with ((a, b)): c",
  "with a as b, c as d: e", "with (a as b, c as d): e", "with (\n  a as b,\n  c as d,\n):\n  e",
  "with (a), b: c", "with (a).b: c", "with (yield a): b", "with (a for a in b): c",
  "with (a := b): c", "with a as (b, c): d", "with a as [b, c]: d", "with a as b.c: d",
  "with (a)() as b: c", "try: a\nexcept: b", "try: a\nexcept b: c", "try: a\nexcept (b): c",
  "try: a\nexcept (b, c): d", "try: a\nexcept b as c: d", "try: a\nexcept (b) as c: d",
  "try: a\nexcept* b: c", "try: a\nexcept *b: c", "try: a\nfinally: b",
  "try: a\nexcept: b\nelse: c", "try: a\nexcept: b\nfinally: c", "try: a\nexcept e, f: g", "try: a",
  "class A: b", "class A(): b", "class A(b): c", "class A(b,): c", "class A(b=c): d",
  "class A(b, c): d", "class A(*b, c=d): e", "class A(c=d, *b): e", "@a\nclass B: c",
  "class A:\n 'b'\n c", "class A:\n \"\"\"b\"\"\"\n c",
  /* Functions. */
  "def a(): b", "def a():\n    b", "def a(b): c", "def a(b,): c", "def a(b, c): d",
  "def a(b, /): c", "def a(b, /, c): d", "def a(*, b): c", "def a(*b): c", "def a(*b, c): d",
  "def a(**b): c", "def a(*b, **c): d", "def a(b=c): d", "def a(b=(c)): d", "def a(b: c): d",
  "def a(b: (c) = d): e", "def a(b: c=d): e", "def a(*b: c): d", "def a(*, b=c): d",
  "def a(*, b, c=d): e", "def a() -> b: c", "def a() -> (b): c", "def a(b=c, *, d): e",
  "async def a(): b", "async def a():\n await b", "async def a():\n async for b in c: d",
  "async def a():\n for b in c: d", "async def a():\n async with b: c",
  "async def a():\n with b: c", "async def a():\n [b async for b in c]",
  "async def a():\n [b for b in c]", "@a\ndef b(): c", "@(a)\ndef b(): c", "@a()\ndef b(): c",
  "@a\n@b\ndef c(): d", "@b\n@a\ndef c(): d", "@a # b\n\ndef b(): c", "def a():\n '''b'''",
  "def a():\n 'b'", "def a():\n b'b'", "def a():\n 'b'\n return", "def a():\n 'b'\n return None",
  "def a(b=c, d): e", "def a(*b, *c): d", "def a(**b, c): d", "def a(/): b", "def a(*): b",
  "def a(*, **b): c", "def a(b, /, c, /): d", "def a((b, c)): d", "def a[T](b: T): c",
  "def a[T: d](b: T): c", "type A = b", "type A[T] = b", "type = b", "type(a)",
  /* Patterns. */
  "match a:\n case b: c", "match (a):\n case (b): c", "match a:\n case _: c",
  "match a:\n case b.c: d", "match a:\n case 1: b", "match a:\n case 0x1: b",
  "match a:\n case -1: b", "match a:\n case 1+2j: b", "match a:\n case 'b': c",
  "match a:\n case \"b\": c", "match a:\n case None: b", "match a:\n case True: b",
  "match a:\n case [b, c]: d", "match a:\n case (b, c): d", "match a:\n case b, c: d",
  "match a:\n case b,: c", "match a:\n case [b]: c", "match a:\n case (b,): c",
  "match a:\n case [b, *c]: d", "match a:\n case [b, *_]: d", "match a:\n case []: b",
  "match a:\n case (): b", "match a:\n case {'b': c}: d", "match a:\n case {\"b\": c,}: d",
  "match a:\n case {'b': c, **d}: e", "match a:\n case {}: b", "match a:\n case B(): c",
  "match a:\n case B(c): d", "match a:\n case B(c=d): e", "match a:\n case B(c, d=e,): f",
  "match a:\n case B(c, d=e): f", "match a:\n case 1 | 2: b", "match a:\n case (1 | 2): b",
  "match a:\n case 1 | 2 as c: b", "match a:\n case (1 | 2) as c: b", "match a:\n case b if c: d",
  "match a:\n case b if (c): d", "match a:\n case b: c\n case d: e",
  "match a:\n case 1 | (2 | 3): b", "match a:\n case 1 | 2 | 3: b", "match a, b:\n case c: d",
  "match (a, b):\n case c: d", "match *a, b:\n case c: d", "match = a", "match(a)", "match (a)",
  "match[a]", "match: a", "match * a", "match, case = a", "case = a",
  "match a:\n case b:\n  match c:\n   case d: e", "match a:\n case b if c, d: e",
  /* Lines that have only a backslash. */
  "a\n\\\n\nb", "if a:\n b\n\\\n\n c", "if a:\n b\n\\\n\nc", "if a:\n b\n\\\nc",
};
/* clang-format on */

/* Numbers the syntax trees of all texts, which end with NUL, and prints -1 for one without. */
static const char script[] =
    "import ast, sys\n"
    "trees, numbers = {}, []\n"
    "for text in sys.stdin.buffer.read().decode('utf-8', 'surrogatepass').split('\\0')[:-1]:\n"
    "    try:\n"
    "        tree = ast.dump(ast.parse(text))\n"
    "    except SyntaxError:\n"
    "        numbers.append(-1)\n"
    "    else:\n"
    "        numbers.append(trees.setdefault(tree, len(trees)))\n"
    "print(*numbers, end='\\0')\n";

static char **
trees_of_python (const GPtrArray *all)
{
  const char *const argv[] = { "python3", "-W", "ignore", "-c", script, NULL };
  g_autoptr (GSubprocess) python = g_subprocess_newv (
      argv, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL);
  g_autoptr (GString) joined = g_string_new (NULL);
  g_autoptr (GBytes) in = NULL, out = NULL;

  for (guint i = 0; i < all->len; i++)
    g_string_append_len (joined, all->pdata[i], (gssize) strlen (all->pdata[i]) + 1);
  in = g_bytes_new_static (joined->str, joined->len);
  g_assert_true (g_subprocess_communicate (python, in, NULL, &out, NULL, NULL));
  g_assert_true (g_subprocess_get_successful (python));
  return g_strsplit (g_bytes_get_data (out, NULL), " ", -1);
}

/* The end of the token at @at: a word or number, or one other character. */
static const char *
token_end (const char *at)
{
  const char *end = at + 1;

  if (g_ascii_isalnum (*at) || *at == '_')
    while (g_ascii_isalnum (*end) || *end == '_')
      end++;
  return end;
}

/* @text, and what it becomes if a token is missing or written twice. */
static void
add_with_variants (GPtrArray *all, const char *text)
{
  g_ptr_array_add (all, g_strdup (text));
  for (const char *at = text, *end; *at != '\0'; at = end)
    {
      int before = (int) (at - text);

      end = token_end (at);
      if (!g_ascii_isgraph (*at))
        continue;
      g_ptr_array_add (all, g_strdup_printf ("%.*s%s", before, text, end));
      g_ptr_array_add (all, g_strdup_printf ("%.*s %s", (int) (end - text), text, at));
    }
}

static void
free_form (gpointer data)
{
  g_string_free (data, TRUE);
}

static gboolean
equal_forms (gconstpointer a, gconstpointer b)
{
  return g_string_equal (a, b);
}

/* Whether this Python may refuse what is read: newer syntax, names of characters, words in other
 * scripts, indented text, a last line that continues.  Numbers in patterns are read as any sum. */
static gboolean
is_read_leniently (const char *text)
{
  return *text == ' ' || g_str_has_suffix (text, "\\\n") || strstr (text, "\\N{") != NULL
         || strstr (text, "a[T") != NULL || g_str_has_prefix (text, "type ")
         || strstr (text, "lambda: 1}") != NULL || strstr (text, "case -") != NULL
         || strstr (text, "case +") != NULL || strstr (text, "case 1") != NULL
         || !g_str_is_ascii (text);
}

/* Of what Python refuses each token counts. */
static void
assert_compared_by_tokens (const char *text)
{
  g_autofree char *one = g_strconcat ("q\n", text, NULL);
  g_autofree char *other = g_strconcat ("(q)\n", text, NULL);

  if (code_equal (CYAN_LANGUAGE_PYTHON, one, other))
    g_error ("\"%s\" is read as Python", text);
}

/* Two texts have the same form if and only if Python has the same tree for both. */
TEST ("/source/code-python/trees")
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) forms = g_ptr_array_new_with_free_func (free_form);
  g_autoptr (GHashTable) of_tree = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) of_form = g_hash_table_new ((GHashFunc) g_string_hash, equal_forms);
  g_auto (GStrv) trees = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    add_with_variants (all, texts[i]);
  trees = trees_of_python (all);
  g_assert_cmpuint (g_strv_length (trees), ==, all->len);
  for (guint i = 0; i < all->len; i++)
    {
      const char *text = all->pdata[i], *same_tree, *same_form;
      GString *form = cyan_code_normalise (CYAN_LANGUAGE_PYTHON, text, strlen (text));

      g_ptr_array_add (forms, form);
      if (strcmp (trees[i], "-1") == 0)
        {
          if (!is_read_leniently (text))
            assert_compared_by_tokens (text);
          continue;
        }
      same_tree = g_hash_table_lookup (of_tree, trees[i]);
      same_form = g_hash_table_lookup (of_form, form);
      if (same_tree != same_form)
        g_error ("\"%s\" has the tree of \"%s\", the form of \"%s\"", text, same_tree, same_form);
      if (same_tree == NULL)
        {
          g_hash_table_insert (of_tree, trees[i], (char *) text);
          g_hash_table_insert (of_form, form, (char *) text);
        }
    }
  for (guint i = 0; i < all->len; i++)
    if (strcmp (trees[i], "-1") == 0 && g_hash_table_contains (of_form, forms->pdata[i])
        && !is_read_leniently (all->pdata[i]))
      g_error ("\"%s\" has the form of \"%s\"", (const char *) all->pdata[i],
               (const char *) g_hash_table_lookup (of_form, forms->pdata[i]));
}

/* The quotes of an f-string may stand in its fields (since Python 3.12). */
TEST ("/source/code-python/nested-quotes")
{
  static const char *const pairs[][2] = {
    { "f'{b['c']}'", "f\"{b['c']}\"" },
    { "f'{b('c', (d), ['e'])}'", "f\"{b('c', (d), ['e'])}\"" },
    { "f'{ {'b': c}['d'] }'", "f\"{ {'b': c}['d'] }\"" },
    { "f'{b['c']:>{d['e']}}'", "f\"{b['c']:>{d['e']}}\"" },
    { "f'{rf'{b['c']}'}'", "f\"{rf'{b['c']}'}\"" },
    { "f'{b if'{'else c}'", "f\"{b if '{' else c}\"" },
    { "f'{'{'}'", "f\"{'{'}\"" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (pairs); j++)
      {
        g_autofree char *one = g_strdup_printf ("a = (%s)\n", pairs[i][0]);
        g_autofree char *other = g_strdup_printf ("a = %s\n", pairs[j][1]);

        if (code_equal (CYAN_LANGUAGE_PYTHON, one, other) != (i == j))
          g_error ("%s and %s", one, other);
      }
}

/* A method is indented, and what is below it as well. */
TEST ("/source/code-python/indented")
{
  static const char plain[] = "def f(a):\n    \"\"\"Say\n    a.\"\"\"\n    return a\n";

  g_assert_true (
      code_equal (CYAN_LANGUAGE_PYTHON, plain,
                  "    def f(a):\n        \"\"\"Say\n    a.\"\"\"\n        return (a)\n"));
  g_assert_false (
      code_equal (CYAN_LANGUAGE_PYTHON, plain,
                  "    def f(a):\n        \"\"\"Say\n        a.\"\"\"\n        return a\n"));
}

/* What is nested too deeply is compared by its tokens. */
TEST ("/source/code-python/deep")
{
  static const char *const pairs[][3] = {
    { "(", "a", ")" },           { "[", "", "]" },      { "f(", "", ")" },
    { "a[", "b", "]" },          { "-", "a", "" },      { "lambda: ", "a", "" },
    { "a if b else ", "c", "" }, { "a ** ", "b", "" },  { "f'{", "a", "}'" },
    { "{1: ", "2", "}" },        { "not ", "a", "" },   { "*", "a", "" },
    { "(yield ", "", ")" },      { "await ", "a", "" }, { "a := ", "a", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      GString *text = g_string_new ("x = ");
      gsize middle;

      for (guint depth = 0; depth < 50000; depth++)
        g_string_append (text, pairs[i][0]);
      middle = text->len;
      g_string_append (text, pairs[i][1]);
      for (guint depth = 0; depth < 50000; depth++)
        g_string_append (text, pairs[i][2]);
      {
        g_autofree char *other = g_strdup (text->str);

        g_assert_true (code_equal (CYAN_LANGUAGE_PYTHON, text->str, other));
        other[middle - 1] = 'q';
        g_assert_false (code_equal (CYAN_LANGUAGE_PYTHON, text->str, other));
      }
      g_string_free (text, TRUE);
    }
}

/* Nothing is read again for each token: quadratic time would be forty thousand million steps. */
TEST ("/source/code-python/linear")
{
  static const char *const units[][2] = {
    { "a = ", "f'{" },
    { "a = ", "f'{a}' " },
    { "a(b=c", ", *d(e=f, *g)" },
    { "a = ", "'\\N{' " },
    { "", "with (a): b\n" },
    { "", "match a:\n" },
    { "", "type type " },
    { "if a: b\n", "elif a: b\n" },
    { "a = b", " if b else c" },
    { "a = f'", "{b=}" },
    { "a = f'{b:", "{c}" },
    { "@", "a\n@" },
    { "a = ", "0_" },
    { "a", "; a" },
    { "a", " = a" },
    { "a", "[b, c:d]" },
    { "a = b", " < c" },
    { "match a:\n", " case b | c: d\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autoptr (GString) text = g_string_new (units[i][0]);
      gint64 start, took;

      while (text->len < 200000)
        g_string_append (text, units[i][1]);
      start = test_cpu_time ();
      g_string_free (cyan_code_normalise (CYAN_LANGUAGE_PYTHON, text->str, text->len), TRUE);
      took = test_cpu_time () - start;
      if (took > 500 * 1000)
        g_test_message ("\"%s\": %.1f s", units[i][1], took * 1e-6);
      g_assert_cmpint (took, <, 10 * G_USEC_PER_SEC);
    }
}
