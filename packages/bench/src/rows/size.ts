import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { kilobytes, type Row, type RowSource } from "../measure/figures.js";

const packageRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Size of an application in one minified file, and what each part adds to it. */
export const bundleSize: RowSource = {
  name: "bundle",
  async measure() {
    const [whole, node, fetch] = [
      await bundle([]),
      await bundle(["node-transport"]),
      await bundle(["fetch-transport"]),
    ];
    const entity = whole.entity;
    const rows: Row[] = [
      {
        what: "an application in one file, minified",
        ours: `${kilobytes(whole.bytes)}, ${kilobytes(node.bytes)} without undici, ${kilobytes(fetch.bytes)} by fetch`,
        budget: "330, 222 and 217 kB",
        holds: whole.bytes <= 330_000 && node.bytes <= 222_000 && fetch.bytes <= 217_000,
      },
      {
        what: "part of a bundle: an entity of 12 properties",
        ours: kilobytes(entity),
        budget: "2.25 kB",
        holds: entity < 2250,
      },
      { what: "part of a bundle: undici", ours: kilobytes(whole.bytes - node.bytes) },
      { what: "part of a bundle: Node's HTTP client", ours: kilobytes(node.bytes - fetch.bytes) },
    ];
    for (const [what, names] of features) {
      const { bytes } = await bundle(["fetch-transport"], names);
      rows.push({ what: `part of a bundle: ${what}`, ours: kilobytes(bytes - fetch.bytes) });
    }
    return rows;
  },
};

/** Export that only generated code imports. */
type CodegenName = keyof typeof import("@tablewright/runtime/codegen/v1");

/** Exports that generated code imports only if its definitions use them. */
const features: readonly (readonly [what: string, names: readonly CodegenName[]])[] = [
  ["indexes", ["indexes"]],
  ["former names and other types of properties", ["evolution"]],
  ["times to live, read-only values and undeclared properties", ["ttl", "readOnly", "unknownProperties"]],
  ["PartitionKeys of intervals or shards", ["partitions", "year", "month", "day", "hour", "shard"]],
  [
    "numbers and times as numbers in keys",
    [
      ...(["int32Asc", "int32Desc", "int64Asc", "int64Desc", "pad", "hex", "upperHex", "desc", "decimal"] as const),
      ...(["ticksAsc", "ticksDesc", "days", "minutes", "seconds", "milliseconds"] as const),
    ],
  ],
  ["times in formats in keys", ["format", "iso", "iso7"]],
  [
    "ULIDs, KSUIDs, Guids, lower case and hashes in keys",
    [
      ...(["ulid", "ksuid", "fixed", "guidB", "guidD", "guidN", "guidUpper"] as const),
      ...(["lower", "upper", "md5", "sha256"] as const),
    ],
  ],
];

export interface BundledBytes {
  readonly bytes: number;
  /** Size of a generated file, in bytes. */
  readonly entity: number;
}

/**
 * Bundles an application into one file, with the XML library external.
 * @param names the names of further exports that the application uses
 */
export async function bundle(conditions: readonly string[], names: readonly string[] = []): Promise<BundledBytes> {
  const used = names.map((name) => `export { ${name} } from "@tablewright/runtime/codegen/v1";`).join("\n");
  const contents = `import { TableServiceClient } from "@tablewright/runtime";
import { Reading } from "./dist/tables.gen/index.js";
export const readings = TableServiceClient.fromConnectionString(process.env.TABLES).entities(Reading);
${used}`;
  const { metafile } = await build({
    stdin: { contents, resolveDir: packageRoot },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    conditions: ["module", ...conditions],
    external: ["fast-xml-parser"],
    metafile: true,
    write: false,
    absWorkingDir: packageRoot,
    outfile: "out.mjs",
  });
  const [output] = Object.values(metafile.outputs);
  const generated = Object.entries(output?.inputs ?? {}).filter(([path]) => path.includes("tables.gen/reading"));
  return {
    bytes: output?.bytes ?? 0,
    entity: generated.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
  };
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
