import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Part of the source that is mutated, and the tests that have to detect its mutants. */
export interface Area {
  /** Folders of its source. */
  readonly sources: readonly string[];
  /** Subfolders that belong to another area. */
  readonly without?: readonly string[];
  /** Folders of its tests. */
  readonly tests: readonly string[];
}

export const areas = {
  runtime: {
    sources: ["packages/runtime/src"],
    // Indexes, receipts, round trips and keys have their tests in `conformance`, because these need a server.
    tests: [
      "packages/runtime/src",
      ...["indexes", "receipts", "round-trips", "key-shapes"].map((name) => `packages/conformance/src/${name}`),
    ],
  },
  testing: { sources: ["packages/testing/src"], tests: ["packages/testing/src"] },
  generator: {
    sources: ["packages/generator/src"],
    without: ["packages/generator/src/lock"],
    tests: ["packages/generator/src"],
  },
  lock: { sources: ["packages/generator/src/lock"], tests: ["packages/generator/src"] },
  adopt: { sources: ["packages/adopt/src"], tests: ["packages/adopt/src", "packages/cli/src/commands/adopt"] },
  cli: { sources: ["packages/cli/src"], tests: ["packages/cli/src", "packages/conformance/src/pull"] },
  sql: {
    sources: ["packages/sql/src"],
    // `conformance` compares the results of queries on a server. Tests of the command line check exported files.
    tests: [
      "packages/sql/src",
      "packages/conformance/src/sql",
      ...["sql", "export"].map((name) => `packages/cli/src/commands/${name}`),
    ],
  },
} as const satisfies Readonly<Record<string, Area>>;

export type AreaName = keyof typeof areas;

export const areaNames = Object.keys(areas) as readonly AreaName[];

/** Returns the source files of an area, relative to the workspace. Omits tests, what only tests use, and generated files. */
export function findSources(workspace: string, area: Area): readonly string[] {
  const { sources, without = [] } = area;
  return sources
    .flatMap((folder) => readdirSync(join(workspace, folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.ts$/.test(file) && !/\.(test|gen|d)\.ts$|\/(test|fixtures|golden)\//.test(file))
    .filter((file) => !without.some((folder) => file.startsWith(`${folder}/`)))
    .toSorted();
}
