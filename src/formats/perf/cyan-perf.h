/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the text of `perf script`, from a file or directly from perf. */
#pragma once

#include "cyan-input.h"
#include "cyan-line.h"
#include "cyan-profile-builder.h"
#include "cyan-scratch.h"

/* Reads all of @input. */
gboolean cyan_perf_read (CyanInput *input, CyanProfileBuilder *builder, GError **error);

/*
 * Parses the lines of `perf script`: headers of samples, frames, source locations.
 *
 * The fields of a line depend on perf's -F and on what was recorded, and the file does not name
 * them.  Each function here parses a single line.
 */

typedef enum
{
  CYAN_PERF_HEAD_NONE,   /* not a header */
  CYAN_PERF_HEAD_WEAK,   /* a header if only the name of the command was printed */
  CYAN_PERF_HEAD_SAMPLE, /* certainly a header */
  CYAN_PERF_HEAD_RECORD, /* a record other than a sample, such as PERF_RECORD_MMAP; its text is
                            in event */
  CYAN_PERF_HEAD_PERIOD, /* the period is not a number; its text is in event */
} CyanPerfHeadKind;

/* The header of a sample.  A missing part has length 0. */
typedef struct
{
  CyanLine command;
  gboolean has_time;
  gint64 time; /* ns */
  gint32 cpu;  /* -1: not printed */
  gboolean has_thread;
  gint64 process; /* -1: not printed, or unknown to perf */
  gint64 thread;
  gboolean has_period;
  guint64 period;
  CyanLine event; /* without the colon after it */
  CyanLine rest;  /* after the event: a frame, or the fields of a tracepoint */
} CyanPerfHead;

/* A frame of a stack. */
typedef struct
{
  guint64 address;
  CyanLine symbol; /* without the offset; length 0: only the address is known */
  CyanLine module; /* the full path; length 0: unknown */
  gboolean inlined;
} CyanPerfFrame;

/* Parses the header in [@line, @line + @length), which contains no line break.  @head refers to
 * @line. */
CyanPerfHeadKind cyan_perf_parse_head (const char *line, gsize length, CyanPerfHead *head);

/* Parses a frame, with or without white space before its address.  @frame refers to @line. */
gboolean cyan_perf_parse_frame (const char *line, gsize length, CyanPerfFrame *frame);

/* Parses the frame after a header, where perf prints it if the event was recorded without
 * stacks. */
gboolean cyan_perf_parse_inline_frame (CyanLine rest, CyanPerfFrame *frame);

/* What +srcline prints below a frame. */
typedef struct
{
  CyanLine file; /* of length 0 if perf does not know the source */
  guint32 line;  /* 0: unknown */
  gboolean inlined;
} CyanPerfSource;

/* Parses such a line.  Returns FALSE for any other line. */
gboolean cyan_perf_parse_source (const char *line, gsize length, CyanPerfSource *source);

/* The name of the innermost method in @symbol, which perf-map-agent's option unfoldall writes as
 * "Lcaller;::a->Linlined;::b->Linlined;::c".  @symbol itself if it is not of this form; C++ names
 * such as "operator->" are not. */
CyanLine cyan_perf_innermost_method (CyanLine symbol);

/* The file name in the path of a module.  A process number in it, as in the perf-12.map of a JIT
 * compiler, is removed with the help of @buffer. */
CyanLine cyan_perf_module_name (CyanLine path, char *buffer, gsize size);

/* perf pads an address to this many columns. */
#define CYAN_PERF_ADDRESS_WIDTH 16

static inline gboolean
cyan_perf_is_space (char c)
{
  return c == ' ' || c == '\t';
}

static inline const char *
cyan_perf_skip_space (const char *at, const char *end)
{
  while (at < end && cyan_perf_is_space (*at))
    at++;
  return at;
}

/* The end of [@begin, @end) without trailing white space. */
static inline const char *
cyan_perf_trim_end (const char *begin, const char *end)
{
  while (end > begin && cyan_perf_is_space (end[-1]))
    end--;
  return end;
}

static inline const char *
cyan_perf_token_end (const char *at, const char *end)
{
  while (at < end && !cyan_perf_is_space (*at))
    at++;
  return at;
}

/* The beginning of the last token in [@begin, @end), which does not end in white space. */
static inline const char *
cyan_perf_last_token (const char *begin, const char *end)
{
  while (end > begin && !cyan_perf_is_space (end[-1]))
    end--;
  return end;
}

/*
 * Turns the samples of `perf script` into contexts.
 *
 * As in the stackcollapse scripts, the name of the command is the root of its stacks.  So threads
 * with one name are merged, and others stay separate.  A stack that does not reach main, because
 * the unwinder failed, becomes a child of the command unchanged.
 */

/* Maximum number of events in a file. */
#define CYAN_PERF_MAX_EVENTS 64

/* The number of frames at which perf and the kernel cut stacks by default. */
#define CYAN_PERF_STACK_MAX 127

typedef struct
{
  CyanScratch kept; /* frees what is below */
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanStr unknown;
  GArray *events; /* of Event */
  GPtrArray
      *expected; /* of char *: events in the order of perf's command line; some have no samples */
  GHashTable *threads; /* of gint64 *, a set */
  GHashTable *files;   /* CyanStr of the source by module and name; NULL: none yet */
  gint64 last_thread;
  GString *module_text;
  CyanStr module;

  /* The current sample. */
  gboolean is_open;
  guint event;
  double weight;
  CyanStr command;
  CyanPieceRow piece; /* what of it is in the pieces, if they are wanted */
  gboolean has_time;
  GArray *frames; /* of Frame, the leaf first */
  GArray *path;   /* of Step, the root first: path of the previous sample */

  CyanPieces *pieces; /* of the builder; NULL: not wanted */

  CyanCharge charge;                     /* of events, threads and files */
  CyanCharge frames_charge, path_charge; /* for the largest size so far */

  guint64 n_lost; /* samples that perf reports as lost, which the reader counts */
  guint64 n_samples;
  guint64 n_full; /* stacks that have exactly as many frames as perf keeps */
  guint deepest;
} CyanPerfTree;

CyanPerfTree *cyan_perf_tree_new (CyanProfileBuilder *builder);
void cyan_perf_tree_free (CyanPerfTree *self);

/* Begins a sample.  @head is not used after the call.  Returns FALSE with an error that names no
 * file and line: an event both with and without periods, or too many events. */
gboolean cyan_perf_tree_begin (CyanPerfTree *self, const CyanPerfHead *head, GError **error);
/* Adds the next frame of the sample, from the leaf to the root. */
gboolean cyan_perf_tree_frame (CyanPerfTree *self, const CyanPerfFrame *frame, GError **error);
/* The same of a function with this name and module; CYAN_STR_EMPTY: unknown. */
gboolean cyan_perf_tree_function (CyanPerfTree *self, CyanStr name, CyanStr module, GError **error);
/* Takes back the frames of the sample. */
void cyan_perf_tree_no_frames (CyanPerfTree *self);
/* Sets the source location of the frame last added. */
void cyan_perf_tree_source (CyanPerfTree *self, const CyanPerfSource *source);
/* Ends the sample and adds it to the tree.  Returns FALSE if there are too many nodes. */
gboolean cyan_perf_tree_end (CyanPerfTree *self, GError **error);

/* Adds the metrics, and sets the period, the number of threads and the warnings.  Metrics follow
 * the order of perf's command line; if it is unknown, clocks and cycles come first and all others
 * follow in the order of the file. */
void cyan_perf_tree_finish (CyanPerfTree *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPerfTree, cyan_perf_tree_free)
