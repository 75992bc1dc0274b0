import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { builtBin } from "./build-cli.js";
import { withoutProgress } from "./without-progress.js";

const workspace = new URL("../../../../", import.meta.url).pathname;
const source = ["--conditions=@tablewright/source", "--import", join(workspace, "node_modules/tsx/dist/esm/index.mjs")];

export interface Ended {
  /** Exit code; null if a signal ended the process. */
  readonly code: number | null;
  readonly out: string;
  /** Stderr, without the lines of progress. */
  readonly log: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once the output (stdout and stderr) contains this text after the text that the previous call waited for. */
  printed(text: string): Promise<void>;
  /**
   * Returns the lines on stdout once there are this many. What was written there before a text on stderr can still arrive after it, because
   * they are two pipes.
   */
  printedLines(count: number): Promise<readonly string[]>;
  /** Returns the output so far. */
  output(): { readonly out: string; readonly log: string };
}

/** Starts the built command, which starts five times as fast as its source. */
export function startCli(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  return startScript(cwd, [builtBin(), ...args], env);
}

export function runCli(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return startCli(cwd, args, env).ended;
}

/** Runs the command line in a shell, which may redirect: `"$@" generate >/dev/full`. */
export async function runInShell(cwd: string, line: string): Promise<Ended> {
  const shell = spawn("sh", ["-c", line, "sh", process.execPath, builtBin()], {
    cwd,
    env: { ...process.env, NO_COLOR: "", FORCE_COLOR: "", NODE_NO_WARNINGS: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, log, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "close")]);
  return { code, out, log: withoutProgress(log) };
}

/** Returns the modules that a script or the command loads, as file URLs from V8's coverage report. */
export async function loadedModules(
  cwd: string,
  args: readonly string[],
): Promise<{ modules: string[]; ended: Ended }> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-coverage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ended = await start(cwd, args, { NODE_V8_COVERAGE: folder }, source).ended;
  const modules = readdirSync(folder).flatMap((name) => {
    const report = JSON.parse(readFileSync(join(folder, name), "utf8")) as { result: { url: string }[] };
    return report.result.map(({ url }) => url);
  });
  return { modules, ended };
}

/** Starts a script with plain Node, such as the published command. */
export function startScript(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  return start(cwd, args, env);
}

export function runScript(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return startScript(cwd, args, env).ended;
}

function start(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv, options: readonly string[] = []): Running {
  const child = spawn(process.execPath, [...options, ...args], {
    cwd,
    // Node warns if NO_COLOR and FORCE_COLOR are both set, which a test runner may do.
    env: { ...process.env, NO_COLOR: "", FORCE_COLOR: "", NODE_NO_WARNINGS: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let out = "";
  let log = "";
  let all = "";
  let seen = 0;
  const waiting = new Set<() => void>();
  const add = (chunk: string) => {
    all += chunk;
    for (const look of waiting) look();
  };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
    add(chunk);
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    log += chunk;
    add(chunk);
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, log: withoutProgress(log) }));
  });
  /** Waits until the output has what is wanted. @param find returns it; undefined if it has not arrived yet */
  const waitFor = <T>(wanted: string, find: () => T | undefined) =>
    new Promise<T>((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      ended.then(() => reject(new Error(`The process ended without printing ${wanted}:\n${all}`)), reject);
    });
  const printed = async (wanted: string) => {
    await waitFor(JSON.stringify(wanted), () => {
      const at = all.indexOf(wanted, seen);
      if (at === -1) return undefined;
      seen = at + wanted.length;
      return true;
    });
  };
  const printedLines = (count: number) =>
    waitFor(`${count} lines on stdout`, () => {
      const lines = out.split("\n").slice(0, -1);
      return lines.length < count ? undefined : lines;
    });
  return { child, ended, printed, printedLines, output: () => ({ out, log }) };
}

/** Returns the data URL of a module with this text. */
export function script(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** Returns the option of Node that loads modules through a hook. */
export function registered(hook: string): string {
  return `--import=${script(`import { register } from "node:module"; register(${JSON.stringify(hook)});`)}`;
}

/** Returns an environment in which a package is not installed: Node looks for it only in the root folder of the file system. */
export function withoutPackage(name: string): NodeJS.ProcessEnv {
  const hook = script(`export const resolve = (name, context, next) =>
    next(name, (name + "/").startsWith(${JSON.stringify(`${name}/`)}) ? { ...context, parentURL: "file:///nowhere.js" } : context);`);
  return { NODE_OPTIONS: registered(hook) };
}
