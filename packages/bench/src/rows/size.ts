import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { kilobytes, type RowSource } from "../measure/figures.js";

const packageRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Size of the SDK's own code in an application's bundle: the part loaded at the start, and all of it. */
export const bundleSize: RowSource = {
  name: "bundle",
  async measure() {
    const { atStart, later, entity } = await bundle();
    return [
      {
        what: "own code in a bundle, minified",
        ours: `${kilobytes(atStart)} at the start, ${kilobytes(atStart + later)} with what is loaded later, and ${kilobytes(entity)} an entity`,
        budget: "2.25 kB an entity",
        holds: entity < 2250,
      },
    ];
  },
};

interface BundledBytes {
  /** Size of the runtime in outputs that are loaded at the start, in bytes. */
  readonly atStart: number;
  /** Size of the runtime in outputs behind `import()`, in bytes. */
  readonly later: number;
  /** Size of a generated file, in bytes. */
  readonly entity: number;
}

/** Bundles an application, with undici and the XML library external. */
async function bundle(): Promise<BundledBytes> {
  const contents = `import { TableServiceClient } from "@tablewright/runtime";
import { Reading } from "./dist/tables.gen/index.js";
export const readings = TableServiceClient.fromConnectionString(process.env.TABLES).entities(Reading);`;
  const { metafile } = await build({
    stdin: { contents, resolveDir: packageRoot },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    external: ["#undici", "#undici-pool", "fast-xml-parser"],
    metafile: true,
    write: false,
    absWorkingDir: packageRoot,
    outdir: "out",
  });
  const { outputs } = metafile;
  const isEntry = ({ entryPoint }: (typeof outputs)[string]) => entryPoint === "<stdin>";
  const start = new Set(Object.keys(outputs).filter((path) => isEntry(outputs[path] as (typeof outputs)[string])));
  for (const path of start) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && imported in outputs) start.add(imported);
    }
  }
  const bytes = { atStart: 0, later: 0, entity: 0 };
  for (const [path, output] of Object.entries(outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      if (input.includes("tables.gen/reading")) bytes.entity += bytesInOutput;
      else if (/runtime\/dist\//.test(input)) bytes[start.has(path) ? "atStart" : "later"] += bytesInOutput;
    }
  }
  return bytes;
}

/** Disk space of an installation for production, including dependencies. */
export const installedSize: RowSource = {
  name: "installed",
  async measure() {
    const baseline = installed("@azure/data-tables");
    const ours = installed("@tablewright/runtime");
    const words = ({ bytes, packages }: Installed) => `${(bytes / 1e6).toFixed(2)} MB in ${packages} packages`;
    return [
      {
        what: "installed with dependencies",
        baseline: words(baseline),
        ours: `${words(ours)}, ${(baseline.bytes / ours.bytes).toFixed(1)} times smaller`,
      },
    ];
  },
};

interface Installed {
  readonly bytes: number;
  readonly packages: number;
}

function installed(name: string): Installed {
  const folders = new Set<string>();
  const visit = (folder: string) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    for (const dependency of Object.keys(dependencies)) visit(findFolder(dependency, folder));
  };
  visit(findFolder(name, packageRoot));
  const bytes = [...folders].reduce((sum, folder) => sum + publishedBytes(folder), 0);
  return { bytes, packages: folders.size };
}

function findFolder(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(candidate)) return realpathSync(candidate);
    if (folder === dirname(folder)) throw new Error(`${name} is not installed for ${from}.`);
  }
}

/** Returns the size of a package: the files that npm would publish for one of this workspace, all files for an installed one. */
function publishedBytes(folder: string): number {
  if (folder.includes("node_modules")) return fileBytes(folder);
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" }));
  return packed.unpackedSize;
}

function fileBytes(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return readdirSync(path)
    .filter((name) => name !== "node_modules")
    .reduce((sum, name) => sum + fileBytes(join(path, name)), 0);
}
