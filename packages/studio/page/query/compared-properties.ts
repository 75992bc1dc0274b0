import type { EntityInfo } from "../../src/contract/model.js";
import type { EdmName, Row } from "../../src/contract/rows.js";
import { shortType } from "../grid/columns.js";

/** Property that a condition can compare: one of an entity, or a stored one of any rows. */
export interface ComparedProperty {
  readonly name: string;
  readonly type: EdmName;
  readonly oneOf?: readonly string[];
  /** True for a stored property. Rows may store values of several types under its name. */
  readonly isStored?: boolean;
}

/** Returns the properties that a query can compare: those of the entity, or without one those of rows that were read. */
export function comparedProperties(entity: EntityInfo | undefined, rows: readonly Row[]): readonly ComparedProperty[] {
  if (entity !== undefined) return entity.properties;
  const found = new Map<string, ComparedProperty>();
  for (const { properties } of rows)
    for (const [name, type] of properties)
      if (type !== "Edm.Binary") found.set(`${name} ${type}`, { name, type, isStored: true });
  return [...found.values()];
}

/** Returns the name of a property; of a stored one also its type, because rows may store several types under a name. */
export function titleOf({ name, type, isStored }: ComparedProperty): string {
  return isStored ? `${name} ${shortType(type)}` : name;
}

/** Returns the only values that a property can have; undefined if it can have any of its type. */
export function choicesOf(property: ComparedProperty | undefined): readonly string[] | undefined {
  return property?.oneOf ?? (property?.type === "Edm.Boolean" ? ["true", "false"] : undefined);
}
