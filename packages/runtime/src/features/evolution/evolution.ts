import { readStored, storedNameIn } from "../../codec/column.js";
import { acceptedTexts, convertJson } from "../../codec/edm/convert-json.js";
import { changesOnly, type EdmName, type EdmType, type WriteMode, withDefaults } from "../../codec/edm/edm-type.js";
import { own } from "../../codec/payload.js";
import { formatValue } from "../../errors/format-value.js";
import { isTableError, TableError } from "../../errors/table-error.js";
import type { AnySchema, EntityPayload } from "../../schema/entity-schema.js";
import type { PropertyHooks } from "../../schema/hooks.js";
import type { Limits } from "../../schema/limits.js";
import { type Property, readNames } from "../../schema/property.js";
import { evolvedFilter } from "./filter-evolved.js";

/**
 * Functions that read and write properties with former names (`formerly`) or other Edm types (`reads`). Generated code passes these
 * functions as the option `evolution` of each such property.
 */
export const evolution: PropertyHooks = {
  filter: evolvedFilter as PropertyHooks["filter"],
  read: readConverted,
  readStored,
  readNames,
  holdsFormerNames,
  renamedNames,
  withoutFormerNames,
};

/**
 * Reads a stored value. It has the Edm type of the definition, or one in `reads` that can be converted to it without loss.
 * @param reads the other Edm types that rows may have
 * @throws TableError `decode.*`; the caller adds the names of entity and property
 */
export function readConverted(
  type: EdmType,
  reads: readonly EdmName[],
  json: unknown,
  annotation: unknown,
  typed: boolean,
): unknown {
  const isUncertain = annotation === undefined && !typed && typeof json === "string";
  if (isUncertain) return readText(type, reads, json);
  const source = reads.find((edm) => edm === (annotation ?? edmOfJson(json)));
  if (source === undefined) return type.fromJson(json, annotation, typed);
  const converted = convertJson(json, source, type.edm);
  if (converted !== undefined) return type.fromJson(converted, type.edm, true);
  const accepted = source === "Edm.String" ? acceptedTexts[type.edm] : undefined;
  const reason =
    accepted === undefined
      ? `does not convert to ${type.edm} without loss`
      : `is no text of an ${type.edm}: ${accepted}`;
  throw new TableError("decode.malformed", `is stored as ${source} ${formatValue(json)}, which ${reason}`);
}

/**
 * Reads a JSON string from a payload without type annotations. Such a string can be a value of most Edm types. The type of the definition
 * is tried first, then those in `reads`, and the first that fits is taken.
 */
function readText(type: EdmType, reads: readonly EdmName[], json: string): unknown {
  try {
    return type.fromJson(json, undefined, false);
  } catch (error) {
    const converted = reads.map((source) => convertJson(json, source, type.edm)).find((value) => value !== undefined);
    if (converted === undefined || !isTableError(error)) throw error;
    return type.fromJson(converted, type.edm, true);
  }
}

/**
 * Returns the Edm type of a JSON value without an `odata.type` annotation; undefined if JSON alone does not show it. A whole number counts
 * as Edm.Int32. It may be an Edm.Double, but every type that reads one of the two reads the other too.
 */
function edmOfJson(json: unknown): EdmName | undefined {
  if (typeof json === "string") return "Edm.String";
  if (typeof json === "boolean") return "Edm.Boolean";
  return typeof json === "number" && (json | 0) === json ? "Edm.Int32" : undefined;
}

type Renamed = Pick<AnySchema, "renamed">;

/**
 * Returns the JSON member of a property, followed by members with the same value under its former names. These are needed with
 * `keepFormer`, and in a merge or insertOrMerge, which cannot remove stored properties. Otherwise a program that reads a former name first
 * would see an older value.
 * @param member result of the property's writer; may be empty
 */
export function withFormerNames(property: Property, member: string, mode: WriteMode): string {
  if (member === "" || (mode === withDefaults && !property.keepFormer)) return member;
  const value = member.slice(property.jsonPrefix.length);
  return property.formerPrefixes.reduce((text, prefix) => text + prefix + value, member);
}

/** Removes the members under former names from encoded changes, because the row has none of these names or the write removes them. */
function withoutFormerNames({ renamed }: Renamed, changes: object, members: string, limits: Limits): string {
  let text = members;
  for (const property of renamed) {
    const value = (changes as Readonly<Record<string, unknown>>)[property.field];
    const written = property.write(property, value, changesOnly, limits);
    // A quote inside of a value has a backslash before it, so this text can only be the property's members.
    if (written !== "") text = text.replace(withFormerNames(property, written, changesOnly), () => written);
  }
  return text;
}

/**
 * Returns, for each former name, the current name if the row's value is stored under it. Otherwise the value under it is outdated and is
 * dropped, so the result is an empty text.
 */
function renamedNames({ renamed }: Renamed, row: EntityPayload): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const property of renamed) {
    const current = storedNameIn(row, property);
    for (const former of property.formerly ?? []) {
      names.set(former, former === current ? (property.name ?? property.field) : "");
    }
  }
  return names;
}

/** Returns whether a row has a property under a former name that can be removed, because no program needs it any more. */
export function holdsFormerNames({ renamed }: Renamed, row: EntityPayload): boolean {
  return renamed.some(({ formerly = [] }) => formerly.some((name) => (own(row, name) ?? undefined) !== undefined));
}
