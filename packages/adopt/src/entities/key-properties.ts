import type { KeyPartSource, PropertySource } from "@tablewright/generator";
import { typescript } from "../program/typescript.js";
import type { ShapeProperty } from "../trace/shape.js";
import type { Hole } from "../trace/template.js";
import { chooseEncoding, describeConversion } from "./choose-encoding.js";
import { buildPropertyName } from "./draft-properties.js";
import type { EntityGroup } from "./group-entities.js";

/** Properties whose values are in the keys of one entity. */
export class KeyProperties {
  /** Names of the properties whose text is in a key without escapes, so that it could contain the key's separator. */
  readonly raw = new Set<string>();
  readonly #group: EntityGroup;
  readonly #properties: Map<string, PropertySource>;
  readonly #notes: string[];
  /**
   * Identity (`Hole.identity`) of the value of each property that is only in the key, by the property's name. If both keys contain the same
   * value, they share one property.
   */
  readonly #identities = new Map<string, string>();

  /**
   * @param properties all properties of the entity by name; receives those that only the keys contain
   * @param notes receives notes about what is uncertain
   */
  constructor(group: EntityGroup, properties: Map<string, PropertySource>, notes: string[]) {
    this.#group = group;
    this.#properties = properties;
    this.#notes = notes;
  }

  /**
   * Returns the key part for a variable part of the program's key. Declares the property for it if the program does not store one.
   * @param title `PartitionKey` or `RowKey`, for notes
   */
  part(title: string, hole: Hole): KeyPartSource {
    const { form, width } = hole;
    const [stored, property] = findStoredProperty(hole, this.#group);
    const name = buildPropertyName(stored ?? hole.name ?? (form === "text" ? "id" : "part"));
    const taken = property !== undefined && property.identity !== hole.identity;
    if (taken) this.#notes.push(`uncertain: ${name} in the ${title} is assumed to be the property of that name`);
    const encoding = chooseEncoding(hole, property);
    if (encoding === undefined) {
      if (form !== "text") this.#notes.push(`the ${title} has ${name} as text: ${describeConversion(form)}`);
      return this.asText(property === undefined ? name : `${name}Key`, hole);
    }
    if (encoding === "raw") this.raw.add(name);
    const isNumber = encoding === "pad" && (property === undefined || property.type === "Double");
    // An Edm.Int32 has at most 10 digits.
    const padded = {
      type: width !== undefined && width > 10 ? "int64" : "int32",
      reads: [] as readonly string[],
      notes: ["uncertain: a whole number, since the key pads it"],
    } as const;
    const known = this.#properties.get(name) ?? { name, storedName: name, type: "int32", keyOnly: true };
    this.#properties.set(name, { ...known, optional: false, ...(isNumber ? padded : {}) });
    return {
      kind: "property",
      encoding,
      property: { name },
      ...(encoding === "pad" && width !== undefined ? { width } : {}),
    };
  }

  /**
   * Adds a string property that only the key contains, named `wanted` if that name is free. Returns its key part, which is written without
   * escapes.
   */
  asText(wanted: string, hole: Hole | undefined): KeyPartSource {
    const identity = hole?.identity ?? wanted;
    let name = wanted;
    while (this.#properties.has(name) && this.#identities.get(name) !== identity) name = `${name}Key`;
    this.#identities.set(name, identity);
    if (hole === undefined || (hole.form === "text" && !typescript.isCallExpression(hole.node))) this.raw.add(name);
    this.#properties.set(name, { name, storedName: name, type: "string", keyOnly: true });
    return { kind: "property", encoding: "raw", property: { name } };
  }
}

/**
 * Finds the stored property whose value a key contains: the one with the same identity (`Hole.identity`), or else the one with the same
 * name. Returns its name and the property; twice `undefined` if there is none.
 */
function findStoredProperty(
  hole: Hole,
  { properties }: EntityGroup,
): readonly [string, ShapeProperty] | readonly [undefined, undefined] {
  const all = [...properties];
  const same = all.find(([, property]) => property.identity !== undefined && property.identity === hole.identity);
  return same ?? all.find(([name]) => name === hole.name) ?? [undefined, undefined];
}
