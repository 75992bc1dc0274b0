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

const workspace = new URL("../../../../", import.meta.url).pathname;
const ownScope = "@tablewright/";

let built: string | undefined;

/** Returns the file of the command for plain Node. */
export function builtBin(): string {
  return join(builtPackages(), "cli/dist/bin.js");
}

/** Returns the folder with the built packages, such as `FOLDER/runtime`. They are built once for the tests of this process. */
export function builtPackages(): string {
  built ??= build();
  return built;
}

/**
 * Builds the command and the packages that it needs in a separate folder, so that neither packing nor other tests see it. The packages are
 * laid out as in an installation: each finds only the dependencies in its package.json. Takes a second.
 */
function build(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tablewright-built-")));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
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
