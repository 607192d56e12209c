// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conversations with `cyan serve --mcp`, held by the protocol's own client.  Arguments: the folder that
// `./dev test` has installed it in, the program, and the folder of the repository.
"use strict";

const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const { createRequire } = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");

const [client, cyan, root] = process.argv.slice(2).map((name) => path.resolve(name));
assert.ok(fs.existsSync(path.join(client, "node_modules")),
  `${client}: the client is not installed; ./dev test does it, with npm`);
const load = createRequire(path.join(client, "package.json"));
const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = load("@modelcontextprotocol/sdk/client/stdio.js");
const { ResourceListChangedNotificationSchema } = load("@modelcontextprotocol/sdk/types.js");

const demo = path.join(root, "data/demo");
const pair = { before: "before.json.gz", after: "after.json.gz" };
const sources = { source_before: "before", source_after: "after" };

// Calls `talk` with a client of a new server, whose current folder is `folder`.
async function converse(folder, options, talk) {
  const server = new StdioClientTransport({ command: cyan, args: ["serve", "--mcp", ...options], cwd: folder, env: process.env });
  const one = new Client({ name: "test", version: "1" });
  await one.connect(server);
  try {
    await talk(one);
  } finally {
    await one.close();
  }
}

async function call(one, name, args, options) {
  const result = await one.callTool({ name, arguments: args }, undefined, options);
  assert.equal(result.content.length, 1);
  return { text: result.content[0].text, failed: result.isError };
}

function temporary(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cyan-client-"));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

test("it says who it is, and answers a ping", () => converse(demo, [], async (one) => {
  assert.equal(one.getServerVersion().name, "cyan");
  assert.ok(one.getServerCapabilities().tools);
  assert.match(one.getInstructions(), /explain/);
  await one.ping();
}));

test("it lists tools that only read, with schemas", () => converse(demo, [], async (one) => {
  const { tools } = await one.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ["explain", "function", "compare", "slices", "history"]);
  for (const tool of tools) {
    assert.ok(tool.annotations.readOnlyHint);
    assert.ok(tool.inputSchema.required.every((name) => tool.inputSchema.properties[name].description));
  }
}));

test("it explains a difference, with a diff", () => converse(demo, [], async (one) => {
  const { text, failed } = await call(one, "explain", { ...pair, ...sources });
  assert.equal(failed, false);
  assert.match(text, /^before to after: 6\.15 ms to 10\.6 ms, \+73\.0 %/);
  assert.match(text, /1\. \[\w+\] find_entry.*\n(.*\n)*diff of find_entry.*\n(.*\n)*more\n/);
}));

test("it goes on to a function, and to one that calls it", () => converse(demo, [], async (one) => {
  const first = await call(one, "function", { ...pair, ...sources, function: "find_entry" });
  assert.match(first.text, /callers\n {2}\[\w+\] index_word: .*\n\ncallees\n {2}\[\w+\] hash_word: /);
  assert.match(first.text, /\ndiff\n@@/);
  const caller = await call(one, "function", { ...pair, function: "index_word" });
  assert.match(caller.text, /callees\n {2}\[\w+\] find_entry: /);
}));

test("it lists the parts of a recording, and compares two of them", () => converse(demo, [], async (one) => {
  const { text } = await call(one, "slices", { file: "before.json.gz" });
  assert.match(text, /^\S*before\.json\.gz: 6\.15 ms of time\n\ntime {2}6\.\d+ ms from the first to the last/);
  const halves = await call(one, "explain", { ...pair, slice_before: "time=0..50%", slice_after: "time=0..50%" });
  assert.match(halves.text, /^before@time=0\.\.50% to after@time=0\.\.50%: /);
  assert.match(halves.text, /compared per second: /);
  const { text: problem, failed } = await call(one, "explain", { ...pair, slice_before: "thread=nobody" });
  assert.ok(failed);
  assert.match(problem, /no thread is "nobody"|cannot be sliced by "thread"/);
}));

test("it compares contexts, and keeps a report to read", () => converse(demo, [], async (one) => {
  const changed = new Promise((resolve) =>
    one.setNotificationHandler(ResourceListChangedNotificationSchema, resolve));
  assert.deepEqual((await one.listResources()).resources, []);
  assert.match((await call(one, "compare", { ...pair, top: 3 })).text, /Largest changes \(3 of /);
  await changed;
  const { resources } = await one.listResources();
  assert.equal(resources[0].name, "before.json.gz to after.json.gz");
  const { contents } = await one.readResource({ uri: resources[0].uri });
  assert.equal(JSON.parse(contents[0].text).verdict, "6.15 ms to 10.6 ms, +73.0 %");
  await assert.rejects(one.readResource({ uri: "cyan://report/9" }), { code: -32002 });
}));

test("it says which revision of many got slower, and compares both sides", async (t) => {
  const folder = temporary(t);
  for (let i = 0; i < 8; i++) {
    const runs = [0, 1, 2].map((k) => `${k}.folded`);
    runs.forEach((name, k) => fs.writeFileSync(path.join(folder, name), `main ${(i < 4 ? 1000000 : 1300000) + 10 * i + k}\n`));
    execFileSync(cyan, ["history", "add", "s.db", ...runs, "--unit=us", "-r", `v${i}`, "-b", "xml", "--machine=m",
      "--create", ...(i > 0 ? [`--parent=v${i - 1}`] : [])], { cwd: folder });
  }
  await converse(folder, [], async (one) => {
    const { text } = await call(one, "history", { store: "s.db" });
    assert.match(text, /1\. \[\w+\] xml, time: worse by \+30\.0 %/);
    const [, before, after] = text.match(/why: cyan compare .* (v\d) (v\d) --brief/);
    const step = await call(one, "explain", { store: "s.db", before, after });
    assert.match(step.text, /main: \+30\.0 % of the run before/);
  });
});

test("errors of a tool can be read, those of the protocol are thrown", () => converse(demo, [], async (one) => {
  const outside = await call(one, "explain", { ...pair, before: "../../README.md" });
  assert.deepEqual(outside, { failed: true,
    text: "cyan: ../../README.md: there is no such file below the folders of this server" });
  const broken = await call(one, "explain", { before: "before/index.c", after: "after.json.gz" });
  assert.ok(broken.failed);
  assert.match(broken.text, /^cyan: .*index\.c: [^\n]*$/);
  await assert.rejects(call(one, "nothing", {}), { code: -32602 });
  await assert.rejects(call(one, "explain", { before: 1 }), { code: -32602 });
}));

test("several at once have the same answer", () => converse(root, ["--root", "data/demo"], async (one) => {
  const all = await Promise.all(Array.from({ length: 30 }, () => call(one, "explain", pair)));
  assert.equal(new Set(all.map(({ text }) => text)).size, 1);
}));

test("it runs what it is asked to only if it may", async (t) => {
  const folder = temporary(t);
  const git = (...args) => execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args],
    { cwd: folder, encoding: "utf8" }).trim();
  git("init", "-q", "-b", "main");
  fs.writeFileSync(path.join(folder, "bench"),
    "#!/bin/sh\nprintf 'cct 1\\nmetric\\ttime\\tms\\nfunction\\tmain\\t\\t\\t\\n0\\t1\\t1\\t%s\\nend\\t1\\n' " +
    '"$(cat time)" > "$CYAN_PROFILE"\n', { mode: 0o755 });
  const revisions = [50, 80].map((time) => {
    fs.writeFileSync(path.join(folder, "time"), `${time}`);
    git("add", ".");
    git("commit", "-q", "-m", `${time}`);
    return git("rev-parse", "HEAD");
  });
  const request = { repository: ".", before: revisions[0], after: revisions[1], recorder: "none", runs: 2, command: ["./bench"] };
  await converse(folder, [], async (one) => {
    assert.match((await call(one, "try", request)).text, /without --allow-run/);
  });
  await converse(folder, ["--allow-run"], async (one) => {
    assert.ok((await one.listTools()).tools.some(({ name }) => name === "try"));
    assert.match((await call(one, "try", request)).text, /50 ms to 80 ms, \+60\.0 %/);
  });
});

test("one that is given up does not hold up the next", () => converse(demo, [], async (one) => {
  const given = new AbortController();
  const long = call(one, "explain", pair, { signal: given.signal });
  given.abort();
  await assert.rejects(long);
  assert.equal((await call(one, "explain", pair)).failed, false);
}));
