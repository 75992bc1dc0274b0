import type { EdmType } from "./edm-type.js";
import { mismatch, wrongType } from "./value-errors.js";
import { absent, type Given, type WritableProperty, type WriteMode } from "./writable-property.js";

export function checkBoolean(value: boolean): boolean {
  if (typeof value !== "boolean") throw wrongType("Edm.Boolean", "true or false", value);
  return value;
}

/** Reads an Edm.Boolean property from JSON. It needs no `odata.type` annotation, because only this type is stored as `true` or `false`. */
export function readBoolean(json: unknown): boolean;
export function readBoolean(json: unknown, optional: true): boolean | undefined;
export function readBoolean(json: unknown, optional?: true): boolean | undefined {
  if (typeof json !== "boolean") {
    if (optional && (json === undefined || json === null)) return undefined;
    throw mismatch("Edm.Boolean", json, undefined);
  }
  return json;
}

export function writeBoolean(property: WritableProperty, value: Given<boolean>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return property.jsonPrefix + (checkBoolean(value) ? "true" : "false");
}

export const boolean: EdmType<boolean> = {
  edm: "Edm.Boolean",
  toJson: (value) => (checkBoolean(value) ? "true" : "false"),
  toLiteral: (value) => (checkBoolean(value) ? "true" : "false"),
  fromJson: (json) => readBoolean(json),
};
