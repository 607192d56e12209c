/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calls of a body in all languages. */
#include <string.h>

#include "code-body.h"
#include "tests.h"

static void
assert_calls (CyanLanguage language, const char *text, const char *calls)
{
  g_autoptr (CyanCodeBody) body = code_body_read (language, text);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < body->calls->len; i++)
    code_body_append_call (out, body, i);
  g_assert_cmpstr (out->str, ==, calls);
  code_body_check_laws (language, text, body);
}

/* The first part is of cmark's inlines.c. */
TEST ("/code-calls/c")
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

TEST ("/code-calls/cpp")
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
TEST ("/code-calls/python")
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
TEST ("/code-calls/go")
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

TEST ("/code-calls/java")
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

TEST ("/code-calls/rust")
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

TEST ("/code-calls/javascript")
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

TEST ("/code-calls/typescript")
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

TEST ("/code-calls/csharp")
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

TEST ("/code-calls/ruby")
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

TEST ("/code-calls/other")
{
  assert_calls (CYAN_LANGUAGE_OTHER, "f (x) { g (y); }", "");
  assert_calls (CYAN_LANGUAGE_C, "", "");
}

/* Where a closure ends, and what a directive is no part of. */
TEST ("/code-calls/closures")
{
  assert_calls (CYAN_LANGUAGE_RUST,
                "fn f() {\n  a.map(|x| g(x) + h(x)).all(|| k());\n  l();\n"
                "  b.each(|x, y| -> u8 { m(x) });\n  n(|z| o(z), p());\n}\n",
                "a.map\nfn/g\nfn/h\na.map(|x|g(x)+h(x)).all\nfn/k\nl\nb.each\nfn/m\nn\nfn/o\np\n");
  assert_calls (CYAN_LANGUAGE_CPP,
                "void f() {\n  each([=](int a) -> int { return g(a); }, h());\n"
                "  auto l = [&] { k(); };\n  m();\n}\n",
                "each\nfn/g\nh\nfn/k\nm\n");
  assert_calls (
      CYAN_LANGUAGE_C,
      "void\nf (void)\n{\n#define LOOP while (p ())\n  g ();\n#if A (b)\n  if (c)\n#endif\n"
      "    h ();\n}\n",
      "g\nif/h\n");
  assert_calls (CYAN_LANGUAGE_C, "void\nf (void)\n{\n#define BEGIN if (a) {\n  g ();\n  h ();\n}\n",
                "g\nh\n");
  assert_calls (CYAN_LANGUAGE_RUST, "fn f() {\n  fn g(x: u8) { h(x); }\n  g(1);\n}\n", "fn/h\ng\n");
  assert_calls (CYAN_LANGUAGE_GO, "func f() {\n  g := func(x int) { h(x) }\n  g(1)\n}\n",
                "fn/h\ng\n");
  assert_calls (CYAN_LANGUAGE_RUBY,
                "def f\n  each_slice 2, x do |y|\n    g(y)\n  end\n  k 1\n  l(2)\nend\n",
                "each_slice\nx\nfn/g\nk\nl\n");
}

static void
assert_heads (CyanLanguage language, const char *text, const char *heads)
{
  g_autoptr (CyanCodeBody) body = code_body_read (language, text);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 1; i < body->blocks->len; i++)
    g_string_append_printf (out, "%s\n", code_body_block (body, i)->head);
  g_assert_cmpstr (out->str, ==, heads);
  code_body_check_laws (language, text, body);
}

/* A block is named by what stands in front of it. */
TEST ("/code-calls/heads")
{
  assert_heads (CYAN_LANGUAGE_C,
                "int f (void)\n{\n  for (i = 0; i < n; i++)\n    if (a) b (); else c ();\n"
                "  do x (); while (y);\n  switch (k) { case 1: d (); default: e (); }\n}\n",
                "for(i=0; i<n; i++)\nif(a)\nelse\ndo\nwhile(y)\nswitch(k)\ncase 1\ndefault\n");
  assert_heads (CYAN_LANGUAGE_CPP,
                "void f() {\n  visit([=](int a) -> bool { return g(a); });\n"
                "  go([&] { h(); });\n}\n",
                "[=](int a)->bool\n[&]\n");
  assert_heads (CYAN_LANGUAGE_RUST,
                "fn f() {\n  a.map(|x| g(x)).any(|y| { h(y) }).each(|| -> u8 { 1 });\n"
                "  while let Some(c) = p() { match c { 1 => g(c), _ => { h(c) } } }\n}\n",
                "|x|\n|y|\n||->u8\nwhile let Some(c)=p()\nmatch c\n1=>\n_=>\n");
  assert_heads (CYAN_LANGUAGE_GO,
                "func f() {\n\tfor i := range g() {\n\t\th(func(a int) bool { return k(a) })\n\t}\n"
                "\tif a := b(); a { c() } else { d() }\n}\n",
                "for i:=range g()\nfunc(a int)bool\nif a:=b(); a\nelse\n");
  assert_heads (CYAN_LANGUAGE_JAVASCRIPT,
                "function f() {\n  a.map(x => g(x)).each((y, z) => { h(y) })\n"
                "  b(function (c) { d(c) })\n  try { e() } catch (x) { k() }\n}\n",
                "x=>\n(y, z)=>\nfunction(c)\ncatch(x)\n");
  assert_heads (CYAN_LANGUAGE_PYTHON,
                "def f(a):\n    for b in a: g(b)\n    while c:\n        h(lambda x: k(x))\n"
                "    return [m(x) for x in a if x]\n",
                "for b in a\nwhile c\nlambda x\nfor x in a if x\n");
  assert_heads (CYAN_LANGUAGE_RUBY,
                "def f(a)\n  a.each do |b|\n    g(b)\n  end\n  h(a) { |c| k(c) }\n"
                "  while a.more?\n    m(a)\n  end\n  case n(a)\n  when 1 then o(a)\n  end\nend\n",
                "a.each\nh(a)\nwhile a.more?\ncase n(a)\nwhen 1\n");
}

/* A call with other arguments is another call; what follows it does not matter. */
TEST ("/code-calls/arguments")
{
  static const struct
  {
    CyanLanguage language;
    const char *call, *other;
  } cases[] = {
    { CYAN_LANGUAGE_C, "f (a, b);", "f (a, c);" },
    { CYAN_LANGUAGE_CPP, "a->f<T>(b);", "a->f<T>(c);" },
    { CYAN_LANGUAGE_PYTHON, "f(a)(b)", "f(c)(b)" },
    { CYAN_LANGUAGE_JAVA, "new A(b);", "new A(c);" },
    { CYAN_LANGUAGE_RUST, "f!(a, b);", "f!(a, c);" },
    { CYAN_LANGUAGE_RUBY, "f(a)", "f(b)" },
    { CYAN_LANGUAGE_RUBY, "f a, b", "f a, c" },
    { CYAN_LANGUAGE_RUBY, "a.f = b", "a.f = c" },
    { CYAN_LANGUAGE_RUBY, "a.f b", "a.g b" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *first = g_strdup_printf ("%s\nx = 1\n", cases[i].call);
      g_autofree char *second = g_strdup_printf ("%s\ny = 2\n", cases[i].call);
      g_autofree char *third = g_strdup_printf ("%s\nx = 1\n", cases[i].other);
      const char *const texts[] = { first, second, third };
      guint64 keys[G_N_ELEMENTS (texts)];

      for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
        {
          g_autoptr (CyanCodeBody) body = code_body_read (cases[i].language, texts[k]);

          g_assert_cmpuint (body->calls->len, >=, 1);
          keys[k] = g_array_index (body->calls, CyanCodeCall, 0).key;
        }
      g_assert_cmphex (keys[0], ==, keys[1]);
      g_assert_cmphex (keys[0], !=, keys[2]);
    }
}

/* What a macro says is not executed where it stands. */
TEST ("/code-calls/directives")
{
  assert_heads (CYAN_LANGUAGE_C,
                "void f (void)\n{\n#define WHEN(x) if (x) while (y)\n  one ();\n}\n", "");
  assert_calls (CYAN_LANGUAGE_C,
                "void f (void)\n{\n#define WHEN(x) if (x)\n  one ();\n#define CLOSE )\n"
                "  while (two ())\n    {\n#if three ()\n      four ();\n#else\n      six "
                "();\n#endif\n    }\n  five ();\n}\n",
                "one\nloop/two\nloop/four\nloop/six\nfive\n");
}
