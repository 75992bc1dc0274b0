import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const workspace = fileURLToPath(new URL("../../../..", import.meta.url));

/** A built workspace: this one, or that of another commit. */
export interface Build {
  /** Name in the results, such as `working tree` or `a9ff7bdf`. */
  readonly name: string;
  /** URL of the bench's compiled modules, which import the packages of the same build. */
  readonly dist: URL;
}

export const workingTree: Build = { name: "working tree", dist: new URL("../", import.meta.url) };

/** Environment without the settings of the pnpm that runs the bench, because npm does not know these settings. */
const withoutSettings = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/**
 * Builds a commit in a temporary folder, with the sources of this bench in place of the commit's, so that both builds do the same work. The
 * generated classes are those that the commit's own generator wrote. A program that uses a feature that the commit lacks fails when it is
 * run.
 * @throws Error if the commit does not exist, or its packages do not build.
 */
export function buildCommit(commit: string): Build & { remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-against-"));
  const root = join(folder, "workspace");
  const run = (command: string, ...args: readonly string[]) =>
    execFileSync(command, args, {
      cwd: existsSync(root) ? root : workspace,
      env: withoutSettings,
      stdio: ["ignore", "ignore", "inherit"],
    });
  const remove = () => {
    rmSync(folder, { recursive: true });
    execFileSync("git", ["worktree", "prune"], { cwd: workspace });
  };
  try {
    run("git", "worktree", "add", "--quiet", "--detach", root, commit);
    const name = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
    run("npx", "-y", "pnpm@10", "install", "--frozen-lockfile", "--prefer-offline", "--silent");
    run("npx", "-y", "pnpm@10", "run", "--silent", "build");
    overlayBench(root);
    compileBench(root);
    return { name, dist: pathToFileURL(join(root, "packages/bench/dist/")), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Replaces the sources of the commit's bench by those of this bench, except the generated classes. */
function overlayBench(root: string): void {
  const own = join(workspace, "packages/bench/src");
  const isOwn = (path: string) => !path.startsWith(join(own, "tables.gen"));
  cpSync(own, join(root, "packages/bench/src"), { recursive: true, filter: isOwn });
}

/** Compiles the replaced bench. Type errors are not reported: a program that needs another API fails when it is run. */
function compileBench(root: string): void {
  try {
    execFileSync("npx", ["tsc", "-p", "packages/bench/tsconfig.build.json", "--noEmitOnError", "false"], {
      cwd: root,
      stdio: "ignore",
    });
  } catch (error) {
    if (!existsSync(join(root, "packages/bench/dist/against/rows.js"))) throw error;
  }
}
