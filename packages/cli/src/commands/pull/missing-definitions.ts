import { undeclaredIn } from "../../definitions/find-schema.js";
import type { AnySchema } from "../../definitions/load-schema.js";
import { determineFit } from "./row-fit.js";
import type { SampledRow } from "./sample/columns.js";

/** Rows and properties of a table that its existing definitions do not cover. */
export interface MissingDefinitions {
  /** Rows that no definition reads and that belong to no declared index. */
  readonly unknown: readonly SampledRow[];
  /** Number of rows that have the kind or the key prefixes of a definition but do not match it, by the definition's name. */
  readonly different: Readonly<Record<string, number>>;
  readonly undeclared: readonly UndeclaredProperty[];
}

/** Stored property that the definition of its rows does not declare. */
export interface UndeclaredProperty {
  readonly entity: string;
  /** Name of the property as stored. */
  readonly property: string;
  /** Number of rows for each Edm type under which they store the property. */
  readonly types: Readonly<Record<string, number>>;
}

export function findMissing(schemas: readonly AnySchema[], rows: readonly SampledRow[]): MissingDefinitions {
  const unknown: SampledRow[] = [];
  const different = new Map<string, number>();
  const undeclared = new Map<string, { entity: string; property: string; types: Map<string, number> }>();
  for (const row of rows) {
    const fits = schemas.map((schema) => [schema, determineFit(schema, row)] as const);
    const [schema, fit] =
      fits.find(([, found]) => found === "fits") ?? fits.find(([, found]) => found === "differs") ?? [];
    if (schema === undefined) {
      unknown.push(row);
      continue;
    }
    if (fit === "differs") different.set(schema.name, (different.get(schema.name) ?? 0) + 1);
    for (const property of undeclaredIn(schema, row)) {
      const type = row.properties[property]?.type ?? "";
      const key = `${schema.name} ${property}`;
      const found = undeclared.get(key) ?? { entity: schema.name, property, types: new Map<string, number>() };
      undeclared.set(key, found);
      found.types.set(type, (found.types.get(type) ?? 0) + 1);
    }
  }
  return {
    unknown,
    different: Object.fromEntries(different),
    undeclared: [...undeclared.values()].map((found) => ({ ...found, types: Object.fromEntries(found.types) })),
  };
}
