import type { StoredTableRow } from "@tablewright/runtime";
import { findMismatches } from "@tablewright/runtime/edm";
import { hasKeysOfDefinition, undeclaredIn } from "../../definitions/find-schema.js";
import type { AnySchema } from "../../definitions/load-schema.js";
import { buildFinding, type Finding } from "../../rows/finding.js";

/**
 * Returns what is wrong with a stored row; an empty list if it matches its definition.
 * @param schema schema of the definition that reads the row; undefined if none does
 * @param schemas schemas of all definitions of the row's table
 */
export function checkRow(
  schema: AnySchema | undefined,
  schemas: readonly AnySchema[],
  row: StoredTableRow,
): readonly Finding[] {
  if (schema === undefined) return [unknownKind(schemas, row)];
  const mismatches = findMismatches({ $schema: schema }, row).map((mismatch) => buildFinding(schema, mismatch));
  return [...mismatches, ...undeclared(schema, row)];
}

function unknownKind(schemas: readonly AnySchema[], row: StoredTableRow): Finding {
  const names = new Set(schemas.flatMap(({ kindProperty }) => (kindProperty === undefined ? [] : [kindProperty])));
  const property = [...names].find((name) => row.properties[name] !== undefined);
  const stored = property === undefined ? undefined : row.properties[property];
  const found = { code: "entity.wrong-kind", property, storedType: stored?.type } as const;
  if (stored !== undefined) {
    const kind =
      stored.type === "Edm.String" ? JSON.stringify(stored.value.slice(0, maxKindUnits)) : `an ${stored.type}`;
    return { ...found, entity: undefined, message: `The ${property} is ${kind}, which no definition has` };
  }
  const entity = schemas.find((schema) => hasKeysOfDefinition(schema, row))?.name;
  if (names.size === 0) return { ...found, entity, message: "The keys match no definition" };
  const hint = entity === undefined ? "" : `; its keys match ${entity}`;
  return { ...found, entity, message: `The row has no ${[...names].join(" or ")}${hint}` };
}

/** Maximum length of an unknown kind in a message, in UTF-16 code units. Longer ones are cut off. */
const maxKindUnits = 40;

function undeclared(schema: AnySchema, row: StoredTableRow): Finding[] {
  return undeclaredIn(schema, row).map((property) => {
    const storedType = row.properties[property]?.type;
    const message = `${schema.name} does not declare ${property}, which is stored as ${storedType}`;
    return { code: "property.undeclared", entity: schema.name, property, storedType, message };
  });
}
