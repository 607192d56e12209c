/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The normal form of JavaScript, TypeScript and Ruby, in which line ends sometimes count. */
#include "code-laws.h"
#include "tests.h"

static const char *const comments[] = { "\n", "  \n\t\n", "// it's \"one`\n", "/* a ' \" // */\n",
                                        "\t/*\n * lines {\n */\n" };
static const char *const ruby_comments[] = { "\n", "  \n\t\n", "# it's \"one\n",
                                             "=begin\nend '\n=end\n" };

TEST ("/source/code/javascript")
{
  const char *text = "async function* f(a, { b = 1 }, ...c) {\n"
                     "  const d = a?.b ?? `x${g(`}`, { e: 1 })}y \\` $z`\n"
                     "  for (const i of [1n, .5, 0xff]) if (/[/}]\\//gi.test(i)) d /= 2\n"
                     "  return a ** b === c ? 'it\\'s' : x => x / 2 / y\n"
                     "}\n";

  code_check_layout (CYAN_LANGUAGE_JAVASCRIPT, text, comments, G_N_ELEMENTS (comments), "  ");
  code_check_layout (CYAN_LANGUAGE_TYPESCRIPT, text, comments, G_N_ELEMENTS (comments), "  ");
  code_check_characters (CYAN_LANGUAGE_JAVASCRIPT, text);
  ASSERT_SAME (JAVASCRIPT, "#!/usr/bin/node\na()", "a()");
  /* A line end counts if a statement may end there. */
  ASSERT_DIFFERENT (JAVASCRIPT, "return\na", "return a");
  ASSERT_DIFFERENT (JAVASCRIPT, "return\n(a)", "return (a)");
  ASSERT_DIFFERENT (JAVASCRIPT, "a\nb", "a b");
  ASSERT_DIFFERENT (JAVASCRIPT, "a\n++b", "a ++b");
  ASSERT_DIFFERENT (JAVASCRIPT, "if (a)\n  b", "if (a);\n  b");
  ASSERT_SAME (JAVASCRIPT, "a\n\n\nb\n", "a // c\n  b");
  /* Elsewhere it does not. */
  ASSERT_SAME (JAVASCRIPT, "f(a,\n  b\n)", "f(a, b)");
  ASSERT_SAME (JAVASCRIPT, "a\n  .b()\n  ?.c()", "a.b()?.c()");
  ASSERT_SAME (JAVASCRIPT, "a = b\n  ? c\n  : d", "a = b ? c : d");
  ASSERT_SAME (JAVASCRIPT, "a = b &&\n  c", "a = b\n  && c");
  ASSERT_SAME (JAVASCRIPT, "if (a)\n{\n  b()\n}\nelse\n{\n  c()\n}", "if (a) { b() } else { c() }");
  ASSERT_SAME (JAVASCRIPT, "[\n  1,\n  2\n]", "[1, 2]");
  ASSERT_SAME (JAVASCRIPT, "x = {\n  a: 1,\n  b\n}", "x = { a: 1, b }");
}

TEST ("/source/code/javascript-literals")
{
  /* A regular expression or a division. */
  ASSERT_DIFFERENT (JAVASCRIPT, "a = /x  y/", "a = /x y/");
  ASSERT_DIFFERENT (JAVASCRIPT, "return /a\"  b/", "return /a\" b/");
  ASSERT_DIFFERENT (JAVASCRIPT, "if (a) /b  c/.d()", "if (a) /b c/.d()");
  ASSERT_DIFFERENT (JAVASCRIPT, "a(/[/]  x/)", "a(/[/] x/)");
  ASSERT_SAME (JAVASCRIPT, "a / b / c", "a/b/c");
  ASSERT_SAME (JAVASCRIPT, "a = /  b\nc / d", "a = / b\nc/d");
  ASSERT_SAME (JAVASCRIPT, "(a) / b / c", "(a)/b/c");
  ASSERT_SAME (JAVASCRIPT, "a[1] / b / c", "a[1]/b/c");
  ASSERT_SAME (JAVASCRIPT, "a++ / b / c", "a++/b/c");
  ASSERT_SAME (JAVASCRIPT, "x = {} / b / c", "x = {}/b/c");
  ASSERT_SAME (JAVASCRIPT, "a.return / b / c", "a.return/b/c");
  /* Interpolated parts are code, the text around them is not. */
  ASSERT_SAME (JAVASCRIPT, "`a${ b /* c */ + `${ d }` }e`", "`a${b+`${d}`}e`");
  ASSERT_SAME (JAVASCRIPT, "`${ { a: {} } }`", "`${{a:{}}}`");
  ASSERT_DIFFERENT (JAVASCRIPT, "`a ${b}`", "`a${b}`");
  ASSERT_DIFFERENT (JAVASCRIPT, "`${a} // b`", "`${a} // c`");
  ASSERT_DIFFERENT (JAVASCRIPT, "`\\${ a }`", "`\\${a}`");
}

TEST ("/source/code/typescript")
{
  const char *text = "@dec({ a: 1 })\nexport class C<T extends D<E>> {\n"
                     "  private x?: Map<string, Array<T>>\n"
                     "  f = <U,>(a: U): a is T & U => a as unknown as boolean\n"
                     "  m(a: string): Promise<void>\n"
                     "  m(a: any) { return a! }\n"
                     "}\n";

  code_check_layout (CYAN_LANGUAGE_TYPESCRIPT, text, comments, G_N_ELEMENTS (comments), "  ");
  code_check_layout (CYAN_LANGUAGE_TSX, text, comments, G_N_ELEMENTS (comments), "  ");
  code_check_characters (CYAN_LANGUAGE_TYPESCRIPT, text);
  ASSERT_SAME (TYPESCRIPT, "Array<Array<T>>", "Array < Array < T > >");
  ASSERT_SAME (TYPESCRIPT, "a >\n  b", "a > b");
  ASSERT_DIFFERENT (TYPESCRIPT, "a: B<C>\nd()", "a: B<C> d()");
}

TEST ("/source/code/jsx")
{
  const char *text =
      "return <A.B x=\"a'b\" {...c} on={() => { d(`}`) }}>don't <b>{e}</b> // f</A.B>\n";

  code_check_characters (CYAN_LANGUAGE_JAVASCRIPT, text);
  code_check_characters (CYAN_LANGUAGE_TSX, text);
  /* JSX text as it is shown: lines are joined. */
  ASSERT_SAME (JAVASCRIPT, "a = <b>\n  it's   one\n  text\n</b>;\nc()",
               "a = <b>it's   one text</b>;\nc()");
  ASSERT_SAME (JAVASCRIPT, "a = <b>\n  <c />\n  {d}\n</b>;", "a = <b><c/>{ d }</b>;");
  ASSERT_SAME (JAVASCRIPT, "<b\n  c={1}\n  {...d}\n/>", "<b c={1} {...d}/>");
  ASSERT_DIFFERENT (JAVASCRIPT, "a = <b>c d</b>", "a = <b>c  d</b>");
  ASSERT_DIFFERENT (JAVASCRIPT, "a = <b> c</b>", "a = <b>c</b>");
  ASSERT_DIFFERENT (JAVASCRIPT, "a = <b>// c</b>", "a = <b>// d</b>");
  ASSERT_DIFFERENT (JAVASCRIPT, "a = <b>{c}</b>", "a = <b>{d}</b>");
  ASSERT_DIFFERENT (JAVASCRIPT, "a = <b />\nc", "a = <b /> c");
  /* Not JSX elements. */
  ASSERT_SAME (JAVASCRIPT, "a < b || c > d // e", "a<b||c>d");
  ASSERT_SAME (TSX, "f = <T,>(a: T) => a // b", "f = <T,>(a:T)=>a");
  ASSERT_SAME (TSX, "f = <T extends U>(a: T) => a // b", "f = <T extends U>(a:T)=>a");
  ASSERT_SAME (TSX, "let f: <T>(a: T) => void // b", "let f: <T>(a:T)=>void");
  ASSERT_SAME (TYPESCRIPT, "a = <T>b // c", "a = <T> b");
}

TEST ("/source/code/ruby")
{
  const char *text = "def f?(a, b: 1, *c, &d)\n"
                     "  x = a[:b] ? \"a#{g(\"}\", {e: 1})}b\" : 'it\\'s'\n"
                     "  puts %q(a (b) // c), %w[d e], /[#{x}]\\/ y/i, ?z, :\"k l\" unless $!.nil?\n"
                     "  y = <<~A + <<-'B'\n    one\n      two #{x}\n  A\n   three\n  B\n"
                     "  x.each do |i| y << i / 2 % 3 end\n"
                     "end\n";

  code_check_layout (CYAN_LANGUAGE_RUBY,
                     "def f(a)\n  a.b\n  if a then c end\n  d = [1,\n    2]\nend\n", ruby_comments,
                     G_N_ELEMENTS (ruby_comments), "  ");
  code_check_characters (CYAN_LANGUAGE_RUBY, text);
  ASSERT_SAME (RUBY, "a; b", "a\nb");
  ASSERT_SAME (RUBY, "f(a,\n  b)", "f(a, b)");
  ASSERT_SAME (RUBY, "a +\n  b", "a + b");
  ASSERT_SAME (RUBY, "a \\\n  b", "a b");
  ASSERT_SAME (RUBY, "a\n  .b\n  &.c", "a.b&.c");
  ASSERT_SAME (RUBY, "{ a: 1,\n  b: 2\n}", "{ a: 1, b: 2 }");
  ASSERT_SAME (RUBY, "a\n__END__\nb", "a");
  ASSERT_DIFFERENT (RUBY, "return\na", "return a");
  ASSERT_DIFFERENT (RUBY, "a\n-b", "a -b");
  ASSERT_DIFFERENT (RUBY, "a b", "ab");
  ASSERT_DIFFERENT (RUBY, "a ? b : c", "a? b : c");
}

TEST ("/source/code/ruby-literals")
{
  ASSERT_DIFFERENT (RUBY, "a = \"# b\"", "a = \"# c\"");
  ASSERT_DIFFERENT (RUBY, "a = '# b'", "a = '# c'");
  ASSERT_DIFFERENT (RUBY, "a = %q(# (b) c)", "a = %q(# (b) d)");
  ASSERT_DIFFERENT (RUBY, "a = %w[# b]", "a = %w[# c]");
  ASSERT_DIFFERENT (RUBY, "puts %{# b}", "puts %{# c}");
  ASSERT_DIFFERENT (RUBY, "a =~ /# b/", "a =~ /# c/");
  ASSERT_DIFFERENT (RUBY, "split /# b/", "split /# c/");
  ASSERT_DIFFERENT (RUBY, "a = :\"# b\"", "a = :\"# c\"");
  ASSERT_DIFFERENT (RUBY, "a = ?# + b", "a = ?# + c");
  ASSERT_DIFFERENT (RUBY, "$# + b", "$# + c");
  ASSERT_SAME (RUBY, "a / b # c / d", "a / b");
  ASSERT_SAME (RUBY, "a % b # c", "a % b");
  ASSERT_SAME (RUBY, "a << b # c", "a << b");
  ASSERT_SAME (RUBY, "x = (a) / b # c / d", "x = (a) / b");
  /* Interpolated code. */
  ASSERT_SAME (RUBY, "\"a#{ f( \"}\" ) }\"", "\"a#{f(\"}\")}\"");
  ASSERT_DIFFERENT (RUBY, "\"a#{b} c\"", "\"a#{b}  c\"");
  ASSERT_DIFFERENT (RUBY, "'#{ b }'", "'#{b}'");
  /* Heredocs; "~" removes their indentation. */
  ASSERT_SAME (RUBY, "f(<<~A, b) # c\n  x # y\n    z\nA\nd",
               "f(<<~A, b)\n    x # y\n      z\n    A\nd");
  ASSERT_DIFFERENT (RUBY, "f(<<~A)\n  x # y\nA\n", "f(<<~A)\n  x # z\nA\n");
  ASSERT_DIFFERENT (RUBY, "f(<<-A)\n  x\n  A\n", "f(<<-A)\n    x\n  A\n");
  ASSERT_DIFFERENT (RUBY, "f(<<A, <<B)\n#a\nA\n#b\nB\n", "f(<<A, <<B)\n#a\nA\n#c\nB\n");
  ASSERT_SAME (RUBY, "f(<<~'A b')\n  x\nA b\ng # h", "f(<<~'A b')\n  x\nA b\ng");
}
