/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The built-in rules, which remove the parts of a name that differ between builds or between runs.
 *
 * Each rule has its row in docs/names.md, with a name that it changes and a similar one that it
 * must not change; the tests read them there.
 */
#include "cyan-name-private.h"
#include "cyan-sync.h"

#include <string.h>

typedef struct
{
  const char *needle; /* a name without it is not matched against the pattern */
  const char *pattern;
  const char *replacement;
} Rule;

/* In a needle: any digit. */
#define DIGIT   '\a'
#define DIGIT_S "\a"
#define DIGITS  (G_GUINT64_CONSTANT (0x3ff) << '0')

#define SOURCE                                                                                     \
  "(?:py|pyx|pyi|rb|erb|js|mjs|cjs|jsx|ts|tsx|vue|c|cc|cpp|cxx|h|hh|hpp|hxx|inl|ipp|rs|go|java|kt" \
  "|scala|clj|php|lua|pl|pm|swift|m|mm|cs|fs|ex|exs|erl|hs|ml|jl|f|f90|d|nim|zig|dart|cu|s|S)"
#define BINARY "(?:so(?:\\.\\d+)*|dylib|dll|exe|jar|ko|o|node)"

/* An absolute path of a file.  Captures the file name; for file names without meaning, also the
 * folder. */
#define PATH(byte)                                                                                 \
  "(?:file://)?(?:/|[A-Za-z]:[\\\\/])"                                                             \
  "(?:" byte "+[\\\\/](?!(?:__init__|__main__|index|main|mod|lib)\\.))*+"                          \
  "((?:" byte "+[\\\\/])?" byte "+\\.(?:" SOURCE "|" BINARY ")(?![\\w.]*[\\\\/])\\b)"
#define PATH_IN_BRACKETS "([(\\[])" PATH ("[^()\\[\\],;\\\\/]")
#define PATH_AS_A_WORD   "(?<![\\w./\\\\%@~-])" PATH ("[^\\s/\\\\()\\[\\]{}<>\"',;]")

/* After a clone suffix there may be the mark of a kernel function, a version, or another suffix in
 * words. */
#define BEHIND "(?=$|_\\[\\w\\]$|@| [\\[(])"
#define CLONE(name)                                                                                \
  {                                                                                                \
    "." name ".", "(?<=.)\\." name "\\.\\d+" BEHIND, ""                                            \
  }
#define NUMBERED "(?:isra|constprop|part|lto_priv|llvm|clone|simdclone|__uniq)\\.\\d+"
#define CLONES   "(?:\\.(?:" NUMBERED "|(?:cold|localalias)(?:\\.\\d+)?))+"

static const Rule rules[] = {
  /* How the code of a frame was compiled. */
  { "_[", "_\\[[ij01]\\]$", "" },
  { " (inline", " \\(inlined?\\)$", "" },
  { " [inline", " \\[inlined?\\]$", "" },
  { "<0", "(?<=.)<0(?:[0-9a-f]{15}|[0-9a-f]{7})>$", "" },
  { "JS:", "^(JS:)[*~^+]+", "\\1" },
  { "LazyCompile:", "^(LazyCompile:)[*~^+]+", "\\1" },
  { "Function:", "^(Function:)[*~^+]+", "\\1" },

  /* Clones of GCC and LLVM. */
  CLONE ("isra"),
  CLONE ("constprop"),
  CLONE ("part"),
  CLONE ("lto_priv"),
  CLONE ("llvm"),
  CLONE ("clone"),
  CLONE ("simdclone"),
  CLONE ("__uniq"),
  { ".localalias", "(?<=.)\\.localalias(?:\\.\\d+)?" BEHIND, "" },
  { ".cold", "^((?:[A-Za-z_$][\\w$]*|_Z.*?)(?:\\." NUMBERED ")*)\\.cold(?:\\.\\d+)?" BEHIND,
    "\\1" },
  { " [clone .", " \\[clone " CLONES "\\]", "" },
  { " (.", "(?<=.) \\(" CLONES "\\)$", "" },
  { ".omp_outlined.", "\\.omp_outlined\\.+\\d*$", ".omp_outlined" },
  { "._omp_fn.", "\\._omp_fn\\.\\d+$", "._omp_fn" },

  /* Rust. */
  { "::h", "(?<=.)::h[0-9a-f]{16}$", "" },
  { "]::", "(?<=\\w)\\[[0-9a-f]{8,16}\\](?=::)", "" },
  { "{{closure}}", "\\{\\{closure\\}\\}", "{closure}" },

  /* Go: how a function is called, and the shape of a generic one, of which pprof says nothing. */
  { ".abi0", "(?<=\\w)(\\.[\\w.()*]+)\\.abi0$", "\\1" },
  { "[go.shape.", "\\[go\\.shape\\..*\\]", "[...]" },

  /* Counters of lambdas and closures. */
  { "#" DIGIT_S, "(?<=[\\w)])#\\d+(?=\\})", "" },
  { "<lambda_", "<lambda_[0-9a-f]+>", "<lambda>" },
  { "'lambda" DIGIT_S, "'lambda\\d+'", "'lambda'" },
  { "'unnamed" DIGIT_S, "'unnamed\\d+'", "'unnamed'" },
  { "$_" DIGIT_S, "(?<![\\w$])\\$_\\d+(?![\\w$])", "$_" },
  { "closure #" DIGIT_S, "\\bclosure #\\d+(?= in )", "closure" },
  { "_block_invoke", "(_block_invoke)[_.]\\d+$", "\\1" },
  { "anonfun$", "\\b(anonfun(?:\\$[A-Za-z_]\\w*){0,8}+)\\$\\d+(?!\\w)", "\\1" },
  { "lambda$", "\\b(lambda(?:\\$[A-Za-z_]\\w*){0,8}+)\\$\\d+(?!\\w)", "\\1" },
  { "$lambda-" DIGIT_S, "(\\$lambda)-\\d+(?!\\w)", "\\1" },
  { ".invoke", "(\\$[A-Za-z_]\\w*)(?:\\$\\d+)+(?=\\.invoke(?:Suspend)?$)", "\\1" },
  { ">c__DisplayClass", "(>c__DisplayClass)\\d+(?:_\\d+)?(?!\\w)", "\\1" },
  { ">b__" DIGIT_S, "(>b__)\\d+(?:_\\d+)?(?!\\w)", "\\1" },
  { ">d__" DIGIT_S, "(>d__)\\d+(?!\\w)", "\\1" },
  { ">g__", "(>g__\\w+)\\|\\d+(?:_\\d+)?(?!\\w)", "\\1" },

  /* Numbers that a Java virtual machine gives to generated classes. */
  { "$Lambda$" DIGIT_S, "(?<=\\w)(\\$Lambda)\\$\\d+[/.+]0x[0-9a-f]{4,}(?!\\w)", "\\1" },
  { "$$Lambda", "(\\$\\$Lambda)(?=[$/.+])(?:\\$\\d+)?(?:[/.+](?:0x[0-9a-f]+|\\d+))?(?!\\w)",
    "\\1" },
  { "LambdaForm$", "(LambdaForm\\$\\w+)/(?:0x[0-9a-f]+|\\d+)(?!\\w)", "\\1" },
  { "/0x", "(?<=[\\w$])/0x[0-9a-f]{4,}(?=$|[.:;(])", "" },
  { "0x", "(?<=[\\w$])[.+]0x[0-9a-f]{8,16}(?=\\.)", "" },
  { ".$Proxy", "\\bjdk\\.proxy\\d+(?=\\.\\$Proxy\\d)", "jdk.proxy" },
  { "/$Proxy", "\\bjdk/proxy\\d+(?=/\\$Proxy\\d)", "jdk/proxy" },
  { "$Proxy" DIGIT_S, "(?<![\\w$])(\\$Proxy)\\d+(?!\\w)", "\\1" },
  { "CGLIB$$", "(CGLIB)\\$\\$[0-9a-f]+(?!\\w)", "\\1" },
  { "Accessor" DIGIT_S,
    "\\b(Generated(?:Method|Constructor|SerializationConstructor)Accessor)\\d+(?!\\w)", "\\1" },

  /* Different spellings of the same name. */
  { "/",
    "\\G([A-Za-z_][\\w$]*)/(?=(?:[A-Za-z_][\\w$]*/)*(?:[A-Z$][\\w$]*|\\w+\\$[\\w$]*)"
    "\\.(?!" SOURCE "$)[\\w$<>-]+(?:\\(.*)?$)",
    "\\1." },
  { "`anonymous", "`anonymous[ -]namespace'", "(anonymous namespace)" },
  { "{anonymous}::", "\\{anonymous\\}(?=::)", "(anonymous namespace)" },
  { "<unnamed>::", "<unnamed>(?=::)", "(anonymous namespace)" },
  { "_GLOBAL__N_", "\\b_GLOBAL__N_\\w*(?=::)", "(anonymous namespace)" },

  /* Addresses. */
  { "0x", "^(?:\\[unknown\\] ?)?[\\[(]?0x[0-9a-fA-F]{4,16}[\\])]?$", "[unknown]" },
  { " at 0x", " at 0x[0-9a-fA-F]{4,}(?=[>}])", "" },
  { "+0x", "(?<=[\\w\\])>])\\+0x[0-9a-f]+(?=\\]?$)", "" },

  /* Numbers of processes, threads and processors. */
  { " " DIGIT_S,
    "^([Pp]rocess|PROCESS|[Tt]hread|THREAD|[Pp]id|PID|[Tt]id|TID) (?:0x[0-9A-Fa-f]+|\\d+)"
    "(?=$|[ :,])",
    "\\1" },
  { "id=" DIGIT_S, "(?<=\\w)[ ,][pt]id=\\d+(?=[\\] ,]|$)", "" },
  { "hread-" DIGIT_S, "^(\\w*[Tt]hread)-\\d+$", "\\1" },
  { "-thread-" DIGIT_S, "^(.*\\bpool)-\\d+-thread-\\d+$", "\\1-thread" },
  { "/" DIGIT_S, "^([^/\\s;.()]+)-(?:\\d+|\\?)/\\d+$", "\\1" },
  { "/" DIGIT_S, "^(swapper|ksoftirqd|migration|cpuhp|watchdog|rcuop|rcuog|rcuos)/\\d+$", "\\1" },
  { "kworker/", "^kworker/u?\\d+:\\w+(?:[-+].*)?$", "kworker" },
  { "perf-" DIGIT_S, "\\bperf-\\d+\\.map\\b", "perf.map" },

  /* Build folders, and lines. */
  { "/", PATH_IN_BRACKETS, "\\1\\2" },
  { ":\\", PATH_IN_BRACKETS, "\\1\\2" },
  { "/", PATH_AS_A_WORD, "\\1" },
  { ":\\", PATH_AS_A_WORD, "\\1" },
  { "/", "^(\\[?)/(?:[^/\\s]+/)*(?:s?bin|lib(?:64|32|exec)?)/(?:[^/\\s]+/)*([^/\\s\\]]+\\]?)$",
    "\\1\\2" },
  { ":" DIGIT_S, "(\\." SOURCE "):\\d+(?:[:-]\\d+)?(?=$|[)\\]}> (])", "\\1" },
  { ":" DIGIT_S, "(\\.(?:py|pyx|rb):[^\\s:()/]+):\\d+$", "\\1" },
  { ":" DIGIT_S, "(\\{closure:[^{}]*\\)):\\d+(?=\\})", "\\1" },
};

typedef struct
{
  guint64 bytes[2]; /* the ASCII characters of the needle, as a bit set */
  GRegex *regex;
} Compiled;

static void
add_bytes (guint64 bytes[2], const char *text)
{
  for (const guchar *p = (const guchar *) text; *p != '\0'; p++)
    if (*p < 0x80)
      bytes[*p >> 6] |= G_GUINT64_CONSTANT (1) << (*p & 63);
  if ((bytes[0] & DIGITS) != 0)
    bytes[0] |= G_GUINT64_CONSTANT (1) << DIGIT;
}

/* Whether @name contains @needle; only its last character may be DIGIT. */
static gboolean
has_needle (const char *name, const char *needle)
{
  gsize n = strlen (needle) - 1;

  if (needle[n] != DIGIT)
    return strstr (name, needle) != NULL;
  if (strlen (name) <= n)
    return FALSE;
  for (const char *p = name + n; *p != '\0'; p++)
    if (g_ascii_isdigit (*p) && memcmp (p - n, needle, n) == 0)
      return TRUE;
  return FALSE;
}

/* Compiled once for the whole program, when the first name is normalised. */
static Compiled compiled[G_N_ELEMENTS (rules)];

static void
compile_rules (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      add_bytes (compiled[i].bytes, rules[i].needle);
      /* All patterns are ASCII, so matching bytes is enough and leaves UTF-8 intact. */
      compiled[i].regex = g_regex_new (
          rules[i].pattern, G_REGEX_OPTIMIZE | G_REGEX_RAW | G_REGEX_DOLLAR_ENDONLY, 0, NULL);
      g_assert (compiled[i].regex != NULL);
    }
}

/* Regular expressions of users and paths of web requests look like targets of other rules. */
static gboolean
is_left_alone (const char *name)
{
  static const char *const prefixes[] = {
    "RegExp: ", "GET ", "HEAD ", "POST ", "PUT ", "PATCH ", "DELETE ", "OPTIONS ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* The dot before the first of the parts "func1", "2", "gowrap1", "func3-range1" that end @name;
 * NULL if it has none. */
static const char *
find_go_closure (const char *name)
{
  const char *end = name + strlen (name);
  const char *first = NULL;

  while (end > name)
    {
      const char *dot = end - 1, *p;
      gsize n_word;

      while (dot > name && *dot != '.' && *dot != '/')
        dot--;
      if (*dot != '.')
        break;
      n_word = cyan_name_go_word (dot + 1);
      p = dot + 1 + n_word;
      if (!g_ascii_isdigit (*p))
        break;
      while (g_ascii_isdigit (*p))
        p++;
      if (g_str_has_prefix (p, "-range"))
        p += 6 + strspn (p + 6, "0123456789");
      if (p != end)
        break;
      if (n_word > 0)
        first = dot;
      end = dot;
    }
  return first;
}

/* Turns "net/http.(*conn).serve.func1.2" into "net/http.(*conn).serve.func.func".  In other
 * languages func1 is an ordinary name, so the name must look like Go: with an import path, a
 * pointer receiver, a closure in a closure, or a package that only Go has. */
static char *
drop_go_counters (const char *name)
{
  const char *closure = find_go_closure (name);
  const char *slash, *dot;
  GString *text;

  if (closure == NULL)
    return NULL;
  slash = g_strrstr_len (name, closure - name, "/");
  dot = memchr (slash != NULL ? slash : name, '.', (gsize) (closure - (slash ? slash : name)));
  if (dot == NULL)
    return NULL;
  if (slash == NULL && g_strstr_len (name, closure - name, "(*") == NULL
      && !g_str_has_prefix (name, "main.") && !g_str_has_prefix (name, "runtime.")
      && strchr (closure + 1, '.') == NULL)
    return NULL;

  text = g_string_new_len (name, closure - name);
  for (const char *p = closure; *p == '.';)
    {
      gsize n_word = cyan_name_go_word (p + 1);

      g_string_append_len (text, n_word > 0 ? p : ".func", n_word > 0 ? (gssize) n_word + 1 : 5);
      p += 1 + n_word;
      p += strspn (p, "0123456789");
      if (*p == '-')
        {
          g_string_append (text, "-range");
          p += 6 + strspn (p + 6, "0123456789");
        }
    }
  return g_string_free (text, FALSE);
}

/* Replaces *@text by @replacement if it is not NULL and differs. */
static gboolean
take (char **text, char *replacement)
{
  if (replacement == NULL || strcmp (replacement, *text) == 0)
    {
      g_free (replacement);
      return FALSE;
    }
  g_free (*text);
  *text = replacement;
  return TRUE;
}

char *
cyan_name_apply_rules (const char *name)
{
  static CyanOnce once = CYAN_ONCE_INIT;
  g_autofree char *text = NULL;
  guint64 bytes[2] = { 0, 0 };
  gboolean changed = FALSE;

  if (is_left_alone (name))
    return NULL;
  cyan_once (&once, compile_rules);
  add_bytes (bytes, name);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      const char *at = text != NULL ? text : name;

      if ((compiled[i].bytes[0] & ~bytes[0]) != 0 || (compiled[i].bytes[1] & ~bytes[1]) != 0
          || !has_needle (at, rules[i].needle))
        continue;
      if (text == NULL)
        text = g_strdup (name);
      if (take (&text,
                g_regex_replace (compiled[i].regex, text, -1, 0, rules[i].replacement, 0, NULL)))
        changed = TRUE;
    }
  if (text == NULL)
    text = g_strdup (name);
  if (take (&text, drop_go_counters (text)))
    changed = TRUE;
  if (text[0] == '_' && take (&text, cyan_name_demangle (text)))
    changed = TRUE;
  return changed ? g_steal_pointer (&text) : NULL;
}
