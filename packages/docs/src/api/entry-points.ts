import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Folders of the published packages, in the order of the API reference. */
const publishedPackages = ["runtime", "cli", "testing", "sql", "studio", "generator", "adopt"] as const;

/** Entry point of a published package. */
export interface EntryPoint {
  /** Name that programs import, such as `@tablewright/runtime/admin`. */
  readonly specifier: string;
  /** Absolute path of its source. */
  readonly source: string;
  /** Folder of the package, such as `runtime`. */
  readonly folder: string;
  /** Path within the package, such as `admin`; `index` for its root. */
  readonly name: string;
}

const packages = new URL("../../../", import.meta.url).pathname;

/** Returns the entry points of all published packages, from their manifests. */
export function entryPoints(): EntryPoint[] {
  return publishedPackages.flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8")) as {
      readonly name: string;
      readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
    };
    return Object.entries(exports).flatMap(([path, target]) => {
      const source = typeof target === "string" ? undefined : target["@tablewright/source"];
      if (source === undefined) return [];
      return {
        specifier: posix.join(name, path),
        source: join(packages, folder, source),
        folder,
        name: path === "." ? "index" : path.slice(2),
      };
    });
  });
}

/** Entry points that generated code or a test runner imports, but no program. */
const forTools = /\/(?:codegen\/v1|global-setup|global-teardown|test-account)$/;

/** Returns the entry points that the API reference describes. */
export function documentedEntryPoints(): EntryPoint[] {
  return entryPoints().filter(({ specifier }) => !forTools.test(specifier));
}
