import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { count, createColors, processTerminal, type Terminal } from "./terminal.js";

function terminalOver(isTTY: boolean, env: NodeJS.ProcessEnv = {}) {
  const written = { out: "", err: "" };
  const stream = (name: "out" | "err") =>
    Object.assign(new PassThrough(), {
      isTTY,
      write: (text: string | Uint8Array) => {
        written[name] += text;
        return true;
      },
    });
  return { written, terminal: processTerminal({ stdout: stream("out"), stderr: stream("err"), env }) };
}

describe("processTerminal", () => {
  it("writes data to stdout and notes to stderr, a line each", () => {
    const { written, terminal } = terminalOver(false);
    terminal.out("data");
    terminal.log("note");
    expect(written).toEqual({ out: "data\n", err: "note\n" });
  });

  it("shows one progress line on a terminal, which goes before anything else is written", () => {
    const { written, terminal } = terminalOver(true);
    terminal.progress("reading");
    terminal.progress("writing");
    terminal.out("data");
    terminal.log("note");
    terminal.progress("");
    expect(written).toEqual({ out: "data\n", err: "reading\rwriting\u001b[K\r\u001b[Knote\n" });
  });

  it("cuts off a progress line that the terminal has no room for, and writes one that has not changed once", () => {
    const { written, terminal } = terminalOver(true);
    terminal.progress("x".repeat(100));
    terminal.progress("x".repeat(101));
    expect(written.err).toBe("x".repeat(79));
  });

  it.each<[string, (terminal: Terminal) => unknown, string]>([
    ["data", (terminal) => terminal.out("data"), ""],
    ["bytes", (terminal) => terminal.write(Buffer.from("data")), ""],
    ["a note", (terminal) => terminal.log("note"), "note\n"],
    ["no progress", (terminal) => terminal.progress(""), ""],
  ])("removes the progress line before it writes %s, once", (_, write, note) => {
    const { written, terminal } = terminalOver(true);
    terminal.progress("reading");
    void write(terminal);
    void write(terminal);
    expect(written.err).toBe(`reading\r\u001b[K${note}${note}`);
  });

  it("resolves a write once the stream has taken it, and puts it after the progress line is gone", async () => {
    const { written, terminal } = terminalOver(true);
    const taken: (() => void)[] = [];
    const stdout = {
      isTTY: true,
      write: (text: Uint8Array, done: () => void) => {
        written.out += text;
        taken.push(done);
        return true;
      },
    };
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 0 });
    const slow = processTerminal({ stdout: stdout as never, stderr, env: {} });
    slow.progress("reading");
    let isDone = false;
    const writing = slow.write(Buffer.from("data")).then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect([isDone, written.out, stderr.read()?.toString()]).toEqual([false, "data", "reading\r\u001b[K"]);
    for (const done of taken) done();
    await writing;
    terminal.progress("");
    expect([isDone, written.err]).toEqual([true, ""]);
  });

  it.each([true, false, undefined])("knows which of its streams are terminals: %s", (isTTY) => {
    const stream = (own: boolean | undefined) =>
      Object.assign(new PassThrough(), own === undefined ? {} : { isTTY: own });
    for (const [out, err] of [
      [isTTY, undefined],
      [undefined, isTTY],
    ]) {
      const { showsData, showsProgress } = processTerminal({ stdout: stream(out), stderr: stream(err), env: {} });
      expect([showsData, showsProgress]).toEqual([out === true, err === true]);
    }
  });

  it("makes the progress line one column narrower than the terminal", () => {
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 10 });
    processTerminal({ stdout: new PassThrough(), stderr, env: {} }).progress("1234567890");
    expect(stderr.read().toString()).toBe("123456789");
  });

  it("shows no progress elsewhere", () => {
    const { written, terminal } = terminalOver(false);
    terminal.progress("reading");
    expect(written.err).toBe("");
  });

  it.each<[string, boolean, NodeJS.ProcessEnv, boolean]>([
    ["on a terminal", true, {}, true],
    ["in a pipe", false, {}, false],
    ["on a dumb terminal", true, { TERM: "dumb" }, false],
    ["with NO_COLOR", true, { NO_COLOR: "1" }, false],
    ["with an empty NO_COLOR", true, { NO_COLOR: "" }, true],
    ["with FORCE_COLOR in a pipe", false, { FORCE_COLOR: "1" }, true],
    ["with FORCE_COLOR=0", true, { FORCE_COLOR: "0" }, false],
    ["with FORCE_COLOR=false", true, { FORCE_COLOR: "false" }, false],
    ["with an empty FORCE_COLOR", true, { FORCE_COLOR: "" }, true],
    ["with both", true, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
  ])("decides on colours %s", (_, isTTY, env, colored) => {
    expect(terminalOver(isTTY, env).terminal.colors.enabled).toBe(colored);
  });
});

it.each([
  [0, "0 files"],
  [1, "1 file"],
  [2, "2 files"],
])("%i and a noun are %s", (amount, text) => {
  expect(count(amount, "file")).toBe(text);
});

const names = ["bold", "cyan", "green", "red", "yellow"] as const;

it("writes the codes of ECMA-48, whatever the streams of this process are", () => {
  const colors = createColors(true);
  const shown = names.map((name) => colors[name]("text"));
  expect(shown).toEqual([
    "\u001b[1mtext\u001b[22m",
    "\u001b[36mtext\u001b[39m",
    "\u001b[32mtext\u001b[39m",
    "\u001b[31mtext\u001b[39m",
    "\u001b[33mtext\u001b[39m",
  ]);
});

it("leaves texts as they are where colours are not wanted", () => {
  const colors = createColors(false);
  expect(names.map((name) => colors[name]("text"))).toEqual(names.map(() => "text"));
});
