/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text of `perf script`: samples, each a header line and, if stacks were recorded, one line per
 * frame and a blank line.
 *
 * Fields that -F and the --show options of perf add are recognised or skipped.  Damage is an error,
 * but an unreadable last line without a line break is left out with a warning.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-perf.h"

#include <string.h>

/* Digits of an address in a frame that is not aligned as perf does. */
#define MIN_ADDRESS 5

/* Lines that are looked at. */
#define SNIFF_LINES 2000

/* Whether @line is a frame as perf aligns it: a tab and 16 columns. */
static gboolean
is_aligned_frame (const char *line, gsize length)
{
  CyanPerfFrame frame;
  gsize at = 1;

  if (length < 17 || line[0] != '\t' || !cyan_perf_parse_frame (line, length, &frame))
    return FALSE;
  while (at < length && line[at] == ' ')
    at++;
  return at <= 16 && g_ascii_isxdigit (line[16]) && (length == 17 || line[17] == ' ');
}

/* Whether @line is certainly a frame, although its columns are not those of perf, as in a text that
 * was pasted or reformatted. */
static gboolean
is_spaced_frame_of_file (const char *line, gsize length)
{
  const char *symbol = cyan_perf_skip_space (line, line + length);
  CyanPerfFrame frame;

  return cyan_perf_token_end (symbol, line + length) - symbol >= MIN_ADDRESS
         && cyan_perf_parse_frame (line, length, &frame) && cyan_line_length (frame.symbol) > 0
         && cyan_line_length (frame.module) > 0
         && (frame.module.at[0] == '/' || frame.module.at[0] == '[');
}

static gboolean
names_event (const CyanPerfHead *head)
{
  return cyan_line_length (head->event) > 0 && g_ascii_isalpha (head->event.at[0]);
}

/* Whether a header has a thread, an event, and a time or else a frame with its file. */
static gboolean
is_nearly_certain (const CyanPerfHead *head)
{
  CyanPerfFrame frame;

  return head->has_thread && names_event (head)
         && (head->has_time
             || (cyan_perf_parse_inline_frame (head->rest, &frame)
                 && cyan_line_length (frame.module) > 0));
}

/* Stacks below headers are certain, headers with a time and a thread nearly so.  Doubtful headers
 * count only before a frame as perf aligns it. */
static int
perf_script_sniff (const char *head, gsize length)
{
  const char *at = head;
  const char *end = head + length;
  gboolean may_begin = TRUE;  /* a stack may begin on this line */
  gboolean is_headed = FALSE; /* the line above is a header without a time */
  int score = 0;

  for (guint n = 0; at < end && n < SNIFF_LINES; n++)
    {
      const char *stop = memchr (at, '\n', (gsize) (end - at));
      gsize size = (gsize) ((stop != NULL ? stop : end) - at);
      const char *line = at;
      CyanPerfHead parsed;
      CyanPerfHeadKind kind;

      at = stop != NULL ? stop + 1 : end;
      if (size > 0 && line[size - 1] == '\r')
        size--;
      if (size == 0)
        continue;
      if (line[0] == '#')
        {
          if (cyan_bytes_have (line, size, "# captured on    :"))
            score = MAX (score, 70);
          continue;
        }
      if (may_begin && is_aligned_frame (line, size))
        return score >= 80 ? 95 : 75;
      if (is_headed && is_spaced_frame_of_file (line, size))
        return 80;
      if (score >= 80 || memchr (line, '\0', size) != NULL)
        break;
      kind = cyan_perf_parse_head (line, size, &parsed);
      if (kind == CYAN_PERF_HEAD_RECORD)
        continue;
      if (kind == CYAN_PERF_HEAD_NONE || line[0] == '\t' || !may_begin)
        break;
      /* A doubtful header may come only once, because only the next line can confirm it. */
      may_begin = kind == CYAN_PERF_HEAD_SAMPLE || score == 0;
      is_headed = kind == CYAN_PERF_HEAD_SAMPLE && parsed.has_thread && names_event (&parsed);
      if (is_nearly_certain (&parsed))
        score = 80;
      else if (!is_headed && !(at < end && (*at == '\t' || *at == '\n')))
        break;
    }
  return score;
}

/* Bytes of a line quoted in a message. */
#define QUOTE 60

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanPerfTree *tree;

  gboolean is_open;    /* a sample is being read */
  gboolean has_inline; /* its only frame so far comes from its header */
  gboolean is_weak;    /* its header is doubtful until the next line confirms it */
  gboolean has_tabs;   /* its frames begin with a tab */
  guint64 head_line;
  guint64 bad_line; /* with an error; 0: the last one that was read */

  gboolean sure;  /* a header was seen that is certainly one */
  gboolean named; /* one of these names an event */

  guint64 n_odd, first_odd; /* lines that belong to no sample */
} Reader;

static gboolean
fail_quoting (GError **error, const char *what, const char *text, gsize length)
{
  g_autofree char *quote = g_utf8_make_valid (text, (gssize) MIN (length, QUOTE));

  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("expected %s, found \"%s%s\""), what, quote,
                    length > QUOTE ? "..." : "");
}

static gboolean
end_sample (Reader *self, GError **error)
{
  gboolean is_open = self->is_open;

  self->is_open = FALSE;
  return !is_open || cyan_perf_tree_end (self->tree, error);
}

static gboolean
begin_sample (Reader *self, const CyanPerfHead *head, GError **error)
{
  if (!end_sample (self, error) || !cyan_perf_tree_begin (self->tree, head, error))
    return FALSE;
  self->is_open = TRUE;
  self->is_weak = FALSE;
  self->has_tabs = FALSE;
  self->has_inline = FALSE;
  self->head_line = cyan_input_line_number (self->input);
  return TRUE;
}

/* Reads "# event : name = cpu-clock, , id = { 7 }, ...". */
static void
read_event_comment (Reader *self, const char *line, gsize length)
{
  static const char label[] = "# event : name = ";
  const char *end = cyan_bytes_begin (line, length, label) ? memmem (line, length, ", ", 2) : NULL;

  if (end != NULL && self->tree->expected->len < CYAN_PERF_MAX_EVENTS)
    {
      line += strlen (label);
      g_ptr_array_add (self->tree->expected, g_strndup (line, (gsize) (end - line)));
    }
}

/* Reads "# hostname : build-7", which `perf script --header` writes at the top. */
static void
read_comment (Reader *self, const char *line, gsize length)
{
  static const struct
  {
    const char *label, *key, *prefix;
  } known[] = {
    { "captured on", "recorded", "" },
    { "hostname", "host", "" },
    { "cmdline", "command", "" },
    { "perf version", "producer", "perf " },
  };
  const char *end = line + length;
  const char *colon = memchr (line, ':', length);
  const char *label = line + 1;

  if (colon == NULL)
    return;
  read_event_comment (self, line, length);
  while (label < colon && *label == ' ')
    label++;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      const char *rest = label + strlen (known[i].label);

      if (!cyan_bytes_begin (label, (gsize) (colon - label), known[i].label)
          || strspn (rest, " ") != (gsize) (colon - rest))
        continue;
      {
        g_autofree char *text = g_utf8_make_valid (colon + 1, (gssize) (end - colon - 1));
        g_autofree char *value = g_strconcat (known[i].prefix, g_strstrip (text), NULL);

        if (*text != '\0')
          cyan_profile_builder_set_meta (self->builder, known[i].key, value);
      }
    }
}

/* Reads a record that is not a sample, which may report lost samples. */
static void
read_record (Reader *self, CyanLine record)
{
  const char *lost = memmem (record.at, cyan_line_length (record), " lost ", strlen (" lost "));
  const char *end = record.end;
  guint64 n = 0;

  if (lost == NULL || strncmp (record.at, "PERF_RECORD_LOST", strlen ("PERF_RECORD_LOST")) != 0)
    return;
  for (lost += strlen (" lost "); lost < end && g_ascii_isdigit (*lost) && n < G_MAXUINT32; lost++)
    n = n * 10 + (guint64) (*lost - '0');
  self->tree->n_lost += n;
}

static gboolean
read_frame (Reader *self, const CyanPerfFrame *frame, gboolean has_tab, GError **error)
{
  if (!self->is_open)
    {
      /* With -F ip,sym there are no headers, only stacks. */
      const CyanPerfHead nobody = { .cpu = -1, .process = -1, .thread = -1 };

      if (self->sure)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("a frame without a sample above it"));
      if (!begin_sample (self, &nobody, error))
        return FALSE;
    }
  if (self->has_inline)
    g_array_set_size (self->tree->frames, 0);
  self->has_inline = self->is_weak = FALSE;
  self->has_tabs |= has_tab;
  return cyan_perf_tree_frame (self->tree, frame, error);
}

/* Whether @head is one of every branch that the processor took, from where to where, as Intel PT
 * and BTS record them. */
static gboolean
is_branch (const CyanPerfHead *head)
{
  return cyan_line_length (head->rest) > 0 && cyan_line_begins (head->event, "branches")
         && memmem (head->rest.at, cyan_line_length (head->rest), " => ", strlen (" => ")) != NULL;
}

static gboolean
read_head (Reader *self, CyanPerfHeadKind kind, const CyanPerfHead *head, GError **error)
{
  CyanPerfFrame frame;

  if (kind == CYAN_PERF_HEAD_RECORD)
    {
      read_record (self, head->event);
      return end_sample (self, error);
    }
  if (kind == CYAN_PERF_HEAD_PERIOD)
    return fail_quoting (error, _ ("a period"), head->event.at, cyan_line_length (head->event));
  if (is_branch (head))
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("a trace of branches, not samples of stacks; open what `perf script "
                         "--itrace=i100usg` prints"));
  if (!begin_sample (self, head, error))
    return FALSE;
  self->is_weak = kind == CYAN_PERF_HEAD_WEAK;
  self->sure |= kind == CYAN_PERF_HEAD_SAMPLE;
  self->named |= cyan_line_length (head->event) > 0;
  self->has_inline = cyan_perf_parse_inline_frame (head->rest, &frame);
  return !self->has_inline || cyan_perf_tree_frame (self->tree, &frame, error);
}

static gboolean
fail_head (Reader *self, GError **error)
{
  self->bad_line = self->head_line;
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("expected a sample with its stack"));
}

/* Reads a line that begins with white space and is not a header. */
static gboolean
read_indented (Reader *self, const char *line, gsize length, GError **error)
{
  CyanPerfFrame frame;
  CyanPerfSource source;

  /* A frame whose tab was replaced by spaces. */
  if (self->is_open && !self->has_tabs && cyan_perf_parse_frame (line, length, &frame))
    return read_frame (self, &frame, FALSE, error);
  if (self->is_open && cyan_perf_parse_source (line, length, &source))
    cyan_perf_tree_source (self->tree, &source);
  else if (self->n_odd++ == 0)
    self->first_odd = cyan_input_line_number (self->input);
  return TRUE;
}

/* A blank line ends a stack; one between a header and its stack does not count. */
static gboolean
read_blank (Reader *self, GError **error)
{
  if (self->is_open && !self->is_weak && self->tree->frames->len == 0)
    return TRUE;
  return end_sample (self, error);
}

/* Whether @line, which does not begin with a tab, is a frame: without time stamps, headers have no
 * module. */
static gboolean
is_spaced_frame (const Reader *self,
                 const CyanPerfHead *head,
                 const char *line,
                 gsize length,
                 CyanPerfFrame *frame)
{
  return self->is_open && !self->has_tabs && !self->has_inline && !head->has_time
         && cyan_perf_parse_frame (line, length, frame) && cyan_line_length (frame->module) > 0;
}

static gboolean
read_line (Reader *self, const char *line, gsize length, GError **error)
{
  CyanPerfHeadKind kind = CYAN_PERF_HEAD_NONE;
  CyanPerfHead head;
  CyanPerfFrame frame;

  if (strspn (line, " \t") == length)
    return read_blank (self, error);
  if (line[0] == '#')
    {
      read_comment (self, line, length);
      return TRUE;
    }
  if (line[0] != '\t')
    kind = cyan_perf_parse_head (line, length, &head);
  else if (cyan_perf_parse_frame (line, length, &frame))
    return read_frame (self, &frame, TRUE, error);
  if (line[0] != '\t' && is_spaced_frame (self, &head, line, length, &frame))
    return read_frame (self, &frame, FALSE, error);

  if (kind == CYAN_PERF_HEAD_SAMPLE && self->named && cyan_line_length (head.event) == 0)
    return fail_quoting (error, _ ("an event and a colon"), line, length);
  if (kind != CYAN_PERF_HEAD_NONE && kind != CYAN_PERF_HEAD_WEAK)
    return read_head (self, kind, &head, error);
  if (line[0] == ' ' || line[0] == '\t')
    return read_indented (self, line, length, error);
  if (self->is_open && self->is_weak)
    return fail_head (self, error);
  if (kind == CYAN_PERF_HEAD_NONE || self->sure)
    return fail_quoting (error, _ ("a sample, a frame or a blank line"), line, length);
  return read_head (self, kind, &head, error);
}

/* Reads the last line if it has no line break.  It is used if it is complete, but it cannot begin a
 * sample. */
static gboolean
read_cut_line (Reader *self, const char *line, gsize length, GError **error)
{
  guint64 number = cyan_input_line_number (self->input);
  GError *reason = NULL;
  gboolean is_damaged = !read_line (self, line, length, &reason);
  gboolean is_begun =
      self->is_open && (self->is_weak || (self->head_line == number && !self->has_inline));

  if (is_damaged && !g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_INVALID))
    return cyan_error_pass (&reason, error);
  g_clear_error (&reason);
  if (is_begun)
    self->is_open = FALSE;
  cyan_profile_builder_warn (
      self->builder,
      is_damaged || is_begun
          ? _ ("line %" PRIu64 " ends without a line break: the file may have been cut, and its "
               "last sample was left out")
          : _ ("line %" PRIu64 " ends without a line break: the file may have been cut"),
      number);
  return end_sample (self, error);
}

static gboolean
finish (Reader *self, GError **error)
{
  gboolean in_stack = self->is_open && !self->has_inline && self->tree->frames->len > 0;

  if (self->is_open && self->is_weak)
    return fail_head (self, error);
  if (!end_sample (self, error))
    return FALSE;
  if (in_stack)
    cyan_profile_builder_warn (
        self->builder,
        _ ("the last stack is not followed by a blank line: the file may have been cut"));
  return TRUE;
}

static gboolean
read_lines (Reader *self, GError **error)
{
  g_autoptr (GError) reason = NULL;
  gboolean ok = TRUE, cut = FALSE;
  char *line;
  gsize length;
  int got = 1;

  while (ok && !cut && (got = cyan_input_line (self->input, &line, &length, error)) > 0)
    {
      cut = cyan_input_cut_line (self->input) && line[0] != '#';
      ok = cut ? read_cut_line (self, line, length, &reason)
               : read_line (self, line, length, &reason);
    }
  if (got < 0)
    return FALSE;
  if (ok && !cut)
    ok = finish (self, &reason);
  return ok
         || cyan_fail_at (error, reason, _ ("%s: line %" PRIu64), cyan_input_name (self->input),
                          self->bad_line > 0 ? self->bad_line
                                             : cyan_input_line_number (self->input));
}

gboolean
cyan_perf_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (CyanPerfTree) tree = cyan_perf_tree_new (builder);
  Reader self = { .input = input, .builder = builder, .tree = tree };

  if (!read_lines (&self, error))
    return FALSE;
  cyan_perf_tree_finish (tree);
  cyan_profile_builder_warn_n (
      builder, self.n_odd,
      "%'" PRIu64 " line belongs to no stack and was left out, it is line %" PRIu64,
      "%'" PRIu64 " lines belong to no stack and were left out, line %" PRIu64 " the first",
      self.n_odd, self.first_odd);
  return TRUE;
}

const CyanFormat cyan_format_perf_script = {
  .name = "perf-script",
  .label = "text of perf script",
  .tells_cut = TRUE,
  .sniff = perf_script_sniff,
  .read = cyan_perf_read,
};
