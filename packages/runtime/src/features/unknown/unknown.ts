import type { SchemaHooks } from "../../schema/entity-schema.js";
import type { Hooks } from "../../schema/hooks.js";
import { checkPropertyCount, checkUndeclared, readUnknownProperties } from "./unknown-properties.js";

/** Keeps properties that the definition does not declare, under `$extra`. */
export const unknownProperties: Hooks<SchemaHooks> = {
  undeclared: (schema, row, typed) => readUnknownProperties(row, schema, typed),
  checkBody: checkPropertyCount,
  undeclaredName: checkUndeclared,
};
