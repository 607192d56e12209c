/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The calls of a body and what a change adds to them, in all languages.
 *
 * The text form of a body is a line for each call: the blocks around it, each with "/", and the
 * callee with its receiver.  That of a change has "+" and "-" in front.
 */
#include "cyan-code-calls.h"

#include <math.h>
#include <string.h>

#include "tests.h"

static const char *const kinds[] = { "", "loop/", "if/", "fn/" };

static CyanCodeBody *
read_body (CyanLanguage language, const char *text)
{
  return cyan_code_body_new (language, text, strlen (text));
}

static const CyanCodeBlock *
block_at (const CyanCodeBody *body, guint index)
{
  return &g_array_index (body->blocks, CyanCodeBlock, index);
}

static const CyanCodeCall *
call_at (const CyanCodeBody *body, guint index)
{
  return &g_array_index (body->calls, CyanCodeCall, index);
}

static void
append_call (GString *out, const CyanCodeBody *body, guint index)
{
  const CyanCodeCall *call = call_at (body, index);
  gsize start = out->len;

  for (guint b = call->block; b > 0; b = block_at (body, b)->parent)
    g_string_insert (out, (gssize) start, kinds[block_at (body, b)->kind]);
  g_string_append_printf (out, "%s\n", call->callee);
}

static void
assert_calls (CyanLanguage language, const char *text, const char *calls)
{
  g_autoptr (CyanCodeBody) body = read_body (language, text);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < body->calls->len; i++)
    append_call (out, body, i);
  g_assert_cmpstr (out->str, ==, calls);
}

static void
append_changes (GString *out, const CyanCodeBody *body, const GArray *indices, const char *sign)
{
  for (guint i = 0; i < indices->len; i++)
    {
      g_string_append (out, sign);
      append_call (out, body, g_array_index (indices, guint, i));
    }
}

static void
assert_changes (CyanLanguage language, const char *before, const char *after, const char *changes)
{
  g_autoptr (CyanCodeBody) old = read_body (language, before);
  g_autoptr (CyanCodeBody) new = read_body (language, after);
  g_autoptr (CyanCodeCallChanges) found = cyan_code_call_changes_new (old, new);
  g_autoptr (GString) out = g_string_new (NULL);

  append_changes (out, new, found->added_calls, "+");
  append_changes (out, old, found->deleted_calls, "-");
  g_assert_cmpstr (out->str, ==, changes);
}

static void
assert_trips (CyanLanguage language, const char *loop, double trips)
{
  g_autoptr (CyanCodeBody) body = read_body (language, loop);
  double found = NAN;

  for (guint i = 1; i < body->blocks->len; i++)
    if (block_at (body, i)->kind == CYAN_BLOCK_LOOP)
      {
        found = block_at (body, i)->trips;
        break;
      }
  if (isnan (trips))
    g_assert_true (isnan (found));
  else
    g_assert_cmpfloat (found, ==, trips);
}

/* The first part is of cmark's inlines.c. */
static void
test_c (void)
{
  assert_calls (CYAN_LANGUAGE_C,
                "static int link_label(subject *subj, cmark_chunk *raw_label) {\n"
                "  bufsize_t startpos = subj->pos;\n"
                "  if (peek_char(subj) == '[') {\n"
                "    advance(subj);\n"
                "  } else {\n"
                "    return 0;\n"
                "  }\n"
                "  while ((c = peek_char(subj)) && c != '[') {\n"
                "    if (c == '\\\\') {\n"
                "      advance(subj);\n"
                "      if (cmark_ispunct(peek_char(subj)))\n"
                "        advance(subj); // behind it\n"
                "    } else\n"
                "      length++;\n"
                "  }\n"
                "  *raw_label = cmark_chunk_dup(&subj->input, startpos + 1, 2);\n"
                "  return (int) sizeof(c);\n"
                "}\n",
                "peek_char\n"
                "if/advance\n"
                "loop/peek_char\n"
                "loop/if/advance\n"
                "loop/if/cmark_ispunct\n"
                "loop/if/peek_char\n"
                "loop/if/if/advance\n"
                "cmark_chunk_dup\n");
  assert_calls (CYAN_LANGUAGE_C,
                "void\n"
                "run (State *s)\n"
                "{\n"
                "#define STEP(x) step ((x))\n"
                "  int later (int);\n"
                "  for (int i = first (s); more (s, i); i = next (s))\n"
                "    if (s->hook)\n"
                "      s->hook (s);\n"
                "    else\n"
                "      a.b[0].call (one (s));\n"
                "  do\n"
                "    again (s);\n"
                "  while (check (s));\n"
                "  switch (kind (s))\n"
                "    {\n"
                "    case 1: one (s); break;\n"
                "    case 2: { two (s); }\n"
                "    default: three (s);\n"
                "    }\n"
                "  list_for_each (node, list) { use (node); }\n"
                "  vmcase (OP_MOVE) { move (s); }\n"
                "}\n",
                "first\n"
                "loop/more\n"
                "loop/next\n"
                "loop/if/s->hook\n"
                "loop/if/a.b[0].call\n"
                "loop/if/one\n"
                "loop/again\n"
                "loop/check\n"
                "kind\n"
                "if/if/one\n"
                "if/if/two\n"
                "if/if/three\n"
                "loop/use\n"
                "if/move\n");
}

static void
test_cpp (void)
{
  assert_calls (CYAN_LANGUAGE_CPP,
                "template <typename T>\n"
                "Tree<T>::Tree(int n) noexcept : size_(count(n)), root_{nullptr} {\n"
                "  std::vector<int> order(n);\n"
                "  for (const auto &child : children())\n"
                "    visit(child, [&](Node *node) -> bool { return keep(node); });\n"
                "  auto p = std::make_unique<Node<T>>(static_cast<int>(n));\n"
                "  throw Error(\"x\");\n"
                "  try { open(); } catch (const Error &e) { log(e.what()); }\n"
                "  return *new Node(first, second);\n"
                "}\n",
                "std::vector\n"
                "children\n"
                "loop/visit\n"
                "loop/fn/keep\n"
                "std::make_unique\n"
                "Error\n"
                "open\n"
                "if/log\n"
                "if/e.what\n"
                "new Node\n");
}

/* Of lark's parser. */
static void
test_python (void)
{
  assert_calls (CYAN_LANGUAGE_PYTHON,
                "@lru_cache(maxsize=None)\n"
                "def parse(self, text, start=default()):\n"
                "    \"\"\"Calls nothing().\"\"\"\n"
                "    lexer = self.lexer_class(text)\n"
                "    for token in self.lex(lexer):\n"
                "        if token.type in ignored: continue\n"
                "        while self.stack and not fits(token):\n"
                "            self.stack.pop()\n"
                "        else:\n"
                "            push(token)\n"
                "    values = [convert(v) for v in sorted(self.stack, key=lambda s: rank(s))]\n"
                "    try:\n"
                "        with open(path) as f: f.read()\n"
                "    except Error as e:\n"
                "        raise Broken(e)\n"
                "    def inner(x):\n"
                "        return outer(x)\n"
                "    if a: one()\n"
                "    elif b(): two()\n"
                "    return (values and\n"
                "            len(values))\n",
                "self.lexer_class\n"
                "self.lex\n"
                "loop/loop/fits\n"
                "loop/loop/self.stack.pop\n"
                "loop/if/push\n"
                "loop/convert\n"
                "loop/sorted\n"
                "loop/fn/rank\n"
                "open\n"
                "f.read\n"
                "if/Broken\n"
                "fn/outer\n"
                "if/one\n"
                "b\n"
                "if/two\n"
                "len\n");
}

/* Of pprof's graph. */
static void
test_go (void)
{
  assert_calls (CYAN_LANGUAGE_GO,
                "func (g *Graph) selectTop(max int, visual bool) (Nodes, error) {\n"
                "\tif err := g.sort(); err != nil {\n"
                "\t\treturn nil, fmt.Errorf(\"sort: %v\", err)\n"
                "\t} else if visual {\n"
                "\t\tg.trim(len(g.Nodes))\n"
                "\t}\n"
                "\tfor i, n := range g.nodes() {\n"
                "\t\tn.visit(func(e *Edge) bool {\n"
                "\t\t\treturn e.weight() > 0\n"
                "\t\t})\n"
                "\t}\n"
                "\tfor _, name := range []string{\"a\", base(\"b\")} {\n"
                "\t\tuse(name)\n"
                "\t}\n"
                "\tfor g.more() {\n"
                "\t\tgo g.step()\n"
                "\t}\n"
                "\tfor i := start(); i < end(); i++ {\n"
                "\t}\n"
                "\tswitch v := x.(type) {\n"
                "\tcase int:\n"
                "\t\tone(v)\n"
                "\tdefault:\n"
                "\t\tpanic(\"no\")\n"
                "\t}\n"
                "\treturn Nodes{first(g)}, nil\n"
                "}\n",
                "g.sort\n"
                "if/fmt.Errorf\n"
                "if/g.trim\n"
                "g.nodes\n"
                "loop/n.visit\n"
                "loop/fn/e.weight\n"
                "base\n"
                "loop/use\n"
                "loop/g.more\n"
                "loop/g.step\n"
                "start\n"
                "loop/end\n"
                "if/if/one\n"
                "first\n");
}

static void
test_java (void)
{
  assert_calls (CYAN_LANGUAGE_JAVA,
                "@Override @SuppressWarnings({\"a\", \"b\"})\n"
                "public <T> List<T> collect(Source<T> source) throws IOException {\n"
                "  List<T> all = new ArrayList<>(source.size());\n"
                "  for (T t : source.items()) {\n"
                "    synchronized (lock) { all.add(convert(t)); }\n"
                "  }\n"
                "  all.forEach(t -> check(t));\n"
                "  Runnable r = new Task(all) {\n"
                "    @Named(\"x\") public void run() { work(); }\n"
                "  };\n"
                "  switch (kind()) {\n"
                "    case A -> one();\n"
                "    default -> { two(); }\n"
                "  }\n"
                "  try (Reader in = open()) { in.read(); } catch (IOException e) { fail(e); }\n"
                "  return super.collect(this.<T>same());\n"
                "}\n",
                "new ArrayList\n"
                "source.size\n"
                "source.items\n"
                "loop/all.add\n"
                "loop/convert\n"
                "all.forEach\n"
                "fn/check\n"
                "new Task\n"
                "fn/work\n"
                "kind\n"
                "if/if/one\n"
                "if/if/two\n"
                "open\n"
                "in.read\n"
                "if/fail\n"
                "super.collect\n"
                "same\n");
}

static void
test_rust (void)
{
  assert_calls (
      CYAN_LANGUAGE_RUST,
      "fn read<T: Into<u32>>(&mut self, x: T) -> Result<Option<Token>, Error> where T: Copy {\n"
      "    let parts = self.text.split(',').map(|p| p.trim()).collect::<Vec<_>>();\n"
      "    while let Some(c) = self.peek() {\n"
      "        if let Point { x, y } = c.at()? {\n"
      "            self.bump(x);\n"
      "        } else if c.is_alphabetic() || self.any(|d| { d.ok() }) {\n"
      "            println!(\"{}\", show(c));\n"
      "        }\n"
      "    }\n"
      "    let n = match parts.len() {\n"
      "        0 => none(),\n"
      "        1 | 2 if self.few() => { some() }\n"
      "        _ => return Err(Error::new(self)),\n"
      "    };\n"
      "    for i in 0..self.end() { vec![zero(); n]; }\n"
      "    loop { step(Foo { a: field() }); }\n"
      "    Ok(Some(Token(n)))\n"
      "}\n",
      "self.text.split\n"
      "self.text.split(',').map\n"
      "fn/p.trim\n"
      "self.text.split(',').map(|p|p.trim()).collect\n"
      "loop/self.peek\n"
      "loop/c.at\n"
      "loop/if/self.bump\n"
      "loop/c.is_alphabetic\n"
      "loop/self.any\n"
      "loop/fn/d.ok\n"
      "loop/if/println!\n"
      "loop/if/show\n"
      "parts.len\n"
      "if/if/none\n"
      "if/self.few\n"
      "if/if/some\n"
      "if/if/Error::new\n"
      "self.end\n"
      "loop/vec!\n"
      "loop/zero\n"
      "loop/step\n"
      "loop/field\n");
}

static void
test_javascript (void)
{
  assert_calls (CYAN_LANGUAGE_JAVASCRIPT,
                "async function render({ a = 1 }, ...rest) {\n"
                "  const parts = rest.map(x => trim(x)).filter(Boolean)\n"
                "  for (const part of await parts.load())\n"
                "    if (part.ok)\n"
                "      emit(`${name(part)}: ${part.text}`)\n"
                "    else\n"
                "      warn(part)\n"
                "  list.forEach(function (item, i) {\n"
                "    use(item)\n"
                "  })\n"
                "  const o = { run() { inner() }, go: async () => { other() } }\n"
                "  callback?.(new Map(pairs()))\n"
                "  try { risky() } catch { recover() }\n"
                "  return <A onClick={() => click(1)}>{text()}</A>\n"
                "}\n",
                "rest.map\n"
                "fn/trim\n"
                "rest.map(x=>trim(x)).filter\n"
                "parts.load\n"
                "loop/if/emit\n"
                "loop/if/name\n"
                "loop/if/warn\n"
                "list.forEach\n"
                "fn/use\n"
                "fn/inner\n"
                "fn/other\n"
                "callback\n"
                "new Map\n"
                "pairs\n"
                "risky\n"
                "if/recover\n"
                "fn/click\n"
                "text\n");
}

static void
test_typescript (void)
{
  assert_calls (
      CYAN_LANGUAGE_TYPESCRIPT,
      "export function pick<T extends object>(items: Array<T>, by: (t: T) => number): T | null {\n"
      "  const best = reduce<T>(items, (a: T, b: T): T => larger(a, b))\n"
      "  function inner(x: T): boolean {\n"
      "    return by(x) > 0\n"
      "  }\n"
      "  while (queue.length > 0) queue.shift()!.run()\n"
      "  return inner(best as T) ? best : null\n"
      "}\n",
      "reduce\n"
      "fn/larger\n"
      "fn/by\n"
      "loop/queue.shift\n"
      "loop/queue.shift()!.run\n"
      "inner\n");
}

static void
test_csharp (void)
{
  assert_calls (CYAN_LANGUAGE_CSHARP,
                "public async Task<int> Sum<T>(IEnumerable<T> items) where T : IThing\n"
                "{\n"
                "  foreach (var item in Load(items))\n"
                "  {\n"
                "    using (Open(item)) { total += item.Size(); }\n"
                "    lock (gate) Count(item);\n"
                "  }\n"
                "  var cost = kind switch { 1 => One(), _ => Other() };\n"
                "  var all = items.Where(i => i.Good()).ToList();\n"
                "  await Task.WhenAll<int>(new Job(all));\n"
                "  return nameof(cost).Length;\n"
                "}\n",
                "Load\n"
                "loop/Open\n"
                "loop/item.Size\n"
                "loop/Count\n"
                "if/if/One\n"
                "if/if/Other\n"
                "items.Where\n"
                "fn/i.Good\n"
                "items.Where(i=>i.Good()).ToList\n"
                "Task.WhenAll\n"
                "new Job\n");
  assert_calls (CYAN_LANGUAGE_CSHARP, "int Next() => Step(last);", "Step\n");
}

static void
test_ruby (void)
{
  assert_calls (CYAN_LANGUAGE_RUBY,
                "def render(page, *rest)\n"
                "  raise Missing, \"no #{page.name}\" unless page.valid?\n"
                "  page.items.each_with_index do |item, i|\n"
                "    puts item if item.shown\n"
                "    @out << format(item)\n"
                "  end\n"
                "  rest.map { |r| r.to_s }\n"
                "  while more?(page)\n"
                "    page.pos = 3\n"
                "    step!\n"
                "  end\n"
                "  case kind page\n"
                "  when :a then one(page)\n"
                "  else two(page)\n"
                "  end\n"
                "  x = if page&.ok then good() else bad() end\n"
                "  begin\n"
                "    Thing.new(page)\n"
                "  ensure\n"
                "    close page\n"
                "  end\n"
                "  h = { a: 1 }\n"
                "end\n",
                "if/raise\n"
                "if/page.name\n"
                "page.valid?\n"
                "page.items\n"
                "page.items.each_with_index\n"
                "fn/if/puts\n"
                "fn/item.shown\n"
                "fn/format\n"
                "rest.map\n"
                "fn/r.to_s\n"
                "loop/more?\n"
                "loop/page.pos=\n"
                "kind\n"
                "if/one\n"
                "if/two\n"
                "page&.ok\n"
                "if/good\n"
                "if/bad\n"
                "Thing.new\n"
                "close\n");
}

static void
test_other (void)
{
  assert_calls (CYAN_LANGUAGE_OTHER, "f (x) { g (y); }", "");
  assert_calls (CYAN_LANGUAGE_C, "", "");
}

/* LITO's figure 3, in C. */
static void
test_changes (void)
{
  const char *before = "int parse_on (Context *c)\n{\n"
                       "  for (i = 0; i < n; i++)\n"
                       "    if (fails (parse (c, i)))\n"
                       "      position (c, start);\n"
                       "}\n";
  const char *after = "int parse_on (Context *c)\n{\n"
                      "  memento = remember (c);\n"
                      "  for (i = 0; i < n; i++)\n"
                      "    if (fails (parse (c, i)))\n"
                      "      restore (c, memento);\n"
                      "}\n";

  assert_changes (CYAN_LANGUAGE_C, before, after,
                  "+remember\n+loop/if/restore\n-loop/if/position\n");
  assert_changes (CYAN_LANGUAGE_C, before, before, "");
  /* A swap, other arguments, another receiver, and once more. */
  assert_changes (CYAN_LANGUAGE_C, "f(){ a(); }", "f(){ b(); }", "+b\n-a\n");
  assert_changes (CYAN_LANGUAGE_C, "f(){ a(1); }", "f(){ a(2); }", "+a\n-a\n");
  assert_changes (CYAN_LANGUAGE_C, "f(){ x->a(); }", "f(){ y->a(); }", "+y->a\n-x->a\n");
  assert_changes (CYAN_LANGUAGE_C, "f(){ a(); }", "f(){ a(); a(); }", "+a\n");
  /* Into a loop, out of it, and only elsewhere in the same block. */
  assert_changes (CYAN_LANGUAGE_C, "f(){ a(); }", "f(){ while (x) a(); }", "+loop/a\n-a\n");
  assert_changes (CYAN_LANGUAGE_C, "f(){ for(;;){ a(); } }", "f(){ for(;;); a(); }",
                  "+a\n-loop/a\n");
  assert_changes (CYAN_LANGUAGE_C, "f(){ a(); b(); }", "f(){ b(); /* first */ a(); }", "");
  /* Curly brackets, comments and the name of the function do not count. */
  assert_changes (CYAN_LANGUAGE_C, "f(){ if (x) a(); }", "int g(int x)\n{ if (x) { a(); } }", "");
  assert_changes (CYAN_LANGUAGE_PYTHON, "def f():\n  a()\n", "def f():\n  for x in y:\n    a()\n",
                  "+loop/a\n-a\n");
}

static void
test_blocks (void)
{
  g_autoptr (CyanCodeBody) body =
      read_body (CYAN_LANGUAGE_C, "f(){ if (a) x(); else if (b) y(); else z(); if (c) w(); }");

  g_assert_cmpuint (body->blocks->len, ==, 5);
  g_assert_cmpuint (block_at (body, 2)->choice, ==, 1);
  g_assert_cmpuint (block_at (body, 3)->choice, ==, 1);
  g_assert_cmpuint (block_at (body, 4)->choice, ==, 4);
  g_assert_cmpstr (block_at (body, 0)->head, ==, "");
  g_assert_cmpstr (block_at (body, 2)->head, ==, "else if(b)");
  g_assert_true (cyan_code_body_has_call (body, "y"));
  g_assert_false (cyan_code_body_has_call (body, "f"));
}

/* @expected: for each block after, in the order of the text, its number before, "-" for a new
 * one. */
static void
assert_matches (const char *before, const char *after, const char *expected)
{
  g_autoptr (CyanCodeBody) old = read_body (CYAN_LANGUAGE_C, before);
  g_autoptr (CyanCodeBody) new = read_body (CYAN_LANGUAGE_C, after);
  g_autofree guint *same = cyan_code_body_match_blocks (old, new);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < new->blocks->len; i++)
    if (same[i] == G_MAXUINT)
      g_string_append_c (out, '-');
    else
      g_string_append_printf (out, "%u", same[i]);
  g_assert_cmpstr (out->str, ==, expected);
}

static void
test_match_blocks (void)
{
  assert_matches ("f(){ if (a) x(); if (b) y(); }", "f(){ if (b) y(); if (a) x(); }", "021");
  /* A head that changed, and one around it. */
  assert_matches ("f(){ while (g(a)) x(); }", "f(){ while (g(a, b)) x(); }", "01");
  assert_matches ("f(){ if (a) for (;;) x(); }", "f(){ if (a || b) for (;;) x(); }", "0-2");
  /* The one with more in common. */
  assert_matches ("f(){ if (a) { x(); y(); } if (b) { y(); } }", "f(){ if (c) { y(); x(); } }",
                  "01");
  /* Into a loop, out of one, another kind; what is still there is not taken. */
  assert_matches ("f(){ if (a) x(); }", "f(){ for (;;) x(); }", "0-");
  assert_matches ("f(){ if (a) x(); }", "f(){ for (;;) if (a) x(); }", "0--");
  assert_matches ("f(){ if (a) x(); }", "f(){ if (a) x(); if (b) x(); }", "01-");
}

static void
test_trips (void)
{
  assert_trips (CYAN_LANGUAGE_C, "f(){ for (int i = 0; i < 10; i++) g(); }", 10);
  assert_trips (CYAN_LANGUAGE_C, "f(){ for (i = 1; i <= 0x10; i += 4) g(); }", 4);
  assert_trips (CYAN_LANGUAGE_C, "f(){ for (i = 9; i > 0; --i) g(); }", 9);
  assert_trips (CYAN_LANGUAGE_C, "f(){ for (i = 0; i < n; i++) g(); }", NAN);
  assert_trips (CYAN_LANGUAGE_C, "f(){ while (x < 10) g(); }", NAN);
  assert_trips (CYAN_LANGUAGE_PYTHON, "def f():\n  for i in range(7):\n    g()\n", 7);
  assert_trips (CYAN_LANGUAGE_PYTHON, "def f():\n  for i in range(1, 8, 2):\n    g()\n", 4);
  assert_trips (CYAN_LANGUAGE_PYTHON, "def f():\n  for i in range(n):\n    g()\n", NAN);
  assert_trips (CYAN_LANGUAGE_PYTHON, "def f():\n  return [g() for i in range(3)]\n", 3);
  assert_trips (CYAN_LANGUAGE_GO, "func f() {\n\tfor i := 0; i < 3; i++ {\n\t}\n}\n", 3);
  assert_trips (CYAN_LANGUAGE_GO, "func f() {\n\tfor range 5 {\n\t}\n}\n", 5);
  assert_trips (CYAN_LANGUAGE_RUST, "fn f() { for i in 2..10 { g(); } }", 8);
  assert_trips (CYAN_LANGUAGE_RUST, "fn f() { for i in 2..=10 { g(); } }", 9);
  assert_trips (CYAN_LANGUAGE_RUBY, "def f\n  10.times do |i|\n    g(i)\n  end\nend\n", 10);
  assert_trips (CYAN_LANGUAGE_RUBY, "def f\n  1.upto(4) { |i| g(i) }\nend\n", 4);
  assert_trips (CYAN_LANGUAGE_JAVASCRIPT, "function f() { for (let i = 0; i < 6; i++) g() }", 6);
}

/* "constant, accessor, arithmetic, logic" */
static void
test_fast (void)
{
  static const struct
  {
    CyanLanguage language;
    const char *text;
    gboolean is_fast;
  } cases[] = {
    { CYAN_LANGUAGE_C, "int f(void) { return 42; }", TRUE },
    { CYAN_LANGUAGE_C, "int f(S *s) { return s->x; }", TRUE },
    { CYAN_LANGUAGE_C, "void f(S *s, int x) { s->x = x; }", TRUE },
    { CYAN_LANGUAGE_C, "int f(int a) { return (a + 1) * sizeof(a) > 3 && !a; }", TRUE },
    { CYAN_LANGUAGE_C, "int f(int a) { return g(a); }", FALSE },
    { CYAN_LANGUAGE_C, "int f(int a) { while (a) a--; return a; }", FALSE },
    { CYAN_LANGUAGE_PYTHON, "def f(self):\n  return self._x\n", TRUE },
    { CYAN_LANGUAGE_PYTHON, "def f(self):\n  return sum(self._x)\n", FALSE },
    { CYAN_LANGUAGE_RUBY, "def f\n  @x\nend\n", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanCodeBody) body = read_body (cases[i].language, cases[i].text);

      g_assert_cmpint (cyan_code_body_is_fast (body), ==, cases[i].is_fast);
    }
}

static void
assert_operators (CyanLanguage language, const char *text, const char *operators)
{
  g_autoptr (CyanCodeBody) body = read_body (language, text);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < body->operators->len; i++)
    g_string_append_printf (out, "%s ", g_array_index (body->operators, CyanCodeOperator, i).name);
  g_assert_cmpstr (out->str, ==, operators);
}

static void
test_operators (void)
{
  assert_operators (CYAN_LANGUAGE_C, "f(){ T *p = &a; *p = (T *) b * -c + d[1] / 2; }", "* + / ");
  assert_operators (CYAN_LANGUAGE_C, "f(){ a += b & 1; if (!x && y < 3) z = -1; }", "+= & && < ");
  assert_operators (CYAN_LANGUAGE_CPP, "f(){ std::map<A, B> m; a = b * c; }", "* ");
  assert_operators (CYAN_LANGUAGE_PYTHON, "def f(*a):\n  return g(*a) ** 2 // b\n", "** // ");
  assert_operators (CYAN_LANGUAGE_RUST, "fn f() { a.map(|x| x + 1) }", "+ ");
}

/* A second like the first, and one beside other values. */
static void
test_added_operators (void)
{
  g_autoptr (CyanCodeBody) before = read_body (CYAN_LANGUAGE_C, "f(){ x = a + b; }");
  g_autoptr (CyanCodeBody) after =
      read_body (CYAN_LANGUAGE_C, "f(){ x = a + b; y = a + b; while (z) z = a + b; w = a * 2; }");
  g_autoptr (CyanCodeCallChanges) changes = cyan_code_call_changes_new (before, after);
  g_autoptr (CyanCodeCallChanges) back = cyan_code_call_changes_new (after, before);

  g_assert_cmpuint (changes->added_operators->len, ==, 3);
  g_assert_cmpuint (back->added_operators->len, ==, 0);
}

TESTS ("code-calls")
{
  g_test_add_func ("/code-calls/c", test_c);
  g_test_add_func ("/code-calls/cpp", test_cpp);
  g_test_add_func ("/code-calls/python", test_python);
  g_test_add_func ("/code-calls/go", test_go);
  g_test_add_func ("/code-calls/java", test_java);
  g_test_add_func ("/code-calls/rust", test_rust);
  g_test_add_func ("/code-calls/javascript", test_javascript);
  g_test_add_func ("/code-calls/typescript", test_typescript);
  g_test_add_func ("/code-calls/csharp", test_csharp);
  g_test_add_func ("/code-calls/ruby", test_ruby);
  g_test_add_func ("/code-calls/other", test_other);
  g_test_add_func ("/code-calls/changes", test_changes);
  g_test_add_func ("/code-calls/blocks", test_blocks);
  g_test_add_func ("/code-calls/match-blocks", test_match_blocks);
  g_test_add_func ("/code-calls/trips", test_trips);
  g_test_add_func ("/code-calls/fast", test_fast);
  g_test_add_func ("/code-calls/operators", test_operators);
  g_test_add_func ("/code-calls/added-operators", test_added_operators);
}
