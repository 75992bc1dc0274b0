import { type Code, codedType, writeCode } from "../../codec/edm/coded-type.js";
import type { EdmType } from "../../codec/edm/edm-type.js";
import type { Property } from "../../schema/property.js";

/**
 * Returns a property whose values are names, each stored as a code: `$.coded($.int32("status"), { open: 0, paid: 1 })`.
 * @param fallback the default, as one of the names
 */
export function coded(property: Property, codes: Readonly<Record<string, Code>>, fallback?: string): Property {
  const type = codedType(property.type, codes);
  return {
    ...property,
    type: type as EdmType,
    write: writeCode as Property["write"],
    default: fallback,
    defaultMember: fallback === undefined ? "" : property.jsonPrefix + type.toJson(fallback),
  };
}
