import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, beforeAll } from "vitest";

const workspace = new URL("../../../../", import.meta.url).pathname;
const ownScope = "@tablewright/";

/** Published command, with a service for it to connect to. */
export interface BuiltCli {
  /** File of the command, for plain Node. */
  readonly bin: string;
  readonly server: TableServer;
}

/** Builds the command and starts the service for the tests of a file. */
export function builtCli(): BuiltCli {
  let root: string | undefined;
  let server: TableServer | undefined;
  const during = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error("The command is built only for tests.");
    return value;
  };
  beforeAll(async () => {
    server = await serveTableService();
    root = build();
  });
  afterAll(async () => {
    if (root !== undefined) rmSync(root, { recursive: true, force: true });
    await server?.close();
  });
  return {
    get bin() {
      return join(during(root), "cli/dist/bin.js");
    },
    get server() {
      return during(server);
    },
  };
}

/**
 * Builds the command and the packages that it needs in a separate folder, so that neither packing nor other tests see it. They are laid
 * out as an install would do it: each package finds the dependencies that its package.json names, and no others. Takes a second.
 */
function build(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tablewright-built-")));
  const bundle = ["--import", "tsx", "scripts/bundle.ts", "--out", root];
  execFileSync(process.execPath, bundle, { cwd: workspace, stdio: ["ignore", "ignore", "pipe"] });
  for (const name of ["runtime", "generator", "adopt", "sql", "studio", "testing", "cli"]) install(name, root);
  return root;
}

function install(name: string, root: string): void {
  const source = join(workspace, "packages", name);
  const manifest = join(root, name, "package.json");
  copyFileSync(join(source, "package.json"), manifest);
  const { files, dependencies, peerDependencies } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly files: readonly string[];
    readonly dependencies?: object;
    readonly peerDependencies?: object;
  };
  for (const file of files.filter((path) => path !== "dist" && !path.startsWith("!")))
    symlinkSync(join(source, file), join(root, name, file));
  for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
    const installed = join(source, "node_modules", dependency);
    if (!existsSync(installed)) continue;
    const link = join(root, name, "node_modules", dependency);
    mkdirSync(dirname(link), { recursive: true });
    const isOwn = dependency.startsWith(ownScope);
    symlinkSync(isOwn ? join(root, dependency.slice(ownScope.length)) : realpathSync(installed), link);
  }
}
