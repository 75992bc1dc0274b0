import { undeclaredIn } from "../../definitions/find-schema.js";
import type { AnySchema } from "../../definitions/load-schema.js";
import { determineFit } from "./row-fit.js";
import type { SampledRow } from "./sample/columns.js";

/** Rows and properties of a table that its existing definitions do not cover. */
export interface MissingDefinitions {
  /** Rows that belong neither to a defined entity nor to a declared index. */
  readonly unknown: readonly SampledRow[];
  /** By the name of a definition: the number of rows that have its kind or its key prefixes but do not match it. */
  readonly different: Readonly<Record<string, number>>;
  readonly undeclared: readonly UndeclaredProperty[];
}

/** Property that rows store although the definition of these rows does not declare it. */
export interface UndeclaredProperty {
  readonly entity: string;
  /** Name of the property as stored. */
  readonly property: string;
  /** Number of rows that store the property, by the Edm type that they store it with. */
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
