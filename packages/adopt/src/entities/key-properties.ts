import type { KeyPartSource, PropertySource } from "@tablewright/generator";
import { type ts, typescript } from "../program/typescript.js";
import type { Hole } from "../trace/hole.js";
import { chooseEncoding, describeConversion } from "./choose-encoding.js";
import { buildPropertyName } from "./draft-properties.js";
import { type EntityGroup, onlyUnknown } from "./group-entities.js";
import { chooseProperty, type KeyChoice, type KeyEvidence, type KeyName, titleOf } from "./key-choice.js";

interface DraftPart {
  readonly source: KeyPartSource;
  readonly evidence: KeyEvidence;
}

/** Properties whose values are in the keys of one entity. */
export class KeyProperties {
  /** Names of the properties whose text is in a key without escapes, so that it could contain the key's separator. */
  readonly raw = new Set<string>();
  /** Notes about the keys that are uncertain. */
  readonly notes: string[] = [];
  readonly #group: EntityGroup;
  readonly #properties: Map<string, PropertySource>;
  readonly #placeOf: (node: ts.Node) => string;
  /**
   * Identity (`Hole.identity`) of the value of each property that is only in the key, by the property's name. If both keys contain the same
   * value, they share one property.
   */
  readonly #identities = new Map<string, string>();

  /**
   * @param properties all properties of the entity by name; those that only the keys contain are added
   * @param placeOf returns the place of a call, for notes
   */
  constructor(group: EntityGroup, properties: Map<string, PropertySource>, placeOf: (node: ts.Node) => string) {
    this.#group = group;
    this.#properties = properties;
    this.#placeOf = placeOf;
  }

  /**
   * Returns the key part for a variable part of the program's key. Declares a property for it if the program does not store one. If the
   * calls of the program contradict each other, the key part does not compile.
   * @param index the number of variable parts that precede this one in the key
   */
  part(key: KeyName, index: number): DraftPart {
    const title = titleOf(key);
    const choice = chooseProperty(this.#group, key, index);
    const { hole, property: stored, evidence, isAssumed } = choice;
    if (evidence === "open") return { source: this.#open(title, choice), evidence };
    const { form, width } = hole;
    const property = stored === undefined ? undefined : this.#group.properties.get(stored);
    const name = buildPropertyName(stored ?? hole.name ?? this.#nameless(key, hole));
    if (isAssumed) this.notes.push(`uncertain: ${name} in the ${title} is assumed to be the property of that name`);
    const encoding = chooseEncoding(hole, property);
    if (encoding === undefined) {
      if (form !== "text") this.notes.push(`the ${title} has ${name} as text: ${describeConversion(form)}`);
      return { source: this.asText(property === undefined ? name : `${name}Key`, hole), evidence };
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
    const text = known.type === "json" ? ({ type: "string", json: undefined } as const) : {};
    const notes = (known.notes ?? []).filter((note) => !note.includes(onlyUnknown));
    this.#properties.set(name, {
      ...known,
      ...text,
      notes,
      optional: false,
      default: undefined,
      ...(isNumber ? padded : {}),
    });
    const source: KeyPartSource = {
      kind: "property",
      encoding,
      property: { name },
      ...(encoding === "pad" && width !== undefined ? { width } : {}),
    };
    return { source, evidence };
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
    const values = (hole?.values ?? []).map((value) => JSON.stringify(value));
    const notes = [
      ...(values.length > 0 ? [`${values.join(" or ")} in the program`] : []),
      ...(this.#mayBeStored(hole) ? ["uncertain: rows may store it too"] : []),
    ];
    this.#properties.set(name, { name, storedName: name, type: "string", keyOnly: true, notes });
    return { kind: "property", encoding: "raw", property: { name } };
  }

  /**
   * Returns whether a value of the key may also be stored in a property: some write spreads an object of unknown type, which may contain
   * it.
   */
  #mayBeStored(hole: Hole | undefined): boolean {
    if (hole?.name === undefined) return false;
    return this.#group.uses.some(({ kind, gaps }) => kind !== "read" && gaps.some((gap) => gap.includes("not known")));
  }

  /** Returns a name for a value that has none in the program, such as `id`, or the key's name if the value is the whole key. */
  #nameless(key: KeyName, { form, values }: Hole): string {
    const isWhole = this.#group[key]?.length === 1;
    if (form === "text" && !(isWhole && values !== undefined)) return "id";
    return isWhole ? key : "part";
  }

  /** Returns a key part of a property that the definition does not have, so that neither the editor nor `check` accepts it. */
  #open(title: string, { claims }: KeyChoice): KeyPartSource {
    let name = "choose";
    while (this.#properties.has(name)) name = `${name}_`;
    const shown = claims.map(({ node, text }) => `${text} at ${this.#placeOf(node)}`);
    this.notes.push(`✗ choose the property in the ${title}: ${[...new Set(shown)].join(", ")}`);
    return { kind: "property", encoding: "raw", property: { name } };
  }
}
