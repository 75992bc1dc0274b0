import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { kilobytes, type RowSource } from "./row.js";

const packageRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Our own code in an application's bundle, with one entity and with two. */
export const bundleSize: RowSource = {
  name: "bundle",
  async measure() {
    const one = await bundle(["Reading"]);
    return [
      {
        what: "own code in a bundle, minified",
        ours: `${kilobytes(one.own)}, and ${kilobytes(one.entity)} an entity`,
        budget: "under 25 kB, and 2 kB an entity",
        holds: one.own < 25_000 && one.entity < 2000,
      },
    ];
  },
};

/** Bytes of an application's bundle that come from the runtime, and from its generated files. */
async function bundle(entities: readonly string[]): Promise<{ readonly own: number; readonly entity: number }> {
  const contents = `import { TableServiceClient } from "@tablewright/runtime";
import { ${entities.join(", ")} } from "./dist/tables.gen/index.js";
export const service = TableServiceClient.fromConnectionString(process.env.TABLES);
export const clients = [${entities.join(", ")}].map((entity) => service.entities(entity));`;
  const { metafile } = await build({
    stdin: { contents, resolveDir: packageRoot },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    external: ["undici", "undici/*", "fast-xml-parser"],
    metafile: true,
    write: false,
    absWorkingDir: packageRoot,
    outdir: "out",
  });
  let own = 0;
  let entity = 0;
  for (const output of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
      if (path.includes("tables.gen/")) entity += bytesInOutput;
      else if (path.includes("runtime/dist/")) own += bytesInOutput;
    }
  }
  return { own, entity: entity / entities.length };
}

/** What an installation for production takes on disk, dependencies included. */
export const installedSize: RowSource = {
  name: "installed",
  async measure() {
    const incumbent = installed("@azure/data-tables");
    const ours = installed("@tablewright/runtime");
    const words = ({ bytes, packages }: Installed) => `${(bytes / 1e6).toFixed(2)} MB in ${packages} packages`;
    return [
      {
        what: "installed with dependencies",
        incumbent: words(incumbent),
        ours: `${words(ours)}, ${(incumbent.bytes / ours.bytes).toFixed(1)} times smaller`,
        budget: "at least 5 times smaller, at most 9 packages",
        holds: incumbent.bytes / ours.bytes >= 5 && ours.packages <= 9,
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
    for (const dependency of Object.keys(dependencies)) visit(folderOf(dependency, folder));
  };
  visit(folderOf(name, packageRoot));
  return { bytes: [...folders].reduce((sum, folder) => sum + publishedBytes(folder), 0), packages: folders.size };
}

function folderOf(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(candidate)) return realpathSync(candidate);
    if (folder === dirname(folder)) throw new Error(`${name} is not installed for ${from}.`);
  }
}

/** Of a package of this workspace, what its `files` publish; of an installed one, everything. */
function publishedBytes(folder: string): number {
  const isOurs = !folder.includes("node_modules");
  const size = (path: string): number =>
    statSync(path).isDirectory()
      ? readdirSync(path)
          .filter((name) => name !== "node_modules")
          .reduce((sum, name) => sum + size(join(path, name)), 0)
      : isOurs && /\.(map|tsbuildinfo)$/.test(path)
        ? 0
        : statSync(path).size;
  return isOurs ? size(join(folder, "dist")) + size(join(folder, "package.json")) : size(folder);
}
