/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bad inputs 1 to 17: the file itself, its compression, its encoding, and JSON.
 */
#include "bad-cases.h"
#include "tests.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define STACKS "main;parse 3\nmain;eval 4\n"
#define EVENT(number)                                                                              \
  "{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":" number                        \
  ",\"pid\":1,\"tid\":1}]}"
#define CCT "cct 1\nmetric\ttime\tns\nfunction\tmain\nfunction\tparse\n"
#define SPEEDSCOPE(frames, profiles)                                                               \
  "{\"$schema\":\"https://www.speedscope.app/"                                                     \
  "file-format-schema.json\",\"shared\":{\"frames\":" frames "},\"profiles\":[" profiles "]}"
/* One sample of 5 ns of main. */
#define PPROF                                                                                      \
  "\x0a\x04\x08\x01\x10\x02\x12\x06\x0a\x01\x01\x12\x01\x05\x22\x06\x08\x01\x22\x02\x08\x01"       \
  "\x2a\x04\x08\x01\x10\x03\x32\x00\x32\x03"                                                       \
  "cpu\x32\x0bnanoseconds\x32\x04main"

static void
make_socket (void)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX, .sun_path = "socket" };
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);

  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  close (fd);
}

static void
make_circle (void)
{
  g_assert_cmpint (symlink ("circle", "circle"), ==, 0);
}

static void
make_folder (void)
{
  g_assert_cmpint (mkdir ("folder", 0777), ==, 0);
}

static GBytes *
many_stacks (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 200; i++)
    g_string_append_printf (text, "main;f%u %u\n", i, i + 1);
  return g_string_free_to_bytes (text);
}

/* A gzip file of many stacks without its last @n_lost bytes and with @byte, counted from the end,
 * changed. */
static void
write_broken_gzip (const char *name, gsize n_lost, gsize byte)
{
  g_autoptr (GBytes) stacks = many_stacks ();
  g_autoptr (GBytes) gzip =
      gzip_bytes (g_bytes_get_data (stacks, NULL), (gssize) g_bytes_get_size (stacks));
  gsize length;
  g_autofree char *bytes = g_bytes_unref_to_data (g_steal_pointer (&gzip), &length);

  if (byte > 0)
    bytes[length - byte] ^= 1;
  write_file (name, bytes, (gssize) (length - n_lost));
}

static void
make_cut_gzip (void)
{
  write_broken_gzip ("cut.folded.gz", 20, 0);
}

static void
make_bad_checksum (void)
{
  write_broken_gzip ("checksum.folded.gz", 0, 8);
}

static void
make_bad_length (void)
{
  write_broken_gzip ("length.folded.gz", 0, 4);
}

static void
make_nested_gzip (void)
{
  g_autoptr (GBytes) gzip = gzip_bytes (STACKS, -1);

  write_gzip ("nested.gz", g_bytes_get_data (gzip, NULL), (gssize) g_bytes_get_size (gzip));
}

static void
make_gzip_of_zeros (void)
{
  const gsize length = 64 << 20;
  g_autofree char *zeros = g_malloc0 (length);

  write_gzip ("zeros.gz", zeros, (gssize) length);
}

/* Runs @script, in which "$1" is the file. */
static void
write_by_shell (const char *name, const char *script)
{
  g_autoptr (Run) run = run_program ("sh", "-c", script, "sh", name, NULL);

  g_assert_cmpint (run->status, ==, 0);
}

static void
make_zstd_bomb (void)
{
  write_by_shell ("bomb.zst",
                  "yes 'main;parse 3' | head -c 200000000 | zstd -q --ultra -19 -o \"$1\"");
}

static void
make_cut_zstd (void)
{
  write_by_shell ("cut.zst",
                  "seq 1 9999 | sed 's/.*/main;f& 3/' | zstd -q | head -c 3000 > \"$1\"");
}

static void
make_deep_array (void)
{
  write_repeated ("deep-array.json", "[", "[", 1000000);
}

static void
make_deep_object (void)
{
  write_repeated ("deep-object.json",
                  "{\"traceEvents\":[{\"name\":\"a\",\"args\":", "{\"a\":", 1000000);
}

static void
make_members (void)
{
  g_autoptr (GBytes) first = gzip_bytes ("main;parse 3\n", -1);
  g_autoptr (GBytes) second = gzip_bytes ("main;eval 4\n", -1);
  g_autoptr (GByteArray) both = g_byte_array_new ();

  g_byte_array_append (both, g_bytes_get_data (first, NULL), (guint) g_bytes_get_size (first));
  g_byte_array_append (both, g_bytes_get_data (second, NULL), (guint) g_bytes_get_size (second));
  write_file ("members.gz", both->data, both->len);
}

static void
make_garbage (void)
{
  g_autoptr (GBytes) gzip = gzip_bytes (STACKS, -1);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, g_bytes_get_data (gzip, NULL), (guint) g_bytes_get_size (gzip));
  g_byte_array_append (bytes, (const guint8 *) "garbage", 7);
  write_file ("garbage.gz", bytes->data, bytes->len);
}

static void
make_zstd (void)
{
  write_by_shell ("stacks.zst", "printf '" STACKS "' | zstd -q -o \"$1\"");
}

static void
make_gzip_in_zstd (void)
{
  write_by_shell ("nested.zst", "printf '" STACKS "' | gzip | zstd -q -o \"$1\"");
}

static void
make_skippable (void)
{
  write_by_shell ("skipped.zst", "{ printf 'P*M\\030\\004\\000\\000\\000abcd'; printf '" STACKS
                                 "' | zstd -q; } > \"$1\"");
}

static void
make_packed_web_page (void)
{
  write_gzip ("packed.pb.gz", "\n<html><body>404</body></html>\n", -1);
}

static void
make_deep_event (void)
{
  write_repeated ("deep-event.json", "{\"traceEvents\":[{\"name\":\"a\",\"args\":", "[", 1000000);
}

static const BadRefused refused[] = {
  { "01-empty", "empty.folded", TEXT (""), "empty file" },
  { "01-empty-gzip", "nothing.gz", BYTES ("\x1f\x8b\x08\0\0\0\0\0\0\3\3\0\0\0\0\0\0\0\0\0"),
    "empty file within the gzip data" },
  { "02-one-byte", "one.cct", TEXT ("c"), "not a profile that we know" },
  { "02-gzip-magic", "magic.gz", BYTES ("\x1f\x8b"), "ends in the middle of the gzip data" },
  { "02-zstd-magic", "magic.zst", BYTES ("\x28\xb5\x2f\xfd"),
    "ends in the middle of the zstd data" },
  { "01-empty-zstd", "nothing.zst", BYTES ("\x28\xb5\x2f\xfd\x20\x00\x01\x00\x00"),
    "empty file within the zstd data" },
  { "03-folder", "folder", MADE (make_folder), "is a directory" },
  { "03-device", "/dev/zero", THERE, "not a regular file" },
  { "03-socket", "socket", MADE (make_socket), "not a regular file" },
  { "03-memory-of-a-process", "/proc/self/mem", THERE, "cannot be read: Input/output error" },
  { "04-missing", "missing.cct", THERE, "No such file or directory" },
  { "04-circle-of-links", "circle", MADE (make_circle), "Too many levels of symbolic links" },
  /* The kernel reports a page as the size of this file. */
  { "04-shorter-than-told", "/sys/kernel/fscaps", THERE,
    "became shorter while it was read: 2 bytes instead of *" },
  { "04-below-a-file", "good.folded/profile.cct", THERE, "Not a directory" },
  { "05-cut-gzip", "cut.folded.gz", MADE (make_cut_gzip), "ends in the middle of the gzip data" },
  { "05-cut-zstd", "cut.zst", MADE (make_cut_zstd), "ends in the middle of the zstd data" },
  { "05-cut-json", "cut.json",
    TEXT ("{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"a\"}},\n"
          "{\"id\":2"),
    "byte 60: the input ends before all brackets are closed" },
  { "06-gzip-checksum", "checksum.folded.gz", MADE (make_bad_checksum),
    "byte *: broken gzip data: incorrect data check" },
  { "06-gzip-length", "length.folded.gz", MADE (make_bad_length),
    "byte *: broken gzip data: incorrect length check" },
  { "08-gzip-in-gzip", "nested.gz", MADE (make_nested_gzip),
    "compressed twice; undo one of the two first" },
  { "08-gzip-in-zstd", "nested.zst", MADE (make_gzip_in_zstd),
    "compressed twice; undo one of the two first" },
  { "08-gzip-of-zeros", "zeros.gz", MADE (make_gzip_of_zeros), "not a profile that we know" },
  { "09-zstd-bomb", "bomb.zst", MADE (make_zstd_bomb),
    "the zstd data grow to more than 1500 times their size" },
  { "09-window", "window.zst", BYTES ("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00"),
    "byte 0: broken zstd data: Frame requires too much memory for decoding" },
  { "09-dictionary", "dictionary.zst",
    BYTES ("\x28\xb5\x2f\xfd\x23\x78\x56\x34\x12\x04\x21\x00\x00"
           "abcd"),
    "byte 0: broken zstd data: Dictionary mismatch" },
  { "09-zstd-skippable", "skip.zst",
    BYTES ("\x50\x2a\x4d\x18\4\0\0\0"
           "abcd"),
    "empty file within the zstd data" },
  { "10-program", "/bin/true", THERE, "this is a program or a library and not a profile of one" },
  { "10-picture", "picture.folded", BYTES ("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    "this is a picture and not a profile" },
  { "10-go-trace", "go.trace", BYTES ("go 1.22 trace\0\0\0\x01\x02"),
    "this is an execution trace of Go; convert it with go tool trace -pprof=sched FILE, or record "
    "a "
    "CPU profile" },
  { "10-perfetto", "perfetto.trace", BYTES ("\x0a\x06\x40\x05\x50\x01\x18\x07"),
    "this is a trace of Perfetto; convert it with traceconv json FILE, or with traceconv profile "
    "FILE "
    "if it has samples of stacks" },
  { "10-dotnet", "x.nettrace", BYTES ("Nettrace\x14\0\0\0!FastSerialization.1"),
    "this is a trace of .NET; convert it with dotnet-trace convert --format Speedscope FILE" },
  { "10-hprof", "x.hprof", BYTES ("JAVA PROFILE 1.0.2\0\0\0\0\x08"),
    "this is an hprof file of Java; record with java -XX:StartFlightRecording, and open the .jfr "
    "file" },
  { "10-art", "x.trace", BYTES ("SLOW\x03\0\x20\0"),
    "this is a method trace of Android; record with simpleperf, and open what simpleperf "
    "report-sample --protobuf writes" },
  { "10-hpctoolkit", "meta.db", BYTES ("HPCTOOLKITmeta\x04\0"),
    "this is a database of HPCToolkit; hatchet's "
    "GraphFrame.from_hpctoolkit(FOLDER).to_flamegraph() "
    "makes folded stacks of it" },
  { "11-utf-16", "utf-16.folded", BYTES ("\xff\xfem\0a\0i\0n\0 \0\x33\0\n"),
    "broken UTF-16 text: a character is not complete" },
  { "11-utf-16-other-end", "utf-16.json", BYTES ("\xfe\xff\0{\0}"),
    "this is JSON, but not a profile that we know" },
  { "11-utf-16-unmarked", "unmarked.folded",
    BYTES ("m\0a\0i\0n\0 \0"
           "3\0\n\0"),
    "UTF-16 text without a mark; convert it with iconv -f UTF-16LE -t UTF-8" },
  { "11-utf-16-unmarked-other-end", "unmarked.txt",
    BYTES ("\0m\0a\0i\0n\0 \0"
           "3\0\n"),
    "UTF-16 text without a mark; convert it with iconv -f UTF-16BE -t UTF-8" },
  { "11-old-mac", "mac.folded", TEXT ("main;parse 3\rmain;eval 4\r"),
    "its lines end in carriage returns only; convert them to line feeds first" },
  { "11-nul-byte", "nul.folded", BYTES ("main;eval 3\nma\0in;parse 4\n"),
    "line 2: a NUL byte, which no text has (is this UTF-16?)" },
  { "11-nul-in-cct", "nul.cct", BYTES ("cct 1\nmetric\tti\0me\tns\n"),
    "line 2: a NUL byte, which no text has (is this UTF-16?)" },
  { "11-nul-in-callgrind", "nul.out", BYTES ("# callgrind format\nevents: Ir\nfn=ma\0in\n1 5\n"),
    "line 3: a NUL byte, which no text has (is this UTF-16?)" },
  { "11-nul-in-json", "nul-byte.json", BYTES ("{\"traceEvents\":[\0]}"),
    "byte 16: event 1: expected a value" },
  { "12-web-page", "artifact.pb.gz", TEXT ("<!DOCTYPE html>\n<html><title>404</title></html>\n"),
    "this is a web page and not a profile (did a download fail?)" },
  { "12-packed-web-page", "packed.pb.gz", MADE (make_packed_web_page),
    "this is a web page and not a profile (did a download fail?)" },
  { "13-deep-array", "deep-array.json", MADE (make_deep_array),
    "this is JSON, but not a profile that we know" },
  { "13-deep-array-in-event", "deep-event.json", MADE (make_deep_event),
    "byte 20032: event 1: nested more than 20000 deep" },
  { "13-deep-object", "deep-object.json", MADE (make_deep_object),
    "byte *: event 1: nested more than 20000 deep" },
  { "14-duplicate-key", "twice.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\",\"name\":\"b\",\"ph\":\"X\",\"ts\":1,\"dur\":2}]}"),
    "byte 28: event 1: the same key twice" },
  { "15-too-large", "large.json", TEXT (EVENT ("1e400")),
    "byte 50: event 1: \"dur\" is out of range" },
  { "15-64-bits", "bits.json", TEXT (EVENT ("18446744073709551615")),
    "byte 50: event 1: \"dur\" is out of range" },
  { "15-digits", "digits.json", TEXT (EVENT ("123456789012345678901234567890")),
    "byte 50: event 1: \"dur\" is out of range" },
  { "15-below-64-bits", "below.json", TEXT (EVENT ("-9223372036854775809")),
    "byte 50: event 1: \"dur\" is out of range" },
  { "15-nan", "nan.json", TEXT (EVENT ("NaN")), "byte 50: event 1: expected a value" },
  { "15-infinity", "infinity.json", TEXT (EVENT ("Infinity")),
    "byte 50: event 1: expected a value" },
  { "15-minus-infinity", "minus.json", TEXT (EVENT ("-Infinity")),
    "byte 50: event 1: not a number as JSON writes them" },
  { "15-leading-zero", "zero.json", TEXT (EVENT ("07")),
    "byte 50: event 1: not a number as JSON writes them" },
  { "16-not-utf-8", "bytes.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\xff\",\"ph\":\"X\",\"ts\":1,\"dur\":1}]}"),
    "byte 26: event 1: bytes in a string that are not UTF-8" },
  { "16-surrogate", "surrogate.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\\ud800\",\"ph\":\"X\",\"ts\":1,\"dur\":1}]}"),
    "byte 26: event 1: half a surrogate pair in a string" },
  { "17-wrong-type", "type.json", TEXT (EVENT ("\"x\"")),
    "byte 50: event 1: \"dur\" is not a number" },
  { "17-no-events", "events.json", TEXT ("{\"traceEvents\":[]}"),
    "byte 18: no \"B\", \"E\" or \"X\" event, so no calls" },
  { "17-event-no-object", "number.json", TEXT ("{\"traceEvents\":[5]}"),
    "byte 16: event 1: not an object" },
  { "17-missing-field", "field.json",
    TEXT ("{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"dur\":1,\"pid\":1,\"tid\":1}]}"),
    "byte 60: event 1: a \"X\" event without \"ts\"" },
  { "17-no-profiles", "none.speedscope.json", TEXT (SPEEDSCOPE ("[{\"name\":\"a\"}]", "")),
    "profiles: there are none" },
  { "17-no-array", "array.speedscope.json", TEXT (SPEEDSCOPE ("{}", "")),
    "byte 83: shared.frames: not an array" },
  { "17-no-string", "string.speedscope.json", TEXT (SPEEDSCOPE ("[{\"name\":5}]", "")),
    "byte 92: shared.frames[0].name: not a string" },
  { "17-no-such-frame", "frame.speedscope.json",
    TEXT (SPEEDSCOPE ("[{\"name\":\"a\"}]",
                      "{\"type\":\"sampled\",\"name\":\"p\",\"unit\":\"none\",\"startValue\":0,"
                      "\"endValue\":1,\"samples\":[[7]],\"weights\":[1]}")),
    "byte 194: profiles[0].samples[0][0]: there are only 1 frames" },
  { "17-no-function-name", "name.cpuprofile",
    TEXT ("{\"nodes\":[{\"id\":1,\"callFrame\":{}}],\"startTime\":0,\"endTime\":1,"
          "\"samples\":[1],\"timeDeltas\":[1]}"),
    "byte 31: nodes[0].callFrame: there is no \"functionName\" in it" },
  { "17-other-json", "package.json", TEXT ("{\"name\":\"cyan\",\"version\":1}"),
    "this is JSON, but not a profile that we know" },
  { "17-session", "work.cyanotype",
    TEXT ("{\n  \"format\": \"cyanotype-session\",\n  \"version\": 1\n}\n"),
    "this is a session of the window and not a profile; open it with cyanotype" },
  { "17-broken-json", "broken.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"B\",\"ts\":1,\"pid\":1,\"tid\":1},\n"
          "{\"name\":}]}"),
    "byte 70: event 2: expected a value" },
};

static const BadAccepted accepted[] = {
  { "05-cut-cct", "cut.cct", TEXT (CCT "0\t1\t1\t3\n1\t2\t1\t4\n"), 2, 7,
    "the file is cut: it stops after 2 nodes, without its end record" },
  { "05-cut-folded", "cut.folded", TEXT ("main;parse 3\nmain;eval 4"), 3, 7,
    "line 2 ends without a line break: the file may have been cut" },
  { "06-garbage-behind-gzip", "garbage.gz", MADE (make_garbage), 3, 7,
    "7 bytes of garbage after the gzip data" },
  { "07-gzip-members", "members.gz", MADE (make_members), 3, 7, NULL },
  { "09-zstd", "stacks.zst", MADE (make_zstd), 3, 7, NULL },
  { "09-skippable-first", "skipped.zst", MADE (make_skippable), 3, 7, NULL },
  { "10-json-holds-pprof", "pprof.json", BYTES (PPROF), 1, 5, NULL },
  { "10-callgrind-holds-stacks", "callgrind.out.123", TEXT (STACKS), 3, 7, NULL },
  { "15-minus-zero", "minus-zero.json", TEXT (EVENT ("-0")), 1, 0,
    "the total time is 0, so that there are no shares" },
  { "15-exact", "exact.json", TEXT (EVENT ("123456789.123")), 1, 123456789123, NULL },
  { "16-not-utf-8-in-perf", "bytes.txt",
    TEXT ("prog 12 1.000001: 500 cpu-clock: \n\t    1111 a\xff (/p)\n\n"), 2, 500,
    "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes" },
  { "10-json-holds-stacks", "stacks.json", TEXT (STACKS), 3, 7, NULL },
  { "10-folded-holds-json", "trace.folded", TEXT (EVENT ("7")), 1, 7000, NULL },
  { "10-gz-is-not-packed", "plain.folded.gz", TEXT (STACKS), 3, 7, NULL },
  { "11-mark-and-crlf", "crlf.folded", TEXT ("\xef\xbb\xbfmain;parse 3\r\nmain;eval 4\r\n"), 3, 7,
    NULL },
  { "14-unknown-keys", "unknown.json",
    TEXT (
        "{\"x\":[{}],\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":7,\"y\":{\"z\""
        ":1},\"pid\":1,\"tid\":1}]}"),
    1, 7000, NULL },
  { "17-no-name", "noname.json",
    TEXT ("{\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"pid\":1,\"tid\":1}]}"), 1, 1000,
    "1 call has no name and is called (anonymous)" },
  { "16-nul", "nul.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\\u0000\",\"ph\":\"X\",\"ts\":1,\"dur\":1}]}"), 1, 1000,
    NULL },
  { "16-not-utf-8", "bytes.folded", TEXT ("main;a\xff 7\n"), 2, 7,
    "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes" },
};

/* 8: stacks that never end. */
TEST ("/bad-input/08-gzip-bomb")
{
  g_autoptr (Run) run = NULL;

  write_by_shell ("bomb.gz", "yes 'main;parse 3' | head -c 300000000 | gzip > \"$1\"");
  run = cyan ("info", "bomb.gz", NULL);
  assert_fails (run, "bomb.gz: the gzip data grow to more than 500 times their size");
}

/* 3: standard input need not be a regular file. */
TEST ("/bad-input/03-standard-input")
{
  static const struct
  {
    const char *line;
    const char *says;
  } cases[] = {
    { "< .", "standard input: is a directory" },
    { "< /dev/zero", "standard input: not a profile that we know" },
    { "< /dev/null", "standard input: empty file" },
    { "<&-", "standard input: Bad file descriptor" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *script = g_strconcat ("exec \"$1\" info - ", cases[i].line, NULL);
      g_autoptr (Run) run = run_program ("sh", "-c", script, "sh", cyan_path (), NULL);

      assert_fails (run, cases[i].says);
    }
  {
    /* The input never ends. */
    g_autoptr (Run) run = run_program (
        "sh", "-c", "yes 'main;parse 3' | \"$1\" info - --time-limit 1", "sh", cyan_path (), NULL);

    assert_fails (run, "took longer than 1 s; --time-limit sets another limit");
  }
}

/* 4: a file that even root may not read. */
TEST ("/bad-input/04-unreadable")
{
  g_autoptr (Run) run = NULL;

  write_good_profiles ();
  g_assert_cmpint (g_chmod ("good.folded", 0), ==, 0);
  run = run_program ("sh", "-c",
                     "[ \"$(id -u)\" = 0 ] && set -- setpriv "
                     "--bounding-set=-dac_override,-dac_read_search \"$@\"; exec \"$@\"",
                     "sh", cyan_path (), "info", "good.folded", NULL);
  assert_fails (run, "good.folded: Permission denied");
}

TESTS ()
{
  cli_test_init ();
  bad_add_refused (refused, G_N_ELEMENTS (refused));
  bad_add_accepted (accepted, G_N_ELEMENTS (accepted));
}
