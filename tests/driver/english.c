/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds English in the texts of a program that runs in another language. */
#include "config.h"

#include "english.h"
#include "tests.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

/* Units, names, keys, and what the locale writes in dates.  A single letter is a unit or a key. */
static const char *const same_everywhere[] = {
  "cyanotype", "ada", "ms",   "µs",  "ns",        "mib",    "gib", "ctrl", "shift",
  "alt",       "sun", "home", "end", "backspace", "escape", "sep", NULL,
};

/* Texts of GTK and libadwaita, which are translated only if their language packs are installed. */
static const char *const by_toolkit[] = {
  "(None)",
  "About",
  "Acknowledgements",
  "Apply",
  "Back",
  "Clear Entry",
  "Clear entry",
  "Close the infobar",
  "Close the window",
  "Close",
  "Copy Text",
  "Credits",
  "Debugging Information",
  "Details",
  "Dismiss",
  "Legal",
  "Maximize the window",
  "Maximize",
  "Menu",
  "Minimize the window",
  "Minimize",
  "No Results Found",
  "PageDown",
  "PageUp",
  "Report an Issue",
  "Save As…",
  "Save as…",
  "Search Results",
  "Search Shortcuts",
  "Search preferences",
  "Search",
  "Search…",
  "Shortcuts",
  "Show All",
  "Support Questions",
  "Troubleshooting",
  "Try a different search",
  "Try a different search.",
  "Website",
  "What’s New",
  NULL,
};

/* Beginnings of their longer texts. */
static const char *const begun_by_toolkit[] = {
  "This application comes with absolutely no warranty.",
  "To assist in troubleshooting, ",
  NULL,
};

struct _English
{
  GHashTable *words;    /* in lower case; NULL: any word outside of ⟦⟧ is English */
  GHashTable *messages; /* whole messages, without mnemonics */
  GPtrArray *names;
};

/* The text without mnemonics, names and everything in ⟦⟧.  Caller frees. */
static char *
stripped (const English *self, const char *text)
{
  GString *rest = g_string_new (text);
  const char *end;

  for (guint i = 0; i < self->names->len; i++)
    g_string_replace (rest, g_ptr_array_index (self->names, i), " ", 0);
  g_string_replace (rest, "_", "", 0);
  /* The first closing bracket ends an innermost pair. */
  while ((end = strstr (rest->str, "⟧")) != NULL)
    {
      const char *start = g_strrstr_len (rest->str, end - rest->str, "⟦");

      g_assert_nonnull (start);
      g_string_erase (rest, start - rest->str, end + strlen ("⟧") - start);
    }
  return g_string_free (rest, FALSE);
}

/* Free with g_strfreev(). */
static char **
words_of (const char *text)
{
  g_autofree char *lower = g_utf8_strdown (text, -1);

  return g_regex_split_simple ("[^\\pL]+", lower, 0, 0);
}

/* ---- a catalog ---- */

static void
end_message (GString *message, GPtrArray *messages)
{
  g_string_replace (message, "_", "", 0);
  if (messages != NULL && message->len > 0)
    g_ptr_array_add (messages, g_strdup (message->str));
  g_string_truncate (message, 0);
}

/* Appends the messages of a translation file.  A plural is a separate message. */
static void
read_catalog (const char *path, GPtrArray *english, GPtrArray *translated)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GString) message = g_string_new (NULL);
  GPtrArray *messages = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *quote = strchr (lines[i], '"');
      g_autofree char *part = NULL;

      if (quote == NULL || *lines[i] == '#')
        continue;
      /* A message may continue on the next lines. */
      if (*lines[i] != '"')
        {
          end_message (message, messages);
          messages = g_str_has_prefix (lines[i], "msgid")    ? english
                     : g_str_has_prefix (lines[i], "msgstr") ? translated
                                                             : NULL;
        }
      part = g_strndup (quote + 1, strlen (quote) - 2);
      g_string_append (message, part);
    }
  end_message (message, messages);
  /* The header of the catalog, which is stored as the translation of the empty message. */
  g_ptr_array_remove_index (translated, 0);
}

static void
learn (English *self, const char *path)
{
  g_autoptr (GPtrArray) english = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) translated = g_ptr_array_new_with_free_func (g_free);

  read_catalog (path, english, translated);
  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < english->len; i++)
    {
      g_autofree char **words = words_of (g_ptr_array_index (english, i));

      g_hash_table_add (self->messages, g_strdup (g_ptr_array_index (english, i)));
      for (guint w = 0; words[w] != NULL; w++)
        g_hash_table_add (self->words, words[w]);
    }
  for (guint i = 0; i < translated->len; i++)
    {
      g_auto (GStrv) words = words_of (g_ptr_array_index (translated, i));

      g_hash_table_remove (self->messages, g_ptr_array_index (translated, i));
      for (guint w = 0; words[w] != NULL; w++)
        g_hash_table_remove (self->words, words[w]);
    }
  g_assert_true (g_hash_table_contains (self->words, "slower"));
}

/* ---- the rules ---- */

English *
english_new (const char *language)
{
  English *self = g_new0 (English, 1);
  const char *catalogs = g_getenv ("CYAN_CATALOGS");

  self->messages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->names = g_ptr_array_new_with_free_func (g_free);
  english_hide (self, "GNU General Public License");
  setlocale (LC_ALL, "");
  test_language_begin (language);
  bindtextdomain (GETTEXT_PACKAGE, catalogs);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_assert_cmpstr (gettext ("slower"), !=, "slower");
  if (!g_str_equal (language, "qps"))
    {
      g_autofree char *name = g_strconcat (language, ".po", NULL);
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "po", name, NULL);

      learn (self, path);
    }
  return self;
}

void
english_free (English *self)
{
  bindtextdomain (GETTEXT_PACKAGE, CYAN_LOCALEDIR);
  textdomain ("messages");
  test_language_end ();
  g_clear_pointer (&self->words, g_hash_table_unref);
  g_hash_table_unref (self->messages);
  g_ptr_array_unref (self->names);
  g_free (self);
}

void
english_hide (English *self, const char *name)
{
  g_ptr_array_add (self->names, g_strdup (name));
}

static gboolean
is_english (const English *self, const char *word)
{
  return g_utf8_strlen (word, -1) > 1 && strstr (word, "qq") == NULL
         && !g_strv_contains (same_everywhere, word)
         && (self->words == NULL || g_hash_table_contains (self->words, word));
}

static gboolean
is_by_toolkit (const char *text)
{
  for (guint i = 0; begun_by_toolkit[i] != NULL; i++)
    if (g_str_has_prefix (text, begun_by_toolkit[i]))
      return TRUE;
  return g_strv_contains (by_toolkit, text);
}

void
english_check (const char *text, const char *where, gpointer data)
{
  const English *self = data;
  g_autofree char *rest = stripped (self, text);
  g_auto (GStrv) words = words_of (rest);

  if (is_by_toolkit (rest))
    return;
  if (g_hash_table_contains (self->messages, rest))
    g_error ("not translated in %s: %s", where, text);
  for (guint i = 0; words[i] != NULL; i++)
    if (is_english (self, words[i]))
      g_error ("“%s” is not translated in %s: %s", words[i], where, text);
}
