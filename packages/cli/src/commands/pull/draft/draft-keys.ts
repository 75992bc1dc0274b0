import type { KeyPartSource, KeySource, PropertySource } from "@tablewright/generator";
import type { DraftPart, UnstoredPart } from "../keys/draft-part.js";
import type { DraftKeys } from "../keys/infer-keys.js";
import { maxPartLength } from "../keys/key-length.js";
import type { SampledRow } from "../sample/columns.js";
import { isUnsigned } from "./draft-property.js";
import { propertyName, type UniqueNames } from "./names.js";

interface KeySources {
  readonly partitionKey: KeySource;
  readonly rowKey: KeySource;
  /** Properties that only the keys contain. */
  readonly keyOnly: readonly PropertySource[];
}

/**
 * Drafts the declarations of both keys.
 * @param members names of the declared properties, by their stored names
 * @param names the names that are already taken; this function adds the names of properties that only the keys contain
 */
export function draftKeys(
  keys: DraftKeys,
  rows: readonly SampledRow[],
  members: ReadonlyMap<string, string>,
  names: UniqueNames,
): KeySources {
  const builder = new KeyBuilder(keys, members, names);
  const partitionKey = { parts: builder.partsOf("partitionKey") };
  const rowKey = { parts: hasOneKey(keys, rows) ? partitionKey.parts : builder.partsOf("rowKey") };
  return { partitionKey, rowKey, keyOnly: builder.keyOnly };
}

/** Returns whether each key is a single value that no property stores, and whether each row's PartitionKey equals its RowKey. */
function hasOneKey({ partitionKey, rowKey }: DraftKeys, rows: readonly SampledRow[]): boolean {
  const isUnstored = ([part, ...others]: readonly DraftPart[]) => part?.kind === "unstored" && others.length === 0;
  if (!isUnstored(partitionKey) || !isUnstored(rowKey)) return false;
  return rows.every((row) => row.partitionKey === row.rowKey);
}

/** Names the key values that no property stores, and declares them as properties that only the keys contain. */
class KeyBuilder {
  readonly keyOnly: PropertySource[] = [];
  readonly #keys: DraftKeys;
  readonly #members: ReadonlyMap<string, string>;
  readonly #names: UniqueNames;

  constructor(keys: DraftKeys, members: ReadonlyMap<string, string>, names: UniqueNames) {
    this.#keys = keys;
    this.#members = members;
    this.#names = names;
  }

  partsOf(key: "partitionKey" | "rowKey"): KeyPartSource[] {
    const { separator } = this.#keys;
    const parts = this.#keys[key];
    const maxLength = maxPartLength(parts, typeof separator === "string" ? separator : separator[key]);
    return parts.map((part, index): KeyPartSource => {
      if (part.kind === "literal") return part;
      const { encoding, width, touches } = part;
      const format = {
        kind: "property" as const,
        encoding,
        ...(width !== undefined && { width }),
        ...(touches && { touches }),
      };
      if (part.kind === "unstored") {
        const name = this.#declare(part, nameAfter(parts[index - 1]) ?? plainNames[key], maxLength);
        return { ...format, property: { name } };
      }
      const name = this.#members.get(part.column) ?? part.column;
      return { ...format, property: { name }, ...(part.shards !== undefined && { shards: part.shards }) };
    });
  }

  /**
   * Declares a key value as a property that only the keys contain, and returns the property's name.
   * @param base the preferred name; if it is taken, a number is appended to it
   */
  #declare({ type, encoding, length, pattern }: UnstoredPart, base: string, maxLength: number | undefined): string {
    const name = this.#names.take(base);
    const isText = type === "string" && length === undefined && pattern === undefined;
    this.keyOnly.push({
      name,
      storedName: name,
      type,
      keyOnly: true,
      ...(length !== undefined && { length }),
      ...(pattern !== undefined && { pattern }),
      ...(isText && maxLength !== undefined && { maxLength }),
      ...(type === "int32" && isUnsigned(encoding) && { min: 0 }),
      ...(type === "dateTime" && isNumeral(encoding) && { notes: ["its digits look like a time"] }),
    });
    return name;
  }
}

/** Default names of values in the two keys. They are used if no constant text before the value suggests a name. */
const plainNames = { partitionKey: "partition", rowKey: "row" } as const;

/**
 * Derives a key value's name from the constant before it: `room` for `room_{*}`, `grainReference` for `GrainReference={*}`. Returns
 * undefined if there is no constant from which a name can be derived.
 */
function nameAfter(part: DraftPart | undefined): string | undefined {
  if (part?.kind !== "literal") return undefined;
  const [word = ""] = /[A-Za-z]{3,}(?=[^A-Za-z0-9]*$)/.exec(part.text) ?? [];
  return word === ""
    ? undefined
    : propertyName(word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1));
}

/** Returns whether a key encoding writes times as plain numbers, so that a number with another meaning can be mistaken for a time. */
function isNumeral(encoding: string): boolean {
  return /^(?:asc|desc)$|^\.milliseconds/.test(encoding);
}
