import { type ChildProcess, fork } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mutant } from "./mutants.js";
import type { MutantRequest, MutantResult } from "./run-tests.js";

const workspace = fileURLToPath(new URL("../..", import.meta.url));
const startLimitMs = 120_000;

/** Copy of the workspace, and a process that tests it with one mutant after another. */
export class TestProcess {
  /** Path of the copy. Later changes of the workspace do not affect it. */
  readonly tree: string = copyOfWorkspace();
  readonly #limitMs: number;
  readonly #unreliable = new Set<string>();
  #child: ChildProcess | undefined;

  /** @param limitMs maximum time for the tests of one mutant */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Returns the first failed test, or a note that the time limit passed; undefined if all passed. */
  async failure({ file, text }: Mutant, folders: readonly string[]): Promise<string | undefined> {
    this.#child ??= await this.#start();
    const path = join(this.tree, file);
    const original = readFileSync(path, "utf8");
    const request: MutantRequest = { file, text, folders, without: [...this.#unreliable] };
    const result = await this.#result(this.#child, this.#limitMs, () => this.#child?.send(request));
    for (const name of result?.unreliable ?? []) this.#unreliable.add(name);
    if (result !== undefined) return result.failed;
    this.#kill();
    // The process was killed before it could restore the file.
    writeFileSync(path, original);
    return `no end within ${Math.round(this.#limitMs / 1000)} s`;
  }

  /** Test files that failed without any change. They were skipped after that. */
  get unreliable(): readonly string[] {
    return [...this.#unreliable];
  }

  close(): void {
    this.#kill();
    rmSync(this.tree, { recursive: true, force: true });
  }

  async #start(): Promise<ChildProcess> {
    const script = join(this.tree, "scripts/mutate/run-tests.ts");
    // Detached, so that it leads a process group. A test that never ends runs in a child of this child, and is killed with the group.
    const child = fork(script, [this.tree], { cwd: this.tree, detached: true, execArgv: ["--import", "tsx"] });
    const started = await this.#result(child, startLimitMs, () => undefined);
    if (started === undefined) throw new Error("The test process did not start; run `pnpm test` to see why.");
    return child;
  }

  /** Returns the child's next message; undefined if it takes too long or the child exits. */
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
      // The process has already exited.
    }
  }
}

/** Copies the workspace. Symbolic links stay as they are, so that packages find each other within the copy. */
function copyOfWorkspace(): string {
  const tree = mkdtempSync(join(tmpdir(), "tablewright-mutate-"));
  for (const name of ["package.json", "tsconfig.base.json", "README.md", "scripts", "packages", "examples"]) {
    cpSync(join(workspace, name), join(tree, name), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(workspace, "node_modules"), join(tree, "node_modules"));
  return tree;
}
