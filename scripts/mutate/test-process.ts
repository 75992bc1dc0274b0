import { type ChildProcess, fork } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MutantRequest, MutantResult } from "./run-tests.js";

const workspace = fileURLToPath(new URL("../..", import.meta.url));
const startLimitMs = 120_000;

/** A copy of the workspace, and a process that tests it with one mistake after another. */
export class TestProcess {
  /** The copy, which stays as it is while the workspace changes. */
  readonly tree: string = copyOfWorkspace();
  #child: ChildProcess | undefined;

  /** The first test that failed, or that none ended in time; undefined where all passed. */
  async failure(request: MutantRequest, limitMs: number): Promise<string | undefined> {
    this.#child ??= await this.#start();
    const path = join(this.tree, request.file);
    const original = readFileSync(path, "utf8");
    const result = await this.#result(this.#child, limitMs, () => this.#child?.send(request));
    if (result !== undefined) return result.failed;
    this.#kill();
    // The process had no time to put the file right.
    writeFileSync(path, original);
    return `no end within ${Math.round(limitMs / 1000)} s`;
  }

  close(): void {
    this.#kill();
    rmSync(this.tree, { recursive: true, force: true });
  }

  async #start(): Promise<ChildProcess> {
    const script = join(this.tree, "scripts/mutate/run-tests.ts");
    // A process group of its own: a test that never ends runs in a child of this child.
    const child = fork(script, [this.tree], { cwd: this.tree, detached: true, execArgv: ["--import", "tsx"] });
    const started = await this.#result(child, startLimitMs, () => undefined);
    if (started === undefined) throw new Error("The test process did not start; run `pnpm test` to see why.");
    return child;
  }

  /** The child's next message; undefined where it takes longer, or ends. */
  #result(child: ChildProcess, limitMs: number, ask: () => void): Promise<MutantResult | undefined> {
    return new Promise((resolve) => {
      const settle = (result?: MutantResult): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(result);
      };
      const timer = setTimeout(() => settle(), limitMs);
      child.once("message", (result: MutantResult) => settle(result));
      child.once("exit", () => settle());
      ask();
    });
  }

  #kill(): void {
    const pid = this.#child?.pid;
    this.#child = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

/** Symbolic links are copied as they are, so that packages find each other within the copy. */
function copyOfWorkspace(): string {
  const tree = mkdtempSync(join(tmpdir(), "tablewright-mutate-"));
  for (const name of ["package.json", "tsconfig.base.json", "scripts", "packages"]) {
    cpSync(join(workspace, name), join(tree, name), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(workspace, "node_modules"), join(tree, "node_modules"));
  return tree;
}
